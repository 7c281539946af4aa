//! Motifs: formations and tactics that a turn makes.

use std::fmt;

use crate::Facts;
use crate::similar::{Features, History};
use skep_records::Status;
use skep_records::game::Hive;
use skep_records::{Played, PlayedTurn};
use skep_rules::closed_list;
use skep_rules::game::{BySide, Position as _, Side};
use skep_rules::geometry::{Direction, Hex};
use skep_rules::hive::{Bug, Move, PieceSet, Place, PlaneTracker};

/// Declares the motifs, each with its meaning.
macro_rules! motifs {
    ($(#[$doc:meta])* $($name:ident = $text:literal: $meaning:literal;)+) => {
        closed_list! {
            $(#[$doc])*
            pub enum Motif: "motif" {
                $(#[doc = $meaning] $name = $text,)+
            }
        }

        impl Motif {
            /// What the motif is, for help.
            pub const fn meaning(self) -> &'static str {
                match self { $(Motif::$name => $meaning),+ }
            }
        }
    };
}

motifs! {
    /// What a turn of Hive without Venom and packs makes on the board.
    ///
    /// Each motif has a definition that a program can test. The player who makes the turn makes the motif. Rotation and
    /// reflection do not matter.
    Gate = "gate":
        "Pieces fill both cells beside two neighbouring empty cells, so no bug can slide from one empty cell to the other";
    Ring = "ring": "The pieces enclose more groups of empty cells than before";
    Elbow = "elbow": "The queen is placed beside the first bug of its player, off the line through both first bugs";
    Pin = "pin": "A piece of the opponent becomes pinned";
    QueenPin = "queen-pin": "The opponent's queen becomes pinned";
    Cover = "cover": "A piece climbs onto a piece of the opponent";
}

/// Some of the motifs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MotifSet(u8);

impl MotifSet {
    const fn with(self, motif: Motif, has: bool) -> MotifSet {
        MotifSet(self.0 | (has as u8) << motif as u8)
    }

    /// Whether it has the motif.
    pub const fn has(self, motif: Motif) -> bool {
        self.0 >> motif as u8 & 1 == 1
    }

    /// As a number: bit `n` is the motif `n` of [`Motif::ALL`].
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The motifs of a number that [`MotifSet::bits`] made.
    pub const fn of_bits(bits: u8) -> MotifSet {
        MotifSet(bits)
    }

    /// Its motifs, in the order of [`Motif::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Motif> {
        Motif::ALL.into_iter().filter(move |&motif| self.has(motif))
    }

    /// The motifs of both.
    #[must_use]
    pub const fn or(self, other: MotifSet) -> MotifSet {
        MotifSet(self.0 | other.0)
    }
}

impl fmt::Display for MotifSet {
    /// The names, separated by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, motif) in self.iter().enumerate() {
            let blank = if i > 0 { " " } else { "" };
            write!(f, "{blank}{motif}")?;
        }
        Ok(())
    }
}

/// How often a player makes a motif in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The turns that make it.
    pub turns: u32,
    /// The first ply that makes it, from 1. `None` if there is no such ply.
    pub first: Option<u32>,
}

/// How often each player makes each motif in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Motifs(BySide<[Made; Motif::ALL.len()]>);

impl Motifs {
    /// The motifs of a valid game. `None` for an invalid game, for Hex-It, and for Venom and packs.
    ///
    /// ```
    /// use skep_analysis::Facts;
    /// use skep_analysis::motifs::{Motif, Motifs};
    /// use skep_records::{Format, Judge, Record};
    /// use skep_rules::game::Side;
    ///
    /// let text = "Base+L;InProgress;White[4];wL;bL wL-;wQ \\wL;bQ bL\\;wA1 wQ/;bA1 bQ-";
    /// let record = Record::read(Format::Uhp, text);
    /// let verdict = Judge::default().verdict(&record);
    /// let motifs = Motifs::of_game(&Facts::new(&record, &verdict)).expect("a game of Hive");
    /// assert_eq!(motifs.made(Side::White, Motif::Elbow).first, Some(3));
    /// assert_eq!(motifs.made(Side::Black, Motif::Elbow).first, Some(4));
    /// ```
    pub fn of_game(facts: &Facts<'_>) -> Option<Motifs> {
        let verdict = facts.verdict().filter(|v| v.status == Status::Ok)?;
        verdict.game.hive().map(Motifs::of)
    }

    /// The motifs of a game.
    pub fn of(game: &Played<Hive>) -> Motifs {
        let mut motifs = Motifs::default();
        for (ply, (side, made)) in (1..).zip(turns(game)) {
            motifs.add(ply, side, made);
        }
        motifs
    }

    /// The motifs and the features of a valid game, from one replay. `None` for the same games as [`Motifs::of_game`].
    pub fn with_history(facts: &Facts<'_>) -> Option<(Motifs, History)> {
        let verdict = facts.verdict().filter(|v| v.status == Status::Ok)?;
        let game = verdict.game.hive()?;
        let mut motifs = Motifs::default();
        let mut board = MotifBoard::new(game);
        let start = board.features();
        let others = (1..).zip(&game.turns).map(|(ply, turn)| {
            let (side, made) = board.play(turn);
            motifs.add(ply, side, made);
            board.features()
        });
        let history = History::of_positions(std::iter::once(start).chain(others));
        Some((motifs, history))
    }

