//! The integration tests of `skep-analysis`, in one program.
#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests count small things, and say what they skip"
)]

mod date;
mod facts;
#[path = "../../../tests/forgotten.rs"]
mod forgotten;
mod identity;
mod motifs;
mod names;
mod plies;
mod related;
mod select;
mod select_patterns;
mod shape;
mod similar;
mod tactics;
mod tactics_and_repetitions;
mod tally;
mod themes;
