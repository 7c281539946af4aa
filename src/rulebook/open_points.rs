//! Points that the leaflet leaves open and no option settles: what skep does, and why.

use super::{Item, Section, When, always, when};
use skep_rules::hive::{Bug, Pack};

const PILLBUG: When = When::Bug(Bug::Pillbug);
const MOSQUITO: When = When::Bug(Bug::Mosquito);
const STINK_BUG: When = When::Bug(Bug::StinkBug);
const TICK: When = When::Bug(Bug::Tick);
const WASP: When = When::Bug(Bug::Wasp);
const SCORPION: When = When::Bug(Bug::Scorpion);
const PREDATORS: When = When::Pack(Pack::Predators);
const GUARDIANS: When = When::Pack(Pack::Guardians);
const HONEYCOMBO: When = When::Pack(Pack::Honeycombo);
const SWARM: When = When::Pack(Pack::Swarm);

pub(super) const SECTION: Section = Section {
    when: When::Always,
    title: "Where the leaflet is silent",
    items: ITEMS,
};

const ITEMS: &[Item] = &[
    always(
        "A side that must place its queen on its fourth turn and has no cell for it passes. The leaflet says no more \
         than that it must.",
    ),
    when(
        When::All(&[MOSQUITO, TICK]),
        "Nested control: a controlled Tick only moves, and a controlled Mosquito copies everything but control. \
         Otherwise control could run around a ring of Ticks.",
    ),
    when(
        When::All(&[TICK, When::Not(&MOSQUITO)]),
        "Nested control: a controlled Tick only moves. Otherwise control could run around a ring of Ticks.",
    ),
    when(
        TICK,
        "A controlled piece attacks the enemies of the side that controls it, that is, its own colour. The leaflet \
         says only that all rules hold; skep takes the side that acts as the one whose action it is.",
    ),
    when(
        When::All(&[TICK, STINK_BUG]),
        "A Stink Bug's protection is judged against the side that controls: a controlled piece does nothing to what \
         a Stink Bug of its own colour protects.",
    ),
    when(
        When::All(&[
            MOSQUITO,
            When::Any(&[When::Bug(Bug::Firefly), TICK, GUARDIANS]),
        ]),
        "A raised Mosquito copies only uncovered bugs on cells beside it whose stacks are exactly as high as its \
         own. The leaflet lets it copy what moves differently on the hive, without saying at which height.",
    ),
    when(
        WASP,
        "A sting on a tile with one face, or under flip=locked or flip=none, stuns and does not turn it over: the \
         leaflet gives a sting two effects, and one of them can be had.",
    ),
    when(
        WASP,
        "A sting is no move of the Wasp, so that a pinned Wasp stings; and a stunned piece is not safe from others, \
         for the leaflet only lists what it cannot do itself.",
    ),
    when(
        When::All(&[WASP, TICK]),
        "A stunned piece is not controlled either: control makes it move or use its power, which it cannot.",
    ),
    when(
        STINK_BUG,
        "The leaflet's sentence on the friends of the Stink Bug reads in one translation as if they could not move \
         it. skep takes it that they share its protection, as the leaflet's note on predators has it. A Beetle may \
         step on top of a protected piece: that does not move it.",
    ),
    when(
        When::All(&[SCORPION, When::TwoFaced]),
        "A Scorpion holds whatever touches its cell, also pieces on top of stacks: cells touch whatever the heights.",
    ),
    when(
        When::All(&[SCORPION, When::TwoFaced, WASP]),
        "A Wasp's sting turns a piece over beside a Scorpion too: only its owner is held back.",
    ),
    when(
        When::Any(&[
            When::Bug(Bug::Firefly),
            When::Bug(Bug::Dragonfly),
            When::Bug(Bug::Centipede),
            STINK_BUG,
            TICK,
            GUARDIANS,
            PREDATORS,
            When::Bug(Bug::Fly),
        ]),
        "Gates hold for every step of every bug that begins or ends above the ground, also for one down from a \
         flight and for one up onto a piece that is taken. Flights and jumps themselves meet none.",
    ),
    when(
        When::Bug(Bug::Centipede),
        "The Centipede exchanges with a piece of either colour; the leaflet says only: another piece.",
    ),
    when(
        When::All(&[PILLBUG, When::Extended]),
        "A piece that was just thrown rests in every way: it uses no power, and is neither exchanged nor controlled. \
         The leaflet names its move and the Pillbug's action only.",
    ),
    when(
        PREDATORS,
        "The hive must hold when the predator is lifted and when both pieces are gone. A Mantis may take an \
         uncovered enemy from on top of a stack; the leaflet limits only the Assassin to single pieces.",
    ),
    when(
        When::OneFaced(Bug::Wasp),
        "A side with an extra Queen Wasp beside its Queen Bee loses with either. It must place the Bee by its fourth \
         turn, and only the Bee lets its pieces move.",
    ),
    when(
        GUARDIANS,
        "A guardian does not enter on the Honeycombo, which is no piece of either side. The Butterfly touches no \
         cell twice, and the Moth does not go back to where it was: no move ends where it began.",
    ),
    when(
        HONEYCOMBO,
        "Turns are counted, not actions: the queen enters by a side's fourth turn, be one of them double. A piece \
         that stands on the Honeycombo between two actions covers it: it is not turned over then.",
    ),
    when(
        HONEYCOMBO,
        "A double turn is no choice: where a second action is legal, it is played. The leaflet gives two moves, and \
         a pass is never chosen.",
    ),
    when(
        HONEYCOMBO,
        "A side's own first action adds nothing to what the other side's last turn left, and takes nothing from it: \
         what was thrown then rests in both actions.",
    ),
    when(
        SWARM,
        "A colour with no tile on the table enters where it touches anything, whoever places it.",
    ),
    when(
        SWARM,
        "Draws are chance, and a record names each. Where it does not, skep checks everything that does not depend \
         on it, and says that the rest cannot be verified.",
    ),
];
