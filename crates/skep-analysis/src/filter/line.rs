//! A line of moves that a game may begin with or reach.

use std::ops::Range;

use super::{FilterError, PositionSet};
use crate::occurrence::Colours;
use crate::openings::{TreeStart, path};
use skep_records::notation::{Judge, JudgeOptions, OpeningChoice};
use skep_records::record::{Format, GameKind, Record, StatedResult};
use skep_records::{Game, Severity};
use skep_rules::game::Position as _;
use skep_rules::hive::{Canonical, GameType, Opening, Replay, Spelling, Written};

/// A line of moves. Games are compared with it by the positions after each ply, in any orientation.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The canonical keys after each ply, for each variant in which the line can be played. A key does not depend on
    /// the numbers of equal bugs.
    keys: Vec<(GameType, Vec<u64>)>,
    /// The keys of the last position with the colours exchanged, in the same order.
    swapped: Vec<u64>,
    /// Bugs on the board after the last ply.
    on_board: usize,
    /// A line of Venom, packs or Hex-It, in place of the others.
    other: Option<Box<TreeStart>>,
}

impl Line {
    /// Parses a GameString or a list of moves.
    ///
    /// Moves are separated by `;` or `,`. Blanks are enough if it is clear which word is a move and which is a place:
    /// `wL bL`, `wL bL wL- wQ -wL`. The place of the second ply can be left out, because all its places are equivalent.
    ///
    /// A line of Venom, packs or Hex-It begins with its variant.
    pub fn parse(text: &str, span: Range<usize>) -> Result<Line, FilterError> {
        let wrong = |message: String| FilterError {
            span: span.clone(),
            message,
            help: None,
        };
        if let Some(start) = of_other_game(text) {
            return Ok(Line {
                keys: Vec::new(),
                swapped: Vec::new(),
                on_board: 0,
                other: Some(Box::new(start.map_err(wrong)?)),
            });
        }
        let (stated, turns) = parts(text);
        let read = |turn: &String| {
            let spelling = Spelling::parse(turn);
            let wrong = || wrong(format!("cannot read `{turn}` as a move"));
            spelling.map(|spelling| spelling.written).ok_or_else(wrong)
        };
        let written = turns.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        if written.is_empty() {
            return Err(wrong("the line has no moves".into()));
        }
        let used = written
            .iter()
            .fold(GameType::BASE, |used, turn| match turn {
                Written::Put { piece, .. } => used.with(piece.bug()),
                Written::Pass | Written::EmptyTurn => used,
            });
        let types: Vec<GameType> = match stated {
            Some(game_type) => vec![game_type],
            None => GameType::PLAIN
                .into_iter()
                .filter(|t| t.union(used) == *t)
                .collect(),
        };
        let mut line = Line {
            keys: Vec::new(),
            swapped: Vec::new(),
            on_board: 0,
            other: None,
        };
        for game_type in types {
            let (keys, swapped, on_board) = play(game_type, &written).map_err(wrong)?;
            line.keys.push((game_type, keys));
            line.swapped.push(swapped);
            line.on_board = on_board;
        }
        Ok(line)
    }

    fn keys(&self, game_type: GameType) -> Option<&[u64]> {
        let found = self.keys.iter().find(|(t, _)| *t == game_type);
        found.map(|(_, keys)| keys.as_slice())
    }

    /// The last position, in each variant, as played and in plain Hive with the colours exchanged.
    pub fn places(&self) -> PositionSet {
        let mut places = PositionSet::default();
        for ((game_type, keys), swapped) in self.keys.iter().zip(&self.swapped) {
            let title = game_type.to_string();
            for key in keys.last().into_iter().chain([swapped]) {
                places.insert(&title, *key);
            }
        }
        if let Some(start) = &self.other {
            places.add(start.game(), Colours::AsPlayed);
        }
        places
    }

    /// The keys of the last position, for each variant.
    pub fn ends(&self) -> impl Iterator<Item = u64> {
        let plain = self
            .keys
            .iter()
            .filter_map(|(_, keys)| keys.last().copied());
        plain.chain(self.other.as_ref().map(|start| start.key()))
    }

    /// Whether games of this kind can have the line.
    pub fn may_be_of(&self, kind: GameKind) -> bool {
        let own = self.other.as_ref().map(|start| start.game().kind());
        own.unwrap_or(GameKind::Hive) == kind
    }

    /// Whether a game begins with this line.
    pub fn begins(&self, game: &Game) -> bool {
        if let Some(start) = &self.other {
            return start.game().title() == game.title() && path(game).starts_with(start.path());
        }
        let Some(game) = game.hive() else {
            return false;
        };
        let Some(keys) = self.keys(game.options().game_type) else {
            return false;
        };
        let mut positions = game.positions();
        keys.iter().all(|&key| {
            positions.advance().is_some() && positions.position().canonical_key() == key
        })
    }

    /// Whether the last position of this line occurs in a game, after any order of moves.
    pub fn is_reached(&self, game: &Game) -> bool {
        if let Some(start) = &self.other {
            return start.game().title() == game.title() && path(game).contains(&start.key());
        }
        let Some(game) = game.hive() else {
            return false;
        };
        let keys = self.keys(game.options().game_type);
        let Some(&wanted) = keys.and_then(<[u64]>::last) else {
            return false;
        };
        let mut positions = game.positions();
        let mut on_board = positions.position().pieces().count();
        if on_board > 0
            && on_board == self.on_board
            && positions.position().canonical_key() == wanted
        {
            return true;
        }
        while let Some(turn) = positions.next_turn() {
            let enters = turn
                .mv
                .piece()
                .is_some_and(|piece| !positions.position().is_on_board(piece));
            on_board += usize::from(enters);
            // Bugs never leave the board.
            if on_board > self.on_board {
                return false;
            }
            positions.advance();
            if on_board == self.on_board && positions.position().canonical_key() == wanted {
                return true;
            }
        }
        false
    }
}

