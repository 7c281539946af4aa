//! What an index answers is what the same games give when they are counted from their files.
#![allow(clippy::print_stdout, reason = "tests say what they skip")]

mod damage;
mod memory;
mod openings;
mod writing;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use skep_collection::{Input, Item, OpenOptions, Progress, Stored, scan};
use skep_index::{CollectionWriter, Error, Index, IndexSummary, IndexedGame};
use skep_records::{Game, Judge, Played, Record, Rules, Verdict, each_game, write};
use skep_rules::game::{Position as _, random_game_with_wins};

/// A file of the repository.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Random games of a variant, in its own notation.
fn random(variant: &str, games: u64, plies: u32) -> Input {
    fn game<R: Rules>(variant: &Played<R>, index: u64, plies: u32, text: &mut String) {
        let options = R::deal(variant.options(), 7, index);
        let mut moves = Vec::new();
        random_game_with_wins(
            &mut R::Position::start(options),
            7,
            index,
            plies,
            &mut moves,
        );
        let verdict = Verdict::of_game(Played::<R>::of_moves(options, moves));
        let record = Record::of_variant(R::KIND, verdict.game.variant());
        write(R::GAME_STRING, &record, &verdict, text).unwrap();
        text.push('\n');
    }
    let mut text = String::new();
    let start = Game::of_variant(variant).unwrap();
    for index in 0..games {
        each_game!(&start, Game(variant) => game(variant, index, plies, &mut text));
    }
    Input::Bytes {
        name: format!("{variant}.txt").into(),
        bytes: text.into_bytes().into(),
    }
}

/// Adds the games of inputs to an index.
fn add(index: &Path, inputs: &[Input]) -> Result<IndexSummary, Error> {
    let mut writer = CollectionWriter::open(index, 1)?;
    let mut failure = None;
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
        |(), batch, item| {
            if let Item::Game(game) = item {
                let (record, verdict) = judged(&game);
                batch.push(IndexedGame::new(&game, &record, &verdict));
            }
        },
        |batch| {
            for entry in batch {
                if let Err(error) = writer.add(entry) {
                    failure.get_or_insert(error);
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        },
    );
    scanned.expect("a single thread");
    match failure {
        Some(error) => Err(error),
        None => writer.finish(),
    }
}

fn judged(game: &skep_records::GameText<'_>) -> (Record, Verdict) {
    let record = game.read();
    let verdict = Judge::default().verdict(&record);
    (record, verdict)
}

/// An index of the games of some paths.
fn index_of(paths: &[PathBuf]) -> (tempfile::TempDir, Arc<Index>) {
    let inputs: Vec<Input> = paths.iter().cloned().map(Input::Path).collect();
    index_of_inputs(&inputs)
}

/// An index of the games of some inputs.
fn index_of_inputs(inputs: &[Input]) -> (tempfile::TempDir, Arc<Index>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.skepdb");
    add(&path, inputs).unwrap();
    let index = Index::open(&path).unwrap();
    (folder, Arc::new(index))
}

/// Calls `each` with every game of an input, in order. Returns the number of games that the input left out.
fn each_game(input: Input, mut each: impl FnMut(&skep_records::GameText<'_>)) -> u64 {
    let options = OpenOptions {
        threads: 1,
        ..OpenOptions::default()
    };
    let all = std::sync::Mutex::new(Vec::new());
    let count = std::sync::atomic::AtomicU64::new(0);
    scan(
        &[input],
        &options,
        &Progress::new(),
        || (),
        || (),
        |(), (), item| match item {
            Item::Game(game) => all.lock().unwrap().push((
                game.source.clone(),
                game.index,
                game.line,
                game.format,
                game.text.to_owned(),
                game.findings.to_vec(),
            )),
            Item::Rejected { games } => {
                count.fetch_add(games, std::sync::atomic::Ordering::Relaxed);
            }
            Item::Fault { source, diagnostic } => panic!("{source}: {}", diagnostic.message),
            Item::Skipped { .. } => {}
        },
        |()| ControlFlow::Continue(()),
    )
    .unwrap();
    for (source, index, line, format, text, findings) in all.into_inner().unwrap() {
        each(&skep_records::GameText {
            source: &source,
            index,
            line,
            column: 1,
            format,
            text: &text,
            findings: &findings,
        });
    }
    count.into_inner()
}

/// The games of an index as an input.
fn stored(index: &Arc<Index>, filter: Option<&skep_analysis::filter::Filter>) -> Input {
    Input::Stored(Stored(index.store(filter).unwrap()))
}
