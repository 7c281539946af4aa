//! Every reported win is replayed by the ordinary engine, against all replies.

use rayon::prelude::*;
use skep_rules::game::{Draws, Outcome, Position as _, SamePosition, Side};
use skep_rules::hive::{Opening, Position};
use skep_tactics::{Proof, Solver, Tactics};

use crate::common::real_games;

/// Replays a proof. `turns` is the number of own turns that it may take.
pub fn replay<P: Tactics>(position: &P, proofs: &[Proof<P::Move>], winner: Side, turns: u32) {
    assert!(turns > 0 && !proofs.is_empty(), "a proof has a turn");
    for Proof { turn, replies } in proofs {
        let mut after = position.clone();
        after.play(*turn).expect("a legal turn");
        if after.outcome() != Outcome::Undecided {
            assert_eq!(after.outcome(), Outcome::Win(winner));
            assert!(replies.is_empty());
            continue;
        }
        let tried: Vec<P::Move> = replies.iter().map(|reply| reply.turn).collect();
        assert_eq!(tried, after.legal_moves());
        for reply in replies {
            let mut next = after.clone();
            next.play(reply.turn).expect("a legal reply");
            match next.outcome() {
                Outcome::Undecided => replay(&next, &reply.answers, winner, turns - 1),
                outcome => assert_eq!(outcome, Outcome::Win(winner)),
            }
        }
    }
}

/// Replays the proofs of all wins in games between people, every `step`-th position. Returns how many there are of each
/// length.
fn replay_games(turns: u32, games: usize, step: usize) -> [usize; 4] {
    let Some(list) = real_games() else {
        return [0; 4];
    };
    let wins = list
        .par_iter()
        .step_by(games)
        .map_init(Solver::new, |solver, game| {
            let mut wins = [0; 4];
            let mut position = Position::start(skep_rules::hive::Options {
                game_type: game.position().game_type(),
                opening: Opening::Open,
            });
            let mut draws = Draws::by(SamePosition::Turns);
            draws.add(&position, false);
            for (ply, &mv) in game.moves().iter().enumerate() {
                if ply % step == 0 {
                    solver.set_draws(draws.clone());
                    if let Some(n) = solver.wins_within(&position, turns) {
                        let proofs = solver.proof(&position, turns);
                        replay(&position, &proofs, position.turn(), n);
                        wins[n as usize] += 1;
                    }
                }
                position.play_unchecked(mv);
                draws.add(&position, true);
            }
            wins
        });
    wins.reduce(Default::default, |mut sum, wins| {
        for (sum, wins) in sum.iter_mut().zip(wins) {
            *sum += wins;
        }
        sum
    })
}

#[test]
fn wins_in_two_turns() {
    let wins = replay_games(2, 3, 1);
    println!("{wins:?}");
    assert!(wins == [0; 4] || wins[1] > 100 && wins[2] > 100, "{wins:?}");
}

#[test]
fn a_sample_of_wins_in_three_turns() {
    let wins = replay_games(3, 8, 5);
    println!("{wins:?}");
}

#[test]
#[ignore = "slow: every position of 646 games"]
fn wins_of_all_games() {
    println!("{:?}", replay_games(2, 1, 1));
    println!("{:?}", replay_games(3, 1, 10));
}
