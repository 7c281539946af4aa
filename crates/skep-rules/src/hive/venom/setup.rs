//! Positions set up tile by tile.

use super::mv::cell_of;
use super::position::{Changes, TurnTrace};
use super::swarm::Unknown;
use super::tile::tiles;
use super::{GameType, Options, Pack, Position, Tile};
use crate::game::{BySide, Position as _, Side};
use crate::geometry::Hex;
use crate::hive::torus::is_connected;

/// A position described tile by tile, as a diagram shows it.
///
/// ```
/// use skep_rules::game::{BySide, Position as _, Side};
/// use skep_rules::geometry::Hex;
/// use skep_rules::hive::venom::{Options, Setup};
/// use skep_rules::hive::{Family, GameType, Tile};
///
/// let options = Options { game_type: GameType::VENOM, ..Options::default() };
/// let queen = |side| Tile::new(side, Family::QUEEN, 1).unwrap();
/// let setup = Setup {
///     stacks: vec![
///         (Hex::new(0, 0), vec![(queen(Side::White), false)]),
///         (Hex::new(1, 0), vec![(queen(Side::Black), true)]),
///     ],
///     turn: Side::White,
///     number: 5,
///     hands: BySide::default(),
///     bag: vec![],
///     removed: vec![],
///     honeycombo: Side::Black,
///     is_double_turn: false,
///     last: vec![],
///     honeycombo_rests: false,
///     unknown: BySide::default(),
/// };
/// let position = setup.position(options)?;
/// assert_eq!(position.queen_neighbours(Side::White), Some(1));
/// # Ok::<(), skep_rules::hive::venom::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    /// The occupied cells, with their tiles from the bottom to the top and whether the backs are up.
    pub stacks: Vec<(Hex, Vec<(Tile, bool)>)>,
    /// The side to move.
    pub turn: Side,
    /// Which of its turns it is, from 1.
    pub number: u32,
    /// The tiles in the hands.
    pub hands: BySide<Vec<Tile>>,
    /// The tiles in the bag of Swarm.
    pub bag: Vec<Tile>,
    /// The tiles that predators took out of the game.
    pub removed: Vec<Tile>,
    /// The colour of the Honeycombo that is up.
    pub honeycombo: Side,
    /// Whether the turn has two actions.
    pub is_double_turn: bool,
    /// The effects of the other side's last turn, action by action.
    pub last: Vec<Trace>,
    /// Whether the other side's last turn turned the Honeycombo over.
    pub honeycombo_rests: bool,
    /// The unknown tiles of each hand. They are among the tiles of the bag.
    pub unknown: BySide<UnknownTiles>,
}

/// The number of tiles in a hand of Swarm that a record does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnknownTiles {
    /// The tiles of the first hand, which have the colour of the player.
    pub own: u8,
    /// The tiles that were drawn, of either colour.
    pub drawn: u8,
}

/// The effects of one action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The tiles that it placed.
    pub placed: Vec<Tile>,
    /// The tiles that it moved, threw or exchanged.
    pub moved: Vec<Tile>,
    /// The tiles that it threw, of those that it moved.
    pub thrown: Vec<Tile>,
    /// The tiles that it turned over or stung.
    pub flipped: Vec<Tile>,
    /// The tiles that it stung, of those that it turned over.
    pub stung: Vec<Tile>,
}

/// Why a description is not a valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// A tile is named twice.
    #[error("{0:?} is named twice")]
    Twice(Tile),
    /// A tile does not belong to the variant.
    #[error("{0:?} is not in the variant")]
    NotInGame(Tile),
    /// The hive is not connected.
    #[error("the hive is not connected")]
    Apart,
}

fn set(tiles: &[Tile]) -> u64 {
    tiles.iter().fold(0, |set, tile| set | tile.bit())
}

