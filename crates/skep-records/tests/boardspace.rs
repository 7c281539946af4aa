//! Boardspace SGF, read and written: files of every era, broken files, and the real records beside the project.

use std::collections::BTreeMap;
use std::io::Read as _;

use proptest::prelude::*;
use skep_records::diag::{Code, Severity};
use skep_records::game::Hive;
use skep_records::notation::read::boardspace::read;
use skep_records::notation::write::boardspace::write;
use skep_records::notation::write::{Loss, Losses, jsonl, uhp};
use skep_records::notation::{Judge, JudgeOptions, Status, Verdict};
use skep_records::record::{Format, NoteKind, Record, StatedResult, Termination};
use skep_rules::game::Side;
use skep_rules::hive::{Place, Written};

const ERAS: [&str; 7] = [
    "server-2024",
    "server-2020",
    "dialect-2013",
    "client-save",
    "drawn",
    "edge-columns",
    "no-moves",
];

fn fixture(name: &str) -> String {
    let path = format!(
        "{}/../../fixtures/boardspace/{name}.sgf",
        env!("CARGO_MANIFEST_DIR")
    );
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn record(text: &str) -> Record {
    let mut record = Record::default();
    read(text, &mut record);
    record
}

fn judged(record: &Record) -> Verdict {
    let mut verdict = Verdict::default();
    Judge::new(JudgeOptions::default()).judge(record, &mut verdict);
    verdict
}

fn written(record: &Record) -> String {
    let mut out = String::new();
    write(record, &judged(record), &mut out);
    out
}

/// The turns as `piece column row`, in the site's coordinates.
fn turns(record: &Record) -> Vec<String> {
    record
        .plies
        .iter()
        .map(|ply| match record.written::<Hive>(ply) {
            Written::Put {
                piece,
                to: Place::Cell(q, r),
            } => {
                let at = skep_rules::geometry::GridRef::from_hex(skep_rules::geometry::Hex::new(
                    q.into(),
                    r.into(),
                ));
                format!("{piece} {at}")
            }
            other => format!("{other:?}"),
        })
        .collect()
}

fn tag<'a>(record: &'a Record, name: &str) -> &'a str {
    record.tags.get(name).unwrap_or("(none)")
}

fn findings(record: &Record) -> Vec<(Code, &str)> {
    record
        .diagnostics
        .iter()
        .map(|d| (d.code, d.message.as_str()))
        .collect()
}

/// What a game loses in Boardspace SGF.
fn losses(record: &Record, verdict: &Verdict) -> Losses {
    write(record, verdict, &mut String::new())
}

