//! Positions to text, SVG and PNG.
//!
//! A [`Board`] is what a picture shows, whatever the game: cells with stacks of [`Piece`]s, marks, hands. It is made from
//! a position of Hive ([`Board::of_hive`]) or of Hex-It ([`Board::of_hexit`]), or piece by piece for any other game; a [`Course`] gives
//! those of a judged record one after the other. It is
//! drawn as text ([`Board::text`]), as SVG ([`Board::svg`]) and, from that, as pixels ([`Board::png`], [`Animation::gif`]). A [`Reel`] is a
//! game for a page that replays it.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "pictures are at most 100 megapixels, and boards have fewer cells than an i32 counts"
)]

mod animation;
mod board;
mod course;
#[cfg(feature = "pixels")]
mod gif;
mod glyph;
mod hexit;
mod hive;
mod lettering;
#[cfg(feature = "pixels")]
mod pixels;
mod reel;
mod style;
mod svg;
mod text;
mod venom;

pub use animation::Animation;
pub use board::{Board, Cell, Ground, Owner, Piece, Territory, View};
pub use course::{Course, Moment, MoverError};
pub use glyph::{Glyph, ParseGlyphError};
#[cfg(feature = "pixels")]
pub use pixels::PixelError;
pub use reel::{Drawing, Drawings, Frame, Reel};
pub use style::{ParseThemeError, Style, Theme};
pub use svg::{Bounds, Symbols};
pub use text::{Look, Span, TextStyle};
