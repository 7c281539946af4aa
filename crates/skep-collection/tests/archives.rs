//! Archives: sound, nested, damaged, hostile.

use std::fs;
use std::io::{Cursor, Write};
use std::path::PathBuf;
use std::slice::from_ref;
use std::sync::Arc;

use arrow_array::{RecordBatch, StringArray};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;

use crate::scanning::{GAME, Row, fixture, lines, on, rows};
use skep_collection::OpenOptions;
use skep_records::diag::Code;
use zip::write::SimpleFileOptions;

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    zstd::stream::encode_all(bytes, 3).unwrap()
}

fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in entries {
        out.start_file(*name, SimpleFileOptions::default()).unwrap();
        out.write_all(content).unwrap();
    }
    out.finish().unwrap().into_inner()
}

fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = tar::Builder::new(Vec::new());
    for (name, content) in entries {
        let mut header = tar::Header::new_gnu();
        // Written as it is: the builder would refuse a name that leads outside.
        header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        out.append(&header, *content).unwrap();
    }
    out.into_inner().unwrap()
}

fn games(n: usize) -> Vec<u8> {
    format!("{GAME}\n").repeat(n).into_bytes()
}

/// The committed archives: name and content. `cargo test --test archives -- --ignored` writes them again.
fn committed() -> Vec<(&'static str, Vec<u8>)> {
    let two = games(2);
    let note: &[u8] = b"# Two games\n";
    let plain = zip(&[("a.uhp", &two), ("README.md", note), ("b/c.uhp", &two)]);
    let inner = zip(&[("a.uhp", &two)]);
    let layers = (0..5).fold(two.clone(), |bytes, _| gz(&bytes));
    let mut trailing = gz(&two);
    trailing.extend(b"not gzip");
    let mut encrypted = plain.clone();
    // The general purpose bit 0 of the first entry, in its local header and in the directory.
    encrypted[6] |= 1;
    let directory = memchr::memmem::find(&encrypted, b"PK\x01\x02").unwrap();
    encrypted[directory + 8] |= 1;
    vec![
        ("games.zip", plain.clone()),
        ("games.uhp.gz", gz(&two)),
        ("members.uhp.gz", [gz(&two), gz(&two)].concat()),
        ("games.uhp.zst", zst(&two)),
        (
            "skippable.zst",
            [&b"\x50\x2a\x4d\x18\x04\0\0\0skip"[..], &zst(&two)].concat(),
        ),
        (
            "games.tar",
            tar(&[("a.uhp", &two), ("./.hidden.uhp", &two), ("b/c.uhp", &two)]),
        ),
        (
            "games.tar.gz",
            gz(&tar(&[("a.uhp", &two), ("b.txt", note)])),
        ),
        ("games.tar.zst", zst(&tar(&[("a.uhp", &two)]))),
        (
            "nested.tar",
            tar(&[("x.zip.gz", &gz(&inner)), ("y.uhp", &two)]),
        ),
        ("too-deep.gz", layers),
        (
            "outside.zip",
            zip(&[("../../a.uhp", &two), ("/etc/b.uhp", &two)]),
        ),
        ("outside.tar", tar(&[("../a.uhp", &two)])),
        ("truncated.zip", plain[..plain.len() - 40].to_vec()),
        (
            "truncated.tar",
            tar(&[("a.uhp", &two), ("b.uhp", &two)])[..1600].to_vec(),
        ),
        ("trailing.uhp.gz", trailing),
        ("encrypted.zip", encrypted),
        ("empty.zip", zip(&[])),
        ("games.bz2", b"BZh91AY&SY".to_vec()),
    ]
}

#[test]
#[ignore = "writes the fixtures"]
fn write_the_fixtures() {
    for (name, content) in committed() {
        fs::write(fixture("archives").join(name), content).unwrap();
    }
}

#[test]
fn the_committed_archives_are_read() {
    let expected = include_str!("../../../fixtures/archives/expected.txt");
    let mut found = String::new();
    for entry in walk_sorted() {
        let name = entry.file_name().unwrap().to_string_lossy().into_owned();
        for line in lines(&entry, &on(1)) {
            found.push_str(&format!("{name}{line}\n"));
        }
        assert_eq!(lines(&entry, &on(3)), lines(&entry, &on(1)));
    }
    assert_eq!(found, expected);
}

fn walk_sorted() -> Vec<PathBuf> {
    let mut paths: Vec<_> = committed()
        .iter()
        .map(|(name, _)| fixture("archives").join(name))
        .collect();
    paths.sort();
    paths
}

