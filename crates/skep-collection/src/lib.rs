//! Paths to game texts: folders, archives, encodings, many games in a file, on all cores, in order, in bounded memory.
//!
//! [`scan`] is the whole of it: it finds the games of its [`Input`]s and hands each of them, as an [`Item`], to a
//! function that runs on several threads, and gives the outputs of that function back in the order of the inputs.
//! Whatever the number of threads, the items, their numbers and their order are the same.
//!
//! # What is read
//!
//! - A file named by the caller is read whatever it is called. Gzip, Zstandard, zip and tar archives are recognised
//!   by their first bytes and read without being unpacked to disk, one inside the other up to
//!   [`Options::max_nesting`] layers. Standard input is read like a file.
//! - A folder is walked with its subfolders, sorted by the bytes of the file names. Symbolic links are followed; one
//!   that leads back to a folder above it is left out. Names that begin with a dot are left out, in archives too, and
//!   so is what is no regular file (pipes, devices).
//! - The notation is told from the content, per file or archive entry, unless [`Options::from`] names it.
//! - A UTF-8 byte order mark is dropped; UTF-16 with a byte order mark is converted. A game that is not UTF-8 is read
//!   as Latin-1, in the sense of the web (windows-1252), with a [`Code::Latin1`](skep_records::diag::Code::Latin1) remark.
//!   This is decided game by game.
//!
//! # What is no record
//!
//! A file named by the caller that holds no game is an [`Item::Fault`]:
//! [`Code::NotARecord`](skep_records::diag::Code::NotARecord) or [`Code::EmptyFile`](skep_records::diag::Code::EmptyFile). A file
//! met in a folder or archive (a README, a picture) is [`Item::Skipped`] instead, unless its name ends in that of a
//! record (`.sgf .pgn .uhp .hxt .jsonl`): then it is the same fault as if it had been named.
//!
//! # Bounds
//!
//! A file is read in windows cut at the borders of games, so memory depends on the number of threads and on
//! [`Options::max_game_bytes`], and neither on the size of the files nor on how far archives expand. The exceptions
//! are tables of contents: the names of one folder, and the central directory of one zip. A zip that cannot be read at random
//! (on a pipe, or inside another archive) is held as it is, up to [`Options::max_held_bytes`].

mod container;
mod encoding;
mod error;
mod input;
mod item;
mod node;
mod offset;
mod options;
mod pipeline;
mod positioned;
mod progress;
mod repeatable;
mod scan;
mod sink;
mod sorter;
mod stream;
mod summary;
mod tarball;
mod text;
mod walk;
mod worker;
mod zipped;

pub use error::Error;
pub use input::{Copied, Input, Source};
pub use item::{GameText, Item};
pub use options::Options;
pub use progress::Progress;
pub use scan::scan;
pub use sorter::Sorter;
pub use summary::Summary;
