//! The numbers that players give to equal pieces.
//!
//! `skep-rules` numbers the pieces of a kind in the order in which they enter. Players may enter `wG2` first, as the
//! readers of records allow, and OpenSpiel has a number for each of these turns.

use skep_rules::hive::{Bug, Piece, Position, Written};

/// The number that each piece was given. The pieces in hand have the free numbers in ascending order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PieceNumbers {
    numbers: [u8; 64],
    /// Whether a number differs from that of `skep-rules`.
    differ: bool,
}

fn slot(piece: Piece) -> usize {
    piece.side().index() * 32 + piece.bug() as usize * 4 + usize::from(piece.number())
}

/// The pieces of the same side and kind from this number on.
fn from(piece: Piece, number: u8) -> impl Iterator<Item = Piece> {
    let (side, bug) = (piece.side(), piece.bug());
    (number..=bug.count()).filter_map(move |number| Piece::new(side, bug, number))
}

impl PieceNumbers {
    /// The numbers of `skep-rules`.
    pub fn new() -> PieceNumbers {
        let mut numbers = [0; 64];
        for piece in Piece::all() {
            numbers[slot(piece)] = piece.number();
        }
        PieceNumbers {
            numbers,
            differ: false,
        }
    }

    /// Whether a piece has another number than that of `skep-rules`.
    pub fn differ(&self) -> bool {
        self.differ
    }

    /// The piece with the number that it was given.
    pub fn of(&self, piece: Piece) -> Piece {
        if !self.differ {
            return piece;
        }
        Piece::new(piece.side(), piece.bug(), self.numbers[slot(piece)]).unwrap_or(piece)
    }

    /// The piece that was given a number.
    fn named(&self, name: Piece) -> Piece {
        let found = from(name, 1).find(|&piece| self.of(piece) == name);
        found.unwrap_or(name)
    }

    /// A turn with the numbers that were given.
    pub fn rename(&self, written: Written) -> Written {
        if !self.differ {
            return written;
        }
        let of = |name| Piece::from_name(name).map_or(name, |piece| self.of(piece).name());
        match written {
            Written::Put { piece, to } => Written::Put {
                piece: of(piece),
                to: to.map_name(of),
            },
            other => other,
        }
    }

    /// A turn with the numbers of `skep-rules`, and the number that it gives to a piece that enters.
    pub fn read(&self, written: Written, position: &Position) -> (Written, Option<u8>) {
        let Written::Put { piece, to } = written else {
            return (written, None);
        };
        let of = |name| Piece::from_name(name).map_or(name, |piece| self.named(piece).name());
        let to = to.map_name(of);
        let Some(name) = Piece::from_name(piece) else {
            return (Written::Put { piece, to }, None);
        };
        let known = self.named(name);
        if position.is_on_board(known) {
            let piece = known.name();
            return (Written::Put { piece, to }, None);
        }
        let next = position.next_in_hand(name.side(), name.bug());
        let enters = next.unwrap_or(known);
        let piece = enters.name();
        (Written::Put { piece, to }, Some(name.number()))
    }

    /// A piece enters with a number that is free.
    pub fn give(&mut self, piece: Piece, number: u8) {
        if self.numbers[slot(piece)] == number {
            return;
        }
        let place = |numbers: &[u8; 64]| {
            from(piece, piece.number()).find(|&other| numbers[slot(other)] == number)
        };
        if let Some(other) = place(&self.numbers) {
            self.numbers.swap(slot(piece), slot(other));
            self.sort(piece, piece.number() + 1);
        }
    }

    /// A piece goes back to the hand.
    pub fn take_back(&mut self, piece: Piece) {
        if self.differ {
            self.sort(piece, piece.number());
        }
    }

    /// Puts the numbers of the pieces in hand in ascending order.
    fn sort(&mut self, piece: Piece, first: u8) {
        if let Some(first) = Piece::new(piece.side(), piece.bug(), first) {
            let last = slot(first) + usize::from(piece.bug().count() - first.number());
            self.numbers[slot(first)..=last].sort_unstable();
        }
        self.differ = Piece::all().any(|piece| self.numbers[slot(piece)] != piece.number());
    }
}

const _: () = assert!(Bug::PLAIN.len() <= 8);
