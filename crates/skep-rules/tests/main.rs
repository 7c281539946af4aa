//! The integration tests of `skep-rules`, in one program.
#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests count small things, and say what they skip"
)]

#[path = "../../../tests/forgotten.rs"]
mod forgotten;
mod hive_random_games;
mod venom_engines;
mod venom_oracle;
mod venom_plain;
mod venom_reference;
