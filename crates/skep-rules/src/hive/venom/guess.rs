//! The turn that a text probably means.

use super::{Bug, Written};

impl Written {
    /// The turn that a text probably means if its blanks, marks or letter case are not quite right.
    ///
    /// ```
    /// use skep_rules::hive::venom::Written;
    ///
    /// let meant = |text| Written::guess(text).map(|turn| turn.to_string());
    /// assert_eq!(meant("wB1~").as_deref(), Some("wB1 ~"));
    /// assert_eq!(meant("wwa ! bM").as_deref(), Some("wWa !bM"));
    /// assert_eq!(meant("wAsXbM").as_deref(), Some("wAs xbM"));
    /// assert_eq!(meant("bB1 wS1 –").as_deref(), Some("bB1 wS1-"));
    /// assert_eq!(meant("bB1 - wS1").as_deref(), Some("bB1 -wS1"));
    /// assert_eq!(meant("wAs takes bM"), None);
    /// ```
    pub fn guess(text: &str) -> Option<Written> {
        let mut out = String::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            if let Some(name) = piece(rest) {
                if out.ends_with(|c: char| c.is_ascii_alphanumeric() && c != 'x') {
                    out.push(' ');
                }
                out.push_str(&name);
                rest = &rest[name.len()..];
                continue;
            }
            rest = &rest[c.len_utf8()..];
            match c {
                '!' | '@' | '$' | '?' | '(' | '<' | 'x' | 'X' | '×' | '~' | '&' => {
                    out.truncate(out.trim_end().len());
                    if !out.is_empty() {
                        out.push(' ');
                    }
                    out.push(if matches!(c, 'X' | '×') { 'x' } else { c });
                    rest = rest.trim_start();
                }
                '>' => {
                    out.push(c);
                    rest = rest.trim_start();
                }
                '-' | '–' | '—' | '−' | '/' | '\\' => {
                    // After the second piece, the sign belongs to it; after the first, to the next piece.
                    if out.trim_end().contains(' ') {
                        out.truncate(out.trim_end().len());
                    } else {
                        rest = rest.trim_start();
                    }
                    out.push(if matches!(c, '/' | '\\') { c } else { '-' });
                }
                _ => out.push(c),
            }
        }
        out.trim_end().parse().ok()
    }
}

/// The piece at the beginning of a text in any letter case, under its right name.
fn piece(text: &str) -> Option<String> {
    if text.starts_with("Hc") {
        return Some("Hc".to_owned());
    }
    let mut chars = text.chars();
    let side = chars.next().filter(|c| "wWbB".contains(*c))?;
    let letter = chars.next().filter(char::is_ascii_alphabetic)?;
    let mut name = format!(
        "{}{}",
        side.to_ascii_lowercase(),
        letter.to_ascii_uppercase()
    );
    let small = chars.next().filter(char::is_ascii_alphabetic);
    let long = small.map(|small| format!("{name}{}", small.to_ascii_lowercase()));
    if let Some(long) = long.filter(|long| Bug::from_code(&long[1..]).is_some()) {
        name = long;
    }
    Bug::from_code(&name[1..])?;
    let number = text[name.len()..].chars().next();
    name.extend(number.filter(char::is_ascii_digit));
    Some(name)
}
