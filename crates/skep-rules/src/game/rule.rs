//! The shape that the rules of every game have: a closed list with names, sentences and pages.

/// The text names no rule of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such rule")]
pub struct ParseRuleError;

/// Declares the enum `Rule` of a game. Each rule has a doc comment, which is its page, a name, and a sentence.
macro_rules! rules {
    (
        $(#[doc = $about:expr])+
        enum Rule;
        $($(#[doc = $doc:expr])+ $name:ident $text:literal $sentence:literal;)+
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule { $($(#[doc = $doc])+ $name,)+ }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name),+];

            /// The name that reports print: lower case with hyphens.
            pub const fn as_str(self) -> &'static str {
                match self { $(Rule::$name => $text),+ }
            }

            /// The rule, or what is wrong with a turn that breaks it, in a sentence without full stop.
            pub const fn sentence(self) -> &'static str {
                match self { $(Rule::$name => $sentence),+ }
            }

            /// What the rule says, in a paragraph.
            pub const fn explanation(self) -> &'static str {
                match self { $(Rule::$name => concat!($($doc, "\n"),+)),+ }
            }
        }

        impl ::std::str::FromStr for Rule {
            type Err = $crate::game::ParseRuleError;

            fn from_str(s: &str) -> Result<Self, Self::Err> {
                Rule::ALL
                    .iter()
                    .copied()
                    .find(|r| r.as_str().eq_ignore_ascii_case(s))
                    .ok_or($crate::game::ParseRuleError)
            }
        }

        impl ::std::fmt::Display for Rule {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

pub(crate) use rules;
