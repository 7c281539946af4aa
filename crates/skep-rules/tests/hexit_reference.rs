//! A second, slow implementation of Hex-It, written from the rules alone, beside which the engine is held.
//!
//! The numbers of rules in its comments are those of the project's rules page; of the leaflet it follows the text. One
//! thing the rules leave open, which cells a forced chain takes when the tiles run out, is as Boardspace does it.

mod board;
mod rules;
mod score;
mod setup;

use std::collections::BTreeMap;

use crate::hexit_support::{Chance, drawing, position, rows};
use board::{Board, Cell, Colour, name, neighbours};
use rayon::prelude::*;
use rules::{Chain, Game, Turn};
use score::{half_points, territories};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::hexit::{Move, Options, Position, ReleaseChain, TileSet};
use skep_testing::times;

/// A game whose table is drawn in words: `tiles` as `w` or `b` with a cell, `stacks` from the bottom.
fn drawn(tiles: &[(Colour, i32, i32)], stacks: &[(&str, i32, i32)]) -> Game {
    let mut game = Game::start(39, Chain::Optional);
    game.board.tiles = tiles.iter().map(|(c, x, y)| ((*x, *y), *c)).collect();
    for (text, x, y) in stacks {
        let pieces: Vec<Colour> = text
            .chars()
            .map(|c| {
                if c == 'w' {
                    Colour::White
                } else {
                    Colour::Black
                }
            })
            .collect();
        for piece in &pieces {
            *game.board.reserve.get_mut(piece).unwrap() -= 1;
        }
        if game.board.tiles.contains_key(&(*x, *y)) {
            game.board.stacks.insert((*x, *y), pieces);
        } else {
            game.board.prisoners.insert((*x, *y), pieces);
        }
    }
    game
}

fn texts(game: &Game) -> Vec<String> {
    let mut texts: Vec<String> = game.legal_turns().iter().map(|t| t.text()).collect();
    texts.sort();
    texts
}

/// A straight row of white tiles on row 0, columns 0 to `last`.
fn row(last: i32) -> Vec<(Colour, i32, i32)> {
    (0..=last).map(|x| (Colour::White, x, 0)).collect()
}

#[test]
fn columns_run_past_both_ends_of_the_alphabet() {
    assert_eq!(name((-2, -1)), "2A-1");
    assert_eq!(name((0, 0)), "A0");
    assert_eq!(name((25, 13)), "Z13");
    assert_eq!(name((26, 13)), "1Z13");
}

/// Counted by hand: four tiles to place on, then three; of the twelve positions ten have the pieces side by side,
/// where White's one distribution is forced, and in two they stand apart on the black tiles, leaving two placements.
#[test]
fn the_first_three_plies_count_4_12_14() {
    let game = Game::start(39, Chain::Optional);
    assert_eq!([1, 2, 3].map(|depth| game.perft(depth)), [4, 12, 14]);
}

#[test]
fn a_stack_reaches_no_further_than_its_height_and_no_higher_stack() {
    let far = drawn(&row(4), &[("bw", 0, 0), ("b", 3, 0)]);
    assert_eq!(texts(&far), ["B0", "C0", "E0"]);
    let near = drawn(&row(4), &[("bw", 0, 0), ("b", 2, 0)]);
    assert_eq!(texts(&near), ["A0-C0"]);
    let high = drawn(&row(4), &[("bw", 0, 0), ("bwb", 2, 0)]);
    assert_eq!(texts(&high), ["B0", "D0", "E0"]);
    let friend = drawn(&row(4), &[("bww", 0, 0), ("w", 1, 0), ("b", 2, 0)]);
    assert_eq!(texts(&friend), ["B0-C0"]);
}

#[test]
fn pieces_drop_from_the_bottom_and_the_rest_leave_the_tiles_together() {
    let mut game = drawn(&row(2), &[("bwbw", 0, 0), ("b", 1, 0)]);
    assert_eq!(texts(&game), ["A0-D0x"]);
    game.play(&game.legal_turns()[0].clone());
    use Colour::{Black, White};
    assert_eq!(
        game.board.stacks,
        BTreeMap::from([((1, 0), vec![Black, Black]), ((2, 0), vec![White])])
    );
    assert_eq!(
        game.board.prisoners,
        BTreeMap::from([((3, 0), vec![Black, White])])
    );
}