/// The line of a text that begins with a variant of Venom, packs or Hex-It.
fn of_other_game(text: &str) -> Option<Result<TreeStart, String>> {
    let mut entries = text.split([';', '\n']).map(str::trim);
    let head = entries.next()?;
    let game = Game::of_variant(head.split('(').next()?.trim())?;
    if game.kind().is_plain_hive() {
        return None;
    }
    let turns: Vec<&str> = entries
        .filter(|entry| !entry.is_empty() && !is_state(entry))
        .collect();
    if turns.is_empty() {
        return Some(Err("the line has no moves".into()));
    }
    let text = format!("{head};InProgress;White[1];{}", turns.join(";"));
    if game.kind() == GameKind::HexIt {
        let what =
            "the line is not legal; write its turns as skep openings prints them: 39;M13;N13";
        return Some(TreeStart::parse(&text).ok_or_else(|| what.into()));
    }
    let rules = JudgeOptions {
        opening: OpeningChoice::Open,
        ..JudgeOptions::default()
    };
    let verdict = Judge::new(rules).verdict(&Record::read(Format::Uhp, &text));
    let mut found = verdict.diagnostics.iter();
    Some(match found.find(|d| d.severity == Severity::Error) {
        Some(error) => Err(error.message.clone()),
        None => Ok(TreeStart::new(&verdict.game)),
    })
}

/// The line of plain Hive in a text as a list of moves that every reader of moves reads, such as `Base;wL;bL wL-`.
/// `None` if the text is not such a line.
pub fn line_of(text: &str) -> Option<String> {
    let (game_type, turns) = parts(text);
    let is_line = !turns.is_empty() && turns.iter().all(|turn| Spelling::parse(turn).is_some());
    let game_type = game_type.map_or_else(String::new, |game_type| format!("{game_type};"));
    is_line.then(|| format!("{game_type}{};", turns.join(";")))
}

/// The variant of a line of plain Hive, if it states one, and its turns.
fn parts(text: &str) -> (Option<GameType>, Vec<String>) {
    let mut stated = None;
    let mut all: Vec<String> = Vec::new();
    for entry in text.split([';', ',', '\n']).map(str::trim) {
        if entry.is_empty() || all.is_empty() && is_state(entry) {
            continue;
        }
        if all.is_empty()
            && stated.is_none()
            && let Ok(game_type) = entry.parse::<GameType>()
            && game_type.is_plain()
        {
            stated = Some(game_type);
            continue;
        }
        all.extend(turns(entry, all.len()));
    }
    // All places of the second ply are equivalent.
    if let [first, second, ..] = &mut all[..]
        && !second.contains(' ')
    {
        *second = format!("{second} {first}-");
    }
    (stated, all)
}

/// Whether an entry is the state or the turn of a GameString, which are between its type and its moves.
fn is_state(entry: &str) -> bool {
    entry.parse::<StatedResult>().is_ok() || entry.ends_with(']') && entry.contains('[')
}

/// The moves of an entry; `before` is how many came before it.
fn turns(entry: &str, before: usize) -> Vec<String> {
    let is_place = |word: &str| word.contains(['-', '/', '\\']);
    let words: Vec<&str> = entry.split_ascii_whitespace().collect();
    if let [_, on] = words[..]
        && before >= 2
        && !is_place(on)
    {
        // A climb: `wB1 bQ`.
        return vec![entry.to_owned()];
    }
    let mut turns: Vec<String> = Vec::new();
    for word in words {
        match turns.last_mut() {
            Some(turn) if is_place(word) && !turn.contains(' ') => {
                turn.push(' ');
                turn.push_str(word);
            }
            _ => turns.push(word.to_owned()),
        }
    }
    turns
}

/// The canonical key after each ply, the last also with the colours exchanged, and the number of bugs on the board
/// after the last.
fn play(game_type: GameType, written: &[Written]) -> Result<(Vec<u64>, u64, usize), String> {
    let mut replay = Replay::new(game_type, Opening::Open);
    let mut keys = Vec::new();
    let mut on_board = 0;
    for (ply, &turn) in written.iter().enumerate() {
        let refused = |why: String| format!("ply {} of the line: {why}", ply + 1);
        let side = replay.position().turn();
        if let Written::Put { piece, .. } = turn
            && piece.side() != side
            && ply < 2
        {
            return Err(refused(format!("it is {side}'s turn")));
        }
        let meaning = replay.meaning(turn).map_err(|f| refused(f.message))?;
        replay
            .check(meaning.mv)
            .map_err(|rule| refused(replay.fault(meaning.mv, rule).message))?;
        let enters = meaning
            .mv
            .piece()
            .is_some_and(|piece| !replay.position().is_on_board(piece));
        on_board += usize::from(enters);
        replay.play(meaning);
        keys.push(replay.position().canonical_key());
    }
    let swapped = Canonical::of_swapped(replay.position()).key();
    Ok((keys, swapped, on_board))
}
