//! What the turns of a game did with forced wins: found, missed, allowed, prevented.

use skep_rules::closed_list;
use skep_rules::game::{Draws, Outcome};

use crate::{Solver, Tactics};

closed_list! {
    /// What a turn did with a forced win that the player had.
    pub enum Chance: "fate of a win" {
        /// The win is still forced, in one turn less.
        Found = "found",
        /// The win is still forced within the searched number of further own turns, but not in one turn less.
        Delayed = "delayed",
        /// The win is not forced any more within the searched number of further own turns.
        Missed = "missed",
    }
}

/// What a turn did in a position in which most turns, or all, let the other player force a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Defence<M> {
    /// It is the only turn after which the other player cannot force a win.
    OnlyFound,
    /// It lets the other player force a win. Only this other turn does not.
    OnlyMissed(M),
    /// It lets the other player force a win. Several other turns do not.
    Missed,
    /// Every turn lets the other player force a win.
    Impossible,
}

/// What one turn of a game did with forced wins. All wins are proved within the searched number of own turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review<M> {
    /// The smallest number of own turns, this turn included, in which the player could force a win.
    pub win_in: Option<u32>,
    /// What the turn did with that win. `None` without a forced win.
    pub chance: Option<Chance>,
    /// If the win is missed: the line that wins, from this turn on.
    pub missed: Vec<M>,
    /// The smallest number of own turns in which the other player can force a win after this turn. 0 if this turn ended
    /// the game with the other player's win.
    pub allows_in: Option<u32>,
    /// How the turn met a threat of the other player. `None` without a threat, or if the player keeps a forced win.
    pub defence: Option<Defence<M>>,
    /// If a win is allowed: the line that wins after this turn.
    pub allowed: Vec<M>,
}

impl<M> Review<M> {
    /// Whether the turn lets the other player force a win although another turn does not.
    pub fn is_blunder(&self) -> bool {
        matches!(self.defence, Some(Defence::OnlyMissed(_) | Defence::Missed))
    }
}

impl<M> Defence<M> {
    /// Its name.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Defence::OnlyFound => "only-found",
            Defence::OnlyMissed(_) => "only-missed",
            Defence::Missed => "missed",
            Defence::Impossible => "impossible",
        }
    }

    /// The defence with its turn in another form.
    pub fn map<T>(self, of: impl FnOnce(M) -> T) -> Defence<T> {
        match self {
            Defence::OnlyFound => Defence::OnlyFound,
            Defence::OnlyMissed(mv) => Defence::OnlyMissed(of(mv)),
            Defence::Missed => Defence::Missed,
            Defence::Impossible => Defence::Impossible,
        }
    }
}

impl<P: Tactics> Solver<P> {
    /// Reviews the turns of a game, looking this number of own turns ahead. A repetition is never a draw.
    ///
    /// A win counts as missed only if no win is forced any more within the searched number of further own turns.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`](crate::MOST_TURNS), or a move is not legal.
    pub fn review(
        &mut self,
        start: &P,
        moves: impl IntoIterator<Item = P::Move>,
        turns: u32,
    ) -> Vec<Review<P::Move>> {
        self.set_draws(Draws::never());
        let mut before = start.clone();
        let mut win_in = self.wins_within(&before, turns);
        let mut reviews = Vec::new();
        for mv in moves {
            let review = self.review_turn(&before, mv, win_in, turns);
            win_in = review.allows_in;
            before.play_unchecked(mv);
            reviews.push(review);
        }
        reviews
    }

    /// Reviews one turn of a game as [`Solver::review`] does. The draws are those of the positions up to `before`, and
    /// `win_in` is the win in that position.
    ///
    /// # Panics
    /// As in [`Solver::review`].
    pub fn review_turn(
        &mut self,
        before: &P,
        mv: P::Move,
        win_in: Option<u32>,
        turns: u32,
    ) -> Review<P::Move> {
        let side = before.turn();
        let mut after = before.clone();
        after.play_unchecked(mv);
        let allows_in = match after.outcome() {
            Outcome::Undecided if !self.draws().is_draw(&after) => self.wins_within(&after, turns),
            Outcome::Win(winner) if winner != side => Some(0),
            _ => None,
        };
        let mut review = Review {
            win_in,
            chance: win_in.map(|n| self.chance(&after, n, allows_in, turns)),
            missed: Vec::new(),
            allows_in,
            defence: None,
            allowed: Vec::new(),
        };
        if matches!(review.chance, None | Some(Chance::Missed)) {
            if allows_in.is_some() {
                review.allowed = self.winning_line(&after, turns);
            }
            if review.chance.is_some() {
                review.missed = self.winning_line(before, turns);
            }
            review.defence = self.defence(before, &after, allows_in.is_some(), turns);
        }
        review
    }

    fn winning_line(&mut self, position: &P, turns: u32) -> Vec<P::Move> {
        self.solve(position, turns)
            .map_or_else(Vec::new, |win| win.line)
    }

    /// What is left of a win in `win_in` in the position after a turn. `allows_in` is the other player's win there, and
    /// `turns` the number of further own turns in which a win still counts.
    ///
    /// # Panics
    /// `turns` is greater than [`MOST_TURNS`](crate::MOST_TURNS).
    pub fn chance(&mut self, after: &P, win_in: u32, allows_in: Option<u32>, turns: u32) -> Chance {
        let side = !after.turn();
        match after.outcome() {
            Outcome::Win(winner) if winner == side => return Chance::Found,
            Outcome::Undecided if allows_in.is_none() && !self.draws().is_draw(after) => {}
            _ => return Chance::Missed,
        }
        match self.loses_within(after, turns) {
            Some(left) if left < win_in => Chance::Found,
            Some(_) => Chance::Delayed,
            None => Chance::Missed,
        }
    }

    /// How the turn from one position to the next met the danger. `lost` means that it allows a win.
    fn defence(
        &mut self,
        before: &P,
        after: &P,
        lost: bool,
        turns: u32,
    ) -> Option<Defence<P::Move>> {
        // Turns to positions that differ by a symmetry of the board are one turn, unless only one of them is a draw.
        let draws = self.draws().clone();
        let key_of = |next: &P| (next.canonical_key(), draws.is_draw(next));
        let played = key_of(after);
        let key = |mv| {
            let mut next = before.clone();
            next.play_unchecked(mv);
            key_of(&next)
        };
        let mut escape: Option<(P::Move, (u64, bool))> = None;
        let mut several = false;
        self.find_escape(before, turns, |mv| {
            let key = key(mv);
            match escape {
                _ if !lost && key == played => {}
                None => escape = Some((mv, key)),
                Some((_, first)) => several |= first != key,
            }
            several || !lost && escape.is_some()
        });
        match (lost, escape) {
            (true, None) => Some(Defence::Impossible),
            (true, Some(_)) if several => Some(Defence::Missed),
            (true, Some((mv, _))) => Some(Defence::OnlyMissed(mv)),
            (false, Some(_)) => None,
            // If all turns lead to the same position, there was no choice.
            (false, None) => {
                let mut others = before.legal_moves().into_iter();
                others
                    .any(|mv| key(mv) != played)
                    .then_some(Defence::OnlyFound)
            }
        }
    }
}
