//! Variations are kept, judged and written.

use crate::common::{fixture, mutated};
use proptest::prelude::*;
use skep_records::diag::{Code, Severity};
use skep_records::notation::write::{self, Loss};
use skep_records::notation::{detect, split};
use skep_records::record::{Format, MAX_VARIATION_DEPTH, MAX_VARIATIONS, NoteKind, Record};
use skep_records::{GameLine, Judge, Status, Verdict, each_game, read};

fn judged(format: Format, text: &str) -> (Record, Verdict) {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read(format, text, &mut record);
    Judge::default().judge(&record, &mut verdict);
    (record, verdict)
}

/// Each variation: its path, the number of turns before it, and its legal turns.
fn lines(record: &Record, verdict: &Verdict) -> Vec<(String, u32, Vec<String>)> {
    let paths = record.variation_paths().into_iter();
    each_game!(&verdict.game, Game(game) => {
        let spelled = game.spelled_variations().into_iter().map(|line| {
            line.iter().map(|turn| turn.written.to_string()).collect::<Vec<_>>()
        });
        let leaves = game.variations.iter().map(|line| line.leaves);
        paths.zip(leaves).zip(spelled).map(|((path, leaves), line)| (path, leaves, line)).collect()
    })
}

fn messages(verdict: &Verdict) -> Vec<(Code, Severity, Option<u32>, &str)> {
    let all = verdict.diagnostics.iter();
    all.map(|d| (d.code, d.severity, d.ply, d.message.as_str()))
        .collect()
}

/// A game of five plies with variations in a variation, and comments in all of them.
const TREE: &str = "\
1. wL 2. bL wL- 3. wQ -wL {main} (3. wQ /wL {other} 4. bQ bL- (4. bQ bL\\ {deep})) (3. wB1 -wL) \
4. bQ bL- 5. wA1 -wQ (5. wB1 \\wQ) InProgress";

#[test]
fn pgn_variations_form_a_tree() {
    let (record, verdict) = judged(Format::Pgn, TREE);
    assert_eq!((verdict.status, verdict.plies()), (Status::Ok, 5));
    assert_eq!(messages(&verdict), []);
    let want = [
        ("1", 2, vec!["wQ /wL", "bQ bL-"]),
        ("1.1", 3, vec!["bQ bL\\"]),
        ("2", 2, vec!["wB1 -wL"]),
        ("3", 4, vec!["wB1 \\wQ"]),
    ];
    let want = want.map(|(path, leaves, line)| {
        let line: Vec<String> = line.into_iter().map(str::to_owned).collect();
        (path.to_owned(), leaves, line)
    });
    assert_eq!(lines(&record, &verdict), want);
    assert_eq!(record.variations[1].parent(), Some(0));
    assert_eq!(
        record.variations[1].notes[0].kind,
        NoteKind::Comment("deep".into())
    );
    // The whole line of a variation is a game.
    let (line, played) = verdict.of_variation(&record, 1);
    assert_eq!((line.plies.len(), played.plies()), (4, 4));
    let last = GameLine::new(&line, &played).at(4);
    assert_eq!(last.last(), Some("bQ bL\\"));
    let comments: Vec<u32> = line.notes.iter().map(|note| note.after).collect();
    assert_eq!(comments, [3, 4]);
}

#[test]
fn every_notation_of_trees_holds_the_tree() {
    let (mut record, verdict) = judged(Format::Pgn, TREE);
    record.tags.push("White", "Ann");
    record.tags.push("Black", "Ben");
    let want = lines(&record, &verdict);
    for format in [Format::Pgn, Format::Boardspace, Format::Jsonl] {
        let mut text = String::new();
        let losses = write::write(format, &record, &verdict, &mut text).unwrap();
        assert!(losses.is_empty(), "{format}: {losses:?}");
        let (back, again) = judged(format, text.trim_end());
        assert_eq!(lines(&back, &again), want, "{text}");
        assert_eq!(again.plies(), 5);
        for (one, two) in record.variations.iter().zip(&back.variations) {
            assert_eq!(one.notes, two.notes, "{text}");
        }
    }
    let losses = write::write(Format::Uhp, &record, &verdict, &mut String::new()).unwrap();
    assert!(losses.contains(Loss::Variations));
}

