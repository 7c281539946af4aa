//! The one way in which commands read games: scan the inputs, select games, hand each game to the command on several
//! threads, and combine the results in input order.

pub mod compared;
mod count;
mod counter;
pub mod duplicates;
mod fault;
mod inputs;
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
use crate::output::progress::ScanBar;
use crate::output::{self, Exit};
use crate::scan::slice::{KeptGame, KeptGames, Picker, Slice};
use crate::text;
use counter::{NO_MATCH, PassCounter};
use fault::ShownFaults;
use skep_analysis::GameReader;
use skep_analysis::filter::Filter;
use skep_analysis::players::Aliases;
use skep_collection::{Input, Item, OpenOptions, Stored};
use skep_records::notation::JudgeOptions;
use skep_records::{GameText, Source};

pub use count::count;
pub use fault::SourceFault;
pub use inputs::{
    Inputs, Paths, PlacedPath, STDIN, TypedPlace, input_is_piped, is_game_string, is_source,
    missing_file_help,
};
pub use numbers::{GameNumbers, NumberSpan};
pub use query::{GameQuery, RuleArguments};
pub use seen::{CountedExit, Skipped};
pub use selection::Selection;
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

/// An item of a scan.
pub enum Event<'a> {
    /// A matching game, read but not judged unless the filter needed that.
    Game(&'a GameText<'a>),
    /// A game that does not match, read as far as the filter needed that.
    Unmatched(&'a GameText<'a>),
    /// Games that an index leaves out, because they do not match.
    Rejected(u64),
    Fault(SourceFault<'a>),
}

/// How a scan ended.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// The exit code for the faults among the inputs.
    pub exit: Exit,
    /// The number of files that are not game records, and the names of the first; `None` if there is no such file, or a
    /// note named them.
    pub skipped: Option<String>,
    /// Whether the command stopped the scan.
    pub stopped: bool,
    /// Whether there is no game, or no game matches the filter. The exit code covers that.
    pub no_match: bool,
}

/// The result of one batch of games.
#[derive(Default)]
struct PassUnit<T> {
    own: T,
    messages: Vec<u8>,
    exit: Exit,
    stopped: bool,
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

/// One result of [`Scan::one_by_one`].
enum ScanResult<T> {
    Game(T),
    Fault(Vec<u8>, Exit),
}

impl<'a> Scan<'a> {
    /// A scan of the selected games, judged by the rules of the arguments.
    ///
    /// # Errors
    /// As for [`Scan::by_rules`].
    pub fn new(args: &'a GameQuery) -> anyhow::Result<Scan<'a>> {
        Scan::by_rules(&args.inputs, &args.selection, args.rules.options())
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

    /// Hands each game and fault to `work`, on several threads, and the result of each batch to `finish`, in input
    /// order. Each thread has a reader, which holds the game, and a state.
    ///
    /// The scan ends at the first item at which `work` breaks. Later items do not count.
    ///
    /// # Errors
    /// `finish` fails, which ends the scan; no thread can be started; or the game of `--game` does not exist.
    pub fn fold<S, T: Default + Send + 'static>(
        &self,
        state: impl Fn() -> S + Sync,
        work: impl Fn(&mut GameReader, &mut S, &mut T, Event<'_>) -> ControlFlow<()> + Sync,
        mut finish: impl FnMut(&ScanBar, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Scanned> {
        let (mut exit, mut stopped, mut matched) = (Exit::Success, false, false);
        let counter = PassCounter::new(self);
        let skipped = self.scan_games(
            &|| (self.reader(), state()),
            &|(reader, state), unit: &mut PassUnit<T>, item| {
                if unit.stopped || unit.done {
                    return;
                }
                let flow = match item {
                    Item::Game(game) => {
                        let selected = counter.selects(reader, &game);
                        unit.matched |= selected;
                        let event = if selected {
                            Event::Game(&game)
                        } else {
                            Event::Unmatched(&game)
                        };
                        unit.done = counter.is_done();
                        work(reader, state, &mut unit.own, event)
                    }
                    Item::Fault { source, diagnostic } => {
                        let fault = self.fault(source, &diagnostic, &mut unit.messages);
                        unit.exit = unit.exit.and(fault.exit());
                        work(reader, state, &mut unit.own, Event::Fault(fault))
                    }
                    Item::Rejected { games } => {
                        counter.see(games);
                        work(reader, state, &mut unit.own, Event::Rejected(games))
                    }
                    Item::Skipped { source } => return counter.skip(source),
                };
                unit.stopped = flow.is_break();
            },
            &mut |bar, unit| {
                exit = exit.and(unit.exit);
                matched |= unit.matched;
                bar.say(&unit.messages);
                finish(bar, unit.own)?;
                stopped = unit.stopped;
                Ok(if stopped || unit.done {
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
        })
    }

    /// Hands each matching game to `work`, on several threads, and the result of each batch to `finish`, in input
    /// order.
    ///
    /// # Errors
    /// As for [`Scan::fold`].
    pub fn games<T: Default + Send + 'static>(
        &self,
        work: impl Fn(&mut GameReader, &mut T, &GameText<'_>) + Sync,
        finish: impl FnMut(&ScanBar, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        let scanned = self.fold(
            || (),
            |reader, (), part, event| {
                if let Event::Game(game) = event {
                    work(reader, part, game);
                }
                ControlFlow::Continue(())
            },
            finish,
        )?;
        Ok(scanned.exit)
    }

    /// Hands the result of `work` for each matching game to `finish`, one by one, in input order. Faults are shown in
    /// their place, so a run that ends early shows the same with any number of threads.
    ///
    /// # Errors
    /// As for [`Scan::fold`].
    pub fn one_by_one<T: Send + 'static>(
        &self,
        work: impl Fn(&mut GameReader, &GameText<'_>) -> T + Sync,
        mut finish: impl FnMut(&ScanBar, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Exit> {
        let (mut exit, mut stopped, mut matched) = (Exit::Success, false, false);
        let counter = PassCounter::new(self);
        let skipped = self.scan_games(
            &|| self.reader(),
            &|reader, found: &mut Vec<ScanResult<T>>, item| match item {
                _ if counter.is_done() => {}
                Item::Game(game) => {
                    if counter.selects(reader, &game) {
                        found.push(ScanResult::Game(work(reader, &game)));
                    }
                }
                Item::Fault { source, diagnostic } => {
                    let mut message = Vec::new();
                    let exit = self.fault(source, &diagnostic, &mut message).exit();
                    found.push(ScanResult::Fault(message, exit));
                }
                Item::Rejected { games } => counter.see(games),
                Item::Skipped { source } => counter.skip(source),
            },
            &mut |bar, found| {
                for one in found {
                    match one {
                        ScanResult::Game(game) => {
                            matched = true;
                            if finish(bar, game)?.is_break() {
                                stopped = true;
                                return Ok(ControlFlow::Break(()));
                            }
                        }
                        ScanResult::Fault(message, of_fault) => {
                            bar.say(&message);
                            exit = exit.and(of_fault);
                        }
                    }
                }
                Ok(if counter.is_done() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                })
            },
        )?;
        if !stopped {
            counter.check(exit)?;
        }
        Ok(counter.end(exit, matched, skipped))
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
                        flow = picker.offer(game);
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
