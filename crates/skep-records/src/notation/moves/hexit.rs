//! The turns and results of Hex-It records as text, including what is not a turn on the board.

use crate::record::{Format, Record, StatedResult};
use skep_rules::hexit::{Options, ReleaseChain, Written};

pub use skep_rules::hexit::parse_score;

/// The tag for the rule for chains of prisoners, if it is not the leaflet's.
pub const RELEASE_TAG: &str = "ReleaseChain";

/// One word of a Hex-It record that is a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HexItTurn {
    /// A turn on the board.
    Played(Written),
    /// The side to move resigns.
    Resign,
}

/// Reads a turn in any letter case. The whole word must be a turn.
pub fn parse_turn(text: &str) -> Option<HexItTurn> {
    if text.eq_ignore_ascii_case("resign") {
        return Some(HexItTurn::Resign);
    }
    Written::parse(text).map(HexItTurn::Played)
}

/// Whether a text is a score. `1-0` is not a score: a side has two tiles from the start.
pub fn is_score(text: &str) -> bool {
    parse_score(text).is_some() && text.parse::<StatedResult>().is_err()
}

/// Reads a result: a score, or a result as in chess.
pub fn parse_result(text: &str) -> Option<StatedResult> {
    if let Ok(result) = text.parse() {
        return Some(result);
    }
    let score = parse_score(text)?;
    Some(match score.white.cmp(&score.black) {
        std::cmp::Ordering::Greater => StatedResult::WhiteWins,
        std::cmp::Ordering::Less => StatedResult::BlackWins,
        std::cmp::Ordering::Equal => StatedResult::Draw,
    })
}

/// The options of a record of Hex-It: its stated options, then the options of its site, then those of the leaflet.
pub fn options(record: &Record) -> Options {
    let stated = record.tags.get(RELEASE_TAG).and_then(|v| v.parse().ok());
    let usual = match record.format {
        Format::Boardspace => ReleaseChain::Forced,
        _ => ReleaseChain::default(),
    };
    Options {
        tiles: record.variant.parse().unwrap_or_default(),
        release: stated.unwrap_or(usual),
    }
}
