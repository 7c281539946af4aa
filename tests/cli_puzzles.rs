//! `skep puzzles` from outside.

use std::collections::HashSet;

use serde_json::Value;

use crate::cli_solve::THROW as GAME;
use crate::skep::{run, run_with, skep};

const GAMES: &str = "fixtures/games";
const VENOM: &str = "fixtures/games/venom.uhp";

fn lines(args: &[&str]) -> Vec<Value> {
    let run = run(&[&["puzzles", "--format", "jsonl"], args].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run.json_lines()
}

#[test]
fn a_puzzle_has_its_solution_and_themes() {
    let puzzles = lines(&["--moves", "2", GAME]);
    let [puzzle] = &puzzles[..] else {
        panic!("{puzzles:?}");
    };
    assert_eq!(puzzle["solution"], r"bQ /wS1;bS2 /bP;wG1 /wA2");
    assert_eq!((&puzzle["win_in"], &puzzle["ply"]), (&2.into(), &13.into()));
    assert_eq!(
        (&puzzle["side"], &puzzle["first"]),
        (&"White".into(), &r"bQ /wS1".into())
    );
    // The record ends before the puzzle is solved.
    assert_eq!(
        (&puzzle["move"], &puzzle["win"]),
        (&Value::Null, &Value::Null)
    );
    let themes = puzzle["themes"].as_str().unwrap();
    assert!(
        themes.split(' ').any(|theme| theme == "thrown-queen"),
        "{themes}"
    );
    let moves = run(&["moves", GAME]).out.lines().count();
    assert_eq!(puzzle["legal_moves"], moves);
    for (next, win) in [(r"bQ /wS1", "found"), (r"wA2 bG1\", "missed")] {
        let game = format!("{GAME};{next}");
        let all = lines(&["--moves", "2..2", &game]);
        let puzzle = all.iter().find(|puzzle| puzzle["ply"] == 13).unwrap();
        for other in ["found", "missed"] {
            let rows = ["puzzles", "--format", "jsonl", "--moves", "2..2", &game];
            let test = format!("plies > 1 and win = {other}");
            let chosen = run(&[&rows[..], &["--where", &test]].concat()).json_lines();
            let negation = format!("not (win != {other})");
            let same = run(&[&rows[..], &["--where", &negation]].concat()).json_lines();
            assert_eq!(chosen, same);
            let is_there = chosen.iter().any(|puzzle| puzzle["ply"] == 13);
            assert_eq!(is_there, other == win, "{other}: {chosen:?}");
        }
        assert_eq!(
            (&puzzle["move"], &puzzle["win"]),
            (&next.into(), &win.into())
        );
    }
}

#[test]
fn win_is_a_test_of_puzzles() {
    let games = "fixtures/games/league.zip";
    let with = |more: &[&str]| lines(&[&["--moves", "1", games], more].concat());
    let all = with(&[]);
    let missed = with(&["--where", "win = missed"]);
    let is_missed = |puzzle: &&Value| puzzle["win"] == "missed";
    assert_eq!(missed.len(), all.iter().filter(is_missed).count());
    assert!(!missed.is_empty() && missed.len() < all.len());
    assert!(missed.iter().all(|puzzle| puzzle["win"] == "missed"));
    let known = with(&["--where", "known(win) and plies > 1"]);
    let is_known = |puzzle: &&Value| !puzzle["win"].is_null();
    assert_eq!(known.len(), all.iter().filter(is_known).count());

    let mover = |puzzle: &Value| match puzzle["side"].as_str() {
        Some("White") => puzzle["white"].clone(),
        _ => puzzle["black"].clone(),
    };
    let player = mover(&missed[0]);
    let of_player = with(&["--player", player.as_str().unwrap()]);
    assert_eq!(
        of_player.len(),
        all.iter().filter(|puzzle| mover(puzzle) == player).count()
    );
    let folder = tempfile::tempdir().unwrap();
    let names = folder.path().join("names.tsv");
    std::fs::write(&names, format!("zoe\t{}\n", player.as_str().unwrap())).unwrap();
    let renamed = with(&["--player", "zoe", "--aliases", names.to_str().unwrap()]);
    assert_eq!(renamed.len(), of_player.len());
    assert!(renamed.iter().all(|puzzle| mover(puzzle) == "zoe"));

    for (args, help) in [
        (
            &["puzzles", "--where", "win = mised"][..],
            "did you mean missed?",
        ),
        (
            &["puzzles", "--where", "win ~ x"],
            "the values are found, delayed, missed",
        ),
        (
            &["list", "--where", "win = missed"],
            "skep puzzles --where \"win = missed\"",
        ),
        (
            &["puzzles", "--win", "missed"],
            "use --where \"win = missed\"",
        ),
    ] {
        let run = run(&[args, &[games]].concat());
        assert_eq!(run.code, 2);
        assert!(run.err.contains(help), "{}", run.err);
    }
}

#[test]
fn every_solution_is_verified() {
    let found = run(&["puzzles", "--format", "uhp", GAMES]);
    assert_eq!(found.code, 0, "{}", found.err);
    let count = found.out.lines().count();
    assert!(count > 5, "{}", found.out);
    let verified = run_with(&["solve", "--verify"], found.out.as_bytes());
    assert_eq!(verified.code, 0, "{}", verified.out);
    let note = format!("note: checked {count} solutions: 0 wrong\n");
    assert_eq!(verified.err, note);
}

#[test]
fn solutions_in_a_column_are_verified() {
    let games = "fixtures/games/league.zip";
    let puzzles = |format| {
        run(&[
            "puzzles", "--moves", "2", "--limit", "3", "--format", format, games,
        ])
        .out
    };
    let tsv = puzzles("tsv");
    for text in [&puzzles("csv"), &tsv] {
        let verified = run_with(&["solve", "--verify"], text.as_bytes());
        assert_eq!(verified.err, "note: checked 3 solutions: 0 wrong\n");
        assert_eq!(verified.code, 0);
    }
    // Without its last turn, a line of several turns does not end with the win.
    let rows = tsv
        .lines()
        .map(|line| line.split('\t').map(str::to_owned).collect());
    let mut rows: Vec<Vec<String>> = rows.collect();
    let column = rows[0].iter().position(|name| name == "solution").unwrap();
    for row in &mut rows[1..] {
        let turns = &mut row[column];
        turns.truncate(turns.rfind(';').unwrap_or(turns.len()));
    }
    let cut: Vec<String> = rows.iter().map(|row| row.join("\t")).collect();
    let verified = run_with(&["solve", "--verify"], cut.join("\n").as_bytes());
    assert_eq!(verified.err, "note: checked 3 solutions: 1 wrong\n");
    assert_eq!(verified.code, 1);
}

#[test]
fn every_solution_of_real_games_is_verified() {
    let Some(corpus) = skep_testing::shared("corpus") else {
        return;
    };
    let corpus = corpus.to_str().unwrap();
    let found = run(&[
        "puzzles", "--moves", "2", "--limit", "60", "--format", "uhp", corpus,
    ]);
    assert_eq!(found.out.lines().count(), 60, "{}", found.err);
    let verified = run_with(&["solve", "--verify"], found.out.as_bytes());
    assert_eq!(verified.err, "note: checked 60 solutions: 0 wrong\n");
    assert_eq!(verified.code, 0);
}

#[test]
#[ignore = "slow: every puzzle of 646 games"]
fn every_solution_of_all_real_games_is_verified() {
    let Some(corpus) = skep_testing::shared("corpus") else {
        return;
    };
    let found = run(&["puzzles", "--format", "uhp", corpus.to_str().unwrap()]);
    let count = found.out.lines().count();
    let verified = run_with(&["solve", "--verify"], found.out.as_bytes());
    assert_eq!(
        verified.err,
        format!("note: checked {count} solutions: 0 wrong\n")
    );
}

#[test]
fn every_format_has_the_same_puzzles() {
    let all = lines(&["--moves", "2", GAMES]);
    let positions: Vec<&str> = all
        .iter()
        .map(|p| p["position"].as_str().unwrap())
        .collect();
    let distinct: HashSet<&&str> = positions.iter().collect();
    assert_eq!(distinct.len(), all.len());
    let csv = run(&["puzzles", "--moves", "2", "--format", "csv", GAMES]).out;
    assert_eq!(csv.lines().count(), all.len() + 1, "{csv}");
    let json = run(&["puzzles", "--moves", "2", "--format", "json", GAMES]).out;
    assert_eq!(serde_json::from_str::<Vec<Value>>(&json).unwrap(), all);
    let uhp = run(&["puzzles", "--moves", "2", "--format", "uhp", GAMES]).out;
    // Hex-It has no GameStrings.
    let hive: Vec<&Value> = (all.iter())
        .filter(|puzzle| !puzzle["variant"].as_str().unwrap().starts_with("Hex-It"))
        .collect();
    assert_eq!(uhp.lines().count(), hive.len());
    for (line, puzzle) in uhp.lines().zip(hive) {
        let solution = puzzle["solution"].as_str().unwrap();
        let plies = 2 * puzzle["win_in"].as_u64().unwrap() - 1;
        let position = puzzle["position"].as_str().unwrap();
        assert_eq!(line, format!("{position} {plies} {solution}"));
    }
}

#[test]
fn a_page_has_diagrams_and_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzles.html");
    let args = [
        "puzzles",
        "--moves",
        "2",
        GAMES,
        "--title",
        "For <club>",
        "-o",
        file.to_str().unwrap(),
    ];
    let run = run(&args);
    assert_eq!(run.code, 0, "{}", run.err);
    let page = std::fs::read_to_string(&file).unwrap();
    let puzzles = lines(&["--moves", "2", GAMES]);
    let count = puzzles.len();
    assert_eq!(page.matches("<figure").count(), count);
    // The numbers run in the order of the page, from short to long solutions, and each names its solution.
    let (_, solutions) = page.split_once("<ol>").unwrap();
    let solutions: Vec<&str> = solutions.split("<li>").skip(1).collect();
    let figures: Vec<&str> = page.split("<figure").skip(1).collect();
    let mut rows: Vec<&Value> = puzzles.iter().collect();
    let mut last = 0;
    for (number, (figure, solution)) in (1..).zip(figures.iter().zip(solutions)) {
        let found = rows.iter().position(|puzzle| {
            let (side, win_in) = (puzzle["side"].as_str().unwrap(), &puzzle["win_in"]);
            let start = format!(
                " id=\"puzzle-{number}\"><figcaption><b>{number}</b> {side} to move wins in {win_in}<"
            );
            figure.starts_with(&start) && solution.contains(&format!(", ply {}", puzzle["ply"]))
        });
        let puzzle = rows.remove(found.unwrap_or_else(|| panic!("{number}: {figure}")));
        let win_in = puzzle["win_in"].as_u64().unwrap();
        assert!(win_in >= last, "{puzzle}");
        last = win_in;
    }
    assert!(rows.is_empty(), "{rows:?}");
    assert_eq!(page.matches("<li>").count(), count);
    assert!(
        page.contains("For &lt;club&gt;") && !page.contains("<club>"),
        "{page}"
    );
    assert!(!page.contains("<script"), "a script");
    // An existing file stays.
    assert_eq!(self::run(&args).code, 2);
}

#[test]
fn sgf_has_the_solution_as_moves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.sgf");
    let file = file.to_str().unwrap();
    let run = run(&["puzzles", "--moves", "2", GAME, "-o", file]);
    assert_eq!(run.code, 0, "{}", run.err);
    let uhp = self::run(&["convert", "--to", "uhp", file]);
    let expected = format!(r"{GAME};bQ /wS1;bS2 /bP;wG1 /wA2");
    let moves = |game: &str| {
        game.trim_end()
            .split(';')
            .rev()
            .take(15)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(moves(&uhp.out), moves(&expected), "{}", uhp.out);
    insta::assert_snapshot!(uhp.out, @r"Base+P;WhiteWins;Black[8];wP;bS1 -wP;wA1 wP/;bP \bS1;wS1 \wA1;bQ /bS1;wQ wP\;bQ bS1\;wG1 wA1/;bG1 /bS1;wA2 \wS1;bB1 \bP;bQ /wS1;bS2 /bP;wG1 /wA2");
    let sgf = std::fs::read_to_string(file).unwrap();
    assert!(sgf.contains("White to move wins in 2"), "{sgf}");
}

#[test]
fn puzzles_can_be_chosen() {
    let all = lines(&["--moves", "2", GAMES]);
    let short = lines(&["--moves", "1", GAMES]);
    assert!(short.iter().all(|puzzle| puzzle["win_in"] == 1));
    let long = lines(&["--moves", "2..2", GAMES]);
    assert!(long.iter().all(|puzzle| puzzle["win_in"] == 2));
    assert_eq!(short.len() + long.len(), all.len());
    assert!(lines(&["--moves", "2", "--allow-many", GAMES]).len() > all.len());
    assert_eq!(lines(&["--moves", "2", "--limit", "3", GAMES]), all[..3]);
    let theme = all[0]["themes"]
        .as_str()
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    let of_theme = lines(&["--moves", "2", "--themes", theme, GAMES]);
    let has = |puzzle: &&Value| puzzle["themes"].as_str().unwrap().contains(theme);
    assert_eq!(of_theme.len(), all.iter().filter(has).count());
    let one = run(&["puzzles", "--moves", "2", "-j", "1", GAMES]);
    assert_eq!(
        run(&["puzzles", "--moves", "2", "-j", "4", GAMES]).out,
        one.out
    );
}

#[test]
fn a_win_that_the_player_finds_is_one_puzzle() {
    // Black does not play the reply of the solution.
    let game = format!(r"{GAME};bQ /wS1;bA1 bG1\;wA2 -wS1");
    let both = lines(&["--allow-many", "--continuations", &game]);
    let wins: Vec<_> = both.iter().map(|p| (&p["ply"], &p["win_in"])).collect();
    assert_eq!(wins, [(&13.into(), &2.into()), (&15.into(), &1.into())]);
    assert_eq!(lines(&["--allow-many", &game]), both[..1]);
    // A search for wins in 1 alone writes the win in 1.
    let short = lines(&["--allow-many", "--moves", "1", &game]);
    assert_eq!(short[0]["ply"], 15);
    // The player misses the win, and gets another chance.
    let missed = format!(r"{GAME};wA2 bG1\;bB1 bP");
    assert_eq!(lines(&["--moves", "2", &missed]).len(), 2);
    // In other games too, a puzzle replaces the later puzzles of the same win.
    let league = "fixtures/games/league.zip";
    let few = lines(&["--moves", "2", league]);
    let many = lines(&["--moves", "2", "--continuations", league]);
    assert!(few.len() <= many.len() && few.iter().all(|p| has(&many, p)));
}

/// Whether a list has a puzzle, under any number.
fn has(all: &[Value], puzzle: &Value) -> bool {
    all.iter()
        .any(|other| other["position"] == puzzle["position"])
}

#[test]
fn puzzles_of_hex_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.hxt");
    let random = run(&["random", "hex-it-beginner", "-n", "12"]);
    std::fs::write(&file, random.out).unwrap();
    let file = file.to_str().unwrap();
    let all = lines(&["--moves", "2", file]);
    assert!(all.len() > 3, "{}", all.len());
    for puzzle in &all {
        let state = puzzle["position"].as_str().unwrap();
        let solved = run(&["solve", "--moves", "2", "--format", "jsonl", state]);
        let answer: Value = serde_json::from_str(&solved.out).unwrap();
        assert_eq!(answer["win_in"], puzzle["win_in"], "{state}");
        let first = answer["first"].as_array().unwrap();
        assert!(
            first.contains(&puzzle["first"]) || first.len() > 1,
            "{state}"
        );
        assert_eq!(puzzle["themes"], "");
    }
    // The solution as moves.
    let sgf = folder.path().join("one.sgf");
    let sgf = sgf.to_str().unwrap();
    let written = run(&[
        "puzzles", "--moves", "2..2", "--limit", "1", file, "-o", sgf,
    ]);
    assert_eq!(written.code, 0, "{}", written.err);
    let puzzle = &lines(&["--moves", "2..2", "--limit", "1", file])[0];
    let shown = run(&["list", "--format", "jsonl", sgf]).json_lines();
    assert_eq!(shown[0]["plies"], puzzle["ply"].as_u64().unwrap() + 2);
    assert_eq!(
        shown[0]["result"],
        format!("{}Wins", puzzle["side"].as_str().unwrap())
    );
    let page = run(&["puzzles", "--moves", "2", "--format", "html", file]).out;
    assert_eq!(page.matches("<figure").count(), all.len());
    let uhp = run(&["puzzles", "--moves", "2", "--format", "uhp", file]);
    // A line has the state in place of the GameString.
    assert_eq!(uhp.out.lines().count(), all.len());
    assert!(uhp.out.starts_with("hex-it"), "{}", uhp.out);
}

