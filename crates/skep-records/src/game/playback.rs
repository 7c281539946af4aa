//! The positions of a game on the plane, in order, for pictures and replays.

use std::collections::BTreeMap;

use super::{Game, HexItTracker, HiveTracker, Rules, Tracker, VenomTracker};
use crate::each_game;
use crate::notation::Verdict;
use crate::record::{BoardMark, NoteKind, Record};
use crate::state::{hop_of, state_of};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::geometry::{GridRef, Hex};

/// The legal turns of a game and the cell of its first piece.
#[derive(Clone, Debug)]
pub struct GameLine {
    game: Game,
    origin: Hex,
    /// The marks on the board, by the number of turns before them.
    marks: BTreeMap<u32, Vec<BoardMark>>,
}

/// Where Boardspace puts the first piece of most games.
pub(crate) const CENTRE: GridRef = GridRef {
    column: 13,
    row: 13,
};

/// The position after some turns of a [`GameLine`], and the turn that led to it.
///
/// # Examples
/// ```
/// use skep_records::{Format, GameLine, Judge, Record};
///
/// let record = Record::read(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wS1-");
/// let verdict = Judge::default().verdict(&record);
/// for playback in GameLine::new(&record, &verdict).playbacks() {
///     println!("{} {}", playback.ply(), playback.last().unwrap_or("start"));
/// }
/// ```
#[derive(Clone)]
pub struct Playback {
    board: TrackedGame,
    origin: Hex,
    /// The number of plies before the first turn of the game.
    first: u32,
    last: Option<String>,
    marks: Vec<BoardMark>,
}

/// A position of each game that keeps its place on the plane.
#[derive(Clone)]
pub enum TrackedGame {
    /// Plain Hive.
    Hive(Box<HiveTracker>),
    /// Hive with Venom or packs.
    Venom(Box<VenomTracker>),
    /// Hex-It.
    HexIt(Box<HexItTracker>),
}

impl GameLine {
    /// The legal turns of a judged game. The first piece of Hive is on the cell that the record names, or on N13.
    pub fn new(record: &Record, verdict: &Verdict) -> GameLine {
        // The number of turns played when so many turns of the record are.
        let written = verdict.game.written().zip(1..);
        let played: BTreeMap<u32, u32> = written
            .filter_map(|(ply, played)| Some((ply? + 1, played)))
            .chain([(0, 0)])
            .collect();
        let mut marks: BTreeMap<u32, Vec<BoardMark>> = BTreeMap::new();
        for note in &record.notes {
            if let (NoteKind::Mark(mark), Some(&played)) = (&note.kind, played.get(&note.after)) {
                marks.entry(played).or_default().push((**mark).clone());
            }
        }
        GameLine {
            game: verdict.game.clone(),
            origin: record.origin.unwrap_or(CENTRE).to_hex(),
            marks,
        }
    }

    /// The number of turns.
    pub fn plies(&self) -> u32 {
        self.game.plies()
    }

    /// The position before the first turn.
    pub fn start(&self) -> Playback {
        Playback {
            marks: self.marks_after(0),
            ..Playback::new(&self.game, self.origin)
        }
    }

    /// The marks of the position after some turns.
    fn marks_after(&self, plies: u32) -> Vec<BoardMark> {
        self.marks.get(&plies).cloned().unwrap_or_default()
    }

    /// The position after some turns, or after all turns if the game is shorter.
    pub fn at(&self, plies: u32) -> Playback {
        let mut playback = self.start();
        for _ in 0..plies {
            if !playback.advance(self) {
                break;
            }
        }
        playback
    }

    /// Every position from the one before the first turn to the one after the last.
    pub fn playbacks(&self) -> impl Iterator<Item = Playback> {
        let mut next = Some(self.start());
        std::iter::from_fn(move || {
            let playback = next.take()?;
            let mut later = playback.clone();
            if later.advance(self) {
                next = Some(later);
            }
            Some(playback)
        })
    }
}

impl TrackedGame {
    /// Plays a turn and returns its canonical spelling.
    fn play<R: Rules>(tracker: &mut R::Tracker, game: &Game) -> Option<String> {
        let game = R::of(game)?;
        let ply = tracker.position().ply().checked_sub(game.first_ply())?;
        let mv = game.turns.get(ply as usize)?.mv;
        let spelled = tracker.position().spell(mv).to_string();
        tracker.play(mv);
        Some(spelled)
    }

