//! Faults of a move generator: each makes legal moves that break one rule, or misses legal moves.

use skep_rules::closed_list;
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::{Direction, Hex};
use skep_rules::hive::{Bug, Move, MoveKind, Piece, Place, PlaneTracker, Position, Preview, Rule};

use skep_engine::conformance::all_moves;

closed_list! {
    /// What the generator does wrong.
    pub enum Fault: "fault" {
        /// The queen may be the first piece.
        OpeningQueen = "opening-queen",
        /// The queen need not enter by the fourth turn.
        QueenByFour = "queen-by-four",
        /// Pieces move before their queen is placed.
        QueenFirst = "queen-first",
        /// Pieces enter beside the other colour, if they touch their own too.
        PlacementColour = "placement-colour",
        /// Pieces that hold the hive together move.
        OneHive = "one-hive",
        /// A thrown piece moves on the next turn.
        JustMoved = "just-moved",
        /// The queen squeezes through gaps.
        FreedomToMove = "freedom-to-move",
        /// The beetle squeezes between two stacks.
        HeightGate = "height-gate",
        /// The pillbug throws pieces between two stacks.
        ThrowGate = "throw-gate",
        /// The pillbug throws onto pieces.
        ThrowOntoPiece = "throw-onto-piece",
        /// The spider also goes two steps.
        SpiderTwoSteps = "spider-two-steps",
        /// The grasshopper jumps one cell too far.
        GrasshopperTooFar = "grasshopper-too-far",
        /// The grasshopper does not jump over three or more pieces.
        GrasshopperShort = "grasshopper-short",
        /// The ant goes four steps at most.
        AntShort = "ant-short",
        /// The beetle does not climb down.
        BeetleStuck = "beetle-stuck",
        /// The ladybug ends only beside the cell that it left.
        LadybugShort = "ladybug-short",
        /// The mosquito does not copy the beetle.
        MosquitoNoBeetle = "mosquito-no-beetle",
        /// The mosquito does not throw.
        MosquitoNoThrow = "mosquito-no-throw",
        /// The pillbug throws only pieces of its own colour.
        ThrowOwnOnly = "throw-own-only",
        /// Without a move, the list is empty.
        NoPass = "no-pass",
        /// The GameString states a draw as soon as White's queen has three neighbours.
        EarlyDraw = "early-draw",
    }
}

