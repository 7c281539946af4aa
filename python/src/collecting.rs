//! What the program does with collections, for Python: random games, puzzles, indexes, and the difference of two games.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyDict, PyTuple};

use skep_analysis::filter::Truth;
use skep_analysis::puzzles::{Puzzle, PuzzleSearch, puzzles as puzzles_of};
use skep_analysis::{Divergence, TagDifference};
use skep_index::{CollectionWriter, Index, IndexedGame};
use skep_records::GameText;
use skep_records::{Format, JudgeOptions, Record, Source as Place, write};
use skep_rules::game::Side;

use crate::arguments::own_turns;
use crate::board::turns;
use crate::finding::PyFinding;
use crate::game::PyGame;
use crate::judged::JudgedRecord;
use crate::numbers::{number, optional};
use crate::position::played;
use crate::starts::rules_of;
use crate::stream::{GameSource, RANDOM, Stream, parse_puzzle_filter, paths_of};

/// An iterator over random games.
///
/// >>> import skep
/// >>> len(skep.random_games(3))
/// 3
#[pyclass(module = "skep.types")]
#[derive(Clone)]
pub struct RandomGames {
    variant: skep_records::Game,
    rules: JudgeOptions,
    seed: u64,
    max_plies: Option<u32>,
    left: Range<u64>,
}

/// A random game as a text in the notation of its moves.
fn random(games: &RandomGames, index: u64) -> (Format, String) {
    let variant = &games.variant;
    let verdict = variant.random(&games.rules, games.seed, index, games.max_plies);
    let notation = variant.kind().own_notation();
    let mut text = String::new();
    // A game's own notation holds it. A text without a game would have a finding.
    let _ = write(
        notation,
        &Record::of_game(&verdict.game),
        &verdict,
        &mut text,
    );
    (notation, text)
}

#[pymethods]
impl RandomGames {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.left.end - self.left.start).unwrap_or(usize::MAX)
    }

    fn __next__(mut this: PyRefMut<'_, Self>, py: Python<'_>) -> Option<PyGame> {
        let index = this.left.next()?;
        let games = this.clone();
        // Other threads can take the next games meanwhile.
        drop(this);
        let judged = py.detach(|| {
            let (format, text) = random(&games, index);
            let source = Place {
                path: RANDOM.into(),
                entry: None,
            };
            let text = GameText {
                index: index + 1,
                ..GameText::new(&source, format, &text)
            };
            JudgedRecord::read(&text, games.rules)
        });
        Some(PyGame::new(judged))
    }
}

/// Random games, the same as those of ``skep random``. A player of Hive who can win does so; otherwise all legal turns
/// are equally likely. A game is stopped after ``max_plies`` turns.
///
/// >>> import skep
/// >>> [game.plies for game in skep.random_games(2, "Base", seed=1, max_plies=8)]
/// [8, 8]
#[pyfunction]
#[pyo3(signature = (n, variant = "Base+MLP", *, seed = 0, max_plies = None, rules = "default"))]
pub fn random_games(
    #[pyo3(from_py_with = number)] n: u64,
    variant: &str,
    #[pyo3(from_py_with = number)] seed: u64,
    #[pyo3(from_py_with = optional)] max_plies: Option<u32>,
    rules: &str,
) -> PyResult<RandomGames> {
    let rules = rules_of(rules)?;
    let start = skep_records::Game::of_variant(variant)
        .ok_or_else(|| PyValueError::new_err(format!("`{variant}` is not a variant")))?;
    Ok(RandomGames {
        variant: start.under(&rules),
        rules,
        seed,
        max_plies,
        left: 0..n,
    })
}

/// A puzzle, and the game that it comes from.
struct PuzzleInGame {
    puzzle: Puzzle,
    path: String,
    entry: Option<String>,
    index: u64,
    white: Option<String>,
    black: Option<String>,
}

impl PuzzleInGame {
    fn object<'py>(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Puzzle {
            ply,
            side,
            win_in,
            position,
            first,
            solution,
            played,
            chance,
            themes,
            legal_moves,
            alike,
            difficulty,
            ..
        } = self.puzzle;
        let themes: Vec<&str> = themes.iter().map(|theme| theme.as_str()).collect();
        let class = py.import("skep._types")?.getattr("Puzzle")?;
        let arguments = PyDict::new(py);
        arguments.set_item("path", self.path)?;
        arguments.set_item("entry", self.entry)?;
        arguments.set_item("index", self.index)?;
        arguments.set_item("white", self.white)?;
        arguments.set_item("black", self.black)?;
        arguments.set_item("ply", ply)?;
        arguments.set_item("side", side.as_str())?;
        arguments.set_item("win_in", win_in)?;
        arguments.set_item("position", position)?;
        arguments.set_item("solution", solution)?;
        arguments.set_item("first", first)?;
        arguments.set_item("played", played)?;
        arguments.set_item("win", chance.map(|chance| chance.as_str()))?;
        arguments.set_item("themes", themes)?;
        arguments.set_item("legal_moves", legal_moves)?;
        arguments.set_item("alike", alike)?;
        arguments.set_item("difficulty", difficulty)?;
        class.call((), Some(&arguments))
    }
}

