//! The rules that a turn can break.

use super::Bug;
use crate::game::rules;

rules! {
    /// The rules that a turn of Hive can break. The rules that only Venom and packs have come last.
    enum Rule;

    /// The game ends as soon as a queen has a piece on each of its six sides. No turn follows. With Venom and packs,
    /// the queen is the Bee or the Wasp, and a predator that removes a queen also ends the game. With Guardians, a
    /// surrounded queen must also be covered. A record may go on after an agreed draw, a loss on time or a resignation,
    /// because the board does not show them.
    GameOver "game-over" "no turn is legal after a queen is surrounded or removed";
    /// A side passes if it has no legal placement, move or other action. Otherwise it may not pass.
    Pass "pass" "a player passes only without another legal turn";
    /// A piece is placed, moved or thrown to a cell other than its own.
    SameCell "same-cell" "a piece moves to another cell";
    /// A side places pieces from its hand, and moves, flips and uses its own pieces. A piece of the other side moves
    /// only if a Pillbug, or a Mosquito beside a Pillbug, throws it, a Centipede takes its place, or a Tick controls
    /// it.
    OtherSide "other-side" "only a Pillbug, a Centipede or a Tick moves a piece of the opponent";
    /// The variant does not have this piece.
    NotInGame "not-in-game" "only the pieces of the variant are in play";
    /// Equal pieces are placed, drawn and stolen in the order of their numbers. When skep reads a record with another
    /// order, it renumbers the pieces. Only programs that send moves to the engine see this error.
    NumberOrder "number-order" "equal pieces enter in the order of their numbers";
    /// The first piece of Black is placed beside the first piece of White.
    FirstTouch "first-touch" "the second piece of a game touches the first";
    /// A piece enters on an empty cell, never on top of another. Only Guardians enter on top.
    PlacementOccupied "placement-occupied" "a piece enters on an empty cell";
    /// After the first piece of its colour, a piece enters beside a piece of its own colour, or beside the Honeycombo
    /// (`honeycombo-contact=yes`). The top piece of a stack decides the colour of the stack.
    PlacementContact "placement-contact" "a piece enters beside its own colour";
    /// After the first piece of its colour, a piece may not enter beside a piece of the other colour. The top piece of
    /// a stack decides the colour of the stack.
    PlacementColour "placement-colour" "a new piece may not touch an enemy";
    /// Under the tournament opening rule, neither side places its queen on its first turn. The printed leaflets allow
    /// it, and so does `--opening open`.
    OpeningQueen "opening-queen" "no queen on a side's first turn (tournament opening)";
    /// The queen enters on one of a side's first four turns. A side that still has its queen in hand on turn 4 must
    /// place it.
    QueenByFour "queen-by-four" "the queen enters by a side's fourth turn";
    /// Until a side has placed its queen, it only places pieces. It does not move, throw, flip or steal a piece, use a
    /// special power, or draw a tile as its turn.
    QueenFirst "queen-first" "a side only places pieces until its queen is on the board";
    /// A piece with another on top of it cannot move, throw or do anything else, and no action affects it: it cannot be
    /// thrown.
    Covered "covered" "a covered piece cannot act, and no action affects it";
    /// The hive is one connected group before, during and after each action. A piece may not move if lifting it would
    /// split the hive. A piece on top of another never holds the hive together.
    OneHive "one-hive" "the hive must stay connected during every action";
    /// If the other side threw a piece on its last turn, that piece may not move, act, be moved or be thrown. If the
    /// other side moved or placed a piece on its last turn, that piece may not be thrown. After a double turn, only its
    /// last action counts.
    JustMoved "just-moved" "a piece that the other side just moved rests for a turn";
    /// A piece on the ground slides. It cannot pass between two pieces that leave no room: a step is blocked if both
    /// cells beside it are occupied.
    FreedomToMove "freedom-to-move" "a piece slides only where there is room";
    /// A piece on the ground touches the hive at every step.
    Contact "contact" "a moving piece keeps touching the hive";
    /// This rule is for steps that begin or end above the ground. Such a step is blocked if both stacks beside it are
    /// higher than its source, without the moving piece, and higher than its destination.
    HeightGate "height-gate" "a step does not squeeze between two higher stacks";
    /// Only a piece that climbs ends its move on top of another piece: a Beetle, or a Mosquito that copies a Beetle.
    /// With Venom and packs, others climb too.
    DestinationOccupied "destination-occupied" "the piece does not end its move on another piece";
    /// The queen, Bee or Wasp, moves one step.
    QueenMove "queen-move" "a queen moves one step";
    /// The spider moves exactly three steps and visits no cell twice.
    SpiderMove "spider-move" "the spider moves exactly three steps";
    /// The beetle moves one step, on the ground, up, down, or across the top of the hive.
    BeetleMove "beetle-move" "the beetle moves one step";
    /// The grasshopper jumps in a straight line over one or more pieces to the first empty cell behind them.
    GrasshopperMove "grasshopper-move" "the grasshopper jumps in a straight line over pieces to the first empty cell";
    /// The soldier ant slides any number of steps around the outside of the hive, wherever there is room for each step.
    AntMove "ant-move" "the ant slides around the hive as far as each step has room";
    /// The ladybug moves two steps on top of the hive, then one step down.
    LadybugMove "ladybug-move" "the ladybug moves two steps on top of the hive and one down";
    /// The pillbug moves one step, or it throws a piece beside it instead.
    PillbugMove "pillbug-move" "the pillbug moves one step";
    /// On the ground, the mosquito moves like any bug that it touches, and can do what that bug can do, including bugs
    /// on top of stacks. It does not copy a Mosquito, a guardian or a passive power: if it touches only a mosquito, it
    /// cannot move. On top of the hive it moves like a beetle, and it copies the bugs beside it at its own level.
    MosquitoMove "mosquito-move" "the mosquito moves like a bug that it touches";
    /// A Pillbug, or a Mosquito on the ground beside a Pillbug, throws a piece beside it over itself to an empty cell
    /// beside it. The thrown piece must be alone on its cell, and lifting it must not split the hive.
    Throw "throw" "a throw takes a single piece beside the pillbug to an empty cell beside it";
    /// A turn has one action. It has two actions if the side turned the Honeycombo over on its previous turn. The
    /// second action is left out if the first ends the game or leaves no legal action.
    DoubleTurn "double-turn" "a turn has two actions only after the side turned the Honeycombo over";
    /// The tile is already on the table, in the other hand, in the bag, or out of the game.
    NotInHand "not-in-hand" "a piece enters from its player's own hand";
    /// The queen enters with the Bee up.
    QueenFace "queen-face" "the queen enters with the Bee up";
    /// A tile with one face cannot enter with another face up. Under `flip=none` every tile enters with its Hive side
    /// up, and under `flip=venom` every tile except the queen enters with its Venom side up.
    EntryFace "entry-face" "the tile may not enter with this face up";
    /// A Butterfly or a Moth enters on top of a piece of its own colour, on a cell that touches no piece of the other
    /// colour.
    GuardianPlacement "guardian-placement" "a guardian enters on top of a piece of its own colour";
    /// A piece that a Wasp stung may not move, use a power or be turned over on its owner's next turn, and no Tick may
    /// control it. It may be thrown, exchanged and removed.
    Stunned "stunned" "a piece that was stung is stunned for its owner's next turn";
    /// No piece is on top of the Honeycombo at the end of a turn.
    HoneycomboBare "honeycombo-bare" "nothing rests on the Honeycombo at the end of a turn";
    /// The Honeycombo belongs to neither side. It does not move, and no piece moves, stings or removes it.
    HoneycomboFixed "honeycombo-fixed" "the Honeycombo stays where it is";
    /// Only the side whose colour is up turns the Honeycombo over.
    HoneycomboColour "honeycombo-colour" "the side whose colour is up turns the Honeycombo over";
    /// If one side turned the Honeycombo over, the other side may not turn it over on the next turn.
    HoneycomboRests "honeycombo-rests" "the Honeycombo is not turned over on two turns in a row";
    /// The scorpion moves exactly two steps on the ground and visits no cell twice.
    ScorpionMove "scorpion-move" "the scorpion moves exactly two steps";
    /// From the ground, the firefly moves exactly two steps on top of the hive and ends there. On top of the hive, it
    /// moves one step, across or down. It makes no step on the ground.
    FireflyMove "firefly-move" "the firefly moves two steps up on the hive, or one step once it is there";
    /// The dragonfly steps up onto a neighbour. From there it goes straight on over at least one more piece, to the
    /// first empty cell.
    DragonflyMove "dragonfly-move" "the dragonfly steps up and goes straight over pieces to the first empty cell";
    /// The fly lands on a bug that the other side placed, moved or flipped on its last turn. From there it steps down
    /// to an empty cell.
    FlyMove "fly-move" "the fly lands beside a bug that the other side placed, moved or flipped on its last turn";
    /// The centipede makes three steps on top of the hive and visits no cell twice. It exchanges places with the piece
    /// on the last cell. That piece must be alone on its cell.
    CentipedeMove "centipede-move" "the centipede takes the place of a single piece three steps away over the hive";
    /// The stink bug steps up onto a neighbour and down to an empty cell.
    StinkBugMove "stink-bug-move" "the stink bug steps up onto the hive and down again";
    /// The tick steps up from the ground or down to it. It has no other move.
    TickMove "tick-move" "the tick steps up from the ground or down to it";
    /// The mantis does not move. Its only action is to fly onto an uncovered enemy piece that was placed on the
    /// opponent's last turn; then both pieces leave the game.
    MantisMove "mantis-move" "the mantis does not move";
    /// The assassin bug moves one step on the ground.
    AssassinMove "assassin-move" "the assassin bug moves one step";
    /// The butterfly moves two steps on top of the hive and stays on top.
    ButterflyMove "butterfly-move" "the butterfly moves two steps on top of the hive";
    /// The moth steps down to the ground and up again.
    MothMove "moth-move" "the moth steps down to the ground and up again";
    /// An uncovered Stink Bug protects itself and the pieces of its colour that it touches. The other side may not
    /// move, flip, remove or control them.
    Protected "protected" "a stink bug protects the piece from the other side";
    /// Only a tile with two faces is turned over, and only under `flip=free`.
    OneFace "one-face" "only a tile with two faces is turned over, and only under flip=free";
    /// If the other side moved a piece on its last turn, that piece may not be turned over.
    FlipMoved "flip-moved" "a piece that the other side just moved is not turned over";
    /// A piece that touches an uncovered Scorpion of the other side may not be turned over by its owner. A Stink Bug is
    /// the exception.
    FlipScorpion "flip-scorpion" "a piece that touches an enemy scorpion is not turned over";
    /// A Wasp, or a Mosquito that copies a Wasp, stings an enemy piece beside it, or anywhere (`sting=any`). That piece
    /// must be alone on its cell.
    Sting "sting" "a wasp stings a single enemy piece beside it";
    /// If the other side moved or flipped a piece on its last turn, that piece may not be stung.
    StingMoved "sting-moved" "a piece that the other side just moved or flipped is not stung";
    /// A Tick, or a Mosquito that copies a Tick, controls an uncovered enemy piece beside it at its own level. A
    /// controlled piece does not control another.
    Control "control" "a tick controls an enemy piece beside it at its own level";
    /// An Assassin Bug steps onto an enemy piece beside it that is alone on its cell. A Mantis flies onto an enemy
    /// piece that was placed on the last turn. Both pieces leave the game. A piece that touches an uncovered Stink Bug
    /// of either colour is not removed (`stink-bug-shield=any`).
    Removal "removal" "an Assassin Bug removes only a neighbour; a Mantis removes only a piece that was just placed";
    /// While the bag is not empty, a side draws a tile after each placement, and may draw a tile as its turn.
    DrawTile "draw" "tiles are drawn after a placement or as a turn, while the bag is not empty";
    /// A side may take a tile of its own colour from the other hand as its turn.
    Steal "steal" "a side steals a tile of its own colour from the other hand";
}

