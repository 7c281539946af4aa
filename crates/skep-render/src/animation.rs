//! A sequence of boards as an animated SVG or GIF.

use std::fmt::Write;

use super::svg::{self, Bounds, Symbols};
use super::{Board, Style};

/// A sequence of boards, all in the same frame.
#[derive(Clone, Copy, Debug)]
pub struct Animation<'a> {
    /// The boards.
    pub boards: &'a [Board],
    /// The style of all boards.
    pub style: Style,
    /// The time for each board in milliseconds. The last board is shown four times as long.
    pub frame_ms: u32,
}

/// The number of frames for which the last board stays.
pub(super) const LAST: usize = 4;

impl Animation<'_> {
    pub(super) fn bounds(&self) -> Bounds {
        Bounds::of_boards(self.boards.iter(), |b| b.bounds(&self.style))
            .unwrap_or_else(|| Board::default().bounds(&self.style))
    }

    /// An SVG that plays in a loop. If the viewer does not play it, by choice or lack of support, it shows the last
    /// board.
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
}
