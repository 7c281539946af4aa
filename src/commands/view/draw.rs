//! The screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};

use super::app::App;
use super::list::ListedGame;
use super::open::Open;
use crate::{output, text};
use skep_records::diag::Severity;
use skep_render::{self, Look, TextStyle};
use skep_rules::game::Side;

const LIST_KEYS: &str = "Enter open  / narrow  e error  q quit";
const GAME_KEYS: &str =
    "←→ ply  Home End  / find  e finding  f turn  t tags  c copy  [ ] game  q back";

pub fn draw(frame: &mut Frame<'_>, app: &mut App) {
    let [body, foot] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(frame.area());
    let keys = match &app.open {
        Some(open) => {
            game(frame, body, app.entry(), open);
            GAME_KEYS
        }
        None => {
            list(frame, body, app);
            LIST_KEYS
        }
    };
    let line = match &app.typing {
        Some(text) => Line::from(format!("/{text}█")),
        None if !app.message.is_empty() => Line::from(app.message.as_str()).yellow(),
        None => Line::from(keys).dim(),
    };
    frame.render_widget(line, foot);
}

fn list(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let [head, rows] = Layout::vertical([Constraint::Length(2), Constraint::Min(1)]).areas(area);
    let mut title = format!("{} of {} games", app.shown.len(), app.entries.len());
    if app.loading {
        title.push_str(", reading …");
    }
    if !app.query.is_empty() {
        title.push_str(&format!(", with {:?}", app.query));
    }
    let names = row(
        area.width,
        ["White", "Black", "date", "variant", "plies", "result"],
    );
    let head_text = Text::from(vec![Line::from(title).bold(), Line::from(names).dim()]);
    frame.render_widget(head_text, head);
    app.rows = usize::from(rows.height).max(1);
    let first = app.selected - app.selected % app.rows;
    let lines: Vec<Line<'_>> = app
        .shown
        .iter()
        .enumerate()
        .skip(first)
        .take(app.rows)
        .map(|(i, &entry)| {
            let game = &app.entries[entry];
            let plies = game.plies.to_string();
            let text = row(
                area.width,
                [
                    or_else(&game.white, &game.place),
                    &game.black,
                    &game.date,
                    &game.variant,
                    &plies,
                    game.result,
                ],
            );
            let mut line = Line::from(text);
            if !game.sound {
                line = line.red();
            }
            if i == app.selected {
                line = line.reversed();
            }
            line
        })
        .collect();
    frame.render_widget(Text::from(lines), rows);
}

/// A text, or another one if it is empty.
fn or_else<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}

/// A line of the list. The players get the room that the other columns leave.
fn row(width: u16, cells: [&str; 6]) -> String {
    let rest = usize::from(width).saturating_sub(11 + 10 + 6 + 11);
    let widths = [rest / 2, rest - rest / 2, 11, 10, 6, 10];
    let mut line = String::new();
    for (text, width) in cells.into_iter().zip(widths) {
        let text = text::clean(text);
        line.push_str(&text::cell(&text, width));
    }
    line
}

fn game(frame: &mut Frame<'_>, area: Rect, entry: Option<&ListedGame>, open: &Open) {
    let legend: Vec<Line<'_>> = open.board().legend().into_iter().map(Line::from).collect();
    let side = if area.width >= 72 { 28 } else { area.width / 3 };
    // On a low screen the board comes first, then the heading, the hands and the notes.
    let mut room = area.height.saturating_sub(2);
    let mut take = |wanted: u16| {
        let taken = wanted.min(room);
        room -= taken;
        taken
    };
    let heights = [2, legend.len() as u16, 3].map(&mut take);
    let [head, middle, hands, notes] = Layout::vertical([
        Constraint::Length(heights[0]),
        Constraint::Min(1),
        Constraint::Length(heights[1]),
        Constraint::Length(heights[2]),
    ])
    .areas(area);
    let [board_area, side_area] =
        Layout::horizontal([Constraint::Min(10), Constraint::Length(side)]).areas(middle);
    frame.render_widget(heading(entry, open), head);
    board(frame, board_area, open);
    if open.tags {
        let tags: Vec<Line<'_>> = open
            .record
            .tags
            .iter()
            .map(|(name, value)| {
                Line::from(vec![
                    Span::raw(format!("{name} ")).dim(),
                    Span::raw(clean(value)),
                ])
            })
            .collect();
        frame.render_widget(Paragraph::new(tags).wrap(Wrap { trim: true }), side_area);
    } else {
        moves(frame, side_area, open);
    }
    frame.render_widget(Paragraph::new(legend).dim(), hands);
    frame.render_widget(remarks(open), notes);
}

/// Players and result; the ply, its turn and clocks.
fn heading<'a>(entry: Option<&'a ListedGame>, open: &'a Open) -> Text<'a> {
    let mut first = open.verdict.title().to_owned();
    if let Some(entry) = entry {
        if !entry.white.is_empty() || !entry.black.is_empty() {
            first = format!("{} – {}, {first}", clean(&entry.white), clean(&entry.black));
        }
        for part in [&entry.date, &entry.event, &entry.place] {
            if !part.is_empty() {
                first.push_str(", ");
                first.push_str(&clean(part));
            }
        }
    }
    let playback = open.playback();
    let mut second = vec![
        Span::raw(format!("ply {} of {}", open.ply(), open.plies.len())).bold(),
        Span::raw(format!(", {}", playback.standing())),
    ];
    for side in Side::ALL {
        let played = &open.plies[..open.ply() as usize];
        let clock = played.iter().rev().find(|p| p.side == side);
        if let Some(ms) = clock.and_then(|p| p.clock_ms) {
            let s = ms / 1000;
            let clock = format!(
                ", {side} used {}:{:02}:{:02}",
                s / 3600,
                s / 60 % 60,
                s % 60
            );
            second.push(Span::raw(clock));
        }
    }
    let stated = open.verdict.result(&open.record);
    second.push(Span::raw(format!(", {stated}")).dim());
    Text::from(vec![Line::from(first).bold(), Line::from(second)])
}

