//! `skep novelty`: the first new position of each game.

mod book;

pub use book::head as book_head;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use clap::Args;

use crate::cli::args::{Against, against, one_of};
use crate::cli::exit::COUNTED;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::emit::Print;
use crate::emit::rows::{CellValue, Head};
use crate::output::{self, Exit};
use crate::scan::compared::{Compared, GameValues};
use crate::scan::{GameQuery, Scan};
use crate::tables;
use skep_analysis::following::SharedPositions;
use skep_analysis::novelty::{GameNovelty as Found, Novelties};
use skep_analysis::{Colours, Facts, GameReader, Mean, Score, Tally as _, turn_to};
use skep_records::GameText;
use skep_rules::closed_list;
use skep_rules::game::Side;

/// Show where each game leaves the known positions
///
/// The novelty of a game is its first turn to a position that no earlier game reached, in any order of moves and in any
/// orientation. Games are ordered by date. Games of the same date are in the order of the input. A date without a day
/// or month is at the end of its month or year, and games without a date come last. All games of the input count as
/// known, also those that do not match --where and --player; only matching games get a row.
///
/// "earlier": the earlier games that reached the position before the novelty, and their score. "reached": all games
/// that reached the new position, including this game and later games, and their score. Scores are those of the side
/// that played the novelty, in percent, with a 95 % confidence interval (Wilson); a draw counts as half a win. A game
/// without a novelty, such as a duplicate, has a row without these values.
///
/// --table players has a row for each player: the number of games, the number of novelties, and the player's score in
/// the games in which the player, or the opponent, played the novelty. "gain" is the score in the games with an own
/// novelty, minus the score of the earlier games in the same positions: -5 means that leaving the known positions costs
/// the player 5 %.
///
/// --table book has a row for each player: how often the player plays the turn that most games of other players play. A
/// turn counts if at least 3 games of other players continue from its position. If others play several turns equally
/// often, each of them follows the others. "early" is the number of these turns among the first 8 of a game, and "late"
/// the number of later turns. "%" is the share that follows the others, with its 95 % confidence interval (Wilson). The
/// games of --against are games of other players.
///
/// Invalid games and games without moves are skipped.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("against", |arg| against(arg, "Count the games in PATH as earlier games, whatever their dates; they get no row")))]
pub struct Novelty {
    #[command(flatten)]
    games: GameQuery,

    #[command(flatten)]
    against: Against,

    /// Choose the order of the rows
    ///
    /// score, reached and earlier sort in descending order; score uses the lower limit of the interval.
    #[arg(long, value_name = "BY", default_value = "input", value_parser = one_of(&NoveltyOrder::ALL))]
    sort: NoveltyOrder,

    /// Show only novelties that at least N games reached
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_games: u64,

    /// Choose the table: the novelties, who leaves the known positions, or who follows the others
    #[arg(long, value_name = "TABLE", default_value = "novelties", value_parser = one_of(&NoveltyTable::ALL))]
    table: NoveltyTable,

    #[command(flatten)]
    print: Print,
}

const EXAMPLES: &str = "\
Examples:
  skep novelty games.zip
  skep novelty --player Ann games.zip
  skep novelty new.zip --against all.sgf
  skep novelty --sort score --min-games 5 --limit 20 games.zip
  skep novelty --table players games.zip
  skep novelty --table book games.zip";

closed_list! {
    /// The order of the rows.
    enum NoveltyOrder: "order" {
        Input = "input",
        Ply = "ply",
        Earlier = "earlier",
        Reached = "reached",
        Score = "score",
    }
}

closed_list! {
    /// The tables.
    enum NoveltyTable: "table" {
        Novelties = "novelties",
        Players = "players",
        Book = "book",
    }
}

/// A game with its novelty.
pub struct NoveltyRow {
    game: GameValues,
    variant: CellValue,
    result: CellValue,
    novelty: Option<NewTurn>,
    score: Score,
    players: [Option<String>; 2],
}

/// A turn that leads to a new position.
pub struct NewTurn {
    ply: u32,
    side: Side,
    player: CellValue,
    text: String,
    moves: String,
    found: Found,
}

