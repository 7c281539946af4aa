//! Where what a command finds goes.

use std::io::{self, Write};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::Unit;
use super::games::{GameOutlet, LeftOutGames};
use super::json_array::JsonArray;
use super::rows::{CellValue, ReportFormat, RowFormat, Screen, Sheet, Table};
use crate::output::progress::ScanBar;
use crate::output::{self, Exit, FilePerGame, FileTarget, Guard, Output, OutputFolder};
use skep_collection::Input;
use skep_records::Source;
use skep_records::record::Format;

/// An output of a command: rows, games, text, a JSON document, or nothing. It takes units in the order of the input.
pub struct Outlet {
    form: OutletForm,
    /// The file; none for standard output.
    file: Option<PathBuf>,
    /// Whether text is shown as it comes, because the next unit can take a long time.
    is_eager: bool,
    /// Whether nothing was written yet.
    is_empty: bool,
}

enum OutletForm {
    Nothing,
    Rows(Box<Sheet>),
    /// With the output of the games that are left out.
    Games(Box<(GameOutlet, LeftOutGames)>),
    Text(Box<TextOutlet>),
    /// A file for each game, in a folder.
    Files(FilePerGame),
    /// One document of many objects.
    Json(Box<Output>, JsonArray),
}

/// Text, of which a part may be left out.
struct TextOutlet {
    out: Output,
    /// What stands before each piece except the first; a piece begins with it.
    separator: &'static [u8],
    /// How many of the limited places may still be shown, and how many were left out.
    room: u64,
    hidden: u64,
    begun: bool,
}

impl Outlet {
    /// For a command that only has an exit code.
    pub fn nothing() -> Outlet {
        Outlet::at(&FileTarget::default(), OutletForm::Nothing)
    }

