//! The record: everything that the text of a game holds.

use super::{Format, GameKind, Note, Ply, Stated, Tags, Variation};
use crate::diag::{Code, Diagnostic, Severity};
use crate::game::Game;
use skep_rules::game::Side;
use skep_rules::geometry::GridRef;

/// Whether a forced pass may be missing from a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PassPolicy {
    /// Every pass is written (UHP, PGN, hivegame).
    #[default]
    Written,
    /// A forced pass may be left out (Boardspace, Board Game Arena).
    MayBeImplied,
}

/// One game as written: its syntax is read, its meaning is not judged yet.
///
/// A record is complete even if its text has errors: unreadable text becomes a diagnostic, and `plies` holds the turns
/// before it. A record can be reused and keeps its buffers; see [`Record::clear`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The game.
    pub game: GameKind,
    /// The notation that it was read from.
    pub format: Format,
    /// The variant in the game's own notation, `Base+MLP` for instance; empty if the record does not state it.
    pub variant: String,
    /// Players, date, event and everything else in the header. Names are those of PGN if PGN has one (`Event Site Date
    /// Round White Black Result`), the notation's own otherwise.
    pub tags: Tags,
    /// What the record says about the result.
    pub stated: Stated,
    /// The side to move after the last ply, and the number of its turn, as the header of the record states them.
    pub stated_turn: Option<(Side, u32)>,
    /// Whether the header of the record states that no move was made.
    pub stated_not_started: bool,
    /// The set-up position in which the game begins, as a [state](crate::state) or a
    /// [HOP](skep_rules::state::hop); `None` for the start of the variant.
    pub start: Option<Box<str>>,
    /// The turns, in order.
    pub plies: Vec<Ply>,
    /// Words for turns that do not fit in one token. Such a token holds the index of its words. Only the game's
    /// `Written` type looks inside.
    pub(crate) overflow: Vec<u64>,
    /// Comments, draw talk, take-backs and unknown properties, ordered by place.
    pub notes: Vec<Note>,
    /// Lines of play beside the game, each after the line that it leaves.
    pub variations: Vec<Variation>,
    /// Findings of the reader.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether forced passes may be missing.
    pub passes: PassPolicy,
    /// Whether the record comes from a site that allows a queen on a side's first turn.
    pub open_opening_site: bool,
    /// The cell of the first piece, in notations that write cells.
    pub origin: Option<GridRef>,
}

impl Record {
    /// Empties the record and keeps its buffers.
    pub fn clear(&mut self) {
        self.game = GameKind::default();
        self.format = Format::default();
        self.variant.clear();
        self.tags.clear();
        self.stated = Stated::default();
        self.stated_turn = None;
        self.stated_not_started = false;
        self.start = None;
        self.plies.clear();
        self.overflow.clear();
        self.notes.clear();
        self.variations.clear();
        self.diagnostics.clear();
        self.passes = PassPolicy::default();
        self.open_opening_site = false;
        self.origin = None;
    }

    /// Adds a finding.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The first finding that makes the text unreadable, unless the variant is the reason.
    pub fn syntax_error(&self) -> Option<&Diagnostic> {
        self.diagnostics
            .iter()
            .find(|d| d.severity == Severity::Error && !d.code.is_unsupported())
    }

    /// The side that makes the first turn.
    pub fn first_side(&self) -> Side {
        let start = self
            .start
            .as_deref()
            .and_then(|start| Game::of_state(start).ok());
        start.map_or(Side::White, |game| Side::of_ply(game.first_ply()))
    }

    /// The side that makes the turn after a number of written turns.
    pub fn side_after(&self, turns: usize) -> Side {
        let first = self.first_side();
        if turns.is_multiple_of(2) {
            first
        } else {
            !first
        }
    }

    /// Whether the site of the game forbids a queen on a side's first turn.
    pub fn forbids_opening_queen(&self) -> bool {
        self.tags.get(Tags::QUEEN_RULE) == Some("tournament")
    }

    /// Whether skep recognises but does not support the game of the record.
    pub fn is_unsupported(&self) -> bool {
        self.diagnostics.iter().any(|d| d.code.is_unsupported())
    }
}

impl Code {
    /// Whether the finding says that skep does not support a record.
    pub const fn is_unsupported(self) -> bool {
        matches!(self, Code::UnsupportedVariant | Code::UnsupportedFormat)
    }
}
