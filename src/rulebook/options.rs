//! The options: their values, and why the rules leave a choice.

use super::{Chapter, Entry, When};
use skep_records::notation::{Era, OpeningChoice, RepetitionRule, Resignation};
use skep_rules::hexit::{ReleaseChain, TileSet};
use skep_rules::hive::complete::{Exchange, Flip, HoneycomboContact, StingReach, StinkBugShield};
use skep_rules::hive::{Bug, GameType, Pack};

const TITLE: &str = "Options (the default is listed first)";

/// A point on which sites, programs and leaflets differ.
struct Choice {
    when: When,
    name: &'static str,
    choices: fn() -> Vec<&'static str>,
    why: &'static str,
}

/// The words of a closed list, the default first.
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
        choices: || words(&OpeningChoice::ALL, |c| c.as_str()),
        why: "Whether a queen may be placed on a player's first turn. Tournaments and engines forbid it (tournament). \
              The leaflets, Board Game Arena and old Boardspace games allow it (open). By default (auto) skep uses the \
              open rule for a record that has such a queen, and adds a remark.",
    },
    Choice {
        when: When::Always,
        name: "--repetition",
        choices: || words(&RepetitionRule::ALL, |c| c.as_str()),
        why: "What happens at the third occurrence of a position. The leaflets call the game a draw if both players \
              are forced to repeat the same moves, without a count. Real games continue after a third occurrence, so \
              skep only adds a remark (remark). The game can also end there (draw). In both cases two positions are the \
              same if the pieces, the player to move and the legal moves are the same, so a piece that rests after a \
              throw can make another position. hivegame.com ends the game too, but compares otherwise: the board in any \
              orientation, and the piece that it calls stunned, even if that changes no legal move (hivegame).",
    },
    Choice {
        when: When::Not(&When::Extended),
        name: "--rules",
        choices: || words(&Era::ALL, |c| c.as_str()),
        why: "Whether to accept moves that were legal in the past: a beetle that slides without contact, a piece that \
              did not rest after a throw, and a beetle on the ground that passes between two pieces. The leaflet of \
              2005 says that the beetle is not bound by the freedom to move: it jumps to a neighbouring cell. Current rules forbid them (strict). skep can accept them with a \
              remark (historical).",
    },
    Choice {
        when: When::TwoFaced,
        name: "--flip",
        choices: || words(&Flip::ALL, |c| c.as_str()),
        why: "Whether tiles can be turned over. In the standard game players can turn their pieces over (free). The \
              leaflet has variants: a tile keeps the face that was chosen when it was placed (locked), or both players \
              agree on one side for all tiles: the face that is listed first above (none), or the other face for every \
              tile except the queens (venom). The tag Flip of a record states the value; this option \
              overrides it.",
    },
    Choice {
        when: When::Pack(Pack::Honeycombo),
        name: "--honeycombo-contact",
        choices: || words(&HoneycomboContact::ALL, |c| c.as_str()),
        why: "Whether a new piece may be placed where it touches the Honeycombo and no piece of its own colour. The \
              leaflet calls the Honeycombo neutral: both players can place beside it. Contact with the Honeycombo may \
              be enough for a placement (yes), or not enough by itself (no). With no, the first piece of a game still \
              touches it. The tag HoneycomboContact of a record states the value; this option overrides it.",
    },
    Choice {
        when: When::Bug(Bug::Centipede),
        name: "--exchange",
        choices: || words(&Exchange::ALL, |c| c.as_str()),
        why: "What must stay connected while a Centipede exchanges places. The leaflet says that an exchange must not \
              break the hive. Either the Centipede reaches its new cell before the other piece leaves, so only the \
              Centipede must not be pinned (free), or the hive must stay connected with both pieces lifted (strict). \
              The tag Exchange of a record states the value; this option overrides it.",
    },
    Choice {
        when: When::All(&[When::Bug(Bug::StinkBug), When::Pack(Pack::Predators)]),
        name: "--stink-bug-shield",
        choices: || words(&StinkBugShield::ALL, |c| c.as_str()),
        why: "Which pieces a predator cannot remove because of a Stink Bug. The leaflet says that no predator can remove \
              a piece that touches the Stink Bug: in plain words a piece of either colour (any). Its page on the Stink \
              Bug speaks of friendly pieces only (friends). The tag StinkBugShield of a record states the value; this \
              option overrides it.",
    },
    Choice {
        when: When::Bug(Bug::Wasp),
        name: "--sting",
        choices: || words(&StingReach::ALL, |c| c.as_str()),
        why: "How far a Wasp stings. The leaflet says that it stings any enemy piece that is not in a stack, and names \
              no distance; the figure is lost. skep lets it sting a piece beside it (adjacent). It can also sting \
              anywhere on the table (any). The tag Sting of a record states the value; this option overrides it.",
    },
];

const HEX_IT: &[Choice] = &[
    Choice {
        when: When::Always,
        name: "tiles",
        choices: || words(&TileSet::ALL, |c| c.as_str()),
        why: "The number of tiles: the standard game, the quick game (exxit-blitz on Boardspace) or the beginner's \
              game (exxit-beginner). A record states it in its tag Tiles.",
    },
    Choice {
        when: When::Always,
        name: "release-chain",
        choices: || words(&ReleaseChain::ALL, |c| c.as_str()),
        why: "Which prisoners of a chain a release frees. The leaflet says that a release may be multiple: the player \
              chooses any connected part of the chain in which one cell touches two tiles (optional). Boardspace frees \
              the whole chain, cell by cell in its own order of directions, until no tile is left (forced). A record \
              states the value in its tag ReleaseChain; Boardspace records use forced.",
    },
    Choice {
        when: When::Always,
        name: "--repetition",
        choices: || words(&RepetitionRule::ALL, |c| c.as_str()),
        why: "What happens at the third occurrence of a position: a remark (remark), or a draw (draw; hivegame means the \
              same here). The leaflet does not mention repetition.",
    },
    Choice {
        when: When::Always,
        name: "--resignation",
        choices: || words(&Resignation::ALL, |c| c.as_str()),
        why: "What a resignation means. Usually the player who resigns loses (loss). The leaflet says that a player in a \
              hopeless position resigns, and that the points are counted then, so the points can decide (count).",
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

    /// A new option of the judge does not compile here until the rulebook describes it.
    #[test]
    fn every_option_of_a_judge_is_described() {
        let JudgeOptions {
            opening: _,
            era: _,
            repetition: _,
            resignation: _,
            venom:
                VenomChoices {
                    flip: _,
                    honeycombo: _,
                    exchange: _,
                    shield: _,
                    sting: _,
                },
        } = JudgeOptions::default();
        let names: Vec<&str> = HIVE.iter().map(|choice| choice.name).collect();
        let venom = [
            Flip::NAME,
            HoneycomboContact::NAME,
            Exchange::NAME,
            StinkBugShield::NAME,
            StingReach::NAME,
        ];
        let all = ["opening", "repetition", "rules"].into_iter().chain(venom);
        let flags: Vec<String> = all.map(|name| format!("--{name}")).collect();
        assert_eq!(names, flags);
        assert!(HEX_IT.iter().any(|choice| choice.name == "--resignation"));
    }

    #[test]
    fn every_choice_is_explained() {
        for choice in HIVE {
            for word in (choice.choices)() {
                let explained = choice.why.contains(&format!("({word})"));
                assert!(explained, "{}: {word}", choice.name);
            }
        }
    }
}
