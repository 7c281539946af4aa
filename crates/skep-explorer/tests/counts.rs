//! The counts are those of the index, which another test compares with the files, and those of `skep openings`.

use super::{Place, file, texts};
use serde_json::Value;
use skep_analysis::Facts;
use skep_analysis::filter::{Filter, Truth};
use skep_analysis::openings::{OpeningTree, Walker};
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_records::{Format, Judge, Record, Status, Verdict, read};
use std::collections::HashMap;
use std::ops::ControlFlow;

const FILTERS: [Option<&str>; 4] = [
    None,
    Some("result = white or plies > 30"),
    Some("elo > 1700 and not (player = Ada)"),
    Some("pattern('wQ bQ-')"),
];

/// The tree of the matching games of files, as `skep openings` counts them.
fn tree(inputs: &[Input], filter: Option<&str>) -> OpeningTree {
    let filter = filter.map(|text| Filter::parse(text).unwrap());
    let mut tree = OpeningTree::default();
    let mut walker = Walker::new(&[], 1_000);
    let options = OpenOptions {
        threads: 1,
        ..OpenOptions::default()
    };
    let scanned = scan(
        inputs,
        &options,
        &Progress::new(),
        || (),
        Vec::new,
        |(), games: &mut Vec<(Record, Verdict)>, item| {
            if let Item::Game(game) = item {
                let (mut record, mut verdict) = (Record::default(), Verdict::default());
                read(game.format, game.text, &mut record);
                Judge::default().judge(&record, &mut verdict);
                let facts = Facts::new(&record, &verdict);
                let matches = filter
                    .as_ref()
                    .is_none_or(|filter| filter.test(&facts, game.source) == Truth::True);
                if matches && verdict.status == Status::Ok {
                    games.push((record, verdict));
                }
            }
        },
        |games| {
            for (record, verdict) in &games {
                walker.walk(&Facts::new(record, verdict), &mut tree);
            }
            ControlFlow::Continue(())
        },
    );
    scanned.unwrap();
    tree
}

fn key(variant: &str, play: &[&str]) -> u64 {
    let mut record = Record::default();
    let text = format!("{variant};InProgress;White[1];{}", play.join(";"));
    read(Format::Uhp, text.trim_end_matches(';'), &mut record);
    let mut verdict = Verdict::default();
    Judge::default().judge(&record, &mut verdict);
    skep_analysis::openings::TreeStart::new(&verdict.game).key()
}

/// Compares the answers with a tree from the start on, `depth` turns deep. Returns the number of positions.
fn compare(
    place: &Place,
    variant: &str,
    tree: &OpeningTree,
    filter: Option<&str>,
    depth: usize,
) -> usize {
    let mut moves: HashMap<u64, Vec<(u64, u64)>> = HashMap::new();
    for (from, to, played) in tree.moves() {
        moves.entry(from).or_default().push((to, played));
    }
    let mut lines: Vec<Vec<String>> = vec![Vec::new()];
    let mut compared = 0;
    while let Some(line) = lines.pop() {
        let play = line.join(";");
        let mut params = vec![("variant", variant), ("play", &*play)];
        params.extend(filter.map(|filter| ("where", filter)));
        let found = place.json("/api/explorer", &params);
        let play = texts(&found["play"]);
        let from = key(variant, &play);
        let count = |value: &Value, names: &[&str]| -> Vec<u64> {
            names
                .iter()
                .map(|name| value[*name].as_u64().unwrap())
                .collect()
        };
        let score = |key: u64| {
            let score = tree.node(key).map(|node| node.score).unwrap_or_default();
            vec![score.white, score.draws, score.black, score.open]
        };
        const COUNTS: [&str; 4] = ["white", "draws", "black", "unknown"];
        assert_eq!(count(&found, &COUNTS), score(from), "{play:?} {filter:?}");
        let mut rows: Vec<(u64, u64)> = Vec::new();
        for row in found["moves"].as_array().unwrap() {
            let next = [&play[..], &[row["turn"].as_str().unwrap()]].concat();
            let to = key(variant, &next);
            assert_eq!(count(row, &COUNTS), score(to), "{next:?} {filter:?}");
            rows.push((to, row["played"].as_u64().unwrap()));
            if next.len() < depth {
                lines.push(next.into_iter().map(str::to_owned).collect());
            }
        }
        let mut expected = moves.get(&from).cloned().unwrap_or_default();
        rows.sort_unstable();
        expected.sort_unstable();
        assert_eq!(rows, expected, "{play:?} {filter:?}");
        compared += 1;
    }
    compared
}

#[test]
fn counts_are_those_of_openings() {
    let inputs = [
        Input::Path(file("fixtures/games")),
        Input::Path(file("fixtures/cli")),
    ];
    let place = Place::of(&inputs, |explorer| explorer);
    for filter in FILTERS {
        let tree = tree(&inputs, filter);
        let positions = compare(&place, "Base+MLP", &tree, filter, 6);
        assert!(filter.is_some() || positions > 40, "{positions}");
    }
}

#[test]
fn counts_of_the_corpus_are_those_of_openings() {
    let Some(corpus) = skep_testing::shared("corpus/boardspace-2020") else {
        return;
    };
    let mut files: Vec<_> = corpus
        .read_dir()
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    let inputs: Vec<Input> = files.into_iter().take(25).map(Input::Path).collect();
    let place = Place::of(&inputs, |explorer| explorer);
    for filter in [None, Some("winner = white and plies < 60")] {
        let tree = tree(&inputs, filter);
        assert!(compare(&place, "Base+MLP", &tree, filter, 3) > 3);
    }
}