#[test]
fn the_newest_form_comes_through_whole() {
    let text = fixture("server-2024");
    let record = record(&text);
    assert_eq!(findings(&record), []);
    assert_eq!(record.format, Format::Boardspace);
    assert_eq!(record.variant, "Base+MLP");
    assert!(!record.open_opening_site);
    assert_eq!(record.origin.unwrap().to_string(), "N13");
    assert_eq!(
        turns(&record),
        [
            "wS1 N13", "bS1 M13", "wQ O13", "bQ L13", "wA1 P13", "bA1 K13", "wA1 J13", "bG1 L12",
            "wB1 O12", "bG1 L14", "wB1 O13"
        ]
    );
    for (name, value) in [
        ("Event", "tournament"),
        ("Site", "boardspace.net"),
        ("Date", "2024.05.06"),
        ("White", "alba"),
        ("Black", "bruno2"),
        ("TimeControl", "PlusTime 1200000 20000"),
        ("SgfDate", "Mon May 06 17:08:09 AEST 2024"),
        ("GameName", "T!HV-alba-bruno2-2024-05-06-0708"),
        ("WhiteTime", "0:00:40"),
        ("BlackTime", "0:00:14"),
        ("SU", "(none)"),
    ] {
        assert_eq!(tag(&record, name), value, "{name}");
    }
    assert_eq!(record.stated.result, StatedResult::WhiteWins);
    assert_eq!(record.stated.termination, Termination::Resignation);
    assert_eq!(record.stated.text.as_deref(), Some("Game won by alba"));
    let clocks: Vec<_> = record.plies.iter().map(|p| p.clock_ms()).collect();
    assert_eq!(clocks[..3], [Some(5000), Some(3000), Some(9000)]);
    assert_eq!(record.plies[4].span.slice(&text), "14 Dropb wA1 P 13 wQ-");

    let notes_before = |ply| -> Vec<&NoteKind> {
        let of = |n: &&skep_records::record::Note| n.after == ply;
        record.notes.iter().filter(of).map(|n| &n.kind).collect()
    };
    let clock = |step, ms| NoteKind::StepClock { step, ms };
    let taken_back = |raw: &str| NoteKind::TakeBack(raw.to_owned());
    assert_eq!(
        notes_before(4),
        [
            &clock(0, 16000),
            &clock(1, 17000),
            &taken_back("Dropb wA1 P 14 wQ/"),
            &clock(2, 18000),
            &taken_back("Pickb P 14 wA1"),
            &clock(3, 19000),
        ]
    );
    assert_eq!(
        notes_before(7),
        [
            &NoteKind::Property {
                name: "AN".into(),
                value: "(A1 Right boardEnc 1 2)".into()
            },
            &NoteKind::OfferDraw(Side::Black),
            &clock(0, 10000),
            &clock(1, 10500),
            &NoteKind::DeclineDraw(Side::White),
            &clock(2, 24000),
            &clock(3, 24500),
            &clock(4, 11000),
        ]
    );
    assert_eq!(
        notes_before(8),
        [
            &clock(0, 26000),
            &taken_back("Pick W 5 wM1"),
            &clock(1, 27000),
            &taken_back("Drop W 5 wM1"),
            &clock(2, 28000),
            &clock(3, 29000),
        ]
    );
    assert_eq!(
        notes_before(11),
        [
            &NoteKind::Resign(Side::Black),
            &clock(0, 14000),
            &clock(1, 14500)
        ]
    );
}

#[test]
fn the_form_of_2020_is_read() {
    let record = record(&fixture("server-2020"));
    assert_eq!(findings(&record), []);
    assert_eq!(record.variant, "Base");
    assert!(record.open_opening_site);
    assert_eq!(turns(&record)[6..], ["wB1 O13", "bB1 L13", "wB1 N13"]);
    assert_eq!(tag(&record, "Event"), "unranked");
    assert_eq!(tag(&record, "White"), "Émile");
    assert_eq!(tag(&record, "Date"), "2020.07.29");
    assert_eq!(tag(&record, "SU"), "Hive");
    assert_eq!(record.stated.result, StatedResult::BlackWins);
    assert_eq!(record.stated.termination, Termination::Time);
    assert_eq!(
        record.notes.last().unwrap().kind,
        NoteKind::WinOnTime(Side::Black)
    );
    assert_eq!(judged(&record).status, Status::Ok);
}

#[test]
fn bugs_without_colour_get_the_right_one() {
    let record = record(&fixture("dialect-2013"));
    assert_eq!(findings(&record), []);
    assert_eq!(
        turns(&record),
        [
            "wP N13", "bS1 M13", "wQ O13", "bQ L13", "wA1 P13", "bA1 K13", "wA1 O12", "bA1 N14",
            "wB1 P13", "bA2 K13", "bA1 N12"
        ]
    );
    assert_eq!(tag(&record, "WhiteElo"), "1500");
    assert_eq!(tag(&record, "GameName"), "(none)");
    assert_eq!(tag(&record, "Date"), "2013.04.20");
    assert_eq!(record.stated.result, StatedResult::Unknown);
    assert_eq!(judged(&record).status, Status::Ok);
}

