//! What Venom and the packs add to the game of Hive.

use super::hive::MEDDLERS;
use super::{Item, Section, When, always, when};
use skep_rules::hive::{Bug, Pack};

const PILLBUG: When = When::Bug(Bug::Pillbug);
const WASP: When = When::Bug(Bug::Wasp);
const HONEYCOMBO: When = When::Pack(Pack::Honeycombo);
const SWARM: When = When::Pack(Pack::Swarm);
const QUEEN_TURNS: When = When::All(&[When::TwoFaced, WASP, When::Not(&When::OneFaced(Bug::Wasp))]);

pub(super) const SECTIONS: &[Section] = &[
    Section {
        when: When::TwoFaced,
        title: "Turning pieces over",
        items: FLIPS,
    },
    Section {
        when: When::All(&[
            When::Extended,
            When::Any(&[
                PILLBUG,
                WASP,
                MEDDLERS,
                When::Bug(Bug::Fly),
                When::Pack(Pack::Predators),
            ]),
        ]),
        title: "What the other side's last turn leaves",
        items: LAST_TURN,
    },
    Section {
        when: When::Pack(Pack::Predators),
        title: "Removals",
        items: REMOVALS,
    },
    Section {
        when: When::Pack(Pack::Guardians),
        title: "Guardians",
        items: GUARDIANS,
    },
    Section {
        when: HONEYCOMBO,
        title: "The Honeycombo, and double turns",
        items: DOUBLE_TURNS,
    },
    Section {
        when: SWARM,
        title: "Swarm",
        items: HANDS,
    },
];

const FLIPS: &[Item] = &[
    always(
        "Who places a tile with two faces chooses which is up, unless flip=none. A tile with one face has no other. \
         [entry-face]",
    ),
    when(
        QUEEN_TURNS,
        "The queen's tile enters with the Bee up. [queen-face]",
    ),
    always(
        "As its turn a side may turn one of its own pieces over, where it stands, a pinned one too. Only tiles with \
         two faces are turned over, and only under flip=free. [one-face] The tile stays the same, with its number.",
    ),
    always("A covered piece is not turned over. [covered]"),
    when(
        MEDDLERS,
        "What the other side moved on its last turn is not turned over, only what it placed. [flip-moved]",
    ),
    when(WASP, "A stunned piece is not turned over. [stunned]"),
    when(
        When::Bug(Bug::Scorpion),
        "A piece that touches an uncovered Scorpion of the other side is not turned over. [flip-scorpion]",
    ),
    when(
        When::All(&[When::Bug(Bug::Scorpion), When::Bug(Bug::StinkBug)]),
        "A Stink Bug is turned over beside a Scorpion too.",
    ),
];

const LAST_TURN: &[Item] = &[
    when(
        PILLBUG,
        "A piece that the other side threw on its last turn rests: it neither moves nor uses a power, and it is not \
         thrown, exchanged or controlled. One that the other side placed or moved otherwise moves freely, but is not \
         thrown. [just-moved]",
    ),
    when(
        WASP,
        "A stung piece is stunned for the whole of its owner's next turn: it neither moves nor uses a power, is not \
         turned over and not controlled. Others may still move it or remove it, and what it does without acting goes \
         on. [stunned]",
    ),
    when(
        MEDDLERS,
        "A piece counts as moved however it came to another cell: by its own move, a throw, an exchange (both \
         pieces), or under control.",
    ),
    when(
        When::Bug(Bug::Fly),
        "A Fly follows any bug that the other side's last turn placed, moved or turned over, by a sting too. A pass \
         leaves nothing to follow.",
    ),
    when(
        When::All(&[HONEYCOMBO, When::Any(&[MEDDLERS, WASP])]),
        "Of a double turn, only what its last action placed, moved, threw or turned over counts as such on the next \
         turn. What was stung is stunned, by whichever action.",
    ),
    when(
        When::All(&[HONEYCOMBO, When::Bug(Bug::Fly)]),
        "A Fly looks at both actions of a double turn.",
    ),
    when(
        When::All(&[HONEYCOMBO, When::Pack(Pack::Predators)]),
        "A Mantis looks at both actions of a double turn.",
    ),
];

const REMOVALS: &[Item] = &[
    always(
        "A removal takes two pieces for good, the predator and its prey: no tile comes back. Of a stack only the \
         Mantis takes the top. Placed on the other side's last turn means placed, not moved or turned over.",
    ),
    always("If the prey is a queen, its owner has lost."),
];

const GUARDIANS: &[Item] = &[
    always(
        "A Butterfly or a Moth enters on top of a piece of its own colour, the top of a stack too \
         [guardian-placement], where it touches no piece of the other [placement-colour]. It stays above the ground \
         all game.",
    ),
    always(
        "With Guardians in play a queen is lost only when it is surrounded and covered. It does not matter which \
         piece covers it, nor which came first.",
    ),
];

const DOUBLE_TURNS: &[Item] = &[
    always(
        "The Honeycombo begins with its black face up. The side whose colour is up may turn it over as its turn, \
         once its queen is on the table [honeycombo-colour]; the side's next turn then has two actions \
         [double-turn]. The other side may not turn it over on the very next turn. [honeycombo-rests]",
    ),
    always(
        "The two actions are any two, of the same piece or of two; the second is judged on what the first left. A \
         pass is no action. Both are used, unless the first ends the game or leaves no legal second. A side that has \
         none at all passes, and its double turn is gone. [double-turn]",
    ),
    always(
        "The first of two actions may end on the Honeycombo if the second leaves it bare. [honeycombo-bare]",
    ),
];

const HANDS: &[Item] = &[
    always(
        "Each side begins with its Queen Bee and three tiles of its colour that it chose in secret. All other tiles \
         lie in one bag. A side places what is in its own hand, of either colour; a tile enters by the rules of its \
         own colour, and belongs to the side of that colour. [not-in-hand]",
    ),
    always(
        "Whoever places a tile draws one from the bag, while there are any. With its queen on the table a side may \
         also draw as its turn [draw], or steal a tile of its own colour from the other hand, but not a queen \
         [steal].",
    ),
    always("A side may at once move a tile of its own that the other side has just placed."),
    always(
        "Of equal tiles in one place, that with the lowest number enters, is drawn or is stolen. [number-order]",
    ),
];
