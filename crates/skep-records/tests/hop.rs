//! HOP: what hivegame.com writes and refuses, and every position comes back.

use std::fs;

use proptest::prelude::*;
use skep_records::game::{Hive, HiveTracker, Tracker as _};
use skep_records::notation::{detect, split::games, write};
use skep_records::state::hop_of;
use skep_records::{Code, Format, Game, Judge, Played, Record, Rules, Status};
use skep_rules::game::{Position as _, perft, random_game};
use skep_rules::geometry::Hex;
use skep_rules::hive::{GameType, PlaneTracker};
use skep_rules::state::hop::{is_hop, looks_like_hop, read};

/// The HOP after all turns of a GameString.
fn hop_of_game(text: &str) -> String {
    let verdict = Judge::default().verdict(&Record::read(Format::Uhp, text));
    assert_eq!(
        verdict.status,
        Status::Ok,
        "{text}: {:?}",
        verdict.diagnostics
    );
    verdict.game.hop().expect("plain Hive")
}

/// The canonical text of a HOP.
fn canonical(text: &str) -> String {
    let game = Game::of_state(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    game.hop().expect("plain Hive")
}

/// GameStrings, and what hivegame.com writes for their last positions.
const GAMES: [(&str, &str); 21] = [
    (r"Base+MLP;InProgress;Black[1];wL", "L!,b"),
    (r"Base+MLP;InProgress;White[2];wL;bL wL-", "L+l!,w"),
    (r"Base;InProgress;White[2];wG1;bS1 /wG1", "base,G+s!,w"),
    (
        r"Base+MLP;InProgress;Black[2];wL;bL wL-;wQ \wL",
        "L+Q!1-l,b",
    ),
    (
        r"Base+MLP;InProgress;Black[2];wL;bL wL-;wQ /wL",
        "L+l1-Q!,b",
    ),
    (
        r"Base+MLP;InProgress;White[3];wL;bL wL-;wQ \wL;bQ bL\",
        "L+Q1-l-q!,w",
    ),
    (
        r"Base+MLP;InProgress;White[3];wL;bL wL-;wQ \wL;bQ bL/",
        "L+Q1-l+q!,w",
    ),
    (
        r"Base+MLP;InProgress;White[3];wL;bL wL-;wQ -wL;bQ bL-",
        "Q+Llq!,w",
    ),
    (
        r"Base+MLP;InProgress;Black[4];wQ;bQ wQ-;wA1 /wQ;bQ wQ/;wA1 bQ/;pass;wA2 -wQ",
        "A!+Q+qA,b",
    ),
    (
        r"Base+MLP;InProgress;White[5];wQ;bQ wQ-;wA1 /wQ;bQ wQ/;wA1 bQ/;pass;wA2 -wQ;pass",
        "A+Q+qA,w",
    ),
    (
        r"Base+MLP;InProgress;Black[5];wQ;bQ wQ-;wA1 /wQ;bQ wQ/;wA1 bQ/;pass;wA2 -wQ;pass;wA2 wQ\",
        "A!+Q-qA,b",
    ),
    (
        r"Base+MLP;InProgress;Black[6];wL;bL /wL;wA1 wL/;bM /bL;wA2 wA1/;bP bL\;wQ -wA1;bQ bM\;wA2 -bM;bA1 bP-;wA1 bA1\",
        "A!+a+pmA3+q3-l-L+Q,b",
    ),
    (
        r"Base+MLP;InProgress;White[9];wM;bB1 /wM;wA1 wM/;bP bB1\;wQ wA1\;bQ /bB1;wA1 -bQ;bP wM\;wM bB1;wQ wM\;wP wQ\;bL bP-;wB1 /wA1;bB2 \bL;wB1 wA1\;bB2 bP",
        "AB1+(qQ+p-l3=b!1+(b1=M)2-P),w",
    ),
    (
        r"Base+MLP;InProgress;Black[8];wB1;bP /wB1;wQ \wB1;bG1 /bP;wQ -wB1;bG2 bP\;wB1 bP;bQ /bG1;wP \wQ;bB1 bQ\;wB2 wB1/;bS1 bG2-;wB2 wB1;bB2 -bQ;wB2 bG1",
        "P+Qpg+s3=B3-(gq+b1=B!2-b),b",
    ),
    (
        r"Base+LP;InProgress;White[5];wB1;bB1 wB1-;wL -wB1;bB2 bB1-;wG1 wL\;bS1 bB2/;wQ \wB1;bQ bS1\",
        "base+LPlp,GB+Q1+L2-(bbq!2+s),w",
    ),
    (
        r"Base+M;InProgress;Black[5];wB1;bM wB1-;wQ /wB1;bQ bM/;wS1 -wB1;bG1 \bQ;wG1 \wB1;bS1 bM\;wM /wS1",
        "base+Mm,GB+m+q+g1-(SM!1+Q)3-s,b",
    ),
    (
        r"Base+MLP;InProgress;White[7];wL;bL wL\;wQ -wL;bQ /bL;wM \wL;bM bL\;wA1 wL/;bA1 bM/;wM -bQ;bG1 bQ\;wP /wM;bG1 wQ\",
        "A+Lg!MP2+(lm1+a1-q)2-Q,w",
    ),
    (
        r"Base+MLP;InProgress;White[10];wL;bP wL\;wM \wL;bG1 bP\;wB1 wM/;bL /bG1;wQ wB1-;bQ -bL;wQ wB1\;bM /bP;wP -wB1;bG1 wQ\;wB2 \wP;bS1 bL\;wL -bM;bG2 bS1-;wB2 -wP;wL bP\",
        "B+PB-Qg-pmq2-M6+L!-l+s+g,w",
    ),
    (
        r"Base+MLP;InProgress;Black[7];wG1;bL /wG1;wA1 \wG1;bQ -bL;wQ wG1-;bP -bQ;wA1 -bP;bA1 bL\;wS1 \wG1;bM bQ\;wM \wQ;bA1 wM/;wS1 \bP",
        "AS!1-(pql+GMa2-m4-Q),b",
    ),
    (
        r"Base+MLP;InProgress;White[8];wS1;bS1 /wS1;wA1 wS1/;bS2 -bS1;wS2 wA1\;bA1 bS2\;wQ wS2\;bQ /bA1;wA1 /bQ;bM bS1\;wA2 wS2/;bB1 /bS2;wP wA2/;bP bA1\",
        "A+qasS-S+AP2+b-s2-p!+m6-Q,w",
    ),
    (
        r"Base;InProgress;Black[6];wB1;bB1 wB1\;wB2 \wB1;bS1 bB1-;wA1 /wB2;bB2 bS1/;wQ wB2/;bQ bB2/;wG1 wQ\;bS2 bB2\;wA1 bQ\",
        "base,A!b+s-b-BB-Q1+s1-q5-G,b",
    ),
];

#[test]
fn hops_of_games_are_those_of_hivegame() {
    for (game, hop) in GAMES {
        assert_eq!(hop_of_game(game), hop, "{game}");
        assert_eq!(canonical(hop), hop);
    }
}

#[test]
fn hops_of_the_reference_are_equal() {
    let Some(path) = skep_testing::shared("reference/hop-cases.tsv") else {
        return;
    };
    let text = fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut cases = 0;
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let (id, hop, game) = (fields[0], fields[7], fields[8]);
        assert_eq!(hop_of_game(game), hop, "case {id}");
        assert_eq!(canonical(hop), hop, "case {id}");
        cases += 1;
    }
    assert_eq!(cases, 150);
}

