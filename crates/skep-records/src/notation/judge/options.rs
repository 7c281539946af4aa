//! The choice of rules for judging records, and the names of the choices.

use std::fmt;
use std::str::FromStr;

use super::RuleOption;
use crate::game::{Played, Rules};
use skep_rules::closed_list;
use skep_rules::game::{Draws, PositionHistory, Repetitions, SamePosition};
use skep_rules::hive::venom::Interpretations;
use skep_rules::hive::{Opening, Rule};

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
        /// Also a beetle that passes between two higher stacks, as Wikipedia describes it, with a remark.
        Wikipedia = "wikipedia",
        /// Also what leaflets and programs allowed in the past, with a remark: the Wikipedia beetle, a beetle that
        /// slides without contact or through a gap on the ground, and a thrown piece that does not rest.
        Historical = "historical",
    }
}

impl Era {
    /// Whether a move that breaks a rule may still be legal; the position decides.
    pub fn may_break(self, rule: Rule) -> bool {
        match self {
            Era::Strict => false,
            Era::Wikipedia => rule == Rule::HeightGate,
            Era::Historical => true,
        }
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
        /// A draw as on hivegame.com since 31 July 2026. A stored game may go on after it.
        Hivegame = "hivegame",
        /// A draw, with positions compared as hivegame.com compared them before.
        Hivegame2024 = "hivegame-2024",
    }
}

impl RepetitionRule {
    /// Whether the third occurrence of a position ends the game.
    pub fn ends_the_game(self) -> bool {
        self != RepetitionRule::Remark
    }

    /// Whether a stored game may go on after the third occurrence. It is a draw only if the last position is one.
    pub fn lets_records_go_on(self) -> bool {
        self == RepetitionRule::Hivegame
    }

    /// How it compares positions; `None` if a repetition is never a draw.
    fn same_position<R: Rules>(self) -> Option<SamePosition<R::Position>> {
        match self {
            RepetitionRule::Remark => None,
            RepetitionRule::Draw => Some(SamePosition::Turns),
            RepetitionRule::Hivegame => Some(SamePosition::Key(|position, moved| {
                R::hivegame_key(position, &R::follow(position), moved)
            })),
            RepetitionRule::Hivegame2024 => Some(SamePosition::Key(|position, moved| {
                R::hivegame_2024_key(position, &R::follow(position), moved)
            })),
        }
    }

    /// The positions that are a draw by repetition in a game without positions.
    pub fn draws<R: Rules>(self) -> Draws<R::Position> {
        self.same_position::<R>()
            .map_or_else(Draws::never, Draws::by)
    }

    /// How often the positions of a game in play have occurred, before its first turn.
    pub fn occurrences<R: Rules>(self, game: &Played<R>) -> PositionHistory<R::Position> {
        let mut occurrences = PositionHistory::by(self.same_position::<R>());
        if game.is_set_up() {
            occurrences.add(&game.start(), true);
        }
        occurrences
    }

    /// Begins to follow a game at a position, if this rule needs it.
    pub(crate) fn follow<R: Rules>(self, position: &R::Position) -> Option<R::Followed> {
        self.follows().then(|| R::follow(position))
    }

    /// Whether it compares what the site compares, and so follows the game.
    const fn follows(self) -> bool {
        matches!(
            self,
            RepetitionRule::Hivegame | RepetitionRule::Hivegame2024
        )
    }

    /// Adds a position to those of a game, and returns how often it has occurred. `followed` has followed the game to
    /// it. `moved` means that the last turn was not a placement.
    #[inline(always)]
    pub(crate) fn count<R: Rules>(
        self,
        repetitions: &mut Repetitions,
        position: &R::Position,
        followed: Option<&R::Followed>,
        moved: bool,
    ) -> u32 {
        let Some(followed) = followed else {
            debug_assert!(!self.follows(), "{self} follows the game");
            return repetitions.add(position);
        };
        repetitions.add_key(match self {
            RepetitionRule::Hivegame2024 => R::hivegame_2024_key(position, followed, moved),
            _ => R::hivegame_key(position, followed, moved),
        })
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
    /// Interpretations of the rules of Venom and the packs. They replace those of the record and the defaults.
    pub venom: Interpretations,
    /// What a resignation in Hex-It means.
    pub resignation: Resignation,
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

/// The options that are not defaults, joined by `+`: `historical+tournament+draw`, `flip=locked+resignation=count`. If
/// all are defaults, the text is `default`.
impl fmt::Display for JudgeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = RuleOption::ALL.iter();
        let words = options.filter_map(|option| Some(option.text(option.changed(self)?)));
        let words: Vec<String> = words.collect();
        f.pad(&match words.as_slice() {
            [] => "default".to_owned(),
            words => words.join("+"),
        })
    }
}

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

    /// Parses `default`, or options as they are written, at most one of each, in any order and any letter case, joined
    /// by `+`.
    fn from_str(s: &str) -> Result<JudgeOptions, ParseJudgeOptionsError> {
        let s = &s.to_ascii_lowercase();
        let mut rules = JudgeOptions::default();
        if s == "default" {
            return Ok(rules);
        }
        let mut given = [false; RuleOption::ALL.len()];
        for word in s.split('+') {
            let mut options = RuleOption::ALL.iter();
            let option = options.position(|option| option.read(&mut rules, word));
            let option = option.ok_or_else(|| ParseJudgeOptionsError::Unknown(word.to_owned()))?;
            if std::mem::replace(&mut given[option], true) {
                return Err(ParseJudgeOptionsError::Contradiction(word.to_owned()));
            }
        }
        Ok(rules)
    }
}
