use rustc_hash::FxHashMap;

use super::wanted::Seen;
use skep_records::notation::{Played, Verdict};
use skep_records::record::GameKind;
use skep_rules::game::Position as _;
use skep_rules::geometry::Hex;
use skep_rules::hive::complete as venom;
use skep_rules::hive::{Move, PlaneTracker};

/// A game of Hive on the boundless plane, with all pieces of each stack, turn by turn.
pub(super) struct Board<'a> {
    game: Game<'a>,
    /// Each from the lowest piece up; empty where all have left.
    stacks: FxHashMap<Hex, Vec<Seen>>,
}

/// The rest of a game.
enum Game<'a> {
    Hive(Box<PlaneTracker>, &'a [Played<Move>]),
    Venom(Box<venom::Position>, &'a [Played<venom::Move>]),
    /// No game of Hive.
    Other,
}

impl<'a> Board<'a> {
    /// The start of a game that was judged.
    pub fn of(verdict: &'a Verdict) -> Board<'a> {
        let mut board = Board {
            game: match verdict.game {
                GameKind::Hive => {
                    let unroll = PlaneTracker::new(verdict.game_type, verdict.opening, Hex::ORIGIN);
                    Game::Hive(Box::new(unroll), &verdict.hive)
                }
                GameKind::Venom => {
                    let position = venom::Position::start(verdict.venom_options);
                    Game::Venom(Box::new(position), &verdict.venom)
                }
                GameKind::HexIt => Game::Other,
            },
            stacks: FxHashMap::default(),
        };
        board.see_venom();
        board
    }

    /// Plays the next turn, if there is one; tells whether it was no pass.
    pub fn advance(&mut self) -> Option<bool> {
        match &mut self.game {
            Game::Hive(unroll, rest) => {
                let (played, after) = rest.split_first()?;
                *rest = after;
                let step = unroll.step(played.mv);
                let Some(piece) = step.piece else {
                    return Some(false);
                };
                if let Some(stack) = step.from.and_then(|from| self.stacks.get_mut(&from)) {
                    stack.pop();
                }
                self.stacks.entry(step.to).or_default().push(piece.into());
                Some(true)
            }
            Game::Venom(position, rest) => {
                let (played, after) = rest.split_first()?;
                *rest = after;
                position.play_unchecked(played.mv);
                let changes = played.mv != venom::Move::PASS;
                if changes {
                    self.see_venom();
                }
                Some(changes)
            }
            Game::Other => None,
        }
    }

    /// Takes over what lies on the table. Tiles are flipped, leave, and change places: all is looked at anew.
    fn see_venom(&mut self) {
        let Game::Venom(position, _) = &self.game else {
            return;
        };
        self.stacks.clear();
        for stack in position.stacks() {
            let pieces = stack
                .tiles
                .iter()
                .map(|&(tile, _)| position.name(tile).into());
            self.stacks.insert(stack.hex, pieces.collect());
        }
    }

    /// The pieces on a cell, from the lowest up.
    pub fn stack(&self, at: Hex) -> &[Seen] {
        self.stacks.get(&at).map_or(&[], Vec::as_slice)
    }

    /// All cells on which a piece stands or stood, with their stacks.
    pub fn stacks(&self) -> impl Iterator<Item = (Hex, &[Seen])> {
        self.stacks
            .iter()
            .map(|(&at, stack)| (at, stack.as_slice()))
    }
}
