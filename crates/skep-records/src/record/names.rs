//! When two names are one: Unicode has two spellings of `é`, a letter and a letter with an accent. macOS and some
//! programs write the second, most others the first.

use std::borrow::Cow;

/// A text in which letters and their accents are one character where Unicode has one (the form NFC).
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub fn composed(text: &str) -> Cow<'_, str> {
    use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return text.into();
    }
    text.nfc().collect::<String>().into()
}

/// A text in which letters and their accents are one character where Unicode has one (the form NFC). The browser has
/// the tables for this.
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return text.into();
    }
    String::from(js_sys::JsString::from(text).normalize("NFC")).into()
}

/// A name as names are compared: composed, and in lower case. Two names with the same folded name are one name.
pub fn folded(name: &str) -> String {
    composed(name).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_a_letter_are_one() {
        for (text, expected) in [
            ("Zoe\u{308}", "Zoë"),
            ("Zoë", "Zoë"),
            ("Ann", "Ann"),
            // Two marks in either order, and Hangul.
            ("a\u{323}\u{302}", "ậ"),
            ("a\u{302}\u{323}", "ậ"),
            ("\u{1112}\u{1161}\u{11ab}", "한"),
            // A letter that looks like another stays.
            ("ﬁ", "ﬁ"),
        ] {
            assert_eq!(composed(text), expected, "{text}");
        }
        assert_eq!(folded("ZOE\u{308}"), folded("zoë"));
        assert_ne!(folded("Zoe"), folded("Zoë"));
    }
}
