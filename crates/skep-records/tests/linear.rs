//! The time for a text grows with its length, and no faster: brackets that are never closed, quotes, tags, links.

use std::time::Instant;

use skep_records::notation::find::Finder;
use skep_records::{Record, games, read};

/// What begins something that may end far below, or not at all.
const SEEDS: [&str; 66] = [
    "{",
    "{b:1,",
    "{\"a\":",
    "{a:\n`",
    "{a:[",
    "f(b=1,",
    "{/*",
    "{//",
    "[",
    "[[",
    "(",
    "(;",
    "(;GM[27]",
    "(;A[\\",
    "[White \"A\"]",
    "[White \"A\"]\n\n",
    "1. wS1 ",
    "\"",
    "'",
    "`",
    "\"\"\"",
    "<",
    "<table>",
    "<table><tr><td>",
    "<tr><td>a",
    "<!--",
    "\\",
    "\\\\",
    "```",
    "~~~",
    "http",
    "http://",
    "https://hivegame.com/analysis?uhp=",
    "/analysis?uhp=",
    "hivegame.com/game/",
    "[a](",
    "| a |",
    "|---|",
    "|===",
    ".. list-table::",
    "== ==",
    "$$",
    "<<EOF",
    "/*",
    "- a:",
    "a: ",
    "a: {",
    "&quot;",
    "{&quot;",
    "=3D hivegame.com =",
    "=b/",
    "b/=",
    "base/\t;",
    "Base;;;;a\t;",
    "Base;",
    "Base;InProgress;White[1]",
    "Base;InProgress;White[2];wS1;bS1 wS1- ",
    "Base+MLP(",
    "INSERT INTO t VALUES ",
    "INSERT INTO t (",
    "CREATE TABLE t (",
    "COPY t (a) FROM stdin;",
    "__RESOLVED_RESOURCES[0] = \"",
    "{\"history\":",
    "{\"result\":",
    "newgame ",
];

/// What is opened and closed again, one in the other.
const PAIRS: [[&str; 2]; 6] = [
    ["{a:\n", "}\n"],
    ["{\"a\":", "}"],
    ["{\"history\":", "}"],
    ["{\"result\":{\"moves\":[", "]}}"],
    ["[[", "]]"],
    ["(;", ")"],
];

/// Reads everything in a text, by its notation and as a text with games inside.
fn read_all(text: &str) -> usize {
    let mut record = Record::default();
    let mut found = Vec::new();
    Finder::new(text.as_bytes()).feed(text.as_bytes(), true, &mut found);
    for game in &found {
        read(
            game.format,
            &String::from_utf8_lossy(&game.text),
            &mut record,
        );
    }
    found.len()
        + games(text)
            .map(|game| game.read().plies.len())
            .sum::<usize>()
}

/// The texts of a length: a seed on each line, one long line, and what is opened and closed.
fn texts(length: usize) -> Vec<String> {
    let lines = SEEDS.map(|seed| lines_of(seed, length));
    let line = SEEDS.map(|seed| format!("words\n{}\n", seed.repeat(length / seed.len())));
    let nested = PAIRS.map(|[open, close]| {
        let count = length / (open.len() + close.len());
        format!("words\n{}{}", open.repeat(count), close.repeat(count))
    });
    lines.into_iter().chain(line).chain(nested).collect()
}

fn lines_of(seed: &str, length: usize) -> String {
    format!("{seed}\n").repeat(length / (seed.len() + 1))
}

/// The least time of some runs, each of which reads a text several times.
fn least(text: &str, times: usize, runs: usize) -> f64 {
    let run = |_| {
        let start = Instant::now();
        for _ in 0..times {
            read_all(text);
        }
        start.elapsed().as_secs_f64()
    };
    (0..runs).map(run).fold(f64::MAX, f64::min)
}

/// To read a text that is four times as long takes about as long as to read the text four times. If each line were read
/// to the end of the text, it would take four times as long.
#[test]
fn time_grows_with_the_length_of_a_text() {
    const SHORT: usize = 16 << 10;
    let mut slow = Vec::new();
    for (short, long) in texts(SHORT).iter().zip(&texts(4 * SHORT)) {
        let ratio = |runs| least(long, 1, runs) / least(short, 4, runs);
        if ratio(1) > 2.8 {
            let ratio = ratio(4);
            let begins = short.get(..40).unwrap_or(short);
            slow.extend((ratio > 2.8).then(|| format!("{ratio:.1}: {begins:?}")));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

/// Brackets that are never closed hide no game below them.
#[test]
fn a_game_is_found_below_what_is_never_closed() {
    let game = "{white: 'Ann', moves: 'wS1;bS1 wS1-'}\n";
    for seed in [
        "{", "{b:1,", "{\"a\":", "f(b=1,", "[", "(", "<!--", "/*", "\"", "```",
    ] {
        let text = format!("{}{game}", lines_of(seed, 100_000));
        let mut found = Vec::new();
        Finder::new(text.as_bytes()).feed(text.as_bytes(), true, &mut found);
        let names: Vec<_> = found
            .iter()
            .map(|game| {
                let mut record = Record::default();
                read(
                    game.format,
                    &String::from_utf8_lossy(&game.text),
                    &mut record,
                );
                let white = record.tags.get("White").map(str::to_owned);
                (record.plies.len(), white)
            })
            .collect();
        assert_eq!(names, [(2, Some("Ann".to_owned()))], "{seed}");
    }
}
