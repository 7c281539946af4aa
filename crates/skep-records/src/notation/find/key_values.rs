//! Lines of names and values that are not YAML, but are read as it: TOML, INI, and rows that psql and MySQL print one
//! value per line.

use std::borrow::Cow;

/// A way to write names and values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyValueStyle {
    /// `[[game]]`, and `white = "Ann"`.
    Toml,
    /// `-[ RECORD 1 ]---`, and `white | Ann`.
    Psql,
    /// `*** 1. row ***`, and `white: Ann` to the right.
    MySql,
}

impl KeyValueStyle {
    /// The style of a text, by its first two lines.
    pub(super) fn of(head: &[u8]) -> Option<KeyValueStyle> {
        let text = String::from_utf8_lossy(&head[..head.len().min(2000)]);
        let mut lines = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with(['#', ';']));
        let (first, second) = (lines.next()?, lines.next()?);
        [
            KeyValueStyle::Toml,
            KeyValueStyle::Psql,
            KeyValueStyle::MySql,
        ]
        .into_iter()
        .find(|style| style.is_head(first) && style.pair(second).is_some())
    }

    /// Whether a line begins the next row.
    fn is_head(self, line: &str) -> bool {
        match self {
            KeyValueStyle::Toml => {
                let inside = line
                    .strip_prefix('[')
                    .and_then(|line| line.strip_suffix(']'));
                let is_name = |c: char| c.is_alphanumeric() || "_-.[]".contains(c);
                inside.is_some_and(|name| !name.is_empty() && name.chars().all(is_name))
            }
            KeyValueStyle::Psql => line.starts_with("-[ RECORD "),
            KeyValueStyle::MySql => line.starts_with("***") && line.contains(". row ***"),
        }
    }

    /// The name and the value of a line.
    fn pair(self, line: &str) -> Option<(&str, &str)> {
        let separator = match self {
            KeyValueStyle::Toml => '=',
            KeyValueStyle::Psql => '|',
            KeyValueStyle::MySql => ':',
        };
        let (name, value) = line.trim_start().split_once(separator)?;
        let name = name.trim_end();
        let is_name = |c: char| c.is_alphanumeric() || "_-.\"".contains(c);
        (!name.is_empty() && name.chars().all(is_name)).then_some((name, value))
    }

    /// The line as YAML.
    pub(super) fn line(self, line: &str) -> Cow<'_, str> {
        if self.is_head(line.trim()) {
            return "---".into();
        }
        match self.pair(line) {
            Some((name, value)) => {
                let bare = value.trim();
                // The value stays where it is.
                let start = line.trim_end().len().saturating_sub(bare.len());
                format!("{:start$}{bare}", format!("{name}: ")).into()
            }
            None => line.into(),
        }
    }
}