/// The source of a game is itself an input.
#[test]
fn an_entry_is_read_alone() {
    let two = games(2);
    let folder = [
        ("a/b.uhp", &*two),
        ("a/b.uhp.bak", &*two),
        ("ab.uhp", &*two),
        ("a!b.uhp", &*two),
    ];
    let inner = tar(&folder);
    let (_dir, nested) = saved(&zip(&[
        ("in.tar.gz", &gz(&inner)),
        ("in/ner.tar", &inner),
        ("in/ner.zip", &zip(&folder)),
        ("c.uhp", &two),
    ]));
    let (_dir, stream) = saved(&gz(&tar(&[("x/in.zip", &zip(&folder)), ("y.uhp", &two)])));
    let all = walk_sorted().into_iter().chain([nested.clone(), stream]);
    let mut entries = 0;
    for archive in all {
        let found = rows(from_ref(&archive), &on(1));
        let sources = found.iter().filter_map(|row| match row {
            Row::Game { source, .. } => Some(source),
            _ => None,
        });
        let mut sources: Vec<&String> = sources.collect();
        sources.dedup();
        for source in sources {
            let want: Vec<_> = found
                .iter()
                .filter(|row| matches!(row, Row::Game { source: of, .. } if of == source))
                .collect();
            for threads in [1, 3] {
                let alone = rows(&[source.into()], &on(threads));
                let games: Vec<_> = alone
                    .iter()
                    .filter(|row| matches!(row, Row::Game { .. }))
                    .collect();
                assert_eq!(games, want, "{source}");
            }
            entries += 1;
        }
    }
    assert!(entries > 20, "{entries}");

    let inside = |entry: &str| PathBuf::from(format!("{}!{entry}", nested.display()));
    for (entry, games) in [
        ("in", 16),
        ("in/", 16),
        ("in/ner.tar", 8),
        ("in/ner.zip!a", 4),
        ("in/ner.zip!a!b.uhp", 2),
        ("in.tar.gz!a/b.uhp", 2),
    ] {
        assert_eq!(
            game_count(&rows(&[inside(entry)], &on(2))),
            games,
            "{entry}"
        );
    }
    for entry in [
        "",
        "c",
        "in/n",
        "in/ner.tar!b.uhp",
        "c.uhp!d",
        "in/ner.zip!",
    ] {
        let found = rows(&[inside(entry)], &on(2));
        assert_eq!(faults(&found), [Code::Unreadable], "{entry}: {found:?}");
        assert_eq!(found.len(), 1, "{entry}");
    }
}

fn saved(content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("archive");
    fs::write(&path, content).unwrap();
    (dir, path)
}

fn game_count(rows: &[Row]) -> usize {
    let is_game = |row: &&Row| matches!(row, Row::Game { .. });
    rows.iter().filter(is_game).count()
}

fn faults(rows: &[Row]) -> Vec<Code> {
    let code = |row: &Row| match row {
        Row::Fault { code, .. } => Some(*code),
        _ => None,
    };
    rows.iter().filter_map(code).collect()
}

#[test]
fn an_archive_cut_anywhere_is_a_fault_and_never_a_panic() {
    let two = games(2);
    let whole = [
        zip(&[("a.uhp", &two), ("b.uhp", &two)]),
        gz(&two),
        zst(&two),
        gz(&tar(&[("a.uhp", &two), ("b.uhp", &two)])),
        tar(&[("a.uhp", &two)]),
        zip(&[("x.gz", &gz(&two))]),
    ];
    for (i, archive) in whole.iter().enumerate() {
        for end in 0..archive.len() {
            let (_dir, path) = saved(&archive[..end]);
            let found = rows(from_ref(&path), &on(1));
            // A tar is whole without the blocks of zeros at its end, but not with a part of one.
            let whole = i == 4 && (end == 1024 || end >= 1536);
            assert_eq!(
                faults(&found).len(),
                usize::from(!whole),
                "{i} cut at {end}: {found:?}"
            );
            if end % 50 == 0 {
                assert_eq!(rows(&[path], &on(3)), found);
            }
        }
    }
}

