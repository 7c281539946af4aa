//! The arguments of the program. In the Python package, these are not the arguments of the process.

use std::ffi::OsString;
use std::sync::OnceLock;

static ARGUMENTS: OnceLock<Vec<OsString>> = OnceLock::new();

/// Sets the arguments. Later calls change nothing.
pub fn set(arguments: Vec<OsString>) {
    let _ = ARGUMENTS.set(arguments);
}

/// The arguments; the first is the name of the program.
pub fn all() -> impl Iterator<Item = &'static OsString> {
    ARGUMENTS.get().into_iter().flatten()
}

/// What is wrong with the quotes of the arguments, as a tip.
pub fn tip_for_quotes() -> Option<String> {
    let stray = || all().find_map(|word| stray_quote(&word.to_string_lossy()).map(str::to_owned));
    if let Some(held) = split_at_quotes() {
        Some(format!(
            "single quotes do not hold words together in this shell; use double quotes: {held}"
        ))
    } else if cfg!(windows) {
        stray().map(|before| {
            format!(
                "in Windows, \\\" puts a quote into the argument {before}\"; double the backslash, leave it out, or write a \
                 blank after it"
            )
        })
    } else {
        None
    }
}

/// What comes before the quote that does not end an argument, because a backslash is before it: in Windows,
/// `"games\" other` is the argument `games" other`.
fn stray_quote(word: &str) -> Option<&str> {
    let quotes = word.matches('"').count();
    let (before, after) = word.rsplit_once('"')?;
    (quotes % 2 == 1 && (after.is_empty() || after.starts_with(' '))).then_some(before)
}

/// The arguments that single quotes would have held together, in double quotes: the command prompt of Windows passes
/// `'plies = 40'` as three arguments, with the quotes in the first and the last.
fn split_at_quotes() -> Option<String> {
    let words: Vec<_> = all().map(|word| word.to_string_lossy()).collect();
    let opens = |word: &str| {
        let value = word
            .strip_prefix("--")
            .and_then(|word| word.split_once('='));
        value.map_or(word, |(_, value)| value).starts_with('\'')
    };
    let start = words.iter().position(|word| opens(word))?;
    let (option, first) = words[start].split_once('\'')?;
    let mut held = first.to_owned();
    for word in &words[start + 1..] {
        if held.ends_with('\'') {
            break;
        }
        held.push(' ');
        held.push_str(word);
    }
    let held = held.strip_suffix('\'')?;
    Some(format!("{option}\"{held}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_after_a_backslash_is_noticed() {
        for (word, before) in [
            ("games\"", Some("games")),
            ("games\" -o out", Some("games")),
            (
                "Base;InProgress;White[2];wS1;bS1 wS1\"",
                Some("Base;InProgress;White[2];wS1;bS1 wS1"),
            ),
            ("opening = \"wL bS1\"", None),
            ("white = \"Ada", None),
            ("games", None),
            ("", None),
        ] {
            assert_eq!(stray_quote(word), before, "{word}");
        }
    }
}
