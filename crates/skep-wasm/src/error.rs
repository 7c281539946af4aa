//! Errors for JavaScript.

use js_sys::Reflect;
use skep_explorer::{Problem, Refusal, help_without_program};
use skep_records::{Code, Diagnostic, NoGame, Severity, Verdict};
use skep_rules::game;
use wasm_bindgen::JsValue;

/// What is wrong.
pub struct ErrorObject {
    code: &'static str,
    message: String,
    rule: Option<&'static str>,
    ply: Option<u32>,
    help: Option<String>,
}

impl ErrorObject {
    pub fn new(code: &'static str, message: impl Into<String>) -> ErrorObject {
        ErrorObject {
            code,
            message: message.into(),
            rule: None,
            ply: None,
            help: None,
        }
    }

    pub fn of_finding(finding: &Diagnostic) -> ErrorObject {
        ErrorObject {
            code: finding.code.as_str(),
            message: finding.message.clone(),
            rule: finding.rule,
            ply: finding.ply,
            help: finding.help.as_deref().and_then(help_without_program),
        }
    }

    pub fn message(self) -> String {
        self.message
    }

    /// The first error of an invalid game.
    pub fn of_verdict(verdict: &Verdict) -> Option<ErrorObject> {
        let mut findings = verdict.diagnostics.iter();
        let error = findings.find(|finding| finding.severity == Severity::Error);
        error.map(ErrorObject::of_finding)
    }
}

impl From<game::Fault> for ErrorObject {
    fn from(fault: game::Fault) -> ErrorObject {
        ErrorObject {
            rule: fault.rule,
            help: fault.help.as_deref().and_then(help_without_program),
            ..ErrorObject::new(Code::from(fault.kind).as_str(), fault.message)
        }
    }
}

impl From<NoGame> for ErrorObject {
    fn from(error: NoGame) -> ErrorObject {
        let code = match &error {
            NoGame::State(_) => Code::BadHeader.as_str(),
            NoGame::Invalid(verdict) => match ErrorObject::of_verdict(verdict) {
                Some(error) => return error,
                None => "invalid",
            },
            _ => "not-a-record",
        };
        ErrorObject::new(code, error.to_string())
    }
}

impl From<Refusal> for ErrorObject {
    fn from(refusal: Refusal) -> ErrorObject {
        let Problem {
            code,
            message,
            ply,
            help,
            ..
        } = refusal.error;
        ErrorObject {
            ply,
            help,
            ..ErrorObject::new(code, message)
        }
    }
}

impl From<ErrorObject> for JsValue {
    fn from(error: ErrorObject) -> JsValue {
        let thrown = js_sys::Error::new(&error.message);
        let text = |text: Option<&str>| text.map(JsValue::from_str);
        for (name, value) in [
            ("code", text(Some(error.code))),
            ("rule", text(error.rule)),
            ("ply", error.ply.map(JsValue::from)),
            ("help", text(error.help.as_deref())),
        ] {
            if let Some(value) = value {
                // Setting a property of a new object cannot fail.
                let _ = Reflect::set(&thrown, &name.into(), &value);
            }
        }
        thrown.into()
    }
}
