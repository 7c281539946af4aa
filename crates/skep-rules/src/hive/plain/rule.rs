//! The rules that a turn can break.

use crate::game::rules;

rules! {
    /// The rules that a turn of Hive can break.
    enum Rule;

    /// The game ends as soon as a queen has a piece on each of its six sides. No turn follows. A record may go on after
    /// an agreed draw, a loss on time or a resignation, because the board does not show them.
    GameOver "game-over" "no turn follows once a queen is surrounded";
    /// A side passes if it has no legal placement and no legal move. Otherwise it may not pass.
    Pass "pass" "a side passes only when it has no other legal turn";
    /// A piece is placed, moved or thrown to a cell other than its own.
    SameCell "same-cell" "a piece moves to another cell";
    /// A side places and moves its own pieces. Only a throw moves a piece of the other side: a throw by a Pillbug, or
    /// by a Mosquito beside a Pillbug.
    OtherSide "other-side" "a piece of the other side moves only by a Pillbug's throw";
    /// The piece belongs to an expansion that is not in this game.
    NotInGame "not-in-game" "only the pieces of the game type are in play";
    /// Equal bugs enter in the order of their numbers. When skep reads a record with another order, it renumbers the
    /// bugs. Only programs that send moves to the engine see this error.
    NumberOrder "number-order" "equal bugs enter in the order of their numbers";
    /// The first piece of Black is placed beside the first piece of White.
    FirstTouch "first-touch" "the second piece of a game touches the first";
    /// A piece enters on an empty cell, never on top of another.
    PlacementOccupied "placement-occupied" "a piece enters on an empty cell";
    /// After each side's first turn, a piece enters beside a piece of its own colour. The top piece of a stack decides
    /// the colour of the stack.
    PlacementContact "placement-contact" "a piece enters beside its own colour";
    /// After each side's first turn, a piece may not enter beside a piece of the other colour. The top piece of a stack
    /// decides the colour of the stack.
    PlacementColour "placement-colour" "a new piece may not touch an enemy";
    /// Under the tournament opening rule, neither side places its queen on its first turn. The printed leaflets allow
    /// it, and so does `--opening open`.
    OpeningQueen "opening-queen" "no queen on a side's first turn (tournament opening)";
    /// The queen enters on one of a side's first four turns. A side that still has its queen in hand on turn 4 must
    /// place it.
    QueenByFour "queen-by-four" "the queen enters by a side's fourth turn";
    /// A side does not move or throw a piece before it has placed its queen.
    QueenFirst "queen-first" "nothing moves before its side's queen is placed";
    /// A piece with another on top of it cannot move, throw or be thrown.
    Covered "covered" "a covered piece cannot move";
    /// The hive is one connected group before, during and after each move. A piece may not move if lifting it would
    /// split the hive. A piece on top of another never holds the hive together.
    OneHive "one-hive" "the hive stays in one piece while a piece moves";
    /// If the other side threw a piece on its last turn, that piece may not move, be thrown or throw. If the other side
    /// moved or placed a piece on its last turn, that piece may not be thrown.
    JustMoved "just-moved" "a piece that the other side just moved rests for a turn";
    /// A piece on the ground slides. It cannot pass between two pieces that leave no room: a step is blocked if both
    /// cells beside it are occupied.
    FreedomToMove "freedom-to-move" "a piece slides only where there is room";
    /// A piece on the ground touches the hive at every step.
    Contact "contact" "a moving piece keeps touching the hive";
    /// This rule is for steps that begin or end above the ground. Such a step is blocked if the stacks on both cells
    /// beside it are higher than the source (without the moving piece) and higher than the destination.
    HeightGate "height-gate" "a step does not squeeze between two higher stacks";
    /// Only a Beetle, or a Mosquito that copies a Beetle, ends its move on top of another piece.
    DestinationOccupied "destination-occupied" "only a beetle ends its move on another piece";
    /// The queen moves one step.
    QueenMove "queen-move" "the queen moves one step";
    /// The spider moves exactly three steps and visits no cell twice.
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
    /// The pillbug moves one step, or it throws a piece beside it instead.
    PillbugMove "pillbug-move" "the pillbug moves one step";
    /// The mosquito moves like any piece that it touches. If it touches only a mosquito, it cannot move. On top of the
    /// hive it moves like a beetle.
    MosquitoMove "mosquito-move" "the mosquito moves like a piece that it touches";
    /// A Pillbug, or a Mosquito on the ground beside a Pillbug, throws a piece beside it over itself to an empty cell
    /// beside it. The thrown piece must be alone on its cell.
    Throw "throw" "a throw takes a single piece beside the pillbug to an empty cell beside it";
}