#[test]
fn prisoners_block_and_those_who_make_them_go_first() {
    let blocked = drawn(&row(2), &[("ww", 1, 0), ("b", 2, 0), ("b", 3, 0)]);
    assert_eq!(texts(&blocked), ["A0"]);
    let two_ways = drawn(&row(4), &[("ww", 3, 0), ("b", 4, 0), ("b", 2, 0)]);
    assert_eq!(texts(&two_ways), ["D0-F0x"]);
}

/// Prisoners at A1 and B1 above the row (two tiles each) and at C2, which touches B1 and C1 only.
fn prisoners() -> Game {
    let mut tiles = row(1);
    tiles.extend([(Colour::White, 2, 1), (Colour::Black, 5, 5)]);
    drawn(&tiles, &[("b", 1, 1), ("w", 0, 1), ("bw", 2, 2)])
}

#[test]
fn a_chain_goes_from_neighbour_to_neighbour() {
    // B1 touches A0, B0 and C1; A1 touches only A0, and B1 once that is a tile; C2 touches C1 and then B1.
    let mut game = prisoners();
    let releases = |game: &Game| -> Vec<String> {
        let all = texts(game);
        all.into_iter().filter(|t| t.starts_with('*')).collect()
    };
    assert_eq!(releases(&game), ["*A1+B1", "*A1+B1+C2", "*B1", "*B1+C2"]);
    game.chain = Chain::Forced;
    assert_eq!(releases(&game), ["*A1+B1+C2"]);
    game.board.tile_set = 6;
    // The site looks west of B1 before it looks north-east.
    assert_eq!(releases(&game), ["*A1+B1"]);
    game.board.tile_set = 5;
    assert_eq!(releases(&game), ["*B1"]);
    game.play(&game.legal_turns().last().unwrap().clone());
    assert!(game.is_over());
    assert_eq!(game.board.tiles[&(1, 1)], Colour::White);
    assert_eq!(game.board.reserve[&Colour::Black], 7);
}

#[test]
fn one_of_two_largest_territories_counts_in_full() {
    let mut board = Board::start(39);
    assert_eq!(half_points(&board, Colour::White), 4);
    assert_eq!(half_points(&board, Colour::Black), 3);
    board.tiles.insert((20, 20), Colour::White);
    assert_eq!(territories(&board, Colour::White), [2, 1]);
    assert_eq!(half_points(&board, Colour::White), 5);
}

#[test]
fn a_player_passes_for_want_of_pieces_and_two_passes_end_the_game() {
    let mut game = Game::start(39, Chain::Optional);
    for colour in [Colour::White, Colour::Black] {
        game.board.reserve.insert(colour, 0);
    }
    assert_eq!(texts(&game), ["pass"]);
    game.play(&game.legal_turns()[0].clone());
    assert!(!game.is_over());
    game.play(&game.legal_turns()[0].clone());
    assert!(game.is_over());
    assert!(game.legal_turns().is_empty());
}

/// What the fixture of the leaflet's figures says, said again by this implementation.
#[test]
fn the_figures_of_the_leaflet() {
    for row in rows(include_str!("../../../fixtures/hexit/figures.tsv")) {
        let [figure, line, what, turn, value] = row[..] else {
            panic!("five columns: {row:?}");
        };
        let mut game = setup::read(line);
        let legal = texts(&game);
        let turn = unordered(turn);
        match what {
            "moves" => {
                let expected: Vec<&str> = value.split_whitespace().collect();
                assert_eq!(legal, expected, "figure {figure}");
            }
            "illegal" => assert!(!legal.contains(&turn), "figure {figure}: {turn}"),
            "after" => {
                let turns = game.legal_turns();
                let chosen = turns.iter().find(|t| t.text() == turn);
                game.play(chosen.unwrap_or_else(|| panic!("figure {figure}: {turn}")));
                let after = setup::read(value);
                assert_eq!((game.board, game.mover), (after.board, after.mover));
            }
            "score" => {
                let halves: Vec<f64> = value.split('-').map(|n| n.parse().unwrap()).collect();
                for (colour, points) in [Colour::White, Colour::Black].into_iter().zip(halves) {
                    assert_eq!(half_points(&game.board, colour) as f64, 2.0 * points);
                }
            }
            _ => panic!("figure {figure}: {what}"),
        }
    }
}

