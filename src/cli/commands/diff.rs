use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;

use crate::cli::args::Rules;
use crate::cli::game_text;
use crate::cli::reader::Reader;
use crate::cli::{Exit, output::Output, text};
use crate::hexit;
use crate::hive;
use crate::record::{GameKind, StatedResult};
use crate::render::Course;
use crate::venom;

/// Tell where two records of one game part
///
/// Moves are compared by what they do, whatever the notations: a move that is only spelled otherwise is none that
/// differs, and the numbers that records give to equal bugs do not matter. Of games that are not sound, the turns
/// before the first fault are compared.
///
/// Exit codes: 0 the records have the same moves, result and tags, 1 they differ, 2 a record could not be read.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Diff {
    /// A GameString or a file; - is standard input
    #[arg(value_name = "A")]
    a: String,

    /// The other one
    #[arg(value_name = "B")]
    b: String,

    /// Which game of A, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game_a: u64,

    /// Which game of B, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game_b: u64,

    /// Compare the moves and nothing else
    #[arg(long)]
    moves_only: bool,

    /// List every move that is only spelled otherwise
    #[arg(long)]
    spelling: bool,

    #[command(flatten)]
    rules: Rules,
}

const EXAMPLES: &str = "\
Examples:
  skep diff game.sgf game.pgn
  skep diff --moves-only before.uhp after.uhp && echo the same game
  skep diff games.uhp games.uhp --game-b 2";

/// A record to compare.
struct Reading {
    reader: Reader,
    /// Its legal turns in canonical spelling, and as the record has them; none for a pass that it leaves out.
    turns: Vec<(String, Option<String>)>,
}

impl Reading {
    fn read(argument: &str, number: u64, rules: &Rules) -> anyhow::Result<Reading> {
        let mut reader = Reader::new(rules.options());
        game_text::read(argument, number, &mut reader)?;
        let (record, verdict) = (&reader.record, &reader.verdict);
        let course = Course::new(record, verdict);
        let written = |ply: Option<u32>| {
            let token = record.plies.get(ply? as usize)?.token;
            Some(match record.game {
                GameKind::Hive => hive::Written::from_token(token).to_string(),
                GameKind::HexIt => hexit::Written::from_token(token, &record.overflow).to_string(),
                GameKind::Venom => venom::Written::from_token(token, &record.overflow).to_string(),
            })
        };
        let plies: Vec<Option<u32>> = match verdict.game {
            GameKind::Hive => verdict.hive.iter().map(|p| p.ply).collect(),
            GameKind::HexIt => verdict.hexit.iter().map(|p| p.ply).collect(),
            GameKind::Venom => verdict.venom.iter().map(|p| p.ply).collect(),
        };
        let canonical = course.moments().skip(1);
        let turns = canonical
            .zip(plies)
            .map(|(moment, ply)| (moment.last().unwrap_or_default().to_owned(), written(ply)))
            .collect();
        Ok(Reading { reader, turns })
    }

    /// The variant and the number of plies, and whether a fault ends it.
    fn summary(&self) -> String {
        let verdict = &self.reader.verdict;
        let plies = text::counted(u64::from(verdict.plies()), "ply", "plies");
        let end = if verdict.status.is_sound() {
            ""
        } else {
            " before its first fault"
        };
        format!(
            "{}, {plies}{end}, {}",
            verdict.title(),
            self.reader.record.format.title()
        )
    }

    fn result(&self) -> StatedResult {
        self.reader.verdict.result(&self.reader.record)
    }

    /// A turn as it is told: canonical, and as written where that is something else.
    fn turn(&self, ply: usize) -> String {
        match self.turns.get(ply) {
            None => "(no more turns)".to_owned(),
            Some((canonical, None)) => format!("{canonical} (not written)"),
            Some((canonical, Some(written))) if canonical == written => canonical.clone(),
            Some((canonical, Some(written))) => format!("{canonical} (written {written})"),
        }
    }

