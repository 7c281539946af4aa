//! `skep explain`: the meaning of a finding or a rule.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::info::{Group, Info};
use crate::{Exit, output, output::Output, text};
use skep_records::diag::{Code, Severity};
use skep_rules::{hexit, hive};

/// Explain a finding or a rule
///
/// Without an argument, lists the codes of findings and the rules.
#[derive(Debug, Args)]
pub struct Explain {
    /// The code of a finding (illegal-move) or the name of a rule (one-hive)
    #[arg(value_name = PAGE, value_parser = PossibleValuesParser::new(names()), hide_possible_values = true, ignore_case = true)]
    name: Option<String>,
}

/// The name of the argument in the help.
pub const PAGE: &str = "CODE|RULE";

/// Wider text is hard to read.
pub(super) const WIDTH: usize = 80;

/// The kinds of findings, most severe first.
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Remark];

/// A rule of a game: its name, the message for a move that breaks it, and its explanation.
struct Rule {
    /// The games that the list names it under, and those that have it.
    game: &'static str,
    games: &'static str,
    name: &'static str,
    sentence: &'static str,
    explanation: &'static str,
}

/// The rules of all games.
fn rules() -> Vec<Rule> {
    let hive = hive::Rule::ALL.iter().map(|rule| Rule {
        game: if rule.is_plain() {
            "Hive"
        } else {
            "Venom and packs"
        },
        games: match rule {
            hive::Rule::FirstTouch => "Hive",
            rule if rule.is_plain() => "Hive, Venom, packs",
            _ => "Venom, packs",
        },
        name: rule.as_str(),
        sentence: rule.sentence(),
        explanation: rule.explanation(),
    });
    let hexit = hexit::Rule::ALL.iter().map(|rule| Rule {
        game: "Hex-It",
        games: "Hex-It",
        name: rule.as_str(),
        sentence: rule.sentence(),
        explanation: rule.explanation(),
    });
    hive.chain(hexit).collect()
}

/// Every code, and every rule once even if several games have it.
fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = Code::ALL.iter().map(|c| c.as_str()).collect();
    for rule in rules() {
        if !names.contains(&rule.name) {
            names.push(rule.name);
        }
    }
    names
}

impl Explain {
    pub const INFO: Info = Info {
        common: true,
        ..Info::new(Group::Help, 70)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let width = output::width().min(WIDTH);
        let page = match &self.name {
            None => list(),
            Some(name) => page(name, width),
        };
        let mut out = Output::stdout();
        out.write_all(page.as_bytes())?;
        out.finish()?;
        Ok(Exit::Success)
    }
}

/// What to say about an unknown name: the names that contain it, or else all names by kind, unless another name is near.
pub fn names_for(word: &str, is_near: bool) -> Option<String> {
    let word = word.to_lowercase();
    let mut near = names();
    near.retain(|name| !word.is_empty() && name.contains(&word));
    if !near.is_empty() {
        let line = format!("names with this word: {}", near.join(", "));
        return Some(
            text::fill(&line, output::width().min(WIDTH))
                .trim_end()
                .to_owned(),
        );
    }
    if is_near {
        return None;
    }
    let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
    for severity in SEVERITIES {
        let codes = Code::ALL.iter().filter(|c| c.severity() == severity);
        let codes = codes.map(|c| c.as_str()).collect();
        kinds.push((format!("{}s", severity.as_str()), codes));
    }
    for rule in rules() {
        let kind = format!("rules of {}", rule.game);
        match kinds.last_mut() {
            Some((last, names)) if *last == kind => names.push(rule.name),
            _ => kinds.push((kind, vec![rule.name])),
        }
    }
    let mut all = "to list the names with their meanings, use skep explain".to_owned();
    for (kind, names) in kinds {
        let line = format!("{kind}: {}", names.join(", "));
        all.push_str("\n\n");
        all.push_str(text::fill(&line, output::width().min(WIDTH)).trim_end());
    }
    Some(all)
}

/// The page of a valid name.
fn page(name: &str, width: usize) -> String {
    let mut page = String::new();
    if let Ok(code) = name.parse::<Code>() {
        let severity = code.severity().as_str();
        // Writing to a string cannot fail.
        let _ = writeln!(page, "{severity}[{code}]: {}\n", code.title());
        page.push_str(&text::fill(code.explanation(), width));
    }
    let mut rules = rules();
    rules.retain(|rule| rule.name.eq_ignore_ascii_case(name));
    for rule in rules {
        if !page.is_empty() {
            page.push('\n');
        }
        let title = format!("rule[{}] ({}): {}", rule.name, rule.games, rule.sentence);
        page.push_str(&text::fill(&title, width));
        page.push('\n');
        page.push_str(&text::fill(rule.explanation, width));
    }
    page
}

fn list() -> String {
    let mut list = String::new();
    for severity in SEVERITIES {
        let _ = writeln!(list, "{}s", severity.as_str());
        for code in Code::ALL.iter().filter(|c| c.severity() == severity) {
            let _ = writeln!(list, "  {code:<20}  {}", code.title());
        }
        list.push('\n');
    }
    let mut game = "";
    for rule in rules() {
        if rule.game != game {
            let line = if game.is_empty() { "" } else { "\n" };
            game = rule.game;
            let _ = writeln!(list, "{line}rules of {game}");
        }
        let _ = writeln!(list, "  {:<20}  {}", rule.name, rule.sentence);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_page() {
        let names = names();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
            assert!(page(name, WIDTH).lines().count() > 2, "{name}");
        }
    }
}