    fn play_spelled<R: Rules>(tracker: &mut R::Tracker, turn: &str) -> bool {
        let position = tracker.position();
        let mut legal = position.legal_moves().into_iter();
        let found = legal.find(|&mv| position.spell(mv).to_string() == turn);
        found.map(|mv| tracker.play(mv)).is_some()
    }
}

impl Playback {
    /// The start of a game whose first piece will enter at `origin`.
    pub fn new(game: &Game, origin: Hex) -> Playback {
        Playback {
            board: match game {
                Game::Hive(game) => TrackedGame::Hive(Box::new(game.start_at(origin))),
                Game::Venom(game) => TrackedGame::Venom(Box::new(game.start_at(origin))),
                Game::HexIt(game) => TrackedGame::HexIt(Box::new(game.start_at(origin))),
            },
            origin,
            first: game.first_ply(),
            last: None,
            marks: Vec::new(),
        }
    }

    /// Plays the next turn of the line. Returns false after the last turn.
    pub fn advance(&mut self, line: &GameLine) -> bool {
        let board = &mut self.board;
        let spelled =
            each_game!(board, TrackedGame(board): R => TrackedGame::play::<R>(board, &line.game));
        let advanced = spelled.is_some();
        self.last = spelled.or(self.last.take());
        if advanced {
            self.marks = line.marks_after(self.ply());
        }
        advanced
    }

    /// Plays a legal turn in canonical spelling. Returns false if no legal turn has this spelling.
    pub fn play(&mut self, turn: &str) -> bool {
        let board = &mut self.board;
        let played =
            each_game!(board, TrackedGame(board): R => TrackedGame::play_spelled::<R>(board, turn));
        if played {
            self.last = Some(turn.to_owned());
            self.marks.clear();
        }
        played
    }

    /// The position with its place on the plane.
    pub fn board(&self) -> &TrackedGame {
        &self.board
    }

    /// The position, if the game is plain Hive.
    pub fn hive(&self) -> Option<&skep_rules::hive::Position> {
        match &self.board {
            TrackedGame::Hive(board) => Some(board.position()),
            _ => None,
        }
    }

    /// The marks that the record has in this position.
    pub fn marks(&self) -> &[BoardMark] {
        &self.marks
    }

    /// The place on the plane of the coordinates of a mark.
    pub fn marked_cell(&self, hex: Hex) -> Hex {
        match self.board {
            TrackedGame::HexIt(_) => hex,
            TrackedGame::Hive(_) | TrackedGame::Venom(_) => Hex::new(
                hex.q.saturating_add(self.origin.q),
                hex.r.saturating_add(self.origin.r),
            ),
        }
    }

    /// The number of turns played. Plies before a set-up position do not count.
    pub fn ply(&self) -> u32 {
        each_game!(&self.board, TrackedGame(board) => board.position().ply()) - self.first
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        each_game!(&self.board, TrackedGame(board) => board.position().turn())
    }

    /// The outcome on the board.
    pub fn outcome(&self) -> Outcome {
        each_game!(&self.board, TrackedGame(board) => board.position().outcome())
    }

    /// The state of the game in words: who is to move, or how the game ended.
    pub fn standing(&self) -> String {
        match self.outcome() {
            Outcome::Undecided => format!("{} to move", self.turn()),
            Outcome::Win(side) => format!("{side} has won"),
            Outcome::Draw => "drawn".to_owned(),
        }
    }

    /// The state of the position; see [`state`](crate::state). Its first piece entered at the origin.
    pub fn state(&self) -> String {
        each_game!(&self.board, TrackedGame(board): R => {
            let mut board = board.clone();
            board.shift(-self.origin);
            state_of::<R>(&board)
        })
    }

    /// The [HOP](skep_rules::state::hop) of the position; `None` if the game is not plain Hive.
    pub fn hop(&self) -> Option<String> {
        each_game!(&self.board, TrackedGame(board): R => hop_of::<R>(board))
    }

    /// The last turn in canonical spelling; `None` before the first turn.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }
}
