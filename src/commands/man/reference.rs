//! The reference in the guide: a page for each topic, each command, and the rules of each game, as Markdown.

use clap::CommandFactory as _;

use crate::cli::info::CommandGroup;
use crate::cli::markdown::{Markdown, code, escaped};
use crate::cli::{exit, manual, usage};
use crate::commands;
use crate::commands::help::{Topic, chapters};
use crate::output::Exit;
use crate::rulebook::{self, RulebookPage};
use crate::text;
use skep_rules::hexit::TileSet;
use skep_rules::hive::{GameType, Pack};

/// A page: the name of its file, and its text.
type Page = (String, String);

/// The pages of the reference.
pub fn pages() -> Vec<Page> {
    let mut pages = vec![("commands.md".to_owned(), list())];
    let mut program = commands::Cli::command();
    program.build();
    let shown = commands::program();
    for command in program.get_subcommands().filter(|c| !c.is_hide_set()) {
        let name = command.get_name();
        if let Some(shown) = shown.find_subcommand(name) {
            pages.push((format!("skep-{name}.md"), of_command(command, shown)));
        }
    }
    let topics = Topic::ALL
        .into_iter()
        .filter(|topic| *topic != Topic::Rules);
    pages.extend(topics.map(|topic| (format!("{topic}.md"), topic.markdown().into_string())));
    pages.extend(rules());
    pages
}

/// The list of commands, as in the help of the program.
fn list() -> String {
    let mut page = Markdown::new("Commands");
    let (program, catalogue) = (commands::program(), commands::catalogue());
    for group in CommandGroup::ALL {
        page.heading(2, group.as_str());
        let commands = catalogue
            .infos
            .iter()
            .filter(|(_, info)| info.group == group);
        let mut rows: Vec<_> = commands
            .filter_map(|(name, info)| Some((info.place, program.find_subcommand(name)?)))
            .collect();
        rows.retain(|(_, command)| !command.is_hide_set());
        rows.sort_by_key(|(place, _)| *place);
        let rows = rows.into_iter().map(|(_, command)| {
            let name = command.get_name();
            let about = command
                .get_about()
                .map(ToString::to_string)
                .unwrap_or_default();
            vec![format!("[`skep {name}`](skep-{name}.md)"), escaped(&about)]
        });
        page.table(&["command", "what it does"], rows);
    }
    page.heading(2, "Options of every command");
    page.code(usage::OPTIONS);
    page.into_string()
}

/// The page of a command. `shown` is the command as help lays it out, without the options that other pages describe.
fn of_command(command: &clap::Command, shown: &clap::Command) -> String {
    let mut page = Markdown::new(&format!("skep {}", command.get_name()));
    let about = command.get_long_about().or(command.get_about());
    page.text(&about.map(ToString::to_string).unwrap_or_default());
    let usage = command.clone().render_usage().to_string();
    page.code(usage.trim_start_matches("Usage:").trim());
    let described = manual::described(command);
    let is_elsewhere = |id: &str| {
        shown
            .get_arguments()
            .any(|arg| arg.get_id() == id && arg.is_hide_long_help_set())
    };
    let mut sections: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for arg in described.get_arguments() {
        if arg.is_hide_set() || is_elsewhere(arg.get_id().as_str()) || arg.get_id() == "help" {
            continue;
        }
        let section = match arg.get_help_heading() {
            Some(heading) => heading,
            None if arg.is_positional() => "Arguments",
            None => "Options",
        };
        let short = arg.get_short().map(|short| format!("-{short}, "));
        let name = code(&format!("{}{arg}", short.unwrap_or_default()));
        let text = arg
            .get_long_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        let defaults: Vec<_> = arg
            .get_default_values()
            .iter()
            .map(|value| value.to_string_lossy())
            .collect();
        let takes_values = arg.get_action().takes_values() && !arg.is_hide_default_value_set();
        let text = if takes_values && !defaults.is_empty() {
            format!("{text}\n\nDefault: {}", defaults.join(", "))
        } else {
            text
        };
        match sections.iter_mut().find(|(title, _)| title == section) {
            Some((_, rows)) => rows.push((name, text)),
            None => sections.push((section.to_owned(), vec![(name, text)])),
        }
    }
    for (title, rows) in sections {
        page.heading(2, &title);
        page.list(rows);
    }
    if shown
        .get_arguments()
        .any(|arg| is_elsewhere(arg.get_id().as_str()))
    {
        page.heading(2, "More options");
        page.text("Options that choose games, files and columns: see `skep help inputs`.");
    }
    if usage::has_rules(command) {
        page.text("Options of the rules, such as `--repetition`: see the rules of each game.");
    }
    page.heading(2, "Exit codes");
    let catalogue = commands::catalogue();
    let rows = Exit::ALL.into_iter().filter_map(|exit| {
        let meaning = exit::meaning_for(exit, command, &catalogue)?;
        Some(vec![code(&exit.code().to_string()), escaped(&meaning)])
    });
    page.table(&["code", "meaning"], rows);
    if let Some(examples) = command.get_after_help() {
        page.heading(2, "Examples");
        let examples = examples.to_string();
        let lines = examples
            .lines()
            .skip(1)
            .map(|line| line.strip_prefix("  ").unwrap_or(line));
        page.code(&lines.collect::<Vec<_>>().join("\n"));
    }
    page.into_string()
}

/// The rules of each variant and pack.
fn rules() -> Vec<Page> {
    let packs = Pack::ALL.map(|pack| {
        let game_type = GameType::VENOM.with_pack(pack);
        (pack.as_str().to_lowercase(), rulebook::of_hive(game_type))
    });
    let single = "Base+MLP+[Wa,Sc2,Ff2,Df3,Fl3,Tk,Sb,Ce]"
        .parse()
        .unwrap_or_default();
    let games = [
        ("hive".to_owned(), rulebook::overview()),
        ("venom".to_owned(), rulebook::of_hive(GameType::VENOM)),
    ];
    let others = [
        ("venom-bugs".to_owned(), rulebook::of_hive(single)),
        ("hex-it".to_owned(), rulebook::of_hexit(TileSet::Standard)),
    ];
    let all = games.into_iter().chain(packs).chain(others);
    all.map(|(name, rules)| (format!("rules-{name}.md"), of_rules(&rules)))
        .collect()
}

fn of_rules(rules: &RulebookPage) -> String {
    let mut page = Markdown::new(&text::capitalised(&escaped(&rules.title)));
    page.text(rules.about);
    chapters(&mut page, &rules.chapters);
    page.into_string()
}
