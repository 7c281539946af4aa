//! The Python package `skep`: game records, positions, tables and tensors of Hive and Hex-It.
//!
//! The doc comments of the classes are their documentation in Python. Their types are in `skep/_skep.pyi`.

#![forbid(unsafe_code)]

mod board;
mod count;
mod counted;
mod encode;
mod errors;
mod finding;
mod game;
mod games;
mod moves;
mod playable;
mod position;
mod samples;
mod stream;
mod tables;
mod tensors;
mod texts;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
mod _skep {
    use pyo3::prelude::*;
    use pyo3::types::PySequence;

    #[pymodule_export]
    use super::finding::Finding;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::games::{FindingScan, Games, open, read, scan_findings};
    #[pymodule_export]
    use super::moves::Moves;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::tables::{Table, openings_table, players_table, stats_table, table};
    #[pymodule_export]
    use super::tensors::{Encoder, Tensors};

    /// Makes `isinstance(moves, collections.abc.Sequence)` true.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        PySequence::register::<Moves>(module.py())
    }
}
