//! The integration tests of `skep-records`, in one program.

mod boardspace;
mod common;
mod detect;
mod hexit_games;
mod hexit_records;
mod hexit_support;
mod hive_rules;
mod jsonl;
mod pgn;
mod uhp;
mod venom_games;
