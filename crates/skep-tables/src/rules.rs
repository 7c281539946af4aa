//! What the tables need from the rules of each game.

use skep_analysis::motifs::{self, MotifSet};
use skep_records::game::{AnyPiece, HexIt, Hive, Tracker as _, Venom};
use skep_records::{Played, Rules};
use skep_rules::game::{Position as _, Side};
use skep_rules::geometry::Hex;
use skep_rules::hexit;
use skep_rules::hive::venom::ActionKind;
use skep_rules::hive::{Bug, Canonical, Pack, PieceName, Place, Preview, Written};

/// The piece and the cells of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TurnCells {
    pub piece: Option<AnyPiece>,
    pub from: Option<Hex>,
    pub to: Option<Hex>,
    pub from_height: Option<u8>,
    pub to_height: Option<u8>,
}

/// What the tables need from the rules of a game.
pub(crate) trait TableRules: Rules {
    /// What is kept to compute canonical keys move by move.
    type Keys;

    /// What is known about a turn before it is played.
    type Step;

    /// The keys before the first turn.
    fn keys(game: &Played<Self>) -> Self::Keys;

    /// The key of the position after a turn.
    fn key(keys: &mut Self::Keys, mv: Self::Move, after: &Self::Position) -> u64;

    /// The cells of a turn, and its text at the end of `text`.
    fn turn(tracker: &Self::Tracker, mv: Self::Move, text: &mut String) -> (TurnCells, Self::Step);

    /// Plays a turn.
    fn play(tracker: &mut Self::Tracker, mv: Self::Move, _: Self::Step) {
        tracker.play(mv);
    }

    /// Whether a turn throws a piece.
    fn throws(tracker: &Self::Tracker, mv: Self::Move, _: &TurnCells) -> bool {
        Self::is_throw(tracker.position(), mv)
    }

    /// Whether a turn takes pieces out of the game (predators), or makes prisoners (Hex-It).
    fn captures(_before: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// The motifs of each legal turn. `None` for games without motifs.
    fn motifs(_game: &Played<Self>) -> Option<Box<dyn Iterator<Item = MotifSet> + '_>> {
        None
    }

    /// Writes the names of a side's pinned pieces, with blanks between them.
    fn write_pinned(position: &Self::Position, side: Side, out: &mut String) {
        for (i, name) in Self::pinned(position, side).into_iter().enumerate() {
            if i > 0 {
                out.push(' ');
            }
            push_name(name, out);
        }
    }
}

fn push_name(name: PieceName, out: &mut String) {
    name.write_to(out).expect("writing to a String cannot fail");
}

impl TableRules for Hive {
    type Keys = Canonical;
    type Step = Preview;

    fn keys(game: &Played<Hive>) -> Canonical {
        if game.is_set_up() {
            return Canonical::of(&game.start());
        }
        Canonical::new(game.options().game_type)
    }

    fn key(keys: &mut Canonical, mv: Self::Move, _: &Self::Position) -> u64 {
        keys.play(mv);
        keys.key()
    }

    fn turn(tracker: &Self::Tracker, mv: Self::Move, text: &mut String) -> (TurnCells, Self::Step) {
        let step = tracker.plane().preview(mv);
        let Some(piece) = step.piece else {
            Written::Pass
                .write_to(text)
                .expect("writing to a String cannot fail");
            return (TurnCells::default(), step);
        };
        let written = Written::Put {
            piece: piece.name(),
            to: step.place,
        };
        written
            .write_to(text)
            .expect("writing to a String cannot fail");
        let position = tracker.position();
        let level = |piece| position.beneath(piece).count() as u8;
        let below = match step.place {
            Place::On(name) => skep_rules::hive::Piece::from_name(name),
            _ => None,
        };
        let cells = TurnCells {
            piece: Some(AnyPiece::Hive(piece.name())),
            from: step.from,
            to: Some(step.to),
            from_height: step.from.map(|_| level(piece)),
            to_height: Some(below.map_or(0, |below| level(below) + 1)),
        };
        (cells, step)
    }

