//! The rules that a turn can break.

use crate::game::rules;

rules! {
    /// The rules that a turn of Hex-It can break, a closed list.
    enum Rule;

    /// The game ends when both players pass, one after the other, or when the last tile of the set is laid.
    GameOver "game-over" "the game is over";
    /// In the game exxit-pro, the players lay tiles in turn until six lie on the board. Other turns follow after that.
    LayTile "lay-tile" "a tile must be laid first";
    /// In the game exxit-pro, a tile is laid on a cell without a tile. There is a tile on the named cell.
    TileThere "tile-there" "there is a tile on that cell";
    /// In the game exxit-pro, a tile is laid beside another tile.
    BesideTile "beside-tile" "that cell touches no tile";
    /// Tiles are laid from the set only before the first piece of the game exxit-pro.
    NoTileToLay "no-tile-to-lay" "no tile can be laid now";
    /// Pieces are placed on tiles, and only stacks on tiles are distributed. The named cell has no tile.
    NoTile "no-tile" "there is no tile on that cell";
    /// A piece of the reserve is placed on an empty tile.
    TileOccupied "tile-occupied" "the tile is occupied";
    /// A player places pieces from the reserve. All eight pieces are on the board or are prisoners.
    EmptyReserve "empty-reserve" "the reserve is empty";
    /// Distribution comes before every other kind of turn. A player who can distribute a stack may not place, release
    /// or pass.
    DistributionFirst "distribution-first" "a distribution was possible";
    /// If a distribution can make prisoners, the player must choose a distribution that makes prisoners.
    PrisonersFirst "prisoners-first" "a distribution that makes prisoners was possible";
    /// The tile from which the distribution starts is empty.
    NoStack "no-stack" "there is no piece on that tile";
    /// A stack belongs to the owner of its top piece. Only that player distributes it.
    EnemyStack "enemy-stack" "the top piece belongs to the other side";
    /// Prisoners stay where they are until they are released.
    PrisonersStay "prisoners-stay" "prisoners cannot move";
    /// A distribution goes straight in one of the six directions.
    NotInLine "not-in-line" "the two cells are not in a straight line";
    /// The record names a last cell other than the cell where the distribution ends. A stack of n pieces ends n cells
    /// away, or on the first cell without a tile.
    WrongEnd "wrong-end" "the distribution does not end there";
    /// The first stack in the direction of a distribution must be within reach: a stack of n pieces reaches n cells.
    TooFar "too-far" "no enemy stack is within reach in that direction";
    /// All cells between a stack and the enemy stack that is its target must be tiles.
    LeavesTiles "leaves-tiles" "the line leaves the tiles before it reaches an enemy stack";
    /// The first stack in the direction of a distribution must have an enemy piece on top.
    OwnStack "own-stack" "the first stack in that direction is your own";
    /// The first stack in the direction of a distribution must not be higher than the stack that is distributed.
    TooHigh "too-high" "the enemy stack is higher";
    /// If a distribution drops pieces off the tiles, the cell where they fall must not hold prisoners already.
    Blocked "blocked" "prisoners block the line";
    /// Only prisoners can be released.
    NoPrisoners "no-prisoners" "there are no prisoners on that cell";
    /// A release names each cell once.
    ReleasedTwice "released-twice" "a cell is released twice";
    /// Prisoners can be released if the new tile touches at least two tiles. In a chain, the first cell must touch two
    /// tiles before the turn.
    TwoTiles "two-tiles" "no cell of the release touches two tiles";
    /// The cells released in one turn form a chain of neighbours.
    NotNeighbours "not-neighbours" "the released cells are not neighbours";
    /// Every release lays a tile of the set. Too few tiles are left.
    NotEnoughTiles "not-enough-tiles" "too few tiles are left";
    /// Under the option `release-chain=forced`, a release continues to all neighbouring prisoners until the tiles run
    /// out.
    WholeChain "whole-chain" "the whole chain of prisoners must be released";
    /// A player who can place, distribute or release must do so.
    PassWithMove "pass-with-move" "a turn other than a pass was possible";
}
