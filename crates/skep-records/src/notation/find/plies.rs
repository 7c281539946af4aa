//! Tables with a row or a column for each ply.
//!
//! The rows of a game may come in any order, with rows of other games between them: they are kept until the table ends.

use rustc_hash::FxHashMap;

use super::GameInText;
use super::rows::{self, GameValue, Members};
use crate::diag::{Code, Diagnostic};
use crate::notation::beside::{NameMeaning, Named, plain};
use crate::notation::value;
use crate::record::StatedResult;
use skep_rules::counted;
use skep_rules::hive::Spelling;

// Names of columns, without blanks and punctuation, in the order in which they are looked for.
const MOVE: [&str; 11] = [
    "move",
    "movetext",
    "movestring",
    "moveuhp",
    "uhpmove",
    "plymove",
    "movenotation",
    "notation",
    "played",
    "action",
    "text",
];
const PIECE: [&str; 6] = ["piece", "bug", "tile", "piecename", "movedpiece", "moved"];
const PLACE: [&str; 7] = [
    "place",
    "to",
    "destination",
    "target",
    "position",
    "location",
    "where",
];
const SIDES: [[&str; 2]; 4] = [
    ["whitemove", "blackmove"],
    ["movewhite", "moveblack"],
    ["white", "black"],
    ["w", "b"],
];
const NUMBER: [&str; 24] = [
    "ply",
    "plynumber",
    "plyno",
    "plynum",
    "plyindex",
    "halfmove",
    "movenumber",
    "moveno",
    "movenum",
    "moveindex",
    "turn",
    "turnnumber",
    "turnno",
    "turnnum",
    "round",
    "number",
    "no",
    "nr",
    "num",
    "seq",
    "sequence",
    "index",
    "step",
    "n",
];
const SIDE: [&str; 8] = [
    "side",
    "color",
    "colour",
    "player",
    "playercolor",
    "turn",
    "tomove",
    "who",
];
const GAME: [&str; 13] = [
    "gameid",
    "game",
    "gamenumber",
    "gameno",
    "gameindex",
    "gamename",
    "gameuuid",
    "nanoid",
    "matchid",
    "match",
    "tableid",
    "uuid",
    "id",
];
const COMMENT: [&str; 5] = ["comment", "comments", "annotation", "note", "remark"];

/// The most bytes of rows that are kept.
const MOST_KEPT: usize = 32 << 20;

/// The most plies of a game.
const MOST_PLIES: usize = 10_000;

/// What a row needs beside its texts, in bytes.
const ROW: usize = 80;

/// What a game needs beside its rows, in bytes.
const GAME_SIZE: usize = 400;

/// The longest text that is looked at as a move, in bytes.
const LONGEST_MOVE: usize = 24;

/// Whether a text is one move.
fn is_move(text: &str) -> bool {
    (2..=LONGEST_MOVE).contains(&text.len()) && Spelling::parse(text.trim()).is_some()
}

/// Whether a move is the first of a game.
fn is_first(text: &str) -> bool {
    value::begins_game([text].into_iter())
}

/// Whether a name is one of these.
fn is_named(name: &str, wanted: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    plain(name) == wanted || plain(last) == wanted
}

/// The column of a row with the first of these names, if its value fits.
fn column(row: &[Named<'_>], names: &[&str], fits: impl Fn(&str) -> bool) -> Option<String> {
    let named = |wanted: &&str| {
        row.iter()
            .find(|(name, value)| is_named(name, wanted) && fits(value))
    };
    names
        .iter()
        .find_map(named)
        .map(|(name, _)| (*name).to_owned())
}

fn cell<'a>(row: &[Named<'a>], name: &str) -> Option<&'a str> {
    let found = row.iter().find(|(own, _)| *own == name);
    found.map(|(_, value)| value.trim())
}

