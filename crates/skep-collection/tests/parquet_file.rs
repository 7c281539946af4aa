//! Games in tables of Parquet.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int64Array, RecordBatch, StringArray, StructArray,
    TimestampMillisecondArray,
};
use arrow_schema::{DataType, Field};
use parquet::arrow::ArrowWriter;
use skep_collection::open;

/// Two games: texts, a group of players, a number that may be missing, a moment, and texts that are stored once.
fn batch() -> RecordBatch {
    let texts = |texts: [&str; 2]| Arc::new(StringArray::from(texts.to_vec())) as ArrayRef;
    let name = |name: &str| Arc::new(Field::new(name, DataType::Utf8, true));
    let players = StructArray::from(vec![
        (name("white"), texts(["Ann", "Cid"])),
        (name("black"), texts(["Bob", "Dan"])),
    ]);
    let moments = TimestampMillisecondArray::from(vec![1_700_000_000_000, 1_700_086_400_000]);
    let games = texts([
        "Base;InProgress;White[2];wS1;bS1 wS1-",
        "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ \\wS1",
    ]);
    RecordBatch::try_from_iter([
        ("uhp", games),
        ("players", Arc::new(players) as ArrayRef),
        (
            "white_elo",
            Arc::new(Int64Array::from(vec![Some(1500), None])),
        ),
        ("datetime", Arc::new(moments.with_timezone("UTC"))),
        (
            "event",
            Arc::new(
                ["Cup", "Cup"]
                    .into_iter()
                    .collect::<DictionaryArray<Int32Type>>(),
            ),
        ),
    ])
    .unwrap()
}

/// The table as a file.
fn file() -> Vec<u8> {
    let batch = batch();
    let mut parquet = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    parquet.write(&batch).unwrap();
    parquet.into_inner().unwrap()
}

/// The tags and the number of plies of each game of a file.
fn games(path: &Path) -> Vec<String> {
    let games = open(path).unwrap().map(|game| {
        let game = game.unwrap();
        let tags = game.record.tags.iter();
        let tags: Vec<String> = tags
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        format!("{} {}", game.verdict.plies(), tags.join(" "))
    });
    games.collect()
}

#[test]
fn values_of_all_types_become_tags() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.parquet");
    fs::write(&path, file()).unwrap();
    let expected = [
        "2 White=Ann Black=Bob WhiteElo=1500 Date=2023.11.14 UTCTime=22:13:20 Event=Cup",
        "3 White=Cid Black=Dan Date=2023.11.15 UTCTime=22:13:20 Event=Cup",
    ];
    assert_eq!(games(&path), expected);
}
