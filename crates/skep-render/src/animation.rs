//! A sequence of boards as an animated SVG or GIF.

use std::io::{self, Write};

use super::svg::{self, Bounds, Symbols};
use super::{Board, Style};

/// A sequence of boards, all in the same frame.
#[derive(Clone, Copy, Debug)]
pub struct Animation<'a> {
    /// The boards.
    pub boards: &'a [Board],
    /// The style of all boards.
    pub style: Style,
    /// The time for each board in milliseconds. The last board stays four times as long, and at least three seconds.
    pub frame_ms: u32,
}

impl Animation<'_> {
    /// The time for the last board in milliseconds.
    pub(super) fn last_ms(&self) -> u32 {
        self.frame_ms.saturating_mul(4).max(3000)
    }

    pub(super) fn bounds(&self) -> Bounds {
        Bounds::of_boards(self.boards.iter(), |b| b.bounds(&self.style))
            .unwrap_or_else(|| Board::default().bounds(&self.style))
    }

    /// An SVG that plays in a loop. If the viewer does not play it, by choice or lack of support, it shows the last
    /// board.
    pub fn svg(&self) -> String {
        let mut out = Vec::new();
        // Writing to memory cannot fail, and only text is written.
        let _ = self.write_svg(&mut out);
        String::from_utf8(out).unwrap_or_default()
    }

    /// Writes [`Animation::svg`], board by board.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn write_svg(&self, mut out: impl Write) -> io::Result<()> {
        let bounds = self.bounds();
        let mut symbols = Symbols::default();
        for board in self.boards {
            board.add_symbols(&self.style, &mut symbols);
        }
        let (width, height) = svg::pixels(bounds, &self.style);
        let start = |board: usize| board as f64 * f64::from(self.frame_ms) / 1000.0;
        let last = f64::from(self.last_ms()) / 1000.0;
        let total = start(self.boards.len().saturating_sub(1)) + last;
        let percent = |seconds: f64| 100.0 * seconds / total;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"{}\">",
            svg::view_box(bounds)
        )?;
        writeln!(
            out,
            "<style>@keyframes skep-f{{0%{{visibility:visible}}{:.4}%,100%{{visibility:hidden}}}}\
             @keyframes skep-l{{0%{{visibility:visible}}{:.4}%,100%{{visibility:hidden}}}}\
             .f{{visibility:hidden}}\
             @media(prefers-reduced-motion:no-preference){{.f{{animation:skep-f {total}s step-end infinite}}\
             .l{{visibility:hidden;animation:skep-l {total}s step-end infinite}}}}</style>",
            percent(start(1)),
            percent(last),
        )?;
        writeln!(
            out,
            "<defs>\n{}</defs>\n{}",
            symbols.definitions(self.style.theme),
            svg::background(bounds, &self.style)
        )?;
        let mut drawing = String::new();
        for (i, board) in self.boards.iter().enumerate() {
            let class = if i + 1 == self.boards.len() { "l" } else { "f" };
            writeln!(
                out,
                "<g class=\"{class}\" style=\"animation-delay:{}s\">",
                start(i)
            )?;
            drawing.clear();
            board.draw(&self.style, bounds, &mut drawing);
            writeln!(out, "{drawing}</g>")?;
        }
        writeln!(out, "</svg>")
    }
}
