//! `skep check --compare`: games that end differently under other rules.

use std::str::FromStr;

use crate::emit::rows::{CellValue, Head, Table};
use crate::emit::{Outlet, Unit};
use crate::output::Exit;
use crate::scan::{Job, Scan};
use crate::text;
use skep_analysis::Tally;
use skep_records::Source;
use skep_records::diag::Severity;
use skep_records::notation::{
    Judge, JudgeOptions, ParseJudgeOptionsError, RuleOption, Status, Verdict,
};
use skep_records::record::{Record, Termination};

/// The help of `--compare`, with the options of the rules.
pub fn help() -> String {
    let pairs = |is_of: fn(&RuleOption) -> bool| {
        let options = RuleOption::ALL.iter().filter(|option| !option.is_word());
        let options = options.filter(|option| is_of(option));
        let pairs = options.map(|option| format!("{}={}", option.name, option.placeholder));
        listed(&pairs.collect::<Vec<_>>(), "and")
    };
    let values = |name| {
        let option = RuleOption::named(name);
        listed(option.map_or(&[][..], |option| option.values()), "or")
    };
    format!(
        "List the games that end differently under the rules A and the rules B\n\n\
         For each set of rules, prints the result, the last ply (for an error, the ply of the error) and the deciding \
         rule. The result is the result on the board, or the stated result if the board is undecided. An invalid game \
         has a status in place of the result: illegal, syntax or unsupported.\n\n\
         A set of rules is one or more words joined by +, such as open+draw: {} for the opening; {}; {} for \
         repetition; for Venom and the packs {}; and for Hex-It {}. Other options keep their defaults, and default \
         keeps all of them. --where is tested under the rules A.",
        values("opening"),
        values("rules"),
        values("repetition"),
        pairs(|option| option.hive.is_some()),
        pairs(|option| option.hive.is_none()),
    )
}

/// Words with commas, and a word before the last.
fn listed<T: AsRef<str>>(words: &[T], last: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        words => words.concat(),
    }
}

/// Two sets of rules, with their names as given.
#[derive(Clone, Debug)]
pub struct RulePair {
    pub a: JudgeOptions,
    b: JudgeOptions,
    names: [String; 2],
}

/// The text does not name two sets of rules.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ParsePairError {
    #[error("expected two sets of rules, separated by a comma, such as default,draw")]
    Two,
    #[error("{0}; use {words}, or default", words = known_words().join(", "))]
    Rules(#[from] ParseJudgeOptionsError),
}

/// The words that name options of the rules.
fn known_words() -> Vec<String> {
    let words = |option: &RuleOption| {
        if option.is_word() {
            let values = option.default_first().into_iter();
            values.map(str::to_owned).collect()
        } else {
            vec![format!("{}=...", option.name)]
        }
    };
    RuleOption::ALL.iter().flat_map(words).collect()
}

impl FromStr for RulePair {
    type Err = ParsePairError;

    fn from_str(s: &str) -> Result<RulePair, ParsePairError> {
        let (a, b) = s.split_once(',').ok_or(ParsePairError::Two)?;
        Ok(RulePair {
            a: a.parse()?,
            b: b.parse()?,
            names: [a, b].map(|name| name.trim().to_owned()),
        })
    }
}

/// How a game ends under one set of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
struct JudgedEnding {
    /// The result, or the status of an invalid game.
    result: &'static str,
    /// The last ply, or the ply that cannot be played.
    ply: u32,
    /// The deciding rule, if the sets of rules can differ on it.
    rule: Option<&'static str>,
}

impl JudgedEnding {
    fn of(record: &Record, verdict: &Verdict) -> JudgedEnding {
        if verdict.board_result().is_some() {
            let repetition = verdict.termination == Termination::Repetition;
            let ends_the_game = repetition && verdict.outcome.is_over();
            return JudgedEnding {
                result: verdict.result(record).as_str(),
                ply: verdict.plies(),
                rule: ends_the_game.then(|| Termination::Repetition.as_str()),
            };
        }
        let fault = verdict
            .diagnostics
            .iter()
            .find(|d| d.severity == Severity::Error);
        JudgedEnding {
            result: verdict.status.as_str(),
            ply: verdict.plies() + u32::from(verdict.status != Status::Unsupported),
            rule: fault.map(|d| d.rule.unwrap_or(d.code.as_str())),
        }
    }
}

