//! Game records of Hive and Hex-It: readers and writers for each notation, and the judge that replays a record.
//!
//! ```
//! use skep_records::{Format, Judge, Record, write};
//!
//! // Text to a record: the syntax is read, the moves are not checked yet.
//! let text = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
//! let record = Record::read(Format::Uhp, text);
//! // A record to a game: each move is replayed by the rules.
//! let verdict = Judge::default().verdict(&record);
//! assert!(verdict.status.is_sound());
//! assert_eq!(verdict.plies(), 4);
//! // And back to text, in any notation that holds the game.
//! let mut sgf = String::new();
//! write(Format::Boardspace, &record, &verdict, &mut sgf)?;
//! assert!(sgf.starts_with("(;"));
//! # Ok::<(), skep_records::notation::write::WriteError>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`record`] | what a record holds in any notation |
//! | [`game`] | a game that was replayed: its options, its turns, its positions |
//! | [`notation`] | text to records and back; the verdict on a record |
//! | [`state`] | a position as one short text |
//! | [`diag`] | findings: what is wrong, where, and how bad |

#![expect(
    clippy::cast_possible_truncation,
    reason = "the text of a game is shorter than 4 GiB, so its offsets and plies fit"
)]

pub mod diag;
pub mod game;
pub mod notation;
pub mod record;
pub mod state;

pub use diag::{Code, Diagnostic, Severity, Span};
pub use game::{Game, GameInPlay, GameLine, Playback, Played, PlayedTurn, Rules};
pub use notation::read::read;
pub use notation::write::write;
pub use notation::{Judge, JudgeOptions, NoGame, Status, Verdict};
pub use record::{Format, GameKind, GameText, OwnedGameText, Record, Source, games};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
