//! What people type: GameStrings, pipes, `--game`, wrong words, help.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

use crate::skep::{run, run_with, skep};

const GAME: &str = "Base;InProgress;White[2];wS1;bG1 wS1-";

/// Three games: Base with 18 plies, Base+M with 19, Base+MLP with 22.
const THREE: &str = "fixtures/cli/sound.uhp";

/// Every command that people see.
pub(crate) fn commands() -> Vec<String> {
    // Help shows the common commands in rows, and then names the others.
    let help = run(&["--help"]).out;
    let list = help.split("\nOptions:\n").next().unwrap();
    let (rows, rare) = list.split_once("\nMore commands").unwrap();
    let rows = rows.lines().filter_map(|line| line.strip_prefix("  "));
    let rows = rows.filter_map(|row| row.split("  ").next());
    let rare = rare.split_once('\n').unwrap().1.split_whitespace();
    let names: Vec<String> = rows.chain(rare).map(str::to_owned).collect();
    let is_name = |name: &String| name.chars().all(|c| c.is_ascii_lowercase());
    assert!(names.len() > 25 && names.iter().all(is_name), "{names:?}");
    names
}

#[test]
fn a_game_string_is_read_wherever_a_file_is() {
    for command in [
        "check",
        "count",
        "export --format jsonl",
        "show",
        "moves",
        "perft --depth 1",
        "annotate",
        "annotate --tactics",
        "stats",
        "openings",
        "players",
        "head",
        "tail",
        "sample",
        "sort --by plies",
        "dedup",
        "merge",
        "filter --where plies=2",
        "convert --to pgn",
        "convert --to uhp",
        "convert --to boardspace",
        "convert --to jsonl",
        "show --format svg",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let tables = folder.path().join("tables");
        let mut words: Vec<&str> = command.split(' ').chain([GAME]).collect();
        if words[0] == "export" {
            words.extend(["-o", tables.to_str().unwrap()]);
        }
        let run = run(&words);
        assert_eq!(run.code, 0, "{command}: {}", run.err);
    }
    let uhp = run(&["convert", "--to", "uhp", GAME]).out;
    assert_eq!(uhp.trim_end(), GAME);
    let same = run(&["diff", GAME, "Base;InProgress;White[2];wS1;bG1 wS1\\"]);
    assert_eq!(same.code, 0, "{}", same.out);
    // The variant may be missing, and several GameStrings are several games.
    assert_eq!(run(&["show", "wS1;bG1 wS1-"]).out, run(&["show", GAME]).out);
    assert_eq!(run(&["count", GAME, THREE, GAME]).out.trim(), "5");
}

#[test]
fn a_file_with_the_name_of_a_game_string_wins() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(GAME), "Base;InProgress;Black[1];wA1\n").unwrap();
    let mut command = skep(&["convert", "--to", "uhp", GAME]);
    let output = command.current_dir(folder.path()).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        "Base;InProgress;Black[1];wA1\n"
    );
}

#[test]
fn a_missing_file_that_looks_like_a_game_string_gets_a_tip() {
    let wrong = "Bsae;InProgress;White[2];wS1;bG1 wS1-";
    for command in ["check", "count", "show", "moves"] {
        let run = run(&[command, wrong]);
        assert_eq!(run.code, 2);
        let expected = "a GameString begins with a variant, such as Base+MLP";
        assert!(run.err.contains(expected), "{command}: {}", run.err);
    }
    let number = run(&["head", "5", THREE]);
    insta::assert_snapshot!(number.err, @"error: 5: no such file or folder; a number needs an option: --first 5, --last 5 or --sample 5 for several games, --game 5 for one");
    let run = run(&["check", "missing.sgf"]);
    insta::assert_snapshot!(run.err, @"error: missing.sgf: no such file or folder");
}

#[test]
fn a_pipe_or_a_redirected_file_is_read_without_a_path() {
    let games = fs::read(THREE).unwrap();
    for command in [
        "check",
        "count",
        "show",
        "moves",
        "annotate --to csv",
        "stats",
        "players",
        "perft --depth 1",
        "head -n 1",
        "convert --to pgn",
        "sort --by plies",
    ] {
        let mut words: Vec<&str> = command.split(' ').collect();
        let piped = run_with(&words, &games);
        let redirected = skep(&words)
            .stdin(File::open(THREE).unwrap())
            .output()
            .unwrap();
        words.push("-");
        let named = run_with(&words, &games);
        assert_eq!(piped, named, "{command}");
        assert_eq!(
            String::from_utf8(redirected.stdout).unwrap(),
            named.out,
            "{command}"
        );
    }
    let same = run_with(&["diff", THREE], &games);
    assert_eq!((same.code, same.err.as_str()), (0, ""), "{}", same.out);
}

#[test]
fn without_a_path_and_a_pipe_the_usage_is_shown() {
    for command in [
        "check",
        "show",
        "moves",
        "convert --to pgn",
        "perft --depth 2",
        "replay",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        // Standard input is /dev/null.
        let run = run(&words);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command}");
        assert!(
            run.err.starts_with("error: nothing to read: name a file"),
            "{command}: {}",
            run.err
        );
        assert!(
            run.err.contains(&format!("Usage: skep {}", words[0])),
            "{}",
            run.err
        );
    }
    insta::assert_snapshot!(run(&["diff", THREE]).err, @"
    error: nothing to compare with: name a second file or folder, or pipe one into skep diff

    Usage: skep diff [OPTIONS] <A> [B]

    For more information, try '--help'.
    ");
    if Command::new("script").arg("--version").output().is_err() {
        skep_testing::skip("script", "there is no script(1)");
        return;
    }
    let command = format!("'{}' check", env!("CARGO_BIN_EXE_skep"));
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let screen = String::from_utf8_lossy(&output.stdout);
    assert!(screen.contains("nothing to read"), "{screen}");
}

