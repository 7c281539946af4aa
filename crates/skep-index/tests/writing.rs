//! Adding, removing, and damage.

use std::fs;

use super::{add, each_game, file, index_of, stored};
use skep_analysis::database::Collection as _;
use skep_collection::Input;
use skep_index::{CollectionWriter, Error, Index};

/// A text of games as an input.
fn text(name: &str, text: &str) -> Input {
    Input::Bytes {
        name: name.into(),
        bytes: text.as_bytes().into(),
    }
}

const ONE: &str = "Base;InProgress;White[2];wS1;bS1 wS1-\n";
/// The same game, mirrored and in another notation.
const ONE_AS_PGN: &str = "[Event \"Cup\"]\n\n1. wS1\n2. bS1 -wS1\n";
const TWO: &str = "Base;InProgress;White[2];wG1;bS1 wG1-\n";

#[test]
fn a_game_is_kept_once_with_all_its_sources() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.skepdb");
    let first = add(&path, &[text("a.uhp", ONE), text("b.pgn", ONE_AS_PGN)]).unwrap();
    assert_eq!((first.added, first.sources, first.games), (1, 1, 1));
    let again = add(&path, &[text("a.uhp", ONE), text("b.pgn", ONE_AS_PGN)]).unwrap();
    assert_eq!((again.added, again.sources, again.known), (0, 0, 2));
    let more = add(&path, &[text("c.uhp", &[TWO, ONE, TWO].concat())]).unwrap();
    assert_eq!((more.added, more.sources, more.games), (1, 2, 2));
    let index = std::sync::Arc::new(Index::open(&path).unwrap());
    let checked = index.check().unwrap();
    assert_eq!((checked.games, checked.sources), (2, 5));
    let mut texts = Vec::new();
    each_game(stored(&index, None), |game| {
        texts.push((game.source.to_string(), game.text.to_owned()));
    });
    // In the order in which they were added, with the text of the first source.
    assert_eq!(texts[0].0, "a.uhp");
    assert_eq!(texts[0].1.trim(), ONE.trim());
    assert_eq!((texts.len(), texts[1].0.as_str()), (2, "c.uhp"));
}

#[test]
fn removed_games_are_gone_and_can_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.skepdb");
    add(&path, &[text("a.uhp", &[ONE, TWO].concat())]).unwrap();
    let index = Index::open(&path).unwrap();
    let place =
        skep_analysis::openings::TreeStart::new(&skep_records::Game::of_variant("Base").unwrap());
    let (games, all) = index
        .games_at(&place, None, Default::default(), 0, 10)
        .unwrap();
    assert_eq!(all, 2);
    let mut writer = CollectionWriter::open(&path, 1).unwrap();
    writer.remove(games[0].id).unwrap();
    writer.remove(12345).unwrap();
    let summary = writer.finish().unwrap();
    assert_eq!((summary.removed, summary.games), (1, 1));
    let index = Index::open(&path).unwrap();
    assert_eq!(index.continuations(&place, None).unwrap().node.reached(), 1);
    assert_eq!(index.game(games[0].id).unwrap().map(|game| game.id), None);
    assert_eq!(
        add(&path, &[text("a.uhp", &[ONE, TWO].concat())])
            .unwrap()
            .added,
        1
    );
}

#[test]
fn records_come_back_whole() {
    let (_folder, index) = index_of(&[file("fixtures/games"), file("fixtures/pgn")]);
    let mut kept = 0;
    each_game(stored(&index, None), |game| {
        // Texts that are not UTF-8 are kept as they were decoded.
        if let Ok(text) = fs::read_to_string(&*game.source.path) {
            assert!(text.contains(game.text), "{}", game.source);
            kept += 1;
        }
    });
    assert!(kept > 3, "{kept}");
}

#[test]
fn a_second_writer_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.skepdb");
    let writer = CollectionWriter::open(&path, 1).unwrap();
    assert!(matches!(
        CollectionWriter::open(&path, 1),
        Err(Error::Busy(_))
    ));
    // Readers are not disturbed.
    assert_eq!(Index::open(&path).unwrap().games(), 0);
    drop(writer);
    assert!(CollectionWriter::open(&path, 1).is_ok());
}

