//! The speed of listing moves, playing and judging in Hive with Venom and packs. An element is a ply.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skep_records::notation::{Judge, JudgeOptions, Verdict, read};
use skep_records::record::{Format, Record};
use skep_rules::game::{Position as _, perft, random_game};
use skep_rules::hive::venom::{Move, Options, Position};

fn venom(c: &mut Criterion) {
    let mut group = c.benchmark_group("venom");
    for name in ["Venom", "Venom+Predators+Guardians"] {
        let options = Options {
            game_type: name.parse().unwrap(),
            ..Options::default()
        };
        let games: Vec<Vec<Move>> = (0..100)
            .map(|index| {
                let mut moves = Vec::new();
                random_game(&mut Position::start(options), 1, index, 150, &mut moves);
                moves
            })
            .collect();
        let plies: usize = games.iter().map(Vec::len).sum();
        let texts: Vec<String> = games.iter().map(|moves| text(options, moves)).collect();

        group.throughput(Throughput::Elements(plies as u64));
        group.bench_function(format!("{name}/legal moves"), |b| {
            let mut legal = Vec::new();
            b.iter(|| {
                for moves in &games {
                    let mut position = Position::start(options);
                    for &mv in moves {
                        legal.clear();
                        position.legal_moves_into(&mut legal);
                        black_box(legal.len());
                        position.play_unchecked(mv);
                    }
                }
            });
        });
        group.bench_function(format!("{name}/check"), |b| {
            let mut judge = Judge::new(JudgeOptions::default());
            let (mut record, mut verdict) = (Record::default(), Verdict::default());
            b.iter(|| {
                for text in &texts {
                    read::read(Format::Uhp, text, &mut record);
                    judge.judge(&record, &mut verdict);
                    assert!(verdict.status.is_sound());
                }
            });
        });
        let leaves = perft(&mut Position::start(options), 3);
        group.throughput(Throughput::Elements(leaves));
        group.bench_function(format!("{name}/perft 3"), |b| {
            b.iter(|| perft(&mut Position::start(options), black_box(3)));
        });
    }
    group.finish();
}

/// The GameString of a game.
fn text(options: Options, moves: &[Move]) -> String {
    let mut position = Position::start(options);
    let mut text = format!("{};InProgress;White[1]", options.game_type);
    for &mv in moves {
        text += &format!(";{}", position.spell(mv));
        position.play_unchecked(mv);
    }
    text
}

criterion_group!(benches, venom);
criterion_main!(benches);