impl Rule {
    /// Whether a turn of plain Hive can break the rule.
    pub fn is_plain(self) -> bool {
        self <= Rule::Throw
    }

    /// The rule for how a bug moves.
    ///
    /// ```
    /// use skep_rules::hive::{Bug, Rule};
    ///
    /// assert_eq!(Rule::of_move(Bug::Ant), Rule::AntMove);
    /// ```
    pub const fn of_move(bug: Bug) -> Rule {
        match bug {
            Bug::Queen | Bug::Wasp => Rule::QueenMove,
            Bug::Spider => Rule::SpiderMove,
            Bug::Beetle => Rule::BeetleMove,
            Bug::Grasshopper => Rule::GrasshopperMove,
            Bug::Ant => Rule::AntMove,
            Bug::Mosquito => Rule::MosquitoMove,
            Bug::Ladybug => Rule::LadybugMove,
            Bug::Pillbug => Rule::PillbugMove,
            Bug::Scorpion => Rule::ScorpionMove,
            Bug::Firefly => Rule::FireflyMove,
            Bug::Dragonfly => Rule::DragonflyMove,
            Bug::Fly => Rule::FlyMove,
            Bug::Tick => Rule::TickMove,
            Bug::StinkBug => Rule::StinkBugMove,
            Bug::Centipede => Rule::CentipedeMove,
            Bug::Mantis => Rule::MantisMove,
            Bug::Assassin => Rule::AssassinMove,
            Bug::Butterfly => Rule::ButterflyMove,
            Bug::Moth => Rule::MothMove,
            Bug::Honeycombo => Rule::HoneycomboFixed,
        }
    }
}
