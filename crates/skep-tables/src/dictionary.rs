//! Dictionaries that are known beforehand, so that every batch shares them.

use std::sync::{Arc, LazyLock};

use arrow_array::{ArrayRef, StringArray};
use skep_records::game::AnyPiece;
use skep_rules::game::Side;
use skep_rules::hive::{Bug, PieceName};
use skep_tactics::{Chance, Defence};

/// A closed list whose names are the values of a dictionary.
pub(crate) trait DictionaryList: Copy + Send + 'static {
    /// The key of a value.
    fn key(self) -> i8;

    /// The values, by key.
    fn values() -> ArrayRef;
}

macro_rules! listed {
    ($($type:ty),+) => { $(
        impl DictionaryList for $type {
            fn key(self) -> i8 {
                self as i8
            }

            fn values() -> ArrayRef {
                static VALUES: LazyLock<ArrayRef> =
                    LazyLock::new(|| Arc::new(StringArray::from_iter_values(<$type>::NAMES)));
                Arc::clone(&VALUES)
            }
        }
    )+ };
}

listed!(Bug, Chance, Side);

impl DictionaryList for Defence<()> {
    fn key(self) -> i8 {
        match self {
            Defence::OnlyFound => 0,
            Defence::OnlyMissed(()) => 1,
            Defence::Missed => 2,
            Defence::Impossible => 3,
        }
    }

    fn values() -> ArrayRef {
        Arc::new(StringArray::from_iter_values(
            DEFENCES.map(|defence| defence.as_str()),
        ))
    }
}

/// The defences, by key.
const DEFENCES: [Defence<()>; 4] = [
    Defence::OnlyFound,
    Defence::OnlyMissed(()),
    Defence::Missed,
    Defence::Impossible,
];

/// The names of pieces, by key.
static PIECES: LazyLock<Vec<PieceName>> = LazyLock::new(|| {
    let mut names = vec![PieceName::HONEYCOMBO];
    for side in Side::ALL {
        for bug in Bug::ALL.into_iter().filter(|bug| *bug != Bug::Honeycombo) {
            let numbers = if bug.count() == 1 {
                0..=0
            } else {
                1..=bug.count()
            };
            names.extend(numbers.map(|number| PieceName::new(side, bug, number)));
        }
    }
    names
});

/// The key of every name, by the index of the name.
static PIECE_KEYS: LazyLock<[i8; 1024]> = LazyLock::new(|| {
    let mut keys = [0; 1024];
    for (name, key) in PIECES.iter().zip(0i8..) {
        keys[name.index()] = key;
    }
    keys
});

impl DictionaryList for AnyPiece {
    fn key(self) -> i8 {
        let other = PIECES.len() as i8;
        match self {
            AnyPiece::Hive(name) => PIECE_KEYS[name.index() & 1023],
            AnyPiece::Tile(side) => other + side as i8,
            AnyPiece::HexIt(side) => other + 2 + side as i8,
        }
    }

    fn values() -> ArrayRef {
        static VALUES: LazyLock<ArrayRef> = LazyLock::new(|| {
            let names = PIECES.iter().map(PieceName::to_string);
            let others = ["wT", "bT", "w", "b"].map(str::to_owned);
            Arc::new(StringArray::from_iter_values(names.chain(others)))
        });
        Arc::clone(&VALUES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;

    #[test]
    fn every_defence_has_its_own_key() {
        let keys = DEFENCES.map(DictionaryList::key);
        assert_eq!(keys, [0, 1, 2, 3]);
    }

    #[test]
    fn every_key_is_that_of_its_name() {
        let values = AnyPiece::values();
        let text = |piece: AnyPiece| {
            values
                .as_string::<i32>()
                .value(usize::try_from(piece.key()).unwrap())
                .to_owned()
        };
        for name in ["wQ", "bA3", "wSc2", "Hc", "bMo"] {
            assert_eq!(text(AnyPiece::Hive(name.parse().unwrap())), name);
        }
        assert_eq!(text(AnyPiece::Tile(Side::Black)), "bT");
        assert_eq!(text(AnyPiece::HexIt(Side::Black)), "b");
        assert!(values.len() < 128);
        assert_eq!(Side::values().as_string::<i32>().value(1), "Black");
    }
}
