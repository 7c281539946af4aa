//! The hands that records of Swarm name.

use crate::record::Record;
use skep_rules::game::Side;
use skep_rules::hive::venom::{Hand, parse_hand};
use skep_rules::hive::{GameType, Pack};

/// The tags that hold the tiles that each side of Swarm begins with, beside its queen.
pub const HAND_TAGS: [&str; 2] = ["WhiteHand", "BlackHand"];

/// The variant of a record.
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
