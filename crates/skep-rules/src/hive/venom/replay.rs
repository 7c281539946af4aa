//! Interprets written turns on a board.

use super::Place;
use super::board::step;
use super::mv::{ActionKind, Draw};
use super::written::{Effect, Written, WrittenAction, WrittenDraw};
use super::{
    Action, Bug, Control, Family, FoldedCell, Move, Options, Pack, PieceName, Position, Rule, Tile,
    refusal,
};
use crate::game::{Fault, FaultKind, Position as _, Side};
use crate::hive::refusal::{no_place, no_such_piece};
use crate::text::with_article;

/// Interprets written turns on a board, in order.
///
/// Tiles that enter out of number order are renumbered: the first white ant that a record names is wA1 here, and from
/// then on the name in the record means that tile.
///
/// ```
/// use skep_rules::game::Position as _;
/// use skep_rules::hive::GameType;
/// use skep_rules::hive::venom::{Options, Replay};
///
/// let mut replay = Replay::new(Options { game_type: GameType::VENOM, ..Options::default() });
/// for turn in ["wSc1", "bA1 wSc1-"] {
///     let mv = replay.judge(&turn.parse().unwrap()).unwrap();
///     replay.play(mv);
/// }
/// assert_eq!(replay.position().ply(), 2);
/// ```
#[derive(Clone)]
pub struct Replay {
    position: Position,
    // The tile that a written name means, by side, kind of tile and number.
    tiles: Vec<Option<Tile>>,
    // The tiles that have a name, as a set.
    named: u64,
    renumbered: bool,
}

const KINDS: usize = 18;

impl Replay {
    /// Begins a game.
    pub fn new(options: Options) -> Replay {
        let mut replay = Replay::from_position(Position::start(options));
        // The tiles of a stated hand keep their names.
        for tile in [options.hands.white, options.hands.black]
            .into_iter()
            .flatten()
            .flatten()
        {
            replay.name(tile);
        }
        replay
    }

    /// Begins in a position, in which every tile on the table and in a hand of Swarm has its own name.
    pub fn of(position: Position) -> Replay {
        let mut named: Vec<Tile> = (position.stacks().into_iter())
            .flat_map(|stack| stack.tiles)
            .map(|(tile, _)| tile)
            .collect();
        if position.options().game_type.has_pack(Pack::Swarm) {
            named.extend(Side::ALL.into_iter().flat_map(|side| position.hand(side)));
        }
        let mut replay = Replay::from_position(position);
        for tile in named {
            replay.name(tile);
        }
        replay
    }

    fn from_position(position: Position) -> Replay {
        Replay {
            position,
            tiles: vec![None; 2 * KINDS * 16],
            named: 0,
            renumbered: false,
        }
    }

    /// Gives a tile its own name.
    fn name(&mut self, tile: Tile) {
        if let Some(place) = self.place_of(tile.name(false)) {
            self.tiles[place] = Some(tile);
            self.named |= tile.bit();
        }
    }

    /// The position after the turns played so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether a tile has entered with another number than here.
    pub fn is_renumbered(&self) -> bool {
        self.renumbered
    }

    /// Allows a queen on a side's first turn from here on.
    pub fn allow_opening_queen(&mut self) {
        self.position.allow_opening_queen();
    }

    /// Interprets a turn and tests it, without playing it.
    ///
    /// # Errors
    /// A piece or a place does not exist, or the turn breaks a rule.
    pub fn judge(&mut self, written: &Written) -> Result<Move, Fault> {
        if self.position.outcome().is_over() {
            return Err(refusal::fault(&self.position, written, 0, Rule::GameOver));
        }
        let [first, more @ ..] = written.0.as_slice() else {
            let tested = self.position.check(Move::PASS).map(|()| Move::PASS);
            return tested.map_err(|rule| refusal::fault(&self.position, written, 0, rule));
        };
        let double = self.position.is_double_turn();
        let first = self.action(first)?;
        let settled = if double || more.is_empty() {
            self.settled(first, double)
        } else {
            Err(Rule::DoubleTurn)
        };
        let first = settled.map_err(|rule| refusal::fault(&self.position, written, 0, rule))?;
        let Some(second) = more.first() else {
            let mv = Move::one(first);
            // Only the possibility of a second action is left to test.
            return match double.then(|| self.position.test(mv)) {
                Some(Err(rule)) => Err(refusal::fault(&self.position, written, 0, rule)),
                _ => Ok(mv),
            };
        };
        let (after, mv) = self.with_second(first, second)?;
        match self.position.test(mv) {
            Ok(()) => Ok(mv),
            Err(rule) => Err(refusal::fault(&after, written, 1, rule)),
        }
    }

