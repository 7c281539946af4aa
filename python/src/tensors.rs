//! Tensors for Python: the classes `Encoder` and `Tensors`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyTuple, PyType};

use skep_analysis::GameReader;
use skep_records::game::{Hive, HiveTracker};
use skep_records::{Game, JudgeOptions, Played, Record};
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::geometry::Symmetry;
use skep_rules::hive::GameType;

use crate::board::{Board, Line};
use crate::edits::Counts;
use crate::encode::{Encoding, Layout, Placing, SCALARS, Step};
use crate::errors;
use crate::finding::Finding;
use crate::labels::{Labels, NO_CLASS, Targets, Wanted};
use crate::moved;
use crate::numbers::number;
use crate::position::Position;
use crate::samples::{Balance, Copies, Encoded, LeftOut, Lesson, Samples};
use crate::stream::{Choice, MOST_THREADS, Shard, Source, Stream};
use crate::targets::Searched;
use crate::texts;

/// An encoding, as a name, a size and a variant.
#[pyclass(frozen, eq, module = "skep._skep")]
#[derive(PartialEq)]
pub struct Encoder {
    pub encoding: Encoding,
}

/// What pickle keeps of an encoder: the class, and its arguments.
type Reduced<'py> = (
    Bound<'py, PyType>,
    (
        &'static str,
        usize,
        Option<String>,
        &'static str,
        &'static str,
        Vec<&'static str>,
    ),
);

/// The line of a position of plain Hive.
pub fn hive<'a>(py: Python<'_>, board: &'a Board) -> PyResult<&'a Line<Hive>> {
    let title = match board {
        Board::Hive(line) => return Ok(line),
        Board::Venom(line) => line.game().title(),
        Board::HexIt(line) => line.game().title(),
    };
    Err(errors::unsupported_game(py, &format!("{title} has")))
}

/// A copy of a position of plain Hive, so that other threads can use the position meanwhile.
fn placing(py: Python<'_>, position: &Position) -> PyResult<Placing> {
    Ok(hive(py, &position.board)?.table().clone())
}

fn outside() -> PyErr {
    PyValueError::new_err("the position does not fit in the window of the encoding")
}

/// The variant of Hive whose expansions an encoding has.
fn variant_of(text: &str) -> PyResult<GameType> {
    let variant = text
        .parse()
        .ok()
        .filter(|variant: &GameType| variant.is_plain());
    variant.ok_or_else(|| {
        let message = format!("`{text}` is not a variant of Hive such as Base+M or Base+MLP");
        PyValueError::new_err(message)
    })
}

/// The layout with these names.
fn layout(identity: &str, actions: &str, extra: &[String]) -> PyResult<Layout> {
    let unknown = |what: &str, name: &str, known: &str| {
        PyValueError::new_err(format!("unknown {what} `{name}`: expected {known}"))
    };
    let mut layout = Layout {
        by_type: match identity {
            "piece" => false,
            "type" => true,
            other => return Err(unknown("identity", other, "piece or type")),
        },
        sources: match actions {
            "cell" => false,
            "source" => true,
            other => return Err(unknown("actions", other, "cell or source")),
        },
        ..Layout::default()
    };
    if layout.by_type && !layout.sources {
        let message =
            "with identity=\"type\", a turn is a source and a target: choose actions=\"source\"";
        return Err(PyValueError::new_err(message));
    }
    for name in extra {
        match name.as_str() {
            "pinned" => layout.pinned = true,
            "edge" => layout.edge = true,
            "distance" => layout.distance = true,
            other => return Err(unknown("plane", other, "pinned, edge or distance")),
        }
    }
    Ok(layout)
}

type Arrays<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

