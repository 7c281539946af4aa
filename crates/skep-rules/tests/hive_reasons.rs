//! Of two rules that a move breaks, the reason names the one that says more.

use std::collections::BTreeMap;

use skep_rules::game::{Position as _, random_game};
use skep_rules::geometry::{Direction, Hex};
use skep_rules::hive::{Bug, GameType, Piece, Place, PlaneTracker, Position, Rule, Written};

/// The neighbours of a cell to which a step has room. `lifted` is empty.
fn steps(plane: &PlaneTracker, at: Hex, lifted: Hex) -> Vec<(Hex, bool)> {
    let beside = plane.occupied_beside(at);
    let is_occupied = |d: Direction| beside >> d.index() & 1 == 1 && at.step(d) != lifted;
    let free = Direction::ALL.into_iter().filter(|&d| !is_occupied(d));
    let steps = free.filter_map(|d| {
        let posts = [d.clockwise(), d.anticlockwise()].map(is_occupied);
        (posts != [true, true]).then(|| (at.step(d), posts != [false, false]))
    });
    steps.collect()
}

/// Whether exactly three steps lead to a cell without contact, and whether one or two with contact do.
fn ways(plane: &PlaneTracker, from: Hex, to: Hex) -> (bool, bool) {
    let (mut leaps, mut is_near) = (false, false);
    for (a, slides_a) in steps(plane, from, from) {
        is_near |= slides_a && a == to;
        for (b, slides_b) in steps(plane, a, from) {
            is_near |= slides_a && slides_b && b == to;
            let ends = || steps(plane, b, from).into_iter().any(|(c, _)| c == to);
            leaps |= b != from && a != to && ends();
        }
    }
    (leaps, is_near)
}

#[test]
fn an_occupied_cell_and_lost_contact_come_before_how_far_a_bug_moves() {
    let mut rules: BTreeMap<Rule, u32> = BTreeMap::new();
    let mut raised = 0;
    for seed in 0..120 {
        let mut position = Position::start(GameType::MLP.into());
        let mut moves = Vec::new();
        random_game(&mut position, 9, seed, 60, &mut moves);
        let plane = PlaneTracker::of(position.clone());
        let on_board = || position.pieces().collect::<Vec<Piece>>();
        for piece in on_board()
            .into_iter()
            .filter(|piece| piece.side() == position.turn())
        {
            for of in on_board() {
                let beside = Direction::ALL.map(|d| Place::Beside(d, of.name()));
                for to in beside.into_iter().chain([Place::On(of.name())]) {
                    let written = Written::Put {
                        piece: piece.name(),
                        to,
                    };
                    let Ok(mv) = position.interpret(&written) else {
                        continue;
                    };
                    let Err(rule) = position.check(mv) else {
                        continue;
                    };
                    let hex = |piece| plane.hex(piece).expect("a piece on the board");
                    // Not by the tracker, which knows legal moves.
                    let from = hex(piece);
                    let target = match to {
                        Place::Beside(direction, _) => hex(of).step(direction),
                        _ => hex(of),
                    };
                    let is_occupied = position.is_occupied_at(mv);
                    let place = format!("{position}: {written}: {rule:?}");
                    let touches_beetle = || {
                        Direction::ALL.into_iter().any(|d| {
                            let cell = from.step(d);
                            let mut tops = plane.tops();
                            tops.any(|(hex, top)| hex == cell && top.bug() == Bug::Beetle)
                        })
                    };
                    match rule {
                        Rule::QueenMove
                        | Rule::PillbugMove
                        | Rule::SpiderMove
                        | Rule::GrasshopperMove => {
                            assert!(!is_occupied, "{place}");
                        }
                        Rule::MosquitoMove => assert!(!is_occupied || touches_beetle(), "{place}"),
                        Rule::DestinationOccupied => assert!(is_occupied, "{place}"),
                        _ => {}
                    }
                    if piece.bug() == Bug::Spider {
                        let (leaps, is_near) = ways(&plane, from, target);
                        match rule {
                            Rule::SpiderMove => assert!(!leaps || is_near, "{place}"),
                            Rule::Contact => {
                                let beside = plane.occupied_beside(target);
                                let alone = Direction::ALL.into_iter().all(|d| {
                                    beside >> d.index() & 1 == 0 || target.step(d) == from
                                });
                                assert!(leaps && !is_near || alone, "{place}");
                            }
                            _ => {}
                        }
                    }
                    if rule == Rule::BeetleMove && piece.bug() == Bug::Mosquito {
                        let fault = position.judge(&written).expect_err("an illegal move");
                        let why = "the mosquito moves one step as a beetle";
                        assert!(fault.message.ends_with(why), "{}", fault.message);
                        raised += 1;
                    }
                    *rules.entry(rule).or_default() += 1;
                }
            }
        }
    }
    println!("{raised} by a raised Mosquito; {rules:?}");
    assert!(raised > 0);
    for rule in [
        Rule::SpiderMove,
        Rule::Contact,
        Rule::DestinationOccupied,
        Rule::QueenMove,
    ] {
        assert!(rules.contains_key(&rule), "{rule:?}: {rules:?}");
    }
}
