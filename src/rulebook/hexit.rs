//! The rules of Hex-It. `{tiles}` stands for the number of tiles in the set.

use super::{RulebookItem, Section, VariantCondition, always};

pub(super) const ABOUT: &str = "\
The rules that skep applies to a game of Hex-It, also known as Exxit. Names in square brackets are rules; skep check \
prints the rule that a turn breaks, and `skep help NAME` describes it. A stack belongs to the player whose piece is \
on top. The height of a stack is the number of its pieces.";

pub(super) const SECTIONS: &[Section] = &[
    section("Aim and end of the game", AIM),
    section("Turns", TURNS),
    section("Placement", PLACEMENT),
    section("Distribution", DISTRIBUTION),
    section("Release", RELEASE),
    section("Where the leaflet leaves a choice", OPEN_POINTS),
];

const fn section(title: &'static str, items: &'static [RulebookItem]) -> Section {
    Section {
        when: VariantCondition::Always,
        title,
        items,
    }
}

const AIM: &[RulebookItem] = &[
    always(
        "The game is about territory. There are {tiles} tiles, white on one side and black on the other, and each \
         player has 8 pieces. Except in exxit-pro, four tiles are on the table before the first turn: the white tiles \
         M13 and N14 and the black tiles M14 and N13. Tiles on the table count among the {tiles}.",
    ),
    always(
        "In exxit-pro, only the black tile M14 and the white tile N14 are on the table. First the players lay tiles \
         in turn, until six tiles are on the table. A tile has the colour of its player [lay-tile], is beside \
         another tile [beside-tile], and is on a cell without a tile [tile-there]. No player lays a tile in this way later. [no-tile-to-lay]",
    ),
    always(
        "The game ends when both players must pass, one after the other, or when all {tiles} tiles are on the table. \
         No turn is legal after the end. [game-over]",
    ),
    always(
        "For each colour, every tile of the largest connected group counts one point, and every other tile counts half \
         a point. Pieces do not count. The higher score wins; equal scores are a draw. A player who resigns loses.",
    ),
];

const TURNS: &[RulebookItem] = &[
    always(
        "White begins, and the players alternate. A turn is a distribution, a placement or a release. \
         Before the first piece of exxit-pro, a turn lays a tile.",
    ),
    always(
        "A player who can distribute a stack must do so. [distribution-first] If one of the possible distributions \
         makes prisoners, the player must choose one that does. [prisoners-first]",
    ),
    always(
        "Otherwise the player places or releases, as they choose. A player who can do neither passes; a pass is legal \
         only then. [pass-with-move]",
    ),
];

const PLACEMENT: &[RulebookItem] = &[always(
    "A player puts a piece from their own reserve [empty-reserve] on any empty tile [tile-occupied], of either colour. \
     The cell must have a tile: prisoners are beside the tiles, not on one. [no-tile]",
)];

const DISTRIBUTION: &[RulebookItem] = &[
    always(
        "A player distributes a stack in a straight line in one of the six directions [not-in-line]. The stack is \
         on a tile [no-stack], and its top piece belongs to the player [enemy-stack]. A single piece is a stack of one. Prisoners are \
         never distributed. [prisoners-stay]",
    ),
    always(
        "The first stack in that direction must be an enemy stack [own-stack]. It must not be farther away, in cells, \
         than the height of the distributed stack [too-far], and must not be higher than that stack [too-high]. All \
         cells before it must be empty tiles. [leaves-tiles]",
    ),
    always(
        "The player drops one piece on each empty tile or stack along the line, starting with the bottom piece, \
         until no piece is left: a stack of n pieces ends n cells away. [wrong-end]",
    ),
    always(
        "If the tiles end earlier, the player drops all remaining pieces together on the first cell without a tile. \
         These pieces are prisoners. If that cell already holds prisoners, the distribution is illegal. [blocked]",
    ),
];

const RELEASE: &[RulebookItem] = &[
    always(
        "Prisoners of either colour [no-prisoners] can be released if their cell touches at least two tiles \
         [two-tiles]. A tile of the releasing player's colour is laid on the cell, and the pieces go back to their \
         owners' reserves.",
    ),
    always(
        "One turn may release several cells of prisoners, each of them once [released-twice]. The cells must form a \
         connected chain [not-neighbours], and one of them must touch two tiles before the turn; each new tile counts \
         for the next cell. Under release-chain=forced the whole chain must be released. [whole-chain]",
    ),
    always(
        "Each released cell takes a tile of the set, so enough tiles must be left. [not-enough-tiles]",
    ),
];

const OPEN_POINTS: &[RulebookItem] = &[
    always(
        "A release of several cells is a set of cells. Their order changes nothing, because a neighbour of a new tile \
         always touches a second tile. If too few tiles are left for the whole chain, the player chooses which cells \
         get one.",
    ),
    always(
        "Two consecutive passes end the game as soon as the second is made. If only one player must pass, that player \
         waits until they can play again.",
    ),
    always(
        "A game can repeat forever. The leaflet has no rule against it: see the option --repetition.",
    ),
];
