//! An opening tree as a game with variations, and as lines for programs that play.

use std::cmp::Reverse;
use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    GameGroup, ListedPart, OpeningMove, OpeningNames, TreeListing, TreeStart, Trees, list_all,
    settle,
};
use skep_records::game::{Hive, PlayError};
use skep_records::notation::OpeningChoice;
use skep_records::record::{Record, StatedResult, Termination, TooManyVariations};
use skep_records::{Game, GameInPlay, JudgeOptions};
use skep_rules::counted;
use skep_rules::game::{Position as _, Side};
use skep_rules::hive::{self, Position};

/// A turn of a book for programs that play: what to play in a position, and how often games did.
#[derive(Clone, Debug, PartialEq)]
pub struct BookTurn {
    /// The position before the turn, as HOP without the mark of the piece that moved last.
    pub hop: String,
    /// The turn in canonical spelling, on the board of the HOP.
    pub turn: String,
    /// Games that played it when they first reached the position.
    pub played: u64,
    /// The score of the player to move from 0 to 1, among the games that reached the position after the turn.
    pub score: Option<f64>,
    /// The turns that lead to the position before the turn.
    pub line: Vec<String>,
}

/// The trees as games with variations, one for each tree: the most played move of each position is in the main line,
/// and the others are variations. Comments have the names of openings, the counts and White's score. Also returns the
/// number of trees that are left out: those of Hex-It, those that begin in a given position, and those of known hands
/// of Swarm.
///
/// Moves that current rules do not allow are left out.
///
/// # Errors
/// A tree has more variations than a record can hold.
pub fn book(
    trees: &Trees,
    starts: &[TreeStart],
    shown: ListedPart,
    names: &OpeningNames,
) -> Result<(Vec<Record>, u64), TooManyVariations> {
    let (mut records, mut left_out) = (Vec::new(), 0);
    for (group, tree) in &trees.0 {
        for (start, listing) in list_all(tree, starts, shown.seen_by(group.side)) {
            let game = start.game();
            if game.kind().is_hexit() || game.is_set_up() || start.is_dealt() {
                left_out += 1;
                continue;
            }
            records.push(record(&start, &listing, group, names)?);
        }
    }
    Ok((records, left_out))
}

/// The turns of plain Hive in the trees, with the positions before them. Of the games of one player, only the turns of
/// the player. Also returns the number of trees of other games, which are left out.
pub fn book_turns(trees: &Trees, starts: &[TreeStart], shown: ListedPart) -> (Vec<BookTurn>, u64) {
    let (mut turns, mut left_out) = (Vec::new(), 0);
    for (group, tree) in &trees.0 {
        for (start, listing) in list_all(tree, starts, shown.seen_by(group.side)) {
            if start.game().hive().is_none() {
                left_out += 1;
                continue;
            }
            // The positions before the current entry, one for each level.
            let mut before: Vec<Option<Before<'_>>> = Vec::new();
            for (i, entry) in listing.moves.iter().enumerate() {
                before.truncate(entry.level as usize);
                if let Some(Some(before)) = before.last()
                    && group.side.is_none_or(|side| side == before.position.turn())
                {
                    turns.extend(before.turn(entry));
                }
                // Most entries have no moves after them, and a HOP takes time.
                let next = listing.moves.get(i + 1);
                let has_moves = next.is_some_and(|next| next.level > entry.level);
                let position = has_moves.then(|| Before::new(&start, &entry.line));
                before.push(position.flatten());
            }
        }
    }
    (turns, left_out)
}

/// A position of plain Hive, as its HOP has it.
struct Before<'l> {
    hop: String,
    position: Position,
    line: &'l [String],
}

