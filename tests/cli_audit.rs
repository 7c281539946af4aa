//! `skep audit`: games that end otherwise by other rules.

use crate::skep::{run, run_with};
use serde_json::Value;

const RULES: &str = "fixtures/select/rules.uhp";

#[test]
fn each_kind_of_rule_changes_some_game() {
    for (rules, expected) in [
        (
            "default,draw",
            "default says  ply  rule  draw says  ply  rule        game
InProgress     18  –     Draw        14  repetition  fixtures/select/rules.uhp
Draw           16  –     Draw        14  repetition  …s/select/rules.uhp: game 3

default and draw: 1 of 7 games changes result, 1 ends at another ply with the same result
",
        ),
        (
            "tournament,open",
            "tournament says  ply  rule           open says   ply  rule  game
illegal            1  opening-queen  InProgress    2  –     …t/rules.uhp: game 4

tournament and open: 1 of 7 games changes result
",
        ),
        (
            "strict,historical",
            "strict says  ply  rule        historical says  ply  rule  game
illegal       10  just-moved  InProgress        10  –     …ect/rules.uhp: game 5

strict and historical: 1 of 7 games changes result
",
        ),
    ] {
        let run = run(&["audit", "--rules", rules, RULES]);
        assert_eq!((run.code, run.err.as_str()), (1, ""));
        assert_eq!(run.out, expected);
    }
    let same = run(&["audit", "--rules", "default,draw", "fixtures/cli/sound.uhp"]);
    assert_eq!(same.code, 0);
    assert_eq!(same.out, "default and draw: 0 of 3 games change result\n");
}

#[test]
fn the_list_is_that_of_two_checks() {
    let mut inputs = vec!["fixtures/cli", "fixtures/select", "fixtures/hexit/games"];
    let corpus = skep_testing::shared("corpus");
    inputs.extend(corpus.as_deref().and_then(|c| c.to_str()));
    let check = |options: &[&str]| -> Vec<Value> {
        let out = run(&[&["check", "--format", "jsonl"], options, &inputs].concat()).out;
        let games = out.lines().map(|l| serde_json::from_str(l).unwrap());
        games.filter(|g: &Value| g["index"] != 0).collect()
    };
    // What the reports of a check say of a game: its result, and whether all of it is played.
    let end = |game: &Value| match (&game["status"], &game["board_result"]) {
        (s, b) if s == "ok" || s == "empty" => match b.as_str().unwrap() {
            "InProgress" => game["stated_result"].clone(),
            _ => b.clone(),
        },
        (_, b) if b != "Unknown" => b.clone(),
        (s, _) => s.clone(),
    };
    for (rules, a, b) in [
        ("default,draw", &[][..], &["--repetition", "draw"][..]),
        ("draw,default", &["--repetition", "draw"], &[]),
        (
            "tournament,open",
            &["--opening", "tournament"],
            &["--opening", "open"],
        ),
        (
            "strict,historical+open+draw",
            &[],
            &[
                "--rules",
                "historical",
                "--opening",
                "open",
                "--repetition",
                "draw",
            ],
        ),
    ] {
        let slow: Vec<(Value, Value, Value, Value)> = check(a)
            .into_iter()
            .zip(check(b))
            .filter(|(x, y)| end(x) != end(y))
            .map(|(x, y)| (x["path"].clone(), x["index"].clone(), end(&x), end(&y)))
            .collect();
        assert!(!slow.is_empty());
        let listed = run(&[
            &["audit", "--rules", rules, "--format", "jsonl"],
            &inputs[..],
        ]
        .concat());
        let rows = listed
            .out
            .lines()
            .map(|l| serde_json::from_str::<Value>(l).unwrap());
        let named = |r: &Value| format!("{},{}", r["a_rules"], r["b_rules"]).replace('"', "");
        let rows = rows.inspect(|r| assert_eq!(named(r), rules));
        let fast: Vec<_> = rows
            .filter(|r| r["a_result"] != r["b_result"])
            .map(|r| {
                (
                    r["path"].clone(),
                    r["index"].clone(),
                    r["a_result"].clone(),
                    r["b_result"].clone(),
                )
            })
            .collect();
        assert_eq!(fast, slow, "{rules}");
    }
}

#[test]
fn a_selection_is_audited_and_mistakes_end_with_2() {
    let some = run(&[
        "audit",
        "--rules",
        "default,draw",
        "--where",
        "plies < 17",
        RULES,
    ]);
    insta::assert_snapshot!(some.out, @"
    default says  ply  rule  draw says  ply  rule        game
    Draw           16  –     Draw        14  repetition  …s/select/rules.uhp: game 3

    default and draw: 0 of 6 games change result, 1 ends at another ply with the same result
    ");
    for rules in ["draw", "draw,", "draw,all", "draw+remark,default"] {
        assert_eq!(run(&["audit", "--rules", rules, RULES]).code, 2, "{rules}");
    }
    assert_eq!(
        run(&["audit", "--rules", "draw,default", "no/such"]).code,
        2
    );
    let piped = run_with(
        &["audit", "--rules", "draw,default", "-"],
        b"wS1;bS1 wS1-\n",
    );
    assert_eq!(piped.code, 0);
}
