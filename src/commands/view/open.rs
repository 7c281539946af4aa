//! A game in replay.

use std::cell::Cell;

use super::list::ListedGame;
use super::trial::Trial;
use crate::reader::Reader;
use skep_analysis::{PlyFacts, plies};
use skep_records::diag::Diagnostic;
use skep_records::notation::{JudgeOptions, Verdict, write};
use skep_records::record::{NoteKind, Record};
use skep_records::{GameLine, Playback, Rules, each_kind};
use skep_render::{Board, View};
use skep_rules::geometry::{Hex, Symmetry};

/// A game and the place in it.
pub struct Open {
    /// The moves that are tried, if any.
    pub trial: Option<Trial>,
    /// The cells that the game uses, so that the board keeps its place.
    pub cells: Vec<Hex>,
    pub record: Record,
    pub verdict: Verdict,
    /// Its legal turns.
    pub plies: Vec<PlyFacts>,
    line: GameLine,
    playback: Playback,
    /// Whether the board is upside down.
    pub turned: bool,
    pub labels: bool,
    /// How far a board that is cut is scrolled to the right of the last move, in columns. Drawing limits it.
    pub scroll: Cell<i32>,
    /// Whether the tags are shown in place of the moves.
    pub tags: bool,
    /// The last search, in lower case.
    pub search: String,
    /// The last finding visited.
    finding: Option<usize>,
}

impl Open {
    pub fn new(entry: &ListedGame, rules: JudgeOptions) -> Open {
        let mut reader = Reader::new(rules);
        reader.read_text(entry.format, &entry.text);
        let (record, verdict) = (reader.record, reader.verdict);
        let line = GameLine::new(&record, &verdict);
        let mut cells: Vec<Hex> = (line.playbacks())
            .flat_map(|playback| Board::of(&playback).to)
            .collect();
        cells.sort_by_key(|hex| (hex.r, hex.q));
        cells.dedup();
        Open {
            trial: None,
            cells,
            plies: plies(&record, &verdict),
            playback: line.start(),
            line,
            record,
            verdict,
            turned: false,
            labels: false,
            scroll: Cell::new(0),
            tags: false,
            search: String::new(),
            finding: None,
        }
    }

    /// The number of turns played.
    pub fn ply(&self) -> u32 {
        self.playback.ply()
    }

    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// Goes to the position after `n` turns, or to the last position.
    pub fn go(&mut self, ply: u32) {
        self.playback = self.line.at(ply);
        self.scroll.set(0);
    }

    /// Whether all turns of the game are played.
    pub fn is_at_the_end(&self) -> bool {
        self.ply() >= self.line.plies()
    }

    /// Shows a position that is not in the game.
    pub fn show(&mut self, playback: Playback) {
        self.playback = playback;
    }

    /// The board, with the destinations of the piece with which `mv` begins.
    pub fn board(&self, mv: Option<&str>) -> Board {
        let piece = mv.and_then(|mv| mv.split(' ').next());
        let marked = piece.and_then(|piece| Board::with_moves_of(&self.playback, piece).ok());
        let mut board = marked.unwrap_or_else(|| Board::of(&self.playback));
        if self.turned {
            // Half a turn.
            board.view = View(Symmetry::ALL[3]);
        }
        board
    }

    /// The last turn played in the game.
    pub fn last(&self) -> Option<&PlyFacts> {
        self.plies.get((self.ply() as usize).checked_sub(1)?)
    }

    /// The comments on a ply; those of ply 0 come before the first.
    pub fn comments(&self, ply: u32) -> impl Iterator<Item = &str> {
        let after = match ply {
            0 => Some(0),
            n => self.plies[n as usize - 1].written.map(|n| n + 1),
        };
        self.record
            .notes
            .iter()
            .filter(move |note| Some(note.after) == after)
            .filter_map(|note| match &note.kind {
                NoteKind::Comment(text) => Some(text.as_str()),
                _ => None,
            })
    }

    /// The findings on the turn after this position. At the end, those without a turn.
    pub fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        let next = self.ply() + 1;
        let end = self.ply() == self.line.plies();
        self.verdict
            .diagnostics
            .iter()
            .filter(move |d| match d.ply {
                Some(ply) => ply == next || end && ply > next,
                None => end,
            })
    }

    /// Goes to the next finding, wrapping at the end. Returns whether there is one.
    pub fn next_finding(&mut self) -> bool {
        let all = &self.verdict.diagnostics;
        if all.is_empty() {
            return false;
        }
        let next = self.finding.map_or(0, |i| (i + 1) % all.len());
        self.finding = Some(next);
        let ply = all[next].ply.map_or(u32::MAX, |ply| ply.saturating_sub(1));
        self.go(ply);
        true
    }

    /// Goes to the next or previous ply whose turn or comments match the search. Returns whether there is one.
    pub fn find(&mut self, forward: bool) -> bool {
        let last = self.line.plies();
        let has = |ply: u32| {
            let turn = self.plies[ply as usize - 1].text.to_lowercase();
            turn.contains(&self.search)
                || self
                    .comments(ply)
                    .any(|c| c.to_lowercase().contains(&self.search))
        };
        let found = if forward {
            (self.ply() + 1..=last).find(|&ply| has(ply))
        } else {
            (1..self.ply()).rev().find(|&ply| has(ply))
        };
        match found {
            Some(ply) => {
                self.go(ply);
                true
            }
            None => false,
        }
    }

    /// The game up to this position: a GameString, or a record of Hex-It.
    pub fn text(&self) -> String {
        let mut verdict = self.verdict.clone();
        match &self.trial {
            Some(trial) => verdict.game = trial.game().clone(),
            None => verdict.game.truncate(self.ply()),
        }
        verdict.outcome = self.playback.outcome();
        let target = each_kind!(verdict.game.kind(), R => R::GAME_STRING);
        let mut out = String::new();
        // The notation can express every game of its kind.
        let _ = write::write(target, &verdict.beginning(&self.record), &verdict, &mut out);
        out.trim_end().to_owned()
    }
}
