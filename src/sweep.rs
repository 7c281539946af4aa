//! What the commands that go through games have in common: the scan, the bar, and what is said on the way.

use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;

use super::Exit;
use super::args::Inputs;
use super::output;
use super::progress::Bar;
use super::reader::Reader;
use super::report::Human;
use skep_analysis::Tally;
use skep_collection::{GameText, Input, Item, Options, Source, Summary, scan};
use skep_records::diag::Diagnostic;
use skep_records::notation::JudgeOptions;

/// Scans with a bar: hands each item to `work`, on several threads, and what comes of each unit to `finish`, in the
/// order of the inputs.
///
/// # Errors
/// Those of `finish`, which end the scan; no thread can be started.
pub fn sweep<S, T: Default + Send>(
    inputs: &[Input],
    (options, quiet): (&Options, bool),
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, &mut T, Item<'_>) + Sync,
    mut finish: impl FnMut(&Bar, T) -> anyhow::Result<ControlFlow<()>>,
) -> anyhow::Result<Summary> {
    let bar = Bar::new(inputs, quiet);
    let mut failure = None;
    let summary = scan(
        inputs,
        options,
        &bar.progress,
        state,
        T::default,
        work,
        |part| {
            finish(&bar, part).unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        },
    )?;
    match failure {
        None => Ok(summary),
        Some(error) => Err(error),
    }
}

/// What the threads of a sweep count, each for itself, so that memory is that of a tally for each thread.
pub struct Shares<T>(Mutex<Vec<T>>);

/// One thread's tally. It goes to those of the others when the thread is done.
pub struct Share<'a, T: Tally> {
    pub tally: T,
    done: &'a Mutex<Vec<T>>,
}

impl<T: Tally> Shares<T> {
    pub fn new() -> Shares<T> {
        Shares(Mutex::new(Vec::new()))
    }

    /// An empty tally for a thread.
    pub fn share(&self) -> Share<'_, T> {
        Share {
            tally: T::default(),
            done: &self.0,
        }
    }

    /// What all threads counted.
    pub fn sum(self) -> T {
        let mut sum = T::default();
        for part in self.0.into_inner().unwrap_or_else(PoisonError::into_inner) {
            sum.merge(part);
        }
        sum
    }
}

impl<T: Tally> Drop for Share<'_, T> {
    fn drop(&mut self) {
        let tally = std::mem::take(&mut self.tally);
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        done.push(tally);
    }
}

/// A way through the games of some inputs, on which what cannot be read is said on standard error.
pub struct Games<'a> {
    args: &'a Inputs,
    inputs: Vec<Input>,
    rules: JudgeOptions,
    quiet: bool,
    human: Human,
}

/// What comes of one unit of games.
#[derive(Default)]
struct Part<T> {
    own: T,
    messages: Vec<u8>,
    exit: Exit,
}

/// One thing that was found.
enum Found<T> {
    Game(T),
    Fault(Vec<u8>, Exit),
}

impl<'a> Games<'a> {
    /// The games that the arguments name, judged by these rules; `quiet` shows no bar.
    pub fn new(args: &'a Inputs, rules: JudgeOptions, quiet: bool) -> Games<'a> {
        Games {
            args,
            inputs: args.inputs(),
            rules,
            quiet,
            human: Human::new(output::styled_stderr(), output::width()),
        }
    }

    /// The same, to be gone through more than once.
    ///
    /// # Errors
    /// Something that can be read only once cannot be copied.
    pub fn repeatable(
        args: &'a Inputs,
        rules: JudgeOptions,
        quiet: bool,
    ) -> anyhow::Result<Games<'a>> {
        let mut games = Games::new(args, rules, quiet);
        let inputs = games.inputs.into_iter().map(Input::repeatable);
        games.inputs = inputs
            .collect::<io::Result<_>>()
            .context("cannot copy the input")?;
        Ok(games)
    }

    /// How findings are shown on standard error.
    pub fn human(&self) -> &Human {
        &self.human
    }

    /// Hands each game to `work`, on several threads, and what comes of each unit to `finish`, in the order of the
    /// inputs. Gives what the faults among the inputs make of the exit code.
    ///
    /// # Errors
    /// Those of `finish`, which end the scan; no thread can be started.
    pub fn each<T: Default + Send>(
        &self,
        work: impl Fn(&mut Reader, &mut T, &GameText<'_>) + Sync,
        mut finish: impl FnMut(&Bar, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Exit> {
        let mut exit = Exit::Sound;
        self.go(
            |reader, part: &mut Part<T>, item| match item {
                Item::Game(game) => work(reader, &mut part.own, &game),
                Item::Fault { source, diagnostic } => {
                    let exit = self.fault(source, &diagnostic, &mut part.messages);
                    part.exit = part.exit.and(exit);
                }
                Item::Skipped { .. } => {}
            },
            |bar, part| {
                exit = exit.and(part.exit);
                bar.say(&part.messages);
                finish(bar, part.own)
            },
        )?;
        Ok(exit)
    }

    /// Hands what `work` makes of each game to `finish`, one by one, in the order of the inputs. What cannot be read is
    /// said in its place, so that a run that ends early says the same with any number of threads.
    ///
    /// # Errors
    /// As for [`Games::each`].
    pub fn one_by_one<T: Send>(
        &self,
        work: impl Fn(&mut Reader, &GameText<'_>) -> Option<T> + Sync,
        mut finish: impl FnMut(&Bar, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<Exit> {
        let mut exit = Exit::Sound;
        self.go(
            |reader, found: &mut Vec<Found<T>>, item| match item {
                Item::Game(game) => found.extend(work(reader, &game).map(Found::Game)),
                Item::Fault { source, diagnostic } => {
                    let mut message = Vec::new();
                    let exit = self.fault(source, &diagnostic, &mut message);
                    found.push(Found::Fault(message, exit));
                }
                Item::Skipped { .. } => {}
            },
            |bar, found| {
                for one in found {
                    match one {
                        Found::Game(game) => {
                            if finish(bar, game)?.is_break() {
                                return Ok(ControlFlow::Break(()));
                            }
                        }
                        Found::Fault(message, of_fault) => {
                            bar.say(&message);
                            exit = exit.and(of_fault);
                        }
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(exit)
    }

    /// Says what is wrong with a file or entry; gives what it makes of the exit code.
    fn fault(&self, source: &Source, diagnostic: &Diagnostic, out: &mut Vec<u8>) -> Exit {
        self.human.fault(source, diagnostic, out);
        if self.args.cannot_be_read(source, diagnostic) {
            Exit::CouldNotRun
        } else {
            Exit::Unsound
        }
    }

    /// [`Games::each`] once more: what cannot be read has been said.
    ///
    /// # Errors
    /// As for [`Games::each`].
    pub fn again<T: Default + Send>(
        &self,
        work: impl Fn(&mut Reader, &mut T, &GameText<'_>) + Sync,
        finish: impl FnMut(&Bar, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        let work = |reader: &mut Reader, part: &mut T, item: Item<'_>| {
            if let Item::Game(game) = item {
                work(reader, part, &game);
            }
        };
        self.go(work, finish)
    }

    fn go<T: Default + Send>(
        &self,
        work: impl Fn(&mut Reader, &mut T, Item<'_>) + Sync,
        finish: impl FnMut(&Bar, T) -> anyhow::Result<ControlFlow<()>>,
    ) -> anyhow::Result<()> {
        sweep(
            &self.inputs,
            (&self.args.options(), self.quiet),
            || Reader::new(self.rules),
            work,
            finish,
        )?;
        Ok(())
    }
}
