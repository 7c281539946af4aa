//! The speed of perft in Hive, and of reading, judging and writing records.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use skep_records::notation::{Judge, JudgeOptions, Verdict, read, split, write};
use skep_records::record::{Format, Record};
use skep_rules::game::{Position as _, perft, random_game_with_wins};
use skep_rules::hive::{GameType, Position};

/// Perft leaves per second at the five positions of `fixtures/hive/bench-positions.tsv`.
fn leaves(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(20);
    let rows = include_str!("../fixtures/hive/bench-positions.tsv");
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let depth: u32 = fields[1].parse().unwrap();
        let leaves: u64 = fields[2].parse().unwrap();
        let position = position_of(fields[3]);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(fields[0], |b| {
            b.iter_batched_ref(
                || position.clone(),
                |position| assert_eq!(perft(position, depth), leaves),
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

fn position_of(game: &str) -> Position {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read::read(Format::Uhp, game, &mut record);
    Judge::default().judge(&record, &mut verdict);
    verdict.game.hive().expect("Hive").last_position()
}

/// 500 random games of a rule set as GameStrings.
fn games(game_type: GameType) -> (String, u64) {
    let (mut text, mut plies) = (String::new(), 0);
    for index in 0..500 {
        let mut position = Position::start(game_type.into());
        let mut moves = Vec::new();
        random_game_with_wins(&mut position, 7, index, 80, &mut moves);
        plies += moves.len() as u64;
        let mut position = Position::start(game_type.into());
        text.push_str(&format!("{game_type};NotStarted;White[1]"));
        for mv in moves {
            text.push(';');
            text.push_str(&position.spell(mv).to_string());
            position.play_unchecked(mv);
        }
        text.push('\n');
    }
    (text, plies)
}

/// Bytes and plies per second in the reader, the judge and the writers, on one thread.
fn records(c: &mut Criterion) {
    for game_type in [GameType::BASE, GameType::MLP] {
        let (text, plies) = games(game_type);
        let each = |mut visit: Box<dyn FnMut(&str)>| {
            for range in split::games(Format::Uhp, text.as_bytes()) {
                visit(&text[range]);
            }
        };
        let mut group = c.benchmark_group(format!("uhp {game_type}"));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function("read (bytes)", |b| {
            b.iter(|| {
                let mut record = Record::default();
                each(Box::new(move |game| {
                    read::read(Format::Uhp, game, &mut record);
                    black_box(&record);
                }));
            });
        });
        group.throughput(Throughput::Elements(plies));
        group.bench_function("read and judge (plies)", |b| {
            b.iter(|| {
                let (mut record, mut verdict) = (Record::default(), Verdict::default());
                let mut judge = Judge::new(JudgeOptions::default());
                each(Box::new(move |game| {
                    read::read(Format::Uhp, game, &mut record);
                    judge.judge(&record, &mut verdict);
                    assert!(verdict.status.is_sound());
                }));
            });
        });
        for target in [Format::Uhp, Format::Pgn, Format::Boardspace, Format::Jsonl] {
            group.bench_function(format!("convert to {target} (plies)"), |b| {
                b.iter(|| {
                    let (mut record, mut verdict) = (Record::default(), Verdict::default());
                    let mut judge = Judge::new(JudgeOptions::default());
                    let mut out = String::new();
                    each(Box::new(move |game| {
                        read::read(Format::Uhp, game, &mut record);
                        judge.judge(&record, &mut verdict);
                        out.clear();
                        write::write(target, &record, &verdict, &mut out).unwrap();
                        black_box(&out);
                    }));
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, leaves, records);
criterion_main!(benches);
