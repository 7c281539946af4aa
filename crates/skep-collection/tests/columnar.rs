//! Games in tables of Parquet and Arrow.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, DictionaryArray, Int64Array, RecordBatch, StringArray, StructArray,
    TimestampMillisecondArray,
};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
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

/// The table as a file of each kind.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let batch = batch();
    let schema = batch.schema();
    let mut parquet = ArrowWriter::try_new(Vec::new(), schema.clone(), None).unwrap();
    parquet.write(&batch).unwrap();
    let arrow = |packing| {
        let options = IpcWriteOptions::default().try_with_compression(packing);
        let mut arrow =
            FileWriter::try_new_with_options(Vec::new(), &schema, options.unwrap()).unwrap();
        arrow.write(&batch).unwrap();
        arrow.into_inner().unwrap()
    };
    let mut stream = StreamWriter::try_new(Vec::new(), &schema).unwrap();
    stream.write(&batch).unwrap();
    vec![
        ("parquet", parquet.into_inner().unwrap()),
        ("arrow", arrow(None)),
        ("lz4.arrow", arrow(Some(CompressionType::LZ4_FRAME))),
        ("zst.arrow", arrow(Some(CompressionType::ZSTD))),
        ("arrows", stream.into_inner().unwrap()),
    ]
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
    let expected = [
        "2 White=Ann Black=Bob WhiteElo=1500 Date=2023.11.14 UTCTime=22:13:20 Event=Cup",
        "3 White=Cid Black=Dan Date=2023.11.15 UTCTime=22:13:20 Event=Cup",
    ];
    for (kind, file) in files() {
        let path = folder.path().join(format!("games.{kind}"));
        fs::write(&path, file).unwrap();
        assert_eq!(games(&path), expected, "{kind}");
    }
}

/// A damaged table gives its games, others or a fault, and never ends the program.
#[test]
fn damage_at_any_byte_is_a_fault_or_another_value() {
    let folder = tempfile::tempdir().unwrap();
    for (kind, file) in files() {
        let path = folder.path().join(format!("games.{kind}"));
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= [0xff, 0x01, 0x80][at % 3];
            fs::write(&path, &damaged).unwrap();
            assert!(open(&path).unwrap().count() <= 3, "{kind}, byte {at}");
            if at % 16 == 0 {
                fs::write(&path, &file[..at]).unwrap();
                assert!(open(&path).unwrap().count() <= 2, "{kind}, {at} bytes");
            }
        }
    }
}

/// A length that the file claims is not reserved before it is read.
#[test]
fn a_table_that_claims_to_be_huge_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let packed = files().into_iter().filter(|(kind, _)| kind.contains('.'));
    for (kind, mut file) in packed {
        // The frame of a packed column, which has its length before it.
        let mark: &[u8] = if kind.starts_with("lz4") {
            &[0x04, 0x22, 0x4d, 0x18]
        } else {
            &[0x28, 0xb5, 0x2f, 0xfd]
        };
        let frame = memchr::memmem::find(&file, mark).unwrap();
        file[frame - 8..frame].copy_from_slice(&(1_u64 << 60).to_le_bytes());
        let path = folder.path().join(kind);
        fs::write(&path, &file).unwrap();
        let all: Vec<_> = open(&path).unwrap().collect();
        let fault = all[0].as_ref().unwrap_err().to_string();
        assert!(
            all.len() == 1 && fault.contains("of which skep holds at most"),
            "{kind}: {fault}"
        );
    }
}
