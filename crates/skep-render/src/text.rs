//! Boards as text. Each row is a line, half a cell further to the right than the row above.

use std::fmt::Write;

use anstyle::{AnsiColor, Style as Ansi};
use unicode_width::UnicodeWidthStr;

use super::board::{Board, DrawnCell, DrawnPiece, Ground, Owner};
use skep_rules::game::Side;
use skep_rules::geometry::{GridRef, Hex};

/// How a board is drawn as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextStyle {
    /// Whether to use only ASCII characters.
    pub ascii: bool,
    /// Whether to write ANSI colours.
    pub colour: bool,
    /// Whether to show the names of columns and rows.
    pub labels: bool,
}

/// What a span of a line shows, for its colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextLook {
    /// Blank.
    Plain,
    /// A white piece, or a white tile of Hex-It.
    White,
    /// A black piece, or a black tile of Hex-It.
    Black,
    /// A neutral piece.
    Neutral,
    /// A mark of the last move.
    Last,
    /// A mark of the chosen piece or of its destinations.
    Destination,
    /// Names of columns and rows.
    Label,
}

impl TextLook {
    /// The colours on a terminal.
    fn ansi(self) -> Ansi {
        match self {
            TextLook::Plain => Ansi::new(),
            TextLook::White => AnsiColor::Black.on(AnsiColor::BrightWhite),
            TextLook::Black => AnsiColor::BrightWhite.on(AnsiColor::BrightBlack),
            TextLook::Neutral => AnsiColor::Black.on(AnsiColor::Yellow),
            TextLook::Last => AnsiColor::Yellow.on_default().bold(),
            TextLook::Destination => AnsiColor::Cyan.on_default().bold(),
            TextLook::Label => Ansi::new().dimmed(),
        }
    }
}

/// A part of a line with one look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextSpan {
    /// The characters, each one column wide.
    pub text: String,
    /// What the characters show.
    pub look: TextLook,
}

impl Board {
    /// The board, with a line for each row. Below it are the pieces in stacks and in hand, and the score.
    pub fn text(&self, style: &TextStyle) -> String {
        let mut out = String::new();
        for line in self.lines(style) {
            for TextSpan { text, look } in line {
                // Writing to a string cannot fail.
                let _ = match look.ansi() {
                    ansi if style.colour && ansi != Ansi::new() => {
                        write!(out, "{ansi}{text}{ansi:#}")
                    }
                    _ => write!(out, "{text}"),
                };
            }
            if !style.colour {
                out.truncate(out.trim_end_matches(' ').len());
            }
            out.push('\n');
        }
        if !out.is_empty() {
            out.push('\n');
        }
        for line in self.legend() {
            out.push_str(&line);
            out.push('\n');
        }
        out
    }

