//! The speed of playing random games of Hex-It, and of judging, reading and writing them. An element is a ply.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skep_records::game::HexIt;
use skep_records::notation::{read, write};
use skep_records::{Played, Record, Verdict};
use skep_rules::game::{Position as _, Repetitions, perft, random_game};
use skep_rules::hexit::{Move, Options, Position};

fn games(count: u64) -> Vec<Vec<Move>> {
    (1..=count)
        .map(|seed| {
            let mut moves = Vec::new();
            let mut position = Position::start(Options::default());
            random_game(&mut position, seed, 0, 1000, &mut moves);
            moves
        })
        .collect()
}

fn text_of(moves: &[Move]) -> String {
    let mut text = String::new();
    write::hxt::write(&Record::default(), &verdict_of(moves), &mut text);
    text
}

fn verdict_of(moves: &[Move]) -> Verdict {
    Verdict {
        game: Played::<HexIt>::of_moves(Options::default(), moves.iter().copied()).into(),
        ..Verdict::default()
    }
}

fn hexit(c: &mut Criterion) {
    let games = games(200);
    let plies: usize = games.iter().map(Vec::len).sum();
    let texts: Vec<String> = games.iter().map(|moves| text_of(moves)).collect();
    let mut group = c.benchmark_group("hexit");

    group.throughput(Throughput::Elements(plies as u64));
    group.bench_function("random", |b| {
        let mut moves = Vec::new();
        b.iter(|| {
            for seed in 1..=games.len() as u64 {
                moves.clear();
                let mut position = Position::start(Options::default());
                random_game(&mut position, seed, 0, 1000, &mut moves);
                black_box(moves.len());
            }
        });
    });
    // The same work as a check: read the text, judge every turn, look for repetitions, count the score.
    group.bench_function("check", |b| {
        let mut record = Record::default();
        let mut repetitions = Repetitions::default();
        b.iter(|| {
            for text in &texts {
                record.clear();
                read::hxt::read(text, &mut record);
                let mut position = Position::start(Options::default());
                repetitions.restart();
                for ply in &record.plies {
                    let written = record.written::<HexIt>(ply);
                    let mv = position.judge(&written).expect("a legal turn");
                    position.play_unchecked(mv);
                    repetitions.add(&position);
                }
                black_box(position.outcome());
            }
        });
    });
    group.bench_function("write", |b| {
        let record = Record::default();
        let played: Vec<Verdict> = games.iter().map(|g| verdict_of(g)).collect();
        let mut out = String::new();
        b.iter(|| {
            out.clear();
            for game in &played {
                write::hxt::write(&record, game, &mut out);
            }
            black_box(out.len());
        });
    });
    let bytes: usize = texts.iter().map(String::len).sum();
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("read", |b| {
        let mut record = Record::default();
        b.iter(|| {
            for text in &texts {
                record.clear();
                read::hxt::read(text, &mut record);
                black_box(record.plies.len());
            }
        });
    });
    let mut start = Position::start(Options::default());
    group.throughput(Throughput::Elements(perft(&mut start, 7)));
    group.bench_function("perft 7", |b| b.iter(|| black_box(perft(&mut start, 7))));
    group.finish();
}

criterion_group!(benches, hexit);
criterion_main!(benches);
