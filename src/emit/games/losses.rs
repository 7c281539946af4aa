//! Data that a notation cannot hold, and JSON members that skep does not read.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::emit::check_report::{Reportable, human};
use crate::text;
use skep_records::notation::write::{self, Loss};
use skep_records::record::Format;

/// What keeps the data that is left out by choice.
const KEPT: &str = "keep them with --state stated";

/// Whether the notation can hold the data, if an option asks for it.
fn is_choice(target: Format, loss: Loss) -> bool {
    (target, loss) == (Format::Uhp, Loss::Result)
}

/// The data that the target notation cannot hold: the number of games, and an example.
#[derive(Debug, Default)]
pub struct LossCounts {
    lost: [Lost; Loss::ALL.len()],
    /// The number of games with each JSON member that skep does not read.
    unread: BTreeMap<String, u64>,
}

#[derive(Debug, Default)]
struct Lost {
    games: u64,
    example: Option<String>,
}

impl LossCounts {
    /// The losses of a text with this number of games.
    pub fn of(losses: write::Losses, games: u64) -> LossCounts {
        let mut all = LossCounts::default();
        for loss in losses.iter() {
            all.lost[loss as usize].games = games;
        }
        all
    }

    /// Counts the losses of one game.
    pub fn add(&mut self, losses: write::Losses, subject: &Reportable<'_>) {
        for loss in losses.iter() {
            let lost = &mut self.lost[loss as usize];
            lost.games += 1;
            lost.example.get_or_insert_with(|| match subject.index {
                0 | 1 => human::name(subject),
                _ => format!("{}: {}", human::name(subject), human::numbered(subject)),
            });
        }
    }

    /// Counts the JSON members of one game that skep does not read.
    pub fn add_unread(&mut self, members: BTreeSet<String>) {
        for member in members {
            *self.unread.entry(member).or_default() += 1;
        }
    }

    /// Adds the losses of later games.
    pub fn merge(&mut self, later: &LossCounts) {
        for (member, games) in &later.unread {
            *self.unread.entry(member.clone()).or_default() += games;
        }
        for (a, b) in self.lost.iter_mut().zip(&later.lost) {
            a.games += b.games;
            if a.example.is_none() {
                a.example.clone_from(&b.example);
            }
        }
    }

    /// Whether the target can hold all data of the records.
    pub fn is_empty(&self) -> bool {
        self.lost.iter().all(|l| l.games == 0)
    }

    /// The losses in a few words. What only some of the written games lose has their number.
    pub fn short(&self, target: Format, games: u64) -> String {
        let (choice, lost): (Vec<_>, Vec<_>) =
            self.lost().partition(|&(loss, _)| is_choice(target, loss));
        let mut total = format!(" of {}", text::counted(games, "game", "games"));
        let mut number = |lost: &Lost| {
            let is_part = lost.games < games;
            is_part.then(|| {
                format!(
                    "in {}{}",
                    text::count(lost.games),
                    std::mem::take(&mut total)
                )
            })
        };
        let mut parts = Vec::new();
        let words = lost.iter().map(|(loss, lost)| match number(lost) {
            Some(number) => format!("{loss} ({number})"),
            None => loss.to_string(),
        });
        let words: Vec<String> = words.collect();
        if !words.is_empty() {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let title = target.title();
            parts.push(format!("{title} cannot hold {}", text::list(&words)));
        }
        parts.extend(choice.iter().map(|(loss, lost)| match number(lost) {
            Some(number) => format!("left out {loss} ({number}; {KEPT})"),
            None => format!("left out {loss} ({KEPT})"),
        }));
        parts.join("; ")
    }

    /// The losses, one per line.
    pub fn table(&self, target: Format) -> String {
        let mut table = self.lost_table(target);
        if !self.unread.is_empty() {
            table.truncate(table.trim_end().len());
            table.push_str("\nJSON members that skep does not read:\n");
            for (member, &games) in &self.unread {
                let games = text::counted(games, "game", "games");
                // Writing to a string cannot fail.
                let _ = writeln!(table, "  {member} in {games}");
            }
        }
        table
    }

    fn lost_table(&self, target: Format) -> String {
        if self.is_empty() {
            return format!("{} can hold all data of these records", target.title());
        }
        let mut table = format!("what {} cannot hold:\n", target.title());
        for (loss, lost) in self.lost() {
            let games = text::counted(lost.games, "game", "games");
            let example = lost.example.as_deref().unwrap_or_default();
            let kept = if is_choice(target, loss) {
                format!(" ({KEPT})")
            } else {
                String::new()
            };
            // Writing to a string cannot fail.
            let _ = writeln!(table, "  {loss} in {games}, the first in {example}{kept}");
        }
        table
    }

    fn lost(&self) -> impl Iterator<Item = (Loss, &Lost)> {
        Loss::ALL
            .into_iter()
            .zip(&self.lost)
            .filter(|(_, l)| l.games > 0)
    }
}
