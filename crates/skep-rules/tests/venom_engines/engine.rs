//! The engine's actions and positions, in the terms of the second implementation.

use skep_rules::game::{BySide, Side};
use skep_rules::geometry::Hex;
use skep_rules::hive::venom::{
    Action, ActionKind, Draw, Exchange, Flip, HoneycomboContact, Move, Options, Position,
    Setup as Arrangement, StingReach, StinkBugShield, Trace,
};
use skep_rules::hive::{Family, FoldedCell, Opening, Tile};

use crate::venom_oracle::act::{Act, Turn};
use crate::venom_oracle::oracle::{Oracle, index};
use crate::venom_oracle::setup::{self, Setup};
use crate::venom_oracle::tiles::{self, HONEYCOMBO, TileId};

/// Both boards count cells from the same one; the engine's is folded.
const FOLD: i32 = 64;

fn unfolded(cell: FoldedCell, oracle: &Oracle) -> (i32, i32) {
    // Of all cells that fold onto this one, the one at or beside the hive.
    let near = |of: i32, to: i32| of + (to - of + FOLD / 2).rem_euclid(FOLD) - FOLD / 2;
    let (q, r) = (i32::from(cell) % FOLD, i32::from(cell) / FOLD);
    let middle = oracle.stacks().next().map_or((0, 0), |(at, _)| at);
    // A hive that spans more than half of the board would be taken wrongly, and the comparison would fail.
    (near(middle.0, q), near(middle.1, r))
}

pub fn side(white: bool) -> Side {
    if white { Side::White } else { Side::Black }
}

/// The engine's tile.
pub fn tile(id: TileId) -> Tile {
    if id.family == HONEYCOMBO {
        return Tile::HONEYCOMBO;
    }
    // An extra bug has one face only; the front of a tile tells the two kinds apart.
    let family = Family::all().find(|family| family.front().code() == id.family);
    Tile::new(side(id.white), family.unwrap(), id.number).unwrap()
}

/// The tile of the second implementation.
pub fn id(tile: Tile) -> TileId {
    TileId {
        white: tile.side() != Some(Side::Black),
        family: tile
            .family()
            .map_or(HONEYCOMBO, |f| tiles::code(f.front().code()).unwrap()),
        number: tile.number(),
    }
}

/// The engine's options.
pub fn options(text: &str, setup: &Setup) -> Options {
    let hand = |white: bool| {
        let hands = setup.hands.as_ref()?;
        let chosen: Vec<Tile> = hands[index(white)].iter().map(|&id| tile(id)).collect();
        Some(chosen.try_into().unwrap())
    };
    Options {
        game_type: text.split(' ').next().unwrap().parse().unwrap(),
        opening: if setup.opening_open {
            Opening::Open
        } else {
            Opening::Tournament
        },
        flip: match setup.flip {
            setup::Flip::Free => Flip::Free,
            setup::Flip::Locked => Flip::Locked,
            setup::Flip::None => Flip::None,
            setup::Flip::Venom => Flip::Venom,
        },
        honeycombo: if setup.honeycombo_contact {
            HoneycomboContact::Yes
        } else {
            HoneycomboContact::No
        },
        exchange: if setup.exchange_strict {
            Exchange::Strict
        } else {
            Exchange::Free
        },
        shield: if setup.shield_friends {
            StinkBugShield::Friends
        } else {
            StinkBugShield::Any
        },
        sting: if setup.sting_any {
            StingReach::Any
        } else {
            StingReach::Adjacent
        },
        hands: BySide {
            white: hand(true),
            black: hand(false),
        },
    }
}