    /// The tags, by their names without regard to case. Empty ones say nothing.
    fn tags(&self) -> BTreeMap<String, (&str, &str)> {
        let tags = self.reader.record.tags.iter();
        tags.filter(|(_, value)| !value.is_empty() && *value != "?")
            .map(|(name, value)| (name.to_ascii_lowercase(), (name, value)))
            .collect()
    }
}

impl Diff {
    pub fn run(self) -> anyhow::Result<Exit> {
        if self.a == "-" && self.b == "-" {
            anyhow::bail!("only one of the records can come from standard input");
        }
        let a = Reading::read(&self.a, self.game_a, &self.rules)?;
        let b = Reading::read(&self.b, self.game_b, &self.rules)?;
        let mut out = Output::stdout();
        let mut differ = self.moves(&a, &b, &mut out)?;
        if !self.moves_only {
            differ |= results(&a, &b, &mut out)?;
            differ |= tags(&a, &b, &mut out)?;
        }
        out.finish()?;
        Ok(if differ { Exit::Unsound } else { Exit::Sound })
    }

    /// Tells where the moves part; whether they do.
    fn moves(&self, a: &Reading, b: &Reading, out: &mut Output) -> anyhow::Result<bool> {
        writeln!(out, "A: {}\nB: {}", a.summary(), b.summary())?;
        let (va, vb) = (&a.reader.verdict, &b.reader.verdict);
        let mut differ = va.title() != vb.title();
        if differ {
            writeln!(out, "variant: A {}, B {}", va.title(), vb.title())?;
        }
        let same = a
            .turns
            .iter()
            .zip(&b.turns)
            .take_while(|(a, b)| va.game == vb.game && a.0 == b.0)
            .count();
        let (left, right) = (a.turns.len() - same, b.turns.len() - same);
        if left + right > 0 {
            differ = true;
            let ply = same + 1;
            writeln!(
                out,
                "ply {ply} differs:\n  A {}\n  B {}",
                a.turn(same),
                b.turn(same)
            )?;
        } else {
            let all = text::counted(same as u64, "ply is", "plies are");
            writeln!(out, "all {all} the same")?;
        }
        let spelled: Vec<usize> = (0..same)
            .filter(|&i| a.turns[i].1 != b.turns[i].1)
            .collect();
        // Two notations spell every move otherwise, which is not worth a word.
        let alike = a.reader.record.format == b.reader.record.format;
        if !spelled.is_empty() && (alike || self.spelling) {
            let n = spelled.len() as u64;
            writeln!(
                out,
                "{} only spelled otherwise{}",
                text::counted(n, "ply is", "plies are"),
                if self.spelling { ":" } else { " (--spelling)" }
            )?;
            for i in spelled.into_iter().filter(|_| self.spelling) {
                writeln!(out, "  {} A {}, B {}", i + 1, a.turn(i), b.turn(i))?;
            }
        }
        Ok(differ)
    }
}

fn results(a: &Reading, b: &Reading, out: &mut Output) -> anyhow::Result<bool> {
    let differ = a.result() != b.result();
    if differ {
        writeln!(out, "result: A {}, B {}", a.result(), b.result())?;
    }
    Ok(differ)
}

fn tags(a: &Reading, b: &Reading, out: &mut Output) -> anyhow::Result<bool> {
    let (mine, theirs) = (a.tags(), b.tags());
    let mut names: Vec<&String> = mine.keys().chain(theirs.keys()).collect();
    names.sort();
    names.dedup();
    let mut differ = false;
    for name in names {
        let value = |tags: &BTreeMap<String, (&str, &str)>| tags.get(name).map(|t| t.1.to_owned());
        let (x, y) = (value(&mine), value(&theirs));
        if x != y {
            differ = true;
            let shown = |v: Option<String>| match v {
                Some(v) => format!("{:?}", v),
                None => "none".to_owned(),
            };
            let spelled = mine.get(name).or(theirs.get(name)).map_or("", |t| t.0);
            writeln!(out, "tag {spelled}: A {}, B {}", shown(x), shown(y))?;
        }
    }
    Ok(differ)
}
