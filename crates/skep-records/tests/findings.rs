//! The kinds of finding, and the lines and columns of findings.

use skep_records::diag::{Code, LineIndex, Span};

#[test]
fn every_code_has_one_name_and_a_page() {
    let mut names: Vec<_> = Code::ALL.iter().map(|c| c.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Code::ALL.len());
    for c in Code::ALL {
        assert_eq!(c.as_str().parse(), Ok(c));
        assert!(c.explanation().len() > c.title().len(), "{c}");
    }
}

#[test]
fn positions_count_characters_and_lines() {
    let text = "aé b\r\nc\n";
    let inside = LineIndex::new(text, 10).from_column(7);
    assert_eq!(inside.position(0), (10, 7));
    assert_eq!(
        inside.position(text.len()),
        LineIndex::new(text, 10).position(text.len())
    );
    let index = LineIndex::new(text, 10);
    assert_eq!(index.position(0), (10, 1));
    assert_eq!(index.position(4), (10, 4));
    assert_eq!(index.position(7), (11, 1));
    assert_eq!(index.position(9), (12, 1));
    assert_eq!(index.position(99), (12, 1));
    assert_eq!(index.line_of(Span::new(4, 5)), ("aé b", 0));
    assert_eq!(index.line_of(Span::new(7, 8)), ("c", 7));
}
