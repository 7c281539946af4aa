//! `skep convert --tree`: games as one record with variations.

use std::collections::BTreeSet;
use std::fs;

use crate::skep::{run, run_with};
use skep_records::record::NoteKind;
use skep_records::{Format, Judge, Record, Verdict};
use skep_testing::shared;

/// The canonical keys of the positions after each turn, and the players.
type End = (Vec<u64>, String);

fn keys(verdict: &Verdict) -> Vec<u64> {
    verdict.game.canonical_keys().split_off(1)
}

/// The records of a text in JSON Lines, judged.
fn records(text: &str) -> Vec<(Record, Verdict)> {
    let record = |line| {
        let record = Record::read(Format::Jsonl, line);
        let verdict = Judge::default().verdict(&record);
        (record, verdict)
    };
    text.lines().map(record).collect()
}

fn players(record: &Record) -> String {
    let player = |side| record.tags.get(side).unwrap_or("?");
    format!("{} – {}", player("White"), player("Black"))
}

/// The ends of the games of an input.
fn ends_of_games(text: &str) -> BTreeSet<End> {
    let games = records(text).into_iter();
    let games = games.filter(|(_, verdict)| verdict.status.is_sound() && verdict.plies() > 0);
    games
        .map(|(record, verdict)| (keys(&verdict), players(&record)))
        .collect()
}

/// The games that the comments of trees name.
fn ends_of_trees(text: &str) -> BTreeSet<End> {
    let mut ends = BTreeSet::new();
    for (record, verdict) in records(text) {
        assert!(verdict.status.is_sound(), "{:?}", verdict.diagnostics);
        assert!(
            verdict
                .game
                .legal_variations()
                .iter()
                .all(|&is_legal| is_legal)
        );
        // A tree of only one game keeps its tags and has no comment.
        if record.variations.is_empty() && record.notes.is_empty() {
            ends.insert((keys(&verdict), players(&record)));
        }
        let mut lines = vec![(record.clone(), verdict.clone())];
        lines.extend((0..record.variations.len()).map(|i| verdict.of_variation(&record, i)));
        for (record, verdict) in lines {
            let keys = keys(&verdict);
            let written: Vec<_> = verdict.game.written().collect();
            for note in &record.notes {
                if let NoteKind::Comment(text) = &note.kind
                    && let Some((players, _)) = text.rsplit_once(", ")
                    && players.contains(" – ")
                {
                    let place = written
                        .iter()
                        .position(|&ply| ply == note.after.checked_sub(1));
                    let end = place.map_or(keys.len(), |place| place + 1);
                    // A date stands between players and result.
                    let players = players.split(", ").next().unwrap();
                    ends.insert((keys[..end].to_vec(), players.to_owned()));
                }
            }
        }
    }
    ends
}

#[test]
fn a_tree_has_every_game() {
    let mut inputs = vec!["fixtures/select/games.pgn".to_owned()];
    if let Some(corpus) = shared("corpus/boardspace-2020") {
        inputs.push(corpus.to_str().unwrap().to_owned());
    }
    let folder = tempfile::tempdir().unwrap();
    for input in &inputs {
        let games = run(&["convert", "--to", "jsonl", "-q", input]).out;
        let games = ends_of_games(&games);
        assert!(games.len() > 3);
        for extension in ["pgn", "sgf", "jsonl"] {
            let path = folder.path().join(format!("tree.{extension}"));
            let path = path.to_str().unwrap();
            let written = run(&["convert", "--tree", "--force", "-o", path, input]);
            assert!(written.code < 2, "{input}: {}", written.err);
            let tree = run(&["convert", "--to", "jsonl", "-q", path]);
            assert_eq!(tree.code, 0, "{input} {extension}: {}", tree.err);
            assert_eq!(ends_of_trees(&tree.out), games, "{input} {extension}");
        }
    }
}

#[test]
fn the_most_played_turn_continues_the_line_in_any_orientation() {
    // The first two games differ only in orientation and in the numbers of bugs. The next two are equal.
    let games = "[White \"Ann\"]\n[Black \"Bob\"]\n[Event \"Cup\"]\n\n1. wS1 2. bS1 wS1- 3. wQ -wS1 4. bQ bS1-\n\n\
                 [White \"Cid\"]\n[Black \"Dan\"]\n[Event \"Cup\"]\n\n1. wS1 2. bS1 \\wS1 3. wQ wS1\\ 4. bQ \\bS1\n\n\
                 [White \"Eva\"]\n[Black \"Fay\"]\n[Event \"Cup\"]\n[Result \"BlackWins\"]\n\n1. wS1 2. bS1 wS1- 3. wA1 -wS1\n\n\
                 [White \"Eva\"]\n[Black \"Fay\"]\n[Event \"Cup\"]\n[Result \"BlackWins\"]\n\n1. wS1 2. bS1 wS1- 3. wA1 -wS1\n\n\
                 [White \"Gus\"]\n[Black \"Hal\"]\n[Event \"Cup\"]\n\n1. wS1 2. bS1 wS1- 3. wA1 -wS1 4. bQ bS1-\n\n\
                 [White \"Ida\"]\n[Black \"Jan\"]\n[Event \"Final\"]\n\n1. wS1 2. bS1 wS1- 3. wQ -wS1\n";
    let tree = run_with(&["convert", "--tree", "--to", "pgn", "-"], games.as_bytes());
    assert_eq!(tree.code, 0, "{}", tree.err);
    assert_eq!(
        tree.err,
        "note: left out tags that differ between games: Event\n"
    );
    insta::assert_snapshot!("tree", tree.out);
}