    fn play(tracker: &mut Self::Tracker, mv: Self::Move, step: Preview) {
        tracker.play_previewed(mv, step);
    }

    fn throws(tracker: &Self::Tracker, mv: Self::Move, cells: &TurnCells) -> bool {
        let position = tracker.position();
        let (Some(AnyPiece::Hive(piece)), Some(from), Some(to)) =
            (cells.piece, cells.from, cells.to)
        else {
            return false;
        };
        // A thrown piece passes over one piece, from the table to the table.
        let may_be = position.game_type().has(Bug::Pillbug)
            && cells.from_height == Some(0)
            && cells.to_height == Some(0)
            && from.distance(to) <= 2;
        may_be && (piece.side() != position.turn() || Hive::is_throw(position, mv))
    }

    fn motifs(game: &Played<Hive>) -> Option<Box<dyn Iterator<Item = MotifSet> + '_>> {
        Some(Box::new(motifs::turns(game).map(|(_, made)| made)))
    }

    fn write_pinned(position: &Self::Position, side: Side, out: &mut String) {
        for (i, piece) in position.pinned(side).enumerate() {
            if i > 0 {
                out.push(' ');
            }
            push_name(piece.name(), out);
        }
    }
}

impl TableRules for Venom {
    type Keys = ();
    type Step = ();

    fn keys(_: &Played<Venom>) {}

    fn key((): &mut (), _: Self::Move, after: &Self::Position) -> u64 {
        after.canonical_key()
    }

    fn turn(tracker: &Self::Tracker, mv: Self::Move, text: &mut String) -> (TurnCells, Self::Step) {
        let position = tracker.position();
        text.push_str(&position.spell(mv).to_string());
        let step = position.preview(mv);
        let by = tracker.offset();
        let cells = TurnCells {
            piece: step.piece.map(AnyPiece::Hive),
            from: step.from.map(|hex| hex + by),
            to: step.to.map(|hex| hex + by),
            from_height: step.from_height,
            to_height: step.to_height,
        };
        (cells, ())
    }

    fn captures(before: &Self::Position, mv: Self::Move) -> bool {
        let mut actions = mv.actions();
        before.options().game_type.has_pack(Pack::Predators)
            && actions.any(|action| matches!(action.kind, ActionKind::Remove { .. }))
    }
}

/// The number of pieces and tiles beneath the highest piece on a cell.
fn top_height(position: &hexit::Position, hex: Hex) -> Option<u8> {
    let cell = hexit::Cell::new(hex)?;
    let pieces = position.pieces(cell).count();
    // Prisoners have no tile.
    let has_tile = position.prisons().all(|prison| prison != cell);
    (pieces + usize::from(has_tile))
        .checked_sub(1)
        .map(|height| height as u8)
}

impl TableRules for HexIt {
    type Keys = ();
    type Step = ();

    fn keys(_: &Played<HexIt>) {}

    fn key((): &mut (), _: Self::Move, after: &Self::Position) -> u64 {
        after.canonical_key()
    }

    fn turn(tracker: &Self::Tracker, mv: Self::Move, text: &mut String) -> (TurnCells, Self::Step) {
        let position = tracker.position();
        text.push_str(&position.spell(mv).to_string());
        let cells = HexIt::cells(tracker, mv);
        let mut after = position.clone();
        after.play_unchecked(mv);
        // The piece that goes farthest is on top of the cell before the turn and after it.
        let cells = TurnCells {
            piece: cells.to.map(|_| AnyPiece::HexIt(position.turn())),
            from: cells.from,
            to: cells.to,
            from_height: cells.from.and_then(|hex| top_height(position, hex)),
            to_height: cells.to.and_then(|hex| top_height(&after, hex)),
        };
        (cells, ())
    }

    fn captures(before: &Self::Position, mv: Self::Move) -> bool {
        if mv.is_release() {
            return false;
        }
        let prisoners = |position: &Self::Position| {
            let count = position.imprisoned();
            count.white + count.black
        };
        let mut after = before.clone();
        after.play_unchecked(mv);
        prisoners(&after) > prisoners(before)
    }
}
