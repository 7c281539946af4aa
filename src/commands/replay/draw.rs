//! The screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Wrap};

use super::app::App;
use super::open::Open;
use super::trial::MoveChoice;
use super::{hexagons, keys};
use crate::text::counted;
use crate::text::standing::{ending, standing};
use crate::{output, text};
use skep_records::diag::Severity;
use skep_render::{self, Board, TextLook, TextStyle};
use skep_rules::game::Side;

const LIST_KEYS: &str = "Enter open  / narrow  r results  ? keys  q quit";
const GAME_KEYS: &str = "←→ ply  Space play  t try  / find  ? keys  q back";
const TRIAL_KEYS: &str = "t try another  ← take back  ? keys  Esc back to the game";
const CHOICE_KEYS: &str = "  ↑↓ select  Enter play  Esc cancel";

pub fn draw(frame: &mut Frame<'_>, app: &mut App) {
    let [body, foot] =
        Layout::vertical([Constraint::Min(1), Constraint::Length(1)]).areas(frame.area());
    let keys = match &app.open {
        Some(open) => {
            game(frame, body, app, open);
            match open.trial {
                Some(_) => TRIAL_KEYS,
                None => GAME_KEYS,
            }
        }
        None => {
            list(frame, body, app);
            LIST_KEYS
        }
    };
    let line = match (&app.typing, &app.choice) {
        (Some(text), _) => Line::from(format!("/{text}█")),
        _ if !app.message.is_empty() => Line::from(app.message.as_str()).yellow(),
        (None, Some(choice)) => Line::from(vec![
            Span::raw(format!("move: {}█", choice.typed)),
            Span::raw(CHOICE_KEYS).dim(),
        ]),
        (None, None) => Line::from(keys).dim(),
    };
    frame.render_widget(line, foot);
    if app.help {
        help(frame, app);
    }
}

/// The keys, in a box over the screen.
fn help(frame: &mut Frame<'_>, app: &App) {
    let (title, keys) = match &app.open {
        None => keys::LIST,
        Some(open) if open.trial.is_some() => keys::CHOICE,
        Some(_) => keys::GAME,
    };
    let lines: Vec<Line<'_>> = keys
        .iter()
        .map(|(key, what)| {
            Line::from(vec![
                Span::raw(text::cell(key, 15)).bold(),
                Span::raw(*what),
            ])
        })
        .collect();
    let wanted = (50, lines.len() as u16 + 2);
    let area = frame.area();
    let (width, height) = (wanted.0.min(area.width), wanted.1.min(area.height));
    let place = Rect {
        x: (area.width - width) / 2,
        y: (area.height - height) / 2,
        width,
        height,
    };
    let frame_of_box = Block::bordered()
        .title(format!(" {title} "))
        .padding(Padding::horizontal(1));
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(lines).block(frame_of_box), place);
}

