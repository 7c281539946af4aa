//! Findings for people, with their lines.

use std::borrow::Cow;
use std::fmt::Write as _;

use annotate_snippets::renderer::DEFAULT_LINE_NUM_STYLE;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};

use super::Reportable;
use crate::text;
use skep_records::diag::{Diagnostic, Severity, Span};
use skep_records::{GameText, Source};

/// The report for people: errors with their lines, and other findings in one line each.
#[derive(Clone, Debug)]
pub struct Human {
    renderer: Renderer,
    styled: bool,
    width: usize,
}

/// The mark of a line that is cut.
const ELLIPSIS: &str = "...";

impl Human {
    /// A report for a terminal of `width` columns, with or without colours.
    pub fn new(styled: bool, width: usize) -> Self {
        let renderer = if styled {
            Renderer::styled().hyperlink(false)
        } else {
            Renderer::plain()
        };
        Human {
            // Lines are cut here, around the error; the rest always fits.
            renderer: renderer.term_width(usize::from(u16::MAX)),
            styled,
            width,
        }
    }

    /// Appends one finding with its line, marked, and an empty line.
    pub fn annotated(&self, subject: &Reportable<'_>, d: &Diagnostic, out: &mut Vec<u8>) {
        let level = level(d.severity);
        let place = subject.place(d);
        let shown = d.span.map(|span| self.window(subject, span, d).cleaned());
        let label = d.ply.map(|n| format!("ply {n}"));

        // The library would count columns in the cut line, so the position is written here.
        let title = level
            .clone()
            .primary_title(text::clean(&d.message))
            .id(d.code.as_str());
        let margin = place.map_or(1, |p| digits(p.line));
        let style = self.style(DEFAULT_LINE_NUM_STYLE);
        let mut s = self.renderer.render(&[Group::with_title(title)]);
        // Writing to a string cannot fail.
        let _ = write!(s, "\n{:margin$}{style}-->{style:#} {}", "", name(subject));
        if let Some(p) = place {
            let _ = write!(s, ":{}:{}", p.line, p.column);
        }

        let mut body = Group::with_level(level);
        if let (Some(window), Some(place)) = (&shown, place) {
            let mark = AnnotationKind::Primary
                .span(window.mark.clone())
                .label(label.as_deref());
            body = body.element(
                Snippet::source(window.text.as_ref())
                    .line_start(place.line as usize)
                    .annotation(mark),
            );
        }
        if let Some(about) = about(subject, d) {
            body = body.element(
                Level::NOTE
                    .no_name()
                    .message(text::clean(&about).into_owned()),
            );
        }
        if let Some(help) = &d.help {
            body = body.element(Level::HELP.message(text::clean(help)));
        }
        if !body.is_empty() {
            s.push('\n');
            s.push_str(&self.renderer.render(&[body]));
        }
        s.push_str("\n\n");
        out.extend_from_slice(s.as_bytes());
    }

    /// The style, if styles are on.
    fn style(&self, style: Style) -> Style {
        if self.styled { style } else { Style::new() }
    }

    /// Appends a line about a file or entry without a game.
    pub fn fault(&self, source: &Source, d: &Diagnostic, out: &mut Vec<u8>) {
        self.line(&Reportable::fault(source, d), d, out);
    }

    /// Appends one finding in a line.
    pub fn line(&self, subject: &Reportable<'_>, d: &Diagnostic, out: &mut Vec<u8>) {
        let mut place = String::new();
        // Writing to a string cannot fail.
        if let Some(p) = subject.place(d) {
            let _ = write!(place, ":{}:{}", p.line, p.column);
        }
        let mut message = String::new();
        if let Some(ply) = d.ply {
            let _ = write!(message, "ply {ply}: ");
        }
        message.push_str(&d.message);
        let kind = format!("{}[{}]", d.severity.as_str(), d.code);
        self.put(d.severity, &kind, subject, &place, &message, out);
    }

    /// Appends a line about a problem that is not a finding.
    pub fn wrong(&self, subject: &Reportable<'_>, message: &str, out: &mut Vec<u8>) {
        self.put(
            Severity::Error,
            Severity::Error.as_str(),
            subject,
            "",
            message,
            out,
        );
    }

    fn put(
        &self,
        severity: Severity,
        kind: &str,
        subject: &Reportable<'_>,
        place: &str,
        message: &str,
        out: &mut Vec<u8>,
    ) {
        let style = self.style(match severity {
            Severity::Error => AnsiColor::BrightRed.on_default().bold(),
            Severity::Warning => AnsiColor::Yellow.on_default().bold(),
            Severity::Remark => AnsiColor::BrightCyan.on_default(),
        });
        let mut s = format!("{style}{kind}{style:#}: {}{place}", name(subject));
        if subject.index > 1 {
            let _ = write!(s, ": {}", numbered(subject));
        }
        let _ = writeln!(s, ": {}", text::clean(message));
        out.extend_from_slice(s.as_bytes());
    }

    /// The part of the line that fits, and the mark in it.
    fn window<'a>(&self, subject: &Reportable<'a>, span: Span, d: &Diagnostic) -> SourceWindow<'a> {
        let (line, at) = subject.line_of(span);
        let start = floor(line, (span.start as usize).saturating_sub(at));
        let end = line
            .ceil_char_boundary((span.end as usize).saturating_sub(at))
            .max(start);
        let gutter = 3 + subject.place(d).map_or(1, |p| digits(p.line));
        let label = d.ply.map_or(0, |n| 5 + digits(n.into()));
        window(line, start..end, self.width.saturating_sub(gutter + label))
    }
}

#[derive(Debug, PartialEq, Eq)]
struct SourceWindow<'a> {
    text: Cow<'a, str>,
    mark: std::ops::Range<usize>,
}

