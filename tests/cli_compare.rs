//! `skep diff` and `skep annotate` from outside.

use std::collections::BTreeSet;
use std::fs;

use crate::skep::{run, run_with};
use ::skep_rules::game::Side;
use ::skep_rules::geometry::{Direction, GridRef, Hex, Symmetry};
use ::skep_rules::hive::{Bug, Opening, PlaneTracker, Position, Replay, Spelling};
use insta::assert_snapshot;
use serde_json::Value;
use skep_rules::game::Position as _;

const GAME: &str = "Base+MLP;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP-;wB1 \\wP;bA1 bQ-";
/// The same with other references and other numbers.
const RESPELLED: &str = "Base+MLP;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP-;wB2 -wP/;bA3 bQ-";

fn diff(a: &str, b: &str, more: &[&str]) -> crate::skep::Run {
    run(&[&["diff", a, b], more].concat())
}

#[test]
fn a_game_is_the_same_as_itself_in_every_notation() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = "fixtures/boardspace/server-2024.sgf";
    for to in ["uhp", "pgn", "boardspace", "jsonl"] {
        let path = folder.path().join(to);
        let file = path.to_str().unwrap();
        assert_eq!(run(&["convert", "--to", to, sgf, "-o", file]).code, 0);
        let run = diff(sgf, file, &["--moves-only"]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        assert!(run.out.contains("all 11 plies are the same"), "{}", run.out);
    }
    let other = "fixtures/hexit/games/blitz.hxt";
    assert_eq!(diff(other, other, &[]).code, 0);
    assert_eq!(diff(sgf, other, &[]).code, 1);
}