#[test]
fn an_archive_with_any_byte_changed_is_no_panic() {
    let two = games(2);
    for archive in [
        zip(&[("a.uhp", &two)]),
        gz(&two),
        zst(&two),
        gz(&tar(&[("a.uhp", &two)])),
    ] {
        for at in 0..archive.len() {
            for flip in [1, 0x80, 0xff] {
                let mut spoilt = archive.clone();
                spoilt[at] ^= flip;
                let (_dir, path) = saved(&spoilt);
                rows(&[path], &on(1));
            }
        }
    }
}

#[test]
fn games_before_the_damage_are_kept() {
    // Noise in comments of their own, so that the stream does not shrink to nothing.
    let mut seed = 1_u32;
    let text: String = (0..20_000)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            format!("{GAME};wA1 {seed:08x}\n")
        })
        .collect();
    for archive in [gz(text.as_bytes()), zst(text.as_bytes())] {
        let (_dir, path) = saved(&archive[..archive.len() * 3 / 4]);
        for threads in [1, 3] {
            let found = rows(from_ref(&path), &on(threads));
            let n = game_count(&found);
            assert!((5000..20_000).contains(&n), "{n}");
            assert_eq!(faults(&found), [Code::DamagedArchive]);
            assert!(matches!(found.last(), Some(Row::Fault { .. })));
            let cut: Vec<usize> = found
                .iter()
                .enumerate()
                .filter(|(_, row)| matches!(row, Row::Game { findings, .. } if findings.contains(&Code::Truncated)))
                .map(|(i, _)| i + 1)
                .collect();
            assert!(cut.is_empty() || cut == [n], "{cut:?} of {n}");
        }
    }
}

/// What follows a complete line can be damaged, but the line cannot. The size of the window must not matter.
#[test]
fn a_line_before_the_damage_is_complete() {
    for (end, cut) in [("\n", 0), ("\n\n", 0), ("\nBase;", 1), ("", 1)] {
        let mut file = gz(format!("{GAME}\n{GAME}{end}").as_bytes());
        file.truncate(file.len() - 4);
        let (_dir, path) = saved(&file);
        for unit_bytes in [16, 64, 1 << 18] {
            let options = OpenOptions {
                unit_bytes,
                ..on(1)
            };
            let found = rows(from_ref(&path), &options);
            assert_eq!(faults(&found), [Code::DamagedArchive]);
            let is_cut = |row: &&Row| matches!(row, Row::Game { findings, .. } if findings.contains(&Code::Truncated));
            let count = found.iter().filter(is_cut).count();
            assert_eq!(count, cut, "{end:?} in windows of {unit_bytes}");
        }
    }
}

/// Every size of window, on one thread and on three.
fn windows() -> impl Iterator<Item = OpenOptions> {
    [1 << 9, 1 << 12, 1 << 15, 1 << 18]
        .into_iter()
        .flat_map(|unit_bytes| {
            [1, 3].map(|threads| OpenOptions {
                unit_bytes,
                ..on(threads)
            })
        })
}

#[test]
fn a_wrong_checksum_costs_no_game() {
    let text = games(1160);
    let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
    encoder.include_checksum(true).unwrap();
    encoder.write_all(&text).unwrap();
    let mut zst = encoder.finish().unwrap();
    *zst.last_mut().unwrap() ^= 1;
    let mut gz = gz(&text);
    // The checksum comes before the length, which has 4 bytes.
    let at = gz.len() - 5;
    gz[at] ^= 1;
    for archive in [zst, gz] {
        let (_dir, path) = saved(&archive);
        for options in windows() {
            let found = rows(from_ref(&path), &options);
            assert_eq!(game_count(&found), 1160, "{options:?}");
            assert_eq!(faults(&found), [Code::DamagedArchive]);
        }
    }
}

#[test]
fn an_entry_longer_than_declared_is_read_up_to_its_declared_size() {
    let text = games(196);
    let mut archive = zip(&[("a.uhp", &text)]);
    let declared = (GAME.len() + 1) * 190;
    let directory = memchr::memmem::rfind(&archive, b"PK\x01\x02").unwrap();
    archive[directory + 24..directory + 28].copy_from_slice(&(declared as u32).to_le_bytes());
    let (_dir, path) = saved(&archive);
    for options in windows() {
        let found = rows(from_ref(&path), &options);
        assert_eq!(game_count(&found), 190, "{options:?}");
        assert_eq!(faults(&found), [Code::DamagedArchive]);
    }
}

