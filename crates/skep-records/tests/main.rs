//! The integration tests of `skep-records`, in one program.

mod boardspace;
mod common;
mod detect;
mod hexit_figures;
mod hexit_games;
mod hexit_invariants;
mod hexit_perft;
mod hexit_records;
mod hexit_reference;
mod hexit_support;
mod hive_perft;
mod hive_reference;
mod hive_rules;
mod jsonl;
mod pgn;
mod uhp;
mod venom_games;
