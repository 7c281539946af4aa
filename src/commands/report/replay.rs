//! Games as JSON for the replay on the page.

use std::borrow::Cow;
use std::io::{self, Write};
use std::mem;

use rustc_hash::FxHashMap;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter};

use super::count::place;
use crate::emit::check_report::Reportable;
use crate::emit::games::marks::add_marks;
use crate::tables::PAGE_BOARD;
use skep_analysis::{Clocks, Facts, GameReader};
use skep_collection::ByteBudget;
use skep_explorer::{PositionMarks, position_marks};
use skep_records::GameLine;
use skep_records::notation::Verdict;
use skep_records::notation::write::MAX_GAME_BYTES;
use skep_records::record::{NoteKind, Record, StatedResult, Termination};
use skep_render::{AnimationDelta, Drawings, DrawnPiece, Symbols};
use skep_rules::game::{BySide, Outcome, Side};

/// A game as the page replays it.
#[derive(Serialize)]
pub struct ReplayedGame {
    white: String,
    black: String,
    result: &'static str,
    variant: String,
    /// What the game begins with, if it is not its variant: a state, or the variant with the hands of Swarm.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    date: String,
    place: String,
    status: &'static str,
    /// How the game ended, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    termination: Option<&'static str>,
    tags: Vec<(String, String)>,
    #[serde(flatten)]
    line: ReplayLine,
    /// The variations, with their paths and the number of turns before each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<(String, u32, ReplayLine)>,
    /// The findings, with the number of the turn and the severity.
    findings: Vec<(Option<u32>, &'static str, String)>,
    /// The keys of the positions in the opening.
    #[serde(skip)]
    pub positions: Vec<u64>,
}

/// A line of play: the game, or a variation with the turns before it.
#[derive(Serialize)]
struct ReplayLine {
    /// The legal turns.
    moves: Vec<String>,
    /// The changes of each position, from the start: q, r and the drawing of the last move's mark, then of each cell.
    /// −1 stands for no drawing.
    frames: Vec<Vec<i64>>,
    /// The positions at which a hand changes, with the numbers of White's and Black's hands.
    hands: Vec<(u32, BySide<u32>)>,
    /// The same for the points of Hex-It.
    scores: Vec<(u32, BySide<String>)>,
    /// Comments by the number of the position.
    notes: Vec<(u32, String)>,
    /// Glyphs, evaluations and marks on the board, by the number of the position; of a variation, those of its own
    /// turns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<(u32, PositionMarks)>,
    /// Milliseconds that each turn took; empty where the record has no clocks.
    used: Vec<Option<u32>>,
    /// The final state of the board.
    end: String,
    #[serde(skip)]
    delta: AnimationDelta,
    #[serde(skip)]
    own_hands: Hands,
}

/// The pieces in a hand: the names of drawings with their numbers.
type Hand = Vec<(String, usize)>;

/// Distinct hands with their numbers.
#[derive(Default)]
pub struct Hands {
    all: Vec<Hand>,
    numbers: FxHashMap<Hand, u32>,
}

impl Hands {
    /// The hands; the number of a hand is its index.
    pub fn all(&self) -> &[Hand] {
        &self.all
    }

