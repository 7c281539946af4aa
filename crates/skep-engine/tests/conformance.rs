//! Seeded faults are found, each with its rule and a small position.

use std::time::Duration;

use skep_engine::conformance::{
    ConformanceCheck, ConformanceReport, DifferenceKind, Settings, run,
};
use skep_rules::hive::GameType;

use crate::common::{nokamute, scripted};

fn told(report: &ConformanceReport) -> String {
    let lines = report.differences.iter().map(|found| {
        format!(
            "{} {} {:?} in {} positions, {} plies: {}\n    {}\n",
            found.check,
            found.kind,
            found.rule.map(|rule| rule.as_str()),
            found.positions,
            found.plies,
            found.message,
            found.game.as_deref().unwrap_or_default()
        )
    });
    lines.collect()
}

#[test]
fn a_good_engine_has_no_difference() {
    let report = shorter("good");
    assert!(report.differences.is_empty(), "{}", told(&report));
    assert_eq!(report.positions, POSITIONS);
    assert!(report.checked[&ConformanceCheck::IllegalMoves] > POSITIONS / 5);
}

/// The faults of `tests/scripted/faults.rs`, each with what the report must say.
const FAULTS: [(&str, DifferenceKind, &str); 20] = [
    ("opening-queen", DifferenceKind::Allows, "opening-queen"),
    ("queen-by-four", DifferenceKind::Allows, "queen-by-four"),
    ("queen-first", DifferenceKind::Allows, "queen-first"),
    (
        "placement-colour",
        DifferenceKind::Allows,
        "placement-colour",
    ),
    ("one-hive", DifferenceKind::Allows, "one-hive"),
    ("just-moved", DifferenceKind::Allows, "just-moved"),
    ("freedom-to-move", DifferenceKind::Allows, "freedom-to-move"),
    ("height-gate", DifferenceKind::Allows, "height-gate"),
    ("throw-gate", DifferenceKind::Allows, "height-gate"),
    ("throw-onto-piece", DifferenceKind::Allows, "throw"),
    ("spider-two-steps", DifferenceKind::Allows, "spider-move"),
    (
        "grasshopper-too-far",
        DifferenceKind::Allows,
        "grasshopper-move",
    ),
    (
        "grasshopper-short",
        DifferenceKind::Forbids,
        "grasshopper-move",
    ),
    ("ant-short", DifferenceKind::Forbids, "ant-move"),
    ("beetle-stuck", DifferenceKind::Forbids, "beetle-move"),
    ("ladybug-short", DifferenceKind::Forbids, "ladybug-move"),
    (
        "mosquito-no-beetle",
        DifferenceKind::Forbids,
        "mosquito-move",
    ),
    ("mosquito-no-throw", DifferenceKind::Forbids, "throw"),
    ("throw-own-only", DifferenceKind::Forbids, "throw"),
    ("no-pass", DifferenceKind::Forbids, "pass"),
];

/// The positions of each report.
const POSITIONS: u32 = 1_000;

/// Fewer positions than a user compares, of the variant with all bugs, so that the suite is fast.
fn shorter(fault: &str) -> ConformanceReport {
    let settings = Settings {
        positions: POSITIONS,
        variants: vec![GameType::MLP],
        // A busy machine changes no result.
        time: Duration::from_secs(300),
        ..Settings::default()
    };
    run(&scripted(fault), &settings, |_| ()).unwrap()
}

#[test]
fn seeded_faults_are_found_with_their_rule() {
    let (mut missed, mut plies) = (Vec::new(), Vec::new());
    // Every other fault in a thread: neighbours take about as long.
    let [even, odd] = std::thread::scope(|scope| {
        let threads = [0, 1].map(|first| {
            let faults = FAULTS.iter().skip(first).step_by(2);
            scope.spawn(|| faults.map(|(fault, ..)| shorter(fault)).collect::<Vec<_>>())
        });
        threads.map(|thread| thread.join().unwrap())
    });
    let reports = even.into_iter().zip(odd).flat_map(|(a, b)| [a, b]);
    for ((fault, kind, rule), report) in FAULTS.into_iter().zip(reports) {
        let found = report
            .differences_of(ConformanceCheck::ValidMoves)
            .find(|found| {
                found.kind == kind && found.rule.is_some_and(|named| named.as_str() == rule)
            });
        println!(
            "{fault} ({:.1} s): {}",
            report.time.as_secs_f64(),
            told(&report)
        );
        match found {
            Some(found) => {
                assert!(found.game.is_some() && found.turn.is_some());
                plies.push(found.plies);
            }
            None => missed.push(fault),
        }
    }
    assert_eq!(missed, [] as [&str; 0]);
    println!("plies: {plies:?}");
    // The games in which the faults are seen have up to 110 plies.
    let is_small = |plies: &&u32| **plies <= 40;
    assert!(plies.iter().filter(is_small).count() >= 16, "{plies:?}");
}

/// The shortest game in which a queen has three neighbours has about six plies.
#[test]
fn a_wrong_text_has_a_small_game() {
    let report = shorter("early-draw");
    let found: Vec<_> = report.differences_of(ConformanceCheck::Play).collect();
    assert_eq!(found.len(), 1, "{}", told(&report));
    assert!(
        found[0].message.contains("GameState is \"Draw\""),
        "{}",
        found[0].message
    );
    assert!(found[0].plies <= 8, "{}", told(&report));
}

#[test]
fn an_engine_that_crashes_is_reported() {
    let report = shorter("crashes");
    let found: Vec<_> = report.differences_of(ConformanceCheck::Answers).collect();
    assert_eq!(found.len(), 1, "{}", told(&report));
    assert!(
        found[0].message.contains("out of ideas"),
        "{}",
        found[0].message
    );
    assert_eq!(report.positions, POSITIONS);
}

#[test]
#[ignore = "needs nokamute"]
fn nokamute_conforms() {
    if let Some(program) = nokamute() {
        let report = run(&program, &Settings::default(), |_| ()).unwrap();
        println!(
            "{} positions in {:?}\n{}",
            report.positions,
            report.time,
            told(&report)
        );
        println!("{:?}", report.notes);
    }
}