#[pymethods]
impl Encoder {
    #[new]
    #[pyo3(signature = (name, size, variant, identity, actions, extra))]
    fn create(
        name: &str,
        #[pyo3(from_py_with = number)] size: usize,
        variant: Option<&str>,
        identity: &str,
        actions: &str,
        extra: Vec<String>,
    ) -> PyResult<Encoder> {
        let layout = layout(identity, actions, &extra)?;
        if name == "openspiel" && layout != Layout::default() {
            let message = "identity, actions and extra are for the encoding skep";
            return Err(PyValueError::new_err(message));
        }
        let encoding = match (name, variant) {
            ("skep", Some(_)) => {
                return Err(PyValueError::new_err(
                    "the encoding skep has planes for all pieces; variant is for openspiel",
                ));
            }
            ("skep", None) if (5..=64).contains(&size) => Encoding::Own { size, layout },
            ("skep", None) => return Err(PyValueError::new_err("size must be from 5 to 64 cells")),
            ("openspiel", variant) => Encoding::OpenSpiel {
                variant: variant.map_or(Ok(GameType::MLP), variant_of)?,
            },
            (other, _) => {
                let message = format!("unknown encoding `{other}`: expected skep or openspiel");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Encoder { encoding })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py> {
        let (name, size) = (self.name(), self.encoding.size());
        let (identity, actions, extra) = self.layout();
        let arguments = (name, size, self.variant(), identity, actions, extra);
        (py.get_type::<Encoder>(), arguments)
    }

    #[getter]
    fn name(&self) -> &'static str {
        match self.encoding {
            Encoding::Own { .. } => "skep",
            Encoding::OpenSpiel { .. } => "openspiel",
        }
    }

    /// What a piece is, what a number of a move is, and more planes.
    #[getter]
    fn layout(&self) -> (&'static str, &'static str, Vec<&'static str>) {
        let layout = match self.encoding {
            Encoding::Own { layout, .. } => layout,
            Encoding::OpenSpiel { .. } => Layout::default(),
        };
        let extra = [
            (layout.pinned, "pinned"),
            (layout.edge, "edge"),
            (layout.distance, "distance"),
        ];
        let extra = extra.into_iter().filter(|(is_in, _)| *is_in);
        (
            if layout.by_type { "type" } else { "piece" },
            if layout.sources { "source" } else { "cell" },
            extra.map(|(_, name)| name).collect(),
        )
    }

    /// Where each cell and each action goes in each symmetric copy; -1 if it leaves the window.
    fn permutations<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let number = |to: Option<usize>| to.map_or(-1, |to| to as i64);
        let all = |map: &dyn Fn(Symmetry) -> Vec<Option<usize>>| {
            let maps = Symmetry::ALL.into_iter().flat_map(map).map(number);
            let maps: Vec<i64> = maps.collect();
            let length = maps.len() / Symmetry::ALL.len();
            maps.into_pyarray(py).reshape([Symmetry::ALL.len(), length])
        };
        let cells = all(&|symmetry| self.encoding.cell_map(symmetry))?;
        let actions = all(&|symmetry| self.encoding.action_map(symmetry))?;
        Ok((cells.into_any(), actions.into_any()))
    }

    #[getter]
    fn shape(&self) -> (usize, usize, usize) {
        let size = self.encoding.size();
        (self.encoding.planes(), size, size)
    }

    #[getter]
    fn actions(&self) -> usize {
        self.encoding.actions()
    }

    #[getter]
    fn variant(&self) -> Option<String> {
        match self.encoding {
            Encoding::Own { .. } => None,
            Encoding::OpenSpiel { variant } => Some(variant.to_string()),
        }
    }

