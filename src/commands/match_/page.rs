//! The page of a match, which a browser loads again and again while games are played.

use std::path::Path;
use std::time::{Duration, Instant};

use maud::{Markup, html};

use super::run::{MatchPlan, Scores};
use super::table;
use crate::emit::Outlet;
use crate::emit::page::{PageColours, document};
use crate::output::{FileTarget, Force};
use crate::text;
use crate::text::standing::score;
use skep_engine::contest::{Decision, Sprt};
use skep_render::Symbols;

/// The seconds after which a browser loads the page again.
const REFRESH: u32 = 3;

/// The least time between two pages.
const PAUSE: Duration = Duration::from_secs(1);

/// The games on the page.
const MOST_GAMES: usize = 200;

/// The file of the page, if there is one.
pub struct MatchPage<'a> {
    path: Option<&'a Path>,
    /// Whether the first page may replace a file. Later pages replace the page of this match.
    force: Force,
    written: Option<Instant>,
}

impl<'a> MatchPage<'a> {
    pub fn new(path: Option<&'a Path>, force: Force) -> MatchPage<'a> {
        MatchPage {
            path,
            force,
            written: None,
        }
    }

    /// Writes the page anew if it is old, or if the match is over. A reader sees only complete pages.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(
        &mut self,
        plan: &MatchPlan<'_>,
        scores: &Scores,
        is_over: bool,
    ) -> anyhow::Result<()> {
        let is_new = self
            .written
            .is_some_and(|written| written.elapsed() < PAUSE);
        let Some(path) = self.path.filter(|_| is_over || !is_new) else {
            return Ok(());
        };
        let refresh = (!is_over).then_some(REFRESH);
        let text = document(
            "Match",
            PageColours::Auto,
            &Symbols::default(),
            &body(plan, scores, is_over),
            refresh,
        );
        let target = FileTarget {
            output: Some(path.to_owned()),
            force: self.force,
        };
        Outlet::answer(&target, [])?.finish(&text)?;
        self.force = Force { force: true };
        self.written = Some(Instant::now());
        Ok(())
    }
}

fn body(plan: &MatchPlan<'_>, scores: &Scores, is_over: bool) -> Markup {
    let names: Vec<&str> = (plan.players.iter())
        .map(|player| player.name.as_str())
        .collect();
    let table = table::table(&names, plan.schedule, scores, plan.sprt);
    let state = if is_over {
        "The match is over"
    } else {
        "The match is running"
    };
    html! {
        div.report {
            header {
                h1 { "Match: " (names.join(", ")) }
                p { (state) ": " (scores.games()) " of " (text::counted(plan.schedule.len() as u64, "game", "games")) "." }
                p.note { (plan.settings) }
                dl.legend.note {
                    @for player in plan.players { dt { b { (player.name) } } dd { (text::clean(&player.engine)) } }
                }
                @if let Some(sprt) = plan.sprt { p { (test(sprt, scores)) } }
            }
            main {
                section {
                    h2 { "Scores" }
                    (table.html("Each player against the others", |_| None, false))
                    (legend(plan.sprt.is_some()))
                }
                section {
                    h2 { "Last games" }
                    div.scroll tabindex="0" role="group" aria-label="Last games" {
                        table {
                            thead { tr {
                                th scope="col" { "game" }
                                @for title in ["White", "Black", "result", "end"] { th.words scope="col" { (title) } }
                            } }
                            tbody { @for game in scores.last(MOST_GAMES) { @if let Some(slot) = plan.schedule.slot(game.index) {
                                tr {
                                    td { (game.index + 1) }
                                    @for player in slot.players { td.words { (names[player]) } }
                                    td.words { (score(game.result).unwrap_or("?")) }
                                    td.words { (game.ending) }
                                }
                            } } }
                        }
                    }
                }
            }
            footer { p { "Made by skep " (env!("CARGO_PKG_VERSION")) "." } }
        }
    }
}

/// What the columns of the scores mean.
fn legend(has_test: bool) -> Markup {
    let mut words = vec![
        (
            "games, won, drawn, lost",
            "games of the player against the opponent, and their results for the player",
        ),
        (
            "score %",
            "points in percent of the games: 1 for a win, ½ for a draw",
        ),
        (
            "Elo, low, high",
            "the difference in playing strength that explains the score, and its 95 % confidence interval",
        ),
        (
            "pairs",
            "pairs of games with the same opening and swapped colours, by points: 0, ½, 1, 1½, 2",
        ),
        (
            "failed",
            "games in which the engine crashed, did not answer or played an illegal move",
        ),
        ("on time", "games that the player lost on time"),
    ];
    if has_test {
        words.push((
            "LLR, decision",
            "the log-likelihood ratio of the test, and the difference that it decides for",
        ));
    }
    html! {
        dl.legend.note { @for (column, meaning) in words { dt { (column) } dd { (meaning) } } }
    }
}

/// What the test says so far.
fn test(sprt: Sprt, scores: &Scores) -> String {
    let score = scores.of_first();
    let (low, high) = sprt.bounds();
    let decision = match sprt.decision(score) {
        Decision::Null => format!("the results fit {} Elo", sprt.elo0),
        Decision::Alternative => format!("the results fit {} Elo", sprt.elo1),
        Decision::Open => "undecided".to_owned(),
    };
    let ratio = sprt.ratio(score);
    format!("Test: LLR {ratio:.2} between {low:.2} and {high:.2}: {decision}.")
}
