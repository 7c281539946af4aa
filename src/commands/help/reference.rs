//! The pages of topics as Markdown, for the guide on the web. They have the texts of the pages for terminals.

use super::{Topic, filters, notations, topics};
use crate::cli::markdown::{Markdown, code, escaped};
use crate::cli::{columns, exit, findings};
use crate::commands;
use crate::emit::rows::Declared;
use crate::output::Exit;
use crate::rulebook::{self, Chapter};
use crate::text;
use skep_analysis::filter::Field;
use skep_analysis::motifs::Motif;
use skep_analysis::openings::Shape;
use skep_analysis::puzzles::PuzzleTheme;
use skep_records::diag::Code;
use skep_records::record::Format;

impl Topic {
    /// The page as Markdown.
    pub fn markdown(self) -> Markdown {
        let mut page = Markdown::new(&text::capitalised(self.title()));
        match self {
            Topic::Notations => notation_list(&mut page),
            Topic::Rules => chapters(&mut page, &rulebook::overview().chapters),
            Topic::Findings => finding_list(&mut page),
            Topic::Inputs => page.code(&self.page(usize::from(u8::MAX), false)),
            Topic::Filters => filter_list(&mut page),
            Topic::Columns => column_list(&mut page),
            Topic::Scores => {
                for (title, paragraphs) in topics::SCORES {
                    page.heading(2, title);
                    page.text(&paragraphs.join("\n\n"));
                }
            }
            Topic::Themes => {
                page.text(topics::ABOUT_THEMES);
                glossary(
                    &mut page,
                    "theme",
                    &PuzzleTheme::ALL.map(|it| (it.as_str(), it.meaning())),
                );
            }
            Topic::Shapes => {
                page.text(topics::ABOUT_SHAPES);
                page.code(topics::SHAPES.trim_matches('\n'));
                glossary(
                    &mut page,
                    "shape",
                    &Shape::ALL.map(|it| (it.as_str(), it.meaning())),
                );
                page.text(topics::SHAPE_FIELDS);
                page.heading(2, "Motifs");
                page.text(topics::ABOUT_MOTIFS);
                glossary(
                    &mut page,
                    "motif",
                    &Motif::ALL.map(|it| (it.as_str(), it.meaning())),
                );
                page.text(topics::MOTIF_FIELDS);
            }
            Topic::Same => {
                page.text(topics::ABOUT_SAME);
                glossary(&mut page, "command", topics::SAME);
                page.text(topics::AFTER_SAME);
            }
            Topic::ExitCodes => exit_codes(&mut page),
        }
        page
    }
}

/// Appends a table of names and their meanings.
fn glossary(page: &mut Markdown, what: &str, rows: &[(&str, &str)]) {
    let rows = rows
        .iter()
        .map(|(name, meaning)| vec![code(name), escaped(meaning)]);
    page.table(&[what, "meaning"], rows);
}

fn filter_list(page: &mut Markdown) {
    page.text(filters::INTRODUCTION);
    for (title, rows) in [("Operators", filters::OPERATORS), ("Tests", filters::TESTS)] {
        page.heading(2, title);
        let rows = rows.iter().map(|(examples, meaning)| {
            let examples: Vec<String> = examples.iter().map(|example| code(example)).collect();
            vec![examples.join("<br>"), escaped(meaning)]
        });
        page.table(&["example", "meaning"], rows);
    }
    page.heading(2, "Fields");
    let rows = Field::ALL.map(|field| {
        let [name, kind, example] = filters::row(field);
        vec![code(&name), kind, escaped(field.meaning()), code(&example)]
    });
    page.table(&["field", "type", "meaning", "example"], rows);
    page.heading(2, "Notes");
    page.text(&filters::NOTES.join("\n\n"));
}

