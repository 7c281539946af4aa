//! The one way in which commands read games: scan the inputs, select games, hand each game to the command on several
//! threads, and combine the results in input order.

pub mod compared;
mod count;
mod counter;
pub mod duplicates;
mod fault;
mod inputs;
mod job;
pub mod known;
mod numbers;
mod occurrences;
pub mod one_game;
pub mod partial_count;
mod query;
mod seen;
mod selection;
mod shares;
pub mod slice;
#[cfg_attr(not(feature = "full"), path = "no_index.rs")]
pub mod stored;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::ops::ControlFlow;
#[cfg(feature = "full")]
use std::path::Path;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, ensure};

use crate::emit::check_report::Human;
use crate::emit::{Outlet, Unit};
use crate::output::progress::ScanBar;
use crate::output::{self, Exit};
use crate::scan::slice::{KeptGame, KeptGames, Picker, Slice};
use crate::text;
use counter::{NO_MATCH, PassCounter};
use fault::ShownFaults;
use skep_analysis::filter::Filter;
use skep_analysis::players::Aliases;
use skep_analysis::{GameReader, Tally};
use skep_collection::{Input, Item, OpenOptions, Stored};
use skep_records::notation::JudgeOptions;
use skep_records::{GameText, Source};

pub use count::count;
pub use fault::SourceFault;
pub use inputs::{
    Inputs, Paths, PlacedPath, STDIN, TypedPlace, input_is_piped, is_game_string, is_source,
    missing_file_help,
};
pub use job::{Job, Scanned};
pub use numbers::{GameNumbers, NumberPlace, NumberSpan};
pub use query::{GameQuery, RuleArguments};
pub use seen::{CountedExit, Skipped};
pub use selection::{Selection, alias_text};
pub use shares::Shares;

/// A scan of the games that the arguments name.
#[derive(Clone)]
pub struct Scan<'a> {
    args: &'a Inputs,
    inputs: Vec<Input>,
    pub options: OpenOptions,
    filter: Option<Filter>,
    /// The numbers of the games to use, counted from 1. `None` without `--game`.
    number: Option<GameNumbers>,
    /// The sources with a place. Only the games at these places are used from them.
    places: &'a [(OsString, TypedPlace)],
    slice: Option<Slice>,
    rules: JudgeOptions,
    aliases: Arc<Aliases>,
    quiet: bool,
    show: ShownFaults,
    /// Whether games are read even if no filter needs it.
    read: bool,
    human: Human,
    /// The indexes in folders, which are left out.
    indexes: Arc<Mutex<BTreeSet<PathBuf>>>,
}

/// The result of one batch of games.
#[derive(Default)]
struct PassUnit<C> {
    own: Unit<C>,
    messages: Vec<u8>,
    exit: Exit,
    /// Whether a game matches.
    matched: bool,
    /// Whether no later game is selected.
    done: bool,
}

/// What a batch has for the games of a slice.
#[derive(Default)]
struct SliceGames<T> {
    /// The number of games, also of those that do not match.
    games: u64,
    /// The games that match, with their numbers in the batch.
    kept: Vec<KeptGame>,
    /// Of the faults.
    own: T,
}

// The functions of a pass, as trait objects: a pass is compiled once for each type of results, and not for each
// command.

/// Makes the state of a thread.
type New<'a, S> = &'a (dyn Fn() -> S + Sync);

