//! Everything that the page shows, counted in one or two passes over the games.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};

use super::replay::{ReplayedGame, SharedReplayData};
use crate::emit::check_report::{self, Reportable};
use crate::emit::{Outlet, Unit};
use crate::output::Exit;
use crate::scan::{Job, Scan, Scanned, Shares};
use crate::tables::PlayerTable;
use skep_analysis::filter::{Attribute, Field};
use skep_analysis::openings::{GameGroup, OpeningNames, Pass, Shape, TreeLimit, Trees, Walker};
use skep_analysis::players::{Pairs, PlayersOptions};
use skep_analysis::stats::{Stats, StatsOptions, Trouble};
use skep_analysis::{Clocks, Facts, GameReader, Mean, Score, Tally};
use skep_collection::ByteBudget;
use skep_records::GameText;
use skep_records::diag::{Code, Severity};
use skep_records::notation::{Status, Verdict};
use skep_records::record::{Date, Record};
use skep_rules::game::Side;

/// Problems that the page lists; the rest are counted.
const PROBLEMS: usize = 500;
/// Positions held before rare ones are removed, as in `skep openings`.
const POSITIONS: u64 = 4_000_000;
/// The plies of the longest game that is replayed: those of some MiB.
const LONGEST: u32 = 20_000;
/// Turns of each side with a mean time.
const TURNS: usize = 60;

/// What to read, and how.
pub struct ReportCounter<'a> {
    pub scan: Scan<'a>,
    /// The paths of the inputs.
    pub inputs: &'a [OsString],
    /// Whether the inputs can be read a second time.
    pub can_be_reread: bool,
    pub depth: u32,
    /// Positions reached by fewer games are not shown.
    pub min_games: u64,
    /// The number of games to replay.
    pub games: usize,
    /// The number of own turns to look ahead for forced wins, if replays mark them.
    pub tactics: Option<u32>,
}

/// What is counted over all games, in any order.
#[derive(Default)]
pub struct ReportCounts {
    pub summary: check_report::CheckSummary,
    /// Valid games by variant.
    pub variants: Stats,
    /// Valid games with a known shape of the opening, by this shape.
    pub shapes: Stats,
    /// Their results by month, where known.
    pub months: BTreeMap<Option<Date>, Score>,
    pub pairs: Pairs,
    pub trees: Trees,
    /// Games by notation.
    pub notations: BTreeMap<&'static str, u64>,
    /// The time of each turn of a side in milliseconds, for records with clocks.
    pub thinking: Vec<Mean>,
    /// The first and the last date.
    pub dates: Option<(Date, Date)>,
}

impl Tally for ReportCounts {
    fn merge(&mut self, other: ReportCounts) {
        self.summary.merge(other.summary);
        self.variants.merge(other.variants);
        self.shapes.merge(other.shapes);
        for (month, score) in other.months {
            self.months.entry(month).or_default().merge(score);
        }
        self.pairs.merge(other.pairs);
        self.trees.merge(other.trees);
        for (notation, games) in other.notations {
            *self.notations.entry(notation).or_default() += games;
        }
        let turns = self.thinking.len().max(other.thinking.len());
        self.thinking.resize_with(turns, Mean::default);
        for (mean, more) in self.thinking.iter_mut().zip(other.thinking) {
            mean.merge(more);
        }
        if let Some((first, last)) = other.dates {
            self.date(first);
            self.date(last);
        }
    }
}

impl ReportCounts {
    fn date(&mut self, date: Date) {
        let (first, last) = self.dates.get_or_insert((date, date));
        *first = date.min(*first);
        *last = date.max(*last);
    }

    fn think(&mut self, record: &Record, verdict: &Verdict) {
        let mut clocks = Clocks::new(record);
        for (i, written) in verdict.game.written().enumerate().take(2 * TURNS) {
            let side = Side::of_ply(verdict.game.first_ply() + i as u32);
            let (used, _) = clocks.turn(side, written);
            let Some(used) = used else { continue };
            if self.thinking.len() <= i / 2 {
                self.thinking.resize_with(i / 2 + 1, Mean::default);
            }
            self.thinking[i / 2].add(used.into());
        }
    }
}

