//! Positions to text, SVG and PNG.
//!
//! A [`Board`] is what a picture shows, whatever the game: cells with stacks of [`Piece`]s, marks, hands. It is made from
//! a position of Hive ([`Board::of_hive`]) or of Hex-It ([`Board::of_hexit`]), or piece by piece for any other game; a [`Course`] gives
//! those of a judged record one after the other. It is
//! drawn as text ([`Board::text`]), as SVG ([`Board::svg`]) and, from that, as pixels ([`Board::png`], [`Animation::gif`]). A [`Reel`] is a
//! game for a page that replays it.

mod animation;
mod board;
mod course;
mod glyph;
mod hexit;
mod hive;
mod lettering;
mod pixels;
mod reel;
mod style;
mod svg;
mod text;
mod venom;

pub use animation::Animation;
pub use board::{Board, Cell, Ground, Owner, Piece, Territory, View};
pub use course::{Course, Moment, MoverError};
pub use glyph::Glyph;
pub use pixels::PixelError;
pub use reel::{Drawing, Drawings, Frame, Reel};
pub use style::{Style, Theme};
pub use svg::{Bounds, Symbols};
pub use text::{Look, Span, TextStyle};