#[test]
fn any_walk_is_read() {
    let cases = [
        ("QA-a,w", "A+a1-Q,w"),
        ("QA-a2=B,b", "A+a1=B1-Q,b"),
        ("QA-a1+b,b", "QA-a1+b,b"),
        (" QA-a1+b, B5M ", "QA-a1+b,b"),
        (" ultimate ,QA-a1+b,b0", "QA-a1+b,b"),
        ("A+Q+B+B3-(g+g1-g-q!),w3", "A+Q+B+B3-(g+g1-g-q!),w"),
        ("Qq1=B1=b1=B1=b1=M1=m,w", "Q+q1=B1=b1=B1=b1=M1=m,w"),
        (",w", ",w"),
        ("base,,w", "base,,w"),
        ("Q,b", "Q,b"),
        ("ultimate-Pp,QA-a,w", "base+MLml,A+a1-Q,w"),
        ("Q3A2B3G2Sq3a2b3g2s,Q,b", "base,Q,b"),
        ("base+lMpmLP,Q,b", "Q,b"),
        ("BASE+1M1m ,Q, b", "base+Mm,Q,b"),
        ("ultimate+Ss-Ss,Q,b", "Q,b"),
        ("++QA-a,w", "A+a1-Q,w"),
    ];
    for (text, written) in cases {
        assert!(is_hop(text), "{text}");
        assert_eq!(canonical(text), written, "{text}");
    }
}

