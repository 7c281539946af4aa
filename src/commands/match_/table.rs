//! The table of a match.

use super::run::Scores;
use crate::emit::Print;
use crate::emit::rows::{CellValue, Head, Table};
use skep_analysis::Score;
use skep_engine::contest::{Decision, Elo, MatchScore, Schedule, Sprt};

/// A row: a player against another, or against all others.
pub struct MatchRow<'a> {
    player: &'a str,
    opponent: Option<&'a str>,
    score: MatchScore,
    elo: Option<Elo>,
    failures: u32,
    on_time: u32,
    test: Option<(f64, Decision)>,
}

type Of = fn(&MatchRow<'_>) -> CellValue;

/// The columns.
pub fn head(has_test: bool) -> Head<Of> {
    let head = Head::<Of>::new("match")
        .column("player", "player", |row| row.player.into())
        .names()
        .column("opponent", "opponent", |row| {
            row.opponent.unwrap_or("all").into()
        })
        .names()
        .column("games", "games", |row| row.score.games().into())
        .column("won", "won", |row| row.score.wins.into())
        .column("drawn", "drawn", |row| row.score.draws.into())
        .column("lost", "lost", |row| row.score.losses.into())
        .column("score", "score %", |row| {
            let games = row.score.games();
            CellValue::share((games > 0).then(|| row.score.points() / f64::from(games)))
        })
        .column("elo_difference", "Elo", |row| {
            elo(row, |elo| elo.difference)
        })
        .column("elo_low", "low", |row| elo(row, |elo| elo.low))
        .spare(4)
        .column("elo_high", "high", |row| elo(row, |elo| elo.high))
        .spare(4)
        .for_programs("superiority", |row| {
            let score = Score {
                white: row.score.wins.into(),
                draws: row.score.draws.into(),
                black: row.score.losses.into(),
                open: 0,
            };
            CellValue::share(score.superiority())
        })
        .for_programs("normalized_elo", |row| elo(row, |elo| elo.normalized))
        .column("pairs", "pairs", |row| {
            row.score
                .pairs
                .map(|count| count.to_string())
                .join(" ")
                .into()
        })
        .spare(1)
        .column("engine_failures", "failed", |row| row.failures.into())
        .spare(3)
        .column("time_losses", "on time", |row| row.on_time.into())
        .spare(2);
    if !has_test {
        return head;
    }
    head.column("llr", "LLR", |row| {
        CellValue::real(row.test.map(|(ratio, _)| ratio), 2)
    })
    .column("decision", "decision", |row| {
        let decision = row.test.map(|(_, decision)| match decision {
            Decision::Null => "elo0",
            Decision::Alternative => "elo1",
            Decision::Open => "open",
        });
        decision.into()
    })
}

/// A finite number of Elo.
fn elo(row: &MatchRow<'_>, of: impl Fn(&Elo) -> f64) -> CellValue {
    let number = row.elo.as_ref().map(of);
    CellValue::real(number.filter(|number| number.is_finite()), 1)
}

/// Writes the table.
pub fn show(
    names: &[&str],
    schedule: &Schedule,
    scores: &Scores,
    sprt: Option<Sprt>,
    print: &Print,
) -> anyhow::Result<()> {
    print.tables(vec![table(names, schedule, scores, sprt)])
}

/// The table: each player against all if there are more than two, and then all pairs. Of two players, each has a row,
/// so that the failures of both are seen.
pub fn table(names: &[&str], schedule: &Schedule, scores: &Scores, sprt: Option<Sprt>) -> Table {
    let head = head(sprt.is_some());
    let mut table = head.table();
    let row = |player: usize, other: Option<usize>| {
        let (score, [failures, on_time]) = scores.of(schedule, player, other);
        MatchRow {
            player: names[player],
            opponent: other.map(|other| names[other]),
            elo: score.elo(),
            // The test is about the first player.
            test: (sprt.filter(|_| names.len() > 2 || player == 0))
                .map(|sprt| (sprt.ratio(&score), sprt.decision(&score))),
            score,
            failures,
            on_time,
        }
    };
    if names.len() > 2 {
        let mut rows: Vec<MatchRow<'_>> =
            (0..names.len()).map(|player| row(player, None)).collect();
        rows.sort_by(|a, b| b.score.points().total_cmp(&a.score.points()));
        for row in rows {
            table.push(head.row(|of| of(&row)));
        }
    }
    for [player, other] in schedule.pairs() {
        let row_of = |player: usize, other| {
            let row = row(player, Some(other));
            head.row(|of| of(&row))
        };
        table.push(row_of(*player, *other));
        if names.len() == 2 {
            table.push(row_of(*other, *player));
        }
    }
    table
}
