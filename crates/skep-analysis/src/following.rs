//! How often players follow the others: they play the turn that most other games played in the same position.
//!
//! Positions are compared as in [`openings`](crate::openings), so turns are equal if they lead to the same position, in
//! any orientation.

use rustc_hash::FxHashMap;

use crate::openings::{Visit, visits};
use crate::{Interval, Occurrence};
use skep_records::Game;
use skep_rules::game::Side;

/// The number of games of other players that must go on from a position.
pub const OTHERS: usize = 3;
/// The number of turns of a game that count as early.
pub const EARLY: u16 = 8;

/// A turn from a position that several games reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedTurn {
    /// The number of turns of the game before it. A forced pass belongs to the turn before it.
    pub at: u16,
    position: u32,
    /// The position after it; `None` if no other game reached that position.
    next: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
struct GameAtPosition {
    game: u32,
    at: u16,
    position: u32,
    /// Whether the game reached the position before.
    is_again: bool,
}

/// The positions that several games reached.
pub struct SharedPositions {
    /// After [`SharedPositions::sort`], by game and turn.
    shared: Vec<GameAtPosition>,
    /// The last position of each game.
    ends: Vec<u16>,
    positions: u32,
}

impl SharedPositions {
    /// Without positions, for this number of games.
    pub fn new(games: usize) -> SharedPositions {
        SharedPositions {
            shared: Vec::new(),
            ends: vec![0; games],
            positions: 0,
        }
    }

    /// Adds all occurrences of one position, in their order. Each position must come once.
    pub fn add(&mut self, position: &[Occurrence]) {
        for one in position {
            let end = &mut self.ends[one.game as usize];
            *end = one.at.max(*end);
        }
        let is_shared = position.first().map(|one| one.game) != position.last().map(|one| one.game);
        if !is_shared {
            return;
        }
        for game in position.chunk_by(|a, b| a.game == b.game) {
            let visits = game.iter().enumerate();
            self.shared.extend(visits.map(|(i, one)| GameAtPosition {
                game: one.game,
                at: one.at,
                position: self.positions,
                is_again: i > 0,
            }));
        }
        self.positions += 1;
    }

    /// Call it after the last position.
    pub fn sort(&mut self) {
        (self.shared).sort_unstable_by_key(|shared| (shared.game, shared.at));
    }

    /// The turns of a game from positions that other games reached too. Only the first visit of a position counts.
    pub fn continuations(&self, game: u32) -> impl Iterator<Item = SharedTurn> {
        let from = self.shared.partition_point(|shared| shared.game < game);
        let own = &self.shared[from..];
        let own = &own[..own.partition_point(|shared| shared.game == game)];
        let end = self.ends[game as usize];
        let turns = own.iter().enumerate();
        turns
            .filter(move |(_, shared)| !shared.is_again && shared.at < end)
            .map(|(i, shared)| SharedTurn {
                at: shared.at,
                position: shared.position,
                next: (own.get(i + 1))
                    .filter(|next| next.at == shared.at + 1)
                    .map(|next| next.position),
            })
    }
}

/// The player who moves in each position of a game, in the order of [`occurrences`](crate::occurrences).
pub fn movers(game: &Game) -> Vec<Side> {
    let mut side = game.first_side();
    let mut movers = Vec::new();
    visits(game, |visit| {
        if let Visit::At(_) = visit {
            movers.push(side);
        }
        side = !side;
    });
    movers
}

/// How many turns follow the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FollowCount {
    /// The turns that follow the others.
    pub followed: u64,
    /// All turns.
    pub turns: u64,
}

impl FollowCount {
    fn add(&mut self, follows: bool) {
        self.followed += u64::from(follows);
        self.turns += 1;
    }

    /// The share of the turns that follow the others. `None` without turns.
    pub fn share(&self) -> Option<f64> {
        (self.turns > 0).then(|| self.followed as f64 / self.turns as f64)
    }

    /// The confidence interval of [`FollowCount::share`].
    pub fn interval(&self) -> Option<Interval> {
        Interval::wilson(self.followed as f64, self.turns)
    }
}

/// How often a player follows the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Follower {
    /// The first [`EARLY`] turns of games.
    pub early: FollowCount,
    /// Later turns.
    pub late: FollowCount,
}

