//! The rules that a turn can break.

use crate::game::rules;

rules! {
    /// The rules that a turn of Hive can break.
    enum Rule;

    /// The game ends as soon as a queen has a piece on each of its six sides, and no turn follows. Agreement, time
    /// and resignation are not on the board, so that a record may go on after them; after a surrounded queen it may
    /// not.
    GameOver "game-over" "no turn follows once a queen is surrounded";
    /// A side passes when it has no legal placement and no legal move, and only then.
    Pass "pass" "a side passes only when it has no other legal turn";
    /// A piece is placed, moved or thrown to another cell than the one it stands on.
    SameCell "same-cell" "a piece moves to another cell";
    /// A side places and moves its own pieces. The other side's move only when a Pillbug, or a Mosquito beside a
    /// Pillbug, throws them.
    OtherSide "other-side" "a piece of the other side moves only by a Pillbug's throw";
    /// The piece belongs to an expansion that is not in this game.
    NotInGame "not-in-game" "only the pieces of the game type are in play";
    /// Equal bugs enter in the order of their numbers. Records that number them otherwise are renumbered on reading,
    /// so that this is only met by programs that speak to the engine.
    NumberOrder "number-order" "equal bugs enter in the order of their numbers";
    /// The first piece of Black is placed beside the first piece of White.
    FirstTouch "first-touch" "the second piece of a game touches the first";
    /// A piece enters on an empty cell, never on top of another.
    PlacementOccupied "placement-occupied" "a piece enters on an empty cell";
    /// After each side's first turn, a piece enters beside a piece of its own colour. A stack has the colour of its
    /// top.
    PlacementContact "placement-contact" "a piece enters beside its own colour";
    /// After each side's first turn, a piece enters where it touches no piece of the other colour. A stack has the
    /// colour of its top.
    PlacementColour "placement-colour" "a piece enters where it touches no enemy";
    /// Under the tournament opening rule neither side places its queen on its first turn. The leaflets allow it:
    /// `--opening open`.
    OpeningQueen "opening-queen" "no queen on a side's first turn (tournament opening)";
    /// The queen enters on one of a side's first four turns: a side that still has it on turn 4 must place it.
    QueenByFour "queen-by-four" "the queen enters by a side's fourth turn";
    /// Until its queen is placed, a side moves nothing and throws nothing.
    QueenFirst "queen-first" "nothing moves before its side's queen is placed";
    /// A piece with another on top of it cannot move, throw or be thrown.
    Covered "covered" "a covered piece cannot move";
    /// The hive is one connected whole before, during and after each move: a piece whose lifting would split it stays
    /// where it is. A piece on top of another never holds the hive together.
    OneHive "one-hive" "the hive stays in one piece while a piece moves";
    /// A piece that the other side threw on its last turn does not move, is not thrown and does not throw. A piece
    /// that the other side moved or placed on its last turn is not thrown.
    JustMoved "just-moved" "a piece that the other side just moved rests for a turn";
    /// On the ground a piece slides: a step between two pieces that both touch the way is too narrow.
    FreedomToMove "freedom-to-move" "a piece on the ground slides only where there is room";
    /// On the ground a piece keeps touching the hive at each step.
    Contact "contact" "a moving piece keeps touching the hive";
    /// A step that begins or ends above the ground is blocked when the two cells beside it are both higher than the
    /// higher end of the step: higher than the source once the piece is lifted, and than the destination.
    HeightGate "height-gate" "a step does not squeeze between two higher stacks";
    /// Only a Beetle, or a Mosquito that copies one, ends its move on top of another piece.
    DestinationOccupied "destination-occupied" "only a beetle ends its move on another piece";
    /// The queen moves one step.
    QueenMove "queen-move" "the queen moves one step";
    /// The spider moves exactly three steps and touches no cell twice.
    SpiderMove "spider-move" "the spider moves exactly three steps";
    /// The beetle moves one step, on the ground, up, down, or across the top of the hive.
    BeetleMove "beetle-move" "the beetle moves one step";
    /// The grasshopper jumps in a straight line over one or more pieces to the first empty cell behind them.
    GrasshopperMove "grasshopper-move" "the grasshopper jumps in a straight line over pieces to the first empty cell";
    /// The soldier ant slides any number of steps around the outside of the hive, wherever there is room for each
    /// step.
    AntMove "ant-move" "the ant slides around the hive as far as each step has room";
    /// The ladybug moves two steps on top of the hive, then one step down.
    LadybugMove "ladybug-move" "the ladybug moves two steps on top of the hive and one down";
    /// The pillbug moves one step, or instead throws a piece beside it.
    PillbugMove "pillbug-move" "the pillbug moves one step";
    /// The mosquito moves as the pieces that it touches move; touching only a mosquito it has no move. On top of the
    /// hive it is a beetle.
    MosquitoMove "mosquito-move" "the mosquito moves as a piece that it touches";
    /// A Pillbug, or a Mosquito on the ground beside a Pillbug, throws a piece beside it over itself to another empty
    /// cell beside it. The piece stands alone on its cell.
    Throw "throw" "a throw takes a single piece beside the pillbug to an empty cell beside it";
}
