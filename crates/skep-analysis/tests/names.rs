//! Names of openings, and names of players.

use skep_analysis::Facts;
use skep_analysis::openings::Names;
use skep_analysis::players::{Aliases, Difference, alike};
use skep_records::notation::{Judge, JudgeOptions, read};
use skep_records::record::Format;
use skep_records::{Record, Verdict};

fn name(names: &Names, moves: &str) -> Option<String> {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read::read(Format::Moves, moves, &mut record);
    Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
    let name = names.of_game(&Facts::new(&record, &verdict));
    name.map(str::to_owned)
}

#[test]
fn the_deepest_name_wins_and_the_users_own_come_first() {
    let known = Names::known();
    assert_eq!(
        name(&known, "wS1;bG1 wS1-").as_deref(),
        Some("Spider opening")
    );
    let own = "# mine\n\nCorner\twS1;bG1 wS1-;wQ \\wS1\nPair\twL;bS1 wL-\n";
    let names = known.with(own).unwrap();
    let corner = Some("Corner".to_owned());
    assert_eq!(name(&names, "wS1;bG1 wS1-;wQ \\wS1"), corner);
    // Turned, mirrored, with another bug in play, and some moves later.
    assert_eq!(name(&names, "wS1;bG1 -wS1;wQ wS1/;bM -bG1"), corner);
    // With the colours exchanged.
    let pair = Some("Pair".to_owned());
    assert_eq!(name(&names, "wL;bS1 wL-"), pair);
    assert_eq!(name(&names, "wS1;bL wS1-"), pair);
    assert_eq!(
        name(&names, "wB1;bL wB1-").as_deref(),
        Some("Beetle opening")
    );
}

#[test]
fn errors_have_the_right_line_and_column() {
    for (text, line, column) in [
        ("No tab", 1, 7),
        ("# x\n\twS1", 2, 1),
        ("Ünused\twS1;bG1 wS1-;wQ bG1-", 1, 21),
        ("A\t", 1, 3),
        ("A\twS1;bX1 wS1-", 1, 7),
        ("A\twS1;bG1 wS1-\nB\twS1;bG1 \\wS1", 2, 3),
    ] {
        let error = Names::default().with(text).unwrap_err();
        assert_eq!(
            (error.line, error.column),
            (line, column),
            "{text}: {error}"
        );
    }
}

#[test]
fn names_are_joined_and_contradictions_refused() {
    let aliases = Aliases::parse("# names\n\nAnn\tann b\tANNB\r\nBob\n").unwrap();
    for name in ["Ann", "ANN", "ann b", "annb"] {
        assert_eq!(aliases.name(name), "Ann");
    }
    assert_eq!(aliases.name("bob"), "Bob");
    assert_eq!(aliases.name("Cid"), "Cid");
    let error = Aliases::parse("Ann\tA\nBob\ta").unwrap_err();
    assert_eq!(error.to_string(), "line 2: a is already an alias of Ann");
}

#[test]
fn names_in_the_words_of_a_result_are_replaced_as_whole_words() {
    let aliases = Aliases::parse("Anna Lee\tAnn\nAnn Bo\tBo\n").unwrap();
    for (white, black, words, expected) in [
        ("Ann", "Bob", "Game won by Ann", "Game won by Anna Lee"),
        (
            "Ann",
            "Bob",
            "Annual Ann, Joann_ Ann7",
            "Annual Anna Lee, Joann_ Ann7",
        ),
        (
            "Ann",
            "Annette",
            "Annette hat gewonnen",
            "Annette hat gewonnen",
        ),
        // The other player's name is not cut.
        (
            "Ann",
            "Mary Ann",
            "Mary Ann beats Ann.",
            "Mary Ann beats Anna Lee.",
        ),
        // Each name is replaced once.
        ("Bo", "Ann", "Bo beats Ann", "Ann Bo beats Anna Lee"),
        ("Ann", "Bob", "Ann获胜", "Anna Lee获胜"),
        (
            "Ann",
            "Bob",
            "Игру выиграл(а) Ann.",
            "Игру выиграл(а) Anna Lee.",
        ),
    ] {
        let mut record = Record::default();
        record.tags.set("White", white);
        record.tags.set("Black", black);
        record.tags.set("SgfResult", words);
        record.stated.text = Some(words.to_owned());
        aliases.rename(&mut record);
        assert_eq!(record.stated.text.as_deref(), Some(expected), "{words}");
        assert_eq!(record.tags.get("SgfResult"), Some(expected), "{words}");
    }
}

#[test]
fn only_names_that_the_rule_matches_are_alike() {
    let names = [
        "Ann", "ann ", "A.n-n", "guest", "Guest17", "guest2", "Bob", "Bobby", "a1", "a2", "7", "8",
        "?!", "ÉLAN", "élan",
    ];
    assert_eq!(
        alike(names),
        [
            (Difference::Spelling, vec!["A.n-n", "Ann", "ann "]),
            (Difference::Number, vec!["guest", "Guest17", "guest2"]),
            (Difference::Spelling, vec!["ÉLAN", "élan"]),
        ]
    );
    assert_eq!(alike(["Ann", "Bob"]), []);
}