    fn encode<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'py, Position>,
    ) -> PyResult<Arrays<'py>> {
        let placing = placing(py, &position)?;
        drop(position);
        let encoding = self.encoding;
        let mut planes = vec![0; encoding.cells()];
        let mut scalars = vec![0; SCALARS];
        let mut mask = vec![false; encoding.actions()];
        let fits = py.detach(|| {
            Encoding::write_scalars(&placing, &mut scalars);
            let mut labels = Labels {
                mask: &mut mask,
                classes: &mut [],
            };
            encoding.write(&placing, Symmetry::IDENTITY, &mut planes)
                && labels.write(encoding, &placing, Symmetry::IDENTITY, &mut Vec::new())
        });
        if !fits {
            return Err(outside());
        }
        let (count, size, _) = self.shape();
        Ok((
            planes
                .into_pyarray(py)
                .reshape([count, size, size])?
                .into_any(),
            scalars.into_pyarray(py).into_any(),
            mask.into_pyarray(py).into_any(),
        ))
    }

    fn classes<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'py, Position>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let placing = placing(py, &position)?;
        drop(position);
        let mut classes = vec![NO_CLASS; self.encoding.actions()];
        let mut labels = Labels {
            mask: &mut [],
            classes: &mut classes,
        };
        if !labels.write(self.encoding, &placing, Symmetry::IDENTITY, &mut Vec::new()) {
            return Err(outside());
        }
        Ok(classes.into_pyarray(py).into_any())
    }

    fn decode(
        &self,
        planes: PyReadonlyArray3<'_, u8>,
        scalars: PyReadonlyArray1<'_, u16>,
    ) -> PyResult<Position> {
        let wrong = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let state = self
            .encoding
            .state(
                &planes.as_array().iter().copied().collect::<Vec<_>>(),
                scalars.as_slice()?,
            )
            .ok_or_else(|| wrong(&"the arrays are not a position in this encoding"))?;
        let game = Game::of_state(&state).map_err(|error| wrong(&error))?;
        Ok(Position::new(
            Board::of_game(&game, 0),
            JudgeOptions::default(),
        ))
    }

    fn action(&self, py: Python<'_>, position: &Position, turn: &str) -> PyResult<usize> {
        let line = hive(py, &position.board)?;
        let plies = line.position().ply();
        let meant = line
            .judge(turn)
            .map_err(|fault| errors::illegal_move(py, fault, plies))?;
        let action = self
            .encoding
            .action(line.table(), Symmetry::IDENTITY, meant.mv, meant.given);
        action.ok_or_else(outside)
    }

    fn turn<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        #[pyo3(from_py_with = number)] action: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let placing = hive(py, &position.board)?.table();
        let moves = placing.position().legal_moves();
        let Some(mv) = self.encoding.find(placing, action, &moves) else {
            let message = format!("{action} is not the number of a legal move");
            return Err(PyValueError::new_err(message));
        };
        let given = self.encoding.given(action);
        let text = texts::of(py, &placing.spell_with(mv, given));
        let index = moves.iter().position(|&listed| listed == mv);
        let tracker = HiveTracker::of_plane(placing.plane().clone());
        let (_, from, to) = moved::cells::<Hive>(placing, &tracker, mv);
        // The piece has the number that the action gives.
        let text_of_piece = text.to_string();
        let piece = text_of_piece.split(' ').next().map(str::to_owned);
        let piece = piece.filter(|_| !mv.is_pass());
        moved::turn(py, text, (piece, from, to), index)
    }
}

/// The longest batch: 17 GB with the encoding `skep` and its default size.
const MOST_ROWS: usize = 1 << 20;

/// A search for wins in more own turns takes minutes.
const MOST_WIN_TURNS: u32 = 3;

/// Batches of encoded positions.
#[pyclass(frozen, module = "skep")]
pub struct Tensors {
    samples: Mutex<Samples>,
    encoding: Encoding,
    batch: usize,
    wanted: Wanted,
    threads: usize,
}

/// What a program found before each turn of a game; nothing if no turn has a search.
fn searches(game: &Played<Hive>, record: &Record) -> Vec<Option<Searched>> {
    let found = Counts::of(game.turns.iter().map(|turn| turn.ply)).searches(record);
    let mut searches = Vec::new();
    if found.is_empty() {
        return searches;
    }
    let mut positions = game.positions();
    loop {
        let search = found.get(&(searches.len() as u32));
        searches.push(search.map(|search| Searched::new(search, positions.position())));
        if positions.advance().is_none() {
            return searches;
        }
    }
}

