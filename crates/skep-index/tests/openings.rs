//! Counts of positions.

use std::collections::HashSet;

use super::{each_game, file, index_of, judged, stored};
use skep_analysis::Facts;
use skep_analysis::database::Collection as _;
use skep_analysis::database::GameOrder;
use skep_analysis::filter::{Filter, Truth};
use skep_analysis::openings::{
    ListedPart, MoveOrder, OpeningNames, OpeningTree, TreeListing, TreeStart, Walker, list_all,
};
use skep_index::Index;
use skep_records::{Game, Status};
use skep_rules::game::Side;
use std::path::PathBuf;
use std::sync::Arc;

/// The filters of the tests: fields that the index holds, tests that need the record, and combinations.
const FILTERS: [&str; 17] = [
    "result = white",
    "winner = black or result != draw",
    "not (player ~ a) and plies > 12",
    "player !~ e",
    "known(player) and known(date)",
    "date >= 2021-05",
    "year = 2020 or month = 3",
    "elo > 1600",
    "white_elo < 1600 and not black_elo > 1500",
    "event_kind = tournament or time_control ~ 0",
    "reaches('wL bL wL-')",
    "variant = Base+MLP and pattern('wQ bQ-')",
    "tag(Event) ~ a or uses(wP)",
    "source ~ a and not entry ~ spring",
    "pattern('bP wQ-') or endpattern('wM bQ-')",
    "not uses(bP) and not pattern('wL bQ-')",
    "path ~ /sgf|pgn/ and status = ok and mobility > 4",
];

/// Compares the index with a tree of all its games that match a filter, in every position of some games.
fn compare(index: &Arc<Index>, filter: Option<&str>, games: usize) {
    println!("{}", filter.unwrap_or("no filter"));
    let filter = filter.map(|text| Filter::parse(text).unwrap());
    let mut tree = OpeningTree::default();
    let mut walker = Walker::new(&[], 1_000);
    let mut lines: Vec<Game> = Vec::new();
    let (mut all, mut matching) = (0, 0);
    each_game(stored(index, None), |game| {
        let (record, verdict) = judged(game);
        let facts = Facts::new(&record, &verdict);
        all += 1;
        if filter
            .as_ref()
            .is_some_and(|f| f.test(&facts, game.source) != Truth::True)
        {
            return;
        }
        matching += 1;
        if verdict.status == Status::Ok {
            walker.walk(&facts, &mut tree);
            lines.push(verdict.game.clone());
        }
    });
    let mut left = 0;
    let rejected = each_game(stored(index, filter.as_ref()), |_| left += 1);
    assert_eq!(left + rejected, all);
    assert!(left >= matching, "a matching game is left out");
    let mut seen = HashSet::new();
    let step = (lines.len() / games).max(1);
    for line in lines.iter().step_by(step) {
        for plies in 0..=line.plies() {
            let mut start = line.clone();
            start.truncate(plies);
            let place = TreeStart::new(&start);
            if !seen.insert(place.key()) {
                continue;
            }
            let answer = index.continuations(&place, filter.as_ref()).unwrap();
            let Some(node) = tree.node(place.key()) else {
                // A record stops before a forced pass.
                assert_eq!(answer.node.reached(), 0, "{:?}", place.line());
                continue;
            };
            let found = (answer.node.score, answer.node.length, answer.node.last);
            assert_eq!(
                found,
                (node.score, node.length, node.last),
                "{:?}",
                place.line()
            );
            let mut moves: Vec<(u64, u64, u64)> = (tree.moves())
                .filter(|&(from, ..)| from == place.key())
                .map(|(_, to, played)| (to, played, tree.node(to).unwrap().reached()))
                .collect();
            let mut turns: Vec<(u64, u64, u64)> = (answer.turns.iter())
                .map(|turn| (turn.place.key(), turn.played, turn.node.reached()))
                .collect();
            moves.sort_unstable();
            turns.sort_unstable();
            assert_eq!(turns, moves, "{:?}", place.line());
            if plies % 8 == 2 {
                let found = index
                    .games_at(&place, filter.as_ref(), GameOrder::Newest, 0, 3)
                    .unwrap();
                assert_eq!(found.1, node.reached());
                assert_eq!(found.0.len() as u64, found.1.min(3));
                for game in found.0 {
                    let (_, verdict) = game.read();
                    let keys = TreeStart::new(&verdict.game);
                    assert!(keys.game().plies() >= verdict.plies());
                    assert_eq!(index.game(game.id).unwrap().unwrap().text(), game.text());
                }
            }
        }
    }
    assert!(
        filter.is_some() || seen.len() > 50,
        "{} positions",
        seen.len()
    );
}

