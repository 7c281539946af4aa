//! Batches of tensors for Python: the class `Tensors`.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyList, PySlice, PyString, PyTuple};

use skep_analysis::GameReader;
use skep_records::game::Hive;
use skep_records::{Game, GameText, Played, Record, Source};
use skep_rules::game::{Outcome, Side};

use crate::arguments::{shard, texts};
use crate::edits::LegalTurnTexts;
use crate::encode::{EncodedStep, Encoding, SCALARS};
use crate::encoder::Encoder;
use crate::errors;
use crate::finding::PyFinding;
use crate::labels::Wanted;
use crate::numbers::number;
use crate::rows::rows;
use crate::samples::{Balance, Encoded, LeftOut, Lesson, Sample, Samples, SymmetricCopies};
use crate::stream::{GameSource, MOST_THREADS, Shard, Stream, game_id};
use crate::targets::Searched;

/// The longest batch: 17 GB with the encoding `skep` and its default size.
const MOST_ROWS: usize = 1 << 20;

/// Batches of encoded positions.
#[pyclass(frozen, module = "skep._skep")]
pub struct Tensors {
    samples: Mutex<Samples>,
    encoding: Encoding,
    batch: usize,
    wanted: Wanted,
    threads: usize,
}

/// What a program found before each turn of a game; nothing if no turn has a search.
fn searches(game: &Played<Hive>, record: &Record) -> Vec<Option<Searched>> {
    let found = LegalTurnTexts::of(game.turns.iter().map(|turn| turn.ply)).searches(record);
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
fn lesson(
    reader: &mut GameReader,
    text: &GameText<'_>,
    with_searches: bool,
) -> Result<Lesson, LeftOut> {
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
            let steps = EncodedStep::all(&game);
            // The steps replace them.
            game.turns = Vec::new();
            Ok(Lesson {
                start: game,
                steps,
                searches,
                result,
                id: game_id(text),
                source: text.source.clone(),
                index: text.index,
            })
        }
        Game::Venom(_) | Game::HexIt(_) => Err(LeftOut::Unsupported),
    }
}