/// A random game that circles is cut here (rule 12).
const LIMIT: usize = 400;

/// A turn's text with the cells of a release in the order of their names, for a release is a set (rule 9).
fn unordered(text: &str) -> String {
    match text.strip_prefix('*') {
        Some(cells) => {
            let mut names: Vec<&str> = cells.split('+').collect();
            names.sort_unstable();
            format!("*{}", names.join("+"))
        }
        None => text.to_owned(),
    }
}

/// The engine's legal moves by their texts.
fn engine_moves(position: &Position) -> BTreeMap<String, Move> {
    let mut list = Vec::new();
    position.legal_moves_into(&mut list);
    assert_eq!(position.count_moves(), list.len() as u64);
    let named: BTreeMap<String, Move> = list
        .iter()
        .map(|&mv| (unordered(&position.spell(mv).to_string()), mv))
        .collect();
    assert_eq!(named.len(), list.len(), "a move is listed once");
    named
}

/// Holds everything that both sides know of a position against each other; the moves by text.
fn compare(game: &Game, position: &Position, line: &[String]) -> BTreeMap<String, Move> {
    let context = || format!("{} after {}", drawing(&position.setup()), line.join(" "));
    let engine = engine_moves(position);
    let mut ours = texts(game);
    assert_eq!(
        ours,
        engine.keys().cloned().collect::<Vec<_>>(),
        "{}",
        context()
    );
    ours.dedup();
    assert_eq!(ours.len(), engine.len(), "{}", context());
    assert_eq!(game.is_over(), position.is_over(), "{}", context());
    let described = setup::read(&drawing(&position.setup()));
    assert_eq!(game.board, described.board, "{}", context());
    assert_eq!(game.mover, described.mover, "{}", context());
    assert_eq!(game.passes == 1, described.passes == 1, "{}", context());
    assert_eq!(game.chain, described.chain, "{}", context());
    for turn in game.legal_turns() {
        if let (Turn::Release(cells), Chain::Forced) = (turn, game.chain) {
            assert!(game.releasable(&cells).is_empty(), "{}", context());
        }
    }
    let score = position.score();
    let mut points = [0, 0];
    for (colour, side) in [(Colour::White, Side::White), (Colour::Black, Side::Black)] {
        let halves = half_points(&game.board, colour);
        points[side.index()] = halves;
        assert_eq!(halves, usize::from(score.points[side].halves()));
        let sizes = territories(&game.board, colour);
        assert_eq!(sizes.len(), usize::from(score.territories[side]));
        let largest = usize::from(score.largest[side]);
        assert_eq!(sizes.into_iter().max().unwrap_or(0), largest);
        assert_eq!(game.board.pieces_of(colour), 8, "{}", context());
        assert_eq!(
            game.board.reserve[&colour],
            usize::from(position.reserve(side))
        );
    }
    let expected = match points[0].cmp(&points[1]) {
        _ if !game.is_over() => Outcome::Undecided,
        std::cmp::Ordering::Greater => Outcome::Win(Side::White),
        std::cmp::Ordering::Less => Outcome::Win(Side::Black),
        std::cmp::Ordering::Equal => Outcome::Draw,
    };
    assert_eq!(position.outcome(), expected, "{}", context());
    engine
}

