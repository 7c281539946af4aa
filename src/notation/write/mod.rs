//! Writers: a record to text, each the mirror of a reader.
//!
//! A writer has the signature `write(record: &Record, verdict: &Verdict, out: &mut String)`: it appends one game,
//! ended by a line feed, from the legal turns of the verdict and everything else of the record that the notation
//! holds.

pub mod hxt;
mod loss;

pub use loss::{Loss, Losses};
