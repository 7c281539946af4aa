//! What all closed lists and all short texts of the crate share: their declaration and their errors.
//!
//! An enum that is a list of names is declared with [`closed_list!`](crate::closed_list): the name of each variant
//! stands in one place, and `ALL`, `as_str`, `Display` and `FromStr` are made from it. Names are read in any case.

use std::fmt;
use std::fmt::Write as _;

/// A number with thousands separators: `1,234,567`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    if n < 1000 {
        return digits;
    }
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// A number with its noun, in the singular or the plural: `1 game`, `2,000 games`.
///
/// ```
/// assert_eq!(skep_rules::counted(1, "ply", "plies"), "1 ply");
/// assert_eq!(skep_rules::counted(1200, "ply", "plies"), "1,200 plies");
/// ```
pub fn counted(n: u64, one: &str, many: &str) -> String {
    let mut text = String::new();
    push_counted(&mut text, n, one, many);
    text
}

/// Appends what [`counted`] returns.
pub fn push_counted(text: &mut String, n: u64, one: &str, many: &str) {
    // Writing to a string cannot fail.
    let _ = match n {
        0..1000 => write!(text, "{n} "),
        _ => write!(text, "{} ", count(n)),
    };
    text.push_str(if n == 1 { one } else { many });
}

/// The text is not one of the names of a closed list.
///
/// ```
/// use skep_rules::hive::Opening;
///
/// let error = "close".parse::<Opening>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown opening `close`: expected tournament or open");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// What the text should have named: `notation`.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// The names that exist.
    pub expected: &'static [&'static str],
}

impl UnknownName {
    /// The error for a text that is not one of `expected`.
    pub fn new(what: &'static str, text: &str, expected: &'static [&'static str]) -> UnknownName {
        UnknownName {
            what,
            text: text.to_owned(),
            expected,
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`: expected ", self.what, self.text)?;
        for (i, name) in self.expected.iter().enumerate() {
            let gap = match i {
                0 => "",
                _ if i + 1 == self.expected.len() => " or ",
                _ => ", ",
            };
            write!(f, "{gap}{name}")?;
        }
        Ok(())
    }
}

impl std::error::Error for UnknownName {}

/// The text is not what was expected: a cell, a piece, a turn, a variant and so on.
///
/// ```
/// use skep_rules::geometry::GridRef;
///
/// let error = "13N".parse::<GridRef>().unwrap_err();
/// assert_eq!(error.to_string(), "`13N` is not a column and a row, such as N13");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {expected}")]
#[non_exhaustive]
pub struct InvalidText {
    /// The text, or the part of it that does not fit.
    pub text: String,
    /// What was expected.
    pub expected: &'static str,
}

impl InvalidText {
    /// The error for a text that is not `expected`.
    pub fn new(text: &str, expected: &'static str) -> InvalidText {
        InvalidText {
            text: text.to_owned(),
            expected,
        }
    }
}

/// A noun with the article that its first sound needs: `a wasp`, `an ant`.
pub fn with_article(noun: &str) -> String {
    let begins_with_vowel = noun.starts_with(|c: char| "aeiouAEIOU".contains(c));
    format!("{} {noun}", if begins_with_vowel { "an" } else { "a" })
}

/// Declares an enum that is a closed list of names, with what it is a list of. A variant may have other spellings,
/// which are read and never written.
///
/// ```
/// skep_rules::closed_list! {
///     /// How a picture is laid.
///     #[derive(Default)]
///     pub enum Layout: "layout" {
///         /// Flat sides up.
///         #[default]
///         Flat = "flat" | "flat-top",
///         /// Corners up.
///         Pointy = "pointy",
///     }
/// }
///
/// assert_eq!(Layout::ALL.map(Layout::as_str), ["flat", "pointy"]);
/// assert_eq!("Flat-Top".parse(), Ok(Layout::Flat));
/// let error = "round".parse::<Layout>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown layout `round`: expected flat or pointy");
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! closed_list {
    (
        $(#[$about:meta])*
        $vis:vis enum $type:ident: $what:literal {
            $($(#[$doc:meta])* $name:ident = $text:literal $(| $other:literal)*,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis enum $type { $($(#[$doc])* $name,)+ }

        impl $type {
            /// All of them, in the order of declaration.
            pub const ALL: [$type; $type::NAMES.len()] = [$($type::$name),+];

            /// All names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// The name.
            pub const fn as_str(self) -> &'static str {
                $type::NAMES[self as usize]
            }

            /// The name and the other spellings that are read.
            pub const fn spellings(self) -> &'static [&'static str] {
                match self { $($type::$name => &[$text $(, $other)*]),+ }
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            /// Reads a name in any case.
            fn from_str(text: &str) -> Result<Self, $crate::UnknownName> {
                let is_named = |x: &$type| {
                    x.spellings().iter().any(|name| name.eq_ignore_ascii_case(text))
                };
                $type::ALL
                    .into_iter()
                    .find(is_named)
                    .ok_or_else(|| $crate::UnknownName::new($what, text, $type::NAMES))
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

/// With the feature `serde`, writes a type as its text and reads it from there.
macro_rules! serde_as_text {
    ($type:ty) => {
        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use serde_as_text;
