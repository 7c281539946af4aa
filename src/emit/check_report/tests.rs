//! The four reports of one file: a valid game, an illegal one in a long line, one with a remark, and a fault.

#[path = "../../../crates/skep-records/tests/schema.rs"]
mod schema;

use insta::assert_snapshot;

use self::schema::Schema;
use super::reportable::LineAndColumn;
use skep_analysis::Tally as _;

use super::{CheckSummary, Human, Reportable, json, row, sarif};
use crate::emit::rows::{ReportFormat, Screen, Table};
use skep_records::diag::{Code, Diagnostic, Span};
use skep_records::game::Hive;
use skep_records::record::{Record, StatedResult, Termination};
use skep_records::{Game, Played, Source, Status, Verdict};
use skep_rules::game::{Outcome, Side};
use skep_rules::hive::{self, GameType, Move};

fn game(game_type: GameType) -> Game {
    let options = hive::Options {
        game_type,
        ..hive::Options::default()
    };
    Played::<Hive>::of_moves(options, [Move::PASS; 12]).into()
}

const fn screen(width: usize) -> Screen {
    Screen { width, bars: false }
}

fn source(path: &str, entry: Option<&str>) -> Source {
    Source {
        path: path.into(),
        entry: entry.map(Into::into),
    }
}

struct Case {
    source: Source,
    index: u64,
    line: u64,
    text: String,
    record: Record,
    verdict: Verdict,
}

impl Case {
    fn new(path: &'static str, index: u64, line: u64, text: impl Into<String>) -> Case {
        let verdict = Verdict {
            game: game(GameType::MLP),
            ..Verdict::default()
        };
        Case {
            source: source(path, None),
            index,
            line,
            text: text.into(),
            record: Record::default(),
            verdict,
        }
    }

    fn subject(&self) -> Reportable<'_> {
        Reportable::game(
            &self.source,
            self.index,
            LineAndColumn {
                line: self.line,
                column: 1,
            },
            &self.text,
            &self.record,
            &self.verdict,
        )
    }
}

fn sound() -> Case {
    let mut case = Case::new("games.uhp", 1, 1, "Base+MLP;…");
    case.record.stated.result = StatedResult::WhiteWins;
    case.verdict.outcome = Outcome::Win(Side::White);
    case.verdict.termination = Termination::Board;
    case
}

fn illegal() -> Case {
    let text = format!(
        "Base+MLP;InProgress;White[20];{};bS1 wQ-;{}",
        "wA1 bQ\\".repeat(40),
        "wA1 bQ/".repeat(40)
    );
    let at = text.find("bS1").unwrap();
    let mut case = Case::new("games.uhp", 2, 7, text);
    case.verdict.status = Status::Illegal;
    case.verdict.diagnostics.push(
        Diagnostic::new(
            Code::IllegalMove,
            "bS1 cannot reach that cell in three steps",
        )
        .breaking("spider-move")
        .on_ply(13)
        .at(Span::new(at, at + 7))
        .help("legal here: bS1 /wQ, bS1 wG1-"),
    );
    case
}

fn remarked() -> Case {
    let mut case = Case::new("a b/games, \"old\".zip", 3, 1, "x\ny");
    case.source.entry = Some("HV-x.sgf".into());
    case.verdict.diagnostics.push(
        Diagnostic::new(Code::Repetition, "the position stands for the third time")
            .on_ply(9)
            .at(Span::new(2, 3)),
    );
    case
}