/// An action of the engine; `oracle` is the position in which it is done.
pub fn act(action: Action, oracle: &Oracle) -> Act {
    let at = |cell| unfolded(cell, oracle);
    let drawn = |draw| match draw {
        Draw::Tile(tile) => Some(id(tile)),
        Draw::None | Draw::Unknown => None,
    };
    if let Some(control) = action.control {
        let (by, actor) = (id(control.by), id(control.actor));
        return match action.kind {
            ActionKind::Move { to, .. } => Act::ControlMove {
                by,
                tile: actor,
                to: at(to),
            },
            ActionKind::Throw { tile, to } => Act::ControlThrow {
                by,
                actor,
                tile: id(tile),
                to: at(to),
            },
            ActionKind::Sting { target, .. } => Act::ControlSting {
                by,
                actor,
                target: id(target),
            },
            ActionKind::Remove { target, .. } => Act::ControlRemove {
                by,
                actor,
                target: id(target),
            },
            ActionKind::Exchange { target, .. } => Act::ControlExchange {
                by,
                actor,
                target: id(target),
            },
            other => panic!("nobody is made to do this: {other:?}"),
        };
    }
    match action.kind {
        ActionKind::Place {
            tile,
            back,
            to,
            draw,
        } => Act::Place {
            tile: id(tile),
            face: tiles::code(tile.face(back).code()).unwrap(),
            to: at(to),
            draw: drawn(draw),
        },
        ActionKind::Move { tile, to } => Act::Move {
            tile: id(tile),
            to: at(to),
        },
        ActionKind::Throw { tile, to } => Act::Throw {
            tile: id(tile),
            to: at(to),
        },
        ActionKind::Flip { tile } => Act::Flip { tile: id(tile) },
        ActionKind::FlipHoneycombo => Act::FlipHoneycombo,
        ActionKind::Sting { by, target } => Act::Sting {
            by: id(by),
            target: id(target),
        },
        ActionKind::Remove { by, target } => Act::Remove {
            by: id(by),
            target: id(target),
        },
        ActionKind::Exchange { by, target } => Act::Exchange {
            by: id(by),
            target: id(target),
        },
        ActionKind::Draw { draw } => Act::Draw {
            tile: drawn(draw).unwrap(),
        },
        ActionKind::Steal { tile } => Act::Steal { tile: id(tile) },
    }
}

/// A turn of the engine, without its second action's place on the hive being looked at: both actions of a double turn
/// happen near the same hive.
pub fn turn(mv: Move, oracle: &Oracle) -> Turn {
    let acts: Vec<Act> = mv.actions().map(|action| act(action, oracle)).collect();
    match acts[..] {
        [] => Turn::Pass,
        [one] => Turn::One(one),
        [one, two, ..] => Turn::Two(one, two),
    }
}

/// The engine's position of one of the second implementation's.
pub fn position(text: &str, oracle: &Oracle) -> Position {
    let all = |ids: &std::collections::BTreeSet<TileId>| ids.iter().map(|&id| tile(id)).collect();
    let left = &oracle.left;
    // Of an earlier action only what it touched, placed or stung counts.
    let earlier = Trace {
        placed: left
            .all_placed
            .difference(&left.placed)
            .map(|&id| tile(id))
            .collect(),
        flipped: left.all_touched.iter().map(|&id| tile(id)).collect(),
        stung: left.stunned.iter().map(|&id| tile(id)).collect(),
        ..Trace::default()
    };
    let last = Trace {
        placed: all(&left.placed),
        moved: all(&left.moved),
        thrown: all(&left.thrown),
        flipped: all(&left.flipped),
        ..Trace::default()
    };
    let stacks = oracle
        .stacks()
        .map(|((q, r), pieces)| {
            let tiles = pieces
                .iter()
                .map(|piece| (tile(piece.id), piece.face != piece.id.family))
                .collect();
            (Hex::new(q, r), tiles)
        })
        .collect();
    let arrangement = Arrangement {
        stacks,
        turn: side(oracle.white),
        number: oracle.turns_had[index(oracle.white)] + 1,
        hands: BySide {
            white: all(&oracle.hands[0]),
            black: all(&oracle.hands[1]),
        },
        bag: all(&oracle.bag),
        unknown: BySide::default(),
        removed: all(&oracle.removed),
        honeycombo: side(oracle.honeycombo().is_some_and(|(_, white)| white)),
        is_double_turn: oracle.double[index(oracle.white)],
        last: vec![earlier, last],
        honeycombo_rests: left.honeycombo_flipped,
    };
    let mut bare = oracle.setup.as_ref().clone();
    bare.hands = None;
    arrangement.position(options(text, &bare)).unwrap()
}

/// What the second implementation says of the game.
pub fn outcome(oracle: &Oracle) -> skep_rules::game::Outcome {
    match oracle.outcome() {
        crate::venom_oracle::act::Outcome::Undecided => skep_rules::game::Outcome::Undecided,
        crate::venom_oracle::act::Outcome::Draw => skep_rules::game::Outcome::Draw,
        crate::venom_oracle::act::Outcome::Win { white } => {
            skep_rules::game::Outcome::Win(side(white))
        }
    }
}
