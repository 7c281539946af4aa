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

mod common;
#[path = "../../../tests/forgotten.rs"]
mod forgotten;
mod geometry;
mod hexit_figures;
mod hexit_invariants;
mod hexit_perft;
mod hexit_reference;
mod hexit_support;
mod hexit_texts;
mod hive_perft;
mod hive_positions;
mod hive_random_games;
mod hive_reasons;
mod hive_reference;
mod hive_repetitions;
mod hive_texts;
mod venom_engines;
mod venom_oracle;
mod venom_plain;
mod venom_reference;
mod venom_texts;
mod venom_wins;