#[test]
fn solutions_are_verified_in_every_game_and_format() {
    for (file, moves, formats) in [
        (
            "fixtures/games/hive.uhp",
            "2",
            &["csv", "tsv", "jsonl", "uhp", "sgf"][..],
        ),
        (
            "fixtures/hexit/games/blitz.hxt",
            "2",
            &["csv", "tsv", "jsonl", "uhp", "sgf"],
        ),
        (VENOM, "1", &["csv", "tsv", "jsonl", "uhp"]),
    ] {
        let puzzles = |format| run(&["puzzles", "--moves", moves, "--format", format, file]).out;
        let count = puzzles("csv").lines().count() - 1;
        assert!(count > 0, "{file}");
        let checked = match count {
            1 => "1 solution".to_owned(),
            count => format!("{count} solutions"),
        };
        for format in formats {
            let text = puzzles(format);
            let verified = run_with(&["solve", "--verify"], text.as_bytes());
            assert_eq!(
                (verified.code, verified.err.as_str()),
                (0, format!("note: checked {checked}: 0 wrong\n").as_str()),
                "{file} {format}"
            );
            assert!(verified.out.contains("  solution: right\n"));
        }
    }
}

#[test]
fn help_explains_every_theme() {
    let page = run(&["help", "themes"]).out;
    let wrong = run(&["puzzles", "--themes", "none", GAMES]).err;
    let (_, names) = wrong.split_once("possible values: ").unwrap();
    let names: Vec<&str> = names[..names.find(']').unwrap()].split(", ").collect();
    assert_eq!(names.len(), 14);
    for name in names {
        let line = page
            .lines()
            .find(|line| line.starts_with(&format!("{name} ")));
        assert!(
            line.is_some_and(|line| line.len() > name.len() + 10),
            "{name}"
        );
    }
    assert!(run(&["puzzles", "--help"]).out.contains("skep help themes"));
}

