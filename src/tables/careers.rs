//! The tables of the results of players: against each other, over time, by opening and colour, and upsets.

use crate::emit::rows::{CellValue, Head, Table};
use skep_analysis::Score;
use skep_analysis::players::{Pairs, Period, PlayersOptions, Upset};
use skep_rules::closed_list;
use skep_rules::game::Side;

closed_list! {
    /// The tables of players.
    pub enum PlayerTable: "table" {
        Players = "players" | "streaks" | "streak" | "runs" | "ratings" | "rating" | "elo",
        /// Each player against each other player.
        Crosstable = "crosstable" | "cross" | "matrix" | "pairs" | "opponents",
        /// Each player by month or year.
        Form = "form",
        /// Each player's rating by month or year.
        History = "history",
        /// Each player by colour and shape of the opening.
        Openings = "openings",
        /// Each player by colour.
        Colours = "colours" | "colors",
        /// The games that the player with the lower rating won.
        Upsets = "upsets",
        /// Each player's turns by the scores of an engine.
        Accuracy = "accuracy",
        /// Groups of names that may be one player.
        Alike = "alike" | "similar" | "names" | "aliases" | "spelling",
    }
}

impl PlayerTable {
    /// What to count for this table.
    pub fn extra(self, tactics: Option<u32>) -> PlayersOptions {
        PlayersOptions {
            tactics,
            openings: self == PlayerTable::Openings,
            upsets: self == PlayerTable::Upsets,
            accuracy: self == PlayerTable::Accuracy,
            history: self == PlayerTable::History,
        }
    }

    /// The name of the table if it needs more than the results.
    pub fn needs(self) -> &'static str {
        match self {
            PlayerTable::Openings
            | PlayerTable::Upsets
            | PlayerTable::Accuracy
            | PlayerTable::History => self.as_str(),
            _ => "",
        }
    }
}

impl PlayerTable {
    /// Why the table can be empty: what the records must have.
    pub fn needs_of_records(self) -> Option<&'static str> {
        match self {
            PlayerTable::Upsets => Some(
                "no game that the lower-rated player won: --table upsets compares the ratings that the records state \
                 (WhiteElo, BlackElo)",
            ),
            PlayerTable::Accuracy => Some(
                "no turn has a chance: --table accuracy reads the comments that skep annotate --engine writes",
            ),
            PlayerTable::Crosstable => Some(
                "no two of the players in the table have played each other; --top sets their number",
            ),
            PlayerTable::Form | PlayerTable::History => Some("no game has a date and a result"),
            _ => None,
        }
    }
}

/// The results of a player in some games. The player's wins are White's.
pub struct CareerPart<'a> {
    player: &'a str,
    opponent: Option<&'a str>,
    period: Option<String>,
    side: Option<Side>,
    shape: Option<&'a str>,
    score: Score,
    rating: Option<f64>,
}