impl<'l> Before<'l> {
    /// The position after a line from the first position of a variant.
    fn new(start: &TreeStart, line: &'l [String]) -> Option<Before<'l>> {
        let mut game = start.game().clone();
        game.truncate(0);
        game.play(line.iter().map(String::as_str)).ok()?;
        // The piece that moved last depends on the order of the turns, and the tree does not tell orders apart.
        let hop = Game::of_state(&game.hop()?.replace('!', "")).ok()?.hop()?;
        // The board of the HOP can be turned, and its pieces can have other numbers.
        let position = Game::of_state(&hop).ok()?.hive()?.last_position();
        Some(Before {
            hop,
            position,
            line,
        })
    }

    /// The turn that leads to the position of an entry.
    fn turn(&self, entry: &OpeningMove) -> Option<BookTurn> {
        let leads = |mv: &_| {
            let mut after = self.position.clone();
            after.play_unchecked(*mv);
            settle::<Hive>(&mut after);
            after.canonical_key() == entry.key
        };
        let mv = self.position.legal_moves().into_iter().find(leads)?;
        Some(BookTurn {
            hop: self.hop.clone(),
            turn: self.position.spell(mv).to_string(),
            played: entry.played,
            score: entry.node.score.share(self.position.turn()),
            line: self.line.to_vec(),
        })
    }
}

/// A book for a program that plays: the turns that were played in positions of plain Hive.
///
/// ```
/// use skep_analysis::openings::PlayBook;
/// use skep_records::Game;
///
/// let book = PlayBook::parse("hop\tmove\tplayed\n,w\twL\t12\n,w\twS1\t30\n").unwrap();
/// let game = Game::of_variant("Base+MLP").unwrap();
/// let position = game.hive().unwrap().start();
/// let turn = book.choose(&position).unwrap();
/// use skep_rules::game::Position as _;
/// assert_eq!(position.spell(turn).to_string(), "wS1");
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlayBook {
    /// By the canonical keys of the positions before and after a turn: how often it was played.
    played: FxHashMap<(u64, u64), u64>,
}

/// A line of a book is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ParseBookError {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub what: String,
}

impl PlayBook {
    /// Reads a book: a line with the names of the columns, and a line for each turn. The columns `hop`, `move` and
    /// `played` are needed, in any order; others are ignored. Counts of equal turns add up.
    ///
    /// # Errors
    /// A column is missing, or a line has no position with a legal turn.
    pub fn parse(text: &str) -> Result<PlayBook, ParseBookError> {
        let fault = |line: usize, what: String| ParseBookError {
            line: line + 1,
            what,
        };
        let mut book = PlayBook::default();
        let mut lines = text.lines().enumerate();
        let head: Vec<&str> = lines
            .next()
            .map_or("", |(_, head)| head)
            .split('\t')
            .collect();
        let mut columns = [0; 3];
        for (column, name) in columns.iter_mut().zip(["hop", "move", "played"]) {
            let found = head.iter().position(|other| *other == name);
            *column = found.ok_or_else(|| fault(0, format!("no column {name}")))?;
        }
        for (i, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let cells: Vec<&str> = line.split('\t').collect();
            let [hop, turn, played] =
                columns.map(|column| cells.get(column).copied().unwrap_or(""));
            let played: u64 = (played.parse())
                .map_err(|_| fault(i, format!("`{played}` is not a number of games")))?;
            let mut game = Game::of_state(hop).map_err(|error| fault(i, error.to_string()))?;
            let key = |game: &Game| game.hive().map(|game| game.last_position().canonical_key());
            let before =
                key(&game).ok_or_else(|| fault(i, format!("`{hop}` is not plain Hive")))?;
            game.play([turn])
                .map_err(|error| fault(i, error.to_string()))?;
            let after = key(&game).unwrap_or_default();
            let count = book.played.entry((before, after)).or_default();
            *count = count.saturating_add(played);
        }
        Ok(book)
    }

    /// The most played turn of a position, in any orientation and with any numbers on equal bugs. Of turns that were
    /// played as often, the first by spelling.
    pub fn choose(&self, position: &Position) -> Option<hive::Move> {
        let played = self.known(position).map(|(mv, played)| {
            let spelled = position.spell(mv).to_string();
            (Reverse(played), spelled, mv)
        });
        let most = played.min_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        most.map(|(.., mv)| mv)
    }

    /// The turns of a position in the book, each with the number of games, in the order of the legal moves. If several
    /// turns lead to the same position, up to symmetry and equal bugs, only the first is listed.
    ///
    /// ```
    /// use skep_analysis::openings::PlayBook;
    /// use skep_records::Game;
    ///
    /// let book = PlayBook::parse("hop\tmove\tplayed\n,w\twL\t12\n,w\twS1\t30\n").unwrap();
    /// let game = Game::of_variant("Base+MLP").unwrap();
    /// let turns = book.turns(&game.hive().unwrap().start());
    /// let mut games: Vec<u64> = turns.iter().map(|(_, played)| *played).collect();
    /// games.sort_unstable();
    /// assert_eq!(games, [12, 30]);
    /// ```
    pub fn turns(&self, position: &Position) -> Vec<(hive::Move, u64)> {
        let mut seen = FxHashSet::default();
        let is_new = |(mv, _): &(hive::Move, u64)| seen.insert(key_after(position, *mv));
        self.known(position).filter(is_new).collect()
    }

    /// The legal moves in the book, each with the number of games.
    fn known(&self, position: &Position) -> impl Iterator<Item = (hive::Move, u64)> {
        let key = position.canonical_key();
        let moves = position.legal_moves().into_iter();
        moves.filter_map(move |mv| {
            let played = self.played.get(&(key, key_after(position, mv)))?;
            Some((mv, *played))
        })
    }
}

