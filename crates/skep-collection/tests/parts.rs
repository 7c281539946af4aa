//! The parts of a file together have the same games as the file.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::scanning::{GAME, Row, on, rows, rows_of};
use skep_collection::{Input, OpenOptions, Part, PartContent, PartRange, cut};
use skep_records::Source;

/// The parts of a file, read from the file or from memory.
fn inputs(path: &Path, parts: &[PartRange], in_memory: bool, named: bool) -> Vec<Input> {
    let bytes = fs::read(path).unwrap();
    let input = |range: &PartRange| {
        let part = &bytes[range.start as usize..range.end as usize];
        Input::Part(Part {
            name: Source::file(path).path,
            named,
            content: if in_memory {
                PartContent::Bytes(part.into())
            } else {
                PartContent::File(path.to_owned())
            },
            range: Some(range.clone()),
        })
    };
    parts.iter().map(input).collect()
}

fn cut_file(path: &Path, bytes: u64) -> Option<Vec<PartRange>> {
    let mut file = fs::File::open(path).unwrap();
    cut(&mut file, &OpenOptions::default(), bytes).unwrap()
}

#[test]
fn parts_together_hold_what_their_file_holds() {
    let fixtures = Input::Path(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures"));
    let mut several = 0;
    for path in fixtures.files().collect::<Vec<PathBuf>>() {
        let whole = rows(std::slice::from_ref(&path), &on(1));
        for bytes in [1, 300, 5000] {
            let Some(parts) = cut_file(&path, bytes) else {
                continue;
            };
            several += usize::from(parts.len() > 1);
            assert!(parts.windows(2).all(|two| two[0].end == two[1].start));
            for in_memory in [false, true] {
                let found = rows_of(&inputs(&path, &parts, in_memory, true), &on(2));
                assert!(found == whole, "{} in parts of {bytes}", path.display());
            }
        }
    }
    assert!(several > 40, "{several}");
}

#[test]
fn what_is_no_text_of_games_is_not_cut() {
    let dir = tempfile::tempdir().unwrap();
    let utf16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(GAME.bytes().flat_map(|b| [b, 0]))
        .collect();
    let zip =
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/games/league.zip"));
    for (name, content) in [
        ("prose.md", b"no game".to_vec()),
        ("empty.uhp", Vec::new()),
        ("utf16.uhp", utf16),
        ("league.zip", zip.unwrap()),
    ] {
        let path = dir.path().join(name);
        fs::write(&path, content).unwrap();
        assert_eq!(cut_file(&path, 1), None, "{name}");
        // Here the part is the whole file. A file that was found in a folder may be something other than a record.
        for named in [true, false] {
            let part = Input::Part(Part {
                name: Source::file(&path).path,
                named,
                content: PartContent::File(path.clone()),
                range: None,
            });
            let expected = if named { &path } else { dir.path() };
            let mut whole = rows(&[expected.to_owned()], &on(1));
            whole.retain(|row| row.to_string().contains(name));
            assert_eq!(rows_of(&[part], &on(1)), whole, "{name}");
        }
    }
}

#[test]
fn a_game_too_long_is_in_one_part_with_the_game_before() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("long.uhp");
    let long = format!("{GAME}{}", ";pass".repeat(20_000));
    let short = OpenOptions {
        max_game_bytes: 10_000,
        ..on(1)
    };
    for (text, is_cut) in [
        (format!("{GAME}\n{long}\n{GAME}\n{GAME}\n"), true),
        // No part can begin with this game, because its start is unknown.
        (format!("{long}\n{GAME}\n"), false),
    ] {
        fs::write(&path, text).unwrap();
        let parts = cut(&mut fs::File::open(&path).unwrap(), &short, 1).unwrap();
        assert_eq!(parts.is_some(), is_cut);
        if let Some(parts) = parts {
            let found = rows_of(&inputs(&path, &parts, false, true), &short);
            assert_eq!(found, rows(std::slice::from_ref(&path), &short));
        }
    }
}

#[test]
fn a_file_that_was_changed_is_a_fault() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.uhp");
    fs::write(&path, format!("{GAME}\n").repeat(3)).unwrap();
    let parts = cut_file(&path, 1).unwrap();
    let inputs = inputs(&path, &parts, false, true);
    assert_eq!(inputs.len(), 3);
    fs::write(&path, format!("{GAME}\n").repeat(2)).unwrap();
    let found = rows_of(&inputs, &on(1));
    assert!(
        matches!(&found[..], [Row::Game { .. }, Row::Game { .. }, Row::Fault { message, .. }] if message.contains("shorter")),
        "{found:?}"
    );
    fs::remove_file(&path).unwrap();
    assert_eq!(rows_of(&inputs, &on(1)).len(), 3);
}

#[test]
fn errors_of_the_reader_are_those_of_the_cut() {
    struct Broken(bool);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(io::Error::other("the network is down"));
            }
            let text = format!("{GAME}\n").repeat(2000);
            let n = buffer.len().min(text.len());
            buffer[..n].copy_from_slice(&text.as_bytes()[..n]);
            Ok(n)
        }
    }
    for begun in [true, false] {
        let error = cut(&mut Broken(begun), &OpenOptions::default(), 1).unwrap_err();
        assert_eq!(error.to_string(), "the network is down");
    }
}
