//! The text about a game beside its board.

use std::ops::ControlFlow;

use crate::cli::game_text::GameArg;
use crate::text;
use crate::text::standing::{score, standing};
use skep_analysis::Facts;
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_records::{Playback, Record, Verdict};
use skep_render::Caption;
use skep_rules::game::{BySide, Side};

/// The longest name or event in a caption, in columns.
const LONGEST: usize = 60;

/// A game and its place in a file.
pub(super) struct Captions<'a> {
    pub record: &'a Record,
    pub verdict: &'a Verdict,
    /// Which game it is, such as `game 3 of 12`, if there are several.
    pub place: Option<String>,
    /// The variation that is shown, if it is not the game.
    pub variation: Option<&'a str>,
    /// The line that names the variations of the game.
    pub variations: Option<&'a str>,
}

impl Captions<'_> {
    fn facts(&self) -> Facts<'_> {
        Facts::new(self.record, self.verdict)
    }

    fn is_last(&self, playback: &Playback) -> bool {
        playback.ply() == self.verdict.plies()
    }

    /// The result of the game, if the position is not the last one, which shows it.
    fn score_elsewhere(&self, playback: &Playback) -> Option<&'static str> {
        score(self.verdict.result(self.record)).filter(|_| !self.is_last(playback))
    }

    /// The line above all positions: players, result, date, event, and the number of the game. `None` if nothing is
    /// known.
    pub fn heading(&self, shown: &[Playback], ascii: bool) -> Option<String> {
        let facts = self.facts();
        let dash = if ascii { "-" } else { "–" };
        let mut parts: Vec<String> = Vec::new();
        if facts.players() != BySide::default() {
            let name = |side| facts.player(side).map_or("?".to_owned(), cleaned);
            let [white, black] = Side::ALL.map(name);
            parts.push(format!("{white} {dash} {black}"));
        }
        let score = shown.last().and_then(|last| self.score_elsewhere(last));
        parts.extend(score.map(str::to_owned));
        parts.extend(facts.date().map(|date| date.to_string()));
        parts.extend(facts.event().map(cleaned));
        parts.extend(
            self.place
                .as_deref()
                .map(|place| text::clean(place).into_owned()),
        );
        parts.extend(self.variation.map(|path| format!("variation {path}")));
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    /// The line above a position: the variant, the ply, its turn, and how the game stands.
    pub fn headline(&self, playback: &Playback) -> String {
        let played = match playback.last() {
            Some(text) => format!("{}, {} {text}", self.ply(playback), !playback.turn()),
            None if self.verdict.game.first_ply() > 0 => self.ply(playback),
            None => "before the first ply".to_owned(),
        };
        let standing = standing(playback, self.record, self.verdict);
        format!("{}, {played}; {standing}", self.verdict.title())
    }

    /// The title of a picture: what the text says above a position, in one line.
    pub fn title(&self, playback: &Playback) -> String {
        let heading = self.heading(std::slice::from_ref(playback), false);
        let headline = text::clean(&self.headline(playback)).into_owned();
        heading.map_or(headline.clone(), |heading| format!("{heading}: {headline}"))
    }

    fn ply(&self, playback: &Playback) -> String {
        match (playback.ply(), self.verdict.game.first_ply()) {
            (0, first @ 1..) => {
                format!(
                    "set up after {}",
                    text::counted(first.into(), "ply", "plies")
                )
            }
            (ply, _) => format!("ply {ply} of {}", self.verdict.plies()),
        }
    }

    /// The caption of a picture. An animation shows the result only at its end.
    pub fn caption(&self, playback: &Playback, animated: bool) -> Caption {
        let facts = self.facts();
        let player = |side| facts.player(side).map(cleaned).unwrap_or_default();
        let mut about = vec![self.verdict.title().to_owned()];
        about.extend(facts.date().map(|date| date.to_string()));
        about.extend(self.variation.map(|path| format!("variation {path}")));
        about.extend(
            self.score_elsewhere(playback)
                .filter(|_| !animated)
                .map(str::to_owned),
        );
        let played = playback
            .last()
            .map_or(String::new(), |turn| format!(": {turn}"));
        let standing = standing(playback, self.record, self.verdict);
        Caption {
            players: BySide {
                white: player(Side::White),
                black: player(Side::Black),
            },
            facts: vec![
                about.join(", "),
                format!("{}{played}", self.ply(playback)),
                standing,
            ],
        }
    }

    /// The caption of a frame that only shows the number of the ply.
    pub fn counter(&self, playback: &Playback) -> Caption {
        Caption {
            players: BySide::default(),
            facts: vec![self.ply(playback)],
        }
    }
}

/// A name from a record without characters that move the cursor, and not too long.
fn cleaned(name: &str) -> String {
    let name = text::clean(name);
    if text::columns(&name) > LONGEST {
        format!("{}…", &name[..text::prefix(&name, LONGEST)])
    } else {
        name.into_owned()
    }
}

/// Further games that are counted. Large collections would take too long.
const MOST: u64 = 10_000;

/// The number of a game of a file and the number of games in it: `game 3 of 12`. `None` if the file has a single game,
/// or can be read only once.
pub(super) fn number(game: &GameArg) -> Option<String> {
    let (argument, number) = game.place()?;
    let input = Input::from(argument.to_owned());
    let is_kept = match &input {
        Input::Path(path) => path.is_file() || path.is_dir(),
        Input::Entry(..) => true,
        _ => false,
    };
    if !is_kept {
        return None;
    }
    let mut games = 0;
    let options = OpenOptions {
        threads: 1,
        ..OpenOptions::default()
    };
    let counted = scan(
        &[input],
        &options,
        &Progress::new(),
        || (),
        || 0,
        |(), found: &mut u64, item| {
            if matches!(item, Item::Game(_)) {
                *found += 1;
            }
        },
        |found| {
            games += found;
            if games > number + MOST {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    match (counted, games) {
        (Err(_), _) | (Ok(_), ..2) => None,
        (Ok(_), games) if games > number + MOST => {
            Some(format!("game {number} of more than {}", number + MOST))
        }
        (Ok(_), games) => Some(format!("game {number} of {games}")),
    }
}
