//! The integration tests of `skep-engine`, in one program.
#![allow(clippy::print_stdout, reason = "tests say what they skip")]

mod client;
mod common;
mod conformance;
mod contest;
#[path = "../../../tests/forgotten.rs"]
mod forgotten;
