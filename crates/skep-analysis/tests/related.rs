//! Runs of positions that two games share. `tests/recount` of the program works out the same numbers slowly.

use skep_analysis::related::{Relations, SharedRun};
use skep_analysis::{Colours, Occurrence, occurrences, turn_to};
use skep_records::Game;
use skep_records::game::{Hive, Played, Tracker as _};
use skep_rules::game::{Position as _, Side, random_game};
use skep_rules::geometry::{Hex, Symmetry};
use skep_rules::hive::{Bug, GameType, Move, Opening, Piece, Place, PlaneTracker, Position};

/// The moves of random games.
fn random_games(count: u64, plies: u32) -> Vec<Vec<Move>> {
    let games = (0..count).map(|index| {
        let mut moves = Vec::new();
        let mut position = Position::start(GameType::MLP.into());
        random_game(&mut position, 7, index, plies, &mut moves);
        moves
    });
    games.collect()
}

fn game_of(moves: &[Move]) -> Game {
    Played::<Hive>::of_moves(GameType::MLP.into(), moves.iter().copied()).into()
}

/// How a relay differs from its game.
#[derive(Clone, Copy)]
struct Disguise {
    symmetry: Symmetry,
    swapped: bool,
    /// Whether the first two ants of each side exchange their numbers.
    renumbered: bool,
}

impl Disguise {
    fn piece(self, piece: Piece) -> Piece {
        let number = match (self.renumbered && piece.bug() == Bug::Ant, piece.number()) {
            (true, 1) => 2,
            (true, 2) => 1,
            (_, number) => number,
        };
        let side = if self.swapped {
            !piece.side()
        } else {
            piece.side()
        };
        Piece::new(side, piece.bug(), number).unwrap()
    }
}

/// The turns of a game between two plies: a game that begins in the position at the first, in disguise.
fn relay(moves: &[Move], plies: [usize; 2], mut disguise: Disguise) -> Game {
    let mut tracker = PlaneTracker::new(GameType::MLP, Opening::Tournament, Hex::ORIGIN);
    let mut last = None;
    for &mv in &moves[..plies[0]] {
        last = tracker.step(mv).piece;
    }
    let position = tracker.position();
    // Numbers that are not on the board yet stay, because the pieces of a kind enter in order.
    let ants = position
        .pieces()
        .filter(|piece| piece.bug() == Bug::Ant && piece.number() == 2);
    disguise.renumbered &= ants.count() == 2;
    let turn = position.turn();
    // With the colours exchanged, Black has played the turns of White.
    let number = plies[0] / 2 + 1 + usize::from(disguise.swapped && turn == Side::Black);
    let turn = if disguise.swapped { !turn } else { turn };
    let cells = position.stacks().into_iter().map(|(_, stack)| {
        let hex = disguise.symmetry.apply(tracker.hex(stack[0]).unwrap());
        let stack: Vec<String> = (stack.into_iter())
            .map(|piece| disguise.piece(piece).to_string())
            .collect();
        format!("{},{}{}", hex.q, hex.r, stack.join("."))
    });
    let cells: Vec<String> = cells.collect();
    let side = if turn == Side::White { 'w' } else { 'b' };
    let last = disguise.piece(last.expect("a turn before the relay"));
    let state = format!("Base+MLP/{side}{number}/{}/rests={last}", cells.join(":"));
    let mut game = Game::of_state(&state).unwrap();
    let Game::Hive(played) = &game else {
        unreachable!("plain Hive")
    };
    let start = played.start_at(Hex::ORIGIN);
    let shift = {
        // The state may move the plane.
        let piece = tracker.position().pieces().next().unwrap();
        let there = disguise.symmetry.apply(tracker.hex(piece).unwrap());
        start.position().hex(disguise.piece(piece)).unwrap() - there
    };
    let mut position = start.position().clone();
    let mut turns = Vec::new();
    for &mv in &moves[plies[0]..plies[1]] {
        let step = tracker.step(mv);
        let image = match step.piece {
            None => Move::PASS,
            Some(piece) => {
                let to = disguise.symmetry.apply(step.to) + shift;
                let cell = Place::Cell(to.q as i16, to.r as i16);
                position.move_to(disguise.piece(piece), cell).unwrap()
            }
        };
        turns.push(position.spell(image).to_string());
        assert_eq!(position.check(image), Ok(()));
        position.play_unchecked(image);
    }
    game.play(turns.iter().map(String::as_str)).unwrap();
    game
}

/// A game with the same start and other legal turns.
fn shuffled(game: &Game, seed: u64) -> Game {
    let mut other = game.clone();
    other.truncate(0);
    let start = other.hive().unwrap().last_position();
    let mut moves = Vec::new();
    random_game(&mut start.clone(), seed, 0, game.plies(), &mut moves);
    let mut position = start;
    for mv in moves {
        let text = position.spell(mv).to_string();
        other.play([text.as_str()]).unwrap();
        position.play_unchecked(mv);
    }
    other
}

/// The runs of which at most one in a thousand is expected by chance.
fn runs(games: &[Game]) -> Vec<SharedRun> {
    let mut all: Vec<Occurrence> = Vec::new();
    for (number, game) in (0..).zip(games) {
        occurrences(game, number, Colours::Either, |one| all.push(one));
    }
    all.sort_unstable();
    let mut relations = Relations::new(games.len());
    for position in all.chunk_by(|a, b| a.key == b.key) {
        relations.add(position);
    }
    let mut runs = relations.finish(2);
    runs.retain(|run| run.expected <= 0.001);
    runs
}

#[test]
fn planted_relays_are_found_and_shuffled_ones_are_not() {
    let all = random_games(3000, 70);
    let mut games: Vec<Game> = all.iter().map(|moves| game_of(moves)).collect();
    assert_eq!(runs(&games), []);
    let long = all.iter().enumerate().filter(|(_, moves)| moves.len() > 46);
    let mut planted = Vec::new();
    for (i, (number, moves)) in long.take(200).enumerate() {
        let first = 6 + i % 9;
        let disguise = Disguise {
            symmetry: Symmetry::ALL[i % 12],
            swapped: i % 3 == 0,
            renumbered: i % 2 == 0,
        };
        let relay = relay(moves, [first, first + 24 + i % 5], disguise);
        planted.push((number as u32, i, disguise.swapped, first, relay));
    }
    assert_eq!(planted.len(), 200);
    let before = games.len();
    games.extend(planted.iter().map(|(.., relay)| relay.clone()));
    let mut found = runs(&games);
    found.sort_by_key(|run| run.games[1]);
    assert_eq!(found.len(), 200);
    for (run, (number, i, swapped, first, relay)) in found.iter().zip(&planted) {
        assert_eq!(run.games, [*number, (before + i) as u32]);
        assert_eq!(run.swapped, *swapped);
        let [in_game, in_relay] = [0, 1].map(|part| {
            let game = &games[run.games[part] as usize];
            [run.first[part], run.last[part]].map(|at| turn_to(game, at).unwrap_or(0))
        });
        assert_eq!(in_relay, [0, relay.plies()]);
        assert_eq!(in_game, [*first as u32, *first as u32 + relay.plies()]);
    }
    games.truncate(before);
    games.extend(
        planted
            .iter()
            .map(|(_, i, .., relay)| shuffled(relay, *i as u64)),
    );
    assert_eq!(runs(&games), []);
}
