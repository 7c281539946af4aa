use std::fmt;
use std::str::FromStr;

use crate::diag::{Code, Diagnostic, Severity};
use crate::record::{GameKind, NoteKind, Record, StatedResult, Termination};
use skep_rules::game::Outcome;
use skep_rules::hive::complete as venom;
use skep_rules::{hexit, hive};

/// What a check says of a record as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Status {
    /// Every turn is legal.
    #[default]
    Ok,
    /// A turn breaks a rule.
    Illegal,
    /// The text cannot be read to its end.
    Syntax,
    /// A recognised variant or notation that is not judged.
    Unsupported,
    /// A game without any turn.
    Empty,
    /// Every turn is legal as far as the record tells, and something that it does not tell is needed to be sure: the
    /// hands and draws of Swarm.
    Unverifiable,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 6] = [
        Status::Ok,
        Status::Illegal,
        Status::Syntax,
        Status::Unsupported,
        Status::Empty,
        Status::Unverifiable,
    ];

    /// The word that reports print.
    pub const fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Illegal => "illegal",
            Status::Syntax => "syntax",
            Status::Unsupported => "unsupported",
            Status::Empty => "empty",
            Status::Unverifiable => "unverifiable",
        }
    }

    /// Whether the game is sound: legal from beginning to end, be it without any turn.
    pub const fn is_sound(self) -> bool {
        matches!(self, Status::Ok | Status::Empty)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is no status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such status")]
pub struct ParseStatusError;

impl FromStr for Status {
    type Err = ParseStatusError;

    fn from_str(s: &str) -> Result<Self, ParseStatusError> {
        Status::ALL
            .into_iter()
            .find(|x| x.as_str().eq_ignore_ascii_case(s))
            .ok_or(ParseStatusError)
    }
}

/// A turn that was played, with the written turn that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<M> {
    /// The move.
    pub mv: M,
    /// The place of the written turn in [`Record::plies`]; none for a forced pass that the record leaves out.
    pub ply: Option<u32>,
}

/// The judgement of one record: the turns that are legal, and everything that was found.
///
/// Verdicts are filled one after the other into the same buffers.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// The summary in a word.
    pub status: Status,
    /// The game, which decides what of the rest means something.
    pub game: GameKind,
    /// The game type of Hive: the one stated, widened by the kinds of bug that the record names.
    pub game_type: hive::GameType,
    /// The opening rule under which the game is legal.
    pub opening: hive::Opening,
    /// The legal turns of a game of Hive up to the first fault, implied passes included.
    pub hive: Vec<Played<hive::Move>>,
    /// The options of Hex-It under which the game is judged.
    pub hexit_options: hexit::Options,
    /// The legal turns of a game of Hex-It up to the first fault, implied passes included.
    pub hexit: Vec<Played<hexit::Move>>,
    /// The count of the last position of a game of Hex-It, be the game over or not.
    pub score: Option<hexit::Score>,
    /// The options of Hive with Venom or packs under which the game is judged.
    pub venom_options: venom::Options,
    /// Its game type, as its notation spells it.
    pub venom_type: String,
    /// The legal turns of a game of Hive with Venom or packs up to the first fault.
    pub venom: Vec<Played<venom::Move>>,
    /// What the board says after them.
    pub outcome: Outcome,
    /// How the game ended, as far as board and record tell.
    pub termination: Termination,
    /// The reader's findings and those of the replay, in order of place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Verdict {
    /// The place in the record of each legal turn, in order; none for a pass that the record leaves out.
    pub fn written(&self) -> impl Iterator<Item = Option<u32>> {
        // Only the moves of the game that was judged are there.
        (self.hive.iter().map(|p| p.ply))
            .chain(self.hexit.iter().map(|p| p.ply))
            .chain(self.venom.iter().map(|p| p.ply))
    }

    /// Whether a game of Swarm leaves something untold that would be needed to be sure of it.
    pub(super) fn venom_unverifiable(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|d| d.code == Code::Unverifiable)
    }

    /// The number of legal plies, implied passes included.
    pub fn plies(&self) -> u32 {
        let plies = match self.game {
            GameKind::Hive => self.hive.len(),
            GameKind::HexIt => self.hexit.len(),
            GameKind::Venom => self.venom.len(),
        };
        plies as u32
    }

    /// The game type of Hive, or the number of tiles of Hex-It, as the game's notation spells it.
    pub fn variant(&self) -> &str {
        match self.game {
            GameKind::Venom => &self.venom_type,
            GameKind::Hive => self.game_type.set_name(),
            GameKind::HexIt => self.hexit_options.tiles.as_str(),
        }
    }

    /// The variant with the name of the game, where it is not Hive.
    pub fn title(&self) -> &str {
        match self.game {
            GameKind::Venom => &self.venom_type,
            GameKind::Hive => self.game_type.set_name(),
            GameKind::HexIt => self.hexit_options.tiles.title(),
        }
    }

    /// The result to write: the board's where it decides, the record's otherwise.
    pub fn result(&self, record: &Record) -> StatedResult {
        if self.outcome.is_over() {
            StatedResult::of_outcome(self.outcome)
        } else {
            record.stated.result
        }
    }

    /// The place of the last written turn that was played in [`Record::plies`].
    pub fn last_ply(&self) -> Option<u32> {
        match self.game {
            GameKind::Hive => self.hive.iter().rev().find_map(|p| p.ply),
            GameKind::HexIt => self.hexit.iter().rev().find_map(|p| p.ply),
            GameKind::Venom => self.venom.iter().rev().find_map(|p| p.ply),
        }
    }

    /// The record up to its first fault: the turns that are legal and what stands among them.
    pub fn beginning(&self, record: &Record) -> Record {
        let end = self.last_ply().map_or(0, |ply| ply + 1);
        let mut beginning = record.clone();
        beginning.plies.truncate(end as usize);
        if self.game == GameKind::Hive {
            // The bugs that widened the game type may be left out.
            beginning.variant = self.game_type.set_name().to_owned();
        }
        // Behind the last turn stand the steps of the one that is left out.
        beginning
            .notes
            .retain(|n| n.after < end || n.after == end && matches!(n.kind, NoteKind::Comment(_)));
        beginning
            .diagnostics
            .retain(|d| d.severity < Severity::Error);
        beginning
    }

    /// The number of findings of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.diagnostics
            .iter()
            .filter(|d| d.severity == severity)
            .count()
    }

    /// Empties the verdict, keeping its buffers.
    pub fn clear(&mut self) {
        self.status = Status::default();
        self.game = GameKind::default();
        self.game_type = hive::GameType::default();
        self.opening = hive::Opening::default();
        self.hive.clear();
        self.hexit_options = hexit::Options::default();
        self.hexit.clear();
        self.score = None;
        self.venom_options = venom::Options::default();
        self.venom_type.clear();
        self.venom.clear();
        self.outcome = Outcome::default();
        self.termination = Termination::default();
        self.diagnostics.clear();
    }
}
