//! The bugs, one by one: how each moves and what it can do.

use super::{Chapter, Entry, Item, When, always, in_force, when};
use skep_rules::hive::{Bug, GameType, Pack};

/// The chapter on the bugs of a game type, in the order of its tiles.
pub(super) fn chapter(game_type: GameType) -> Chapter {
    let entries = Bug::ALL.iter().filter_map(|&bug| {
        let lead = format!("{} ({})", title(bug), count(bug, game_type)?);
        Some(Entry {
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

/// How many tiles show a bug, and what is on their other side. None if the bug is not in play.
fn count(bug: Bug, game_type: GameType) -> Option<String> {
    let code = bug.code();
    if bug == Bug::Honeycombo {
        let there = game_type.has_pack(Pack::Honeycombo);
        return there.then(|| format!("{code}, one, nobody's"));
    }
    let family = game_type.family(bug)?;
    let number = game_type.count(family);
    let other = [Some(family.front()), family.back()]
        .into_iter()
        .flatten()
        .find(|&b| b != bug);
    Some(match other.filter(|_| game_type.is_two_faced(family)) {
        Some(other) => format!("{code}, {number} a side, other face {}", title(other)),
        None if When::TwoFaced.holds(game_type) => format!("{code}, {number} a side, one face"),
        None => format!("{code}, {number} a side"),
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

const PROTECTION: When = When::Bug(Bug::StinkBug);
const THROWS: When = When::Bug(Bug::Pillbug);
const PREDATORS: When = When::Pack(Pack::Predators);

/// A bug beside a raised Mosquito can be another thing than a Beetle or a Mosquito.
const RAISED: When = When::Any(&[
    When::Bug(Bug::Firefly),
    When::Bug(Bug::Tick),
    When::Bug(Bug::Butterfly),
]);

/// A bug that a Mosquito copies has a power beside its move.
const POWERS: When = When::Any(&[
    THROWS,
    When::Bug(Bug::Wasp),
    When::Bug(Bug::Tick),
    When::Bug(Bug::Centipede),
    PREDATORS,
]);

/// A bug has a power that works by itself.
const PASSIVE: When = When::Any(&[PROTECTION, When::Bug(Bug::Scorpion)]);

const fn items(bug: Bug) -> &'static [Item] {
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

const QUEEN: &[Item] = &[always(
    "The Queen Bee slides one step on the ground. [queen-move]",
)];

const SPIDER: &[Item] = &[always(
    "The Spider slides exactly three steps on the ground and touches no cell twice on its way. [spider-move]",
)];

const BEETLE: &[Item] = &[always(
    "The Beetle makes one step: on the ground, up onto the hive, across its top, or down. [beetle-move] What it \
     stands on is covered, and the stack counts as its colour.",
)];

const GRASSHOPPER: &[Item] = &[always(
    "The Grasshopper jumps in a straight line over one or more pieces, without a gap, to the first empty cell behind \
     them. [grasshopper-move] A jump needs no room: it leads into enclosed cells and out of them.",
)];

const ANT: &[Item] = &[always(
    "The Soldier Ant slides any number of steps around the outside of the hive, as far as each step has room. \
     [ant-move]",
)];

const LADYBUG: &[Item] = &[always(
    "The Ladybug makes exactly two steps on top of the hive, then one down to an empty cell. [ladybug-move]",
)];

const FIREFLY: &[Item] = &[always(
    "From the ground the Firefly makes exactly two steps on top of the hive and stays there. From on top it makes \
     one step, up, across or down. It makes no step on the ground. [firefly-move]",
)];

const DRAGONFLY: &[Item] = &[always(
    "The Dragonfly steps up onto a piece beside it, then goes straight on in any one direction, over at least one \
     more piece, and down to the first empty cell in that line. [dragonfly-move]",
)];

const FLY: &[Item] = &[always(
    "The Fly flies, from wherever it stands, onto an uncovered bug of either colour that the other side's last turn \
     placed, moved or turned over, on top of a stack too, and steps down from there to an empty cell beside it. It \
     has no other move. [fly-move]",
)];

const STINK_BUG: &[Item] = &[always(
    "The Stink Bug makes one step up onto the hive and one down to an empty cell. [stink-bug-move] While it is \
     uncovered, no piece of the other side moves, turns over, removes or controls it, nor any piece of its own \
     colour that it touches. [protected]",
)];

const BUTTERFLY: &[Item] = &[always(
    "The Butterfly makes exactly two steps on top of the hive and never comes down. [butterfly-move] Like the Moth \
     it enters on top of a piece: see Guardians.",
)];

const MOTH: &[Item] = &[always(
    "The Moth makes one step down from the hive to an empty cell on the ground, and from there one step up onto \
     another cell of the hive. [moth-move]",
)];

const HONEYCOMBO: &[Item] = &[always(
    "The Honeycombo is no bug and is nobody's. It does not move, and nothing moves, stings, removes or exchanges it. \
     [honeycombo-fixed] It is part of the hive: it holds it together, pieces slide along it and go over it, but none \
     rests on it at the end of a turn. [honeycombo-bare]",
)];

const MOSQUITO: &[Item] = &[
    always(
        "On the ground the Mosquito moves as any bug that it touches, of either colour; of a stack, as the top. \
         Where it touches nothing but Mosquitoes it does not move. [mosquito-move]",
    ),
    when(
        POWERS,
        "It has the powers of these bugs too, for its own side.",
    ),
    when(
        THROWS,
        "It throws also beside a Pillbug that is itself pinned or at rest.",
    ),
    when(
        PASSIVE,
        "What a bug does without acting it does not copy: a Mosquito protects nothing and holds nothing.",
    ),
    when(
        When::Pack(Pack::Guardians),
        "On the ground it copies no guardian.",
    ),
    when(
        When::Not(&RAISED),
        "On top of the hive it is a Beetle, and nothing else, until it comes down.",
    ),
    when(
        RAISED,
        "On top of the hive it moves as a Beetle, and may also do what an uncovered bug beside it at its own level \
         does.",
    ),
    when(PREDATORS, "It leaves the game with what it removes."),
];

const PILLBUG: &[Item] = &[
    always(
        "The Pillbug slides one step on the ground. [pillbug-move] Or it throws instead: a piece of either colour \
         beside it, alone on its cell and not pinned, goes up onto the Pillbug and down to another empty cell beside \
         it [throw], unless a gate blocks either half. What the other side placed or moved on its last turn is not \
         thrown, and what it threw then rests: it neither moves, nor throws, nor is thrown. [just-moved] A pinned \
         Pillbug throws, a covered one does not.",
    ),
    when(
        PROTECTION,
        "It does not throw what a Stink Bug of the other side protects. [protected]",
    ),
];

const WASP: &[Item] = &[
    always(
        "The Queen Wasp slides one step on the ground. [queen-move] Or it stings instead: an enemy piece beside it, \
         alone on its cell, is stunned for its owner's next turn. [sting]",
    ),
    when(
        When::TwoFaced,
        "If the stung tile has another face, it is turned over at once.",
    ),
    always(
        "What the other side moved or turned over on its last turn is not stung; what it placed may be. [sting-moved]",
    ),
    when(
        PROTECTION,
        "What a Stink Bug protects is not stung. [protected]",
    ),
    always("A pinned Wasp stings, a covered one does not."),
    when(
        When::OneFaced(Bug::Wasp),
        "It is placed like any other piece, apart from the Queen Bee, and a side that has both loses with either.",
    ),
];

const SCORPION: &[Item] = &[
    always(
        "The Scorpion slides exactly two steps on the ground and touches no cell twice on its way. [scorpion-move]",
    ),
    when(
        When::TwoFaced,
        "While it is uncovered, an enemy piece that touches it is not turned over by its owner. [flip-scorpion]",
    ),
    when(
        When::All(&[When::TwoFaced, PROTECTION]),
        "It does not hold a Stink Bug so.",
    ),
];

const TICK: &[Item] = &[
    always(
        "From the ground the Tick steps up onto a piece beside it, and from on top it steps down to the ground; it \
         has no other step. [tick-move] Or it controls instead: an uncovered enemy piece beside it, on its own \
         level, makes one of its moves or uses its power as if it were of the Tick's side. [control]",
    ),
    when(
        When::Bug(Bug::Wasp),
        "A stunned piece is not controlled. [stunned]",
    ),
    when(
        THROWS,
        "Nor is one that the other side just threw. [just-moved]",
    ),
    when(
        PROTECTION,
        "Nor is one that a Stink Bug protects. [protected]",
    ),
    always(
        "A pinned Tick controls, a covered one does not; a pinned piece that is controlled does not move.",
    ),
];

const CENTIPEDE: &[Item] = &[
    always(
        "The Centipede goes three steps on top of the hive, no cell twice, and ends on a piece that stands alone on \
         its cell, of either colour. The two exchange places. It has no other move. [centipede-move] The Centipede \
         must not be pinned; what it takes the place of may be (option exchange). [one-hive]",
    ),
    when(
        PROTECTION,
        "It does not exchange with an enemy that a Stink Bug protects. [protected]",
    ),
    when(
        THROWS,
        "Nor with a piece that the other side just threw. [just-moved]",
    ),
];

const MANTIS: &[Item] = &[
    always(
        "The Praying Mantis does not move. [mantis-move] But it may fly onto an uncovered enemy piece that was \
         placed on the other side's last turn, wherever that stands: both leave the game. [removal] The hive must \
         hold without the Mantis, and without both. [one-hive]",
    ),
    when(
        PROTECTION,
        "It takes nothing that a Stink Bug protects. [protected]",
    ),
];

const ASSASSIN: &[Item] = &[
    always(
        "The Assassin Bug slides one step on the ground. [assassin-move] Or it steps up onto an enemy piece beside \
         it that stands alone on its cell: both leave the game. [removal] The hive must hold without the Assassin, \
         and without both. [one-hive]",
    ),
    when(
        PROTECTION,
        "It takes nothing that a Stink Bug protects. [protected]",
    ),
];
