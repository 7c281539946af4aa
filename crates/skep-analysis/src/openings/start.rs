//! The position where an opening tree begins.

use skep_rules::hive::{Canonical, GameType, Move, Opening, Position};

/// The start of a tree.
#[derive(Clone)]
pub struct Start {
    position: Position,
    /// The moves that lead there, in canonical spelling.
    pub line: Vec<String>,
    canonical: Canonical,
    /// The keys of the positions up to this one, the empty board first.
    path: Vec<u64>,
}

impl Start {
    /// The position after these legal moves.
    pub fn new(game_type: GameType, moves: &[Move]) -> Start {
        // The games were judged by their own opening rule.
        let mut position = Position::new(game_type, Opening::Open);
        let mut canonical = Canonical::new(game_type);
        let mut line = Vec::with_capacity(moves.len());
        let mut path = vec![canonical.key()];
        for &mv in moves {
            line.push(position.spell(mv));
            position.play_unchecked(mv);
            canonical.play(mv);
            path.push(canonical.key());
        }
        for _ in 0..pass_if_stuck(&mut position) {
            line.push(PASS.to_owned());
            canonical.play(Move::PASS);
            path.push(canonical.key());
        }
        Start {
            position,
            line,
            canonical,
            path,
        }
    }

    /// The game type.
    pub fn game_type(&self) -> GameType {
        self.position.game_type()
    }

    /// The key of the position.
    pub fn key(&self) -> u64 {
        self.canonical.key()
    }

    /// The position, with the parts that its key covers.
    pub(super) const fn canonical(&self) -> &Canonical {
        &self.canonical
    }

    /// The keys of the positions up to this one, the empty board first.
    pub fn path(&self) -> &[u64] {
        &self.path
    }

    /// The position as a GameString.
    pub fn game_string(&self) -> String {
        let (side, turn) = (self.position.turn(), self.line.len() / 2 + 1);
        let head = format!("{};InProgress;{side}[{turn}]", self.game_type());
        [&[head], &self.line[..]].concat().join(";")
    }

    /// The position.
    pub const fn position(&self) -> &Position {
        &self.position
    }
}

/// How UHP spells a pass.
pub(super) const PASS: &str = "pass";

/// Passes while the side to move has no move. Returns the number of passes.
pub(super) fn pass_if_stuck(position: &mut Position) -> usize {
    // If neither side has a move, it stops after two passes.
    for passes in 0..2 {
        if position.outcome().is_over() || position.has_move() {
            return passes;
        }
        position.play_unchecked(Move::PASS);
    }
    2
}