/// What a model learns from a game, if it is valid and plain Hive.
fn lesson(reader: &mut GameReader, with_searches: bool) -> Result<Lesson, LeftOut> {
    if !reader.verdict.status.is_sound() {
        return Err(LeftOut::Invalid);
    }
    let result = match reader.verdict.result(&reader.record).outcome() {
        Outcome::Win(Side::White) => 1.0,
        Outcome::Win(Side::Black) => -1.0,
        Outcome::Draw => 0.0,
        Outcome::Undecided => f32::NAN,
    };
    match std::mem::take(&mut reader.verdict.game) {
        Game::Hive(mut game) => {
            game.variations.clear();
            let searches = if with_searches {
                searches(&game, &reader.record)
            } else {
                Vec::new()
            };
            let steps = Step::all(&game);
            // The steps replace them.
            game.turns = Vec::new();
            Ok(Lesson {
                start: game,
                steps,
                searches,
                result,
            })
        }
        Game::Venom(_) | Game::HexIt(_) => Err(LeftOut::Unsupported),
    }
}

impl Tensors {
    fn samples(&self, py: Python<'_>) -> MutexGuard<'_, Samples> {
        let locked = self.samples.lock_py_attached(py);
        locked.unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Tensors {
    #[new]
    #[pyo3(signature = (paths, encoder, *, batch, r#where, errors, rules, threads, buffer, seed, symmetries, mask, classes, compact, targets, win_turns, balance, shard, start))]
    #[expect(
        clippy::too_many_arguments,
        reason = "the arguments of a function of Python, all named"
    )]
    fn create(
        py: Python<'_>,
        paths: &Bound<'_, PyAny>,
        encoder: &Encoder,
        #[pyo3(from_py_with = number)] batch: usize,
        r#where: Option<&str>,
        errors: &str,
        rules: &str,
        #[pyo3(from_py_with = number)] threads: usize,
        #[pyo3(from_py_with = number)] buffer: usize,
        #[pyo3(from_py_with = number)] seed: u64,
        symmetries: &str,
        mask: bool,
        classes: bool,
        compact: bool,
        targets: Vec<String>,
        #[pyo3(from_py_with = number)] win_turns: u32,
        balance: Option<&str>,
        shard: (Bound<'_, PyAny>, Bound<'_, PyAny>),
        #[pyo3(from_py_with = number)] start: u64,
    ) -> PyResult<Tensors> {
        let choice = Choice {
            paths,
            filter: r#where,
            rules,
            threads,
            errors,
        };
        let copies = match symmetries {
            "one" => Copies::One,
            "random" => Copies::Random,
            "all" => Copies::All,
            other => {
                let message =
                    format!("unknown value `{other}` of symmetries: expected one, random or all");
                return Err(PyValueError::new_err(message));
            }
        };
        let balance = match balance {
            None => Balance::No,
            Some("result") => Balance::Result,
            Some("variant") => Balance::Variant,
            Some(other) => {
                let message =
                    format!("unknown value `{other}` of balance: expected result or variant");
                return Err(PyValueError::new_err(message));
            }
        };
        if !(1..=MOST_WIN_TURNS).contains(&win_turns) {
            let message = format!("win_turns must be from 1 to {MOST_WIN_TURNS}");
            return Err(PyValueError::new_err(message));
        }
        let targets = Targets::new(&targets, win_turns)?;
        if !(1..=MOST_ROWS).contains(&batch) {
            let message = format!("batch must be from 1 to {MOST_ROWS} positions");
            return Err(PyValueError::new_err(message));
        }
        if compact && !encoder.encoding.is_compact() {
            let message = "only the encoding skep without other planes can be compact";
            return Err(PyValueError::new_err(message));
        }
        let source = Source {
            shard: Shard::new(number(&shard.0)?, number(&shard.1)?)?,
            ..Source::new(py, &choice)?
        };
        let with_searches = targets.read_searches();
        let stream = Stream::start(source, move |reader, _| lesson(reader, with_searches))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Tensors {
            samples: Mutex::new(Samples::new(stream, buffer, (copies, balance), seed, start)),
            encoding: encoder.encoding,
            batch,
            wanted: Wanted {
                compact,
                mask,
                classes,
                targets,
            },
            threads: if threads == 0 {
                cores
            } else {
                threads.min(MOST_THREADS)
            },
        })
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let mut locked = self.samples(py);
        locked.skip(py)?;
        let samples = locked.take(py, self.batch)?;
        if samples.is_empty() {
            return match locked.take_unsupported() {
                Some(games) => Err(errors::unsupported_game(
                    py,
                    &format!("all {games} valid games have"),
                )),
                None => Ok(None),
            };
        }
        drop(locked);
        let &Tensors {
            encoding,
            wanted,
            threads,
            ..
        } = self;
        if !Encoded::has_room(encoding, samples.len(), wanted) {
            let message = "the arrays of a batch do not fit in memory; choose a smaller batch";
            return Err(PyMemoryError::new_err(message));
        }
        let encoded = py.detach(|| Encoded::of(encoding, &samples, wanted, threads));
        let (rows, size) = (encoded.rows, encoding.size());
        let actions = [rows, encoding.actions()];
        let mask = wanted.mask.then(|| encoded.mask.into_pyarray(py));
        let mask = mask.map(|mask| mask.reshape(actions)).transpose()?;
        let classes = wanted.classes.then(|| encoded.classes.into_pyarray(py));
        let classes = classes.map(|of| of.reshape(actions)).transpose()?;
        let outside: Vec<u64> = encoded.outside.iter().flatten().copied().collect();
        let left = encoded.outside.len();
        let planes = encoded.planes.into_pyarray(py);
        let planes = if wanted.compact {
            planes.reshape([rows, encoding.planes(), 3])?.into_any()
        } else {
            let shape = [rows, encoding.planes(), size, size];
            planes.reshape(shape)?.into_any()
        };
        let arrays = (
            planes,
            encoded.scalars.into_pyarray(py).reshape([rows, SCALARS])?,
            mask,
            classes,
            encoded.action.into_pyarray(py),
            encoded.outcome.into_pyarray(py),
            encoded.game.into_pyarray(py),
            encoded.ply.into_pyarray(py),
            encoded.symmetry.into_pyarray(py),
            PyArray1::from_vec(py, outside).reshape([left, 2])?,
        );
        let rows_of = encoded.targets;
        let of = wanted.targets;
        let escapes = of.escapes.then(|| rows_of.escapes.into_pyarray(py));
        let escapes = escapes.map(|of| of.reshape([rows, 2])).transpose()?;
        let policy = of.policy.then(|| rows_of.policy.into_pyarray(py));
        let policy = policy.map(|of| of.reshape(actions)).transpose()?;
        let targets = (
            of.plies_left.then(|| rows_of.plies_left.into_pyarray(py)),
            escapes,
            of.mobility.then(|| rows_of.mobility.into_pyarray(py)),
            (of.win > 0).then(|| rows_of.win.into_pyarray(py)),
            policy,
            of.value.then(|| rows_of.value.into_pyarray(py)),
        );
        Ok(Some((arrays, targets).into_pyobject(py)?))
    }

    #[getter]
    fn start(&self, py: Python<'_>) -> u64 {
        self.samples(py).start()
    }

    #[getter]
    fn faults(&self, py: Python<'_>) -> Vec<Finding> {
        self.samples(py).faults()
    }

    #[getter]
    fn names(&self, py: Python<'_>) -> String {
        self.samples(py).names()
    }

    fn close(&self, py: Python<'_>) {
        self.samples(py).stop();
    }
}
