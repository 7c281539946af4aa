//! Boards one after the other as an animated SVG or GIF.

use std::fmt::Write;

use super::pixels::{self, PixelError};
use super::svg::{self, Bounds, Symbols};
use super::{Board, Style};

/// The boards of a game one after the other, all in the same frame.
#[derive(Clone, Copy, Debug)]
pub struct Animation<'a> {
    /// The boards.
    pub boards: &'a [Board],
    /// How they look.
    pub style: Style,
    /// How long each is shown, in milliseconds; the last one is shown four times as long.
    pub frame_ms: u32,
}

/// How many frames long the last board stays.
const LAST: usize = 4;

impl Animation<'_> {
    fn bounds(&self) -> Bounds {
        Bounds::of_boards(self.boards.iter(), |b| b.bounds(&self.style))
            .unwrap_or_else(|| Board::default().bounds(&self.style))
    }

    /// An SVG that plays by itself, again and again. Where nothing moves, by choice or lack of support, it shows the
    /// last board.
    pub fn svg(&self) -> String {
        let bounds = self.bounds();
        let mut symbols = Symbols::default();
        for board in self.boards {
            symbols.add(board);
        }
        let (width, height) = svg::pixels(bounds, &self.style);
        let slots = self.boards.len() + LAST - 1;
        let seconds = |slots: usize| slots as f32 * self.frame_ms as f32 / 1000.0;
        let percent = |n: usize| 100.0 * n as f32 / slots as f32;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{}\">\n",
            svg::view_box(bounds)
        );
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<style>@keyframes skep-f{{0%{{visibility:visible}}{:.4}%,100%{{visibility:hidden}}}}\
             @keyframes skep-l{{0%{{visibility:visible}}{:.4}%,100%{{visibility:hidden}}}}\
             .f{{visibility:hidden}}\
             @media(prefers-reduced-motion:no-preference){{.f{{animation:skep-f {total}s step-end infinite}}\
             .l{{visibility:hidden;animation:skep-l {total}s step-end infinite}}}}</style>",
            percent(1),
            percent(LAST),
            total = seconds(slots),
        );
        let _ = writeln!(
            out,
            "<defs>\n{}</defs>\n{}",
            symbols.definitions(self.style.theme),
            svg::background(bounds, &self.style)
        );
        for (i, board) in self.boards.iter().enumerate() {
            let class = if i + 1 == self.boards.len() { "l" } else { "f" };
            let _ = writeln!(
                out,
                "<g class=\"{class}\" style=\"animation-delay:{}s\">",
                seconds(i)
            );
            board.draw(&self.style, bounds, &mut out);
            out.push_str("</g>\n");
        }
        out.push_str("</svg>\n");
        out
    }

    /// A GIF that plays again and again.
    ///
    /// # Errors
    /// The size asked for is too large; a GIF is at most 65,535 pixels wide and high.
    pub fn gif(&self) -> Result<Vec<u8>, PixelError> {
        let bounds = self.bounds();
        let (width, height) = svg::pixels(bounds, &self.style);
        let (Ok(w), Ok(h)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(PixelError::TooLarge { width, height });
        };
        let mut out = Vec::new();
        let mut encoder = gif::Encoder::new(&mut out, w, h, &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        let mut shown = Vec::new();
        for (i, board) in self.boards.iter().enumerate() {
            let picture = pixels::draw(&board.svg_within(&self.style, bounds))?.take();
            let mut frame = patch(&shown, &picture, w, h);
            shown = picture;
            let last = i + 1 == self.boards.len();
            let ms = self.frame_ms as usize * if last { LAST } else { 1 };
            // GIF counts hundredths of a second.
            frame.delay = u16::try_from(ms / 10).unwrap_or(u16::MAX).max(2);
            encoder.write_frame(&frame)?;
        }
        drop(encoder);
        Ok(out)
    }
}

/// How thoroughly colours are chosen, 1 to 30; lower is slower, and flat drawings gain nothing from it.
const SPEED: i32 = 10;

/// The frame that turns the picture shown, if there is one, into the next: the rectangle in which they differ.
fn patch(shown: &[u8], next: &[u8], width: u16, height: u16) -> gif::Frame<'static> {
    let row = usize::from(width) * 4;
    let rows = || shown.chunks_exact(row).zip(next.chunks_exact(row));
    let (mut top, mut bottom, mut left, mut right) = (height, 0, width, 0);
    for (y, (old, new)) in (0..).zip(rows()) {
        let pixels = || old.chunks_exact(4).zip(new.chunks_exact(4));
        let differs = |(old, new): (&[u8], &[u8])| old != new;
        if let Some(x) = pixels().position(differs) {
            top = top.min(y);
            bottom = y + 1;
            left = left.min(x as u16);
            right = right.max(pixels().rposition(differs).map_or(0, |x| x as u16 + 1));
        }
    }
    if shown.is_empty() {
        (top, bottom, left, right) = (0, height, 0, width);
    } else if bottom == 0 {
        // Nothing changes; a frame has at least one pixel.
        (top, bottom, left, right) = (0, 1, 0, 1);
    }
    let mut part = Vec::new();
    for line in next
        .chunks_exact(row)
        .take(usize::from(bottom))
        .skip(usize::from(top))
    {
        part.extend_from_slice(&line[usize::from(left) * 4..usize::from(right) * 4]);
    }
    let mut frame = gif::Frame::from_rgba_speed(right - left, bottom - top, &mut part, SPEED);
    (frame.left, frame.top) = (left, top);
    frame.dispose = gif::DisposalMethod::Keep;
    frame
}
