//! Regular expressions that ignore case.
//!
//! In browsers, a small program is worth more than fast expressions: there, the library has no tables of Unicode, so
//! the classes `\w`, `\d`, `\s` and `\b` are those of ASCII.

#[cfg(not(target_family = "wasm"))]
use regex as library;
#[cfg(target_family = "wasm")]
use regex_lite as library;

pub(super) use library::escape;

/// The memory that each thread uses to match a regular expression, in bytes.
#[cfg(not(target_family = "wasm"))]
const MATCHING: usize = 128 << 10;

/// A regular expression that ignores case.
#[derive(Clone, Debug)]
pub(super) struct TextPattern(library::Regex);

/// Why a text is not a regular expression.
pub(super) enum Misfit {
    /// It does not compile in the size.
    Size,
    Invalid(String),
}

impl TextPattern {
    /// Compiles a regular expression if it takes at most `size` bytes.
    pub(super) fn new(pattern: &str, size: usize) -> Result<TextPattern, Misfit> {
        #[cfg(target_family = "wasm")]
        let pattern = &folded(pattern);
        let mut builder = library::RegexBuilder::new(pattern);
        #[cfg(not(target_family = "wasm"))]
        builder.dfa_size_limit(MATCHING);
        builder.case_insensitive(true).size_limit(size);
        builder.build().map(TextPattern).map_err(misfit)
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        #[cfg(target_family = "wasm")]
        let text = &folded(text);
        self.0.is_match(text)
    }
}

#[cfg(not(target_family = "wasm"))]
fn misfit(error: library::Error) -> Misfit {
    if matches!(error, library::Error::CompiledTooBig(_)) {
        return Misfit::Size;
    }
    // The last line of a message says what is wrong; the lines before repeat the expression.
    let message = error.to_string();
    let reason = message.lines().last().unwrap_or_default();
    Misfit::Invalid(reason.trim_start_matches("error: ").to_owned())
}

#[cfg(target_family = "wasm")]
fn misfit(error: library::Error) -> Misfit {
    // The library does not tell its errors apart.
    match error.to_string() {
        message if message.contains("size limit") => Misfit::Size,
        message => Misfit::Invalid(message),
    }
}

/// A text or an expression with its letters in lower case, but for the letters of ASCII: the library ignores their
/// case, and `\W` is not `\w`.
#[cfg(target_family = "wasm")]
fn folded(text: &str) -> std::borrow::Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_ascii() {
            folded.push(letter);
        } else {
            folded.extend(letter.to_lowercase());
        }
    }
    folded.into()
}
