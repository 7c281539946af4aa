//! What the search needs to know about each game.

use skep_rules::game::{Position, Side};
use skep_rules::hive::Pack;
use skep_rules::hive::venom::{self, ActionKind, Draw};
use skep_rules::{hexit, hive};

/// A position of a game in which wins can be proved.
///
/// The rules come from [`Position`]; what is added here makes the search faster, and covers draws from a bag.
pub trait Tactics: Position {
    /// Whether the side to move can win at once, if the game can tell without playing its moves.
    fn wins_at_once(&self) -> Option<bool> {
        None
    }

    /// Whether the side to move surely has a turn after which the other side cannot win at once. False says nothing.
    fn can_wait(&self) -> bool {
        false
    }

    /// Whether the other side could win at once if the side to move passed. False if the game cannot tell fast.
    fn is_threatened(&mut self) -> bool {
        false
    }

    /// How likely a move of the attacker is to lead to a win, as a guess for the order of the search.
    fn promise(&self, _: Self::Move) -> u8 {
        0
    }

    /// Whether the attacker can count on this move. A move that needs an unknown tile may turn out to be impossible.
    fn is_certain(&self, _: Self::Move) -> bool {
        true
    }

    /// Whether two moves of the attacker differ only by the tile that is drawn from the bag. The attacker does not
    /// choose that tile, so a win needs both.
    fn differ_by_draw(&self, _: Self::Move, _: Self::Move) -> bool {
        false
    }
}

impl Tactics for hive::Position {
    fn wins_at_once(&self) -> Option<bool> {
        Some(hive::Position::wins_at_once(self))
    }

    fn can_wait(&self) -> bool {
        hive::Position::can_wait(self)
    }

    fn is_threatened(&mut self) -> bool {
        // A thrower can also take a queen with fewer neighbours, but that is rare.
        self.queen_neighbours(self.turn()) == Some(5) && {
            let undo = self.play_unchecked(Self::PASS);
            let is_threatened = hive::Position::wins_at_once(self);
            self.undo(undo);
            is_threatened
        }
    }

    fn promise(&self, mv: hive::Move) -> u8 {
        u8::from(self.fills_side(mv))
    }
}

impl Tactics for venom::Position {
    fn is_certain(&self, mv: venom::Move) -> bool {
        if !self.options().game_type.has_pack(Pack::Swarm) {
            return true;
        }
        let knows = |side: Side, tile| self.hand(side).any(|known| known == tile);
        let mut draws_first = false;
        mv.actions().all(|action| {
            let after_draw = draws_first;
            let (known, draw) = match action.kind {
                ActionKind::Place { tile, draw, .. } => (knows(self.turn(), tile), draw),
                ActionKind::Steal { tile } => (knows(!self.turn(), tile), Draw::None),
                ActionKind::Draw { draw } => (true, draw),
                _ => (true, Draw::None),
            };
            draws_first |= draw != Draw::None;
            // The second action of a double turn may depend on the tile that the first action draws.
            known && !after_draw
        })
    }

    fn differ_by_draw(&self, one: venom::Move, other: venom::Move) -> bool {
        if !self.options().game_type.has_pack(Pack::Swarm) {
            return false;
        }
        let plain = |mv: venom::Move| {
            mv.actions().map(|mut action| {
                if let ActionKind::Place { draw, .. } | ActionKind::Draw { draw } = &mut action.kind
                    && *draw != Draw::None
                {
                    *draw = Draw::Unknown;
                }
                action
            })
        };
        one != other && plain(one).eq(plain(other))
    }
}

impl Tactics for hexit::Position {}
