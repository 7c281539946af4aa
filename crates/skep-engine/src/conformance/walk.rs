//! The games whose positions are compared: random games that prefer rare situations.

use skep_rules::game::{Outcome, Position as _};
use skep_rules::hive::{Bug, GameType, Move, MoveKind, Piece, PlaneTracker, Position, Spelling};

/// Games of Base with what random games rarely have.
const CORNERS: [&str; 2] = [
    // Black can only pass: the beetle covers the queen, the grasshopper is pinned, and each cell beside it touches
    // White.
    r"wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wB1 \wS1;bQ bG1\;wB1 wS1/;bQ bG1-;wB1 bG1/;bQ bG1\;wA1 -wQ;bQ bG1-;wB1 bQ;pass",
    // Two stacks beside the pillbug are a gate, through which it cannot throw the ant.
    r"wS1;bS1 \wS1;wP wS1\;bQ \bS1;wQ wP-;bA1 \bQ;wB1 wQ-;bG1 bQ/;wB1 wQ;bA1 -wP;wB2 wP\;bA2 \bQ;wB2 wP;bA3 \bA2;wB2 wS1;bG2 \bA3",
];

/// The beginning of the first games of a variant. Later games, and variants without the pieces, have none.
pub(super) fn corner(variant: GameType, round: usize) -> Vec<Move> {
    let Some(turns) = CORNERS.get(round) else {
        return Vec::new();
    };
    let mut position = Position::start(variant.into());
    let mut moves = Vec::new();
    for turn in turns.split(';') {
        let spelling = Spelling::parse(turn);
        let mv = spelling.and_then(|spelling| position.judge(&spelling.written).ok());
        let Some(mv) = mv else { return Vec::new() };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}

/// Random numbers that depend only on a seed (SplitMix64).
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below a bound. The bound is small, so the numbers are about equally likely.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or_default()
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }
}

/// What a game prefers.
#[derive(Clone, Copy, Debug)]
pub(super) enum WalkStyle {
    /// Every move is equally likely.
    Any,
    /// The other side has few moves: pinned pieces and passes.
    Siege,
    /// Pieces climb: stacks and gates.
    Climb,
    /// Pieces climb beside pillbugs and stay there: gates for throws.
    Gate,
    /// Pillbugs and mosquitoes throw.
    Throw,
    /// Pieces enter late, and queens last.
    Late,
}

impl WalkStyle {
    pub(super) const ALL: [WalkStyle; 6] = [
        WalkStyle::Any,
        WalkStyle::Siege,
        WalkStyle::Climb,
        WalkStyle::Gate,
        WalkStyle::Throw,
        WalkStyle::Late,
    ];

    /// A legal move; `None` if the game is over.
    pub(super) fn choose(self, position: &Position, dice: &mut Dice) -> Option<Move> {
        let moves = position.legal_moves();
        let preferred: Vec<Move> = match self {
            WalkStyle::Any => Vec::new(),
            WalkStyle::Siege => return siege(position, &moves, dice),
            WalkStyle::Climb => filter(&moves, |mv| position.is_occupied_at(mv)),
            WalkStyle::Gate => gates(position, &moves),
            WalkStyle::Throw => filter(&moves, |mv| position.kind(mv) == MoveKind::Throw),
            WalkStyle::Late => filter(&moves, |mv| {
                mv.piece().is_some_and(|piece| piece.bug() != Bug::Queen)
            }),
        };
        // If a game had only preferred moves, it would soon have none.
        let of = if preferred.is_empty() || dice.below(3) == 0 {
            &moves
        } else {
            &preferred
        };
        dice.pick(of)
    }
}

fn filter(moves: &[Move], is_preferred: impl Fn(Move) -> bool) -> Vec<Move> {
    moves
        .iter()
        .copied()
        .filter(|mv| is_preferred(*mv))
        .collect()
}

/// The moves that lead to stacks beside a pillbug soonest: onto a piece beside it, onto any piece, or a move of a bug
/// that climbs. What is on top stays there.
fn gates(position: &Position, moves: &[Move]) -> Vec<Move> {
    let plane = PlaneTracker::of(position.clone());
    let pillbugs: Vec<_> = (position.pieces())
        .filter(|piece| piece.bug() == Bug::Pillbug)
        .filter_map(|piece| plane.hex(piece))
        .collect();
    let stays =
        |piece: Piece| piece.bug() == Bug::Pillbug || position.beneath(piece).next().is_some();
    let moves = filter(moves, |mv| !mv.piece().is_some_and(stays));
    let is_beside = |mv: Move| {
        let to = plane.preview(mv).to;
        pillbugs.iter().any(|pillbug| pillbug.distance(to) == 1)
    };
    let climbs = filter(&moves, |mv| position.is_occupied_at(mv));
    let beside = filter(&climbs, is_beside);
    let climbers = filter(&moves, |mv| {
        mv.piece()
            .is_some_and(|piece| [Bug::Beetle, Bug::Mosquito].contains(&piece.bug()))
    });
    [beside, climbs, climbers, moves]
        .into_iter()
        .find(|moves| !moves.is_empty())
        .unwrap_or_default()
}

/// Of a few random moves, the move that leaves the fewest answers and does not end the game.
fn siege(position: &Position, moves: &[Move], dice: &mut Dice) -> Option<Move> {
    const TRIED: usize = 6;
    let tried: Vec<Move> = (0..TRIED).filter_map(|_| dice.pick(moves)).collect();
    let answers = |mv: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*mv);
        match after.outcome() {
            // A forced pass is the rarest answer.
            Outcome::Undecided if after.legal_moves() == [Move::PASS] => 0,
            Outcome::Undecided => after.count_moves(),
            _ => u64::MAX,
        }
    };
    tried.into_iter().min_by_key(answers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::all_moves;
    use skep_rules::game::Side;
    use skep_rules::hive::Rule;

    fn last(moves: &[Move]) -> Position {
        let mut position = Position::start(GameType::MLP.into());
        for &mv in moves {
            position.play(mv).unwrap();
        }
        position
    }

    #[test]
    fn corners_show_what_is_rare() {
        let pass = corner(GameType::BASE, 0);
        assert!(pass.last().is_some_and(|mv| mv.is_pass()));
        let throw = corner(GameType::MLP, 1);
        let position = last(&throw);
        let is_gated = |mv: &Move| {
            let piece = mv.piece().filter(|piece| piece.side() == Side::Black);
            piece.is_some() && position.check(*mv) == Err(Rule::HeightGate)
        };
        assert!(all_moves(&position).iter().any(is_gated));
        assert_eq!(corner(GameType::BASE, 1), []);
        assert_eq!(corner(GameType::MLP, CORNERS.len()), []);
    }
}
