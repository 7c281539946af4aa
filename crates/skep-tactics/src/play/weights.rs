//! The weights of the estimate of plain Hive, fitted to results of games.

use skep_rules::hive::EvaluationTerm;

/// The value that stands for odds of e to 1, fitted to scores of searches in games of people: `engine-fit unit`. A search
/// sees more than an estimate, whose unit is 256 in the file.
pub(super) const UNIT: i32 = 148;

/// The weights, by the index of the term. `benches/engine/fit` writes the file.
pub(super) static WEIGHTS: [i16; EvaluationTerm::COUNT] = read(include_bytes!("weights.tsv"));

/// Reads the number at the start of each line; lines that begin with # are comments.
const fn read(text: &[u8]) -> [i16; EvaluationTerm::COUNT] {
    let mut weights = [0; EvaluationTerm::COUNT];
    let (mut at, mut line) = (0, 0);
    while at < text.len() {
        let is_comment = text[at] == b'#';
        let is_negative = text[at] == b'-';
        let (mut number, mut is_number) = (0, !is_comment);
        while text[at] != b'\n' {
            is_number &= text[at] != b'\t';
            if is_number && text[at] != b'-' {
                number = number * 10 + (text[at] - b'0') as i16;
            }
            at += 1;
        }
        at += 1;
        if !is_comment {
            weights[line] = if is_negative { -number } else { number };
            line += 1;
        }
    }
    assert!(line == EvaluationTerm::COUNT, "a weight for each term");
    weights
}
