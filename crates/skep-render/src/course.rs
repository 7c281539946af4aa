use super::Board;
use super::venom::Table;
use skep_records::notation::{Played, Verdict};
use skep_records::record::{GameKind, Record};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::geometry::{GridRef, Hex};
use skep_rules::hexit;
use skep_rules::hive::complete as venom;
use skep_rules::hive::{self, PlaneTracker, Preview};

/// The legal turns of a game, to be shown one after the other.
#[derive(Clone, Debug)]
pub struct Course {
    moves: Moves,
    /// Where the first piece of Hive stands.
    origin: Hex,
}

#[derive(Clone, Debug)]
enum Moves {
    Hive(hive::GameType, hive::Opening, Vec<hive::Move>),
    HexIt(hexit::Options, Vec<hexit::Move>),
    Venom(Box<venom::Options>, Vec<venom::Move>),
}

/// Where Boardspace puts the first piece of most games.
const N13: GridRef = GridRef {
    column: 13,
    row: 13,
};

/// The moment after some turns of a [`Course`].
#[derive(Clone)]
pub struct Moment {
    state: State,
    last: Option<String>,
}

#[derive(Clone)]
enum State {
    Hive(Box<PlaneTracker>, Option<Preview>),
    HexIt(Box<hexit::Position>, Option<hexit::Written>),
    Venom(Box<Table>),
}

/// The text names nothing that could move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoverError {
    /// It is no piece of the game.
    #[error("{0} is no piece of this game")]
    NoPiece(String),
    /// It is no cell.
    #[error("{0} is no cell; a stack of Hex-It is named by its cell, such as M13")]
    NoCell(String),
}

impl Course {
    /// The legal turns of a game that was judged. The first piece of Hive stands where the record has it, or on N13.
    pub fn new(record: &Record, verdict: &Verdict) -> Course {
        fn moves<M: Copy>(played: &[Played<M>]) -> Vec<M> {
            played.iter().map(|p| p.mv).collect()
        }
        Course {
            moves: match verdict.game {
                GameKind::Hive => {
                    Moves::Hive(verdict.game_type, verdict.opening, moves(&verdict.hive))
                }
                GameKind::HexIt => Moves::HexIt(verdict.hexit_options, moves(&verdict.hexit)),
                GameKind::Venom => {
                    Moves::Venom(Box::new(verdict.venom_options), moves(&verdict.venom))
                }
            },
            origin: record.origin.unwrap_or(N13).to_hex(),
        }
    }

    /// The number of turns.
    pub fn plies(&self) -> u32 {
        let plies = match &self.moves {
            Moves::Hive(.., moves) => moves.len(),
            Moves::HexIt(_, moves) => moves.len(),
            Moves::Venom(_, moves) => moves.len(),
        };
        plies as u32
    }

    /// The moment before the first turn.
    pub fn start(&self) -> Moment {
        let state = match &self.moves {
            &Moves::Hive(game_type, opening, _) => State::Hive(
                Box::new(PlaneTracker::new(game_type, opening, self.origin)),
                None,
            ),
            &Moves::HexIt(options, _) => {
                State::HexIt(Box::new(hexit::Position::start(options)), None)
            }
            Moves::Venom(options, _) => State::Venom(Box::new(Table::new(options, self.origin))),
        };
        Moment { state, last: None }
    }

    /// The moment after some turns, or after all if there are not so many.
    pub fn at(&self, plies: u32) -> Moment {
        let mut moment = self.start();
        while moment.ply() < plies && moment.advance(self) {}
        moment
    }

    /// Every moment from the one before the first turn to the one after the last.
    pub fn moments(&self) -> impl Iterator<Item = Moment> {
        let mut next = Some(self.start());
        std::iter::from_fn(move || {
            let moment = next.take()?;
            let mut later = moment.clone();
            if later.advance(self) {
                next = Some(later);
            }
            Some(moment)
        })
    }
}

