//! What is known of the terminal: colours, characters and width.

use std::borrow::Cow;
use std::io::{self, IsTerminal};

use anyhow::bail;

/// Whether standard output shows colours.
pub fn styled() -> bool {
    shows_colours(&io::stdout())
}

/// Whether standard error shows colours.
pub fn styled_stderr() -> bool {
    shows_colours(&io::stderr())
}

fn shows_colours(stream: &impl anstream::stream::RawStream) -> bool {
    let wanted = anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never;
    wanted && (!stream.is_terminal() || understands_colours())
}

/// Whether the terminal understands escape codes. A console of Windows must be told to.
#[cfg(windows)]
fn understands_colours() -> bool {
    crossterm::ansi_support::supports_ansi()
}

#[cfg(not(windows))]
fn understands_colours() -> bool {
    true
}

/// Whether the locale allows more than ASCII on standard output. An unset locale does.
pub fn speaks_unicode() -> bool {
    let set = |name| std::env::var(name).ok().filter(|v| !v.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set);
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// A text for people with its signs in ASCII if the locale is not UTF-8. Each takes one column, as before. Letters of
/// names stay.
pub fn in_locale(text: &str) -> Cow<'_, str> {
    const SIGNS: [(char, char); 11] = [
        ('–', '-'),
        ('−', '-'),
        ('×', 'x'),
        ('…', '~'),
        ('█', '#'),
        ('▒', '='),
        ('░', '.'),
        ('·', '.'),
        ('‹', '<'),
        ('›', '>'),
        (char::REPLACEMENT_CHARACTER, '?'),
    ];
    if text.is_ascii() || speaks_unicode() {
        return text.into();
    }
    let sign = |c: char| SIGNS.iter().find(|(sign, _)| *sign == c).map(|(_, to)| *to);
    text.chars().map(|c| sign(c).unwrap_or(c)).collect()
}

/// The width of reports: `COLUMNS`, else the terminal's width, else 80.
pub fn width() -> usize {
    stated_width().unwrap_or(80)
}

/// `COLUMNS`, else the width of the terminal, if standard output is one.
pub fn stated_width() -> Option<usize> {
    let stated = std::env::var("COLUMNS")
        .ok()
        .and_then(|c| c.trim().parse().ok());
    // Some terminals report 0.
    let terminal = || {
        let width = comfy_table::Table::new().width()?;
        Some(usize::from(width)).filter(|&width| width > 0)
    };
    stated.or_else(terminal).map(|width| width.clamp(20, 1000))
}

/// Refuses to write what only programs can read.
///
/// # Errors
/// Standard output is a terminal.
pub fn refuse_terminal(option: &str) -> anyhow::Result<()> {
    if io::stdout().is_terminal() {
        bail!("{option} writes binary data; use -o FILE or > FILE");
    }
    Ok(())
}

#[cfg(all(test, windows))]
mod tests {
    use super::*;

    /// `.ci/run windows` runs this in a console. wine shows styles whether they are allowed or not, so the mode is
    /// read.
    #[test]
    fn a_console_is_told_that_text_has_styles() {
        use winapi_util::{HandleRef, console};
        const STYLES: u32 = 4;
        if !io::stdout().is_terminal() {
            skep_testing::skip("console", "there is no console");
            return;
        }
        let mode = || console::mode(HandleRef::stdout()).unwrap();
        console::set_mode(HandleRef::stdout(), mode() & !STYLES).unwrap();
        assert!(styled());
        assert_eq!(mode() & STYLES, STYLES);
    }
}