#[test]
fn positions_count_as_in_openings() {
    let games = [
        file("fixtures/games"),
        file("fixtures/cli"),
        file("fixtures/bga"),
    ];
    let (_folder, index) = index_of(&games);
    compare(&index, None, 20);
    for filter in FILTERS {
        compare(&index, Some(filter), 3);
    }
}

#[test]
fn the_corpus_counts_as_in_openings() {
    let Some(corpus) = skep_testing::shared("corpus/boardspace-2020") else {
        return;
    };
    let mut files: Vec<PathBuf> = corpus
        .read_dir()
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    files.truncate(40);
    let (_folder, index) = index_of(&files);
    compare(&index, None, 6);
    for filter in FILTERS {
        compare(&index, Some(filter), 1);
    }
}

/// Positions of Venom, packs and Hex-It count as those of Hive, in random games with many transpositions.
#[test]
fn random_games_count_as_in_openings() {
    let inputs = OTHERS.map(|variant| super::random(variant, 30, 12));
    let (_folder, index) = super::index_of_inputs(&inputs);
    compare(&index, None, 20);
    for filter in [
        "result = white or plies > 12",
        "game = hex-it and plies > 3",
        "variant = Base+MLP+Guardians",
        "not pattern('wQ bQ-')",
    ] {
        compare(&index, Some(filter), 8);
    }
}

/// Variants with packs, Venom and Hex-It.
const OTHERS: [&str; 7] = [
    "Venom",
    "Venom-MLP+Predators",
    "Base+MLP+Guardians",
    "Base+Honeycombo",
    "Base+MLP+[Sc2,Tk]",
    "39",
    "19",
];

/// The lists of openings of Venom, packs and Hex-It are the same from the index and from the records.
#[test]
fn openings_of_every_game_are_listed_as_from_the_records() {
    let mut inputs = OTHERS.map(|variant| super::random(variant, 80, 9)).to_vec();
    inputs.push(super::random("Base+MLP", 150, 9));
    inputs.push(super::random("Base+Swarm", 30, 6));
    inputs.push(skep_collection::Input::Path(file("fixtures/games")));
    let (_folder, index) = super::index_of_inputs(&inputs);
    let mut answered = 0;
    for (depth, min_games, filter) in [
        (1, 1, "plies > 0"),
        (2, 2, "variant ~ Swarm"),
        (3, 2, "not variant ~ Swarm"),
        (2, 1, "variant = Venom or game = hex-it and plies > 5"),
        (4, 3, "variant ~ Guardians and result != white"),
        (6, 4, "game = hex-it"),
        (11, 9, "not variant ~ Swarm"),
    ] {
        answered += u32::from(listed_alike(&index, depth, min_games, Some(filter)));
    }
    assert!(answered > 3, "{answered}");
}