#[test]
fn the_clients_own_form_is_read() {
    let record = record(&fixture("client-save"));
    assert_eq!(turns(&record), ["wM H4", "bG1 G4", "wG1 I4"]);
    assert_eq!(findings(&record), []);
    let variations: Vec<_> = (record.variations.iter())
        .map(|v| (v.parent(), v.after, v.plies.len()))
        .collect();
    assert_eq!(variations, [(None, 1, 1), (None, 2, 1)]);
    assert_eq!(tag(&record, "White"), "dora");
    assert_eq!(tag(&record, "Black"), "egon");
    assert_eq!(tag(&record, "WhiteCountry"), "Peru");
    assert_eq!(tag(&record, "GC"), "saved by hand,\non two lines");
    assert_eq!(tag(&record, "FF"), "4");
    assert_eq!(record.plies[0].clock_ms(), Some(30));
    assert_eq!(record.plies[1].clock_ms(), Some(5));
    let comments: Vec<_> = record
        .notes
        .iter()
        .filter_map(|n| match &n.kind {
            NoteKind::Comment(text) => Some((n.after, text.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(
        comments,
        [(0, "a comment on the game"), (1, "well opened ] indeed")]
    );
}

#[test]
fn an_empty_turn_after_a_drawn_game_is_left_to_the_judge() {
    let record = record(&fixture("drawn"));
    assert_eq!(turns(&record)[4..], ["EmptyTurn"]);
    assert_eq!(record.stated.result, StatedResult::Draw);
    assert_eq!(tag(&record, "Date"), "2024.03.30");
    let verdict = judged(&record);
    assert_eq!((verdict.status, verdict.plies()), (Status::Ok, 4));
}

#[test]
fn columns_left_of_a_and_brackets_in_names_are_read() {
    let record = record(&fixture("edge-columns"));
    assert_eq!(findings(&record), []);
    assert_eq!(turns(&record), ["wA1 A0", "bA1 1A-1", "wQ B1"]);
    assert_eq!(tag(&record, "White"), "[x]");
    assert_eq!(tag(&record, "Black"), "b]");
    assert_eq!(tag(&record, "Date"), "2024.03.31");
}

#[test]
fn a_contradicting_attachment_is_a_remark() {
    let record = record(&fixture("swapped-hints"));
    assert_eq!(turns(&record), ["wA1 N13", "bA1 O13", "wQ M13"]);
    assert_eq!(
        findings(&record),
        [
            (
                Code::HintMismatch,
                "the attachment `-wA1` does not match the cell O13 of bA1"
            ),
            (
                Code::HintMismatch,
                "the attachment names bS2, which is not on the board"
            ),
        ]
    );
    assert_eq!(record.diagnostics[0].ply, Some(2));
}

#[test]
fn other_games_and_rules_are_recognised() {
    for (name, code, text) in [
        (
            "ultimate",
            Code::UnsupportedVariant,
            "hive-ultimate 2 0 101",
        ),
        ("go", Code::UnsupportedFormat, "1"),
    ] {
        let file = fixture(name);
        let record = record(&file);
        assert_eq!(record.diagnostics.len(), 1, "{name}");
        assert_eq!(record.diagnostics[0].code, code, "{name}");
        assert_eq!(
            record.diagnostics[0].span.unwrap().slice(&file),
            text,
            "{name}"
        );
        assert!(record.plies.is_empty() && record.is_unsupported(), "{name}");
    }
    let ultimate = record(&fixture("ultimate"));
    assert_eq!(tag(&ultimate, "Black"), "bruno");
    assert_eq!(ultimate.stated.result, StatedResult::BlackWins);
    assert!(written(&ultimate).contains("SU[hive-ultimate 2 0 101]"));
}

#[test]
fn an_error_is_reported_with_its_place_and_keeps_the_plies_before_it() {
    for (name, code, text, message, plies) in [
        (
            "bad-column",
            Code::BadMove,
            "3 Dropb bA1 1O 13 wA1-",
            "expected a column, A to Z, 1A or 1Z, found `1O`",
            1,
        ),
        (
            "bad-command",
            Code::BadMove,
            "3 Hop bA1 O 13 wA1-",
            "expected a command, found `Hop`",
            1,
        ),
        (
            "unclosed-value",
            Code::Unclosed,
            "P1[3 Dropb bA1 O 13 wA1-",
            "the bracket of the value is not closed",
            1,
        ),
        (
            "unclosed-game",
            Code::Unclosed,
            "(",
            "the bracket of the game is not closed",
            3,
        ),
        (
            "unclosed-header",
            Code::Unclosed,
            "SU[hive 2 0 101",
            "the bracket of the value is not closed",
            3,
        ),
    ] {
        let file = fixture(name);
        let record = record(&file);
        assert_eq!(findings(&record), [(code, message)], "{name}");
        assert_eq!(
            record.diagnostics[0].span.unwrap().slice(&file),
            text,
            "{name}"
        );
        assert_eq!(record.plies.len(), plies, "{name}");
        assert_eq!(tag(&record, "White"), "a", "{name}");
        let ply = (code == Code::BadMove).then_some(2);
        assert_eq!(record.diagnostics[0].ply, ply, "{name}");
    }
    // What stands behind an unreadable command is still read, except moves.
    assert_eq!(tag(&record(&fixture("bad-column")), "WhiteTime"), "0:00:05");

    for text in ["", "\0\0\0", "no game here", "(", "( ;é"] {
        let record = record(text);
        assert!(!record.diagnostics.is_empty(), "{text:?}");
        assert!(
            record.diagnostics.iter().all(|d| d.span.is_some()),
            "{text:?}"
        );
        assert!(!judged(&record).status.is_sound(), "{text:?}");
    }
    let nul = fixture("edge-columns").replace("Dropb wQ B", "Dropb wQ\0 B");
    let record = record(&nul);
    assert_eq!(
        findings(&record),
        [(Code::BadMove, "expected a piece such as wA1, found `wQ\\0`")]
    );
    assert_eq!(record.plies.len(), 2);
}

#[test]
fn a_game_without_moves_may_be_resigned() {
    let record = record(&fixture("no-moves"));
    assert_eq!(record.plies.len(), 0);
    assert_eq!(record.stated.result, StatedResult::BlackWins);
    assert_eq!(record.stated.text, None);
    assert_eq!(judged(&record).status, Status::Empty);
}

#[test]
fn a_very_deep_or_long_file_is_read_in_place() {
    let deep = format!("(;GM[27]{}", "(;".repeat(200_000));
    assert_eq!(record(&deep).diagnostics.len(), 1);
    let long = format!("(;GM[27]SU[hive];{})", "P1[0 Done ]".repeat(100_000));
    assert!(record(&long).diagnostics.len() < 1000);
    let open = format!("(;{}", "A[\n".repeat(100_000));
    assert!(record(&open).diagnostics.len() < 1000);
}

#[test]
fn a_written_record_is_read_back_as_the_same_record() {
    for name in ERAS {
        let first = record(&fixture(name));
        let text = written(&first);
        let second = record(&text);
        assert_eq!(findings(&second), [], "{name}\n{text}");
        assert_eq!(turns(&second), turns(&first), "{name}");
        assert_eq!(clocks(&second), clocks(&first), "{name}");
        assert_eq!(sorted_tags(&second), sorted_tags(&first), "{name}");
        assert_eq!(second.notes, first.notes, "{name}\n{text}");
        assert_eq!(second.stated.result, first.stated.result, "{name}");
        assert_eq!(written(&second), text, "{name}");
        assert!(losses(&first, &judged(&first)).is_empty(), "{name}");
    }
}

fn clocks(record: &Record) -> Vec<Option<u32>> {
    record.plies.iter().map(|p| p.clock_ms()).collect()
}

fn sorted_tags(record: &Record) -> Vec<(&str, &str)> {
    let mut tags: Vec<_> = record.tags.iter().collect();
    tags.sort_unstable();
    tags
}

#[test]
fn the_newest_form_is_written_as_the_server_does() {
    // What differs from the source: no viewer's node, our own choice of attachments, the clock before the annotation.
    assert_eq!(
        written(&record(&fixture("server-2024"))),
        fixture("server-2024.written")
    );
}

#[test]
fn a_record_of_another_notation_gets_a_whole_header() {
    let mut game = record(&fixture("edge-columns"));
    let verdict = judged(&game);
    game.format = Format::Uhp;
    game.tags.clear();
    game.origin = None;
    game.tags.push("White", "Ann]a \"A\"");
    game.tags.push("Date", "2025.12.31");
    game.tags.push("Annotator", "nobody");
    game.stated.result = StatedResult::WhiteWins;
    game.stated.termination = Termination::Resignation;
    let mut text = String::new();
    write(&game, &verdict, &mut text);
    assert_eq!(
        text,
        "(;\nGM[27]VV[1]\nCM[0,1]\nSU[hive 2 0 101]\nDT[December 31, 2025]\nGN[]\nPC[]\n\
         RE[Game won by Ann\\]a \"A\"]\nP0[id \"Ann\\]a \"A\"\"]\nP1[id \"Black\"]\n\
         ; P0[0 Start P0]\n\
         ; P0[1 Pick W 1 wA1]\n; P0[2 Dropb wA1 N 13 .]\n; P0[3 Done ]\n\
         ; P1[4 Pick B 1 bA1]\n; P1[5 Dropb bA1 M 12 /wA1]\n; P1[6 Done ]\n\
         ; P0[7 Pick W 0 wQ]\n; P0[8 Dropb wQ O 14 wA1/]\n; P0[9 Done ]\n\
         ; P1[10 Resign ]\n; P1[11 Done ]\n)\n"
    );
    let lost: Vec<_> = losses(&game, &verdict).iter().collect();
    assert_eq!(lost, [Loss::Tags, Loss::Names]);
    let back = record(&text);
    assert_eq!(tag(&back, "White"), "Ann]a \"A\"");
    // What the record does not say stays unknown.
    assert_eq!(back.tags.get("Black"), None);
    assert_eq!(back.tags.get("Site"), None);
    assert_eq!(back.stated.result, StatedResult::WhiteWins);

    game.tags.clear();
    game.tags.push("White", "guest");
    game.tags.push("Black", "guest");
    game.stated.termination = Termination::Adjudication;
    let lost: Vec<_> = losses(&game, &verdict).iter().collect();
    assert_eq!(lost, [Loss::Termination]);
    // A sentence with a name that both players have is ambiguous, so the result is a word.
    text.clear();
    write(&game, &verdict, &mut text);
    assert!(text.contains("\nRE[WhiteWins]\n"), "{text}");
    assert_eq!(record(&text).stated.result, StatedResult::WhiteWins);
}

#[test]
fn a_throw_and_unique_bugs_are_written_as_the_site_does() {
    let text = written(&record(&fixture("dialect-2013")));
    assert!(
        text.contains("; P0[31 Pickb N 14 bA1]\n; P0[32 Pdropb bA1 N 12 wP\\\\]\n"),
        "{text}"
    );
    assert!(
        text.contains("; P0[1 Pick W 8 wP1]\n; P0[2 Dropb wP1 N 13 .]\n"),
        "{text}"
    );
    assert!(
        text.contains("; P1[4 Pick B 4 bS1]\n; P1[5 Dropb bS1 M 13 -wP]\n"),
        "{text}"
    );
}

#[test]
fn odd_turns_survive_two_rounds() {
    let head =
        "(;GM[27]VV[1]\nSU[hive 2 0 101]\nP0[id \"a\"]\nP1[id \"b\"]\n; P0[0 Start P0]TM[1]\n";
    let tail = "; P1[9 Dropb bA1 O 13 wA1-]\n; P1[10 Done ]\n)\n";
    for turn in [
        // Nothing was picked.
        "; P0[1 Dropb wA1 H 13 .]\n; P0[2 Dropb wA1 N 13 .]\n; P0[3 Done ]",
        // Another piece was put first.
        "; P0[1 Pick W 0 wQ]\n; P0[2 Dropb wQ N 13 .]\n; P0[3 Pickb N 13 wQ]\n; P0[4 Drop W 0 wQ]\n\
         ; P0[5 Pick W 1 wA1]TM[9]\n; P0[6 Dropb wA1 N 13 .]TM[10]\n; P0[7 Done ]TM[11]",
        // A robot changed its mind, and a command ends the turn itself.
        "; P0[1 Move W wA1 H 13 .]TM[3]\n; P0[2 MoveDone W wA1 N 13 .]TM[4]",
        "; P0[1 Reset]\n; P0[2 Pick W 1 wA1]\n; P0[3 Edit]\n; P0[4 Dropb wA1 N 13 .] why? C[x]\n; P0[5 Done ] gg",
        // Draw talk without a Done of its own.
        "; P0[1 OfferDraw ]TM[1]\n; P1[2 DeclineDraw ]TM[2]\n; P0[3 Pick W 1 wA1]TM[3]\n\
         ; P0[4 Dropb wA1 N 13 .]TM[4]\n; P0[5 Done ]TM[5]",
        // An empty turn of the wrong side, with a clock; a clock that is no number.
        "; P1[1 Done ]TM[77]\n; P0[2 Dropb wA1 N 13 .]TM[-5]\n; P0[3 Done ]TM[4294967295]",
        // The piece was put first, and nothing known was picked then.
        "; P0[1 Dropb wA1 N 12 .]\n; P0[2 Pick x W 1]\n; P0[3 Dropb wA1 N 13 .]\n; P0[4 Done ]",
        // Clocks that belong to no step, among comments.
        "; C[before]TM[5]\n; P0[1 Dropb wA1 N 13 .]\n; P0[2 Done ]\n; C[x]TM[7]C[y]TM[8]\n; P0[3 Done ]C[z]TM[9]",
    ] {
        let first = record(&format!("{head}{turn}\n{tail}"));
        assert_eq!(turns(&first), ["wA1 N13", "bA1 O13"], "{turn}");
        let text = written(&first);
        let second = record(&text);
        assert_eq!(turns(&second), turns(&first), "{turn}");
        assert_eq!(clocks(&second), clocks(&first), "{turn}");
        assert_eq!(second.notes, first.notes, "{turn}\n{text}");
        assert_eq!(written(&second), text, "{turn}");
    }
}

#[test]
fn a_player_who_plays_out_of_turn_or_after_the_end_makes_no_pass() {
    let head = "(;GM[27]SU[hive 2 0 101]; P0[1 Dropb wA1 N 13 .]; P0[2 Done ]";
    let passes = |rest: &str| {
        let record = record(&format!("{head}{rest})"));
        (
            record.plies.len(),
            record
                .diagnostics
                .iter()
                .filter(|d| d.code == Code::PassIgnored)
                .count(),
        )
    };
    assert_eq!(passes("; P0[3 Done ]"), (1, 1));
    assert_eq!(passes("; P1[3 Done ]"), (2, 0));
    assert_eq!(passes("; P1[3 PassDone ]"), (2, 0));
    assert_eq!(passes("; P1[3 OfferDraw ]; P1[4 Done ]"), (1, 0));
    assert_eq!(
        passes("; P1[3 OfferDraw ]; P1[4 Done ]; P1[5 Done ]"),
        (2, 0)
    );
    assert_eq!(passes("; P1[3 Resign ]; P1[4 Done ]; P1[5 Done ]"), (1, 1));
}

/// All SGF files of the corpus: name and text.
fn corpus() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for part in [
        "corpus/boardspace-2024",
        "corpus/boardspace-2020",
        "corpus/pairs",
    ] {
        let Some(folder) = skep_testing::shared(part) else {
            continue;
        };
        let mut paths: Vec<_> = folder
            .read_dir()
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.ends_with(".sgf") {
                files.push((name, std::fs::read_to_string(&path).unwrap()));
            } else if name.ends_with(".zip") {
                let mut archive =
                    zip::ZipArchive::new(std::fs::File::open(&path).unwrap()).unwrap();
                for i in 0..archive.len() {
                    let mut entry = archive.by_index(i).unwrap();
                    let mut text = String::new();
                    entry.read_to_string(&mut text).unwrap();
                    files.push((entry.name().unwrap().into_owned(), text));
                }
            }
        }
    }
    files
}

#[test]
fn every_real_file_is_read_and_its_result_never_contradicts_the_board() {
    let files = corpus();
    if files.is_empty() {
        return;
    }
    let mut results = BTreeMap::new();
    let mut codes = BTreeMap::new();
    let mut statuses = BTreeMap::new();
    let mut plies = 0;
    for (name, text) in &files {
        let record = record(text);
        assert_eq!(record.syntax_error(), None, "{name}");
        let verdict = judged(&record);
        for finding in &record.diagnostics {
            assert!(finding.span.is_some(), "{name}: {}", finding.message);
        }
        for finding in &verdict.diagnostics {
            *codes.entry(finding.code.as_str()).or_insert(0) += 1;
        }
        *results
            .entry((record.stated.result, record.stated.termination))
            .or_insert(0) += 1;
        *statuses.entry(verdict.status).or_insert(0) += 1;
        plies += record.plies.len();
        assert!(record.tags.get("Date").is_some(), "{name}");
        assert!(
            record.tags.get("White").is_some() && record.tags.get("Black").is_some(),
            "{name}"
        );
    }
    use StatedResult::{BlackWins, Draw, Unknown, WhiteWins};
    use Termination::{Agreement, Resignation, Time};
    let got: Vec<_> = results.into_iter().collect();
    let other = Termination::Unknown;
    assert_eq!(files.len(), 636);
    assert_eq!(plies, 31_201);
    assert_eq!(
        got,
        [
            ((WhiteWins, Resignation), 28),
            ((WhiteWins, Time), 2),
            ((WhiteWins, other), 265),
            ((BlackWins, Resignation), 11),
            ((BlackWins, Time), 4),
            ((BlackWins, other), 268),
            ((Draw, Agreement), 22),
            ((Draw, other), 31),
            ((Unknown, other), 5),
        ]
    );
    let got: Vec<_> = statuses.into_iter().collect();
    assert_eq!(
        got,
        [
            (Status::Ok, 633),
            (Status::Unsupported, 1),
            (Status::Empty, 2)
        ]
    );
    let got: Vec<_> = codes.into_iter().collect();
    assert_eq!(
        got,
        [
            ("no-moves", 2),
            ("pass-ignored", 4),
            ("repetition", 23),
            ("unsupported-variant", 1)
        ]
    );
}

#[test]
fn every_real_file_is_written_and_read_back_the_same() {
    for (name, text) in corpus() {
        let first = record(&text);
        let verdict = judged(&first);
        let mut once = String::new();
        write(&first, &verdict, &mut once);
        let second = record(&once);
        assert_eq!(turns(&second), turns(&first), "{name}");
        assert_eq!(clocks(&second), clocks(&first), "{name}");
        assert_eq!(second.notes, first.notes, "{name}");
        assert_eq!(sorted_tags(&second), sorted_tags(&first), "{name}");
        assert_eq!(second.origin, first.origin, "{name}");
        assert_eq!(second.open_opening_site, first.open_opening_site, "{name}");
        if first.stated.text.is_some() {
            assert_eq!(second.stated, first.stated, "{name}");
        }
        assert_eq!(written(&second), once, "{name}");
        assert!(losses(&first, &verdict).is_empty(), "{name}");
    }
}

#[test]
fn the_way_through_json_lines_loses_nothing() {
    let fixtures = ERAS.map(|name| (name.to_owned(), fixture(name)));
    for (name, text) in fixtures.into_iter().chain(corpus()) {
        let first = record(&text);
        let verdict = judged(&first);
        if verdict.status == Status::Unsupported {
            continue;
        }
        let (mut direct, mut json) = (String::new(), String::new());
        write(&first, &verdict, &mut direct);
        jsonl::write(&first, &verdict, &mut json);
        let mut second = Record::default();
        skep_records::notation::read::read(Format::Jsonl, json.trim_end(), &mut second);
        assert_eq!(second.syntax_error(), None, "{name}");
        assert_eq!(written(&second), direct, "{name}");
    }
}

#[test]
fn the_pairs_are_the_same_games_as_their_pgn() {
    let Some(folder) = skep_testing::shared("corpus/pairs") else {
        return;
    };
    let mut pairs = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "sgf") {
            continue;
        }
        let name = path.display();
        let sgf = record(&std::fs::read_to_string(&path).unwrap());
        let mut pgn = Record::default();
        let text = std::fs::read_to_string(path.with_extension("pgn")).unwrap();
        skep_records::notation::read::read(Format::Pgn, &text, &mut pgn);
        let (sgf_verdict, pgn_verdict) = (judged(&sgf), judged(&pgn));
        assert_eq!(sgf_verdict.status, Status::Ok, "{name}");
        let moves = |v: &Verdict| v.game.hive().expect("Hive").moves().collect::<Vec<_>>();
        assert_eq!(moves(&sgf_verdict), moves(&pgn_verdict), "{name}");
        assert_eq!(sgf_verdict.result(&sgf), pgn_verdict.result(&pgn), "{name}");
        assert_eq!(tag(&sgf, "White"), tag(&pgn, "White"), "{name}");
        assert_eq!(tag(&sgf, "Black"), tag(&pgn, "Black"), "{name}");
        pairs += 1;
    }
    assert_eq!(pairs, 10);
}

