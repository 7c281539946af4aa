//! Turns, bugs and variants of Hive as text, and turns as tokens.

use proptest::prelude::*;
use skep_rules::game::Side;
use skep_rules::geometry::Direction;
use skep_rules::hive::{
    Bug, GameType, Leniency, Opening, PieceName, Place, Replay, Spelling, Written,
};

#[test]
fn letters_and_codes_agree() {
    for bug in Bug::ALL {
        assert_eq!(Bug::from_code(bug.code()), Some(bug));
        assert_eq!(bug.is_plain(), bug.code().len() == 1);
    }
    for (i, bug) in Bug::PLAIN.into_iter().enumerate() {
        assert_eq!(Bug::ALL[i], bug);
        let letter = bug.code().as_bytes()[0];
        assert_eq!(Bug::from_letter(letter), Some(bug));
        assert_eq!(Bug::from_letter(letter.to_ascii_lowercase()), Some(bug));
    }
    assert_eq!(Bug::from_letter(b'X'), None);
}

#[test]
fn names_round_trip_and_lenient_spellings_are_read() {
    for name in [
        "Base",
        "Base+MLP",
        "Venom",
        "Venom+Predators+Guardians+Honeycombo+Swarm",
        "Base+MLP+Predators",
        "Base+[Sc2,Tk]",
        "Base+ML+[Wa,Sc,Ff2,Df3,Fl3,Tk,Sb,Ce]+Guardians+Swarm",
    ] {
        assert_eq!(name.parse::<GameType>().unwrap().to_string(), name);
    }
    for game_type in GameType::PLAIN {
        assert_eq!(game_type.set_name().parse(), Ok(game_type));
        assert_eq!(game_type.to_string(), game_type.set_name());
        assert!(game_type.is_plain());
    }
    for text in ["base+PLM", "Base MLP", "Base+M+LP"] {
        assert_eq!(text.parse(), Ok(GameType::MLP));
    }
    assert_eq!(
        "Base+M+L".parse(),
        Ok(GameType::BASE.with(Bug::Mosquito).with(Bug::Ladybug))
    );
    let lenient: GameType = "base+swarm+plm+[tk, sc2]".parse().unwrap();
    assert_eq!(lenient.to_string(), "Base+MLP+[Sc2,Tk]+Swarm");
    for bad in [
        "",
        "Ven",
        "Bas",
        "BaseM",
        "Base+MQ",
        "Venom+MLP",
        "Base+",
        "Base+X",
        "Base+[Sc3]",
        "Base+[]",
        "Base+[A]",
        "Venom+[Sc]",
        "Base+[Sc0]",
        "Base+[Sc",
    ] {
        assert!(bad.parse::<GameType>().is_err(), "{bad}");
    }
}

fn parse(text: &str) -> Option<Spelling> {
    Spelling::parse(text)
}

