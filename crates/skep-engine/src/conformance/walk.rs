//! The games whose positions are compared: random games that prefer rare situations.

use skep_rules::game::{Outcome, Position as _};
use skep_rules::hive::{Bug, Move, MoveKind, Piece, PlaneTracker, Position};

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
pub(super) enum Style {
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

impl Style {
    pub(super) const ALL: [Style; 6] = [
        Style::Any,
        Style::Siege,
        Style::Climb,
        Style::Gate,
        Style::Throw,
        Style::Late,
    ];

    /// A legal move; `None` if the game is over.
    pub(super) fn choose(self, position: &Position, dice: &mut Dice) -> Option<Move> {
        let moves = position.legal_moves();
        let preferred: Vec<Move> = match self {
            Style::Any => Vec::new(),
            Style::Siege => return siege(position, &moves, dice),
            Style::Climb => filter(&moves, |mv| position.is_occupied_at(mv)),
            Style::Gate => gates(position, &moves),
            Style::Throw => filter(&moves, |mv| position.kind(mv) == MoveKind::Throw),
            Style::Late => filter(&moves, |mv| {
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

/// The moves that lead to stacks beside a pillbug soonest: onto a piece beside it, onto any piece, or a move of a bug that
/// climbs. What is on top stays there.
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