#[test]
fn texts_of_the_first_weeks_are_marked() {
    for (text, written) in [
        ("base+m,Q,b", "base+Mm,Q,b"),
        ("base+pl,Q,b", "base+LPlp,Q,b"),
    ] {
        assert!(read(text).unwrap().is_old, "{text}");
        assert_eq!(canonical(text), written);
        assert!(!read(written).unwrap().is_old);
    }
}

#[test]
fn each_error_has_its_name() {
    let cases = [
        ("", "Empty"),
        ("QA-a", "FieldCount"),
        ("base,,QA,w", "FieldCount"),
        ("base+ML,Q,b", "UnsupportedGameType"),
        ("base+MMmm,Q,b", "UnsupportedGameType"),
        ("base+2M2m,Q,b", "UnsupportedGameType"),
        ("base-1A,Q,b", "UnsupportedGameType"),
        ("base+,Q,b", "UnsupportedGameType"),
        ("base+mm,Q,b", "UnsupportedGameType"),
        ("ultimate-P,Q,b", "UnsupportedGameType"),
        ("ultimate+Mm,Q,b", "UnsupportedGameType"),
        ("base+4A4a,Q,b", "UnsupportedGameType"),
        ("base+Dd,Q,b", "Dragonfly"),
        ("QD,w", "Dragonfly"),
        ("QA-a,x", "BadPlayer"),
        ("QA-a,w33", "BadPlayer"),
        ("QA-a,w3m3", "BadPlayer"),
        ("QA-a,w6", "BadPlayer"),
        ("QA-a,", "BadPlayer"),
        ("Q A,w", "BadChar"),
        ("QI,w", "BadChar"),
        ("Q\u{e9},w", "BadChar"),
        ("Q0+A,w", "BadChainRef"),
        ("Q2+A,w", "BadChainRef"),
        ("QA(1+S),w", "BadChainRef"),
        ("QA1S,w", "BadChainOp"),
        ("QA1,w", "BadChainOp"),
        ("QA1=,w", "MissingStackBug"),
        ("Q99999999999999999999+A,w", "NumberTooLarge"),
        ("QA-a1+(b,w", "UnbalancedParens"),
        ("QA-ab),w", "UnbalancedParens"),
        ("Q(),b", "EmptyScope"),
        ("Q1+,b", "EmptyBranch"),
        ("+-,w", "NoStartBug"),
        ("!Q,b", "MisplacedMark"),
        ("Q!!,b", "MisplacedMark"),
        ("Q!qA!,w", "MisplacedMark"),
        ("Q+!A-a,w", "MisplacedMark"),
        ("base,QM,w", "PieceNotInGameType"),
        ("QAAAA,w", "TooManyPieces"),
        ("Q1=A,w", "CannotClimb"),
        ("QA+G+S+A+G+S,w", "CannotClimb"),
        ("Q,w", "LonePieceOwnerToMove"),
        ("q,b", "LonePieceOwnerToMove"),
        ("Qa1=b,w", "QueenRequiredToMove"),
    ];
    for (text, name) in cases {
        let error = read(text).expect_err(text).to_string();
        assert!(error.ends_with(&format!("({name})")), "{text}: {error}");
    }
    assert!(read("Qq1=b,w").is_ok() && read("Q,b").is_ok() && read("q,w").is_ok());
}

#[test]
fn black_can_begin() {
    // (HOP, legal moves: kinds in the hand times cells)
    for (text, moves) in [
        ("q,w", 8 * 6),
        ("base,q,w", 5 * 6),
        ("base,,b", 4),
        (",b", 7),
    ] {
        assert_eq!(canonical(text), text);
        let hop = read(text).unwrap();
        let position = hop.setup.position().unwrap();
        let legal = position.legal_moves();
        assert_eq!(legal.len(), moves, "{text}");
        assert!(legal.iter().all(|&mv| position.check(mv).is_ok()), "{text}");
        assert!(position.has_move(), "{text}");
        let slow: u64 = legal
            .iter()
            .map(|&mv| {
                let mut after = position.clone();
                after.play(mv).unwrap();
                perft(&mut after, 1)
            })
            .sum();
        assert_eq!(perft(&mut position.clone(), 2), slow, "{text}");
    }
    let pgn = "[GameType \"Base\"]\n[SetUp \"1\"]\n[HOP \"base,q,w\"]\n\n1. wS1 bQ-\n2. bA1 -bQ\n3. wQ wS1-\n";
    let verdict = Judge::default().verdict(&Record::read(Format::Pgn, pgn));
    assert_eq!(
        (verdict.status, verdict.plies()),
        (Status::Ok, 3),
        "{:?}",
        verdict.diagnostics
    );
    // White may not stand alone.
    let error = Game::of_state("QA,w").err().map(|error| error.to_string());
    assert!(error.is_some_and(|error| error.contains("White has at least two bugs more")));
}