/// What the results are grouped by.
pub const VARIANT: Attribute = Attribute::Field(Field::Variant);
/// What the results of Hive are also grouped by.
pub const SHAPE: Attribute = Attribute::Field(Field::Shape);

/// What is counted besides the results.
const EXTRA: StatsOptions = StatsOptions {
    branching: false,
    tactics: None,
    clocks: Some(Trouble::Percent(10)),
    motifs: false,
};

/// A finding above the severity of a remark.
pub struct ReportedProblem {
    /// The number of the game in the page, from 1; none for a file without a game.
    pub game: Option<u64>,
    pub place: String,
    pub ply: Option<u32>,
    pub code: Code,
    pub message: String,
}

/// All that a page is made of.
#[derive(Default)]
pub struct ReportData {
    pub count: ReportCounts,
    /// The first games as JSON.
    pub replays: Vec<String>,
    /// The memory for them.
    pub room: ByteBudget,
    /// Whether a game did not fit, or was too long.
    pub is_full: bool,
    pub shared: SharedReplayData,
    /// For each of these games, the keys of the positions in its opening.
    pub positions: Vec<Vec<u64>>,
    pub problems: Vec<ReportedProblem>,
    pub more_problems: u64,
    games: u64,
    scanned: Option<Scanned>,
}

impl ReportData {
    /// The number of invalid games, and of files and entries without a game.
    pub fn invalid(&self) -> u64 {
        self.count.summary.unsound() - self.count.summary.unjudged()
    }

    /// The exit code. Warns of duplicates.
    pub fn exit(&self) -> Exit {
        let of_scan = self
            .scanned
            .as_ref()
            .map(|scanned| scanned.exit(self.invalid() > 0));
        of_scan.unwrap_or_default()
    }

    /// Whether no later game is replayed.
    fn has_enough(&self, most: usize) -> bool {
        self.is_full || self.replays.len() >= most
    }

    fn take(&mut self, batch: GamesOfPage, most: usize) {
        for replay in batch.replays {
            if self.has_enough(most) {
                break;
            }
            let json = replay.map(|replay| replay.json(&mut self.shared));
            match json.filter(|(json, _)| self.room.take(json.len())) {
                Some((json, positions)) => {
                    self.replays.push(json);
                    self.positions.push(positions);
                }
                None => self.is_full = true,
            }
        }
        for mut problem in batch.problems {
            if self.problems.len() < PROBLEMS {
                problem.game = problem.game.map(|n| n + self.games);
                self.problems.push(problem);
            } else {
                self.more_problems += 1;
            }
        }
        self.games += batch.games;
    }
}

/// What some games add to the page.
#[derive(Default)]
struct GamesOfPage {
    games: u64,
    /// Nothing stands for a game that is too long.
    replays: Vec<Option<ReplayedGame>>,
    /// The problems; those of games have the number of the game in the batch.
    problems: Vec<ReportedProblem>,
}

