//! A local web server for an [index](https://docs.rs/skep-index) of games of Hive and Hex-It: a page with a board, to
//! play to a position and see its games, and the JSON API that the page uses.
//!
//! [`Router`] is the whole application, and a [`Server`] listens on a port and serves it. All requests are read-only,
//! and their size, time and number are bounded; see [`RequestLimits`].
//!
//! ```
//! use skep_explorer::{Explorer, Server};
//! use skep_index::{Index, CollectionWriter};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("games.skepdb");
//! CollectionWriter::open(&path, 1)?.finish()?; // an empty index
//! let server = Server::bind("127.0.0.1", 0)?;
//! assert!(server.url().starts_with("http://127.0.0.1:"));
//! let explorer = Explorer::of_index(Index::open(&path)?, vec!["games.skepdb".to_owned()]);
//! let stopper = server.stopper();
//! let running = std::thread::spawn(move || server.run(explorer));
//! stopper.stop();
//! running.join().expect("no panic")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts, ratings and offsets in requests are small and not negative"
)]

mod answers;
#[cfg(feature = "server")]
mod body;
#[cfg(feature = "server")]
mod connection;
mod download;
mod endpoint;
mod error;
mod explorer;
mod game_view;
mod games;
#[cfg(feature = "server")]
mod guard;
mod info;
mod limits;
#[cfg(feature = "server")]
mod memory;
mod outside;
mod page;
mod params;
mod picture;
mod place;
mod players;
mod position;
mod position_marks;
mod puzzles;
mod read;
mod review;
#[cfg(feature = "server")]
mod router;
mod search;
#[cfg(feature = "server")]
mod server;
mod similar;
mod solve;
#[cfg(feature = "server")]
mod state;
mod write;

pub use answers::{Answer, Answers};
pub use error::{Problem, Refusal, help_without_program};
pub use info::{BugName, GlyphOfLoss, bug_names, glyphs_of_losses};
pub use limits::RequestLimits;
pub use outside::{OutsideEngine, OutsideLine};
pub use page::{PageFile, made_files, page_body, page_files, page_script, page_style};
pub use position::TableView;
pub use position_marks::{PositionMarks, position_marks};

#[cfg(feature = "server")]
pub use body::{AnswerBody, Response};
#[cfg(feature = "server")]
pub use guard::{Hosts, Origins};
#[cfg(feature = "server")]
pub use router::{RequestBody, Router};
#[cfg(feature = "server")]
pub use server::{Server, Stopper};
#[cfg(feature = "server")]
pub use state::Explorer;

/// The description of the API in the format of [OpenAPI](https://spec.openapis.org/oas/v3.1.0).
pub const OPENAPI: &str = include_str!("../openapi.json");

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
