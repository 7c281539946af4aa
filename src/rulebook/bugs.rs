//! The bugs: how each moves and what it can do.

use super::{Chapter, RulebookEntry, RulebookItem, VariantCondition, always, in_force, when};
use skep_rules::hive::{Bug, GameType, Pack};

/// The chapter on the bugs of a variant, in the order of its tiles.
pub(super) fn chapter(game_type: GameType) -> Chapter {
    let entries = Bug::ALL.iter().filter_map(|&bug| {
        let lead = format!("{} ({})", title(bug), count(bug, game_type)?);
        Some(RulebookEntry {
            lead: Some(lead),
            paragraphs: vec![in_force(items(bug), game_type).join(" ")],
        })
    });
    Chapter {
        title: "The pieces".to_owned(),
        table: false,
        entries: entries.collect(),
    }
}

/// The number of tiles with a bug, and their other face. `None` if the bug is not in play.
fn count(bug: Bug, game_type: GameType) -> Option<String> {
    let code = bug.code();
    if bug == Bug::Honeycombo {
        let there = game_type.has_pack(Pack::Honeycombo);
        return there.then(|| format!("{code}, 1, neutral"));
    }
    let family = game_type.family(bug)?;
    let number = game_type.count(family);
    let other = [Some(family.front()), family.back()]
        .into_iter()
        .flatten()
        .find(|&b| b != bug);
    Some(match other.filter(|_| game_type.is_two_faced(family)) {
        Some(other) => format!("{code}, {number} per player, other face {}", title(other)),
        None if VariantCondition::TwoFaced.holds(game_type) => {
            format!("{code}, {number} per player, one face")
        }
        None => format!("{code}, {number} per player"),
    })
}

/// The name as a title.
pub(super) const fn title(bug: Bug) -> &'static str {
    match bug {
        Bug::Queen => "Queen Bee",
        Bug::Spider => "Spider",
        Bug::Beetle => "Beetle",
        Bug::Grasshopper => "Grasshopper",
        Bug::Ant => "Soldier Ant",
        Bug::Mosquito => "Mosquito",
        Bug::Ladybug => "Ladybug",
        Bug::Pillbug => "Pillbug",
        Bug::Wasp => "Queen Wasp",
        Bug::Scorpion => "Scorpion",
        Bug::Firefly => "Firefly",
        Bug::Dragonfly => "Dragonfly",
        Bug::Fly => "Fly",
        Bug::Tick => "Tick",
        Bug::StinkBug => "Stink Bug",
        Bug::Centipede => "Centipede",
        Bug::Mantis => "Praying Mantis",
        Bug::Assassin => "Assassin Bug",
        Bug::Butterfly => "Butterfly",
        Bug::Moth => "Moth",
        Bug::Honeycombo => "Honeycombo",
    }
}

const PROTECTION: VariantCondition = VariantCondition::Bug(Bug::StinkBug);
const THROWS: VariantCondition = VariantCondition::Bug(Bug::Pillbug);
const PREDATORS: VariantCondition = VariantCondition::Pack(Pack::Predators);

/// A bug beside a raised Mosquito can be something other than a Beetle or a Mosquito.
const RAISED: VariantCondition = VariantCondition::Any(&[
    VariantCondition::Bug(Bug::Firefly),
    VariantCondition::Bug(Bug::Tick),
    VariantCondition::Bug(Bug::Butterfly),
]);

/// A bug that a Mosquito copies has a power besides its move.
const POWERS: VariantCondition = VariantCondition::Any(&[
    THROWS,
    VariantCondition::Bug(Bug::Wasp),
    VariantCondition::Bug(Bug::Tick),
    VariantCondition::Bug(Bug::Centipede),
    PREDATORS,
]);

/// A bug has a power that works by itself.
const PASSIVE: VariantCondition =
    VariantCondition::Any(&[PROTECTION, VariantCondition::Bug(Bug::Scorpion)]);

const fn items(bug: Bug) -> &'static [RulebookItem] {
    match bug {
        Bug::Queen => QUEEN,
        Bug::Spider => SPIDER,
        Bug::Beetle => BEETLE,
        Bug::Grasshopper => GRASSHOPPER,
        Bug::Ant => ANT,
        Bug::Mosquito => MOSQUITO,
        Bug::Ladybug => LADYBUG,
        Bug::Pillbug => PILLBUG,
        Bug::Wasp => WASP,
        Bug::Scorpion => SCORPION,
        Bug::Firefly => FIREFLY,
        Bug::Dragonfly => DRAGONFLY,
        Bug::Fly => FLY,
        Bug::Tick => TICK,
        Bug::StinkBug => STINK_BUG,
        Bug::Centipede => CENTIPEDE,
        Bug::Mantis => MANTIS,
        Bug::Assassin => ASSASSIN,
        Bug::Butterfly => BUTTERFLY,
        Bug::Moth => MOTH,
        Bug::Honeycombo => HONEYCOMBO,
    }
}

