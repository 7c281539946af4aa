//! The tables in `docs/src` of what the members of JSON become, and which notation holds it.

use std::fmt::Write as _;
use std::fs;

use skep_analysis::GameWriter;
use skep_records::notation::write::{self, Loss};
use skep_records::notation::{Judge, NAMES, Verdict, members, read};
use skep_records::record::{
    BoardMark, BoardMarkKind, Evaluation, Format, GameKind, MarkedCell, Note, NoteKind, Record,
    Search, StatedResult, Termination,
};
use skep_rules::game::Side;
use skep_rules::geometry::Hex;

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

/// What the packages say about `to` names every notation that is written.
#[test]
fn the_packages_name_every_written_notation() {
    let names = GameWriter::TARGETS.map(Format::as_str);
    let (last, others) = names.split_last().unwrap();
    let list = format!("{} or {last}", others.join(", "));
    for path in [
        "js/README.md",
        "js/cli.js",
        "python/skep/_converting.py",
        "python/src/game.rs",
    ] {
        let text = fs::read_to_string(path).unwrap();
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| *word != "///")
            .collect();
        let text = words.join(" ").replace("``", "");
        assert!(text.contains(&list), "{path} does not name {list}");
    }
    let types = fs::read_to_string("js/skep.d.ts").unwrap();
    for name in names {
        assert!(
            types.contains(&format!("\"{name}\"")),
            "js/skep.d.ts: {name}"
        );
    }
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
        Loss::Glyphs => note(NoteKind::Glyph("!?".parse().unwrap())),
        Loss::Evaluations => note(NoteKind::Evaluation(Box::new(Evaluation {
            score: Some("62.5 win%".parse().unwrap()),
            ..Evaluation::default()
        }))),
        Loss::Marks | Loss::MarkColours => note(NoteKind::Mark(Box::new(BoardMark {
            kind: BoardMarkKind::Cell,
            cell: MarkedCell::At(Hex::ORIGIN),
            to: None,
            colour: "Red".into(),
            text: None,
        }))),
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

/// Each kind of data with its name, and the text in which each notation of `NOTATIONS` holds it: empty if it does not.
type WhereHeld = (Loss, &'static str, [&'static str; 6]);

const NOTATIONS: [Format; 6] = [
    Format::Uhp,
    Format::Pgn,
    Format::Boardspace,
    Format::Hxt,
    Format::Jsonl,
    Format::Analysis,
];

const KINDS: [WhereHeld; 14] = [
    (
        Loss::Tags,
        "tags",
        [
            "",
            "[Speed \"Blitz\"]",
            "",
            "[Speed \"Blitz\"]",
            "\"tags\":{",
            "",
        ],
    ),
    (
        Loss::Result,
        "stated result",
        [
            "",
            "[Result \"WhiteWins\"]",
            "RE[Game won by Ann]",
            "[Result \"1-0\"]",
            "\"stated\":{\"result\":\"WhiteWins\"",
            "",
        ],
    ),
    (
        Loss::Termination,
        "termination",
        [
            "",
            "[Termination \"resignation\"]",
            "Resign ]",
            "1-0",
            "\"termination\":\"resignation\"",
            "",
        ],
    ),
    (
        Loss::Clocks,
        "times used",
        [
            "",
            "{[%used 0:00:01]}",
            "TM[1000]",
            "{[%used 0:00:01]}",
            "\"clock_ms\":1000",
            "",
        ],
    ),
    (
        Loss::Comments,
        "comments",
        [
            "",
            "{well played}",
            "C[well played]",
            "{well played}",
            "\"comment\":\"well played\"",
            "",
        ],
    ),
    (
        Loss::DrawTalk,
        "draw offers",
        [
            "",
            "{[%offerdraw White]}",
            "OfferDraw ]",
            "{[%offerdraw White]}",
            "\"kind\":\"offer-draw\"",
            "",
        ],
    ),
    (
        Loss::TakeBacks,
        "actions taken back",
        [
            "",
            "{[%takeback Pick W 4 wS1]}",
            "Pick W 4 wS1]",
            "{[%takeback Pick W 4 wS1]}",
            "\"kind\":\"take-back\"",
            "",
        ],
    ),
    (
        Loss::Searches,
        "searches",
        [
            "",
            "{[%search ",
            "",
            "{[%search ",
            "\"kind\":\"search\"",
            "",
        ],
    ),
    (
        Loss::Glyphs,
        "glyphs",
        ["", "{$5}", "IT[]", "{$5}", "\"glyph\":\"!?\"", ""],
    ),
    (
        Loss::Evaluations,
        "evaluations",
        [
            "",
            "{[%score 62.5 win%]}",
            "",
            "{[%score 62.5 win%]}",
            "\"kind\":\"evaluation\"",
            "",
        ],
    ),
    (
        Loss::Marks,
        "arrows and marked cells",
        [
            "",
            "{[%mark cell 0,0 Red]}",
            "SL[N 13]",
            "{[%mark cell 0,0 Red]}",
            "\"kind\":\"mark\"",
            "\"highlights\":[{",
        ],
    ),
    (
        Loss::MarkColours,
        "their colours",
        [
            "",
            "{[%mark cell 0,0 Red]}",
            "",
            "{[%mark cell 0,0 Red]}",
            "\"colour\":\"Red\"",
            "\"color\":\"Red\"",
        ],
    ),
    (
        Loss::Properties,
        "unknown properties",
        [
            "",
            "{[%property AN (A1 Right)]}",
            "AN[(A1 Right)]",
            "{[%property AN (A1 Right)]}",
            "\"kind\":\"property\"",
            "",
        ],
    ),
    (
        Loss::Variations,
        "variations",
        [
            "",
            "(2. bS1 wS1-)",
            "\n(\n",
            "",
            "\"variations\":[",
            "\"children\":[2,",
        ],
    ),
];

/// Where each kind of data goes in each notation. What a notation does not hold, its losses name.
fn list_kinds() {
    let mut text = "\n| data |".to_owned();
    for format in Format::ALL {
        let is_written = GameKind::ALL.iter().any(|&kind| write::holds(format, kind));
        assert_eq!(
            NOTATIONS.contains(&format),
            is_written,
            "the table: {format}"
        );
    }
    for format in NOTATIONS {
        write!(text, " {} |", format.as_str()).unwrap();
    }
    text.push_str("\n|---|---|---|---|---|---|---|\n");
    for (kind, name, places) in KINDS {
        write!(text, "| {name} |").unwrap();
        for (format, place) in NOTATIONS.into_iter().zip(places) {
            let record = record(kind, format);
            let mut verdict = Verdict::default();
            Judge::default().judge(&record, &mut verdict);
            let mut written = String::new();
            let losses = write::write(format, &record, &verdict, &mut written).unwrap();
            // Colours are lost with the marks.
            let lost = losses.contains(kind) || losses.contains(Loss::Marks);
            assert_eq!(lost, place.is_empty(), "{name} in {format}: {written}");
            assert!(written.contains(place), "{name} in {format}: {written}");
            let shown = place.trim().replace('\n', " ");
            match place {
                "" => text.push_str(" no |"),
                _ => write!(text, " `{shown}` |").unwrap(),
            }
        }
        text.push('\n');
    }
    text.push('\n');
    compare("notations", "kinds", &text);
}
