//! The declaration and the errors of closed lists and short texts.
//!
//! An enum that is a list of names is declared with [`closed_list!`]: the name of each variant is in one place, and
//! `ALL`, `as_str`, `Display`, `FromStr` and the serde forms are made from it. Names are read in any case.

use std::fmt;

/// The text is not one of the names of a closed list.
///
/// ```
/// use skep_rules::hive::Opening;
///
/// let error = "close".parse::<Opening>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown name `close`: expected tournament or open");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownName {
    /// The text.
    pub text: String,
    /// The names that exist.
    pub expected: &'static [&'static str],
}

impl UnknownName {
    /// The error for a text that is not one of `expected`.
    pub fn new(text: &str, expected: &'static [&'static str]) -> UnknownName {
        UnknownName {
            text: text.to_owned(),
            expected,
        }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown name `{}`: expected ", self.text)?;
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

/// The text is not what was expected: a cell, a piece, a turn, a game type and so on.
///
/// ```
/// use skep_rules::geometry::GridRef;
///
/// let error = "13N".parse::<GridRef>().unwrap_err();
/// assert_eq!(error.to_string(), "`13N` is not a column and a row, such as N13");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidText {
    /// The text, or the invalid part of it.
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

impl fmt::Display for InvalidText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}", self.text, self.expected)
    }
}

impl std::error::Error for InvalidText {}

/// Declares an enum that is a closed list of names.
macro_rules! closed_list {
    (
        $(#[$about:meta])*
        pub enum $type:ident {
            $($(#[$doc:meta])* $name:ident = $text:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $type { $($(#[$doc])* $name,)+ }

        impl $type {
            /// All of them, in the order of declaration.
            pub const ALL: [$type; $type::NAMES.len()] = [$($type::$name),+];

            /// All names, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// The name.
            pub const fn as_str(self) -> &'static str {
                $type::NAMES[self as usize]
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            /// Reads a name in any case.
            fn from_str(text: &str) -> Result<Self, $crate::UnknownName> {
                $type::ALL
                    .into_iter()
                    .find(|x| x.as_str().eq_ignore_ascii_case(text))
                    .ok_or_else(|| $crate::UnknownName::new(text, $type::NAMES))
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        $crate::text::serde_as_text!($type);
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

pub(crate) use {closed_list, serde_as_text};
