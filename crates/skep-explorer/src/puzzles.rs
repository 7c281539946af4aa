//! `/api/puzzles` and `/api/puzzle/{id}`: positions of the games in which the player to move can force a win.

use std::time::Duration;

use serde::Serialize;
use skep_analysis::Facts;
use skep_analysis::database::{Collection, FoundGame};
use skep_analysis::filter::{Filter, Truth};
use skep_analysis::puzzles::{
    Puzzle, PuzzleSearch, PuzzleTheme, StatedSolution, puzzle_at, puzzles,
};
use skep_analysis::tactics::until;
use skep_records::record::Record;
use skep_records::{Status, Verdict};
use skep_rules::game::Side;
use skep_rules::state::is_state;
use skep_tactics::time::Instant;

use crate::answers::Answers;
use crate::error::Refusal;
use crate::games::{GamePlayer, find, id_text};
use crate::params::Params;
use crate::place::{filter, game};
use crate::position::{side_name, spelled};
use crate::solve::{MOST, most};

pub const PARAMS: &[&[&str]] = &[&["variant", "where", "moves", "theme", "from", "ply"]];

/// How long a request looks for the next puzzle. Then it answers where to continue.
const PATIENCE: Duration = Duration::from_secs(2);

/// The next puzzle.
#[derive(Serialize)]
pub struct Next {
    /// `None` if no puzzle was found yet.
    puzzle: Option<PuzzleView>,
    /// The number of games that may match the filter.
    games: u64,
    /// The number of games that this request finished.
    looked: u64,
    /// Where to look for the next puzzle: in this game, after this ply.
    from: u64,
    ply: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PuzzleView {
    /// The game and the ply of the first turn of the solution.
    id: String,
    game: String,
    ply: u32,
    variant: String,
    /// The position as a GameString, or as a state (Hex-It).
    gamestring: String,
    /// The turns that lead to the position.
    play: Vec<String>,
    to_move: &'static str,
    win_in: u32,
    /// All turns that win in this number of turns.
    first: Vec<String>,
    /// A line that wins, with the replies that resist longest.
    solution: Vec<String>,
    themes: Vec<&'static str>,
    difficulty: f64,
    /// The turn that was played in the game, and what it did with the win.
    played: Option<String>,
    chance: Option<&'static str>,
    white: GamePlayer,
    black: GamePlayer,
    date: Option<String>,
    source: String,
}

/// A game that was read.
struct Read {
    game: FoundGame,
    record: Record,
    verdict: Verdict,
}

impl Read {
    fn new(game: FoundGame) -> Read {
        let (record, verdict) = game.read();
        Read {
            game,
            record,
            verdict,
        }
    }

    fn search(&self, moves: usize) -> PuzzleSearch {
        let least = moves.max(1) as u32;
        let most = match moves {
            0 => most(&self.verdict.game),
            moves => moves.min(most(&self.verdict.game)),
        };
        PuzzleSearch {
            least,
            most: most as u32,
            allow_many: self.stated().is_some(),
            continuations: false,
        }
    }

    /// The ply of the puzzle that a record of `skep puzzles` states.
    fn stated(&self) -> Option<u32> {
        Some(match StatedSolution::of(&self.record)? {
            StatedSolution::Turns(_) | StatedSolution::Line(_) => self.verdict.plies() + 1,
            StatedSolution::Played { after, .. } => after + 1,
        })
    }

    /// The puzzles after a ply.
    fn puzzles(&self, moves: usize, after: u32) -> Vec<Puzzle> {
        let (game, search) = (&self.verdict.game, self.search(moves));
        if self.verdict.status != Status::Ok || search.least > search.most {
            return Vec::new();
        }
        let mut all = match self.stated() {
            Some(ply) => puzzle_at(game, ply, search).into_iter().collect(),
            None => puzzles(game, search),
        };
        // A game that begins with a set-up position has no turns that lead to it.
        let is_set_up = |puzzle: &Puzzle| !game.kind().is_hexit() && is_state(&puzzle.position);
        all.retain(|puzzle| puzzle.ply > after && !is_set_up(puzzle));
        all
    }