/// Compares the lists of an index with those of its records. Returns false if the index does not answer.
fn listed_alike(index: &Arc<Index>, depth: u32, min_games: u64, filter: Option<&str>) -> bool {
    let filter = filter.map(|text| Filter::parse(text).unwrap());
    let openings = index.openings(depth, min_games, filter.as_ref()).unwrap();
    let Some(openings) = openings else {
        println!("read from the records: {depth} {min_games} {filter:?}");
        return false;
    };
    let mut tree = OpeningTree::default();
    let mut walker = Walker::new(&[], depth);
    let mut counts = [0; 4];
    each_game(stored(index, filter.as_ref()), |game| {
        let (record, verdict) = judged(game);
        let facts = Facts::new(&record, &verdict);
        let kind = match verdict.status {
            Status::Ok => 0,
            Status::Empty => 1,
            status if status.is_unjudged() => 3,
            _ => 2,
        };
        counts[kind] += 1;
        walker.walk(&facts, &mut tree);
    });
    let found = [
        openings.counted,
        openings.empty,
        openings.invalid,
        openings.unjudged,
    ];
    assert_eq!(found, counts);
    for top in [2, usize::MAX] {
        let shown = ListedPart {
            depth,
            min_games,
            top,
            order: MoveOrder::Games,
            side: Side::White,
        };
        let listed = |tree: &OpeningTree| -> Vec<(String, TreeListing)> {
            let all = list_all(tree, &[], shown).into_iter();
            all.map(|(start, listing)| (start.deal().into_owned(), listing))
                .collect()
        };
        assert_eq!(
            listed(&openings.tree),
            listed(&tree),
            "{depth} {min_games} {filter:?}"
        );
    }
    true
}

/// The lists of openings are the same from the index and from the records, also where a game comes to a position only
/// after the last counted turn.
#[test]
fn openings_are_listed_as_from_the_records() {
    let mut paths = vec![file("fixtures/games"), file("fixtures/cli")];
    paths.extend(skep_testing::shared("corpus/boardspace-2024"));
    let (_folder, index) = index_of(&paths);
    let mut answered = 0;
    for (depth, min_games, filter) in [
        (0, 1, None),
        (1, 1, None),
        (3, 2, None),
        (4, 3, Some("result = white")),
        (6, 2, Some("variant = Base+M and not player ~ a")),
        (8, 3, None),
        (9, 5, Some("plies > 12 or known(date)")),
        (100, 60, None),
        (2, 1, Some("status != ok")),
        (2, 1, Some("mobility > 4")),
        (200, 1, None),
    ] {
        answered += u32::from(listed_alike(&index, depth, min_games, filter));
    }
    assert!(answered > 3, "{answered}");
    // The pieces of a game are a column.
    let uses = Filter::parse("variant = Base+MLP and uses(wP)").unwrap();
    let mut expected = 0;
    each_game(stored(&index, None), |game| {
        let (record, verdict) = judged(game);
        let truth = uses.test(&Facts::new(&record, &verdict), game.source);
        expected += u64::from(truth == Truth::True);
    });
    assert!(expected > 0);
    assert_eq!(index.count_games(Some(&uses)).unwrap(), Some(expected));
    let unknown = Filter::parse("mobility > 4").unwrap();
    assert!(index.openings(2, 1, Some(&unknown)).unwrap().is_none());
}

/// Games of all kinds have positions: their first position has all games, and each has its continuations.
#[test]
fn venom_and_hexit_have_positions() {
    let (_folder, index) = index_of(&[file("fixtures/games")]);
    let mut kinds = HashSet::new();
    let mut walked = 0;
    each_game(stored(&index, None), |game| {
        let (_, verdict) = judged(game);
        if verdict.status != Status::Ok || verdict.game.hive().is_some() {
            return;
        }
        for plies in (0..verdict.plies()).take(6) {
            let [before, after] = [plies, plies + 1].map(|plies| {
                let mut line = verdict.game.clone();
                line.truncate(plies);
                TreeStart::new(&line)
            });
            let answer = index.continuations(&before, None).unwrap();
            assert!(answer.node.reached() > 0);
            let played: u64 = answer.turns.iter().map(|turn| turn.played).sum();
            assert!(played <= answer.node.reached());
            if before.game().plies() == plies && after.game().plies() == plies + 1 {
                let next = answer
                    .turns
                    .iter()
                    .find(|turn| turn.place.key() == after.key());
                let next = next.unwrap_or_else(|| panic!("{:?}", after.line()));
                assert!(next.played > 0 && next.node.reached() >= next.played);
                walked += 1;
            }
        }
        kinds.insert(verdict.game.kind());
    });
    assert_eq!(kinds.len(), 2, "Venom and Hex-It");
    assert!(walked > 15, "{walked}");
}

