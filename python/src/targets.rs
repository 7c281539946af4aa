//! What a model can learn to predict of a position.

use skep_records::Rules;
use skep_records::game::Hive;
use skep_records::record::Search;
use skep_rules::game::{Draws, Position as _, Side};
use skep_rules::hive::{Move, Position};
use skep_tactics::Solver;

use crate::encode::{EncodedView, Encoding};
use crate::labels::Targets;
use crate::samples::keep;

/// What a program found before a turn.
pub struct Searched {
    /// The expected result for the player to move; not a number if it is unknown.
    value: f32,
    /// The share of each legal turn in the visits.
    shares: Vec<(Move, f32)>,
}

impl Searched {
    /// What a search says about a position. Turns that are not legal are left out.
    pub fn new(search: &Search, position: &Position) -> Searched {
        let visited = search.visits.iter().filter_map(|(turn, &visits)| {
            let (written, _) = Hive::parse(turn, false)?;
            Some((position.judge(&written).ok()?, visits as f32))
        });
        let mut shares: Vec<(Move, f32)> = visited.collect();
        let all: f32 = shares.iter().map(|(_, visits)| visits).sum();
        shares.retain(|&(_, visits)| visits > 0.0);
        for (_, share) in &mut shares {
            *share /= all;
        }
        let value = search.value().map_or(f32::NAN, |value| value as f32);
        Searched { value, shares }
    }
}

/// A queen in hand has no number of escapes.
const IN_HAND: u8 = u8::MAX;

/// The targets of positions, row by row. Those that are not wanted are empty.
#[derive(Default)]
pub struct TargetRows {
    pub plies_left: Vec<u32>,
    pub escapes: Vec<u8>,
    pub mobility: Vec<u16>,
    pub win: Vec<i8>,
    pub policy: Vec<f32>,
    pub value: Vec<f32>,
}

/// A position whose targets are written.
pub struct Aim<'a> {
    pub view: &'a EncodedView<'a>,
    /// What is a draw by repetition after it.
    pub draws: &'a Draws<Position>,
    pub plies_left: u32,
    pub searched: Option<&'a Searched>,
    /// The number of the turn that was played.
    pub action: usize,
}

impl TargetRows {
    /// Empty rows.
    pub fn new(targets: Targets, encoding: Encoding, rows: usize) -> TargetRows {
        let of = |is_wanted: bool| if is_wanted { rows } else { 0 };
        TargetRows {
            plies_left: vec![0; of(targets.plies_left)],
            escapes: vec![0; 2 * of(targets.escapes)],
            mobility: vec![0; of(targets.mobility)],
            win: vec![0; of(targets.win > 0)],
            policy: vec![0.0; encoding.actions() * of(targets.policy)],
            value: vec![0.0; of(targets.value)],
        }
    }

    /// Writes a row. `moves` is a buffer.
    pub fn write(
        &mut self,
        at: usize,
        targets: Targets,
        encoding: Encoding,
        aim: &Aim<'_>,
        solver: &mut Option<Box<Solver<Position>>>,
        moves: &mut Vec<Move>,
    ) {
        let position = aim.view.position();
        let turn = position.turn();
        if targets.plies_left {
            self.plies_left[at] = aim.plies_left;
        }
        if targets.escapes {
            let escapes = |side: Side| {
                let beside = Hive::queen_neighbours(position, side);
                beside.map_or(IN_HAND, |beside| 6 - beside as u8)
            };
            self.escapes[2 * at] = escapes(turn);
            self.escapes[2 * at + 1] = escapes(!turn);
        }
        if targets.mobility {
            moves.clear();
            position.legal_moves_into(moves);
            let turns = moves.iter().filter(|mv| !mv.is_pass()).count();
            self.mobility[at] = turns as u16;
        }
        if targets.win > 0 {
            let solver = solver.get_or_insert_default();
            solver.set_draws(aim.draws.clone());
            let won = solver.wins_within(position, targets.win);
            let mut lost = || solver.loses_within(position, targets.win);
            self.win[at] = match won {
                Some(turns) => turns as i8,
                None => lost().map_or(0, |turns| -(turns as i8)),
            };
        }
        if targets.value {
            let searched = aim.searched;
            self.value[at] = searched.map_or(f32::NAN, |searched| searched.value);
        }
        if targets.policy {
            let actions = encoding.actions();
            let row = &mut self.policy[at * actions..(at + 1) * actions];
            let shares = aim.searched.map_or(&[][..], |searched| &searched.shares);
            for &(mv, share) in shares {
                if let Some(action) = aim.view.action(mv, None) {
                    row[action] += share;
                }
            }
            // Without a search, the turn that was played.
            if shares.is_empty() {
                row[aim.action] = 1.0;
            }
        }
    }

    /// Keeps the rows that fit.
    pub fn keep(&mut self, fits: &[bool]) {
        keep(&mut self.plies_left, fits);
        keep(&mut self.escapes, fits);
        keep(&mut self.mobility, fits);
        keep(&mut self.win, fits);
        keep(&mut self.policy, fits);
        keep(&mut self.value, fits);
    }

    /// Adds the rows of another part.
    pub fn append(&mut self, mut other: TargetRows) {
        self.plies_left.append(&mut other.plies_left);
        self.escapes.append(&mut other.escapes);
        self.mobility.append(&mut other.mobility);
        self.win.append(&mut other.win);
        self.policy.append(&mut other.policy);
        self.value.append(&mut other.value);
    }
}
