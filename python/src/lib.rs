//! The Python package `skep`: game records, positions, tables and tensors of Hive and Hex-It.
//!
//! The doc comments of the classes are their documentation in Python. Their types are in `skep/_skep.pyi`.

#![forbid(unsafe_code)]

mod arguments;
mod board;
mod collecting;
mod count;
mod counted;
mod edits;
mod encode;
mod encoder;
mod engine;
mod errors;
mod expand;
mod finding;
mod game;
mod games;
mod graph;
mod judged;
mod labels;
mod made;
mod moved;
mod moves;
mod names;
mod numbers;
mod parts;
mod picture;
mod playable;
mod position;
mod positions;
mod program;
mod rows;
mod samples;
mod signals;
mod starts;
mod stream;
mod tables;
mod targets;
mod tensors;
mod texts;
mod values;
mod vec_env;

use pyo3::prelude::*;

/// The largest block, in bytes, after whose release glibc keeps more free memory: a little less than its limit of 32
/// MiB.
const LARGEST_KEPT: usize = (32 << 20) - (64 << 10);

/// The compiled part of the package.
#[pymodule]
mod _skep {
    use std::hint::black_box;

    use numpy::{PyArray1, PyArrayMethods as _};
    use pyo3::prelude::*;
    use pyo3::types::PySequence;

    use super::LARGEST_KEPT;
    use crate::stream::note_process;

    #[pymodule_export]
    use super::collecting::{PyPuzzles, RandomGames, diff, index, puzzles, random_games};
    #[pymodule_export]
    use super::encoder::Encoder;
    #[pymodule_export]
    use super::engine::EngineProcess;
    #[pymodule_export]
    use super::expand::expand;
    #[pymodule_export]
    use super::finding::PyFinding;
    #[pymodule_export]
    use super::game::PyGame;
    #[pymodule_export]
    use super::games::{FindingScan, PyGames, dedup, open, read, scan_findings};
    #[pymodule_export]
    use super::graph::{bug_codes, graph_arrays};
    #[pymodule_export]
    use super::moves::PyMoves;
    #[pymodule_export]
    use super::parts::{
        PyPart, add_counts, count_games, counts_table, game_texts, number_of_games,
    };
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::program::run_program;
    #[pymodule_export]
    use super::stream::input_files;
    #[pymodule_export]
    use super::tables::{PyTable, openings_table, players_table, stats_table, table};
    #[pymodule_export]
    use super::tensors::Tensors;
    #[pymodule_export]
    use super::vec_env::Envs;

    /// Makes `isinstance(moves, collections.abc.Sequence)` true, and loads numpy.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        note_process();
        crate::game::add_fields(module.py())?;
        // A search allocates and frees thousands of positions and large arrays. At first, glibc returns their memory to
        // the system each time, and page faults take most of the time of the search. After a large block is freed, it
        // keeps up to 64 MiB (M_TRIM_THRESHOLD in mallopt(3)).
        drop(black_box(Vec::<u8>::with_capacity(LARGEST_KEPT)));
        // If numpy were loaded with the first array, a signal during the loading would cause a panic.
        numpy::get_array_module(module.py())?;
        numpy::npyffi::is_numpy_2(module.py());
        // The same holds for the first array that is written.
        drop(PyArray1::<u8>::zeros(module.py(), 1, false).try_readwrite());
        PySequence::register::<PyMoves>(module.py())
    }
}
