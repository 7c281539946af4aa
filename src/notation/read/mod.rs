//! Readers: the text of one game to a record.

pub mod hxt;
