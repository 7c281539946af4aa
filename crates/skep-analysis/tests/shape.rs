//! The shapes of openings.

use skep_analysis::Facts;
use skep_analysis::filter::{Attribute, Filter};
use skep_analysis::openings::Shape;
use skep_records::{Format, Judge, Record, Source};

/// The shape and the code of a GameString, and what the filter language says of them.
fn of(text: &str) -> (Option<Shape>, Option<&'static str>) {
    let record = Record::read(Format::Uhp, text);
    let verdict = Judge::default().verdict(&record);
    assert!(verdict.status.is_sound(), "{text}: {verdict:?}");
    let facts = Facts::new(&record, &verdict);
    let shape = Shape::of_game(&facts);
    let source = Source::file(std::path::Path::new("a.uhp"));
    let shape_field: Attribute = "shape".parse().unwrap();
    let value = match shape_field.values(&facts, &source) {
        skep_analysis::filter::Values::One(Some(value)) => Some(value.to_string()),
        _ => None,
    };
    assert_eq!(value.as_deref(), shape.map(Shape::as_str));
    let code = Shape::code_of_game(&facts);
    if let Some(code) = code {
        let filter = Filter::parse(&format!("opening_code = {code} and shape = {}", &code[..1]));
        let test = filter.unwrap().test(&facts, &source);
        assert_eq!(test, skep_analysis::filter::Truth::True, "{code}");
    }
    (shape, code)
}

#[test]
fn the_examples_of_the_book_have_their_shapes() {
    for (text, shape, code) in [
        (
            "Base+MLP;InProgress;White[3];wL;bL wL-;wQ \\wL;bQ bL/",
            Shape::C,
            "C:L-L",
        ),
        (
            "Base+MLP;InProgress;White[3];wL;bL wL-;wQ \\wL;bQ bL\\",
            Shape::Z,
            "Z:L-L",
        ),
        (
            "Base+MLP;InProgress;White[3];wL;bL wL-;wQ -wL;bQ bL-",
            Shape::I,
            "I:L-L",
        ),
        (
            "Base+MLP;InProgress;White[3];wL;bL wL-;wQ -wL;bQ bL/",
            Shape::J,
            "J:L-L",
        ),
        (
            "Base+MLP;InProgress;White[3];wL;bL wL-;wQ \\wL;bQ bL-",
            Shape::F,
            "F:L-L",
        ),
        // White's queen is not beside the first bug, then Black's.
        (
            "Base+MLP;InProgress;Black[3];wL;bL wL-;wA1 \\wL;bQ bL\\;wQ \\wA1",
            Shape::X,
            "X:L-L",
        ),
        (
            "Base+MLP;InProgress;White[4];wS1;bS1 wS1-;wQ \\wS1;bM bS1-;wA1 wQ/;bQ bM\\",
            Shape::X,
            "X:S-S",
        ),
        // A queen first is a class of its own, wherever the other queen comes.
        (
            "Base+MLP;InProgress;White[3];wQ;bS1 wQ-;wA1 -wQ;bQ bS1-",
            Shape::Q,
            "Q:Q-S",
        ),
        (
            "Base;InProgress;White[3];wS1;bQ wS1-;wQ -wS1;bA1 bQ-",
            Shape::Q,
            "Q:S-Q",
        ),
        // Other bugs may come between, and the queen may move later.
        (
            "Base;InProgress;White[4];wG1;bS1 wG1-;wA1 -wG1;bQ bS1/;wQ /wG1;bA1 bQ/",
            Shape::Z,
            "Z:G-S",
        ),
        (
            "Base;InProgress;White[4];wG1;bS1 wG1-;wQ -wG1;bQ bS1-;wQ \\wG1;bQ bS1/",
            Shape::I,
            "I:G-S",
        ),
    ] {
        assert_eq!(of(text), (Some(shape), Some(code)), "{text}");
    }
}

#[test]
fn a_turned_or_mirrored_board_has_the_same_shape() {
    // The directions from the first bug, clockwise: what follows it in a spelling before or after the name.
    let beside = |name: &str, direction: usize| match direction % 6 {
        0 => format!("{name}-"),
        1 => format!("{name}\\"),
        2 => format!("/{name}"),
        3 => format!("-{name}"),
        4 => format!("\\{name}"),
        _ => format!("{name}/"),
    };
    for (white, black, shape) in [
        (3, 0, Shape::I),
        (3, 1, Shape::J),
        (2, 0, Shape::F),
        (4, 5, Shape::C),
        (2, 5, Shape::Z),
    ] {
        for turn in 0..6 {
            for mirror in [false, true] {
                let to = |direction: usize| turn + if mirror { 6 - direction } else { direction };
                let text = format!(
                    "Base+M;InProgress;White[3];wM;bA1 {};wQ {};bQ {}",
                    beside("wM", to(0)),
                    beside("wM", to(white)),
                    beside("bA1", to(black)),
                );
                assert_eq!(of(&text).0, Some(shape), "{text}");
            }
        }
    }
}

#[test]
fn a_game_without_both_queens_has_no_shape() {
    for text in [
        "Base;NotStarted;White[1]",
        "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1",
        "Venom;InProgress;White[2];wS1;bS1 wS1-",
    ] {
        assert_eq!(of(text), (None, None), "{text}");
    }
}
