//! `pattern(...)` and the features of positions in the filter language, against slow and obvious second ways.

use std::collections::BTreeMap;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use skep_analysis::Facts;
use skep_analysis::filter::{Filter, Truth};
use skep_collection::{Input, Item, OpenOptions, Progress, scan};
use skep_records::Source;
use skep_records::notation::{Judge, JudgeOptions, Verdict, read};
use skep_records::record::{Format, GameKind, Record};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::{Direction, Hex, Symmetry};
use skep_rules::hive::{Bug, GameType, Move, Opening, Piece, PlaneTracker};

type Game = (Record, Verdict);
/// The stacks of a position, each from the lowest piece up.
type Board = BTreeMap<Hex, Vec<Piece>>;

fn below(rng: &mut Xoshiro256PlusPlus, n: usize) -> usize {
    (rng.next_u64() % n as u64) as usize
}

fn judged(record: Record) -> Game {
    let mut verdict = Verdict::default();
    Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
    (record, verdict)
}

/// Random games, and those of the corpus, if it is here.
fn games(random: u64) -> Vec<Game> {
    let mut games = Vec::new();
    for seed in 0..random {
        let game_type: GameType = ["Base+MLP", "Base"][seed as usize % 2].parse().unwrap();
        let mut start = skep_rules::hive::Position::start(game_type.into());
        let mut moves = Vec::new();
        skep_rules::game::random_game(&mut start, seed, 0, 60, &mut moves);
        let mut tracker = PlaneTracker::new(game_type, Opening::Tournament, Hex::ORIGIN);
        let mut text = format!("{};InProgress;White[1]", GameType::set_name(game_type));
        for mv in moves {
            text += &format!(";{}", tracker.position().spell(mv));
            tracker.step(mv);
        }
        let mut record = Record::default();
        read::read(Format::Uhp, &text, &mut record);
        games.push(judged(record));
    }
    if let Some(corpus) = skep_testing::shared("corpus/pairs") {
        let work = |(): &mut (), out: &mut Vec<Record>, item: Item<'_>| {
            if let Item::Game(game) = item {
                let mut record = Record::default();
                read::read(game.format, game.text, &mut record);
                out.push(record);
            }
        };
        let inputs = [Input::Path(corpus)];
        scan(
            &inputs,
            &OpenOptions::default(),
            &Progress::new(),
            || (),
            Vec::new,
            work,
            |records| {
                games.extend(records.into_iter().map(judged));
                std::ops::ControlFlow::Continue(())
            },
        )
        .unwrap();
    }
    games
}

/// The board after each ply.
fn boards(verdict: &Verdict) -> Vec<Board> {
    let game = verdict.game.hive().expect("Hive");
    let options = game.options();
    let mut tracker = PlaneTracker::new(options.game_type, options.opening, Hex::ORIGIN);
    let mut board = Board::new();
    let plies = game.turns.iter().map(|played| {
        let step = tracker.step(played.mv);
        if let Some(piece) = step.piece {
            for stack in board.values_mut() {
                stack.retain(|p| *p != piece);
            }
            board.entry(step.to).or_default().push(piece);
            board.retain(|_, stack| !stack.is_empty());
        }
        board.clone()
    });
    plies.collect()
}

fn truth(text: &str, (record, verdict): &Game) -> bool {
    let source = Source {
        path: "-".into(),
        entry: None,
    };
    let filter = Filter::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    filter.test(&Facts::new(record, verdict), &source) == Truth::True
}

/// One entry of a pattern, in terms of the entries before it.
#[derive(Clone, Debug)]
struct Entry {
    /// `None` is an empty cell, or nothing on top.
    piece: Option<(Option<Side>, Option<Bug>, Option<u8>)>,
    /// The entry it refers to, and whether it is beside that or on it.
    from: usize,
    beside: Option<Direction>,
}

fn is((side, bug, number): (Option<Side>, Option<Bug>, Option<u8>), piece: Piece) -> bool {
    side.is_none_or(|s| s == piece.side())
        && bug.is_none_or(|b| b == piece.bug())
        && number.is_none_or(|n| n == piece.number())
}

/// Whether the entries from `k` on can be put on a board, given the places of those before.
fn fits(entries: &[Entry], k: usize, places: &mut Vec<(Hex, usize)>, board: &Board) -> bool {
    let Some(entry) = entries.get(k) else {
        return true;
    };
    let (at, level) = places[entry.from];
    let (at, levels) = match entry.beside {
        Some(direction) => (at.step(direction), 0..8),
        None => (at, level + 1..level + 2),
    };
    for level in levels {
        let there = board.get(&at).and_then(|stack| stack.get(level));
        let fits_here = match (entry.piece, there) {
            (None, there) => there.is_none() && (level == 0 || entry.beside.is_none()),
            (Some(wanted), Some(&piece)) => is(wanted, piece),
            (Some(_), None) => false,
        };
        if fits_here {
            places.push((at, level));
            let all = fits(entries, k + 1, places, board);
            places.pop();
            if all {
                return true;
            }
        }
    }
    false
}