#[test]
fn an_illegal_variation_does_not_make_the_game_invalid() {
    let text = "1. wL 2. bL wL- 3. wQ -wL (3. wQ bL- 4. bQ bL-) (3. wB1 -wL 4. bXX) 4. bQ bL-";
    let (record, verdict) = judged(Format::Pgn, text);
    assert_eq!((verdict.status, verdict.plies()), (Status::Ok, 4));
    let [illegal, unread] = &messages(&verdict)[..] else {
        panic!("{:?}", verdict.diagnostics);
    };
    assert_eq!(
        (illegal.0, illegal.1, illegal.2),
        (Code::BadVariation, Severity::Warning, Some(3))
    );
    assert!(illegal.3.starts_with("variation 1: "), "{}", illegal.3);
    assert!(verdict.diagnostics[0].rule.is_some());
    assert_eq!(verdict.diagnostics[0].span.unwrap().slice(text), "wQ bL-");
    assert_eq!(
        *unread,
        (
            Code::BadVariation,
            Severity::Warning,
            Some(4),
            "variation 2: cannot read `bXX` as a move"
        )
    );
    // The legal turns stay, and the rest is counted as lost.
    let losses = write::write(Format::Pgn, &record, &verdict, &mut String::new()).unwrap();
    assert!(losses.contains(Loss::VariationTurns));
    let losses = write::write(Format::Jsonl, &record, &verdict, &mut String::new()).unwrap();
    assert!(losses.is_empty());
}

/// Findings of fuzzing: a span began after the variation and ended in the middle of a character.
#[test]
fn tags_in_variations_do_not_reach_behind_them() {
    for (tag, rest) in [
        ("[G. bQ bL-", "\u{df}\u{2022} bQ"),
        ("[a try} 4. bQ bL/", "\u{ffff}Q bL-"),
        ("[G \"a)b\"]", "\u{df}"),
        ("[G \"a)\n\"]", "[\u{df}"),
    ] {
        let text =
            format!("[GameType \"Base\"]\n\n1. wL 2. bL wL- 3. wQ -wL (3. wQ wL/ {tag}) $1 {rest}");
        let (record, verdict) = judged(Format::Pgn, &text);
        assert!(record.plies.len() >= 3, "{text}");
        for finding in &verdict.diagnostics {
            let span = finding.span.unwrap();
            let place = text.get(span.start as usize..span.end as usize);
            assert!(
                place.is_some_and(|place| !place.is_empty()),
                "{finding:?} in {text}"
            );
        }
    }
    let (_, verdict) = judged(
        Format::Pgn,
        "1. wL 2. bL wL- 3. wQ -wL (3. wQ wL/ [G.) 4. bQ bL- InProgress",
    );
    assert_eq!(verdict.plies(), 4);
    assert_eq!(
        verdict.diagnostics[0].message,
        "variation 1: `[G.` is not a tag"
    );
}

#[test]
fn a_variation_that_begins_with_an_illegal_turn_leaves_no_branch() {
    let text = "1. wL 2. bL wL- 3. wQ -wL (3. wQ wL/ {a try} 4. bQ bL-) 4. bQ bL- InProgress";
    let (record, verdict) = judged(Format::Pgn, text);
    assert_eq!(lines(&record, &verdict), [("1".to_owned(), 2, Vec::new())]);
    let mut once = String::new();
    write::write(Format::Boardspace, &record, &verdict, &mut once).unwrap();
    assert!(!once.contains("\n("), "{once}");
    let (record, verdict) = judged(Format::Boardspace, &once);
    let mut twice = String::new();
    write::write(Format::Boardspace, &record, &verdict, &mut twice).unwrap();
    assert_eq!(once, twice);
}

#[test]
fn brackets_around_words_are_comments() {
    let text = "(no turn yet) 1. wL (a pity) (1-0) ({x}) () 2. bL wL- (2. bL wL/ 1-0 resign)";
    let (record, verdict) = judged(Format::Pgn, text);
    assert_eq!((verdict.status, verdict.plies()), (Status::Ok, 2));
    let comments: Vec<_> = record.notes.iter().map(|note| &note.kind).collect();
    let comment = |words: &str| NoteKind::Comment(words.to_owned());
    assert_eq!(
        comments,
        [
            &comment("(no turn yet)"),
            &comment("(a pity)"),
            &comment("(1-0)"),
            &comment("({x})"),
            &comment("()")
        ]
    );
    assert_eq!(record.variations.len(), 1);
    // A result in a variation is not that of the game.
    assert_eq!(record.stated, skep_records::record::Stated::default());
}