#[test]
fn spelling_is_no_difference() {
    let respelled = RESPELLED.replace("-wP/", "\\wP");
    let run = diff(GAME, &respelled, &["--spelling"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
}

#[test]
fn the_first_ply_that_differs_is_shown() {
    let other = GAME.replace("bA1 bQ-", "bA1 bQ/");
    let run = diff(GAME, &other, &[]);
    assert_eq!(run.code, 1);
    assert_snapshot!(run.out);
    let shorter = GAME
        .rsplit_once(';')
        .unwrap()
        .0
        .replace("White[4]", "Black[3]");
    let run = diff(GAME, &shorter, &[]);
    assert_eq!(run.code, 1);
    insta::assert_snapshot!(run.out, @"
    A: Base+MLP, 6 plies, UHP
    B: Base+MLP, 5 plies, UHP
    ply 6 differs:
      A bA1 bQ-
      B (no more turns)
    ");
}

#[test]
fn results_and_tags_differ_apart_from_the_moves() {
    let games = "fixtures/select/games.pgn";
    let run = run(&["diff", games, games, "--game", "1", "--game-b", "2"]);
    assert_eq!(run.code, 1);
    assert_snapshot!(run.out);
    let won = GAME.replace("InProgress", "WhiteWins");
    assert_eq!(diff(GAME, &won, &[]).code, 1);
    assert_eq!(diff(GAME, &won, &["--moves-only"]).code, 0);
}

/// Two folders with the same games, apart from what the test changes.
fn two_folders() -> (tempfile::TempDir, [String; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a", "b"].map(|name| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.join("sub")).unwrap();
        fs::copy("fixtures/select/games.pgn", path.join("sub/games.pgn")).unwrap();
        fs::copy("fixtures/cli/faults.uhp", path.join("faults.uhp")).unwrap();
        path.to_str().unwrap().to_owned()
    });
    (folder, paths)
}

#[test]
fn folders_are_compared_game_by_game() {
    let (_folder, [a, b]) = two_folders();
    let same = diff(&a, &b, &[]);
    assert_eq!((same.code, &*same.err), (0, ""), "{}", same.out);
    let all = run(&["count", &a]).out.trim().to_owned();
    let summary = format!("{all} games are the same, 0 differ, 0 only in A, 0 only in B\n");
    assert_eq!(same.out, summary);

    // Another name, a game less, a game more, another player, and other moves.
    fs::rename(format!("{b}/faults.uhp"), format!("{b}/renamed.uhp")).unwrap();
    fs::write(format!("{a}/one.uhp"), format!("{GAME}\nwS1;bS1 wS1-\n")).unwrap();
    let shorter = GAME.replace(";bA1 bQ-", "");
    fs::write(format!("{b}/one.uhp"), format!("{shorter}\n")).unwrap();
    fs::write(format!("{b}/two.uhp"), "wG1;bG1 wG1-\n").unwrap();
    let games = format!("{b}/sub/games.pgn");
    let renamed = fs::read_to_string(&games)
        .unwrap()
        .replace("\"Cid\"", "\"Sid\"");
    fs::write(&games, renamed).unwrap();
    let differs = diff(&a, &b, &[]);
    assert_eq!(differs.code, 1);
    assert_snapshot!(differs.out);
    let moves = diff(&a, &b, &["--moves-only"]).out;
    assert!(
        !moves.contains("Sid") && moves.contains("ply 6 differs"),
        "{moves}"
    );

    let json = diff(&a, &b, &["--format", "json"]);
    let report: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(report["renamed"][0]["b"], "renamed.uhp");
    assert_eq!(report["differ"][0]["difference"]["divergence"]["ply"], 6);
    assert_eq!(
        report["only_a"][0],
        serde_json::json!({"file": "one.uhp", "game": 2})
    );
    assert_eq!(
        report["only_b"][0],
        serde_json::json!({"file": "two.uhp", "game": 1})
    );
    // The other way round, the sides change.
    let back: Value = serde_json::from_str(&diff(&b, &a, &["--format", "json"]).out).unwrap();
    assert_eq!(
        (&back["only_a"], &back["same"]),
        (&report["only_b"], &report["same"])
    );

    assert_eq!(diff(&a, &b, &["--game", "2"]).code, 2);
    assert_eq!(diff(&a, "no/such", &[]).code, 2);
    assert_eq!(diff(&a, "-", &[]).code, 2);
}

#[test]
fn a_folder_has_the_same_games_as_its_conversion() {
    let Some(corpus) = skep_testing::shared("corpus/boardspace-2020") else {
        return;
    };
    let corpus = corpus.to_str().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let converted = folder.path().to_str().unwrap();
    let convert = ["split", "-q", "--per-file", "1", "--to", "uhp", corpus];
    assert_eq!(run(&[&convert[..], &["-o", converted]].concat()).code, 0);
    assert_eq!(diff(corpus, corpus, &[]).code, 0);
    let moves = diff(corpus, converted, &["--moves-only"]);
    assert_eq!(moves.code, 0);
    let games = run(&["count", corpus]).out.trim().to_owned();
    let same = format!("{games} games are the same, 0 differ, 0 only in A, 0 only in B\n");
    assert!(moves.out.ends_with(&same), "{}", moves.out);
    assert_eq!(moves.out.matches("renamed: ").count().to_string(), games);
    // UHP holds no tags.
    let tags = diff(corpus, converted, &[]);
    assert_eq!(tags.code, 1);
    assert!(tags.out.contains("tag White: A "), "{}", tags.out);
}

#[test]
fn a_record_that_cannot_be_read_is_trouble() {
    assert_eq!(diff(GAME, "nothing-here", &[]).code, 2);
    assert_eq!(diff("-", "-", &[]).code, 2);
    let run = run_with(&["diff", "-", GAME], GAME.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn facts_are_added_as_comments() {
    let run = run(&[
        "annotate",
        "fixtures/boardspace/server-2024.sgf",
        "--to",
        "pgn",
    ]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
    let hexit = self::run(&["annotate", "fixtures/hexit/games/beginner.hxt"]);
    assert_eq!(hexit.code, 0);
    assert!(hexit.out.contains("points: "), "{}", hexit.out);
}

/// What is annotated is the same game with more comments, in every notation, and so it reads.
#[test]
fn annotated_games_are_still_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    for (game, to) in [
        ("fixtures/boardspace/server-2024.sgf", "pgn"),
        ("fixtures/boardspace/server-2024.sgf", "boardspace"),
        ("fixtures/boardspace/server-2024.sgf", "jsonl"),
        ("fixtures/hexit/games/blitz.hxt", "hxt"),
        ("fixtures/hexit/games/blitz.hxt", "boardspace"),
        ("fixtures/cli/sound.uhp", "pgn"),
    ] {
        let path = folder.path().join("annotated");
        let file = path.to_str().unwrap();
        let made = run(&["annotate", game, "--to", to, "-o", file, "--force"]);
        assert_eq!(made.code, 0, "{game} {to}: {}", made.err);
        let games = if game.ends_with("sound.uhp") {
            "3 games"
        } else {
            "1 game"
        };
        let hint = "note: no turn is judged; for forced wins, use --tactics, and for good and bad turns, --engine skep";
        assert_eq!(
            made.err,
            format!("{games} written\n{hint}\n"),
            "{game} {to}"
        );
        let run = diff(game, file, &["--moves-only"]);
        assert_eq!(run.code, 0, "{game} {to}: {}", run.out);
        let text = fs::read_to_string(&path).unwrap();
        let games = self::run(&["count", file])
            .out
            .trim()
            .parse::<usize>()
            .unwrap();
        if games == 1 {
            let plies = run.out.split("all ").nth(1).unwrap();
            let plies = plies.split(' ').next().unwrap();
            let comments = text.matches(" moves").count() + text.matches("1 move;").count();
            assert_eq!(comments.to_string(), plies, "{game} {to}");
        } else {
            let same = format!("{games} games are the same, 0 differ, ");
            assert!(run.out.starts_with(&same), "{}", run.out);
        }
    }
    // The comment of a ply stands with it, before the next player's steps.
    let sgf = run(&["annotate", "fixtures/boardspace/server-2024.sgf"]).out;
    assert!(
        sgf.contains("P0[3 Done ]TM[5000]C[7 moves; 5.0 s]\n; P1["),
        "{sgf}"
    );
}

#[test]
fn facts_are_rows_of_a_table() {
    let run = run(&["annotate", "--to", "csv", "fixtures/cli/faults.uhp"]);
    assert_eq!(run.code, 1);
    assert_snapshot!(run.out.lines().take(24).collect::<Vec<_>>().join("\n"));
    let one = |threads: &str| {
        self::run(&[
            "annotate",
            "--to",
            "csv",
            "--threads",
            threads,
            "fixtures/hexit/games",
        ])
        .out
    };
    assert_eq!(one("1"), one("3"));
}

#[test]
fn invalid_games_are_written_unchanged() {
    let faulty = "[White \"Ann\"]\n\n1. wS1\n2. wS2 wS1-\n3. x\n\n";
    let pgn = run_with(&["annotate", "-"], faulty.as_bytes());
    assert_eq!(pgn.code, 1);
    assert_eq!(pgn.out, faulty);
    // In another notation, an invalid game could not be read back.
    let uhp = run(&["annotate", "fixtures/cli/faults.uhp"]);
    assert_eq!(uhp.code, 1);
    insta::assert_snapshot!(uhp.err, @"
    error[illegal-move]: fixtures/cli/faults.uhp:2:43: game 2 of the file: ply 3: wA1 may not enter beside bS1: a new piece may not touch an enemy
    error[bad-header]: fixtures/cli/faults.uhp:5:6: game 5 of the file: `Pause?` is not a State
    error[bad-move]: fixtures/cli/faults.uhp:6:39: game 6 of the file: ply 3: cannot read `wS2 south of wS1` as a move
    3 games annotated, 3 not
    ");
    assert!(
        uhp.err.ends_with("3 games annotated, 3 not\n"),
        "{}",
        uhp.err
    );
    assert_eq!(run_with(&["check", "-q", "-"], uhp.out.as_bytes()).code, 0);
}

/// A word of a move with its direction as it looks on a board that is rotated or mirrored.
fn turned_word(word: &str, symmetry: Symmetry) -> String {
    let name = word.trim_matches(['-', '/', '\\']);
    let direction = match word.split_once(name) {
        Some(("\\", "")) => Direction::NorthWest,
        Some(("", "/")) => Direction::NorthEast,
        Some(("", "-")) => Direction::East,
        Some(("", "\\")) => Direction::SouthEast,
        Some(("/", "")) => Direction::SouthWest,
        Some(("-", "")) => Direction::West,
        _ => return word.to_owned(),
    };
    match symmetry.apply_direction(direction) {
        Direction::NorthWest => format!("\\{name}"),
        Direction::NorthEast => format!("{name}/"),
        Direction::East => format!("{name}-"),
        Direction::SouthEast => format!("{name}\\"),
        Direction::SouthWest => format!("/{name}"),
        Direction::West => format!("-{name}"),
    }
}

/// A GameString as it looks on a board that is rotated or mirrored.
fn turned(game: &str, symmetry: Symmetry) -> String {
    let fields = game.trim_end().split(';').enumerate();
    let turned = fields.map(|(i, field)| match i {
        0..3 => field.to_owned(),
        _ => {
            let words = field.split(' ').map(|word| turned_word(word, symmetry));
            words.collect::<Vec<_>>().join(" ")
        }
    });
    turned.collect::<Vec<_>>().join(";")
}

fn random(game_type: &str, games: &str, plies: &str) -> String {
    let arguments = ["-n", games, "--max-plies", plies, "--seed", "7"];
    let made = run(&[&["random", game_type], &arguments[..]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    made.out
}

fn json(a: &str, b: &str) -> (i32, Value) {
    let run = diff(a, b, &["--format", "json"]);
    let value = serde_json::from_str(&run.out);
    (run.code, value.unwrap_or_else(|_| panic!("{run:?}")))
}

fn orientation(symmetry: Symmetry) -> Value {
    match symmetry.as_seen() {
        (false, 0) => Value::Null,
        (mirrored, sixths) => {
            serde_json::json!({"mirrored": mirrored, "rotation": u16::from(sixths) * 60})
        }
    }
}

#[test]
fn a_game_is_the_same_in_any_orientation() {
    for game_type in [
        "Base+MLP",
        "Venom",
        "Venom+Predators+Guardians+Honeycombo+Swarm",
    ] {
        for game in random(game_type, "3", "40").lines() {
            for symmetry in Symmetry::ALL {
                let (code, seen) = json(game, &turned(game, symmetry));
                assert_eq!(code, 0, "{game}\n{symmetry:?} {seen}");
                assert_eq!(seen["same_plies"], 40);
                assert_eq!(seen["symmetry"], orientation(symmetry), "{game}");
                assert_eq!(seen["divergence"], Value::Null);
            }
        }
    }
}

/// Of the twelve symmetries the four that keep the tiles at the start, with their colours, keep the rules too.
#[test]
fn a_game_of_hex_it_is_the_same_in_any_orientation() {
    let hex = |text: &str| text.parse::<GridRef>().unwrap().to_hex();
    let [white, black] = [["M13", "N14"], ["M14", "N13"]].map(|tiles| tiles.map(hex));
    let game = random("hex-it", "1", "60");
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = ["a.hxt", "b.hxt"].map(|name| folder.path().join(name));
    fs::write(&a, &game).unwrap();
    let mut lies = 0;
    for symmetry in Symmetry::ALL {
        // The corner that is M13 goes to one of White's tiles.
        let Some(shift) = white
            .map(|to| to - symmetry.apply(white[0]))
            .into_iter()
            .find(|&by| {
                let keeps = |tiles: [Hex; 2]| {
                    let images = tiles.map(|hex| symmetry.apply(hex) + by);
                    images.iter().all(|hex| tiles.contains(hex))
                };
                keeps(white) && keeps(black)
            })
        else {
            continue;
        };
        lies += 1;
        let cell = |text: &str| {
            let at = GridRef::from_hex(symmetry.apply(hex(text)) + shift);
            at.to_string()
        };
        let mut turned = String::new();
        for line in game.lines() {
            let is_tag = line.starts_with('[');
            let words = line.split_inclusive(|c: char| !c.is_ascii_alphanumeric());
            for word in words {
                let name = word.trim_end_matches(|c: char| !c.is_ascii_digit());
                match name.parse::<GridRef>() {
                    Ok(_) if !is_tag => turned += &word.replacen(name, &cell(name), 1),
                    _ => turned += word,
                }
            }
            turned.push('\n');
        }
        fs::write(&b, &turned).unwrap();
        let (code, seen) = json(a.to_str().unwrap(), b.to_str().unwrap());
        assert_eq!(code, 0, "{turned}\n{seen}");
        assert_eq!(seen["symmetry"], orientation(symmetry), "{turned}");
    }
    assert_eq!(lies, 4);
}

/// What a ply does on the plane: kind and colour of the piece, from where and to where.
type Step = (Option<(Side, Bug)>, Option<Hex>, Hex);

/// Where a game stands at its end, and what each ply does.
fn played(game: &str) -> (Position, Vec<Step>) {
    let mut fields = game.split(';');
    let game_type = fields.next().unwrap().parse().unwrap();
    let mut replay = Replay::new(game_type, Opening::Tournament);
    let mut plane = PlaneTracker::new(game_type, Opening::Tournament, Hex::ORIGIN);
    let mut steps = Vec::new();
    for field in fields.skip(2) {
        let written = Spelling::parse(field).unwrap().written;
        let meaning = replay.meaning(written).unwrap();
        replay.play(meaning);
        let step = plane.step(meaning.mv);
        let kind = step.piece.map(|p| (p.side(), p.bug()));
        steps.push((kind, step.from, step.to));
    }
    (replay.position().clone(), steps)
}

/// The plies up to which one symmetry takes every step of one game to that of another, worked out from the cells that
/// pieces leave and enter instead of from keys of positions.
#[test]
fn games_part_where_the_last_symmetry_fails() {
    let mut parted = BTreeSet::new();
    let games = random("Base", "60", "24");
    for (i, game) in games.lines().enumerate() {
        // The same game to some ply, and then any other turn, on a board that lies otherwise.
        let fields: Vec<&str> = game.split(';').collect();
        let kept = (1 + i % 20).min(fields.len() - 3 - 2);
        let beginning = fields[..3 + kept].join(";");
        let (position, _) = played(&beginning);
        let mut legal = Vec::new();
        position.legal_moves_into(&mut legal);
        let turn = position.spell(legal[i * 7 % legal.len()]);
        let other = turned(&format!("{beginning};{turn}"), Symmetry::ALL[i % 12]);
        let ((_, left), (_, right)) = (played(game), played(&other));
        let same = |symmetry: Symmetry| {
            let fits = |(a, b): &(&Step, &Step)| {
                let from = a.1.map(|from| symmetry.apply(from));
                (a.0, from, symmetry.apply(a.2)) == **b
            };
            left.iter().zip(&right).take_while(fits).count()
        };
        let most = Symmetry::ALL.map(same).into_iter().max().unwrap();
        let (code, seen) = json(game, &other);
        assert_eq!(code, 1);
        assert_eq!(seen["same_plies"], most, "{game}\n{other}");
        assert_eq!(seen["divergence"]["ply"], most + 1);
        parted.insert(most);
    }
    assert!(parted.len() > 15, "{parted:?}");
}

#[test]
fn numbers_of_equal_bugs_do_not_matter() {
    for game in random("Base+MLP", "10", "60").lines() {
        let mut other = String::new();
        let mut last = ' ';
        for c in game.chars() {
            other.push(match c {
                '1' if last.is_ascii_uppercase() => '2',
                '2' if last.is_ascii_uppercase() => '1',
                c => c,
            });
            last = c;
        }
        assert_ne!(game, other);
        let (code, seen) = json(game, &other);
        assert_eq!((code, &seen["symmetry"]), (0, &Value::Null), "{other}");
        assert_ne!(seen["spelled_otherwise"], serde_json::json!([]));
    }
}

#[test]
fn a_turn_of_a_rotated_record_is_shown_in_the_orientation_of_the_other() {
    let turned = turned(GAME, Symmetry::ALL[1]);
    let other = turned.replace("bA1 bQ\\", "bA1 /bQ");
    assert_ne!(turned, other);
    let run = diff(GAME, &other, &[]);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert_snapshot!(run.out);
    let same = diff(GAME, &self::turned(GAME, Symmetry::ALL[6]), &[]);
    assert_eq!(same.code, 0);
    assert_snapshot!("a_mirrored_game_is_the_same", same.out);
}

#[test]
fn jsonl_is_a_line_for_each_difference() {
    let folder = tempfile::tempdir().unwrap();
    let made = |name: &str, lines: &[&str]| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, lines.join("\n")).unwrap();
    };
    let (one, two) = ("Base;wS1;bS1 wS1-", "Base;wG1;bG1 wG1-");
    made("a/same.uhp", &[one]);
    made("b/same.uhp", &[one]);
    made("a/changed.uhp", &[one]);
    made("b/changed.uhp", &["Base;wS1;bB1 wS1-", one, two]);
    made("a/before.uhp", &[two, one]);
    made("b/after.uhp", &[two, one]);
    made("a/gone.uhp", &["Base;wB1"]);
    let [a, b] = ["a", "b"].map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    let rows = diff(&a, &b, &["--format", "jsonl"]);
    assert_eq!(rows.code, 1, "{}", rows.err);
    let told: Vec<String> = rows
        .json_lines()
        .iter()
        .map(|row| format!("{} {} {}", row["what"], row["a"], row["b"]))
        .collect();
    assert_eq!(
        told,
        [
            r#""renamed" "before.uhp" "after.uhp""#,
            r#""only-a" {"file":"gone.uhp","game":1} null"#,
            r#""only-b" null {"file":"changed.uhp","game":1}"#,
            r#""only-b" null {"file":"changed.uhp","game":3}"#,
        ]
    );
    fs::write(folder.path().join("b/changed.uhp"), two).unwrap();
    let rows = diff(&a, &b, &["--format", "jsonl"]).json_lines();
    let differ = rows.iter().find(|row| row["what"] == "differ").unwrap();
    assert_eq!(differ["difference"]["same_plies"], 0, "{differ}");
    let same = diff(&a, &a, &["--format", "jsonl"]);
    assert_eq!((same.code, &*same.out), (0, ""));
}

#[test]
fn json_is_one_object() {
    let games = "fixtures/select/games.pgn";
    let between = ["--game", "1", "--game-b", "2", "--format", "json"];
    let run = run(&[&["diff", games, games], &between[..]].concat());
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert_eq!(run.out.lines().count(), 1);
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
    let lines = ["--game", "1", "--game-b", "2", "--format", "jsonl"];
    assert_eq!(
        self::run(&[&["diff", games, games], &lines[..]].concat()),
        run
    );
    let moves_only = diff(GAME, GAME, &["--format", "json", "--moves-only"]);
    assert!(moves_only.out.contains(r#""tags":null"#), "{moves_only:?}");
    assert_eq!(moves_only.code, 0);
}

/// Between two variants the beginnings are compared without rotation.
#[test]
fn variants_differ_and_their_beginnings_may_not() {
    let base = GAME.replace("Base+MLP", "Base+M");
    let base = base.replace("wP", "wS1").replace("bP", "bS1");
    let other = base.replace("Base+M", "Base+ML");
    let run = diff(&base, &other, &[]);
    assert_eq!(run.code, 1, "{}", run.out);
    insta::assert_snapshot!(run.out, @"
    A: Base+M, 6 plies, UHP
    B: Base+ML, 6 plies, UHP
    variant: A Base+M, B Base+ML
    all 6 plies are the same
    ");
}

/// Games are not versions of one only because they are at the same place.
#[test]
fn different_games_are_no_pair() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let named = |white: &str, turns: &str| {
        format!(
            "[GameType \"Base\"]\n[Date \"2024.04.02\"]\n[White \"{white}\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n{turns} *\n\n"
        )
    };
    let uhp = |turns: &str| format!("Base;InProgress;White[{}];{turns}\n", turns.len() / 7 + 1);
    let (spider, ant, same) = ("wS1;bS1 wS1-", "wA1;bA1 wA1-", "wG1;bG1 wG1-");
    for (name, a, b, end) in [
        (
            "other first turns",
            uhp(spider) + &uhp(same),
            uhp(same) + &uhp(ant),
            "1 game is the same, 0 differ, 1 only in A, 1 only in B\n",
        ),
        (
            "other players",
            named("Ann", "1. wS1 2. bS1 wS1-") + &named("Cid", "1. wG1 2. bG1 wG1-"),
            named("Dan", "1. wS1 2. bS1 wS1- 3. wQ -wS1") + &named("Cid", "1. wG1 2. bG1 wG1-"),
            "1 game is the same, 0 differ, 1 only in A, 1 only in B\n",
        ),
        (
            "a game that goes on",
            named("Ann", "1. wS1 2. bS1 wS1-") + &named("Cid", "1. wG1 2. bG1 wG1-"),
            named("Cid", "1. wG1 2. bG1 wG1-") + &named("Ann", "1. wS1 2. bS1 wS1- 3. wQ -wS1"),
            "1 game is the same, 1 differs, 0 only in A, 0 only in B\n",
        ),
    ] {
        fs::write(path("a.txt"), a).unwrap();
        fs::write(path("b.txt"), b).unwrap();
        let differs = diff(&path("a.txt"), &path("b.txt"), &[]);
        assert_eq!(differs.code, 1, "{name}: {}", differs.err);
        assert!(differs.out.ends_with(end), "{name}: {}", differs.out);
    }
}

#[test]
fn files_with_several_games_are_compared_game_by_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let shorter = GAME.replace(";bA1 bQ-", "");
    let (a, b, one) = (path("a.uhp"), path("b.uhp"), path("one.uhp"));
    let other = "Base;InProgress;White[2];wS1;bS1 wS1-";
    fs::write(&a, format!("{GAME}\n{other}\n")).unwrap();
    fs::write(&b, format!("{other}\n{shorter}\n")).unwrap();
    fs::write(&one, format!("{GAME}\n")).unwrap();
    let differs = diff(&a, &b, &[]);
    assert_eq!(differs.code, 1, "{}", differs.err);
    let told = differs.out.replace(folder.path().to_str().unwrap(), "DIR");
    insta::assert_snapshot!(told, @"
    a.uhp: game 1 in A, b.uhp: game 2 in B
      A: Base+MLP, 6 plies, UHP
      B: Base+MLP, 5 plies, UHP
      ply 6 differs:
        A bA1 bQ-
        B (no more turns)
    1 game is the same, 1 differs, 0 only in A, 0 only in B
    ");
    // A pipe, and archives.
    let games = fs::read(&b).unwrap();
    for args in [["diff", &a, "-"], ["diff", "-", &a]] {
        let piped = run_with(&args, &games);
        assert!(
            piped.code == 1 && piped.out.contains("1 differs"),
            "{}",
            piped.out
        );
    }
    let zip = "fixtures/games/league.zip";
    let same = diff(zip, zip, &[]);
    assert_eq!(
        same.out,
        "30 games are the same, 0 differ, 0 only in A, 0 only in B\n"
    );
    let missing = diff("no/such", &a, &[]);
    assert_eq!((missing.code, &*missing.out), (2, ""));
    let more = diff(&one, &a, &[]);
    assert!(
        more.code == 1 && more.out.starts_with("only in B: a.uhp: game 2\n"),
        "{}",
        more.out
    );
    // One game each: the comparison of two records. An option chooses one.
    for run in [
        diff(&one, &one, &[]),
        run_with(&["diff", "-", &one], format!("{GAME}\n").as_bytes()),
        diff(&a, &b, &["--game", "2", "--game-b", "1"]),
    ] {
        assert_eq!(run.code, 0, "{}", run.out);
        assert!(run.out.starts_with("A: Base"), "{}", run.out);
    }
}
