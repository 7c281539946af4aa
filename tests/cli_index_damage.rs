//! Damaged indexes: every command gives the same answer as before, or names the index and ends with exit code 2.

use std::fs;
use std::path::Path;

use crate::skep::{run, slashes};

/// Damages a file in a place that depends on its name.
fn damage(file: &Path) {
    let mut bytes = fs::read(file).unwrap();
    let name = file.file_name().unwrap().to_str().unwrap();
    let at = name.bytes().map(usize::from).sum::<usize>() * 37 % bytes.len();
    let end = bytes.len().min(at + 40);
    for byte in &mut bytes[at..end] {
        *byte ^= 0x11;
    }
    fs::write(file, bytes).unwrap();
}

#[test]
fn no_command_gives_another_answer_from_a_damaged_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let index = path("games.skepdb");
    assert!(run(&["index", "-o", &index, "fixtures/games"]).code < 2);
    let remove = ["--remove", "--where", "plies = 42", &index];
    assert_eq!(
        run(&[&["index", "-o", &index][..], &remove].concat()).code,
        0
    );
    let commands: [&[&str]; 7] = [
        &["count", "--by", "year"],
        &["list", "--where", "reaches('wS') or plies > 20"],
        &["convert", "--to", "jsonl"],
        &["openings", "--depth", "2", "--min-games", "1"],
        &["stats", "--format", "csv"],
        &["check"],
        &["head", "-n", "2"],
    ];
    let expected = commands.map(|command| run(&[command, &[&index]].concat()));
    let mut kinds: Vec<String> = Vec::new();
    for file in fs::read_dir(&index)
        .unwrap()
        .map(|file| file.unwrap().path())
    {
        let name = file.file_name().unwrap().to_str().unwrap();
        let kind = name.split_once('.').map_or("", |(_, kind)| kind).to_owned();
        if kind.ends_with("lock") || kinds.contains(&kind) {
            continue;
        }
        kinds.push(kind);
        let good = fs::read(&file).unwrap();
        damage(&file);
        for (command, expected) in commands.iter().zip(&expected) {
            let done = run(&[*command, &[index.as_str()]].concat());
            if done != *expected {
                let told = done.out + &done.err;
                assert_eq!(done.code, 2, "{command:?} {name}: {told}");
                assert!(
                    slashes(&told).contains(&slashes(&index)) && !told.contains("panicked"),
                    "{told}"
                );
                assert!(
                    name == "skepdb" || told.contains(name),
                    "{command:?}: {told}"
                );
            }
        }
        for args in [
            ["--check", &index].as_slice(),
            &["-o", &index, "fixtures/cli/sound.uhp"],
        ] {
            let done = run(&[&["index"], args].concat());
            assert_eq!(done.code, 2, "{args:?} {name}: {}", done.err);
            let is_named = name == "skepdb" || done.err.contains(name);
            assert!(
                is_named && done.err.contains(&index),
                "{name}: {}",
                done.err
            );
        }
        fs::write(&file, good).unwrap();
    }
    assert!(kinds.len() > 10, "{kinds:?}");
    assert_eq!(run(&["index", "--check", &index]).code, 0);
}

/// An index in a folder is a source of games like a file, except the index that is written.
#[test]
fn an_index_in_a_folder_is_left_out_unless_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (games, index) = (path("games"), path("games/all.skepdb"));
    fs::create_dir(&games).unwrap();
    fs::copy("fixtures/games/hive.uhp", path("games/copy.uhp")).unwrap();
    // Again and again: the index has each game once.
    for _ in 0..2 {
        let added = run(&["index", "-o", &index, &games]);
        assert!(
            added.code < 2 && !added.err.contains("left out"),
            "{}",
            added.err
        );
    }
    let count = |paths: &[&str]| run(&[&["count"], paths].concat());
    let all = count(&["fixtures/games/hive.uhp"]).out;
    let in_folder = count(&[&games]);
    assert_eq!((in_folder.code, &in_folder.out), (0, &all));
    let note = format!(
        "note: left out the index {}; to read it, name it\n",
        slashes(&index)
    );
    assert_eq!(in_folder.err, note);
    assert_eq!(run(&["check", "-q", &games]).err, "");
    assert_eq!(count(&[&index]).out, all);
    let both: u32 = count(&[&games, &index]).out.trim().parse().unwrap();
    assert_eq!(both, 2 * all.trim().parse::<u32>().unwrap());
    let checked = run(&["check", &games]);
    assert!(!checked.err.contains("not game records"), "{}", checked.err);
}

