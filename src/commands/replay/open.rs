//! A game in replay.

use std::cell::Cell;

use super::list::ListedGame;
use super::trial::Trial;
use crate::emit::games::marks::add_marks;
use skep_analysis::{GameReader, GameWriter, PlyFacts, plies};
use skep_records::diag::Diagnostic;
use skep_records::notation::{JudgeOptions, Status, Verdict};
use skep_records::record::{NoteKind, Record};
use skep_records::{GameLine, Playback};
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
    /// The variations of the game.
    pub variations: Vec<VariationEntry>,
    /// The variation that is shown, if it is not the game.
    pub variation: Option<usize>,
    /// The game, while a variation is shown.
    game: Option<Box<(Record, Verdict)>>,
}

/// A variation in the list.
pub struct VariationEntry {
    pub path: String,
    /// The variation that it leaves, if it is not the game.
    parent: Option<usize>,
    /// The number of turns before it.
    leaves: u32,
    /// Its first turn.
    first: String,
}

impl Open {
    /// A game. `tactics` is the number of own turns to look ahead for forced wins, if they are marked.
    pub fn new(entry: &ListedGame, rules: JudgeOptions, tactics: Option<u32>) -> Open {
        let mut reader = GameReader::new(rules);
        reader.read_text(entry.format, &entry.text);
        let (mut record, verdict) = (reader.record, reader.verdict);
        if let Some(turns) = tactics {
            add_marks(&mut record, &verdict, turns);
        }
        let line = GameLine::new(&record, &verdict);
        Open {
            trial: None,
            cells: cells(&line),
            variations: variations(&record, &verdict),
            variation: None,
            game: None,
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

    /// Shows a variation from its first turn, or the game (`None`) where the variation leaves it.
    pub fn enter(&mut self, variation: Option<usize>) {
        let mut root = self.variation;
        while let Some(parent) = root.and_then(|i| self.variations[i].parent) {
            root = Some(parent);
        }
        let game = match self.game.take() {
            Some(game) => game,
            None => Box::new((
                std::mem::take(&mut self.record),
                std::mem::take(&mut self.verdict),
            )),
        };
        let ply = match variation {
            Some(i) => {
                let (mut record, mut verdict) = game.1.of_variation(&game.0, i);
                let entry = &self.variations[i];
                let name = format!("variation {}: ", entry.path);
                let own = game.1.diagnostics.iter();
                verdict.diagnostics = own
                    .filter(|d| d.message.starts_with(&name))
                    .cloned()
                    .collect();
                std::mem::swap(&mut self.record, &mut record);
                std::mem::swap(&mut self.verdict, &mut verdict);
                self.game = Some(game);
                entry.leaves + 1
            }
            None => {
                (self.record, self.verdict) = *game;
                root.map_or(0, |i| self.variations[i].leaves)
            }
        };
        self.variation = variation;
        self.finding = None;
        self.plies = plies(&self.record, &self.verdict);
        self.line = GameLine::new(&self.record, &self.verdict);
        self.cells = cells(&self.line);
        self.go(ply);
    }

    /// Shows the next variation, or after the last one the game. From the game it is the first that leaves here or
    /// later. Returns whether there are variations.
    pub fn next_variation(&mut self) -> bool {
        let next = match self.variation {
            Some(i) => Some(i + 1).filter(|&i| i < self.variations.len()),
            None => {
                let ply = self.ply();
                let later = |entry: &VariationEntry| entry.parent.is_none() && entry.leaves >= ply;
                let found = self.variations.iter().position(later);
                Some(found.unwrap_or(0)).filter(|_| !self.variations.is_empty())
            }
        };
        if next.is_some() || self.variation.is_some() {
            self.enter(next);
        }
        !self.variations.is_empty()
    }

    /// The variations that leave the shown line here, each with its first turn.
    pub fn variations_here(&self) -> impl Iterator<Item = (&str, &str)> {
        let ply = self.ply();
        let here = move |entry: &&VariationEntry| entry.leaves == ply;
        let own = self
            .variations
            .iter()
            .filter(|entry| entry.parent == self.variation);
        own.filter(here)
            .map(|entry| (entry.path.as_str(), entry.first.as_str()))
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
        if let Some(trial) = &self.trial {
            return trial.text();
        }
        let mut out = String::new();
        let mut verdict = self.verdict.clone();
        verdict.game.truncate(self.ply());
        verdict.outcome = self.playback.outcome();
        let target = verdict.game.kind().own_notation();
        verdict.status = Status::Ok;
        // The notation can express every game of its kind.
        let beginning = verdict.beginning(&self.record);
        let _ = GameWriter::default().convert(target, &beginning, &verdict, &mut out);
        out.trim_end().to_owned()
    }
}

/// The cells that a line uses.
fn cells(line: &GameLine) -> Vec<Hex> {
    let mut cells: Vec<Hex> = (line.playbacks())
        .flat_map(|playback| Board::of(&playback).to)
        .collect();
    cells.sort_by_key(|hex| (hex.r, hex.q));
    cells.dedup();
    cells
}

fn variations(record: &Record, verdict: &Verdict) -> Vec<VariationEntry> {
    let lines = verdict.game.turns_of_variations().into_iter();
    let firsts = lines.map(|line| line.into_iter().next().unwrap_or_default());
    let turns = verdict.game.variation_turns().into_iter().zip(firsts);
    let paths = record.variation_paths().into_iter();
    let all = paths.zip(turns).zip(&record.variations);
    all.map(|((path, ((leaves, _), first)), variation)| VariationEntry {
        path,
        parent: variation.parent(),
        leaves,
        first,
    })
    .collect()
}