/// Counts how often players play the turn that most games of other players played in the same position.
///
/// ```
/// use skep_analysis::following::{Followers, SharedPositions, movers};
/// use skep_analysis::{Colours, Occurrence, occurrences};
/// use skep_records::Game;
///
/// // Ann plays what three others play, and then something else.
/// let lines = ["wS1;bS1 wS1-", "wS1;bS1 wS1-", "wS1;bG1 wS1-", "wS1;bG1 wS1-;wQ -wS1"];
/// let games = lines.map(|moves| {
///     let mut game = Game::of_variant("Base").unwrap();
///     game.play(moves.split(';')).unwrap();
///     game
/// });
/// let mut all: Vec<Occurrence> = Vec::new();
/// for (number, game) in (0..).zip(&games) {
///     occurrences(game, number, Colours::AsPlayed, |one| all.push(one));
/// }
/// all.sort_unstable();
/// let mut shared = SharedPositions::new(games.len());
/// all.chunk_by(|a, b| a.key == b.key).for_each(|position| shared.add(position));
/// shared.sort();
/// let mut followers = Followers::default();
/// for (number, game) in (0..).zip(&games) {
///     let movers = movers(game);
///     let ann = [Some(0), None][movers[0].index()].filter(|_| number == 3);
///     for turn in shared.continuations(number) {
///         let is_white = movers[usize::from(turn.at)] == movers[0];
///         followers.add(ann.filter(|_| is_white), true, turn);
///     }
/// }
/// let ann = followers.finish()[&0];
/// assert_eq!((ann.early.followed, ann.early.turns), (1, 1));
/// ```
#[derive(Debug, Default)]
pub struct Followers {
    turns: Vec<PossibleTurn>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PossibleTurn {
    position: u32,
    player: Option<u32>,
    next: Option<u32>,
    is_early: bool,
    is_judged: bool,
}

impl Followers {
    /// Adds a turn of a player. A turn that is not judged only shows what others play. Without a number, each game has
    /// a player of its own.
    pub fn add(&mut self, player: Option<u32>, is_judged: bool, turn: SharedTurn) {
        self.turns.push(PossibleTurn {
            position: turn.position,
            player,
            next: turn.next,
            is_early: turn.at < EARLY,
            is_judged,
        });
    }

    /// The counts of each player with a judged turn in a position from which at least [`OTHERS`] games of other players
    /// go on. If others play several turns equally often, each of these turns follows them.
    pub fn finish(mut self) -> FxHashMap<u32, Follower> {
        self.turns.sort_unstable();
        let mut followers: FxHashMap<u32, Follower> = FxHashMap::default();
        for here in self.turns.chunk_by(|a, b| a.position == b.position) {
            let all = Nexts::of(here);
            for own in here.chunk_by(|a, b| a.player == b.player) {
                let Some(player) = own[0].player else {
                    continue;
                };
                if here.len() - own.len() < OTHERS || !own.iter().any(|turn| turn.is_judged) {
                    continue;
                }
                let own_nexts = Nexts::of(own);
                let most = all.most_without(&own_nexts);
                let follower = followers.entry(player).or_default();
                for turn in own.iter().filter(|turn| turn.is_judged) {
                    let others = all.count(turn.next) - own_nexts.count(turn.next);
                    let count = if turn.is_early {
                        &mut follower.early
                    } else {
                        &mut follower.late
                    };
                    count.add(turn.next.is_some() && others == most);
                }
            }
        }
        followers
    }
}

/// How often some turns from a position lead to each next position.
struct Nexts {
    counts: FxHashMap<Option<u32>, u32>,
    /// The next positions that other games reach too, the most frequent first.
    ranked: Vec<(u32, Option<u32>)>,
}

impl Nexts {
    fn of(turns: &[PossibleTurn]) -> Nexts {
        let mut counts: FxHashMap<Option<u32>, u32> = FxHashMap::default();
        for turn in turns {
            *counts.entry(turn.next).or_default() += 1;
        }
        let known = counts.iter().filter(|(next, _)| next.is_some());
        let mut ranked: Vec<_> = known.map(|(&next, &count)| (count, next)).collect();
        ranked.sort_unstable_by(|a, b| b.cmp(a));
        Nexts { counts, ranked }
    }

    fn count(&self, next: Option<u32>) -> u32 {
        self.counts.get(&next).copied().unwrap_or_default()
    }

    /// How often the most frequent turn is played without some of these turns.
    fn most_without(&self, some: &Nexts) -> u32 {
        // Each turn to a position that no other game reaches is played once.
        let mut most = u32::from(self.count(None) > some.count(None));
        for &(count, next) in &self.ranked {
            if count <= most {
                break;
            }
            most = most.max(count - some.count(next));
        }
        most
    }
}
