//! The integration tests of `skep-records`, in one program.
#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests count small things, and say what they skip"
)]

mod boardspace;
mod common;
mod damaged;
mod detect;
mod endings;
mod field;
mod findings;
#[path = "../../../tests/forgotten.rs"]
mod forgotten;
mod found;
mod game_texts;
mod hexit_games;
mod hexit_records;
mod hive_rules;
mod hop;
mod in_play;
mod jsonl;
mod judge_options;
mod linear;
mod members;
mod pgn;
mod plies;
mod round_trips;
mod schema;
mod set_up;
mod sites;
mod states;
mod swarm_unknown;
mod uhp;
mod variations;
mod venom_games;
