//! How turns and variants are written in records.

use super::{Chapter, RulebookEntry, VariantCondition};
use skep_records::notation::RuleOption;
use skep_rules::hive::{Bug, GameType, Pack};

const TITLE: &str = "Notation";

/// A notation with its meaning.
pub(super) struct Form {
    when: VariantCondition,
    pub(super) text: &'static str,
    about: &'static str,
}

const fn form(when: VariantCondition, text: &'static str, about: &'static str) -> Form {
    Form { when, text, about }
}

const BASE: VariantCondition = VariantCondition::Not(&VariantCondition::Extended);
const PILLBUG: VariantCondition = VariantCondition::Bug(Bug::Pillbug);
const TICK: VariantCondition = VariantCondition::Bug(Bug::Tick);
const HONEYCOMBO: VariantCondition = VariantCondition::Pack(Pack::Honeycombo);
const SWARM: VariantCondition = VariantCondition::Pack(Pack::Swarm);

/// Turns of Hive.
pub(super) const TURNS: &[Form] = &[
    form(
        VariantCondition::Always,
        "wS1",
        "the first piece of a game: colour, bug, and a number if the player has several of that bug",
    ),
    form(
        VariantCondition::Always,
        "bG1 wS1-",
        "a placement or a move to the cell east of wS1; -wS1 is west, wS1/ north-east, /wS1 south-west, \\wS1 \
         north-west, wS1\\ south-east",
    ),
    form(VariantCondition::Always, "wB1 bQ", "a move on top of bQ"),
    form(VariantCondition::Always, "pass", "a pass"),
    form(
        PILLBUG,
        "bA1 wP-",
        "a throw, written as a move of the thrown piece",
    ),
    form(
        VariantCondition::All(&[PILLBUG, VariantCondition::Extended]),
        "wA1 wP- (wP)",
        "a throw; \"(wP)\" is needed because wA1 could also move there",
    ),
    form(
        VariantCondition::TwoFaced,
        "wS1 ~",
        "wS1 is turned over; from then on it has the name of its other face",
    ),
    form(VariantCondition::Bug(Bug::Wasp), "wWa !bA1", "a sting"),
    form(
        VariantCondition::Bug(Bug::Assassin),
        "wAs xbA1",
        "a removal by the Assassin Bug: both pieces leave the game",
    ),
    form(
        VariantCondition::Bug(Bug::Mantis),
        "wMa xbA1",
        "a removal by the Praying Mantis",
    ),
    form(
        VariantCondition::Bug(Bug::Centipede),
        "wCe bG1\\ <>bS1",
        "an exchange with bS1, which is on the named cell",
    ),
    form(TICK, "wTk @bG2 wQ-", "the Tick controls bG2, which moves"),
    form(
        VariantCondition::All(&[TICK, VariantCondition::Bug(Bug::Wasp)]),
        "wTk @bWa !bA1",
        "the Tick controls bWa, which stings",
    ),
    form(
        VariantCondition::All(&[TICK, PILLBUG]),
        "wTk @bP bA1 bP-",
        "the Tick controls bP, which throws bA1",
    ),
    form(
        VariantCondition::Bug(Bug::Butterfly),
        "wBu wQ",
        "a guardian is placed on top of wQ",
    ),
    form(HONEYCOMBO, "wS1 Hc-", "a cell beside the Honeycombo"),
    form(HONEYCOMBO, "Hc ~", "the Honeycombo is turned over"),
    form(
        HONEYCOMBO,
        "wA1 bQ- & wG1 bS1/",
        "the two actions of a double turn",
    ),
    form(
        SWARM,
        "wA1 bQ- ?bG2",
        "a placement, and the tile drawn after it",
    ),
    form(
        SWARM,
        "?bG2",
        "a draw as a turn; ? alone if the tile is not known",
    ),
    form(SWARM, "$wA1", "a steal"),
];

