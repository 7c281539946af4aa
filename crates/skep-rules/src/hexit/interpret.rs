//! Interprets written turns on a board, and describes broken rules with details of the position.

use super::mv::TurnKind;
use super::position::members;
use super::{Cell, CellList, Move, Position, Rule, Written};
use crate::game::{Fault, FaultKind, Position as _};

impl Position {
    /// The move that a written turn means, or the rule that it breaks by naming cells that no move can name.
    ///
    /// It ignores the mark of prisoners in a distribution; compare with the spelling of the move.
    pub(super) fn meaning(&self, written: Written) -> Result<Move, Rule> {
        let kind = match written {
            Written::Pass | Written::EmptyTurn => TurnKind::Pass,
            // Records of Boardspace say that it is a tile.
            Written::Place(at) | Written::Lay(at) if self.is_laying() => TurnKind::Lay { at },
            Written::Lay(at) => TurnKind::Lay { at },
            Written::Place(at) => TurnKind::Place {
                cell: self.find(at).ok_or(Rule::NoTile)?,
            },
            Written::Towards { from, direction } => TurnKind::Distribute {
                cell: self.find(from).ok_or(Rule::NoTile)?,
                direction,
            },
            Written::Distribute { from, to, .. } => {
                let cell = self.find(from).ok_or(Rule::NoTile)?;
                self.check_stack(cell)?;
                let (direction, steps) = from.line_to(to).ok_or(Rule::NotInLine)?;
                if u32::from(self.landing(cell, direction)?.steps()) != steps {
                    return Err(Rule::WrongEnd);
                }
                TurnKind::Distribute { cell, direction }
            }
            Written::Release(named) => {
                let mut cells = 0;
                for &at in named.as_slice() {
                    let bit = 1 << self.find(at).ok_or(Rule::NoPrisoners)?;
                    if cells & bit != 0 {
                        return Err(Rule::ReleasedTwice);
                    }
                    cells |= bit;
                }
                TurnKind::Release { cells }
            }
            Written::ReleaseFrom(at) => {
                let cell = self.find(at).ok_or(Rule::NoPrisoners)?;
                if !self.is_prison(cell) {
                    return Err(Rule::NoPrisoners);
                }
                if self.release_seeds() >> cell & 1 == 0 {
                    return Err(Rule::TwoTiles);
                }
                TurnKind::Release {
                    cells: self.chain_from(cell),
                }
            }
        };
        Ok(Move(kind))
    }

    /// The cells of a release in canonical order: by column and row, but beginning with the first cell that touches two
    /// tiles, so that the text is a connected chain.
    pub(super) fn release_order(&self, cells: u64) -> CellList {
        let by_place = |set: u64| {
            let mut list: Vec<(Cell, u64)> = members(set)
                .map(|c| (self.cells[usize::from(c)], 1 << c))
                .collect();
            list.sort_unstable_by_key(|(at, _)| (at.hex().q, -at.hex().r));
            list
        };
        let mut order = CellList::default();
        let mut done = 0u64;
        let mut open = cells & self.release_seeds();
        while let Some(&(at, bit)) = by_place(open).first() {
            order.push(at);
            done |= bit;
            let touching = members(done).fold(0, |sum, c| sum | self.adjacent[usize::from(c)]);
            open = touching & cells & !done;
        }
        order
    }

    /// How a written turn breaks a rule here.
    pub fn fault(&self, written: Written, rule: Rule) -> Fault {
        let mut message = rule.sentence().to_owned();
        let mut help = None;
        match (rule, written) {
            (Rule::PrisonersFirst | Rule::DistributionFirst, _) => {
                let mut first = None;
                self.for_each_distribution(|mv| first = first.or(Some(mv)));
                if let Some(mv) = first {
                    message = format!("{message}: {}", self.spell(mv));
                }
            }
            (Rule::PassWithMove, _) => {
                if let Some(&mv) = self.legal_moves().first() {
                    message = format!("{message}: {}", self.spell(mv));
                }
            }
            (
                Rule::NoTile | Rule::TileOccupied | Rule::TileThere | Rule::BesideTile,
                Written::Place(at) | Written::Lay(at),
            ) => {
                message = format!("{message}: {at}");
            }
            (Rule::WrongEnd, Written::Distribute { from, to, .. }) => {
                let right = from.line_to(to).and_then(|(direction, _)| {
                    let cell = self.find(from)?;
                    Some(self.spell(Move(TurnKind::Distribute { cell, direction })))
                });
                help = right.map(|right| format!("the right turn is {right}"));
            }
            (
                Rule::NoTile
                | Rule::NoStack
                | Rule::EnemyStack
                | Rule::PrisonersStay
                | Rule::TooFar
                | Rule::LeavesTiles
                | Rule::OwnStack
                | Rule::TooHigh
                | Rule::Blocked,
                Written::Distribute { from, .. } | Written::Towards { from, .. },
            ) => message = format!("{message}: from {from}"),
            (Rule::NotEnoughTiles, _) => {
                message = format!("{message}: {}", self.tiles_left());
            }
            (Rule::NoPrisoners, Written::Release(cells)) => {
                let prisoners: Vec<Cell> = self.prisons().collect();
                let free = cells.as_slice().iter().find(|at| !prisoners.contains(at));
                if let Some(at) = free {
                    message = format!("{message}: {at}");
                }
            }
            (Rule::WholeChain, Written::Release(cells)) => {
                let chain = cells.as_slice().iter().find_map(|&at| {
                    let seed = self.release_seeds() & 1 << self.find(at)?;
                    members(seed).next().map(|s| self.chain_from(s))
                });
                help = chain
                    .map(|cells| self.spell(Move(TurnKind::Release { cells })))
                    .map(|right| format!("the right turn is {right}"));
            }
            _ => {}
        }
        let kind = match rule {
            Rule::GameOver => FaultKind::AfterEnd,
            _ => FaultKind::Illegal,
        };
        Fault::new(kind, message)
            .breaking(rule.as_str())
            .with_help(help)
    }
}