#[test]
fn game_n_is_counted_over_all_games() {
    let variant = |words: &[&str]| {
        let run = run(words);
        assert_eq!(run.code, 0, "{words:?}: {}", run.err);
        // The first line says which game it is.
        let line = run.out.lines().find(|line| line.starts_with("Base"));
        line.unwrap().split(',').next().unwrap().to_owned()
    };
    assert_eq!(variant(&["show", THREE]), "Base");
    assert_eq!(variant(&["show", THREE, "--game", "2"]), "Base+M");
    assert_eq!(variant(&["show", THREE, "--where", "plies > 18"]), "Base+M");
    assert_eq!(
        variant(&["show", THREE, "--where", "plies > 18", "--game", "3"]),
        "Base+MLP"
    );
    let three = fs::read_to_string(THREE).unwrap();
    let second = three.lines().nth(1).unwrap();
    for command in [
        "convert --to uhp",
        "filter",
        "head",
        "sort --by plies",
        "merge",
        "sample",
        "dedup",
    ] {
        let words: Vec<&str> = command.split(' ').chain([THREE, "--game", "2"]).collect();
        assert_eq!(run(&words).out.trim_end(), second, "{command}");
    }
    // Games are counted over all inputs, with any number of threads.
    let second_file = run(&[
        "convert", "--to", "uhp", THREE, THREE, "--game", "5", "-j", "4",
    ]);
    assert_eq!(second_file.out.trim_end(), second);
    for command in [
        "moves --ply 3",
        "perft --depth 2",
        "annotate --to csv",
        "show --ply 5",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let of_file = run(&[&words[..], &[THREE, "--game", "2"]].concat());
        assert_eq!(of_file.code, 0, "{command}: {}", of_file.err);
        let games = [&words[..], &[second]].concat();
        if words[0] == "show" {
            // The first line also says which game of the file it is.
            let of_text = run(&games).out;
            let [of_file, of_text] = [&of_file.out, &of_text].map(|out| out.split_once('\n'));
            assert_eq!(of_file.unwrap(), ("0-1, game 2 of 3", of_text.unwrap().1));
        } else if words[0] != "annotate" {
            assert_eq!(of_file, run(&games), "{command}");
        } else {
            assert_eq!(of_file.out.lines().count(), 20);
        }
    }
    assert_eq!(
        run(&["diff", THREE, second, "--game", "2", "--game-b", "1"]).code,
        0
    );
    assert_eq!(run(&["diff", THREE, THREE, "--game", "3"]).code, 0);
    assert_eq!(
        run(&["diff", THREE, THREE, "--game", "3", "--game-b", "2"]).code,
        1
    );
    assert_eq!(
        run(&["diff", THREE, second, "--where", "plies = 19"]).code,
        0
    );
}

#[test]
fn game_can_name_several_games() {
    let league = "fixtures/games/league.zip";
    let numbers = |chosen: &str| {
        let args = ["list", "--format", "csv", "--columns", "number"];
        let run = run(&[&args[..], &["--game", chosen, league]].concat());
        (run.code, run.out.replace('\n', " "))
    };
    assert_eq!(numbers("1,3,5"), (0, "number 1 3 5 ".to_owned()));
    assert_eq!(numbers("2,28..30"), (0, "number 2 28 29 30 ".to_owned()));
    assert_eq!(numbers("4..4"), (0, "number 4 ".to_owned()));
    let past = run(&["convert", "--game", "29..33", league]);
    assert_eq!(past.code, 2);
    insta::assert_snapshot!(past.err, @"error: there is no game 31; the input has 30 games");
    let slice = run(&["convert", "--first", "15", league]).out;
    let slice = run_with(&["convert", "--last", "10"], slice.as_bytes()).out;
    assert_eq!(run(&["convert", "--game", "6..15", league]).out, slice);
    let shown = run(&["show", "--game", "1,24", league]).out;
    for place in ["spring.pgn, game 1", "autumn.pgn, game 6"] {
        assert!(shown.contains(place), "{shown}");
    }
    // With a filter, the numbers still count all games.
    let count = run(&["count", "--game", "1..10", "--player", "Ada", league]);
    let by_number = run(&[
        "list",
        "--player",
        "Ada",
        "--columns",
        "number",
        "--format",
        "csv",
        league,
    ])
    .out;
    let below = by_number
        .lines()
        .skip(1)
        .filter(|n| n.parse::<u64>().unwrap() <= 10);
    assert_eq!(count.out.trim(), below.count().to_string());
    for command in ["moves", "perft --depth 1", "diff fixtures/games/hive.uhp"] {
        let words: Vec<&str> = command
            .split(' ')
            .chain(["--game", "1,2", league])
            .collect();
        let run = run(&words);
        assert!(
            run.code == 2 && run.err.contains("--game 1,2: this command reads one game"),
            "{command}: {}",
            run.err
        );
    }
}