#[test]
fn game_strings_come_back_byte_for_byte() {
    let Some(folder) = skep_testing::shared("reference") else {
        return;
    };
    let (mut games, mut passes) = (0, 0);
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "uhp") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|l| l.starts_with("Base")) {
            let mut first = Record::default();
            skep_records::notation::read::read(Format::Uhp, line, &mut first);
            let verdict = judged(&first);
            let (mut sgf, mut direct, mut back) = (String::new(), String::new(), String::new());
            write(&first, &verdict, &mut sgf);
            uhp::write(&first, &verdict, &mut direct);
            let second = record(&sgf);
            assert_eq!(findings(&second), [], "{line}");
            uhp::write(&second, &judged(&second), &mut back);
            assert_eq!(back, direct);
            games += 1;
            if let Some(shorter) = without_passes(&sgf) {
                assert_eq!(written(&record(&shorter)), sgf);
                passes += 1;
            }
        }
    }
    assert!(games > 0 && passes > 0, "in {}", folder.display());
}

/// A file of ours with its passes left out, as the site's newest clients do; none if it has none, or ends with one.
fn without_passes(sgf: &str) -> Option<String> {
    let mut lines: Vec<&str> = sgf.lines().collect();
    let before = lines.len();
    while let Some(pass) = lines.iter().position(|l| l.ends_with(" Pass ]")) {
        lines.drain(pass..pass + 2);
        if !lines[pass].starts_with("; P") {
            return None;
        }
    }
    (lines.len() < before).then(|| lines.join("\n"))
}