#[test]
fn too_many_variations_are_left_out_with_a_warning() {
    let many = format!("1. wL {}2. bL wL-", "(1. wQ) ".repeat(MAX_VARIATIONS + 5));
    let deep = format!(
        "1. wL {}{} 2. bL wL-",
        "(1. wA1 2. bA1 wA1- ".repeat(MAX_VARIATION_DEPTH + 5),
        ")".repeat(MAX_VARIATION_DEPTH + 5)
    );
    for (text, count) in [(many, MAX_VARIATIONS), (deep, MAX_VARIATION_DEPTH)] {
        let (record, verdict) = judged(Format::Pgn, &text);
        assert_eq!(verdict.plies(), 2);
        assert_eq!(record.variations.len(), count);
        let truncated = verdict.diagnostics.iter();
        let truncated = truncated.filter(|d| d.code == Code::Truncated);
        assert_eq!(truncated.count(), 1);
    }
    // Brackets of Boardspace nest at each place where a line is left.
    let open = "(; P0[1 Pass ]; P0[2 Done ]".repeat(3000);
    let close = "(; P1[1 Done ]))".repeat(3000);
    let (record, _) = judged(
        Format::Boardspace,
        &format!("(;GM[27]SU[hive]{open}{close})"),
    );
    let truncated = record.diagnostics.iter();
    assert_eq!(truncated.filter(|d| d.code == Code::Truncated).count(), 1);
    assert!(record.variations.len() < 1000);
}

#[test]
fn boardspace_variations_may_leave_in_the_middle_of_a_turn() {
    let text = "(;GM[27]SU[hive];P0[1 Pick W 1 wA1](;P0[2 Dropb wA1 N 13 .];P0[3 Done])\
                (;P0[2 Dropb wA1 A 1 .];P0[3 Done]C[far away](;P1[4 Move B bA1 B 1 .];P1[5 Done])(;P1[4 Move B bA1 A 2 .])))";
    let (record, verdict) = judged(Format::Boardspace, text);
    assert_eq!((verdict.status, verdict.plies()), (Status::Ok, 1));
    let want = [("1", 0, vec!["wA1", "bA1 wA1-"])];
    let want = want.map(|(path, leaves, line)| {
        let line: Vec<String> = line.into_iter().map(str::to_owned).collect();
        (path.to_owned(), leaves, line)
    });
    assert_eq!(lines(&record, &verdict)[..1], want);
    assert_eq!(record.variations[0].notes.len(), 1);
    // A move that was never ended is a note of its variation.
    assert_eq!(record.variations[1].plies, []);
    assert!(matches!(
        record.variations[1].notes[0].kind,
        NoteKind::TakeBack(_)
    ));
}

#[test]
fn analysis_files_are_trees() {
    let (one, verdict) = judged(Format::Analysis, &fixture("hivegame-analysis/tree.json"));
    assert_eq!((verdict.status, verdict.plies()), (Status::Ok, 6));
    assert_eq!(one.variant, "Base+MLP");
    assert_eq!(messages(&verdict), []);
    let all = lines(&one, &verdict);
    let paths: Vec<_> = all
        .iter()
        .map(|(path, at, line)| (path.as_str(), *at, line.len()))
        .collect();
    assert_eq!(paths, [("1", 2, 2), ("1.1", 3, 1), ("2", 4, 2)]);
    let (two, again) = judged(Format::Analysis, &fixture("hivegame-analysis/pretty.json"));
    assert_eq!(lines(&two, &again), all);
    let (_, blank) = judged(Format::Analysis, &fixture("hivegame-analysis/blank.json"));
    assert_eq!(blank.status, Status::Empty);
}

#[test]
fn analysis_files_are_detected() {
    for name in ["tree", "pretty", "illegal", "blank", "orphan", "circle"] {
        let text = fixture(&format!("hivegame-analysis/{name}.json"));
        assert_eq!(detect(text.as_bytes()), Some(Format::Analysis), "{name}");
        assert_eq!(split::games(Format::Analysis, text.as_bytes()).count(), 1);
    }
    for other in [
        "{\"tree\":{\"nodes\":[]}}",
        "{\n \"name\": \"x\",\n \"tree\": {\"nodes\": [{\"node_id\": 1}]}}",
        "{\n  \"current_node\": 3\n}",
    ] {
        assert_ne!(detect(other.as_bytes()), Some(Format::Analysis), "{other}");
    }
}

