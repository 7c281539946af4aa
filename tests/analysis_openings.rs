//! `skep openings` against a slow and obvious count: every position written out piece by piece, in all 12 ways to turn
//! it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;

use crate::skep::run;
use ::skep_analysis::openings::{OpeningTree, Walker};
use ::skep_analysis::{Facts, Tally};
use ::skep_records::notation::{Judge, JudgeOptions, Verdict, read};
use ::skep_records::record::{Format, Record};
use ::skep_rules::geometry::{Hex, Symmetry};
use ::skep_rules::hive::{Opening, Piece, PlaneTracker};
use serde_json::Value;
use skep_rules::game::Position as _;

const GAMES: &str = "fixtures/analysis/games.pgn";
const TRANSPOSITIONS: &str = "fixtures/analysis/transpositions.uhp";

/// Who is where, in the way to turn and shift the hive that comes first: hex, level, colour, bug; and whose turn it is.
type Board = (String, usize, Vec<(i32, i32, usize, usize, &'static str)>);

/// The boards that a game of Hive goes through, without those that wait for a pass.
fn boards(verdict: &Verdict) -> Vec<Board> {
    let game = verdict.game.hive().expect("Hive");
    let mut unroll = PlaneTracker::new(game.options().game_type, Opening::Open, Hex::ORIGIN);
    let mut stacks: HashMap<(i32, i32), Vec<Piece>> = HashMap::new();
    let mut all = vec![board(verdict, &unroll, &stacks)];
    for played in &game.turns {
        let step = unroll.step(played.mv);
        let next = match step.piece {
            None => {
                // After a pass the same hive waits for the other side.
                all.pop();
                board(verdict, &unroll, &stacks)
            }
            Some(piece) => {
                if let Some(from) = step.from {
                    stacks.get_mut(&(from.q, from.r)).unwrap().pop();
                }
                stacks
                    .entry((step.to.q, step.to.r))
                    .or_default()
                    .push(piece);
                board(verdict, &unroll, &stacks)
            }
        };
        all.push(next);
    }
    all
}

fn board(
    verdict: &Verdict,
    unroll: &PlaneTracker,
    stacks: &HashMap<(i32, i32), Vec<Piece>>,
) -> Board {
    let least = Symmetry::ALL
        .into_iter()
        .map(|symmetry| {
            let mut pieces = Vec::new();
            for (&(q, r), stack) in stacks {
                let hex = symmetry.apply(Hex::new(q, r));
                for (level, piece) in stack.iter().enumerate() {
                    let side = piece.side().index();
                    pieces.push((hex.q, hex.r, level, side, piece.bug().code()));
                }
            }
            let (q, r) = pieces.iter().map(|p| (p.0, p.1)).min().unwrap_or((0, 0));
            for p in &mut pieces {
                (p.0, p.1) = (p.0 - q, p.1 - r);
            }
            pieces.sort_unstable();
            pieces
        })
        .min()
        .unwrap();
    let turn = unroll.position().turn().index();
    (verdict.game.variant().to_owned(), turn, least)
}

/// A game of each text, judged.
fn judged(format: Format, texts: &[&str]) -> Vec<(Record, Verdict)> {
    let mut judge = Judge::new(JudgeOptions::default());
    texts
        .iter()
        .map(|text| {
            let (mut record, mut verdict) = (Record::default(), Verdict::default());
            read::read(format, text, &mut record);
            judge.judge(&record, &mut verdict);
            assert!(verdict.status.is_sound(), "{text}");
            (record, verdict)
        })
        .collect()
}

fn random_games(game_type: &str, n: &str) -> String {
    run(&["random", game_type, "-n", n, "--seed", "11"]).out
}

/// What a tree must hold, as numbers that do not depend on keys: of each position the games that reached it and White's
/// wins, draws, Black's wins and plies; of each move the games.
fn reference(games: &[(Record, Verdict)], depth: usize) -> (Vec<[u64; 6]>, Vec<u64>) {
    let mut nodes: BTreeMap<Board, [u64; 6]> = BTreeMap::new();
    let mut moves: BTreeMap<(Board, Board), u64> = BTreeMap::new();
    for (record, verdict) in games {
        let path: Vec<Board> = boards(verdict).into_iter().take(depth + 1).collect();
        for board in path.iter().collect::<BTreeSet<_>>() {
            let numbers = nodes.entry(board.clone()).or_default();
            numbers[0] += 1;
            let result = match verdict.result(record).as_str() {
                "WhiteWins" => 1,
                "Draw" => 2,
                "BlackWins" => 3,
                _ => 4,
            };
            numbers[result] += 1;
            numbers[5] += u64::from(verdict.plies());
        }
        for (i, pair) in path.windows(2).enumerate() {
            if !path[..i].contains(&pair[0]) {
                *moves.entry((pair[0].clone(), pair[1].clone())).or_default() += 1;
            }
        }
    }
    let mut nodes: Vec<[u64; 6]> = nodes.into_values().collect();
    let mut moves: Vec<u64> = moves.into_values().collect();
    nodes.sort_unstable();
    moves.sort_unstable();
    (nodes, moves)
}

fn keys(tree: &OpeningTree) -> BTreeSet<u64> {
    tree.moves().flat_map(|(from, to, _)| [from, to]).collect()
}

#[test]
fn the_table_of_a_player_has_the_scores_of_the_player() {
    let games = "fixtures/games/league.zip";
    let args = ["openings", "--depth", "1", "--player", "Ada", games];
    // Ada won her five games as Black.
    let table = run(&args).out;
    let black = table.lines().find(|line| line.contains("as Black"));
    insta::assert_snapshot!(black.unwrap(), @"  3  Base+MLP as Black       5        5   100/0/0    100.0  57–100    45.4   –");
    assert!(table.contains("W/d/L %  score %"), "{table}");
    // Columns for programs say whose score it is, and have that of the player too.
    let rows = run(&[&args[..], &["--format", "csv"]].concat()).out;
    let column = |line: &str, name: &str| {
        let at = rows
            .lines()
            .next()
            .unwrap()
            .split(',')
            .position(|key| key == name);
        line.split(',').nth(at.unwrap()).unwrap().to_owned()
    };
    let black = rows.lines().find(|line| line.contains(",Black,")).unwrap();
    assert_eq!(column(black, "black_wins"), "5");
    assert_eq!(column(black, "white_score"), "0.0");
    assert_eq!(column(black, "score"), "1.0");
    assert_eq!(column(black, "score_high"), "1.0");
}

#[test]
fn the_tree_is_that_of_written_out_boards() {
    let mut texts = random_games("Base+MLP", "40");
    texts.push_str(&random_games("Base", "40"));
    texts.push_str(&fs::read_to_string(TRANSPOSITIONS).unwrap());
    let lines: Vec<&str> = texts.lines().collect();
    let games = judged(Format::Uhp, &lines);
    for depth in [1, 3, 6, 40] {
        let mut walker = Walker::new(&[], depth as u32);
        let mut trees: Vec<OpeningTree> = Vec::new();
        for part in games.chunks(17) {
            let mut tree = OpeningTree::default();
            for (record, verdict) in part {
                assert!(walker.walk(&Facts::new(record, verdict), &mut tree));
            }
            trees.push(tree);
        }
        // Whatever the order in which parts are added up.
        let sum = |trees: &mut dyn Iterator<Item = &OpeningTree>| {
            let mut total = OpeningTree::default();
            trees.for_each(|tree| total.merge(tree.clone()));
            total
        };
        let tree = sum(&mut trees.iter());
        assert_eq!(tree, sum(&mut trees.iter().rev()));

        let (nodes, moves) = reference(&games, depth);
        let mut found: Vec<[u64; 6]> = keys(&tree)
            .into_iter()
            .map(|key| {
                let node = tree.node(key).unwrap();
                let s = node.score;
                [
                    node.reached(),
                    s.white,
                    s.draws,
                    s.black,
                    s.open,
                    node.length.sum,
                ]
            })
            .collect();
        found.sort_unstable();
        assert_eq!(found, nodes, "depth {depth}");
        assert_eq!(tree.len(), nodes.len());
        let mut played: Vec<u64> = tree.moves().map(|(_, _, n)| n).collect();
        played.sort_unstable();
        assert_eq!(played, moves, "depth {depth}");

        let mut children: HashMap<u64, u64> = HashMap::new();
        for (from, to, n) in tree.moves() {
            *children.entry(from).or_default() += n;
            assert!(n <= tree.node(to).unwrap().reached());
        }
        for (from, n) in children {
            assert!(n <= tree.node(from).unwrap().reached());
        }
    }
}

fn rows(args: &[&str]) -> Vec<Value> {
    let mut all = vec!["openings", "--format", "jsonl"];
    all.extend(args);
    let run = run(&all);
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect()
}

fn row<'a>(rows: &'a [Value], line: &str) -> &'a Value {
    rows.iter()
        .find(|r| r["moves"] == line)
        .unwrap_or_else(|| panic!("{line} is not in {rows:#?}"))
}