/// Turns the whole board in all twelve ways and tries every piece as the first.
fn oracle(entries: &[Entry], board: &Board) -> bool {
    Symmetry::ALL.iter().any(|symmetry| {
        let turned: Board = board
            .iter()
            .map(|(at, stack)| (symmetry.apply(*at), stack.clone()))
            .collect();
        turned.iter().any(|(at, stack)| {
            (0..stack.len()).any(|level| {
                is(entries[0].piece.unwrap(), stack[level])
                    && fits(entries, 1, &mut vec![(*at, level)], &turned)
            })
        })
    })
}

fn spelled(entries: &[Entry]) -> String {
    let mut words = Vec::new();
    for (k, entry) in entries.iter().enumerate() {
        let mut word = match entry.piece {
            None => ".".to_owned(),
            Some((side, bug, number)) => {
                let side = match side {
                    Some(Side::White) => "w",
                    Some(Side::Black) => "b",
                    None => "?",
                };
                let bug = bug.map_or("?", Bug::code);
                let number = number
                    .filter(|&n| n > 0)
                    .map_or(String::new(), |n| n.to_string());
                format!("{side}{bug}{number}")
            }
        };
        if k > 0 {
            let of = format!("#{}", entry.from + 1);
            word += &match entry.beside {
                None => format!("@{of}"),
                Some(Direction::West) => format!(" -{of}"),
                Some(Direction::SouthWest) => format!(" /{of}"),
                Some(Direction::NorthWest) => format!(" \\{of}"),
                Some(Direction::East) => format!(" {of}-"),
                Some(Direction::NorthEast) => format!(" {of}/"),
                Some(Direction::SouthEast) => format!(" {of}\\"),
            };
        }
        words.push(word);
    }
    words.join("; ")
}

/// A piece, with a random part of its name.
fn blurred(piece: Piece, rng: &mut Xoshiro256PlusPlus) -> (Option<Side>, Option<Bug>, Option<u8>) {
    let bug = (below(rng, 5) > 0).then(|| piece.bug());
    (
        (below(rng, 4) > 0).then(|| piece.side()),
        bug,
        (bug.is_some() && piece.number() > 0 && below(rng, 3) == 0).then(|| piece.number()),
    )
}

/// A pattern from a board in a random orientation, which sometimes has a piece that is not there.
fn drawn(board: &Board, rng: &mut Xoshiro256PlusPlus) -> Vec<Entry> {
    let symmetry = Symmetry::ALL[below(rng, 12)];
    let turned: Board = board
        .iter()
        .map(|(at, stack)| (symmetry.apply(*at), stack.clone()))
        .collect();
    let cells: Vec<Hex> = turned.keys().copied().collect();
    let start = cells[below(rng, cells.len())];
    let level = below(rng, turned[&start].len());
    let mut entries = vec![Entry {
        piece: Some(blurred(turned[&start][level], rng)),
        from: 0,
        beside: None,
    }];
    let mut places = vec![(start, level)];
    for _ in 0..=below(rng, 5) {
        let from = below(rng, entries.len());
        if entries[from].piece.is_none() {
            continue;
        }
        let (at, level) = places[from];
        let on = below(rng, 3) == 0;
        let direction = Direction::from_index(below(rng, 6));
        let place = if on {
            (at, level + 1)
        } else {
            (at.step(direction), 0)
        };
        let taken = places
            .iter()
            .any(|(cell, l)| *cell == place.0 && (!on || *l == place.1));
        if taken {
            continue;
        }
        let mut piece = turned
            .get(&place.0)
            .and_then(|stack| stack.get(place.1))
            .map(|p| blurred(*p, rng));
        if below(rng, 8) == 0 {
            let all: Vec<Piece> = Piece::all().collect();
            piece = Some(blurred(all[below(rng, all.len())], rng));
        }
        entries.push(Entry {
            piece,
            from,
            beside: (!on).then_some(direction),
        });
        places.push(place);
    }
    entries
}

