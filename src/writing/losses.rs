//! Data that a notation cannot hold.

use std::fmt::Write as _;

use crate::report::{Reportable, human};
use crate::text;
use skep_records::notation::write::{self, Loss};
use skep_records::record::Format;

/// What keeps the data that is left out by choice.
const KEPT: &str = " (--state stated keeps them)";

/// Whether the notation can hold the data, if an option asks for it.
fn is_choice(target: Format, loss: Loss) -> bool {
    (target, loss) == (Format::Uhp, Loss::Result)
}

/// The data that the target notation cannot hold: the number of games, and an example.
#[derive(Debug, Default)]
pub struct Losses([Lost; Loss::ALL.len()]);

#[derive(Debug, Default)]
struct Lost {
    games: u64,
    example: Option<String>,
}

impl Losses {
    /// Counts the losses of one game.
    pub fn add(&mut self, losses: write::Losses, subject: &Reportable<'_>) {
        for loss in losses.iter() {
            let lost = &mut self.0[loss as usize];
            lost.games += 1;
            lost.example.get_or_insert_with(|| match subject.index {
                0 | 1 => human::name(subject),
                _ => format!("{}: {}", human::name(subject), human::numbered(subject)),
            });
        }
    }

    /// Adds the losses of later games.
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

    /// The losses in a few words.
    pub fn short(&self, target: Format) -> String {
        let (choice, lost): (Vec<Loss>, Vec<Loss>) =
            (self.lost().map(|(loss, _)| loss)).partition(|&loss| is_choice(target, loss));
        let words: Vec<&str> = lost.into_iter().map(Loss::as_str).collect();
        let mut parts = Vec::new();
        if !words.is_empty() {
            parts.push(format!(
                "{} cannot hold {}",
                target.title(),
                text::list(&words)
            ));
        }
        parts.extend(
            choice
                .iter()
                .map(|loss| format!("left out {}{KEPT}", loss.as_str())),
        );
        parts.join("; ")
    }

    /// The losses, one per line.
    pub fn table(&self, target: Format) -> String {
        if self.is_empty() {
            return format!("{} can hold all data of these games", target.title());
        }
        let mut table = format!("what {} cannot hold:\n", target.title());
        for (loss, lost) in self.lost() {
            let games = text::counted(lost.games, "game", "games");
            let example = lost.example.as_deref().unwrap_or_default();
            // Writing to a string cannot fail.
            let _ = writeln!(
                table,
                "  {} in {games}, the first in {example}{}",
                loss.as_str(),
                if is_choice(target, loss) { KEPT } else { "" }
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
