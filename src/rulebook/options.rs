//! The named options: their choices, and why there is a choice.

use super::{Chapter, Entry, When};
use skep_records::notation::{Era, OpeningChoice, RepetitionRule};
use skep_rules::hexit::{ReleaseChain, TileSet};
use skep_rules::hive::complete::{Exchange, Flip, HoneycomboContact};
use skep_rules::hive::{Bug, GameType, Pack};

const TITLE: &str = "Options, the default first";

/// Something on which sites, programs and leaflets differ.
struct Choice {
    when: When,
    name: &'static str,
    choices: fn() -> Vec<&'static str>,
    why: &'static str,
}

/// The words of a closed list, that of the default first.
fn words<T: Copy + Default + PartialEq>(
    all: &[T],
    word: fn(&T) -> &'static str,
) -> Vec<&'static str> {
    let default = T::default();
    let others = all.iter().filter(|&choice| *choice != default);
    std::iter::once(word(&default))
        .chain(others.map(word))
        .collect()
}

const HIVE: &[Choice] = &[
    Choice {
        when: When::Always,
        name: "--opening",
        choices: || words(OpeningChoice::ALL, |c| c.as_str()),
        why: "Whether a queen may enter on a side's first turn. Tournaments and engines forbid it (tournament); the \
              leaflets, Board Game Arena and old Boardspace games allow it (open). By default (auto) a record that \
              has such a queen is judged by the open rule, with a remark.",
    },
    Choice {
        when: When::Always,
        name: "--repetition",
        choices: || words(RepetitionRule::ALL, |c| c.as_str()),
        why: "What the third occurrence of a position means. The leaflets call it a draw when both sides can only go \
              on repeating, and count nothing; real games go past a third occurrence, so that it is only remarked \
              (remark). hivegame.com ends the game there (draw).",
    },
    Choice {
        when: When::Not(&When::Extended),
        name: "--rules",
        choices: || words(Era::ALL, |c| c.as_str()),
        why: "Whether moves are accepted that programs allowed in the past: a beetle's slide without contact, and \
              pieces that did not rest after a throw (historical). They are accepted with a remark. No rule of today \
              allows them (strict).",
    },
    Choice {
        when: When::TwoFaced,
        name: "--flip",
        choices: || words(&Flip::ALL, |c| c.as_str()),
        why: "What becomes of the faces of tiles. The leaflet's game lets a side turn its pieces over (free). Its \
              variants are here too: the face chosen at placement stays (locked), or every tile lies with that face \
              up which this page names first (none). The tag Flip of a record says which, and this option overrules \
              it.",
    },
    Choice {
        when: When::Pack(Pack::Honeycombo),
        name: "--honeycombo-contact",
        choices: || words(&HoneycomboContact::ALL, |c| c.as_str()),
        why: "Whether a piece may enter where it touches the Honeycombo and no piece of its own colour. The leaflet \
              calls the Honeycombo neutral, so that both sides may place beside it: that can mean that it is enough \
              by itself (yes), or only that it does not stand in the way (no). Under no, the first piece of a game \
              still touches it. The tag HoneycomboContact of a record says which, and this option overrules it.",
    },
    Choice {
        when: When::Bug(Bug::Centipede),
        name: "--exchange",
        choices: || words(&Exchange::ALL, |c| c.as_str()),
        why: "What must hold the hive together while a Centipede exchanges places. The leaflet says that the hive \
              must not break in an exchange. The Centipede takes its place on top of the other piece before that \
              leaves, so that only the Centipede must not be pinned (free); or the hive must hold with both lifted \
              at once (strict). The tag Exchange of a record says which, and this option overrules it.",
    },
];

const HEX_IT: &[Choice] = &[
    Choice {
        when: When::Always,
        name: "tiles",
        choices: || words(&TileSet::ALL, |c| c.as_str()),
        why: "The tiles in the set: the standard game, the quick game (exxit-blitz on Boardspace) and the beginner's \
              game (exxit-beginner). A record states it in its Tiles tag.",
    },
    Choice {
        when: When::Always,
        name: "release-chain",
        choices: || words(&ReleaseChain::ALL, |c| c.as_str()),
        why: "How much of a chain of neighbouring prisoners a release frees. The leaflet says that a release may be \
              multiple: the player chooses any connected part of which one cell touches two tiles (optional). \
              Boardspace frees the whole chain, cell by cell in its own order of directions, while tiles last \
              (forced). A record states it in its ReleaseChain tag; records of Boardspace are judged by forced.",
    },
    Choice {
        when: When::Always,
        name: "--repetition",
        choices: || words(RepetitionRule::ALL, |c| c.as_str()),
        why: "What the third occurrence of a position means: a remark, or a draw. The leaflet does not speak of it.",
    },
];

pub(super) fn of_hive(game_type: GameType) -> Chapter {
    chapter(HIVE.iter().filter(|choice| choice.when.holds(game_type)))
}

pub(super) fn of_hexit() -> Chapter {
    chapter(HEX_IT.iter())
}

fn chapter(choices: impl Iterator<Item = &'static Choice>) -> Chapter {
    let entry = |choice: &Choice| Entry {
        lead: Some(format!(
            "{}: {}",
            choice.name,
            (choice.choices)().join(", ")
        )),
        paragraphs: vec![choice.why.to_owned()],
    };
    Chapter {
        title: TITLE.to_owned(),
        table: false,
        entries: choices.map(entry).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_records::notation::{JudgeOptions, VenomChoices};

    /// An option that a judge gains fails to compile here until the book has it.
    #[test]
    fn every_option_of_a_judge_is_told() {
        let JudgeOptions {
            opening: _,
            era: _,
            repetition: _,
            venom:
                VenomChoices {
                    flip: _,
                    honeycombo: _,
                    exchange: _,
                },
        } = JudgeOptions::default();
        let names: Vec<&str> = HIVE.iter().map(|choice| choice.name).collect();
        let venom = [Flip::NAME, HoneycomboContact::NAME, Exchange::NAME];
        let all = ["opening", "repetition", "rules"].into_iter().chain(venom);
        let flags: Vec<String> = all.map(|name| format!("--{name}")).collect();
        assert_eq!(names, flags);
    }

    #[test]
    fn every_choice_is_explained() {
        for choice in HIVE {
            for word in (choice.choices)() {
                let told = choice.why.contains(&format!("({word})"));
                assert!(told, "{}: {word}", choice.name);
            }
        }
    }
}
