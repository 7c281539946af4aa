//! A download of many games lists them once.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use skep_analysis::Score;
use skep_analysis::database::{
    Career, Collection, CollectionError, Continuations, FoundGame, GameOrder, IdPage, KnownPlayer,
    ListPage, ListSort, Memory, MemoryEntry, Question,
};
use skep_analysis::filter::Filter;
use skep_analysis::openings::TreeStart;
use skep_analysis::tactics::Stop;
use skep_explorer::Answers;
use skep_records::record::Date;
use skep_records::{Format, GameText, Judge, Source};

type Asked<T> = Result<T, CollectionError>;

/// A collection that counts how often all games are listed, and how often a game is read.
#[derive(Default)]
struct Counting {
    games: Memory,
    lists: AtomicU64,
    reads: AtomicU64,
}

impl Collection for Counting {
    fn games(&self) -> u64 {
        self.games.games()
    }

    fn game(&self, id: u64) -> Asked<Option<FoundGame>> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        self.games.game(id)
    }

    fn prepare(&self, place: &TreeStart, filter: Option<&Filter>, stop: &Stop) -> Asked<()> {
        self.games.prepare(place, filter, stop)
    }

    fn continuations(&self, place: &TreeStart, filter: Option<&Filter>) -> Asked<Continuations> {
        self.games.continuations(place, filter)
    }

    fn list(&self, question: &Question<'_>, stop: &Stop) -> Asked<ListPage> {
        self.lists.fetch_add(1, Ordering::Relaxed);
        self.games.list(question, stop)
    }

    fn id_page(&self, question: &Question<'_>, stop: &Stop) -> Asked<IdPage> {
        self.lists.fetch_add(1, Ordering::Relaxed);
        self.games.id_page(question, stop)
    }

    fn history(
        &self,
        place: &TreeStart,
        filter: Option<&Filter>,
    ) -> Asked<BTreeMap<Option<Date>, Score>> {
        self.games.history(place, filter)
    }

    fn nth_candidate(&self, filter: Option<&Filter>, n: u64) -> Asked<(Option<FoundGame>, u64)> {
        self.games.nth_candidate(filter, n)
    }

    fn variants(&self) -> Asked<Vec<(String, u64)>> {
        self.games.variants()
    }

    fn players(&self, prefix: &str, limit: usize) -> Asked<Vec<KnownPlayer>> {
        self.games.players(prefix, limit)
    }

    fn career(&self, name: &str, opponents: usize, newest: usize) -> Asked<Option<Career>> {
        self.games.career(name, opponents, newest)
    }
}

/// Games of different players.
fn entries(count: u64) -> Vec<MemoryEntry> {
    let source = Source::file("games.pgn".as_ref());
    let mut judge = Judge::default();
    let entry = |number: u64| {
        let text = format!(
            "[Game \"Hive\"]\n[White \"Player {number}\"]\n[GameType \"Base\"]\n\n1. wS1 2. bS1 wS1-\n"
        );
        let game = GameText {
            index: number,
            ..GameText::new(&source, Format::Pgn, &text)
        };
        let record = game.read();
        MemoryEntry::new(&game, &record, &judge.verdict(&record))
    };
    (1..=count).map(entry).collect()
}

#[test]
fn a_download_lists_the_games_once() {
    let mut counting = Counting::default();
    counting.games.extend(entries(1001));
    let games = Arc::new(counting);
    let answers = Answers::new(Arc::clone(&games) as Arc<dyn Collection>, Vec::new());
    let query = Some("to=jsonl&order=white&where=white+~+Player");
    let answer = answers.answer("/api/download", query, &Stop::default());
    let text = String::from_utf8(answer.unwrap().bytes).unwrap();
    // In the order of the list.
    let names: Vec<&str> = (text.lines())
        .map(|line| line.split("Player ").nth(1).unwrap())
        .map(|rest| &rest[..rest.find('"').unwrap()])
        .collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert!(names.len() == 1001 && names == sorted);
    assert_eq!(games.lists.load(Ordering::Relaxed), 1);
    assert_eq!(games.reads.load(Ordering::Relaxed), 1001);
}

#[test]
fn ids_are_in_the_order_of_the_pages() {
    let mut games = Memory::default();
    games.extend(entries(30));
    for order in GameOrder::ALL {
        let question = Question {
            place: None,
            filter: None,
            sort: ListSort {
                order,
                reverse: true,
            },
            after: None,
            limit: 100,
        };
        let listed = games.list(&question, &Stop::default()).unwrap();
        let listed: Vec<u64> = listed.games.iter().map(|game| game.id).collect();
        assert_eq!(games.ids(&question, &Stop::default()).unwrap(), listed);
    }
}