    /// Interprets a turn, which need not be legal.
    pub(super) fn interpret(&mut self, written: &Written) -> Result<Move, Fault> {
        let [first, more @ ..] = written.0.as_slice() else {
            return Ok(Move::PASS);
        };
        let first = self.action(first)?;
        let settled = self.settled(first, self.position.is_double_turn());
        let Some(second) = more.first() else {
            return Ok(Move::one(settled.unwrap_or(first)));
        };
        let first = settled.map_err(|rule| refusal::fault(&self.position, written, 0, rule))?;
        let (_, mv) = self.with_second(first, second)?;
        Ok(mv)
    }

    /// The turn of a legal action and the next, which is interpreted in the position after the first. That position is
    /// returned too.
    fn with_second(
        &mut self,
        first: Action,
        second: &WrittenAction,
    ) -> Result<(Position, Move), Fault> {
        let after = self.position.after_first(first);
        let before = std::mem::replace(&mut self.position, after);
        let meaning = self.action(second);
        let settled = meaning.map(|action| self.settled(action, true).unwrap_or(action));
        let after = std::mem::replace(&mut self.position, before);
        Ok((after, Move::two(first, settled?)))
    }

    /// The action that a text means, if it is legal: the own move of the piece if possible, otherwise a throw to the
    /// same cell.
    fn settled(&self, action: Action, onto_honeycombo: bool) -> Result<Action, Rule> {
        let Err(rule) = self.position.test_action(action, onto_honeycombo) else {
            return Ok(action);
        };
        if let (None, ActionKind::Move { tile, to }) = (action.control, action.kind) {
            let throw = Action::own(ActionKind::Throw { tile, to });
            if self.position.test_action(throw, false).is_ok() {
                return Ok(throw);
            }
        }
        Err(rule)
    }

    /// Plays a legal turn.
    pub fn play(&mut self, mv: Move) {
        self.position.play_unchecked(mv);
    }

    fn place_of(&self, name: PieceName) -> Option<usize> {
        let game_type = self.position.options().game_type;
        let (family, number) = game_type.named(name)?;
        let side = name.side().index() * KINDS;
        Some((side + family.index()) * 16 + usize::from(number))
    }

    /// The tile that a name means, if it was named before.
    fn known(&self, name: PieceName) -> Option<Tile> {
        if name.bug() == Bug::Honeycombo {
            let there = self.position.is_on_table(Tile::HONEYCOMBO);
            return there.then_some(Tile::HONEYCOMBO);
        }
        self.tiles[self.place_of(name)?]
    }

    /// The tile that a name means, or will mean: of those in `set` without a name, the one with the lowest number. If
    /// some hand is unknown, the order of the numbers is unknown too, and the tile with the number of the name comes
    /// first.
    fn tile(&mut self, name: PieceName, set: u64) -> Result<Tile, Fault> {
        if let Some(tile) = self.known(name) {
            return Ok(tile);
        }
        let Some((place, family)) = self.place_of(name).zip(self.family(name)) else {
            return Err(self.no_such_piece(name));
        };
        let unnamed = set & !self.named;
        let equal = |tile: &Tile| tile.family() == Some(family) && tile.side() == Some(name.side());
        let exact = Tile::new(name.side(), family, name.number())
            .filter(|tile| unnamed & tile.bit() != 0 && self.position.state.has_unknown());
        let Some(tile) = exact.or_else(|| super::tile::tiles(unnamed).find(equal)) else {
            return Err(self.no_such_piece(name));
        };
        self.tiles[place] = Some(tile);
        self.named |= tile.bit();
        self.renumbered |= name.number() != 0 && usize::from(tile.number()) != place % 16;
        Ok(tile)
    }

    fn no_such_piece(&self, name: PieceName) -> Fault {
        let game_type = self.position.options().game_type;
        let fault = |message| {
            let fault = Fault::new(FaultKind::UnknownPiece, message);
            fault.breaking(Rule::NotInGame.as_str())
        };
        let swarm = game_type.has_pack(Pack::Swarm);
        match game_type.family(name.bug()).map(|f| game_type.count(f)) {
            None if name.bug() == Bug::Honeycombo => {
                fault(format!("the variant {game_type} has no Honeycombo"))
            }
            Some(count) if swarm && name.number() <= count => {
                // An equal piece in the hand has another number there.
                let in_hand = (1..=count).find_map(|number| {
                    let other = PieceName::new(name.side(), name.bug(), number);
                    let tile = self.known(other)?;
                    let is_there = self.position.hand(name.side()).any(|held| held == tile);
                    is_there.then_some(other)
                });
                let why = match in_hand {
                    Some(other) => format!("write {other} instead"),
                    None => Rule::NotInHand.sentence().to_owned(),
                };
                fault(format!("{name} is not in the hand: {why}"))
            }
            count => no_such_piece(name, game_type, count),
        }
    }