#[test]
fn a_wrong_solution_is_found_in_every_format() {
    let of = |format, file| {
        let args = ["--limit", "1", "--format", format, file];
        let moves = if file == VENOM { "1" } else { "2..2" };
        run(&[&["puzzles", "--moves", moves], &args[..]].concat())
    };
    let file = "fixtures/hexit/games/blitz-forced-chains.hxt";
    for (format, right, wrong, why) in [
        (
            "csv",
            "N17;M16-O18x;",
            "N14;M16-O18x;",
            "N14 does not win in 2",
        ),
        (
            "jsonl",
            "\"N17;M16-O18x;",
            "\"N14;M16-O18x;",
            "N14 does not win in 2",
        ),
        (
            "uhp",
            " 3 N17;",
            " 5 N17;",
            "states a win in 3 (5 plies), but a win in 2 (3 plies) can be forced",
        ),
        ("uhp", ";*O17+O18", ";N14", "N14 does not win in 1"),
        ("sgf", "wins in 2", "wins in 1", "no win can be forced in 1"),
    ] {
        let text = of(format, file).out;
        assert!(text.contains(right), "{format}: {text}");
        let verified = run_with(
            &["solve", "--verify"],
            text.replacen(right, wrong, 1).as_bytes(),
        );
        assert_eq!(verified.code, 1, "{format}");
        assert!(
            verified.out.contains(&format!("  solution: wrong: {why}")),
            "{format}: {}",
            verified.out
        );
    }
    // A Venom puzzle has no SGF.
    let sgf = of("sgf", VENOM);
    assert_eq!((sgf.code, sgf.out.as_str()), (0, ""));
    assert!(
        sgf.err
            .starts_with("note: left out 1 puzzle that Boardspace SGF"),
        "{}",
        sgf.err
    );
}

