//! `skep help`: the help of a command, and pages on topics.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::bail;
use clap::Args;

use super::explain::WIDTH;
use crate::exit::STOPPED;
use crate::output::Output;
use crate::{Exit, output, rulebook, text};
use skep_analysis::select::Field;
use skep_records::notation::write;
use skep_records::record::{Format, GameKind};
use skep_rules::closed_list;

/// Show help for a command or a topic
///
/// Topics: formats (the notations), rules (of Hive, and where to find others), filters (the language of --where),
/// columns (of tables for programs) and exit-codes.
#[derive(Debug, Args)]
pub struct Help {
    /// A command or a topic (formats, rules, filters, columns, exit-codes)
    #[arg(value_name = "COMMAND|TOPIC")]
    name: Option<String>,
}

closed_list! {
    /// A page that is not the help of a command. If a command has the same name, `--help` shows its options.
    pub(super) enum Topic: "topic" {
        Formats = "formats",
        Rules = "rules",
        Filters = "filters",
        Columns = "columns",
        ExitCodes = "exit-codes",
    }
}

impl Topic {
    /// The page, wrapped to a width. Headings are bold if the output is styled.
    fn page(self, width: usize, styled: bool) -> String {
        match self {
            Topic::Formats => formats(width),
            Topic::Rules => rules(width, styled),
            Topic::Filters => filters(width),
            Topic::Columns => super::columns::page(width),
            Topic::ExitCodes => exit_codes(width),
        }
    }
}

impl Help {
    pub fn run(self) -> anyhow::Result<Exit> {
        let mut out = Output::stdout();
        let mut command = super::program();
        command.build();
        let name = self.name.unwrap_or_default();
        let page = if name.is_empty() {
            command.render_long_help()
        } else if let Ok(topic) = name.parse::<Topic>() {
            let page = topic.page(output::width().min(WIDTH), output::styled());
            out.write_all(page.as_bytes())?;
            out.finish()?;
            return Ok(Exit::Success);
        } else if let Some(found) = command.find_subcommand_mut(&name) {
            found.render_long_help()
        } else {
            let topics = Topic::ALL.map(Topic::as_str);
            bail!(
                "{name} is not a command or topic; the topics are {}",
                text::list(&topics)
            );
        };
        if output::styled() {
            write!(out, "{}", page.ansi())?;
        } else {
            write!(out, "{page}")?;
        }
        out.finish()?;
        Ok(Exit::Success)
    }
}

/// The description of a notation, for newcomers.
const fn about(format: Format) -> &'static str {
    match format {
        Format::Uhp => {
            "GameStrings of the Universal Hive Protocol, one per line: type, state, turn and moves, separated by semicolons."
        }
        Format::Moves => {
            "The moves of a GameString without type, state and turn, one game per line."
        }
        Format::Boardspace => {
            "Files of the Boardspace server and its viewer, of every version since 2006 and in any language. sgf is another \
             name."
        }
        Format::Pgn => "Tags and numbered moves, as Mzinga and hivegame.com write them.",
        Format::Hivegame => "Histories of hivegame.com: piece and place, separated by semicolons.",
        Format::Bga => "Move lists of Board Game Arena, in brackets.",
        Format::Jsonl => {
            "One JSON object per game, with everything in a record. json is another name."
        }
        Format::Hxt => {
            "Records of Hex-It: tags and numbered moves such as N14, N14-M13, M13-O13x, *L12+L13."
        }
    }
}

