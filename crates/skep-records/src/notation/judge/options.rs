//! The choices of rules by which records are judged, and their names.

use std::fmt;
use std::str::FromStr;

use skep_rules::closed_list;
use skep_rules::hive::complete::{Exchange, Flip, HoneycomboContact};

closed_list! {
    /// Which opening rule a check applies.
    #[derive(Default)]
    pub enum OpeningChoice: "opening rule" {
        /// No queen on a side's first turn.
        Tournament = "tournament",
        /// A queen may enter on the first turn; a record that has one gets a remark.
        Open = "open",
        /// `Open` for a record that needs it, `Tournament` for all others.
        #[default]
        Auto = "auto",
    }
}

closed_list! {
    /// Which years' rules a check applies.
    #[derive(Default)]
    pub enum Era: "era" {
        /// Today's.
        #[default]
        Strict = "strict",
        /// Also what programs allowed in the past, with a remark: a beetle's slide without contact, a thrown piece that
        /// does not rest.
        Historical = "historical",
    }
}

closed_list! {
    /// What the third occurrence of a position means.
    #[derive(Default)]
    pub enum RepetitionRule: "repetition rule" {
        /// A remark.
        #[default]
        Remark = "remark",
        /// The end of the game: a draw.
        Draw = "draw",
    }
}

/// The rules by which records are judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeOptions {
    /// The opening rule.
    pub opening: OpeningChoice,
    /// Today's rules or those of the past too.
    pub era: Era,
    /// The third occurrence of a position.
    pub repetition: RepetitionRule,
    /// Readings of the rules of Venom and the packs.
    pub venom: VenomChoices,
}

/// Readings of the rules of Venom and the packs that differ from what the record says or, if it says nothing, from
/// the defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VenomChoices {
    /// What may be turned over.
    pub flip: Option<Flip>,
    /// Whether a placement may lean on the Honeycombo alone.
    pub honeycombo: Option<HoneycomboContact>,
    /// What holds the hive together while a Centipede exchanges places.
    pub exchange: Option<Exchange>,
}

/// The words of every option, joined by `+`: `tournament+historical+draw`, and of Venom and the packs
/// `flip=locked+honeycombo-contact=no+exchange=strict`; what is the default is left out, and all of it is `default`.
impl fmt::Display for JudgeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = JudgeOptions::default();
        let words = [
            (self.opening != default.opening).then(|| self.opening.to_string()),
            (self.era != default.era).then(|| self.era.to_string()),
            (self.repetition != default.repetition).then(|| self.repetition.to_string()),
            (self.venom.flip).map(|choice| format!("{FLIP}{}", choice.as_str())),
            (self.venom.honeycombo).map(|choice| format!("{HONEYCOMBO}{}", choice.as_str())),
            (self.venom.exchange).map(|choice| format!("{EXCHANGE}{}", choice.as_str())),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        f.pad(&match words.as_slice() {
            [] => "default".to_owned(),
            words => words.join("+"),
        })
    }
}

const FLIP: &str = "flip=";
const HONEYCOMBO: &str = "honeycombo-contact=";
const EXCHANGE: &str = "exchange=";

/// The text names no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseJudgeOptionsError {
    /// A word is that of no option.
    #[error("no rules are called `{0}`")]
    Unknown(String),
    /// Two words are of the same option.
    #[error("`{0}` and another word contradict each other")]
    Contradiction(String),
}

impl FromStr for JudgeOptions {
    type Err = ParseJudgeOptionsError;

    /// Parses `default`, or the words of [`OpeningChoice`], [`Era`] and [`RepetitionRule`] and the choices of Venom, one
    /// of each at most, in any order and any case, joined by `+`.
    fn from_str(s: &str) -> Result<JudgeOptions, ParseJudgeOptionsError> {
        let s = &s.to_ascii_lowercase();
        if s == "default" {
            return Ok(JudgeOptions::default());
        }
        let (mut opening, mut era, mut repetition) = (None, None, None);
        let mut venom = VenomChoices::default();
        for word in s.split('+') {
            let of = |name| word.strip_prefix(name).unwrap_or("");
            let again = if let Ok(choice) = word.parse() {
                opening.replace(choice).is_some()
            } else if let Ok(choice) = word.parse() {
                era.replace(choice).is_some()
            } else if let Ok(choice) = word.parse() {
                repetition.replace(choice).is_some()
            } else if let Ok(choice) = of(FLIP).parse() {
                venom.flip.replace(choice).is_some()
            } else if let Ok(choice) = of(HONEYCOMBO).parse() {
                venom.honeycombo.replace(choice).is_some()
            } else if let Ok(choice) = of(EXCHANGE).parse() {
                venom.exchange.replace(choice).is_some()
            } else {
                return Err(ParseJudgeOptionsError::Unknown(word.to_owned()));
            };
            if again {
                return Err(ParseJudgeOptionsError::Contradiction(word.to_owned()));
            }
        }
        Ok(JudgeOptions {
            opening: opening.unwrap_or_default(),
            era: era.unwrap_or_default(),
            repetition: repetition.unwrap_or_default(),
            venom,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_of_rules_has_a_name_of_its_own() {
        for opening in OpeningChoice::ALL {
            for era in Era::ALL {
                for repetition in RepetitionRule::ALL {
                    let options = JudgeOptions {
                        opening,
                        era,
                        repetition,
                        venom: VenomChoices::default(),
                    };
                    assert_eq!(options.to_string().parse(), Ok(options));
                    let all = format!("{repetition}+{opening}+{era}");
                    assert_eq!(all.parse(), Ok(options));
                    assert_eq!(all.to_uppercase().parse(), Ok(options));
                }
            }
        }
        let venom = "draw+flip=locked+honeycombo-contact=no+exchange=strict";
        assert_eq!(venom.parse::<JudgeOptions>().unwrap().to_string(), venom);
        for wrong in [
            "flip=",
            "flip=no",
            "locked",
            "flip=free+flip=none",
            "",
            "draw+",
            "strict+historical",
            "draw+draw",
        ] {
            assert!(wrong.parse::<JudgeOptions>().is_err(), "{wrong}");
        }
    }
}
