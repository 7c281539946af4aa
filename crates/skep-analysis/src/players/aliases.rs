//! Several names of one player, as a file lists them.

use std::collections::BTreeMap;

use skep_records::Record;
use skep_rules::game::Side;

/// Names of players and their aliases.
///
/// They are read from a text with a line for each player: the name to use, then the other names, separated by tabs, or
/// in a text without tabs all by the same one of `;`, `,` and `=`. Empty lines and lines that begin with `#` are
/// ignored. Names are compared without case and surrounding blanks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aliases(BTreeMap<String, String>);

/// The text does not say which names belong together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAliasesError {
    /// The text uses a name for two players.
    #[error("line {line}: {name} is already an alias of {first}")]
    Ambiguous {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
        /// The player who has the name in an earlier line.
        first: String,
    },
    /// No line has a second name.
    #[error(
        "line {line}: {name} has no other name; write the name to use, then the other names, with tabs between them"
    )]
    Single {
        /// The line, from 1.
        line: usize,
        /// The name.
        name: String,
    },
}

/// What separates the names of a text: the first of these that it has.
const SEPARATORS: [char; 4] = ['\t', ';', ',', '='];

impl Aliases {
    /// Reads the text.
    ///
    /// # Errors
    /// A name is used for two players, or no line has a second name.
    pub fn parse(text: &str) -> Result<Aliases, ParseAliasesError> {
        let mut map = BTreeMap::new();
        let text = text.trim_start_matches('\u{feff}');
        let is_said = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
        let is_in_text = |sign: &char| text.lines().filter(is_said).any(|l| l.contains(*sign));
        let separator = SEPARATORS.into_iter().find(is_in_text);
        let has_names = separator.is_some();
        let separator = separator.unwrap_or('\t');
        for (i, line) in text.lines().enumerate().filter(|(_, line)| is_said(line)) {
            let names = line
                .split(separator)
                .map(|name| name.trim().trim_matches('"'));
            let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
            let Some(&player) = names.first() else {
                continue;
            };
            if names.len() == 1 && !has_names {
                return Err(ParseAliasesError::Single {
                    line: i + 1,
                    name: player.to_owned(),
                });
            }
            for name in names {
                let first = map
                    .entry(name.to_lowercase())
                    .or_insert_with(|| player.to_owned());
                if first != player {
                    return Err(ParseAliasesError::Ambiguous {
                        line: i + 1,
                        name: name.to_owned(),
                        first: first.clone(),
                    });
                }
            }
        }
        Ok(Aliases(map))
    }

    /// Whether no player has several names.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All names of the player with this name, in lower case.
    pub fn names(&self, name: &str) -> Vec<String> {
        let player = self.name(name);
        let aliases = self.0.iter().filter(|(_, of)| *of == player);
        let mut names: Vec<String> = aliases.map(|(alias, _)| alias.clone()).collect();
        names.push(player.to_lowercase());
        names.sort();
        names.dedup();
        names
    }

    /// Gives the players of a record the names to use, also in the words of its result. Returns the number of players
    /// with a new name.
    pub fn rename(&self, record: &mut Record) -> u32 {
        if self.0.is_empty() {
            return 0;
        }
        let names = Side::ALL.map(|side| {
            let old = record.tags.get(side.as_str()).unwrap_or_default();
            (old.to_owned(), self.name(old).to_owned())
        });
        let mut renamed = 0;
        for (side, (old, new)) in Side::ALL.into_iter().zip(&names) {
            if old != new {
                record.tags.set(side.as_str(), new);
                renamed += 1;
            }
        }
        if renamed > 0 {
            // A reader finds the winner by the name in these words.
            if let Some(words) = &mut record.stated.text {
                *words = with_names(words, &names);
            }
            if let Some(words) = record.tags.get("SgfResult") {
                let words = with_names(words, &names);
                record.tags.set("SgfResult", &words);
            }
        }
        renamed
    }

    /// The name to use for a player's name.
    pub fn name<'a>(&'a self, name: &'a str) -> &'a str {
        if self.0.is_empty() {
            return name;
        }
        self.0
            .get(&name.to_lowercase())
            .map_or(name, String::as_str)
    }
}

/// The words with the new name of each player in place of the old name. A name inside another word or inside the other
/// player's name stays.
fn with_names(words: &str, names: &[(String, String); 2]) -> String {
    let mut names: Vec<&(String, String)> =
        names.iter().filter(|(old, _)| !old.is_empty()).collect();
    names.sort_by_key(|(old, _)| std::cmp::Reverse(old.len()));
    let mut out = String::with_capacity(words.len());
    let (mut rest, mut before) = (words, None);
    while let Some(first) = rest.chars().next() {
        let found = names.iter().find(|(old, _)| begins(rest, old, before));
        let length = match found {
            Some((old, new)) => {
                out.push_str(new);
                old.len()
            }
            None => {
                out.push(first);
                first.len_utf8()
            }
        };
        let (done, left) = rest.split_at(length);
        (rest, before) = (left, done.chars().next_back());
    }
    out
}

/// Whether a text begins with a name, and the name is not a part of a longer word. `before` is the character before the
/// text.
fn begins(text: &str, name: &str, before: Option<char>) -> bool {
    // Words without letter case, as in Chinese, have no blanks around a name: Ann获胜.
    let in_word = |c: Option<char>| {
        c.is_some_and(|c| c == '_' || c.is_numeric() || c.is_lowercase() || c.is_uppercase())
    };
    text.strip_prefix(name).is_some_and(|after| {
        let is_cut = |outside: Option<char>, edge: Option<char>| in_word(outside) && in_word(edge);
        !is_cut(before, name.chars().next())
            && !is_cut(after.chars().next(), name.chars().next_back())
    })
}
