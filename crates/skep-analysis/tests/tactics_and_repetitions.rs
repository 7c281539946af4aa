//! Marks of forced wins in games that repeat positions, compared with a brute force that counts positions in its own
//! way.

use std::collections::HashSet;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};
use skep_analysis::tactics::tactics;
use skep_records::game::Hive;
use skep_records::notation::{JudgeOptions, RepetitionRule};
use skep_records::record::Format;
use skep_records::{Game, Judge, Played, Record};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::hive::{GameType, Move, Position};
use skep_tactics::{Chance, Defence};

/// How far ahead the marks look.
const TURNS: u32 = 2;

/// What a rule compares: a number or the position with its legal turns.
#[derive(Clone, Debug, PartialEq)]
enum Identity {
    Hash(u64),
    Turns(u64, Vec<String>),
}

pub struct Brute {
    rule: RepetitionRule,
    /// The positions so far, the position to search included.
    past: Vec<Identity>,
    /// The canonical keys of those that occurred twice. Only the same layout can be the same position.
    twice: HashSet<u64>,
}

pub fn after(position: &Position, mv: Move) -> Position {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

impl Brute {
    pub fn new(rule: RepetitionRule) -> Brute {
        Brute {
            rule,
            past: Vec::new(),
            twice: HashSet::new(),
        }
    }

    /// Adds a position of the game.
    fn push(&mut self, position: &Position, moved: bool) {
        let identity = self.identity(position, moved);
        if self.count(&identity) > 0 {
            self.twice.insert(position.canonical_key());
        }
        self.past.push(identity);
    }

    fn identity(&self, position: &Position, moved: bool) -> Identity {
        if self.rule == RepetitionRule::Hivegame {
            return Identity::Hash(position.hivegame_hash(moved));
        }
        let moves = position.legal_moves().into_iter();
        let mut turns: Vec<String> = moves.map(|mv| position.spell(mv).to_string()).collect();
        turns.sort_unstable();
        Identity::Turns(position.key(), turns)
    }

    fn count(&self, identity: &Identity) -> usize {
        self.past.iter().filter(|past| *past == identity).count()
    }

    /// Whether a position that follows those so far is a draw by repetition.
    fn is_draw(&self, position: &Position) -> bool {
        // Within four plies, no position occurs twice.
        self.rule != RepetitionRule::Remark
            && !self.twice.is_empty()
            && self.twice.contains(&position.canonical_key())
            && self.count(&self.identity(position, true)) >= 2
    }

    /// Whether the side to move wins within this number of own turns.
    pub fn wins(&self, position: &Position, turns: u32) -> bool {
        let side = position.turn();
        // A turn adds at most one piece beside the queen.
        if turns == 1 && position.queen_neighbours(!side) < Some(5) {
            return false;
        }
        position.legal_moves().into_iter().any(|mv| {
            let next = after(position, mv);
            match next.outcome() {
                Outcome::Undecided => {
                    turns > 1 && !self.is_draw(&next) && self.loses(&next, turns - 1)
                }
                outcome => outcome == Outcome::Win(side),
            }
        })
    }

    /// Whether every turn of the side to move loses within this number of turns of the other side.
    fn loses(&self, position: &Position, turns: u32) -> bool {
        let mut moves = position.legal_moves().into_iter();
        moves.all(|mv| self.is_lost(&after(position, mv), position.turn(), turns))
    }

    /// Whether a side, which made the last turn, has lost or loses within this number of turns of the other side.
    fn is_lost(&self, next: &Position, side: Side, turns: u32) -> bool {
        match next.outcome() {
            Outcome::Undecided => !self.is_draw(next) && (1..=turns).any(|n| self.wins(next, n)),
            outcome => outcome == Outcome::Win(!side),
        }
    }

    fn win_in(&self, position: &Position) -> Option<u32> {
        (1..=TURNS).find(|&n| self.wins(position, n))
    }

    /// The win before a turn, what the turn did with it, the win that it allows, and the defence.
    fn marks(
        &self,
        before: &Position,
        mv: Move,
    ) -> (
        Option<u32>,
        Option<Chance>,
        Option<u32>,
        Option<&'static str>,
    ) {
        let side = before.turn();
        let next = after(before, mv);
        let goes_on = next.outcome() == Outcome::Undecided && !self.is_draw(&next);
        let win_in = self.win_in(before);
        let allows_in = match next.outcome() {
            Outcome::Undecided if goes_on => self.win_in(&next),
            Outcome::Win(winner) if winner != side => Some(0),
            _ => None,
        };
        let chance = win_in.map(|win_in| {
            if next.outcome() == Outcome::Win(side) {
                return Chance::Found;
            }
            let mut left = 1..=TURNS;
            let left = (goes_on && allows_in.is_none())
                .then(|| left.find(|&n| self.loses(&next, n)))
                .flatten();
            match left {
                Some(left) if left < win_in => Chance::Found,
                Some(_) => Chance::Delayed,
                None => Chance::Missed,
            }
        });
        if matches!(chance, Some(Chance::Found | Chance::Delayed)) {
            return (win_in, chance, allows_in, None);
        }
        let (mut safe, mut all) = (HashSet::new(), HashSet::new());
        for mv in before.legal_moves() {
            let next = after(before, mv);
            let key = (next.canonical_key(), self.is_draw(&next));
            all.insert(key);
            if !self.is_lost(&next, side, TURNS) {
                safe.insert(key);
            }
        }
        let defence = match (allows_in.is_some(), safe.len()) {
            (true, 0) => Some("impossible"),
            (true, 1) => Some("only-missed"),
            (true, _) => Some("missed"),
            (false, 1) if all.len() > 1 => Some("only-found"),
            (false, _) => None,
        };
        (win_in, chance, allows_in, defence)
    }
}

/// A game in which the sides like to surround queens and to repeat positions, and never end the game.
pub fn shuffling(seed: u64, plies: u32) -> Vec<Move> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |bound: usize| (random.next_u64() >> 33) as usize % bound;
    let brute = Brute::new(RepetitionRule::Remark);
    let mut position = Position::start(GameType::MLP.into());
    let (mut moves, mut seen) = (Vec::new(), HashSet::new());
    while position.ply() < plies {
        let other = !position.turn();
        let (mut all, mut near, mut again) = (Vec::new(), Vec::new(), Vec::new());
        for mv in position.legal_moves() {
            let next = after(&position, mv);
            if next.outcome().is_over() {
                continue;
            }
            all.push(mv);
            if next.queen_neighbours(other) > position.queen_neighbours(other) {
                near.push(mv);
            }
            if seen.contains(&next.key()) {
                again.push(mv);
            }
        }
        let lists = match below(8) {
            0..4 if position.ply() > 24 => [&again, &near, &all],
            4..7 => [&near, &all, &again],
            _ => [&all, &near, &again],
        };
        let Some(list) = lists.into_iter().find(|list| !list.is_empty()) else {
            break;
        };
        // Most turns do not let the other side win at once.
        let is_safe = |mv: &&Move| !brute.wins(&after(&position, **mv), 1);
        let safe: Vec<Move> = list.iter().filter(is_safe).copied().collect();
        let list = if safe.is_empty() || below(4) == 0 {
            list
        } else {
            &safe
        };
        let mv = list[below(list.len())];
        position.play_unchecked(mv);
        seen.insert(position.key());
        moves.push(mv);
    }
    moves
}

