//! The list of commands, and pages that are written to files.

use std::fs;

use crate::skep::{run, skep};

#[test]
fn help_describes_the_common_commands_and_names_the_others() {
    let help = run(&["--help"]).out;
    let (rows, rare) = help
        .split_once("\nMore commands (skep help NAME):\n")
        .unwrap();
    let described = rows.lines().filter(|line| line.starts_with("  ")).count();
    assert!((20..=26).contains(&described), "{described}");
    assert!(help.lines().count() <= 60);
    // What is only named has a page, and the manual describes it.
    let manual = fs::read_to_string("man/skep.1").unwrap();
    let rare = rare.lines().next().unwrap().split_whitespace();
    for name in rare {
        assert_eq!(run(&["help", name]).code, 0, "{name}");
        assert!(manual.contains(name), "{name}");
    }
}

#[test]
fn a_folder_without_games_is_told_once() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("readme.md"), "Nothing.\n").unwrap();
    let empty = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!((empty.code, empty.out.as_str()), (1, ""));
    assert_eq!(empty.err.matches("readme.md").count(), 1, "{}", empty.err);
    fs::copy("fixtures/games/hive.uhp", folder.path().join("a.uhp")).unwrap();
    let some = run(&["check", folder.path().to_str().unwrap()]);
    assert_eq!((some.out + &some.err).matches("readme.md").count(), 1);
}

#[test]
fn a_match_offers_the_variants_that_it_plays() {
    let help = run(&["match", "--help"]).out;
    let wrong = run(&["match", "--variant", "Venom", "skep", "skep"]);
    assert_eq!(wrong.code, 2);
    insta::assert_snapshot!(wrong.err, @"error: Venom: only plain Hive can be played");
    assert!(
        help.contains("Base+MLP") && !help.contains("exxit"),
        "{help}"
    );
    let script = skep(&["completions", "fish"]).output().unwrap().stdout;
    let script = String::from_utf8(script).unwrap();
    let line = script
        .lines()
        .find(|line| line.contains("match") && line.contains("-l variant"));
    assert!(!line.unwrap().contains("Venom"), "{line:?}");
    let where_of = |command: &str| {
        let start = format!("using_subcommand {command}\" -l where");
        let (_, after) = script.split_once(&start).unwrap();
        after.split("complete -c skep").next().unwrap().to_owned()
    };
    assert!(where_of("puzzles").contains("win\\t"));
    assert!(!where_of("list").contains("win\\t"));
}

/// The command prompt of Windows knows only double quotes. Single quotes are for texts in which double quotes would
/// mean something to a shell.
#[test]
fn commands_in_texts_have_double_quotes() {
    let texts = regex_lite::Regex::new(r#"'[^']*'|"[^"]*""#).unwrap();
    let needs_none =
        |text: &str| text.starts_with('\'') && !text.contains(['"', '$', '`', '\\', '!']);
    let mut found = 0;
    for folder in ["docs/src", "docs/src/reference", "."] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            for line in fs::read_to_string(&path).unwrap().lines() {
                let command = line.trim_start().trim_start_matches("$ ");
                let is_command = command.starts_with("skep ");
                found += usize::from(is_command);
                let wrong = texts.find_iter(command).find(|text| {
                    let begins = command[..text.start()].ends_with([' ', '=']);
                    begins && needs_none(text.as_str())
                });
                assert!(!is_command || wrong.is_none(), "{}: {line}", path.display());
            }
        }
    }
    assert!(found > 300, "{found}");
}

/// The command prompt of Windows splits an argument in single quotes.
#[test]
fn split_quotes_have_a_tip() {
    for (args, held) in [
        (
            &[
                "list",
                "--where",
                "'winner",
                "=",
                "white'",
                "fixtures/games",
            ][..],
            "\"winner = white\"",
        ),
        (
            &["count", "--where='player", "=", "Ada'"],
            "--where=\"player = Ada\"",
        ),
        (&["match", "skep", "'nokamute", "uhp'"], "\"nokamute uhp\""),
        (
            &[
                "count",
                "--where",
                "'player=Ada'",
                "fixtures/games/league.zip",
            ],
            "\"player=Ada\"",
        ),
    ] {
        let run = run(args);
        let tip = format!(
            "  tip: single quotes do not hold words together in this shell; use double quotes: {held}\n"
        );
        assert!(
            run.code == 2 && run.err.ends_with(&tip),
            "{args:?}: {}",
            run.err
        );
    }
    for args in [
        &["count", "--where", "player = 'Ada"][..],
        &["check", "it's", "not'here"],
    ] {
        let run = run(args);
        assert!(
            run.code == 2 && !run.err.contains("single quotes"),
            "{args:?}: {}",
            run.err
        );
    }
}
