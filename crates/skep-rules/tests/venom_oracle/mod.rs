//! Hive with Venom and the packs, written a second time: slow, plain, from the leaflet and the project's rules page
//! alone.
//!
//! Nothing here uses skep. A position is a map of cells to piles of pieces; what would split the hive is found by
//! trying it on a copy. `rule 2.4` in a comment is number 4 of section 2 of the rules page.

pub mod act;
pub mod board;
pub mod deeds;
pub mod dice;
pub mod moves;
pub mod oracle;
pub mod place;
pub mod setup;
pub mod steps;
pub mod tiles;
pub mod trace;
pub mod turns;
pub mod written;