impl NoveltyRow {
    fn new(reader: &GameReader, game: &GameText<'_>, found: Option<Found>) -> NoveltyRow {
        let facts = reader.facts();
        let mut score = Score::default();
        score.add(facts.result());
        NoveltyRow {
            game: GameValues::new(&facts, game),
            variant: facts.variant().into(),
            result: facts.result().map(|result| result.as_str()).into(),
            novelty: found.and_then(|found| played(&facts, found)),
            score,
            players: Side::ALL.map(|side| facts.player(side).map(str::to_owned)),
        }
    }
}

/// The turn that leads to a new position.
fn played(facts: &Facts<'_>, found: Found) -> Option<NewTurn> {
    let game = &facts.verdict()?.game;
    let ply = turn_to(game, found.at)?;
    let mut spelled = game.turns();
    spelled.truncate(ply as usize);
    // The sides take turns, also by passing.
    let first = game.first_side();
    let side = if ply % 2 == 1 { first } else { !first };
    Some(NewTurn {
        ply,
        side,
        player: facts.player(side).into(),
        text: spelled.last()?.clone(),
        moves: spelled.join(";"),
        found,
    })
}

impl Novelty {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["novelties"],
        tips: &["theory repertoire: novelty --player NAME FILE"],
        exit: COUNTED,
        rare: true,
        tables: || {
            vec![
                ("novelty".into(), head().table().keys()),
                (
                    "novelty --table players".into(),
                    players_head().table().keys(),
                ),
                ("novelty --table book".into(), book_head().table().keys()),
            ]
        },
        ..CommandInfo::new(CommandGroup::Statistics, 33)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let base = self.against.games(&self.games)?;
        let mut inputs = self.games.inputs.inputs();
        inputs.extend(base.iter().flat_map(|base| base.inputs.inputs()));
        self.print.check(inputs)?;
        let scan = Scan::new(&self.games)?.with_unmatched();
        let scan = scan.show_unreadable().repeatable()?;
        let mut all = Compared::default();
        let mut found = None;
        let of_index = self.table != NoveltyTable::Book
            && self.compare_indexes(base.as_ref(), &scan, &mut all)?;
        if of_index {
            found = Some(novelties(&mut all)?);
            // In very long games, the index does not know the place of late positions.
            found = found.filter(|found| !found.iter().flatten().any(is_too_late));
        }
        if found.is_none() {
            // If the games were compared, files that cannot be read were already reported.
            all = Compared::default();
            if let Some(base) = &base {
                let scan = Scan::new(base)?.show_unreadable();
                let scan = if of_index { scan.silent() } else { scan };
                all.read(&scan, true, Colours::AsPlayed)?;
            }
            let scan = if of_index {
                scan.second_pass()
            } else {
                scan.clone()
            };
            all.read(&scan.of_all(), false, Colours::AsPlayed)?;
        }
        let read = if self.table == NoveltyTable::Book {
            let occurrences = std::mem::take(&mut all.occurrences);
            let mut shared = SharedPositions::new(all.games.len());
            occurrences.each_position(|position| shared.add(position))?;
            shared.sort();
            book::show(&scan, &all, &shared, &self.print)
        } else {
            let found = match found {
                Some(found) => found,
                None => novelties(&mut all)?,
            };
            match self.table {
                NoveltyTable::Players => self.players(&scan, &all, &found),
                _ => self.novelties(&scan, &all, &found),
            }
        }?;
        if base.is_none() && self.games.inputs.inputs().len() > 1 {
            output::note(
                "all paths are one collection, in the order of dates; to compare the games of A with those of B: \
                 skep novelty A --against B",
            );
        }
        scan.tell_no_match(read);
        all.seen.tell();
        Ok(read.and(all.seen.exit()))
    }

    /// If the input or `--against` is an index, compares all games. The games of the index are not replayed. Returns
    /// whether the games were compared.
    #[cfg(feature = "full")]
    fn compare_indexes(
        &self,
        base: Option<&GameQuery>,
        scan: &Scan<'_>,
        all: &mut Compared,
    ) -> anyhow::Result<bool> {
        let of_base = base.map(GameQuery::index).transpose()?.flatten();
        let of_input = self.games.index()?;
        if of_base.is_none() && of_input.is_none() {
            return Ok(false);
        }
        all.for_index();
        // If an index is damaged, reading its games reports it.
        if let Some((index, _)) = &of_base {
            if all.read_index(index, true).is_err() {
                return Ok(false);
            }
        } else if let Some(base) = base {
            let scan = Scan::new(base)?.show_unreadable();
            all.read(&scan, true, Colours::AsPlayed)?;
        }
        if let Some((index, _)) = &of_input {
            Ok(all.read_index(index, false).is_ok())
        } else {
            all.read(&scan.of_all(), false, Colours::AsPlayed)?;
            Ok(true)
        }
    }

    #[cfg(not(feature = "full"))]
    fn compare_indexes(
        &self,
        _: Option<&GameQuery>,
        _: &Scan<'_>,
        _: &mut Compared,
    ) -> anyhow::Result<bool> {
        Ok(false)
    }

    /// Hands the matching games to `with`, in input order, without those that `--min-games` leaves out.
    fn rows(
        &self,
        scan: &Scan<'_>,
        all: &Compared,
        found: &[Option<Found>],
        mut with: impl FnMut(NoveltyRow) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        let least = self.min_games;
        scan.second_pass().games(
            |reader, rows: &mut Vec<NoveltyRow>, game| {
                reader.judge();
                let Some(number) = all.number(game) else {
                    return;
                };
                let found = found[number as usize];
                let games = found.map_or(1, |found| found.score.games());
                if games >= least {
                    rows.push(NoveltyRow::new(reader, game, found));
                }
            },
            |_, rows| rows.into_iter().try_for_each(&mut with),
        )
    }

    fn novelties(
        &self,
        scan: &Scan<'_>,
        all: &Compared,
        found: &[Option<Found>],
    ) -> anyhow::Result<Exit> {
        let head = head();
        let mut outlet = self.print.outlet(head.table())?;
        let top = self.print.most_rows();
        let mut kept = Vec::new();
        let exit = self.rows(scan, all, found, |row| {
            if self.sort != NoveltyOrder::Input {
                kept.push(row);
                // Keeps the memory bounded if few rows are shown.
                if kept.len() / 2 > top {
                    self.sort.sort(&mut kept);
                    kept.truncate(top);
                }
            } else {
                outlet.push(head.row(|of| of(&row)))?;
            }
            Ok(())
        })?;
        self.sort.sort(&mut kept);
        for row in &kept {
            outlet.push(head.row(|of| of(row)))?;
        }
        outlet.finish("")?;
        Ok(exit)
    }

    fn players(
        &self,
        scan: &Scan<'_>,
        all: &Compared,
        found: &[Option<Found>],
    ) -> anyhow::Result<Exit> {
        let mut players: BTreeMap<String, Leaver> = BTreeMap::new();
        let mut nobodies = BTreeMap::new();
        let exit = self.rows(scan, all, found, |row| {
            for (side, player) in Side::ALL.into_iter().zip(row.players) {
                let Some(player) = player else { continue };
                if scan.names().is_nobody(&player) {
                    *nobodies.entry(player).or_default() += 1;
                    continue;
                }
                let leaver = players.entry(player).or_default();
                leaver.games += 1;
                let own = if side == Side::White {
                    row.score
                } else {
                    row.score.swapped()
                };
                match &row.novelty {
                    Some(novelty) if novelty.side == side => {
                        leaver.plies.add(novelty.ply.into());
                        leaver.own.merge(own);
                        let expected = novelty.found.before.share(side);
                        if let Some((scored, expected)) = own.share(Side::White).zip(expected) {
                            leaver.gain.add(scored, expected);
                        }
                    }
                    Some(_) => leaver.reply.merge(own),
                    None => {}
                }
            }
            Ok(())
        })?;
        tables::tell_nobodies(&nobodies);
        let mut players: Vec<(String, Leaver)> = players.into_iter().collect();
        // The sort is stable: equal players stay in the order of their names.
        players.sort_by_key(|(_, leaver)| Reverse(leaver.games));
        let head = players_head();
        let mut outlet = self.print.outlet(head.table())?;
        for (name, leaver) in &players {
            outlet.push(head.row(|of| of(name, leaver)))?;
        }
        outlet.finish("")?;
        Ok(exit)
    }
}