/// An iterator over puzzles. The end of a ``with`` block stops the search.
///
/// >>> import skep
/// >>> list(skep.puzzles([]))
/// []
#[pyclass(name = "Puzzles", frozen, module = "skep.types")]
pub struct PyPuzzles(Mutex<Searching>);

/// Games whose puzzles are searched.
struct Searching {
    stream: Stream<Vec<PuzzleInGame>>,
    waiting: VecDeque<PuzzleInGame>,
    /// The keys of the puzzles so far.
    seen: HashSet<u64>,
}

impl PyPuzzles {
    fn searching(&self, py: Python<'_>) -> MutexGuard<'_, Searching> {
        let locked = self.0.lock_py_attached(py);
        locked.unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyPuzzles {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut searching = self.searching(py);
        loop {
            while let Some(found) = searching.waiting.pop_front() {
                if searching.seen.insert(found.puzzle.key) {
                    return found.object(py).map(Some);
                }
            }
            match searching.stream.next(py)? {
                Some(found) => searching.waiting.extend(found),
                None => return Ok(None),
            }
        }
    }

    /// The findings so far about files that cannot be read or hold no game.
    ///
    /// >>> import skep
    /// >>> skep.puzzles([]).faults
    /// []
    #[getter]
    fn faults(&self, py: Python<'_>) -> Vec<PyFinding> {
        self.searching(py).stream.faults()
    }

    /// Stop the search.
    ///
    /// >>> import skep
    /// >>> puzzles = skep.puzzles([])
    /// >>> puzzles.close()
    /// >>> list(puzzles)
    /// []
    fn close(&self, py: Python<'_>) {
        let mut searching = self.searching(py);
        searching.stream.stop();
        searching.waiting.clear();
    }

    fn __enter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyTuple>) {
        self.close(py);
    }
}

/// The longest win of a puzzle, as in `skep puzzles`.
const MOST_OWN_TURNS: u32 = 3;

/// The number of bytes that a thread searches at once. A search takes seconds.
const PART: usize = 1 << 10;

/// The positions of games with a forced win and one first turn that wins, as ``skep puzzles`` finds them.
///
/// ``moves`` is the largest number of own turns, from 1 to 3, or a pair of the smallest and the largest. ``where`` can
/// also test what the player did: ``win = missed``. With ``allow_many``, several first turns may win. With
/// ``continuations``, the later positions of a win that the player found are puzzles too. Positions that differ only by
/// symmetry give one puzzle. Invalid games are left out.
///
/// >>> import io, skep
/// >>> file = io.StringIO("Base;wS1;bS1 wS1-")
/// >>> [puzzle.solution for puzzle in skep.puzzles(file, moves=1)]
/// []
#[pyfunction]
#[pyo3(signature = (paths, *, moves = OwnTurns::Most(MOST_OWN_TURNS), allow_many = false, continuations = false, r#where = None, errors = "raise", rules = "default", threads = 0), text_signature = "(paths, *, moves=3, allow_many=False, continuations=False, where=None, errors='raise', rules='default', threads=0)")]
#[expect(clippy::too_many_arguments, reason = "Python passes them by name")]
pub fn puzzles(
    py: Python<'_>,
    paths: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = own_turns)] moves: OwnTurns,
    allow_many: bool,
    continuations: bool,
    r#where: Option<&str>,
    errors: &str,
    rules: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<PyPuzzles> {
    let (least, most) = match moves {
        OwnTurns::Range(least, most) => (least, most),
        OwnTurns::Most(most) => (1, most),
    };
    if least < 1 || least > most || most > MOST_OWN_TURNS {
        let message =
            format!("moves must be from 1 to {MOST_OWN_TURNS}, or a pair of these numbers");
        return Err(PyValueError::new_err(message));
    }
    let mut source = GameSource::new(py, paths, None, errors, rules, threads)?;
    source.filter = r#where
        .map(|text| parse_puzzle_filter(py, text))
        .transpose()?;
    source.options.unit_bytes = PART;
    let search = PuzzleSearch {
        least,
        most,
        allow_many,
        continuations,
    };
    let filter = source.filter.clone();
    let stream = Stream::start(source, move |reader, text| {
        if !reader.verdict.status.is_sound() {
            return Vec::new();
        }
        let facts = reader.facts();
        let player = |side| facts.player(side).map(str::to_owned);
        let matches = |puzzle: &Puzzle| {
            filter.as_ref().is_none_or(|filter| {
                filter.test_puzzle(&facts, text.source, puzzle.chance) == Truth::True
            })
        };
        let all = puzzles_of(&reader.verdict.game, search).into_iter();
        let found = all.filter(matches).map(|puzzle| PuzzleInGame {
            puzzle,
            path: text.source.path.to_string(),
            entry: text.source.entry.as_deref().map(str::to_owned),
            index: text.index,
            white: player(Side::White),
            black: player(Side::Black),
        });
        found.collect()
    })?;
    Ok(PyPuzzles(Mutex::new(Searching {
        stream,
        waiting: VecDeque::new(),
        seen: HashSet::new(),
    })))
}

