//! The integration tests of `skep-collection`, in one program.
#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests count small things, and say what they skip"
)]

mod archives;
mod collection;
mod columnar;
mod field;
#[path = "../../../tests/forgotten.rs"]
mod forgotten;
mod open;
mod parts;
mod scanning;
mod sorter;
