//! Options of `skep convert` that change games: they change games of every notation, also if the output has the same one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::skep::{run, run_with};

const GAME: &str = "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.03.01\"]\n[Result \"WhiteWins\"]\n\
    [Termination \"resignation\"]\n\n1. wS1 {a comment}\n2. bG1 wS1-\n(2. bS1 wS1-)\n3. wA1 -wS1\n";

/// Options that change games, with values.
const CHANGES: [&[&str]; 10] = [
    &["--prefix"],
    &["--ply", "2"],
    &["--set", "White=Zoe"],
    &["--remove", "comments"],
    &["--remove", "variations"],
    &["--anonymous"],
    &["--aliases", "Ann=Zoe"],
    &["--tree=split"],
    &["--tree"],
    &["--fail-fast"],
];

/// Options with which a game that has the notation of the output stays as it is. The others are in ALWAYS.
const KEEPING: [&[&str]; 4] = [
    &["--verify"],
    &["--strict"],
    &["--explain-loss"],
    &["--state", "stated"],
];

/// Options that choose games or outputs, or are asked elsewhere.
const OTHERS: &str = "where player game first last sample seed from with files-from threads output force to rest map \
    max-ratio repetition rules quiet color no-pager pager progress config help version";

/// The notations that are written, and a file of each with a valid game and, if the text allows it, an invalid one.
fn files(folder: &Path) -> Vec<(&'static str, String)> {
    let mut files = Vec::new();
    for (notation, extension) in [
        ("uhp", "uhp"),
        ("pgn", "pgn"),
        ("boardspace", "sgf"),
        ("jsonl", "jsonl"),
        ("analysis", "json"),
        ("hxt", "hxt"),
    ] {
        let path = folder.join(format!("in.{extension}"));
        let valid = match notation {
            "hxt" => run(&["convert", "--to", notation, "fixtures/games/exxit.hxt"]).out,
            _ => run_with(&["convert", "--to", notation, "-"], GAME.as_bytes()).out,
        };
        assert!(!valid.is_empty(), "{notation}");
        // The ant touches the enemy.
        let invalid = valid.replace("wA1 -wS1", "wA1 bG1-");
        let text = match notation {
            "analysis" => valid,
            _ if invalid != valid => valid + &invalid,
            _ => valid,
        };
        fs::write(&path, text).unwrap();
        files.push((notation, path.to_str().unwrap().to_owned()));
    }
    files
}

#[test]
fn options_that_change_games_change_them_in_every_notation() {
    let folder = tempfile::tempdir().unwrap();
    for (notation, file) in files(folder.path()) {
        for option in CHANGES {
            if option == ["--tree"] && notation == "hxt" {
                // Its games have set-up positions.
                continue;
            }
            if ["--set", "--remove"].contains(&option[0]) && notation == "analysis" {
                // --to analysis is refused, as it has no tags.
                continue;
            }
            let stated = run(&[&["convert", "--to", notation, &file], option].concat());
            for packing in ["", ".gz"] {
                let out = file.replace("in.", "out.") + packing;
                let named = run(&[&["convert", &file, "-o", &out, "--force"], option].concat());
                let at = format!(
                    "{notation} {option:?} {packing}: {} {}",
                    named.err, stated.err
                );
                assert_eq!(named.code, stated.code, "{at}");
                let is_written = match stated.code {
                    0 => true,
                    1 => option != ["--fail-fast"],
                    _ => false,
                };
                assert_eq!(Path::new(&out).exists(), is_written, "{at}");
                if packing.is_empty() && Path::new(&out).exists() {
                    assert_eq!(fs::read_to_string(&out).unwrap(), stated.out, "{at}");
                }
                let _ = fs::remove_file(out);
            }
        }
        for option in KEEPING {
            if option == ["--state", "stated"] && notation != "uhp" {
                continue;
            }
            let out = file.replace("in.", "kept.");
            let kept = run(&[&["convert", &file, "-o", &out, "--force"], option].concat());
            assert_eq!(kept.code, 0, "{notation} {option:?}: {}", kept.err);
            // Between two games, any number of lines can be empty.
            let lines = |path: &str| -> Vec<String> {
                let text = fs::read_to_string(path).unwrap();
                let lines = text.lines().filter(|line| !line.is_empty());
                lines.map(str::to_owned).collect()
            };
            assert_eq!(lines(&file), lines(&out), "{notation} {option:?}");
        }
    }
}