/// The novelty of each game.
fn novelties(all: &mut Compared) -> anyhow::Result<Vec<Option<Found>>> {
    let mut novelties = Novelties::new(all.games.clone());
    let occurrences = std::mem::take(&mut all.occurrences);
    occurrences.each_position(|position| novelties.add(position))?;
    Ok(novelties.finish())
}

/// Whether the novelty is so late that an index does not know its place.
#[cfg(feature = "full")]
const fn is_too_late(found: &Found) -> bool {
    found.at >= skep_index::Index::LAST_AT
}

#[cfg(not(feature = "full"))]
const fn is_too_late(_: &Found) -> bool {
    false
}

impl NoveltyOrder {
    fn sort(self, rows: &mut [NoveltyRow]) {
        let number = |row: &NoveltyRow, of: fn(&NewTurn) -> u64| row.novelty.as_ref().map(of);
        match self {
            NoveltyOrder::Input => {}
            NoveltyOrder::Ply => rows.sort_by_key(|row| {
                let ply = row.novelty.as_ref().map(|novelty| novelty.ply);
                (ply.is_none(), ply)
            }),
            NoveltyOrder::Earlier => {
                rows.sort_by_key(|row| {
                    Reverse(number(row, |novelty| novelty.found.before.games()))
                });
            }
            NoveltyOrder::Reached => {
                rows.sort_by_key(|row| Reverse(number(row, |novelty| novelty.found.score.games())));
            }
            NoveltyOrder::Score => rows.sort_by(|a, b| {
                let low = |row: &NoveltyRow| {
                    let novelty = row.novelty.as_ref();
                    let limits = novelty.and_then(|one| one.found.score.interval(one.side));
                    limits.map_or(f64::NEG_INFINITY, |limits| limits.low)
                };
                low(b).total_cmp(&low(a))
            }),
        }
    }
}

