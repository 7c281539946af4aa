//! Several names of one player, as a file lists them.

use std::collections::BTreeMap;

use super::Nobodies;
use crate::Facts;
use skep_records::Record;
use skep_records::record::{composed, folded};
use skep_rules::game::Side;

/// Names of players and their aliases.
///
/// They are read from a text with a line for each player: the name to use, then the other names, separated by tabs, or in a
/// text without tabs all by `;` or `,`. A line `Old=New` has the name to use last, and can have several such pairs:
/// `Ann=Zoe,Bob=Zoe`. A first line `old,new` says the same of all lines. Empty lines and lines that begin with `#` are
/// ignored. Names are compared without case and surrounding blanks, and `é` may be one character or two.
///
/// Two kinds of lines begin with words in place of a name. The names after `not a player` are those of nobody, in place
/// of the usual list ([`Nobodies::usual`]). The names after `rating 1800` have this rating in every fit of ratings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aliases {
    /// The name to use for each [folded] name.
    names: BTreeMap<String, String>,
    /// `None` is the usual list.
    nobodies: Option<Nobodies>,
    /// The ratings that are given, by the name to use.
    anchors: BTreeMap<String, f64>,
}

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
    /// Every line is `Old=New`, but this one has commas or semicolons between other texts, too.
    #[error(
        "line {line}: `{text}` is not Old=New; write several as Ann=Zoe,Bob=Zoe, and a name with a comma in a file, with tabs between the names"
    )]
    Pair {
        /// The line, from 1.
        line: usize,
        /// The text in place of a pair.
        text: String,
    },
    /// The rating of a line is not a number from 0 to 10,000.
    #[error(
        "line {line}: {text} is not a rating; write for example: rating 1800, then the names, with tabs between them"
    )]
    Rating {
        /// The line, from 1.
        line: usize,
        /// The text in place of the rating.
        text: String,
    },
    /// The text gives a player two ratings.
    #[error("line {line}: the rating of {name} is already given")]
    TwoRatings {
        /// The line, from 1.
        line: usize,
        /// The player.
        name: String,
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

/// The headings of lines that have the name to use last. In the other order, it is first.
const OLD_FIRST: [[&str; 2]; 4] = [
    ["old", "new"],
    ["old name", "new name"],
    ["alias", "name"],
    ["from", "to"],
];

/// Whether the lines below a heading have the name to use last; `None` if it is no heading.
fn order_of_heading(names: &[&str]) -> Option<bool> {
    let [a, b] = names else { return None };
    let is = |x: &str, y: &str| a.eq_ignore_ascii_case(x) && b.eq_ignore_ascii_case(y);
    let is_old_first = OLD_FIRST.iter().any(|[old, new]| is(old, new));
    let is_heading = is_old_first || OLD_FIRST.iter().any(|[old, new]| is(new, old));
    is_heading.then_some(is_old_first)
}

/// The tag with the words of a result.
const SGF_RESULT: &str = "SgfResult";

/// The words that begin a line with a rating.
const RATING: &str = "rating ";

/// What a line says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AliasLine {
    /// The names of a player.
    Names,
    /// The names of nobody.
    NotAPlayer,
    /// A rating and the players who have it.
    Rating,
}

impl AliasLine {
    fn of(line: &str) -> AliasLine {
        let head = line.split(|c| SEPARATORS.contains(&c) || c == ':').next();
        let head = head.unwrap_or(line).trim().to_lowercase();
        let has_rating = head.strip_prefix(RATING).is_some_and(|rating| {
            rating
                .trim_start()
                .starts_with(|c: char| c.is_ascii_digit() || c == '-')
        });
        match &*head {
            "not a player" => AliasLine::NotAPlayer,
            _ if has_rating => AliasLine::Rating,
            _ => AliasLine::Names,
        }
    }
}

