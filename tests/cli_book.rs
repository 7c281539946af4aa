//! Books of openings: `skep openings -o book.pgn`, `.sgf` and `.hop.tsv`, and `skep uhp --book`.

use std::collections::BTreeMap;
use std::fs;

use skep_records::{Game, Judge, Record};
use skep_rules::game::Position as _;

use crate::skep::{run, run_with};

const GAMES: &str = "fixtures/games/league.zip";

/// A book of the league, as the program writes it.
fn book(name: &str, more: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let args = ["openings", GAMES, "-o", path.to_str().unwrap()];
    let default = ["--depth", "5", "--min-games", "2"];
    let more = if more.contains(&"--min-games") {
        more.to_vec()
    } else {
        [&default[..], more].concat()
    };
    let more = &more[..];
    let written = run(&[&args[..], more].concat());
    assert_eq!(
        (written.code, written.out.as_str()),
        (0, ""),
        "{}",
        written.err
    );
    fs::read_to_string(path).unwrap()
}

/// The rows of the table that can be played: the line with the turn, and how many games played it.
fn rows() -> BTreeMap<String, u64> {
    let args = [
        "openings",
        "--depth",
        "5",
        "--min-games",
        "2",
        "--format",
        "jsonl",
        GAMES,
    ];
    let rows = run(&args).json_lines();
    let rows = rows.iter().filter(|row| row["move"].is_string());
    let rows = rows.map(|row| {
        (
            row["moves"].as_str().unwrap().to_owned(),
            row["played"].as_u64().unwrap(),
        )
    });
    rows.collect()
}

#[test]
fn a_book_is_a_game_whose_variations_are_the_rows_of_the_table() {
    let rows = rows();
    assert!(rows.len() > 20, "{}", rows.len());
    for name in ["book.pgn", "book.sgf"] {
        let text = book(name, &[]);
        let format = if name.ends_with("pgn") {
            "pgn"
        } else {
            "boardspace"
        };
        let record = Record::read(format.parse().unwrap(), &text);
        let verdict = Judge::default().verdict(&record);
        let clean = |found: &[skep_records::diag::Diagnostic]| found.is_empty();
        assert!(
            clean(&record.diagnostics) && clean(&verdict.diagnostics),
            "{verdict:?}"
        );
        assert!(
            record
                .variations
                .iter()
                .all(|line| clean(&line.diagnostics))
        );
        let game = verdict.game.hive().unwrap();
        let main: Vec<String> = game
            .spelled()
            .map(|turn| turn.written.to_string())
            .collect();
        let variations = game.spelled_variations();
        assert!(!variations.is_empty() && !main.is_empty());
        // Each turn of the book is a row, and the other way round.
        let turns = main.len() + variations.iter().map(Vec::len).sum::<usize>();
        assert_eq!(turns, rows.len(), "{name}");
        // Each turn has its counts in a comment.
        for (i, (line, played)) in rows.iter().enumerate().step_by(7) {
            let turn = line.split(';').next_back().unwrap();
            let comment = format!("played {played}, reached ");
            assert!(
                text.contains(&comment),
                "{name}: row {i}, {turn}: {comment}"
            );
        }
    }
    let text = book("book.pgn", &[]);
    assert!(
        text.contains("{Spider opening: played 11, reached 11, White 50.0 % (25–75)}"),
        "{text}"
    );
}

#[test]
fn a_book_for_programs_has_the_positions_as_hop() {
    let text = book("book.hop.tsv", &[]);
    let rows = rows();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("hop\tmove\tplayed\tscore\tline"));
    let mut found = 0;
    for line in lines {
        let cells: Vec<&str> = line.split('\t').collect();
        let [hop, turn, played, score, before] = cells[..] else {
            panic!("{line}")
        };
        let mut game = Game::of_state(hop).unwrap();
        game.play([turn]).unwrap();
        let key = |game: &Game| game.hive().unwrap().last_position().canonical_key();
        // One of the rows after this line leads to the same position, and as many games played it.
        let after = rows.iter().filter(|(line, _)| {
            let parent = line.rsplit_once(';').map_or("", |(parent, _)| parent);
            parent == before
        });
        let same = after.filter(|(line, _)| {
            let mut other = Game::of_variant("Base+MLP").unwrap();
            other.play(line.split(';')).unwrap();
            key(&other) == key(&game)
        });
        let counts: Vec<String> = same.map(|(_, played)| played.to_string()).collect();
        assert_eq!(counts, [played], "{line}");
        assert!((0.0..=1.0).contains(&score.parse().unwrap()));
        found += 1;
    }
    assert_eq!(found, rows.len());
}

