//! Records of Hive with Venom and packs, by the commands: reading, judging, converting, and what cannot be.

use crate::skep::{run, run_with};
use serde_json::Value;

/// Types that together hold every pack.
const TYPES: [&str; 6] = [
    "Venom",
    "Venom+Predators+Guardians+Honeycombo",
    "Venom+Predators+Guardians+Honeycombo+Swarm",
    "Base+MLP+[Sc2,Tk]+Predators",
    "Base+MLP+Honeycombo",
    "Base+[Ce,Fl3]+Guardians+Swarm",
];

fn games(game_type: &str, count: &str) -> String {
    let random = ["random", game_type, "-n", count, "--seed", "3"];
    let games = run(&[&random[..], &["--max-plies", "90"]].concat());
    assert_eq!((games.code, games.err.as_str()), (0, ""));
    games.out
}

#[test]
fn uhp_pgn_and_json_hold_the_same_games() {
    for game_type in TYPES {
        let uhp = games(game_type, "12");
        let check = run_with(&["check", "-q", "-"], uhp.as_bytes());
        assert_eq!(check.code, 0, "{game_type}: {}{}", check.out, check.err);
        for format in ["pgn", "jsonl"] {
            let there = run_with(
                &["convert", "--verify", "--to", format, "-"],
                uhp.as_bytes(),
            );
            assert_eq!(there.code, 0, "{game_type}: {}", there.err);
            let back = run_with(&["convert", "--to", "uhp", "-"], there.out.as_bytes());
            assert_eq!(back.code, 0, "{game_type}: {}", back.err);
            assert_eq!(back.out, uhp, "{game_type} through {format}");
        }
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    for game_type in TYPES {
        let of = |threads| {
            let random = ["random", game_type, "-n", "40", "--threads", threads];
            run(&[&random[..], &["--max-plies", "60"]].concat()).out
        };
        let one = of("1");
        assert_eq!(one, of("3"));
        let check = |threads| {
            let args = ["check", "--format", "jsonl", "--threads", threads, "-"];
            run_with(&args, one.as_bytes()).out
        };
        assert_eq!(check("1"), check("3"));
    }
}

#[test]
fn moves_and_perft_count_alike() {
    for game_type in TYPES.into_iter().filter(|t| !t.contains("Swarm")) {
        let moves = run(&["moves", game_type]).out.lines().count();
        let perft = run(&["perft", "--depth", "2", game_type]).out;
        assert!(perft.starts_with(&format!("1\t{moves}\n")), "{perft}");
        let divide = run(&["perft", "--depth", "2", "--divide", game_type]).out;
        let total = divide.lines().last().unwrap().split('\t').nth(1).unwrap();
        assert_eq!(perft.lines().nth(1), Some(format!("2\t{total}").as_str()));
    }
}

/// The first finding of a game, and the status.
fn finding(game: &str, options: &[&str]) -> (String, String, String) {
    let args = [&["check", "--format", "jsonl", "-"], options].concat();
    let report = run_with(&args, format!("{game}\n").as_bytes());
    let line: Value = serde_json::from_str(report.out.lines().next().unwrap()).unwrap();
    let first = &line["diagnostics"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (
        text(&line["status"]),
        text(&first["rule"]),
        text(&first["message"]),
    )
}

#[test]
fn every_broken_rule_is_named() {
    let table = std::fs::read_to_string("fixtures/venom/illegal.tsv").unwrap();
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    let mut named = Vec::new();
    for row in rows {
        let [rule, options, game] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("three columns: {row}");
        };
        let options: Vec<&str> = options.split_whitespace().collect();
        let (status, found, message) = finding(game, &options);
        assert_eq!(
            (status.as_str(), found.as_str()),
            ("illegal", rule),
            "{game}"
        );
        assert!(!message.is_empty());
        named.push(rule);
    }
    // Rules that no record can break: another one is named first, or reading settles it.
    const UNBREAKABLE: [&str; 3] = ["first-touch", "not-in-hand", "number-order"];
    for rule in ::skep_rules::hive::Rule::ALL {
        let name = rule.as_str();
        assert!(
            named.contains(&name) || UNBREAKABLE.contains(&name),
            "no game breaks {name}"
        );
    }
}

#[test]
fn the_reason_that_stops_an_action_is_named() {
    let game = "Venom;InProgress;White[5];wS1;bSc1 wS1-;wQ -wS1;bQ bSc1-;wS1 ~";
    let (_, rule, message) = finding(game, &[]);
    assert_eq!(rule, "flip-scorpion");
    assert_eq!(
        message,
        "wS1 ~: the Scorpion bSc1 beside the piece prevents turning it over"
    );
}

#[test]
fn options_come_from_the_command_or_the_record() {
    let game = "Venom;InProgress;White[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ ~";
    assert_eq!(finding(game, &[]).0, "ok");
    let (status, rule, _) = finding(game, &["--flip", "locked"]);
    assert_eq!((status.as_str(), rule.as_str()), ("illegal", "one-face"));
    let pgn = run_with(
        &["convert", "--to", "pgn", "-"],
        format!("{game}\n").as_bytes(),
    )
    .out;
    let locked = pgn.replacen("[Result", "[Flip \"locked\"]\n[Result", 1);
    let checked = run_with(&["check", "-q", "-"], locked.as_bytes());
    assert_eq!(checked.code, 1);
    let freed = run_with(&["check", "-q", "--flip", "free", "-"], locked.as_bytes());
    assert_eq!(freed.code, 0);
}

#[test]
fn a_record_of_swarm_without_its_draws_is_unverifiable_and_not_illegal() {
    let told =
        "Venom+Swarm(S1 A1 G1|S1 A1 G1);InProgress;White[2];wS1 ?wA2;bS1 wS1- ?bA2;wQ -wS1 ?wB1";
    assert_eq!(finding(told, &[]).0, "ok");
    let untold = told.replace(" ?bA2", "");
    let (status, _, message) = finding(&untold, &[]);
    assert_eq!(status, "unverifiable");
    assert_eq!(message, "the record does not say which tile was drawn");
    let no_hands = untold.replace("(S1 A1 G1|S1 A1 G1)", "");
    assert_eq!(finding(&no_hands, &[]).0, "unverifiable");
    // What can be checked is: a piece beside the enemy, a tile that was on the table already.
    for (more, rule) in [
        (";bA2 -wQ", "placement-colour"),
        (";bQ \\wQ", "placement-colour"),
        (";bS1 \\wS1 ?bB1", "queen-first"),
    ] {
        let (status, found, _) = finding(&format!("{no_hands}{more}"), &[]);
        // The first finding tells of the hands, so that the rule is looked for in the whole report.
        let report = run_with(
            &["check", "--format", "jsonl", "-"],
            format!("{no_hands}{more}\n").as_bytes(),
        );
        assert_eq!(status, "illegal", "{more} {found}");
        assert!(
            report.out.contains(&format!("\"{rule}\"")),
            "{more}: {}",
            report.out
        );
    }
}

#[test]
fn other_notations_refuse_these_games_in_one_sentence() {
    let uhp = games("Venom", "3");
    let sgf = run_with(&["convert", "--to", "boardspace", "-"], uhp.as_bytes());
    assert_ne!(sgf.code, 0);
    assert_eq!(sgf.out, "");
    insta::assert_snapshot!(sgf.err, @"
    error: <stdin>: cannot write games of Venom as Boardspace SGF
    error: <stdin>: game 2 of the file: cannot write games of Venom as Boardspace SGF
    error: <stdin>: game 3 of the file: cannot write games of Venom as Boardspace SGF
    0 games written, 3 games skipped
    ");
}

#[test]
fn unknown_codes_and_marks_are_errors() {
    for (game, what) in [
        ("Venom;InProgress;White[1];wXx1", "cannot read"),
        ("Venom;InProgress;White[2];wS1;bS1 wS1- %", "cannot read"),
        ("Venom+Predator;InProgress;White[1];wS1", "is not a variant"),
        ("Base+MLP+[Sc4];InProgress;White[1];wS1", "is not a variant"),
        (
            "Venom+Swarm(S1 A1);InProgress;White[1];wS1",
            "does not name two hands",
        ),
        ("Base+[Tk];InProgress;White[1];wWa", "not in the variant"),
    ] {
        let report = run_with(&["check", "-"], format!("{game}\n").as_bytes());
        assert_eq!(report.code, 1, "{game}");
        assert!(report.out.contains(what), "{game}: {}", report.out);
    }
}

#[test]
fn the_engine_speaks_of_these_games_too() {
    let talk = "newgame Venom\nplay wSc1\nplay bS1 wSc1-\nplay wX\nplay wSc1 ~\nvalidmoves\nundo\n\
                newgame Venom;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ ~\nplay bQ ~\nexit\n";
    let answers = run_with(&["uhp"], talk.as_bytes()).out;
    for part in [
        "\nVenom;NotStarted;White[1]\nok\n",
        "\nVenom;InProgress;White[2];wSc1;bS1 wSc1-\nok\n",
        "invalidmove wX: not a move\nok\n",
        "invalidmove wSc1 ~: wSc1 ~ is illegal: a side only places pieces until its queen is on the board\nok\n",
        "\nVenom;InProgress;Black[1];wSc1\nok\n",
        "wQ -wS1;bQ bS1-;wQ ~;bQ ~\nok\n",
    ] {
        assert!(answers.contains(part), "{part}\n{answers}");
    }
}
