//! The tables of plies, positions and legal moves.

use std::iter::Peekable;

use super::build::{
    Byte, ChoiceColumn, Coordinate, Count, Flag, Index, Key, Millis, Real, TextColumn, add,
    builders,
};
use super::rules::{TableRules, TurnCells};
use skep_analysis::Clocks;
use skep_analysis::motifs::MotifSet;
use skep_analysis::tactics::tactics;
use skep_records::game::{AnyPiece, PlacedPiece, Tracker as _};
use skep_records::record::{EvalScore, Note, NoteKind};
use skep_records::state::write_state;
use skep_records::{Game, Played, Record};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::Hex;
use skep_rules::hive::Bug;
use skep_tactics::{Chance, Defence};

builders! {
    /// The columns of plies.
    pub(crate) struct Plies {
        ply: Index,
        side: ChoiceColumn<Side>,
        r#move: TextColumn,
        piece: ChoiceColumn<AnyPiece>,
        from_q: Coordinate,
        from_r: Coordinate,
        to_q: Coordinate,
        to_r: Coordinate,
        key: Key,
        from_height: Byte,
        to_height: Byte,
        thrown: Flag,
        captured: Flag,
        white_queen_free: Byte,
        black_queen_free: Byte,
        used_ms: Millis,
        clock_ms: Millis,
    }
    on request {
        legal_moves: Count,
        white_pinned: TextColumn,
        black_pinned: TextColumn,
        white_points: Real,
        black_points: Real,
        state: TextColumn,
        hop: TextColumn,
        position_hash: Key,
        motifs: TextColumn,
        glyph: TextColumn,
        evaluation: TextColumn,
        evaluation_points: Real,
        evaluation_win_in: Index,
        best_line: TextColumn,
        comment: TextColumn,
    }
}

builders! {
    /// The columns of plies for forced wins.
    pub(crate) struct Wins {
        win_in: Byte,
        win: ChoiceColumn<Chance>,
        missed_line: TextColumn,
        allows_in: Byte,
        defence: ChoiceColumn<Defence<()>>,
        only_defence: TextColumn,
        allowed_line: TextColumn,
    }
}

builders! {
    /// The columns of positions.
    pub(crate) struct PositionColumns {
        ply: Index,
        piece: ChoiceColumn<AnyPiece>,
        bug: ChoiceColumn<Bug>,
        side: ChoiceColumn<Side>,
        q: Coordinate,
        r: Coordinate,
        height: Byte,
        on_top: Flag,
    }
}

builders! {
    /// The columns of legal moves.
    pub(crate) struct LegalMoves {
        ply: Index,
        r#move: TextColumn,
        piece: ChoiceColumn<AnyPiece>,
        from_q: Coordinate,
        from_r: Coordinate,
        to_q: Coordinate,
        to_r: Coordinate,
        is_played: Flag,
    }
}

/// A coordinate in its column. A hive cannot walk so far that it does not fit.
fn coordinate(number: i32) -> i16 {
    number.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}

macro_rules! add_cells {
    ($table:expr, $cells:expr) => {
        let TurnCells {
            piece, from, to, ..
        } = $cells;
        add!($table.piece, piece);
        add!($table.from_q, from.map(|hex| coordinate(hex.q)));
        add!($table.from_r, from.map(|hex| coordinate(hex.r)));
        add!($table.to_q, to.map(|hex| coordinate(hex.q)));
        add!($table.to_r, to.map(|hex| coordinate(hex.r)));
    };
}

