//! `skep convert --tree=split`: a game for each line of a record with variations.

use std::mem;

use skep_analysis::GameReader;
use skep_records::notation::JudgeOptions;
use skep_records::{Judge, Verdict};

/// The tag with the path of a variation.
const VARIATION: &str = "Variation";

/// Writes the game without its variations, then each variation from the first turn of the game. The reader then has the
/// whole game again. Returns whether all of them were written.
pub(super) fn each_line(
    reader: &mut GameReader,
    rules: JudgeOptions,
    mut write: impl FnMut(&GameReader) -> bool,
) -> bool {
    let paths = reader.record.variation_paths();
    if paths.is_empty() {
        return write(reader);
    }
    let record = mem::take(&mut reader.record);
    let verdict = mem::take(&mut reader.verdict);
    reader.record = record.clone();
    reader.record.variations.clear();
    reader.verdict = verdict.clone();
    reader.verdict.game.clear_variations();
    let mut all = write(reader);
    let mut judge = Judge::new(rules);
    for (variation, path) in paths.iter().enumerate() {
        (reader.record, _) = verdict.of_variation(&record, variation);
        reader.record.tags.replace(VARIATION, path);
        reader.verdict = Verdict::default();
        // An illegal variation is an invalid game, and is reported like one.
        judge.judge(&reader.record, &mut reader.verdict);
        all &= write(reader);
    }
    (reader.record, reader.verdict) = (record, verdict);
    all
}