/// Variants and tags.
const PARTS: &[Form] = &[
    form(
        BASE,
        "Base+MLP",
        "a variant: the original pieces, and letters for Mosquito, Ladybug and Pillbug",
    ),
    form(
        VariantCondition::Extended,
        "Venom",
        "a variant: the tiles with two faces. Base and the letters M, L, P mean the original tiles, which have one \
         face; Base+[Sc2,Tk] adds Venom bugs with one face; packs follow: Venom+Predators+Swarm",
    ),
    form(
        SWARM,
        "Venom+Swarm(A1 G2 S1|B1 G1 P)",
        "the variant in a GameString, with the hands of White and Black at the start, without the queens",
    ),
    form(
        SWARM,
        "WhiteHand, BlackHand",
        "the starting hands as tags of PGN and JSON Lines",
    ),
];

/// Turns of Hex-It.
pub(super) const HEX_IT: &[Form] = &[
    form(
        VariantCondition::Always,
        "N14",
        "a placement on the tile at column N, row 14; columns run ... 2A 1A A B ... Z 1Z 2Z ..., rows may be 0 or \
         negative",
    ),
    form(
        VariantCondition::Always,
        "+M13",
        "a tile on M13, before the first piece of exxit-pro",
    ),
    form(
        VariantCondition::Always,
        "N14-M13",
        "a distribution from N14; the last piece lands on M13",
    ),
    form(
        VariantCondition::Always,
        "M13-O13x",
        "a distribution that makes prisoners on O13",
    ),
    form(
        VariantCondition::Always,
        "*L12",
        "a release of the prisoners on L12",
    ),
    form(VariantCondition::Always, "*L12+L13", "a release of a chain"),
    form(VariantCondition::Always, "pass", "a pass"),
];

pub(super) fn of_hive(game_type: GameType) -> Chapter {
    let forms = TURNS.iter().chain(PARTS);
    let mut chapter = chapter(forms.filter(|form| form.when.holds(game_type)));
    let holds = |option: &RuleOption| option.hive.is_some_and(|hive| (hive.holds)(game_type));
    chapter.entries.extend(tags(holds));
    if !game_type.is_plain() {
        chapter.entries.push(stored());
    }
    chapter
}

pub(super) fn of_hexit() -> Chapter {
    chapter(HEX_IT.iter())
}

/// How turns and variants of every game are written.
pub(super) fn all() -> [Chapter; 3] {
    let mut parts = chapter(PARTS.iter());
    parts.entries.extend(tags(|_| true));
    parts.entries.push(stored());
    [
        ("Turns of Hive, Venom and the packs", chapter(TURNS.iter())),
        ("Variants and tags", parts),
        ("Turns of Hex-It", chapter(HEX_IT.iter())),
    ]
    .map(|(title, chapter)| Chapter {
        title: title.to_owned(),
        ..chapter
    })
}

/// The tags that state options of the rules.
fn tags(holds: impl Fn(&RuleOption) -> bool) -> impl Iterator<Item = RulebookEntry> {
    let options = RuleOption::stated().enumerate();
    let held = options.filter(move |(_, option)| holds(option));
    held.map(|(i, option)| {
        let without = match i {
            0 => "; without the tag, the default applies",
            _ => "",
        };
        RulebookEntry {
            lead: Some(option.title.to_owned()),
            paragraphs: vec![format!("stores --{}{without}", option.name)],
        }
    })
}

/// The notations that hold a game of Venom or the packs.
fn stored() -> RulebookEntry {
    let text = "Venom and packs can be stored in uhp, pgn and jsonl, not in Boardspace SGF.";
    RulebookEntry {
        lead: None,
        paragraphs: vec![text.to_owned()],
    }
}

fn chapter(forms: impl Iterator<Item = &'static Form>) -> Chapter {
    let entry = |form: &Form| RulebookEntry {
        lead: Some(form.text.to_owned()),
        paragraphs: vec![form.about.to_owned()],
    };
    Chapter {
        title: TITLE.to_owned(),
        table: true,
        entries: forms.map(entry).collect(),
    }
}
