//! The rules that a turn can break.

use crate::game::rules;

rules! {
    /// The ways in which a turn of Hex-It can be illegal, a closed list.
    enum Rule;

    /// The game ends when both players have passed one after the other, or when the last tile of the set is laid.
    GameOver "game-over" "the game is over";
    /// A piece is placed on a tile, and only stacks on tiles are distributed. The cell named has no tile.
    NoTile "no-tile" "there is no tile on that cell";
    /// A piece of the reserve is placed on an empty tile.
    TileOccupied "tile-occupied" "the tile is occupied";
    /// Only pieces in one's own reserve can be placed. All eight are on the board or prisoners.
    EmptyReserve "empty-reserve" "the reserve is empty";
    /// Distribution comes before every other kind of turn: where one's own stack can be distributed, no piece is
    /// placed, nobody is released and nobody passes.
    DistributionFirst "distribution-first" "a distribution was possible";
    /// Where some distribution makes prisoners, one that does so must be played.
    PrisonersFirst "prisoners-first" "a distribution that makes prisoners was possible";
    /// The tile that a distribution is to start from is empty.
    NoStack "no-stack" "there is no piece on that tile";
    /// A stack belongs to the owner of its top piece, and only that player distributes it.
    EnemyStack "enemy-stack" "the top piece belongs to the other side";
    /// Prisoners stay where they are until they are released.
    PrisonersStay "prisoners-stay" "prisoners cannot move";
    /// A distribution goes straight on in one of the six directions.
    NotInLine "not-in-line" "the two cells are not on a line";
    /// The record names another last cell than the one where the distribution ends: a stack of n pieces ends n
    /// cells on, or on the first cell without a tile.
    WrongEnd "wrong-end" "the distribution does not end there";
    /// The first stack in the direction of a distribution must be near enough: a stack of n pieces reaches n cells.
    TooFar "too-far" "no enemy stack is within reach in that direction";
    /// All cells between a stack and the enemy stack that it is distributed to must be tiles.
    LeavesTiles "leaves-tiles" "the line leaves the tiles before it reaches an enemy stack";
    /// The first stack in the direction of a distribution must have an enemy piece on top.
    OwnStack "own-stack" "the first stack in that direction is one's own";
    /// The first stack in the direction of a distribution must not be higher than the stack that is distributed.
    TooHigh "too-high" "the enemy stack is higher";
    /// Where a distribution would drop pieces off the board, the cell must not hold prisoners already.
    Blocked "blocked" "prisoners block the line";
    /// Only prisoners can be released.
    NoPrisoners "no-prisoners" "there are no prisoners on that cell";
    /// A release names each cell once.
    ReleasedTwice "released-twice" "a cell is released twice";
    /// Prisoners can be released where a new tile touches at least two tiles. In a chain the first one released must
    /// do so before the turn.
    TwoTiles "two-tiles" "no cell of the release touches two tiles";
    /// Cells released in one turn form a chain of neighbours.
    NotNeighbours "not-neighbours" "the cells released are not neighbours";
    /// Every release lays a tile of the set. There are not enough tiles left.
    NotEnoughTiles "not-enough-tiles" "too few tiles are left";
    /// Under the option `release-chain=forced` a release goes on to all neighbouring prisoners while tiles last.
    WholeChain "whole-chain" "the whole chain of prisoners must be released";
    /// A player who can place, distribute or release must do so.
    PassWithMove "pass-with-move" "another turn than a pass was possible";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_one_name_and_a_sentence() {
        let mut names: Vec<_> = Rule::ALL.iter().map(|r| r.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Rule::ALL.len());
        for rule in Rule::ALL {
            assert_eq!(rule.as_str().parse(), Ok(rule));
            assert!(!rule.sentence().ends_with('.'), "{rule}");
            assert!(rule.explanation().trim_end().ends_with('.'), "{rule}");
        }
    }
}