#[test]
fn damage_in_the_middle_is_the_same_for_every_window() {
    let mut seed = 1_u32;
    let text: String = (0..20_000)
        .map(|_| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            format!("{GAME};wA1 {seed:08x}\n")
        })
        .collect();
    let text = text.as_bytes();
    for mut archive in [gz(text), zst(text), zip(&[("a.uhp", text)])] {
        let middle = archive.len() / 2;
        archive[middle..middle + 16].fill(0xff);
        let (_dir, path) = saved(&archive);
        let counts: Vec<usize> = windows()
            .map(|options| game_count(&rows(from_ref(&path), &options)))
            .collect();
        assert!(counts[0] > 5000, "{counts:?}");
        assert!(counts.iter().all(|n| *n == counts[0]), "{counts:?}");
    }
}

#[test]
fn damage_in_one_entry_leaves_the_others() {
    let two = games(2);
    let mut archive = zip(&[("a.uhp", &two), ("b.uhp", &two), ("c.uhp", &two)]);
    let b = memchr::memmem::find(&archive, b"b.uhp").unwrap();
    archive[b + 10] ^= 0xff;
    let (_dir, path) = saved(&archive);
    let found = rows(&[path], &on(2));
    assert!(game_count(&found) >= 4);
    assert_eq!(faults(&found), [Code::DamagedArchive]);

    let spoilt = gz(&two);
    let inner = tar(&[("a.gz", &spoilt[..20]), ("b.uhp", &two)]);
    let (_dir, path) = saved(&inner);
    let found = rows(&[path], &on(2));
    assert_eq!(faults(&found), [Code::DamagedArchive]);
    assert!(game_count(&found) >= 2);
}

#[test]
fn big_and_small_entries_keep_their_order() {
    let (small, big) = (games(3), games(3000));
    let names: Vec<String> = (0..40).map(|i| format!("{i:02}.uhp")).collect();
    let entries: Vec<(&str, &[u8])> = names
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let content: &[u8] = if i % 5 == 0 { &big } else { &small };
            (name.as_str(), content)
        })
        .collect();
    let all = zip(&entries);
    let outer = tar(&[("all.zip", &all), ("more.uhp", &small)]);
    for archive in [all, outer] {
        let (_dir, path) = saved(&archive);
        let expected = rows(from_ref(&path), &on(1));
        for threads in [2, 7] {
            for unit_bytes in [1000, 20_000, 256 << 10] {
                let options = OpenOptions {
                    unit_bytes,
                    ..on(threads)
                };
                let found = rows(from_ref(&path), &options);
                assert!(
                    found == expected,
                    "{threads} threads, units of {unit_bytes}"
                );
            }
        }
    }
}

#[test]
fn a_bomb_is_read_in_bounded_memory() {
    // 256 MB of one line, in some hundred KB, in a zip in a gzip.
    let line = vec![b'x'; 1 << 20];
    let mut bomb = zip::ZipWriter::new(Cursor::new(Vec::new()));
    bomb.start_file("a.uhp", SimpleFileOptions::default())
        .unwrap();
    bomb.write_all(b"Base;InProgress;White[1];").unwrap();
    for _ in 0..256 {
        bomb.write_all(&line).unwrap();
    }
    bomb.write_all(format!("\n{GAME}\n").as_bytes()).unwrap();
    let (_dir, path) = saved(&gz(&bomb.finish().unwrap().into_inner()));
    assert_eq!(
        lines(&path, &on(2)),
        ["!a.uhp !too-long", "!a.uhp #2 line 2 uhp"]
    );
}

/// Makes an archive of named entries.
type MakeArchive = fn(&[(&str, &[u8])]) -> Vec<u8>;

/// The same text in many entries of an archive, which need not be large each.
fn entries(text: &[u8], count: usize) -> Vec<(String, &[u8])> {
    (0..count).map(|i| (format!("{i}.uhp"), text)).collect()
}

