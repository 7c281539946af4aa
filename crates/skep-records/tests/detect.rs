//! Notations recognised by their first bytes, and texts split into games.

use std::fs;

use proptest::prelude::*;
use skep_records::notation::{detect, split};
use skep_records::record::Format;

fn fixture(path: &str) -> Vec<u8> {
    let path = format!("{}/../../fixtures/{path}", env!("CARGO_MANIFEST_DIR"));
    fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

const FILES: [(Format, &str); 12] = [
    (Format::Uhp, "uhp/games.uhp"),
    (Format::Moves, "uhp/moves.txt"),
    (Format::Hivegame, "hivegame/games.txt"),
    (Format::Bga, "bga/games.txt"),
    (Format::Jsonl, "jsonl/good.jsonl"),
    (Format::Pgn, "pgn/mzinga.pgn"),
    (Format::Pgn, "pgn/hivegame.pgn"),
    (Format::Pgn, "pgn/converter.pgn"),
    (Format::Pgn, "pgn/many.pgn"),
    (Format::Pgn, "pgn/untagged.pgn"),
    (Format::Pgn, "pgn/odd.pgn"),
    (Format::Pgn, "pgn/broken.pgn"),
];

/// Notations whose files are JSON documents.
const DOCUMENTS: [Format; 5] = [
    Format::HivegameApi,
    Format::BgaLog,
    Format::Replay,
    Format::MoveArray,
    Format::AbstractPlay,
];

#[test]
fn every_notation_is_recognised() {
    for (format, path) in FILES {
        let text = fixture(path);
        assert_eq!(detect(&text), Some(format), "{path}");
        assert_eq!(
            detect(&text[..text.len().min(64)]),
            Some(format),
            "{path}, cut off"
        );
    }
    let cases: [(&str, Option<Format>); 31] = [
        (" (;\nGM[27]VV[1]", Some(Format::Boardspace)),
        ("(; GM[28]", Some(Format::Boardspace)),
        ("\u{feff}\r\n\r\n(;", Some(Format::Boardspace)),
        (
            "[Event \"x\"]\n[Game \"Hex-It\"]\n\n1. N14",
            Some(Format::Hxt),
        ),
        ("[Game \"Hex-It\"]\n", Some(Format::Hxt)),
        (
            "[Event \"x\"]\n\n1. wL {[Game \"Hex-It\"]}",
            Some(Format::Pgn),
        ),
        ("{a comment}\n[Event \"x\"]\n", Some(Format::Pgn)),
        ("; a comment\n[Event \"x\"]\n", Some(Format::Pgn)),
        ("1. wP .\n", Some(Format::Pgn)),
        ("1.wS1 2.bS1 wS1-", Some(Format::Pgn)),
        ("# a comment\nBase;NotStarted;White[1]", Some(Format::Uhp)),
        ("base+mlp;wL", Some(Format::Uhp)),
        ("Base+XYZ;wL", Some(Format::Uhp)),
        ("wS1;bS1 wS1-", Some(Format::Moves)),
        ("wS1 .;bS1 wS1-", Some(Format::Moves)),
        ("wS1, bS1 wS1-", Some(Format::Moves)),
        ("wS1 ;bS1 wS1-;", Some(Format::Hivegame)),
        ("[wL]\n[bL wL-]", Some(Format::Bga)),
        ("{ \"moves\": [] }", Some(Format::Jsonl)),
        ("{}", Some(Format::Jsonl)),
        ("{\n  \"moves\": []\n}\n", None),
        ("", None),
        (" \n\n", None),
        ("PK\u{3}\u{4};\0\0", None),
        ("Dear reader; this is no game", None),
        ("{a comment that ends} wS1;bS1", None),
        (
            "base-files (12.4+deb12u11) bookworm; urgency=medium\n",
            None,
        ),
        ("base: x86; arm", None),
        ("Base+XYZ;Bad;White[1];wL", Some(Format::Uhp)),
        ("1. e4 e5", None),
        ("[section]\nkey=1", None),
    ];
    for (text, format) in cases {
        assert_eq!(detect(text.as_bytes()), format, "{text:?}");
    }
}

fn texts(format: Format, text: &[u8]) -> Vec<String> {
    split::games(format, text)
        .map(|range| String::from_utf8_lossy(&text[range]).into_owned())
        .collect()
}

#[test]
fn game_trees_are_split_and_variations_are_not() {
    let game = |name: &str| {
        format!(
            " (;\r\nRE[x]\r\nSU[hive]\r\nGM[27]VV[1]\r\nGN[{name}]\r\n; P0[0 Start P0]\r\n(; P0[1 x])\r\n  (; P0[1 y])\r\n)"
        )
    };
    let text = format!("{}\r\n{}\r\n\r\n{}\r\n", game("a"), game("b"), game("c"));
    let games = texts(Format::Boardspace, text.as_bytes());
    assert_eq!(
        games,
        [game("a"), game("b"), game("c")].map(|g| g.trim().to_owned())
    );
    let boundary = split::last_boundary(Format::Boardspace, text.as_bytes());
    assert_eq!(boundary, text.rfind(" (;\r\nRE"));
    assert_eq!(
        split::last_boundary(Format::Boardspace, game("a").as_bytes()),
        None
    );
}

/// The text after the next game does not decide whether a game tree has a root property. So a text can be cut between
/// games.
#[test]
fn a_carriage_return_ends_a_line_of_a_game_tree() {
    for (before, last, games) in [
        (
            &b"(;GM[27]VV[1]\r(;GM\r[x]\r"[..],
            &b"(;GM[27]VV[1]\r)"[..],
            2,
        ),
        (b"# a comment\r", b"(;GM[27]VV[1]\r)", 1),
        // A byte of a byte order mark.
        (b"(;GM[27]\n(;x\n", b"\xbf(;GM[27])", 2),
    ] {
        let text = [before, last].concat();
        let cut = split::last_boundary(Format::Boardspace, &text).unwrap();
        assert_eq!(&text[cut..], last);
        let whole = texts(Format::Boardspace, &text);
        let mut parts = texts(Format::Boardspace, &text[..cut]);
        parts.extend(texts(Format::Boardspace, &text[cut..]));
        assert_eq!(parts, whole);
        assert_eq!(whole.len(), games);
    }
}

#[test]
fn a_comment_is_no_boundary() {
    let text = "[Event \"a\"]\n\n1. wL\n{\n[Event \"b\"]\n}\n2. bL wL-\n\n[Event \"c\"]\n\n1. wL\n";
    let games = texts(Format::Pgn, text.as_bytes());
    assert_eq!(games.len(), 2, "{games:?}");
    assert_eq!(
        split::last_boundary(Format::Pgn, text.as_bytes()),
        text.rfind("[Event")
    );
}

#[test]
fn a_repeated_tag_in_a_block_of_tags_is_no_boundary() {
    let one = "[Event \"a\"]\n[White \"b\"]\n[Event \"c\"]\n";
    let moves = "\n1. wL\n";
    for (text, expected) in [
        (format!("{one}{moves}"), 1),
        (format!("{one}{moves}\n{one}{moves}"), 2),
        (format!("{one}{moves}{one}{moves}"), 2),
        // Games without moves.
        (format!("{one}\n{one}\n{one}"), 3),
        // A game a line.
        ("[Event \"a\"] 1. wL\n".repeat(3), 3),
        ("[Event \"a\"]\n{x}\n".repeat(3), 3),
    ] {
        for format in [Format::Pgn, Format::Hxt] {
            assert_eq!(texts(format, text.as_bytes()).len(), expected, "{text}");
        }
    }
}

#[test]
fn lines_end_games() {
    let text =
        b"\xef\xbb\xbfBase;NotStarted;White[1]\r\n\r\n# x\n  Base+M;NotStarted;White[1]  \nBase+L";
    let games = texts(Format::Uhp, text);
    assert_eq!(
        games,
        [
            "Base;NotStarted;White[1]",
            "Base+M;NotStarted;White[1]",
            "Base+L"
        ]
    );
    assert_eq!(
        split::last_boundary(Format::Uhp, text),
        Some(text.len() - 6)
    );
    assert_eq!(split::last_boundary(Format::Uhp, b"Base"), None);
    let history = b"wL ;bL wL-;\nwL ;\n1. Resign(b);\n";
    assert_eq!(split::last_boundary(Format::Hivegame, history), Some(12));
}

/// Cuts a text at every boundary that a reader of the first `window` bytes at a time finds.
fn units(format: Format, text: &[u8], window: usize) -> Vec<&[u8]> {
    let mut units = Vec::new();
    let mut rest = text;
    let mut reach = window;
    while !rest.is_empty() {
        if reach >= rest.len() {
            units.push(rest);
            break;
        }
        match split::last_boundary(format, &rest[..reach]) {
            Some(end) => {
                units.push(&rest[..end]);
                rest = &rest[end..];
                reach = window;
            }
            None => reach += window,
        }
    }
    units
}

fn corpus() -> Vec<(Format, Vec<u8>)> {
    let files = FILES.iter().map(|(format, path)| (*format, fixture(path)));
    let sites =
        crate::sites::FILES.map(|(format, _, name)| (format, fixture(&format!("sites/{name}"))));
    let mut files: Vec<_> = files.chain(sites).collect();
    for (format, ending) in [(Format::Pgn, "pgn"), (Format::Boardspace, "sgf")] {
        let Some(folder) = skep_testing::shared("corpus/pairs") else {
            continue;
        };
        let entries = fs::read_dir(&folder).expect("the folder can be read");
        let mut paths: Vec<_> = entries.map(|e| e.expect("listed").path()).collect();
        paths.sort();
        let mut all = Vec::new();
        for path in paths
            .iter()
            .filter(|p| p.extension().is_some_and(|e| e == ending))
        {
            all.extend(fs::read(path).expect("readable"));
            all.extend(b"\n");
        }
        files.push((format, all));
    }
    files
}

#[test]
fn work_units_hold_the_same_games_as_the_whole() {
    for (format, text) in corpus() {
        let whole = texts(format, &text);
        assert!(!whole.is_empty());
        for window in [7, 50, 300, 5000] {
            let parts: Vec<String> = units(format, &text, window)
                .into_iter()
                .flat_map(|unit| texts(format, unit))
                .collect();
            assert_eq!(parts, whole, "{format} by {window}");
        }
    }
    let pairs = corpus()
        .pop()
        .map(|(format, text)| texts(format, &text).len());
    assert!(matches!(pairs, Some(10 | 1..)), "{pairs:?}");
}

proptest! {
    #![proptest_config(skep_testing::repeatable(256))]

    #[test]
    fn any_bytes_are_split_without_loss(
        parts in prop::collection::vec(prop::sample::select(vec![
            "[Event \"a\"]\n", "[White \"b\"]\n", "{", "}", "\n", "1. wL ", "(;", " (;\nGM[27]\n", "; P0[x]\n", ")", "[wL ]", "[bL wL-]",
            "wL ;bL wL-;", "3. Resign(w);", "{\"type\":1}", "{\"a\": [", "]", ",", "\"", "newgame Base\n", "play wS1\n", "1. wS1, ", "wS1",
            "Base;NotStarted;White[1]", "1-0\n", "#", "\r\n", "Base;", "é", "\u{feff}", "; x {\n", " ",
        ]), 0..40),
        format in prop::sample::select(Format::ALL.to_vec()),
        window in 1..40usize,
    ) {
        let text = parts.concat();
        let bytes = text.as_bytes();
        let _ = detect(bytes);
        let mut end = 0;
        for range in split::games(format, bytes) {
            prop_assert!(range.start >= end && range.end > range.start && range.end <= bytes.len());
            let gap = &text[end..range.start];
            // The answer of a site ends with braces.
            let marks = if gap.contains(']') { "[],}" } else { "[]," };
            for line in gap.lines() {
                // Brackets and commas of JSON, and names over the columns of CSV, are not games.
                let is_mark = |c: char| c == '\u{feff}' || c.is_ascii_whitespace() || DOCUMENTS.contains(&format) && marks.contains(c);
                let line = line.trim_matches(is_mark);
                let is_frame = format == Format::Embedded && !line.starts_with("Base;");
                let is_aside = format == Format::Uhp && [";", "//", "--", "wS1"].iter().any(|mark| line.starts_with(mark));
                prop_assert!(line.is_empty() || line.starts_with('#') || is_frame || is_aside, "{line:?} is lost");
            }
            end = range.end;
        }
        let units = units(format, bytes, window);
        prop_assert_eq!(units.iter().map(|u| u.len()).sum::<usize>(), bytes.len());
        let parts: Vec<String> = units.iter().flat_map(|unit| texts(format, unit)).collect();
        prop_assert_eq!(parts, texts(format, bytes));
    }
}