impl Plies {
    /// Adds the legal plies of a game, and returns how many there are.
    pub fn push<R: TableRules>(&mut self, record: &Record, game: &Played<R>) -> u32 {
        let mut tracker = game.start_at(Hex::ORIGIN);
        let mut keys = R::keys(game);
        let mut clocks = Clocks::new(record);
        let mut text = String::new();
        let mut motifs = self.motifs.as_ref().and_then(|_| R::motifs(game));
        let mut notes = self.has_notes().then(|| record.notes.iter().peekable());
        for (ply, turn) in (1u32..).zip(&game.turns) {
            let side = tracker.position().turn();
            text.clear();
            let (cells, step) = R::turn(&tracker, turn.mv, &mut text);
            add!(self.ply, ply);
            add!(self.side, side);
            add!(self.r#move, text.as_str());
            add_cells!(self, cells);
            add!(self.from_height, cells.from_height);
            add!(self.to_height, cells.to_height);
            add!(self.thrown, R::throws(&tracker, turn.mv, &cells));
            add!(self.captured, R::captures(tracker.position(), turn.mv));
            add!(
                self.legal_moves,
                tracker.position().count_moves().min(0xFFFF) as u16
            );
            let (used, clock) = clocks.turn(side, turn.ply);
            add!(self.used_ms, used.map(i64::from));
            add!(self.clock_ms, clock.map(i64::from));
            let moved =
                self.position_hash.is_some() && !R::is_irreversible(tracker.position(), turn.mv);
            R::play(&mut tracker, turn.mv, step);
            let position = tracker.position();
            add!(self.key, R::key(&mut keys, turn.mv, position));
            let free = |side| R::queen_neighbours(position, side).map(|n| 6 - n as u8);
            add!(self.white_queen_free, free(Side::White));
            add!(self.black_queen_free, free(Side::Black));
            for (column, side) in [
                (&mut self.white_pinned, Side::White),
                (&mut self.black_pinned, Side::Black),
            ] {
                if let Some(column) = column {
                    text.clear();
                    R::write_pinned(position, side, &mut text);
                    column.push(text.as_str());
                }
            }
            if self.white_points.is_some() || self.black_points.is_some() {
                let points = R::score(position).map(|score| score.points);
                let points = |side| points.map(|points| f64::from(points[side].halves()) / 2.0);
                add!(self.white_points, points(Side::White));
                add!(self.black_points, points(Side::Black));
            }
            if let Some(column) = &mut self.state {
                text.clear();
                write_state::<R>(&tracker, &mut text);
                column.push(text.as_str());
            }
            if let Some(column) = &mut self.hop {
                text.clear();
                let is_hop = R::write_hop(&tracker, &mut text);
                column.push(is_hop.then_some(text.as_str()));
            }
            if let Some(column) = &mut self.position_hash {
                column.push(R::hivegame_hash(position, moved));
            }
            if let Some(notes) = &mut notes {
                self.push_notes(notes, turn.ply);
            }
            if let Some(column) = &mut self.motifs {
                let made = motifs.as_mut().and_then(Iterator::next);
                column.push(made.map(|made: MotifSet| made.to_string()).as_deref());
            }
        }
        game.turns.len() as u32
    }

    /// Whether there are columns for the notes of plies.
    fn has_notes(&self) -> bool {
        self.glyph.is_some()
            || self.evaluation.is_some()
            || self.evaluation_points.is_some()
            || self.evaluation_win_in.is_some()
            || self.best_line.is_some()
            || self.comment.is_some()
    }

    /// Adds what the record says about a written ply. Of several evaluations, the first that says it counts.
    fn push_notes<'a>(
        &mut self,
        notes: &mut Peekable<impl Iterator<Item = &'a Note>>,
        ply: Option<u32>,
    ) {
        let (mut glyphs, mut comments) = (Vec::new(), Vec::new());
        let (mut score, mut line) = (None, None);
        while let Some(note) = notes.next_if(|note| ply.is_some_and(|ply| note.after <= ply + 1)) {
            if ply.is_some_and(|ply| note.after <= ply) {
                continue;
            }
            match &note.kind {
                NoteKind::Glyph(glyph) => glyphs.push(glyph.to_string()),
                NoteKind::Comment(text) => comments.push(text.as_str()),
                NoteKind::Evaluation(found) => {
                    score = score.or(found.score);
                    let turns = match found.line.as_slice() {
                        [] => found.best.as_slice(),
                        turns => turns,
                    };
                    line = line.or_else(|| (!turns.is_empty()).then(|| turns.join(";")));
                }
                _ => {}
            }
        }
        let (points, plies) = match score {
            Some(EvalScore::Win { plies, .. }) => (None, plies),
            score => (score.map(EvalScore::value), None),
        };
        let score = score.map(|score| score.to_string());
        let joined = |texts: Vec<&str>, by| (!texts.is_empty()).then(|| texts.join(by));
        let glyphs = joined(glyphs.iter().map(String::as_str).collect(), " ");
        add!(self.glyph, glyphs.as_deref());
        add!(self.evaluation, score.as_deref());
        add!(self.evaluation_points, points);
        add!(self.evaluation_win_in, plies);
        add!(self.best_line, line.as_deref());
        add!(self.comment, joined(comments, "\n").as_deref());
    }
}

impl Wins {
    /// Adds a row for each legal ply of a game, with the wins that are forced within this number of own turns.
    pub fn push(&mut self, game: &Game, turns: u32) {
        for turn in tactics(game, turns) {
            let review = &turn.review;
            add!(self.win_in, review.win_in.map(|n| n as u8));
            add!(self.win, review.chance);
            add!(self.missed_line, turn.missed_line().as_deref());
            add!(self.allows_in, review.allows_in.map(|n| n as u8));
            let defence = review.defence.as_ref();
            add!(
                self.defence,
                defence.map(|defence| defence.clone().map(drop))
            );
            add!(self.only_defence, turn.only_defence());
            add!(self.allowed_line, turn.allowed_line().as_deref());
        }
    }
}

impl PositionColumns {
    /// Adds the positions of a game, and returns how many rows there are.
    pub fn push<R: TableRules>(&mut self, game: &Played<R>) -> u32 {
        let mut tracker = game.start_at(Hex::ORIGIN);
        let mut placed = Vec::new();
        let mut rows = 0;
        let turns = game.turns.iter().map(|turn| Some(turn.mv));
        for (ply, mv) in (0u32..).zip(std::iter::once(None).chain(turns)) {
            if let Some(mv) = mv {
                tracker.play(mv);
            }
            placed.clear();
            R::placed(&tracker, &mut placed);
            rows += placed.len();
            for &PlacedPiece {
                piece,
                bug,
                side,
                hex,
                height,
                is_top,
            } in &placed
            {
                add!(self.ply, ply);
                add!(self.piece, piece);
                add!(self.bug, bug);
                add!(self.side, side);
                add!(self.q, coordinate(hex.q));
                add!(self.r, coordinate(hex.r));
                add!(self.height, height);
                add!(self.on_top, is_top);
            }
        }
        rows as u32
    }
}

impl LegalMoves {
    /// Adds the legal turns before each ply of a game, and returns how many there are.
    pub fn push<R: TableRules>(&mut self, game: &Played<R>) -> u32 {
        let mut tracker = game.start_at(Hex::ORIGIN);
        let mut moves = Vec::new();
        let mut text = String::new();
        let mut rows = 0;
        for (ply, turn) in (1u32..).zip(&game.turns) {
            moves.clear();
            tracker.position().legal_moves_into(&mut moves);
            rows += moves.len();
            for &mv in &moves {
                text.clear();
                let (cells, _) = R::turn(&tracker, mv, &mut text);
                add!(self.ply, ply);
                add!(self.r#move, text.as_str());
                add_cells!(self, cells);
                add!(self.is_played, mv == turn.mv);
            }
            tracker.play(turn.mv);
        }
        rows as u32
    }
}
