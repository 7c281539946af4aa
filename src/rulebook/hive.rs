//! What holds in every game of Hive: its aim, turns, placing and moving.

use super::{Item, Section, When, always, when};
use skep_rules::hive::{Bug, Pack};

pub(super) const ABOUT: &str = "\
What skep holds a game of this type to. The names in square brackets are those that reports print for a turn that \
breaks the rule; `skep explain NAME` tells more. A cell touches the six around it, whatever the heights. The top of a \
stack is uncovered, and a stack has the colour of its top.";

const GUARDED: When = When::Pack(Pack::Guardians);

/// A piece may stay on top of others.
const CLIMBERS: When = When::Any(&[
    When::Bug(Bug::Firefly),
    When::Bug(Bug::Tick),
    When::Bug(Bug::Butterfly),
]);

/// There is a way to move other pieces than one's own.
pub(super) const MEDDLERS: When = When::Any(&[
    When::Bug(Bug::Pillbug),
    When::Bug(Bug::Centipede),
    When::Bug(Bug::Tick),
]);

pub(super) const SECTIONS: &[Section] = &[
    Section {
        when: When::Always,
        title: "The aim, and the end",
        items: AIM,
    },
    Section {
        when: When::Always,
        title: "Turns",
        items: TURNS,
    },
    Section {
        when: When::Always,
        title: "Placing",
        items: PLACING,
    },
    Section {
        when: When::Always,
        title: "Moving",
        items: MOVING,
    },
];

const AIM: &[Item] = &[
    when(
        When::Not(&GUARDED),
        "Surround the enemy queen. A side loses as soon as all six cells around its queen are occupied, by pieces of \
         either colour. When one turn surrounds both queens the game is a draw. No turn follows the end. [game-over]",
    ),
    when(
        GUARDED,
        "Surround the enemy queen and cover it. A side loses as soon as all six cells around its queen are occupied, \
         by pieces of either colour, and a piece of either colour stands on top of it. A queen that is only \
         surrounded, or only covered, is not lost. When one turn does so to both queens the game is a draw. No turn \
         follows the end. [game-over]",
    ),
    when(
        When::Bug(Bug::Wasp),
        "The Queen Wasp is a queen like the Queen Bee: its owner loses with it.",
    ),
    when(
        When::Pack(Pack::Predators),
        "A side also loses at once when a predator removes its queen.",
    ),
    when(
        When::Pack(Pack::Honeycombo),
        "The Honeycombo counts as a piece around a queen.",
    ),
    always(
        "A game can also end by resignation, agreement or time. The board does not show that: a record states it, \
         and skep keeps it apart from what the board says. A position that comes back is no end by itself: see \
         repetition among the options.",
    ),
];

const TURNS: &[Item] = &[
    when(
        When::Not(&When::Any(&[When::Extended, When::Bug(Bug::Pillbug)])),
        "White begins, and the sides take turns. In a turn a side places a new piece or moves one that it has on the \
         table, never one of the other side. [other-side]",
    ),
    when(
        When::All(&[When::Not(&When::Extended), When::Bug(Bug::Pillbug)]),
        "White begins, and the sides take turns. In a turn a side places a new piece, moves one that it has on the \
         table, or throws one (see Pillbug). Nothing but a throw moves a piece of the other side. [other-side]",
    ),
    when(
        When::All(&[When::Extended, When::Not(&MEDDLERS)]),
        "White begins, and the sides take turns. A turn is one action: a side places a new piece, moves one that it \
         has on the table, or does another thing that the bugs and packs below allow. It never moves a piece of the \
         other side. [other-side]",
    ),
    when(
        When::All(&[When::Extended, MEDDLERS]),
        "White begins, and the sides take turns. A turn is one action: a side places a new piece, moves one that it \
         has on the table, or does another thing that the bugs and packs below allow. A piece of the other side is \
         moved only by a bug below whose power that is. [other-side]",
    ),
    always("Until its queen is on the table a side does nothing but place pieces. [queen-first]"),
    when(
        When::Not(&When::Pack(Pack::Predators)),
        "Only the pieces of the game type are in play [not-in-game]. What is placed stays on the table.",
    ),
    when(
        When::Pack(Pack::Predators),
        "Only the pieces of the game type are in play [not-in-game]. What is placed stays on the table until a \
         predator takes it; then it is out of the game.",
    ),
    always(
        "A side that can do nothing passes, and only then. [pass] Turns go on to alternate, and the side plays again \
         as soon as it can.",
    ),
    always(
        "Equal tiles of a side are numbered in the order in which they enter: wA1 comes before wA2. Which of them is \
         which changes nothing on the table, so that a record which numbers them otherwise is renumbered. \
         [number-order]",
    ),
];

const PLACING: &[Item] = &[
    when(
        When::Not(&When::Extended),
        "White's first piece goes anywhere. Black's first piece touches it. [first-touch]",
    ),
    when(
        When::All(&[When::Extended, When::Not(&When::Pack(Pack::Honeycombo))]),
        "White's first piece goes anywhere. Black's first piece touches it. [placement-contact]",
    ),
    when(
        When::Pack(Pack::Honeycombo),
        "The Honeycombo lies on the table before the first turn. White's first piece touches it, and Black's first \
         piece touches White's or the Honeycombo. [placement-contact]",
    ),
    always(
        "From then on a piece enters where it touches a piece of its own colour [placement-contact] and none of the \
         other [placement-colour]. For both, a stack counts by its top.",
    ),
    when(
        When::Pack(Pack::Honeycombo),
        "Touching the Honeycombo is as good as touching one's own colour, and it is nobody's enemy (option \
         honeycombo-contact).",
    ),
    when(
        When::Not(&GUARDED),
        "A piece enters on an empty cell, never on top of another [placement-occupied]. It needs no way to get \
         there: a cell enclosed by pieces may be filled.",
    ),
    when(
        GUARDED,
        "A piece enters on an empty cell, never on top of another [placement-occupied]; only guardians enter on top. \
         It needs no way to get there: a cell enclosed by pieces may be filled.",
    ),
    always(
        "The queen enters on one of a side's first four turns: a side that has not placed it by then may place \
         nothing else on its fourth [queen-by-four]. It does not enter on a side's first turn, unless the opening is \
         open [opening-queen].",
    ),
];

const MOVING: &[Item] = &[
    always(
        "One hive: all pieces on the table hang together, before, during and after every move. A piece that would \
         split the hive when it is lifted is pinned and does not move. A piece on top of another holds nothing \
         together, and is never pinned. [one-hive]",
    ),
    always(
        "Freedom to move: on the ground a piece slides. It does not step between two pieces that leave no room \
         [freedom-to-move], and it keeps touching the hive at every step [contact].",
    ),
    always(
        "Gates: a step that begins or ends above the ground is blocked when the two cells beside it, those that \
         touch both its ends, are both higher than its higher end. The cell that it leaves is counted without the \
         piece. [height-gate]",
    ),
    when(
        When::Not(&CLIMBERS),
        "A move ends on another cell than it began on [same-cell], and on an empty one: only a Beetle, or what moves \
         as one, ends on top of another piece [destination-occupied]. Stacks have no greatest height.",
    ),
    when(
        CLIMBERS,
        "A move ends on another cell than it began on [same-cell], and on an empty one, unless the bug is said below \
         to stay on top [destination-occupied]. Stacks have no greatest height.",
    ),
    always(
        "A piece with another on top of it does nothing, and nothing is done to it, until it is uncovered. [covered]",
    ),
];
