//! Tables of the fixtures.

use arrow_array::cast::AsArray as _;
use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{RecordBatch, RecordBatchReader as _};
use arrow_schema::ArrowError;
use skep_analysis::filter::Filter;
use skep_collection::Input;
use skep_tables::{ArrowTable, ReadOptions, TableColumns, TableReader};

const GAMES: &str = "../../fixtures/games/league.zip";

fn read(inputs: &[&str], options: ReadOptions) -> Vec<RecordBatch> {
    let inputs = inputs.iter().map(|path| Input::Path(path.into())).collect();
    let reader = TableReader::new(inputs, options).unwrap();
    reader.collect::<Result<_, ArrowError>>().unwrap()
}

fn all(table: ArrowTable) -> ReadOptions {
    let mut options = ReadOptions::new(table);
    options.columns = TableColumns::all(table);
    options
}

/// The values of a column, whatever the batches are.
fn values(batches: &[RecordBatch], name: &str) -> Vec<String> {
    let mut values = Vec::new();
    for batch in batches {
        let column = batch.column_by_name(name).unwrap();
        let formatted = |i| format!("{:?}", column.slice(i, 1));
        values.extend((0..batch.num_rows()).map(formatted));
    }
    values
}

#[test]
fn rows_do_not_depend_on_threads() {
    for table in ArrowTable::OF_GAMES {
        let with = |threads, unit_bytes| {
            let mut options = all(table);
            options.scan.threads = threads;
            options.scan.unit_bytes = unit_bytes;
            read(
                &[GAMES, "../../fixtures/hexit/games", "../../fixtures/venom"],
                options,
            )
        };
        let (one, many) = (with(1, 1 << 18), with(4, 1 << 10));
        let rows =
            |batches: &[RecordBatch]| batches.iter().map(RecordBatch::num_rows).sum::<usize>();
        assert!(rows(&one) > 30, "{table}");
        assert_eq!(rows(&one), rows(&many), "{table}");
        if table == ArrowTable::Games {
            for column in (table.columns().iter()).filter(|column| !column.is_tactics) {
                assert_eq!(
                    values(&one, column.name).len(),
                    values(&many, column.name).len()
                );
            }
            assert_eq!(values(&one, "white"), values(&many, "white"));
            assert_eq!(values(&one, "number"), values(&many, "number"));
        }
    }
}

#[test]
fn numbers_join_the_tables() {
    let plies = read(&[GAMES], ReadOptions::new(ArrowTable::Plies));
    let games = read(&[GAMES], ReadOptions::new(ArrowTable::Games));
    let mut lengths = [0u32; 31];
    for batch in &plies {
        let numbers = batch
            .column_by_name("number")
            .unwrap()
            .as_primitive::<UInt64Type>();
        for number in numbers.values() {
            lengths[usize::try_from(*number).unwrap()] += 1;
        }
    }
    let mut games_seen = 0;
    for batch in &games {
        let lengths_of = batch
            .column_by_name("plies")
            .unwrap()
            .as_primitive::<UInt32Type>();
        for length in lengths_of.values() {
            games_seen += 1;
            assert_eq!(lengths[games_seen], *length);
        }
    }
    assert_eq!(games_seen, 30);
}

#[test]
fn games_are_selected_and_faults_are_kept() {
    let mut options = ReadOptions::new(ArrowTable::Games);
    options.filter = Some(Filter::parse("player = Ada").unwrap());
    let ada = read(&[GAMES], options);
    assert_eq!(ada.iter().map(RecordBatch::num_rows).sum::<usize>(), 10);
    let mut reader = TableReader::open(ArrowTable::Games, ["no/such/file", GAMES]).unwrap();
    let faults = reader.faults();
    assert!(reader.by_ref().all(|batch| batch.is_ok()));
    let [fault] = &faults.all()[..] else {
        panic!("one fault")
    };
    assert_eq!(&*fault.source.path, "no/such/file");
    assert!(TableReader::open(ArrowTable::Openings, [GAMES]).is_err());
}

#[test]
fn columns_have_their_order_and_types() {
    let columns = TableColumns::named(ArrowTable::Plies, &["state", "ply", "number"]).unwrap();
    let mut options = ReadOptions::new(ArrowTable::Plies);
    options.columns = columns;
    let reader = TableReader::new(vec![Input::Path(GAMES.into())], options).unwrap();
    let names: Vec<String> = reader
        .schema()
        .fields()
        .iter()
        .map(|f| f.name().clone())
        .collect();
    assert_eq!(names, ["number", "ply", "state"]);
    let error = TableColumns::named(ArrowTable::Games, &["elo"]).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the table games has no column elo; it has number, path")
    );
    // Dropping a reader early ends its threads.
    drop(TableReader::open(ArrowTable::LegalMoves, [GAMES]).unwrap());
}
