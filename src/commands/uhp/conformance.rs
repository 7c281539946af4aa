//! `skep uhp --test`: what another engine does differently.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::Context as _;
use clap::Args;
use serde_json::{Value, json};

use crate::cli::args::one_of;
use crate::cli::usage::FORMAT_NAMES;
use crate::emit::rows::ReportFormat;
use crate::output::progress::counting;
use crate::output::{self, Exit, Output};
use crate::text;
use skep_engine::Program;
use skep_engine::conformance::{ConformanceCheck, ConformanceReport, Difference, Settings, run};
use skep_rules::hive::Rule;

/// The formats of the report.
const FORMATS: [ReportFormat; 4] = [
    ReportFormat::Text,
    ReportFormat::Json,
    ReportFormat::Junit,
    ReportFormat::Sarif,
];

/// The title of the options below in help.
const HEADING: &str = "Test of an engine";

/// The options of a test.
#[derive(Debug, Args)]
pub(super) struct TestArgs {
    /// Test another engine: compare its answers with the rules
    ///
    /// PROGRAM is a command line, such as "nokamute uhp". skep compares its moves with the rules in random positions of
    /// each variant that it knows. skep also plays illegal moves, which the engine must refuse. Each difference is
    /// shown with the rule and the smallest game that was found for it. The test takes up to a minute.
    #[arg(long, value_name = "PROGRAM", help_heading = HEADING)]
    test: Option<String>,

    /// Compare N positions
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..), help_heading = HEADING)]
    positions: u32,

    /// Seed of the random games of the test
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = HEADING)]
    seed: u64,

    /// Choose the format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = one_of(&FORMATS), help_heading = HEADING, aliases = FORMAT_NAMES)]
    format: ReportFormat,
}

impl TestArgs {
    /// Tests an engine, if one is named.
    pub(super) fn run(&self) -> anyhow::Result<Option<Exit>> {
        let Some(command) = &self.test else {
            return Ok(None);
        };
        let program = super::program(command)?;
        let settings = Settings {
            positions: self.positions,
            seed: self.seed,
            ..Settings::default()
        };
        let bar = counting(self.positions.into(), "positions");
        let report = run(&program, &settings, |positions| {
            bar.set_position(positions.into());
        });
        bar.finish_and_clear();
        output::interrupt::wait_if_ending();
        let report = report.with_context(|| command.clone())?;
        let text = match self.format {
            ReportFormat::Json => as_json(&report).to_string() + "\n",
            ReportFormat::Junit => as_junit(&report),
            ReportFormat::Sarif => as_sarif(&report, &program).to_string() + "\n",
            _ => as_text(&report),
        };
        let mut out = Output::stdout();
        out.write_all(text.as_bytes())?;
        out.finish()?;
        if report.positions < self.positions {
            output::note(format_args!(
                "{} of {} positions were compared, because the engine is slow or has failed",
                text::count(report.positions.into()),
                text::count(self.positions.into())
            ));
        }
        Ok(Some(if report.differences.is_empty() {
            Exit::Success
        } else {
            Exit::Findings
        }))
    }
}

/// A difference in a few words: what was checked, and the rule.
fn title(found: &Difference) -> String {
    match found.rule {
        Some(rule) => format!("{} {} {rule}", found.check, found.kind),
        None => found.check.to_string(),
    }
}

fn as_text(report: &ConformanceReport) -> String {
    let mut out = String::new();
    let positions = text::counted(report.positions.into(), "position", "positions");
    let variants = text::counted(report.variants.len() as u64, "variant", "variants");
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{}: {positions} of {variants} in {:.1} s\n",
        text::clean(&report.engine),
        report.time.as_secs_f64()
    );
    for (check, count) in &report.checked {
        let differences = report.differences_of(*check).count();
        let verdict = match differences {
            0 => "ok".to_owned(),
            n => text::counted(n as u64, "difference", "differences"),
        };
        let _ = writeln!(
            out,
            "{:<13} {:>9}  {verdict}",
            check.as_str(),
            text::count((*count).into())
        );
    }
    for found in &report.differences {
        let _ = writeln!(out, "\n{}: {}", title(found), text::clean(&found.message));
        if let Some(game) = &found.game {
            let positions = text::counted(found.positions.into(), "position", "positions");
            let plies = text::counted(found.plies.into(), "ply", "plies");
            let _ = writeln!(
                out,
                "  in {positions}; the smallest game has {plies}:\n  {game}"
            );
        }
    }
    if !report.notes.is_empty() {
        out.push('\n');
    }
    for note in &report.notes {
        let _ = writeln!(out, "note: {}", text::clean(note));
    }
    out
}