fn list(frame: &mut Frame<'_>, area: Rect, app: &mut App) {
    let [head, rows] = Layout::vertical([Constraint::Length(2), Constraint::Min(1)]).areas(area);
    let games = counted(app.entries.len() as u64, "game", "games");
    let mut title = format!("{} of {games}", app.shown.len());
    if app.loading {
        title.push_str(", reading …");
    }
    if !app.query.is_empty() {
        title.push_str(&format!(", with {:?}", app.query));
    }
    if !app.spoilers {
        title.push_str(", results hidden");
    }
    let result = |text| app.spoilers.then_some(text);
    // The numbers of --game. The last one is the largest.
    let digits = app
        .entries
        .last()
        .map_or(1, |last| last.number.to_string().len());
    let names = row(
        area.width,
        digits,
        ["", "White", "Black", "date", "variant", "plies"],
        result("result"),
    );
    let head_text = Text::from(vec![Line::from(title).bold(), Line::from(names).dim()]);
    frame.render_widget(head_text, head);
    app.rows = usize::from(rows.height).max(1);
    // The selected row is on the screen, and the last screen is full.
    let earliest = (app.selected + 1).saturating_sub(app.rows);
    let latest = app.selected.min(app.shown.len().saturating_sub(app.rows));
    app.first = app.first.max(earliest).min(latest.max(earliest));
    let lines: Vec<Line<'_>> = app
        .shown
        .iter()
        .enumerate()
        .skip(app.first)
        .take(app.rows)
        .map(|(i, &entry)| {
            let game = &app.entries[entry];
            let plies = game.plies.to_string();
            let number = format!("{:>digits$}", game.number);
            let has_players = !game.white.is_empty() || !game.black.is_empty();
            let players = if has_players {
                [&*game.white, &*game.black]
            } else {
                [&*game.place, ""]
            };
            let text = row(
                area.width,
                digits,
                [
                    &number,
                    players[0],
                    players[1],
                    &game.date,
                    &game.variant,
                    &plies,
                ],
                result(game.result),
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

/// A line of the list: number, players, date, variant and plies. The players get the room that the other columns leave.
/// A path without players has the room of both and shows its end.
fn row(width: u16, digits: usize, cells: [&str; 6], result: Option<&str>) -> String {
    let [number, white, black, others @ ..] = cells;
    let result = result.map(|text| (text, 11));
    let taken = digits + 1 + 11 + 10 + 6 + result.map_or(0, |(_, width)| width);
    let rest = usize::from(width).saturating_sub(taken);
    let mut line = format!("{number:digits$} ");
    if black.is_empty() && white.contains('/') {
        let room = rest.saturating_sub(1);
        let path = text::clean(white);
        let path = if text::columns(&path) > room {
            format!("…{}", &path[text::suffix(&path, room.saturating_sub(1))..])
        } else {
            path.into_owned()
        };
        line.push_str(&text::cell(&path, rest));
    } else {
        for (name, room) in [(white, rest / 2), (black, rest - rest / 2)] {
            line.push_str(&text::cell(&text::fit(name, room.saturating_sub(1)), room));
        }
    }
    for (text, room) in others.into_iter().zip([11, 10, 6]).chain(result) {
        line.push_str(&text::cell(&text::fit(text, room - 1), room));
    }
    line
}

/// The width of the moves or tags beside the board.
fn side_width(width: u16) -> u16 {
    match width {
        ..72 => (width * 2 / 5).min(24),
        72..140 => 28,
        140.. => 40,
    }
}

/// The least width of the moves beside the board.
const NARROWEST: u16 = 16;

/// The width of the moves beside the board. They give way to a board that would be cut.
fn moves_width(area: Rect, open: &Open, board: &Board) -> u16 {
    let side = side_width(area.width);
    let room = (area.width.saturating_sub(side), area.height);
    let is_drawn =
        output::speaks_unicode() && hexagons::draw(board, open.labels, &open.cells, room).is_some();
    let left = usize::from(area.width).saturating_sub(width(&board.lines(&style(open))));
    match u16::try_from(left).unwrap_or(u16::MAX) {
        left if is_drawn || left >= side => side,
        left if left >= NARROWEST => left,
        _ => 0,
    }
}

fn game(frame: &mut Frame<'_>, area: Rect, app: &App, open: &Open) {
    let shown = open.board(app.choice.as_ref().and_then(MoveChoice::current));
    let mut legend: Vec<Line<'_>> = shown.legend().into_iter().map(Line::from).collect();
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
    let side = if app.choice.is_some() || open.tags {
        side_width(area.width)
    } else {
        moves_width(middle, open, &shown)
    };
    let side = Constraint::Length(side);
    let [board_area, side_area] = Layout::horizontal([Constraint::Min(10), side]).areas(middle);
    frame.render_widget(heading(app, open, area.width), head);
    if board(frame, board_area, open, &shown) && shown.score.is_some() {
        // The first line explains the brackets around names.
        legend.remove(0);
    }
    if let Some(choice) = &app.choice {
        choices(frame, side_area, choice);
    } else if open.tags {
        // These tags reveal the result.
        let tells = |name: &str| !app.spoilers && matches!(name, "Result" | "Termination");
        let tags: Vec<Line<'_>> = open
            .record
            .tags
            .iter()
            .filter(|(name, _)| !tells(name))
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
    match &open.trial {
        Some(trial) => {
            let line = format!("tried after ply {}: {}", trial.base, trial.turns.join("; "));
            frame.render_widget(Paragraph::new(line).cyan().wrap(Wrap { trim: true }), notes);
        }
        None => frame.render_widget(remarks(open), notes),
    }
}

/// The legal moves that are offered.
fn choices(frame: &mut Frame<'_>, area: Rect, choice: &MoveChoice) {
    let rows = usize::from(area.height).saturating_sub(1).max(1);
    let offered = choice.offered();
    let count = counted(offered.len() as u64, "legal move", "legal moves");
    let first = (choice.selected + 1).saturating_sub(rows);
    let mut lines = vec![Line::from(count).bold()];
    let moves = offered.iter().enumerate().skip(first).take(rows);
    lines.extend(moves.map(|(i, mv)| {
        if i == choice.selected {
            Line::from(*mv).reversed()
        } else {
            Line::from(*mv)
        }
    }));
    frame.render_widget(Text::from(lines), area);
}

/// Players and place; the ply, the state of the game, and clocks.
fn heading<'a>(app: &'a App, open: &'a Open, width: u16) -> Text<'a> {
    let mut first = open.verdict.title().to_owned();
    if let Some(entry) = app.entry() {
        if !entry.white.is_empty() || !entry.black.is_empty() {
            first = format!("{} – {}, {first}", clean(&entry.white), clean(&entry.black));
        }
        let number = format!("game {}", entry.number);
        for part in [&entry.date, &entry.event, &number, &entry.place] {
            if !part.is_empty() {
                first.push_str(", ");
                first.push_str(&clean(part));
            }
        }
    }
    let playback = open.playback();
    let (at, stands) = match &open.trial {
        Some(trial) => (
            format!(
                "{} after ply {}",
                counted(trial.turns.len() as u64, "move", "moves"),
                trial.base
            ),
            playback.standing(),
        ),
        None => (
            match open.variation {
                None => format!("ply {} of {}", open.ply(), open.plies.len()),
                Some(i) => {
                    let path = &open.variations[i].path;
                    format!(
                        "variation {path}, ply {} of {}",
                        open.ply(),
                        open.plies.len()
                    )
                }
            },
            standing(playback, &open.record, &open.verdict),
        ),
    };
    let mut second = vec![Span::raw(at).bold(), Span::raw(format!(", {stands}"))];
    if app.next_turn.is_some() {
        let time = app.turn_time().as_secs_f32();
        second.push(Span::raw(format!(", playing, {time} s per ply")).yellow());
    }
    for side in Side::ALL {
        let played = open.plies.iter().take(open.ply() as usize);
        let clock = played.rev().find(|p| p.side == side);
        if let Some(ms) = clock
            .and_then(|p| p.clock_ms)
            .filter(|_| open.trial.is_none())
        {
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
    let ending = ending(&open.record, &open.verdict);
    if let Some(ending) = ending.filter(|ending| app.spoilers && *ending != stands) {
        second.push(Span::raw(format!(", at the end: {ending}")).dim());
    }
    let first = text::fit(&first, usize::from(width)).into_owned();
    Text::from(vec![Line::from(first).bold(), Line::from(second)])
}

/// The text without terminal control characters.
fn clean(text: &str) -> String {
    text::clean(text).into_owned()
}

/// Draws hexagons if there is room, and names otherwise. Returns whether it draws hexagons.
fn board(frame: &mut Frame<'_>, area: Rect, open: &Open, board: &Board) -> bool {
    if output::speaks_unicode() {
        let room = (area.width, area.height);
        let drawn = hexagons::draw(board, open.labels, &open.cells, room);
        if let Some((lines, width)) = drawn {
            let inset = |size: u16, room: u16| room.saturating_sub(size) / 2;
            let (x, y) = (
                inset(width, area.width),
                inset(lines.len() as u16, area.height),
            );
            let place = Rect {
                x: area.x + x,
                y: area.y + y,
                width: area.width - x,
                height: area.height - y,
            };
            frame.render_widget(Text::from(lines), place);
            return true;
        }
    }
    names(frame, area, open, board);
    false
}

/// The style of the names of the pieces.
fn style(open: &Open) -> TextStyle {
    TextStyle {
        ascii: !output::speaks_unicode(),
        colour: true,
        labels: open.labels,
    }
}

/// The width of the widest line.
fn width(lines: &[Vec<skep_render::TextSpan>]) -> usize {
    let length =
        |line: &Vec<skep_render::TextSpan>| line.iter().map(|s| text::columns(&s.text)).sum();
    lines.iter().map(length).max().unwrap_or(0)
}

/// Marks the lines of a board that are cut on the left or on the right: `‹`, `›`.
fn mark_cuts(
    frame: &mut Frame<'_>,
    area: Rect,
    lines: &[Vec<skep_render::TextSpan>],
    (left, top): (usize, usize),
) {
    let [before, after] = if output::speaks_unicode() {
        ["‹", "›"]
    } else {
        ["<", ">"]
    };
    let right = left + usize::from(area.width);
    let shown = lines.iter().skip(top).take(usize::from(area.height));
    for (line, y) in shown.zip(area.y..) {
        let (mut at, mut first, mut end) = (0, usize::MAX, 0);
        for span in line {
            let text = &span.text;
            if !text.trim().is_empty() {
                first = first.min(at + text.len() - text.trim_start().len());
                end = at + text::columns(text.trim_end());
            }
            at += text::columns(text);
        }
        let mut mark = |x, mark| {
            frame.buffer_mut()[(x, y)]
                .set_symbol(mark)
                .set_style(Style::new().fg(Color::Yellow));
        };
        if first < left {
            mark(area.left(), before);
        }
        if end > right {
            mark(area.right() - 1, after);
        }
    }
}

/// Draws the names of the pieces.
fn names(frame: &mut Frame<'_>, area: Rect, open: &Open, board: &Board) {
    let lines = board.lines(&style(open));
    let (width, height) = (width(&lines), lines.len());
    // A board that does not fit is shown around the last move.
    let marked = lines.iter().enumerate().find_map(|(y, line)| {
        let i = line.iter().position(|s| s.look == TextLook::Last)?;
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
    let most = width.saturating_sub(usize::from(area.width));
    let scrolled = left
        .saturating_add_signed(open.scroll.get() as isize)
        .min(most);
    open.scroll.set(scrolled as i32 - left as i32);
    let left = scrolled;
    let inset = |size: usize, room: u16| room.saturating_sub(size as u16) / 2;
    let area = Rect {
        x: area.x + inset(width, area.width),
        y: area.y + inset(height, area.height),
        width: area.width - inset(width, area.width),
        height: area.height - inset(height, area.height),
    };
    let text: Vec<Line<'_>> = lines
        .iter()
        .map(|line| {
            let spans = line
                .iter()
                .map(|span| Span::styled(&*span.text, look(span.look)));
            Line::from(spans.collect::<Vec<_>>())
        })
        .collect();
    let paragraph = Paragraph::new(text).scroll((top as u16, left as u16));
    frame.render_widget(paragraph, area);
    mark_cuts(frame, area, &lines, (left, top));
}

fn look(look: TextLook) -> Style {
    let style = Style::new();
    match look {
        TextLook::Plain => style,
        TextLook::White => style.fg(Color::Black).bg(Color::White),
        TextLook::Black => style.fg(Color::White).bg(Color::DarkGray),
        TextLook::Neutral => style.fg(Color::Black).bg(Color::Yellow),
        TextLook::Last => style.fg(Color::Yellow).add_modifier(Modifier::BOLD),
        TextLook::Destination => style.fg(Color::Cyan).add_modifier(Modifier::BOLD),
        TextLook::Label => style.add_modifier(Modifier::DIM),
    }
}

fn moves(frame: &mut Frame<'_>, area: Rect, open: &Open) {
    let rows = usize::from(area.height).max(1);
    let ply = open.trial.as_ref().map_or(open.ply(), |trial| trial.base) as usize;
    // The first row has no turn of White if a set-up position begins with a turn of Black.
    let skipped = usize::from(
        open.plies
            .first()
            .is_some_and(|turn| turn.side == Side::Black),
    );
    let current = (ply + skipped).saturating_sub(1) / 2;
    let total = (open.plies.len() + skipped).div_ceil(2);
    let first = current
        .saturating_sub(rows / 2)
        .min(total.saturating_sub(rows));
    let width = usize::from(area.width).saturating_sub(5) / 2;
    let lines: Vec<Line<'_>> = (first..total)
        .take(rows)
        .map(|row| {
            let mut spans = vec![Span::raw(format!("{:>3} ", row + 1)).dim()];
            for place in 2 * row..2 * row + 2 {
                let turn = place.checked_sub(skipped).map(|i| open.plies.get(i));
                let text = match turn {
                    None => "…",
                    Some(Some(turn)) => &turn.text,
                    Some(None) => continue,
                };
                let cell = text::cell(&text::fit(text, width.saturating_sub(1)), width);
                let is_here = ply > 0 && place + 1 == ply + skipped;
                let span = Span::raw(cell);
                spans.push(if is_here { span.reversed() } else { span });
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
    let variations: Vec<String> = open
        .variations_here()
        .map(|(path, first)| format!("{path} {first}"))
        .collect();
    if !variations.is_empty() {
        let line = format!("variations (v): {}", variations.join(", "));
        lines.push(Line::from(line).fg(Color::Cyan));
    }
    if let Some(last) = open.last() {
        let used = last.used_ms.map_or(String::new(), |ms| {
            format!(", {}.{} s", ms / 1000, ms % 1000 / 100)
        });
        let moves = match last.moves {
            1 => "the only legal move".to_owned(),
            n => format!("one of {n} legal moves"),
        };
        lines.push(Line::from(format!("{} played {}, {moves}{used}", last.side, last.text)).dim());
    }
    Paragraph::new(lines).wrap(Wrap { trim: true })
}