/// A reader sees what was committed when it opened the index, while a writer adds, removes and merges.
#[test]
fn an_open_index_stays_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.skepdb");
    add(&path, &[text("a.uhp", &[ONE, TWO].concat())]).unwrap();
    let place =
        skep_analysis::openings::TreeStart::new(&skep_records::Game::of_variant("Base").unwrap());
    let before = std::sync::Arc::new(Index::open(&path).unwrap());
    let bugs = ["A1", "B1", "G1", "S1", "Q"];
    let games = bugs
        .iter()
        .flat_map(|white| bugs.map(|black| (white, black)));
    let mut added = 0;
    for (white, black) in games.filter(|(white, black)| **white != "S1" && *black != "Q") {
        let game = format!("Base;InProgress;White[2];w{white};b{black} w{white}-\n");
        added += add(&path, &[text(&game, &game)]).unwrap().added;
        assert_eq!(Index::open(&path).unwrap().games(), 2 + added);
    }
    let mut writer = CollectionWriter::open(&path, 1).unwrap();
    let (games, _) = before
        .games_at(&place, None, Default::default(), 0, 10)
        .unwrap();
    writer.remove(games[0].id).unwrap();
    writer.finish().unwrap();
    assert!(added > 8, "small parts are merged: {added}");
    let mut texts = 0;
    assert_eq!(each_game(stored(&before, None), |_| texts += 1), 0);
    assert_eq!((before.games(), texts), (2, 2));
    assert_eq!(
        before.continuations(&place, None).unwrap().node.reached(),
        2
    );
    let after = Index::open(&path).unwrap();
    assert_eq!(after.games(), 1 + added);
    let reached = after.continuations(&place, None).unwrap().node.reached();
    assert!(reached <= after.games() && reached > 8, "{reached}");
    after.check().unwrap();
}

#[test]
fn what_is_not_an_index_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.skepdb");
    assert!(matches!(Index::open(&path), Err(Error::NotAnIndex(_))));
    fs::create_dir(&path).unwrap();
    fs::write(path.join("notes.txt"), "mine").unwrap();
    assert!(matches!(
        CollectionWriter::open(&path, 1),
        Err(Error::Exists(_))
    ));
    assert!(matches!(
        CollectionWriter::open(path.join("notes.txt"), 1),
        Err(Error::Exists(_))
    ));
    assert_eq!(fs::read_to_string(path.join("notes.txt")).unwrap(), "mine");
}

/// The index of a few games, with one file changed.
fn damaged(change: impl Fn(&std::path::Path)) -> Result<(), Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.skepdb");
    add(&path, &[text("a.uhp", &[ONE, TWO].concat())]).unwrap();
    change(&path);
    Index::open(&path)?.check().map(|_| ())
}

#[test]
fn a_newer_or_damaged_index_is_refused() {
    let newer = damaged(|path| fs::write(path.join("skepdb"), "skep index 99\n").unwrap());
    assert!(
        matches!(newer, Err(Error::Newer { found: 99, .. })),
        "{newer:?}"
    );
    let marks: [&[u8]; 3] = [b"", b"skep index\n", &[0xff, 0xfe]];
    for mark in marks {
        let broken = damaged(|path| fs::write(path.join("skepdb"), mark).unwrap());
        assert!(matches!(broken, Err(Error::Damaged { .. })), "{broken:?}");
    }
    assert!(damaged(|_| ()).is_ok());
    // Each file of the index: gone, cut, empty, or with a wrong byte.
    let names = std::cell::RefCell::new(Vec::new());
    damaged(|path| {
        let files = fs::read_dir(path).unwrap().map(|file| file.unwrap().path());
        let ends = files.filter_map(|file| Some(file.extension()?.to_str()?.to_owned()));
        names.borrow_mut().extend(ends);
    })
    .unwrap();
    let names = names.into_inner();
    assert!(names.len() > 4, "{names:?}");
    for end in names.iter().filter(|end| *end != "lock") {
        for way in 0..4 {
            let broken = damaged(|path| {
                let files = fs::read_dir(path).unwrap().map(|file| file.unwrap().path());
                for file in files.filter(|f| f.extension().is_some_and(|e| e == end.as_str())) {
                    if file
                        .file_name()
                        .is_some_and(|name| name.to_string_lossy().starts_with('.'))
                    {
                        continue;
                    }
                    let mut bytes = fs::read(&file).unwrap();
                    match way {
                        0 => fs::remove_file(&file).unwrap(),
                        1 => fs::write(&file, &bytes[..bytes.len() / 2]).unwrap(),
                        2 => fs::write(&file, b"").unwrap(),
                        _ => {
                            bytes[0] ^= 0xff;
                            fs::write(&file, bytes).unwrap();
                        }
                    }
                }
            });
            let message = broken.map_err(|error| error.to_string());
            let told = message
                .as_ref()
                .is_err_and(|m| m.contains("the index is damaged"));
            assert!(told, "{end} {way}: {message:?}");
        }
    }
}