const QUEEN: &[RulebookItem] = &[always(
    "The Queen Bee slides one step on the ground. [queen-move]",
)];

const SPIDER: &[RulebookItem] = &[always(
    "The Spider slides exactly three steps on the ground and visits no cell twice. [spider-move]",
)];

const BEETLE: &[RulebookItem] = &[always(
    "The Beetle makes one step: on the ground, up onto the hive, across its top, or down. [beetle-move] It covers the \
     piece below it, and the stack counts as the Beetle's colour.",
)];

const GRASSHOPPER: &[RulebookItem] = &[always(
    "The Grasshopper jumps in a straight line over one or more pieces, without a gap, to the first empty cell behind \
     them. [grasshopper-move] It does not slide, so it can jump into and out of enclosed cells.",
)];

const ANT: &[RulebookItem] = &[always(
    "The Soldier Ant slides any number of steps around the outside of the hive. Each step needs room. [ant-move]",
)];

const LADYBUG: &[RulebookItem] = &[always(
    "The Ladybug makes exactly two steps on top of the hive, then one step down to an empty cell. [ladybug-move]",
)];

const FIREFLY: &[RulebookItem] = &[always(
    "From the ground the Firefly makes exactly two steps on top of the hive and stays there. From the top of the hive \
     it makes one step: up, across or down. It makes no step on the ground. [firefly-move]",
)];

const DRAGONFLY: &[RulebookItem] = &[always(
    "The Dragonfly steps up onto a piece beside it. Then it goes straight on, in any one direction, over at least one \
     more piece and down to the first empty cell in that line. [dragonfly-move]",
)];

const FLY: &[RulebookItem] = &[always(
    "The Fly flies from any place onto an uncovered bug of either colour that the opponent placed, moved or turned \
     over on the last turn; that bug may be on top of a stack. From there the Fly steps down to an empty cell beside \
     the bug. It has no other move. [fly-move]",
)];

const STINK_BUG: &[RulebookItem] = &[always(
    "The Stink Bug makes one step up onto the hive and one step down to an empty cell. [stink-bug-move] An uncovered \
     Stink Bug protects itself and every piece of its own colour that it touches: no enemy piece can move, turn over, \
     remove or control them. [protected]",
)];

const BUTTERFLY: &[RulebookItem] = &[always(
    "The Butterfly makes exactly two steps on top of the hive and never comes down. [butterfly-move] Like the Moth, \
     it enters on top of a piece: see Guardians.",
)];

const MOTH: &[RulebookItem] = &[always(
    "The Moth makes one step down from the hive to an empty cell on the ground, then one step up onto another cell of \
     the hive. [moth-move]",
)];

const HONEYCOMBO: &[RulebookItem] = &[always(
    "The Honeycombo is not a bug and belongs to neither player. It does not move, and no piece moves, stings, removes \
     or exchanges it. [honeycombo-fixed] It is part of the hive: it connects pieces, and pieces slide along it and go \
     over it. No piece is on top of it at the end of a turn. [honeycombo-bare]",
)];

const MOSQUITO: &[RulebookItem] = &[
    always(
        "On the ground the Mosquito moves as any bug that it touches, of either colour. If it touches a stack, only \
         the top piece counts. If it touches only Mosquitoes, it cannot move. [mosquito-move]",
    ),
    when(
        POWERS,
        "It also has the powers of these bugs and uses them for its own player.",
    ),
    when(
        THROWS,
        "It can throw even if the Pillbug beside it is pinned or resting.",
    ),
    when(
        PASSIVE,
        "It does not copy passive powers, those that work without an action: a Mosquito protects no piece and prevents \
         no piece from being turned over.",
    ),
    when(
        VariantCondition::Pack(Pack::Guardians),
        "On the ground it copies no guardian.",
    ),
    when(
        VariantCondition::Not(&RAISED),
        "On top of the hive it moves only as a Beetle, until it comes down.",
    ),
    when(
        RAISED,
        "On top of the hive it moves as a Beetle. It can also copy an uncovered bug beside it at its own level.",
    ),
    when(PREDATORS, "If it removes a piece, it leaves the game too."),
];

