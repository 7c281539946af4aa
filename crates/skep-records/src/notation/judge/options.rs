//! The choice of rules for judging records, and the names of the choices.

use std::fmt;
use std::str::FromStr;

use crate::game::Rules;
use skep_rules::closed_list;
use skep_rules::game::Repetitions;
use skep_rules::hive::Opening;
use skep_rules::hive::complete::{Exchange, Flip, HoneycomboContact, StingReach, StinkBugShield};

closed_list! {
    /// Which opening rule a check applies.
    #[derive(Default)]
    pub enum OpeningChoice: "opening rule" {
        /// No queen on a side's first turn.
        Tournament = "tournament",
        /// A queen may enter on the first turn. A record with such a turn gets a remark.
        Open = "open",
        /// `Open` for a record that needs it, `Tournament` for all others.
        #[default]
        Auto = "auto",
    }
}

closed_list! {
    /// Today's rules, or also those of the past.
    #[derive(Default)]
    pub enum Era: "era" {
        /// Today's rules.
        #[default]
        Strict = "strict",
        /// Also what programs allowed in the past, with a remark: a beetle slides without contact, or a thrown piece does
        /// not rest.
        Historical = "historical",
    }
}

closed_list! {
    /// What a resignation in Hex-It means.
    #[derive(Default)]
    pub enum Resignation: "resignation rule" {
        /// The player who resigns loses.
        #[default]
        Loss = "loss",
        /// The points on the board decide.
        Count = "count",
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
        /// A draw, with positions compared as hivegame.com compares them.
        Hivegame = "hivegame",
    }
}

impl RepetitionRule {
    /// Whether the third occurrence of a position ends the game.
    pub fn ends_the_game(self) -> bool {
        self != RepetitionRule::Remark
    }

    /// Adds a position to those of a game, and returns how often it has occurred. Nothing was added since the last
    /// placement if the position follows a placement.
    #[inline]
    pub fn count<R: Rules>(self, repetitions: &mut Repetitions, position: &R::Position) -> u32 {
        if self == RepetitionRule::Hivegame {
            let moved = !repetitions.is_empty();
            return repetitions.add_key(R::hivegame_key(position, moved));
        }
        repetitions.add(position)
    }
}

/// The rules for judging records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JudgeOptions {
    /// The opening rule.
    pub opening: OpeningChoice,
    /// Today's rules or those of the past too.
    pub era: Era,
    /// The third occurrence of a position.
    pub repetition: RepetitionRule,
    /// Interpretations of the rules of Venom and the packs.
    pub venom: VenomChoices,
    /// What a resignation in Hex-It means.
    pub resignation: Resignation,
}

/// Interpretations of the rules of Venom and the packs that replace those of the record and the defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VenomChoices {
    /// What may be turned over.
    pub flip: Option<Flip>,
    /// Whether a piece may enter that touches only the Honeycombo.
    pub honeycombo: Option<HoneycomboContact>,
    /// Which pieces are lifted to test the connection of the hive when a Centipede exchanges places.
    pub exchange: Option<Exchange>,
    /// From which pieces a Stink Bug keeps predators.
    pub shield: Option<StinkBugShield>,
    /// How far a Wasp stings.
    pub sting: Option<StingReach>,
}

impl JudgeOptions {
    /// The opening rule of a game that begins without a turn.
    pub fn first_opening(&self) -> Opening {
        match self.opening {
            OpeningChoice::Open => Opening::Open,
            OpeningChoice::Tournament | OpeningChoice::Auto => Opening::Tournament,
        }
    }
}

/// The words of every option, joined by `+`: `tournament+historical+draw`, and of Venom and the packs
/// `flip=locked+honeycombo-contact=no+exchange=strict+stink-bug-shield=friends+sting=any`, and of Hex-It
/// `resignation=count`; defaults are left out, and if all are defaults the text is `default`.
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
            (self.venom.shield).map(|choice| format!("{SHIELD}{}", choice.as_str())),
            (self.venom.sting).map(|choice| format!("{STING}{}", choice.as_str())),
            (self.resignation != default.resignation)
                .then(|| format!("{RESIGNATION}{}", self.resignation)),
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
const SHIELD: &str = "stink-bug-shield=";
const STING: &str = "sting=";
const RESIGNATION: &str = "resignation=";

/// The text does not name rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseJudgeOptionsError {
    /// A word does not belong to any option.
    #[error("unknown rule option `{0}`")]
    Unknown(String),
    /// Two words set the same option.
    #[error("`{0}` sets an option that is already set")]
    Contradiction(String),
}

impl FromStr for JudgeOptions {
    type Err = ParseJudgeOptionsError;

    /// Parses `default`, or the words of [`OpeningChoice`], [`Era`] and [`RepetitionRule`] and the choices of Venom and
    /// Hex-It, at most one of each, in any order and any letter case, joined by `+`.
    fn from_str(s: &str) -> Result<JudgeOptions, ParseJudgeOptionsError> {
        let s = &s.to_ascii_lowercase();
        if s == "default" {
            return Ok(JudgeOptions::default());
        }
        let (mut opening, mut era, mut repetition) = (None, None, None);
        let (mut venom, mut resignation) = (VenomChoices::default(), None);
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
            } else if let Ok(choice) = of(SHIELD).parse() {
                venom.shield.replace(choice).is_some()
            } else if let Ok(choice) = of(STING).parse() {
                venom.sting.replace(choice).is_some()
            } else if let Ok(choice) = of(RESIGNATION).parse() {
                resignation.replace(choice).is_some()
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
            resignation: resignation.unwrap_or_default(),
        })
    }
}