#[test]
fn an_index_without_games_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let index = path("games.skepdb");
    let none = [
        "index",
        "-o",
        &index,
        "--where",
        "plies > 9000",
        "fixtures/games",
    ];
    let empty = path("empty.uhp");
    fs::write(&empty, "").unwrap();
    for args in [&none[..], &["index", "-o", &index, &empty]] {
        let done = run(args);
        assert_eq!(done.code, 1, "{}", done.err);
        assert!(done.err.contains("was not written"), "{}", done.err);
        assert!(!Path::new(&index).exists());
    }
    assert!(run(&["index", "-o", &index, "fixtures/games"]).code < 2);
    assert_eq!(run(&none).code, 1);
    assert_eq!(run(&["index", "--check", &index]).code, 0);
    for name in ["plain.zip", "games.pgn", "games.tar", "games.csv"] {
        let refused = run(&["index", "-o", &path(name), "fixtures/games"]);
        assert_eq!(refused.code, 2, "{}", refused.err);
        let tip = "an index is a folder, not a .";
        assert!(refused.err.contains(tip), "{}", refused.err);
        assert!(!Path::new(&path(name)).exists());
    }
}

#[test]
fn an_index_without_one_of_its_files_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let index = path("games.skepdb");
    assert!(run(&["index", "-o", &index, "fixtures/games"]).code < 2);
    let remove = ["--remove", "--where", "plies = 42", &index];
    assert_eq!(
        run(&[&["index", "-o", &index][..], &remove].concat()).code,
        0
    );
    let files = || {
        let files = fs::read_dir(&index).unwrap().map(|file| file.unwrap());
        let mut files: Vec<_> = files
            .map(|file| (file.file_name(), fs::read(file.path()).unwrap()))
            .filter(|(name, _)| !name.to_str().unwrap().ends_with("lock"))
            .collect();
        files.sort();
        files
    };
    let all = files();
    assert!(all.len() > 10, "{all:?}");
    for (name, content) in &all {
        let file = Path::new(&index).join(name);
        fs::remove_file(&file).unwrap();
        let left = files();
        for args in [
            ["-o", &index, "fixtures/cli/sound.uhp"].as_slice(),
            &["--check", &index],
        ] {
            let done = run(&[&["index"], args].concat());
            let missing = format!("{} is missing", name.display());
            assert_eq!(done.code, 2, "{args:?} {missing}: {}", done.err);
            assert!(done.err.contains(&missing), "{missing}: {}", done.err);
            assert!(done.err.contains(&index), "{missing}: {}", done.err);
        }
        assert!(files() == left, "{name:?}");
        fs::write(&file, content).unwrap();
    }
    assert_eq!(run(&["index", "--check", &index]).code, 0);
    // A run that was killed at its very start leaves an index without a list; it can begin again.
    let begun = path("begun.skepdb");
    fs::create_dir(&begun).unwrap();
    fs::copy(
        Path::new(&index).join("skepdb"),
        Path::new(&begun).join("skepdb"),
    )
    .unwrap();
    assert!(run(&["index", "-o", &begun, "fixtures/games"]).code < 2);
}

#[test]
fn no_command_writes_games_into_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let index = path("games.skepdb");
    let games = "fixtures/games/hive.uhp";
    assert!(run(&["index", "-o", &index, games]).code < 2);
    let names = || fs::read_dir(&index).unwrap().count();
    let before = names();
    let inside = path("games.skepdb/parts");
    let file = path("games.skepdb/all.pgn");
    for args in [
        ["split", "--per-file", "5", games, "-o", &index].as_slice(),
        &["split", "--per-file", "5", games, "-o", &inside],
        &["convert", "--to", "pgn", games, "-o", &index, "--force"],
        &["convert", "--to", "pgn", games, "-o", &file],
        &["export", games, "-o", &index, "--force"],
    ] {
        let done = run(args);
        let told = format!("{index} is an index; choose another folder");
        assert_eq!(done.code, 2, "{args:?}: {}", done.err);
        assert!(done.err.contains(&told), "{args:?}: {}", done.err);
    }
    assert_eq!(names(), before);
    assert_eq!(run(&["index", "--check", &index]).code, 0);
}
