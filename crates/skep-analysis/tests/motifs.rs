//! Motifs, and the filter language about them. `tests/recount` finds them slowly in whole collections.

use skep_analysis::Facts;
use skep_analysis::filter::{Filter, Truth};
use skep_analysis::motifs::{Motif, Motifs, turns};
use skep_records::{Format, Judge, Record, Source, Verdict};
use skep_rules::game::Side;

fn read(moves: &str) -> (Record, Verdict) {
    let text = format!("Base+MLP;InProgress;White[1];{moves}");
    let mut record = Record::read(Format::Uhp, &text);
    record.stated_turn = None;
    let verdict = Judge::default().verdict(&record);
    assert!(
        verdict.status.is_sound(),
        "{moves}: {:?}",
        verdict.diagnostics
    );
    (record, verdict)
}

/// The motifs of the last turn of a line.
fn last(moves: &str) -> Vec<&'static str> {
    let (_, verdict) = read(moves);
    let (_, motifs) = turns(verdict.game.hive().unwrap()).last().unwrap();
    motifs.iter().map(Motif::as_str).collect()
}

/// Six pieces in a ring around one empty cell, which Black's ant closes.
const RING: &str = "wS1;bS1 wS1-;wQ \\wS1;bQ bS1/;wA1 wQ/;bA1 bQ-;wG1 -wQ;bA1 \\bQ";

#[test]
fn turns_make_motifs() {
    for (moves, motifs) in [
        ("wS1", &[][..]),
        ("wS1;bS1 wS1-", &[]),
        // A queen pins a piece of its own player. A queen in line is no elbow.
        ("wS1;bS1 wS1-;wQ -wS1", &[]),
        ("wS1;bS1 wS1-;wQ -wS1;bQ bS1-", &[]),
        ("wS1;bS1 wS1-;wQ \\wS1", &["elbow"]),
        ("wS1;bS1 wS1-;wQ \\wS1;bQ bS1\\", &["elbow"]),
        // A queen that is not beside the own first bug is neither.
        ("wS1;bS1 wS1-;wA1 -wS1;bQ bS1-;wQ -wA1", &[]),
        // White's ant pins the black queen, and the queen is no longer the end of the row.
        (
            "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bB1 bS1/;wA1 bQ-",
            &["pin", "queen-pin"],
        ),
        (
            "wS1;bS1 wS1-;wQ \\wS1;bQ bS1\\;wB1 -wS1;bA1 bQ-;wB1 wS1;bA2 bA1-;wB1 bS1",
            &["cover"],
        ),
        // The ant and the black queen are the posts.
        ("wS1;bS1 wS1-;wQ \\wS1;bQ bS1/;wA1 wQ/", &["gate"]),
        (RING, &["ring"]),
    ] {
        assert_eq!(last(moves), motifs, "{moves}");
    }
    let (_, verdict) = read(RING);
    let position = verdict.game.hive().unwrap().last_position();
    assert_eq!(position.rings(), 1);
}

#[test]
fn filters_know_motifs_and_when_they_are_made() {
    let (record, verdict) = read("wS1;bS1 wS1-;wQ \\wS1;bQ bS1-;wA1 -wQ;bB1 bS1/;wA1 bQ-");
    let facts = Facts::new(&record, &verdict);
    let source = Source::file(std::path::Path::new("a.uhp"));
    let test = |text: &str| Filter::parse(text).unwrap().test(&facts, &source);
    let motifs = Motifs::of_game(&facts).unwrap();
    assert_eq!(motifs.made(Side::White, Motif::Elbow).first, Some(3));
    assert_eq!(motifs.made(Side::Black, Motif::Elbow).first, None);
    for (text, truth) in [
        ("motif = elbow", Truth::True),
        ("motif(white) = elbow", Truth::True),
        ("black_motif = elbow", Truth::False),
        ("motif != cover", Truth::True),
        ("motif in (cover, queen-pin)", Truth::True),
        ("motif ~ pin", Truth::True),
        ("first(elbow) = 3", Truth::True),
        (
            "first(queen-pin) <= 7 and first(queen-pin) > 6",
            Truth::True,
        ),
        ("first(cover) > 0", Truth::Unknown),
        ("not first(cover) > 0", Truth::Unknown),
        ("known(first(cover))", Truth::False),
        ("first(elbow) = 2..3", Truth::True),
        ("first(elbow) < plies", Truth::True),
        ("known(motif)", Truth::True),
    ] {
        assert_eq!(test(text), truth, "{text}");
    }
    for (text, help) in [
        (
            "motif = door",
            "the values are gate, ring, elbow, pin, queen-pin, cover",
        ),
        ("motif = elbo", "did you mean elbow?"),
        (
            "first(door) > 3",
            "the motifs are gate, ring, elbow, pin, queen-pin, cover",
        ),
        ("first(gate) < 1", "first(gate) is 1 or more"),
    ] {
        let error = Filter::parse(text).unwrap_err();
        assert_eq!(error.help.as_deref(), Some(help), "{text}");
    }
    // Without a replay nothing is known, and Hex-It has no motifs.
    let stated = Facts::of_record(&record);
    let filter = Filter::parse("first(elbow) = 3 or motif = gate").unwrap();
    assert_eq!(filter.test(&stated, &source), Truth::Pending);
}
