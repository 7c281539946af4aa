//! `skep convert`: what is written where, and what is said about the rest.

use std::fs;
use std::path::Path;

use crate::skep::{run, run_with, slashes};

const GAMES: &str = "fixtures/select/games.pgn";
const SOUND: &str = "fixtures/cli/sound.uhp";
const FAULTS: &str = "fixtures/cli/faults.uhp";
const TALK: &str = "fixtures/boardspace/server-2024.sgf";

const ULTIMATE: &str = "fixtures/boardspace/ultimate.sgf";

fn fixture(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn canonical_uhp_goes_through_every_notation() {
    let names = "note: Boardspace SGF cannot hold unknown players (it names them White and Black); for details: \
                 --explain-loss\n";
    for (format, note) in [
        ("uhp", ""),
        ("pgn", ""),
        ("boardspace", names),
        ("jsonl", ""),
    ] {
        let there = run(&["convert", "--to", format, "--verify", SOUND]);
        assert_eq!((there.code, there.err.as_str()), (0, note), "{format}");
        let back = run_with(
            &["convert", "--to", "uhp", "-q", "--verify", "-"],
            there.out.as_bytes(),
        );
        assert_eq!((back.code, back.err.as_str()), (0, ""), "{format}");
        assert_eq!(back.out, fixture(SOUND), "{format}");
    }
}

#[test]
fn a_repeated_tag_is_one_game_in_every_command() {
    let sgf = fixture(TALK).replacen("GN[", "GN[second]\nGN[", 1);
    let pgn = "[White \"Ann\"]\n[White \"nor this\"]\n\n1. wL\n2. bL wL-\n";
    let hxt = "[Game \"Hex-It\"]\n[White \"Ann\"]\n[White \"nor this\"]\n\n1. N14 M13 *\n";
    let count = |text: &str| run_with(&["count", "-"], text.as_bytes()).out;
    let tags = |text: &str| {
        let json = run_with(&["convert", "--to", "jsonl", "-q", "-"], text.as_bytes()).out;
        let json: serde_json::Value = serde_json::from_str(&json).expect("one line");
        let mut repeated = json["repeated_tags"].clone();
        for tag in repeated.as_array_mut().expect("a list") {
            tag.as_object_mut().expect("a tag").remove("at");
        }
        (json["tags"].clone(), repeated)
    };
    for (text, target) in [(&*sgf, "pgn"), (pgn, "pgn"), (hxt, "hxt")] {
        assert_eq!(count(text), "1\n", "{text}");
        for command in [
            &["convert", "--verify"][..],
            &["sort", "--by", "date"],
            &["filter"],
        ] {
            let run = run_with(&[command, &["--to", target, "-"]].concat(), text.as_bytes());
            assert_eq!(run.code, 0, "{command:?}: {}", run.err);
            assert_eq!(count(&run.out), "1\n", "{command:?}: {}", run.out);
            assert_eq!(tags(&run.out), tags(text), "{command:?}: {}", run.out);
        }
    }
}

#[test]
fn invalid_games_are_reported_and_counted() {
    let run = run(&["convert", "--to", "uhp", FAULTS]);
    assert_eq!(run.code, 1);
    assert_eq!(run.out.lines().count(), 3);
    insta::assert_snapshot!(run.err);
}

#[test]
fn the_legal_beginning_is_valid_in_every_notation() {
    // The wrong turn has several steps: a pick, clocks and an end.
    let lines = [
        "(;\nGM[27]VV[1]\nSU[hive]\nP0[id \"a\"]\nP1[id \"b\"]",
        "; P0[0 Start P0]",
        "; P0[1 Pick W 4 wS1]TM[10]\n; P0[2 Dropb wS1 N 13 .]TM[20]\n; P0[3 Done ]TM[20]",
        "; P1[4 Pick B 4 bS1]TM[10]\n; P1[5 Done ]TM[30]",
        "; P0[6 Pick W 0 wQ]TM[40]\n; P0[7 Dropb wQ M 12 .]TM[50]\n; P0[8 Done ]TM[50]\n)\n",
    ];
    let game = lines.join("\n");
    for format in ["uhp", "pgn", "boardspace", "jsonl"] {
        let there = run_with(
            &["convert", "--to", format, "--prefix", "--verify", "-q", "-"],
            game.as_bytes(),
        );
        assert!(
            there
                .err
                .ends_with("1 game written, 1 game cut before the error\n"),
            "{format}: {}",
            there.err
        );
        let back = run_with(&["check", "-q", "-"], there.out.as_bytes());
        assert_eq!(back.code, 0, "{format}: {}", there.out);
    }
}

#[test]
fn the_legal_beginning_is_kept_if_asked_for() {
    let run = run(&["convert", "--to", "uhp", "--prefix", FAULTS]);
    assert_eq!(run.code, 1);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 6, "{}", run.out);
    assert_eq!(lines[1], "Base+MLP;InProgress;White[2];wS1;bS1 wS1-");
    assert!(
        run.err
            .ends_with("6 games written, 3 games cut before the error\n"),
        "{}",
        run.err
    );
}

