//! Closed lists: enums whose variants each have one written name, such as the notations or the results.
//!
//! `strum` derives the names and the list; [`closed_list!`](crate::closed_list) adds the same items to each list: every
//! list ignores case when parsing, and every unknown name gives the same error.

/// The name is not a known name.
///
/// # Examples
/// ```
/// use skep_records::record::Format;
///
/// assert_eq!("PGN".parse(), Ok(Format::Pgn));
/// let error = "chess".parse::<Format>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown notation; expected uhp, moves, boardspace,"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {what}; expected {}", .expected.join(", "))]
pub struct UnknownName {
    /// What the name should have been: `notation`.
    pub what: &'static str,
    /// The names that are known.
    pub expected: Vec<&'static str>,
}

/// Gives an enum that derives `IntoStaticStr` and `VariantArray` of `strum` the constant `ALL` and the method `as_str`.
///
/// If the kind of the list is given, also `Display` and `FromStr`. Parsing ignores ASCII case. Other spellings of a
/// variant may follow.
#[doc(hidden)]
#[macro_export]
macro_rules! closed_list {
    ($name:ident) => {
        impl $name {
            /// All of them, in the order of their declaration.
            pub const ALL: [$name; <$name as ::strum::VariantArray>::VARIANTS.len()] =
                *<$name as ::strum::VariantArray>::VARIANTS
                    .as_array()
                    .expect("the length is that of the list");

            /// The name as it is written.
            pub fn as_str(self) -> &'static str {
                self.into()
            }
        }
    };
    ($name:ident, $what:literal $(, $other:literal => $variant:ident)* $(,)?) => {
        $crate::closed_list!($name);

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::UnknownName;

            /// Parses a name, in any case.
            fn from_str(text: &str) -> Result<$name, $crate::UnknownName> {
                let names = $name::ALL.into_iter().map(|value| (value.as_str(), value));
                let others = [$(($other, $name::$variant)),*];
                names
                    .chain(others)
                    .find(|(name, _)| name.eq_ignore_ascii_case(text))
                    .map(|(_, value)| value)
                    .ok_or($crate::UnknownName {
                        what: $what,
                        expected: $name::ALL.map($name::as_str).to_vec(),
                    })
            }
        }
    };
}
