//! The kinds of finding, and the lines and columns of findings.

use std::fs;
use std::path::Path;

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

/// The text of the tests of the workspace and of their snapshots.
fn tests(folder: &Path, is_inside: bool, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests(&path, is_inside || path.ends_with("tests"), text);
        } else if is_inside && path.extension().is_some_and(|e| e == "rs" || e == "snap") {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn a_test_has_each_kind_of_finding() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut text = String::new();
    tests(&top.join("tests"), true, &mut text);
    tests(&top.join("crates"), false, &mut text);
    for code in Code::ALL {
        let is_tested = text.contains(&format!("Code::{code:?}")) || text.contains(code.as_str());
        assert!(is_tested, "{code}");
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