#[test]
fn places_have_names_and_players_are_found() {
    let (_folder, index) = index_of(&[file("fixtures/games")]);
    let game = |text: &str| {
        let (mut record, mut verdict) = Default::default();
        skep_records::read(skep_records::Format::Uhp, text, &mut record);
        skep_records::Judge::default().judge(&record, &mut verdict);
        verdict.game
    };
    let place = TreeStart::new(&game("Base;InProgress;White[2];wA1;bA1 wA1-"));
    assert_eq!(place.line(), ["wA1", "bA1 wA1-"]);
    let names = OpeningNames::known();
    assert!(place.name(&names).is_some_and(|name| !name.is_empty()));
    let all = index.players("", usize::MAX).unwrap();
    assert!(!all.is_empty() && all.is_sorted_by_key(|player| std::cmp::Reverse(player.games)));
    let first = &all[0];
    let prefix = first.name.to_uppercase();
    assert!(index.players(&prefix, 5).unwrap().contains(first));
    assert_eq!(index.players("no such player", 5).unwrap(), []);
}

/// Positions that many games reach have their counts on disk. The counts agree with the games, also after games are
/// removed.
#[test]
fn popular_positions_count_as_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.skepdb");
    let game = |n: usize| {
        let (first, second, third) = (n % 5, n / 5 % 4, n / 20 % 3);
        let bug = |i: usize| ["A1", "B1", "G1", "S1", "L"][i];
        let (white, black) = (bug(first), bug(second));
        let pieces = ["wQ", "wM", "wP"];
        let (third, fifth) = (pieces[third], pieces[(third + 1 + n / 60 % 2) % 3]);
        let elo = 1000 + n;
        format!(
            "[GameType \"Base+MLP\"]\n[Date \"20{:02}.05.06\"]\n[White \"P{n}\"]\n[WhiteElo \"{elo}\"]\n[Result \"{}\"]\n\n\
             1. w{white}\n2. b{black} -w{white}\n3. {third} w{white}-\n4. bQ -b{black}\n5. {fifth} {third}-\n\n",
            n % 30,
            ["1-0", "0-1", "1/2-1/2"][n % 3],
        )
    };
    let text: String = (0..1500).map(game).collect();
    let input = |text: &str| skep_collection::Input::Bytes {
        name: "games.pgn".into(),
        bytes: text.as_bytes().into(),
    };
    super::add(&path, &[input(&text)]).unwrap();
    let index = Arc::new(Index::open(&path).unwrap());
    assert_eq!(index.games(), 1500);
    compare(&index, None, 65);
    compare(&index, Some("white_elo > 1700"), 65);
    let start = TreeStart::new(&Game::of_variant("Base+MLP").unwrap());
    let (games, _) = index
        .games_at(&start, None, GameOrder::Added, 0, 40)
        .unwrap();
    let mut writer = skep_index::CollectionWriter::open(&path, 1).unwrap();
    for game in games {
        writer.remove(game.id).unwrap();
    }
    writer.finish().unwrap();
    let index = Arc::new(Index::open(&path).unwrap());
    assert_eq!(index.games(), 1460);
    compare(&index, None, 65);
}