/// What a comparison saw.
#[derive(Default)]
struct Compared {
    plies: u32,
    /// Plies that are a draw by repetition.
    draws: u32,
    marks: Vec<&'static str>,
}

impl Compared {
    fn count(&self, mark: &str) -> usize {
        self.marks.iter().filter(|&&seen| seen == mark).count()
    }
}

/// Compares the marks of the last plies of a game with the brute force.
fn compare(mut game: Played<Hive>, rule: RepetitionRule, last: usize, compared: &mut Compared) {
    game.repetition = rule;
    if rule == RepetitionRule::Draw
        && let Some(end) = game.drawn_after(rule)
    {
        game.turns.truncate(end);
    }
    let found = tactics(&Game::from(game.clone()), TURNS);
    let mut brute = Brute::new(rule);
    let first = game.turns.len().saturating_sub(last);
    let mut position = game.start();
    for (i, turn) in game.turns.iter().enumerate() {
        let moved = (turn.mv.piece()).is_none_or(|piece| position.is_on_board(piece));
        let next = after(&position, turn.mv);
        if i >= first {
            let review = &found[i].review;
            let legal = position.legal_moves().len();
            let defence = review.defence.as_ref().map(Defence::as_str);
            let marks = (review.win_in, review.chance, review.allows_in, defence);
            let place = format!("{rule}, ply {}: {position}", i + 1);
            assert_eq!(marks, brute.marks(&position, turn.mv), "{place}");
            let played = position.spell(turn.mv).to_string();
            assert_ne!(found[i].only_defence(), Some(&*played), "{place}");
            assert!(legal > 1 || !review.is_blunder(), "{place}");
            compared.marks.extend(review.chance.map(Chance::as_str));
            compared.marks.extend(defence);
            compared.plies += 1;
            compared.draws += u32::from(brute.is_draw(&next));
        }
        brute.push(&next, moved);
        position = next;
    }
}

