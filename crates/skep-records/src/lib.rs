//! Game records of Hive and Hex-It: readers and writers for each notation, and the judge that replays a record.
//!
//! | module | what |
//! |---|---|
//! | [`record`] | what a record holds, whatever its notation |
//! | [`notation`] | text to records and back; the verdict on a record |
//! | [`diag`] | findings: what is wrong, where, and how bad |

#![expect(
    clippy::cast_possible_truncation,
    reason = "the text of a game is shorter than 4 GiB, so its offsets and plies fit"
)]

pub mod diag;
pub mod notation;
pub mod record;