    /// The rows of the board from the north, without blanks at their ends.
    pub fn lines(&self, style: &TextStyle) -> Vec<Vec<TextSpan>> {
        let mut items: Vec<(Hex, Vec<TextSpan>)> = Vec::new();
        let width = self.name_width();
        // Two marks, and a bracket on each side or the height of a stack. The width is even, because rows move by half.
        let pitch = (width + if self.score.is_some() { 5 } else { 4 }) / 2 * 2;
        for hex in self.shown() {
            items.push((hex, self.cell_text(hex, width, style)));
        }
        if style.labels {
            let (columns, rows) = self.headings();
            let label = |text: String| {
                let text = format!("{text:^0$}", pitch - 1);
                vec![span(text, TextLook::Label)]
            };
            for hex in columns {
                items.push((hex, label(GridRef::from_hex(hex).column_name())));
            }
            for hex in rows {
                // The first empty cell of a row may also be that of a column.
                let row = GridRef::from_hex(hex).row.to_string();
                match items.iter_mut().find(|(h, _)| *h == hex) {
                    Some((_, spans)) => {
                        let column = spans.iter().map(|s| s.text.trim()).collect::<String>();
                        *spans = label(format!("{column} {row}"));
                    }
                    None => items.push((hex, label(row))),
                }
            }
        }
        for (hex, _) in &mut items {
            *hex = self.view.0.apply(*hex);
        }
        let column = |h: Hex| (pitch / 2) as i32 * (2 * h.q + h.r);
        items.sort_by_key(|(h, _)| (h.r, h.q));
        let left = items.iter().map(|(h, _)| column(*h)).min().unwrap_or(0);
        let top = items.first().map_or(0, |(h, _)| h.r);
        let mut lines: Vec<Vec<TextSpan>> = Vec::new();
        let mut at = 0;
        for (hex, spans) in items {
            while lines.len() as i32 <= hex.r - top {
                lines.push(Vec::new());
                at = 0;
            }
            let Some(line) = lines.last_mut() else {
                continue;
            };
            let blank = (column(hex) - left - at).max(0);
            line.push(span(" ".repeat(blank as usize), TextLook::Plain));
            at += blank;
            for span in spans {
                at += span.text.width() as i32;
                line.push(span);
            }
        }
        for line in &mut lines {
            while let Some(last) = line.last_mut().filter(|s| s.look == TextLook::Plain) {
                last.text.truncate(last.text.trim_end().len());
                if !last.text.is_empty() {
                    break;
                }
                line.pop();
            }
        }
        lines
    }

    /// The width of the longest name on the board, in columns.
    fn name_width(&self) -> usize {
        let pieces = self.cells().iter().flat_map(|c| &c.pieces);
        let names = pieces.map(|p| p.to_string().len()).max().unwrap_or(1);
        if self.score.is_some() {
            // A letter and a height.
            let tallest = self.cells().iter().map(|c| c.pieces.len()).max();
            1 + tallest.unwrap_or(1).to_string().len()
        } else {
            names.max(3)
        }
    }

    fn cell_text(&self, hex: Hex, width: usize, style: &TextStyle) -> Vec<TextSpan> {
        let mark = if self.destinations.contains(&hex) {
            Some((["*", "*"], TextLook::Destination))
        } else if self.chosen == Some(hex) {
            Some((["{", "}"], TextLook::Destination))
        } else if self.to.contains(&hex) || self.from == Some(hex) {
            Some(([">", "<"], TextLook::Last))
        } else {
            None
        };
        let Some(cell) = self.cell(hex) else {
            // An empty cell is shown only if it has a mark.
            return match mark {
                Some((_, TextLook::Destination)) => {
                    let text = if style.ascii { "*" } else { "•" };
                    vec![span(
                        format!("{text:^0$}", width + 2),
                        TextLook::Destination,
                    )]
                }
                Some((ends, look)) => vec![span(
                    format!("{}{}{}", ends[0], " ".repeat(width), ends[1]),
                    look,
                )],
                None => Vec::new(),
            };
        };
        let (text, look) = match cell.ground {
            Ground::Table => name(cell, width, style.ascii),
            Ground::Tile(side, _) => {
                let ends = match side {
                    Side::White => ["(", ")"],
                    Side::Black => ["[", "]"],
                };
                (in_brackets(cell, width, ends), look_of(side))
            }
            Ground::Prison => (in_brackets(cell, width, ["{", "}"]), TextLook::Label),
        };
        match mark {
            Some((ends, marked)) => vec![
                span(ends[0], marked),
                span(text, look),
                span(ends[1], marked),
            ],
            // The height of a stack takes the place of the blank.
            None if text.width() > width && self.score.is_none() => {
                vec![span(format!(" {text}"), look)]
            }
            None => vec![span(format!(" {text} "), look)],
        }
    }

