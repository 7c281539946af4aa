//! What the tests of Hex-It share: fixtures as rows, turns as text, and a source of chance.

use skep_rules::game::{Position as _, Side};
use skep_rules::hexit::{Cell, Position, ReleaseChain, Setup, Written};

/// The rows of a fixture in columns, without comments.
pub fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect()
}

/// A position as the fixtures draw it.
pub fn position(text: &str) -> Position {
    setup(text)
        .position()
        .unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The cell with a name.
pub fn cell(name: &str) -> Cell {
    Cell::of_grid(name.parse().expect("a cell")).expect("near")
}

/// A position as the fixtures draw it: the number of tiles in the set, `forced` if chains of prisoners must be released
/// whole, the side to move, `pass` for each pass before it, and the cells: a name, the colour of the tile (`x` for
/// prisoners), and after a colon the pieces from bottom to top.
pub fn setup(text: &str) -> Setup {
    let mut words = text.split_whitespace().peekable();
    let mut setup = Setup::default();
    setup.options.tiles = words.next().unwrap().parse().unwrap();
    if words.next_if_eq(&"forced").is_some() {
        setup.options.release = ReleaseChain::Forced;
    }
    setup.black_to_move = words.next() == Some("b");
    while words.next_if_eq(&"pass").is_some() {
        setup.passes += 1;
    }
    for word in words {
        let (place, pieces) = word.split_once(':').unwrap_or((word, ""));
        let (name, tile) = place.split_at(place.len() - 1);
        let side = |letter| Side::from_letter(letter).expect("a side");
        let tile = (tile != "x").then(|| side(tile.chars().next().unwrap()));
        let pieces = pieces.chars().map(side).collect();
        setup.cells.push((cell(name), tile, pieces));
    }
    setup
}

/// The text that [`setup`] reads.
pub fn drawing(setup: &Setup) -> String {
    let mut text = setup.options.tiles.to_string();
    if setup.options.release == ReleaseChain::Forced {
        text += " forced";
    }
    text += if setup.black_to_move { " b" } else { " w" };
    text += &" pass".repeat(setup.passes.into());
    for (at, tile, pieces) in &setup.cells {
        text += &format!(" {at}{}", tile.map_or('x', Side::letter));
        if !pieces.is_empty() {
            text.push(':');
            text.extend(pieces.iter().map(|side| side.letter()));
        }
    }
    text
}

/// A turn from its text.
pub fn written(text: &str) -> Written {
    Written::parse(text).unwrap_or_else(|| panic!("{text}"))
}

/// All legal turns as text, sorted.
pub fn moves(position: &Position) -> Vec<String> {
    let list = position.legal_moves().into_iter();
    let mut texts: Vec<String> = list.map(|mv| position.spell(mv).to_string()).collect();
    texts.sort_unstable();
    texts
}

/// A source of chance that is the same everywhere (splitmix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^= x >> 31;
        (x % n as u64) as usize
    }
}