/// The canonical key of the position after a move.
fn key_after(position: &Position, mv: hive::Move) -> u64 {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after.canonical_key()
}

/// A tree that becomes a record.
struct BookGame<'a> {
    moves: &'a [OpeningMove],
    names: Vec<Option<&'a str>>,
    play: GameInPlay,
}

/// The record of a tree.
fn record(
    start: &TreeStart,
    listing: &TreeListing,
    group: &GameGroup,
    names: &OpeningNames,
) -> Result<Record, TooManyVariations> {
    let moves = &listing.moves;
    let mut play = GameInPlay::begin(&beginning(start.game()));
    let mut event = format!(
        "Openings of {}",
        counted(moves[0].node.reached(), "game", "games")
    );
    if let Some(title) = group.title() {
        event += &format!(": {}", title.replace(char::is_control, " "));
    }
    play.tags_mut().push("Event", event);
    if let Some(side) = group.side {
        play.tags_mut().push("Side", side.as_str());
    }
    play.end(StatedResult::InProgress, Termination::Unknown);
    let mut book = BookGame {
        moves,
        names: listing.names(start, names),
        play,
    };
    let line = start.line();
    let mut line = line.iter().map(|turn| book.play(turn));
    if line.all(|played| played == Ok(true)) {
        book.after(0)?;
    }
    Ok(book.play.record().0)
}

/// The first position of the variant of a game, by current rules. A queen may be placed first: a book holds what was
/// played.
fn beginning(game: &Game) -> Game {
    let current = Game::of_variant(game.variant()).unwrap_or_default();
    current.under(&JudgeOptions {
        opening: OpeningChoice::Open,
        ..JudgeOptions::default()
    })
}

impl BookGame<'_> {
    /// The moves after an entry that can be played.
    fn children(&self, entry: usize) -> Vec<usize> {
        let level = self.moves[entry].level;
        let later = self.moves.iter().enumerate().skip(entry + 1);
        let later = later.take_while(|(_, other)| other.level > level);
        let next = later.filter(|(_, other)| other.level == level + 1);
        let legal = next.filter(|(_, other)| other.spelling.is_some());
        legal.map(|(i, _)| i).collect()
    }

    /// Plays a turn. Returns false if current rules do not allow it.
    fn play(&mut self, turn: &str) -> Result<bool, TooManyVariations> {
        match self.play.play(turn) {
            Ok(()) => Ok(true),
            Err(PlayError::Illegal(_)) => Ok(false),
            Err(PlayError::TooManyVariations(limit)) => Err(limit),
        }
    }

    /// Plays the moves after an entry: the first continues the line, and the others are variations.
    fn after(&mut self, entry: usize) -> Result<(), TooManyVariations> {
        let plies = self.play.plies();
        for child in self.children(entry) {
            if self.turn(entry, child)? {
                self.after(child)?;
            }
            self.play.to(plies);
        }
        Ok(())
    }

    /// Plays the turn of an entry after another, and the passes after it. Returns false if current rules do not allow
    /// it.
    fn turn(&mut self, parent: usize, entry: usize) -> Result<bool, TooManyVariations> {
        let moves = self.moves;
        let mut turns = moves[entry]
            .spelling
            .as_deref()
            .unwrap_or_default()
            .split(';');
        if !self.play(turns.next().unwrap_or_default())? {
            return Ok(false);
        }
        self.play.comment(self.words(parent, entry));
        for pass in turns {
            self.play(pass)?;
        }
        Ok(true)
    }

    /// The name of the opening if it begins here, the counts and White's score.
    fn words(&self, parent: usize, entry: usize) -> String {
        let found = &self.moves[entry];
        let known = self.names[parent];
        let mut comment = match self.names[entry].filter(|name| Some(*name) != known) {
            // A brace would end a comment of PGN.
            Some(name) => format!("{}: ", name.replace(['{', '}'], "")),
            None => String::new(),
        };
        let score = found.node.score;
        // Writing to a string cannot fail.
        let _ = write!(
            comment,
            "played {}, reached {}",
            found.played,
            score.games()
        );
        if let (Some(share), Some(limits)) = (score.share(Side::White), score.interval(Side::White))
        {
            let percent = |share: f64| share * 100.0;
            let _ = write!(
                comment,
                ", White {:.1} % ({:.0}–{:.0})",
                percent(share),
                percent(limits.low),
                percent(limits.high)
            );
        }
        if let Some(same) = found.same_as {
            let _ = write!(comment, "; goes on as {}", self.moves[same].line.join(";"));
        }
        comment
    }
}
