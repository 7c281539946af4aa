//! `skep help`: the help of a command, and pages on topics.

mod filters;
mod notations;
mod reference;
mod topics;

use std::fmt::Write as _;
use std::io::Write;

use anyhow::bail;
use clap::{Args, CommandFactory as _};

use crate::cli::exit::STOPPED;
use crate::cli::game_text::{GAME_TYPES, variant_names};
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::PAGE_WIDTH;
use crate::cli::{columns, findings, suggest, usage};
use crate::output::{self, Exit, Output};
use crate::rulebook;
use crate::text::{self, not_built};
use filters::filters;
use notations::notations;
pub use reference::chapters;
use skep_analysis::filter::nearest;
use skep_records::Game;
use skep_records::record::Format;
use skep_rules::closed_list;
use skep_rules::hexit::TileSet;
use topics::{same, scores, shapes, themes};

/// Explain a command, a finding, a rule, a variant or a topic
///
/// Topics: notations, rules, findings, inputs (which games a command reads), filters (the language of --where),
/// columns, scores (with ratings, confidence intervals and time trouble), themes (of puzzles), shapes (with motifs),
/// same (which games and positions are the same) and exit-codes.
///
/// It also explains the columns of tables, and a notation, such as pgn. For a variant, such as Base+MP, Venom+Predators
/// or hex-it, help prints all rules: the aim, the turns, each piece, the packs and the notation. It also has the
/// options where sites and leaflets differ (the default first), and the choices of skep where the leaflet is silent.
/// Names in square brackets are rules; skep check prints the rule that a turn breaks. The manual page skep-rules(7)
/// contains the rules of all variants.
///
/// explain and rules are other names of this command.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Help {
    /// A command (check), a finding (illegal-move), a rule (one-hive), a variant (Base+MP), a column (plies) or a topic
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  skep help check
  skep help one-hive
  skep help hex-it
  skep help Venom+Guardians+Swarm
  skep help filters";

closed_list! {
    /// A page that is not the help of a command. If a command has the same name, `--help` shows its options.
    pub enum Topic: "topic" {
        Notations = "notations" | "notation" | "formats" | "format",
        Rules = "rules",
        Findings = "findings" | "codes",
        Inputs = "inputs" | "input" | "options",
        Filters = "filters" | "where",
        Columns = "columns" | "schema" | "schemas" | "fields",
        Scores = "scores" | "ratings" | "intervals" | "confidence-intervals" | "time-trouble",
        Themes = "themes" | "theme",
        Shapes = "shapes",
        Same = "same",
        ExitCodes = "exit-codes" | "exit-code" | "exit",
    }
}

impl Topic {
    /// What the page is about.
    pub const fn title(self) -> &'static str {
        match self {
            Topic::Notations => "the notations that skep reads and writes, by example",
            Topic::Rules => "the rules of Hive",
            Topic::Findings => "the findings of skep check, and the rules that moves break",
            Topic::Inputs => "the arguments that choose games, files and columns",
            Topic::Filters => "the language of --where",
            Topic::Columns => "the columns of CSV, JSON and Parquet output",
            Topic::Scores => "scores, confidence intervals, ratings and time trouble",
            Topic::Themes => "the themes of puzzles",
            Topic::Shapes => "the shapes of openings, and motifs",
            Topic::Same => "the same games and positions: dedup, related, list --like",
            Topic::ExitCodes => "the exit codes",
        }
    }

    /// The page, wrapped to a width. Headings are bold if the output is styled.
    pub fn page(self, width: usize, styled: bool) -> String {
        match self {
            Topic::Notations => notations(width, styled),
            Topic::Rules => rules(width, styled),
            Topic::Findings => findings::list(width),
            Topic::Inputs => {
                let mut program = super::Cli::command();
                program.build();
                let list = program.find_subcommand("list");
                list.map_or_else(String::new, |list| usage::inputs(list, width))
            }
            Topic::Filters => filters(width),
            Topic::Columns => columns::page(&super::catalogue(), width),
            Topic::Scores => scores(width, styled),
            Topic::Themes => themes(width),
            Topic::Shapes => shapes(width),
            Topic::Same => same(width),
            Topic::ExitCodes => exit_codes(width),
        }
    }
}

