//! What the tests of Hex-It share: fixtures as rows, turns as text, and a source of chance.

use skep_rules::game::Position as _;
use skep_rules::hexit::{Position, Written};

/// The rows of a fixture in columns, without comments.
pub fn rows(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect()
}

/// A position from its text.
pub fn position(text: &str) -> Position {
    let setup: skep_rules::hexit::Setup = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    setup.position().unwrap_or_else(|e| panic!("{text}: {e}"))
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
