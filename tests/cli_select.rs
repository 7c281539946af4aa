//! `--where`, `skep filter` and `skep count` from outside.

use std::fs;
use std::path::Path;

use crate::skep::{run, run_with, slashes};
use serde_json::Value;

const GAMES: &str = "fixtures/select/games.pgn";

fn fixture(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// Every game of some paths as an object of JSON Lines.
fn objects(paths: &[&str]) -> Vec<Value> {
    let mut args = vec!["convert", "--to", "jsonl", "-q"];
    args.extend(paths);
    let run = run(&args);
    run.json_lines()
}

fn tag<'a>(game: &'a Value, name: &str) -> &'a str {
    game["tags"][name].as_str().unwrap_or("")
}

fn plies(game: &Value) -> u64 {
    game["verdict"]["plies"].as_u64().unwrap()
}

/// A slow and obvious test of a game as JSON Lines has it.
type Scan = fn(&Value) -> bool;

/// Expressions, and what each means of a game.
const CASES: [(&str, Scan); 8] = [
    ("white = Ann", |g| tag(g, "White") == "Ann"),
    ("player ~ bob", |g| {
        let has = |n| tag(g, n).to_lowercase().contains("bob");
        has("White") || has("Black")
    }),
    ("plies >= 4", |g| plies(g) >= 4),
    ("plies >= 4 and white = Ann", |g| {
        plies(g) >= 4 && tag(g, "White") == "Ann"
    }),
    ("result = draw", |g| g["verdict"]["result"] == "Draw"),
    ("type ~ P", |g| {
        g["verdict"]["variant"].as_str().unwrap().contains('P')
    }),
    ("uses(A)", |g| {
        let moves = g["moves"].as_array().unwrap();
        moves
            .iter()
            .any(|m| m["text"].as_str().unwrap().as_bytes().get(1) == Some(&b'A'))
    }),
    ("winner ~ b", |g| {
        let winner = match g["verdict"]["result"].as_str() {
            Some("WhiteWins") => tag(g, "White"),
            Some("BlackWins") => tag(g, "Black"),
            _ => "",
        };
        winner.to_lowercase().contains('b')
    }),
];

fn counts_agree(paths: &[&str]) {
    let objects = objects(paths);
    for (expression, scan) in CASES {
        let expected = objects.iter().filter(|g| scan(g)).count();
        // Only games that convert are among the objects.
        let sound = format!("({expression}) and (status = ok or status = empty)");
        let mut args = vec!["count", "--where", &sound];
        args.extend(paths);
        let counted = run(&args);
        let code = i32::from(expected == 0);
        // Of a text that only a part of other texts is.
        let told = counted
            .err
            .lines()
            .filter(|line| !line.contains("for a part of the text"));
        let told: String = told.map(|line| format!("{line}\n")).collect();
        assert_eq!(
            (counted.code, told.as_str()),
            (code, ["", "note: no game matches\n"][code as usize]),
            "{expression}"
        );
        assert_eq!(counted.out, format!("{expected}\n"), "{expression}");
    }
}

#[test]
fn selections_are_those_of_a_slow_scan() {
    counts_agree(&[GAMES]);
    counts_agree(&["fixtures/cli/sound.uhp", GAMES]);
    if let Some(corpus) = skep_testing::shared("corpus/boardspace-2020") {
        counts_agree(&[corpus.to_str().unwrap()]);
    }
}