impl Help {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["explain", "rules"],
        tips: &[
            "rule rulebook: help rules",
            "fields columns headers schema schemas: help columns",
            "version: --version",
            "doc docs manual usage topics: help",
            "--examples --example: a page ends with examples; leave the option out",
            "--list -l --variants: for the variants, use skep help variants; for those of games, skep count --by variant FILE",
            "-a -k -g --all: skep --help lists all commands, and skep help NAME explains one thing",
        ],
        ..CommandInfo::new(CommandGroup::Help, 70)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let styled = output::styled();
        let width = output::width().min(PAGE_WIDTH);
        let mut command = super::program();
        command.build();
        let name = self.name.unwrap_or_default();
        // A rule can have the other name of a command: draw.
        let is_command = |name: &str, program: &clap::Command| {
            program
                .get_subcommands()
                .any(|command| command.get_name() == name)
        };
        let of_command = |command: &mut clap::Command| {
            let page = command.render_long_help();
            usage::compact(&if styled {
                page.ansi().to_string()
            } else {
                page.to_string()
            })
        };
        let page = if name.is_empty() {
            of_command(&mut command)
        } else if let Ok(topic) = with_hyphens(&name).parse::<Topic>() {
            topic.page(width, styled)
        } else if super::catalogue().not_built.contains(&name) {
            bail!(not_built(format_args!("skep {name}")));
        } else if let Some(page) = page(&name, width, styled)
            && !is_command(&name, &command)
        {
            page
        } else if let Some(found) = command.find_subcommand_mut(&name) {
            of_command(found)
        } else {
            bail!("there is no page for {name}; {}", unknown(&name, &command));
        };
        let mut out = Output::stdout();
        out.coloured();
        out.paged();
        out.write_all(output::in_locale(&page).as_bytes())?;
        out.finish()?;
        Ok(Exit::Success)
    }
}

/// The name of a finding, a rule or a topic, which may be typed as words: `one hive`.
fn with_hyphens(name: &str) -> String {
    name.replace(' ', "-")
}

/// The page of a finding, a rule, a notation, a variant or a column.
fn page(name: &str, width: usize, styled: bool) -> Option<String> {
    let page = findings::page(&with_hyphens(name), width);
    if !page.is_empty() {
        return Some(page);
    }
    if name.eq_ignore_ascii_case("hive") {
        return Some(rulebook::overview().render(width, styled));
    }
    let of_game = |game: Game| match game.hexit() {
        Some(game) => Some(rulebook::of_hexit(game.options().tiles)),
        None => Some(rulebook::of_hive(game.variant().parse().ok()?)),
    };
    if let Ok(format) = name.parse::<Format>() {
        let more = "skep help notations describes all notations, turns and positions.";
        let section = notations::section(format, width, styled);
        return Some(format!("{section}\n{}", text::fill(more, width)));
    }
    if name.eq_ignore_ascii_case(VARIANTS) {
        return Some(variants(width));
    }
    if let Some(page) = rulebook::of_bug(name) {
        return Some(page.render(width, styled));
    }
    if let Some(page) = Game::of_variant(name).and_then(of_game) {
        return Some(page.render(width, styled));
    }
    topics::word(name, width).or_else(|| {
        let entry = columns::entry(name, &super::catalogue(), width);
        let pages = [entry, topics::value(name, width)];
        let pages: Vec<String> = pages.into_iter().flatten().collect();
        (!pages.is_empty()).then(|| pages.join("\n"))
    })
}

/// The names of the pages that are offered: commands, topics, findings, rules, variants and bugs.
pub(super) fn pages(program: &clap::Command) -> Vec<String> {
    let commands = program.get_subcommands().filter(|c| !c.is_hide_set());
    let mut names: Vec<String> = commands.map(|c| c.get_name().to_owned()).collect();
    names.extend(Topic::ALL.map(|topic| topic.to_string()));
    names.extend(findings::names().iter().map(ToString::to_string));
    names.extend(variant_names().map(|name| name.get_name().to_owned()));
    names.extend(rulebook::bugs());
    names.push(VARIANTS.to_owned());
    names
}

