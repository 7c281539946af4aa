//! Measures an index: how long it takes to open it, and to answer a question about a position.
//!
//! `cargo run --release -p skep-index --example measure -- games.skepdb [FILTER]...`
//!
//! The positions are those of random games of the index, each ply as often as the games have it, and the start.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::time::{Duration, Instant};

use skep_analysis::database::Collection as _;
use skep_analysis::database::GameOrder;
use skep_analysis::filter::Filter;
use skep_analysis::openings::TreeStart;
use skep_index::Index;
use skep_records::Game;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("name an index")?;
    let start = Instant::now();
    let index = Index::open(&path)?;
    println!("open {:?}, {} games", start.elapsed(), index.games());
    let root = TreeStart::new(&Game::of_variant("Base+MLP").ok_or("a variant")?);
    let first = Instant::now();
    let answer = index.continuations(&root, None)?;
    println!(
        "first question {:?}: {} games",
        first.elapsed(),
        answer.node.reached()
    );
    let (games, _) = index.games_at(&root, None, GameOrder::Added, 0, 40)?;
    let mut places = Vec::new();
    for game in games {
        let (_, verdict) = game.read();
        for plies in 0..verdict.plies() {
            let mut line = verdict.game.clone();
            line.truncate(plies);
            places.push(TreeStart::new(&line));
        }
    }
    let filters = args.map(|text| Filter::parse(&text).map(Some));
    for filter in std::iter::once(Ok(None)).chain(filters) {
        let filter = filter?;
        let text = filter.as_ref().map_or("no filter", Filter::text);
        let first = Instant::now();
        let answer = index.continuations(&root, filter.as_ref())?;
        let first = first.elapsed();
        let again = Instant::now();
        index.continuations(&root, filter.as_ref())?;
        let again = again.elapsed();
        let mut times: Vec<Duration> = Vec::new();
        for place in &places {
            let start = Instant::now();
            index.continuations(place, filter.as_ref())?;
            times.push(start.elapsed());
        }
        times.sort_unstable();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100];
        println!(
            "{text}: start of {} games {first:?}, again {again:?}; {} positions p50 {:?} p99 {:?}",
            answer.node.reached(),
            times.len(),
            at(50),
            at(99)
        );
        let start = Instant::now();
        let (games, all) = index.games_at(&root, filter.as_ref(), GameOrder::Rated, 0, 10)?;
        println!("  {} of {all} games {:?}", games.len(), start.elapsed());
    }
    Ok(())
}
