//! The answers to refused requests.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use skep_analysis::select::FilterError;
use skep_records::{Diagnostic, Severity, Verdict};

use crate::router::json;

/// Why a request is refused.
#[derive(Debug)]
pub struct Refusal {
    pub status: StatusCode,
    pub error: Fault,
}

/// What is wrong, for programs and people.
#[derive(Debug, Serialize)]
pub struct Fault {
    /// The name of the kind of fault, such as the code of a finding of `skep check`.
    pub code: &'static str,
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
}

/// The content of the answer.
#[derive(Serialize)]
pub struct Body {
    error: Fault,
}

impl Refusal {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            status,
            error: Fault {
                code,
                message: message.into(),
                ply: None,
                span: None,
                help: None,
            },
        }
    }

    pub fn body(self) -> Body {
        Body { error: self.error }
    }

    /// An invalid request.
    pub fn bad(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// The time for the request is over.
    pub fn late() -> Refusal {
        let status = StatusCode::SERVICE_UNAVAILABLE;
        Refusal::new(
            status,
            "busy",
            "the answer takes too long; ask again to continue",
        )
    }

    pub fn not_found(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, "not-found", message)
    }

    #[must_use]
    pub fn on_ply(mut self, ply: u32) -> Refusal {
        self.error.ply = Some(ply);
        self
    }

    /// The first error of a game.
    pub fn of_verdict(verdict: &Verdict) -> Refusal {
        let mut errors = verdict.diagnostics.iter();
        match errors.find(|finding| finding.severity == Severity::Error) {
            Some(finding) => Refusal::of_finding(finding),
            None => Refusal::bad("bad-game", "the game is invalid"),
        }
    }

    pub fn of_finding(finding: &Diagnostic) -> Refusal {
        let mut refusal = Refusal::bad(finding.code.as_str(), &*finding.message);
        refusal.error.ply = finding.ply;
        refusal.error.help.clone_from(&finding.help);
        refusal
    }

    pub fn of_filter(error: FilterError) -> Refusal {
        let mut refusal = Refusal::bad("bad-filter", error.message);
        refusal.error.span = Some([error.span.start, error.span.end]);
        refusal.error.help = error.help;
        refusal
    }
}

impl From<skep_index::Error> for Refusal {
    fn from(error: skep_index::Error) -> Refusal {
        if let skep_index::Error::Late(_) = error {
            return Refusal::late();
        }
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Refusal::new(status, "index", error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = self.status;
        json(status, &self.body())
    }
}