/// The counts from the columns of an index equal the counts from its records.
#[test]
fn values_are_counted_without_records() {
    use skep_analysis::filter::{Field, Value, Values};
    use std::collections::BTreeMap;

    let (_folder, index) = index_of(&[file("fixtures/games"), file("fixtures/pgn")]);
    let mut counted = 0;
    for filter in [
        None,
        Some("plies > 12 or known(date)"),
        Some("uses(bP) and plies < 1"),
        Some("shape in (C, Z) and not opening_code = Z:L-L"),
        Some("motif(white) = queen-pin and first(gate) <= 12"),
        Some("black_motif != ring or known(first(cover))"),
    ] {
        let filter = filter.map(|text| Filter::parse(text).unwrap());
        let mut matching = 0;
        let mut values: Vec<BTreeMap<String, u64>> = vec![BTreeMap::new(); Field::ALL.len()];
        let add = |counts: &mut BTreeMap<String, u64>, values: Values<'_>, games| {
            let mut add = |value: Option<Value<'_>>| {
                let text = value.map_or_else(String::new, |value| value.to_string());
                *counts.entry(text).or_default() += games;
            };
            match values {
                Values::Pending => add(None),
                Values::One(value) => add(value),
                // A game of two equal values is one game of the value.
                Values::Both([white, black]) => {
                    let text = |value: &Option<Value<'_>>| value.as_ref().map(ToString::to_string);
                    let differ = text(&white) != text(&black);
                    add(white);
                    if differ {
                        add(black);
                    }
                }
                Values::Findings(_) | Values::Motifs(_) | Values::Tags(_) | Values::Plies(..) => {
                    let names = values.names().unwrap_or_default();
                    for name in names {
                        add(Some(Value::Text(name)));
                    }
                }
            }
        };
        each_game(stored(&index, None), |game| {
            let (record, verdict) = judged(game);
            let facts = Facts::new(&record, &verdict);
            let matches = |f: &Filter| f.test(&facts, game.source) == Truth::True;
            if filter.as_ref().is_none_or(matches) {
                matching += 1;
                for (field, counts) in Field::ALL.into_iter().zip(&mut values) {
                    add(counts, field.values(&facts, game.source), 1);
                }
            }
        });
        assert_eq!(index.count_games(filter.as_ref()).unwrap(), Some(matching));
        for (field, expected) in Field::ALL.into_iter().zip(values) {
            let mut counts = BTreeMap::new();
            let known = index.each_value(field, filter.as_ref(), |values, games| {
                add(&mut counts, values, games);
            });
            if known.unwrap() {
                counted += 1;
                assert_eq!(counts, expected, "{field:?}");
            }
        }
    }
    assert!(counted > 50, "{counted}");
    let unknown = Filter::parse("mobility > 4").unwrap();
    assert_eq!(index.count_games(Some(&unknown)).unwrap(), None);
}

/// The records that a filter needs are read until the deadline, and each record only once.
#[test]
fn a_slow_filter_is_continued() {
    use skep_analysis::tactics::Stop;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    let (_folder, index) = index_of(&[file("fixtures/games")]);
    let filter = Filter::parse("mobility > 4").unwrap();
    let start = TreeStart::new(&Game::of_variant("Base+MLP").unwrap());
    let late = index.prepare(&start, Some(&filter), &Stop::at(Instant::now()));
    let Err(skep_index::Error::Late { progress, .. }) = late else {
        panic!("{late:?}");
    };
    let all = index.continuations(&start, None).unwrap().node.reached();
    assert_eq!((progress.tested, progress.games), (0, all));
    let gone = Stop {
        time: None,
        flag: Some(Arc::new(AtomicBool::new(true))),
    };
    let late = index.prepare(&start, Some(&filter), &gone);
    assert!(
        matches!(late, Err(skep_index::Error::Late { .. })),
        "{late:?}"
    );
    let hour = Stop::at(Instant::now() + Duration::from_secs(3600));
    index.prepare(&start, Some(&filter), &hour).unwrap();
    // No record is left to read.
    index
        .prepare(&start, Some(&filter), &Stop::at(Instant::now()))
        .unwrap();
    let reached = index
        .continuations(&start, Some(&filter))
        .unwrap()
        .node
        .reached();
    assert!(reached > 0);
}
