//! The integration tests of `skep-rules`, in one program.

mod hive_random_games;
mod venom_engines;
mod venom_oracle;
mod venom_plain;
mod venom_reference;
