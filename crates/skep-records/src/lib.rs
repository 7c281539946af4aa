//! Game records of Hive and Hex-It: readers and writers for each notation, and the judge that replays a record.
//!
//! | module | what |
//! |---|---|
//! | [`record`] | what a record holds, whatever its notation |
//! | [`notation`] | text to records and back; the verdict on a record |
//! | [`diag`] | findings: what is wrong, where, and how bad |

mod names;

pub mod diag;
pub mod notation;
pub mod record;

pub use names::UnknownName;
