//! Which side wins more often? Counts results by variant over files, folders and archives.
//!
//! `cargo run -p skep-collection --example results -- games.zip`
#![expect(
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "an example prints its results"
)]

use std::collections::BTreeMap;

use skep_collection::{Error, open};
use skep_records::record::StatedResult;

/// White's wins, Black's wins and draws.
type Score = [u32; 3];

/// The results of all valid games under a path, by variant.
///
/// # Errors
/// The path does not exist, or no thread can be started.
pub fn results(path: &str) -> Result<BTreeMap<String, Score>, Error> {
    let mut all = BTreeMap::<String, Score>::new();
    for game in open(path)? {
        let game = match game {
            Ok(game) if game.verdict.status.is_sound() => game,
            Ok(_) => continue,
            Err(error) => {
                eprintln!("skipped: {error}");
                continue;
            }
        };
        let place = match game.verdict.result(&game.record) {
            StatedResult::WhiteWins => 0,
            StatedResult::BlackWins => 1,
            StatedResult::Draw => 2,
            _ => continue,
        };
        all.entry(game.verdict.title().to_owned()).or_default()[place] += 1;
    }
    Ok(all)
}

fn main() -> Result<(), Error> {
    for path in std::env::args().skip(1) {
        for (variant, [white, black, drawn]) in results(&path)? {
            println!("{variant}: White won {white}, Black won {black}, drawn {drawn}");
        }
    }
    Ok(())
}