    fn number(&mut self, hand: Hand) -> u32 {
        let next = self.all.len() as u32;
        let all = &mut self.all;
        *self.numbers.entry(hand).or_insert_with_key(|hand| {
            all.push(hand.clone());
            next
        })
    }
}

/// Data shared by all games of a page.
#[derive(Default)]
pub struct SharedReplayData {
    pub drawings: Drawings,
    pub symbols: Symbols,
    pub hands: Hands,
}

/// A game has at most this many variations on the page.
const VARIATIONS: usize = 100;

/// The bytes of the comments of a game and its variations. Each variation has the comments before it, too.
const COMMENTS: usize = 2 * MAX_GAME_BYTES;

impl ReplayedGame {
    /// A game. `tactics` is the number of own turns to look ahead for forced wins, if they are marked.
    pub fn new(
        subject: &Reportable<'_>,
        reader: &GameReader,
        tactics: Option<u32>,
    ) -> ReplayedGame {
        let (record, verdict) = (&reader.record, &reader.verdict);
        let mut marked = Cow::Borrowed(record);
        if let Some(turns) = tactics {
            add_marks(marked.to_mut(), verdict, turns);
        }
        let facts = Facts::new(record, verdict);
        let player = |side| facts.player(side).unwrap_or("?").to_owned();
        let game = subject.game.expect("a game was read");
        let tags = record.tags.iter();
        let turns = verdict.game.variation_turns().into_iter().enumerate();
        let variations = record.variation_paths().into_iter().zip(turns);
        let line = ReplayLine::new(&marked, verdict, None);
        let mut room = ByteBudget::new(COMMENTS);
        let mut fits = |line: &ReplayLine| {
            let comments = line.notes.iter().map(|(_, words)| words.len());
            room.take(comments.sum())
        };
        let _ = fits(&line);
        ReplayedGame {
            white: player(Side::White),
            black: player(Side::Black),
            result: result(verdict.result(record)),
            variant: game.title().unwrap_or_default().to_owned(),
            start: start(record, verdict).filter(|start| Some(&**start) != game.title()),
            date: facts.date().map(|d| d.to_string()).unwrap_or_default(),
            place: place(subject, None),
            status: verdict.status.as_str(),
            termination: facts.termination().map(Termination::as_str),
            tags: tags
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            line,
            variations: variations
                .take(VARIATIONS)
                .map(|(path, (i, (leaves, _)))| {
                    let (record, verdict) = verdict.of_variation(record, i);
                    (
                        path,
                        leaves,
                        ReplayLine::new(&record, &verdict, Some(leaves)),
                    )
                })
                .take_while(|(_, _, line)| fits(line))
                .collect(),
            findings: (subject.diagnostics.iter())
                .map(|d| (d.ply, d.severity.as_str(), d.message.clone()))
                .collect(),
            positions: Vec::new(),
        }
    }

    /// The game as JSON, and the positions in its opening. Moves its drawings to the shared data.
    pub fn json(mut self, shared: &mut SharedReplayData) -> (String, Vec<u64>) {
        self.line.share(shared);
        for (_, _, line) in &mut self.variations {
            line.share(shared);
        }
        let mut json = Vec::new();
        let mut serializer = Serializer::with_formatter(&mut json, Visible);
        self.serialize(&mut serializer)
            .expect("keys are texts, and memory takes all");
        let json = String::from_utf8(json).expect("JSON is text");
        (json, self.positions)
    }
}

/// Replaces control characters in texts, which JSON would bring to the page as escapes. The page itself is cleaned of
/// the others.
struct Visible;

impl Formatter for Visible {
    fn write_char_escape<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match escape {
            CharEscape::AsciiControl(_)
            | CharEscape::Backspace
            | CharEscape::FormFeed
            | CharEscape::CarriageReturn => writer.write_all("\u{fffd}".as_bytes()),
            other => CompactFormatter.write_char_escape(writer, other),
        }
    }
}

impl ReplayLine {
    /// A game, or a variation after the turns of another line.
    fn new(record: &Record, verdict: &Verdict, after: Option<u32>) -> ReplayLine {
        let line = GameLine::new(record, verdict);
        let mut moves = Vec::new();
        let mut hands: Vec<(u32, BySide<u32>)> = Vec::new();
        let mut own_hands = Hands::default();
        let mut scores: Vec<(u32, BySide<String>)> = Vec::new();
        let mut in_hand = Symbols::default();
        let mut end = String::new();
        let mut delta = AnimationDelta::new(&line, &PAGE_BOARD, |playback, board| {
            moves.extend(playback.last().map(str::to_owned));
            let hand = BySide {
                white: own_hands.number(counted(&board.hands.white)),
                black: own_hands.number(counted(&board.hands.black)),
            };
            if hands.last().is_none_or(|(_, before)| *before != hand) {
                let all = board.hands.white.iter().chain(&board.hands.black);
                in_hand.add_pieces(all.copied());
                hands.push((playback.ply(), hand));
            }
            if let Some(score) = &board.score
                && scores.last().is_none_or(|(_, before)| before != score)
            {
                scores.push((playback.ply(), score.clone()));
            }
            if playback.outcome().is_over() {
                end = playback.standing();
            }
        });
        delta.symbols.merge(in_hand);
        ReplayLine {
            frames: Vec::with_capacity(delta.frames.len()),
            moves,
            hands,
            scores,
            notes: notes(record, verdict),
            marks: marks(record, verdict, after),
            used: used(record, verdict),
            end,
            delta,
            own_hands,
        }
    }