    /// The tile that is drawn from the bag under this name.
    fn drawn(&mut self, name: PieceName) -> Result<Tile, Fault> {
        let fault = |why: String| {
            let fault = Fault::new(FaultKind::Illegal, why);
            Err(fault.breaking(Rule::DrawTile.as_str()))
        };
        if !self.has_swarm() {
            return fault(format!(
                "{name} cannot be drawn: only games with Swarm have a bag"
            ));
        }
        if let Some(tile) = self.known(name) {
            let state = &self.position.state;
            if state.bag & tile.bit() == 0 {
                let place = self.whereabouts(tile);
                return fault(format!(
                    "{name} cannot be drawn: it is not in the bag, but {place}"
                ));
            }
        }
        if self.position.bag_len() == 0 {
            return fault(format!("{name} cannot be drawn: the bag is empty"));
        }
        match self.tile(name, self.position.state.bag) {
            Err(_) if self.family(name).is_some() => {
                let what = name.bug().as_str();
                let side = name.side();
                fault(format!(
                    "{name} cannot be drawn: the bag has no {what} of {side}"
                ))
            }
            tile => tile,
        }
    }

    /// The kind of tile that a name means. `None` if the number in the name is greater than the number of such tiles.
    fn family(&self, name: PieceName) -> Option<Family> {
        let game_type = self.position.options().game_type;
        let family = game_type.family(name.bug())?;
        (name.number() <= game_type.count(family)).then_some(family)
    }

    fn has_swarm(&self) -> bool {
        self.position.options().game_type.has_pack(Pack::Swarm)
    }

    /// Where a tile is that is not in the bag.
    fn whereabouts(&self, tile: Tile) -> String {
        let holds = |side: &Side| self.position.state.hand[side.index()] & tile.bit() != 0;
        match Side::ALL.into_iter().find(holds) {
            Some(side) => format!("in the hand of {side}"),
            None if self.position.is_on_table(tile) => "on the table".to_owned(),
            None => "out of the game".to_owned(),
        }
    }

    /// A tile on the table, under the name of the face that is up.
    fn on_table(&self, name: PieceName) -> Result<Tile, Fault> {
        let unknown = |message: String| Fault::new(FaultKind::UnknownReference, message);
        let tile = self
            .known(name)
            .filter(|&tile| self.position.is_on_table(tile));
        let Some(tile) = tile else {
            return Err(unknown(format!("{name} is not on the table")));
        };
        if self.position.bug(tile) != name.bug() {
            let now = with_article(self.position.bug(tile).as_str());
            return Err(unknown(format!("{name} was turned over: it is {now} now")));
        }
        Ok(tile)
    }

    /// The cell of the place where the piece with this name goes.
    fn cell(&self, place: Place, mover: PieceName) -> Result<FoldedCell, Fault> {
        let stands = |name| {
            let tile = self.on_table(name)?;
            self.position.board.cell(tile).ok_or_else(|| no_place(name))
        };
        Ok(match place {
            Place::On(name) => stands(name)?,
            Place::Beside(direction, name) => step(stands(name)?, direction.index()),
            Place::Unstated | Place::Cell(..) => return Err(no_place(mover)),
        })
    }

    fn action(&mut self, written: &WrittenAction) -> Result<Action, Fault> {
        if let Some(by) = written.control {
            return self.controlled(written, by);
        }
        let side = self.position.turn();
        let Some(name) = written.piece else {
            return self.bag_action(written, side);
        };
        let table = self.known(name).filter(|&t| self.position.is_on_table(t));
        let kind = match (table, written.effect) {
            (_, Effect::Flip) if name.bug() == Bug::Honeycombo => ActionKind::FlipHoneycombo,
            (Some(_), Effect::None) => return self.movement(written, name, side),
            (None, Effect::None) => self.placement(written, name, side)?,
            (_, Effect::Steal(_)) => return Err(no_place(name)),
            _ => self.effect(written, name)?,
        };
        Ok(Action::own(kind))
    }