#[test]
fn a_game_that_does_not_exist_is_an_error() {
    for command in [
        "show",
        "moves",
        "check",
        "annotate",
        "convert --to uhp",
        "count",
    ] {
        let words: Vec<&str> = command.split(' ').chain([THREE, "--game", "4"]).collect();
        let run = run(&words);
        assert_eq!(run.code, 2, "{command}");
        assert!(
            run.err
                .contains("there is no game 4; the input has 3 games"),
            "{command}: {}",
            run.err
        );
    }
    let none = run(&["show", THREE, "--where", "plies > 18", "--game", "1"]);
    insta::assert_snapshot!(none.err, @"error: fixtures/cli/sound.uhp: game 1 does not match");
    let wrong = run(&["show", THREE, "--where", "plys > 18"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("--where"),
        "{}",
        wrong.err
    );
}

#[test]
fn game_n_of_the_real_corpus_is_the_same_everywhere() {
    let Some(folder) = skep_testing::shared("corpus/boardspace-2024") else {
        return;
    };
    let folder = folder.to_str().unwrap();
    let seventh = run(&["convert", "--to", "uhp", folder, "--game", "7"]);
    assert_eq!(seventh.code, 0, "{}", seventh.err);
    let shown = run(&["show", folder, "--game", "7"]);
    // The first line has the players, whom a GameString does not name.
    let (heading, board) = shown.out.split_once('\n').unwrap();
    insta::assert_snapshot!(heading, @"Aldrin24 – WeakBot, 2024-04-10, game 7 of 471");
    assert_eq!(board, run(&["show", seventh.out.trim_end()]).out);
}

/// Wrong words with what the tip names.
const WRONG: &[(&str, &str)] = &[
    ("tojson x", "skep convert --to jsonl"),
    ("pgn x", "skep convert --to pgn"),
    ("grep Ann x", "skep convert --where"),
    ("search x", "skep convert --where"),
    ("print x", "skep show"),
    ("png x", "skep show FILE -o board.png"),
    ("gif x", "skep show FILE --animate"),
    ("html x", "skep report FILE -o report.html"),
    ("csv x", "skep export"),
    ("parquet x", "skep export"),
    ("elo x", "skep players"),
    ("analyze x", "skep annotate"),
    ("shuffle x", "skep convert --sample"),
    ("repair x", "skep check"),
    ("extract x", "skep convert --game N"),
    ("docs", "skep help"),
    ("version", "skep --version"),
    ("chek x", "'check'"),
    (
        "fixtures/cli/sound.uhp",
        "skep check fixtures/cli/sound.uhp",
    ),
    ("uhp --output x", "> FILE"),
    ("uhp -o x", "> FILE"),
    ("check --json x", "--format json"),
    ("check --csv x", "--format csv"),
    ("convert --json x", "--to jsonl"),
    ("convert --format pgn x", "--to NOTATION"),
    ("convert --pgn x", "--to pgn"),
    ("convert --sgf x", "--to boardspace"),
    ("check --to json x", "--format FORMAT"),
    ("show -f svg x", "--format FORMAT"),
    ("head --limit 3 x", "--first N"),
    ("filter --white Ann x", "--where \"white = 'Ann'\""),
    ("check --query x", "--where EXPR"),
    ("check --recursive x", "with its subfolders"),
    ("check -r x", "with its subfolders"),
    ("check --input x", "needs no option"),
    ("check --no-color x", "--color never"),
    ("dedup --in-place x", "--output FILE"),
    ("show --move 3 x", "--ply N"),
    ("sort --order-by plies x", "--by FIELD"),
    ("players --sort-by games x", "--sort BY"),
    ("stats --group-by year x", "--by FIELD"),
    ("check --version", "skep --version"),
    ("check --wher x", "'--where'"),
    ("help chekc", "did you mean check?"),
    ("show fixtures/games/hive.uhp 2", "--game 2 for one"),
    ("show --number 2 x", "--game N"),
    ("random 5", "-n N"),
    ("rules MLP", "did you mean Base+MLP?"),
    ("-v", "skep --version"),
    ("help grep", "skep convert --where"),
    ("status x", "skep check FILE"),
    ("fsck x", "skep check FILE"),
    ("cp x y", "skep convert --to NOTATION"),
    ("frequency x", "skep count --by FIELD"),
    ("histogram x", "skep count --by FIELD"),
    ("fields", "skep help columns"),
    ("schema", "skep help columns"),
    ("slice x", "skep convert --game 6..15"),
    ("table x", "skep list FILE"),
    ("doc", "skep help"),
    ("rule", "skep help rules"),
    ("best x", "skep moves FILE"),
    ("filter -v x", "--where \"not (EXPR)\""),
    ("filter --invert-match x", "--where \"not (EXPR)\""),
    ("check -v x", "--remarks"),
    ("head --lines 3 x", "--first N"),
    ("split -l 5 x", "--per-file N"),
    ("sort -k plies x", "--by FIELD"),
    ("sort -u x", "skep dedup"),
    ("dedup --by moves x", "--key KEY"),
    ("dedup -d x", "--report FILE"),
    ("merge --append x", ">> FILE"),
    ("list --group-by white x", "skep count --by FIELD"),
    ("list --select white x", "--columns LIST"),
    ("list --columns wite x", "did you mean white?"),
    ("show -n 1 x", "--game N"),
    ("show -p 3 x", "--ply N"),
    ("show --svg x", "--format svg"),
    ("show --gif x", "--animate"),
    ("show --dark x", "--theme dark"),
    ("show --scale 2 x", "--size PIXELS"),
    ("perft 3 Base", "skep perft Base 3"),
    ("perft -d 3 Base", "--depth N"),
    ("perft Base", "skep perft Base 3"),
    ("show --all x", "--ply 0.."),
    ("convert --plies 3 x", "use --ply N"),
    ("convert --until 12 x", "use --ply 12"),
    ("list --until 12 x", "use --where \"plies <= 12\""),
    ("list --until 2024-05 x", "use --where \"date <= 2024-05\""),
    ("list --last-month x", "use --where \"date = last-month\""),
    ("list --variant Base x", "use --where \"variant = 'Base'\""),
    ("list --sort date --reverse x", "use --sort -date"),
    (
        "sort --by date --limit 1 x",
        "skep list --sort date --limit N",
    ),
    ("sort --by date --reverse x", "use --by -date"),
    ("export plies x -o y", "needs an option: --table plies"),
    ("stats openings x", "skep openings FILE"),
    ("list plies x", "--sort plies"),
    ("list variant,date x", "skep list --columns variant,date"),
    ("count plies x", "--by plies"),
    ("show --from -10 x", "skep show --ply -10.."),
    ("show --format uhp x", "skep convert --to uhp --ply N"),
    ("convert --rename Ann=Eve x", "use --aliases \"Old=New\""),
    (
        "rename x",
        "skep convert --aliases \"Old=New\" --to pgn FILE",
    ),
    ("random --variant Venom", "skep random Venom"),
    ("perft --variant Base+M", "skep perft Base+M 3"),
    (
        "count --by variant --percent x",
        "the shares of results, use skep stats FILE",
    ),
    ("check --watch x", "skep runs once"),
    ("count --histogram x", "--by plies/10"),
    ("convert --truncate x", "use --prefix"),
    ("check --truncate x", "skep convert --prefix --to pgn FILE"),
    ("solve --missed x", "skep annotate --tactics FILE"),
    ("annotate --clock x", "skep stats --table clocks FILE"),
    ("players --similar-names x", "--table alike"),
    ("convert --anonymize x", "--anonymous"),
    ("pdf x", "skep report FILE -o report.html"),
    (
        "stats --columns score fixtures/games/league.zip",
        "column is white_score",
    ),
    ("count --by plies:10 x", "did you mean plies/10?"),
    ("stats --by colour x", "skep players --table colours"),
    ("stats --table coverage x", "skep count --by tags"),
    ("count --by guest x", "player ~ guest"),
    ("openings --plies 3 x", "--depth N"),
    ("diff --brief x y", "use --quiet"),
    ("annotate --format pgn x", "use --to pgn"),
    ("stats --format pgn x", "skep convert --to pgn"),
    ("explain one-hve", "did you mean one-hive?"),
    ("explain foo", "findings lists all findings and rules"),
    (
        "players --sort -rating x",
        "games, rating, score, performance, name",
    ),
    ("list --threads -1 x", "`-1` is not a value of --threads"),
    ("split --by white-black -o y x", "'{white}-{black}'"),
    ("score x", "skep players FILE"),
    ("player x", "skep players FILE"),
    ("tables x", "skep stats FILE"),
    ("unique x", "skep dedup FILE"),
    ("dedupp x", "'dedup'"),
    ("list --by date x", "use --sort BY"),
    ("players --by rating x", "use --sort BY"),
    ("stats --by player x", "use skep players"),
    ("convert --to csv x", "skep export"),
    ("help convret", "did you mean convert?"),
    (
        "list --game 3- x",
        "expected a whole number, 1 or more, or several",
    ),
    ("split --per-file 0 -o y x", "expected a number of games"),
    (
        "players --aliases nonexist fixtures/select/games.pgn",
        "cannot use nonexist: no such file or folder\n",
    ),
    (
        "convert fixtures/games/hive.uhp b.pgn",
        "if it is the output, use -o b.pgn",
    ),
    ("show nope.sgf", "nope.sgf: no such file or folder\n"),
    ("check wS1,bG1", "separate moves with semicolons"),
    ("annotate x -o q.uhp", "UHP cannot hold comments"),
    ("export --table openings x", "use skep openings"),
    (
        "openings --by motif fixtures/games/league.zip",
        "use skep count --by motif",
    ),
    ("split --bytes 1000 -o y x", "--per-file 20M"),
    ("list x -json", "use --format json"),
    ("list -m 3 x", "--limit N"),
    ("convert -m 3 x", "--first N"),
    ("--type-list", "skep help notations"),
    ("convert --type-list", "skep help notations"),
    ("-C 2 Ann x", "skep show FILE"),
    ("-C fixtures list", "skep list FOLDER"),
    ("list --hidden x", "hidden files"),
    ("list --sortr date x", "--sort BY"),
    ("list -p x", "skep show --game N"),
    ("help -a", "skep --help lists all commands"),
    ("help -k notation", "skep help NAME"),
    ("diff --stat x y", "the last line counts"),
    ("diff --from x --to y", "skep diff A B"),
    ("diff -w x y", "by their effect"),
    ("moves --files-from y", "xargs -n 1"),
    ("convert --to json x", "skep list --format json"),
    ("convert -d twice.pgn x", "--report FILE"),
    ("convert --plylimit 10 x", "use --ply N"),
    ("-Tresult", "skep list --columns LIST"),
    ("undo", "skep --help lists the commands"),
    ("init", "skep index -o"),
    ("show -r 2 x", "--game N"),
    ("dedup --prefix x", "--beginnings"),
    ("select *", "skep list --format csv"),
    ("Ann x", "skep list --player NAME FILE"),
    ("cat rows x y", "skep cat A B"),
    ("convert --nofauxep x", "en passant"),
    ("convert -7 x", "--remove TAG"),
    ("convert -N x", "--to uhp"),
    ("convert -V x", "--remove variations"),
    ("convert -t tags x", "--where EXPR"),
    ("convert -TpAnn x", "--player NAME"),
    ("convert --selectonly 1,3 x", "--game 1,3,5"),
    ("convert -#10 x", "skep split --per-file N"),
    ("convert -U x", "skep dedup --rest FILE"),
    ("show -7 x", "--game N"),
    ("shortlog x", "skep players FILE"),
    ("headers x", "skep help columns"),
    ("sql x", "and DuckDB"),
    ("check --exitfirst x", "--fail-fast"),
    ("check --strict x", "--where \"warnings > 0\""),
    ("solve --tree x", "--proof"),
    ("report --games 3 x", "--replays N"),
    ("split --every 3 x", "--per-file N"),
    ("split --size 3K x", "use --per-file 20M"),
    ("puzzles --theme pin x", "--themes"),
    ("list -t pgn x", "--where \"notation = pgn\""),
    ("list -r x", "--format tsv"),
    ("list --reversed x", "use --sort -date"),
    ("list --name Ann x", "--player NAME"),
    ("dedup --dupes-output y x", "--rest FILE"),
    ("dedup --dry-run x", "--report removed.csv"),
    ("convert --dry-run x", "inputs never change"),
    ("sort -R x", "--by -date"),
    ("openings --position wL x", "--from-game GAME"),
    ("openings --eco x", "names of openings"),
    ("openings --color white x", "--where \"white = Ann\""),
    (
        "players --vs Ann x",
        "--where \"player = Ann and player = Bob\"",
    ),
    ("players Ann fixtures/games/hive.uhp", "--player Ann"),
    ("puzzles --mate-in 2 x", "--moves 2..2"),
    ("count --by year --sort games x", "the most frequent value"),
    ("diff --name-only x y", "--format jsonl"),
    ("show --game last x", "use --last 1"),
    ("show --game -1 x", "use --last 1"),
    ("show --game 3- x", "1,3 or 6..15"),
    (
        "show --ply --1 fixtures/games/hive.uhp",
        "-3 for 3 plies before the end",
    ),
    ("list --columns +opening x", "name every column"),
    ("list --format html x", "skep report"),
    (
        "list --columns moves fixtures/games/hive.uhp",
        "skep convert --to uhp",
    ),
    (
        "convert fixtures/games/hive.uhp -o x.db",
        "skep export --table games -o FILE.parquet",
    ),
    ("convert fixtures/games/hive.uhp -o x.skepdb", "skep index"),
    (
        "-w plies>3 x",
        "name a command first, such as skep list --where EXPR",
    ),
];

#[test]
fn a_wrong_word_gets_the_right_tip() {
    for (words, tip) in WRONG {
        let words: Vec<&str> = words.split(' ').collect();
        let run = run(&words);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words:?}");
        assert!(run.err.contains(tip), "{words:?}: {}", run.err);
        assert!(!run.err.contains("-- -"), "{words:?}: {}", run.err);
    }
}

