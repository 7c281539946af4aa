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

/// The arguments that single quotes would have held together, in double quotes: the command prompt of Windows passes
/// `'plies = 40'` as three arguments, with the quotes in the first and the last.
pub fn split_at_quotes() -> Option<String> {
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
