//! The rules of Hex-It. `{tiles}` stands for the number of tiles in the set.

use super::{Item, Section, When, always};

pub(super) const ABOUT: &str = "\
What skep holds a game of Hex-It, also known as Exxit, to. The names in square brackets are those that reports print for \
a turn that breaks the rule; `skep explain NAME` tells more. A stack belongs to the side whose piece is on top; its \
height is the number of its pieces.";

pub(super) const SECTIONS: &[Section] = &[
    section("The aim, and the end", AIM),
    section("Turns", TURNS),
    section("Placement", PLACEMENT),
    section("Distribution", DISTRIBUTION),
    section("Release", RELEASE),
    section("Where the leaflet is silent", OPEN_POINTS),
];

const fn section(title: &'static str, items: &'static [Item]) -> Section {
    Section {
        when: When::Always,
        title,
        items,
    }
}

const AIM: &[Item] = &[
    always(
        "The game is about territory. There are {tiles} tiles, white on one side and black on the other, and each \
         side has 8 pieces. White's tiles M13 and N14 and Black's tiles M14 and N13 lie on the table before the \
         first turn, and count among the {tiles}.",
    ),
    always(
        "The game ends when both sides must pass, one after the other, or when all {tiles} tiles lie on the table. \
         No turn follows. [game-over]",
    ),
    always(
        "The largest connected group of tiles of each colour counts one point a tile, all other tiles of that colour \
         half a point. Pieces count nothing. The higher score wins; equal scores are a draw. Who resigns loses.",
    ),
];

const TURNS: &[Item] = &[
    always(
        "White begins, and the sides take turns. A turn is a distribution, a placement or a release.",
    ),
    always(
        "Distribution comes first: a side that can distribute one of its stacks does so. [distribution-first] If one \
         of its distributions makes prisoners, it plays one that does. [prisoners-first]",
    ),
    always(
        "Otherwise a side places or releases, as it likes. It passes when it can do neither, and only then. \
         [pass-with-move]",
    ),
];

const PLACEMENT: &[Item] = &[always(
    "A piece from one's own reserve [empty-reserve] is put on any empty tile [tile-occupied], of either colour. \
     There must be a tile: prisoners lie beside the tiles, not on one. [no-tile]",
)];

const DISTRIBUTION: &[Item] = &[
    always(
        "A stack on a tile [no-stack] with one's own piece on top [enemy-stack] is distributed straight on in one of \
         the six directions [not-in-line]. A single piece is a stack of one. Prisoners are never distributed. \
         [prisoners-stay]",
    ),
    always(
        "The first stack in that direction must be an enemy's [own-stack], no farther off than the stack that is \
         distributed is high [too-far], and not higher [too-high]. All cells up to it must be empty tiles. \
         [leaves-tiles]",
    ),
    always(
        "The pieces are dropped one a cell from the bottom of the stack, onto the empty tiles and the stacks on the \
         way, until none is left: a stack of n pieces ends n cells on. [wrong-end]",
    ),
    always(
        "If the tiles end before that, all pieces that are left are dropped together on the first cell without a \
         tile. They are prisoners. If that cell holds prisoners already, the distribution is not allowed. [blocked]",
    ),
];

const RELEASE: &[Item] = &[
    always(
        "Prisoners of either colour [no-prisoners] whose cell touches at least two tiles may be released \
         [two-tiles]: a tile of the releasing side's colour is laid there, and the pieces go back to their owners' \
         reserves.",
    ),
    always(
        "One turn may release several cells of prisoners, each once [released-twice], if they hang together as \
         neighbours [not-neighbours] and one of them touches two tiles before the turn: each new tile counts for the \
         next cell. Under release-chain=forced the whole chain is released. [whole-chain]",
    ),
    always("Each cell takes a tile of the set, and there must be enough. [not-enough-tiles]"),
];

const OPEN_POINTS: &[Item] = &[
    always(
        "A release of several cells is the set of cells: their order changes nothing, since a neighbour of a new \
         tile always touches a second tile. Where tiles run short, the side says by its choice of cells where they \
         go.",
    ),
    always(
        "Two passes end the game as soon as the second is made. Someone who is forced to pass while the other side \
         can still play waits.",
    ),
    always(
        "Play can circle for ever. Nothing in the leaflet ends it: see repetition among the options.",
    ),
];