fn formats(width: usize) -> String {
    let mut page = text::fill(
        "skep detects the notation from the content, not from the file name; --from sets it. It reads files, \
         folders and archives (.zip .gz .zst .tar .tar.gz), also archives in archives, and - is standard input.",
        width,
    );
    for format in Format::ALL {
        let writes = |hexit| {
            let mut kinds = GameKind::ALL.into_iter();
            kinds.any(|kind| kind.is_hexit() == hexit && write::holds(format, kind))
        };
        let games = match (writes(false), writes(true)) {
            (true, true) => "read and written",
            (true, false) => "read and written, Hive only",
            (false, true) => "read and written, Hex-It only",
            (false, false) => "read only",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(page, "\n{format}: {}, {games}", format.title());
        page.push_str(&text::fill(about(format), width));
    }
    page.push('\n');
    page.push_str(&text::fill(
        "skep convert --to writes a notation; --explain-loss lists what it cannot hold.",
        width,
    ));
    page
}

fn rules(width: usize, styled: bool) -> String {
    let mut page = rulebook::overview().render(width, styled);
    page.push('\n');
    page.push_str(&text::fill(
        "skep rules --help describes how to print the rules of other games and game types.",
        width,
    ));
    page
}

fn filters(width: usize) -> String {
    let mut page = text::fill(
        "An expression compares fields of a game with values. The operators are = != < <= > >=, and ~ for a text that \
         contains another, ignoring case. Join tests with and, or, not and parentheses. Put text in double or single \
         quotes unless it is a word or a number, and put quotes around the expression for the shell: --where 'player = Ann \
         and date >= 2024-03'.",
        width,
    );
    let names: Vec<&str> = Field::ALL.iter().map(|f| f.as_str()).collect();
    page.push('\n');
    page.push_str(&text::fill(
        &format!("Fields: {}.", text::list(&names)),
        width,
    ));
    for (form, meaning) in FORMS {
        let _ = writeln!(page, "\n{form}");
        for line in text::fill(meaning, width - 4).lines() {
            let _ = writeln!(page, "    {line}");
        }
    }
    for paragraph in [
        "In a pattern, each piece has its place as in UHP, or with @ the piece that it stands on: bB@wQ. A piece without \
         a number matches any number, A and ?A match either side, w? matches any white piece, ? any piece, and . an \
         empty cell. A piece may be covered, and may stand on others; .@wQ means that no piece stands on the queen. #1 and \
         #2 refer to the first and second entry, and @ alone to the entry before. Pieces of Venom and the packs are named \
         by the face that they show: wSc, Wa.",
        "Openings, positions and patterns match in any rotation and reflection, and with any numbers on equal bugs. \
         Openings and positions are those of Hive without Venom and packs.",
        "Missing data is unknown: a game without a date matches neither date >= 2024 nor its negation.",
        "Expressions that use only tags need no replay and are fast.",
    ] {
        page.push('\n');
        page.push_str(&text::fill(paragraph, width));
    }
    page
}

/// The tests of the filter language beyond a field and a value, with their meanings.
const FORMS: [(&str, &str); 12] = [
    (
        "date >= 2024-03",
        "A year, a month or a day; = matches every day in it.",
    ),
    (
        "player = Ann",
        "Either player. elo, queen and score also stand for either side.",
    ),
    (
        "result = draw",
        "The result on the board, or the stated result if the board is undecided. board and stated are the two \
         results alone.",
    ),
    (
        "kind = tournament",
        "The kind of event: tournament, unranked or master.",
    ),
    (
        "source ~ 2024",
        "The path of the file. entry is the path in an archive, and type is another name for variant.",
    ),
    ("tag(NAME) = VALUE", "Any tag of the record."),
    ("known(FIELD)", "The record states the field."),
    ("uses(wP)", "The piece is placed in the game."),
    ("opening = \"wL bL wL-\"", "The game begins with this line."),
    (
        "reaches(\"GAMESTRING\")",
        "The game reaches the last position of this GameString, by any order of moves.",
    ),
    (
        "max(queen) >= 5",
        "The largest value after any ply; min(...) is the smallest. The fields are whitequeen, blackqueen and queen \
         (pieces around a queen, 0 to 6), mobility (legal moves of the player to move), height (of the highest stack), \
         and in Hex-It whitescore, blackscore and score. Without max or min they are those of the last position.",
    ),
    (
        "pattern(\"bA wQ-; . -wQ\")",
        "In some position the pieces are in this relation: a black ant beside the white queen, and an empty cell on the \
         opposite side of the queen. endpattern(...) looks at the last position only.",
    ),
];

fn exit_codes(width: usize) -> String {
    let mut page = String::new();
    for exit in Exit::ALL {
        let line = format!("{}: {}", exit.code(), exit.meaning());
        page.push_str(&text::fill(&line, width));
        page.push('\n');
    }
    page.push_str(&text::fill(&format!("128 and more: {STOPPED}"), width));
    page.push('\n');
    page.push_str(&text::fill(
        "Remarks, warnings and the format of a report do not change the exit code. A closed pipe, as in skep check \
         games | head, is not an error.",
        width,
    ));
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_complete_and_fit() {
        for topic in Topic::ALL {
            assert_eq!(topic.as_str().parse(), Ok(topic));
            for width in [40, 80] {
                let page = topic.page(width, false);
                assert!(page.lines().all(|l| l.chars().count() <= 80), "{page}");
                assert!(!page.contains('\u{1b}'), "{page}");
            }
        }
        let page = formats(80);
        for format in Format::ALL {
            assert!(page.contains(&format!("\n{format}: ")), "{format}");
        }
        assert!(
            page.contains("hxt: a Hex-It record, read and written, Hex-It only\n"),
            "{page}"
        );
        assert!(
            page.contains("bga: a Board Game Arena move list, read only\n"),
            "{page}"
        );
    }
}