/// The names of a line.
fn names_in(line: &str, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = &str> {
    let names = line.split(is_separator);
    let names = names.map(|name| name.trim().trim_matches('"'));
    names.filter(|name| !name.is_empty())
}

impl Aliases {
    /// Reads the text.
    ///
    /// # Errors
    /// A name is used for two players, a rating is wrong or given twice, or no line has a second name.
    pub fn parse(text: &str) -> Result<Aliases, ParseAliasesError> {
        let text = composed(text.trim_start_matches('\u{feff}'));
        let lines = (1..).zip(text.lines().map(str::trim));
        let (told, lines): (Vec<_>, Vec<_>) = lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| (number, line, AliasLine::of(line)))
            .partition(|(.., kind)| *kind != AliasLine::Names);
        let mut aliases = Aliases::default();
        let is_in_text = |sign: &char| lines.iter().any(|(_, line, _)| line.contains(*sign));
        let are_pairs = !is_in_text(&'\t') && lines.iter().all(|(_, line, _)| line.contains('='));
        let separator = if are_pairs {
            Some('=')
        } else {
            SEPARATORS.into_iter().find(is_in_text)
        };
        let mut is_old_first = are_pairs;
        let lines = lines.iter().flat_map(|(line, text, _)| {
            let between = |c| are_pairs && matches!(c, ',' | ';');
            text.split(between).map(|text| (*line, text))
        });
        for (at, (line, text)) in lines.enumerate() {
            let mut names: Vec<&str> = names_in(text, |c| separator == Some(c)).collect();
            if at == 0
                && let Some(is_told) = order_of_heading(&names)
            {
                is_old_first = is_told;
                continue;
            }
            if is_old_first {
                names.reverse();
            }
            match (&names[..], separator) {
                ([name], None) => {
                    let name = (*name).to_owned();
                    return Err(ParseAliasesError::Single { line, name });
                }
                ([] | [_], _) if are_pairs && !text.trim().is_empty() => {
                    let text = text.trim().to_owned();
                    return Err(ParseAliasesError::Pair { line, text });
                }
                _ => aliases.add(line, &names)?,
            }
        }
        for (line, text, kind) in told {
            let mut names = names_in(text, |c| SEPARATORS.contains(&c) || c == ':');
            let head = names.next().unwrap_or_default();
            match kind {
                AliasLine::NotAPlayer => {
                    let list = aliases.nobodies.get_or_insert_default();
                    list.extend(names);
                }
                AliasLine::Rating => aliases.anchor(line, head, names)?,
                AliasLine::Names => {}
            }
        }
        Ok(aliases)
    }

    /// Adds the names of a player.
    fn add(&mut self, line: usize, names: &[&str]) -> Result<(), ParseAliasesError> {
        let Some(&player) = names.first() else {
            return Ok(());
        };
        for &name in names {
            let first = self.names.entry(folded(name));
            let first = first.or_insert_with(|| player.to_owned());
            if first != player {
                return Err(ParseAliasesError::Ambiguous {
                    line,
                    name: name.to_owned(),
                    first: first.clone(),
                });
            }
        }
        Ok(())
    }

    /// Gives players the rating of a line that begins with `head`.
    fn anchor<'a>(
        &mut self,
        line: usize,
        head: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<(), ParseAliasesError> {
        let text = head[RATING.len()..].trim();
        let rating = text
            .parse()
            .ok()
            .filter(|rating| (0.0..=10_000.0).contains(rating));
        let rating: f64 = rating.ok_or_else(|| ParseAliasesError::Rating {
            line,
            text: text.to_owned(),
        })?;
        for name in names {
            let name = self.name(name).to_owned();
            if self.anchors.insert(name.clone(), rating).is_some() {
                return Err(ParseAliasesError::TwoRatings { line, name });
            }
        }
        Ok(())
    }

    /// The ratings that the text gives, by the name to use.
    pub fn anchors(&self) -> &BTreeMap<String, f64> {
        &self.anchors
    }

    /// Whether a name is that of nobody, such as `guest`.
    pub fn is_nobody(&self, name: &str) -> bool {
        let list = self.nobodies.as_ref();
        list.unwrap_or_else(|| Nobodies::usual()).has(name)
    }

    /// The same names, but every name is that of a player.
    #[must_use]
    pub fn without_nobodies(&self) -> Aliases {
        Aliases {
            nobodies: Some(Nobodies::default()),
            ..self.clone()
        }
    }

    /// The name of a side's player as a key of counts; `None` if the record has no name, or that of nobody.
    pub fn player(&self, facts: &Facts<'_>, side: Side) -> Option<String> {
        let is_somebody = |name: &String| !self.is_nobody(name);
        facts.counted_player(side).filter(is_somebody)
    }

    /// Whether no player has several names.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All names of the player with this name, [folded].
    pub fn names(&self, name: &str) -> Vec<String> {
        let player = self.name(name);
        let aliases = self.names.iter().filter(|(_, of)| *of == player);
        let mut names: Vec<String> = aliases.map(|(alias, _)| alias.clone()).collect();
        names.push(folded(player));
        names.sort();
        names.dedup();
        names
    }

    /// Gives the players of a record the names to use, also in the words of its result. Returns the number of players
    /// with a new name.
    pub fn rename(&self, record: &mut Record) -> u32 {
        if self.names.is_empty() {
            return 0;
        }
        let before = named_players(record);
        let mut renamed = 0;
        for (side, old) in Side::ALL.into_iter().zip(&before) {
            let new = self.name(old);
            if old != new {
                record.tags.set(side.as_str(), new);
                renamed += 1;
            }
        }
        rename_winner(record, before);
        renamed
    }

    /// The name to use for a player's name.
    pub fn name<'a>(&'a self, name: &'a str) -> &'a str {
        if self.names.is_empty() {
            return name;
        }
        self.names.get(&folded(name)).map_or(name, String::as_str)
    }
}

/// The names of both players in a record, empty if unknown.
pub fn named_players(record: &Record) -> [String; 2] {
    Side::ALL.map(|side| {
        record
            .tags
            .get(side.as_str())
            .unwrap_or_default()
            .to_owned()
    })
}

/// Puts the new names of the players into the words of the result, which name the winner. `before` has their old names.
/// If a player has no name now, or both had the same, words with a name are removed. The result itself stays.
pub fn rename_winner(record: &mut Record, before: [String; 2]) {
    let after = named_players(record);
    if after == before {
        return;
    }
    let has_lost_name =
        (before.iter().zip(&after)).any(|(old, new)| new.is_empty() && !old.is_empty());
    let is_unclear = has_lost_name || before[0] == before[1];
    let without = before.clone().map(|old| (old, String::new()));
    let mut pairs = before.into_iter().zip(after);
    let names: [_; 2] = std::array::from_fn(|_| pairs.next().unwrap_or_default());
    let renamed = |words: &str| {
        let is_left_out = is_unclear && with_names(words, &without) != composed(words);
        (!is_left_out).then(|| with_names(words, &names))
    };
    record.stated.text = record.stated.text.as_deref().and_then(renamed);
    match record.tags.get(SGF_RESULT).map(renamed) {
        Some(Some(words)) => record.tags.set(SGF_RESULT, words),
        Some(None) => record.tags.remove(SGF_RESULT),
        None => {}
    }
}

/// The words with the new name of each player in place of the old name. A name inside another word or inside the other
/// player's name stays.
fn with_names(words: &str, names: &[(String, String); 2]) -> String {
    let words = &*composed(words);
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
