//! Several games: texts one after the other, or a file for each game in a folder.

use super::{Show, ShowFormat};
use crate::emit::check_report::human;
use crate::emit::rows::ReportFormat;
use crate::emit::{Outlet, Unit};
use crate::output::{self, Exit};
use crate::scan::Job;
use crate::text;
use skep_analysis::{GameReader, Tally as _};
use skep_collection::Input;
use skep_records::GameText;

impl Show {
    /// Whether the output is a folder.
    pub(super) fn is_for_folder(&self) -> bool {
        self.target.path().is_some_and(output::is_folder)
    }

    /// Shows every game that the arguments choose.
    pub(super) fn each(&self, format: ShowFormat) -> anyhow::Result<Exit> {
        let inputs = self.games.inputs();
        let scan = self.games.scan(&inputs)?;
        let is_folder = self.is_for_folder();
        let between: &[u8] = if format == ShowFormat::Text {
            b"\n"
        } else {
            b""
        };
        let mut outlet = if is_folder {
            let extension = if format.is_text() {
                "txt"
            } else {
                output::extension_of(format.spellings())
            };
            Outlet::files(&self.target, extension, inputs.inputs())?
        } else {
            (self.outlet(format, inputs.inputs())?).separated_by(between)
        };
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<Exit>, game| {
                let content = self.drawn(format, reader, game, unit);
                if content.is_empty() {
                } else if is_folder {
                    unit.files.push((game.source.clone(), content));
                } else {
                    unit.text.extend(between);
                    unit.text.extend(content);
                }
            },
        );
        let (scanned, exit) = scan.run(job, &mut outlet)?;
        Ok(scanned.exit.and(exit).and(outlet.close("")?))
    }

    /// Where text or a picture goes.
    pub(super) fn outlet(&self, format: ShowFormat, read: Vec<Input>) -> anyhow::Result<Outlet> {
        let out = self.target.open_checked(read)?;
        let outlet = Outlet::text(ReportFormat::Text, out, &self.target);
        Ok(if format == ShowFormat::Text {
            outlet.coloured()
        } else {
            outlet
        })
    }

    /// Draws a game. Runs in the workers.
    fn drawn(
        &self,
        format: ShowFormat,
        reader: &mut GameReader,
        game: &GameText<'_>,
        unit: &mut Unit<Exit>,
    ) -> Vec<u8> {
        reader.judge();
        let record = std::mem::take(&mut reader.record);
        let verdict = std::mem::take(&mut reader.verdict);
        let place = human::place(game);
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
        let message = text::clean_lines(&message);
        unit.messages.extend(message.as_bytes());
        unit.counts.merge(exit);
        content
    }
}
