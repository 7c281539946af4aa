//! Damaged files: an index gives the same answers as before, or says which file is damaged.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{add, file};
use skep_analysis::database::{ListSort, Question};
use skep_analysis::filter::{Field, Filter};
use skep_analysis::openings::TreeStart;
use skep_analysis::tactics::Stop;
use skep_collection::{Input, StoredGame};
use skep_index::{CollectionWriter, Error, Index};
use skep_records::Game;

/// Two segments: one with popular positions, and one from which a game was removed.
fn undamaged(folder: &Path) -> PathBuf {
    let path = folder.join("games.skepdb");
    let mut games = String::new();
    for i in 0..300 {
        let turn = ["wS1", "wG1"][i % 2];
        let second = ["bS1", "bA1"][i / 2 % 2];
        writeln!(
            games,
            "[White \"P{i}\"]\n[Black \"Ann\"]\n\n1. {turn}\n2. {second} {turn}-\n"
        )
        .unwrap();
    }
    let games = Input::Bytes {
        name: "popular.pgn".into(),
        bytes: games.into_bytes().into(),
    };
    add(&path, &[games]).unwrap();
    add(&path, &[Input::Path(file("fixtures/games/hive.uhp"))]).unwrap();
    let index = Index::open(&path).unwrap();
    let last = index.nth_candidate(None, index.games() - 1).unwrap();
    let mut writer = CollectionWriter::open(&path, 1).unwrap();
    writer.remove(last.0.unwrap().id).unwrap();
    writer.finish().unwrap();
    path
}

/// What an index answers: counts, games, players and records.
fn answers(path: &Path) -> Result<String, String> {
    let index = Index::open(path).map_err(|error| error.to_string())?;
    answers_of(&Arc::new(index))
}

fn answers_of(index: &Arc<Index>) -> Result<String, String> {
    let of_index = |error: Error| error.to_string();
    let mut all = index.games().to_string();
    let mut answer = || -> Result<(), Error> {
        for start in ["Base", "Base+MLP"] {
            let place = TreeStart::new(&Game::of_variant(start).unwrap());
            for filter in [
                None,
                Some("plies > 1 and not player ~ 17"),
                Some("reaches('wS bS wS-') or pattern('wQ bQ-') or year = 2024"),
            ] {
                let filter = filter.map(|text| Filter::parse(text).unwrap());
                let filter = filter.as_ref();
                for turn in index.continuations(&place, filter)?.turns {
                    let _ = writeln!(all, "{} {} {:?}", turn.spelling, turn.played, turn.node);
                }
                let question = Question {
                    place: Some(&place),
                    filter,
                    sort: ListSort::default(),
                    after: None,
                    limit: 3,
                };
                let listed = index.list(&question, &Stop::default())?;
                let (games, count) = (listed.games, listed.total);
                let ids: Vec<u64> = games.iter().map(|game| game.id).collect();
                let found = ids
                    .iter()
                    .map(|&id| index.game(id).map(|game| game.is_some()));
                let found = found.collect::<Result<Vec<bool>, Error>>()?;
                let _ = writeln!(
                    all,
                    "{count} {ids:?} {found:?} {:?}",
                    index.count_games(filter)?
                );
            }
        }
        let openings = index.openings(3, 1, None)?.map(|openings| openings.counted);
        let career = index
            .career("ann", 3, 3)?
            .map(|career| (career.scores, career.opponents));
        let players = index.players("p1", 5)?;
        let _ = writeln!(
            all,
            "{openings:?} {career:?} {players:?} {:?}",
            index.counts(Field::Event)?
        );
        Ok(())
    };
    answer().map_err(of_index)?;
    let store = index.store(None).map_err(of_index)?;
    for batch in 0..store.batches() {
        let read = store.read(batch, &mut |game| {
            if let StoredGame::Game(game) = game {
                let _ = writeln!(all, "{} {} {}", game.source, game.index, game.text);
            }
        });
        read.map_err(|error| format!("{}: {}", index.path().display(), error.message))?;
    }
    Ok(all)
}

/// The files of an index, without its locks.
fn files(path: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(path).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_none_or(|end| end != "lock"))
        .collect();
    files.sort();
    files
}

/// The next number of a pseudo-random sequence.
fn next(state: &mut u64) -> usize {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap()
}

/// Damages a file at a place. `way` says how.
fn damage(bytes: &mut Vec<u8>, way: usize, place: usize) {
    let size = bytes.len();
    let at = place % size;
    match way {
        0 => bytes.truncate(at),
        1 => bytes.extend(b"more"),
        2 => {
            let end = size.min(at + 200);
            bytes[at..end].fill(0);
        }
        3 => {
            let end = size.min(at + 7_000);
            for byte in &mut bytes[at..end] {
                *byte ^= 0x5a;
            }
        }
        _ => bytes[at] ^= 1 << (place % 7),
    }
}