#[test]
fn selected_games_are_written_as_they_are() {
    let all = run(&["filter", GAMES]);
    assert_eq!((all.code, all.err.as_str()), (0, ""));
    assert_eq!(all.out.trim_end(), fixture(GAMES).trim_end());
    let one = run(&["filter", "--where", "kind = tournament", GAMES]);
    assert!(fixture(GAMES).starts_with(&one.out), "{}", one.out);
    assert_eq!(one.out.matches("[Result").count(), 1);
    // Invalid games are games too.
    let bad = run(&["filter", "fixtures/cli/faults.uhp"]);
    assert_eq!(bad.code, 0);
    let games = fixture("fixtures/cli/faults.uhp");
    for line in bad.out.lines() {
        assert!(games.contains(line), "{line}");
    }
    let none = run(&["filter", "--where", "white = Nobody", GAMES]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
}

#[test]
fn a_run_without_a_match_ends_with_1_as_in_grep() {
    for args in [
        &["filter"][..],
        &["count"],
        &["count", "--by", "variant"],
        &["check"],
        &["convert", "--to", "uhp"],
        &["head"],
        &["sort"],
        &["dedup"],
        &["stats"],
        &["players"],
        &["openings"],
        &["report"],
        &["export", "--format", "jsonl"],
        &["annotate"],
        &["audit", "--rules", "default,draw"],
    ] {
        let with = |expression| run(&[args, &["--where", expression, GAMES]].concat()).code;
        assert_eq!(with("white = Nobody"), 1, "{args:?}");
        if args[0] != "audit" {
            assert_eq!(with("white = Ann"), 0, "{args:?}");
        }
    }
    let help = run(&["filter", "--help"]).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let meaning = "or no game was found or matches";
    assert!(help.contains(meaning), "{help}");
    // An unreadable path is worse.
    assert_eq!(
        run(&["count", "--where", "white = Nobody", "no/such"]).code,
        2
    );
}

#[test]
fn a_field_that_no_game_has_is_a_warning_at_the_end() {
    let folder = "fixtures/select/rules.uhp";
    let warning = "warning: no game has a value for elo, which --where tests\n";
    for args in [
        &["count"][..],
        &["filter"],
        &["head"],
        &["stats"],
        &["dedup", "--beginnings", "-q"],
    ] {
        let run = run(&[args, &["--where", "elo > 1500", folder]].concat());
        assert_eq!(run.code, 1, "{args:?}");
        assert_eq!(run.err.matches(warning).count(), 1, "{args:?}: {}", run.err);
    }
    let known = run(&["count", "--where", "elo > 1500", folder, GAMES]);
    assert_eq!((known.code, &*known.out, &*known.err), (0, "2\n", ""));
}

#[test]
fn usual_spellings_select_the_same_games() {
    let count = |expression: &str| {
        let run = run(&["count", "--where", expression, GAMES]);
        assert_eq!((run.code, &*run.err), (0, ""), "{expression}");
        run.out
    };
    for (typed, meant) in [
        ("winner = white", "result = WhiteWins"),
        ("result = 1-0", "result = WhiteWins"),
        ("result == draw", "result = Draw"),
        ("variant = MLP", "variant = Base+MLP"),
        ("white = ann", "white = Ann"),
        ("year = 2024", "date = 2024"),
        ("month = 2024-03", "date = 2024-03"),
        ("white in (Ann, Cid)", "white = Ann or white = Cid"),
        (
            "white = Ann && !(plies > 4)",
            "white = Ann and not plies > 4",
        ),
        ("player ~ /^bob/", "player ~ bob"),
        ("opening = \"Ladybug opening\"", "opening = wL"),
    ] {
        assert_eq!(count(typed), count(meant), "{typed}");
    }
}

#[test]
fn the_winner_is_a_player() {
    for (wrong, help) in [
        ("winner = draw", "write result = draw"),
        ("loser != 1-0", "write result = 1-0"),
        ("winner in (Ann, none)", "result = InProgress"),
    ] {
        let run = run(&["count", "--where", wrong, GAMES]);
        assert_eq!((run.code, &*run.out), (2, ""), "{wrong}");
        assert!(run.err.contains(help), "{wrong}: {}", run.err);
    }
    // In quotes it is a name.
    assert_eq!(
        run(&["count", "--where", "winner = \"draw\"", GAMES]).out,
        "0\n"
    );
}

#[test]
fn filtering_and_counting_commute() {
    for (expression, _) in CASES {
        let filtered = run(&["filter", "--where", expression, GAMES]);
        let counted = run(&["count", "--where", expression, GAMES]);
        let again = match filtered.out.as_str() {
            "" => "0\n".to_owned(),
            games => run_with(&["count", "-"], games.as_bytes()).out,
        };
        assert_eq!(again, counted.out, "{expression}");
        let converted = run(&["convert", "-q", "--to", "uhp", "--where", expression, GAMES]);
        assert_eq!(format!("{}\n", converted.out.lines().count()), counted.out);
        let checked = run(&["check", "--format", "jsonl", "--where", expression, GAMES]);
        assert_eq!(format!("{}\n", checked.out.lines().count()), counted.out);
    }
}

#[test]
fn selecting_twice_is_selecting_by_both() {
    for (a, _) in CASES {
        for (b, _) in CASES {
            let both = run(&["filter", "--where", &format!("({a}) and ({b})"), GAMES]);
            let first = run(&["filter", "--where", a, GAMES]).out;
            let second = match first.as_str() {
                "" => first,
                games => run_with(&["filter", "--where", b, "-"], games.as_bytes()).out,
            };
            assert_eq!(both.out, second, "{a}; {b}");
        }
    }
}

#[test]
fn games_are_counted_by_file() {
    let where_ = ["--where", "player = Ann"];
    let counts = run(&[&["count", "--by", "path", "fixtures/select"][..], &where_].concat());
    assert_eq!(
        (counts.code, counts.out.as_str()),
        (
            0,
            "games  path\n    5  fixtures/select/twice.pgn\n    4  fixtures/select/games.pgn\n"
        )
    );
    let refused = run(&[&["filter", "-c", GAMES][..], &where_].concat());
    assert_eq!(refused.code, 2);
    let tip = "use skep count --by path FILE";
    assert!(refused.err.contains(tip), "{}", refused.err);
}

#[test]
fn selected_games_are_written_in_another_notation() {
    let expression = "plies >= 2";
    let filtered = run(&["filter", "--to", "uhp", "--where", expression, GAMES]);
    let converted = run(&["convert", "--to", "uhp", "--where", expression, GAMES]);
    assert_eq!((filtered.code, &filtered.out), (0, &converted.out));
    assert_eq!(
        filtered.err,
        "note: UHP cannot hold tags; left out results that the board does not show (in 3 of 5 games; keep them with --state stated); for details: --explain-loss\n"
    );
    // Invalid games have no place there.
    let faults = run(&["filter", "--to", "uhp", "fixtures/cli/faults.uhp"]);
    assert_eq!(faults.code, 1);
    assert_eq!(faults.out.lines().count(), 3);
    assert!(
        faults.err.ends_with("\n3 games written, 3 games skipped\n"),
        "{}",
        faults.err
    );
}

#[test]
fn of_many_games_that_cannot_be_written_some_are_named() {
    let games = "Base;InProgress;White[2];wS1;bS1 bS1-\n".repeat(50);
    for command in ["filter", "convert"] {
        let run = run_with(&[command, "--to", "pgn", "-"], games.as_bytes());
        assert_eq!(run.code, 1);
        assert_eq!(run.err.matches("error[").count(), 20);
        assert!(
            run.err.contains("30 more games are not listed"),
            "{}",
            run.err
        );
        assert!(run.err.contains("50 games skipped"), "{}", run.err);
    }
}

#[test]
fn threads_change_nothing() {
    let folder = "fixtures";
    for args in [
        &["filter", "--where", "plies > 3", "--to", "jsonl", folder][..],
        &["count", "--by", "variant", folder],
        &[
            "count",
            "--by",
            "player",
            "--where",
            "known(player)",
            folder,
        ],
    ] {
        let with = |threads: &str| run(&[args, &["--threads", threads]].concat());
        let one = with("1");
        assert_eq!(one, with("2"), "{args:?}");
        assert_eq!(one, with("7"), "{args:?}");
        assert!(!one.out.is_empty());
    }
}

#[test]
fn counts_by_a_field_add_up() {
    let by = |field: &str| {
        let run = run(&["count", "--by", field, "--format", "csv", GAMES]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    assert_eq!(
        by("variant"),
        "games,variant\n2,Base+MLP\n1,Base\n1,Base+M\n1,Base+P\n"
    );
    assert_eq!(
        by("player"),
        "games,player\n4,Ann\n2,Bob\n1,\n1,Bobby\n1,Cid\n1,Dob\n"
    );
    assert_eq!(
        by("date"),
        "games,date\n1,\n1,2023-12-31\n1,2024\n1,2024-03\n1,2024-03-09\n"
    );
    assert_eq!(
        by("result"),
        "games,result\n1,\n1,BlackWins\n1,Draw\n1,InProgress\n1,WhiteWins\n"
    );
}

#[test]
fn a_bad_expression_is_shown_and_ends_with_2() {
    for command in ["filter", "count", "check"] {
        let run = run(&[command, "--where", "plies > 3 and date >= soon", GAMES]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command}");
        insta::assert_snapshot!("bad_expression", run.err);
    }
    let field = run(&["count", "--where", "elo2 > 3", GAMES]);
    assert_eq!(field.code, 2);
    insta::assert_snapshot!("bad_field", field.err);
}

#[test]
fn a_game_without_turns_is_neither_valid_nor_invalid() {
    let games = "Base;InProgress;White[2];wG1;bG1 wG1-\nBase;NotStarted;White[1]\n";
    let on = |args: &[&str]| run_with(args, games.as_bytes());
    let count = |expression: &str| on(&["count", "--where", expression, "-"]).out;
    assert_eq!(count("status = ok"), "1\n");
    assert_eq!(count("status = empty"), "1\n");
    assert_eq!(count("known(opening)"), "1\n");
    let faults = "fixtures/cli/faults.uhp";
    let of_faults = |expression: &str| run(&["count", "--where", expression, faults]).out;
    assert_eq!(of_faults("known(opening)"), of_faults("status = ok"));
    let check = on(&["check", "-"]).out;
    let total = check.lines().find(|line| line.starts_with("Base")).unwrap();
    assert_eq!(total.split_whitespace().nth(3), Some("1"), "{check}");
    let report = on(&["report", "-"]).out;
    for card in ["valid</span></dt><dd>1</dd>", "empty</span></dt><dd>1</dd>"] {
        assert!(report.contains(card), "{card}");
    }
}

#[test]
fn a_path_that_cannot_be_read_ends_with_2() {
    for command in ["filter", "count"] {
        let run = run(&[command, "no/such/file", GAMES]);
        assert_eq!(run.code, 2, "{command}");
        assert!(run.err.contains("no/such/file"), "{}", run.err);
        // The path can be that of the output without -o.
        assert_eq!(run.out, "");
    }
}

/// Games of a league, with two files in an archive.
const LEAGUE: &str = "fixtures/games/league.zip";

#[test]
fn the_source_is_what_list_shows() {
    let count = |filter: &str| run(&["count", "--where", filter, LEAGUE]).out;
    assert_eq!(count("source ~ spring"), "18\n");
    let whole = "source = 'fixtures/games/league.zip!league/spring.pgn'";
    assert_eq!(count(whole), "18\n");
    assert_eq!(count("path ~ spring"), "0\n");
    let by = run(&["count", "--by", "source", "--format", "csv", LEAGUE]).out;
    assert!(
        by.starts_with("games,source\n18,fixtures/games/league.zip!league/spring.pgn\n"),
        "{by}"
    );
    let sorted = run(&["sort", "--by", "-source", "--to", "uhp", LEAGUE]);
    assert_eq!((sorted.code, sorted.out.lines().count()), (0, 30));
}

#[test]
fn a_date_may_have_dots() {
    let count = |filter: &str| run(&["count", "--where", filter, LEAGUE]);
    for (dots, hyphens) in [
        ("date = 2024.03", "date = 2024-03"),
        ("date >= 2024.03.09", "date >= 2024-03-09"),
        ("month = 2024.03", "month = 2024-03"),
    ] {
        assert_eq!(count(dots), count(hyphens), "{dots}");
        assert_eq!(count(dots).code, 0, "{dots}");
    }
}

#[test]
fn a_likely_slip_is_an_error_with_a_tip() {
    let mut told = String::new();
    for filter in ["winner ~ white", "white = A*", "player = *a*b"] {
        let run = run(&["count", "--where", filter, LEAGUE]);
        assert_eq!(run.code, 2, "{filter}");
        told += &run.err;
    }
    insta::assert_snapshot!(told, @r#"
    error: `white` is not a value of `winner`
     --> --where:1:10
      |
    1 | winner ~ white
      |          ^^^^^
      |
      = help: write winner = white; for a player of that name, winner ~ "white"
    error: `A*` is not a value of `white`
     --> --where:1:9
      |
    1 | white = A*
      |         ^^
      |
      = help: * is not a wildcard: write white ~ /^A/; for a name with *, put it in quotes
    error: `*a*b` is not a value of `player`
     --> --where:1:10
      |
    1 | player = *a*b
      |          ^^^^
      |
      = help: * is not a wildcard: write player ~ /a.*b$/; for a name with *, put it in quotes
    "#);
    let glob = run(&["count", "--where", "variant = venm*", LEAGUE]);
    assert_eq!(glob.code, 1);
    // In quotes, it is a name.
    let quoted = run(&["count", "--where", "white = \"A*\"", LEAGUE]);
    assert_eq!((quoted.code, &*quoted.out), (1, "0\n"));
    let hexit = run(&["count", "--where", "variant = hex-it", LEAGUE]);
    assert!(hexit.err.contains("write game = hex-it"), "{}", hexit.err);
}

#[test]
fn openings_of_a_player_or_a_position_that_no_game_has() {
    let lower = run(&["openings", "--player", "ada", LEAGUE]);
    assert_eq!(lower, run(&["openings", "--player", "Ada", LEAGUE]));
    assert_eq!(lower.code, 0);
    let nobody = run(&["openings", "--player", "nobody", LEAGUE]);
    assert_eq!(nobody.code, 1);
    insta::assert_snapshot!(nobody.err, @"
    note: skipped 30 games that the player did not play
    note: no game was counted
    ");
    let start = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let other = run(&["openings", "--from-game", start, LEAGUE]);
    assert_eq!(other.code, 1);
    insta::assert_snapshot!(other.err, @"
    note: skipped 30 games of variants that --from-game does not fit
    note: no game was counted
    warning: --from-game has the variant Base, but the games are Base+MLP; to search all variants, leave out its variant
    ");
}

#[test]
fn an_unknown_tag_of_by_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rounds");
    let split = run(&[
        "split",
        "--by",
        "tag(Rownd)",
        "-o",
        out.to_str().unwrap(),
        LEAGUE,
    ]);
    let sort = run(&["sort", "--by", "tag(Rownd)", LEAGUE]);
    for run in [split, sort] {
        let said = "warning: no game has a value for tag(Rownd) (--by)";
        assert!(run.err.contains(said), "{}", run.err);
        assert_eq!(run.code, 0);
    }
    let known = run(&["sort", "--by", "tag(White)", LEAGUE]);
    assert!(!known.err.contains("warning"), "{}", known.err);
}

/// As in grep, no game is 1: `skep check -q FOLDER && echo valid` must not print "valid" for a folder without games.
#[test]
fn no_game_is_1_in_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("input");
    fs::create_dir(&input).unwrap();
    for name in ["a.txt", "b.txt", "c.txt", "d.txt"] {
        fs::write(input.join(name), "a shopping list\n").unwrap();
    }
    let input = input.to_str().unwrap();
    let out = folder.path().join("out");
    let out = out.to_str().unwrap();
    let quiet = run(&["check", "-q", input]);
    assert_eq!((quiet.code, &*quiet.out, &*quiet.err), (1, "", ""));
    let commands: [&[&str]; 18] = [
        &["check"],
        &["count"],
        &["list"],
        &["head"],
        &["filter", "--where", "plies > 1"],
        &["convert", "--to", "uhp"],
        &["sort"],
        &["dedup"],
        &["split", "--by", "variant", "-o", out],
        &["index", "-o", out],
        &["stats"],
        &["stats", "--where", "plies > 1"],
        &["openings"],
        &["players"],
        &["export", "--table", "games", "--format", "csv"],
        &["report", "-o", out],
        &["annotate"],
        &["puzzles"],
    ];
    for command in commands {
        let run = run(&[command, &[input]].concat());
        assert_eq!(run.code, 1, "{command:?}: {}", run.err);
        let names = ["a", "b", "c"].map(|name| slashes(&format!("{input}/{name}.txt")));
        let note = format!(
            "note: no games found; skipped 4 files that are not game records: {}, …\n",
            names.join(", ")
        );
        assert!(run.err.contains(&note), "{command:?}: {}", run.err);
    }
    let show = run(&["show", input]);
    assert_eq!((show.code, show.out), (1, String::new()));
}

#[test]
fn the_source_of_a_game_is_an_input() {
    let folder = tempfile::tempdir().unwrap();
    let zip = folder.path().join("faults.zip");
    let mut archive = zip::ZipWriter::new(fs::File::create(&zip).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    archive.start_file("cli/faults.uhp", options).unwrap();
    let faults = fs::read("fixtures/cli/faults.uhp").unwrap();
    std::io::Write::write_all(&mut archive, &faults).unwrap();
    archive.finish().unwrap();
    let zip = slashes(zip.to_str().unwrap());
    let entry = format!("{zip}!cli/faults.uhp");

    let whole = run(&["check", &zip]);
    let alone = run(&["check", &entry]);
    assert_eq!((whole.code, &whole.out), (alone.code, &alone.out));
    assert!(
        whole.out.contains(&format!("--> {entry}:2:43")),
        "{}",
        whole.out
    );
    let list = run(&["list", "--first", "1", &entry]);
    assert!(
        list.out.contains("faults.zip!cli/faults.uhp"),
        "{}",
        list.out
    );
    let shown = run(&["show", &entry, "--game", "2"]);
    assert_eq!(
        shown.out,
        run(&["show", "fixtures/cli/faults.uhp", "--game", "2"]).out
    );

    let missing = format!("{zip}!cli/none");
    let none = run(&["count", &missing]);
    assert_eq!(none.code, 2);
    let says = format!("error[unreadable]: {missing}: no such entry in the archive\n");
    assert_eq!(none.err, says);
}

/// A line of moves without a variant is a line of every variant that has its bugs.
#[test]
fn from_game_and_reaches_mean_the_same() {
    let mut most = 0;
    for line in [
        "wS1;bS1 wS1-",
        "wL;bL wL-",
        "wL",
        "wL bL",
        "wS1, bB1, wQ -wS1",
        "Base+MLP;wL;bL wL-",
        "Base;wG1;bS1 wG1-",
        "wS1;bB1 wS1-;wQ -wS1",
    ] {
        let reached = run(&[
            "count",
            "--where",
            &format!("reaches(\"{line}\")"),
            "fixtures/games",
            "fixtures/analysis",
        ]);
        let rows = run(&[
            "openings",
            "--from-game",
            line,
            "--format",
            "jsonl",
            "--depth",
            "1",
            "--min-games",
            "1",
            "fixtures/games",
            "fixtures/analysis",
        ]);
        let root = |row: &Value| (row["depth"] == 0).then(|| row["reached"].as_u64().unwrap());
        let rows = rows.json_lines();
        let games: u64 = rows.iter().filter_map(root).sum();
        assert_eq!(games.to_string(), reached.out.trim(), "{line}");
        most = most.max(rows.iter().filter_map(root).count());
    }
    assert!(most > 1, "{most}");
}

/// The count of games that an expression selects.
fn counted(expression: &str) -> String {
    let made = run(&[
        "count",
        "--where",
        expression,
        "fixtures/games",
        "fixtures/analysis",
    ]);
    assert!(made.code < 2, "{expression}: {}", made.err);
    made.out.trim().to_owned()
}

#[test]
fn positions_of_a_file_are_reached_like_the_lines_that_lead_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let lines = [
        "Base;wS1;bS1 wS1-",
        "Base+MLP;wL;bL wL-",
        "Base;wG1;bS1 wG1-",
    ];
    let either = lines
        .map(|line| format!("reaches(\"{line}\")"))
        .join(" or ");
    let expected = counted(&either);
    assert_ne!(expected, "0");
    let line = file(
        "lines.txt",
        &format!("# positions\n\n{}\n", lines.join("\n")),
    );
    let games = lines.map(|line| run(&["convert", "--to", "uhp", line]).out.replace('\n', ""));
    let games = file("games.uhp", &games.join("\n"));
    let states = lines.map(|line| run(&["show", "--format", "state", line]).out);
    let hops = lines.map(|line| run(&["show", "--format", "hop", line]).out);
    for name in [
        line,
        games,
        file("states.txt", &states.concat()),
        file("hops.txt", &hops.concat()),
    ] {
        assert_eq!(counted(&format!("reaches(\"{name}\")")), expected, "{name}");
    }
    let state = counted(&format!("reaches(\"{}\")", states[0].trim()));
    assert_eq!(state, counted(&format!("reaches(\"{}\")", lines[0])));
    let wrong = file("wrong.txt", "wS1;bS1 wS1-\nhello\n");
    let made = run(&[
        "count",
        "--where",
        &format!("reaches('{wrong}')"),
        "fixtures/games",
    ]);
    assert_eq!(made.code, 2);
    assert!(
        made.err.contains("game 2 is not valid (status syntax)"),
        "{}",
        made.err
    );
}

/// The line of two queens and two spiders is its own image with the colours exchanged, but for the player to move.
#[test]
fn the_colours_of_a_position_can_be_exchanged() {
    let game = "Base;wS1;bS1 wS1-;wQ /wS1;bQ bS1-;wQ -wS1";
    for (expression, games) in [
        ("reaches(\"Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-\")", "0"),
        (
            "reaches(\"Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-\", either)",
            "1",
        ),
        (
            "reaches(\"Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-\", EITHER)",
            "1",
        ),
        ("reaches(\"wS1;bS1 wS1-;wQ -wS1;bQ bS1-\", either)", "1"),
        (
            "reaches(\"Base+M;wS1;bS1 wS1-;wQ -wS1;bQ bS1-\", either)",
            "0",
        ),
    ] {
        let made = run(&["count", "--where", expression, game]);
        assert_eq!(made.out.trim(), games, "{expression}: {}", made.err);
    }
    let wrong = run(&["count", "--where", "reaches(wS1, both)", game]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("expected `either`"), "{}", wrong.err);
}

/// `--player` means the same in every command, also with other names of the player.
#[test]
fn a_player_is_chosen_in_every_command() {
    let games = |args: &[&str]| run(&[args, &[LEAGUE]].concat()).out;
    let ada = "player = Ada";
    for command in [
        &["list"][..],
        &["count"],
        &["stats"],
        &["convert", "--to", "uhp"],
        &["check"],
    ] {
        let by_option = games(&[command, &["--player", "ada"]].concat());
        assert_eq!(
            by_option,
            games(&[command, &["--where", ada]].concat()),
            "{command:?}"
        );
    }
    let both = games(&[
        "count",
        "--player",
        "Ada",
        "--where",
        "result = draw or plies > 50",
    ]);
    let whole = games(&[
        "count",
        "--where",
        "player = Ada and (result = draw or plies > 50)",
    ]);
    assert_eq!(both, whole);
    assert_eq!(run(&["count", "--player", "No \"One\"", LEAGUE]).out, "0\n");
    let wrong = run(&["count", "--player", "Ada", "--where", "plies > > 3", LEAGUE]);
    assert_eq!(wrong.code, 2);
    assert!(!wrong.err.contains("Ada"), "{}", wrong.err);

    let folder = tempfile::tempdir().unwrap();
    let aliases = folder.path().join("players.tsv");
    fs::write(&aliases, "Ada\tBela\tEmre\n").unwrap();
    let aliases = ["--aliases", aliases.to_str().unwrap()];
    let three = games(&["stats", "--where", "player in (Ada, Bela, Emre)"]);
    for name in ["Ada", "bela"] {
        let chosen = games(&[&["stats", "--player", name], &aliases[..]].concat());
        assert_eq!(chosen, three, "{name}");
    }
}

#[test]
fn games_are_counted_by_several_fields() {
    let rows = run(&["count", "--by", "variant,result", "fixtures/games"]);
    insta::assert_snapshot!(rows.out);
    // The rows of one field are the sums of the rows of two.
    let rows = |by: &str| {
        let counted = run(&["count", "--by", by, "--format", "jsonl", LEAGUE]);
        assert_eq!((counted.code, counted.err.as_str()), (0, ""));
        counted.json_lines()
    };
    for field in ["result", "player", "tag(Round)"] {
        let mut sums = std::collections::BTreeMap::new();
        for row in rows(&format!("{field},year")) {
            *sums.entry(row[field].to_string()).or_insert(0) += row["games"].as_u64().unwrap();
        }
        let one = rows(field);
        assert_eq!(one.len(), sums.len(), "{field}");
        for row in one {
            assert_eq!(
                row["games"].as_u64(),
                sums.get(&row[field].to_string()).copied()
            );
        }
    }
    let unknown = run(&["count", "--by", "white,resul", LEAGUE]);
    assert_eq!(unknown.code, 2);
    insta::assert_snapshot!(unknown.err, @"
    error: invalid value 'resul' for '--by <FIELD>': unknown field `resul`; did you mean result? for a tag of the record: tag(resul)

    For more information, try '--help'.
    ");
    let tag = run(&["count", "--by", "tag(Rownd)", LEAGUE]);
    insta::assert_snapshot!(tag.err, @"warning: no game has a value for tag(Rownd) (--by)");
}

#[test]
fn findings_are_fields() {
    let faults = "fixtures/cli/faults.uhp";
    let checked = run(&["check", "--format", "jsonl", faults]).json_lines();
    let codes = |game: &Value| {
        let found = game["diagnostics"].as_array().unwrap().iter();
        found
            .map(|found| found["code"].as_str().unwrap().to_owned())
            .collect::<Vec<String>>()
    };
    let count = |filter: &str| {
        run(&["count", "--where", filter, faults])
            .out
            .trim()
            .to_owned()
    };
    let with = |test: &dyn Fn(&Value) -> bool| {
        checked.iter().filter(|game| test(game)).count().to_string()
    };
    // A valid game has an empty list of codes, which is known, and no worst severity.
    let clean = run(&[
        "count",
        "--where",
        "code = illegal-move or severity = error",
        "fixtures/cli/sound.uhp",
    ]);
    assert_eq!(
        (clean.out.as_str(), clean.err.as_str()),
        ("0\n", "note: no game matches\n")
    );
    let clean = run(&[
        "count",
        "--where",
        "code != illegal-move and not known(severity)",
        "fixtures/cli/sound.uhp",
    ]);
    assert_eq!((clean.code, clean.err.as_str()), (0, ""));
    let illegal = with(&|game| codes(game).contains(&"illegal-move".to_owned()));
    assert_ne!(illegal, "0");
    assert_eq!(count("code = illegal-move"), illegal);
    let severity = |game: &Value, wanted: &str| {
        let found = game["diagnostics"].as_array().unwrap().iter();
        found.filter(|found| found["severity"] == wanted).count()
    };
    assert_eq!(
        count("severity = error"),
        with(&|game| severity(game, "error") > 0)
    );
    assert_eq!(
        count("remarks >= 1"),
        with(&|game| severity(game, "remark") >= 1)
    );
    assert_eq!(
        count("warnings = 0"),
        with(&|game| severity(game, "warning") == 0)
    );
    let wrong = run(&["count", "--where", "code = ilegal-move", faults]);
    assert!(
        wrong.code == 2 && wrong.err.contains("illegal-move"),
        "{}",
        wrong.err
    );
    // Each finding of a game counts.
    let by = run(&["count", "--by", "code", "--format", "csv", faults]).out;
    assert!(by.contains(&format!("{illegal},illegal-move\n")), "{by}");
}

#[test]
fn the_nearest_player_is_named() {
    let text = "[White \"Dumbot\"]\n[Black \"Ann Lee\"]\n\n1. wS1 bS1 wS1-\n\n[White \"Dumont\"]\n[Black \"Bob\"]\n\n1. wS1 bS1 wS1-\n";
    let warned = |args: &[&str]| {
        let run = run_with(&[&["count"], args, &["-"]].concat(), text.as_bytes());
        run.err
            .lines()
            .find(|line| line.starts_with("warning"))
            .map(str::to_owned)
    };
    let near = |test: &str, name: &str| {
        Some(format!(
            "warning: no tested game has {test}; did you mean {name}?"
        ))
    };
    for (filter, test, name) in [
        ("white = Dumbto", "white = Dumbto", "Dumbot"),
        ("player in (Zoe, Bop)", "player = Bop", "Bob"),
        ("plies > 1 and black = Bop", "black = Bop", "Bob"),
    ] {
        assert_eq!(warned(&["--where", filter]), near(test, name), "{filter}");
    }
    assert_eq!(
        warned(&["--player", "ann le"]),
        near("player = ann le", "Ann Lee")
    );
    for (filter, test, part) in [
        ("black = ann", "black = ann", "black ~ ann"),
        ("player = 'Dum*'", "player = Dum*", "player ~ Dum"),
    ] {
        let part =
            format!("warning: no tested game has {test}; for a part of the text, use {part}");
        assert_eq!(warned(&["--where", filter]), Some(part), "{filter}");
    }
    for no in [
        "white = Dumbot",
        // A game matches, so nobody is looked for in vain.
        "white = Bop or black = Bob",
        "player in (Dumbot, Bop)",
        "white = Zoe",
        "white != Dumbto",
        "white ~ Dumbto",
    ] {
        assert_eq!(warned(&["--where", no]), None, "{no}");
    }
}

#[test]
fn a_value_can_come_before_its_field() {
    const LEAGUE: &str = "fixtures/games/league.zip";
    let count = |filter: &str| run(&["count", "--where", filter, LEAGUE]);
    for (first, second) in [
        ("20 <= plies", "plies >= 20"),
        ("30 > plies", "plies < 30"),
        ("'Ada' = white", "white = Ada"),
        ("20 < plies < 40", "plies > 20 and plies < 40"),
        (
            "40 >= plies > 24 or 50 = plies",
            "plies = 25..40 or plies = 50",
        ),
        ("2024-09 <= date", "date >= 2024-09"),
        ("1500 < elo", "elo > 1500"),
        ("not 20 <= plies < 40", "not (plies = 20..39)"),
    ] {
        let (one, two) = (count(first), count(second));
        assert_eq!(
            (one.code, &one.out),
            (two.code, &two.out),
            "{first}: {}",
            one.err
        );
    }
    for (wrong, help) in [
        ("draw = result", "write result = draw"),
        ("1200 < elo < 1500", "write elo = 20..30"),
        ("20 = plies = 30", "only < <= > >= can follow one another"),
        ("20 ~ plies", "unknown field `20`"),
        ("30 <= nonsense", "unknown field `30`"),
    ] {
        let run = count(wrong);
        assert_eq!(run.code, 2, "{wrong}");
        assert!(run.err.contains(help), "{wrong}: {}", run.err);
    }
}

/// `white = black` compares the players, and `winner = black` is the side.
#[test]
fn the_names_of_two_players_are_compared() {
    let pgn = |white: &str, black: &str| {
        let tags = format!("[GameType \"Base\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n");
        format!("{tags}\n1. wS1\n2. bS1 wS1-\n\n")
    };
    let games = [pgn("Ann", "ann"), pgn("Ann", "Bob"), pgn("", "Bob")].concat();
    for (filter, expected) in [
        ("white = black", "1\n"),
        ("black = white", "1\n"),
        ("white != black", "1\n"),
        ("tag(White) = tag(Black)", "1\n"),
    ] {
        let run = run_with(&["count", "--where", filter, "-"], games.as_bytes());
        assert_eq!(run.out, expected, "{filter}: {}", run.err);
    }
    assert_eq!(
        run_with(
            &["count", "--where", "white = white", "-"],
            games.as_bytes()
        )
        .code,
        2
    );
    let of_side = "fixtures/games/league.zip";
    let won = |filter| run(&["count", "--where", filter, of_side]).out;
    assert_eq!(won("winner = black"), won("result = black"));
}

/// A path that is not UTF-8 goes through a pipe, as bytes with -l and -0, and as text with tsv.
#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_not_utf8_can_be_piped_back() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let names: [&[u8]; 3] = [b"caf\xe9.uhp", b"caf\xe8.uhp", "\u{fffd}e9.uhp".as_bytes()];
    for (i, name) in (1..).zip(names) {
        let game = "Base;InProgress;White[2];wS1;bS1 wS1-\n".repeat(i);
        fs::write(folder.path().join(OsStr::from_bytes(name)), game).unwrap();
    }
    let at = folder.path().to_str().unwrap();
    let bytes = |args: &[&str]| crate::skep::skep(args).output().unwrap().stdout;
    for (option, end) in [("-l", b'\n'), ("-0", b'\0')] {
        let listed = bytes(&["list", option, at]);
        let mut paths: Vec<&[u8]> = listed.split(|b| *b == end).collect();
        assert_eq!(paths.pop(), Some(&b""[..]));
        let mut found: Vec<&[u8]> = paths
            .iter()
            .map(|path| {
                Path::new(OsStr::from_bytes(path))
                    .file_name()
                    .unwrap()
                    .as_bytes()
            })
            .collect();
        found.sort();
        let mut expected = names.to_vec();
        expected.sort();
        assert_eq!(found, expected, "{option}");
        let back = run_with(&["count", "--files-from", "-"], &listed);
        assert_eq!(back.out, "6\n", "{option}");
    }
    let rows = run(&["count", "--by", "path", "--format", "tsv", at]).out;
    let rows: Vec<(&str, &str)> = rows
        .lines()
        .skip(1)
        .filter_map(|row| row.split_once('\t'))
        .collect();
    assert_eq!(rows.len(), 3, "{rows:?}");
    for (games, path) in rows {
        assert_eq!(run(&["count", path]).out.trim(), games, "{path}");
        let first = format!("{path}:1");
        assert_eq!(run(&["count", &first]).out, "1\n", "{first}");
    }
}

/// In every command that reads games from a pipe.
#[test]
fn names_of_files_in_place_of_games_get_a_hint() {
    const COMMANDS: [&[&str]; 16] = [
        &["list"],
        &["count"],
        &["check"],
        &["convert"],
        &["sort"],
        &["split", "--by", "white", "-o", "DIR"],
        &["dedup"],
        &["stats"],
        &["openings"],
        &["players"],
        &["novelty"],
        &["related"],
        &["annotate"],
        &["puzzles"],
        &["show"],
        &["moves"],
    ];
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out");
    for command in COMMANDS {
        let words: Vec<&str> = command
            .iter()
            .map(|word| {
                if *word == "DIR" {
                    output.to_str().unwrap()
                } else {
                    *word
                }
            })
            .collect();
        let run = run_with(&words, b"Cargo.toml\nREADME.md\n");
        let said = format!("{}{}", run.out, run.err);
        assert_eq!(
            said.matches("use --files-from -").count(),
            1,
            "{command:?}: {said}"
        );
    }
}

#[test]
fn dates_from_today_need_no_quotes() {
    let count = |filter: &str| {
        let run = run(&["count", "--where", filter, LEAGUE]);
        assert!(run.code < 2, "{filter}: {}", run.err);
        run.out
    };
    let all = run(&["count", LEAGUE]).out;
    // All games of the league are older.
    for date in [
        "today",
        "yesterday",
        "today - 30",
        "today-30",
        "today - 30 days",
        "last week",
        "last month",
        "last 30 days",
        "3 weeks ago",
        "March 2025",
    ] {
        for date in [date.to_owned(), format!("\"{date}\"")] {
            assert_eq!(count(&format!("date < {date}")), all, "{date}");
            assert_eq!(
                count(&format!("date < {date} and plies > 0")),
                all,
                "{date}"
            );
            assert_eq!(
                count(&format!("date >= {date} or plies = 0")),
                "0\n",
                "{date}"
            );
        }
    }
    assert_eq!(count("date = March 2024"), count("date = 2024-03"));
    for cut in ["today -", "last", "- last month", "last month -", "30 days"] {
        for cut in [cut.to_owned(), format!("\"{cut}\"")] {
            let filter = format!("date < {cut}");
            let run = run(&["count", "--where", &filter, LEAGUE]);
            assert_eq!(run.code, 2, "{filter}");
            assert!(
                run.err.contains("words are read too: today"),
                "{filter}: {}",
                run.err
            );
        }
    }
}

/// Months, hours, days of the week, numbers and bands are in their order, whatever their counts.
#[test]
fn values_with_an_order_are_counted_in_their_order() {
    let values = |by: &str| -> Vec<String> {
        let run = run(&["count", "--by", by, "--format", "csv", LEAGUE]);
        let lines = run.out.lines().skip(1).map(str::to_owned);
        lines.collect()
    };
    let second = |row: &String| row.split(',').nth(1).unwrap().to_owned();
    for by in ["date", "month", "year", "plies", "plies/10"] {
        let values: Vec<String> = values(by).iter().map(second).collect();
        assert!(values.is_sorted(), "{by}: {values:?}");
    }
    let games = |row: &String| row.split(',').next().unwrap().parse::<u32>().unwrap();
    for by in ["white", "result", "variant"] {
        let games: Vec<u32> = values(by).iter().map(games).collect();
        assert!(games.is_sorted_by(|a, b| a >= b), "{by}: {games:?}");
    }
    let keys: Vec<String> = values("month,result").iter().map(second).collect();
    assert!(keys.is_sorted(), "{keys:?}");
}