/// Without characters that command the terminal.
fn clean(text: &str) -> String {
    text::clean(text).into_owned()
}

fn board(frame: &mut Frame<'_>, area: Rect, open: &Open) {
    let style = TextStyle {
        ascii: !output::speaks_unicode(),
        colour: true,
        labels: open.labels,
    };
    let lines = open.board().lines(&style);
    let length =
        |line: &Vec<skep_render::Span>| line.iter().map(|s| text::columns(&s.text)).sum::<usize>();
    let (width, height) = (lines.iter().map(length).max().unwrap_or(0), lines.len());
    // A board that does not fit is shown around the last move.
    let marked = lines.iter().enumerate().find_map(|(y, line)| {
        let i = line.iter().position(|s| s.look == Look::Last)?;
        Some((line[..i].iter().map(|s| text::columns(&s.text)).sum(), y))
    });
    let (mx, my) = marked.unwrap_or((width / 2, height / 2));
    let start = |size: usize, room: u16, mark: usize| {
        let room = usize::from(room);
        if size <= room {
            0
        } else {
            mark.saturating_sub(room / 2).min(size - room)
        }
    };
    let (left, top) = (start(width, area.width, mx), start(height, area.height, my));
    let inset = |size: usize, room: u16| room.saturating_sub(size as u16) / 2;
    let area = Rect {
        x: area.x + inset(width, area.width),
        y: area.y + inset(height, area.height),
        width: area.width - inset(width, area.width),
        height: area.height - inset(height, area.height),
    };
    let text: Vec<Line<'_>> = lines
        .into_iter()
        .map(|line| {
            let spans = line
                .into_iter()
                .map(|span| Span::styled(span.text, look(span.look)));
            Line::from(spans.collect::<Vec<_>>())
        })
        .collect();
    let paragraph = Paragraph::new(text).scroll((top as u16, left as u16));
    frame.render_widget(paragraph, area);
}

fn look(look: Look) -> Style {
    let style = Style::new();
    match look {
        Look::Plain => style,
        Look::White => style.fg(Color::Black).bg(Color::White),
        Look::Black => style.fg(Color::White).bg(Color::DarkGray),
        Look::Neutral => style.fg(Color::Black).bg(Color::Yellow),
        Look::Last => style.fg(Color::Yellow).add_modifier(Modifier::BOLD),
        Look::Destination => style.fg(Color::Cyan).add_modifier(Modifier::BOLD),
        Look::Label => style.add_modifier(Modifier::DIM),
    }
}

fn moves(frame: &mut Frame<'_>, area: Rect, open: &Open) {
    let rows = usize::from(area.height).max(1);
    let ply = open.ply() as usize;
    let current = ply.saturating_sub(1) / 2;
    let total = open.plies.len().div_ceil(2);
    let first = current
        .saturating_sub(rows / 2)
        .min(total.saturating_sub(rows));
    let width = usize::from(area.width).saturating_sub(5) / 2;
    let lines: Vec<Line<'_>> = open
        .plies
        .chunks(2)
        .enumerate()
        .skip(first)
        .take(rows)
        .map(|(i, pair)| {
            let mut spans = vec![Span::raw(format!("{:>3} ", i + 1)).dim()];
            for (j, turn) in pair.iter().enumerate() {
                let span = Span::raw(text::cell(&turn.text, width));
                let here = 2 * i + j + 1 == ply;
                spans.push(if here { span.reversed() } else { span });
            }
            Line::from(spans)
        })
        .collect();
    frame.render_widget(Text::from(lines), area);
}

/// The findings here, the comments, and the facts of the last turn.
fn remarks(open: &Open) -> Paragraph<'_> {
    let mut lines: Vec<Line<'_>> = open
        .findings()
        .map(|d| {
            let colour = match d.severity {
                Severity::Error => Color::Red,
                Severity::Warning => Color::Yellow,
                Severity::Remark => Color::Cyan,
            };
            let ply = d.ply.map_or(String::new(), |n| format!("ply {n}: "));
            Line::from(format!(
                "{}: {ply}{}",
                d.severity.as_str(),
                clean(&d.message)
            ))
            .fg(colour)
        })
        .collect();
    let comments: Vec<String> = open.comments(open.ply()).map(clean).collect();
    if !comments.is_empty() {
        lines.push(Line::from(comments.join(" ")));
    }
    if let Some(last) = open.last() {
        let used = last.used_ms.map_or(String::new(), |ms| {
            format!(", {}.{} s", ms / 1000, ms % 1000 / 100)
        });
        let moves = text::counted(last.moves, "legal move", "legal moves");
        lines.push(Line::from(format!("{} {}: of {moves}{used}", last.side, last.text)).dim());
    }
    Paragraph::new(lines).wrap(Wrap { trim: true })
}