fn column_list(page: &mut Markdown) {
    page.text(columns::ABOUT);
    let rows = Declared::all().map(|column| {
        let mark = if Field::NAMES.contains(&column.key) {
            " \\*"
        } else {
            ""
        };
        vec![
            format!("{}{mark}", code(column.key)),
            escaped(column.meaning),
        ]
    });
    page.table(&["column", "meaning"], rows);
    page.heading(2, "The columns of each command");
    let tables = commands::catalogue().tables();
    let rows = tables.iter().map(|(command, keys)| {
        let keys: Vec<String> = keys.iter().map(|key| code(key)).collect();
        vec![code(&format!("skep {command}")), keys.join(", ")]
    });
    page.table(&["command", "columns"], rows);
    page.text(columns::NOTES);
    page.heading(2, "Axes of cells");
    page.code(columns::AXES.trim_matches('\n'));
}

fn finding_list(page: &mut Markdown) {
    page.text(
        "skep check prints the name of a finding in brackets, such as error[illegal-move], and the name of the rule that a \
         move breaks.",
    );
    for severity in findings::SEVERITIES {
        page.heading(2, &text::capitalised(&format!("{severity}s")));
        for code in Code::ALL.iter().filter(|code| code.severity() == severity) {
            page.heading(3, code.as_str());
            page.text(&format!("{}.", text::capitalised(code.title())));
            page.text(code.explanation());
        }
    }
    let mut game = "";
    for rule in findings::rules() {
        if rule.game != game {
            game = rule.game;
            page.heading(2, &format!("Rules of {game}"));
        }
        page.heading(3, rule.name);
        page.text(&format!("For {}: {}.", rule.games, rule.sentence));
        page.text(rule.explanation);
    }
}

fn exit_codes(page: &mut Markdown) {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for exit in Exit::ALL {
        rows.push(vec![
            code(&exit.code().to_string()),
            escaped(exit.meaning()),
        ]);
    }
    rows.push(vec!["128 and more".to_owned(), escaped(exit::STOPPED)]);
    page.table(&["code", "meaning"], rows);
    page.heading(2, "Of each command");
    let (program, catalogue) = (commands::program(), commands::catalogue());
    let commands = program
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    let rows = commands.map(|command| {
        let meanings = Exit::ALL.map(|exit| exit::meaning_for(exit, command, &catalogue));
        let meanings = meanings.map(|meaning| escaped(&meaning.unwrap_or_else(|| "–".to_owned())));
        [
            vec![code(&format!("skep {}", command.get_name()))],
            meanings.to_vec(),
        ]
        .concat()
    });
    page.table(&["command", "0", "1", "2"], rows);
}

fn notation_list(page: &mut Markdown) {
    page.text(&notations::INTRODUCTION.join("\n\n"));
    for format in Format::ALL {
        page.heading(2, format.as_str());
        let title = text::capitalised(format.title());
        page.text(&format!("{title}, {}.", notations::use_of(format)));
        page.text(notations::about(format));
        page.code(notations::example(format));
    }
    chapters(page, &rulebook::notation());
    for (title, write) in [
        ("State", notations::state as fn(&mut String, usize)),
        ("HOP", notations::hop as fn(&mut String, usize)),
    ] {
        page.heading(2, title);
        let mut text = String::new();
        write(&mut text, crate::cli::usage::PAGE_WIDTH);
        page.code(&text);
    }
}

/// Appends chapters of the rulebook.
pub fn chapters(page: &mut Markdown, chapters: &[Chapter]) {
    for chapter in chapters {
        page.heading(2, &chapter.title);
        if chapter.table {
            let rows = chapter.entries.iter().map(|entry| {
                let lead = entry.lead.as_deref().unwrap_or_default();
                vec![code(lead), escaped(&entry.paragraphs.join(" "))]
            });
            page.table(&["", ""], rows);
            continue;
        }
        for entry in &chapter.entries {
            if let Some(lead) = &entry.lead {
                page.heading(3, &escaped(lead));
            }
            page.text(&entry.paragraphs.join("\n\n"));
        }
    }
}