/// A new option must be asked whether it changes games.
#[test]
fn every_option_of_convert_changes_games_or_keeps_them() {
    let help = run(&["convert", "--help"]).out;
    let lines = help.lines().map(str::trim_start);
    let lines = lines.filter(|line| line.starts_with('-'));
    let names = lines.filter_map(|line| line.split_once("--"));
    let names: BTreeSet<&str> = names
        .filter_map(|(_, rest)| {
            rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                .next()
        })
        .collect();
    let known = CHANGES.iter().chain(&KEEPING).map(|option| option[0]);
    let known = known.map(|option| option.trim_start_matches('-').split('=').next().unwrap());
    let known: BTreeSet<&str> = known.chain(OTHERS.split_whitespace()).collect();
    let unknown: Vec<_> = names.difference(&known).collect();
    assert!(names.len() > 15 && unknown.is_empty(), "{unknown:?}");
}

/// The valid beginning of an invalid game is written, and the game is not copied as it is.
#[test]
fn a_prefix_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    for (notation, file) in files(folder.path()) {
        let out = file.replace("in.", "prefix.");
        let cut = run(&["convert", "--prefix", &file, "-o", &out]);
        assert_eq!(run(&["check", &out]).code, 0, "{notation}: {}", cut.err);
        if ["uhp", "pgn", "jsonl"].contains(&notation) {
            assert!(
                cut.err.contains("1 game cut before the error"),
                "{notation}: {}",
                cut.err
            );
        }
    }
}

/// The words of a result name the winner. They follow the names, or go where they no longer tell who won.
#[test]
fn the_winner_stays_when_players_get_other_names() {
    for (words, white, black, options, expected) in [
        (
            "won by Ann",
            "Ann",
            "Bob",
            &["--set", "White=Me"][..],
            Some("won by Me"),
        ),
        (
            "won by Ann",
            "Ann",
            "Bob",
            &["--set", "White=Bob", "--set", "Black=Ann"],
            Some("won by Bob"),
        ),
        (
            "won by Ann",
            "Ann",
            "Bob",
            &["--aliases", "Ann=Me,Bob=You"],
            Some("won by Me"),
        ),
        ("won by Ann", "Ann", "Bob", &["--remove", "White"], None),
        (
            "won by guest",
            "guest",
            "guest",
            &["--set", "Black=Bob"],
            None,
        ),
        ("won by Ann", "Ann", "Bob", &["--anonymous"], None),
        (
            "won by Ann",
            "Ann",
            "Bob",
            &["--set", "Event=Cup"],
            Some("won by Ann"),
        ),
    ] {
        let game = format!(
            "[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"WhiteWins\"]\n[SgfResult \"{words}\"]\n\n1. wS1\n2. bG1 wS1-\n"
        );
        let pgn = run_with(
            &[&["convert", "--to", "pgn", "-"], options].concat(),
            game.as_bytes(),
        );
        let at = format!("{options:?}: {}{}", pgn.out, pgn.err);
        assert_eq!(pgn.code, 0, "{at}");
        match expected {
            Some(words) => assert!(pgn.out.contains(&format!("\"{words}\"")), "{at}"),
            None => assert!(!pgn.out.contains("won by"), "{at}"),
        }
        let sgf = run_with(
            &[&["convert", "--to", "boardspace", "-"], options].concat(),
            game.as_bytes(),
        );
        let result = run_with(
            &["count", "--where", "result = white", "-"],
            sgf.out.as_bytes(),
        );
        // Players of one name can say nothing in words.
        assert_eq!(result.out.trim(), "1", "{at}{}", sgf.out);
    }
}

#[test]
fn tags_that_are_set_can_be_read() {
    for (value, wrong) in [
        ("Date=nonsense", "not a date"),
        ("date=2024-13-01", "not a date"),
        ("Date=04/02/2024", "not a date"),
        ("WhiteElo=strong", "not a rating"),
        ("Date=2024-03-31", ""),
        ("Date=2024", ""),
        ("Date=????.??.??", ""),
        ("Date=", ""),
        ("BlackElo=1650?", ""),
        ("Round=nonsense", ""),
    ] {
        let set = run_with(
            &["convert", "--to", "pgn", "--set", value, "-"],
            GAME.as_bytes(),
        );
        assert_eq!(
            set.code,
            if wrong.is_empty() { 0 } else { 2 },
            "{value}: {}",
            set.err
        );
        assert!(set.err.contains(wrong), "{value}: {}", set.err);
    }
}