fn human(show: impl FnOnce(&Human, &mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    show(&Human::new(false, 80), &mut out);
    String::from_utf8(out).unwrap()
}

fn fault() -> Diagnostic {
    Diagnostic::new(Code::DamagedArchive, "the archive is cut short").help("download it again")
}

#[test]
fn people_see_the_fault_in_its_line() {
    let case = illegal();
    let text = human(|h, out| h.annotated(&case.subject(), &case.verdict.diagnostics[0], out));
    assert!(text.lines().all(|l| l.chars().count() <= 80), "{text}");
    assert_snapshot!(text);
}

#[test]
fn people_see_a_remark_in_one_line() {
    let case = remarked();
    assert_snapshot!(human(|h, out| h.line(
        &case.subject(),
        &case.verdict.diagnostics[0],
        out
    )));
}

#[test]
fn people_see_a_fault_without_a_line() {
    let d = fault();
    assert_snapshot!(human(|h, out| h.annotated(
        &Reportable::fault(&source("a.zip", None), &d),
        &d,
        out
    )));
}

#[test]
fn a_game_is_an_object_that_fits_the_schema() {
    let schema = include_str!("../../../fixtures/schema/skep-check.schema.json");
    let schema = Schema::new(schema);
    let d = fault();
    let cases = [sound(), illegal(), remarked()];
    let mut out = Vec::new();
    for case in &cases {
        json::write(&case.subject(), &mut out);
    }
    json::write(
        &Reportable::fault(&source("a.zip", Some("b.sgf")), &d),
        &mut out,
    );
    let text = String::from_utf8(out).unwrap();
    for line in text.lines() {
        let value = serde_json::from_str(line).unwrap();
        assert_eq!(schema.errors(&value), [""; 0], "{line}");
    }
    assert_snapshot!(text);
}

#[test]
fn the_schema_refuses_what_it_does_not_know() {
    let schema = include_str!("../../../fixtures/schema/skep-check.schema.json");
    let schema = Schema::new(schema);
    let mut out = Vec::new();
    json::write(&sound().subject(), &mut out);
    let mut value: serde_json::Value = serde_json::from_slice(&out).unwrap();
    value["extra"] = 1.into();
    assert_ne!(schema.errors(&value), [""; 0]);
}

#[test]
fn a_game_is_a_row() {
    let d = fault();
    let mut table = row::HEAD.table();
    for case in [sound(), illegal(), remarked()] {
        table.push(row::HEAD.row(|of| of(&case.subject())));
    }
    let archive = source("a.zip", None);
    let fault = Reportable::fault(&archive, &d);
    table.push(row::HEAD.row(|of| of(&fault)));
    let mut out = Vec::new();
    Table::write(&[table], &ReportFormat::Csv.into(), screen(80), &mut out).unwrap();
    assert_snapshot!(String::from_utf8(out).unwrap());
}

#[test]
fn a_finding_is_a_result_of_a_sarif_document() {
    let d = fault();
    let mut results = Vec::new();
    for case in [illegal(), remarked()] {
        sarif::write(&case.subject(), &case.verdict.diagnostics[0], &mut results);
    }
    sarif::write(
        &Reportable::fault(&source("a.zip", None), &d),
        &d,
        &mut results,
    );
    let mut document = sarif::head();
    document.extend_from_slice(results.strip_prefix(sarif::SEPARATOR).unwrap());
    document.extend_from_slice(sarif::TAIL.as_bytes());
    let document: serde_json::Value = serde_json::from_slice(&document).unwrap();
    assert_eq!(document["version"], "2.1.0");
    let run = &document["runs"][0];
    for result in run["results"].as_array().unwrap() {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(
            run["tool"]["driver"]["rules"][index]["id"],
            result["ruleId"]
        );
    }
    assert_snapshot!(serde_json::to_string_pretty(&run["results"]).unwrap());
}

#[test]
fn an_empty_sarif_document_is_whole() {
    let document = [&sarif::head(), sarif::TAIL.as_bytes()].concat();
    let document: serde_json::Value = serde_json::from_slice(&document).unwrap();
    assert_eq!(document["runs"][0]["results"].as_array().unwrap().len(), 0);
}

#[test]
fn tallies_add_up_in_any_order() {
    let d = fault();
    let (mut a, mut b, mut all) = (
        CheckSummary::default(),
        CheckSummary::default(),
        CheckSummary::default(),
    );
    let mut base = sound();
    base.verdict.game = game(GameType::BASE);
    for (i, case) in [sound(), illegal(), remarked(), base].iter().enumerate() {
        if i % 2 == 0 { &mut a } else { &mut b }.add(&case.subject());
        all.add(&case.subject());
    }
    b.add(&Reportable::fault(&source("a.zip", None), &d));
    all.add(&Reportable::fault(&source("a.zip", None), &d));
    let mut ab = a.clone();
    ab.merge(b.clone());
    b.merge(a);
    assert_eq!(ab.render(screen(80)), b.render(screen(80)));
    assert_eq!(ab.render(screen(80)), all.render(screen(80)));
    assert_eq!((ab.games(), ab.unsound()), (4, 2));
    assert_snapshot!(ab.render(screen(80)));
    assert_snapshot!(ab.render(screen(40)));
}
