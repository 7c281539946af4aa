//! What is shown of a forced win: the turns that win, a line, and the proof.

use skep_rules::game::Outcome;

use crate::{Solver, Tactics};

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win<M> {
    /// The smallest number of own turns within which the win can be forced.
    pub turns: u32,
    /// Every turn that wins within this number of own turns, in the order of the legal moves.
    pub first: Vec<M>,
    /// A line of play: the first of these turns, the replies that resist longest, and the fastest answers.
    pub line: Vec<M>,
}

/// A turn of the attacker, and every reply with the answers that win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// The turn.
    pub turn: M,
    /// All legal replies. Empty if the turn ends the game.
    pub replies: Vec<Reply<M>>,
}

/// A reply of the defender.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply<M> {
    /// The reply.
    pub turn: M,
    /// The attacker's answer. Empty if the reply itself loses the game. If the answer draws a tile from the bag, it has
    /// one entry for each tile.
    pub answers: Vec<Proof<M>>,
}

impl<P: Tactics> Solver<P> {
    /// The shortest forced win of the side to move, up to this number of own turns.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`](crate::MOST_TURNS).
    pub fn solve(&mut self, position: &P, turns: u32) -> Option<Win<P::Move>> {
        let turns = self.wins_within(position, turns)?;
        let mut position = self.start(position, position.turn(), turns);
        let mut moves = Vec::new();
        Self::choices_into(&position, &mut moves);
        let mut first = Vec::new();
        Self::find_choice(&position.clone(), &moves, |choice| {
            if self.choice_wins(&mut position, choice, turns) {
                first.push(choice[0]);
            }
            false
        });
        let mut line = Vec::new();
        self.extend_line(&mut position, turns, &mut line);
        Some(Win { turns, first, line })
    }

    /// A turn of the side to move that wins by force, in as few own turns as possible, up to this number.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`](crate::MOST_TURNS).
    pub fn winning_turn(&mut self, position: &P, turns: u32) -> Option<P::Move> {
        let mut position = self.start(position, position.turn(), turns);
        (1..=turns).find_map(|n| {
            let is_won = self.attack_at(&mut position, n);
            let choice = is_won.then(|| self.winning_choice(&mut position, n))?;
            choice.first().copied()
        })
    }

    /// A line in which every turn of the side to move loses within this number of the other side's turns: the replies
    /// that resist longest, and the fastest answers.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`](crate::MOST_TURNS).
    pub fn losing_line(&mut self, position: &P, turns: u32) -> Vec<P::Move> {
        let mut position = self.start(position, !position.turn(), turns);
        let mut line = Vec::new();
        self.extend_reply(&mut position, turns, &mut line);
        line
    }

    /// The proof of a win within this number of own turns: one tree for each tile that the first turn can draw,
    /// usually one. It is empty if there is no such win.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`](crate::MOST_TURNS).
    pub fn proof(&mut self, position: &P, turns: u32) -> Vec<Proof<P::Move>> {
        let mut position = self.start(position, position.turn(), turns);
        self.prove(&mut position, turns)
    }

    /// Whether a turn of the side to move wins within this number of own turns.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`](crate::MOST_TURNS).
    pub fn turn_wins_within(&mut self, position: &P, mv: P::Move, turns: u32) -> bool {
        let mut position = self.start(position, position.turn(), turns);
        let mut moves = Vec::new();
        Self::choices_into(&position, &mut moves);
        Self::find_choice(&position.clone(), &moves, |choice| {
            choice.contains(&mv) && self.choice_wins(&mut position, choice, turns)
        })
    }

    /// The first choice that wins within this number of own turns.
    fn winning_choice(&mut self, position: &mut P, turns: u32) -> Vec<P::Move> {
        let mut moves = Vec::new();
        Self::choices_into(position, &mut moves);
        let mut found = Vec::new();
        Self::find_choice(&position.clone(), &moves, |choice| {
            let wins = self.choice_wins(position, choice, turns);
            if wins {
                found = choice.to_vec();
            }
            wins
        });
        found
    }

    /// The smallest number of own turns within which the attacker, who is to move, wins.
    fn fastest(&mut self, position: &mut P, turns: u32) -> Option<u32> {
        (1..=turns).find(|&n| self.attack_at(position, n))
    }

    /// Adds the attacker's turn and what follows. The attacker wins within this number of own turns.
    fn extend_line(&mut self, position: &mut P, turns: u32, line: &mut Vec<P::Move>) {
        let Some(turns) = self.fastest(position, turns) else {
            return;
        };
        // Of the tiles that can be drawn, the one that makes the win longest.
        let mut longest: Option<(u32, P::Move)> = None;
        for mv in self.winning_choice(position, turns) {
            let undo = position.play_unchecked(mv);
            let left = match position.outcome() {
                Outcome::Undecided => (1..turns).find(|&n| self.defend_at(position, n)),
                _ => Some(0),
            };
            position.undo(undo);
            if let Some(left) = left
                && longest.is_none_or(|(most, _)| left > most)
            {
                longest = Some((left, mv));
            }
        }
        if let Some((left, mv)) = longest {
            line.push(mv);
            let undo = position.play_unchecked(mv);
            if left > 0 {
                self.extend_reply(position, left, line);
            }
            position.undo(undo);
        }
    }

    /// Adds the defender's turn that resists longest and what follows. Every turn loses within this number of the
    /// attacker's turns.
    fn extend_reply(&mut self, position: &mut P, turns: u32, line: &mut Vec<P::Move>) {
        let mut moves = self.take_buffer();
        position.legal_moves_into(&mut moves);
        let mut longest: Option<(u32, P::Move)> = None;
        for &mv in &moves {
            let undo = position.play_unchecked(mv);
            let left = match position.outcome() {
                Outcome::Undecided => self.fastest(position, turns),
                _ => Some(0),
            };
            position.undo(undo);
            let left = left.unwrap_or(turns);
            if longest.is_none_or(|(most, _)| left > most) {
                longest = Some((left, mv));
            }
        }
        self.give_back(moves);
        if let Some((left, mv)) = longest {
            line.push(mv);
            let undo = position.play_unchecked(mv);
            if left > 0 {
                self.extend_line(position, left, line);
            }
            position.undo(undo);
        }
    }

    fn prove(&mut self, position: &mut P, turns: u32) -> Vec<Proof<P::Move>> {
        let Some(turns) = self.fastest(position, turns) else {
            return Vec::new();
        };
        let choice = self.winning_choice(position, turns);
        let mut proofs = Vec::new();
        for turn in choice {
            let undo = position.play_unchecked(turn);
            let mut replies = Vec::new();
            for reply in position.legal_moves() {
                let undo = position.play_unchecked(reply);
                let answers = match position.outcome() {
                    Outcome::Undecided => self.prove(position, turns - 1),
                    _ => Vec::new(),
                };
                position.undo(undo);
                replies.push(Reply {
                    turn: reply,
                    answers,
                });
            }
            position.undo(undo);
            proofs.push(Proof { turn, replies });
        }
        proofs
    }
}
