use std::fmt::Write as _;
use std::io::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::{Exit, output, output::Output, text};
use crate::diag::{Code, Severity};
use crate::hive::Rule;

/// Tell what a finding or a rule means
///
/// Without an argument, lists the codes of findings and the rules.
#[derive(Debug, Args)]
pub struct Explain {
    /// The code of a finding (illegal-move) or the name of a rule (one-hive)
    #[arg(value_name = PAGE, value_parser = PossibleValuesParser::new(names()), hide_possible_values = true, ignore_case = true)]
    name: Option<String>,
}

/// What the help calls the argument.
pub const PAGE: &str = "CODE|RULE";

/// Wider text than this is hard to read.
const WIDTH: usize = 80;

fn names() -> Vec<&'static str> {
    let codes = Code::ALL.iter().map(|c| c.as_str());
    codes.chain(Rule::ALL.iter().map(|r| r.as_str())).collect()
}

impl Explain {
    pub fn run(self) -> anyhow::Result<Exit> {
        let width = output::width().min(WIDTH);
        let page = match &self.name {
            None => list(),
            Some(name) => page(name, width),
        };
        let mut out = Output::stdout();
        out.write_all(page.as_bytes())?;
        out.finish()?;
        Ok(Exit::Sound)
    }
}

/// The page of a name that the parser let through.
fn page(name: &str, width: usize) -> String {
    let mut page = String::new();
    if let Ok(code) = name.parse::<Code>() {
        let severity = code.severity().as_str();
        // Writing to a string cannot fail.
        let _ = writeln!(page, "{severity}[{code}]: {}\n", code.title());
        page.push_str(&text::fill(code.explanation(), width));
    }
    if let Some(rule) = Rule::ALL
        .iter()
        .find(|r| r.as_str().eq_ignore_ascii_case(name))
    {
        let _ = writeln!(page, "rule[{rule}]: {}\n", rule.sentence());
        page.push_str(&text::fill(rule.explanation(), width));
    }
    page
}

fn list() -> String {
    let mut list = String::new();
    for severity in [Severity::Error, Severity::Warning, Severity::Remark] {
        let _ = writeln!(list, "{}s", severity.as_str());
        for code in Code::ALL.iter().filter(|c| c.severity() == severity) {
            let _ = writeln!(list, "  {code:<20}  {}", code.title());
        }
        list.push('\n');
    }
    list.push_str("rules of Hive\n");
    for rule in Rule::ALL {
        let _ = writeln!(list, "  {rule:<20}  {}", rule.sentence());
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