impl Moment {
    /// Plays the next turn of the course that this is a moment of; tells whether there was one.
    pub fn advance(&mut self, course: &Course) -> bool {
        let ply = self.ply() as usize;
        match (&mut self.state, &course.moves) {
            (State::Hive(unroll, last), Moves::Hive(.., moves)) => {
                let Some(&mv) = moves.get(ply) else {
                    return false;
                };
                self.last = Some(unroll.position().spell(mv));
                *last = Some(unroll.step(mv));
            }
            (State::HexIt(position, last), Moves::HexIt(_, moves)) => {
                let Some(&mv) = moves.get(ply) else {
                    return false;
                };
                let written = position.written(mv);
                self.last = Some(written.to_string());
                *last = Some(written);
                position.play_unchecked(mv);
            }
            (State::Venom(table), Moves::Venom(_, moves)) => {
                let Some(&mv) = moves.get(ply) else {
                    return false;
                };
                self.last = Some(table.play(mv));
            }
            // The moment of another course.
            (State::Hive(..) | State::HexIt(..) | State::Venom(..), _) => return false,
        }
        true
    }

    /// The number of turns played.
    pub fn ply(&self) -> u32 {
        match &self.state {
            State::Hive(unroll, _) => unroll.position().ply(),
            State::HexIt(position, _) => position.ply(),
            State::Venom(table) => table.position().ply(),
        }
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        match &self.state {
            State::Hive(unroll, _) => unroll.position().turn(),
            State::HexIt(position, _) => position.turn(),
            State::Venom(table) => table.position().turn(),
        }
    }

    /// What the board says.
    pub fn outcome(&self) -> Outcome {
        match &self.state {
            State::Hive(unroll, _) => unroll.position().outcome(),
            State::HexIt(position, _) => position.outcome(),
            State::Venom(table) => table.position().outcome(),
        }
    }

    /// How the game stands, in words: who is to move, or how it ended.
    pub fn standing(&self) -> String {
        match self.outcome() {
            Outcome::Undecided => format!("{} to move", self.turn()),
            Outcome::Win(side) => format!("{side} has won"),
            Outcome::Draw => "drawn".to_owned(),
        }
    }

    /// The last turn in canonical spelling; none before the first.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// The position, if the game is Hive.
    pub fn hive(&self) -> Option<&hive::Position> {
        match &self.state {
            State::Hive(unroll, _) => Some(unroll.position()),
            State::HexIt(..) | State::Venom(..) => None,
        }
    }

    /// The number of legal turns, a forced pass included.
    pub fn count_moves(&self) -> u64 {
        match &self.state {
            State::Hive(unroll, _) => unroll.position().clone().count_moves(),
            State::HexIt(position, _) => position.count_moves(),
            State::Venom(table) => table.position().count_moves(),
        }
    }

    /// The picture.
    pub fn board(&self) -> Board {
        match &self.state {
            State::Hive(unroll, last) => Board::of_hive(unroll, *last),
            State::HexIt(position, last) => Board::of_hexit(position, *last),
            State::Venom(table) => table.board(),
        }
    }

    /// The picture with the legal moves of a piece marked: a piece of Hive by its name, on the board or in hand; a stack of
    /// Hex-It by its cell.
    ///
    /// # Errors
    /// The text names no such thing.
    pub fn board_with_moves_of(&self, mover: &str) -> Result<Board, MoverError> {
        let mut board = self.board();
        match &self.state {
            State::Hive(unroll, _) => {
                let game_type = unroll.position().game_type();
                let named = |p: &hive::Piece| {
                    let name = p.to_string();
                    let unique =
                        p.bug().count() == 1 && format!("{name}1").eq_ignore_ascii_case(mover);
                    name.eq_ignore_ascii_case(mover) || unique
                };
                let piece = hive::Piece::all()
                    .filter(|p| game_type.has(p.bug()))
                    .find(named)
                    .ok_or_else(|| MoverError::NoPiece(mover.to_owned()))?;
                board.mark_moves_of(unroll, piece);
            }
            State::Venom(table) => {
                if !table.mark_moves_of(mover, &mut board) {
                    return Err(MoverError::NoPiece(mover.to_owned()));
                }
            }
            State::HexIt(position, _) => {
                let grid: GridRef = mover
                    .parse()
                    .map_err(|_| MoverError::NoCell(mover.to_owned()))?;
                board.mark_distributions_of(position, grid.to_hex());
            }
        }
        Ok(board)
    }
}
