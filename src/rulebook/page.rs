//! A page of rules as text.

use std::fmt::Write as _;

use anstyle::Style;

use crate::text;

/// A page of the rulebook, before it has a shape.
#[derive(Clone, Debug)]
pub struct RulebookPage {
    pub title: String,
    /// The introduction, in one paragraph.
    pub about: &'static str,
    pub chapters: Vec<Chapter>,
}

/// The text under a heading.
#[derive(Clone, Debug)]
pub struct Chapter {
    pub title: String,
    /// Whether the entries are lines of a table: short names, each with a few words.
    pub table: bool,
    pub entries: Vec<RulebookEntry>,
}

/// Paragraphs, perhaps about one thing that is named first.
#[derive(Clone, Debug)]
pub struct RulebookEntry {
    pub lead: Option<String>,
    pub paragraphs: Vec<String>,
}

/// The indentation of paragraphs, and of paragraphs under a name.
const INDENT: usize = 2;

/// In a table, leads up to this width share a line with their text.
const SHORT_LEAD: usize = 16;

impl RulebookPage {
    pub(super) fn new(title: String, about: &'static str) -> RulebookPage {
        RulebookPage {
            title,
            about,
            chapters: Vec::new(),
        }
    }

    /// Appends a chapter that has something in it.
    pub(super) fn push(&mut self, chapter: Chapter) {
        if !chapter.entries.is_empty() {
            self.chapters.push(chapter);
        }
    }

    /// The page for a terminal or a file, filled to a width. Headings are bold if it is styled.
    pub fn render(&self, width: usize, styled: bool) -> String {
        let bold = style(styled);
        let mut out = String::new();
        heading(&mut out, &self.title, 0, width, bold);
        // Writing to a string cannot fail.
        let _ = write!(out, "\n{}", text::fill(self.about, width));
        for chapter in &self.chapters {
            out.push('\n');
            chapter.render(&mut out, width, styled);
        }
        out
    }
}

/// The style of headings.
fn style(styled: bool) -> Style {
    if styled {
        Style::new().bold()
    } else {
        Style::new()
    }
}

/// Appends a heading, filled to the width like any text.
fn heading(out: &mut String, text: &str, indent: usize, width: usize, bold: Style) {
    for line in text::fill(text, width.saturating_sub(indent)).lines() {
        let _ = writeln!(out, "{:indent$}{bold}{line}{bold:#}", "");
    }
}

impl Chapter {
    /// Appends the chapter, filled to a width. Headings are bold if it is styled.
    pub fn render(&self, out: &mut String, width: usize, styled: bool) {
        let bold = style(styled);
        heading(out, &self.title, 0, width, bold);
        // A narrow terminal has no room for two columns.
        let table = self.table && width >= 3 * SHORT_LEAD;
        for (i, entry) in self.entries.iter().enumerate() {
            if i > 0 && !self.table {
                out.push('\n');
            }
            entry.render(out, width, bold, table);
        }
    }

    /// A chapter of paragraphs that have no names.
    pub(super) fn of_paragraphs(title: &str, texts: Vec<String>) -> Chapter {
        let entry = |text| RulebookEntry {
            lead: None,
            paragraphs: vec![text],
        };
        Chapter {
            title: title.to_owned(),
            table: false,
            entries: texts.into_iter().map(entry).collect(),
        }
    }
}

impl RulebookEntry {
    fn render(&self, out: &mut String, width: usize, bold: Style, table: bool) {
        let column = match &self.lead {
            None => INDENT,
            Some(_) if table => INDENT + SHORT_LEAD + 2,
            Some(_) => 2 * INDENT,
        };
        let mut first = None;
        match &self.lead {
            Some(lead) if table && text::columns(lead) <= SHORT_LEAD => first = Some(lead),
            Some(lead) => heading(out, lead, INDENT, width, bold),
            None => {}
        }
        for (i, paragraph) in self.paragraphs.iter().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            for line in text::fill(paragraph, width.saturating_sub(column)).lines() {
                match first.take() {
                    Some(lead) => {
                        let gap = column - INDENT - text::columns(lead);
                        let _ =
                            writeln!(out, "{:INDENT$}{bold}{lead}{bold:#}{:gap$}{line}", "", "");
                    }
                    None => {
                        let _ = writeln!(out, "{:column$}{line}", "");
                    }
                }
            }
        }
    }
}
