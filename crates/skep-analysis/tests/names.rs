//! Names of openings, and names of players.

use skep_analysis::Facts;
use skep_analysis::openings::OpeningNames;
use skep_analysis::players::{Aliases, NameDifference, alike};
use skep_records::notation::{Judge, JudgeOptions, read};
use skep_records::record::Format;
use skep_records::{Record, Verdict};

fn name(names: &OpeningNames, moves: &str) -> Option<String> {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read::read(Format::Moves, moves, &mut record);
    Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
    let name = names.of_game(&Facts::new(&record, &verdict));
    name.map(str::to_owned)
}

#[test]
fn the_deepest_name_wins_and_the_users_own_come_first() {
    let known = OpeningNames::known();
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
fn patterns_name_positions_of_the_opening() {
    let own = "Tail\tpattern(wQ; wA wQ-; wA #2-)\tmine\nCorner\twS1;bG1 wS1-;wQ \\wS1\nBent\tpattern(wS; bG wS-; wQ \\wS)\n";
    let names = OpeningNames::known().with(own).unwrap();
    assert!(names.names().contains(&"Tail"));
    // After any moves, in any orientation.
    let tail = "wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bA1 bQ-";
    assert_eq!(name(&names, tail).as_deref(), Some("Spider opening"));
    let tail = format!("{tail};wA2 -wA1");
    assert_eq!(name(&names, &tail).as_deref(), Some("Tail"));
    // With the colours exchanged.
    let black = "wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wG2 -wQ;bA1 bQ-;wG3 -wG2;bA2 bA1-";
    assert_eq!(name(&names, black).as_deref(), Some("Tail"));
    // Moves are more exact than a pattern, and a later position counts more.
    let corner = "wS1;bG1 wS1-;wQ \\wS1";
    assert_eq!(name(&names, corner).as_deref(), Some("Corner"));
    let bent = format!("{corner};bQ bG1-");
    assert_eq!(name(&names, &bent).as_deref(), Some("Bent"));
    // A pattern names no position after ply 12.
    let late = "wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wG1 -wQ;bG2 bQ-;wG2 -wG1;bG3 bG2-;wG3 -wG2;bB1 bG3-;wA1 -wG3;bB2 bB1-;wA2 -wA1";
    let late = late
        .replace("wG1 -wQ", "wB1 -wQ")
        .replace("wG2 -wG1", "wG2 -wB1");
    let queen = OpeningNames::known()
        .with("Tail\tpattern(wA; wA wA-)")
        .unwrap();
    assert_eq!(name(&queen, &late).as_deref(), Some("Spider opening"));
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
        ("A\tpattern(wQ; wX wQ-)", 1, 3),
        ("A\tpattern(wQ; wQ wQ-)", 1, 3),
        ("A\tpattern(wA; wS@wA)", 1, 3),
        (
            "A\tpattern(wA; wA wA-; wA #2-; wG #3-; wG #4-; wG #5-; wS #6-)",
            1,
            3,
        ),
        ("A\tpattern(wQ; bA wQ-)\nB\tpattern(bA; wQ bA/)", 2, 3),
    ] {
        let error = OpeningNames::default().with(text).unwrap_err();
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
fn names_of_nobody_are_a_list_that_a_file_replaces() {
    let usual = Aliases::default();
    for name in [
        "guest",
        "Guest17",
        " GUEST-17 ",
        "guest#5",
        "Anonymous",
        "NN",
        "n.n.",
        "Player 2",
        "Black",
    ] {
        assert!(usual.is_nobody(name), "{name}");
    }
    for name in [
        "Guesty",
        "guest of honour",
        "Ann",
        "Anna1",
        "player one",
        "Blackbird",
        "7",
    ] {
        assert!(!usual.is_nobody(name), "{name}");
    }
    for text in [
        "not a player = Bot#, Visitor",
        "Ann\tAnnie\nNot a player\tbot#\tvisitor\n",
        "not a player: bot#\n# and\nnot a player: visitor",
    ] {
        let own = Aliases::parse(text).unwrap();
        for (name, expected) in [
            ("bot12", true),
            ("Visitor", true),
            ("visitor1", false),
            ("guest", false),
        ] {
            assert_eq!(own.is_nobody(name), expected, "{text}: {name}");
        }
    }
    assert!(!Aliases::parse("not a player").unwrap().is_nobody("guest"));
    assert!(Aliases::parse("Ann,Annie").unwrap().is_nobody("guest"));
}

#[test]
fn ratings_are_given_to_players() {
    let names = Aliases::parse("Ann\tAnnie\nrating 1800\tannie\tBob\nrating 1650.5: Cid").unwrap();
    let given: Vec<_> = names
        .anchors()
        .iter()
        .map(|(name, rating)| (name.as_str(), *rating))
        .collect();
    assert_eq!(given, [("Ann", 1800.0), ("Bob", 1800.0), ("Cid", 1650.5)]);
    for (text, message) in [
        ("rating 18o0, Ann", "line 1: 18o0 is not a rating"),
        ("rating -5, Ann", "line 1: -5 is not a rating"),
        (
            "Ann,Annie\nrating 1, Ann\nrating 2, Annie",
            "line 3: the rating of Ann is already given",
        ),
    ] {
        let error = Aliases::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
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
            (NameDifference::Spelling, vec!["A.n-n", "Ann", "ann "]),
            (NameDifference::Number, vec!["guest", "Guest17", "guest2"]),
            (NameDifference::Spelling, vec!["ÉLAN", "élan"]),
        ]
    );
    assert_eq!(alike(["Ann", "Bob"]), []);
}