#[test]
fn transpositions_and_turned_hives_come_together() {
    let all = rows(&["--min-games", "1", TRANSPOSITIONS]);
    assert_eq!(
        (&all[0]["move"], &all[0]["reached"]),
        (&Value::Null, &5.into())
    );
    assert_eq!(
        (&all[1]["played"], &all[1]["reached"]),
        (&5.into(), &5.into())
    );
    // The third and fourth game reach one position by different moves, each played once.
    let meeting: Vec<&Value> = all
        .iter()
        .filter(|r| r["depth"] == 5 && r["reached"] == 2 && r["played"] == 1)
        .collect();
    assert_eq!(meeting.len(), 2, "{all:#?}");
    assert_eq!(meeting[0]["key"], meeting[1]["key"]);
    let (own, other): (Vec<&Value>, Vec<&Value>) =
        meeting.into_iter().partition(|r| r["same_as"].is_null());
    assert_eq!(other[0]["same_as"], own[0]["row"]);
}

#[test]
fn every_line_is_a_game_that_leads_to_its_position() {
    let games = random_games("Base+MLP", "60");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.uhp");
    fs::write(&path, games).unwrap();
    let all = rows(&["--depth", "4", "--min-games", "1", path.to_str().unwrap()]);
    assert!(all.len() > 60);
    for row in &all {
        let line = row["moves"].as_str().unwrap();
        let text = format!("Base+MLP;InProgress;White[1];{line}");
        let text = text.trim_end_matches(';');
        if line.is_empty() {
            continue;
        }
        let games = judged(Format::Uhp, &[text]);
        let mut tree = OpeningTree::default();
        let (record, verdict) = &games[0];
        Walker::new(&[], 4).walk(&Facts::new(record, verdict), &mut tree);
        let key = u64::from_str_radix(row["key"].as_str().unwrap(), 16).unwrap();
        assert!(tree.node(key).is_some(), "{line}");
        assert_eq!(u64::from(verdict.plies()), row["depth"].as_u64().unwrap());
    }
    // The games that reach a position are those that a tree from there begins with.
    let some = &all[5];
    let text = format!(
        "Base+MLP;InProgress;White[1];{}",
        some["moves"].as_str().unwrap()
    );
    let from = rows(&[
        "--from-game",
        &text,
        "--min-games",
        "1",
        "--depth",
        "1",
        path.to_str().unwrap(),
    ]);
    assert_eq!(from[0]["key"], some["key"]);
    assert!(from[0]["reached"].as_u64() >= some["reached"].as_u64());
    assert_eq!(from[0]["moves"], some["moves"]);
}

