//! The rows of the exported tables: one per game, and one per ply.

use super::Kind::{Int, Text};
use super::{Column, ExportValue, Kind};
use skep_analysis::Facts;
use skep_analysis::openings::Names;
use skep_collection::GameText;
use skep_records::game::{Hive, HiveTracker, MoveCells, Tracker as _};
use skep_records::{Played, Rules, Verdict, each_game};
use skep_rules::closed_list;
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::Hex;
use skep_rules::hive;

closed_list! {
    /// The tables with a row per game and a row per ply.
    pub enum Exported: "table" {
        Games = "games",
        Plies = "plies",
    }
}

impl Exported {
    /// The columns except variant and month, which partition the rows.
    pub fn columns(self) -> Vec<Column> {
        let columns: &[(&'static str, Kind)] = match self {
            Exported::Games => &[
                ("number", Int),
                ("path", Text),
                ("entry", Text),
                ("index", Int),
                ("notation", Text),
                ("game", Text),
                ("date", Text),
                ("white", Text),
                ("black", Text),
                ("white_elo", Int),
                ("black_elo", Int),
                ("event", Text),
                ("event_kind", Text),
                ("site", Text),
                ("time_control", Text),
                ("status", Text),
                ("result", Text),
                ("stated_result", Text),
                ("board_result", Text),
                ("termination", Text),
                ("plies", Int),
                ("opening", Text),
            ],
            Exported::Plies => &[
                ("number", Int),
                ("ply", Int),
                ("side", Text),
                ("move", Text),
                ("piece", Text),
                ("from_q", Int),
                ("from_r", Int),
                ("to_q", Int),
                ("to_r", Int),
                ("key", Text),
            ],
        };
        let columns = columns.iter();
        columns.map(|&(name, kind)| Column { name, kind }).collect()
    }
}

/// The rows of one game. The first cell of each, the number of the game, is filled in later.
pub struct Rows {
    pub variant: Option<String>,
    pub month: Option<String>,
    /// By the requested tables.
    pub tables: Vec<Vec<Vec<ExportValue>>>,
}

impl Rows {
    /// The rows of a game that was judged.
    pub fn of(tables: &[Exported], facts: &Facts<'_>, game: &GameText<'_>, names: &Names) -> Rows {
        let rows = |table: &Exported| match table {
            Exported::Games => vec![game_row(facts, game, names)],
            Exported::Plies => facts.verdict().map_or_else(Vec::new, plies),
        };
        Rows {
            variant: facts.variant().map(str::to_owned),
            month: (facts.date().and_then(|d| d.to_month())).map(|m| m.to_string()),
            tables: tables.iter().map(rows).collect(),
        }
    }
}

fn game_row(facts: &Facts<'_>, game: &GameText<'_>, names: &Names) -> Vec<ExportValue> {
    let text = |text: Option<&str>| ExportValue::from(text.map(str::to_owned));
    vec![
        ExportValue::Missing,
        game.source.path.to_string().into(),
        text(game.source.entry.as_deref()),
        game.index.into(),
        facts.record().format.as_str().into(),
        facts.game().as_str().into(),
        facts.date().map(|d| d.to_string()).into(),
        text(facts.player(Side::White)),
        text(facts.player(Side::Black)),
        facts.rating(Side::White).into(),
        facts.rating(Side::Black).into(),
        text(facts.event()),
        facts.event_kind().map(|k| k.as_str()).into(),
        text(facts.site()),
        text(facts.time_control()),
        facts.status().map(|s| s.as_str()).into(),
        facts.result().map(|r| r.as_str()).into(),
        facts.stated().as_str().into(),
        facts.board().map(|r| r.as_str()).into(),
        facts.termination().map(|t| t.as_str()).into(),
        facts.plies().into(),
        text(names.of_game(facts)),
    ]
}

/// The legal plies of a game.
fn plies(verdict: &Verdict) -> Vec<Vec<ExportValue>> {
    match verdict.game.hive() {
        Some(game) => hive_plies(game),
        None => each_game!(&verdict.game, Game(game) => other_plies(game)),
    }
}

fn hive_plies(game: &Played<Hive>) -> Vec<Vec<ExportValue>> {
    let mut tracker = HiveTracker::start(game.options(), Hex::ORIGIN);
    let mut canonical = hive::Canonical::new(game.options().game_type);
    let rows = game.turns.iter().enumerate();
    rows.map(|(i, turn)| {
        let side = tracker.position().turn();
        let text = tracker.position().spell(turn.mv);
        let cells = Hive::cells(&tracker, turn.mv);
        tracker.play(turn.mv);
        canonical.play(turn.mv);
        row(i, side, text, cells, canonical.key())
    })
    .collect()
}

/// The plies of a game in which one move can take several cells. The text of the move names them.
fn other_plies<R: Rules>(game: &Played<R>) -> Vec<Vec<ExportValue>> {
    let mut positions = game.positions();
    let rows = game.spelled().enumerate();
    rows.map(|(i, turn)| {
        positions.advance();
        let key = positions.position().canonical_key();
        row(
            i,
            turn.side,
            turn.written.to_string(),
            MoveCells::default(),
            key,
        )
    })
    .collect()
}

fn row(i: usize, side: Side, text: String, cells: MoveCells, key: u64) -> Vec<ExportValue> {
    let MoveCells {
        piece, from, to, ..
    } = cells;
    vec![
        ExportValue::Missing,
        (i as u64 + 1).into(),
        side.as_str().into(),
        text.into(),
        piece.into(),
        from.map(|h| h.q).into(),
        from.map(|h| h.r).into(),
        to.map(|h| h.q).into(),
        to.map(|h| h.r).into(),
        format!("{key:016x}").into(),
    ]
}
