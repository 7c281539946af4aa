//! What holds in every game of Hive: how it ends, turns, placing and moving.

use super::{RulebookItem, Section, VariantCondition, always, when};
use skep_rules::hive::{Bug, Pack};

pub(super) const ABOUT: &str = "\
The rules that skep applies to a game of this type. Names in square brackets are rules; skep check prints the rule \
that a turn breaks, and `skep help NAME` describes it. Pieces on neighbouring cells touch, whatever their heights. \
The top piece of a stack is uncovered, and the stack counts as that piece's colour.";

const GUARDED: VariantCondition = VariantCondition::Pack(Pack::Guardians);

/// A piece may stay on top of others.
const CLIMBERS: VariantCondition = VariantCondition::Any(&[
    VariantCondition::Bug(Bug::Firefly),
    VariantCondition::Bug(Bug::Tick),
    VariantCondition::Bug(Bug::Butterfly),
]);

/// Some bug can move pieces of the opponent.
pub(super) const MEDDLERS: VariantCondition = VariantCondition::Any(&[
    VariantCondition::Bug(Bug::Pillbug),
    VariantCondition::Bug(Bug::Centipede),
    VariantCondition::Bug(Bug::Tick),
]);

pub(super) const SECTIONS: &[Section] = &[
    Section {
        when: VariantCondition::Always,
        title: "Aim and end of the game",
        items: AIM,
    },
    Section {
        when: VariantCondition::Always,
        title: "Turns",
        items: TURNS,
    },
    Section {
        when: VariantCondition::Always,
        title: "Placing",
        items: PLACING,
    },
    Section {
        when: VariantCondition::Always,
        title: "Moving",
        items: MOVING,
    },
];

const AIM: &[RulebookItem] = &[
    when(
        VariantCondition::Not(&GUARDED),
        "Surround the enemy queen. A player loses as soon as all six cells around their queen are occupied, by pieces \
         of either colour. If one turn surrounds both queens, the game is a draw. No turn is legal after the end. \
         [game-over]",
    ),
    when(
        GUARDED,
        "Surround the enemy queen and cover it. A player loses as soon as all six cells around their queen are \
         occupied and a piece is on top of it; pieces of either colour count. A queen that is only surrounded, or \
         only covered, is not lost. If one turn surrounds and covers both queens, the game is a draw. No turn is \
         legal after the end. [game-over]",
    ),
    when(
        VariantCondition::Bug(Bug::Wasp),
        "The Queen Wasp is a queen, like the Queen Bee: a player who loses it loses the game.",
    ),
    when(
        VariantCondition::Pack(Pack::Predators),
        "A player also loses at once when a predator removes their queen.",
    ),
    when(
        VariantCondition::Pack(Pack::Honeycombo),
        "The Honeycombo counts as a piece beside a queen.",
    ),
    always(
        "A game can also end by resignation, agreement or time. The board does not show this: the record states it, \
         and skep keeps it separate from the result on the board. By default a repeated position does not end the \
         game: see the option --repetition.",
    ),
];

const TURNS: &[RulebookItem] = &[
    when(
        VariantCondition::Not(&VariantCondition::Any(&[
            VariantCondition::Extended,
            VariantCondition::Bug(Bug::Pillbug),
        ])),
        "White begins, and the players alternate. On a turn a player places a new piece or moves a piece of their \
         own that is on the table, never a piece of the opponent. [other-side]",
    ),
    when(
        VariantCondition::All(&[
            VariantCondition::Not(&VariantCondition::Extended),
            VariantCondition::Bug(Bug::Pillbug),
        ]),
        "White begins, and the players alternate. On a turn a player places a new piece, moves a piece of their own \
         that is on the table, or throws a piece (see Pillbug). Only a throw moves a piece of the opponent. \
         [other-side]",
    ),
    when(
        VariantCondition::All(&[VariantCondition::Extended, VariantCondition::Not(&MEDDLERS)]),
        "White begins, and the players alternate. A turn is one action: a player places a new piece, moves a piece \
         of their own, or uses another action of the bugs and packs below. No action moves a \
         piece of the opponent. [other-side]",
    ),
    when(
        VariantCondition::All(&[VariantCondition::Extended, MEDDLERS]),
        "White begins, and the players alternate. A turn is one action: a player places a new piece, moves a piece \
         of their own that is on the table, or uses another action of the bugs and packs below. A piece of the \
         opponent moves only by the power of a bug below. [other-side]",
    ),
    always("Until their queen is on the table, a player may only place pieces. [queen-first]"),
    when(
        VariantCondition::Not(&VariantCondition::Pack(Pack::Predators)),
        "Only the pieces of the variant are in play [not-in-game]. A piece that was placed stays on the table.",
    ),
    when(
        VariantCondition::Pack(Pack::Predators),
        "Only the pieces of the variant are in play [not-in-game]. A piece that was placed stays on the table until \
         a predator removes it. A removed piece is out of the game.",
    ),
    always(
        "A player without a legal turn passes; a pass is legal only then. [pass] Turns keep alternating, so the \
         player plays again as soon as there is a legal turn.",
    ),
    always(
        "Equal bugs of a player are numbered in the order in which they are placed: wA1 comes before wA2. The numbers do \
         not change the game, so skep renumbers a record that uses another order. [number-order]",
    ),
];

