//! `skep help findings`, and the help of a finding or a rule.

use std::fmt::Write as _;

use crate::text;
use skep_records::diag::{Code, Severity};
use skep_rules::{hexit, hive};

/// The kinds of findings, most severe first.
pub const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Remark];

/// A rule of a game: its name, the message for a move that breaks it, and its explanation.
pub struct ExplainedRule {
    /// The games that the list names it under, and those that have it.
    pub game: &'static str,
    pub games: &'static str,
    pub name: &'static str,
    pub sentence: &'static str,
    pub explanation: &'static str,
}

/// The rules of all games.
pub fn rules() -> Vec<ExplainedRule> {
    let hive = hive::Rule::ALL.iter().map(|rule| ExplainedRule {
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
    let hexit = hexit::Rule::ALL.iter().map(|rule| ExplainedRule {
        game: "Hex-It",
        games: "Hex-It",
        name: rule.as_str(),
        sentence: rule.sentence(),
        explanation: rule.explanation(),
    });
    hive.chain(hexit).collect()
}

/// Every code, and every rule once even if several games have it.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = Code::ALL.iter().map(|c| c.as_str()).collect();
    for rule in rules() {
        if !names.contains(&rule.name) {
            names.push(rule.name);
        }
    }
    names
}

/// The page of a finding or a rule; empty if nothing has this name.
pub fn page(name: &str, width: usize) -> String {
    let mut page = String::new();
    if let Ok(code) = name.to_ascii_lowercase().parse::<Code>() {
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

/// All findings and rules by kind.
pub fn list(width: usize) -> String {
    let mut kinds: Vec<(String, Vec<(String, &str)>)> = Vec::new();
    for severity in SEVERITIES {
        let codes = Code::ALL.iter().filter(|c| c.severity() == severity);
        let rows = codes.map(|code| (code.to_string(), code.title()));
        kinds.push((format!("{severity}s"), rows.collect()));
    }
    for rule in rules() {
        let kind = format!("rules of {}", rule.game);
        let row = (rule.name.to_owned(), rule.sentence);
        match kinds.last_mut() {
            Some((last, rows)) if *last == kind => rows.push(row),
            _ => kinds.push((kind, vec![row])),
        }
    }
    let pages = kinds.iter().map(|(kind, rows)| {
        let rows = text::glossary(rows, width - 2);
        let rows: String = rows.lines().map(|row| format!("  {row}\n")).collect();
        format!("{kind}\n{rows}")
    });
    pages.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_one_page() {
        let names = names();
        for (i, name) in names.iter().enumerate() {
            assert!(!names[..i].contains(name), "{name}");
            assert!(page(name, 80).lines().count() > 2, "{name}");
        }
    }
}