/// Commands that wait for a person or an engine, or run for long.
#[cfg(unix)]
const WAITING: [&str; 6] = ["explore", "replay", "uhp", "match", "puzzles", "help"];

/// The commands in a text, with files in place of the words in capitals.
#[cfg(unix)]
fn commands_in(text: &str, file: &str) -> Vec<String> {
    let pattern = r#"skep [a-z]+(?: (?:--?[a-z][-a-z]*(?: -?[0-9a-z.,/]+\b)?|-n|'[^']*'|"[^"]*"|[A-Z]+\b|[a-z]+\.[a-z]+))*"#;
    let pattern = regex_lite::Regex::new(pattern).unwrap();
    let found = pattern.find_iter(text).map(|found| found.as_str());
    // The others leave out the input, or FILE is their output.
    let is_output = |command: &str| {
        ["-o FILE", "--report FILE", "--rest FILE"]
            .iter()
            .any(|end| command.ends_with(end))
    };
    let complete = found.filter(|command| command.contains(" FILE") && !is_output(command));
    let values = [
        ("FILE", file),
        ("NAME", "Ada"),
        ("EXPR", "'plies > 3'"),
        ("FIELD", "plies"),
        ("NOTATION", "jsonl"),
        (" N ", " 1 "),
        ("Old=New", "Ada=Eve"),
    ];
    let filled = complete.map(|command| {
        let command = command.to_owned();
        values.iter().fold(command, |command, (word, value)| {
            command.replace(word, value)
        })
    });
    filled.collect()
}