/// The path and the entry of each position. Positions of a file share their texts.
fn places<'py, 's>(
    py: Python<'py>,
    samples: impl Iterator<Item = &'s Sample>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
    let mut known: HashMap<&Source, (Bound<'py, PyString>, Option<Bound<'py, PyString>>)> =
        HashMap::new();
    let (mut paths, mut entries) = (Vec::new(), Vec::new());
    for sample in samples {
        let source = &sample.lesson().source;
        let (path, entry) = known.entry(source).or_insert_with(|| {
            let entry = source
                .entry
                .as_deref()
                .map(|entry| PyString::new(py, entry));
            (PyString::new(py, &source.path), entry)
        });
        paths.push(path.clone());
        entries.push(entry.clone());
    }
    Ok((PyList::new(py, paths)?, PyList::new(py, entries)?))
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
    #[pyo3(signature = (paths, encoder, *, batch, r#where, errors, rules, threads, buffer, seed, symmetries, arrays, balance, shard, start))]
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
        #[pyo3(from_py_with = texts)] arrays: Vec<String>,
        balance: Option<&str>,
        #[pyo3(from_py_with = shard)] shard: Shard,
        #[pyo3(from_py_with = number)] start: u64,
    ) -> PyResult<Tensors> {
        let copies = match symmetries {
            "one" => SymmetricCopies::One,
            "random" => SymmetricCopies::Random,
            "all" => SymmetricCopies::All,
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
        let wanted = Wanted::new(&arrays)?;
        if !(1..=MOST_ROWS).contains(&batch) {
            let message = format!("batch must be from 1 to {MOST_ROWS} positions");
            return Err(PyValueError::new_err(message));
        }
        if wanted.compact && !encoder.encoding.is_compact() {
            let message = "only the encoding skep without other planes can be compact";
            return Err(PyValueError::new_err(message));
        }
        let source = GameSource {
            shard,
            ..GameSource::new(py, paths, r#where, errors, rules, threads)?
        };
        let with_searches = wanted.targets.read_searches();
        let stream = Stream::start(source, move |reader, text| {
            lesson(reader, text, with_searches)
        })?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Tensors {
            samples: Mutex::new(Samples::new(stream, buffer, (copies, balance), seed, start)),
            encoding: encoder.encoding,
            batch,
            wanted,
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
        let mut samples = locked.take(py, self.batch)?;
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
        let count = samples.len();
        let (size, planes) = (encoding.size(), encoding.planes());
        // numpy asks the system for large pages, which takes less time than many small ones.
        let planes = if wanted.compact {
            PyArrayDyn::<u8>::zeros(py, vec![count, planes, 3], false)
        } else {
            PyArrayDyn::<u8>::zeros(py, vec![count, planes, size, size], false)
        };
        let scalars = PyArrayDyn::<u16>::zeros(py, vec![count, SCALARS], false);
        let actions = encoding.actions();
        let mask = wanted
            .mask
            .then(|| PyArrayDyn::<bool>::zeros(py, vec![count, actions], false));
        let encoded = {
            let (mut planes, mut scalars) = (Some(planes.readwrite()), scalars.readwrite());
            let mut mask = mask.as_ref().map(PyArrayMethods::readwrite);
            let rows = rows(&mut planes, &mut scalars, &mut mask)?;
            py.detach(|| Encoded::of(encoding, &mut samples, wanted, threads, rows))
        };
        let Encoded {
            fits,
            classes,
            action,
            targets: found,
        } = encoded;
        let kept = action.len();
        let first = |array: Bound<'py, PyAny>| match kept < count {
            true => array.get_item(PySlice::new(py, 0, kept as isize, 1)),
            false => Ok(array),
        };
        let inside = || {
            let fitting = samples.iter().zip(&fits).filter(|(_, fits)| **fits);
            fitting.map(|(sample, _)| sample)
        };
        let left_out = samples.iter().zip(&fits).filter(|(_, fits)| !**fits);
        let outside = left_out.flat_map(|(sample, _)| [sample.lesson().id, sample.ply().into()]);
        let shape = [kept, actions];
        let classes = wanted.classes.then(|| classes.into_pyarray(py));
        let classes = classes.map(|of| of.reshape(shape)).transpose()?;
        let ids: Vec<u64> = inside().map(|sample| sample.lesson().id).collect();
        let indexes: Vec<u64> = inside().map(|sample| sample.lesson().index).collect();
        let (paths, entries) = places(py, inside())?;
        let plies: Vec<u32> = inside().map(Sample::ply).collect();
        let symmetries: Vec<u8> = inside().map(Sample::symmetry).collect();
        let outcomes: Vec<f32> = inside().map(Sample::outcome).collect();
        let arrays = (
            first(planes.into_any())?,
            first(scalars.into_any())?,
            mask.map(|mask| first(mask.into_any())).transpose()?,
            classes,
            action.into_pyarray(py),
            outcomes.into_pyarray(py),
            ids.into_pyarray(py),
            plies.into_pyarray(py),
            symmetries.into_pyarray(py),
            PyArray1::from_iter(py, outside).reshape([count - kept, 2])?,
        );
        let places = (paths, entries, indexes.into_pyarray(py));
        let of = wanted.targets;
        let escapes = of.escapes.then(|| found.escapes.into_pyarray(py));
        let escapes = escapes.map(|of| of.reshape([kept, 2])).transpose()?;
        let policy = of.policy.then(|| found.policy.into_pyarray(py));
        let policy = policy.map(|of| of.reshape(shape)).transpose()?;
        let targets = (
            of.plies_left.then(|| found.plies_left.into_pyarray(py)),
            escapes,
            of.mobility.then(|| found.mobility.into_pyarray(py)),
            (of.win > 0).then(|| found.win.into_pyarray(py)),
            policy,
            of.value.then(|| found.value.into_pyarray(py)),
        );
        Ok(Some((arrays, places, targets).into_pyobject(py)?))
    }

    #[getter]
    fn start(&self, py: Python<'_>) -> u64 {
        self.samples(py).start()
    }

    #[getter]
    fn faults(&self, py: Python<'_>) -> Vec<PyFinding> {
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
