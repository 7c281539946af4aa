//! The speed of proofs of forced wins.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use skep_rules::game::{Position as _, random_game_with_wins};
use skep_rules::hive::{GameType, Position};
use skep_tactics::Solver;

/// Every fourth position of 40 random games with all bugs.
fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for index in 0..40 {
        let mut position = Position::start(GameType::MLP.into());
        let mut moves = Vec::new();
        random_game_with_wins(&mut position.clone(), 7, index, 80, &mut moves);
        for (ply, mv) in moves.into_iter().enumerate() {
            if ply % 4 == 0 {
                positions.push(position.clone());
            }
            position.play_unchecked(mv);
        }
    }
    positions
}

/// Positions per second: whether there is a win within one, two and three own turns.
fn wins(c: &mut Criterion) {
    let positions = positions();
    let mut group = c.benchmark_group("wins_within");
    group.sample_size(10);
    group.throughput(Throughput::Elements(positions.len() as u64));
    for turns in 1..=3 {
        let mut solver = Solver::new();
        group.bench_function(turns.to_string(), |b| {
            b.iter(|| {
                let wins = |position: &&Position| solver.wins_within(*position, turns).is_some();
                positions.iter().filter(wins).count()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, wins);
criterion_main!(benches);
