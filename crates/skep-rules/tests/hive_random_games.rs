//! Every position of many random games of each rule set, looked at from two sides.

use std::collections::BTreeSet;

use rayon::prelude::*;
use skep_rules::game::{Position as _, Side, random_game};
use skep_rules::geometry::{Direction, Hex, Symmetry};
use skep_rules::hive::{GameType, Move, Opening, Piece, Place, PlaneTracker, Position};
use skep_testing::times;

const PLIES: u32 = 160;

fn games(game_type: GameType, count: u64) -> impl ParallelIterator<Item = Vec<Move>> {
    (0..count).into_par_iter().map(move |index| {
        let mut position = Position::start(game_type.into());
        let mut moves = Vec::new();
        random_game(&mut position, 20_261_121, index, PLIES, &mut moves);
        moves
    })
}

/// Everything that can be asked of a position, for comparing one with another.
fn fingerprint(position: &Position) -> String {
    let pieces: Vec<_> = Piece::all()
        .map(|p| {
            (
                p,
                position.is_on_board(p),
                position.is_covered(p),
                position.move_to(p, Place::On(p.name())),
            )
        })
        .collect();
    format!(
        "{:?} {} {:?} {:?} {:x} {} {pieces:?}",
        position.turn(),
        position.ply(),
        position.last_moved(),
        position.outcome(),
        position.key(),
        position.count_moves(),
    )
}

/// A place for each cell on which a move could possibly end, and for some beyond: beside every piece, on every piece,
/// and a few far away.
fn places(position: &Position) -> Vec<Place> {
    let mut places: Vec<_> = [(5, 5), (-9, 2), (0, 15)]
        .into_iter()
        .map(|(q, r)| Place::Cell(q, r))
        .collect();
    for other in Piece::all().filter(|p| position.is_on_board(*p)) {
        places.push(Place::On(other.name()));
        places.extend(Direction::ALL.map(|d| Place::Beside(d, other.name())));
    }
    // Places are of the same cell if any piece makes the same move to them.
    let any = Piece::all().next().unwrap();
    places.sort_unstable_by_key(|place| position.move_to(any, *place));
    places.dedup_by_key(|place| position.move_to(any, *place));
    places
}

#[test]
fn check_accepts_exactly_the_legal_moves() {
    for game_type in GameType::PLAIN {
        games(game_type, times(60)).for_each(|moves| {
            let mut position = Position::start(game_type.into());
            let mut listed = Vec::new();
            for mv in moves {
                listed.clear();
                position.legal_moves_into(&mut listed);
                let legal: BTreeSet<Move> = listed.iter().copied().collect();
                assert_eq!(legal.len(), listed.len(), "a move is listed twice");
                assert_eq!(position.count_moves(), listed.len() as u64);
                if position.ply() > 0 {
                    let places = places(&position);
                    for piece in Piece::all() {
                        for place in &places {
                            let candidate = position.move_to(piece, *place).unwrap();
                            assert_eq!(
                                position.check(candidate).is_ok(),
                                legal.contains(&candidate),
                                "{candidate:?} {:?}",
                                position.check(candidate)
                            );
                        }
                    }
                }
                for mv in &legal {
                    assert_eq!(position.check(*mv), Ok(()), "{mv:?}");
                }
                assert_eq!(
                    position.check(Move::PASS).is_ok(),
                    legal.contains(&Move::PASS)
                );
                position.play_unchecked(mv);
            }
        });
    }
}

#[test]
fn undo_restores_everything() {
    for game_type in GameType::PLAIN {
        games(game_type, times(250)).for_each(|moves| {
            let mut position = Position::start(game_type.into());
            let mut trail = Vec::new();
            for &mv in &moves {
                trail.push((fingerprint(&position), position.play_unchecked(mv)));
            }
            for (before, undo) in trail.into_iter().rev() {
                position.undo(undo);
                assert_eq!(fingerprint(&position), before);
            }
            // And what is left is a board on which the game can be played again.
            for &mv in &moves {
                assert_eq!(position.check(mv), Ok(()));
                position.play_unchecked(mv);
            }
        });
    }
}