#[test]
fn canonical_spellings_are_written_unchanged() {
    let moves = [
        "pass",
        "wQ",
        "bA3",
        "wB1 bQ",
        "wB1 bQ-",
        "wB1 bQ/",
        "wB1 bQ\\",
        "wB1 -bQ",
        "wB1 /bG3",
        "wB1 \\bS2",
        "bP wM",
    ];
    for text in moves {
        let spelling = parse(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(spelling.leniency, None, "{text}");
        assert_eq!(spelling.written.to_string(), text);
    }
}

#[test]
fn lenient_spellings_say_what_is_unusual() {
    let cases = [
        ("wS1 .", "wS1", Leniency::Dot),
        ("wQ1", "wQ", Leniency::UniqueNumber),
        ("bM1 -wL1", "bM -wL", Leniency::UniqueNumber),
        ("wS bQ-", "wS bQ-", Leniency::MissingNumber),
        ("wa1 bq-", "wA1 bQ-", Leniency::LetterCase),
        ("WA1 BQ-", "wA1 bQ-", Leniency::LetterCase),
        ("PASS", "pass", Leniency::LetterCase),
        ("wA1  bQ", "wA1 bQ", Leniency::Blanks),
        ("wA1\tbQ", "wA1 bQ", Leniency::Blanks),
        (" wA1 bQ\t", "wA1 bQ", Leniency::Blanks),
        ("wB1 -wB1", "wB1 -wB1", Leniency::SelfReference),
    ];
    for (text, plain, leniency) in cases {
        let spelling = parse(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(spelling.written.to_string(), plain, "{text}");
        assert_eq!(spelling.leniency, Some(leniency), "{text}");
    }
}

#[test]
fn numbers_of_missing_pieces_are_left_to_the_rules() {
    for (text, number) in [("wS3", 3), ("bQ2", 2), ("wA9", 9)] {
        let Some(Written::Put { piece, .. }) = parse(text).map(|s| s.written) else {
            panic!("{text}");
        };
        assert_eq!(piece.number(), number, "{text}");
    }
}

#[test]
fn invalid_moves_are_refused() {
    let bad = [
        "",
        " ",
        "w",
        "Q",
        "wX",
        "wQ0",
        "wA12",
        "wQ -bA1-",
        "wQ - bA1",
        "wQ bA1 ",
        "wQ bA1 x",
        "passed",
        "wQ bA1é",
        "é",
        "wQ  ",
        "wQ\u{a0}bA1",
        "x1",
        "1. wQ",
        "wQ --bA1",
        "wQbA1",
    ];
    for text in bad {
        // Blanks around a move are fine, and so is one that does not break a line.
        let expected = matches!(text, "wQ bA1 " | "wQ  " | "wQ\u{a0}bA1");
        assert_eq!(parse(text).is_some(), expected, "{text:?}");
    }
}

fn any_name() -> impl Strategy<Value = PieceName> {
    (0..2usize, 0..8usize, 0..10u8)
        .prop_map(|(side, bug, number)| PieceName::new(Side::ALL[side], Bug::PLAIN[bug], number))
}

proptest! {
    #[test]
    fn fast_path_and_grammar_agree(text in "[wb][QSBGAMLPX][0-4]?( [-/\\\\]?[wb][QSBGAMLP][0-4]?[-/\\\\]?)?[; ]?|pass;?") {
        if let Some((fast, length)) = Written::canonical_prefix(text.as_bytes()) {
            let end_of_move = text[length..].chars().next().is_none_or(|c| c == ';');
            if end_of_move {
                let (rest, slow) = Spelling::prefix(&text).expect("the grammar knows every canonical move");
                prop_assert_eq!(rest, &text[length..]);
                prop_assert_eq!(slow, Spelling { written: fast, leniency: None });
            }
        } else if let Some((rest, slow)) = Spelling::prefix(&text) && (rest.is_empty() || rest == ";") {
            let owned = |n: PieceName| n.number() <= n.bug().count();
            let within = match slow.written {
                Written::Put { piece, to: Place::On(of) | Place::Beside(_, of) } => owned(piece) && owned(of),
                Written::Put { piece, .. } => owned(piece),
                _ => true,
            };
            prop_assert!(slow.leniency.is_some() || !within, "{} is canonical", text);
        }
    }

    #[test]
    fn any_text_is_read_without_panic(text in "\\PC{0,12}") {
        let _ = parse(&text);
        let _ = Written::canonical_prefix(text.as_bytes());
    }

    #[test]
    fn writing_and_reading_are_inverse(piece in any_name(), of in any_name(), way in 0..8usize) {
        let to = match way {
            0 => Place::Unstated,
            1 => Place::On(of),
            d => Place::Beside(Direction::from_index(d), of),
        };
        let text = Written::Put { piece, to }.to_string();
        let back = parse(&text).expect("a written move is a move").written;
        prop_assert_eq!(text.parse(), Ok(Written::Put { piece, to }));
        let piece = piece.without_idle_number();
        let to = to.map_name(PieceName::without_idle_number);
        prop_assert_eq!(back, Written::Put { piece, to });
    }
}

#[test]
fn a_replay_knows_a_unique_bug_with_and_without_its_number() {
    let mut replay = Replay::new(GameType::MLP, Opening::Tournament);
    for turn in [
        "wL1", "bS1 wL-", "wQ -wL1", "bQ bS1-", "wM /wQ1", "bM1 bQ1/", "wM1 wQ\\", "bM bQ-",
    ] {
        let meaning = replay.meaning(turn.parse().unwrap()).unwrap();
        assert_eq!(replay.judge(meaning.mv), Ok(()), "{turn}");
        replay.play(meaning);
    }
    assert!(!replay.is_renumbered());
    assert_eq!(replay.position().pieces().count(), 6);
    let second: Written = "wP2 wQ-".parse().unwrap();
    assert!(replay.meaning(second).is_err());
}

#[test]
fn tokens_round_trip() {
    let a = PieceName::new(Side::Black, Bug::Ant, 3);
    let q = PieceName::new(Side::White, Bug::Queen, 0);
    let put = |to| Written::Put { piece: a, to };
    let mut all = vec![
        Written::Pass,
        Written::EmptyTurn,
        put(Place::Unstated),
        put(Place::On(q)),
        put(Place::Cell(-3, 300)),
    ];
    all.extend(Direction::ALL.map(|d| put(Place::Beside(d, q))));
    for w in all {
        assert_eq!(Written::from_token(w.token()), w);
    }
    assert_eq!(a.to_string(), "bA3");
    assert_eq!(q.to_string(), "wQ");
}
