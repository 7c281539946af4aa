//! A collection in memory and an index of the same games give the same answers.

use std::path::PathBuf;

use skep_analysis::database::{
    self, Career, Collection, Continuations, FoundGame, GameOrder, ListSort, Memory, Question,
};
use skep_analysis::filter::Filter;
use skep_analysis::openings::TreeStart;
use skep_analysis::similar::{Features, Ranking};
use skep_analysis::tactics::Stop;
use skep_collection::Input;
use skep_records::Game;

use super::{each_game, file, index_of_inputs, judged, random};

fn memory_of(inputs: &[Input]) -> Memory {
    let mut entries = Vec::new();
    for input in inputs {
        each_game(input.clone(), |game| {
            let (record, verdict) = judged(game);
            entries.push(database::MemoryEntry::new(game, &record, &verdict));
        });
    }
    let mut memory = Memory::default();
    memory.extend(entries);
    memory
}

fn ids(games: &[FoundGame]) -> Vec<(u64, String)> {
    let sources = |game: &FoundGame| format!("{:?}", game.sources);
    games.iter().map(|game| (game.id, sources(game))).collect()
}

/// Everything in an answer.
fn whole(answer: &Continuations) -> Vec<String> {
    let turns = answer.turns.iter().map(|turn| {
        let key = turn.place.key();
        format!("{} {} {key:x} {:?}", turn.spelling, turn.played, turn.node)
    });
    let first = format!("{:?} {:?}", answer.side, answer.node);
    std::iter::once(first).chain(turns).collect()
}

fn career(career: Option<Career>) -> Option<String> {
    career.map(|career| {
        let newest = ids(&career.newest);
        let career = Career {
            newest: Vec::new(),
            ..career
        };
        format!("{career:?} {newest:?}")
    })
}

/// Compares the answers about a position and the most played positions after it.
fn compare(index: &dyn Collection, memory: &dyn Collection, place: &TreeStart, depth: u32) -> u64 {
    let mut compared = 0;
    for text in [
        "",
        "plies > 20",
        "white = Ann or year >= 2024",
        "result = draw",
        "reaches('wS1')",
        // The record must be read.
        "captures > 0 or moved > 3 or comments >= 0",
    ] {
        let Ok(filter) =
            (text.is_empty().then_some(None)).map_or_else(|| Filter::parse(text).map(Some), Ok)
        else {
            continue;
        };
        let filter = filter.as_ref();
        // Without it, the index would read the same records later.
        index.prepare(place, filter, &Stop::default()).unwrap();
        let [one, other] = [index, memory].map(|games| games.continuations(place, filter).unwrap());
        assert_eq!(whole(&one), whole(&other), "{text} {place:?}");
        compared += one.node.reached();
        let [months, same] = [index, memory].map(|games| games.history(place, filter).unwrap());
        assert_eq!(months, same, "{text}");
        for order in GameOrder::ALL {
            let [(one, all), (other, same)] =
                [index, memory].map(|games| games.games_at(place, filter, order, 1, 5).unwrap());
            assert_eq!(all, same, "{text}");
            assert_eq!(ids(&one), ids(&other), "{text} {order}");
        }
        if depth > 0 && text.is_empty() {
            for turn in one.turns.iter().take(3) {
                compared += compare(index, memory, &turn.place, depth - 1);
            }
        }
    }
    compared
}

/// The ids, plies and similarities of the most similar games, and how many requests it takes if each stops as soon as
/// it can.
fn similar(games: &dyn Collection, filter: Option<&Filter>) -> Vec<(u64, u32, f64)> {
    let mut game = Game::of_variant("Base").unwrap();
    let line = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-";
    game.play(line.split(';')).unwrap();
    let wanted = Features::of(&game).unwrap();
    let most = usize::try_from(games.games()).unwrap();
    let whole = games.similar(&wanted, filter, 0, most, &Stop::default());
    let whole = whole.unwrap();
    assert_eq!(whole.next, whole.all);
    let (mut ranking, mut from) = (Ranking::new(7), 0);
    while from < whole.all {
        let now = Stop::at(std::time::Instant::now());
        let part = games.similar(&wanted, filter, from, 7, &now).unwrap();
        assert!(part.next > from);
        assert_eq!(part.all, whole.all);
        from = part.next;
        for one in part.games {
            ranking.push(one.likeness.similarity, one.game.id, one.likeness.ply);
        }
    }
    let all = whole.games.iter();
    let all: Vec<(u64, u32, f64)> = all
        .map(|one| (one.game.id, one.likeness.ply, one.likeness.similarity))
        .collect();
    let best: Vec<(u64, u32, f64)> = ranking
        .into_sorted()
        .map(|(s, id, ply)| (id, ply, s))
        .collect();
    assert_eq!(best, all[..all.len().min(7)]);
    all
}