    /// The lines below the board: the pieces in stacks, the score, the pieces in hand.
    pub fn legend(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let stacks: Vec<String> = self
            .cells()
            .iter()
            .filter(|c| c.pieces.len() > 1)
            .map(|c| self.stack(c))
            .collect();
        if !stacks.is_empty() {
            lines.push(format!("Stacks: {}", stacks.join("; ")));
        }
        if self.score.is_some() {
            let key =
                "( ) white tile, [ ] black tile, { } prisoners; b2 two pieces, Black's on top";
            lines.insert(0, key.to_owned());
        }
        if !self.turns.is_empty() {
            let mut turns = self.turns.clone();
            turns.sort_by_key(|(_, turn)| *turn);
            let turns = turns.into_iter().filter_map(|(hex, turn)| {
                let top = self.cell(hex)?.pieces.last()?;
                Some(match top.bug {
                    Some(_) => format!("{turn} {top}"),
                    None => format!("{turn} {}", GridRef::from_hex(hex)),
                })
            });
            let turns: Vec<String> = turns.collect();
            lines.push(format!("Turns: {}", turns.join(", ")));
        }
        if !self.marks.is_empty() {
            let marks: Vec<String> = self.marks.iter().map(|one| one.mark.to_string()).collect();
            let line = format!("Marks: {}", marks.join("; "));
            lines.push(line.replace(char::is_control, "?"));
        }
        for side in Side::ALL {
            let hand = &self.hands[side];
            match &self.score {
                Some(score) => {
                    let score = &score[side];
                    let unit = if score == "1" { "point" } else { "points" };
                    lines.push(format!("{side}: {score} {unit}, {} in reserve", hand.len()));
                }
                None if hand.is_empty() => lines.push(format!("{side} has nothing in hand")),
                None => {
                    let names: Vec<String> = hand
                        .iter()
                        .map(|p| p.to_string().trim_start_matches(['w', 'b']).to_owned())
                        .collect();
                    lines.push(format!("{side} in hand: {}", names.join(" ")));
                }
            }
        }
        lines
    }

    /// A stack in words: from the top in Hive, and from the bottom in Hex-It, the order of distribution.
    fn stack(&self, cell: &DrawnCell) -> String {
        let names = cell.pieces.iter().map(DrawnPiece::to_string);
        if self.score.is_some() {
            format!(
                "{} {}",
                GridRef::from_hex(cell.hex),
                names.collect::<String>()
            )
        } else {
            names.rev().collect::<Vec<_>>().join(" on ")
        }
    }
}

fn span(text: impl Into<String>, look: TextLook) -> TextSpan {
    TextSpan {
        text: text.into(),
        look,
    }
}

const fn look_of(side: Side) -> TextLook {
    match side {
        Side::White => TextLook::White,
        Side::Black => TextLook::Black,
    }
}

/// The name of the top piece, and the height of a stack.
fn name(cell: &DrawnCell, width: usize, ascii: bool) -> (String, TextLook) {
    let Some(top) = cell.pieces.last() else {
        return (" ".repeat(width), TextLook::Plain);
    };
    let look = match top.owner {
        Owner::Side(side) => look_of(side),
        Owner::Neutral(_) => TextLook::Neutral,
    };
    let height = raised(cell.pieces.len(), ascii);
    (format!("{:<width$}", format!("{top}{height}")), look)
}

/// The top piece and the height of a stack of Hex-It, in brackets that show the ground.
fn in_brackets(cell: &DrawnCell, width: usize, ends: [&str; 2]) -> String {
    let text = match cell.pieces.last() {
        Some(top) => format!("{top}{}", cell.pieces.len()),
        None => String::new(),
    };
    format!("{}{text:<width$}{}", ends[0], ends[1])
}

/// The height of a stack; nothing for a single piece.
fn raised(height: usize, ascii: bool) -> String {
    const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    match height {
        0 | 1 => String::new(),
        _ if ascii => "+".to_owned(),
        _ => SUPERSCRIPTS.get(height).unwrap_or(&'⁺').to_string(),
    }
}
