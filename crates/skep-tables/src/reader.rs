//! Reads files and yields the rows of their games.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;
use std::time::Duration;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::{ArrowTable, Assembler, RowBuilder, TableColumns};
use skep_analysis::GameReader;
use skep_analysis::filter::Filter;
use skep_analysis::openings::OpeningNames;
use skep_collection::{Background, Input, Item, OpenOptions, Progress, scan};
use skep_records::diag::Diagnostic;
use skep_records::{JudgeOptions, Source};

/// How to read a table.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The columns to make.
    pub columns: TableColumns,
    /// How to read the inputs: threads, notation, and so on.
    pub scan: OpenOptions,
    /// The rules for judging the games.
    pub rules: JudgeOptions,
    /// The games to use; `None` uses all.
    pub filter: Option<Filter>,
    /// The names of openings.
    pub names: OpeningNames,
}

impl ReadOptions {
    /// The default columns of a table, of all games.
    pub fn new(table: ArrowTable) -> ReadOptions {
        ReadOptions {
            columns: TableColumns::of(table),
            scan: OpenOptions::default(),
            rules: JudgeOptions::default(),
            filter: None,
            names: OpeningNames::known(),
        }
    }
}

/// A file or entry that cannot be read, or holds no game.
#[derive(Clone, Debug)]
pub struct ReadFault {
    /// The file or entry.
    pub source: Source,
    /// The problem.
    pub diagnostic: Diagnostic,
}

/// The faults found so far, which can be looked at while the table is read.
#[derive(Clone, Debug, Default)]
pub struct Faults(Arc<Mutex<Vec<ReadFault>>>);

impl Faults {
    /// The faults found so far.
    pub fn all(&self) -> Vec<ReadFault> {
        (self.0.lock().unwrap_or_else(PoisonError::into_inner)).clone()
    }

    fn push(&self, fault: ReadFault) {
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
/// use skep_tables::{TableColumns, ReadOptions, ArrowTable, TableReader};
///
/// let mut options = ReadOptions::new(ArrowTable::Plies);
/// options.columns = TableColumns::named(ArrowTable::Plies, &["ply", "state"])?;
/// let inputs = [skep_collection::Input::Path("../../fixtures/cli/sound.uhp".into())];
/// for batch in TableReader::new(inputs.into(), options)? {
///     assert_eq!(batch?.num_columns(), 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TableReader {
    schema: SchemaRef,
    batches: Background<Batch>,
    faults: Faults,
}

type Batch = Result<RecordBatch, ArrowError>;

impl TableReader {
    /// Reads a table with its default columns, by the default rules.
    ///
    /// # Errors
    /// The table is not one of games, or the system cannot start a thread.
    pub fn open<P: Into<PathBuf>>(
        table: ArrowTable,
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
        let found = faults.clone();
        let batches = Background::start(move |give| {
            let tables = [options.columns.clone()];
            let mut assembler = Assembler::new(&tables);
            let mut scan_options = options.scan;
            if matches!(table, ArrowTable::Positions | ArrowTable::LegalMoves) {
                // Their rows take a hundred times the memory of the text.
                scan_options.unit_bytes /= 16;
            }
            let outcome = scan(
                &inputs,
                &scan_options,
                &Progress::new(),
                || GameReader::new(options.rules),
                || None,
                |reader, rows: &mut Option<RowBuilder>, item| match item {
                    Item::Game(game) => {
                        if reader.read_and_filter(&game, options.filter.as_ref()) {
                            reader.judge();
                            let rows = rows.get_or_insert_with(|| RowBuilder::new(&tables));
                            rows.push(&reader.facts(), game.source, game.index, &options.names);
                        }
                    }
                    Item::Fault { source, diagnostic } => found.push(ReadFault {
                        source: source.clone(),
                        diagnostic,
                    }),
                    Item::Rejected { .. } | Item::Skipped { .. } => {}
                },
                |rows: Option<RowBuilder>| {
                    rows.map_or(ControlFlow::Continue(()), |rows| {
                        let mut batches = assembler.batches(rows.finish()).into_iter();
                        batches.try_for_each(|batch| give(Ok(batch)))
                    })
                },
            );
            if let Err(error) = outcome {
                // After the reader is dropped, the error is not needed.
                let _ = give(Err(ArrowError::ExternalError(Box::new(error))));
            }
        })?;
        Ok(TableReader {
            schema,
            batches,
            faults,
        })
    }

    /// The next batch, as from `next`, if it is ready within this time.
    pub fn poll(&mut self, time: Duration) -> Poll<Option<Result<RecordBatch, ArrowError>>> {
        self.batches.poll(time)
    }

    /// The faults found so far. The returned value also gets the faults that are found later.
    pub fn faults(&self) -> Faults {
        self.faults.clone()
    }
}

impl Iterator for TableReader {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        self.batches.next()
    }
}

impl RecordBatchReader for TableReader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
