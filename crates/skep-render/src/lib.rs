//! Positions to text, SVG, PNG and GIF.
//!
//! A [`Board`] is the content of a picture of any game: cells with stacks of [`DrawnPiece`]s, marks, hands.
//! [`Board::of`] makes it from a position of a [`GameLine`](skep_records::GameLine), and [`Board::new`] from cells.
//!
//! [`Board::text`] draws text and [`Board::svg`] draws SVG. With the feature `pixels`, [`Board::png`] and
//! [`Animation::gif`] turn the SVG into pixels. An [`AnimationDelta`] is a game for a web page that replays it.
//!
//! # Examples
//! ```
//! use skep_records::{Format, GameLine, Judge, Record};
//! use skep_render::{Board, TextStyle};
//!
//! let record = Record::read(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wS1-");
//! let verdict = Judge::default().verdict(&record);
//! let line = GameLine::new(&record, &verdict);
//! let board = Board::of(&line.at(2));
//! println!("{}", board.text(&TextStyle::default()));
//! assert!(board.svg(&Default::default()).starts_with("<svg"));
//! ```

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "pictures are at most 100 megapixels, and boards have fewer cells than an i32 counts"
)]

mod animation;
mod animation_delta;
mod board;
#[cfg(feature = "pixels")]
mod gif;
mod glyph;
mod hexit;
mod hive;
mod lettering;
#[cfg(feature = "pixels")]
mod pixels;
mod playback;
mod style;
mod svg;
mod text;
mod venom;

pub use animation::Animation;
pub use animation_delta::{AnimationDelta, BoardDelta, Drawing, Drawings};
pub use board::{Board, Caption, DrawnCell, DrawnMark, DrawnPiece, Ground, Owner, Territory, View};
#[cfg(feature = "pixels")]
pub use pixels::PixelError;
pub use playback::{MoverError, TurnNumbers};
pub use style::{Style, Theme, page_colours};
pub use svg::{Bounds, Symbols};
pub use text::{TextLook, TextSpan, TextStyle};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
