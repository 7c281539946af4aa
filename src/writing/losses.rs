//! What a notation could not hold of the games written.

use std::fmt::Write as _;

use crate::report::{Reportable, human};
use crate::text;
use skep_records::notation::write::{self, Loss};
use skep_records::record::Format;

/// What the target notation could not hold: in how many games, and one of them.
#[derive(Debug, Default)]
pub struct Losses([Lost; Loss::ALL.len()]);

#[derive(Debug, Default)]
struct Lost {
    games: u64,
    example: Option<String>,
}

impl Losses {
    /// Counts what one game lost.
    pub fn add(&mut self, losses: write::Losses, subject: &Reportable<'_>) {
        for loss in losses.iter() {
            let lost = &mut self.0[loss as usize];
            lost.games += 1;
            lost.example.get_or_insert_with(|| match subject.index {
                0 | 1 => human::name(subject).into_owned(),
                n => format!("{}: game {n}", human::name(subject)),
            });
        }
    }

    /// Adds what later games lost.
    pub fn merge(&mut self, later: &Losses) {
        for (a, b) in self.0.iter_mut().zip(&later.0) {
            a.games += b.games;
            if a.example.is_none() {
                a.example.clone_from(&b.example);
            }
        }
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|l| l.games == 0)
    }

    /// What was lost, in a few words.
    pub fn short(&self, target: Format) -> String {
        let words: Vec<&str> = self.lost().map(|(loss, _)| loss.as_str()).collect();
        format!("{} cannot hold {}", target.title(), text::list(&words))
    }

    /// What was lost, one line each.
    pub fn table(&self, target: Format) -> String {
        if self.is_empty() {
            return format!("{} holds everything that these games have", target.title());
        }
        let mut table = format!("what {} cannot hold:\n", target.title());
        for (loss, lost) in self.lost() {
            let games = text::counted(lost.games, "game", "games");
            let example = lost.example.as_deref().unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(
                table,
                "  {} in {games}, the first in {example}",
                loss.as_str()
            );
        }
        table
    }

    fn lost(&self) -> impl Iterator<Item = (Loss, &Lost)> {
        Loss::ALL
            .into_iter()
            .zip(&self.0)
            .filter(|(_, l)| l.games > 0)
    }
}