/// A few bytes that hold many games.
fn bombs() -> Vec<(&'static str, Vec<u8>)> {
    let (large, small) = (games(100_000), games(2_000));
    let packed = gz(&small);
    let named = |entries: &[(String, &[u8])], make: MakeArchive| {
        let entries: Vec<(&str, &[u8])> = entries
            .iter()
            .map(|(name, text)| (&**name, *text))
            .collect();
        make(&entries)
    };
    let inner = named(&entries(&small, 5), zip);
    let column: arrow_array::ArrayRef = Arc::new(StringArray::from(vec![GAME; 100_000]));
    let batch = RecordBatch::try_from_iter([("game", column)]).unwrap();
    let mut parquet = ArrowWriter::try_new(Vec::new(), batch.schema(), None).unwrap();
    parquet.write(&batch).unwrap();
    let options = IpcWriteOptions::default().try_with_compression(Some(CompressionType::ZSTD));
    let mut arrow =
        StreamWriter::try_new_with_options(Vec::new(), &batch.schema(), options.unwrap()).unwrap();
    arrow.write(&batch).unwrap();
    vec![
        ("gz", gz(&large)),
        ("zst", zst(&large)),
        ("gz in gz", gz(&gz(&large))),
        ("a large entry of a zip", zip(&[("a.uhp", &large)])),
        ("small entries of a zip", named(&entries(&small, 50), zip)),
        ("gz in zip", named(&entries(&packed, 50), zip)),
        ("zip in zip", named(&entries(&inner, 10), zip)),
        ("gz in zip in gz", gz(&named(&entries(&packed, 50), zip))),
        ("tar.gz", gz(&named(&entries(&small, 50), tar))),
        ("gz in tar", named(&entries(&packed, 50), tar)),
        ("zip in tar.gz", gz(&named(&entries(&inner, 10), tar))),
        ("Parquet", parquet.into_inner().unwrap()),
        ("Arrow", arrow.into_inner().unwrap()),
    ]
}

#[test]
fn a_bomb_of_every_kind_ends_at_its_ratio() {
    for (kind, bomb) in bombs() {
        // A cell has no end of line.
        let line = GAME.len() as u64 + u64::from(!["Parquet", "Arrow"].contains(&kind));
        let (_dir, path) = saved(&bomb);
        let most = 10 * bomb.len() as u64;
        let read = |threads: usize, max_ratio: u64| {
            let options = OpenOptions {
                max_ratio,
                ratio_from: 200_000,
                ..on(threads)
            };
            let rows = rows(from_ref(&path), &options);
            let faults = rows.iter().filter_map(|row| match row {
                Row::Fault { message, .. } => Some(message.clone()),
                _ => None,
            });
            let faults: Vec<String> = faults.collect();
            (game_count(&rows) as u64, faults)
        };
        assert_eq!(read(2, 1_000_000), (100_000, vec![]), "{kind}");
        for threads in [1, 2, 5] {
            let (games, faults) = read(threads, 10);
            let at = format!("{kind}, {threads} threads, {games} games: {faults:?}");
            assert!(games * line <= most.max(200_000), "{at}");
            assert!(games > 100, "{at}");
            // Threads may notice it at the same time. Each entry of a tar adds to the size of the file, so the next is
            // begun.
            let most_faults = if kind == "gz in tar" { 50 } else { threads };
            assert!((1..=most_faults).contains(&faults.len()), "{at}");
            assert!(
                faults.iter().all(|fault| fault.contains("--max-ratio")),
                "{at}"
            );
            // Archives in small entries are unpacked on all threads.
            if !kind.contains("in zip") {
                assert_eq!((games, faults), read(1, 10), "{at}");
            }
        }
    }
}

#[test]
fn the_depth_of_nesting_is_an_option() {
    let deep = (0..4).fold(games(1), |bytes, _| gz(&bytes));
    let (_dir, path) = saved(&deep);
    assert_eq!(lines(&path, &on(1)), [" #1 line 1 uhp"]);
    let options = OpenOptions {
        max_nesting: 3,
        ..on(1)
    };
    assert_eq!(lines(&path, &options), [" !unreadable"]);
}

#[test]
fn a_long_name_in_a_tar_is_not_held() {
    // A header that announces a name of 64 MB.
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::GNULongName);
    header.set_size(64 << 20);
    header.set_cksum();
    let mut archive = header.as_bytes().to_vec();
    archive.resize(512 + (64 << 20), b'a');
    archive.extend(tar(&[("x", &games(1))]));
    let (_dir, path) = saved(&gz(&archive));
    assert_eq!(lines(&path, &on(1)), [" !damaged-archive"]);
}

#[test]
fn entries_with_the_same_name_are_reported() {
    let two = games(2);
    let mut archive = zip(&[("a.uhp", &two), ("b.uhp", &two)]);
    while let Some(at) = memchr::memmem::find(&archive, b"b.uhp") {
        archive[at] = b'a';
    }
    let (_dir, path) = saved(&archive);
    assert_eq!(
        lines(&path, &on(1)),
        [
            " !damaged-archive",
            "!a.uhp #1 line 1 uhp",
            "!a.uhp #2 line 2 uhp"
        ]
    );
}
