//! Turns, options and points of Hex-It as text, and positions that are refused.

use crate::hexit_support::{cell, setup};
use skep_rules::geometry::{Direction, Hex};
use skep_rules::hexit::{Cell, CellList, Points, ReleaseChain, Rule, SetupError, TileSet, Written};

#[test]
fn options_are_read_by_all_their_names() {
    for set in TileSet::ALL {
        assert_eq!(set.as_str().parse(), Ok(set));
        assert_eq!(set.exxit_name().to_uppercase().parse(), Ok(set));
        assert!(set.as_str().starts_with(&set.tiles().to_string()));
    }
    assert_eq!("Blitz".parse(), Ok(TileSet::Blitz));
    assert_eq!("Hex-It".parse(), Ok(TileSet::Standard));
    for release in ReleaseChain::ALL {
        assert_eq!(release.as_str().parse(), Ok(release));
    }
    assert_eq!("Exxit-Pro".parse(), Ok(TileSet::Expert));
    assert!("".parse::<ReleaseChain>().is_err());
}

#[test]
fn every_rule_has_one_name_and_a_sentence() {
    let mut names: Vec<_> = Rule::ALL.iter().map(|r| r.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Rule::ALL.len());
    for rule in Rule::ALL {
        assert_eq!(rule.as_str().parse(), Ok(rule));
        assert!(!rule.sentence().ends_with('.'), "{rule}");
        assert!(rule.explanation().trim_end().ends_with('.'), "{rule}");
    }
}

#[test]
fn points_round_trip_and_halves_are_read_in_all_spellings() {
    for halves in 0..100 {
        let points = Points::from_halves(halves);
        assert_eq!(points.to_string().parse(), Ok(points));
    }
    for text in ["12.5", "12,5", "12½"] {
        assert_eq!(text.parse(), Ok(Points::from_halves(25)));
    }
    assert_eq!("½".parse(), Ok(Points::from_halves(1)));
    assert_eq!("17.0".parse(), Ok(Points::from_halves(34)));
    for bad in ["", ".5", "1/2", "+1", "-1", "1234", "12.25", "12.½"] {
        assert!(bad.parse::<Points>().is_err(), "{bad}");
    }
}

fn error(text: &str) -> Option<SetupError> {
    setup(text).position().err()
}

#[test]
fn positions_against_the_rules_are_refused() {
    let at = cell;
    assert_eq!(error("39 w"), Some(SetupError::Tiles(0)));
    let twice = Some(SetupError::CellTwice(at("A1")));
    assert_eq!(error("39 w A1w A1x:w"), twice);
    assert_eq!(error("39 w A1w:wwwwwwwww"), Some(SetupError::Pieces));
    let none = Some(SetupError::NoPrisoner(at("A2")));
    assert_eq!(error("39 w A1w A2x"), none);
    let lone = Some(SetupError::LonePrisoner(at("C1")));
    assert_eq!(error("39 w A1w C1x:w"), lone);
    let many: String = (0..20).map(|row| format!(" A{row}w")).collect();
    assert_eq!(error(&format!("19 w{many}")), Some(SetupError::Tiles(20)));
    assert_eq!(error(&format!("29 w{many}")), None);
}

#[test]
fn turns_are_read_in_any_case_and_written_canonically() {
    for (text, canonical) in [
        ("N14", "N14"),
        ("n14", "N14"),
        ("1a-1", "1A-1"),
        ("m13-p16X", "M13-P16x"),
        ("M-1-M-3", "M-1-M-3"),
        ("1A-1-1Z2x", "1A-1-1Z2x"),
        ("x3-x4x", "X3-X4x"),
        ("*L12", "*L12"),
        ("*l12+l13+1A0", "*L12+L13+1A0"),
        ("PASS", "pass"),
    ] {
        let Some(written) = Written::parse(text) else {
            panic!("{text} was not read");
        };
        assert_eq!(written.to_string(), canonical);
    }
}

#[test]
fn every_written_turn_is_read_as_it_is_shown() {
    let at = |s: &str| Cell::of_grid(s.parse().expect("a cell")).expect("near");
    let mut all = vec![
        Written::EmptyTurn,
        Written::Pass,
        Written::Place(at("1A-1")),
        Written::Lay(at("L12")),
        Written::ReleaseFrom(at("L12")),
        Written::Release(CellList::one(at("L12"))),
    ];
    let from = at("M-13");
    all.extend(Direction::ALL.map(|direction| Written::Towards { from, direction }));
    for written in all {
        assert_eq!(written.to_string().parse(), Ok(written));
    }
    for bad in ["*…", "M13->", "M13->up", "->east", "*L12+…", "resign"] {
        assert!(bad.parse::<Written>().is_err(), "{bad}");
    }
}

#[test]
fn other_words_are_not_turns() {
    for bad in [
        "",
        "*",
        "N",
        "14",
        "N14x",
        "N14-",
        "N14-M",
        "*L12+",
        "*L12L13",
        "*L12x",
        "passed",
        "N14 ",
        "N99999",
        "99999999999A1",
        "N99999999999",
        "1B2",
        "é1",
        "N14–M13",
        "+",
        "+L12+L13",
        "--",
        "N--1",
    ] {
        assert_eq!(Written::parse(bad), None, "{bad}");
    }
    let long = "*A1".to_owned() + &"+A1".repeat(16);
    assert_eq!(Written::parse(&long), None);
}

#[test]
fn tokens_round_trip_with_one_pool_for_all() {
    let at = |q, r| Cell::new(Hex::new(q, r)).expect("near");
    let (a, b) = (at(-3, 12), at(8000, -8000));
    let mut all = vec![
        Written::Pass,
        Written::EmptyTurn,
        Written::Place(a),
        Written::ReleaseFrom(b),
        Written::Distribute {
            from: a,
            to: b,
            prisoners: false,
        },
        Written::Distribute {
            from: b,
            to: a,
            prisoners: true,
        },
    ];
    all.extend(Direction::ALL.map(|direction| Written::Towards { from: b, direction }));
    let mut cells = CellList::default();
    for i in 0..16 {
        assert!(cells.push(at(i, -i)));
        all.push(Written::Release(cells));
    }
    assert!(!cells.push(a));
    let mut overflow = Vec::new();
    let tokens: Vec<_> = all.iter().map(|w| w.token(&mut overflow)).collect();
    for (w, t) in all.iter().zip(tokens) {
        assert_eq!(Written::from_token(t, &overflow), *w);
    }
}

#[test]
fn turns_are_written_as_records_have_them() {
    let at = |s: &str| Cell::of_grid(s.parse().expect("a cell")).expect("near");
    let mut cells = CellList::one(at("L12"));
    cells.push(at("1A-1"));
    assert_eq!(Written::Release(cells).to_string(), "*L12+1A-1");
    let w = Written::Distribute {
        from: at("M13"),
        to: at("P16"),
        prisoners: true,
    };
    assert_eq!(w.to_string(), "M13-P16x");
    assert_eq!(Written::Place(at("n14")).to_string(), "N14");
}
