//! The integration tests of `skep-rules`, in one program.

mod common;
mod hexit_figures;
mod hexit_invariants;
mod hexit_perft;
mod hexit_reference;
mod hexit_support;
mod hive_perft;
mod hive_random_games;
mod hive_reference;
mod venom_engines;
mod venom_oracle;
mod venom_plain;
mod venom_reference;