impl SourceWindow<'_> {
    /// Without control characters, except for tabs, which become spaces when the line is shown.
    fn cleaned(self) -> Self {
        let (text, mark) = text::clean_around(&self.text, self.mark);
        SourceWindow {
            text: text.into(),
            mark,
        }
    }
}

/// Cuts a line to `room` columns around `mark`. Reads only the part that it shows.
fn window(line: &str, mark: std::ops::Range<usize>, room: usize) -> SourceWindow<'_> {
    let fits = line.len() <= 4 * room && text::columns(line) <= room;
    if fits {
        return SourceWindow {
            text: line.into(),
            mark,
        };
    }
    let room = room.saturating_sub(2 * ELLIPSIS.len()).max(16);
    let marked = &line[mark.clone()];
    // A mark that is too long for the line keeps its beginning.
    let under = text::prefix(marked, room);
    let mut left = room - text::columns(&marked[..under]);
    let before = text::suffix(&line[..mark.start], left / 2);
    left -= text::columns(&line[before..mark.start]);
    let after = mark.start + under + text::prefix(&line[mark.start + under..], left);
    left -= text::columns(&line[mark.start + under..after]);
    let before = text::suffix(&line[..before], left);

    let mut text = String::new();
    if before > 0 {
        text.push_str(ELLIPSIS);
    }
    let shift = text.len();
    text.push_str(&line[before..after]);
    if after < line.len() {
        text.push_str(ELLIPSIS);
    }
    let start = shift + mark.start - before;
    SourceWindow {
        text: text.into(),
        mark: start..start + under,
    }
}

/// The largest character boundary at or below `i`.
fn floor(s: &str, i: usize) -> usize {
    s.floor_char_boundary(i)
}

fn digits(n: u64) -> usize {
    n.checked_ilog10().unwrap_or(0) as usize + 1
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Remark => Level::INFO.with_name("remark"),
    }
}

/// The source, without control characters. A command reads it, except for `<stdin>`.
pub fn name(subject: &Reportable<'_>) -> String {
    let source = match (&*subject.source.path, &subject.source.entry) {
        ("-", None) => "<stdin>".to_owned(),
        ("-", Some(entry)) => format!("<stdin>!{entry}"),
        _ => subject.source.to_string(),
    };
    text::clean(&source).into_owned()
}

/// The number of the game in its file or entry. It is not the number of `--game`, which counts all games of the input.
pub fn numbered(subject: &Reportable<'_>) -> String {
    number_in(subject.source, subject.index)
}

/// A number counts in the file or entry that stands beside it, and not in the whole input, so the words say that.
fn number_in(source: &Source, index: u64) -> String {
    let place = match source.entry {
        Some(_) => "entry",
        None => "file",
    };
    format!("game {index} of the {place}")
}

/// The file or entry of a game, and its number there: `skep show ENTRY --game N` shows it.
pub fn place(game: &GameText<'_>) -> String {
    if &*game.source.path == text::GAME_STRING {
        return game.source.to_string();
    }
    format!("{}, {}", game.source, number_in(game.source, game.index))
}

/// The number and the variant of the game.
fn about(subject: &Reportable<'_>, d: &Diagnostic) -> Option<String> {
    let game = subject.game?;
    let mut s = numbered(subject);
    if let Some(title) = game.title() {
        s.push_str(&format!(", {title}"));
    }
    if d.span.is_none()
        && let Some(ply) = d.ply
    {
        let _ = write!(s, ", ply {ply}");
    }
    if let Some(rule) = d.rule {
        let _ = write!(s, ", rule {rule}");
    }
    Some(s)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(line: &str, mark: std::ops::Range<usize>, room: usize) -> String {
        let w = window(line, mark, room);
        format!(
            "{}\n{}{}",
            w.text,
            " ".repeat(w.text[..w.mark.start].chars().count()),
            "^".repeat(w.text[w.mark.clone()].chars().count())
        )
    }

    #[test]
    fn a_line_that_fits_stays_whole() {
        assert_eq!(show("wL;bL wL-", 3..9, 20), "wL;bL wL-\n   ^^^^^^");
    }

    #[test]
    fn a_long_line_is_cut_around_its_mark() {
        let line = "0123456789".repeat(300);
        // 24 characters of the line: ten before the mark, four under it, ten after it.
        assert_eq!(
            show(&line, 1500..1504, 30),
            "...012345678901234567890123...\n             ^^^^"
        );
    }

    #[test]
    fn a_mark_at_either_end_uses_the_whole_room() {
        let line = "0123456789".repeat(10);
        assert_eq!(show(&line, 0..2, 22), "0123456789012345...\n^^");
        assert_eq!(
            show(&line, 98..100, 22),
            format!("...4567890123456789\n{}^^", " ".repeat(17))
        );
    }

    #[test]
    fn a_mark_longer_than_the_room_keeps_its_beginning() {
        let line = "é".repeat(100);
        let w = window(&line, 0..200, 22);
        assert_eq!(w.text, format!("{}...", "é".repeat(16)));
        assert_eq!(w.mark, 0..32);
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let line = "日".repeat(100);
        let w = window(&line, 0..3, 22);
        assert_eq!(w.text, format!("{}...", "日".repeat(8)));
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal_and_the_mark_stays() {
        let line = "\u{9b}\t\x1bwA1\u{202e} x";
        let start = line.find("wA1").unwrap();
        let shown = window(line, start..start + 3, 40).cleaned();
        assert_eq!(shown.text, "\u{fffd}\t\u{fffd}wA1\u{fffd} x");
        assert_eq!(&shown.text[shown.mark], "wA1");
    }
}