fn is_named(message: &str, path: &Path, file: &Path) -> bool {
    let name = file.file_name().unwrap().to_str().unwrap();
    // Messages about the file with the format do not name it.
    let names_file = name == "skepdb" || message.contains(name);
    names_file && message.starts_with(path.to_str().unwrap())
}

fn each_damage_is_named(ways: usize, seed: u64) {
    let folder = tempfile::tempdir().unwrap();
    let good = undamaged(folder.path());
    let expected = answers(&good).unwrap();
    let all = files(&good);
    assert!(all.len() > 15, "{all:?}");
    let mut random = seed;
    let (mut same, mut refused) = (0, 0);
    for damaged in &all {
        for way in 0..ways {
            let path = folder
                .path()
                .join(format!("{}-{way}.skepdb", same + refused));
            fs::create_dir(&path).unwrap();
            for file in &all {
                let mut bytes = fs::read(file).unwrap();
                if file == damaged {
                    let before = bytes.clone();
                    while bytes == before {
                        damage(&mut bytes, way, next(&mut random));
                    }
                }
                fs::write(path.join(file.file_name().unwrap()), bytes).unwrap();
            }
            let place = format!("{} {way}", damaged.display());
            match answers(&path) {
                Ok(found) => {
                    assert_eq!(found, expected, "{place}");
                    same += 1;
                }
                Err(message) => {
                    assert!(is_named(&message, &path, damaged), "{place}: {message}");
                    refused += 1;
                }
            }
            // Adding and checking read every file.
            let adding = CollectionWriter::open(&path, 1).map(|_| ());
            let checking = Index::open(&path).and_then(|index| index.check().map(|_| ()));
            for done in [adding, checking] {
                match done {
                    Ok(()) => assert_eq!(
                        fs::read_to_string(path.join("skepdb")).unwrap().trim(),
                        "skep index 2"
                    ),
                    Err(error) => {
                        let message = error.to_string();
                        assert!(is_named(&message, &path, damaged), "{place}: {message}");
                        let is_damage = matches!(error, Error::Damaged { .. });
                        assert!(!is_damage || message.contains("skep index --check"));
                    }
                }
            }
            fs::remove_dir_all(&path).unwrap();
        }
    }
    assert!(refused > same, "{refused} refused, {same} not");
}

#[test]
fn every_damaged_file_is_named() {
    each_damage_is_named(7, 7);
}

#[test]
#[ignore = "slow: many places in every file"]
fn every_damaged_place_is_named() {
    each_damage_is_named(200, 11);
}

/// A mapped file would end the process with SIGBUS here.
#[test]
fn an_open_index_names_a_file_that_becomes_shorter() {
    let folder = tempfile::tempdir().unwrap();
    let path = undamaged(folder.path());
    let expected = answers(&path).unwrap();
    let mut refused = 0;
    for file in files(&path) {
        let good = fs::read(&file).unwrap();
        // Most of the file, its second half, and its last byte.
        for length in [good.len() / 20, good.len() / 2, good.len() - 1] {
            let size = u64::try_from(length).unwrap();
            let shorten = || {
                let file = fs::File::options().write(true).open(&file).unwrap();
                file.set_len(size).unwrap();
            };
            // Before the first answer, and during it. What was read for an answer is not read again, so only the number
            // of refusals of the first kind does not depend on chance.
            for is_before in [true, false] {
                let index = Arc::new(Index::open(&path).unwrap());
                let found = std::thread::scope(|scope| {
                    if is_before {
                        shorten();
                    }
                    let asking = scope.spawn(|| answers_of(&index));
                    shorten();
                    [asking.join().unwrap(), answers_of(&index)]
                });
                for found in found {
                    match found {
                        Ok(found) => assert_eq!(found, expected, "{}", file.display()),
                        Err(message) => {
                            assert!(
                                is_named(&message, &path, &file),
                                "{}: {message}",
                                file.display()
                            );
                            refused += usize::from(is_before);
                        }
                    }
                }
                fs::write(&file, &good).unwrap();
            }
        }
    }
    assert!(refused > 3, "{refused}");
    assert_eq!(answers(&path).unwrap(), expected);
}

#[test]
fn an_index_of_an_older_format_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = undamaged(folder.path());
    fs::write(path.join("skepdb"), "skep index 1\n").unwrap();
    let refused = Index::open(&path).unwrap_err();
    assert!(
        matches!(refused, Error::Older { found: 1, .. }),
        "{refused}"
    );
    assert!(
        refused.to_string().contains("make the index again"),
        "{refused}"
    );
}
