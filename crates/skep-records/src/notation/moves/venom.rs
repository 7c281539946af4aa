//! Turns of the complete game in the grammars of notations, and the hands that records of Swarm name.

use nom::IResult;
use nom::error::{Error, ErrorKind};

use crate::record::Record;
use skep_rules::game::Side;
use skep_rules::hive::complete::{Hand, Written};
use skep_rules::hive::{GameType, Pack};

pub use skep_rules::hive::complete::{parse_hand, write_hand};

/// Reads a turn. The whole text must be a turn, except blanks around it.
pub fn parse(text: &str) -> Option<Written> {
    text.parse().ok()
}

/// Reads a turn from the beginning of a text.
pub(in crate::notation) fn written(input: &str) -> IResult<&str, Written> {
    Written::prefix(input).ok_or(nom::Err::Error(Error::new(input, ErrorKind::Alt)))
}

/// The tags for the tiles that each side of Swarm begins with, besides its queen.
pub const HAND_TAGS: [&str; 2] = ["WhiteHand", "BlackHand"];

/// The game type of a record.
pub fn game_type_of(record: &Record) -> GameType {
    record.variant.parse().unwrap_or_default()
}

/// The hands that the tags of a record of Swarm name, by side.
pub fn hands_of(record: &Record) -> [Option<Hand>; 2] {
    let game_type = game_type_of(record);
    if !game_type.has_pack(Pack::Swarm) {
        return [None; 2];
    }
    Side::ALL.map(|side| {
        let text = record.tags.get(HAND_TAGS[side.index()])?;
        parse_hand(text, side, game_type)
    })
}
