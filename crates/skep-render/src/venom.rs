use super::{Board, Cell, Glyph, Ground, Owner, Piece};
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::geometry::Hex;
use skep_rules::hive::complete::{Move, Options, Position};
use skep_rules::hive::{Bug, Tile};

impl From<Bug> for Glyph {
    fn from(bug: Bug) -> Glyph {
        match bug {
            Bug::Queen => Glyph::QueenBee,
            Bug::Spider => Glyph::Spider,
            Bug::Beetle => Glyph::Beetle,
            Bug::Grasshopper => Glyph::Grasshopper,
            Bug::Ant => Glyph::Ant,
            Bug::Mosquito => Glyph::Mosquito,
            Bug::Ladybug => Glyph::Ladybug,
            Bug::Pillbug => Glyph::Pillbug,
            Bug::Wasp => Glyph::QueenWasp,
            Bug::Scorpion => Glyph::Scorpion,
            Bug::Firefly => Glyph::Firefly,
            Bug::Dragonfly => Glyph::Dragonfly,
            Bug::Fly => Glyph::Fly,
            Bug::Tick => Glyph::Tick,
            Bug::StinkBug => Glyph::StinkBug,
            Bug::Centipede => Glyph::Centipede,
            Bug::Mantis => Glyph::Mantis,
            Bug::Assassin => Glyph::AssassinBug,
            Bug::Butterfly => Glyph::Butterfly,
            Bug::Moth => Glyph::Moth,
            Bug::Honeycombo => Glyph::Honeycombo,
        }
    }
}

/// A position of Hive with Venom or packs that keeps its place on the plane while it is played.
///
/// The position itself counts its places from one of its tiles, which may move.
#[derive(Clone)]
pub(super) struct Table {
    position: Position,
    /// Where the place from which the position counts lies.
    offset: Hex,
    tiles: Vec<Laid>,
    from: Option<Hex>,
    to: Vec<Hex>,
}

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Laid {
    tile: Tile,
    bug: Bug,
    hex: Hex,
}

impl Table {
    pub(super) fn new(options: &Options, origin: Hex) -> Table {
        let position = Position::start(*options);
        let tiles = laid(&position, origin);
        Table {
            position,
            offset: origin,
            tiles,
            from: None,
            to: Vec::new(),
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a legal turn, and gives its spelling.
    pub(super) fn play(&mut self, mv: Move) -> String {
        let spelled = self.position.spell(mv).to_string();
        self.position.play_unchecked(mv);
        let mut tiles = laid(&self.position, Hex::ORIGIN);
        self.offset = self.offset_of(&tiles);
        for laid in &mut tiles {
            laid.hex = laid.hex + self.offset;
        }
        let old = |tile| self.tiles.iter().find(|l| l.tile == tile);
        let came: Vec<&Laid> = tiles.iter().filter(|l| old(l.tile) != Some(*l)).collect();
        let moved: Vec<Hex> = came
            .iter()
            .filter_map(|l| Some(old(l.tile)?.hex).filter(|hex| *hex != l.hex))
            .collect();
        let gone = self
            .tiles
            .iter()
            .find(|l| tiles.iter().all(|new| new.tile != l.tile));
        // Of several that moved, as in an exchange, no arrow tells.
        self.from = match moved[..] {
            [one] => Some(one),
            _ => gone.map(|l| l.hex),
        };
        self.to = came.iter().map(|l| l.hex).collect();
        self.to.sort_by_key(|h| (h.r, h.q));
        self.to.dedup();
        self.tiles = tiles;
        spelled
    }

    /// Where the new places are counted from: as most tiles that lay there before say, which are those that stay.
    fn offset_of(&self, relative: &[Laid]) -> Hex {
        let candidates: Vec<Hex> = relative
            .iter()
            .filter_map(|new| {
                let old = self.tiles.iter().find(|l| l.tile == new.tile)?;
                Some(old.hex - new.hex)
            })
            .collect();
        let votes = |hex: &Hex| candidates.iter().filter(|c| *c == hex).count();
        // The first of several with as many votes.
        let most = candidates.iter().map(votes).max();
        candidates
            .iter()
            .copied()
            .find(|c| Some(votes(c)) == most)
            .unwrap_or(self.offset)
    }

    pub(super) fn board(&self) -> Board {
        let stacks = self.position.stacks();
        let cells = stacks.into_iter().map(|stack| Cell {
            hex: stack.hex + self.offset,
            ground: Ground::Table,
            pieces: stack
                .tiles
                .into_iter()
                .map(|(tile, _)| self.piece(tile))
                .collect(),
        });
        let hand = |side| {
            self.position
                .hand(side)
                .map(|tile| self.piece(tile))
                .collect()
        };
        let mut board = Board::new(cells);
        board.from = self.from;
        board.to.clone_from(&self.to);
        board.hands = BySide {
            white: hand(Side::White),
            black: hand(Side::Black),
        };
        board.turn = (!self.position.outcome().is_over()).then_some(self.position.turn());
        board
    }

    /// Marks where a piece may legally go with the first action of a turn; whether there is such a piece.
    pub(super) fn mark_moves_of(&self, mover: &str, board: &mut Board) -> bool {
        let mut moves = Vec::new();
        self.position.legal_moves_into(&mut moves);
        let is_it = |name: String| name.eq_ignore_ascii_case(mover);
        let laid = self
            .tiles
            .iter()
            .find(|l| is_it(self.position.name(l.tile).to_string()));
        board.chosen = laid.map(|l| l.hex);
        let steps = moves.into_iter().map(|mv| self.position.preview(mv));
        let mine = steps.filter(|step| step.piece.is_some_and(|name| is_it(name.to_string())));
        board.destinations = mine
            .filter_map(|step| Some(step.to? + self.offset))
            .collect();
        board.destinations.sort_by_key(|h| (h.r, h.q));
        board.destinations.dedup();
        let in_hand = Side::ALL.into_iter().any(|side| {
            let mut hand = self.position.hand(side);
            hand.any(|tile| {
                [false, true]
                    .into_iter()
                    .any(|back| is_it(tile.name(back).to_string()))
            })
        });
        laid.is_some() || in_hand
    }

    fn piece(&self, tile: Tile) -> Piece {
        let name = self.position.name(tile);
        Piece {
            owner: match tile.side() {
                Some(side) => Owner::Side(side),
                None => Owner::Neutral(self.position.honeycombo()),
            },
            bug: Some(self.position.bug(tile).into()),
            number: name.number(),
        }
    }
}

/// The tiles on the table, counted from a place.
fn laid(position: &Position, offset: Hex) -> Vec<Laid> {
    let mut tiles: Vec<Laid> = position
        .stacks()
        .into_iter()
        .flat_map(|stack| {
            let hex = stack.hex + offset;
            stack
                .tiles
                .into_iter()
                .map(move |(tile, bug)| Laid { tile, bug, hex })
        })
        .collect();
    tiles.sort_by_key(|l| l.tile);
    tiles
}
