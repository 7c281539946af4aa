//! The form of the rules of every game: a closed list with names, sentences and pages.

/// Declares the enum `Rule` of a game. Each rule has a doc comment, which is its page, a name, and a sentence.
macro_rules! rules {
    (
        $(#[doc = $about:expr])+
        enum Rule;
        $($(#[doc = $doc:expr])+ $name:ident $text:literal $sentence:literal;)+
    ) => {
        $crate::closed_list! {
            $(#[doc = $about])+
            #[non_exhaustive]
            pub enum Rule: "rule" { $($(#[doc = $doc])+ $name = $text,)+ }
        }

        impl Rule {
            /// The rule, or what is wrong with a turn that breaks it, in a sentence without a full stop.
            pub const fn sentence(self) -> &'static str {
                match self { $(Rule::$name => $sentence),+ }
            }

            /// What the rule says, in a paragraph.
            pub const fn explanation(self) -> &'static str {
                match self { $(Rule::$name => concat!($($doc, "\n"),+)),+ }
            }
        }

        impl ::std::error::Error for Rule {}

        $crate::text::serde_as_text!(Rule);
    };
}

pub(crate) use rules;
