//! What a command does with the games of a scan, and how the run ends.

use super::SourceFault;
use super::duplicates::{Duplicates, GameKeys};
use crate::emit::games::Closed;
use crate::emit::{Outlet, Unit};
use crate::output::Exit;
use skep_analysis::GameReader;
use skep_records::GameText;

/// Adds a game to the unit of its batch. The reader holds the game, which is read, but not judged unless the filter
/// needed that.
pub(super) type OnGame<'j, S, C> =
    Box<dyn Fn(&mut GameReader, &mut S, &mut Unit<C>, &GameText<'_>) + Sync + 'j>;

/// Adds a fault to the unit of its batch.
type OnFault<'j, S, C> = Box<dyn Fn(&mut S, &mut Unit<C>, &SourceFault<'_>) + Sync + 'j>;

/// What a command does with the games of a scan, on several threads: each thread has a state, and each batch of games a
/// unit. [`Scan::run`](super::Scan::run) does the rest.
pub struct Job<'j, S, C = ()> {
    pub(super) state: Box<dyn Fn() -> S + Sync + 'j>,
    pub(super) game: OnGame<'j, S, C>,
    pub(super) unmatched: Option<OnGame<'j, S, C>>,
    pub(super) fault: Option<OnFault<'j, S, C>>,
    pub(super) compared: Option<ComparedGames>,
}

/// The games that are compared, to warn of duplicates.
pub(super) struct ComparedGames {
    pub(super) keys: GameKeys,
    /// Whether games are compared by their moves, and not by their texts.
    pub(super) judged: bool,
    /// What the command does with them, such as `listed`.
    done: &'static str,
}

impl<'j, S, C> Job<'j, S, C> {
    /// A job that does this with each game that matches. `state` makes the state of a thread.
    pub fn new(
        state: impl Fn() -> S + Sync + 'j,
        game: impl Fn(&mut GameReader, &mut S, &mut Unit<C>, &GameText<'_>) + Sync + 'j,
    ) -> Job<'j, S, C> {
        Job {
            state: Box::new(state),
            game: Box::new(game),
            unmatched: None,
            fault: None,
            compared: None,
        }
    }

    /// Also does something with each game that does not match.
    #[must_use]
    pub fn unmatched(
        mut self,
        unmatched: impl Fn(&mut GameReader, &mut S, &mut Unit<C>, &GameText<'_>) + Sync + 'j,
    ) -> Job<'j, S, C> {
        self.unmatched = Some(Box::new(unmatched));
        self
    }

    /// Also does something with each file or entry that has a fault.
    #[must_use]
    pub fn fault(
        mut self,
        fault: impl Fn(&mut S, &mut Unit<C>, &SourceFault<'_>) + Sync + 'j,
    ) -> Job<'j, S, C> {
        self.fault = Some(Box::new(fault));
        self
    }

    /// Judges the games and warns of duplicates at the end. `done` is what the command does with them, such as
    /// `listed`.
    #[must_use]
    pub fn compared(self, done: &'static str) -> Job<'j, S, C> {
        self.compared_if(Some(true), done)
    }

    /// Warns of duplicates at the end, if this is given: of judged games, or of games that are written unchanged.
    #[must_use]
    pub fn compared_if(mut self, judged: Option<bool>, done: &'static str) -> Job<'j, S, C> {
        let keys = GameKeys::new();
        self.compared = judged.map(|judged| ComparedGames { keys, judged, done });
        self
    }
}

impl ComparedGames {
    /// What was found, and what the command did with the games.
    pub(super) fn found(&self) -> (Duplicates, &'static str) {
        (self.keys.found(), self.done)
    }
}

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// The exit code for the faults among the inputs.
    pub exit: Exit,
    /// The number of files that are not game records, and the names of the first; `None` if there is no such file, or a
    /// note named them.
    pub skipped: Option<String>,
    /// Whether the job ended the run.
    pub stopped: bool,
    /// Whether there is no game, or no game matches the filter. The exit code covers that.
    pub no_match: bool,
    /// The duplicates, if the job compares games, and what it did with the games.
    pub duplicates: Option<(Duplicates, &'static str)>,
}

impl Scanned {
    /// Warns of duplicates. Returns the exit code of the run, in which something else was `found`.
    pub fn exit(&self, found: bool) -> Exit {
        if let Some((duplicates, done)) = self.duplicates {
            duplicates.tell(done);
        }
        self.exit.and(Exit::of_findings(found))
    }

    /// Ends an output of rows or text: see [`Outlet::close`].
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn finish(&self, outlet: Outlet, end: &str) -> anyhow::Result<Exit> {
        let written = outlet.close(end)?;
        Ok(self.exit(false).and(written))
    }

    /// Ends an output of games. `tell` reports what was written.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, or a file cannot be moved to its place.
    pub fn close(
        &self,
        outlet: Outlet,
        tell: impl FnOnce(&Closed) -> Exit,
    ) -> anyhow::Result<Exit> {
        let (games, rest) = outlet.into_games()?;
        if self.stopped {
            return games.stop();
        }
        let told = tell(&games.close()?);
        let exit = self.exit(false).and(told);
        Ok(exit.and(rest.finish((!self.no_match).then_some("all games match"))?))
    }
}
