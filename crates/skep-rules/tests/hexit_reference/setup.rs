//! A game from the line of text with which the engine describes a position.

use std::collections::BTreeMap;

use super::board::{Board, Cell, Colour};
use super::rules::{Chain, Game};

/// Reads a line as `fixtures/hexit` has them: the tiles of the set, `forced`, the side to move, `pass`, and the cells.
pub fn read(line: &str) -> Game {
    let mut words = line.split_whitespace().peekable();
    let set = words.next().unwrap();
    let experts = set.strip_suffix("-pro");
    let tile_set = experts.unwrap_or(set).parse().unwrap();
    let chain = match words.next_if_eq(&"forced") {
        Some(_) => Chain::Forced,
        None => Chain::Optional,
    };
    let mover = colour(words.next().unwrap().chars().next().unwrap());
    let mut passes = 0;
    while words.next_if_eq(&"pass").is_some() {
        passes += 1;
    }
    let mut board = Board {
        tiles: BTreeMap::new(),
        stacks: BTreeMap::new(),
        prisoners: BTreeMap::new(),
        reserve: BTreeMap::from([(Colour::White, 8), (Colour::Black, 8)]),
        tile_set,
        laid_first: if experts.is_some() { 6 } else { 0 },
    };
    for word in words {
        let (place, pieces) = word.split_once(':').unwrap_or((word, ""));
        let (place, kind) = place.split_at(place.len() - 1);
        let at = cell(place);
        let pieces: Vec<Colour> = pieces.chars().map(colour).collect();
        for piece in &pieces {
            *board.reserve.get_mut(piece).unwrap() -= 1;
        }
        if kind == "x" {
            board.prisoners.insert(at, pieces);
        } else {
            board.tiles.insert(at, colour(kind.chars().next().unwrap()));
            if !pieces.is_empty() {
                board.stacks.insert(at, pieces);
            }
        }
    }
    Game {
        board,
        mover,
        chain,
        passes,
    }
}

fn colour(letter: char) -> Colour {
    match letter {
        'w' => Colour::White,
        'b' => Colour::Black,
        _ => panic!("no colour: {letter}"),
    }
}

/// The cell of a name (rule 2).
fn cell(name: &str) -> Cell {
    let letter = name.find(|c: char| c.is_ascii_uppercase()).unwrap();
    let row = name[letter + 1..].parse().unwrap();
    let column = match (&name[..letter], &name[letter..=letter]) {
        ("", letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ".find(letter).unwrap() as i32,
        (count, "A") => -count.parse::<i32>().unwrap(),
        (count, "Z") => 25 + count.parse::<i32>().unwrap(),
        _ => panic!("no column: {name}"),
    };
    (column, row)
}