#[test]
fn a_book_of_a_player_has_the_turns_of_the_player() {
    let text = book(
        "book.hop.tsv",
        &["--player", "Ada", "--depth", "3", "--min-games", "1"],
    );
    let all: Vec<&str> = text.lines().skip(1).collect();
    let unique: std::collections::BTreeSet<_> = all
        .iter()
        .map(|line| line.split('\t').take(2).collect::<Vec<_>>())
        .collect();
    assert_eq!(unique.len(), all.len(), "each turn once");
    let first: u64 = all
        .iter()
        .filter(|line| line.starts_with(",w\t"))
        .map(|line| line.split('\t').nth(2).unwrap().parse::<u64>().unwrap())
        .sum();
    let as_white = run(&["count", "--where", "white = Ada", GAMES]).out;
    assert_eq!(first.to_string(), as_white.trim());
    // A tree that begins in a given position has a book too.
    let text = book(
        "book.hop.tsv",
        &["--from-game", "wS1;bS1 wS1-", "--min-games", "1"],
    );
    assert!(text.lines().count() > 3, "{text}");
    assert!(
        text.lines()
            .skip(1)
            .all(|line| !line.split('\t').next().unwrap().contains('!')),
        "{text}"
    );
}

#[test]
fn the_engine_plays_from_a_book_in_any_orientation() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.hop.tsv");
    fs::write(&path, book("book.hop.tsv", &[])).unwrap();
    let answer = |input: &str| {
        let answers = run_with(&["uhp", "--book", path.to_str().unwrap()], input.as_bytes());
        assert_eq!(answers.code, 0, "{}", answers.err);
        let mut lines = answers.out.trim_end().lines().rev();
        // The last line is `ok`.
        lines.nth(1).unwrap().to_owned()
    };
    let best = "bestmove depth 1\n";
    assert_eq!(answer(&format!("newgame Base+MLP\n{best}")), "wS1");
    // The same position, turned: the turn is on the same cell.
    let here = answer(&format!(
        "newgame Base+MLP\nplay wS1\nplay bS1 wS1-\n{best}"
    ));
    let turned = answer(&format!(
        "newgame Base+MLP\nplay wS1\nplay bS1 -wS1\n{best}"
    ));
    let after = |moves: &[&str]| {
        let mut game = Game::of_variant("Base+MLP").unwrap();
        game.play(moves.iter().copied()).unwrap();
        game.hive().unwrap().last_position().canonical_key()
    };
    assert_eq!(
        after(&["wS1", "bS1 wS1-", &here]),
        after(&["wS1", "bS1 -wS1", &turned])
    );
    // Another variant is not in the book, so the engine looks for a turn itself.
    let other = answer(&format!("newgame Base\n{best}"));
    assert!(other.starts_with('w'), "{other}");
    let mut told = String::new();
    for text in [
        "move\tplayed\n",
        "hop\tmove\tplayed\n,w\twL\tmany\n",
        "hop\tmove\tplayed\n,w\twX\t1\n",
        "hop\tmove\tplayed\nnonsense\twS1\t1\n",
    ] {
        fs::write(&path, text).unwrap();
        let refused = run(&["uhp", "--book", path.to_str().unwrap()]);
        assert_eq!(refused.code, 2, "{text}");
        told += &refused.err;
    }
    insta::assert_snapshot!(crate::skep::stable(&told), @r#"
    error: cannot use DIR/book.hop.tsv: line 1: no column hop
    error: cannot use DIR/book.hop.tsv: line 2: `many` is not a number of games
    error: cannot use DIR/book.hop.tsv: line 2: cannot read "wX" as a turn
    error: cannot use DIR/book.hop.tsv: line 2: `` is not a turn, such as w1 or b12
    "#);
}

#[test]
fn what_a_book_cannot_hold_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.pgn");
    let args = [
        "openings",
        "fixtures/hexit/games",
        "--min-games",
        "1",
        "-o",
        path.to_str().unwrap(),
    ];
    let refused = run(&args);
    assert_eq!(refused.code, 2, "{}", refused.err);
    insta::assert_snapshot!(refused.err, @"error: a book with variations needs games of Hive from the first turn, without hands of Swarm");
    assert!(!path.exists());
    // Trees that the book cannot hold are counted.
    let some = run(&[&args[..], &[GAMES, "fixtures/games/venom.uhp"]].concat());
    insta::assert_snapshot!(some.err, @"note: left out 4 trees that the book cannot hold");
    let check = run(&["check", path.to_str().unwrap()]);
    assert!(!check.out.contains("unverifiable"), "{}", check.out);
    // A brace in a name does not end a comment.
    let names = folder.path().join("names.tsv");
    fs::write(&names, "Foo} bar\twL\n").unwrap();
    let text = book("book.pgn", &["--names", names.to_str().unwrap()]);
    assert!(text.contains("{Foo bar: played 9"), "{text}");
    // Other commands write no books.
    let refused = run(&["stats", GAMES, "-o", path.to_str().unwrap()]);
    assert_eq!(refused.code, 2, "{}", refused.err);
}