    fn view(&self, answers: &Answers, puzzle: Puzzle) -> PuzzleView {
        let facts = Facts::new(&self.record, &self.verdict);
        let mut play = spelled(&self.verdict);
        play.truncate(puzzle.ply as usize - 1);
        let id = id_text(self.game.id);
        PuzzleView {
            id: format!("{id}-{}", puzzle.ply),
            game: id,
            ply: puzzle.ply,
            variant: self.verdict.title().to_owned(),
            gamestring: puzzle.position,
            play,
            to_move: side_name(puzzle.side),
            win_in: puzzle.win_in,
            first: puzzle.first,
            solution: puzzle.solution,
            themes: puzzle.themes.iter().map(|theme| theme.as_str()).collect(),
            difficulty: (puzzle.difficulty * 10.0).round() / 10.0,
            played: puzzle.played,
            chance: puzzle.chance.map(|chance| chance.as_str()),
            white: GamePlayer::new(&facts, Side::White),
            black: GamePlayer::new(&facts, Side::Black),
            date: facts.date().map(|date| date.to_string()),
            source: answers
                .source_names(&self.game.sources)
                .next()
                .unwrap_or_default(),
        }
    }
}

/// A filter that also chooses the variant of a request. A state stands for its variant.
fn with_variant(filter: Option<Filter>, params: &Params<'_>) -> Result<Option<Filter>, Refusal> {
    let Some(name) = params.text("variant") else {
        return Ok(filter);
    };
    let game = game(name)?;
    let name = if is_state(name) { game.title() } else { name };
    // The hands of Swarm may follow the variant.
    let name = name.split('(').next().unwrap_or_default().trim();
    let test = format!("variant = \"{name}\"");
    let text = match filter {
        Some(filter) => format!("({}) and {test}", filter.text()),
        None => test,
    };
    Filter::parse(&text).map(Some).map_err(Refusal::of_filter)
}

/// Whether the first game of a collection is a puzzle of `skep puzzles`.
pub fn has_puzzles(collection: &dyn Collection) -> Result<bool, Refusal> {
    let (game, _) = collection.nth_candidate(None, 0)?;
    Ok(game.is_some_and(|game| Read::new(game).stated().is_some()))
}

pub fn next(answers: &Answers, params: &Params<'_>) -> Result<Next, Refusal> {
    let limits = &answers.limits;
    let moves = params.number("moves", 0, MOST)?;
    let theme: Option<String> = params.word("theme", &PuzzleTheme::ALL.map(PuzzleTheme::as_str))?;
    let start = params.number("from", 0, u32::MAX as usize)? as u64;
    let mut after = params.number("ply", 0, u32::MAX as usize)? as u32;
    let filter = with_variant(filter(params, limits)?, params)?;
    let collection = answers.collection();
    let begin = Instant::now();
    let (_, games) = collection.nth_candidate(filter.as_ref(), 0)?;
    let mut answer = Next {
        puzzle: None,
        games,
        looked: 0,
        from: start.checked_rem(games).unwrap_or_default(),
        ply: 0,
    };
    while answer.looked < games && begin.elapsed() < PATIENCE {
        let (game, _) = collection.nth_candidate(filter.as_ref(), answer.from)?;
        let Some(read) = game.map(Read::new) else {
            break;
        };
        let facts = Facts::new(&read.record, &read.verdict);
        let is_wanted = (filter.as_ref()).is_none_or(|filter| {
            let source = read.game.sources.first();
            source.is_some_and(|source| filter.test(&facts, source) == Truth::True)
        });
        if is_wanted {
            let found = until(params.stop(), || read.puzzles(moves, after));
            let mut found = found.ok_or_else(Refusal::late)?;
            if let Some(theme) = &theme {
                found.retain(|p| p.themes.iter().any(|one| one.as_str() == theme));
            }
            if !found.is_empty() {
                let puzzle = found.swap_remove(0);
                answer.ply = puzzle.ply;
                answer.puzzle = Some(read.view(answers, puzzle));
                return Ok(answer);
            }
        }
        after = 0;
        answer.looked += 1;
        answer.from = (answer.from + 1) % games;
    }
    Ok(answer)
}

pub fn puzzle(answers: &Answers, id: &str, params: &Params<'_>) -> Result<PuzzleView, Refusal> {
    let missing = || Refusal::not_found("there is no puzzle with this id");
    let (game, ply) = id.split_once('-').ok_or_else(missing)?;
    let ply: u32 = ply.parse().map_err(|_| missing())?;
    let read = Read::new(find(answers, game).map_err(|refusal| match refusal.status {
        http::StatusCode::NOT_FOUND => missing(),
        _ => refusal,
    })?);
    if read.verdict.status != Status::Ok {
        return Err(missing());
    }
    let search = PuzzleSearch {
        allow_many: true,
        continuations: true,
        ..read.search(0)
    };
    let game = &read.verdict.game;
    let found = until(params.stop(), || puzzle_at(game, ply, search));
    let puzzle = found.ok_or_else(Refusal::late)?.ok_or_else(missing)?;
    Ok(read.view(answers, puzzle))
}