    /// What a piece on the table does besides moving.
    fn effect(&self, written: &WrittenAction, name: PieceName) -> Result<ActionKind, Fault> {
        let by = self.on_table(name)?;
        Ok(match written.effect {
            Effect::Sting(target) => ActionKind::Sting {
                by,
                target: self.on_table(target)?,
            },
            Effect::Remove(target) => ActionKind::Remove {
                by,
                target: self.on_table(target)?,
            },
            Effect::Exchange(target) => {
                let target = self.on_table(target)?;
                let place = written.to;
                if place != Place::Unstated
                    && self.position.board.cell(target) != Some(self.cell(place, name)?)
                {
                    let message = format!("{name} goes to {place}, but {target:?} is not there");
                    let fault = Fault::new(FaultKind::Illegal, message);
                    return Err(fault.breaking(Rule::CentipedeMove.as_str()));
                }
                ActionKind::Exchange { by, target }
            }
            Effect::Flip | Effect::None | Effect::Steal(_) => ActionKind::Flip { tile: by },
        })
    }

    fn movement(
        &self,
        written: &WrittenAction,
        name: PieceName,
        side: Side,
    ) -> Result<Action, Fault> {
        let tile = self.on_table(name)?;
        let to = self.cell(written.to, name)?;
        let throw = Action::own(ActionKind::Throw { tile, to });
        if let Some(thrower) = written.thrower {
            let by = self.on_table(thrower)?;
            let able = self.position.can_throw(by, tile, to, side);
            // If no piece can throw it, the rules give the reason. Only the named piece may throw it.
            if !able && self.position.test_action(throw, false).is_ok() {
                let message = format!("{thrower} cannot throw {name} there");
                let fault = Fault::new(FaultKind::Illegal, message);
                return Err(fault.breaking(Rule::Throw.as_str()));
            }
            return Ok(throw);
        }
        let own = tile.side() == Some(side);
        Ok(if own {
            Action::own(ActionKind::Move { tile, to })
        } else {
            throw
        })
    }

    fn placement(
        &mut self,
        written: &WrittenAction,
        name: PieceName,
        side: Side,
    ) -> Result<ActionKind, Fault> {
        let tile = self.tile(name, self.position.state.in_reach_of(side))?;
        let back = tile.face(false) != name.bug();
        let to = match written.to {
            Place::Unstated if self.position.ply() == 0 => self.position.first_cell(),
            place => self.cell(place, name)?,
        };
        let draw = match written.draw {
            WrittenDraw::Named(drawn) => Draw::Tile(self.drawn(drawn)?),
            _ if self.position.bag_len() > 0 => Draw::Unknown,
            _ => Draw::None,
        };
        Ok(ActionKind::Place {
            tile,
            back,
            to,
            draw,
        })
    }

    fn bag_action(&mut self, written: &WrittenAction, side: Side) -> Result<Action, Fault> {
        Ok(Action::own(match (written.effect, written.draw) {
            (Effect::Steal(name), _) if !self.has_swarm() => {
                let message = format!("{name} cannot be stolen: only games with Swarm have steals");
                let fault = Fault::new(FaultKind::Illegal, message);
                return Err(fault.breaking(Rule::Steal.as_str()));
            }
            (Effect::Steal(name), _) => ActionKind::Steal {
                tile: self.tile(name, self.position.state.in_reach_of(!side))?,
            },
            (_, WrittenDraw::Named(name)) => ActionKind::Draw {
                draw: Draw::Tile(self.drawn(name)?),
            },
            _ => ActionKind::Draw {
                draw: Draw::Unknown,
            },
        }))
    }

    fn controlled(&self, written: &WrittenAction, by: PieceName) -> Result<Action, Fault> {
        let by = self.on_table(by)?;
        let name = written.piece.unwrap_or(PieceName::HONEYCOMBO);
        let actor = self.on_table(name)?;
        let kind = match (written.thrown, written.to, written.effect) {
            (_, Place::Unstated, Effect::None) => return Err(no_place(name)),
            (Some(thrown), place, Effect::None) => ActionKind::Throw {
                tile: self.on_table(thrown)?,
                to: self.cell(place, name)?,
            },
            (None, place, Effect::None) => ActionKind::Move {
                tile: actor,
                to: self.cell(place, name)?,
            },
            (None, _, Effect::Sting(_) | Effect::Remove(_) | Effect::Exchange(_)) => {
                self.effect(written, name)?
            }
            _ => return Err(no_place(name)),
        };
        Ok(Action {
            control: Some(Control { by, actor }),
            kind,
        })
    }
}

impl Position {
    /// The cell of the first piece, which is not written. The six cells beside the Honeycombo are equivalent.
    fn first_cell(&self) -> FoldedCell {
        if self.is_on_table(Tile::HONEYCOMBO) {
            step(0, 0)
        } else {
            0
        }
    }
}
