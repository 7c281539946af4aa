//! One finding: code, place, message and help.

use super::{Code, Severity, Span};

/// One finding about one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// Which kind of finding it is; `skep help NAME` has a page for each.
    pub code: Code,
    /// The rule of the game that is broken, by its name.
    pub rule: Option<&'static str>,
    /// The ply concerned, from 1.
    pub ply: Option<u32>,
    /// Where in the text of the game.
    pub span: Option<Span>,
    /// The finding in a sentence without a full stop.
    pub message: String,
    /// What to do about it, if anything.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A finding with the severity of its code.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: code.severity(),
            code,
            rule: None,
            ply: None,
            span: None,
            message: message.into(),
            help: None,
        }
    }

    /// Adds the place in the text.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Adds the ply, from 1.
    #[must_use]
    pub fn on_ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    /// Adds the rule broken.
    #[must_use]
    pub fn breaking(mut self, rule: &'static str) -> Self {
        self.rule = Some(rule);
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