#[test]
fn losses_are_said_once_listed_or_fatal() {
    let said = run(&["convert", "--to", "uhp", TALK, TALK]);
    assert_eq!(said.code, 0);
    assert_eq!(said.err.matches("note: ").count(), 1, "{}", said.err);
    let listed = run(&["convert", "--to", "uhp", "--explain-loss", TALK, SOUND]);
    assert_eq!(listed.code, 0);
    insta::assert_snapshot!(listed.err);
    assert_eq!(run(&["convert", "--to", "uhp", "--strict", TALK]).code, 1);
    assert_eq!(run(&["convert", "--to", "jsonl", "--strict", TALK]).code, 0);
    assert_eq!(run(&["convert", "--to", "uhp", "-q", TALK]).err, "");
    assert_eq!(said.out.lines().count(), 2);
}

#[test]
fn a_file_is_replaced_when_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out.uhp");
    let to = path.to_str().unwrap();
    let run = run(&["convert", "--to", "uhp", SOUND, "-o", to]);
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert_eq!(run.err, "3 games written\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), fixture(SOUND));

    // It is not replaced without --force. A run that stops, or has nothing to write, keeps the old file.
    for args in [
        &[
            "convert",
            "--to",
            "uhp",
            "--fail-fast",
            FAULTS,
            "--force",
            "-o",
            to,
        ][..],
        &["convert", "--to", "uhp", ULTIMATE, "-o", to, "--force"],
    ] {
        let run = self::run(args);
        assert_eq!(run.code, 1, "{}", run.err);
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            fixture(SOUND),
            "{}",
            run.err
        );
    }
    assert_eq!(names(folder.path()), ["out.uhp"]);
}

#[test]
fn a_folder_gets_a_file_for_each_input_file() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_str().unwrap();
    let run = run(&[
        "convert",
        "--to",
        "pgn",
        SOUND,
        "fixtures/archives/games.zip",
        SOUND,
        "-o",
        to,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        names(folder.path()),
        ["games.pgn", "sound-2.pgn", "sound.pgn"]
    );
    let one = fs::read_to_string(folder.path().join("sound.pgn")).unwrap();
    assert_eq!(
        one,
        fs::read_to_string(folder.path().join("sound-2.pgn")).unwrap()
    );
}

#[test]
fn a_file_a_game_is_a_split() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new/folder");
    let to = new.to_str().unwrap();
    let args = ["split", "--to", "uhp", "--per-file", "1", SOUND, "-o", to];
    for force in [&[][..], &["--force"]] {
        let run = run(&[&args[..], force].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(
            names(&new),
            ["games-000001.uhp", "games-000002.uhp", "games-000003.uhp"]
        );
    }
    let lines: String = names(&new)
        .iter()
        .map(|n| fs::read_to_string(new.join(n)).unwrap())
        .collect();
    assert_eq!(lines, fixture(SOUND));
    let wrong = run(&["convert", "--to", "uhp", "--split", SOUND]);
    assert!(
        wrong.err.contains("skep split --per-file 1"),
        "{}",
        wrong.err
    );
}