    fn add(&mut self, ply: u32, side: Side, made: MotifSet) {
        for motif in made.iter() {
            let made = &mut self.0[side][motif as usize];
            made.turns += 1;
            made.first.get_or_insert(ply);
        }
    }

    /// How often a player makes a motif.
    pub const fn made(&self, side: Side, motif: Motif) -> Made {
        match side {
            Side::White => self.0.white[motif as usize],
            Side::Black => self.0.black[motif as usize],
        }
    }

    /// The motifs that a player makes.
    pub fn of_side(&self, side: Side) -> MotifSet {
        let all = Motif::ALL.into_iter();
        all.fold(MotifSet::default(), |set, motif| {
            set.with(motif, self.made(side, motif).turns > 0)
        })
    }

    /// The first ply on which a player makes a motif.
    pub fn first(&self, motif: Motif) -> Option<u32> {
        let first = |side| self.made(side, motif).first;
        Side::ALL.into_iter().filter_map(first).min()
    }
}

/// For each legal turn of a game, the player and the motifs that the turn makes.
pub fn turns(game: &Played<Hive>) -> impl Iterator<Item = (Side, MotifSet)> {
    let mut board = MotifBoard::new(game);
    game.turns.iter().map(move |turn| board.play(turn))
}

/// A game during replay, and what the next turn is compared with.
pub struct MotifBoard {
    tracker: PlaneTracker,
    /// The pinned pieces of both sides.
    pinned: PieceSet,
    /// The cells where White and Black placed their first bugs. `None` in a game that begins with a given position.
    firsts: Option<[Option<Hex>; 2]>,
}

impl MotifBoard {
    /// The start of a game.
    pub fn new(game: &Played<Hive>) -> MotifBoard {
        let tracker = game.start_at(Hex::ORIGIN).into_plane();
        let position = tracker.position();
        MotifBoard {
            pinned: position.pinned_set(),
            firsts: (!game.is_set_up()).then_some([None; 2]),
            tracker,
        }
    }

    /// The features of the position.
    fn features(&self) -> Features {
        Features::of_position(self.tracker.position(), self.pinned)
    }

    /// Plays a legal turn, and returns the player and the motifs that the turn makes.
    pub fn play(&mut self, turn: &PlayedTurn<Move>) -> (Side, MotifSet) {
        let position = self.tracker.position();
        let side = position.turn();
        let step = self.tracker.preview(turn.mv);
        let Some(piece) = step.piece else {
            self.tracker.play_previewed(turn.mv, &step);
            return (side, MotifSet::default());
        };
        let leaves = step
            .from
            .filter(|_| position.beneath(piece).next().is_none());
        let (enters, cover) = match step.place {
            Place::On(name) => (None, name.side() != side),
            _ => (Some(step.to), false),
        };
        let elbow =
            step.from.is_none() && piece.bug() == Bug::Queen && self.is_elbow(side, step.to);
        if let Some(firsts) = &mut self.firsts
            && step.from.is_none()
        {
            firsts[side.index()].get_or_insert(step.to);
        }
        let rings = position.rings();
        self.tracker.play_previewed(turn.mv, &step);

        let gate = leaves.is_some_and(|from| self.opens_on_gate(from))
            || enters.is_some_and(|to| self.is_post(to));

        let position = self.tracker.position();
        let before = std::mem::replace(&mut self.pinned, position.pinned_set());
        let mut new = self.pinned.of(!side).without(before);
        let pin = new != PieceSet::default();
        let motifs = MotifSet::default()
            .with(Motif::Gate, gate)
            .with(Motif::Ring, position.rings() > rings)
            .with(Motif::Elbow, elbow)
            .with(Motif::Pin, pin)
            .with(Motif::QueenPin, new.any(|piece| piece.bug() == Bug::Queen))
            .with(Motif::Cover, cover);
        (side, motifs)
    }

    /// Whether a queen on this cell is an elbow.
    fn is_elbow(&self, side: Side, queen: Hex) -> bool {
        let Some([Some(white), Some(black)]) = self.firsts else {
            return false;
        };
        let (own, other) = match side {
            Side::White => (white, black),
            Side::Black => (black, white),
        };
        let line = own.direction_to(other);
        (queen.direction_to(own)).is_some_and(|direction| Some(direction) != line)
    }

    /// Whether two neighbouring empty cells beside this occupied cell also have a piece on their other side.
    fn is_post(&self, at: Hex) -> bool {
        let beside = self.tracker.occupied_beside(at);
        Direction::ALL.into_iter().any(|d| {
            let opposite = || self.tracker.occupied_beside(at.step(d));
            !has(beside, d) && !has(beside, d.clockwise()) && has(opposite(), d.clockwise())
        })
    }

    /// Whether this empty cell has an empty neighbour with pieces on both cells beside the two.
    fn opens_on_gate(&self, at: Hex) -> bool {
        let beside = self.tracker.occupied_beside(at);
        Direction::ALL.into_iter().any(|d| {
            !has(beside, d) && has(beside, d.clockwise()) && has(beside, d.anticlockwise())
        })
    }
}

/// Whether a direction is among these of [`PlaneTracker::occupied_beside`].
const fn has(directions: u8, direction: Direction) -> bool {
    directions >> direction.index() & 1 == 1
}