impl Setup {
    /// The position.
    ///
    /// # Errors
    /// A tile is named twice or is not in the variant, or the hive is not connected.
    pub fn position(&self, options: Options) -> Result<Position, SetupError> {
        let mut position = Position::start(options);
        if position.is_on_table(Tile::HONEYCOMBO) {
            position.board.lift(Tile::HONEYCOMBO);
        }
        let known = known(options.game_type);
        let mut seen = 0;
        let stacked = self.stacks.iter().flat_map(|(_, tiles)| tiles);
        let beside = [
            &self.hands.white,
            &self.hands.black,
            &self.bag,
            &self.removed,
        ];
        let all = stacked
            .map(|(tile, _)| tile)
            .chain(beside.into_iter().flatten());
        for &tile in all {
            if known & tile.bit() == 0 {
                return Err(SetupError::NotInGame(tile));
            }
            if seen & tile.bit() != 0 {
                return Err(SetupError::Twice(tile));
            }
            seen |= tile.bit();
        }
        let state = &mut position.state;
        for (hex, tiles) in &self.stacks {
            for &(tile, back) in tiles {
                position.board.put(tile, cell_of(*hex));
                state.back |= if back { tile.bit() } else { 0 };
            }
        }
        state.ply = self.turn.ply(self.number);
        state.hand = [set(&self.hands.white), set(&self.hands.black)];
        state.bag = set(&self.bag);
        for side in Side::ALL {
            let UnknownTiles { own, drawn } = self.unknown[side];
            state.unknown[side.index()] = Unknown { own, any: drawn };
        }
        for side in Side::ALL {
            state.queen_removed[side.index()] = set(&self.removed) & Position::queens(side) != 0;
        }
        state.honeycombo = self.honeycombo;
        state.honeycombo_rests = self.honeycombo_rests;
        state.double[self.turn.index()] = self.is_double_turn;
        state.double[(!self.turn).index()] = self.honeycombo_rests;
        for left in &self.last {
            let (placed, moved) = (set(&left.placed), set(&left.moved) | set(&left.thrown));
            let flipped = set(&left.flipped) | set(&left.stung);
            state.last = TurnTrace {
                placed,
                moved,
                flipped,
                thrown: set(&left.thrown),
                stunned: state.last.stunned | set(&left.stung),
                touched: state.last.touched | placed | moved | flipped,
                entered: state.last.entered | placed,
            };
        }
        let stacks = self.stacks.iter();
        let bottoms = stacks.filter_map(|(hex, tiles)| {
            let (bottom, _) = tiles.first()?;
            Some((*hex, position.board.cell(*bottom)?))
        });
        if !is_connected(&position.plane(), bottoms) {
            return Err(SetupError::Apart);
        }
        Ok(position)
    }
}

impl Position {
    /// The description of the position between two turns, with the cells of [`Position::stacks`].
    ///
    /// ```
    /// use skep_rules::game::Position as _;
    /// use skep_rules::hive::venom::{Options, Position};
    ///
    /// let mut position = Position::start(Options { game_type: "Venom".parse()?, ..Options::default() });
    /// position.play(position.legal_moves()[0])?;
    /// let again = position.setup().position(*position.options())?;
    /// assert_eq!(again.key(), position.key());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self) -> Setup {
        let (state, table) = (&self.state, self.board.on_table());
        let outside = table | state.hand[0] | state.hand[1] | state.bag;
        let of = |set: u64| tiles(set).collect::<Vec<Tile>>();
        let stacks = self.stacks().into_iter().map(|stack| {
            let tiles = stack.tiles.into_iter();
            let tiles = tiles.map(|(tile, _)| (tile, state.back & tile.bit() != 0));
            (stack.hex, tiles.collect())
        });
        let unknown = state.unknown.map(|unknown| UnknownTiles {
            own: unknown.own,
            drawn: unknown.any,
        });
        Setup {
            stacks: stacks.collect(),
            turn: self.turn(),
            number: state.ply / 2 + 1,
            hands: BySide {
                white: of(state.hand[0]),
                black: of(state.hand[1]),
            },
            bag: of(state.bag),
            removed: of(known(self.options.game_type) & !outside),
            honeycombo: state.honeycombo,
            is_double_turn: self.is_double_turn(),
            last: state.last.traces(table),
            honeycombo_rests: state.honeycombo_rests,
            unknown: BySide {
                white: unknown[0],
                black: unknown[1],
            },
        }
    }

    /// The position after the first action of a double turn, with the same side to act.
    #[must_use]
    pub fn after_first(&self, action: super::Action) -> Position {
        let mut after = self.clone();
        after.act(action, &mut Changes::new());
        after
    }
}

impl TurnTrace {
    /// The effects action by action, as far as they matter for the next turn: those of the last action, and before them
    /// what is left of the first action of a double turn. Tiles that left the table leave no effects.
    fn traces(&self, table: u64) -> Vec<Trace> {
        let of = |set: u64| tiles(set & table).collect::<Vec<Tile>>();
        let early_placed = self.entered & !self.placed;
        let early_stung = self.stunned & !self.flipped;
        let late = self.placed | self.moved | self.flipped;
        let first = Trace {
            placed: of(early_placed),
            moved: of(self.touched & !(late | early_placed | early_stung)),
            stung: of(early_stung),
            ..Trace::default()
        };
        let last = Trace {
            placed: of(self.placed),
            moved: of(self.moved & !self.thrown),
            thrown: of(self.thrown),
            flipped: of(self.flipped & !self.stunned),
            stung: of(self.flipped & self.stunned),
        };
        let mut traces = vec![first, last];
        if traces[0] == Trace::default() {
            traces.remove(0);
            traces.retain(|last| *last != Trace::default());
        }
        traces
    }
}

/// The tiles of a variant, including the Honeycombo.
fn known(game_type: GameType) -> u64 {
    let honeycombo = game_type.has_pack(Pack::Honeycombo);
    game_type.tiles()
        | if honeycombo {
            Tile::HONEYCOMBO.bit()
        } else {
            0
        }
}
