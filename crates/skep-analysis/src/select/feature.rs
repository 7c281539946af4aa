use super::board::Board;
use super::{Value, Values};
use crate::Facts;
use skep_records::notation::{Played, Verdict};
use skep_records::record::GameKind;
use skep_rules::game::{Position, Side};
use skep_rules::hexit::Points;
use skep_rules::hive::complete as venom;
use skep_rules::{hexit, hive};

/// A number that a position has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Feature {
    /// Pieces around a side's queen, or each side's; Hive, once it is on the board.
    Queen(Option<Side>),
    /// Moves that the side to move has; none where it must pass or the game is over.
    Mobility,
    /// Pieces in the highest stack.
    Height,
    /// A side's points, or each side's; Hex-It.
    Score(Option<Side>),
}

/// At which positions of a game a feature is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// After the last ply.
    AtEnd,
    /// After each ply; the greatest counts.
    Max,
    /// After each ply; the least counts.
    Min,
}

impl When {
    const fn prefers(self, new: u32, old: u32) -> bool {
        match self {
            When::AtEnd => true,
            When::Max => new > old,
            When::Min => new < old,
        }
    }

    /// Plays a game and shows the positions at which a feature is looked at.
    fn positions<P: Position>(
        self,
        mut position: P,
        moves: &[Played<P::Move>],
        mut show: impl FnMut(&P),
    ) {
        for (i, played) in moves.iter().enumerate() {
            position.play_unchecked(played.mv);
            if self != When::AtEnd || i + 1 == moves.len() {
                show(&position);
            }
        }
    }
}

impl Feature {
    /// What the feature is of a game. Unknown where the game has none such, or no ply.
    pub fn values(self, facts: &Facts<'_>, when: When) -> Values<'static> {
        let Some(verdict) = facts.verdict() else {
            return Values::Pending;
        };
        let mut best: [Option<u32>; 2] = [None, None];
        let mut see = |found: [Option<u32>; 2]| {
            for (best, found) in best.iter_mut().zip(found) {
                if let Some(new) =
                    found.filter(|&new| best.is_none_or(|old| when.prefers(new, old)))
                {
                    *best = Some(new);
                }
            }
        };
        match verdict.game {
            GameKind::Hive => self.of_hive(verdict, when, &mut see),
            GameKind::HexIt => self.of_hex_it(verdict, when, &mut see),
            GameKind::Venom => self.of_venom(verdict, when, &mut see),
        }
        let value = |number: Option<u32>| {
            number.map(|n| match self {
                Feature::Score(_) => Value::Points(Points::from_halves(n as u16)),
                _ => Value::Number(n),
            })
        };
        match self {
            Feature::Queen(None) | Feature::Score(None) => Values::Both(best.map(value)),
            _ => Values::One(value(best[0])),
        }
    }

    fn of_hive(self, verdict: &Verdict, when: When, see: &mut impl FnMut([Option<u32>; 2])) {
        if self == Feature::Height {
            return highest(verdict, when, see);
        }
        let start = hive::Position::new(verdict.game_type, verdict.opening);
        when.positions(start, &verdict.hive, |position| {
            see(match self {
                Feature::Queen(Some(side)) => [position.queen_neighbours(side), None],
                Feature::Queen(None) => Side::ALL.map(|side| position.queen_neighbours(side)),
                Feature::Mobility => [Some(mobility(position, hive::Move::PASS)), None],
                Feature::Height | Feature::Score(_) => [None, None],
            });
        });
    }

    fn of_venom(self, verdict: &Verdict, when: When, see: &mut impl FnMut([Option<u32>; 2])) {
        if self == Feature::Height {
            return highest(verdict, when, see);
        }
        let start = venom::Position::start(verdict.venom_options);
        when.positions(start, &verdict.venom, |position| {
            see(match self {
                Feature::Queen(Some(side)) => [position.queen_neighbours(side), None],
                Feature::Queen(None) => Side::ALL.map(|side| position.queen_neighbours(side)),
                Feature::Mobility => [Some(mobility(position, venom::Move::PASS)), None],
                Feature::Height | Feature::Score(_) => [None, None],
            });
        });
    }

    fn of_hex_it(self, verdict: &Verdict, when: When, see: &mut impl FnMut([Option<u32>; 2])) {
        let start = hexit::Position::start(verdict.hexit_options);
        when.positions(start, &verdict.hexit, |position| {
            let points = |side| Some(u32::from(position.score().points[side].halves()));
            see(match self {
                Feature::Queen(_) => [None, None],
                Feature::Mobility => [Some(mobility(position, hexit::Move::PASS)), None],
                Feature::Height => {
                    let stacks = position.tiles().map(|(at, _)| position.pieces(at).count());
                    [stacks.max().map(|n| n as u32), None]
                }
                Feature::Score(Some(side)) => [points(side), None],
                Feature::Score(None) => Side::ALL.map(points),
            });
        });
    }
}

/// The height of stacks, with or without Venom.
fn highest(verdict: &Verdict, when: When, see: &mut impl FnMut([Option<u32>; 2])) {
    let mut board = Board::of(verdict);
    for ply in 1..=verdict.plies() {
        board.advance();
        if when != When::AtEnd || ply == verdict.plies() {
            let highest = board.stacks().map(|(_, stack)| stack.len()).max();
            see([highest.map(|n| n as u32), None]);
        }
    }
}

/// The number of moves that the side to move has, a forced pass not among them.
fn mobility<P: Position>(position: &P, pass: P::Move) -> u32 {
    match position.check(pass) {
        Ok(()) => 0,
        Err(_) => u32::try_from(position.count_moves()).unwrap_or(u32::MAX),
    }
}
