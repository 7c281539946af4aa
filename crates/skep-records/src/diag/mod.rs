//! Findings as data: what is wrong or remarkable in a text, where, and at which ply.

mod code;
mod diagnostic;
mod lines;
mod located;
mod span;

pub use code::{Code, Severity};
pub use diagnostic::Diagnostic;
pub use lines::LineIndex;
pub use located::LocatedFinding;
pub use span::Span;