#[test]
fn errors_in_analysis_files_name_their_places() {
    let text = fixture("hivegame-analysis/illegal.json");
    let (_, verdict) = judged(Format::Analysis, &text);
    assert_eq!((verdict.status, verdict.plies()), (Status::Ok, 6));
    let places: Vec<_> = (verdict.diagnostics.iter())
        .map(|d| (d.code, d.span.unwrap().slice(&text)))
        .collect();
    assert_eq!(
        places,
        [(Code::BadVariation, "wQ"), (Code::BadVariation, "wA1")]
    );
    for (name, message) in [
        ("broken", "EOF while parsing"),
        (
            "orphan",
            "node 5 has the parent 9, which is not in the file",
        ),
        ("circle", "no line from the root leads to node 5"),
    ] {
        let (_, verdict) = judged(
            Format::Analysis,
            &fixture(&format!("hivegame-analysis/{name}.json")),
        );
        assert_eq!(verdict.status, Status::Syntax, "{name}");
        let finding = &verdict.diagnostics[0];
        assert_eq!(finding.code, Code::BadJson, "{name}");
        assert!(finding.message.starts_with(message), "{}", finding.message);
    }
}

#[test]
fn variations_of_json_lines_need_their_parents() {
    let line = r#"{"moves":[{"text":"wL"},{"text":"bL wL-"}],"variations":[
        {"path":"1","after":1,"moves":[{"text":"bA1 wL-"}]},
        {"path":"3.1","after":1,"moves":[]},
        {"path":"1","after":1,"moves":[]},
        {"path":"2","after":9,"moves":[]},
        {"path":"1.1","after":1,"moves":[{"text":"bA1 wL/"},{"text":"?"}]}]}"#;
    let (record, verdict) = judged(Format::Jsonl, &line.replace('\n', ""));
    assert_eq!(record.variation_paths(), ["1", "1.1"]);
    let found = messages(&verdict);
    let wrong = |path: &str| format!("`{path}` is not a valid value of \"path\"");
    let texts: Vec<_> = found.iter().map(|finding| finding.3.to_owned()).collect();
    assert_eq!(texts[..3], [wrong("3.1"), wrong("1"), wrong("2")]);
    assert_eq!(
        (found[3].0, found[3].2, found[3].3),
        (
            Code::BadVariation,
            Some(3),
            "variation 1.1: cannot read `?` as a move"
        )
    );
}

proptest! {
    #![proptest_config(skep_testing::repeatable(400))]

    #[test]
    fn damaged_trees_never_panic(
        (format, text) in prop::sample::select(vec![
            (Format::Pgn, "variations/tree.pgn"),
            (Format::Boardspace, "variations/tree.sgf"),
            (Format::Boardspace, "boardspace/client-save.sgf"),
            (Format::Analysis, "hivegame-analysis/tree.json"),
            (Format::Analysis, "hivegame-analysis/pretty.json"),
        ]).prop_flat_map(|(format, path)| {
            (Just(format), mutated(fixture(path), "[()\\[\\]{};\\\\\",:0-9wQé-]", 1..6))
        })
    ) {
        let (record, verdict) = judged(format, &text);
        for finding in &verdict.diagnostics {
            if let Some(span) = finding.span {
                let place = text.get(span.start as usize..span.end as usize);
                prop_assert!(place.is_some(), "{:?}", finding);
            }
        }
        if verdict.status == Status::Unsupported {
            return Ok(());
        }
        // What is left of the tree is a tree.
        prop_assert_eq!(record.variation_paths().len(), verdict.game.variation_turns().len());
        if !verdict.status.is_sound() {
            return Ok(());
        }
        for format in [Format::Pgn, Format::Boardspace, Format::Jsonl] {
            let mut out = String::new();
            if let Ok(losses) = write::write(format, &record, &verdict, &mut out) {
                let (back, again) = judged(format, out.trim_end());
                if !losses.contains(Loss::VariationTurns) {
                    prop_assert_eq!(lines(&back, &again), lines(&record, &verdict), "{}", out);
                }
            }
        }
    }
}