#[test]
fn patterns_are_found_as_by_a_slow_search() {
    let games = games(24);
    let all: Vec<Vec<Board>> = games.iter().map(|(_, verdict)| boards(verdict)).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let (mut yes, mut no, mut stacked) = (0, 0, 0);
    for i in 0..600 {
        let from = &all[below(&mut rng, all.len())];
        let Some(board) = (!from.is_empty()).then(|| &from[below(&mut rng, from.len())]) else {
            continue;
        };
        let entries = drawn(board, &mut rng);
        let text = spelled(&entries);
        // The game it was drawn from, or any other.
        let n = if i % 2 == 0 {
            all.iter().position(|b| std::ptr::eq(b, from)).unwrap()
        } else {
            below(&mut rng, all.len())
        };
        let slow = all[n].iter().any(|board| oracle(&entries, board));
        assert_eq!(
            truth(&format!("pattern('{text}')"), &games[n]),
            slow,
            "{text}"
        );
        let slow_end = all[n].last().is_some_and(|board| oracle(&entries, board));
        assert_eq!(
            truth(&format!("endpattern('{text}')"), &games[n]),
            slow_end,
            "{text}"
        );
        yes += u32::from(slow);
        no += u32::from(!slow);
        stacked += u32::from(slow && text.contains('@'));
    }
    assert!(yes > 100 && no > 50 && stacked > 20, "{yes} {no} {stacked}");
}

fn uhp(moves: &str) -> Game {
    let mut record = Record::default();
    read::read(
        Format::Uhp,
        &format!("Base+MLP;InProgress;White[1];{moves}"),
        &mut record,
    );
    let game = judged(record);
    assert!(game.1.status.is_sound(), "{:?}", game.1.diagnostics);
    game
}

fn venom(packs: &str, moves: &str) -> Game {
    let mut record = Record::default();
    let text = format!("Venom{packs};InProgress;White[1];{moves}");
    read::read(Format::Uhp, &text, &mut record);
    let game = judged(record);
    assert!(game.1.status.is_sound(), "{:?}", game.1.diagnostics);
    game
}

#[test]
fn pieces_of_venom_are_found_by_the_face_that_they_show() {
    // A scorpion turns into a spider, and a butterfly enters on its own queen.
    let game = venom(
        "+Guardians+Honeycombo",
        "wSc1 Hc-;bQ -Hc;wQ wSc1-;bA1 -bQ;wSc1 ~;bBu bQ",
    );
    for (test, holds) in [
        ("uses(Sc)", true),
        ("uses(wSc1)", true),
        ("uses(bSc)", false),
        ("uses(wS)", true),
        ("uses(Hc)", true),
        ("uses(Wa)", false),
        ("uses(wa)", false),
        ("uses(bA)", true),
        ("uses(bBu)", true),
        ("pattern('wSc wQ-')", true),
        ("pattern('wQ wSc-')", true),
        ("endpattern('wQ wSc-')", false),
        ("endpattern('wQ wS-')", true),
        ("pattern('bQ bBu@')", true),
        ("pattern('bBu bQ@')", false),
        ("pattern('bQ -Hc; wS Hc-')", true),
        ("pattern('bQ wQ-')", false),
        ("height = 2", true),
        ("max(height) = 2", true),
    ] {
        assert_eq!(truth(test, &game), holds, "{test}");
    }
}

#[test]
fn plain_games_are_found_alike_by_both_engines() {
    let moves = "wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bB1 bQ-;wA1 bQ/;bB1 bQ";
    let (plain, other) = (uhp(moves), venom("", moves));
    for test in [
        "uses(wA)",
        "uses(bA)",
        "uses(?B1)",
        "pattern('wQ wS-; bG #2-; bQ #3-')",
        "pattern('bQ bB@')",
        "endpattern('bQ bB@; .@')",
        "pattern('wA -bQ')",
        "endpattern('wA -bQ')",
        "height = 2",
        "queen = 2",
    ] {
        assert_eq!(truth(test, &plain), truth(test, &other), "{test}");
    }
}

#[test]
fn patterns_say_what_they_seem_to_say() {
    // A row wB1 wQ | bS1 bQ, then the beetle climbs on its queen.
    let game = uhp("wQ;bS1 wQ-;wB1 -wQ;bQ bS1-;wB1 wQ");
    for (pattern, shown) in [
        ("wQ", true),
        ("wB1 -wQ", true),
        ("wB1 wQ/", true),
        ("wQ; bQ wQ-", false),
        ("wQ wB1@", true),
        ("wQ; wB@wQ", true),
        ("wQ; B@", true),
        ("wQ; bB@", false),
        ("wQ; ?@", true),
        ("wQ; ??@", true),
        ("wQ; wB2@", false),
        ("wB; wQ@", false),
        ("wB; .@wB", true),
        ("wQ; .@wQ; . -wQ", true),
        ("wQ; wB@; .@; ?S wQ-; . -wQ", true),
        ("wQ; wB@; . -wQ; . wQ-", true),
        ("bQ -wQ; bS wQ-", false),
        ("wB@wQ; bS -#1; . -bS", false),
        ("?; ? -; ? -; ? -", true),
        ("?; ? -; ? -; ? -; ? -", false),
        ("?; ? -#1; ? -#2; . -#3", true),
        ("bS1, bQ bS1-, . bQ-, . bQ/", true),
    ] {
        assert_eq!(
            truth(&format!("pattern('{pattern}')"), &game),
            shown,
            "{pattern}"
        );
    }
    assert!(truth(
        "pattern('wB -wQ') and not endpattern('wB -wQ')",
        &game
    ));
    assert!(truth("endpattern('wQ wB@')", &game));
}

