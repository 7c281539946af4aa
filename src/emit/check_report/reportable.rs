//! The subject of a report: a game, or a file without one.

use std::cell::OnceCell;

use skep_analysis::GameReader;
use skep_records::diag::{Code, Diagnostic, LineIndex, Severity, Span};
use skep_records::notation::{Status, Verdict};
use skep_records::record::{Record, StatedResult};
use skep_records::{GameText, Source};

/// The subject of a report: one game, or a file or archive entry without a game.
pub struct Reportable<'a> {
    /// Where it is.
    pub source: &'a Source,
    /// The number of the game in its file or entry, from 1; 0 without a game.
    pub index: u64,
    /// The text of the game.
    pub text: &'a str,
    /// The findings, ordered by place.
    pub diagnostics: &'a [Diagnostic],
    /// The game, if there is one.
    pub game: Option<ReportableGame<'a>>,
    lines: LineStarts<'a>,
}

/// A game with its verdict.
#[derive(Clone, Copy)]
pub struct ReportableGame<'a> {
    /// What the text says.
    pub record: &'a Record,
    /// What the rules say.
    pub verdict: &'a Verdict,
}

struct LineStarts<'a> {
    first: u64,
    column: u64,
    index: OnceCell<LineIndex<'a>>,
}

/// A place in a file, both numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineAndColumn {
    /// The line.
    pub line: u64,
    /// The column, in characters.
    pub column: u64,
}

impl<'a> Reportable<'a> {
    /// A game whose text begins in a line and column of its file.
    pub fn game(
        source: &'a Source,
        index: u64,
        begins: LineAndColumn,
        text: &'a str,
        record: &'a Record,
        verdict: &'a Verdict,
    ) -> Self {
        Reportable {
            source,
            index,
            text,
            diagnostics: &verdict.diagnostics,
            game: Some(ReportableGame { record, verdict }),
            lines: LineStarts {
                first: begins.line,
                column: begins.column,
                index: OnceCell::new(),
            },
        }
    }

    /// A game that was read and judged.
    pub fn of_reader(game: &GameText<'a>, reader: &'a GameReader) -> Self {
        Reportable::game(
            game.source,
            game.index,
            LineAndColumn {
                line: game.line,
                column: game.column,
            },
            game.text,
            &reader.record,
            &reader.verdict,
        )
    }

    /// A file or entry without a game.
    pub fn fault(source: &'a Source, diagnostic: &'a Diagnostic) -> Self {
        Reportable {
            source,
            index: 0,
            text: "",
            diagnostics: std::slice::from_ref(diagnostic),
            game: None,
            lines: LineStarts {
                first: 1,
                column: 1,
                index: OnceCell::new(),
            },
        }
    }

    /// The status. A file without a game counts as text that cannot be read.
    pub fn status(&self) -> Status {
        match self.game {
            Some(g) => g.verdict.status,
            None if self.diagnostics.iter().any(|d| d.code.is_unsupported()) => Status::Unsupported,
            None => Status::Syntax,
        }
    }

    /// Whether it has no errors.
    pub fn is_sound(&self) -> bool {
        match self.game {
            Some(g) => g.verdict.status.is_sound(),
            None => self
                .diagnostics
                .iter()
                .all(|d| d.severity < Severity::Error),
        }
    }

    /// The most important finding: the first of the most severe. `no-moves` comes before other remarks.
    pub fn gravest(&self) -> Option<&'a Diagnostic> {
        let worst = self.diagnostics.iter().map(|d| d.severity).max()?;
        let mut worst = self.diagnostics.iter().filter(|d| d.severity == worst);
        let first = worst.next();
        worst.find(|d| d.code == Code::NoMoves).or(first)
    }

    /// Line and column of a finding.
    pub fn place(&self, diagnostic: &Diagnostic) -> Option<LineAndColumn> {
        let span = diagnostic.span?;
        let (line, column) = self.index().position(span.start as usize);
        Some(LineAndColumn { line, column })
    }

    /// The first line of a span, and the byte offset of that line.
    pub fn line_of(&self, span: Span) -> (&'a str, usize) {
        self.index().line_of(span)
    }

    // Created for the first finding that is shown, so a valid game never pays for it.
    fn index(&self) -> &LineIndex<'a> {
        self.lines.index.get_or_init(|| {
            LineIndex::new(self.text, self.lines.first).from_column(self.lines.column)
        })
    }
}

impl<'a> ReportableGame<'a> {
    /// The variant that was judged, or the stated variant of an unsupported game.
    pub fn variant(self) -> Option<&'a str> {
        match self.verdict.status {
            Status::Unsupported => Some(&*self.record.variant).filter(|name| !name.is_empty()),
            _ => Some(self.verdict.game.variant()),
        }
    }

    /// The variant for people: with the name of the game, unless it is Hive.
    pub fn title(self) -> Option<&'a str> {
        match self.verdict.status {
            Status::Unsupported => self.variant(),
            _ => Some(self.verdict.title()),
        }
    }

    /// The result on the board: a decision if there is one, `InProgress` for another valid game, and `Unknown` if the
    /// end of the game was not reached.
    pub fn board_result(self) -> StatedResult {
        self.verdict.board_result().unwrap_or_default()
    }
}