/// Plays at random on both sides at once and compares every position; the number of positions.
fn play_beside(mut game: Game, mut position: Position, limit: usize, chance: &mut Chance) -> usize {
    let mut line = Vec::new();
    loop {
        let moves = compare(&game, &position, &line);
        if moves.is_empty() || line.len() == limit {
            return line.len() + 1;
        }
        let turns = game.legal_turns();
        let turn = &turns[chance.below(turns.len())];
        position.play_unchecked(moves[&turn.text()]);
        game.play(turn);
        line.push(turn.text());
    }
}

/// Plays so many random games of each tile set and release option, and from four times as many positions made up.
fn play_all_beside(games: u64) {
    for release in ReleaseChain::ALL {
        for tiles in TileSet::ALL {
            let options = Options { tiles, release };
            let positions: usize = (0..games)
                .into_par_iter()
                .map(|seed| {
                    let mut chance = Chance(seed << 8 | u64::from(tiles.tiles()));
                    let line = drawing(&Position::start(options).setup());
                    play_beside(
                        setup::read(&line),
                        Position::start(options),
                        LIMIT,
                        &mut chance,
                    )
                })
                .sum();
            let made_up: usize = (0..4 * games)
                .into_par_iter()
                .map(|seed| {
                    let mut chance = Chance(seed << 8 | u64::from(tiles.tiles()));
                    let line = made_up(options, &mut chance);
                    play_beside(setup::read(&line), position(&line), 8, &mut chance)
                })
                .sum();
            println!(
                "{tiles} {release}: {positions} positions of {games} games, {made_up} after made-up ones"
            );
        }
    }
}

/// The description of a position that few games reach: any tiles that hang together, tall stacks, many prisoners.
fn made_up(options: Options, chance: &mut Chance) -> String {
    let mut tiles = vec![(12, 13)];
    let wanted = 2 + chance.below(usize::from(options.tiles.tiles()) - 1);
    let mut beside = Vec::new();
    while tiles.len() < wanted {
        let from = tiles[chance.below(tiles.len())];
        let cell = neighbours(from)[chance.below(6)];
        if !tiles.contains(&cell) {
            tiles.push(cell);
        }
    }
    for cell in tiles.iter().flat_map(|tile| neighbours(*tile)) {
        if !tiles.contains(&cell) && !beside.contains(&cell) {
            beside.push(cell);
        }
    }
    // Each piece goes to the reserve, on a tile, or off the tiles; few cells make tall stacks.
    let places = [
        1 + chance.below(tiles.len()),
        1 + chance.below(beside.len()),
    ];
    let off = chance.below(10);
    let mut pieces: BTreeMap<Cell, String> = BTreeMap::new();
    let mut left: Vec<char> = "wwwwwwwwbbbbbbbb".chars().collect();
    while !left.is_empty() {
        let piece = left.swap_remove(chance.below(left.len()));
        if chance.below(4) == 0 {
            continue;
        }
        let cell = if chance.below(10) < off {
            beside[chance.below(places[1])]
        } else {
            tiles[chance.below(places[0])]
        };
        pieces.entry(cell).or_default().push(piece);
    }
    let mut line = options.tiles.to_string();
    if options.release == ReleaseChain::Forced {
        line += " forced";
    }
    line += [" w", " b", " w pass", " b pass"][chance.below(4)];
    for cell in tiles {
        let shown = ["w", "b"][chance.below(2)];
        line += &format!(" {}{shown}", name(cell));
        if let Some(stack) = pieces.remove(&cell) {
            line += &format!(":{stack}");
        }
    }
    for (cell, stack) in pieces {
        line += &format!(" {}x:{stack}", name(cell));
    }
    line
}

#[test]
fn random_games_agree_with_the_engine_in_every_position() {
    play_all_beside(times(200));
}

#[test]
fn the_engines_counts_of_lines_of_play_are_counted_again() {
    rows(include_str!("../../../fixtures/hexit/perft.tsv"))
        .into_par_iter()
        .for_each(|row| {
            let [line, depth, count] = row[..] else {
                panic!("three columns: {row:?}");
            };
            let game = setup::read(line);
            let depth = depth.parse().expect("a depth");
            assert_eq!(game.perft(depth).to_string(), count, "{line} at {depth}");
        });
}