    /// Rows of a table on an output, which is opened last.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn rows(
        table: Table,
        rows: RowFormat,
        target: &FileTarget,
        out: impl FnOnce() -> anyhow::Result<Output>,
    ) -> anyhow::Result<Outlet> {
        let is_stdout = output::is_stdout(target.output.as_deref());
        let sheet = Sheet::new(table, rows, is_stdout, out)?;
        Ok(Outlet::at(target, OutletForm::Rows(sheet.into())))
    }

    /// Writes whole tables on an output, which is opened last.
    ///
    /// # Errors
    /// The output cannot be written, no table has a chosen column, or the format holds one table.
    pub fn tables(
        mut tables: Vec<Table>,
        rows: RowFormat,
        target: &FileTarget,
        out: impl FnOnce() -> anyhow::Result<Output>,
    ) -> anyhow::Result<()> {
        if let [table] = &mut tables[..] {
            let (head, all) = table.take();
            let mut outlet = Outlet::rows(head, rows, target, out)?;
            all.into_iter().try_for_each(|row| outlet.push(row))?;
            return outlet.finish("");
        }
        if rows.format == ReportFormat::Parquet {
            bail!("--format parquet writes one table; choose it with --table");
        }
        Table::pick(&mut tables, &rows)?;
        let mut out = out()?;
        if rows.format == ReportFormat::Table {
            out.paged();
        }
        Table::write(&tables, &rows, Screen::of(target), &mut out)?;
        out.finish()?;
        Ok(())
    }

    /// Games in a notation, or in their own if it is not chosen, at a target. The command itself says how many.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn games(
        to: Option<Format>,
        read: Vec<Input>,
        target: &FileTarget,
    ) -> anyhow::Result<Outlet> {
        let games = GameOutlet::open(to, read, target)?;
        let file = target.path().map(PathBuf::from);
        Ok(Outlet {
            file,
            ..Outlet::of_games(games, LeftOutGames::default())
        })
    }

    /// Games at a place, and those that do not match at another.
    pub fn of_games(games: GameOutlet, rest: LeftOutGames) -> Outlet {
        let form = OutletForm::Games(Box::new((games, rest)));
        Outlet::at(&FileTarget::default(), form)
    }

    /// Text at a target, or for JSON one document of the objects in it.
    pub fn text(format: ReportFormat, out: Output, target: &FileTarget) -> Outlet {
        let form = if format == ReportFormat::Json {
            OutletForm::Json(out.into(), JsonArray::default())
        } else {
            let text = TextOutlet {
                out,
                separator: b"",
                room: u64::MAX,
                hidden: 0,
                begun: false,
            };
            OutletForm::Text(text.into())
        };
        Outlet::at(target, form)
    }

    /// Text at a target, which must not be one of the inputs.
    ///
    /// # Errors
    /// It is one of the inputs, it exists, or it cannot be created.
    pub fn answer(
        target: &FileTarget,
        read: impl IntoIterator<Item = Input>,
    ) -> anyhow::Result<Outlet> {
        let out = target.open(read)?;
        Ok(Outlet::text(ReportFormat::Text, out, target))
    }

    /// A file with this extension for each game, in the folder of a target.
    ///
    /// # Errors
    /// The folder cannot be created, or is an input.
    pub fn files(
        target: &FileTarget,
        extension: &'static str,
        read: Vec<Input>,
    ) -> anyhow::Result<Outlet> {
        let folder = target.path().unwrap_or(Path::new("."));
        let folder = OutputFolder::new(folder, Guard::new(target.force, read))?;
        let files = FilePerGame::new(folder, extension);
        Ok(Outlet::at(target, OutletForm::Files(files)))
    }

    fn at(target: &FileTarget, form: OutletForm) -> Outlet {
        let file = target.path().map(PathBuf::from);
        Outlet {
            form,
            file,
            is_eager: false,
            is_empty: true,
        }
    }

    /// Shows text as it comes.
    #[must_use]
    pub fn eager(self) -> Outlet {
        let is_eager = true;
        Outlet { is_eager, ..self }
    }

    /// A terminal gets the text with its colours.
    #[must_use]
    pub fn coloured(mut self) -> Outlet {
        if let OutletForm::Text(text) = &mut self.form {
            text.out.coloured();
        }
        self
    }

    /// Leaves out the separator before the first piece of text.
    #[must_use]
    pub fn separated_by(mut self, separator: &'static [u8]) -> Outlet {
        if let OutletForm::Text(text) = &mut self.form {
            text.separator = separator;
        }
        self
    }

    /// Shows at most this many of the limited places of the text.
    #[must_use]
    pub fn at_most(mut self, places: u64) -> Outlet {
        if let OutletForm::Text(text) = &mut self.form {
            text.room = places;
        }
        self
    }

    /// The number of limited places that were left out.
    pub fn hidden(&self) -> u64 {
        match &self.form {
            OutletForm::Text(text) => text.hidden,
            _ => 0,
        }
    }

    /// Whether it takes rows.
    #[cfg(feature = "full")]
    pub const fn is_of_rows(&self) -> bool {
        matches!(self.form, OutletForm::Rows(_))
    }

    /// Ends a run if no further row is written.
    pub fn flow(&self) -> ControlFlow<()> {
        match &self.form {
            OutletForm::Rows(sheet) if sheet.is_full() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Writes what a batch adds.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed, or the games mix notations.
    pub fn take<C>(&mut self, bar: &ScanBar, unit: Unit<C>) -> anyhow::Result<C> {
        bar.say(&unit.messages);
        let (rows, late, text, games) = (unit.rows, unit.late, unit.text, unit.games);
        let has_rows = !rows.is_empty() || !late.is_empty();
        let is_empty = !has_rows && text.is_empty() && games.games == 0;
        self.is_empty &= is_empty && unit.files.is_empty();
        match &mut self.form {
            OutletForm::Nothing => {}
            OutletForm::Games(outlets) => {
                outlets.0.put(bar, &games)?;
                outlets.1.put(bar, &unit.rest)?;
            }
            OutletForm::Rows(sheet) => bar.beside(false, || {
                let mut rows = rows.into_iter();
                let mut written = 0;
                for (before, late) in late {
                    let mut next = rows.by_ref().take(before - written);
                    next.try_for_each(|row| sheet.push(row))?;
                    written = before;
                    late(&mut |row| sheet.push(row))?;
                }
                rows.try_for_each(|row| sheet.push(row))
            })?,
            OutletForm::Files(files) => (unit.files.iter())
                .try_for_each(|(source, content)| files.write(source, content))?,
            OutletForm::Text(outlet) => bar.beside(false, || outlet.take(&text, &unit.limited))?,
            OutletForm::Json(out, array) => bar.beside(false, || array.push(&text, out))?,
        }
        if self.is_eager {
            self.flush()?;
        }
        Ok(unit.counts)
    }

    /// Writes a row.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn push(&mut self, row: Vec<CellValue>) -> anyhow::Result<()> {
        let rows = vec![row];
        self.take(
            &ScanBar::hidden(),
            Unit::<()> {
                rows,
                ..Unit::default()
            },
        )
    }

    /// Writes a piece of text.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn put_text(&mut self, text: &str) -> anyhow::Result<()> {
        let text = text.as_bytes().to_vec();
        self.take(
            &ScanBar::hidden(),
            Unit::<()> {
                text,
                ..Unit::default()
            },
        )
    }

    /// The output of games, and that of the games that are left out.
    ///
    /// # Errors
    /// It is an output of something else.
    pub fn into_games(self) -> anyhow::Result<(GameOutlet, LeftOutGames)> {
        match self.form {
            OutletForm::Games(outlets) => Ok(*outlets),
            _ => bail!("the output takes no games"),
        }
    }

    /// Ends the output like [`Outlet::finish`]. If there is nothing to write, a file stays as it was, which a note
    /// says, and people see no empty table.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn close(self, end: &str) -> anyhow::Result<Exit> {
        if self.is_empty && end.is_empty() {
            if let Some(path) = &self.file {
                output::tell_unwritten(path);
                return Ok(Exit::Findings);
            }
            if matches!(&self.form, OutletForm::Rows(sheet) if sheet.is_for_people()) {
                return Ok(Exit::Success);
            }
        }
        self.finish(end)?;
        Ok(Exit::Success)
    }

    /// Ends the output; people see `end` after rows or text.
    ///
    /// # Errors
    /// The disk is full, the pipe is closed.
    pub fn finish(self, end: &str) -> anyhow::Result<()> {
        match self.form {
            OutletForm::Nothing => {}
            OutletForm::Games(outlets) => outlets.0.write_out()?,
            OutletForm::Rows(sheet) => sheet.finish(end)?,
            OutletForm::Files(files) => {
                let number = files.len() as u64;
                files.finish()?;
                let to = self.file.as_deref().map(Source::file);
                output::tell_written(number, ("file", "files"), to);
            }
            OutletForm::Text(mut text) => {
                text.out.write_all(end.as_bytes())?;
                text.out.finish()?;
            }
            OutletForm::Json(mut out, array) => {
                array.finish(&mut out)?;
                out.finish()?;
            }
        }
        Ok(())
    }
}

/// Text that a command writes as it comes.
impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty = false;
        match &mut self.form {
            OutletForm::Text(text) => text.out.write(bytes),
            OutletForm::Nothing => Ok(bytes.len()),
            _ => Err(io::Error::other("the output takes no text")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.form {
            OutletForm::Text(text) => text.out.flush(),
            OutletForm::Json(out, _) => out.flush(),
            _ => Ok(()),
        }
    }
}

impl TextOutlet {
    fn take(&mut self, text: &[u8], limited: &[Range<usize>]) -> io::Result<()> {
        let mut from = 0;
        for place in limited {
            if self.room > 0 {
                self.room -= 1;
            } else {
                self.hidden += 1;
                self.put(&text[from..place.start])?;
                from = place.end;
            }
        }
        self.put(&text[from..])
    }

    fn put(&mut self, mut text: &[u8]) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        if !self.begun {
            text = text.strip_prefix(self.separator).unwrap_or(text);
        }
        self.begun = true;
        self.out.write_all(text)
    }
}