#[test]
fn a_failed_write_ends_with_2() {
    let run = run(&[
        "convert",
        "--to",
        "uhp",
        SOUND,
        "-o",
        "no/such/folder/out.uhp",
    ]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    insta::assert_snapshot!(run.err, @"error: cannot write no/such/folder/out.uhp: there is no folder no/such/folder; make it first");
    let run = self::run(&["convert", "--to", "uhp", "no/such/file"]);
    assert_eq!(run.code, 2);
    insta::assert_snapshot!(run.err, @"error: no/such/file: no such file or folder");
}

#[test]
fn tags_and_comments_are_changed() {
    let game = "[Event \"Old\"]\n[event \"Twice\"]\n[Site \"here\"]\n[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n\
                1. wL {first} 2. bL wL- (2. bS1 wL- {aside}) 3. wQ -wL 1-0\n";
    let changed = |args: &[&str]| {
        let run = run_with(
            &[&["convert", "-q"], args, &["-"]].concat(),
            game.as_bytes(),
        );
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
        run.out
    };
    let edits = [
        "--set",
        "EVENT=New = \"best\"",
        "--set",
        "Round=3",
        "--remove",
        "site",
        "--remove",
        "comments",
    ];
    let pgn = changed(&[&["--to", "pgn", "--verify"], &edits[..]].concat());
    insta::assert_snapshot!(pgn);
    // The other notations have the same tags.
    for to in ["boardspace", "jsonl"] {
        let text = changed(&[&["--to", to, "--verify"], &edits[..]].concat());
        let list = [
            "list",
            "--format",
            "csv",
            "--where",
            "event = 'New = \"best\"' and tag(Round) = 3 and white = Ann",
        ];
        let listed = run_with(&[&list[..], &["-"]].concat(), text.as_bytes());
        assert_eq!(listed.out.lines().count(), 2, "{to}: {}{text}", listed.out);
        assert!(!text.contains("aside") && !text.contains("first"), "{text}");
    }
    // The main line is left, with its comment.
    for to in ["pgn", "boardspace", "jsonl"] {
        let text = changed(&["--to", to, "--verify", "--remove", "variations"]);
        assert!(text.contains("first") && !text.contains("aside"), "{text}");
        let again = run_with(&["convert", "-q", "--to", "pgn", "-"], text.as_bytes());
        assert!(again.out.contains("\n3. wQ -wL\n"), "{}", again.out);
        assert!(!again.out.contains("bS1"), "{}", again.out);
    }
    let mut told = String::new();
    for args in [
        &["--set", "Event"][..],
        &["--set", "result=0-1"],
        &["--remove", "Game Type"],
    ] {
        let refused = run(&[&["convert", "--to", "pgn"], args, &[SOUND]].concat());
        assert_eq!(refused.code, 2, "{args:?}");
        told += &refused.err;
    }
    insta::assert_snapshot!(told, @"
    error: invalid value 'Event' for '--set <TAG=VALUE>': write TAG=VALUE, such as Event=League; --remove TAG removes a tag

    For more information, try '--help'.
    error: invalid value 'result=0-1' for '--set <TAG=VALUE>': Result belongs to the game and cannot be changed

    For more information, try '--help'.
    error: invalid value 'Game Type' for '--remove <TAG|comments|variations>': the name of a tag is a word, such as Event

    For more information, try '--help'.
    ");
    // Without a notation, it is that of the first game, unless only one pass is possible.
    let same = run(&["convert", "--set", "Event=New", GAMES]);
    let named = run(&["convert", "--to", "pgn", "--set", "Event=New", GAMES]);
    assert_eq!((same.code, &same.out), (named.code, &named.out));
    assert!(same.out.contains("[Event \"New\"]"), "{}", same.out);
    let piped = run_with(&["convert", "--set", "Event=New"], same.out.as_bytes());
    assert_eq!(piped.code, 2);
    assert!(
        piped.err.contains("choose a notation with --to"),
        "{}",
        piped.err
    );
    // GameStrings have no tags.
    let lost = run(&["convert", "--to", "uhp", "--set", "Event=New", SOUND]);
    let refusal = "--set does not apply to --to uhp, which has no tags; use --to pgn";
    assert!(lost.err.contains(refusal), "{}", lost.err);
}

#[test]
fn the_rest_is_converted_and_not_edited() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (good, rest) = (path("good.jsonl"), path("rest.pgn"));
    let games = "fixtures/select/games.pgn";
    let split = |filter: &str, input: &str| {
        run(&[
            "convert",
            "--where",
            filter,
            "--set",
            "Event=New",
            "--rest",
            &rest,
            "-o",
            &good,
            "--force",
            input,
        ])
    };
    let some = split("white = Ann", games);
    assert_eq!(some.code, 0, "{}", some.err);
    let all = run(&["count", games]).out.trim().parse::<usize>().unwrap();
    let events = |file: &str| {
        let json = run(&["convert", "--to", "jsonl", "-q", file]).json_lines();
        let event = |game: &serde_json::Value| game["tags"]["Event"].clone();
        json.iter().map(event).collect::<Vec<_>>()
    };
    let (new, old) = (events(&good), events(&rest));
    assert!(
        !new.is_empty() && new.iter().all(|event| event == "New"),
        "{new:?}"
    );
    assert!(old.iter().all(|event| event != "New"), "{old:?}");
    assert_eq!(new.len() + old.len(), all);
    let said = format!(
        "{} games written\n{} games written to {}\n",
        new.len(),
        old.len(),
        slashes(&rest)
    );
    assert!(some.err.ends_with(&said), "{}", some.err);
    // The extension sets the notation of the rest.
    let other = split("plies > 3", SOUND);
    assert_eq!(other.code, 0, "{}", other.err);
    assert!(fs::read_to_string(&rest).unwrap().starts_with("[GameType"));
    // No game is left out.
    fs::remove_file(&rest).unwrap();
    let none = split("plies >= 0", games);
    let name = slashes(&rest);
    let said = format!("{all} games written\nall games match; {name} was not written\n");
    assert_eq!(
        (none.code, none.err.ends_with(&said)),
        (0, true),
        "{}",
        none.err
    );
    // There is no game.
    let empty = path("empty.pgn");
    fs::write(&empty, "").unwrap();
    let none = split("plies >= 0", &empty);
    assert_eq!(none.code, 1);
    assert!(!none.err.contains("all games match"), "{}", none.err);
    assert!(!Path::new(&rest).exists());
}

#[test]
fn the_games_that_do_not_match_go_to_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (good, bad) = (path("good.uhp"), path("bad.uhp"));
    let status = ["convert", "--where", "status = ok"];
    let inputs = [SOUND, FAULTS];
    for (more, written) in [(&["-o", &*good][..], true), (&["--to", "jsonl"], false)] {
        let run = run(&[&status[..], &["--rest", &bad, "--force"], more, &inputs].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let all = inputs.map(fixture).concat();
        let bad = fs::read_to_string(&bad).unwrap();
        let text = if written {
            fs::read_to_string(&good).unwrap()
        } else {
            // The lines of the games that match, in another notation.
            assert_eq!(
                run.out.lines().count(),
                all.lines().count() - bad.lines().count()
            );
            continue;
        };
        let mut lines: Vec<&str> = text.lines().chain(bad.lines()).collect();
        let mut expected: Vec<&str> = all.lines().collect();
        lines.sort_unstable();
        expected.sort_unstable();
        assert_eq!(lines, expected);
        assert!(!text.is_empty() && !bad.is_empty());
        assert!(
            run.err
                .contains(&format!("written to {}", slashes(&path("bad.uhp")))),
            "{}",
            run.err
        );
    }
    // An empty rest is no fault, and leaves no file.
    let none = path("none.txt");
    let all = run(&[
        "convert",
        "--where",
        "plies > 0",
        "--rest",
        &none,
        "-o",
        &good,
        "--force",
        SOUND,
    ]);
    assert_eq!(all.code, 0, "{}", all.err);
    assert!(
        all.err.ends_with(&format!(
            "all games match; {} was not written\n",
            slashes(&none)
        )),
        "{}",
        all.err
    );
    assert!(!Path::new(&none).exists());
    // Invalid games stay as they are in a .txt file. In another notation they are skipped, which the summary says.
    let text = path("bad.txt");
    let split = run(&[
        &status[..],
        &["--rest", &text, "-o", &path("good.pgn")],
        &inputs,
    ]
    .concat());
    assert_eq!(split.code, 0, "{}", split.err);
    assert_eq!(
        fs::read_to_string(&text).unwrap(),
        fs::read_to_string(&bad).unwrap()
    );
    let split = run(&[
        &status[..],
        &["--rest", &path("bad.pgn"), "-o", &good, "--force"],
        &inputs,
    ]
    .concat());
    assert_eq!(split.code, 1, "{}", split.err);
    assert!(split.err.contains("skipped"), "{}", split.err);
    for wrong in [
        &["convert", "--rest", "x.uhp", SOUND][..],
        &[
            "convert",
            "--where",
            "plies > 1",
            "--rest",
            "x.uhp",
            "--first",
            "1",
            SOUND,
        ],
        &[
            "convert",
            "--where",
            "plies > 1",
            "--rest",
            "x.uhp",
            "-o",
            "x.uhp",
            SOUND,
        ],
    ] {
        assert_eq!(run(wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn aliases_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let names = path("names.tsv");
    fs::write(&names, "Ann\tAnn B\tA.B.\n").unwrap();
    let games = "[White \"ann b\"]\n[Black \"Bob\"]\n[Result \"WhiteWins\"]\n[SgfResult \"The game was won by ann b\"]\n\n1. wL {ann b plays well}\n2. bL wL-\n\n\
                 [White \"Bob\"]\n[Black \"A.B.\"]\n\n1. wL\n2. bL wL-\n";
    let with = |args: &[&str]| {
        run_with(
            &[args, &["--aliases", &names, "-"]].concat(),
            games.as_bytes(),
        )
    };
    let note = "note: --aliases replaced 2 names in 2 games\n";
    for (command, said) in [
        (&["convert", "--to", "pgn"][..], ""),
        (&["sort", "--by", "white", "--to", "pgn"], ""),
        (
            &["dedup", "--to", "pgn"],
            "2 games: 2 unique, 0 duplicates\n",
        ),
    ] {
        let there = with(command);
        assert_eq!(
            (there.code, there.err),
            (0, format!("{note}{said}")),
            "{command:?}"
        );
        assert_eq!(there.out.matches("\"Ann\"]").count(), 2, "{}", there.out);
        // The winner keeps the win, and comments keep their words.
        assert!(there.out.contains("won by Ann"), "{}", there.out);
        assert!(there.out.contains("{ann b plays well}"), "{}", there.out);
        assert!(!there.out.contains("A.B."), "{}", there.out);
    }
    let sgf = with(&["convert", "--to", "sgf", "--verify", "-q"]);
    assert_eq!((sgf.code, sgf.err.as_str()), (0, ""));
    let results = run_with(
        &["count", "--by", "white,result", "--format", "csv", "-"],
        sgf.out.as_bytes(),
    );
    insta::assert_snapshot!(results.out, @"
    games,white,result
    1,Ann,WhiteWins
    1,Bob,
    ");
    // Filters and the names of files see the new names.
    for player in ["Ann", "ann b"] {
        let own = with(&["convert", "--to", "pgn", "--player", player]);
        assert_eq!(own.out.matches("1. wL").count(), 2, "{player}: {}", own.err);
    }
    let parts = path("parts/");
    let split = with(&["split", "--by", "white", "--to", "pgn", "-o", &parts]);
    assert_eq!(split.code, 0, "{}", split.err);
    assert!(split.err.starts_with(note), "{}", split.err);
    assert_eq!(
        crate::cli_convert::names(Path::new(&parts)),
        ["Ann.pgn", "Bob.pgn"]
    );
}

#[test]
fn aliases_need_a_notation_for_games_that_are_read_once() {
    let folder = tempfile::tempdir().unwrap();
    let names = folder.path().join("names.tsv");
    fs::write(&names, "Ann\tAnn B\n").unwrap();
    let names = names.to_str().unwrap();
    let parts = folder.path().join("parts");
    let parts = parts.to_str().unwrap();
    for command in [
        &["sort"][..],
        &["dedup"],
        &["split", "--by", "white", "-o", parts],
    ] {
        let args = [command, &["--aliases", names, "-"]].concat();
        let refused = run_with(&args, fixture(SOUND).as_bytes());
        assert_eq!((refused.code, &*refused.out), (2, ""), "{command:?}");
        assert!(
            refused.err.contains("choose a notation with --to"),
            "{command:?}: {}",
            refused.err
        );
    }
    let over = run(&[
        "convert",
        "--aliases",
        names,
        "--to",
        "pgn",
        "-o",
        names,
        "--force",
        SOUND,
    ]);
    assert_eq!(over.code, 2, "{}", over.err);
    let rest = folder.path().join("rest.uhp");
    let rest = ["--rest", rest.to_str().unwrap(), "--where", "plies > 30"];
    let refused = run(&[
        &["convert", "--aliases", names, "--to", "pgn", SOUND],
        &rest[..],
    ]
    .concat());
    assert_eq!(refused.code, 2, "{}", refused.err);
}

#[test]
fn the_result_that_is_written_is_chosen_where_that_changes_something() {
    let file = "fixtures/games/hive.uhp";
    for (args, wrong) in [
        (
            &["convert", "--state", "board", file][..],
            "--state does not apply to unchanged games; choose a notation with --to",
        ),
        (
            &["convert", "--state", "stated", "--to", "pgn", file],
            "--state stated does not apply to --to pgn; use --to uhp",
        ),
        (
            &["sort", "--by", "date", "--state", "board", file],
            "--state does not apply to unchanged games; choose a notation with --to",
        ),
        (
            &["dedup", "--to", "jsonl", "--state", "stated", file],
            "--state stated does not apply to --to jsonl; use --to uhp",
        ),
    ] {
        let run = run(args);
        assert_eq!(
            (run.code, run.err),
            (2, format!("error: {wrong}\n")),
            "{args:?}"
        );
    }
    // A game that was resigned is not over on the board.
    let league = "fixtures/games/league.zip";
    let resigned = ["--where", "termination = resignation"];
    let made = run(&[
        &["convert", "--state", "board", "--to", "jsonl", league],
        &resigned[..],
    ]
    .concat());
    let records = made.json_lines();
    assert!(!records.is_empty());
    for record in records {
        let results = ["stated", "verdict"].map(|part| record[part]["result"].clone());
        assert_eq!(results, ["InProgress", "InProgress"]);
    }
    let rest = tempfile::tempdir().unwrap();
    let rest = rest.path().join("rest.pgn");
    let rest = ["--where", "plies > 50", "--rest", rest.to_str().unwrap()];
    let made = run(&[
        &["convert", "--state", "board", "--to", "uhp", file],
        &rest[..],
    ]
    .concat());
    assert_eq!(made.code, 0, "{}", made.err);
}

#[test]
fn anonymous_games_do_not_name_their_players() {
    let pgn = "[GameType \"Base\"]\n[Date \"2024.03.05\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[WhiteElo \"1500\"]\n\
               [BlackId \"u17\"]\n[GameId \"g99\"]\n[WhiteTime \"0:10\"]\n[Result \"WhiteWins\"]\n\n\
               {Ann says hello}\n1. wS1\n2. bS1 wS1-\n";
    for to in ["pgn", "jsonl", "boardspace"] {
        let made = run_with(&["convert", "--to", to, "--anonymous", "-"], pgn.as_bytes());
        assert_eq!(made.code, 0, "{}", made.err);
        for word in ["Ann", "Bob", "1500", "u17", "g99", "hello"] {
            assert!(!made.out.contains(word), "{to}: {word}: {}", made.out);
        }
        assert!(made.out.contains("2024"), "{to}: {}", made.out);
    }
    let kept = run_with(
        &["convert", "--to", "pgn", "--anonymous", "-"],
        pgn.as_bytes(),
    )
    .out;
    assert!(
        kept.contains("WhiteTime") && kept.contains("WhiteWins"),
        "{kept}"
    );
    // Names of files can have names of players.
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().join("Ann-Bob.pgn");
    fs::write(&named, pgn).unwrap();
    let named = named.to_str().unwrap();
    let out = tempfile::tempdir().unwrap();
    let to = ["--to", "pgn", "-o", out.path().to_str().unwrap(), named];
    let made = run(&[&["convert", "--anonymous"], &to[..]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let names: Vec<_> = fs::read_dir(out.path()).unwrap().collect();
    assert_eq!(names.len(), 1);
    assert_eq!(names[0].as_ref().unwrap().file_name(), "000001.pgn");
    // The hands of Swarm belong to the game, and so does the winner.
    let swarm = fs::read_to_string("fixtures/games/venom.uhp").unwrap();
    let made = run_with(
        &["convert", "--to", "pgn", "--anonymous", "-"],
        swarm.as_bytes(),
    );
    let same = run_with(&["convert", "--to", "pgn", "-"], swarm.as_bytes());
    assert_eq!(made.out, same.out);
    let named = "fixtures/games/boardspace.sgf";
    let winner = run_with(
        &["list", "--columns", "white,result", "--format", "csv"],
        run(&["convert", "--to", "jsonl", "--anonymous", named])
            .out
            .as_bytes(),
    );
    let result = run(&["list", "--columns", "result", "--format", "csv", named]).out;
    assert_eq!(
        winner
            .out
            .lines()
            .last()
            .map(|line| line.replace(',', ""))
            .as_deref(),
        result.lines().last()
    );
}

#[test]
fn a_path_may_end_with_the_place_of_a_message() {
    for place in [":2:43", ":2"] {
        let typed = format!("{FAULTS}{place}");
        assert_eq!(run(&["count", &typed]).out.trim(), "1", "{place}");
        let second = &["convert", "--to", "jsonl", "--game", "2", FAULTS];
        assert_eq!(
            run(&["convert", "--to", "jsonl", &typed]).out,
            run(second).out
        );
    }
    // Each line of a game selects it. A place without a game is an error.
    let entry = "fixtures/games/league.zip!league/spring.pgn";
    let second = run(&["convert", "--game", "2", entry]).out;
    let lines = run(&["convert", entry]).out;
    let first = lines.lines().count() - lines.split_once(&second).unwrap().1.lines().count();
    let length = second.trim_end().lines().count();
    for line in [first - length, first - 1] {
        let place = format!("{entry}:{line}:1");
        assert_eq!(run(&["convert", &place]).out, second, "{place}");
    }
    for (path, words) in [
        ("fixtures/games/hive.uhp:99", "there is no game at line 99"),
        (
            "fixtures/games/league.zip:2",
            "is an archive and has no line 2; name an entry, such as 'fixtures/games/league.zip!league/spring.pgn'",
        ),
        ("fixtures/games:2", "is a folder and has no line 2"),
    ] {
        for command in ["show", "moves", "count", "list", "check", "convert"] {
            let run = run(&[command, path]);
            assert_eq!((run.code, &*run.out), (2, ""), "{command}: {}", run.err);
            assert!(run.err.contains(words), "{command}: {}", run.err);
        }
    }
    // A place selects games only in its own file.
    let both = [
        "count",
        "fixtures/games/hive.uhp:2",
        "fixtures/games/venom.uhp",
    ];
    assert_eq!(run(&both).out.trim(), "5");
    let twice = [
        "count",
        "fixtures/games/hive.uhp:2",
        "fixtures/games/hive.uhp:1",
    ];
    assert_eq!(run(&twice).out.trim(), "2");
    let sliced = run(&["list", "--first", "1", "fixtures/games/hive.uhp:2"]);
    assert_eq!(sliced.code, 2);
    insta::assert_snapshot!(sliced.err, @"error: a line after a path chooses a game; leave out --game, --first, --last and --sample");
    assert_eq!(run(&["count", &format!("{FAULTS}:x")]).code, 2);
    // A file of that name goes first.
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("a.uhp").to_str().unwrap().to_owned();
    fs::write(&name, "").unwrap();
    fs::write(format!("{name}:2"), fs::read(FAULTS).unwrap()).unwrap();
    assert_eq!(
        run(&["count", &format!("{name}:2")]).out,
        run(&["count", FAULTS]).out
    );
}

/// In every notation, the first plies of a game are a game, and its last position is that of the ply.
#[test]
fn a_game_is_cut_at_a_ply() {
    const LEAGUE: &str = "fixtures/games/league.zip";
    let moves = |ply: &str| run(&["moves", "--ply", ply, "--game", "24", LEAGUE]).out;
    for to in ["uhp", "pgn", "boardspace", "jsonl"] {
        let cut = |ply: &str| {
            let run = run(&[
                "convert", "--to", to, "--verify", "--ply", ply, "--game", "24", LEAGUE,
            ]);
            assert_eq!(run.code, 0, "{to} --ply {ply}: {}", run.err);
            run.out
        };
        for ply in ["0", "12", "-1", "end"] {
            let last = run_with(&["moves", "-"], cut(ply).as_bytes());
            assert_eq!(last.out, moves(ply), "{to} --ply {ply}: {}", last.err);
        }
        let result = |games: &str| {
            let by = ["count", "--by", "result", "--format", "csv", "-"];
            run_with(&by, games.as_bytes()).out
        };
        let of_cut = result(&cut("12"));
        assert!(
            ["1,\n", "1,InProgress\n"]
                .iter()
                .any(|row| of_cut.ends_with(row)),
            "{to}: {of_cut}"
        );
        let whole = run(&["convert", "--to", to, "--game", "24", LEAGUE]).out;
        assert_eq!(cut("1000"), whole, "{to}");
    }
    // An invalid game is valid before its error.
    let invalid = "Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ wS1";
    let cut = |ply: &str| run(&["convert", "--to", "uhp", "--ply", ply, invalid]);
    assert_eq!((cut("3").code, cut("end").code), (0, 1));
    assert_eq!(
        cut("3").out,
        "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1\n"
    );
}