#[test]
fn numbers_do_not_depend_on_threads_and_show_what_the_records_say() {
    let one = run(&["openings", "--threads", "1", "--min-games", "1", GAMES]);
    assert_eq!(
        one,
        run(&["openings", "--threads", "7", "--min-games", "1", GAMES])
    );
    let all = rows(&["--min-games", "1", GAMES]);
    // The second game and its mirror image.
    let last = all
        .iter()
        .filter(|r| r["variant"] == "Base+MLP")
        .collect::<Vec<_>>();
    let pair = last
        .iter()
        .find(|r| r["depth"] == 6 && r["reached"] == 2)
        .unwrap();
    assert_eq!(pair["last_played"], "2024-05-01");
    assert_eq!(
        (&pair["white_wins"], &pair["black_wins"]),
        (&1.into(), &1.into())
    );
    assert_eq!(
        (&pair["white_score"], &pair["mean_plies"]),
        (&0.5.into(), &14.0.into())
    );
    assert_eq!(last[0]["reached"], 7);
    assert_eq!(row(&all, "")["played"], 7);
}

#[test]
fn a_player_has_a_tree_for_each_side() {
    let args = |extra: &[&'static str]| {
        let mut all = vec!["--min-games", "1", "--player", "Ann"];
        all.extend(extra);
        all.push(GAMES);
        rows(&all)
    };
    let starts = |rows: &[Value]| -> Vec<(String, String, u64)> {
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        rows.iter()
            .filter(|r| r["depth"] == 0)
            .map(|r| {
                (
                    text(&r["side"]),
                    text(&r["variant"]),
                    r["played"].as_u64().unwrap(),
                )
            })
            .collect()
    };
    let total = |rows: &[Value], side: &str| -> u64 {
        starts(rows)
            .iter()
            .filter(|s| s.0 == side)
            .map(|s| s.2)
            .sum()
    };
    let plain = args(&[]);
    assert_eq!((total(&plain, "White"), total(&plain, "Black")), (3, 3));
    let joined = args(&["--aliases", "fixtures/analysis/players.tsv"]);
    assert_eq!((total(&joined, "White"), total(&joined, "Black")), (4, 4));
}