    /// Moves its drawings to the shared data.
    fn share(&mut self, shared: &mut SharedReplayData) {
        let numbers = shared.drawings.merge(mem::take(&mut self.delta.drawings));
        shared.symbols.merge(mem::take(&mut self.delta.symbols));
        let hands = mem::take(&mut self.own_hands.all).into_iter();
        let hands: Vec<u32> = hands.map(|hand| shared.hands.number(hand)).collect();
        for (_, pair) in &mut self.hands {
            for side in Side::ALL {
                pair[side] = hands[pair[side] as usize];
            }
        }
        let frames = mem::take(&mut self.delta.frames);
        let number = |n: u32| i64::from(numbers[n as usize]);
        self.frames = (frames.into_iter())
            .map(|frame| {
                let mark = match frame.mark {
                    Some((hex, n)) => [hex.q.into(), hex.r.into(), number(n)],
                    None => [0, 0, -1],
                };
                let cells = frame.cells.into_iter();
                let cells =
                    cells.flat_map(|(hex, n)| [hex.q.into(), hex.r.into(), n.map_or(-1, number)]);
                mark.into_iter().chain(cells).collect()
            })
            .collect();
    }
}

/// The state in which a game begins, or else the first field of its GameString.
fn start(record: &Record, verdict: &Verdict) -> Option<String> {
    let state = verdict.game.start_state();
    state.or_else(|| {
        let game = verdict.game_string(record)?;
        Some(game.split(';').next()?.to_owned())
    })
}

/// The drawings of pieces with their counts. The numbers of bugs do not matter.
fn counted(pieces: &[DrawnPiece]) -> Hand {
    let mut all = Hand::new();
    for piece in pieces {
        let name = piece.symbol();
        match all.iter_mut().find(|(other, _)| *other == name) {
            Some((_, n)) => *n += 1,
            None => all.push((name, 1)),
        }
    }
    all
}

/// A result as players write it.
fn result(result: StatedResult) -> &'static str {
    match result.outcome() {
        Outcome::Win(Side::White) => "1–0",
        Outcome::Win(Side::Black) => "0–1",
        Outcome::Draw => "½–½",
        Outcome::Undecided => "*",
    }
}

/// The comments, each with the number of its position. Comments after an error belong to the last position.
fn notes(record: &Record, verdict: &Verdict) -> Vec<(u32, String)> {
    let turns: Vec<Option<u32>> = verdict.game.written().collect();
    let position = |after: u32| match after.checked_sub(1) {
        None => 0,
        Some(ply) => {
            let turn = turns.iter().position(|&written| written == Some(ply));
            turn.map_or(turns.len(), |turn| turn + 1) as u32
        }
    };
    let comments = record.notes.iter().filter_map(|note| match &note.kind {
        NoteKind::Comment(text) => Some((position(note.after), text.clone())),
        _ => None,
    });
    comments.collect()
}

/// What the record says about positions, apart from comments: about all, or about those after more than some turns.
fn marks(record: &Record, verdict: &Verdict, after: Option<u32>) -> Vec<(u32, PositionMarks)> {
    let all = (0..).zip(position_marks(record, verdict));
    let own = all.filter(|(ply, _)| after.is_none_or(|after| *ply > after));
    own.filter(|(_, marks)| !marks.is_empty()).collect()
}

fn used(record: &Record, verdict: &Verdict) -> Vec<Option<u32>> {
    let mut clocks = Clocks::new(record);
    let first = verdict.game.first_ply();
    let used: Vec<Option<u32>> = verdict
        .game
        .written()
        .enumerate()
        .map(|(i, ply)| clocks.turn(Side::of_ply(first + i as u32), ply).0)
        .collect();
    if used.iter().any(Option::is_some) {
        used
    } else {
        Vec::new()
    }
}
