//! The answers to refused requests.

use http::StatusCode;
use serde::Serialize;
use skep_analysis::database::{CollectionError, FilterProgress};
use skep_analysis::filter::FilterError;
use skep_records::{Diagnostic, Severity, Verdict};

use crate::answers::Answer;

/// Why a request is refused.
#[derive(Debug)]
pub struct Refusal {
    /// The status of HTTP.
    pub status: StatusCode,
    /// What is wrong.
    pub error: Problem,
}

/// What is wrong, for programs and people.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// The name of the kind of fault, such as the code of a finding of `skep check`.
    pub code: &'static str,
    /// What is wrong, for people.
    pub message: String,
    /// The ply concerned, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    /// The place of the fault in a filter, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub span: Option<[usize; 2]>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// How far the test of a filter is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Box<FilterProgress>>,
}

/// The content of the answer.
#[derive(Serialize)]
struct ProblemBody<'a> {
    error: &'a Problem,
}

/// A help text without the options and commands of the program: a page and a package have neither. `None` if nothing is
/// left.
pub fn help_without_program(help: &str) -> Option<String> {
    let is_program = |text: &str| text.contains("--") || text.contains("skep ");
    let sentences = help.split("; ").filter_map(|sentence| {
        if !is_program(sentence) {
            return Some(sentence);
        }
        let (reason, _) = sentence.split_once(": ")?;
        (!is_program(reason) && !reason.starts_with("for ")).then_some(reason)
    });
    let left = sentences.collect::<Vec<_>>().join("; ");
    (!left.is_empty()).then_some(left)
}

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
    ) -> Refusal {
        Refusal {
            status,
            error: Problem {
                code,
                message: message.into(),
                ply: None,
                span: None,
                help: None,
                progress: None,
            },
        }
    }

    /// The answer to the request: `{"error": {"code": …, "message": …}}`.
    pub fn answer(&self) -> Answer {
        Answer::json(&ProblemBody { error: &self.error })
    }

    /// An invalid request.
    pub(crate) fn bad(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// There are as many requests or downloads as are answered at once.
    pub(crate) fn busy(what: &str) -> Refusal {
        let message = format!("too many {what}; try again later");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// The time for the request is over.
    pub(crate) fn late() -> Refusal {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Refusal::new(
            status,
            "late",
            "the answer takes too long; ask again to continue",
        )
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    #[must_use]
    pub(crate) fn on_ply(mut self, ply: u32) -> Refusal {
        self.error.ply = Some(ply);
        self
    }

    /// The first error of a game.
    pub(crate) fn of_verdict(verdict: &Verdict) -> Refusal {
        let mut errors = verdict.diagnostics.iter();
        match errors.find(|finding| finding.severity == Severity::Error) {
            Some(finding) => Refusal::of_finding(finding),
            None => Refusal::bad("bad-game", "the game is invalid"),
        }
    }

    pub(crate) fn of_finding(finding: &Diagnostic) -> Refusal {
        let mut refusal = Refusal::bad(finding.code.as_str(), &*finding.message);
        refusal.error.ply = finding.ply;
        refusal.error.help = finding.help.as_deref().and_then(help_without_program);
        refusal
    }

    pub(crate) fn of_filter(error: FilterError) -> Refusal {
        let message = error.message.replace(", which --where tests", "");
        let mut refusal = Refusal::bad("bad-filter", message);
        refusal.error.span = Some([error.span.start, error.span.end]);
        refusal.error.help = error.help.as_deref().and_then(help_without_program);
        refusal
    }
}

impl From<CollectionError> for Refusal {
    fn from(error: CollectionError) -> Refusal {
        match error {
            CollectionError::Late(progress) => {
                let mut refusal = Refusal::late();
                refusal.error.progress = Some(Box::new(progress));
                refusal
            }
            error @ CollectionError::Failed(_) => {
                let status = StatusCode::INTERNAL_SERVER_ERROR;
                Refusal::new(status, "index", error.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_help_text_has_no_options_and_commands_of_the_program() {
        for (help, left) in [
            ("write = or ~", Some("write = or ~")),
            (
                "older rules allowed it: check with --rules historical",
                Some("older rules allowed it"),
            ),
            (
                "did you mean name? for a tag, write tag.nam; for all fields: skep help filters",
                Some("did you mean name? for a tag, write tag.nam"),
            ),
            ("leave out --from; skep then detects the notation", None),
        ] {
            assert_eq!(help_without_program(help).as_deref(), left, "{help}");
        }
    }
}
