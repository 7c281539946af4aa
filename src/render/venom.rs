use super::{Board, Cell, Glyph, Ground, MoverError, Owner, Piece};
use crate::game::{BySide, Position as _, Side};
use crate::geometry::Hex;
use crate::venom::{Bug, Move, Name, Options, Position, Stack, Tile};

/// A position of Hive with Venom or packs that keeps its place on the plane from turn to turn.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) position: Position,
    stacks: Vec<Stack>,
    from: Option<Hex>,
    to: Option<Hex>,
}

impl From<Name> for Piece {
    fn from(name: Name) -> Piece {
        Piece {
            owner: match name.bug() {
                Bug::Honeycombo => Owner::Neutral(name.side()),
                _ => Owner::Side(name.side()),
            },
            bug: name.bug().code().parse::<Glyph>().ok(),
            number: name.number(),
        }
    }
}

impl Table {
    /// The table before the first turn.
    pub(super) fn new(options: Options, origin: Hex) -> Table {
        let position = Position::start(options);
        let mut stacks = position.stacks();
        shift(&mut stacks, origin);
        Table {
            position,
            stacks,
            from: None,
            to: None,
        }
    }

    /// Plays a legal turn.
    pub(super) fn play(&mut self, mv: Move, origin: Hex) {
        let step = self.position.look(mv);
        self.position.play_unchecked(mv);
        let mut after = self.position.stacks();
        // The engine counts from a tile that may have moved itself: most tiles lie where they lay.
        let before = &self.stacks;
        let mut shifts: Vec<Hex> = Vec::new();
        for (tile, hex) in places(&after) {
            let known = places(before).find(|(other, _)| *other == tile);
            shifts.extend(known.map(|(_, old)| old - hex));
        }
        let most = |&away: &Hex| shifts.iter().filter(|&&s| s == away).count();
        let away = shifts.iter().copied().max_by_key(most);
        shift(&mut after, away.unwrap_or(origin));
        // What the turn says of its cells counts from the tile that was first before it.
        let first = self.position_origin();
        self.from = step.from.map(|hex| hex + first);
        self.to = step.to.map(|hex| hex + first);
        if self.stacks.is_empty() {
            self.to = Some(origin);
        }
        self.stacks = after;
    }

    /// The place of the tile that the engine counts from.
    fn position_origin(&self) -> Hex {
        let first = places(&self.stacks).min_by_key(|(tile, _)| *tile);
        first.map_or(Hex::ORIGIN, |(_, hex)| hex)
    }

    fn name(&self, tile: Tile) -> Piece {
        let mut piece = Piece::from(self.position.name(tile));
        if tile == Tile::HONEYCOMBO {
            piece.owner = Owner::Neutral(self.position.honeycombo());
        }
        piece
    }

    /// The picture.
    pub(super) fn board(&self) -> Board {
        let cells = self.stacks.iter().map(|stack| Cell {
            hex: stack.hex,
            ground: Ground::Table,
            pieces: stack
                .tiles
                .iter()
                .map(|(tile, _)| self.name(*tile))
                .collect(),
        });
        let hand = |side| {
            let tiles = self.position.hand(side);
            tiles.map(|tile| Piece::from(tile.name(false))).collect()
        };
        let over = self.position.outcome().is_over();
        let mut board = Board::new(cells);
        board.from = self.from.filter(|_| self.from != self.to);
        board.to = self.to.into_iter().collect();
        board.hands = BySide {
            white: hand(Side::White),
            black: hand(Side::Black),
        };
        board.turn = (!over).then_some(self.position.turn());
        board
    }

    /// Marks the cells where a piece may legally go by a turn of one action.
    pub(super) fn mark_moves_of(&self, mover: &str, board: &mut Board) -> Result<(), MoverError> {
        let named = |name: &Name| name.to_string().eq_ignore_ascii_case(mover);
        let on_table = places(&self.stacks).find(|(tile, _)| named(&self.position.name(*tile)));
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        let first = self.position_origin();
        let steps = moves.into_iter().map(|mv| self.position.look(mv));
        let steps: Vec<_> = steps
            .filter(|step| step.piece.as_ref().is_some_and(named))
            .collect();
        if on_table.is_none() && steps.is_empty() {
            return Err(MoverError::NoPiece(mover.to_owned()));
        }
        board.chosen = on_table.map(|(_, hex)| hex);
        board.destinations = steps
            .into_iter()
            .filter_map(|step| step.to)
            .map(|hex| hex + first)
            .collect();
        board.destinations.sort_by_key(|h| (h.r, h.q));
        board.destinations.dedup();
        Ok(())
    }
}

fn places(stacks: &[Stack]) -> impl Iterator<Item = (Tile, Hex)> + '_ {
    stacks
        .iter()
        .flat_map(|stack| stack.tiles.iter().map(|(tile, _)| (*tile, stack.hex)))
}

fn shift(stacks: &mut [Stack], by: Hex) {
    for stack in stacks {
        stack.hex = stack.hex + by;
    }
}
