//! The cells of the plane, their names, and the symmetries.

use skep_rules::geometry::{Direction, GridRef, Hex, Symmetry};

#[test]
fn names_round_trip_over_the_edges_of_the_alphabet() {
    for column in -30..60 {
        for row in [-3, 0, 13] {
            let g = GridRef { column, row };
            assert_eq!(g.to_string().parse(), Ok(g));
            assert_eq!(GridRef::from_hex(g.to_hex()), g);
        }
    }
    assert_eq!(GridRef::parse_column("1A"), Some(-1));
    assert_eq!(GridRef::parse_column("1Z"), Some(26));
    for bad in ["", "13", "1B2", "N", "é1", "N1x", "N--1"] {
        assert!(bad.parse::<GridRef>().is_err(), "{bad}");
    }
}

#[test]
fn directions_of_the_site_match_those_of_uhp() {
    let at = |c, r| GridRef { column: c, row: r }.to_hex();
    use Direction::*;
    let from = at(13, 13);
    for (d, c, r) in [
        (East, 14, 13),
        (West, 12, 13),
        (NorthEast, 14, 14),
        (SouthWest, 12, 12),
        (NorthWest, 13, 14),
        (SouthEast, 13, 12),
    ] {
        assert_eq!(from.step(d), at(c, r), "{d:?}");
    }
}

#[test]
fn the_twelve_are_distinct_keep_distance_and_have_inverses() {
    let probe = Hex::new(2, 1);
    let mut images: Vec<Hex> = Symmetry::ALL.iter().map(|s| s.apply(probe)).collect();
    images.sort();
    images.dedup();
    assert_eq!(images.len(), 12);
    for s in Symmetry::ALL {
        for q in -3..=3 {
            for r in -3..=3 {
                let h = Hex::new(q, r);
                assert_eq!(s.apply(h).distance(s.apply(probe)), h.distance(probe));
                assert_eq!(s.inverse().apply(s.apply(h)), h);
            }
        }
    }
}

#[test]
fn a_picture_is_mirrored_left_to_right_and_then_turned() {
    for s in Symmetry::ALL {
        let (mirrored, turns) = s.as_seen();
        for d in Direction::ALL {
            let mut seen = match d {
                _ if !mirrored => d,
                Direction::NorthWest => Direction::NorthEast,
                Direction::NorthEast => Direction::NorthWest,
                Direction::East => Direction::West,
                Direction::SouthEast => Direction::SouthWest,
                Direction::SouthWest => Direction::SouthEast,
                Direction::West => Direction::East,
            };
            for _ in 0..turns {
                seen = seen.clockwise();
            }
            assert_eq!(s.apply_direction(d), seen);
        }
    }
}

#[test]
fn one_turn_is_clockwise() {
    let turn = Symmetry::ALL[1];
    for d in Direction::ALL {
        assert_eq!(turn.apply_direction(d), d.clockwise());
    }
}