/// A fixture with a few bytes changed, taken out, doubled or put in.
fn mutated() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        0..5u8,
        "[\\[\\]();\\\\P0-9A-Za-z \n.\0é-]{0,4}",
    );
    let names: Vec<&str> = ERAS
        .into_iter()
        .chain(["swapped-hints", "unclosed-game"])
        .collect();
    (
        prop::sample::select(names),
        prop::collection::vec(change, 1..8),
    )
        .prop_map(|(name, changes)| {
            let mut chars: Vec<char> = fixture(name).chars().collect();
            for (index, kind, text) in changes {
                let at = index.index(chars.len());
                let end = (at + 1 + text.len() * 5).min(chars.len());
                match kind {
                    0 => drop(chars.drain(at..end)),
                    1 => chars.splice(at..end, text.chars()).for_each(drop),
                    2 => chars.truncate(at.max(1)),
                    3 => {
                        let part: Vec<char> = chars[at..end].to_vec();
                        chars.splice(at..at, part).for_each(drop);
                    }
                    _ => chars.splice(at..at, text.chars()).for_each(drop),
                }
                if chars.is_empty() {
                    chars.push('(');
                }
            }
            chars.into_iter().collect()
        })
}

#[test]
fn a_backslash_in_the_version_is_escaped() {
    let once = written(&record("(;\nGM[27]VV[1\\\\]\n"));
    assert!(once.contains("VV[1\\\\]"), "{once}");
    assert_eq!(written(&record(&once)), once);
}

