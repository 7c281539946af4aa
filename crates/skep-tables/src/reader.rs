//! Reads files and yields the rows of their games.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::{Assembler, Columns, RowBuilder, Table};
use skep_analysis::Facts;
use skep_analysis::openings::Names;
use skep_analysis::select::{Filter, Truth};
use skep_collection::{Input, Item, Options, Progress, scan};
use skep_records::diag::Diagnostic;
use skep_records::{Judge, JudgeOptions, Record, Source, Verdict, read};

/// How to read a table.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The columns to make.
    pub columns: Columns,
    /// How to read the inputs: threads, notation, and so on.
    pub scan: Options,
    /// The rules for judging the games.
    pub rules: JudgeOptions,
    /// The games to use; `None` uses all.
    pub filter: Option<Filter>,
    /// The names of openings.
    pub names: Names,
}

impl ReadOptions {
    /// The default columns of a table, of all games.
    pub fn new(table: Table) -> ReadOptions {
        ReadOptions {
            columns: Columns::of(table),
            scan: Options::default(),
            rules: JudgeOptions::default(),
            filter: None,
            names: Names::known(),
        }
    }
}

/// A file or entry that cannot be read, or holds no game.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The file or entry.
    pub source: Source,
    /// The problem.
    pub diagnostic: Diagnostic,
}

/// The faults found so far, which can be looked at while the table is read.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Vec<Fault>>>);

impl Faults {
    /// The faults found so far.
    pub fn all(&self) -> Vec<Fault> {
        (self.0.lock().unwrap_or_else(PoisonError::into_inner)).clone()
    }

    fn push(&self, fault: Fault) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(fault);
    }
}

/// The rows of a table, batch by batch, in the order of the games. Threads read ahead; memory is bounded.
///
/// A file that cannot be read is a fault and does not end the table; see [`TableReader::faults`]. Dropping the reader
/// stops the reading.
///
/// ```
/// use skep_tables::{Columns, ReadOptions, Table, TableReader};
///
/// let mut options = ReadOptions::new(Table::Plies);
/// options.columns = Columns::named(Table::Plies, &["ply", "state"])?;
/// let inputs = [skep_collection::Input::Path("../../fixtures/cli/sound.uhp".into())];
/// for batch in TableReader::new(inputs.into(), options)? {
///     assert_eq!(batch?.num_columns(), 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableReader {
    schema: SchemaRef,
    batches: Option<Receiver<Batch>>,
    thread: Option<JoinHandle<()>>,
    faults: Faults,
}

type Batch = Result<RecordBatch, ArrowError>;

/// Batches that wait for the caller.
const WAITING: usize = 2;

/// What a thread reuses from game to game.
struct Worker {
    judge: Judge,
    record: Record,
    verdict: Verdict,
}

impl Worker {
    /// Whether the game that was read is to be used; then it is judged.
    fn takes(&mut self, filter: Option<&Filter>, source: &Source) -> bool {
        let Some(filter) = filter else {
            self.judge.judge(&self.record, &mut self.verdict);
            return true;
        };
        let early = filter.test(&Facts::of_record(&self.record), source);
        if matches!(early, Truth::False | Truth::Unknown) {
            return false;
        }
        self.judge.judge(&self.record, &mut self.verdict);
        let facts = Facts::new(&self.record, &self.verdict);
        early == Truth::True || filter.test(&facts, source) == Truth::True
    }
}

impl TableReader {
    /// Reads a table with its default columns, by the default rules.
    ///
    /// # Errors
    /// The table is not one of games, or the system cannot start a thread.
    pub fn open<P: Into<PathBuf>>(
        table: Table,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<TableReader, ArrowError> {
        let inputs = paths.into_iter().map(|path| Input::Path(path.into()));
        let inputs = inputs.collect();
        TableReader::new(inputs, ReadOptions::new(table))
    }

    /// Reads a table.
    ///
    /// # Errors
    /// The table is not one of games, or the system cannot start a thread.
    pub fn new(inputs: Vec<Input>, options: ReadOptions) -> Result<TableReader, ArrowError> {
        let table = options.columns.table();
        if !table.is_of_games() {
            let message =
                format!("the table {table} counts many games and cannot be read game by game");
            return Err(ArrowError::InvalidArgumentError(message));
        }
        let schema = table.schema(&options.columns);
        let faults = Faults::default();
        let (sender, batches) = sync_channel::<Batch>(WAITING);
        let found = faults.clone();
        let run = move || {
            let tables = [options.columns.clone()];
            let mut assembler = Assembler::new(&tables);
            let mut scan_options = options.scan;
            if matches!(table, Table::Positions | Table::LegalMoves) {
                // Their rows take a hundred times the memory of the text.
                scan_options.unit_bytes /= 16;
            }
            let outcome = scan(
                &inputs,
                &scan_options,
                &Progress::new(),
                || Worker {
                    judge: Judge::new(options.rules),
                    record: Record::default(),
                    verdict: Verdict::default(),
                },
                || None,
                |worker, rows: &mut Option<RowBuilder>, item| match item {
                    Item::Game(game) => {
                        read(game.format, game.text, &mut worker.record);
                        let findings = game.findings.iter().cloned();
                        worker.record.diagnostics.splice(0..0, findings);
                        if worker.takes(options.filter.as_ref(), game.source) {
                            let facts = Facts::new(&worker.record, &worker.verdict);
                            let rows = rows.get_or_insert_with(|| RowBuilder::new(&tables));
                            rows.push(&facts, game.source, game.index, &options.names);
                        }
                    }
                    Item::Fault { source, diagnostic } => found.push(Fault {
                        source: source.clone(),
                        diagnostic,
                    }),
                    Item::Rejected { .. } | Item::Skipped { .. } => {}
                },
                |rows: Option<RowBuilder>| {
                    let Some(rows) = rows else {
                        return ControlFlow::Continue(());
                    };
                    for batch in assembler.batches(rows.finish()) {
                        // The reader was dropped.
                        if sender.send(Ok(batch)).is_err() {
                            return ControlFlow::Break(());
                        }
                    }
                    ControlFlow::Continue(())
                },
            );
            if let Err(error) = outcome {
                // After the reader is dropped, the error is not needed.
                let _ = sender.send(Err(ArrowError::ExternalError(Box::new(error))));
            }
        };
        let thread = thread::Builder::new().spawn(run)?;
        Ok(TableReader {
            schema,
            batches: Some(batches),
            thread: Some(thread),
            faults,
        })
    }

    /// The next batch, as from `next`, if it is ready within this time.
    pub fn poll(&mut self, time: Duration) -> Poll<Option<Result<RecordBatch, ArrowError>>> {
        let Some(batches) = &self.batches else {
            return Poll::Ready(None);
        };
        match batches.recv_timeout(time) {
            Ok(batch) => Poll::Ready(Some(batch)),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => {
                self.end();
                Poll::Ready(None)
            }
        }
    }

    /// Ends the thread. A panic in it continues here.
    fn end(&mut self) {
        self.batches = None;
        if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
            resume_unwind(panic);
        }
    }

    /// The faults found so far. The returned value also gets the faults that are found later.
    pub fn faults(&self) -> Faults {
        self.faults.clone()
    }
}

impl Iterator for TableReader {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        if let Ok(batch) = self.batches.as_ref()?.recv() {
            return Some(batch);
        }
        self.end();
        None
    }
}

impl RecordBatchReader for TableReader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
