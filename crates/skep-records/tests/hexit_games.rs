//! Whole games: read, judged turn by turn, and written again.

use skep_records::Played;
use skep_records::diag::Code;
use skep_records::game::HexIt;
use skep_records::notation::moves::hexit::{HexItTurn, parse_result, parse_turn};
use skep_records::notation::{Judge, Verdict, read, write};
use skep_records::record::{Format, GameKind, Note, NoteKind, Record, StatedResult, Termination};
use skep_rules::game::{Position as _, random_game};
use skep_rules::hexit::{Move, Options, Position, ReleaseChain, TileSet};

fn read_game(text: &str) -> Record {
    let mut record = Record::default();
    read::hxt::read(text, &mut record);
    record
}

/// The verdict on a game that is sound.
fn sound(record: &Record) -> Verdict {
    let mut verdict = Verdict::default();
    Judge::default().judge(record, &mut verdict);
    assert!(verdict.status.is_sound(), "{:?}", verdict.diagnostics);
    verdict
}

fn write_game(record: &Record, verdict: &Verdict) -> String {
    let mut out = String::new();
    write::write(Format::Hxt, record, verdict, &mut out).expect("a writer");
    out
}

/// The parts of a record that stand in its text, without the places where they stand.
fn content(mut record: Record) -> Record {
    for ply in &mut record.plies {
        ply.span = skep_records::diag::Span::default();
    }
    record
}

#[test]
fn the_games_on_record_are_legal_to_the_end_and_written_as_they_are() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hexit/games");
    let mut games = 0;
    for entry in std::fs::read_dir(folder).expect("the fixtures") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let record = read_game(&text);
        assert_eq!(record.diagnostics, [], "{}", path.display());
        let verdict = sound(&record);
        // A game that was cut because it circles.
        let circles = path.ends_with("standard-cut.hxt");
        let codes: Vec<Code> = verdict.diagnostics.iter().map(|d| d.code).collect();
        let remarks: &[Code] = if circles { &[Code::Repetition] } else { &[] };
        assert_eq!(codes, remarks, "{}", path.display());
        let result = text.split_whitespace().last();
        if verdict.outcome.is_over() {
            let score = verdict.game.score().expect("a score").to_string();
            assert_eq!(result, Some(score.as_str()));
            let outcome = StatedResult::of_outcome(verdict.outcome);
            assert_eq!(record.stated.result, outcome);
            assert_eq!(record.stated.termination, Termination::Board);
        }
        assert_eq!(write_game(&record, &verdict), text, "{}", path.display());
        games += 1;
    }
    assert!(games >= 6);
}

#[test]
fn random_games_of_all_options_survive_the_round_trip() {
    for tiles in TileSet::ALL {
        for release in ReleaseChain::ALL {
            for seed in 0..50 {
                let mut position = Position::start(Options { tiles, release });
                let mut moves = Vec::new();
                random_game(&mut position, seed, 0, 400, &mut moves);
                let over = position.is_over();
                let record = Record::of_variant(GameKind::HexIt, "");
                let options = Options { tiles, release };
                let verdict = Verdict {
                    termination: Termination::default(),
                    ..Verdict::of_game(Played::<HexIt>::of_moves(options, moves.iter().copied()))
                };
                assert_eq!(verdict.outcome, position.outcome());
                let again = read_game(&write_game(&record, &verdict));
                assert_eq!(again.diagnostics, []);
                let verdict = sound(&again);
                let replayed: Vec<Move> = verdict.game.hexit().expect("Hex-It").moves().collect();
                assert_eq!(replayed, moves);
                assert_eq!(verdict.outcome.is_over(), over);
                assert_eq!(verdict.outcome, position.outcome());
                assert_eq!(verdict.game.score(), Some(position.score()));
            }
        }
    }
}

#[test]
fn everything_a_record_holds_comes_back() {
    let text = "[Game \"Hex-It\"]\n[White \"A \\\"quoted\\\" \\\\ name\"]\n[Black \"Zoë\"]\n[Result \"0-1\"]\n\
        [Tiles \"29\"]\n[Termination \"time\"]\n[Annotator \"nobody\"]\n\n\
        {before} 1. N14 {one} {two} M14 2. N14-M14 ; a brace } in it\nN13 {after} 0-1\n";
    let record = read_game(text);
    assert_eq!(record.diagnostics, []);
    let comments: Vec<(u32, &NoteKind)> = record.notes.iter().map(|n| (n.after, &n.kind)).collect();
    let comment = |s: &str| NoteKind::Comment(s.to_owned());
    assert_eq!(
        comments,
        [
            (0, &comment("before")),
            (1, &comment("one")),
            (1, &comment("two")),
            (3, &comment("a brace } in it")),
            (4, &comment("after")),
        ]
    );
    let verdict = sound(&record);
    let out = write_game(&record, &verdict);
    assert_eq!(out, text);
    assert!(write::hxt::write(&record, &verdict, &mut String::new()).is_empty());
    assert_eq!(content(read_game(&out)), content(record));
}

#[test]
fn a_resignation_is_a_turn_without_a_move() {
    let text = "[Game \"Hex-It\"]\n[Result \"0-1\"]\n[Tiles \"39\"]\n\n1. N14 M13 2. resign 0-1\n";
    let record = read_game(text);
    assert_eq!(record.plies.len(), 2);
    let resigned = Note {
        after: 2,
        kind: NoteKind::Resign(skep_rules::game::Side::White),
    };
    assert_eq!(record.notes, [resigned]);
    assert_eq!(write_game(&record, &sound(&record)), text);
}

#[test]
fn a_side_resigns_in_any_case() {
    assert_eq!(parse_turn("Resign"), Some(HexItTurn::Resign));
    assert_eq!(parse_turn("resigned"), None);
}

#[test]
fn results_are_scores_or_those_of_chess() {
    for (text, result) in [
        ("17-12.5", StatedResult::WhiteWins),
        ("12½-17", StatedResult::BlackWins),
        ("15-15.0", StatedResult::Draw),
        ("1-0", StatedResult::WhiteWins),
        ("0-1", StatedResult::BlackWins),
        ("1/2-1/2", StatedResult::Draw),
        ("*", StatedResult::InProgress),
    ] {
        assert_eq!(parse_result(text), Some(result), "{text}");
    }
    for bad in ["", "-", "17", "17-", "17--12", "a-b"] {
        assert_eq!(parse_result(bad), None, "{bad}");
    }
}