/// Both have the same pages of all games, also of those with errors, in every order.
fn lists(index: &dyn Collection, memory: &dyn Collection) {
    let late = Filter::parse("event_kind = tournament or plies < 60").unwrap();
    for (filter, order, reverse) in [None, Some(&late)]
        .into_iter()
        .flat_map(|filter| GameOrder::ALL.map(|order| (filter, order)))
        .flat_map(|(filter, order)| [false, true].map(|reverse| (filter, order, reverse)))
    {
        let (mut seen, mut after) = (0, None);
        let mut listed = Vec::new();
        loop {
            let question = Question {
                place: None,
                filter,
                sort: ListSort { order, reverse },
                after: after.as_ref(),
                limit: 17,
            };
            let [one, other] =
                [index, memory].map(|games| games.list(&question, &Stop::default()).unwrap());
            assert_eq!(one.total, other.total, "{order}");
            assert_eq!(
                ids(&one.games),
                ids(&other.games),
                "{order} {reverse} {after:?}"
            );
            seen += one.games.len() as u64;
            listed.extend(one.games.iter().map(|game| game.id));
            assert_eq!(one.next.is_some(), other.next.is_some());
            match other.next {
                Some(next) => after = Some(next),
                None => break assert_eq!(seen, one.total),
            }
        }
        let whole = Question {
            place: None,
            filter,
            sort: ListSort { order, reverse },
            after: None,
            limit: 1,
        };
        for games in [index, memory] {
            assert_eq!(games.ids(&whole, &Stop::default()).unwrap(), listed);
        }
        assert!(filter.is_some() || seen == memory.games());
    }
}

fn check(inputs: &[Input]) -> u64 {
    let (_folder, index) = index_of_inputs(inputs);
    let memory = memory_of(inputs);
    let (index, memory): (&dyn Collection, &dyn Collection) = (&*index, &memory);
    assert_eq!(index.games(), memory.games());
    let filter = Filter::parse("plies > 20").unwrap();
    // To test this filter, the index must read records.
    let slow = Filter::parse("plies > 20 and pattern(\"wQ bQ-\")").unwrap();
    for filter in [None, Some(&filter), Some(&slow)] {
        let [one, other] = [index, memory].map(|games| similar(games, filter));
        assert_eq!(one, other);
    }
    let [one, other] = [index, memory].map(|games| games.variants().unwrap());
    assert_eq!(one, other);
    let [players, other] = [index, memory].map(|games| games.players("", 50).unwrap());
    assert_eq!(players, other);
    for player in players.iter().take(20) {
        let [one, other] =
            [index, memory].map(|games| career(games.career(&player.name, 5, 5).unwrap()));
        assert_eq!(one, other);
    }
    for n in [0, 1, memory.games() / 2, memory.games()] {
        let [(one, all), (other, same)] =
            [index, memory].map(|games| games.nth_candidate(None, n).unwrap());
        assert_eq!(all, same);
        let [one, other] = [one, other].map(|game| ids(game.as_slice()));
        assert_eq!(one, other);
    }
    lists(index, memory);
    let mut compared = 0;
    for (variant, _) in &memory.variants().unwrap() {
        if let Some(game) = Game::of_variant(variant) {
            compared += compare(index, memory, &TreeStart::new(&game), 4);
        }
    }
    compared
}

#[test]
fn memory_and_index_agree_on_the_fixtures() {
    let games = [
        Input::Path(file("fixtures/games")),
        Input::Path(file("fixtures/cli")),
    ];
    assert!(check(&games) > 100);
}

#[test]
fn memory_and_index_agree_on_random_games() {
    let games = ["Base", "Base+MLP", "Venom", "29"].map(|variant| random(variant, 60, 60));
    assert!(check(&games) > 1000);
}

#[test]
fn memory_and_index_agree_on_the_corpus() {
    let folder: PathBuf = file("../shared/corpus");
    if !folder.exists() {
        return skep_testing::skip("shared", "there is no ../shared/corpus");
    }
    assert!(check(&[Input::Path(folder)]) > 5000);
}
