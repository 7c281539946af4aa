//! Similar positions.

use std::collections::BTreeSet;

use proptest::prelude::*;
use skep_analysis::Facts;
use skep_analysis::motifs::Motifs;
use skep_analysis::similar::{Features, History, Likeness, Ranking, SimilaritySearch};
use skep_records::notation::JudgeOptions;
use skep_records::{Format, Game, Judge, Record, Verdict};
use skep_rules::geometry::Symmetry;
use skep_rules::hive::Piece;

fn game(moves: &str) -> Game {
    let mut game = Game::of_variant("Base+MLP").unwrap();
    game.play(moves.split(';')).unwrap();
    game
}

fn features(moves: &str) -> Features {
    Features::of(&game(moves)).unwrap()
}

/// The features of a position, the slow and obvious way: a set for each of the 12 ways to lay the board. Equal pins
/// have numbers.
fn slow(game: &Game) -> Vec<BTreeSet<String>> {
    let position = game.hive().unwrap().last_position();
    let stacks = position.stacks();
    Symmetry::ALL
        .into_iter()
        .map(|symmetry| {
            let mut all = BTreeSet::new();
            let kind = |piece: &Piece| piece.to_string()[..2].to_owned();
            for (at, stack) in &stacks {
                for (height, queen) in stack.iter().enumerate() {
                    if &kind(queen)[1..] != "Q" {
                        continue;
                    }
                    for (other, pieces) in &stacks {
                        if other.distance(*at) == 1 {
                            let to = symmetry.apply(*other - *at);
                            all.insert(format!(
                                "{queen} {to:?} {}",
                                kind(&pieces[pieces.len() - 1])
                            ));
                        }
                    }
                    if height + 1 < stack.len() {
                        all.insert(format!("{queen} above {}", kind(&stack[stack.len() - 1])));
                    }
                }
            }
            for side in skep_rules::game::Side::ALL {
                let mut pins: Vec<String> = position.pinned(side).map(|p| kind(&p)).collect();
                pins.sort();
                for (i, pin) in pins.iter().enumerate() {
                    let nth = pins[..i].iter().filter(|other| *other == pin).count();
                    all.insert(format!("pin {pin} {nth}"));
                }
            }
            all
        })
        .collect()
}

/// The beginnings of some games.
const LINES: [&str; 7] = [
    "wS1;bS1 wS1-;wQ \\wS1;bQ bS1\\;wA1 wQ/;bG1 bQ-",
    "wS1;bS1 wS1-;wQ /wS1;bQ bS1/;wA1 wQ\\;bA1 bQ-",
    "wL;bL wL-;wQ -wL;bQ bL-;wA1 -wQ;bB1 bL/;wA1 bQ-",
    "wB1;bG1 wB1-;wQ -wB1;bQ bG1-;wB2 \\wQ;bA1 bQ\\;wB2 wQ",
    "wS1;bS1 wS1-",
    "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-",
    // The first line, turned by half a turn.
    "wS1;bS1 -wS1;wQ wS1\\;bQ \\bS1;wA1 /wQ;bG1 -bQ",
];

#[test]
fn the_similarity_is_the_share_of_common_features() {
    for one in LINES {
        for other in LINES {
            let expected = slow_similarity(&slow(&game(one))[0], &slow(&game(other)));
            let found = features(one).similarity(&features(other));
            assert_eq!(found, expected, "{one} {other}");
            assert_eq!(found, features(other).similarity(&features(one)));
        }
    }
    assert!(features(LINES[4]).is_empty());
    assert_eq!(Features::of(&Game::of_variant("Hex-It 29").unwrap()), None);
}

#[test]
fn a_turned_position_is_equal() {
    let one = features(LINES[0]);
    assert_eq!(one.similarity(&features(LINES[6])), 1.0);
    assert_eq!(one.similarity(&features(LINES[1])), 7.0 / 9.0);
}

