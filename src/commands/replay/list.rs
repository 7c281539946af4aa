//! The list of games, shown while games are still being found.

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;

use crate::output::Exit;
use crate::scan::{TypedPlace, is_source};
use skep_analysis::GameReader;
use skep_analysis::filter::Filter;
use skep_analysis::players::Aliases;
use skep_collection::{ByteBudget, Input, Item, OpenOptions, Progress, scan};
use skep_records::diag::{Code, Diagnostic};
use skep_records::notation::JudgeOptions;
use skep_records::record::Format;
use skep_records::{GameText, Source};
use skep_rules::game::Side;

/// A game in the list.
#[derive(Clone, Debug)]
pub struct ListedGame {
    /// The number of the game in the input, from 1.
    pub number: u64,
    /// The path and the entry.
    pub place: String,
    pub format: Format,
    pub text: Box<str>,
    pub white: String,
    pub black: String,
    pub date: String,
    pub event: String,
    pub variant: String,
    pub plies: u32,
    pub result: &'static str,
    pub sound: bool,
}

/// A message from the scan.
#[derive(Debug)]
pub enum News {
    Games(Vec<ListedGame>),
    /// Something that cannot be read, and the exit code for it.
    Fault(String, Exit),
    /// There are more games than fit in memory.
    Full,
    /// The end of the inputs.
    Done(Exit),
}

pub type NewsReceiver = Receiver<News>;

/// The games of a batch.
#[derive(Default)]
struct LoadedGames {
    /// The number of games, also of those that do not match.
    seen: u64,
    /// The games that match, with their numbers in the batch.
    games: Vec<ListedGame>,
    faults: Vec<String>,
    worst: Exit,
}

/// Starts to read the inputs.
pub fn load(
    inputs: Vec<Input>,
    options: OpenOptions,
    (rules, aliases): (JudgeOptions, Arc<Aliases>),
    filter: Option<Filter>,
    places: Vec<(OsString, TypedPlace)>,
) -> NewsReceiver {
    let (news, found) = mpsc::channel();
    thread::spawn(move || {
        let mut exit = Exit::Success;
        let (mut before, mut room) = (0, ByteBudget::default());
        // As in every command, an unreadable path is worse than damage in a folder.
        let named: Vec<_> = inputs.iter().map(Input::source).collect();
        let is_named = |source: &Source, fault: &Diagnostic| {
            fault.code == Code::Unreadable && named.contains(source)
        };
        // A closed channel means that the program ends.
        let result = scan(
            &inputs,
            &options,
            &Progress::new(),
            || GameReader::new(rules).renaming(Arc::clone(&aliases)),
            LoadedGames::default,
            |reader,
             LoadedGames {
                 seen,
                 games,
                 faults,
                 worst,
             },
             item| match item {
                Item::Game(game) => {
                    *seen += 1;
                    if is_at_place(&places, &game) && reader.read_and_filter(&game, filter.as_ref())
                    {
                        reader.judge();
                        let place = game.source.to_string();
                        games.push(entry(reader, *seen, place, game.format, game.text));
                    }
                }
                Item::Fault { source, diagnostic } => {
                    *worst = worst.and(if is_named(source, &diagnostic) {
                        Exit::Failure
                    } else {
                        Exit::Findings
                    });
                    faults.push(format!("{source}: {}", diagnostic.message));
                }
                Item::Rejected { .. } | Item::Skipped { .. } => {}
            },
            |LoadedGames {
                 seen,
                 mut games,
                 faults,
                 worst,
             }| {
                exit = exit.and(worst);
                if games.iter().any(|game| !game.sound) {
                    exit = exit.and(Exit::Findings);
                }
                for game in &mut games {
                    game.number += before;
                }
                before += seen;
                for fault in faults {
                    let _ = news.send(News::Fault(fault, worst));
                }
                let fits = first_without_room(&games, &mut room);
                games.truncate(fits.unwrap_or(games.len()));
                if news.send(News::Games(games)).is_err() {
                    return ControlFlow::Break(());
                }
                if fits.is_some() {
                    let _ = news.send(News::Full);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        if let Err(error) = result {
            let _ = news.send(News::Fault(error.to_string(), Exit::Failure));
            exit = Exit::Failure;
        }
        let _ = news.send(News::Done(exit));
    });
    found
}

/// Whether a game is at a place that is named in its source, if any place is named there.
fn is_at_place(places: &[(OsString, TypedPlace)], game: &GameText<'_>) -> bool {
    let mut named = places
        .iter()
        .filter_map(|(path, place)| Some((is_source(path, game.source)?, place)))
        .peekable();
    named.peek().is_none() || named.any(|(is_source, place)| is_source && place.is_in(game))
}

/// The index of the first game that does not fit. The games before it take their room.
fn first_without_room(games: &[ListedGame], room: &mut ByteBudget) -> Option<usize> {
    games.iter().position(|game| !room.take(game.bytes()))
}

fn entry(
    reader: &GameReader,
    number: u64,
    place: String,
    format: Format,
    text: &str,
) -> ListedGame {
    let facts = reader.facts();
    let own = |text: Option<&str>| text.unwrap_or_default().to_owned();
    ListedGame {
        number,
        place,
        format,
        text: text.into(),
        white: own(facts.player(Side::White)),
        black: own(facts.player(Side::Black)),
        date: facts.date().map(|d| d.to_string()).unwrap_or_default(),
        event: own(facts.event()),
        variant: reader.verdict.title().to_owned(),
        plies: reader.verdict.plies(),
        result: reader.verdict.result(&reader.record).as_str(),
        sound: reader.verdict.status.is_sound() || reader.verdict.status.is_unjudged(),
    }
}

impl ListedGame {
    /// The bytes of its texts.
    fn bytes(&self) -> usize {
        let texts = self.texts().map(str::len).into_iter().sum::<usize>();
        self.text.len() + texts
    }

    /// The texts of its line.
    fn texts(&self) -> [&str; 7] {
        [
            &self.white,
            &self.black,
            &self.date,
            &self.event,
            &self.variant,
            &self.place,
            self.result,
        ]
    }

    /// Whether the line of the game contains all words, given in lower case.
    pub fn has(&self, words: &str) -> bool {
        let texts = self.texts().map(str::to_lowercase);
        words
            .split_whitespace()
            .all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_in_memory_is_bounded() {
        let reader = GameReader::new(JudgeOptions::default());
        let game = |text| entry(&reader, 1, String::new(), Format::Uhp, text);
        let games: Vec<ListedGame> = ["12345", "1234", "1"].map(game).into();
        let mut room = ByteBudget::new(games[0].bytes() + games[1].bytes());
        assert_eq!(first_without_room(&games[..2], &mut room), None);
        assert_eq!(first_without_room(&games[2..], &mut room), Some(0));
    }
}
