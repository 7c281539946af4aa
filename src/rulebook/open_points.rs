//! Points that the leaflet leaves open and that have no option: what skep does, and why.

use super::{RulebookItem, Section, VariantCondition, always, when};
use skep_rules::hive::{Bug, Pack};

const PILLBUG: VariantCondition = VariantCondition::Bug(Bug::Pillbug);
const MOSQUITO: VariantCondition = VariantCondition::Bug(Bug::Mosquito);
const STINK_BUG: VariantCondition = VariantCondition::Bug(Bug::StinkBug);
const TICK: VariantCondition = VariantCondition::Bug(Bug::Tick);
const WASP: VariantCondition = VariantCondition::Bug(Bug::Wasp);
const SCORPION: VariantCondition = VariantCondition::Bug(Bug::Scorpion);
const PREDATORS: VariantCondition = VariantCondition::Pack(Pack::Predators);
const GUARDIANS: VariantCondition = VariantCondition::Pack(Pack::Guardians);
const HONEYCOMBO: VariantCondition = VariantCondition::Pack(Pack::Honeycombo);
const SWARM: VariantCondition = VariantCondition::Pack(Pack::Swarm);

pub(super) const SECTION: Section = Section {
    when: VariantCondition::Always,
    title: "Where the leaflet leaves a choice",
    items: ITEMS,
};

