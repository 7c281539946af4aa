//! The tables of clocks.

use crate::emit::rows::{CellValue, Head};
use skep_analysis::Score;
use skep_analysis::stats::{ClockTally, Think};
use skep_rules::game::Side;

/// How a column gets its value from a side and its clocks.
pub type OfClocks = fn(Side, &ClockTally) -> CellValue;

/// Milliseconds in seconds, for people.
fn seconds(ms: Option<f64>) -> CellValue {
    CellValue::real(ms.map(|ms| ms / 1000.0), 1)
}

/// A percentile in seconds, for people.
fn quantile(tally: &ClockTally, percent: u64) -> CellValue {
    seconds(tally.turns.quantile(percent).map(f64::from))
}

/// The columns of clocks.
pub fn clocks(name: &'static str) -> Head<OfClocks> {
    Head::<OfClocks>::new(name)
        .column("side", "side", |side, _| side.as_str().into())
        .column("games", "games", |_, tally| tally.games.into())
        .column("timed_turns", "turns", |_, tally| {
            let turns = tally.turns.iter().map(|(_, times)| times);
            turns.sum::<u64>().into()
        })
        .spare(1)
        .for_people("mean s", |_, tally| seconds(tally.turns.mean()))
        .spare(2)
        .for_people("median s", |_, tally| quantile(tally, 50))
        .for_people("p90 s", |_, tally| quantile(tally, 90))
        .for_people("max s", |_, tally| quantile(tally, 100))
        .spare(3)
        .for_programs("mean_used_ms", |_, tally| {
            CellValue::real(tally.turns.mean(), 1)
        })
        .for_programs("median_used_ms", |_, tally| tally.turns.quantile(50).into())
        .for_programs("p90_used_ms", |_, tally| tally.turns.quantile(90).into())
        .for_programs("max_used_ms", |_, tally| tally.turns.quantile(100).into())
        .column("trouble", "trouble", |_, tally| {
            tally.trouble.games().into()
        })
        .column("trouble_share", "share %", |_, tally| {
            let all = tally.trouble.games() + tally.calm.games();
            CellValue::share((all > 0).then(|| tally.trouble.games() as f64 / all as f64))
        })
        .spare(4)
        .column("score_trouble", "score %", |side, tally| {
            CellValue::share(tally.trouble.share(side))
        })
        .for_people("95 %", |side, tally| range(&tally.trouble, side))
        .for_programs("trouble_low", |side, tally| {
            super::low(&tally.trouble, side)
        })
        .for_programs("trouble_high", |side, tally| {
            super::high(&tally.trouble, side)
        })
        .column("score_calm", "other games %", |side, tally| {
            CellValue::share(tally.calm.share(side))
        })
        .for_people("95 %", |side, tally| range(&tally.calm, side))
        .for_programs("calm_low", |side, tally| super::low(&tally.calm, side))
        .for_programs("calm_high", |side, tally| super::high(&tally.calm, side))
}

fn range(score: &Score, side: Side) -> CellValue {
    super::range(score, side, 0)
}

/// How a column gets its value from a long think.
pub type OfThink = fn(&Think) -> CellValue;

/// The columns of the longest thinks.
pub fn thinks(name: &'static str) -> Head<OfThink> {
    Head::<OfThink>::new(name)
        .for_people("s", |think| seconds(Some(f64::from(think.used_ms.0))))
        .for_programs("used_ms", |think| think.used_ms.0.into())
        .column("side", "side", |think| think.side().as_str().into())
        .column("player", "player", |think| think.player.as_deref().into())
        .names()
        .column("opponent", "opponent", |think| {
            think.opponent.as_deref().into()
        })
        .names()
        .spare(2)
        .column("ply", "ply", |think| think.ply.into())
        .column("move", "move", |think| think.text.as_str().into())
        .column("date", "date", |think| {
            think.date.map(|date| date.to_string()).into()
        })
        .spare(3)
        .for_programs("path", |think| think.path.as_str().into())
        .for_programs("entry", |think| think.entry.as_deref().into())
        .for_people("source", |think| {
            super::source(&think.path, think.entry.as_deref())
        })
        .paths()
        .spare(1)
}