/// A game with different verdicts.
pub struct Disagreement {
    source: Source,
    index: u64,
    a: JudgedEnding,
    b: JudgedEnding,
}

impl Disagreement {
    /// Where the game is, for people.
    fn place(&self) -> String {
        let mut place = self.source.to_string();
        if self.index > 1 {
            place.push_str(&format!(": game {}", self.index));
        }
        place
    }
}

/// The numbers of games that were compared, and of those that end differently.
#[derive(Default)]
struct RuleDifferences {
    games: u64,
    results: u64,
    plies: u64,
}

impl Tally for RuleDifferences {
    fn merge(&mut self, other: RuleDifferences) {
        self.games += other.games;
        self.results += other.results;
        self.plies += other.plies;
    }
}

impl RulePair {
    /// The table of the games that end differently.
    pub fn table(&self) -> Table {
        let [a, b] = &self.names;
        head([a, b]).table()
    }

    /// Compares the games of a scan by the rules A.
    pub fn run(&self, scan: &Scan<'_>, mut outlet: Outlet) -> anyhow::Result<Exit> {
        let [a, b] = &self.names;
        let head = head([a, b]);
        let job = Job::new(
            || (Judge::new(self.b), Verdict::default()),
            |reader, (judge, verdict), unit: &mut Unit<RuleDifferences>, game| {
                unit.counts.games += 1;
                reader.judge();
                judge.judge(&reader.record, verdict);
                let row = Disagreement {
                    source: game.source.clone(),
                    index: game.index,
                    a: JudgedEnding::of(&reader.record, &reader.verdict),
                    b: JudgedEnding::of(&reader.record, verdict),
                };
                if row.a.result != row.b.result {
                    unit.counts.results += 1;
                } else if row.a.ply != row.b.ply {
                    unit.counts.plies += 1;
                } else {
                    return;
                }
                unit.rows.push(head.row(|of| of(&self.names, &row)));
            },
        );
        let (scanned, found) = scan.run(job, &mut outlet)?;
        let mut end = format!(
            "{a} and {b}: {} of {} {} result",
            text::count(found.results),
            text::counted(found.games, "game", "games"),
            if found.results == 1 {
                "changes"
            } else {
                "change"
            },
        );
        if found.plies > 0 {
            end.push_str(&format!(
                ", {} at another ply with the same result",
                text::counted(found.plies, "ends", "end")
            ));
        }
        outlet.finish(&format!("\n{end}\n"))?;
        Ok(scanned.exit(found.results + found.plies > 0))
    }
}

/// How a column gets its value from the names of the rules and a game.
type Of = fn(&[String; 2], &Disagreement) -> CellValue;

/// The columns of games with different verdicts under two sets of rules.
pub fn head(rules: [&str; 2]) -> Head<Of> {
    // The titles of columns live as long as the program.
    let [a, b] = rules.map(|name| -> &'static str { format!("{name} says").leak() });
    Head::<Of>::new("check")
        .for_programs("path", |_, row| row.source.path.as_ref().into())
        .for_programs("entry", |_, row| row.source.entry.as_deref().into())
        .for_programs("index", |_, row| row.index.into())
        .for_programs("a_rules", |[a, _], _| a.as_str().into())
        .column("a_result", a, |_, row| row.a.result.into())
        .column("a_ply", "ply", |_, row| row.a.ply.into())
        .column("a_rule", "rule", |_, row| row.a.rule.into())
        .for_programs("b_rules", |[_, b], _| b.as_str().into())
        .column("b_result", b, |_, row| row.b.result.into())
        .column("b_ply", "ply", |_, row| row.b.ply.into())
        .column("b_rule", "rule", |_, row| row.b.rule.into())
        .for_people("game", |_, row| row.place().into())
        .paths()
}