/// What a tip says works when it is typed as it stands, in a shell of Unix.
#[test]
#[cfg(unix)]
fn the_commands_of_tips_work() {
    let folder = crate::skep::TestFolder::new();
    fs::copy("fixtures/games/league.zip", folder.path("games.zip")).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_skep")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut tried = BTreeSet::new();
    let mut wrong = Vec::new();
    for (words, _) in WRONG {
        let words: Vec<&str> = words.split(' ').collect();
        for command in commands_in(&run(&words).err, "games.zip") {
            let name = command.split(' ').nth(1).unwrap().to_owned();
            if WAITING.contains(&&*name) || !tried.insert(command.clone()) {
                continue;
            }
            let output = Command::new("sh")
                .args(["-c", &command])
                .env("PATH", &path)
                .current_dir(folder.path(""))
                .output()
                .unwrap();
            let errors = String::from_utf8(output.stderr).unwrap();
            if output.status.code() == Some(2) && !errors.contains("exists") {
                wrong.push(format!("{words:?}: {command}: {errors}"));
            }
        }
    }
    assert!(tried.len() > 30, "{tried:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn descending_order_is_a_hyphen() {
    let run = run(&["sort", "--by", "date desc", THREE]);
    assert_eq!((run.code, &*run.out), (2, ""));
    insta::assert_snapshot!(run.err, @"
    error: invalid value 'date desc' for '--by <FIELD>': for descending order, write a hyphen before the field: -date

    For more information, try '--help'.
    ");
}

/// The options that help lists, as a letter, if there is one, and a name.
fn options(command: &str) -> Vec<(Option<String>, Option<String>)> {
    let help = run(&[command, "--help"]).out;
    let lines = help.lines().map(str::trim_start);
    let options = lines.filter(|line| line.starts_with('-') && !line.contains("see skep help"));
    let option = |line: &str| {
        let words = line
            .split([' ', ',', '[', '='])
            .filter(|w| w.starts_with('-'));
        let words: Vec<&str> = words.take(2).collect();
        let is_long = |word: &&&str| word.starts_with("--");
        let long = words.iter().find(is_long).map(ToString::to_string);
        let short = words.iter().find(|word| word.len() == 2);
        (short.map(ToString::to_string), long)
    };
    options.map(option).collect()
}

#[test]
fn a_letter_and_a_word_have_one_meaning() {
    let mut names: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut commands_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for command in commands() {
        for (short, long) in options(&command) {
            if let (Some(short), Some(long)) = (short, &long) {
                names.entry(short).or_default().insert(long.clone());
            }
            if let Some(long) = long {
                commands_of.entry(long).or_default().push(command.clone());
            }
        }
    }
    assert!(names.len() > 6 && names.contains_key("-n"), "{names:?}");
    for (letter, names) in &names {
        assert_eq!(names.len(), 1, "{letter}: {names:?}");
    }
    for (option, command) in [
        ("--games", "match"),
        ("--per-file", "split"),
        ("--proof", "solve"),
        ("--replays", "report"),
        ("--size", "show"),
        ("--strict", "convert"),
        ("--themes", "puzzles"),
        ("--tree", "convert"),
    ] {
        assert_eq!(commands_of[option], [command], "{option}");
    }
}

#[test]
fn rules_are_options_of_every_command_that_judges() {
    let moves = |args: &[&str]| {
        let run = run(&[&["moves"], args].concat());
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        run.out
    };
    let queen = |moves: String| moves.lines().any(|mv| mv.starts_with("wQ"));
    for game in ["Base", "Base;NotStarted;White[1]"] {
        assert!(!queen(moves(&[game, "--opening", "tournament"])), "{game}");
        assert!(queen(moves(&[game, "--opening", "open"])), "{game}");
    }
    assert!(moves(&["Venom"]).contains("wSc1"));
    assert!(!moves(&["Venom", "--flip", "none"]).contains("wSc1"));
    let nodes = |args: &[&str]| run(&[&["perft", "--depth", "1", "Base"], args].concat()).out;
    assert_ne!(
        nodes(&["--opening", "open"]),
        nodes(&["--opening", "tournament"])
    );

    let queens = "Base;InProgress;White[2];wQ;bQ wQ-";
    let show = |opening| run(&["show", queens, "--opening", opening]);
    assert_eq!(show("open").code, 0);
    let refused = show("tournament");
    assert_eq!(refused.code, 1);
    insta::assert_snapshot!(refused.err, @"the game is invalid and shown up to its error on ply 1: wQ cannot go there: no queen on a side's first turn (tournament opening)");
    for command in ["replay", "diff", "annotate", "list"] {
        let wrong = run(&[command, "--flip", "wrong", "x"]).err;
        assert!(
            wrong.contains("invalid value 'wrong'"),
            "{command}: {wrong}"
        );
    }
}

#[test]
fn other_names_do_the_same() {
    for (other, usual) in [
        ("validate", "check"),
        ("verify", "check"),
        ("check --jobs 1", "check -j 1"),
        ("check --fmt csv", "check --format csv"),
        ("check --colour never", "check"),
        ("check --filter plies>18", "check --where plies>18"),
        ("statistics", "stats"),
        ("uniq", "dedup"),
        ("wc", "count"),
        ("cat", "convert"),
        ("merge", "convert"),
        ("filter", "convert"),
        ("head -1", "convert --first 1"),
        ("head -n 1", "convert --first 1"),
        ("head -n1 --to pgn", "convert --first 1 --to pgn"),
        ("tail", "convert --last 10"),
        ("tail -2", "convert --last 2"),
        ("sample -n=2 --seed 3", "convert --sample 2 --seed 3"),
        ("head --game 2", "convert --game 2"),
        ("audit --rules open,draw", "check --compare open,draw"),
        ("audit --rules=open,draw", "check --compare open,draw"),
        ("render", "show"),
        ("legal", "moves"),
        ("select --where plies>18", "convert --where plies>18"),
    ] {
        let of = |line: &str| run(&line.split(' ').chain([THREE]).collect::<Vec<_>>());
        assert_eq!(of(other).code, 0, "{other}: {}", of(other).err);
        assert_eq!(of(other), of(usual), "{other}");
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.uhp");
    let run = run(&["head", "-n", "1", THREE, "--out", out.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(out.exists());
}

#[test]
fn the_short_help_fits_a_screen() {
    let top = run(&["-h"]).out;
    assert!((24..=40).contains(&top.lines().count()), "{top}");
    assert_eq!(run(&[]).err, top);
    for command in commands() {
        let help = run(&[&command, "-h"]).out;
        assert!(
            help.lines().count() <= 40,
            "{command}: {} lines\n{help}",
            help.lines().count()
        );
        assert!(
            help.lines()
                .all(|line| line.chars().count() <= 80 || line.starts_with("Usage:")),
            "{help}"
        );
        assert!(help.contains("Usage: skep"), "{help}");
    }
}

#[test]
fn the_long_help_has_sections_and_exit_codes() {
    assert!(run(&["--help"]).out.lines().count() <= 60);
    for command in commands() {
        let help = run(&[&command, "--help"]).out;
        assert_eq!(help, run(&["help", &command]).out);
        let wide = skep(&[&*command, "--help"]).env("COLUMNS", "100").output();
        let lines = String::from_utf8(wide.unwrap().stdout)
            .unwrap()
            .lines()
            .count();
        assert!(lines < 100, "{command}: {lines}");
        let (_, options) = help.split_once("\nUsage:").unwrap();
        assert!(!options.contains("\n\n  "), "{help}");
        let codes = help.split_once("\nExit codes:\n  0  ");
        assert!(codes.is_some(), "{command}: {help}");
        let options = help.split_once("\nUsage:").unwrap().1;
        for line in options
            .lines()
            .filter(|line| line.ends_with(':') && !line.starts_with(' '))
        {
            let known = [
                "Arguments:",
                "Options:",
                "Input options:",
                "Output options:",
                "More options:",
                "Pictures:",
                "Engine:",
                "Time:",
                "Test of an engine:",
                "Global options:",
                "Exit codes:",
                "Examples:",
            ];
            assert!(known.contains(&line), "{command}: {line}");
        }
        // The page on inputs describes the options that choose games.
        let short = run(&[&command, "-h"]).out;
        assert_eq!(
            short.contains("--where <EXPR>"),
            help.contains("--where, --player, --game"),
            "{help}"
        );
        assert!(!help.contains("--where <EXPR>"), "{help}");
    }
    let long = run(&["--help"]).out;
    let short = run(&["-h"]).out;
    for command in commands() {
        assert!(short.contains(&command), "{command}");
        assert!(
            long.split_whitespace().any(|word| word == command),
            "{command}"
        );
    }
}

#[test]
fn exit_codes_are_listed_for_each_command() {
    let page = run(&["help", "exit-codes"]).out;
    for command in commands() {
        let rows = page.lines().filter(|line| line.starts_with("skep "));
        let names = |row: &str| {
            row["skep ".len()..]
                .trim_end_matches(':')
                .split(", ")
                .any(|name| name == command)
        };
        assert_eq!(
            rows.filter(|row| names(row)).count(),
            1,
            "{command}: {page}"
        );
    }
}

#[test]
fn manual_pages_name_the_values_of_options() {
    let page = fs::read_to_string("man/skep-check.1").unwrap();
    let synopsis = page
        .split(".SH SYNOPSIS\n")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap();
    assert!(
        synopsis.contains(r"[\fB\-\-where\fR \fIEXPR\fR]"),
        "{synopsis}"
    );
    assert!(
        synopsis.contains(r"[\fB\-j|\-\-threads\fR \fIN\fR]"),
        "{synopsis}"
    );
    assert!(synopsis.ends_with(r"\fI[PATH]...\fR"), "{synopsis}");
    for (page, option) in [
        ("skep-dedup.1", r"[\fB\-\-beginnings\fR[=\fIPLIES\fR]]"),
        ("skep-perft.1", r"[\fB\-\-hash\fR[=\fIMIB\fR]]"),
        ("skep-annotate.1", r"[\fB\-\-tactics\fR [\fIN\fR]]"),
    ] {
        let page = fs::read_to_string(Path::new("man").join(page)).unwrap();
        assert!(page.contains(option), "{page}");
    }
}

/// The examples of `skep help notations`: the notation and the text.
fn examples(page: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let is_heading = |line: &str| {
        let ends = ["read only", "read and written", "Hive only", "Hex-It only"];
        ends.iter().any(|end| line.ends_with(&format!(", {end}")))
    };
    for line in page
        .lines()
        .take_while(|line| !line.starts_with("Turns of"))
    {
        if let Some((name, _)) = line.split_once(": ").filter(|_| is_heading(line)) {
            examples.push((name.to_owned(), String::new()));
        } else if let Some((_, text)) = examples.last_mut() {
            // A blank line can be a part of an example.
            let line = line
                .strip_prefix("    ")
                .or((!text.is_empty()).then_some(line));
            text.extend(line.into_iter().flat_map(|line| [line, "\n"]));
        }
    }
    examples
}

#[test]
fn every_notation_of_the_page_is_detected() {
    let page = run(&["help", "notations"]).out;
    let examples = examples(&page);
    assert_eq!(examples.len(), 19, "{page}");
    for (format, text) in examples {
        let run = run_with(&["convert", "--to", "jsonl"], text.as_bytes());
        assert_eq!(run.code, 0, "{format}: {text}{}", run.err);
        let record: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let checked = run_with(&["check", "--format", "jsonl"], text.as_bytes());
        assert!(
            checked.out.contains(r#""status":"ok""#),
            "{format}: {}",
            checked.out
        );
        assert!(
            !checked.out.contains(r#""severity""#),
            "{format}: {}",
            checked.out
        );
        if format != "jsonl" {
            assert_eq!(record["format"], format.as_str(), "{text}");
        }
    }
}

#[test]
fn every_turn_of_the_page_is_read() {
    let page = run(&["help", "notations"]).out;
    let turns = |title: &str| {
        let chapter = page
            .split(title)
            .nth(1)
            .unwrap()
            .split("\n\n")
            .next()
            .unwrap()
            .to_owned();
        let leads = chapter
            .lines()
            .filter_map(|line| line.strip_prefix("  "))
            .filter(|line| !line.starts_with(' '));
        leads
            .map(|line| line.split("  ").next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let hive = turns("Turns of Hive, Venom and the packs\n");
    assert!(
        hive.len() > 20 && hive.iter().any(|turn| turn == "$wA1"),
        "{hive:?}"
    );
    for turn in hive {
        let game = format!("Venom+Predators+Guardians+Honeycombo+Swarm;InProgress;White[1];{turn}");
        let checked = run(&["check", "--format", "jsonl", &game]);
        assert!(!checked.out.contains("bad-move"), "{turn}: {}", checked.out);
    }
    let hex_it = turns("Turns of Hex-It\n");
    assert!(hex_it.len() > 4, "{hex_it:?}");
    for turn in hex_it {
        let game = format!("[Game \"Hex-It\"]\n[Tiles \"39\"]\n\n1. {turn} *\n");
        let checked = run_with(&["check", "--format", "jsonl"], game.as_bytes());
        assert!(!checked.out.contains("bad-move"), "{turn}: {}", checked.out);
    }
}

#[test]
fn a_wrong_spelling_gets_the_right_one() {
    for (game, help) in [
        (
            "Venom;InProgress;White[2];wS1;bB1 wS1-;wB1~",
            "write `wB1 ~`",
        ),
        (
            "Venom;InProgress;White[2];wS1;bB1 wS1-;wWa ! bM",
            "write `wWa !bM`",
        ),
        (
            "Venom;InProgress;White[2];wS1;bB1 wS1-;wAs X bB1",
            "write `wAs xbB1`",
        ),
        (
            "Venom;InProgress;White[2];wS1;bB1 wS1-;wCe < >bB1",
            "write `wCe <>bB1`",
        ),
        (
            "Base;InProgress;White[2];wS1;bG1 wS1-;wB1~",
            "`wB1 ~` is a move with Venom or packs; the variant is Base",
        ),
        (
            "Venom+Predators;InProgress;White[4];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wMa -wQ;bS1 bQ-;wMa bS1",
            "to remove bS1, write `wMa xbS1`",
        ),
        ("Base;InProgress;White[2];wS1;bB1 wS1 -", "write `bB1 wS1-`"),
        ("Base;InProgress;White[2];wS1;bB1 - wS1", "write `bB1 -wS1`"),
    ] {
        let run = run(&["check", game]);
        assert_eq!(run.code, 1, "{game}");
        assert!(
            run.out.contains(&format!("help: {help}")),
            "{game}: {}",
            run.out
        );
    }
    // The dash of a word processor has one meaning.
    assert_eq!(run(&["check", "wS1;bB1 wS1–"]).code, 0);
}

#[test]
fn temporary_names_stay_out_of_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("out");
    let out = inside.to_str().unwrap();
    for command in [
        vec!["split", "--by", "white", THREE, "-o", out],
        vec!["export", THREE, "-o", out],
        vec!["split", "--to", "uhp", "--per-file", "1", THREE, "-o", out],
    ] {
        let run = run(&command);
        assert_eq!(run.code, 2, "{command:?}: {}", run.err);
        assert!(!run.err.contains(".skep-"), "{command:?}: {}", run.err);
        assert!(run.err.contains(out), "{command:?}: {}", run.err);
    }
}

#[test]
fn a_word_without_its_option_gets_a_tip() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("ada.pgn");
    let out = out.to_str().unwrap();
    let zip = "fixtures/games/league.zip";
    let mut told = String::new();
    for args in [
        &["filter", "white = Ada", zip, "-o", out][..],
        &["sort", "plies", zip],
        &["sort", "-o", out, "--", "-plies", zip],
        &["head", zip, "2"],
        &["check", zip, "2"],
        &["head", "-n", "1", zip, "nonexistent.zip"],
    ] {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}");
        told += &run.err;
    }
    insta::assert_snapshot!(told, @r#"
    error: white = Ada: no such file or folder; an expression needs an option: --where "white = Ada"
    error: plies: no such file or folder; a field needs an option: --by plies
    error: -plies: no such file or folder; a field needs an option: --by -plies
    error: 2: no such file or folder; a number needs an option: --first 2, --last 2 or --sample 2 for several games, --game 2 for one
    error: 2: no such file or folder; a number needs an option: --first 2, --last 2 or --sample 2 for several games, --game 2 for one
    error: nonexistent.zip: no such file or folder
    "#);
    assert!(!Path::new(out).exists());
}

#[test]
fn the_number_in_a_file_is_not_the_number_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::copy(THREE, path("a.uhp")).unwrap();
    let valid = "Base;InProgress;White[2];wS1;bG1 wS1-\n";
    fs::write(
        path("b.uhp"),
        format!("{valid}{}", valid.replace("bG1", "bX1")),
    )
    .unwrap();
    let input = folder.path().to_str().unwrap();
    let check = run(&["check", input]);
    assert!(
        check.out.contains("= game 2 of the file, Base"),
        "{}",
        check.out
    );
    let table = run(&["check", "--format", "table", input]);
    assert!(table.out.contains("game in file"), "{}", table.out);
    let convert = run(&["convert", "--to", "pgn", input]);
    insta::assert_snapshot!(crate::skep::stable(&convert.err), @"
    error[bad-move]: DIR/b.uhp:2:30: game 2 of the file: ply 2: cannot read `bX1 wS1-` as a move
    4 games written, 1 game skipped
    ");
    // --game counts all games of the input.
    let list = run(&["list", "--game", "5", "--format", "csv", input]);
    let row = list.out.lines().nth(1).unwrap();
    assert!(row.starts_with("5,") && row.contains("b.uhp"), "{row}");
}

#[test]
fn paths_come_from_a_list() {
    let one = "fixtures/games/hive.uhp";
    let games = |args: &[&str], list: &str| {
        let run = run_with(
            &[&["count", "--files-from", "-"], args].concat(),
            list.as_bytes(),
        );
        (run.code, run.out.trim().to_owned())
    };
    let alone = run(&["count", one]).out.trim().to_owned();
    assert_eq!(games(&[], &format!("{one}\r\n\n")), (0, alone.clone()));
    assert_eq!(games(&[], &format!("{one}\0")), (0, alone.clone()));
    let both = run(&["count", one, "fixtures/games/exxit.hxt"])
        .out
        .trim()
        .to_owned();
    assert_eq!(games(&["fixtures/games/exxit.hxt"], one), (0, both));
    // The list and the games cannot both be on standard input.
    for (args, list) in [(&["-"][..], one), (&[], "-\n")] {
        assert_eq!(games(args, list), (2, String::new()), "{args:?}");
    }
    // An empty list is a mistake, and does not mean standard input.
    assert_eq!(games(&[], "\n"), (2, String::new()));
    assert_eq!(run(&["count", "--files-from", "missing.txt"]).code, 2);
    let list = format!("{one}\0fixtures/games/exxit.hxt\0");
    let shown = run_with(&["show", "--files-from", "-"], list.as_bytes());
    assert_eq!(
        shown.out,
        run(&["show", one, "fixtures/games/exxit.hxt"]).out
    );
    let alone = run_with(&["show", "--files-from", "-"], one.as_bytes());
    assert_eq!(alone.out, run(&["show", one]).out);
}

#[test]
fn quiet_leaves_out_notes_and_keeps_results_and_errors() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.uhp");
    let out = out.to_str().unwrap();
    let finished = run(&["head", "-n", "1", "fixtures/games/hive.uhp"]).out;
    for words in [
        &["convert", "--to", "uhp", "fixtures/games/boardspace.sgf"][..],
        &["convert", "--force", "fixtures/games/hive.uhp", "-o", out],
        &["dedup", "fixtures/games/league.zip"],
        &["list", "--where", "plies > 999", "fixtures/games/hive.uhp"],
        &["stats", "fixtures/cli/faults.uhp"],
        &["moves", finished.trim_end()],
    ] {
        let (loud, quiet) = (run(words), run(&[words, &["-q"]].concat()));
        assert!(!loud.err.is_empty(), "{words:?}");
        let expected = (loud.code, &*loud.out, "");
        assert_eq!(
            (quiet.code, &*quiet.out, &*quiet.err),
            expected,
            "{words:?}"
        );
        // Before the command, too.
        assert_eq!(run(&[&["--quiet"], words].concat()), quiet, "{words:?}");
    }
    let errors = run(&["convert", "--to", "pgn", "fixtures/cli/faults.uhp", "-q"]).err;
    insta::assert_snapshot!(errors, @"
    error[illegal-move]: fixtures/cli/faults.uhp:2:43: game 2 of the file: ply 3: wA1 may not enter beside bS1: a new piece may not touch an enemy
    error[bad-header]: fixtures/cli/faults.uhp:5:6: game 5 of the file: `Pause?` is not a State
    error[bad-move]: fixtures/cli/faults.uhp:6:39: game 6 of the file: ply 3: cannot read `wS2 south of wS1` as a move
    3 games written, 3 games skipped
    ");
    let wrong = run(&["count", "-q", "missing.uhp"]);
    assert_eq!(wrong.err, "error: missing.uhp: no such file or folder\n");
    for command in commands() {
        assert_eq!(run(&[&command, "-q", "-h"]).code, 0, "{command}");
    }
}

#[test]
fn a_missing_path_is_found_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    for words in [
        "list",
        "list --format csv",
        "list --format json",
        "check",
        "check -q",
        "check --format sarif",
        "check --format jsonl",
        "count",
        "convert",
        "dedup",
        "sort",
        "stats",
        "openings",
        "players",
        "novelty",
        "related",
        "annotate",
        "solve",
        "puzzles",
        "show",
        "report",
        "check --compare default,draw",
        "export --format csv",
        "split --by white -o OUT",
        "index -o OUT",
        "explore",
        "replay",
    ] {
        let words = words.replace("OUT", out);
        let words: Vec<&str> = words.split(' ').chain([THREE, "b.pgn"]).collect();
        let run = run(&words);
        assert_eq!((run.code, &*run.out), (2, ""), "{words:?}");
        let tip = "error: b.pgn: no such file or folder; if it is the output, use -o b.pgn\n";
        assert_eq!(run.err, tip, "{words:?}");
    }
    assert!(!Path::new(out).exists());
}