/// The number of a ply or a turn, and the side that may follow it: `3`, `3.0`, `3.`, `2b`, `2...`.
fn number(text: &str) -> Option<(i64, Option<usize>)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let number = text[..end].parse().ok()?;
    match &*text[end..].trim().to_ascii_lowercase() {
        "" | "." | ".0" => Some((number, None)),
        "w" | "a" => Some((number, Some(0))),
        "b" | "..." | "…" => Some((number, Some(1))),
        _ => None,
    }
}

/// The side of a text: 0 for White, 1 for Black.
fn side(text: &str) -> Option<usize> {
    match &*plain(text) {
        "white" | "w" => Some(0),
        "black" | "b" => Some(1),
        _ => None,
    }
}

/// Where the moves of a row stand.
#[derive(Debug)]
enum MoveColumns {
    Text(String),
    /// The piece; its place stands in another column.
    Piece(String),
    /// A move of each side.
    Sides([String; 2]),
}

/// The names of the columns of a table with rows of plies.
#[derive(Debug)]
struct PlyTableColumns {
    moves: MoveColumns,
    game: Option<String>,
    number: Option<String>,
    side: Option<String>,
}

impl PlyTableColumns {
    /// The columns of a table, by a row with a move.
    fn of(row: &[Named<'_>]) -> Option<PlyTableColumns> {
        let sides = || {
            SIDES.iter().find_map(|names| {
                let [white, black] =
                    names.map(|name| column(row, &[name], |text| text.is_empty() || is_move(text)));
                let white = white.filter(|name| cell(row, name).is_some_and(is_move))?;
                Some(MoveColumns::Sides([white, black?]))
            })
        };
        let moves = column(row, &MOVE, is_move)
            .map(MoveColumns::Text)
            .or_else(|| column(row, &PIECE, is_move).map(MoveColumns::Piece))
            .or_else(sides)?;
        Some(PlyTableColumns {
            moves,
            game: column(row, &GAME, |text| !text.is_empty()),
            number: column(row, &NUMBER, |text| number(text.trim()).is_some()),
            side: column(row, &SIDE, |text| side(text).is_some()),
        })
    }

    /// Whether a row has these columns.
    fn fit(&self, row: &[Named<'_>]) -> bool {
        let own = match &self.moves {
            MoveColumns::Text(name) | MoveColumns::Piece(name) | MoveColumns::Sides([name, _]) => {
                name
            }
        };
        let others = [&self.game, &self.number].into_iter().flatten();
        others.chain([own]).all(|name| cell(row, name).is_some())
    }

    /// The moves of a row, with a side if it is known.
    fn moves(&self, row: &[Named<'_>]) -> Vec<(Option<usize>, String)> {
        let text = |name| cell(row, name).filter(|text| !text.is_empty());
        match &self.moves {
            MoveColumns::Text(name) => text(name)
                .map(|text| (None, text.to_owned()))
                .into_iter()
                .collect(),
            MoveColumns::Piece(name) => {
                let place = column(row, &PLACE, |_| true);
                let place = place.as_deref().and_then(text).unwrap_or_default();
                let whole = |piece: &str| (None, format!("{piece} {place}").trim().to_owned());
                text(name).map(whole).into_iter().collect()
            }
            MoveColumns::Sides(names) => {
                let moves = names.iter().enumerate();
                moves
                    .filter_map(|(side, name)| Some((Some(side), text(name)?.to_owned())))
                    .collect()
            }
        }
    }

    /// The game of a row, the number of its ply or turn, and its side.
    fn place_of(&self, row: &[Named<'_>]) -> (String, Option<i64>, Option<usize>) {
        let text = |name: &Option<String>| name.as_deref().and_then(|name| cell(row, name));
        let key = text(&self.game).unwrap_or_default().to_owned();
        let (number, mark) = text(&self.number).and_then(number).unzip();
        let side = text(&self.side).and_then(side);
        (key, number, side.or(mark.flatten()))
    }

    /// The columns of the plies of a game, and what each is.
    fn explained(&self, game: &PlyGame) -> Members {
        let mut told = Members::new();
        let mut tell = |name: &Option<String>, what: &str| {
            told.extend(name.iter().map(|name| (name.clone(), what.to_owned())));
        };
        match &self.moves {
            MoveColumns::Text(name) => tell(&Some(name.clone()), "moves: a row for each ply"),
            MoveColumns::Piece(name) => {
                tell(&Some(name.clone()), "the piece of a ply");
                tell(&game.place_column, "the place to which the piece goes");
            }
            MoveColumns::Sides([white, black]) => {
                tell(&Some(white.clone()), "the moves of White");
                tell(&Some(black.clone()), "the moves of Black");
            }
        }
        tell(&self.game, "the game to which a row belongs");
        tell(&self.number, "the number of the ply or turn");
        tell(&self.side, "the side that moves");
        tell(&game.comment_column, "the comment on the ply");
        told
    }

    /// Whether a column is read apart from the values beside the game.
    fn has(&self, name: &str) -> bool {
        let known = [&self.game, &self.number, &self.side].into_iter().flatten();
        known.into_iter().any(|own| own == name)
            || match &self.moves {
                MoveColumns::Text(own) => own == name,
                MoveColumns::Piece(own) => {
                    own == name || PLACE.iter().any(|place| is_named(name, place))
                }
                MoveColumns::Sides(own) => own.iter().any(|own| own == name),
            }
    }
}

/// A ply of a row.
#[derive(Debug)]
struct RowPly {
    /// The number of its row in the rows of the game.
    row: u32,
    number: i64,
    side: Option<usize>,
    text: String,
    comment: Option<String>,
}

/// The values of a column in the rows of a game.
#[derive(Debug, Default)]
struct BesideColumn {
    name: String,
    /// The first values that are not equal.
    values: Vec<String>,
    /// The row and the number of its value in `values`, or of none of them.
    rows: Vec<(u32, usize)>,
    last: Option<String>,
}

impl BesideColumn {
    /// The most values that are kept.
    const MOST: usize = 3;

    fn add(&mut self, row: u32, value: &str) {
        let at = self.values.iter().position(|own| own == value);
        let at = at.unwrap_or_else(|| {
            if self.values.len() < BesideColumn::MOST {
                self.values.push(value.to_owned());
            } else {
                self.last = Some(value.to_owned());
            }
            self.values.len() - 1
        });
        if self.values.len() < BesideColumn::MOST {
            self.rows.push((row, at));
        }
    }

    /// The values of White's and Black's rows, if those of each side are equal.
    fn of_sides(&self, side_of: &FxHashMap<u32, usize>) -> Option<[&str; 2]> {
        let [first, second] = &self.values[..] else {
            return None;
        };
        let side = |row: &u32| side_of.get(row).copied();
        let white = self
            .rows
            .first()
            .and_then(|(row, at)| Some(side(row)? ^ at))?;
        let is_own = |(row, at): &(u32, usize)| side(row).is_none_or(|side| side ^ at == white);
        let own = if white == 0 {
            [first, second]
        } else {
            [second, first]
        };
        self.rows
            .iter()
            .all(is_own)
            .then(|| own.map(String::as_str))
    }

    /// Adds what they say about the game. Returns the name if that is not clear.
    fn end(mut self, side_of: &FxHashMap<u32, usize>, members: &mut Members) -> Option<String> {
        let sides = ["white", "black"].map(|side| format!("{side} {}", self.name));
        let is_known = |name: &String| NameMeaning::of_name(name) != NameMeaning::Other;
        if self.values.len() == 1 {
            members.push((self.name, self.values.swap_remove(0)));
            return None;
        }
        if let Some(own) = self
            .of_sides(side_of)
            .filter(|_| sides.iter().all(is_known))
        {
            members.extend(sides.into_iter().zip(own.map(str::to_owned)));
            return None;
        }
        match NameMeaning::of_name(&self.name) {
            // It is known at the end.
            NameMeaning::Result => {
                let last = self.last.or_else(|| self.values.pop());
                members.extend(last.map(|last| (self.name, last)));
                None
            }
            NameMeaning::Moment => {
                members.push((self.name.clone(), self.values.swap_remove(0)));
                Some(self.name)
            }
            _ => Some(self.name),
        }
    }
}

/// The rows of a game so far.
#[derive(Debug, Default)]
struct PlyGame {
    key: String,
    plies: Vec<RowPly>,
    values: Vec<BesideColumn>,
    /// The columns with places of pieces, and with comments.
    place_column: Option<String>,
    comment_column: Option<String>,
    /// How many plies have each number.
    numbers: FxHashMap<i64, usize>,
    has_first: bool,
    /// The number of rows.
    rows: u32,
    place: (u64, u64),
    /// The number of the last row, of all rows.
    last: u64,
    weight: usize,
}

impl PlyGame {
    /// Whether a move is not of this game, but begins another: the table does not name its games, or has a game twice.
    fn ends_before(&self, number: Option<i64>, text: &str) -> bool {
        let is_again = self.plies.last().is_some_and(|last| last.text == text);
        let count = number.and_then(|number| self.numbers.get(&number)).copied();
        let is_full = || count.unwrap_or(0) >= each(&self.plies) && self.plies.len() > 1;
        self.plies.len() >= MOST_PLIES
            || self.has_first && is_first(text) && !is_again
            || self.key.is_empty() && !is_again && is_full()
    }

    /// Adds the moves of a row, its comment to the last of them, and the values beside them.
    fn add_row(
        &mut self,
        row: &[Named<'_>],
        columns: &PlyTableColumns,
        moves: Vec<(Option<usize>, String)>,
        (number, stated): (Option<i64>, Option<usize>),
    ) {
        let mut comment = column(row, &COMMENT, |text| !text.is_empty());
        if self.comment_column.is_none() {
            self.comment_column.clone_from(&comment);
        }
        if self.rows == 0 && matches!(columns.moves, MoveColumns::Piece(_)) {
            self.place_column = column(row, &PLACE, |_| true);
        }
        for (name, value) in row {
            let is_beside =
                !columns.has(name) && !value.is_empty() && comment.as_deref() != Some(name);
            if is_beside {
                self.add_value(name, value.trim());
            }
        }
        let last = moves.len().saturating_sub(1);
        for (at, (own, text)) in moves.into_iter().enumerate() {
            let comment = comment
                .take_if(|_| at == last)
                .and_then(|name| cell(row, &name));
            self.push(number, own.or(stated), text, comment.map(str::to_owned));
        }
        self.rows += 1;
    }

    fn push(
        &mut self,
        number: Option<i64>,
        side: Option<usize>,
        text: String,
        comment: Option<String>,
    ) {
        let at = i64::try_from(self.plies.len()).unwrap_or(i64::MAX);
        let number = number.unwrap_or(at);
        *self.numbers.entry(number).or_default() += 1;
        self.has_first |= is_first(&text);
        self.weight += ROW + text.len() + comment.as_ref().map_or(0, String::len);
        let row = self.rows;
        self.plies.push(RowPly {
            row,
            number,
            side,
            text,
            comment,
        });
    }

    fn add_value(&mut self, name: &str, value: &str) {
        let at = self.values.iter().position(|values| values.name == name);
        let at = at.unwrap_or_else(|| {
            let name = name.to_owned();
            self.weight += ROW + name.len() + 4 * value.len();
            self.values.push(BesideColumn {
                name,
                ..BesideColumn::default()
            });
            self.values.len() - 1
        });
        self.weight += size_of::<(u32, usize)>();
        self.values[at].add(self.rows, value);
    }

    /// Sorts the plies, and removes those whose number is taken. Returns whether they were not in order, and how many
    /// were removed.
    fn sort(&mut self) -> (bool, usize) {
        let key = |ply: &RowPly| (ply.number, ply.side);
        let is_sorted = self.plies.is_sorted_by_key(key);
        self.plies.sort_by_key(key);
        let (each, before) = (each(&self.plies), self.plies.len());
        let (mut number, mut count) = (None, 0);
        self.plies.retain(|ply| {
            count = if number == Some(ply.number) {
                count + 1
            } else {
                1
            };
            number = Some(ply.number);
            count <= each
        });
        (!is_sorted, before - self.plies.len())
    }

    /// The sides of the rows of the sorted plies.
    fn sides(&self) -> FxHashMap<u32, usize> {
        let first = self.plies.first().map_or(0, |ply| ply.number);
        let is_of_turn = each(&self.plies) > 1;
        let side = |(at, ply): (usize, &RowPly)| {
            let is_odd = if is_of_turn {
                at % 2 == 1
            } else {
                (ply.number - first) % 2 != 0
            };
            (ply.row, ply.side.unwrap_or(usize::from(is_odd)))
        };
        self.plies.iter().enumerate().map(side).collect()
    }

    fn begins(&self) -> bool {
        value::begins_game(self.plies.iter().map(|ply| &*ply.text))
    }

    /// Whether it is a game of two plies and more: the second has a place.
    fn is_game(&self) -> bool {
        let mut plies: Vec<&RowPly> = self.plies.iter().collect();
        plies.sort_by_key(|ply| (ply.number, ply.side));
        let is_placed = plies.get(1).is_some_and(|second| second.text.contains(' '));
        is_placed && value::begins_game(plies.iter().map(|ply| &*ply.text))
    }

    /// The number of the first ply that no row has.
    fn gap(&self) -> Option<i64> {
        let first = self.plies.first().map(|ply| ply.number)?;
        let each = i64::try_from(each(&self.plies)).unwrap_or(1);
        let is_after = |(at, ply): &(i64, &RowPly)| ply.number > first + at / each;
        (0..)
            .zip(&self.plies)
            .find(is_after)
            .map(|(at, _)| first + at / each)
    }

    /// What is said about the rows.
    fn findings(
        &self,
        (was_sorted, doubled): (bool, usize),
        left_out: &[String],
    ) -> Vec<Diagnostic> {
        let mut said = Vec::new();
        if was_sorted {
            said.push(
                "the rows of this game are not in order; skep sorted them by their numbers"
                    .to_owned(),
            );
        }
        if !self.begins() {
            said.push("no row has the first ply of this game".to_owned());
        } else if let Some(gap) = self.gap() {
            said.push(format!("no row of this game has the number {gap}"));
        }
        if doubled > 0 {
            let rows = counted(doubled as u64, "row", "rows");
            said.push(format!(
                "left out {rows} with the number of another row of this game"
            ));
        }
        if !left_out.is_empty() {
            let names = left_out.join("`, `");
            said.push(format!(
                "left out the values of `{names}`, which are not the same in all rows of this game"
            ));
        }
        said.into_iter()
            .map(|text| Diagnostic::new(Code::LeftOut, text))
            .collect()
    }

    /// Takes the word about the end of the game that stands in the place of a move.
    fn take_ending(&mut self, members: &mut Members) {
        let is_result = |ply: &RowPly| ply.text.parse::<StatedResult>().is_ok();
        let is_word =
            |ply: &RowPly| ply.text.chars().all(char::is_alphabetic) && !is_move(&ply.text);
        let Some(last) = self.plies.pop_if(|ply| is_result(ply) || is_word(ply)) else {
            return;
        };
        let name = if is_result(&last) {
            "result"
        } else {
            "termination"
        };
        members.push((name.to_owned(), last.text));
    }

    fn emit(mut self, columns: &PlyTableColumns, outer: &Members, games: &mut Vec<GameInText>) {
        let sorted = self.sort();
        let side_of = self.sides();
        let mut members = Members::new();
        if let Some(name) = &columns.game {
            let is_tag = matches!(NameMeaning::of_name(name), NameMeaning::Tag(_));
            let name = if is_tag { name } else { "game_id" };
            members.push((name.to_owned(), std::mem::take(&mut self.key)));
        }
        let values = std::mem::take(&mut self.values);
        let ended = values
            .into_iter()
            .filter_map(|values| values.end(&side_of, &mut members));
        let left_out: Vec<String> = ended.collect();
        self.take_ending(&mut members);
        let has_comments = self.plies.iter().any(|ply| ply.comment.is_some());
        let moves = self.plies.iter().map(|ply| match &ply.comment {
            Some(comment) => serde_json::json!({"move": ply.text, "comment": comment}),
            None if has_comments => serde_json::json!({"move": ply.text}),
            None => ply.text.as_str().into(),
        });
        let json = serde_json::Value::Array(moves.collect()).to_string();
        let mut game = GameValue::new("moves", json, self.place);
        game.columns = columns.explained(&self);
        let findings = self.findings(sorted, &left_out);
        rows::emit(vec![game], &members, outer, &findings, games);
    }
}

/// How many plies have the same number: two if the rows count turns.
fn each(plies: &[RowPly]) -> usize {
    match plies {
        [first, second, ..] if first.number == second.number && first.text != second.text => 2,
        _ => 1,
    }
}

/// The games of a table with rows of plies, or columns of plies.
#[derive(Debug, Default)]
pub(super) struct PlyTable {
    columns: Option<PlyTableColumns>,
    games: Vec<PlyGame>,
    /// Where the open game of each name is in `games`.
    open: FxHashMap<String, usize>,
    /// Whether a game of two plies and more was among the rows.
    has_games: bool,
    /// The number of rows so far.
    count: u64,
    weight: usize,
    /// The names of the last row without moves of its own, and the columns that have plies.
    wide: (Vec<String>, Vec<usize>),
}

impl PlyTable {
    /// Adds the games of a row, which may be a part of one. Returns whether it is.
    pub(super) fn row(
        &mut self,
        names: &[String],
        cells: &[impl AsRef<str>],
        mut place: impl FnMut(usize) -> (u64, u64),
        games: &mut Vec<GameInText>,
    ) -> bool {
        rows::emit_row(names, cells, &mut place, games)
            || self.plies(names, cells, || place(0), games)
    }

    /// Adds the game of a row that has a column for each ply, or takes a row of plies.
    pub(super) fn plies(
        &mut self,
        names: &[String],
        cells: &[impl AsRef<str>],
        place: impl FnOnce() -> (u64, u64),
        games: &mut Vec<GameInText>,
    ) -> bool {
        let cells = cells.iter().map(AsRef::as_ref);
        // The last row of a game may have its result only.
        if self.columns.is_none() && !cells.clone().any(is_move) {
            return false;
        }
        let row: Vec<Named<'_>> = names.iter().map(String::as_str).zip(cells).collect();
        if let Some(moves) = self.wide_moves(names, &row) {
            emit_wide(&row, &moves, &Members::new(), place(), games);
            return true;
        }
        self.take(&row, place, games)
    }

    /// Like [`PlyTable::plies`], for the members of an object.
    pub(super) fn members(
        &mut self,
        members: &Members,
        outer: impl FnOnce() -> Members,
        place: (u64, u64),
        games: &mut Vec<GameInText>,
    ) -> bool {
        if self.columns.is_none() && !members.iter().any(|(_, value)| is_move(value)) {
            return false;
        }
        let row = members.iter().map(|(name, value)| (&**name, &**value));
        let row: Vec<Named<'_>> = row.collect();
        let names: Vec<String> = members.iter().map(|(name, _)| name.clone()).collect();
        if let Some(moves) = self.wide_moves(&names, &row) {
            emit_wide(&row, &moves, &outer(), place, games);
            return true;
        }
        self.take(&row, || place, games)
    }

    /// The columns of the moves of a row with a column for each ply.
    fn wide_moves(&mut self, names: &[String], row: &[Named<'_>]) -> Option<Vec<usize>> {
        if self.wide.0 != names {
            self.wide = (names.to_vec(), wide(names).unwrap_or_default());
        }
        let mut moves: Vec<usize> = self
            .wide
            .1
            .iter()
            .copied()
            .filter(|&at| at < row.len())
            .collect();
        let text = |at: &usize| row[*at].1.trim();
        while moves.pop_if(|at| text(at).is_empty()).is_some() {}
        // Columns without names have numbers, also those before the moves.
        let start = moves.iter().position(|at| is_first(text(at)))?;
        let is_numbered = names[moves[0]].bytes().all(|b| b.is_ascii_digit());
        if start > 0 && !is_numbered {
            return None;
        }
        moves.drain(..start);
        let begins = value::begins_game(moves.iter().map(|at| row[*at].1.trim()));
        (begins && (moves.len() > 1 || !is_numbered)).then_some(moves)
    }

    /// Takes a row with a ply, or with a ply of each side. Returns false if it has none.
    fn take(
        &mut self,
        row: &[Named<'_>],
        place: impl FnOnce() -> (u64, u64),
        games: &mut Vec<GameInText>,
    ) -> bool {
        if !self
            .columns
            .as_ref()
            .is_some_and(|columns| columns.fit(row))
        {
            let has_move = row.iter().any(|(_, value)| is_move(value));
            let Some(columns) = has_move.then(|| PlyTableColumns::of(row)).flatten() else {
                return false;
            };
            self.end(&Members::new(), games);
            self.columns = Some(columns);
        }
        let Some(columns) = &self.columns else {
            return false;
        };
        let moves = columns.moves(row);
        let (key, number, stated) = columns.place_of(row);
        let begins = moves.first().is_some_and(|(_, text)| is_move(text));
        let key = self.without_row_ids(key, &moves);
        let open = self.open.get(&key).copied();
        let Some(columns) = self.columns.as_ref().filter(|_| begins || open.is_some()) else {
            return false;
        };
        let ends = |at: &usize| {
            moves
                .first()
                .is_some_and(|(_, text)| self.games[*at].ends_before(number, text))
        };
        let at = open.filter(|at| !ends(at)).unwrap_or_else(|| {
            self.open.insert(key.clone(), self.games.len());
            self.weight += GAME_SIZE + 2 * key.len();
            self.games.push(PlyGame {
                key,
                place: place(),
                ..PlyGame::default()
            });
            self.games.len() - 1
        });
        let game = &mut self.games[at];
        self.count += 1;
        game.last = self.count;
        let before = game.weight;
        game.add_row(row, columns, moves, (number, stated));
        self.weight += game.weight - before;
        if self.weight > MOST_KEPT {
            self.emit_oldest(games);
        }
        true
    }

    /// The name of the game of a row. A column `id` may have the numbers of the rows: then it goes on with another
    /// number, and not with the first move of a game.
    fn without_row_ids(&mut self, key: String, moves: &[(Option<usize>, String)]) -> String {
        let Some(columns) = self.columns.as_mut().filter(|_| self.count == 1) else {
            return key;
        };
        let is_id = columns
            .game
            .as_ref()
            .is_some_and(|name| is_named(name, "id") && !is_named(name, "gameid"));
        let goes_on = moves.first().is_some_and(|(_, text)| !is_first(text));
        let [game] = &mut self.games[..] else {
            return key;
        };
        if !is_id || !goes_on || game.key == key {
            return key;
        }
        columns.game = None;
        game.key.clear();
        self.open = FxHashMap::from_iter([(String::new(), 0)]);
        String::new()
    }

    /// The number of rows so far.
    pub(super) const fn rows(&self) -> u64 {
        self.count
    }

    /// Whether the rows are of more than one game.
    pub(super) fn has_several(&self) -> bool {
        self.open.len() > 1
    }

    /// Forgets the rows.
    pub(super) fn clear(&mut self) {
        *self = PlyTable::default();
    }

    /// Ends the table, and adds its games. It has none if no row goes on with a game.
    pub(super) fn end(&mut self, outer: &Members, games: &mut Vec<GameInText>) {
        let own = std::mem::take(&mut self.games);
        self.emit(own, outer, games);
        self.clear();
    }

    /// Adds the games whose last rows are the farthest, up to half of what is kept.
    fn emit_oldest(&mut self, games: &mut Vec<GameInText>) {
        let mut own = std::mem::take(&mut self.games);
        let mut lasts: Vec<(u64, usize)> =
            own.iter().map(|game| (game.last, game.weight)).collect();
        lasts.sort_unstable();
        let mut left = self.weight;
        let oldest = lasts.into_iter().take_while(|(_, weight)| {
            let goes = left > MOST_KEPT / 2;
            left = left.saturating_sub(weight + GAME_SIZE);
            goes
        });
        let until = oldest.last().map_or(0, |(last, _)| last);
        let done = own.extract_if(.., |game| game.last <= until).collect();
        self.emit(done, &Members::new(), games);
        self.open = own
            .iter()
            .enumerate()
            .map(|(at, game)| (game.key.clone(), at))
            .collect();
        self.weight = own
            .iter()
            .map(|game| game.weight + GAME_SIZE + 2 * game.key.len())
            .sum();
        self.games = own;
    }

    fn emit(&mut self, own: Vec<PlyGame>, outer: &Members, games: &mut Vec<GameInText>) {
        let Some(columns) = &self.columns else { return };
        self.has_games |= own.iter().any(PlyGame::is_game);
        for game in own
            .into_iter()
            .filter(|game| self.has_games && !game.plies.is_empty())
        {
            game.emit(columns, outer, games);
        }
    }
}

/// Adds the game of a row whose cells at these places are its moves.
fn emit_wide(
    row: &[Named<'_>],
    moves: &[usize],
    outer: &Members,
    place: (u64, u64),
    games: &mut Vec<GameInText>,
) {
    let is_beside =
        |(at, (_, value)): &(usize, &Named<'_>)| !value.is_empty() && !moves.contains(at);
    let members = row.iter().enumerate().filter(is_beside);
    let members: Vec<Named<'_>> = members.map(|(_, named)| *named).collect();
    let texts: Vec<&str> = moves.iter().map(|&at| row[at].1.trim()).collect();
    let json = serde_json::to_string(&texts).unwrap_or_default();
    let mut game = GameValue::new("moves", json, place);
    let ends = moves.first().zip(moves.last());
    let named = ends.map(|(first, last)| format!("{}, ..., {}", row[*first].0, row[*last].0));
    let told = named.map(|names| (names, "moves: a column for each ply".to_owned()));
    game.columns.extend(told);
    rows::emit(vec![game], &members, outer, &[], games);
}

/// The columns of a table with a column for each ply, in order: `move1`, `move2`; `1`, `2`; `w1`, `b1`, `w2`, `b2`.
fn wide(names: &[String]) -> Option<Vec<usize>> {
    const STEMS: [&str; 7] = ["", "move", "ply", "m", "turn", "halfmove", "mv"];
    let of_ply = |(at, name): (usize, &String)| {
        let name = plain(name);
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        let stem = name.replacen(&digits, "", 1);
        let number: u32 = digits.parse().ok()?;
        let side = match &*stem {
            "w" | "white" => Some(0),
            "b" | "black" => Some(1),
            stem if stem.contains("white") => Some(0),
            stem if stem.contains("black") => Some(1),
            _ => None,
        };
        let stem = stem.replacen(["white", "black"][side.unwrap_or(0)], "", 1);
        let is_side = side.is_some() && stem.len() == 1;
        let is_stem = is_side || STEMS.contains(&&*stem);
        is_stem.then_some((if is_side { String::new() } else { stem }, side, number, at))
    };
    let mut columns: Vec<_> = names.iter().enumerate().filter_map(of_ply).collect();
    columns.sort_by_key(|(_, side, number, _)| (*number, *side));
    let (stem, side, first, _) = columns.first()?.clone();
    columns.retain(|(own, own_side, ..)| *own == stem && own_side.is_some() == side.is_some());
    let each = if side.is_some() { 2 } else { 1 };
    let is_next =
        |(at, column): &(u32, &(String, Option<usize>, u32, usize))| column.2 == first + at / each;
    let run = (0..).zip(&columns).take_while(is_next).count();
    let columns = columns.into_iter().take(run).map(|(.., at)| at);
    (run > 1 && first < 2).then(|| columns.collect())
}