#[test]
fn symmetric_positions_are_one_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    // The same game, mirrored.
    let mirrored = GAME
        .split(';')
        .map(|turn| match turn.split_once(' ') {
            Some((piece, place)) => {
                let place: String = place
                    .chars()
                    .map(|c| match c {
                        '/' => '\\',
                        '\\' => '/',
                        c => c,
                    })
                    .collect();
                format!("{piece} {place}")
            }
            None => turn.to_owned(),
        })
        .collect::<Vec<_>>()
        .join(";");
    let file = folder.path().join("both.uhp");
    std::fs::write(&file, format!("{GAME}\n{mirrored}\n")).unwrap();
    assert_eq!(run(&["check", file.to_str().unwrap()]).code, 0);
    assert_eq!(lines(&["--moves", "2", file.to_str().unwrap()]).len(), 1);
}

#[test]
fn nothing_found_and_wrong_arguments_are_named() {
    let none = run(&["puzzles", "Base;InProgress;White[2];wS1;bS1 wS1-"]);
    assert_eq!(
        (none.code, none.err.as_str()),
        (1, "note: no puzzle found\n")
    );
    for moves in ["0", "4", "2..1", "x", "1.."] {
        let run = run(&["puzzles", "--moves", moves, GAME]);
        assert_eq!(run.code, 2, "{moves}");
        assert!(
            run.err.contains("write a number from 1 to 3"),
            "{moves}: {}",
            run.err
        );
    }
    let faults = run(&["puzzles", "--moves", "1", "fixtures/cli/faults.uhp"]);
    assert_eq!(faults.code, 1);
    insta::assert_snapshot!(faults.err, @"note: skipped 3 invalid games; for details: skep check");
}

