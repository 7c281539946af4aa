//! HOP (Hive Open Position): the text that hivegame.com and pepeke.app use for a position of plain Hive.
//!
//! ```text
//! hop      = [ set "," ] walk "," player            no set: Base+MLP
//! walk     = { bug [ "!" ] | "+" | "-" | n "=" bug [ "!" ] | n "+" | n "-" | "(" | ")" }
//! player   = ( "w" | "b" ) [ digit ] [ "m" ]        the digit and m turn and mirror a drawing
//! ```
//!
//! The hive is walked from bug to bug: a letter steps ahead, `+` turns left, `-` turns right. `n` is the n-th bug since
//! the innermost bracket: `n=B` puts a beetle on it, and `n+` goes on to its left. `!` marks the bug that moved last. A
//! text does not say numbers of bugs and of turns, nor which way is north, but mirror images differ: HOP is no key for
//! repetitions.
//!
//! # Examples
//! ```
//! use skep_rules::hive::PlaneTracker;
//! use skep_rules::state::hop;
//!
//! let read = hop::read("base,QA2=b!1+q,w")?;
//! assert_eq!(read.setup.last_moved, Some("bB1".parse()?));
//! let mut text = String::new();
//! hop::write(&PlaneTracker::of_setup(&read.setup)?, &mut text);
//! assert_eq!(text, "base,AQ1=b!1-q,w");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod read;
mod set;
mod write;

pub use error::HopError;
pub use read::{Hop, is_hop, looks_like_hop, read};
pub use write::write;