#[test]
fn the_first_of_the_most_similar_positions_counts() {
    let record = Record::read(
        Format::Uhp,
        &format!(
            "Base+MLP;InProgress;White[4];{};wS2 /wS1;bS2 bG1-",
            LINES[0]
        ),
    );
    let verdict: Verdict = Judge::default().verdict(&record);
    let facts = Facts::new(&record, &verdict);
    let search = |line| SimilaritySearch::new(&features(line));
    let found = Likeness::of_game(&facts, &search(LINES[0])).unwrap();
    assert_eq!((found.ply, found.similarity), (6, 1.0));
    assert_eq!(Likeness::of_game(&facts, &search(LINES[4])), None);
}

/// The similarity as [`slow`] gives it.
fn slow_similarity(a: &BTreeSet<String>, b: &[BTreeSet<String>]) -> f64 {
    let best = b.iter().map(|b| {
        let (common, all) = (a.intersection(b).count(), a.union(b).count());
        if all == 0 {
            0.0
        } else {
            common as f64 / all as f64
        }
    });
    best.fold(0.0, f64::max)
}

/// Compares random games, and a game in which a beetle climbs onto a queen.
#[test]
fn a_search_finds_what_a_slow_comparison_finds() {
    let start = Game::of_variant("Base+MLP").unwrap();
    let start = start.hive().unwrap();
    let random = |index| start.random(&JudgeOptions::default(), 5, index, Some(150));
    let climbs = Record::read(
        Format::Uhp,
        &format!("Base+MLP;InProgress;Black[4];{}", LINES[3]),
    );
    let climbs = Judge::default().verdict(&climbs);
    let record = Record::default();
    let (mut most, mut above) = (0.0_f64, 0);
    for (index, verdict) in (0..6).map(random).chain([climbs]).enumerate() {
        let index = index as u64;
        let facts = Facts::new(&record, &verdict);
        let history = History::of_game(&facts).unwrap();
        // A replay that also finds motifs gives the same history.
        let (motifs, same) = Motifs::with_history(&facts).unwrap();
        assert_eq!(history, same);
        assert_eq!(Some(motifs), Motifs::of_game(&facts));
        let positions: Vec<_> = (0..=verdict.game.plies())
            .map(|plies| {
                let mut game = verdict.game.clone();
                game.truncate(plies);
                slow(&game)
            })
            .collect();
        above += usize::from(
            positions
                .iter()
                .any(|all| all[0].iter().any(|f| f.contains("above"))),
        );
        let others = [(index + 7, 40), (index + 7, 130), (index, 20), (index, 60)];
        let others = others.map(|(other, plies)| (random(other).game, plies));
        for (mut wanted, plies) in others.into_iter().chain([(verdict.game.clone(), 150)]) {
            wanted.truncate(plies);
            let search = SimilaritySearch::new(&Features::of(&wanted).unwrap());
            let wanted = &slow(&wanted)[0];
            let mut expected = (0, 0.0);
            for (ply, position) in (0..).zip(&positions) {
                let similarity = slow_similarity(wanted, position);
                if similarity > expected.1 {
                    expected = (ply, similarity);
                }
            }
            let found = search.best(history.as_bytes()).unwrap();
            assert_eq!((found.ply, found.similarity), expected);
            most = most.max(found.similarity);
        }
    }
    assert_eq!(most, 1.0);
    assert!(above > 0);
}

proptest! {
    /// A ranking keeps what a sort keeps.
    #[test]
    fn a_ranking_is_the_start_of_the_sorted_list(
        all in prop::collection::vec((0u8..5, 0u32..1000), 0..60),
        most in 0usize..10,
    ) {
        let mut ranking = Ranking::new(most);
        for &(similarity, key) in &all {
            ranking.push(f64::from(similarity), key, ());
        }
        let found: Vec<(f64, u32)> = ranking.into_sorted().map(|(s, key, ())| (s, key)).collect();
        let mut sorted = all;
        sorted.sort_by_key(|&(similarity, key)| (std::cmp::Reverse(similarity), key));
        sorted.truncate(most);
        let sorted: Vec<(f64, u32)> = sorted.into_iter().map(|(s, k)| (f64::from(s), k)).collect();
        prop_assert_eq!(found, sorted);
    }
}