const PLACING: &[RulebookItem] = &[
    when(
        VariantCondition::Not(&VariantCondition::Extended),
        "White's first piece goes anywhere. Black's first piece touches it. [first-touch]",
    ),
    when(
        VariantCondition::All(&[
            VariantCondition::Extended,
            VariantCondition::Not(&VariantCondition::Pack(Pack::Honeycombo)),
        ]),
        "White's first piece goes anywhere. Black's first piece touches it. [placement-contact]",
    ),
    when(
        VariantCondition::Pack(Pack::Honeycombo),
        "The Honeycombo is on the table before the first turn. White's first piece touches it. Black's first piece \
         touches White's piece or the Honeycombo. [placement-contact]",
    ),
    always(
        "After that, a new piece must touch a piece of its own colour [placement-contact] and must not touch a piece \
         of the other colour [placement-colour]. A stack counts as the colour of its top piece.",
    ),
    when(
        VariantCondition::Pack(Pack::Honeycombo),
        "The Honeycombo is neutral: touching it counts as touching the piece's own colour, never as touching an \
         enemy (option --honeycombo-contact).",
    ),
    when(
        VariantCondition::Not(&GUARDED),
        "A new piece goes on an empty cell, never on top of another piece [placement-occupied]. It does not have to \
         slide there: it may fill an enclosed cell.",
    ),
    when(
        GUARDED,
        "A new piece goes on an empty cell, never on top of another piece [placement-occupied]; only guardians enter \
         on top. It does not have to slide there: it may fill an enclosed cell.",
    ),
    always(
        "The queen enters on one of a player's first four turns. A player who has not placed it by the fourth turn \
         may place only the queen on that turn [queen-by-four]. The queen does not enter on a player's first turn, \
         unless the option --opening allows it [opening-queen].",
    ),
];

const MOVING: &[RulebookItem] = &[
    always(
        "One hive: all pieces on the table are connected before, during and after every move. A piece is pinned, and \
         cannot move, if lifting it would split the hive. A piece on top of another never holds the hive together \
         and is never pinned. [one-hive]",
    ),
    always(
        "Freedom to move: on the ground a piece slides. It cannot pass between two pieces that leave no room \
         [freedom-to-move], and it keeps touching the hive at every step [contact].",
    ),
    always(
        "Gates: a step that begins or ends above the ground passes between the two cells beside both its ends. If \
         both stacks are higher than its start and its end, the step is blocked. The cell that the piece leaves is \
         counted without the piece. [height-gate]",
    ),
    when(
        VariantCondition::Not(&CLIMBERS),
        "A move ends on another cell than it began on [same-cell]. That cell is empty: only a Beetle, or a piece that \
         moves as a Beetle, ends on top of another piece [destination-occupied]. There is no limit to the height of \
         a stack.",
    ),
    when(
        CLIMBERS,
        "A move ends on another cell than it began on [same-cell]. That cell is empty, unless the bug may stay on top \
         of the hive, as described below [destination-occupied]. There is no limit to the height of a stack.",
    ),
    always(
        "A covered piece has another piece on top of it. It can do nothing, and no other piece can affect it, until \
         it is uncovered. [covered]",
    ),
];