#[test]
fn every_variant_has_a_tree() {
    let all = rows(&["--min-games", "1", "--depth", "2", "fixtures/games"]);
    let mut starts: Vec<(&str, u64)> = (all.iter())
        .filter(|row| row["depth"] == 0)
        .map(|row| {
            (
                row["variant"].as_str().unwrap(),
                row["reached"].as_u64().unwrap(),
            )
        })
        .collect();
    assert!(starts.is_sorted_by(|a, b| a.1 >= b.1), "{starts:?}");
    starts.sort_unstable();
    let expected = [
        ("Base", 2),
        ("Base+Honeycombo", 1),
        ("Base+M", 1),
        ("Base+MLP", 31),
        ("Base+MLP+Guardians", 1),
        ("Hex-It 29", 2),
        ("Venom", 1),
        ("Venom+Predators+Swarm", 1),
    ];
    assert_eq!(starts, expected);
    // The first turns of Hex-It are one turn in another orientation.
    let from = rows(&[
        "--from-game",
        "hex-it-blitz",
        "--min-games",
        "1",
        "--depth",
        "1",
        "fixtures/games",
    ]);
    let counts = |row: &Value| (row["moves"].clone(), row["played"].clone());
    assert_eq!(counts(&from[0]), ("".into(), 2.into()));
    assert_eq!(counts(&from[1]), ("M13".into(), 2.into()));
    assert_eq!(from.len(), 2);
}

/// The positions of random games, counted by their keys one game after the other. No game passes so early.
#[test]
fn trees_of_venom_packs_and_hexit_have_all_positions() {
    for (variant, format) in [
        ("Venom", Format::Uhp),
        ("Base+MLP+Predators", Format::Uhp),
        ("hex-it-beginner", Format::Hxt),
    ] {
        let texts = run(&[
            "random",
            variant,
            "-n",
            "40",
            "--max-plies",
            "8",
            "--seed",
            "5",
        ])
        .out;
        let texts: Vec<&str> = match format {
            Format::Uhp => texts.lines().collect(),
            _ => texts
                .split("\n\n[")
                .filter(|text| !text.is_empty())
                .collect(),
        };
        let texts: Vec<String> = match format {
            Format::Uhp => texts.iter().map(|text| (*text).to_owned()).collect(),
            _ => texts
                .iter()
                .map(|text| format!("[{}", text.trim_start_matches('[')))
                .collect(),
        };
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let games = judged(format, &texts);
        let depth = 5;
        let mut walker = Walker::new(&[], depth);
        let mut tree = OpeningTree::default();
        let mut reached: HashMap<u64, u64> = HashMap::new();
        for (record, verdict) in &games {
            assert!(walker.walk(&Facts::new(record, verdict), &mut tree));
            let keys = verdict.game.canonical_keys().into_iter();
            let keys: BTreeSet<u64> = keys.take(depth as usize + 1).collect();
            for key in keys {
                *reached.entry(key).or_default() += 1;
            }
        }
        let mut expected: Vec<u64> = reached.into_values().collect();
        let mut found: Vec<u64> = keys(&tree)
            .into_iter()
            .map(|key| tree.node(key).unwrap().reached())
            .collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{variant}");
    }
}

#[test]
fn lines_of_every_game_select_games() {
    for (filter, games) in [
        ("reaches('Venom;wB1;bSc1 -wB1')", 1),
        ("reaches('Venom;InProgress;Black[1];wB1')", 1),
        ("reaches('Venom;wA1')", 0),
        ("opening = 'hex-it-blitz;M13;N13'", 2),
        ("opening = 'hex-it;M13'", 0),
        ("reaches('Base+Honeycombo;wB1 -Hc')", 1),
        ("reaches('wB1')", 0),
    ] {
        let run = run(&["count", "--where", filter, "fixtures/games"]);
        assert_eq!(run.out.trim(), games.to_string(), "{filter} {}", run.err);
    }
}

#[test]
fn omitted_rows_are_reported() {
    let run = run(&["openings", "fixtures/cli/faults.uhp"]);
    assert_eq!(run.code, 1);
    insta::assert_snapshot!(run.err, @r"
    note: skipped 3 invalid games; for details: skep check
    note: positions that fewer than 2 games reached are not shown (--min-games)
    ");
    assert_eq!(self::run(&["openings", "no such file"]).code, 2);
}