/// The same game with the plane turned or mirrored, moved away from the origin, and equal bugs exchanged wherever the
/// rules allow a choice, leads to positions with the same canonical key; moved alone, with the same key.
#[test]
fn keys_are_invariant() {
    for game_type in GameType::PLAIN {
        games(game_type, times(80)).for_each(|moves| {
            let mut plain = PlaneTracker::new(game_type, Opening::Tournament, Hex::ORIGIN);
            let mut images: Vec<_> = Symmetry::ALL
                .into_iter()
                .map(|s| (s, Position::start(game_type.into())))
                .collect();
            let shift = Hex::new(7, -19);
            for &mv in &moves {
                let step = plain.step(mv);
                let canonical = plain.position().canonical_key();
                for (symmetry, image) in &mut images {
                    let mv = match step.piece {
                        None => Move::PASS,
                        Some(piece) => {
                            let to = symmetry.apply(step.to) + shift;
                            let cell = Place::Cell(to.q as i16, to.r as i16);
                            image.move_to(piece, cell).unwrap()
                        }
                    };
                    assert_eq!(image.check(mv), Ok(()));
                    image.play_unchecked(mv);
                    assert_eq!(image.canonical_key(), canonical);
                    if *symmetry == Symmetry::IDENTITY {
                        assert_eq!(image.key(), plain.position().key());
                    }
                }
            }
        });
    }
}

#[test]
fn different_positions_have_different_keys() {
    use std::collections::HashMap;
    // A position is identified by side to move, kinds, colours, levels and cells relative to each other.
    let mut seen: HashMap<u64, Vec<String>> = HashMap::new();
    let mut positions = 0;
    for game_type in [GameType::BASE, GameType::MLP] {
        let all: Vec<_> = games(game_type, 100).collect();
        for moves in all {
            let mut plain = PlaneTracker::new(game_type, Opening::Tournament, Hex::ORIGIN);
            for mv in moves {
                plain.step(mv);
                let mut cells: Vec<_> = Piece::all()
                    .filter_map(|p| Some((plain.hex(p)?, p.side(), p.bug())))
                    .collect();
                let corner = *cells.iter().map(|(h, ..)| h).min().unwrap();
                for c in &mut cells {
                    c.0 = c.0 - corner;
                }
                cells.sort();
                // Stacks: who covers whom.
                let covered: Vec<_> = Piece::all()
                    .filter(|p| plain.position().is_covered(*p))
                    .map(|p| (plain.hex(p).unwrap() - corner, p.side(), p.bug()))
                    .collect();
                let mut covered = covered;
                covered.sort();
                let text = format!(
                    "{game_type} {:?} {cells:?} {covered:?}",
                    plain.position().turn()
                );
                let known = seen.entry(plain.position().key()).or_default();
                if !known.contains(&text) {
                    known.push(text);
                }
                positions += 1;
            }
        }
    }
    assert!(positions > 10_000);
    // Stacks of three hold more orders than the text above tells, never fewer.
    for (key, texts) in seen {
        assert_eq!(texts.len(), 1, "{key:x}: {texts:?}");
    }
}

#[test]
fn random_games_depend_on_the_seed_alone() {
    let play = |seed, index| {
        let mut position = Position::start(GameType::MLP.into());
        let mut moves = Vec::new();
        random_game(&mut position, seed, index, PLIES, &mut moves);
        let mut names = String::new();
        let mut unroll = PlaneTracker::new(GameType::MLP, Opening::Tournament, Hex::ORIGIN);
        for mv in moves {
            names.push_str(&unroll.position().spell(mv).to_string());
            names.push(';');
            unroll.step(mv);
        }
        names
    };
    assert_eq!(play(1, 0), play(1, 0));
    assert_ne!(play(1, 0), play(2, 0));
    assert_ne!(play(1, 0), play(1, 1));
    assert!(play(1, 0).starts_with("w"));
    assert_eq!(Side::of_ply(0), Side::White);
}
