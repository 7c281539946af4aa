//! What Venom and the packs add to the game of Hive.

use super::hive::MEDDLERS;
use super::{RulebookItem, Section, VariantCondition, always, when};
use skep_rules::hive::{Bug, Pack};

const PILLBUG: VariantCondition = VariantCondition::Bug(Bug::Pillbug);
const WASP: VariantCondition = VariantCondition::Bug(Bug::Wasp);
const HONEYCOMBO: VariantCondition = VariantCondition::Pack(Pack::Honeycombo);
const SWARM: VariantCondition = VariantCondition::Pack(Pack::Swarm);
const QUEEN_TURNS: VariantCondition = VariantCondition::All(&[
    VariantCondition::TwoFaced,
    WASP,
    VariantCondition::Not(&VariantCondition::OneFaced(Bug::Wasp)),
]);

pub(super) const SECTIONS: &[Section] = &[
    Section {
        when: VariantCondition::TwoFaced,
        title: "Turning pieces over",
        items: FLIPS,
    },
    Section {
        when: VariantCondition::All(&[
            VariantCondition::Extended,
            VariantCondition::Any(&[
                PILLBUG,
                WASP,
                MEDDLERS,
                VariantCondition::Bug(Bug::Fly),
                VariantCondition::Pack(Pack::Predators),
            ]),
        ]),
        title: "After the opponent's last turn",
        items: LAST_TURN,
    },
    Section {
        when: VariantCondition::Pack(Pack::Predators),
        title: "Removals",
        items: REMOVALS,
    },
    Section {
        when: VariantCondition::Pack(Pack::Guardians),
        title: "Guardians",
        items: GUARDIANS,
    },
    Section {
        when: HONEYCOMBO,
        title: "The Honeycombo and double turns",
        items: DOUBLE_TURNS,
    },
    Section {
        when: SWARM,
        title: "Swarm",
        items: HANDS,
    },
];

const FLIPS: &[RulebookItem] = &[
    always(
        "The player who places a tile with two faces chooses the face, unless flip=none or flip=venom applies. A tile with one face \
         leaves no choice. [entry-face]",
    ),
    when(
        QUEEN_TURNS,
        "The queen's tile is placed with the Bee up. [queen-face]",
    ),
    always(
        "As a turn, a player may turn over one of their own pieces where it stands, even a pinned piece. Only a tile \
         with two faces can be turned over, and only under flip=free. [one-face] It remains the same tile with the \
         same number.",
    ),
    always("A covered piece cannot be turned over. [covered]"),
    when(
        MEDDLERS,
        "A piece that the opponent moved on the last turn cannot be turned over; a piece that the opponent placed can. \
         [flip-moved]",
    ),
    when(WASP, "A stunned piece cannot be turned over. [stunned]"),
    when(
        VariantCondition::Bug(Bug::Scorpion),
        "A piece that touches an uncovered enemy Scorpion cannot be turned over. [flip-scorpion]",
    ),
    when(
        VariantCondition::All(&[
            VariantCondition::Bug(Bug::Scorpion),
            VariantCondition::Bug(Bug::StinkBug),
        ]),
        "A Stink Bug can be turned over beside a Scorpion.",
    ),
];

const LAST_TURN: &[RulebookItem] = &[
    when(
        PILLBUG,
        "A piece that the opponent threw on the last turn rests: it cannot move, use a power, be thrown, be exchanged \
         or be controlled. A piece that the opponent placed, or moved in another way, can move but cannot be thrown. \
         [just-moved]",
    ),
    when(
        WASP,
        "A stung piece is stunned for the whole of its owner's next turn: it cannot move, use a power, be turned over \
         or be controlled. Others can still move or remove it, and its passive powers keep working. [stunned]",
    ),
    when(
        MEDDLERS,
        "A piece counts as moved if it came to another cell in any way: by its own move, a throw, an exchange (both \
         pieces) or under control.",
    ),
    when(
        VariantCondition::Bug(Bug::Fly),
        "A Fly can follow any bug that the opponent placed, moved or turned over on the last turn; a sting counts as \
         turning over. After a pass there is nothing to follow.",
    ),
    when(
        VariantCondition::All(&[HONEYCOMBO, VariantCondition::Any(&[MEDDLERS, WASP])]),
        "After a double turn, only the last action counts for what was placed, moved, thrown or turned over. A piece \
         that was stung by either action is stunned.",
    ),
    when(
        VariantCondition::All(&[HONEYCOMBO, VariantCondition::Bug(Bug::Fly)]),
        "A Fly can follow a bug from either action of a double turn.",
    ),
    when(
        VariantCondition::All(&[HONEYCOMBO, VariantCondition::Pack(Pack::Predators)]),
        "A Mantis can remove a piece that was placed by either action of a double turn.",
    ),
];

const REMOVALS: &[RulebookItem] = &[
    always(
        "A removal takes two pieces out of the game, the predator and its prey; neither tile comes back. Only the \
         Mantis can remove a piece from a stack, and then the top piece. Only a piece that was placed on the last turn \
         counts for the Mantis, not a piece that was moved or turned over.",
    ),
    always("If the prey is a queen, its owner loses the game."),
];

const GUARDIANS: &[RulebookItem] = &[
    always(
        "A Butterfly or a Moth is placed on top of a piece of its own colour, which may be the top of a stack \
         [guardian-placement]. It must not touch a piece of the other colour there [placement-colour]. It stays above \
         the ground for the whole game.",
    ),
    always(
        "With Guardians in play, a queen is lost only when it is surrounded and covered. Any piece can cover it, and \
         the order does not matter.",
    ),
];

const DOUBLE_TURNS: &[RulebookItem] = &[
    always(
        "The Honeycombo starts with its black face up. The player whose colour is up may turn it over as a turn, once \
         their queen is on the table [honeycombo-colour]. That player's next turn then has two actions [double-turn]. \
         The opponent may not turn it over on the very next turn. [honeycombo-rests]",
    ),
    always(
        "The two actions can be of any kind, by the same piece or by two pieces. The second is judged on the position \
         after the first. A pass is not an action. Both actions must be played, unless the first ends the game or no \
         second action is legal. A player with no legal action passes and loses the double turn. [double-turn]",
    ),
    always(
        "The first of two actions may end on the Honeycombo if the second leaves the Honeycombo uncovered. \
         [honeycombo-bare]",
    ),
];

const HANDS: &[RulebookItem] = &[
    always(
        "Each player begins with the Queen Bee and three tiles of the same colour, chosen in secret. All other tiles \
         are in one bag. A player places tiles of either colour from their own hand. A tile is placed by the rules for \
         its own colour, and belongs to the player of that colour. [not-in-hand]",
    ),
    always(
        "A player who places a tile draws one from the bag, unless it is empty. A player whose queen is on the \
         table has two more turns: draw a tile [draw], or steal a tile of their own colour from the opponent's hand \
         [steal]. A queen cannot be stolen.",
    ),
    always(
        "A player may immediately move a tile of their own colour that the opponent has just placed.",
    ),
    always(
        "If a hand or the bag holds several equal tiles, the one with the lowest number is placed, drawn or stolen. \
         [number-order]",
    ),
];