#[test]
fn marks_of_shuffling_games_agree_with_a_brute_force() {
    for rule in [
        RepetitionRule::Remark,
        RepetitionRule::Draw,
        RepetitionRule::Hivegame,
    ] {
        let draws = rule != RepetitionRule::Remark;
        let mut compared = Compared::default();
        let mut seed = 0;
        while compared.plies < 40 || draws && compared.draws == 0 {
            seed += 1;
            let moves = shuffling(seed, 60);
            let game = Played::<Hive>::of_moves(GameType::MLP.into(), moves);
            compare(game, rule, 10, &mut compared);
        }
        let plies = compared.plies;
        println!(
            "{rule}: {plies} plies of {seed} games, {} draws",
            compared.draws
        );
        assert!(!compared.marks.is_empty(), "{rule}");
        assert_eq!(compared.draws > 0, draws, "{rule}");
    }
}

#[test]
fn marks_of_games_between_people_agree_with_a_brute_force() {
    let Some(folder) = skep_testing::shared("corpus/boardspace-2020") else {
        return;
    };
    let files = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let mut compared = Compared::default();
    for path in paths {
        let text = std::fs::read(path).expect("a game");
        let record = Record::read(Format::Boardspace, &String::from_utf8_lossy(&text));
        let verdict = Judge::default().verdict(&record);
        let is_won = verdict.outcome.is_over();
        if let Some(game) = verdict
            .game
            .hive()
            .filter(|_| is_won && compared.plies < 300)
        {
            compare(game.clone(), RepetitionRule::Remark, 15, &mut compared);
        }
    }
    let marks = [
        "found",
        "delayed",
        "missed",
        "only-found",
        "only-missed",
        "impossible",
    ];
    let counts = marks.map(|mark| (mark, compared.count(mark)));
    println!("{} plies: {counts:?}", compared.plies);
    assert!(compared.plies >= 300 && compared.count("found") > 10);
    assert!(compared.count("only-found") + compared.count("only-missed") > 0);
}

/// The game of a text under a rule.
fn game(text: &str, repetition: RepetitionRule) -> Game {
    let rules = JudgeOptions {
        repetition,
        ..JudgeOptions::default()
    };
    Judge::new(rules)
        .verdict(&Record::read(Format::Uhp, text))
        .game
}

#[test]
fn a_turn_to_a_third_occurrence_is_the_defence_only_if_it_draws() {
    let text = r"Base+MLP;InProgress;White[1];wA1;bL wA1-;wQ -wA1;bA1 bL-;wL \wA1;bQ bL\;wL wA1\;bL /wQ;wP /wL;bM bA1\;wP wL\;bM \wQ;wM /wL;bB1 bM/;wM -bA1;bB1 \wA1;wG1 /wP;bA1 /bM;wG1 bQ/;bG1 /bA1;wP bQ\;bA1 wQ\;wL /bQ;bA1 /bM;wL wA1\;bA1 wQ\;wL /bQ;bA1 /bM;wL wA1\";
    let last = |rule| tactics(&game(text, rule), 1).pop().expect("a turn");

    let goes_on = last(RepetitionRule::Remark);
    assert_eq!(goes_on.ply, 29);
    assert_eq!(goes_on.review.defence, Some(Defence::Impossible));
    assert_eq!(goes_on.review.allows_in, Some(1));
    for rule in [RepetitionRule::Draw, RepetitionRule::Hivegame] {
        let draws = last(rule);
        assert_eq!(draws.review.defence, Some(Defence::OnlyFound), "{rule}");
        assert_eq!(draws.review.allows_in, None, "{rule}");
    }
}
