//! `skep help`: the help of a command, and pages on topics.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::bail;
use clap::Args;
use strum::{IntoStaticStr, VariantArray};

use super::explain::WIDTH;
use crate::exit::STOPPED;
use crate::output::Output;
use crate::{Exit, output, rulebook, text};
use skep_analysis::select::Field;
use skep_records::closed_list;
use skep_records::notation::{Verdict, write};
use skep_records::record::{Format, GameKind, Record};

/// Tell more of a command or a topic
///
/// Topics: formats, the notations that are read and written; rules, those of Hive, with where to find the others;
/// filters, the language of --where; exit-codes.
#[derive(Debug, Args)]
pub struct Help {
    /// A command, or a topic: formats, rules, filters, exit-codes
    #[arg(value_name = "COMMAND|TOPIC")]
    name: Option<String>,
}

/// A page of its own. Where a command has the same name, its help is what `--help` shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub(super) enum Topic {
    Formats,
    Rules,
    Filters,
    ExitCodes,
}

closed_list!(Topic, "topic");

impl Topic {
    /// The page, filled to a width. Headings are bold if it is styled.
    fn page(self, width: usize, styled: bool) -> String {
        match self {
            Topic::Formats => formats(width),
            Topic::Rules => rules(width, styled),
            Topic::Filters => filters(width),
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
                "{name} is neither a command nor a topic; the topics are {}",
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

/// What a notation is, for people who meet it for the first time.
const fn about(format: Format) -> &'static str {
    match format {
        Format::Uhp => {
            "GameStrings of the Universal Hive Protocol, one a line: type, state, turn and moves between semicolons."
        }
        Format::Moves => {
            "The moves of a GameString without what comes before them, one game a line."
        }
        Format::Boardspace => {
            "Files of the Boardspace server and its viewer, of every era since 2006 and in any language."
        }
        Format::Pgn => "Tags and numbered moves, as Mzinga and hivegame.com write them.",
        Format::Hivegame => "Histories of hivegame.com: piece and place between semicolons.",
        Format::Bga => "Moves of Board Game Arena, a list in brackets.",
        Format::Jsonl => "One JSON object a game, with all that a record holds.",
        Format::Hxt => {
            "Records of Hex-It: tags and numbered moves such as N14, N14-M13, M13-O13x, *L12+L13."
        }
    }
}

fn formats(width: usize) -> String {
    let mut page = text::fill(
        "The notation of a text is told from its content, whatever the name of the file; --from states it instead. \
         Files, folders and archives (.zip .gz .zst .tar .tar.gz) are read, one inside the other, and - is standard \
         input.",
        width,
    );
    for format in Format::ALL {
        let writes = |game| {
            let record = Record {
                game,
                ..Record::default()
            };
            let verdict = Verdict {
                game,
                ..Verdict::default()
            };
            write::losses(format, &record, &verdict).is_ok()
        };
        let games = match (writes(GameKind::Hive), writes(GameKind::HexIt)) {
            (true, true) => "written for Hive and Hex-It",
            (true, false) => "written for Hive",
            (false, true) => "written for Hex-It",
            (false, false) => "only read",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(page, "\n{format}: {}, {games}", format.title());
        page.push_str(&text::fill(about(format), width));
    }
    page.push('\n');
    page.push_str(&text::fill(
        "skep convert --to writes them; --explain-loss tells what a notation cannot hold.",
        width,
    ));
    page
}

fn rules(width: usize, styled: bool) -> String {
    let mut page = rulebook::overview().render(width, styled);
    page.push('\n');
    page.push_str(&text::fill(
        "skep rules --help shows the options of skep rules, for other games and types.",
        width,
    ));
    page
}

fn filters(width: usize) -> String {
    let mut page = text::fill(
        "An expression compares fields of a game with values: = != < <= > >=, and ~ for a text that contains another \
         in any case; and, or, not and parentheses join the tests. Words and numbers stand as they are, other texts \
         in double or single quotes. The shell needs quotes around the whole.",
        width,
    );
    let names: Vec<&str> = Field::ALL.iter().map(|f| f.as_str()).collect();
    page.push('\n');
    page.push_str(&text::fill(
        &format!("Fields: {}.", text::list(&names)),
        width,
    ));
    for (form, meaning) in [
        ("tag(NAME)", "any tag"),
        ("known(FIELD)", "whether the record says it"),
        ("uses(wP)", "whether a piece enters"),
        (
            "opening = \"wL bL wL-\"",
            "games that begin so, up to symmetry",
        ),
        (
            "reaches(\"GAMESTRING\")",
            "games that reach its last position by any order",
        ),
    ] {
        let _ = write!(page, "\n{form}\n    {meaning}\n");
    }
    page.push('\n');
    page.push_str(&text::fill(
        "What a record does not say is unknown: a game whose date is unknown is selected neither by a test of the \
         date nor by its contrary. skep help filter tells more.",
        width,
    ));
    page
}

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
        "Remarks and warnings change no code, nor does the format of a report. That nobody reads on, as in \
         skep check games | head, is no error.",
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
            page.contains("hxt: a Hex-It record, written for Hex-It\n"),
            "{page}"
        );
        assert!(
            page.contains("bga: a Board Game Arena move list, only read\n"),
            "{page}"
        );
    }
}
