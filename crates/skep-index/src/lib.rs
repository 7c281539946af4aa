//! A persistent index of games of Hive and Hex-It: from a position to its games and continuations in milliseconds.
//!
//! An [`Index`] is a folder. A [`CollectionWriter`] adds games to it, each once, with all sources in which it was
//! found. The index keeps the whole record of each game, so it can take the place of the files: [`Index::store`] gives
//! its games to [`skep_collection::scan`].
//!
//! A game is a document of the search engine [tantivy](https://docs.rs/tantivy), and its fields are columns. A plugin
//! of the engine adds a table of all positions by their canonical keys. Changes are committed atomically: a process
//! that is killed while it adds games leaves the index as it was after the last commit.
//!
//! Positions count as in [`skep_analysis::openings`]: in any order of moves and any orientation of the board, with a
//! forced pass as part of the move before it. Games with an error do not count, but are kept.
//!
//! ```
//! use skep_analysis::openings::TreeStart;
//! use skep_index::{Index, CollectionWriter};
//! use skep_collection::{scan, Input, Item, OpenOptions, Progress};
//! use skep_records::{Game, Judge};
//! use std::ops::ControlFlow;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.skepdb");
//! let mut writer = CollectionWriter::open(&path, 1)?;
//! let inputs = [Input::Path("../../fixtures/cli/sound.uhp".into())];
//! let summary = scan(
//!     &inputs,
//!     &OpenOptions::default(),
//!     &Progress::new(),
//!     Judge::default,
//!     Vec::new,
//!     |judge, batch, item| {
//!         if let Item::Game(game) = item {
//!             let record = game.read();
//!             batch.push(skep_index::IndexedGame::new(&game, &record, &judge.verdict(&record)));
//!         }
//!     },
//!     |batch| {
//!         batch.into_iter().for_each(|entry| writer.add(entry).expect("the disk is not full"));
//!         ControlFlow::Continue(())
//!     },
//! )?;
//! writer.finish()?;
//!
//! let index = Index::open(&path)?;
//! assert_eq!(index.games(), summary.games);
//! let start = TreeStart::new(&Game::of_variant("Base+MLP").expect("a variant"));
//! for turn in index.continuations(&start, None)?.turns {
//!     println!("{}: played {}, reached {}", turn.spelling, turn.played, turn.node.reached());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::cast_possible_truncation,
    reason = "packed numbers and document numbers fit by construction"
)]

mod career;
mod collection;
mod count;
mod docs;
mod entry;
mod error;
mod explore;
mod histories;
mod index;
mod input;
mod node;
mod openings;
mod packed;
mod popular;
mod positions;
mod reached;
mod schema;
mod selection;
mod similar;
mod store;
mod table;
mod values;
mod verified;
mod walk;
mod writer;

pub use entry::IndexedGame;
pub use error::Error;
pub use index::{Index, IndexCheck};
pub use openings::IndexOpenings;
pub use reached::IndexColumns;
pub use similar::SimilarInIndex;
pub use writer::{CollectionWriter, IndexSummary};

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
