//! The integration tests of `skep-tactics`, in one program.
#![allow(
    clippy::cast_possible_truncation,
    clippy::print_stdout,
    reason = "tests count small things, and say what they found"
)]

mod agree;
mod common;
#[path = "../../../tests/forgotten.rs"]
mod forgotten;
mod oracle;
mod play;
mod proofs;
mod review;
mod wins;