impl Fault {
    /// Changes the legal moves.
    pub fn spoil(self, position: &Position, moves: &mut Vec<Move>) {
        let bug = |mv: &Move| mv.piece().map(|piece| piece.bug());
        // Made once, because it is slow.
        let plane = PlaneTracker::of(position.clone());
        let tops = tops(position);
        let steps = |mv: &Move| {
            let preview = plane.preview(*mv);
            preview.from.map(|from| preview.to.distance(from))
        };
        let moves_itself = |mv: &Move| position.kind(*mv) == MoveKind::Movement;
        let throws = |mv: &Move| position.kind(*mv) == MoveKind::Throw;
        let climbs_on = |mv: &Move| {
            mv.piece()
                .is_some_and(|piece| position.beneath(piece).next().is_some())
        };
        match self {
            // The board has another opening rule.
            Fault::OpeningQueen => {}
            // The board writes this wrong text itself.
            Fault::EarlyDraw => {}
            Fault::QueenByFour => add(position, moves, Rule::QueenByFour, |_| true),
            Fault::QueenFirst => {
                // As if the queen were not needed: the moves of pieces that would be free.
                add(position, moves, Rule::QueenFirst, |mv| {
                    bug(mv) == Some(Bug::Ant) && !position.is_occupied_at(*mv)
                });
            }
            Fault::PlacementColour => add(position, moves, Rule::PlacementColour, |mv| {
                touches_own(&tops, position.turn(), plane.preview(*mv).to)
            }),
            Fault::OneHive => add(position, moves, Rule::OneHive, |mv| {
                bug(mv) == Some(Bug::Queen) && steps(mv) == Some(1)
            }),
            Fault::JustMoved => add(position, moves, Rule::JustMoved, |mv| {
                mv.piece()
                    .is_some_and(|piece| piece.side() == position.turn())
                    && steps(mv) == Some(1)
            }),
            Fault::FreedomToMove => add(position, moves, Rule::FreedomToMove, |mv| {
                bug(mv) == Some(Bug::Queen)
            }),
            Fault::HeightGate => add(position, moves, Rule::HeightGate, |mv| {
                bug(mv) == Some(Bug::Beetle) && steps(mv) == Some(1)
            }),
            Fault::ThrowGate => add(position, moves, Rule::HeightGate, |mv| {
                mv.piece()
                    .is_some_and(|piece| piece.side() != position.turn())
            }),
            Fault::ThrowOntoPiece => add(position, moves, Rule::Throw, |mv| {
                position.is_occupied_at(*mv)
                    && mv
                        .piece()
                        .is_some_and(|piece| position.beneath(piece).next().is_none())
            }),
            Fault::SpiderTwoSteps => {
                add(position, moves, Rule::SpiderMove, |mv| steps(mv) == Some(2));
            }
            Fault::GrasshopperTooFar => add(position, moves, Rule::GrasshopperMove, |mv| {
                let preview = plane.preview(*mv);
                let jump = |from: Hex| jump_over(&tops, from, preview.to);
                preview.from.is_some_and(jump)
            }),
            Fault::GrasshopperShort => {
                moves.retain(|mv| {
                    !(bug(mv) == Some(Bug::Grasshopper) && moves_itself(mv) && steps(mv) > Some(3))
                });
            }
            Fault::AntShort => {
                moves.retain(|mv| {
                    !(bug(mv) == Some(Bug::Ant) && moves_itself(mv) && steps(mv) > Some(4))
                });
            }
            Fault::BeetleStuck => moves.retain(|mv| {
                !(bug(mv) == Some(Bug::Beetle) && climbs_on(mv) && !position.is_occupied_at(*mv))
            }),
            Fault::LadybugShort => {
                moves.retain(|mv| {
                    !(bug(mv) == Some(Bug::Ladybug) && moves_itself(mv) && steps(mv) > Some(1))
                });
            }
            Fault::MosquitoNoBeetle => moves.retain(|mv| {
                !(bug(mv) == Some(Bug::Mosquito) && !climbs_on(mv) && position.is_occupied_at(*mv))
            }),
            Fault::MosquitoNoThrow => moves.retain(|mv| {
                !throws(mv) || beside_pillbug(&tops, position.turn(), &plane.preview(*mv))
            }),
            Fault::ThrowOwnOnly => moves.retain(|mv| {
                !(throws(mv)
                    && mv
                        .piece()
                        .is_some_and(|piece| piece.side() != position.turn()))
            }),
            Fault::NoPass => moves.retain(|mv| !mv.is_pass()),
        }
    }
}

/// Adds moves that break a rule.
fn add(position: &Position, moves: &mut Vec<Move>, rule: Rule, is_wrong: impl Fn(&Move) -> bool) {
    if position.outcome().is_over() {
        return;
    }
    let breaking = all_moves(position)
        .into_iter()
        .filter(|mv| position.check(*mv) == Err(rule) && position.place(*mv) != Place::Unstated);
    let found: Vec<Move> = breaking.filter(is_wrong).collect();
    if !found.is_empty() {
        moves.retain(|mv| !mv.is_pass());
        moves.extend(found);
    }
}

/// The top of a stack, and its cell.
type Top = (Hex, Piece);

fn tops(position: &Position) -> Vec<Top> {
    let stacks = position.stacks().into_iter();
    stacks
        .filter_map(|(hex, pieces)| Some((hex, *pieces.last()?)))
        .collect()
}

fn touches_own(tops: &[Top], side: Side, to: Hex) -> bool {
    tops.iter()
        .any(|(hex, piece)| piece.side() == side && hex.distance(to) == 1)
}

/// Whether a move goes straight over pieces and one empty cell behind them.
fn jump_over(tops: &[Top], from: Hex, to: Hex) -> bool {
    let is_occupied = |hex: Hex| tops.iter().any(|(other, _)| *other == hex);
    Direction::ALL.into_iter().any(|direction| {
        let mut at = from.step(direction);
        if !is_occupied(at) {
            return false;
        }
        while is_occupied(at) {
            at = at.step(direction);
        }
        at.step(direction) == to && !is_occupied(to)
    })
}

/// Whether the own pillbug touches both cells of a throw, so that the mosquito is not needed.
fn beside_pillbug(tops: &[Top], side: Side, throw: &Preview) -> bool {
    let Some(from) = throw.from else {
        return false;
    };
    tops.iter().any(|(hex, piece)| {
        piece.side() == side
            && piece.bug() == Bug::Pillbug
            && hex.distance(from) == 1
            && hex.distance(throw.to) == 1
    })
}
