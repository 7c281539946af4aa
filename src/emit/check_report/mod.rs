//! The findings of a check, for people and for programs.

pub mod human;
pub mod json;
mod reportable;
pub mod row;
pub mod sarif;
mod summary;

pub use human::Human;
pub use reportable::Reportable;
pub use summary::CheckSummary;

#[cfg(test)]
mod tests;
