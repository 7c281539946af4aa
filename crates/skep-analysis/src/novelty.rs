//! Novelties: where each game leaves the positions that earlier games reached.
//!
//! The novelty of a game is its first turn to a position that no earlier game reached, in any order of moves and in any
//! orientation. Positions are compared as in [`openings`](crate::openings).

use crate::{Date, Occurrence, Score};
use skep_records::record::StatedResult;

/// What is known about a game before its positions are compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct ComparedGame {
    /// Whether it counts as earlier than all others: a game of the collection to compare with.
    pub is_base: bool,
    /// The date.
    pub date: Option<Date>,
    /// The result.
    pub result: Option<StatedResult>,
}

/// The novelty of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameNovelty {
    /// The place of the new position in the game: see [`Occurrence::at`].
    pub at: u16,
    /// The results of the earlier games that reached the position before the novelty.
    pub before: Score,
    /// The results of all games that reached the new position, with this game and later ones.
    pub score: Score,
}

/// Finds the novelties of games, from the positions that each game reached.
///
/// A game is earlier than another if its date is earlier, or if it comes first and the date does not decide. A date
/// without a day or month is at the end of its month or year. Games without a date are later than all games with a
/// date.
///
/// ```
/// use skep_analysis::novelty::{ComparedGame, Novelties};
/// use skep_analysis::{Occurrence, Colours, occurrences};
/// use skep_records::Game;
///
/// let games = ["wS1;bS1 wS1-;wQ -wS1", "wS1;bS1 -wS1;wQ wS1/"].map(|moves| {
///     let mut game = Game::of_variant("Base").unwrap();
///     game.play(moves.split(';')).unwrap();
///     game
/// });
/// let mut all: Vec<Occurrence> = Vec::new();
/// for (number, game) in (0..).zip(&games) {
///     occurrences(game, number, Colours::AsPlayed, |occurrence| all.push(occurrence));
/// }
/// all.sort_unstable();
/// let mut novelties = Novelties::new(vec![ComparedGame::default(); 2]);
/// for group in all.chunk_by(|a, b| a.key == b.key) {
///     novelties.add(group);
/// }
/// let found = novelties.finish();
/// // The second game turns the board, so its first two turns are not new.
/// assert_eq!(found[0].unwrap().at, 1);
/// assert_eq!((found[1].unwrap().at, found[1].unwrap().before.games()), (3, 1));
/// ```
pub struct Novelties {
    games: Vec<ComparedGame>,
    /// The rank of each game in time.
    ranks: Vec<u32>,
    found: Vec<Option<GameNovelty>>,
    shared: Vec<ReachedPosition>,
    /// The games of the current position: rank, place, number, and the first occurrence in the slice.
    group: Vec<(u32, u16, u32, usize)>,
}

/// A position of a game that several games reached.
struct ReachedPosition {
    game: u32,
    at: u16,
    /// The earlier games that reached the position: won by White, drawn, won by Black, without a result.
    earlier: [u32; 4],
}

/// The last day that a date can mean: a missing day or month is the end of its month or year.
fn end_of(date: Date) -> (u16, u8, u8) {
    let month = date.month().unwrap_or(u8::MAX);
    (date.year(), month, date.day().unwrap_or(u8::MAX))
}

impl Novelties {
    /// Without positions. The number of a game in an [`Occurrence`] is its place here.
    pub fn new(games: Vec<ComparedGame>) -> Novelties {
        let mut order: Vec<u32> = (0..games.len() as u32).collect();
        order.sort_by_key(|&i| {
            let game = &games[i as usize];
            (!game.is_base, game.date.is_none(), game.date.map(end_of))
        });
        let mut ranks = vec![0; games.len()];
        for (rank, game) in (0..).zip(order) {
            ranks[game as usize] = rank;
        }
        Novelties {
            found: vec![None; games.len()],
            games,
            ranks,
            shared: Vec::new(),
            group: Vec::new(),
        }
    }

    /// Adds all occurrences of one position, in their order. Each position must come once.
    pub fn add(&mut self, position: &[Occurrence]) {
        self.group.clear();
        let mut first = 0;
        for games in position.chunk_by(|a, b| a.game == b.game) {
            let Occurrence { game, at, .. } = games[0];
            self.group
                .push((self.ranks[game as usize], at, game, first));
            first += games.len();
        }
        self.group.sort_unstable();
        if self.group.len() > 1 {
            let mut earlier = Score::default();
            for &(.., game, first) in &self.group {
                // A game can come back to the position before its novelty.
                let own = position[first..].iter().take_while(|one| one.game == game);
                self.shared.extend(own.map(|one| {
                    ReachedPosition {
                        game,
                        at: one.at,
                        earlier: [earlier.white, earlier.draws, earlier.black, earlier.open]
                            .map(|games| games as u32),
                    }
                }));
                earlier.add(self.games[game as usize].result);
            }
        }
        let Some(&(_, at, game, _)) = self.group.first() else {
            return;
        };
        let found = &mut self.found[game as usize];
        if at > 0 && found.is_none_or(|best| at < best.at) {
            let mut score = Score::default();
            for &(_, _, game, _) in &self.group {
                score.add(self.games[game as usize].result);
            }
            let before = Score::default();
            *found = Some(GameNovelty { at, before, score });
        }
    }

    /// The novelty of each game; `None` if earlier games reached all its positions.
    pub fn finish(mut self) -> Vec<Option<GameNovelty>> {
        for one in self.shared {
            if let Some(novelty) = &mut self.found[one.game as usize]
                && one.at.checked_add(1) == Some(novelty.at)
            {
                let [white, draws, black, open] = one.earlier.map(u64::from);
                novelty.before = Score {
                    white,
                    draws,
                    black,
                    open,
                };
            }
        }
        self.found
    }
}
