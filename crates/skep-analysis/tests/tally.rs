//! Counts that are added up, and their confidence intervals.

use skep_analysis::{Histogram, Interval, Score, Tally as _};
use skep_records::record::StatedResult;
use skep_rules::game::Side;

#[test]
fn quantiles_are_those_of_the_sorted_numbers() {
    let numbers = [5, 1, 4, 4, 9, 2, 7];
    let mut sorted = numbers;
    sorted.sort_unstable();
    let (mut one, mut two) = (Histogram::default(), Histogram::default());
    for &n in &numbers[..3] {
        one.add(n);
    }
    for &n in &numbers[3..] {
        two.add(n);
    }
    one.merge(two);
    for percent in 0..=100 {
        let below = |x: u32| sorted.iter().filter(|&&n| n <= x).count() * 100;
        let slow = sorted
            .into_iter()
            .find(|&x| below(x) >= percent * sorted.len());
        assert_eq!(one.quantile(percent as u64), slow, "{percent} %");
    }
    assert_eq!(one.mean(), Some(32.0 / 7.0));
    assert_eq!(Histogram::default().quantile(50), None);
    assert_eq!(one.iter().map(|(_, times)| times).sum::<u64>(), 7);
}

#[test]
fn points_of_both_sides_add_up_to_the_decided_games() {
    let mut score = Score::default();
    for result in StatedResult::ALL {
        score.add(Some(result));
    }
    score.add(Some(StatedResult::WhiteWins));
    score.add(None);
    assert_eq!((score.games(), score.decided(), score.open), (7, 4, 3));
    assert_eq!(score.points(Side::White), 2.5);
    assert_eq!(score.points(Side::White) + score.points(Side::Black), 4.0);
    assert_eq!(score.share(Side::Black), Some(1.5 / 4.0));
    assert_eq!(Score::default().share(Side::White), None);
}

#[test]
fn the_ends_solve_the_equation_of_the_score_test() {
    // Both ends solve |share − p| = z √(p (1 − p) / n), with the quantile of 95 % for z.
    const Z: f64 = 1.959_963_984_540_054;
    for (points, n) in [
        (0.0, 1),
        (1.0, 1),
        (5.0, 10),
        (2.5, 7),
        (900.0, 1000),
        (3.0, 3),
    ] {
        let Interval { low, high } = Interval::wilson(points, n).unwrap();
        let share = points / n as f64;
        assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
        for p in [low, high] {
            let off = (share - p).abs() - Z * (p * (1.0 - p) / n as f64).sqrt();
            assert!(off.abs() < 1e-9, "{points} of {n}: {p}");
        }
    }
    assert_eq!(Interval::wilson(0.0, 0), None);
}