/// Each pair of a list is a name and its new name, with commas or semicolons, typed or in a file.
#[test]
fn several_aliases_fit_into_one_argument() {
    let folder = tempfile::tempdir().unwrap();
    let names = folder.path().join("names.txt");
    let names = names.to_str().unwrap();
    let of = |aliases: &str| {
        let args = [
            "list",
            "--columns",
            "white,black",
            "--format",
            "csv",
            "--aliases",
            aliases,
            "-",
        ];
        run_with(&args, GAME.as_bytes())
    };
    for list in [
        "Ann=Zoe,Bob=Yan",
        "Ann=Zoe;Bob=Yan",
        "ann = Zoe , bob = Yan",
        "Ann=Zoe;Bob=Yan,Cid=Zoe",
    ] {
        let typed = of(list);
        assert_eq!(typed.out, "white,black\nZoe,Yan\n", "{list}: {}", typed.err);
        fs::write(names, list).unwrap();
        assert_eq!(of(names).out, typed.out, "{list}");
    }
    for list in ["Ann=Zoe,Bob", "Ann=Zoe, Anna", "Ann,Anna=Zoe"] {
        let refused = of(list);
        assert_eq!(refused.code, 2, "{list}");
        assert!(
            refused.err.contains("write several as Ann=Zoe,Bob=Zoe"),
            "{}",
            refused.err
        );
    }
    let twice = run(&[
        "count",
        "--aliases",
        "A=B",
        "--aliases",
        "C=D",
        "fixtures/games/league.zip",
    ]);
    assert!(
        twice.err.contains("--aliases \"Ann=Zoe,Bob=Zoe\""),
        "{}",
        twice.err
    );
}

/// Every command that writes games takes `--aliases` without `--to`, and writes the notation of the first game.
#[test]
fn aliases_need_no_notation_in_any_command() {
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts");
    let parts = parts.to_str().unwrap();
    let league = "fixtures/games/league.zip";
    for command in [
        &["convert"][..],
        &["sort"],
        &["dedup"],
        &["split", "--by", "white", "-o", parts],
    ] {
        let written = run(&[command, &["--aliases", "Ada=Zoe", league]].concat());
        assert_eq!(written.code, 0, "{command:?}: {}", written.err);
        assert!(
            written.err.contains("--aliases replaced 10 names"),
            "{command:?}: {}",
            written.err
        );
        if command[0] != "split" {
            assert!(written.out.contains("[White \"Zoe\"]"), "{command:?}");
        }
    }
    assert!(Path::new(parts).join("Zoe.pgn").exists());
}

/// The note of a loss says how many games lose something, unless all do.
#[test]
fn a_loss_of_some_games_has_their_number() {
    let games = format!(
        "{}\n{GAME}",
        GAME.replace(
            "[White \"Ann\"]\n[Black \"Bob\"]\n[Date \"2024.03.01\"]\n",
            ""
        )
        .replace(" {a comment}", "")
    );
    let uhp = run_with(&["convert", "--to", "uhp", "-"], games.as_bytes());
    assert!(
        uhp.err.contains("comments (in 1 of 2 games)"),
        "{}",
        uhp.err
    );
    assert!(uhp.err.contains(" variations"), "{}", uhp.err);
    assert!(!uhp.err.contains("variations ("), "{}", uhp.err);
}

/// What is not converted is said: CSV is no notation, and `.txt` sets none.
#[test]
fn a_file_that_converts_nothing_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let game = "fixtures/games/boardspace.sgf";
    for command in [&["convert"][..], &["sort"], &["dedup"]] {
        let csv = run(&[command, &[game, "-o", &path("x.csv")]].concat());
        assert_eq!(csv.code, 2, "{command:?}");
        assert!(
            csv.err.contains("games are not converted to CSV"),
            "{}",
            csv.err
        );
        assert!(!csv.err.contains("mixes"), "{}", csv.err);
        let text = path(&format!("{}.txt", command[0]));
        let txt = run(&[command, &[game, "-o", &text]].concat());
        assert_eq!(txt.code, 0, "{}", txt.err);
        assert!(
            txt.err.contains(".txt sets no notation"),
            "{command:?}: {}",
            txt.err
        );
    }
}

/// Subfolders of an input folder are kept, and files with the same name get their folders.
#[test]
fn folders_of_the_input_become_folders_of_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["in/a/g.pgn", "in/b/g.pgn", "in/h.pgn", "more/h.pgn"] {
        fs::create_dir_all(Path::new(&path(name)).parent().unwrap()).unwrap();
        fs::write(path(name), GAME).unwrap();
    }
    for (number, (inputs, expected)) in [
        (&["in"][..], &["a/g.uhp", "b/g.uhp", "h.uhp"][..]),
        (
            &["in", "more"],
            &["in/a/g.uhp", "in/b/g.uhp", "in/h.uhp", "more/h.uhp"],
        ),
        (
            &["in/a/g.pgn", "in/b/g.pgn", "in/h.pgn"],
            &["a/g.uhp", "b/g.uhp", "h.uhp"],
        ),
        (&["in/h.pgn", "in/a/g.pgn"], &["h.uhp", "g.uhp"]),
        (
            &["in/h.pgn", "in/a/g.pgn", "in/h.pgn"],
            &["h.uhp", "g.uhp", "h-2.uhp"],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let out = path(&format!("out{number}/"));
        let inputs: Vec<String> = inputs.iter().map(|input| path(input)).collect();
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let run = run(&[&["convert", "--to", "uhp", "-o", &out], &inputs[..]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        for file in expected {
            assert!(Path::new(&out).join(file).is_file(), "{inputs:?}: {file}");
        }
    }
}