#[test]
fn puzzles_of_several_files_fit_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let first = folder.path().join("first-game-of-the-league.uhp");
    let first = first.to_str().unwrap();
    let league = "fixtures/games/league.zip";
    let made = run(&[
        "convert", "--first", "1", "--to", "uhp", league, "-o", first,
    ]);
    assert_eq!(made.code, 0, "{}", made.err);
    let table = |width: &str| {
        let args = ["puzzles", "--limit", "3", "fixtures/cli/sound.uhp", first];
        let output = skep(&args).env("COLUMNS", width).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let lines = table("80");
    let solution = r"bM wQ\;wS2 \wS1;bS2 bS1\;wG2 wS1/;bS2 \bS1";
    let row = lines.lines().nth(3).unwrap();
    assert!(row.ends_with(solution) && row.contains(".uhp "), "{lines}");
    assert!(lines.contains("(no room at 80 columns for"), "{lines}");
    let blocks = table("60");
    assert!(blocks.contains("\n\npuzzle: 2\n"), "{blocks}");
    assert!(blocks.ends_with("wider window)\n"), "{blocks}");
}

#[test]
fn puzzles_of_entries_of_several_archives_fit_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let league = "fixtures/games/league.zip";
    let archive = |name: &str, chosen: &[&str]| {
        let path = folder.path().join(name).to_str().unwrap().to_owned();
        let made = run(&[&["convert", league, "-o", &path], chosen].concat());
        assert_eq!(made.code, 0, "{}", made.err);
        path
    };
    let spring = archive("spring-games.pgn.zip", &["--game", "1"]);
    let autumn = archive("autumn-games.pgn.zip", &["--game", "26"]);
    let table = run(&["puzzles", &spring, &autumn]).out;
    let head = table.lines().next().unwrap();
    let words: Vec<&str> = head.split_whitespace().collect();
    assert!(
        words.starts_with(&["puzzle", "number", "source"]),
        "{table}"
    );
    let solution = r"bM wQ\;wS2 \wS1;bS2 bS1\;wG2 wS1/;bS2 \bS1";
    assert!(table.contains(solution), "{table}");
    assert!(
        table.lines().all(|line| line.chars().count() <= 80),
        "{table}"
    );
}

/// The number of a puzzle's game is the one that `list` has and `--game` takes. A number in a file or entry says so.
#[test]
fn numbers_of_games_can_be_typed_back() {
    const LEAGUE: &str = "fixtures/games/league.zip";
    let columns = "number,white,black,date,path,entry,index";
    let rows = |command: &str| {
        let rows = run(&[command, "--columns", columns, "--format", "csv", LEAGUE]).out;
        rows.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (listed, found) = (rows("list"), rows("puzzles"));
    assert!(found.len() > 10, "{found:?}");
    assert!(found.iter().all(|row| listed.contains(row)), "{found:?}");
    assert!(
        found
            .iter()
            .any(|row| !row.starts_with(&format!("{},", row.rsplit(',').next().unwrap())))
    );

    let solved = run(&["solve", "--game", "24", LEAGUE]).out;
    let (place, _) = solved.split_once(", game ").unwrap();
    let number = solved
        .split("game ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap();
    assert!(
        solved.contains(&format!("game {number} of the entry: ")),
        "{solved}"
    );
    let board = |args: &[&str]| run(&[&["show", "--format", "state"], args].concat()).out;
    assert_eq!(
        board(&[place, "--game", number]),
        board(&[LEAGUE, "--game", "24"])
    );
}
