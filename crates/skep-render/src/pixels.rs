//! SVG to pixels: PNG, and the frames of a GIF.

use std::borrow::Cow;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{Board, Caption, Style, lettering};
use skep_rules::game::BySide;

/// A picture that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PixelError {
    /// It would have too many pixels.
    #[error("the picture would be {width} x {height} pixels; the limit is {MOST} pixels in total")]
    TooLarge {
        /// The width.
        width: u32,
        /// The height.
        height: u32,
    },
    /// The SVG cannot be drawn.
    #[error("the picture cannot be drawn")]
    Svg(#[from] resvg::usvg::Error),
    /// The PNG cannot be written.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
    /// The GIF cannot be written.
    #[error("the picture cannot be written as GIF")]
    Gif(#[source] gif::EncodingError),
    /// The output cannot be written.
    #[error(transparent)]
    Io(std::io::Error),
}

impl From<gif::EncodingError> for PixelError {
    fn from(error: gif::EncodingError) -> PixelError {
        match error {
            gif::EncodingError::Io(error) => PixelError::Io(error),
            error => PixelError::Gif(error),
        }
    }
}

/// The maximum number of pixels of a picture.
const MOST: u64 = 100_000_000;

impl Board {
    /// The board as a PNG file: [`Board::svg`] in pixels. No font is needed. In the caption, letters other than those
    /// of European languages in Latin script are boxes.
    ///
    /// # Errors
    /// The picture is too large.
    pub fn png(&self, style: &Style) -> Result<Vec<u8>, PixelError> {
        draw(&self.boxed().svg(style))?
            .encode_png()
            .map_err(|e| PixelError::Png(e.to_string()))
    }
}

impl Board {
    /// The board with boxes for the characters of the caption that pixels cannot show.
    pub(super) fn boxed(&self) -> Cow<'_, Board> {
        let boxed = self.caption.as_ref().map(|caption| Caption {
            players: BySide {
                white: lettering::boxed(&caption.players.white),
                black: lettering::boxed(&caption.players.black),
            },
            facts: caption
                .facts
                .iter()
                .map(|fact| lettering::boxed(fact))
                .collect(),
        });
        if boxed == self.caption {
            return Cow::Borrowed(self);
        }
        let mut board = self.clone();
        board.caption = boxed;
        Cow::Owned(board)
    }
}

/// The pixels of an SVG.
pub(super) fn draw(svg: &str) -> Result<Pixmap, PixelError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let too_large = PixelError::TooLarge { width, height };
    if u64::from(width) * u64::from(height) > MOST {
        return Err(too_large);
    }
    let mut pixmap = Pixmap::new(width, height).ok_or(too_large)?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    Ok(pixmap)
}