/// Adds an item to the results of its batch.
type Work<'a, S, T> = &'a (dyn Fn(&mut S, &mut T, Item<'_>) + Sync);

/// Takes the results of a batch.
type Finish<'a, T> = &'a mut dyn FnMut(&ScanBar, T) -> anyhow::Result<ControlFlow<()>>;

impl<'a> Scan<'a> {
    /// A scan of the selected games, judged by the rules of the arguments.
    ///
    /// # Errors
    /// As for [`Scan::by_rules`].
    pub fn new(args: &'a GameQuery) -> anyhow::Result<Scan<'a>> {
        Scan::by_rules(&args.inputs, &args.selection, args.rules.options())
    }

    /// The names of players.
    pub fn names(&self) -> &Aliases {
        &self.aliases
    }

    /// A scan of the selected games, judged by these rules.
    ///
    /// # Errors
    /// A path cannot be opened, or the `--where` expression is invalid.
    pub fn by_rules(
        args: &'a Inputs,
        selection: &Selection,
        rules: JudgeOptions,
    ) -> anyhow::Result<Scan<'a>> {
        args.require_paths()?;
        let mut options = args.options();
        let indexes = Arc::<Mutex<BTreeSet<PathBuf>>>::default();
        {
            let indexes = Arc::clone(&indexes);
            options.folders = stored::left_out(move |path| {
                lock(&indexes).insert(path.to_owned());
            });
        }
        let number = selection.numbers().cloned();
        let places = &args.paths.places;
        ensure!(
            places.is_empty() || number.is_none() && selection.slice.is_none(),
            "a line after a path chooses a game; leave out --game, --first, --last and --sample"
        );
        if number.is_some() || !places.is_empty() {
            // Only a single thread reads the games in order.
            options.threads = 1;
        }
        let slice = selection.slice.filter(|_| number.is_none());
        let filter = selection.filter()?;
        let aliases = selection.aliases()?;
        // The index was made with the default rules and has the names of the records, and a number counts all games.
        let leaves_out = number.is_none() && rules == JudgeOptions::default() && aliases.is_empty();
        Ok(Scan {
            args,
            inputs: args.inputs_with(filter.as_ref().filter(|_| leaves_out)),
            options,
            filter,
            number,
            places,
            slice,
            rules,
            aliases,
            quiet: false,
            show: ShownFaults::All,
            read: true,
            human: Human::new(output::styled_stderr(), output::width()),
            indexes,
        })
    }

    /// Does not tell that this index is left out: it is written.
    #[cfg(feature = "full")]
    #[must_use]
    pub fn without_note_of(self, index: &Path) -> Scan<'a> {
        let written = index.to_owned();
        let indexes = Arc::clone(&self.indexes);
        let mut scan = self;
        scan.options.folders = stored::left_out(move |path| {
            if !skep_index::Index::is_same(path, &written) {
                lock(&indexes).insert(path.to_owned());
            }
        });
        scan
    }

    /// A reader that gives players their one name.
    pub fn reader(&self) -> GameReader {
        GameReader::new(self.rules).renaming(Arc::clone(&self.aliases))
    }

    /// Without a progress bar.
    #[must_use]
    pub fn quiet(self, quiet: bool) -> Scan<'a> {
        Scan { quiet, ..self }
    }

    /// Does not print faults on standard error, because the command reports them.
    #[must_use]
    pub fn silent(self) -> Scan<'a> {
        Scan {
            show: ShownFaults::Nothing,
            ..self
        }
    }

    /// Shows only unreadable paths: the command reports other faults.
    #[must_use]
    pub fn show_unreadable(self) -> Scan<'a> {
        Scan {
            show: ShownFaults::Unreadable,
            ..self
        }
    }

    /// For more than one pass: standard input and pipes are copied to a temporary file.
    ///
    /// # Errors
    /// An input cannot be copied.
    pub fn repeatable(self) -> anyhow::Result<Scan<'a>> {
        let inputs = self.inputs.into_iter().map(Input::repeatable);
        let inputs = inputs
            .collect::<io::Result<_>>()
            .context("cannot copy the input")?;
        Ok(Scan { inputs, ..self })
    }

    /// The same scan again, without showing faults again.
    pub fn second_pass(&self) -> Scan<'a> {
        self.clone().silent()
    }

    /// For work on the games that do not match, too: no index leaves them out.
    #[must_use]
    pub fn with_unmatched(self) -> Scan<'a> {
        Scan {
            inputs: self.args.inputs(),
            ..self
        }
    }

    /// Whether all games are selected.
    pub fn selects_all(&self) -> bool {
        self.filter.is_none()
            && self.number.is_none()
            && self.places.is_empty()
            && self.slice.is_none()
    }

    /// Whether places in the files choose the games.
    pub fn names_places(&self) -> bool {
        !self.places.is_empty()
    }

    /// Says that no game matches, if the exit code of the scan tells so.
    pub fn tell_no_match(&self, read: Exit) {
        if read == Exit::Findings && !self.selects_all() {
            output::note(NO_MATCH);
        }
    }

    /// For work on all games: nothing is selected.
    #[must_use]
    pub fn of_all(&self) -> Scan<'a> {
        Scan {
            filter: None,
            number: None,
            places: &[],
            slice: None,
            ..self.clone()
        }
    }

    /// For work on the texts of games only: games are read only if a filter needs it.
    #[must_use]
    pub fn unread(self) -> Scan<'a> {
        let read = self.filter.is_some();
        Scan { read, ..self }
    }

    /// How findings are shown on standard error.
    pub fn human(&self) -> &Human {
        &self.human
    }

    /// Runs a job: hands each game and fault to it, on several threads, and the unit of each batch to the outlet, in
    /// input order. Returns how the run ended, and the sum of the counts.
    ///
    /// # Errors
    /// As for [`Scan::run_with`].
    pub fn run<S, C: Tally + Send + 'static>(
        &self,
        job: Job<'_, S, C>,
        outlet: &mut Outlet,
    ) -> anyhow::Result<(Scanned, C)> {
        let mut sum = C::default();
        let scanned = self.run_with(job, |bar, unit| {
            sum.merge(outlet.take(bar, unit)?);
            Ok(())
        })?;
        Ok((scanned, sum))
    }

    /// Runs a job, and hands the unit of each batch to `finish`, in input order. Each thread has a reader, which holds
    /// the game, and a state.
    ///
    /// The run ends at the first item of which the job makes the last of a unit. Later items do not count.
    ///
    /// # Errors
    /// `finish` fails, which ends the run; no thread can be started; or the game of `--game` does not exist.
    pub fn run_with<S, C: Default + Send + 'static>(
        &self,
        job: Job<'_, S, C>,
        mut finish: impl FnMut(&ScanBar, Unit<C>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Scanned> {
        self.run_until(job, |bar, unit| {
            finish(bar, unit)?;
            Ok(ControlFlow::Continue(()))
        })
    }

    /// Runs a job like [`Scan::run_with`], until `finish` ends the run.
    ///
    /// # Errors
    /// As for [`Scan::run_with`].
    pub fn run_until<S, C: Default + Send + 'static>(
        &self,
        job: Job<'_, S, C>,
        mut finish: impl FnMut(&ScanBar, Unit<C>) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Scanned> {
        let (mut exit, mut stopped, mut matched) = (Exit::Success, false, false);
        let mut games = 0;
        let counter = PassCounter::new(self);
        let skipped = self.scan_games(
            &|| (self.reader(), (job.state)()),
            &|(reader, state), pass: &mut PassUnit<C>, item| {
                let unit = &mut pass.own;
                if unit.is_last || pass.done {
                    return;
                }
                match item {
                    Item::Game(game) => {
                        unit.seen += 1;
                        let selected = counter.selects(reader, &game);
                        pass.matched |= selected;
                        pass.done = counter.is_done();
                        if let Some(compared) = job.compared.as_ref().filter(|_| selected) {
                            compared.keys.add_written(compared.judged, reader, &game);
                        }
                        if selected {
                            (job.game)(reader, state, unit, &game);
                        } else if let Some(unmatched) = &job.unmatched {
                            unmatched(reader, state, unit, &game);
                        }
                    }
                    Item::Fault { source, diagnostic } => {
                        let fault = self.fault(source, &diagnostic, &mut pass.messages);
                        pass.exit = pass.exit.and(fault.exit());
                        if let Some(on_fault) = &job.fault {
                            on_fault(state, unit, &fault);
                        }
                    }
                    Item::Rejected { games } => {
                        unit.seen += games;
                        counter.see(games);
                    }
                    Item::Skipped { source } => counter.skip(source),
                }
            },
            &mut |bar, mut pass| {
                exit = exit.and(pass.exit);
                matched |= pass.matched;
                let is_last = pass.own.is_last;
                bar.say(&pass.messages);
                pass.own.before = games;
                games += pass.own.seen;
                stopped = finish(bar, pass.own)?.is_break() || is_last;
                Ok(if stopped || pass.done {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        )?;
        if !stopped {
            counter.check(exit)?;
        }
        Ok(Scanned {
            exit: counter.end(exit, matched, skipped),
            skipped: counter
                .skipped(skipped)
                .filter(|_| !counter.tells_of_no_games(exit)),
            stopped,
            no_match: !matched,
            duplicates: job.compared.map(|compared| compared.found()),
        })
    }

    /// Hands each matching game to `work`, on several threads, and the result of each batch to `finish`, in input
    /// order.
    ///
    /// # Errors
    /// As for [`Scan::run_with`].
    pub fn games<T: Default + Send + 'static>(
        &self,
        work: impl Fn(&mut GameReader, &mut T, &GameText<'_>) + Sync,
        mut finish: impl FnMut(&ScanBar, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<T>, game| work(reader, &mut unit.counts, game),
        );
        let scanned = self.run_with(job, |bar, unit| finish(bar, unit.counts))?;
        Ok(scanned.exit)
    }

    /// Scans the games of the slice, or all, with a progress bar. Returns the number of files that are not game
    /// records.
    fn scan_games<S, T: Default + Send + 'static>(
        &self,
        state: New<'_, S>,
        work: Work<'_, S, T>,
        finish: Finish<'_, T>,
    ) -> anyhow::Result<u64> {
        let bar = ScanBar::new(&self.inputs, self.quiet);
        let (skipped, to_end) = match self.slice {
            None => self.pass(&bar, &self.inputs, state, work, finish)?,
            Some(slice) => self.sliced(&bar, Picker::new(slice), state, work, finish)?,
        };
        self.notes(&bar, to_end);
        Ok(skipped)
    }

    /// Names the indexes that were left out, and at the end of the inputs what the filter warns of.
    fn notes(&self, bar: &ScanBar, to_end: bool) {
        if self.show != ShownFaults::Nothing && !self.quiet && !output::is_quiet() {
            let is_named = |index: &PathBuf| {
                let named = |input: &Input| matches!(input, Input::Path(path) if path == index);
                self.inputs.iter().any(named)
            };
            let mut indexes = std::mem::take(&mut *lock(&self.indexes));
            indexes.retain(|index| !is_named(index));
            for index in indexes {
                let name = Source::file(&index);
                bar.say(
                    format!("note: left out the index {name}; to read it, name it\n").as_bytes(),
                );
            }
        }
        if to_end && self.show != ShownFaults::Nothing {
            let filter = self.filter.iter();
            for warning in filter.flat_map(Filter::warnings) {
                bar.say(format!("warning: {}\n", text::clean(&warning)).as_bytes());
            }
        }
    }

    /// Scans the games that `picker` picks: a pass over the inputs keeps them, and a pass over these games does the
    /// work. Returns the same as [`Scan::pass`].
    fn sliced<S, T: Default + Send + 'static>(
        &self,
        bar: &ScanBar,
        mut picker: Picker,
        state: New<'_, S>,
        work: Work<'_, S, T>,
        finish: Finish<'_, T>,
    ) -> anyhow::Result<(u64, bool)> {
        let work_on = |bar: &ScanBar, kept: KeptGames, finish: Finish<'_, T>| {
            let inputs = [Input::Stored(Stored(Arc::new(kept)))];
            self.pass(bar, &inputs, state, work, finish)
        };
        let (mut games, mut goes_on) = (0, true);
        let (skipped, to_end) = self.pass(
            bar,
            &self.inputs,
            &|| (self.reader(), state()),
            &|(reader, state), found: &mut SliceGames<T>, item| match item {
                Item::Game(game) => {
                    found.games += 1;
                    let filter = self.filter.as_ref();
                    if filter.is_none() || reader.read_and_filter(&game, filter) {
                        found.kept.push(KeptGame::new(found.games, &game));
                    }
                }
                Item::Rejected { games } => found.games += games,
                Item::Fault { .. } | Item::Skipped { .. } => work(state, &mut found.own, item),
            },
            &mut |bar: &ScanBar, found: SliceGames<T>| {
                let mut flow = finish(bar, found.own)?;
                goes_on = flow.is_continue();
                for mut game in found.kept {
                    if flow.is_continue() {
                        game.number += games;
                        let offered = picker.offer(game);
                        flow = offered.context("cannot write a temporary file")?;
                    }
                }
                games += found.games;
                if goes_on && picker.has_chunk() {
                    goes_on = work_on(&ScanBar::hidden(), picker.take(games), finish)?.1;
                }
                Ok(if goes_on {
                    flow
                } else {
                    ControlFlow::Break(())
                })
            },
        )?;
        if goes_on {
            work_on(bar, picker.take(games), finish)?;
        }
        Ok((skipped, to_end))
    }

    /// One pass over inputs. Returns the number of files that are not game records, and whether it came to the end.
    fn pass<S, T: Default + Send + 'static>(
        &self,
        bar: &ScanBar,
        inputs: &[Input],
        state: New<'_, S>,
        work: Work<'_, S, T>,
        finish: Finish<'_, T>,
    ) -> anyhow::Result<(u64, bool)> {
        let (mut failure, mut to_end) = (None, true);
        let summary = skep_collection::scan(
            inputs,
            &self.options,
            &bar.progress,
            state,
            T::default,
            work,
            |unit| {
                let flow = finish(bar, unit).unwrap_or_else(|error| {
                    failure = Some(error);
                    ControlFlow::Break(())
                });
                to_end &= flow.is_continue();
                flow
            },
        )?;
        match failure {
            None => Ok((summary.skipped, to_end)),
            Some(error) => Err(error),
        }
    }
}

/// The content of a mutex, also after a panic of another thread.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