impl<'a> CareerPart<'a> {
    fn of(player: &'a str, score: Score) -> CareerPart<'a> {
        CareerPart {
            player,
            opponent: None,
            period: None,
            side: None,
            shape: None,
            score,
            rating: None,
        }
    }
}

/// How a column gets its value from a part of the games of a player.
type OfPart = fn(&CareerPart<'_>) -> CellValue;

/// How a column gets its value from an upset.
type OfUpset = fn(&Upset) -> CellValue;

/// The columns of the results of players in parts of their games.
pub fn parts_head(kind: PlayerTable) -> Head<OfPart> {
    let head = Head::<OfPart>::new(kind.as_str())
        .column("player", "player", |part| part.player.into())
        .names();
    let side: OfPart = |part| part.side.map(Side::as_str).into();
    let head = match kind {
        PlayerTable::Crosstable => head
            .column("opponent", "opponent", |part| part.opponent.into())
            .names(),
        PlayerTable::Form | PlayerTable::History => {
            head.column("period", "period", |part| part.period.clone().into())
        }
        PlayerTable::Openings => {
            head.column("side", "side", side)
                .column("shape", "shape", |part| part.shape.into())
        }
        _ => head.column("side", "side", side),
    };
    let head = head
        .column("games", "games", |part| part.score.games().into())
        .column("won", "won", |part| part.score.white.into())
        .column("drawn", "drawn", |part| part.score.draws.into())
        .column("lost", "lost", |part| part.score.black.into())
        .column("score", "score %", |part| {
            CellValue::share(part.score.share(Side::White))
        })
        .for_people("95 %", |part| super::range(&part.score, Side::White, 0))
        .for_programs("score_low", |part| super::low(&part.score, Side::White))
        .for_programs("score_high", |part| super::high(&part.score, Side::White));
    match kind {
        PlayerTable::Crosstable => head.column("superiority", "LOS %", |part| {
            CellValue::share(part.score.superiority())
        }),
        PlayerTable::History => {
            head.column("rating", "rating", |part| CellValue::real(part.rating, 0))
        }
        _ => head,
    }
}

/// The columns of upsets.
pub fn upsets_head() -> Head<OfUpset> {
    Head::<OfUpset>::new(PlayerTable::Upsets.as_str())
        .column("expected_score", "expected %", |upset| {
            CellValue::Share(upset.expected_score())
        })
        .column("date", "date", |upset| {
            upset.date.map(|date| date.to_string()).into()
        })
        .spare(2)
        .column("player", "winner", |upset| upset.player.as_deref().into())
        .names()
        .column("player_elo", "rating", |upset| {
            i64::from(upset.rating).into()
        })
        .column("opponent", "loser", |upset| {
            upset.opponent.as_deref().into()
        })
        .names()
        .column("opponent_elo", "rating", |upset| {
            i64::from(upset.opponent_rating()).into()
        })
        .column("side", "side", |upset| upset.side().as_str().into())
        .spare(3)
        .for_programs("path", |upset| upset.path.as_str().into())
        .for_programs("entry", |upset| upset.entry.as_deref().into())
        .for_people("source", |upset| {
            super::source(&upset.path, upset.entry.as_deref())
        })
        .paths()
        .spare(1)
}

/// The results of these players in parts of their games, in this order. Parts with fewer than `min_games` games are
/// left out.
pub fn parts(
    kind: PlayerTable,
    pairs: &Pairs,
    names: &[&str],
    period: Period,
    min_games: u64,
) -> Table {
    let mut all: Vec<CareerPart<'_>> = Vec::new();
    match kind {
        PlayerTable::Crosstable => {
            let pairings = pairs.pairings();
            for &player in names {
                let met = names.iter().filter_map(|&opponent| {
                    let score = *pairings.get(&(player, opponent))?;
                    Some(CareerPart {
                        opponent: Some(opponent),
                        ..CareerPart::of(player, score)
                    })
                });
                all.extend(met);
            }
        }
        PlayerTable::Form | PlayerTable::History => {
            let history = pairs.history(period);
            for &player in names {
                let form = pairs.form(player, period).into_iter();
                all.extend(form.map(|(period, score)| {
                    CareerPart {
                        period: Some(period.to_string()),
                        rating: history
                            .get(&period)
                            .and_then(|ratings| ratings.get(player).copied()),
                        ..CareerPart::of(player, score)
                    }
                }));
            }
        }
        PlayerTable::Openings => {
            for &player in names {
                let openings = pairs.openings(player);
                let mut own: Vec<CareerPart<'_>> = openings
                    .map(|(side, shape, score)| CareerPart {
                        side: Some(side),
                        shape,
                        ..CareerPart::of(player, score)
                    })
                    .collect();
                // White first, then the best first.
                own.sort_by(|a, b| {
                    let share =
                        |part: &CareerPart<'_>| part.score.share(Side::White).unwrap_or(-1.0);
                    let sides = a.side.cmp(&b.side);
                    let scores = share(b).total_cmp(&share(a));
                    sides
                        .then(scores)
                        .then(b.score.games().cmp(&a.score.games()))
                });
                all.extend(own);
            }
        }
        PlayerTable::Players
        | PlayerTable::Colours
        | PlayerTable::Upsets
        | PlayerTable::Accuracy
        | PlayerTable::Alike => {
            let colours = pairs.colours();
            for &player in names {
                let scores = colours.get(player).copied().unwrap_or_default();
                all.extend(Side::ALL.map(|side| CareerPart {
                    side: Some(side),
                    ..CareerPart::of(player, scores[side])
                }));
            }
        }
    }
    let head = parts_head(kind);
    let mut table = head.table();
    for part in all {
        if part.score.games() >= min_games.max(1) {
            table.push(head.row(|of| of(&part)));
        }
    }
    table
}

/// The first upsets.
pub fn upsets(pairs: &Pairs, top: usize) -> Table {
    let head = upsets_head();
    let mut table = head.table();
    for upset in pairs.upsets().into_iter().take(top) {
        table.push(head.row(|of| of(upset)));
    }
    table
}
