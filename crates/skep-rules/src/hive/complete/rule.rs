//! The rules that a turn can break.

use crate::game::rules;

rules! {
    /// The rules that a turn of Hive with Venom or packs can break.
    enum Rule;

    /// The game ends as soon as a queen, Bee or Wasp, has something on each of its six sides, or a predator has taken
    /// it. With Guardians in play it must be covered as well. No turn follows.
    GameOver "game-over" "no turn follows once a queen is captured";
    /// A side passes when it has no legal action, and only then.
    Pass "pass" "a side passes only when it has no other legal turn";
    /// A turn is one action. It is two when the side turned the Honeycombo over on its turn before, and then two,
    /// unless the first ends the game or leaves nothing for a second.
    DoubleTurn "double-turn" "a turn has two actions after the side turned the Honeycombo over, and only then";
    /// A piece ends its move on another cell than the one it stands on.
    SameCell "same-cell" "a piece moves to another cell";
    /// A side places what is in its hand, and moves, flips and uses its own pieces. The other side's move only when a
    /// Pillbug throws them, a Centipede takes their place, or a Tick controls them.
    OtherSide "other-side" "a piece of the other side is moved only by a Pillbug, a Centipede or a Tick";
    /// The piece is not among those of the game type.
    NotInGame "not-in-game" "only the pieces of the game type are in play";
    /// The tile is on the table already, or in the other hand, in the bag, or out of the game.
    NotInHand "not-in-hand" "a piece enters from its player's own hand";
    /// Equal tiles enter, are drawn and are stolen in the order of their numbers. Records that number them otherwise
    /// are renumbered on reading.
    NumberOrder "number-order" "equal tiles enter in the order of their numbers";
    /// The queen enters with the Bee up.
    QueenFace "queen-face" "the queen enters with the Bee up";
    /// A tile with one face has no other; under flip=none every tile enters with its Hive side up.
    EntryFace "entry-face" "the tile may not enter with this face up";
    /// A piece enters on an empty cell, never on top of another. Only Guardians enter on top.
    PlacementOccupied "placement-occupied" "a piece enters on an empty cell";
    /// A piece enters beside a piece of its own colour, or beside the Honeycombo (honeycombo-contact=yes). The first
    /// of a colour enters beside anything. A stack has the colour of its top.
    PlacementContact "placement-contact" "a piece enters beside its own colour or the Honeycombo";
    /// A piece enters where it touches no piece of the other colour, the first of its colour apart. A stack has the
    /// colour of its top.
    PlacementColour "placement-colour" "a piece enters where it touches no enemy";
    /// A Butterfly or a Moth enters on top of a piece of its own colour, where it touches no piece of the other.
    GuardianPlacement "guardian-placement" "a guardian enters on top of a piece of its own colour";
    /// Under the tournament opening rule neither side places its queen on its first turn: `opening=open` allows it.
    OpeningQueen "opening-queen" "no queen on a side's first turn (tournament opening)";
    /// The queen enters on one of a side's first four turns: a side that still has it on turn 4 must place it.
    QueenByFour "queen-by-four" "the queen enters by a side's fourth turn";
    /// Until its queen is placed, a side moves nothing, flips nothing, uses no special power, draws no tile as its
    /// turn and steals none.
    QueenFirst "queen-first" "a side only places until its queen is on the table";
    /// A piece with another on top of it does nothing, and nothing is done to it.
    Covered "covered" "a covered piece does nothing and nothing is done to it";
    /// The hive is one connected whole before, during and after each action: a piece whose lifting would split it
    /// stays where it is. A piece on top of another never holds the hive together.
    OneHive "one-hive" "the hive stays in one piece through every action";
    /// A piece that the other side threw on its last turn does nothing and nothing moves it; one that the other side
    /// moved or placed is not thrown. After a double turn only its last action counts.
    JustMoved "just-moved" "a piece that the other side just moved rests for a turn";
    /// A piece that a Wasp stung makes no move and uses no power on its owner's next turn, is not turned over, and no
    /// Tick controls it. It may be thrown, exchanged and removed.
    Stunned "stunned" "a piece that was stung is stunned for its owner's next turn";
    /// On the ground a piece slides: a step between two pieces that both touch the way is too narrow.
    FreedomToMove "freedom-to-move" "a piece on the ground slides only where there is room";
    /// On the ground a piece keeps touching the hive at each step.
    Contact "contact" "a moving piece keeps touching the hive";
    /// A step that begins or ends above the ground is blocked when the two cells beside it are both higher than the
    /// higher end of the step.
    HeightGate "height-gate" "a step does not squeeze between two higher stacks";
    /// A piece ends its move on top of another only if it is one that climbs.
    DestinationOccupied "destination-occupied" "the piece does not end its move on another";
    /// Nothing rests on the Honeycombo at the end of a turn.
    HoneycomboBare "honeycombo-bare" "nothing rests on the Honeycombo at the end of a turn";
    /// The Honeycombo is nobody's: it does not move, nothing moves it, stings it or takes it.
    HoneycomboFixed "honeycombo-fixed" "the Honeycombo stays where it is";
    /// The Honeycombo is turned over by the side whose colour is up.
    HoneycomboColour "honeycombo-colour" "the side whose colour is up turns the Honeycombo over";
    /// After one side turned the Honeycombo over, the other may not on its very next turn.
    HoneycomboRests "honeycombo-rests" "the Honeycombo is not turned over on the turn after it was";
    /// The queen, Bee or Wasp, moves one step.
    QueenMove "queen-move" "a queen moves one step";
    /// The spider moves exactly three steps and touches no cell twice.
    SpiderMove "spider-move" "the spider moves exactly three steps";
    /// The beetle moves one step, on the ground, up, down, or across the top of the hive.
    BeetleMove "beetle-move" "the beetle moves one step";
    /// The grasshopper jumps in a straight line over one or more pieces to the first empty cell behind them.
    GrasshopperMove "grasshopper-move" "the grasshopper jumps in a straight line over pieces to the first empty cell";
    /// The soldier ant slides any number of steps around the outside of the hive.
    AntMove "ant-move" "the ant slides around the hive as far as each step has room";
    /// The ladybug moves two steps on top of the hive, then one step down.
    LadybugMove "ladybug-move" "the ladybug moves two steps on top of the hive and one down";
    /// The pillbug moves one step, or instead throws a piece beside it.
    PillbugMove "pillbug-move" "the pillbug moves one step";
    /// The mosquito on the ground does what the bugs that it touches can do, those on top of stacks included, but
    /// copies no Mosquito, no guardian and no passive power. On top of the hive it moves as a beetle, and copies the
    /// bugs beside it at its own level.
    MosquitoMove "mosquito-move" "the mosquito moves as a bug that it touches";
    /// The scorpion moves exactly two steps on the ground and touches no cell twice.
    ScorpionMove "scorpion-move" "the scorpion moves exactly two steps";
    /// The firefly moves from the ground exactly two steps on top of the hive and ends there; once on top it moves
    /// one step at a time, across or down. It makes no step on the ground.
    FireflyMove "firefly-move" "the firefly moves two steps up on the hive, or one step once it is there";
    /// The dragonfly steps up onto a neighbour and from there goes straight on over at least one more piece, to the
    /// first empty cell.
    DragonflyMove "dragonfly-move" "the dragonfly steps up and goes straight over pieces to the first empty cell";
    /// The fly lands on a bug that the other side placed, moved or flipped on its last turn, and steps down from
    /// there to an empty cell.
    FlyMove "fly-move" "the fly comes down beside a bug that the other side's last turn placed, moved or flipped";
    /// The centipede makes three steps on top of the hive, no cell twice, and exchanges places with the piece that it
    /// ends on, which stands alone on its cell.
    CentipedeMove "centipede-move" "the centipede takes the place of a single piece three steps away over the hive";
    /// The stink bug steps up onto a neighbour and down to an empty cell.
    StinkBugMove "stink-bug-move" "the stink bug steps up onto the hive and down again";
    /// The tick steps up from the ground, or down to it, and moves in no other way.
    TickMove "tick-move" "the tick steps up from the ground or down to it";
    /// The mantis does not move.
    MantisMove "mantis-move" "the mantis does not move";
    /// The assassin bug moves one step on the ground.
    AssassinMove "assassin-move" "the assassin bug moves one step";
    /// The butterfly moves two steps on top of the hive and does not come down.
    ButterflyMove "butterfly-move" "the butterfly moves two steps on top of the hive";
    /// The moth steps down to the ground and up again.
    MothMove "moth-move" "the moth steps down to the ground and up again";
    /// A Pillbug, or a Mosquito on the ground beside one, throws a piece beside it over itself to another empty cell
    /// beside it. The piece stands alone on its cell and is not pinned.
    Throw "throw" "a throw takes a single piece beside the pillbug to an empty cell beside it";
    /// An uncovered Stink Bug protects itself and the pieces of its colour that it touches: no piece of the other
    /// side moves, flips, removes or controls them.
    Protected "protected" "a stink bug protects the piece from the other side";
    /// Only a tile with two faces is turned over, and only under flip=free.
    OneFace "one-face" "only a tile with two faces is turned over, and only under flip=free";
    /// A piece that the other side moved on its last turn is not turned over.
    FlipMoved "flip-moved" "a piece that the other side just moved is not turned over";
    /// A piece that touches an uncovered Scorpion of the other side is not turned over by its owner, a Stink Bug
    /// apart.
    FlipScorpion "flip-scorpion" "a scorpion keeps the pieces that it touches from being turned over";
    /// A Wasp, or a Mosquito that copies one, stings an enemy piece beside it that stands alone on its cell.
    Sting "sting" "a wasp stings a single enemy piece beside it";
    /// A piece that the other side moved or flipped on its last turn is not stung.
    StingMoved "sting-moved" "a piece that the other side just moved or flipped is not stung";
    /// A Tick, or a Mosquito that copies one, controls an uncovered enemy piece beside it at its own level. A
    /// controlled piece does not control another.
    Control "control" "a tick controls an enemy piece beside it at its own level";
    /// An Assassin Bug steps onto an enemy piece beside it that stands alone, a Mantis flies onto an enemy piece
    /// that was placed on the last turn; both leave the game.
    Removal "removal" "only an assassin bug's neighbour, or what was just placed and a mantis can reach, is removed";
    /// A tile is drawn from the bag after each placement while the bag lasts, or as a turn.
    DrawTile "draw" "a tile is drawn after each placement and as a turn, while the bag lasts";
    /// A tile of one's own colour may be taken from the other hand as a turn.
    Steal "steal" "a side steals a tile of its own colour from the other hand";
}