type Of = fn(&NoveltyRow) -> CellValue;

/// A value of the novelty, if there is one.
fn of(row: &NoveltyRow, value: fn(&NewTurn) -> CellValue) -> CellValue {
    row.novelty.as_ref().map_or(CellValue::Missing, value)
}

/// The columns of novelties.
pub fn head() -> Head<Of> {
    Head::<Of>::new("novelties")
        .column("date", "date", |row| row.game.date.clone())
        .words()
        .spare(4)
        .column("white", "White", |row| row.game.white.clone())
        .names()
        .column("black", "Black", |row| row.game.black.clone())
        .names()
        .column("variant", "variant", |row| row.variant.clone())
        .names()
        .spare(2)
        .column("result", "result", |row| row.result.clone())
        .words()
        .spare(3)
        .column("ply", "ply", |row| of(row, |novelty| novelty.ply.into()))
        .for_programs("side", |row| {
            of(row, |novelty| novelty.side.as_str().into())
        })
        .for_programs("player", |row| of(row, |novelty| novelty.player.clone()))
        .column("move", "move", |row| {
            of(row, |novelty| novelty.text.as_str().into())
        })
        .words()
        .for_programs("moves", |row| {
            of(row, |novelty| novelty.moves.as_str().into())
        })
        .column("before", "earlier", |row| {
            of(row, |novelty| novelty.found.before.games().into())
        })
        .column("before_score", "score %", |row| {
            of(row, |novelty| {
                CellValue::share(novelty.found.before.share(novelty.side))
            })
        })
        .for_people("95 %", |row| {
            of(row, |novelty| {
                tables::range(&novelty.found.before, novelty.side, 0)
            })
        })
        .spare(2)
        .for_programs("before_low", |row| {
            of(row, |novelty| {
                tables::low(&novelty.found.before, novelty.side)
            })
        })
        .for_programs("before_high", |row| {
            of(row, |novelty| {
                tables::high(&novelty.found.before, novelty.side)
            })
        })
        .column("reached", "reached", |row| {
            of(row, |novelty| novelty.found.score.games().into())
        })
        .column("score", "score %", |row| {
            of(row, |novelty| {
                CellValue::share(novelty.found.score.share(novelty.side))
            })
        })
        .for_people("95 %", |row| {
            of(row, |novelty| {
                tables::range(&novelty.found.score, novelty.side, 0)
            })
        })
        .spare(5)
        .for_programs("score_low", |row| {
            of(row, |novelty| {
                tables::low(&novelty.found.score, novelty.side)
            })
        })
        .for_programs("score_high", |row| {
            of(row, |novelty| {
                tables::high(&novelty.found.score, novelty.side)
            })
        })
        .for_programs("path", |row| row.game.path.clone())
        .for_programs("entry", |row| row.game.entry.clone())
        .for_programs("index", |row| row.game.index.clone())
        .for_people("source", |row| row.game.source.clone())
        .paths()
        .spare(1)
}

