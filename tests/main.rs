//! The integration tests of the program, in one program.
#![allow(
    clippy::cast_lossless,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests count small things, and say what they skip"
)]

mod analysis_openings;
mod analysis_stats;
mod browser;
mod cli_audit;
mod cli_book;
mod cli_careers;
mod cli_changes;
mod cli_check;
mod cli_compare;
mod cli_convert;
mod cli_corpus;
mod cli_csv;
mod cli_damage;
mod cli_dedup;
mod cli_docs;
mod cli_effects;
mod cli_engine;
mod cli_explore;
mod cli_explore_page;
mod cli_export;
mod cli_faults;
mod cli_groups;
mod cli_help;
mod cli_hexit;
mod cli_hostile;
mod cli_index;
mod cli_index_damage;
mod cli_match;
mod cli_match_safety;
mod cli_memory;
mod cli_motifs;
mod cli_names;
mod cli_output;
mod cli_pager;
mod cli_parts;
mod cli_pick;
mod cli_pipeline;
mod cli_progress;
mod cli_puzzles;
mod cli_related;
mod cli_rules;
mod cli_select;
mod cli_show;
mod cli_sites;
mod cli_solve;
mod cli_sources;
mod cli_state;
mod cli_tables;
mod cli_tactics;
mod cli_tree;
mod cli_typing;

mod cli_replay;
mod cli_variations;
mod cli_windows;
mod first_guesses;
mod floors;
mod forgotten;
mod not_built;
mod packaging;
mod report;
#[path = "../crates/skep-records/tests/schema.rs"]
mod schema;
mod schemas;
mod security;
mod skep;
mod venom_records;