const PILLBUG: &[RulebookItem] = &[
    always(
        "The Pillbug slides one step on the ground. [pillbug-move] Instead of moving it can throw a piece of either \
         colour. The piece is beside the Pillbug, alone on its cell and not pinned; it goes up onto the Pillbug and \
         down to another empty cell beside the Pillbug. [throw] Gates can block both steps. A piece that the opponent \
         placed or moved on the last turn cannot be thrown. A piece that the opponent threw on the last turn rests: it \
         cannot move, throw or be thrown. [just-moved] A pinned Pillbug can throw; a covered one cannot.",
    ),
    when(
        PROTECTION,
        "It cannot throw a piece that an enemy Stink Bug protects. [protected]",
    ),
];

const WASP: &[RulebookItem] = &[
    always(
        "The Queen Wasp slides one step on the ground. [queen-move] Instead of moving it can sting an enemy piece that \
         is beside it and alone on its cell. A stung piece is stunned for its owner's next turn. [sting]",
    ),
    when(
        VariantCondition::TwoFaced,
        "If the stung tile has two faces, it is turned over at once.",
    ),
    always(
        "A piece that the opponent moved or turned over on the last turn cannot be stung; a piece that the opponent \
         placed can. [sting-moved]",
    ),
    when(
        PROTECTION,
        "A piece that an enemy Stink Bug protects cannot be stung. [protected]",
    ),
    always("A pinned Wasp can sting; a covered one cannot."),
    when(
        VariantCondition::OneFaced(Bug::Wasp),
        "It is placed like any other piece, in addition to the Queen Bee. A player who has both loses the game by \
         losing either.",
    ),
];

const SCORPION: &[RulebookItem] = &[
    always(
        "The Scorpion slides exactly two steps on the ground and visits no cell twice. [scorpion-move]",
    ),
    when(
        VariantCondition::TwoFaced,
        "While it is uncovered, an enemy piece that touches it cannot be turned over by its owner. [flip-scorpion]",
    ),
    when(
        VariantCondition::All(&[VariantCondition::TwoFaced, PROTECTION]),
        "This does not affect a Stink Bug.",
    ),
];

const TICK: &[RulebookItem] = &[
    always(
        "From the ground the Tick steps up onto a piece beside it; from the top of the hive it steps down to the \
         ground. It has no other step. [tick-move] Instead of moving it can control an uncovered enemy piece that is \
         beside it and at its own level: the piece makes one of its moves, or uses its power, as if it belonged to the \
         Tick's player. [control]",
    ),
    when(
        VariantCondition::Bug(Bug::Wasp),
        "A stunned piece cannot be controlled. [stunned]",
    ),
    when(
        THROWS,
        "A piece that the opponent just threw cannot be controlled. [just-moved]",
    ),
    when(
        PROTECTION,
        "A piece that an enemy Stink Bug protects cannot be controlled. [protected]",
    ),
    always(
        "A pinned Tick can control; a covered one cannot. A pinned piece does not move under control.",
    ),
];

const CENTIPEDE: &[RulebookItem] = &[
    always(
        "The Centipede makes three steps on top of the hive, visits no cell twice, and ends on a piece of either \
         colour that is alone on its cell. The two pieces exchange places. The Centipede has no other move. \
         [centipede-move] It must not be pinned; the other piece may be pinned (option --exchange). [one-hive]",
    ),
    when(
        PROTECTION,
        "It cannot exchange with an enemy piece that a Stink Bug protects. [protected]",
    ),
    when(
        THROWS,
        "It cannot exchange with a piece that the opponent just threw. [just-moved]",
    ),
];

const MANTIS: &[RulebookItem] = &[
    always(
        "The Praying Mantis does not move. [mantis-move] It can fly onto an uncovered enemy piece, anywhere, that was \
         placed on the opponent's last turn: both pieces leave the game. [removal] The hive must stay connected \
         without the Mantis, and without both pieces. [one-hive]",
    ),
    when(
        PROTECTION,
        "It cannot remove a piece that a Stink Bug protects. [protected]",
    ),
];

const ASSASSIN: &[RulebookItem] = &[
    always(
        "The Assassin Bug slides one step on the ground. [assassin-move] Instead of moving it can step up onto an enemy \
         piece that is beside it and alone on its cell: both pieces leave the game. [removal] The hive must stay \
         connected without the Assassin, and without both pieces. [one-hive]",
    ),
    when(
        PROTECTION,
        "It cannot remove a piece that a Stink Bug protects. [protected]",
    ),
];
