//! The engine of Venom and the packs plays the plain game too: it and the engine of the plain game agree on every
//! legal turn of random games of all eight sets.

use std::collections::{BTreeMap, BTreeSet};

use skep_rules::game::{Position as _, random_game};
use skep_rules::geometry::Hex;
use skep_rules::hive::{self, venom};

/// The turns of the plain engine in canonical writing.
fn plain(unroll: &hive::PlaneTracker) -> BTreeSet<String> {
    let mut moves = Vec::new();
    unroll.position().legal_moves_into(&mut moves);
    moves.into_iter().map(|mv| text(unroll, mv)).collect()
}

fn text(unroll: &hive::PlaneTracker, mv: hive::Move) -> String {
    let step = unroll.preview(mv);
    let written = match step.piece {
        None => hive::Written::Pass,
        Some(piece) => hive::Written::Put {
            piece: piece.name(),
            to: step.place,
        },
    };
    written.to_string()
}

/// The same of this engine. It tells a throw from a piece's own move, which the plain game need not.
fn rich(position: &venom::Position) -> BTreeMap<String, venom::Move> {
    let mut moves = Vec::new();
    position.legal_moves_into(&mut moves);
    let spelled = moves.into_iter().map(|mv| {
        let text = position.spell(mv).to_string();
        let bare = text.split(" (").next().unwrap_or_default().to_owned();
        (bare, mv)
    });
    spelled.collect()
}

#[test]
fn both_engines_list_the_same_turns() {
    for game_type in hive::GameType::PLAIN {
        for opening in hive::Opening::ALL {
            for index in 0..12 {
                let mut moves = Vec::new();
                let mut position = hive::Position::start(hive::Options { game_type, opening });
                random_game(&mut position, 6, index, 120, &mut moves);
                let mut unroll = hive::PlaneTracker::new(game_type, opening, Hex::ORIGIN);
                let mut rival = venom::Position::start(venom::Options {
                    game_type,
                    opening,
                    ..venom::Options::default()
                });
                let mut seen = BTreeMap::new();
                for mv in moves {
                    let turns = rich(&rival);
                    let texts: BTreeSet<String> = turns.keys().cloned().collect();
                    assert_eq!(texts, plain(&unroll), "{game_type}, game {index}");
                    let mv_text = text(&unroll, mv);
                    rival.play_unchecked(turns[&mv_text]);
                    unroll.step(mv);
                    assert_eq!(rival.outcome(), unroll.position().outcome());
                    // Both keys tell the same positions apart.
                    let pair = seen.insert(unroll.position().key(), rival.key());
                    assert!(pair.is_none_or(|key| key == rival.key()));
                }
                assert!(rich(&rival).keys().eq(plain(&unroll).iter()));
                let distinct: BTreeSet<u64> = seen.values().copied().collect();
                assert_eq!(distinct.len(), seen.len(), "{game_type}, game {index}");
            }
        }
    }
}
