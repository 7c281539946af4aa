//! What a check found, for people and for programs.

pub mod csv;
pub mod human;
pub mod json;
pub mod sarif;
mod subject;
mod summary;

pub use human::Human;
pub use subject::Subject;
pub use summary::Tally;

#[cfg(test)]
mod tests;