const ITEMS: &[RulebookItem] = &[
    always(
        "Any pieces surround a queen, of one colour or of both. One leaflet says that a queen is surrounded by pieces of \
         one colour; all others, and the figures, say by pieces of any colour.",
    ),
    always(
        "Gates above the ground: a step that begins or ends above the ground does not pass between two higher stacks. \
         Wikipedia says that the height of a pile does not matter for a piece on top of it. skep follows the \
         leaflets' rule on narrow gaps, as all programs do.",
    ),
    when(
        VariantCondition::Not(&VariantCondition::Extended),
        "A Beetle may step between two higher stacks with --rules wikipedia or --rules historical. In the leaflet of \
         2005, it jumps.",
    ),
    when(
        MOSQUITO,
        "A Mosquito on top of the hive moves like a Beetle, however it got there. The leaflet says so only of a Mosquito \
         that moved up as a Beetle, and that it moves so until it comes down.",
    ),
    always(
        "A player who must place the queen on the fourth turn, but has no legal cell for it, passes. The leaflet says \
         only that the queen must be placed.",
    ),
    when(
        VariantCondition::All(&[MOSQUITO, TICK]),
        "Nested control: a controlled Tick can only move, and a controlled Mosquito can copy everything except \
         control. The leaflet says that a controlled piece uses its own power or its own move. Without a limit, control \
         could run around a ring of Ticks.",
    ),
    when(
        VariantCondition::All(&[TICK, VariantCondition::Not(&MOSQUITO)]),
        "Nested control: a controlled Tick can only move. The leaflet says that a controlled piece uses its own power \
         or its own move. Without a limit, control could run around a ring of Ticks.",
    ),
    when(
        TICK,
        "A controlled piece attacks the enemies of the player who controls it, so it attacks its own colour. The \
         leaflet says only that all rules of Hive apply to the controlled piece; in skep the action belongs to the \
         player whose turn it is.",
    ),
    when(
        VariantCondition::All(&[TICK, STINK_BUG]),
        "A Stink Bug protects against the player who acts: a controlled piece cannot affect a piece that a Stink Bug \
         of its own colour protects.",
    ),
    when(
        VariantCondition::All(&[
            MOSQUITO,
            VariantCondition::Any(&[VariantCondition::Bug(Bug::Firefly), TICK, GUARDIANS]),
        ]),
        "A Mosquito on top of the hive copies only uncovered bugs beside it whose stacks are exactly as high as its \
         own. The leaflet says that it can imitate an insect beside it that moves differently on the hive, but gives no \
         height.",
    ),
    when(
        WASP,
        "A sting on a tile with one face, or under flip=locked, none or venom, stuns the piece and does not turn it \
         over. The leaflet gives a sting two effects; here only one of them is possible.",
    ),
    when(
        WASP,
        "A sting is not a move, so a pinned Wasp can sting. A stunned piece can still be thrown, exchanged or removed \
         by others: the leaflet lists only what the piece itself cannot do.",
    ),
    when(
        VariantCondition::All(&[WASP, TICK]),
        "A stunned piece cannot be controlled. Control makes a piece move or use its power, and a stunned piece can do \
         neither.",
    ),
    when(
        STINK_BUG,
        "The leaflet says that a Stink Bug cannot be moved, flipped or removed by an enemy piece, nor by a friendly \
         piece that it touches. skep reads the second part as a fault of the translation: friendly pieces that it \
         touches share its protection. The leaflet's note on predators supports this. A Beetle may step on \
         top of a protected piece, because that does not move the piece.",
    ),
    when(
        VariantCondition::All(&[SCORPION, VariantCondition::TwoFaced]),
        "A Scorpion affects every enemy piece that touches its cell, also on top of a stack, because cells touch at \
         any height.",
    ),
    when(
        VariantCondition::All(&[SCORPION, VariantCondition::TwoFaced, WASP]),
        "A Wasp's sting can turn over a piece that touches a Scorpion: the Scorpion only stops the owner of the piece.",
    ),
    when(
        VariantCondition::Any(&[
            VariantCondition::Bug(Bug::Firefly),
            VariantCondition::Bug(Bug::Dragonfly),
            VariantCondition::Bug(Bug::Centipede),
            STINK_BUG,
            TICK,
            GUARDIANS,
            PREDATORS,
            VariantCondition::Bug(Bug::Fly),
        ]),
        "Gates apply to every step that begins or ends above the ground, of every bug: also to the step down after \
         a flight, and to the step up onto a piece that is removed. Gates do not block flights and jumps.",
    ),
    when(
        VariantCondition::Bug(Bug::Centipede),
        "The Centipede can exchange with a piece of either colour. The leaflet says only: another piece.",
    ),
    when(
        VariantCondition::All(&[PILLBUG, VariantCondition::Extended]),
        "A piece that was just thrown can do nothing for a turn: it uses no power, and it is neither exchanged nor \
         controlled. The leaflet names only its move and the Pillbug's action.",
    ),
    when(
        PREDATORS,
        "The hive must stay connected when the predator is lifted and when both pieces are gone. A Mantis can remove \
         an uncovered enemy piece from the top of a stack: the leaflet limits only the Assassin to pieces that are \
         alone on their cells.",
    ),
    when(
        VariantCondition::OneFaced(Bug::Wasp),
        "A player with an extra Queen Wasp beside the Queen Bee loses the game by losing either. The player must place \
         the Bee by the fourth turn, and pieces can move only once the Bee is placed.",
    ),
    when(
        GUARDIANS,
        "A guardian cannot enter on the Honeycombo, which is not a piece of either player. The Butterfly visits no \
         cell twice, and the Moth does not return to its cell, because no move ends where it began.",
    ),
    when(
        HONEYCOMBO,
        "Turns are counted, not actions: the queen enters by a player's fourth turn, even if one of the four is a \
         double turn. A piece that stands on the Honeycombo between two actions covers it, so the second action cannot \
         turn it over.",
    ),
    when(
        HONEYCOMBO,
        "The second action of a double turn is not optional: if one is legal, it must be played. The leaflet gives two \
         moves, and a pass is never a free choice.",
    ),
    when(
        HONEYCOMBO,
        "The first action of a double turn does not change the effects of the opponent's last turn: a piece that the \
         opponent threw rests during both actions.",
    ),
    when(
        SWARM,
        "A tile that is drawn goes to the hand, and any tile of the hand can be placed next. The leaflet says that you \
         must draw and place the piece, which can also mean that the drawn tile must be the next to be placed.",
    ),
    when(
        SWARM,
        "If a colour has no tile on the table, its next tile may be placed beside any piece, by either player.",
    ),
    when(
        SWARM,
        "Draws are random, and a record names each drawn tile. If it does not, skep checks everything that does not \
         depend on the missing tiles and reports the rest as unverifiable. A missing tile can be any tile that the hands \
         and the bag can still hold, and the order of the numbers is not checked.",
    ),
];
