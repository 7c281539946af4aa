//! Rows of dumps in SQL: `COPY ... FROM stdin` of Postgres, and `INSERT INTO ... VALUES`.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::UnreadPart;

/// The most tables whose columns are kept.
const MOST_TABLES: usize = 1000;

/// The longest beginning of `INSERT`, before the rows, in bytes.
pub(super) const LONGEST_HEAD: usize = 8000;

/// What begins a part of `CREATE TABLE` that is no column.
const RULES: [&str; 7] = [
    "PRIMARY",
    "CONSTRAINT",
    "KEY",
    "UNIQUE",
    "FOREIGN",
    "CHECK",
    "INDEX",
];

/// The names of the columns of tables, by the name of the table.
#[derive(Debug, Default)]
pub(super) struct SqlTables(FxHashMap<String, Arc<[String]>>);

/// The beginning of a statement that has rows.
pub(super) struct Insert {
    /// The names of the columns. Empty if they are not known.
    pub(super) names: Arc<[String]>,
    /// Where the rows begin.
    pub(super) rows: usize,
}

/// A row of values in brackets.
pub(super) struct SqlRow {
    pub(super) cells: Vec<String>,
    /// Where the cells are.
    pub(super) places: Vec<Range<usize>>,
    pub(super) end: usize,
}

impl SqlTables {
    /// Keeps the names of the columns of `CREATE TABLE games (id integer, white text)`. The text begins with the
    /// statement.
    pub(super) fn create(&mut self, text: &[u8]) -> Result<(), UnreadPart> {
        let head = &text[..text.len().min(400)];
        let table = after_words(head, &["CREATE", "TABLE"]).ok_or(UnreadPart::Other)?;
        let at = after_words(&head[table..], &["IF", "NOT", "EXISTS"]).unwrap_or(0) + table;
        let open = memchr::memchr(b'(', &head[at..]).ok_or(UnreadPart::Other)? + at;
        let name = table_name(&head[at..open]);
        let row = row(&text[open..])?;
        let columns = row.places.iter().map(|place| &text[open..][place.clone()]);
        let names = columns.filter_map(|column| {
            let column = String::from_utf8_lossy(column.trim_ascii()).into_owned();
            let word = column.split_whitespace().next()?.to_owned();
            let is_rule = RULES.iter().any(|rule| word.eq_ignore_ascii_case(rule));
            (!is_rule).then(|| bare(&word).to_owned())
        });
        let names = names.collect();
        if self.0.len() < MOST_TABLES {
            self.0.insert(name, names);
        }
        Ok(())
    }

    /// The beginning of a statement `INSERT INTO games (id, white) VALUES`.
    pub(super) fn insert(&self, text: &[u8]) -> Result<Insert, UnreadPart> {
        let head = &text[..text.len().min(LONGEST_HEAD)];
        let table = after_words(head, &["INSERT", "INTO"])
            .or_else(|| after_words(head, &["INSERT", "IGNORE", "INTO"]))
            .or_else(|| after_words(head, &["INSERT", "OR", "REPLACE", "INTO"]))
            .or_else(|| after_words(head, &["REPLACE", "INTO"]))
            .ok_or(UnreadPart::Other)?;
        let end = head[table..]
            .iter()
            .position(|&b| b == b'(' || b.is_ascii_whitespace() && b != b' ')
            .unwrap_or(head.len() - table);
        let words = &head[table..table + end];
        let upper = words.to_ascii_uppercase();
        let values = memchr::memmem::find(&upper, b"VALUES");
        if let Some(values) = values {
            let names = self.0.get(&table_name(&words[..values]));
            return Ok(Insert {
                names: names.cloned().unwrap_or_default(),
                rows: table + values + "VALUES".len(),
            });
        }
        let open =
            table + end + head[table + end..].len() - head[table + end..].trim_ascii_start().len();
        if !head[open..].starts_with(b"(") {
            let values =
                after_words(&head[open..], &["VALUES"]).ok_or(if head.len() < LONGEST_HEAD {
                    UnreadPart::Cut
                } else {
                    UnreadPart::Other
                })?;
            let names = self.0.get(&table_name(words));
            return Ok(Insert {
                names: names.cloned().unwrap_or_default(),
                rows: open + values,
            });
        }
        let columns = row(&head[open..])?;
        let after = open + columns.end;
        let values = after_words(&head[after..], &["VALUES"]).ok_or(if after + 8 > head.len() {
            UnreadPart::Cut
        } else {
            UnreadPart::Other
        })?;
        let columns = columns.cells.iter();
        Ok(Insert {
            names: columns.map(|name| bare(name.trim()).to_owned()).collect(),
            rows: after + values,
        })
    }
}

