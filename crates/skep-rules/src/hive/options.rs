//! The form of a choice between interpretations of a rule.

/// Declares an enum of interpretations of a rule: a closed list with a default, the option's name and a sentence for
/// each choice.
macro_rules! choices {
    (
        $(#[doc = $about:expr])+
        enum $type:ident $word:literal;
        $($(#[$doc:meta])+ $name:ident $text:literal $meaning:literal;)+
    ) => {
        $crate::closed_list! {
            $(#[doc = $about])+
            #[derive(Default)]
            pub enum $type: $word { $($(#[$doc])+ $name = $text,)+ }
        }

        $crate::text::serde_as_text!($type);

        impl $type {
            /// The option's name.
            pub const NAME: &'static str = $word;

            /// What the choice means, in a sentence.
            pub const fn meaning(self) -> &'static str {
                match self { $($type::$name => $meaning),+ }
            }
        }
    };
}

pub(crate) use choices;