#[test]
fn positions_of_no_game_are_read_but_no_game_begins_there() {
    for (text, expected) in [
        (
            "base,AAAB,w",
            Some("White has more than three bugs on the board, but no queen"),
        ),
        (
            "QASGaaab,w",
            Some("Black has more than three bugs on the board, but no queen"),
        ),
        ("QA-a2=B,b", Some("White has at least two bugs more")),
        ("QA-aBSg1+bsQ,w", None),
        ("QA-a,w", None),
        ("AGa1-gBs,b", None),
    ] {
        let Ok(hop) = read(text) else { continue };
        let error = hop.setup_of_game().err().map(|error| error.to_string());
        assert_eq!(error.is_some(), expected.is_some(), "{text}: {error:?}");
        assert!(
            error
                .unwrap_or_default()
                .starts_with(expected.unwrap_or_default()),
            "{text}"
        );
        let Some(expected) = expected else { continue };
        let mut pgn = format!("[SetUp \"1\"]\n[HOP \"{text}\"]\n\n1. wG1 -wQ\n");
        if let Some((set, _)) = text.split_once(",").filter(|(set, _)| *set == "base") {
            pgn = format!("[GameType \"{set}\"]\n{pgn}").replace("base\"]", "Base\"]");
        }
        for (format, text) in [(Format::Uhp, text), (Format::Pgn, &*pgn)] {
            let verdict = Judge::default().verdict(&Record::read(format, text));
            let has = |d: &skep_records::diag::Diagnostic| {
                d.code == Code::BadHeader && d.message.contains(expected)
            };
            assert!(
                verdict.diagnostics.iter().any(has),
                "{text}: {:?}",
                verdict.diagnostics
            );
        }
    }
    // It can be looked at.
    assert_eq!(canonical("QA-a2=B,b"), "A+a1=B1-Q,b");
}

#[test]
fn texts_meant_as_a_hop_are_told_from_names_of_files() {
    for text in ["QA-a", "+-,w", "QX-a,w", "base,QA-a", "QA-a,w3m", "QA-a,x"] {
        assert!(looks_like_hop(text) || is_hop(text), "{text}");
    }
    for text in [
        "games-a.pgn",
        "all",
        "Base",
        "a+b",
        "my-games,w.uhp",
        "x,w",
        "QA,b,c",
    ] {
        assert!(!looks_like_hop(text), "{text}");
    }
}

#[test]
fn the_number_of_the_turn_is_the_smallest_possible() {
    let numbers = [
        ("Q,b", 1),
        ("Qq,w", 2),
        ("Qq,b", 2),
        ("QASGq,w", 5),
        ("QASGq,b", 4),
    ];
    for (text, number) in numbers {
        assert_eq!(read(text).unwrap().setup.number, number, "{text}");
        assert!(Game::of_state(text).is_ok(), "{text}");
    }
}

#[test]
fn hops_are_found_in_lines_and_cells() {
    let hop = "base,QA-a!1+q,w";
    let read = |text: &str| {
        let format = detect(text.as_bytes())?;
        let mut games = games(format, text.as_bytes());
        let game = games.next().expect("a game");
        assert!(games.next().is_none(), "{text}");
        let record = Record::read(format, &text[game]);
        let verdict = Judge::default().verdict(&record);
        assert_eq!(verdict.status, Status::Empty, "{text}");
        Some((format, verdict.game.hop()?))
    };
    let cases = [
        (format!("{hop}\n"), Format::Uhp),
        (format!("# a comment\n {hop} \n"), Format::Uhp),
        (format!("id,hop\n7,\"{hop}\"\n"), Format::Embedded),
        (format!("7\t{hop}\tAnn\n"), Format::Embedded),
        (
            format!("{{\"id\":7,\"hop\":\"{hop}\"}}\n"),
            Format::Embedded,
        ),
        (format!("[\"{hop}\"]\n"), Format::Embedded),
    ];
    for (text, format) in cases {
        assert_eq!(read(&text), Some((format, canonical(hop))), "{text}");
    }
    // A game says more than its position.
    let row = format!("id\thop\tgame\n7\t{hop}\tBase;InProgress;White[2];wS1;bS1 wS1-\n");
    let record = Record::read(Format::Embedded, &row);
    assert_eq!(record.plies.len(), 2);
    for text in ["7,\"Gal, B\"\n", "a,b,w,x\n", "name,w\n", "wL,bL wL-,b\n"] {
        assert_ne!(detect(text.as_bytes()), Some(Format::Embedded), "{text}");
        assert!(!is_hop(text), "{text}");
    }
}

