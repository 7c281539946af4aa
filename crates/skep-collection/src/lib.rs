//! Finds the games in folders, archives and files of any encoding. Uses all cores, keeps the order, and needs bounded
//! memory.
//!
//! [`open()`] is an iterator over the games of one path, read and judged:
//!
//! ```
//! for game in skep_collection::open("../../fixtures/cli/sound.uhp")? {
//!     let game = game?;
//!     println!("{} {}: {} plies", game.source, game.index, game.verdict.plies());
//! }
//! # Ok::<(), skep_collection::Error>(())
//! ```
//!
//! [`scan`] finds the games of its [`Input`]s. It hands each of them, as an [`Item`], to a function that runs on
//! several threads, and returns the outputs of that function in the order of the inputs. The items, their numbers and
//! their order do not depend on the number of threads.
//!
//! # What is read
//!
//! - A file that the caller names is always read. Gzip, Zstandard, zip and tar archives are recognised
//!   by their first bytes and read without unpacking to disk, up to [`OpenOptions::max_nesting`] layers deep. Standard
//!   input is read like a file.
//! - A folder is read with its subfolders, sorted by the bytes of the file names. Symbolic links are followed, except
//!   those that lead back to a folder above. Names that begin with a dot are skipped, in archives too. Pipes, devices
//!   and the like are skipped. [`OpenOptions::folders`] says which folders are not read as files, such as an index.
//! - The notation is recognised from the content, for each file or archive entry, unless [`OpenOptions::from`] sets it.
//! - A UTF-8 byte order mark is removed; UTF-16 with a byte order mark is converted. Each game that is not UTF-8 is
//!   read as Latin-1, as on the web (windows-1252), with a [`Code::Latin1`](skep_records::diag::Code::Latin1) remark.
//!
//! # Files that are not records
//!
//! A file that the caller names and that holds no game is an [`Item::Fault`]:
//! [`Code::NotARecord`](skep_records::diag::Code::NotARecord) or
//! [`Code::EmptyFile`](skep_records::diag::Code::EmptyFile). Such a file in a folder or archive (a README, a picture)
//! is [`Item::Skipped`], unless its name ends like that of a record (`.sgf .pgn .uhp .hxt .jsonl`): then it is the same
//! fault as if it had been named.
//!
//! # Memory
//!
//! A file is read in windows that end between games, so memory depends on the number of threads and on
//! [`OpenOptions::max_game_bytes`], not on the size of files or the expansion of archives. Tables of contents are
//! exceptions: the names in one folder, and the central directory of one zip. A zip without random access (on a pipe,
//! or inside another archive) is held in memory, up to [`OpenOptions::max_held_bytes`].

mod background;
#[cfg(feature = "zstd")]
mod blocks;
mod budget;
#[cfg(feature = "columnar")]
mod columnar;
mod container;
mod damage;
mod encoding;
mod error;
mod foreign;
mod found;
mod input;
mod item;
mod node;
mod offset;
mod open;
mod options;
mod part;
mod pipeline;
mod positioned;
mod progress;
mod ratio;
#[cfg(feature = "files")]
mod repeatable;
mod scan;
mod sink;
#[cfg(feature = "files")]
mod sorter;
mod store;
mod stream;
mod summary;
mod tarball;
mod text;
mod walk;
mod worker;
mod zipped;

pub use background::Background;
pub use budget::ByteBudget;
pub use error::Error;
pub use foreign::is_panic_caught;
pub use input::{Copied, Input, Stored};
pub use item::Item;
pub use open::{JudgedGame, JudgedGames, open, open_with};
pub use options::{Folders, INDEX_MARK, OpenOptions};
pub use part::{Part, PartContent, PartRange, cut};
pub use positioned::read_exact_at;
pub use progress::Progress;
pub use scan::scan;
use skep_records::GameText;
#[cfg(feature = "files")]
pub use sorter::Sorter;
pub use store::{Store, StoredGame};
pub use summary::Summary;
pub use text::{PATHS_FOR_GAMES, as_utf8};
pub use walk::listed_files;

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
