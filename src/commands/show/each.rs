//! Several games: texts one after the other, or a file for each game in a folder.

use std::io::Write;

use super::{Show, ShowFormat};
use crate::emit::Unit;
use crate::output::{self, Exit, FilePerGame, Guard, Output, OutputFolder};
use crate::scan::Job;
use crate::text;
use skep_analysis::GameReader;
use skep_records::{GameText, Source};

/// Where the games go.
enum EachPlace {
    /// One after the other.
    One(Box<Output>),
    Folder(FilePerGame),
}

/// A game as it is shown.
struct Drawn {
    source: Source,
    content: Vec<u8>,
    /// What is wrong with the game.
    message: String,
    exit: Exit,
}

impl Show {
    /// Whether the output is a folder.
    pub(super) fn is_for_folder(&self) -> bool {
        self.target.path().is_some_and(output::is_folder)
    }

    /// Shows every game that the arguments choose.
    pub(super) fn each(&self, format: ShowFormat) -> anyhow::Result<Exit> {
        let inputs = self.games.inputs();
        let scan = self.games.scan(&inputs)?;
        let guard = Guard::new(self.target.force, inputs.inputs());
        let mut place = match self.target.path() {
            Some(path) if self.is_for_folder() => EachPlace::Folder(FilePerGame::new(
                OutputFolder::new(path, guard)?,
                if format.is_text() {
                    "txt"
                } else {
                    output::extension_of(format.spellings())
                },
            )),
            path => {
                let mut out = Output::new(path, &guard)?;
                if format == ShowFormat::Text {
                    out.coloured();
                }
                EachPlace::One(Box::new(out))
            }
        };
        let (mut exit, mut shown) = (Exit::Success, 0_u64);
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<Vec<Drawn>>, game| {
                unit.counts.push(self.drawn(format, reader, game));
            },
        );
        let scanned = scan.run_with(job, |bar, unit| {
            for drawn in unit.counts {
                bar.say(drawn.message.as_bytes());
                exit = exit.and(drawn.exit);
                if drawn.content.is_empty() {
                    continue;
                }
                match &mut place {
                    EachPlace::Folder(files) => files.write(&drawn.source, &drawn.content)?,
                    EachPlace::One(out) => bar.beside(false, || {
                        if shown > 0 && format == ShowFormat::Text && self.link.is_none() {
                            writeln!(out)?;
                        }
                        out.write_all(&drawn.content)
                    })?,
                }
                shown += 1;
            }
            Ok(())
        })?;
        match (place, self.target.path()) {
            (_, Some(path)) if shown == 0 => output::tell_unwritten(path),
            (EachPlace::One(out), _) => out.finish()?,
            (EachPlace::Folder(files), path) => {
                files.finish()?;
                let path = path
                    .map(Source::file)
                    .map_or(String::new(), |path| format!(" to {path}"));
                let files = text::counted(shown, "file", "files");
                output::tell_done(format_args!("{files} written{path}"));
            }
        }
        Ok(scanned.exit.and(exit))
    }

    /// Draws a game. Runs in the workers.
    fn drawn(&self, format: ShowFormat, reader: &mut GameReader, game: &GameText<'_>) -> Drawn {
        reader.judge();
        let record = std::mem::take(&mut reader.record);
        let verdict = std::mem::take(&mut reader.verdict);
        let place = format!("{}, game {}", game.source, game.index);
        let mut content = Vec::new();
        let draw = || {
            let wrong = self.wrong(&record, &verdict)?;
            let shown = self.shown(record, verdict)?;
            let playbacks = self.playbacks(format, &shown)?;
            let captions = shown.captions(self, Some(place.clone()));
            self.write(&mut content, format, &playbacks, &captions)?;
            anyhow::Ok(wrong)
        };
        let (message, exit) = match draw() {
            Ok(None) => (String::new(), Exit::Success),
            Ok(Some(wrong)) => (format!("{place}: {wrong}\n"), Exit::Findings),
            Err(error) => {
                content.clear();
                (format!("error: {place}: {error:#}\n"), Exit::Findings)
            }
        };
        Drawn {
            source: game.source.clone(),
            content,
            message: text::clean_lines(&message),
            exit,
        }
    }
}