/// The own turns of a solution.
pub enum OwnTurns {
    Most(u32),
    Range(u32, u32),
}

impl FromPyObject<'_, '_> for OwnTurns {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<OwnTurns> {
        match given.extract::<(u32, u32)>() {
            Ok((least, most)) => Ok(OwnTurns::Range(least, most)),
            Err(_) => given.extract().map(OwnTurns::Most),
        }
    }
}

/// Makes an index, or adds games to it, as ``skep index`` does; with ``remove``, removes the games from it.
///
/// Reading an index is faster than reading the files: with ``where``, only the games that can match are read. If there
/// is no game, no index is made.
///
/// >>> import io, pathlib, skep, tempfile
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     path = pathlib.Path(folder, "games.skepdb")
/// ...     done = skep.index(path, io.StringIO("Base;wS1;bS1 wS1-\nBase;wG1\n"))
/// ...     done.added, len(list(skep.open(path, where="plies = 1")))
/// (2, 1)
#[pyfunction]
#[pyo3(signature = (output, paths, *, remove = false, r#where = None, errors = "raise", threads = 0))]
pub fn index<'py>(
    py: Python<'py>,
    output: PathBuf,
    paths: &Bound<'_, PyAny>,
    remove: bool,
    r#where: Option<&str>,
    errors: &str,
    #[pyo3(from_py_with = number)] threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let failed = |error: skep_index::Error| PyOSError::new_err(error.to_string());
    let is_itself = |path: &PathBuf| Index::is_same(path, &output);
    if !remove && paths_of(paths)?.iter().any(is_itself) {
        let message = format!("{}: the index is also an input", output.display());
        return Err(PyValueError::new_err(message));
    }
    CollectionWriter::check(&output).map_err(failed)?;
    let is_new = !Index::is_at(&output);
    if remove && is_new {
        // A new index would have nothing to remove.
        Index::open(&output).map_err(failed)?;
    }
    let source = GameSource::new(py, paths, r#where, errors, "default", threads)?;
    let workers = source.options.workers();
    let mut stream = Stream::start(source, |reader, text| {
        IndexedGame::new(text, &reader.record, &reader.verdict)
    })?;
    let mut writer = None;
    while let Some(game) = stream.next(py)? {
        let written = py.detach(|| {
            let writer = match &mut writer {
                Some(writer) => writer,
                None => writer.insert(CollectionWriter::open(&output, workers)?),
            };
            if remove {
                writer.remove(game.id)
            } else {
                writer.add(game)
            }
        });
        written.map_err(failed)?;
    }
    let summary = py.detach(|| writer.map(CollectionWriter::finish).transpose());
    let summary = summary.map_err(failed)?.unwrap_or_default();
    let class = py.import("skep._types")?.getattr("Indexed")?;
    class.call1((
        summary.added,
        summary.sources,
        summary.known,
        summary.removed,
        summary.games,
    ))
}

/// Where two games differ, as ``skep diff`` compares them: by the effect of their turns, in any orientation, across
/// notations.
///
/// >>> import skep
/// >>> a, b = skep.read("Base;wS1;bS1 wS1-;wQ -wS1\nBase;wS1;bS1 -wS1;wG1 wS1-\n")
/// >>> difference = skep.diff(a, b)
/// >>> difference.same_plies, difference.a, difference.b, difference.rotation
/// (2, 'wQ -wS1', 'wG1 wS1-', 180)
#[pyfunction]
pub fn diff<'py>(py: Python<'py>, a: &PyGame, b: &PyGame) -> PyResult<Bound<'py, PyAny>> {
    let (a, b) = (a.judged(), b.judged());
    let (found, tags) = py.detach(|| {
        (
            Divergence::of_any(&a.verdict, &b.verdict),
            TagDifference::all(&a.record, &b.record),
        )
    });
    let next = |of: &JudgedRecord| {
        let turn = turns(&of.verdict.game).into_iter().nth(found.same as usize);
        turn.map(|turn| played(py, turn)).transpose()
    };
    let (mirrored, sixths) = found.symmetry.as_seen();
    let values = PyDict::new(py);
    for TagDifference { name, a, b } in tags {
        values.set_item(name, (a, b))?;
    }
    let class = py.import("skep._types")?.getattr("Difference")?;
    let rotation = u32::from(sixths) * 60;
    class.call1((found.same, next(a)?, next(b)?, mirrored, rotation, values))
}