/// Who is the first to leave the known positions. The scores have the player's wins as White's.
#[derive(Default)]
pub struct Leaver {
    games: u64,
    plies: Mean,
    own: Score,
    reply: Score,
    gain: Gain,
}

/// The score of a player in games with an own novelty, minus the score of the earlier games in the same positions.
#[derive(Default)]
pub struct Gain {
    games: u64,
    /// The sums of the differences and of their squares.
    sum: f64,
    squares: f64,
}

impl Gain {
    fn add(&mut self, scored: f64, expected: f64) {
        let gain = scored - expected;
        self.games += 1;
        self.sum += gain;
        self.squares += gain * gain;
    }

    fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / self.games as f64)
    }

    /// The limits of the mean, 1.96 standard errors from it. `None` with fewer than two games.
    fn limits(&self) -> Option<(f64, f64)> {
        let games = self.games as f64;
        let mean = self.mean().filter(|_| self.games > 1)?;
        let variance = (self.squares - games * mean * mean).max(0.0) / (games - 1.0);
        let error = 1.96 * (variance / games).sqrt();
        Some((mean - error, mean + error))
    }
}

type OfPlayer = fn(&str, &Leaver) -> CellValue;

/// The columns of players.
pub fn players_head() -> Head<OfPlayer> {
    Head::<OfPlayer>::new("players")
        .column("player", "player", |name, _| name.into())
        .names()
        .column("games", "games", |_, leaver| leaver.games.into())
        .column("novelties", "novelties", |_, leaver| {
            leaver.plies.count.into()
        })
        .column("mean_novelty_ply", "ply", |_, leaver| {
            CellValue::real(leaver.plies.mean(), 1)
        })
        .spare(1)
        .column("novelty_score", "score %", |_, leaver| {
            CellValue::share(leaver.own.share(Side::White))
        })
        .for_people("95 %", |_, leaver| {
            tables::range(&leaver.own, Side::White, 0)
        })
        .spare(2)
        .for_programs("novelty_low", |_, leaver| {
            tables::low(&leaver.own, Side::White)
        })
        .for_programs("novelty_high", |_, leaver| {
            tables::high(&leaver.own, Side::White)
        })
        .for_people("gain %", |_, leaver| {
            CellValue::real(leaver.gain.mean().map(|gain| 100.0 * gain), 1)
        })
        .for_programs("novelty_gain", |_, leaver| {
            CellValue::real(leaver.gain.mean(), 6)
        })
        .for_people("95 %", |_, leaver| match leaver.gain.limits() {
            Some((low, high)) => format!("{:+.0} to {:+.0}", low * 100.0, high * 100.0).into(),
            None => CellValue::Missing,
        })
        .spare(3)
        .for_programs("gain_low", |_, leaver| {
            CellValue::real(leaver.gain.limits().map(|(low, _)| low), 6)
        })
        .for_programs("gain_high", |_, leaver| {
            CellValue::real(leaver.gain.limits().map(|(_, high)| high), 6)
        })
        .column("reply_score", "opponent's %", |_, leaver| {
            CellValue::share(leaver.reply.share(Side::White))
        })
        .spare(1)
        .for_people("95 %", |_, leaver| {
            tables::range(&leaver.reply, Side::White, 0)
        })
        .spare(1)
        .for_programs("reply_low", |_, leaver| {
            tables::low(&leaver.reply, Side::White)
        })
        .for_programs("reply_high", |_, leaver| {
            tables::high(&leaver.reply, Side::White)
        })
}
