use std::fmt;
use std::str::FromStr;

use super::Kind::{Int, Text};
use super::{Cell, Column, Kind};
use skep_analysis::Facts;
use skep_analysis::openings::Names;
use skep_collection::GameText;
use skep_records::notation::{ParseChoiceError, Played, Verdict};
use skep_records::record::GameKind;
use skep_rules::game::{Position, Side};
use skep_rules::geometry::Hex;
use skep_rules::hive::complete as venom;
use skep_rules::{hexit, hive};

/// The tables with a row for each game, and for each ply of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exported {
    Games,
    Plies,
}

impl Exported {
    pub const ALL: [Exported; 2] = [Exported::Games, Exported::Plies];

    pub const fn as_str(self) -> &'static str {
        match self {
            Exported::Games => "games",
            Exported::Plies => "plies",
        }
    }

    /// The columns but for the variant and the month, by which the rows are parted.
    pub fn columns(self) -> Vec<Column> {
        let columns: &[(&'static str, Kind)] = match self {
            Exported::Games => &[
                ("game", Int),
                ("path", Text),
                ("entry", Text),
                ("index", Int),
                ("notation", Text),
                ("kind", Text),
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
                ("stated", Text),
                ("board", Text),
                ("termination", Text),
                ("plies", Int),
                ("opening", Text),
            ],
            Exported::Plies => &[
                ("game", Int),
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

impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Exported {
    type Err = ParseChoiceError;

    fn from_str(s: &str) -> Result<Self, ParseChoiceError> {
        Exported::ALL
            .into_iter()
            .find(|t| t.as_str() == s)
            .ok_or(ParseChoiceError)
    }
}

/// The rows of one game. The first cell of each, the number of the game, is still to be filled in.
pub struct Rows {
    pub variant: Option<String>,
    pub month: Option<String>,
    /// By the tables asked for.
    pub tables: Vec<Vec<Vec<Cell>>>,
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

fn game_row(facts: &Facts<'_>, game: &GameText<'_>, names: &Names) -> Vec<Cell> {
    let text = |text: Option<&str>| Cell::from(text.map(str::to_owned));
    vec![
        Cell::Missing,
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
fn plies(verdict: &Verdict) -> Vec<Vec<Cell>> {
    match verdict.game {
        GameKind::Hive => hive_plies(verdict),
        GameKind::HexIt => {
            let start = hexit::Position::start(verdict.hexit_options);
            other_plies(start, &verdict.hexit, |p, mv| p.written(mv).to_string())
        }
        GameKind::Venom => {
            let start = venom::Position::start(verdict.venom_options);
            other_plies(start, &verdict.venom, |p, mv| p.spell(mv).to_string())
        }
    }
}

fn hive_plies(verdict: &Verdict) -> Vec<Vec<Cell>> {
    let mut unroll = hive::PlaneTracker::new(verdict.game_type, verdict.opening, Hex::ORIGIN);
    let mut canonical = hive::Canonical::new(verdict.game_type);
    let rows = verdict.hive.iter().enumerate();
    rows.map(|(i, played)| {
        let side = unroll.position().turn();
        let text = unroll.position().spell(played.mv);
        let step = unroll.step(played.mv);
        canonical.play(played.mv);
        let to = step.piece.map(|_| step.to);
        row(
            i,
            side,
            text,
            step.piece.map(|p| p.to_string()),
            step.from,
            to,
            canonical.key(),
        )
    })
    .collect()
}

/// The plies of a game in which one move may take several cells: where pieces go the move itself says.
fn other_plies<P: Position>(
    mut position: P,
    moves: &[Played<P::Move>],
    spell: impl Fn(&P, P::Move) -> String,
) -> Vec<Vec<Cell>> {
    let rows = moves.iter().enumerate();
    rows.map(|(i, played)| {
        let (side, text) = (position.turn(), spell(&position, played.mv));
        position.play_unchecked(played.mv);
        row(i, side, text, None, None, None, position.canonical_key())
    })
    .collect()
}

fn row(
    i: usize,
    side: Side,
    text: String,
    piece: Option<String>,
    from: Option<Hex>,
    to: Option<Hex>,
    key: u64,
) -> Vec<Cell> {
    vec![
        Cell::Missing,
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