proptest! {
    #![proptest_config(skep_testing::repeatable(3000))]

    #[test]
    fn no_input_panics_and_writing_settles(text in mutated()) {
        let first = record(&text);
        for finding in &first.diagnostics {
            let span = finding.span.expect("every finding has a place");
            prop_assert!(span.start <= span.end && span.end as usize <= text.len());
            prop_assert!(text.get(span.start as usize..span.end as usize).is_some());
        }
        prop_assert!(first.notes.is_sorted_by_key(|n| n.after));
        let once = written(&first);
        let second = record(&once);
        let error = second.diagnostics.iter().find(|d| d.severity == Severity::Error && !d.code.is_unsupported());
        prop_assert!(error.is_none(), "{error:?}\n{once}");
        let twice = written(&second);
        let third = record(&twice);
        prop_assert_eq!(written(&third), twice);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,80}") {
        let framed = format!("(;GM[27]SU[hive];P0[{text}]");
        for text in [text, framed] {
            let record = record(&text);
            written(&record);
        }
    }
}

#[test]
fn what_follows_an_illegal_turn_is_lost_and_named() {
    let text =
        "1. wL\n2. bL wL-\n3. wXX\n4. bA1 bL-\n{[%used 0:00:09]}\n{late}\n{[%offerdraw Black]}\n";
    let record = Record::read(Format::Pgn, &text.replace("wXX", "wQ bL/"));
    let verdict = judged(&record);
    assert_eq!((verdict.status, verdict.plies()), (Status::Illegal, 2));
    let mut sgf = String::new();
    let lost = write(&record, &verdict, &mut sgf);
    assert!(!sgf.contains("late"), "{sgf}");
    for loss in [Loss::Clocks, Loss::Comments, Loss::DrawTalk] {
        assert!(lost.contains(loss), "{loss}");
    }
}