impl ReportCounter<'_> {
    /// Counts the games in one pass, or in two if there are too many positions to hold.
    ///
    /// # Errors
    /// No thread can be started.
    pub fn count(&self) -> anyhow::Result<ReportData> {
        let limit = TreeLimit::new(POSITIONS);
        let pass = if self.min_games >= 2 && self.can_be_reread {
            Pass::First(&limit)
        } else {
            Pass::All
        };
        let mut found = self.all(pass)?;
        if let Some(sketch) = limit.fold(&mut found.count.trees) {
            found.count.trees = self.trees(Pass::Second(sketch, self.min_games))?;
        }
        Ok(found)
    }

    fn all(&self, pass: Pass<'_>) -> anyhow::Result<ReportData> {
        let shares = Shares::<ReportCounts>::new();
        let mut found = ReportData::default();
        // Set in the order of the games, so it is never too early.
        let enough = AtomicBool::new(self.games == 0);
        let job = Job::new(
            || (Walker::new(&[], self.depth).on(pass), shares.share()),
            |reader, (walker, share), unit: &mut Unit<GamesOfPage>, game| {
                let source = game.source.relative_to(self.inputs);
                let game = &GameText {
                    source: &source,
                    ..*game
                };
                let page = &mut unit.counts;
                page.games += 1;
                let subject = Reportable::of_reader(game, reader);
                let walked = self.game(&mut share.tally, walker, &subject, reader);
                (page.problems).extend(problems(&subject, Some(page.games)));
                let room = page.replays.len() < self.games;
                if room && !enough.load(Ordering::Relaxed) {
                    let fits = reader.verdict.plies() <= LONGEST;
                    page.replays.push(fits.then(|| {
                        let mut replay = ReplayedGame::new(&subject, reader, self.tactics);
                        if walked {
                            replay.positions = walker.visited().to_vec();
                        }
                        replay
                    }));
                }
            },
        );
        let job = job.compared("counted").fault(|(_, share), unit, fault| {
            let source = fault.source.relative_to(self.inputs);
            let subject = Reportable::fault(&source, fault.diagnostic);
            share.tally.summary.add(&subject);
            unit.counts.problems.extend(problems(&subject, None));
        });
        let scanned = self.scan.run_with(job, |_, unit| {
            found.take(unit.counts, self.games);
            enough.store(found.has_enough(self.games), Ordering::Relaxed);
            Ok(())
        })?;
        found.scanned = Some(scanned);
        found.count = shares.sum();
        Ok(found)
    }

    /// Counts a game. Returns whether it is in the tree of openings.
    fn game(
        &self,
        count: &mut ReportCounts,
        walker: &mut Walker<'_>,
        subject: &Reportable<'_>,
        reader: &GameReader,
    ) -> bool {
        let (record, verdict) = (&reader.record, &reader.verdict);
        count.summary.add(subject);
        *count.notations.entry(record.format.title()).or_default() += 1;
        if verdict.status != Status::Ok {
            return false;
        }
        let facts = Facts::new(record, verdict);
        // A variant and a shape have one name.
        let names = OpeningNames::default();
        let by = ([VARIANT].as_slice(), &names);
        (count.variants).add(&facts, subject.source, by, EXTRA);
        if Shape::of_game(&facts).is_some() {
            let by = ([SHAPE].as_slice(), &names);
            (count.shapes).add(&facts, subject.source, by, StatsOptions::default());
        }
        let month = facts.date().and_then(Date::to_month);
        count.months.entry(month).or_default().add(facts.result());
        let extra = PlayersOptions {
            openings: true,
            ..PlayerTable::Upsets.extra(None)
        };
        (count.pairs).add(&facts, subject.source, extra, reader.aliases());
        let walked = Walker::accepts(&facts)
            && walker.walk(
                &facts,
                count.trees.0.entry(GameGroup::default()).or_default(),
            );
        if let Some(date) = facts.date() {
            count.date(date);
        }
        count.think(record, verdict);
        walked
    }

    /// Counts the trees again, without rare positions.
    fn trees(&self, pass: Pass<'_>) -> anyhow::Result<Trees> {
        let shares = Shares::<Trees>::new();
        let job = Job::new(
            || (Walker::new(&[], self.depth).on(pass), shares.share()),
            |reader, (walker, share), _: &mut Unit, _| {
                reader.judge();
                let facts = reader.facts();
                if reader.verdict.status == Status::Ok && Walker::accepts(&facts) {
                    walker.walk(
                        &facts,
                        share.tally.0.entry(GameGroup::default()).or_default(),
                    );
                }
            },
        );
        (self.scan.second_pass()).run(job, &mut Outlet::nothing())?;
        Ok(shares.sum())
    }
}

fn problems(subject: &Reportable<'_>, game: Option<u64>) -> Vec<ReportedProblem> {
    let grave = subject.diagnostics.iter();
    grave
        .filter(|d| d.severity > Severity::Remark)
        .map(|d| ReportedProblem {
            game,
            place: place(subject, Some(d)),
            ply: d.ply,
            code: d.code,
            message: d.message.clone(),
        })
        .collect()
}

/// File, entry, line and column, and the number of the game where there are several.
pub(super) fn place(
    subject: &Reportable<'_>,
    finding: Option<&skep_records::diag::Diagnostic>,
) -> String {
    let mut place = check_report::human::name(subject);
    if let Some(at) = finding.and_then(|d| subject.place(d)) {
        place.push_str(&format!(":{}:{}", at.line, at.column));
    }
    if subject.index > 1 {
        place.push_str(&format!(", {}", check_report::human::numbered(subject)));
    }
    place
}
