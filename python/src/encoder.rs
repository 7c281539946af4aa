//! Encodings for Python: the class `Encoder`.

use std::fmt::Display;

use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use skep_records::game::{Hive, HiveTracker};
use skep_records::{Game, JudgeOptions};
use skep_rules::game::Position as _;
use skep_rules::geometry::Symmetry;
use skep_rules::hive::GameType;

use crate::board::{PlayBoard, PlayLine};
use crate::encode::{EncodedView, Encoding, Placing, PlaneLayout, SCALARS};
use crate::errors;
use crate::labels::{Labels, NO_CLASS};
use crate::moved;
use crate::numbers::number;
use crate::position::PyPosition;
use crate::texts;

/// An encoding: a name, a size or a variant, and a layout.
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
pub fn hive<'a>(py: Python<'_>, board: &'a PlayBoard) -> PyResult<&'a PlayLine<Hive>> {
    let title = match board {
        PlayBoard::Hive(line) => return Ok(line),
        PlayBoard::Venom(line) => line.game().title(),
        PlayBoard::HexIt(line) => line.game().title(),
    };
    Err(errors::unsupported_game(py, &format!("{title} has")))
}

/// A copy of a position of plain Hive, so that other threads can use the position meanwhile.
fn placing(py: Python<'_>, position: &PyPosition) -> PyResult<Placing> {
    Ok(hive(py, &position.board)?.table().clone())
}

fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn outside() -> PyErr {
    wrong("the position does not fit in the window of the encoding")
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
fn layout(identity: &str, actions: &str, extra: &[String]) -> PyResult<PlaneLayout> {
    let unknown = |what: &str, name: &str, known: &str| {
        PyValueError::new_err(format!("unknown {what} `{name}`: expected {known}"))
    };
    let mut layout = PlaneLayout {
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
        ..PlaneLayout::default()
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

/// Few positions have more legal moves.
const USUAL_MOVES: usize = 128;

type Arrays<'py> = (
    Bound<'py, PyArray3<u8>>,
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray1<bool>>,
);

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
        if name == "openspiel" && layout != PlaneLayout::default() {
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
        let layout = self.encoding.layout();
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

    /// The largest value of each plane.
    fn most(&self) -> Vec<u8> {
        self.encoding.most()
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
        position: PyRef<'py, PyPosition>,
    ) -> PyResult<Arrays<'py>> {
        let placing = placing(py, &position)?;
        let is_drawn = hive(py, &position.board)?.is_drawn();
        drop(position);
        let encoding = self.encoding;
        let encoded = py.detach(|| {
            let mut planes = vec![0; encoding.cells()];
            let mut scalars = vec![0; SCALARS];
            let mut mask = vec![false; encoding.actions()];
            let mut labels = Labels {
                mask: &mut mask,
                classes: &mut [],
            };
            Encoding::write_scalars(&placing, &mut scalars);
            let view = EncodedView::of(encoding, &placing, Symmetry::IDENTITY);
            let mut moves = Vec::with_capacity(USUAL_MOVES);
            let fits = view.write(&mut planes) && (is_drawn || labels.write(&view, &mut moves));
            fits.then_some((planes, scalars, mask))
        });
        let (planes, scalars, mask) = encoded.ok_or_else(outside)?;
        let planes = Array3::from_shape_vec(self.shape(), planes).map_err(wrong)?;
        Ok((
            planes.into_pyarray(py),
            scalars.into_pyarray(py),
            mask.into_pyarray(py),
        ))
    }

    fn classes<'py>(
        &self,
        py: Python<'py>,
        position: PyRef<'py, PyPosition>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let placing = placing(py, &position)?;
        let is_drawn = hive(py, &position.board)?.is_drawn();
        drop(position);
        let mut classes = vec![NO_CLASS; self.encoding.actions()];
        let mut labels = Labels {
            mask: &mut [],
            classes: &mut classes,
        };
        let view = EncodedView::of(self.encoding, &placing, Symmetry::IDENTITY);
        if !is_drawn && !labels.write(&view, &mut Vec::new()) {
            return Err(outside());
        }
        Ok(classes.into_pyarray(py).into_any())
    }

    fn decode(
        &self,
        planes: PyReadonlyArray3<'_, u8>,
        scalars: PyReadonlyArray1<'_, u16>,
    ) -> PyResult<PyPosition> {
        let state = self
            .encoding
            .state(
                &planes.as_array().iter().copied().collect::<Vec<_>>(),
                scalars.as_slice()?,
            )
            .ok_or_else(|| wrong("the arrays are not a position in this encoding"))?;
        let game = Game::of_state(&state).map_err(wrong)?;
        Ok(PyPosition::new(
            PlayBoard::of_game(&game, 0, JudgeOptions::default()),
            JudgeOptions::default(),
        ))
    }

    fn action(&self, py: Python<'_>, position: &PyPosition, turn: &str) -> PyResult<usize> {
        let line = hive(py, &position.board)?;
        let plies = line.position().ply();
        let meant = line
            .judge(turn)
            .map_err(|fault| errors::illegal_move(py, fault, plies))?;
        let view = EncodedView::of(self.encoding, line.table(), Symmetry::IDENTITY);
        view.action(meant.mv, meant.given).ok_or_else(outside)
    }

    fn turn<'py>(
        &self,
        py: Python<'py>,
        position: &PyPosition,
        #[pyo3(from_py_with = number)] action: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let line = hive(py, &position.board)?;
        let placing = line.table();
        let mut moves = Vec::new();
        line.legal_moves_into(&mut moves);
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
