//! The integration tests of `skep-analysis`, in one program.

#[path = "../../skep-records/tests/common/mod.rs"]
mod common;
mod select;
mod select_patterns;