/// What to say about a name that nothing has.
fn unknown(name: &str, command: &clap::Command) -> String {
    if let Some(tip) = suggest::tip_for_command(&super::catalogue(), name) {
        return tip;
    }
    // `MLP` is meant as `Base+MLP`.
    if let Some(game) = Game::of_variant(&format!("Base+{name}")) {
        return format!("did you mean {}?", game.variant());
    }
    let names = pages(command);
    let word = name.to_lowercase();
    let with_word = names.iter().filter(|name| name.contains(&word));
    let with_word: Vec<&str> = with_word.map(String::as_str).collect();
    if !with_word.is_empty() {
        return format!("names with this word: {}", with_word.join(", "));
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match nearest(name, &names) {
        Some(near) => format!("did you mean {near}?"),
        None => format!(
            "the topics are {}; findings lists all findings and rules",
            text::list(&Topic::ALL.map(Topic::as_str))
        ),
    }
}

/// The name of the page that lists the variants.
const VARIANTS: &str = "variants";

/// Lists the variants.
fn variants(width: usize) -> String {
    let hexit = TileSet::ALL.map(|tiles| tiles.spellings()[1]);
    let paragraphs = [
        format!("The variants of Hive are {GAME_TYPES}."),
        format!("The variants of Hex-It are {}.", text::list(&hexit)),
        "skep help VARIANT prints the rules of a variant, such as Base+MP, Venom+Predators or hex-it. To count the games \
         of each variant, use skep count --by variant FILE."
            .to_owned(),
    ];
    let filled = paragraphs.map(|paragraph| text::fill(&paragraph, width));
    filled.join("\n")
}

fn rules(width: usize, styled: bool) -> String {
    let mut page = rulebook::overview().render(width, styled);
    page.push('\n');
    page.push_str(&text::fill(
        "skep help VARIANT prints the rules of another variant, such as Base+MP, Venom+Predators or hex-it.",
        width,
    ));
    page
}

fn exit_codes(width: usize) -> String {
    let mut page = "Code  Meaning\n".to_owned();
    let mut row = |code: &str, meaning: &str| {
        for (i, line) in text::fill(meaning, width - 6).lines().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(page, "{:<4}  {line}", if i == 0 { code } else { "" });
        }
    };
    for exit in Exit::ALL {
        row(&exit.code().to_string(), exit.meaning());
    }
    row("128+", STOPPED);
    let (program, catalogue) = (super::program(), super::catalogue());
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for command in program.get_subcommands().filter(|c| !c.is_hide_set()) {
        let (name, codes) = (
            command.get_name(),
            usage::exit_codes(command, &catalogue, width),
        );
        match groups.iter_mut().find(|(known, _)| *known == codes) {
            Some((_, names)) => names.push(name),
            None => groups.push((codes, vec![name])),
        }
    }
    for (codes, names) in groups {
        let names = text::fill(&format!("skep {}:", names.join(", ")), width);
        let _ = write!(page, "\n{names}{codes}");
    }
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
    use super::filters::{OPERATORS, TESTS};
    use super::*;
    use crate::emit::rows::Declared;
    use skep_analysis::filter::{Field, Filter};

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
        let page = filters(80);
        for field in Field::ALL {
            let line = page
                .lines()
                .find(|l| l.split(' ').next() == Some(field.as_str()));
            assert!(line.is_some_and(|l| l.contains(field.example())), "{field}");
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words(&page).contains(&words(field.meaning())), "{field}");
            assert!(Filter::parse(field.example()).is_ok(), "{field}");
            assert!(field.example().contains(field.as_str()), "{field}");
        }
        let examples = OPERATORS.iter().chain(TESTS).flat_map(|row| row.0);
        for example in examples {
            assert!(Filter::parse(example).is_ok(), "{example}");
        }
        let page = notations(80, false);
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

    #[test]
    fn every_word_of_a_column_has_a_page() {
        for field in Field::ALL {
            for word in field.choices().into_iter().flatten() {
                assert!(page(word, 80, false).is_some(), "{field}: {word}");
            }
        }
        for field in [Field::Status, Field::Termination] {
            for word in field.choices().unwrap() {
                let mut known = topics::VALUES.iter();
                assert!(known.any(|(known, _)| *known == word), "{field}: {word}");
            }
        }
        for (word, meaning) in topics::VALUES {
            let page = page(word, 400, false).unwrap();
            // The finding of this name has its own page.
            let is_finding = findings::names().contains(&word);
            assert!(is_finding || page.contains(meaning), "{word}: {page}");
        }
        for field in [Field::Status, Field::Result] {
            let page = page(field.choices().unwrap()[1], 80, false).unwrap();
            assert!(page.contains(&format!("A value of {field}:")), "{page}");
        }
    }

    #[test]
    fn every_heading_and_name_of_a_column_has_an_entry() {
        let catalogue = super::super::catalogue();
        for (heading, keys) in columns::HEADINGS {
            let entry = columns::entry(heading, &catalogue, 80).unwrap();
            for key in *keys {
                assert!(Declared::of(key).is_some(), "{heading}: {key}");
                assert!(entry.contains(key), "{heading}: {entry}");
            }
        }
        for column in Declared::all() {
            assert!(
                columns::entry(column.key, &catalogue, 80).is_some(),
                "{}",
                column.key
            );
        }
        // The other name of a field, and a name that is also a heading.
        for (name, expected) in [
            ("white rating", "white_elo"),
            ("length", "plies"),
            ("Length", "mean_plies"),
        ] {
            let entry = columns::entry(name, &catalogue, 80).unwrap();
            assert!(entry.contains(expected), "{name}: {entry}");
        }
    }
}