fn as_json(report: &ConformanceReport) -> Value {
    let checked = |(check, count): (&ConformanceCheck, &u32)| {
        json!({
            "check": check.as_str(),
            "count": count,
            "differences": report.differences_of(*check).count(),
        })
    };
    let variants: Vec<String> = report.variants.iter().map(ToString::to_string).collect();
    json!({
        "schema": "skep-uhp-test/1",
        "engine": report.engine,
        "variants": variants,
        "positions": report.positions,
        "seconds": report.time.as_secs_f64(),
        "checks": report.checked.iter().map(checked).collect::<Vec<_>>(),
        "differences": report.differences.iter().map(difference).collect::<Vec<_>>(),
        "notes": report.notes,
    })
}

fn difference(found: &Difference) -> Value {
    json!({
        "check": found.check.as_str(),
        "kind": found.kind.as_str(),
        "rule": found.rule.map(Rule::as_str),
        "message": found.message,
        "turn": found.turn,
        "game": found.game,
        "plies": found.plies,
        "positions": found.positions,
    })
}

/// The report in the XML of JUnit: a test case for each check without differences, and for each difference.
fn as_junit(report: &ConformanceReport) -> String {
    let passed: Vec<ConformanceCheck> = (report.checked.keys())
        .filter(|check| report.differences_of(**check).next().is_none())
        .copied()
        .collect();
    let failed = report.differences.len();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<testsuite name=\"{}\" tests=\"{}\" failures=\"{failed}\" errors=\"0\" time=\"{:.3}\">",
        xml(&report.engine),
        passed.len() + failed,
        report.time.as_secs_f64()
    );
    for check in passed {
        let _ = writeln!(out, "  <testcase classname=\"uhp\" name=\"{check}\"/>");
    }
    for found in &report.differences {
        let name = xml(&title(found));
        let message = xml(&found.message);
        let game = xml(found.game.as_deref().unwrap_or_default());
        let _ = writeln!(
            out,
            "  <testcase classname=\"uhp\" name=\"{name}\">\n    \
             <failure message=\"{message}\">{game}</failure>\n  </testcase>"
        );
    }
    out.push_str("</testsuite>\n");
    out
}

/// A text for XML. Characters that XML does not have are left out.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(' '),
            other if other.is_control() || matches!(other, '\u{fffe}' | '\u{ffff}') => {}
            other => out.push(other),
        }
    }
    out
}

fn as_sarif(report: &ConformanceReport, program: &Program) -> Value {
    let of_rule = |rule: &Rule| {
        json!({
            "id": rule.as_str(),
            "shortDescription": { "text": rule.sentence() },
            "fullDescription": { "text": text::plain(rule.explanation()) },
            "help": { "text": format!("skep help {rule}") },
        })
    };
    let of_check = |check: &ConformanceCheck| {
        json!({
            "id": check.as_str(),
            "shortDescription": { "text": format!("the answers to the protocol: {check}") },
        })
    };
    let rules = Rule::ALL.iter().filter(|rule| rule.is_plain()).map(of_rule);
    let rules: Vec<Value> = rules
        .chain(ConformanceCheck::ALL.iter().map(of_check))
        .collect();
    let result = |found: &Difference| {
        let name = |check: &ConformanceCheck| check.as_str();
        json!({
            "ruleId": found.rule.map_or_else(|| name(&found.check), Rule::as_str),
            "level": "error",
            "message": { "text": found.message },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": crate::emit::check_report::sarif::uri(&program.path.to_string_lossy()) },
                },
            }],
            "properties": difference(found),
        })
    };
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "skep",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "results": report.differences.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::xml;

    #[test]
    fn xml_has_no_mark_of_its_own() {
        assert_eq!(
            xml("a<b> & \"c\"\u{7}\u{ffff}\n"),
            "a&lt;b&gt; &amp; &quot;c&quot; "
        );
    }
}
