//! `skep dedup`: what counts as the same game, and which of the same is kept.

mod skep;

use skep::{run, run_with};

const TWICE: &str = "fixtures/select/twice.pgn";

/// The number of games kept, and standard error.
fn kept(args: &[&str]) -> (usize, String) {
    let run = run(&[&["dedup", TWICE], args].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    (run.out.matches("[White ").count(), run.err)
}

#[test]
fn games_of_other_players_are_merged_only_if_asked_for() {
    let (games, err) = kept(&[]);
    assert_eq!(games, 5);
    assert_eq!(
        err,
        "left out: fixtures/select/twice.pgn: game 2: the same as fixtures/select/twice.pgn: game 1\n\
         5 games kept, 1 left out\n"
    );
    assert_eq!(kept(&["--key", "moves"]).0, 4);
    assert_eq!(kept(&["--key", "canonical"]).0, 3);
    assert_eq!(kept(&["-q"]).1, "5 games kept, 1 left out\n");
}

#[test]
fn the_better_copy_is_kept_in_the_place_of_the_first() {
    let run = run(&["dedup", TWICE, "--keep", "most-tags"]);
    assert!(
        run.err
            .starts_with("left out: fixtures/select/twice.pgn: game 1: the same as"),
        "{}",
        run.err
    );
    let first = run.out.split("\n\n").next().unwrap();
    assert!(first.contains("2024.03.09"), "{first}");
    assert!(!kept(&[]).1.contains("game 3"));
}

#[test]
fn doing_it_again_changes_nothing_and_threads_do_not_either() {
    for key in ["moves", "players+moves", "canonical"] {
        for keep in ["first", "most-tags"] {
            let args = ["dedup", "--key", key, "--keep", keep];
            let once = run(&[
                &args[..],
                &["fixtures/select", "fixtures/pgn", "--from", "pgn"],
            ]
            .concat());
            let again = run_with(
                &[&args[..], &["-q", "--from", "pgn", "-"]].concat(),
                once.out.as_bytes(),
            );
            assert_eq!(again.out, once.out, "{key} {keep}");
            assert!(again.err.ends_with("kept, 0 left out\n"), "{}", again.err);
            let threads = run(&[
                &args[..],
                &[
                    "fixtures/select",
                    "fixtures/pgn",
                    "--from",
                    "pgn",
                    "--threads",
                    "1",
                ],
            ]
            .concat());
            assert_eq!(threads, once);
        }
    }
}
