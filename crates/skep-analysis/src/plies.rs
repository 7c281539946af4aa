//! The facts of each turn of a game: its text, its time, its alternatives, and the board after it.

use skep_records::{Played, Record, Rules, Verdict, each_game};
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::hexit::Points;
use skep_rules::hive::PieceName;

/// The facts of one legal turn of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlyFacts {
    /// The number of the turn, from 1. Implied passes count.
    pub ply: u32,
    /// The index of the written turn in the record. `None` for a pass that the record leaves out.
    pub written: Option<u32>,
    /// Whose turn it is.
    pub side: Side,
    /// The turn in canonical spelling; empty in [`for_each_ply`].
    pub text: String,
    /// The number of legal turns, including this one.
    pub moves: u64,
    /// The time for this turn in milliseconds. Known if the record has the clocks of this turn and of the player's
    /// previous turn, if there is one.
    pub used_ms: Option<u32>,
    /// The time in milliseconds that the player had used since the start of the game.
    pub clock_ms: Option<u32>,
    /// The facts of the board after the turn.
    pub board: BoardFacts,
}

/// The facts of a position. Queens and points are left out in games without them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardFacts {
    /// The number of empty cells beside each queen, 0 to 6. `None` if the queen is not on the board.
    pub freedom: BySide<Option<u32>>,
    /// Each side's pinned pieces, which cannot move because the hive would split.
    pub pinned: BySide<Vec<PieceName>>,
    /// The points of each side (Hex-It).
    pub points: Option<BySide<Points>>,
}

/// The clocks of both sides, read turn by turn.
#[derive(Clone, Copy, Debug)]
pub struct Clocks<'a> {
    record: &'a Record,
    turns: u32,
    last: BySide<Option<u32>>,
}

impl<'a> Clocks<'a> {
    /// The clocks before the first turn.
    pub fn new(record: &'a Record) -> Clocks<'a> {
        Clocks {
            record,
            turns: 0,
            last: BySide::default(),
        }
    }

    /// The time for a side's next turn, and the time that the side has used after it, in milliseconds. `None` if the
    /// record does not state it. `written` is the index of the turn in the record.
    pub fn turn(&mut self, side: Side, written: Option<u32>) -> (Option<u32>, Option<u32>) {
        let clock = written
            .and_then(|ply| self.record.plies.get(ply as usize))
            .and_then(|ply| ply.clock_ms());
        let first = self.turns < 2;
        let before = if first { Some(0) } else { self.last[side] };
        self.turns += 1;
        self.last[side] = clock;
        let used = clock
            .zip(before)
            .and_then(|(now, before)| now.checked_sub(before));
        (used, clock)
    }
}

/// The facts of every legal turn of a judged game, in order.
pub fn plies(record: &Record, verdict: &Verdict) -> Vec<PlyFacts> {
    let mut all = Vec::with_capacity(record.plies.len());
    for_each_written_ply(record, verdict, |facts| all.push(facts.clone()));
    all
}

/// Calls `each` with the facts of every legal turn of a judged game, in order. The text of each turn is empty. This
/// is faster than [`plies`], because it reuses its buffers.
pub fn for_each_ply(record: &Record, verdict: &Verdict, each: impl FnMut(&PlyFacts)) {
    each_game!(&verdict.game, Game(game) => visit::<_, false>(record, game, each));
}

/// Calls `each` like [`for_each_ply`], with the text of each turn.
pub fn for_each_written_ply(record: &Record, verdict: &Verdict, each: impl FnMut(&PlyFacts)) {
    each_game!(&verdict.game, Game(game) => visit::<_, true>(record, game, each));
}

fn visit<R: Rules, const TEXT: bool>(
    record: &Record,
    game: &Played<R>,
    mut each: impl FnMut(&PlyFacts),
) {
    let mut clocks = Clocks::new(record);
    let mut positions = game.positions();
    let mut facts = PlyFacts {
        ply: 0,
        written: None,
        side: Side::White,
        text: String::new(),
        moves: 0,
        used_ms: None,
        clock_ms: None,
        board: BoardFacts::default(),
    };
    while let Some(turn) = positions.next_turn() {
        let position = positions.position();
        facts.ply += 1;
        facts.written = turn.ply;
        facts.side = position.turn();
        if TEXT {
            facts.text.clear();
            // Writing to a string cannot fail.
            let _ = R::write(&position.spell(turn.mv), &mut facts.text);
        }
        facts.moves = position.count_moves();
        (facts.used_ms, facts.clock_ms) = clocks.turn(facts.side, turn.ply);
        positions.advance();
        update_board::<R>(positions.position(), &mut facts.board);
        each(&facts);
    }
}

fn update_board<R: Rules>(position: &R::Position, board: &mut BoardFacts) {
    for side in Side::ALL {
        board.freedom[side] = R::queen_neighbours(position, side).map(|n| 6 - n);
        board.pinned[side].clear();
    }
    R::add_pinned(position, &mut board.pinned);
    board.points = R::score(position).map(|score| score.points);
}