#[test]
fn records_of_one_game_become_one_record() {
    let clocks = "[White \"Ann\"]\n[Black \"Bob\"]\n[Event \"Cup\"]\n\n1. wS1 {[%used 0:00:05]} 2. bS1 wS1- {[%used 0:00:07]}\n";
    let comments = "[White \"ann\"]\n[Black \"\"]\n[Round \"3\"]\n[Event \"Final\"]\n[Result \"BlackWins\"]\n\n1. wS1 {quiet} 2. bS1 \\wS1 {bold}\n";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("clocks.pgn"), clocks).unwrap();
    fs::write(path("comments.pgn"), comments).unwrap();
    let (a, b) = (path("clocks.pgn"), path("comments.pgn"));
    let both = run(&["convert", "--tree", "--to", "pgn", &a, &b]);
    assert_eq!(both.code, 0, "{}", both.err);
    assert_eq!(
        both.err,
        "note: the records differ in Event and White; kept the first value\n"
    );
    insta::assert_snapshot!("one_game", both.out);
    let record = |result, used| {
        format!("[Result \"{result}\"]\n\n1. wS1 {{[%used 0:00:{used}]}} 2. bS1 wS1-\n\n")
    };
    let games = record("WhiteWins", "05") + &record("BlackWins", "06");
    let first = run_with(&["convert", "--tree", "--to", "pgn", "-"], games.as_bytes());
    assert_eq!(
        first.err,
        "note: the records differ in Result and clocks; kept the first value\n"
    );
    assert!(first.out.contains("WhiteWins") && first.out.contains("0:00:05"));
    // GameStrings hold neither variations nor comments.
    let uhp = run(&["convert", "--tree", "--to", "uhp", &a, &b]);
    insta::assert_snapshot!(uhp.err, @"
    note: the records differ in Event and White; kept the first value
    note: UHP cannot hold clocks, comments and tags; left out results that the board does not show (keep them with --state stated)
    ");
    let strict = run(&["convert", "--tree", "--strict", "--to", "uhp", &a, &b]);
    assert_eq!(strict.code, 1);
}

#[test]
fn what_a_tree_leaves_out_is_said() {
    let faults = run(&[
        "convert",
        "--tree",
        "--to",
        "pgn",
        "fixtures/cli/faults.uhp",
    ]);
    assert_eq!(faults.code, 1, "{}", faults.err);
    insta::assert_snapshot!(faults.err, @"
    error[illegal-move]: fixtures/cli/faults.uhp:2:43: game 2 of the file: ply 3: wA1 may not enter beside bS1: a new piece may not touch an enemy
    error[bad-header]: fixtures/cli/faults.uhp:5:6: game 5 of the file: `Pause?` is not a State
    error[bad-move]: fixtures/cli/faults.uhp:6:39: game 6 of the file: ply 3: cannot read `wS2 south of wS1` as a move
    3 games skipped
    ");
    // The second turn of the variation is illegal.
    let game = "1. wS1 2. bS1 wS1- (2. bG1 wS1/ 3. wQ bQ-) 3. wQ -wS1\n";
    let cut = run_with(&["convert", "--tree", "--to", "pgn", "-"], game.as_bytes());
    assert!(cut.out.contains("bG1") && !cut.out.contains("bQ-"));
    let note =
        "note: left out illegal turns of 1 variation, or turns that current rules do not have\n";
    assert_eq!(cut.err, note);
    // The result of a GameString is a choice, as for games that are not joined.
    let resigned = "Base;WhiteWins;White[2];wS1;bS1 wS1-\n";
    for (state, result) in [("stated", "WhiteWins"), ("board", "InProgress")] {
        let args = ["convert", "--tree", "--to", "uhp", "--state", state, "-"];
        let one = run_with(&args, resigned.as_bytes());
        assert_eq!(one.out, resigned.replace("WhiteWins", result));
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("none.pgn");
    let out = out.to_str().unwrap();
    let none = run(&[
        "convert",
        "--tree",
        "-o",
        out,
        "--where",
        "plies > 9999",
        "fixtures/games",
    ]);
    assert_eq!(none.code, 1, "{}", none.err);
    assert!(fs::metadata(out).is_err());
    let tree = ["convert", "--tree", "fixtures/cli/sound.uhp"];
    let into_folder = ["--to", "pgn", "-o", folder.path().to_str().unwrap()];
    let refused = run(&[&tree[..], &into_folder].concat());
    assert_eq!(refused.code, 2, "{}", refused.err);
    // Without a notation, it is that of the first game.
    let named = run(&[&tree[..], &["--to", "uhp"]].concat());
    assert_eq!(run(&tree), named);
    // Trees of Hive and of Hex-It are not in one notation.
    let mixed = run(&["convert", "--tree", "--to", "jsonl", "fixtures/games"]);
    assert!(mixed.code < 2, "{}", mixed.err);
    assert!(mixed.out.lines().count() > 2);
}

/// A tree of more than a game can have is refused while the games are read, not when they are all in memory.
#[test]
fn a_tree_that_is_too_long_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let games = (0..6).map(|i| {
        let comment = i.to_string().repeat(1 << 20);
        format!("[GameType \"Base\"]\n[White \"w{i}\"]\n\n1. wS1 {{{comment}}} bS1 wS1-\n\n")
    });
    let games: Vec<String> = games.collect();
    let path = folder.path().join("games.pgn");
    let tree = |games: &[String]| {
        fs::write(&path, games.concat()).unwrap();
        run(&["convert", "--tree", "--to", "pgn", path.to_str().unwrap()])
    };
    let refused = tree(&games);
    assert_eq!((refused.code, refused.out.len()), (2, 0));
    insta::assert_snapshot!(refused.err, @"error: the tree would have more than 4 MiB of turns and comments; choose fewer games with --where or --first");
    assert_eq!(tree(&games[..3]).code, 0);
}
