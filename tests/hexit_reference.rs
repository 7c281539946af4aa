//! A second, slow implementation of Hex-It, written from the rules alone, beside which the engine is held.

#[path = "hexit_reference/board.rs"]
mod board;
#[path = "hexit_reference/rules.rs"]
mod rules;
#[path = "hexit_reference/score.rs"]
mod score;

use std::collections::BTreeMap;

use board::{Board, Colour, name};
use rules::{Chain, Game};
use score::{half_points, territories};

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
    assert_eq!(releases(&game), ["*A1+B1", "*B1+C2"]);
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
