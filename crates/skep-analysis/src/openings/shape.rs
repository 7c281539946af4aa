//! The shape of an opening: where the two queens were placed.

use std::sync::LazyLock;

use super::Walker;
use crate::Facts;
use skep_rules::closed_list;
use skep_rules::geometry::Hex;
use skep_rules::hive::{Bug, PlaneTracker};

/// Declares the shapes, each with its meaning.
macro_rules! shapes {
    ($(#[$doc:meta])* $($name:ident = $text:literal: $meaning:literal;)+) => {
        closed_list! {
            $(#[$doc])*
            pub enum Shape: "shape" {
                $(#[doc = $meaning] $name = $text,)+
            }
        }

        impl Shape {
            /// What the shape is, for help.
            pub const fn meaning(self) -> &'static str {
                match self { $(Shape::$name => $meaning),+ }
            }
        }
    };
}

shapes! {
    /// The shape of an opening of Hive without Venom and packs: where the queens were placed, seen from the cells of
    /// the first two bugs.
    ///
    /// A queen is *inline* if the queen, the player's own first bug and the other player's first bug are on a straight
    /// line, and an *elbow* if that line bends by 60 degrees at the own first bug. The classes are those of R.
    /// Ingersoll, *Play Hive Like a Champion*, with one more for games in which a queen was the first piece of a
    /// player.
    C = "C": "Two elbows, with both queens on the same side of the line through the first bugs";
    Z = "Z": "Two elbows, with the queens on opposite sides of this line";
    I = "I": "Both queens are inline";
    J = "J": "White's queen is inline, and Black's is an elbow";
    F = "F": "White's queen is an elbow, and Black's is inline";
    X = "X": "A queen was not placed beside the first bug of its player";
    Q = "Q": "A queen was the first piece of its player";
}

/// The shape and the first bugs of each possible code, such as `Z:L-L`, in the order of [`code_index`].
static CODES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let pairs = || {
        let bugs = |white: Bug| Bug::PLAIN.into_iter().map(move |black| (white, black));
        Bug::PLAIN.into_iter().flat_map(bugs)
    };
    let of = |shape| pairs().map(move |(w, b)| format!("{shape}:{}-{}", w.code(), b.code()));
    Shape::ALL.into_iter().flat_map(of).collect()
});

fn code_index(shape: Shape, [white, black]: [Bug; 2]) -> usize {
    let bugs = Bug::PLAIN.len();
    (shape as usize * bugs + white as usize) * bugs + black as usize
}

impl Shape {
    /// The shape of a valid game. `None` if a queen was not placed, if the game begins in a given position, or in the
    /// rare case that a first bug was moved away so that the cells have none of the shapes.
    ///
    /// The cells are those on which the first bugs and the queens were placed, wherever they stand later. Rotation and
    /// reflection do not matter.
    ///
    /// ```
    /// use skep_analysis::Facts;
    /// use skep_analysis::openings::Shape;
    /// use skep_records::{Format, Judge, Record};
    ///
    /// let record = Record::read(Format::Uhp, "Base+L;InProgress;White[3];wL;bL wL-;wQ \\wL;bQ bL\\");
    /// let verdict = Judge::default().verdict(&record);
    /// let facts = Facts::new(&record, &verdict);
    /// assert_eq!(Shape::of_game(&facts), Some(Shape::Z));
    /// assert_eq!(Shape::code_of_game(&facts), Some("Z:L-L"));
    /// ```
    pub fn of_game(facts: &Facts<'_>) -> Option<Shape> {
        let (shape, _) = Shape::with_bugs(facts)?;
        Some(shape)
    }

    /// The shape and the first bugs of White and Black: `Z:L-L`. `None` as for [`Shape::of_game`].
    pub fn code_of_game(facts: &Facts<'_>) -> Option<&'static str> {
        let (shape, bugs) = Shape::with_bugs(facts)?;
        CODES.get(code_index(shape, bugs)).map(String::as_str)
    }

    /// The code that a text stands for, in any case.
    pub(crate) fn code_of_text(text: &str) -> Option<&'static str> {
        let mut codes = CODES.iter().map(String::as_str);
        codes.find(|code| code.eq_ignore_ascii_case(text))
    }

    fn with_bugs(facts: &Facts<'_>) -> Option<(Shape, [Bug; 2])> {
        let game = Walker::accepted(facts)?.game.hive()?;
        if game.is_set_up() {
            return None;
        }
        let options = game.options();
        let mut tracker = PlaneTracker::new(options.game_type, options.opening, Hex::ORIGIN);
        // The bugs and the cells of the first two pieces, and the cells of the queens.
        let (mut firsts, mut queens) = ([None; 2], [None; 2]);
        for (i, mv) in game.moves().enumerate() {
            let step = tracker.step(mv);
            let Some(piece) = step.piece else { continue };
            if i < 2 {
                firsts[i] = Some((piece.bug(), step.to));
            }
            let queen = &mut queens[piece.side().index()];
            if piece.bug() == Bug::Queen && queen.is_none() {
                *queen = Some(step.to);
            }
            if let ([Some((white, w1)), Some((black, b1))], [Some(wq), Some(bq)]) = (firsts, queens)
            {
                let bugs = [white, black];
                let shape = if bugs.contains(&Bug::Queen) {
                    Shape::Q
                } else {
                    Shape::of_cells([wq, w1, b1, bq])?
                };
                return Some((shape, bugs));
            }
        }
        None
    }

    /// The shape of White's queen, the first bugs of White and Black, and Black's queen.
    fn of_cells(cells: [Hex; 4]) -> Option<Shape> {
        let [wq, w1, b1, bq] = cells;
        let (Some(first), Some(second), Some(third)) = (
            wq.direction_to(w1),
            w1.direction_to(b1),
            b1.direction_to(bq),
        ) else {
            return Some(Shape::X);
        };
        // Steps of 60 degrees: 0 goes straight on, 1 and 5 bend to one side and the other.
        let turn = |from: usize, to: usize| (to + 6 - from) % 6;
        let white = turn(first.index(), second.index());
        let black = turn(second.index(), third.index());
        match (white, black) {
            (0, 0) => Some(Shape::I),
            (0, 1 | 5) => Some(Shape::J),
            (1 | 5, 0) => Some(Shape::F),
            (1, 1) | (5, 5) => Some(Shape::C),
            (1, 5) | (5, 1) => Some(Shape::Z),
            _ => None,
        }
    }
}
