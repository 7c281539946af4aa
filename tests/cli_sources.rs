//! The tables in `docs/src` of what the members of JSON become, and which notation holds it.

use std::fmt::Write as _;
use std::fs;

use skep_records::notation::write::{self, Loss};
use skep_records::notation::{Judge, NAMES, Verdict, members, read};
use skep_records::record::{Format, Note, NoteKind, Record, Search, StatedResult, Termination};
use skep_rules::game::Side;

/// Compares a part of a page, between two comments, with what it should be; or writes it.
fn compare(page: &str, name: &str, expected: &str) {
    let path = format!("docs/src/{page}.md");
    let page = fs::read_to_string(&path).unwrap();
    let begin = format!("<!-- {name} -->\n");
    let (before, rest) = page.split_once(&begin).expect(name);
    let (found, after) = rest.split_once("<!-- end -->").expect(name);
    if std::env::var_os("SKEP_UPDATE_DOCS").is_some() {
        fs::write(
            &path,
            format!("{before}{begin}{expected}<!-- end -->{after}"),
        )
        .unwrap();
    } else {
        assert_eq!(
            found, expected,
            "run the test with SKEP_UPDATE_DOCS=1 and read the change"
        );
    }
}

#[test]
fn the_guide_says_what_sources_state_and_what_notations_hold() {
    // One after the other, since they can write the same page.
    list_members();
    list_names();
    list_kinds();
}

/// The names of members and columns beside a game, and what they become.
fn list_names() {
    let mut text = String::from("\n| names | become |\n|---|---|\n");
    for (field, names) in NAMES {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        writeln!(text, "| {} | {} |", names.join(", "), field.becomes()).unwrap();
    }
    text.push('\n');
    compare("members", "names", &text);
}

fn list_members() {
    let mut text = String::new();
    for format in Format::ALL {
        if members(format).is_empty() {
            continue;
        }
        let title = format.title();
        let title = title.split_once(' ').map_or(title, |(_, title)| title);
        writeln!(text, "\n| {title} | becomes |\n|---|---|").unwrap();
        for member in members(format) {
            writeln!(text, "| `{}` | {} |", member.path, member.becomes).unwrap();
        }
    }
    text.push('\n');
    compare("members", "members", &text);
}

/// A game with one kind of data, without which it would be written as it is.
fn record(kind: Loss, format: Format) -> Record {
    let mut record = Record::default();
    if format == Format::Hxt {
        let text = "[Game \"Hex-It\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n\n1. N14 M13\n";
        read::read(Format::Hxt, text, &mut record);
    } else {
        read::read(
            Format::Uhp,
            "Base;InProgress;White[2];wS1;bS1 wS1-",
            &mut record,
        );
        // The State of a GameString that stays one is kept.
        record.format = Format::Pgn;
        record.tags.push("White", "Ann");
        record.tags.push("Black", "Bob");
    }
    let mut note = |kind| record.notes.push(Note { after: 1, kind });
    match kind {
        Loss::Clocks => record.plies[0].set_clock_ms(Some(1000)),
        Loss::Comments => note(NoteKind::Comment("well played".into())),
        Loss::DrawTalk => note(NoteKind::OfferDraw(Side::White)),
        Loss::TakeBacks => note(NoteKind::TakeBack("Pick W 4 wS1".into())),
        Loss::Searches => {
            let visits = [("bS1 wS1-".into(), 12)].into();
            note(NoteKind::Search(Search::new(Some(0.25), visits).unwrap()));
        }
        Loss::Properties => note(NoteKind::Property {
            name: "AN".into(),
            value: "(A1 Right)".into(),
        }),
        Loss::Result => record.stated.result = StatedResult::WhiteWins,
        Loss::Termination => {
            record.stated.result = StatedResult::WhiteWins;
            record.stated.termination = Termination::Resignation;
        }
        Loss::Variations => {
            let line = record.add_variation(None, 1).unwrap();
            record.variations[line].plies = vec![record.plies[1]];
        }
        _ => record.tags.push("Speed", "Blitz"),
    }
    record
}

fn list_kinds() {
    let formats = [
        Format::Uhp,
        Format::Pgn,
        Format::Boardspace,
        Format::Hxt,
        Format::Jsonl,
    ];
    let kinds = [
        (Loss::Tags, "tags"),
        (Loss::Result, "stated result"),
        (Loss::Termination, "termination"),
        (Loss::Clocks, "times used"),
        (Loss::Comments, "comments"),
        (Loss::DrawTalk, "draw offers"),
        (Loss::TakeBacks, "actions taken back"),
        (Loss::Searches, "searches"),
        (Loss::Properties, "unknown properties"),
        (Loss::Variations, "variations"),
    ];
    let mut text = "\n| data |".to_owned();
    for format in formats {
        write!(text, " {} |", format.as_str()).unwrap();
    }
    text.push_str("\n|---|---|---|---|---|---|\n");
    for (kind, name) in kinds {
        write!(text, "| {name} |").unwrap();
        for format in formats {
            let record = record(kind, format);
            let mut verdict = Verdict::default();
            Judge::default().judge(&record, &mut verdict);
            let holds = !write::write(format, &record, &verdict, &mut String::new())
                .unwrap()
                .contains(kind);
            write!(text, " {} |", if holds { "yes" } else { "no" }).unwrap();
        }
        text.push('\n');
    }
    text.push('\n');
    compare("notations", "kinds", &text);
}