#[test]
fn json_lines_of_a_position_have_its_hop() {
    let line = |text: &str| {
        let record = Record::read(Format::Uhp, text);
        let verdict = Judge::default().verdict(&record);
        let mut line = String::new();
        write::write(Format::Jsonl, &record, &verdict, &mut line).unwrap();
        line
    };
    let hop = canonical("base,QA-a!1+q,w");
    assert!(
        line(&hop).contains(&format!("\"hop\":\"{hop}\"")),
        "{}",
        line(&hop)
    );
    // Venom has no HOP, and a game from the start does not need one.
    for text in ["Venom/w1/-/-/-", "Base;InProgress;White[2];wS1;bS1 wS1-"] {
        assert!(!line(text).contains("hop"), "{}", line(text));
    }
}

#[test]
fn a_set_of_the_first_weeks_has_a_remark() {
    let read = |text: &str| Judge::default().verdict(&Record::read(Format::Uhp, text));
    let codes = |text: &str| {
        read(text)
            .diagnostics
            .iter()
            .map(|d| d.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes("base+m,Q,b"), [Code::LenientSpelling, Code::NoMoves]);
    assert_eq!(codes("base+Mm,Q,b"), [Code::NoMoves]);
}

/// Plays a random game, and reads the HOP of each of its positions.
fn round_trips(game_type: GameType, seed: u64, plies: u32) -> usize {
    let options = Hive::options_of_variant(game_type.set_name()).unwrap();
    let game = Played::<Hive>::new(options);
    let mut moves = Vec::new();
    random_game(&mut game.start(), seed, 0, plies, &mut moves);
    let mut tracker = HiveTracker::start(&options, Hex::ORIGIN);
    for mv in std::iter::once(None).chain(moves.iter().copied().map(Some)) {
        if let Some(mv) = mv {
            tracker.play(mv);
        }
        let text = hop_of::<Hive>(&tracker).expect("plain Hive");
        assert!(is_hop(&text), "{text}");
        let read = read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let again = PlaneTracker::of_setup(&read.setup).unwrap();
        let mut written = String::new();
        skep_rules::state::hop::write(&again, &mut written);
        assert_eq!(written, text);
        let (position, before) = (again.position(), tracker.position());
        assert_eq!(position.canonical_key(), before.canonical_key(), "{text}");
        assert_eq!(position.game_type(), before.game_type(), "{text}");
        assert_eq!(position.outcome(), before.outcome(), "{text}");
        assert_eq!(
            position.legal_moves().len(),
            before.legal_moves().len(),
            "{text}"
        );
        let bug = |last: Option<skep_rules::hive::Piece>| last.map(|p| (p.side(), p.bug()));
        assert_eq!(
            bug(position.last_moved()),
            bug(before.last_moved()),
            "{text}"
        );
    }
    moves.len() + 1
}

#[test]
fn every_position_of_random_games_comes_back() {
    for (i, game_type) in GameType::PLAIN.into_iter().cycle().take(160).enumerate() {
        round_trips(game_type, i as u64, 120);
    }
}

#[test]
#[ignore = "slow"]
fn a_million_positions_come_back() {
    let types = GameType::PLAIN.into_iter().cycle().enumerate();
    let mut positions = 0;
    for (i, game_type) in types {
        positions += round_trips(game_type, 1_000_000 + i as u64, 300);
        if positions >= 1_000_000 {
            return;
        }
    }
}

proptest! {
    #![proptest_config(skep_testing::repeatable(20_000))]

    /// No text panics, and a position that is read from any walk has one canonical text.
    #[test]
    fn changed_texts_are_refused_or_have_a_canonical_text(
        game in 0..GAMES.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[QqAaBbSsMmp!+()0-3=,wbDx\u{e9} -]?"), 0..4),
    ) {
        let mut text: Vec<char> = GAMES[game].1.chars().collect();
        for (at, part) in changes {
            let at = at.index(text.len());
            text.splice(at..=at, part.chars());
            if text.is_empty() {
                break;
            }
        }
        let text: String = text.into_iter().collect();
        let _ = is_hop(&text);
        if let Ok(hop) = read(&text)
            && PlaneTracker::of_setup(&hop.setup).is_ok()
        {
            let written = canonical(&text);
            prop_assert_eq!(canonical(&written), written);
        }
    }
}
