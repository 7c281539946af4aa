//! Repetitions as hivegame.com counts them: `fixtures/hive/README.md` tells what the table holds.

use std::collections::HashMap;

use skep_rules::game::{Position as _, random_game};
use skep_rules::hive::{Canonical, GameString, GameType, Position};
use skep_rules::state::hop;

const GAMES: &str = include_str!("../../../fixtures/hive/repetitions.tsv");

/// The hash after each ply of a game, and whether a cell is marked there.
fn hashes(text: &str) -> Vec<(u64, bool)> {
    let game: GameString = text.parse().expect("the games of the table are legal");
    let mut position = Position::start(game.position().game_type().into());
    let moves = game.moves().iter();
    moves
        .map(|&mv| {
            let moved = mv.piece().is_none_or(|piece| position.is_on_board(piece));
            position.play_unchecked(mv);
            let hash = position.hivegame_hash(moved);
            (hash, hash != position.hivegame_hash(false))
        })
        .collect()
}

/// The rows of the table: the cells by the names of their columns.
fn rows() -> Vec<HashMap<&'static str, &'static str>> {
    let mut lines = GAMES.lines();
    let names = lines.next().expect("a head").trim_start_matches("# ");
    let row = |line: &'static str| names.split('\t').zip(line.split('\t')).collect();
    lines.map(row).collect()
}

/// Numbers separated by commas.
fn plies(cell: &str) -> Vec<usize> {
    let numbers = cell.split(',').filter(|cell| *cell != "-");
    numbers.map(|n| n.parse().expect("a ply")).collect()
}

#[test]
fn positions_occur_as_the_table_says() {
    for row in rows() {
        let hashes = hashes(row["game"]);
        let mut occurrences: HashMap<u64, Vec<usize>> = HashMap::new();
        for (i, (hash, _)) in hashes.iter().enumerate() {
            occurrences.entry(*hash).or_default().push(i + 1);
        }
        let third = occurrences.values().filter_map(|plies| plies.get(2)).min();
        assert_eq!(
            third.map_or("none".to_owned(), usize::to_string),
            row["draw"],
            "{}",
            row["case"]
        );
        let stated = plies(row["occurrences"]);
        if let Some(first) = stated.first() {
            let found = &occurrences[&hashes[first - 1].0];
            assert_eq!(found[..stated.len()], stated, "{}", row["case"]);
        }
        for (column, expected) in [("marked", true), ("unmarked", false)] {
            for ply in plies(row[column]) {
                assert_eq!(hashes[ply - 1].1, expected, "{} {ply}", row["case"]);
            }
        }
    }
}

#[test]
fn keys_are_equal_exactly_where_the_hashes_of_the_site_are() {
    for game_type in GameType::PLAIN {
        let start = Position::start(game_type.into());
        let (mut of_hash, mut of_key) = (HashMap::new(), HashMap::new());
        let mut marked = 0;
        for game in 0..60 {
            let mut position = start.clone();
            let mut canonical = Canonical::new(game_type);
            let mut moves = Vec::new();
            random_game(&mut start.clone(), 7, game, 100, &mut moves);
            for mv in moves {
                let moved = mv.piece().is_none_or(|piece| position.is_on_board(piece));
                position.play_unchecked(mv);
                canonical.play(mv);
                let hash = position.hivegame_hash(moved);
                let key = position.hivegame_key(&canonical, moved);
                assert_eq!(*of_hash.entry(hash).or_insert(key), key);
                assert_eq!(*of_key.entry(key).or_insert(hash), hash);
                marked += u32::from(hash != position.hivegame_hash(false));
            }
        }
        assert!(of_hash.len() > 1000);
        assert_eq!(
            marked > 50,
            game_type.has(skep_rules::hive::Bug::Pillbug),
            "{marked}"
        );
    }
}

/// The values that the code of the site gives.
#[test]
fn the_hash_is_the_one_of_the_site() {
    let game = |case: &str| {
        let mut rows = rows().into_iter();
        rows.find(|row| row["case"] == case).expect("a case")["game"]
    };
    let shuffled = game("shuffle_check");
    let turned = game("rotation_check");
    let passed = game("pass_after_a_stun");
    let mirrored = game("edge_axis_mirror_stun");
    let vectors: [(&str, u64, &[usize]); 11] = [
        ("Base+MLP;wP", 18_080_058_637_117_368_067, &[1]),
        (shuffled, 1_233_057_930_238_600_590, &[1]),
        (shuffled, 9_029_123_973_360_691_645, &[2, 4, 6]),
        (shuffled, 5_798_500_686_006_898_968, &[3, 5]),
        (turned, 9_029_123_973_360_691_645, &[2, 4, 6]),
        (turned, 5_798_500_686_006_898_968, &[3, 5]),
        (
            game("symmetry_check"),
            4_773_228_929_519_878_524,
            &[7, 9, 11],
        ),
        (mirrored, 4_447_427_346_734_822_496, &[19, 23, 27]),
        (passed, 2_562_608_905_524_462_191, &[15]),
        (passed, 2_398_145_486_286_413_593, &[35]),
        (passed, 940_580_712_936_341_950, &[36]),
    ];
    for (game, hash, plies) in vectors {
        let found = hashes(game);
        for ply in plies {
            assert_eq!(found[ply - 1].0, hash, "{game} {ply}");
        }
    }
    let empty = Position::start(GameType::MLP.into());
    assert_eq!(empty.hivegame_hash(false), 0x2D35_8DCC_AA6C_78A5);
}

#[test]
fn a_hop_says_which_piece_rests() {
    let hash = |text: &str| {
        let setup = hop::read(text).expect("a HOP").setup;
        let position = setup.position().expect("a position");
        position.hivegame_hash(true)
    };
    let rests = "A+Lg!MP2+(lm1+a1-q)2-Q,w";
    assert_ne!(hash(rests), hash(&rests.replace('!', "")));
    // The side to move has no thrower beside it.
    let moved = "base,A!b+s-b-BB-Q1+s1-q5-G,b";
    assert_eq!(hash(moved), hash(&moved.replace('!', "")));
}