/// The offset after words in any case, with blanks between them, at the beginning of a text.
fn after_words(text: &[u8], words: &[&str]) -> Option<usize> {
    let mut at = 0;
    for word in words {
        at += text[at..].len() - text[at..].trim_ascii_start().len();
        let found = text.get(at..at + word.len())?;
        let is_end = text
            .get(at + word.len())
            .is_none_or(|b| !b.is_ascii_alphanumeric() && *b != b'_');
        if !(found.eq_ignore_ascii_case(word.as_bytes()) && is_end) {
            return None;
        }
        at += word.len();
    }
    Some(at)
}

/// The name of a table, without quotes and the schema before it.
fn table_name(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let name = text.trim().rsplit('.').next().unwrap_or_default();
    bare(name).to_ascii_lowercase()
}

/// A name without quotes.
fn bare(name: &str) -> &str {
    name.trim_matches(['"', '`', '[', ']', '\''])
}

/// The values in brackets at the beginning of a text.
pub(super) fn row(text: &[u8]) -> Result<SqlRow, UnreadPart> {
    if !text.starts_with(b"(") {
        return Err(UnreadPart::Other);
    }
    let mut row = SqlRow {
        cells: Vec::new(),
        places: Vec::new(),
        end: 0,
    };
    let mut start = 1;
    let mut at = 1;
    let mut depth = 0;
    loop {
        match *text.get(at).ok_or(UnreadPart::Cut)? {
            quote @ (b'\'' | b'"' | b'`') => at += quoted_end(&text[at..], quote)?,
            b'(' => {
                depth += 1;
                at += 1;
            }
            b')' if depth > 0 => {
                depth -= 1;
                at += 1;
            }
            end @ (b',' | b')') if depth == 0 => {
                let raw = text[start..at].trim_ascii();
                let blank = text[start..at].len() - text[start..at].trim_ascii_start().len();
                row.cells.push(value(raw));
                row.places.push(start + blank..at);
                at += 1;
                start = at;
                if end == b')' {
                    row.end = at;
                    return Ok(row);
                }
            }
            _ => at += 1,
        }
    }
}

/// The length of a text in quotes. A doubled quote belongs to it, and one after a backslash if the text goes on.
fn quoted_end(text: &[u8], quote: u8) -> Result<usize, UnreadPart> {
    let mut at = 1;
    loop {
        at += memchr::memchr(quote, text.get(at..).ok_or(UnreadPart::Cut)?)
            .ok_or(UnreadPart::Cut)?
            + 1;
        if text.get(at) == Some(&quote) {
            at += 1;
            continue;
        }
        let backslashes = text[..at - 1]
            .iter()
            .rev()
            .take_while(|&&b| b == b'\\')
            .count();
        let next = text[at..].iter().find(|b| !b.is_ascii_whitespace());
        let ends = next.is_none_or(|b| b",);:".contains(b));
        if backslashes % 2 == 1 && !ends {
            continue;
        }
        return Ok(at);
    }
}

/// A value without quotes and escapes; `NULL` is nothing.
fn value(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    if text.eq_ignore_ascii_case("null") {
        return String::new();
    }
    let quoted = text.trim_start_matches(['E', 'e', 'N', 'n', '_']);
    let is_escaped = text.starts_with(['E', 'e']);
    let Some(quote) = quoted.chars().next().filter(|c| "'\"`".contains(*c)) else {
        return text.into_owned();
    };
    let inside = &quoted[1..];
    let inside = &inside[..inside.rfind(quote).unwrap_or(inside.len())];
    let inside = inside.replace(&String::from_iter([quote, quote]), &quote.to_string());
    if is_escaped || is_doubled(&inside) {
        unescaped(&inside)
    } else {
        inside
    }
}

/// Whether each backslash is doubled, or before a quote.
fn is_doubled(text: &str) -> bool {
    let mut rest = text.as_bytes();
    let mut found = false;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        if !matches!(rest.get(at + 1), Some(b'\\' | b'\'' | b'"')) {
            return false;
        }
        found = true;
        rest = &rest[at + 2..];
    }
    found
}

/// A value of a `COPY` without its escapes; `\N` is nothing.
pub(super) fn copied(cell: &[u8]) -> String {
    let text = String::from_utf8_lossy(cell);
    if text == "\\N" {
        return String::new();
    }
    unescaped(&text)
}

fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('t') => out.push('\t'),
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(c) => out.push(c),
                None => {}
            },
            c => out.push(c),
        }
    }
    out
}

/// The names in `COPY games (id, history) FROM stdin;`.
pub(super) fn copy_names(line: &[u8]) -> Option<Vec<String>> {
    let text = String::from_utf8_lossy(line.strip_prefix(b"COPY ")?);
    let (_, names) = text.split_once('(')?;
    let (names, after) = names.split_once(')')?;
    let is_copy = after.trim().eq_ignore_ascii_case("FROM stdin;");
    let names = names.split(',').map(|name| bare(name.trim()).to_owned());
    is_copy.then(|| names.collect())
}
