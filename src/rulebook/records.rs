//! How each thing is written in records.

use super::{Chapter, Entry, When};
use skep_rules::hive::{Bug, GameType, Pack};

const TITLE: &str = "How it is written";

/// A way to write something.
pub(super) struct Form {
    when: When,
    pub(super) text: &'static str,
    about: &'static str,
}

const fn form(when: When, text: &'static str, about: &'static str) -> Form {
    Form { when, text, about }
}

const BASE: When = When::Not(&When::Extended);
const PILLBUG: When = When::Bug(Bug::Pillbug);
const TICK: When = When::Bug(Bug::Tick);
const HONEYCOMBO: When = When::Pack(Pack::Honeycombo);
const SWARM: When = When::Pack(Pack::Swarm);

/// Turns of Hive.
pub(super) const TURNS: &[Form] = &[
    form(
        When::Always,
        "wS1",
        "the first piece of a game: colour, code of the bug, and a number where a side has several",
    ),
    form(
        When::Always,
        "bG1 wS1-",
        "a placement, or a move: east of wS1; -wS1 west, wS1/ north-east, /wS1 south-west, \\wS1 north-west, wS1\\ south-east",
    ),
    form(When::Always, "wB1 bQ", "a move onto the stack of bQ"),
    form(When::Always, "pass", "a pass"),
    form(
        PILLBUG,
        "bA1 wP-",
        "a throw is written as a move of what is thrown",
    ),
    form(
        When::All(&[PILLBUG, When::Extended]),
        "wA1 wP- (wP)",
        "who throws, where the piece's own move would lead there too",
    ),
    form(
        When::TwoFaced,
        "wS1 ~",
        "wS1 is turned over; it has the name of its other face from then on",
    ),
    form(When::Bug(Bug::Wasp), "wWa !bA1", "a sting"),
    form(
        When::Bug(Bug::Assassin),
        "wAs xbA1",
        "a removal: both leave the game",
    ),
    form(When::Bug(Bug::Mantis), "wMa xbA1", "the same by a Mantis"),
    form(
        When::Bug(Bug::Centipede),
        "wCe bG1\\ <>bS1",
        "an exchange with bS1, which stands at the place that is named",
    ),
    form(TICK, "wTk @bG2 wQ-", "the Tick has bG2 move"),
    form(
        When::All(&[TICK, When::Bug(Bug::Wasp)]),
        "wTk @bWa !bA1",
        "the Tick has bWa sting",
    ),
    form(
        When::All(&[TICK, PILLBUG]),
        "wTk @bP bA1 bP-",
        "the Tick has bP throw bA1",
    ),
    form(
        When::Bug(Bug::Butterfly),
        "wBu wQ",
        "a guardian enters on top of wQ",
    ),
    form(HONEYCOMBO, "wS1 Hc-", "a place beside the Honeycombo"),
    form(HONEYCOMBO, "Hc ~", "the Honeycombo is turned over"),
    form(
        HONEYCOMBO,
        "wA1 bQ- & wG1 bS1/",
        "the two actions of a double turn",
    ),
    form(
        SWARM,
        "wA1 bQ- ?bG2",
        "a placement, and the tile that is drawn",
    ),
    form(
        SWARM,
        "?bG2",
        "a draw as the turn; ? where the tile is not known",
    ),
    form(SWARM, "$wA1", "a steal"),
];

/// Other parts of a record.
const PARTS: &[Form] = &[
    form(
        BASE,
        "Base+MLP",
        "a game type: the original set, and letters for Mosquito, Ladybug and Pillbug",
    ),
    form(
        When::Extended,
        "Venom",
        "a game type: the tiles with two faces. Base and the letters M, L, P are the original tiles, which have one; Base+[Sc2,Tk] adds Venom bugs to them that have one face as well; packs follow: Venom+Predators+Swarm",
    ),
    form(
        SWARM,
        "Venom+Swarm(A1 G2 S1|B1 G1 P)",
        "a GameString's type with the hands that White and Black begin with, beside the queen",
    ),
    form(
        SWARM,
        "WhiteHand, BlackHand",
        "the same as tags of PGN and JSON Lines",
    ),
    form(
        When::TwoFaced,
        "Flip",
        "the tag for the option flip, where it is not the default",
    ),
    form(
        HONEYCOMBO,
        "HoneycomboContact",
        "the tag for honeycombo-contact, likewise",
    ),
    form(
        When::Bug(Bug::Centipede),
        "Exchange",
        "the tag for exchange, likewise",
    ),
    form(
        When::Extended,
        "uhp, pgn, jsonl",
        "the formats that hold such a game; Boardspace SGF does not",
    ),
];

/// Turns of Hex-It.
pub(super) const HEX_IT: &[Form] = &[
    form(
        When::Always,
        "N14",
        "a placement on the tile at column N, row 14; columns run ... 2A 1A A B ... Z 1Z 2Z ..., rows may be 0 or less",
    ),
    form(
        When::Always,
        "N14-M13",
        "a distribution from N14 whose last piece lands on M13",
    ),
    form(
        When::Always,
        "M13-O13x",
        "the same, with prisoners made on O13",
    ),
    form(When::Always, "*L12", "the release of the prisoners on L12"),
    form(When::Always, "*L12+L13", "a release of a chain"),
    form(When::Always, "pass", "a pass"),
];

pub(super) fn of_hive(game_type: GameType) -> Chapter {
    let forms = TURNS.iter().chain(PARTS);
    chapter(forms.filter(|form| form.when.holds(game_type)))
}

pub(super) fn of_hexit() -> Chapter {
    chapter(HEX_IT.iter())
}

fn chapter(forms: impl Iterator<Item = &'static Form>) -> Chapter {
    let entry = |form: &Form| Entry {
        lead: Some(form.text.to_owned()),
        paragraphs: vec![form.about.to_owned()],
    };
    Chapter {
        title: TITLE.to_owned(),
        table: true,
        entries: forms.map(entry).collect(),
    }
}