#[test]
fn patterns_that_mean_nothing_are_refused() {
    for wrong in [
        "",
        " ; ",
        ".",
        "wQ-",
        "wX",
        "wQ; bA",
        "wQ; bA -wA",
        "wQ; bA -#2",
        "wQ; bA -#0",
        "wQ; . @#9",
        "wQ; bA -wQ; bS -wQ",
        "wA; wA -wA; bQ wA-",
        "wQ; . -wQ; bB @#2",
        "wQ; bB@; wB@wQ",
        "wQ; .@; bB@#1",
        "-wQ",
        "@",
        "wQ; @wQ",
        "wQ4",
        "wQ; bB@é",
        "é-",
    ] {
        let text = format!("pattern(\"{wrong}\")");
        let error = Filter::parse(&text)
            .err()
            .unwrap_or_else(|| panic!("{wrong} is accepted"));
        assert!(
            error.span.start >= 8 && error.span.end <= text.len(),
            "{error:?}"
        );
    }
}

/// A number of each position of a game, if the position has it.
type Numbers = Vec<Option<u32>>;

#[test]
fn features_are_those_of_a_slow_count() {
    let games = games(12);
    let mut seen = 0;
    for game in games
        .iter()
        .filter(|(record, v)| record.game == GameKind::Hive && v.plies() > 0)
    {
        let verdict = &game.1;
        let boards = boards(verdict);
        let around = |bug_side: Side| -> Numbers {
            let count = |board: &Board| {
                let is_queen = |p: &Piece| p.bug() == Bug::Queen && p.side() == bug_side;
                let (at, _) = board.iter().find(|(_, stack)| stack.iter().any(is_queen))?;
                Some(at.neighbours().filter(|n| board.contains_key(n)).count() as u32)
            };
            boards.iter().map(count).collect()
        };
        let height = boards
            .iter()
            .map(|b| b.values().map(|s| s.len() as u32).max())
            .collect();
        let line = verdict.game.hive().expect("Hive");
        let mut position = line.positions().position().clone();
        let mobility = line.turns.iter().map(|played| {
            position.play_unchecked(played.mv);
            let mut moves = Vec::new();
            position.legal_moves_into(&mut moves);
            Some(moves.iter().filter(|mv| **mv != Move::PASS).count() as u32)
        });
        for (field, numbers) in [
            ("mobility", mobility.collect::<Numbers>()),
            ("whitequeen", around(Side::White)),
            ("blackqueen", around(Side::Black)),
            ("height", height),
        ] {
            let cases = [
                (field.to_owned(), *numbers.last().unwrap()),
                (
                    format!("max({field})"),
                    numbers.iter().copied().flatten().max(),
                ),
                (
                    format!("min({field})"),
                    numbers.iter().copied().flatten().min(),
                ),
            ];
            for (subject, expected) in cases {
                assert_eq!(
                    truth(&format!("known({subject})"), game),
                    expected.is_some()
                );
                if let Some(n) = expected {
                    assert!(truth(
                        &format!(
                            "{subject} = {n} and {subject} <= {n} and {subject} < {}",
                            n + 1
                        ),
                        game
                    ));
                    seen += 1;
                }
            }
        }
        let either = |side: &str| truth(&format!("max({side}) >= 5"), game);
        assert_eq!(
            truth("max(queen) >= 5", game),
            either("whitequeen") || either("blackqueen")
        );
        assert!(!truth("known(white_points) or points > 0", game));
    }
    assert!(seen > 100);
}

#[test]
fn points_of_hex_it_have_halves() {
    let text = std::fs::read_to_string("../../fixtures/hexit/games/blitz.hxt").unwrap();
    let mut record = Record::default();
    read::read(Format::Hxt, &text, &mut record);
    let game = judged(record);
    let points = game.1.game.score().unwrap().points;
    assert!(truth(
        &format!(
            "white_points = {} and black_points = {}",
            points.white, points.black
        ),
        &game
    ));
    assert!(truth(
        "max(white_points) >= 0.5 and min(points) <= 20 and known(mobility) and known(height)",
        &game
    ));
    assert!(!truth(
        "known(whitequeen) or queen >= 0 or pattern('?')",
        &game
    ));
    assert!(Filter::parse("white_points = 1.25").is_err());
    assert!(Filter::parse("max(white) = 1").is_err());
}
