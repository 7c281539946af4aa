//! Histories of hivegame.com: `wL ;bL /wL;…;pass ;`, and the control history `34. Resign(b);` after them.

use nom::Parser;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{alpha1, space0, u32};
use nom::combinator::all_consuming;
use nom::sequence::delimited;

use super::list::{MoveList, Odd};
use super::talk;
use crate::record::{NoteKind, Record};
use skep_rules::game::Side;
use skep_rules::hive::Leniency;

/// Spellings that the site writes or accepts.
const USUAL: &[Leniency] = &[Leniency::Blanks, Leniency::Dot, Leniency::UniqueNumber];

/// Reads one history.
pub fn read(text: &str, record: &mut Record) {
    record.open_opening_site = true;
    MoveList::new(text, b'\n', USUAL).read(record, |record, _, entry, _| {
        if entry.is_empty() || control(entry, record) {
            Odd::Taken
        } else {
            Odd::Bad
        }
    });
    record.notes.sort_by_key(|note| note.after);
}

/// Reads `34. Resign(b)`: the number of plies played, the action and who takes it.
pub(super) fn control(entry: &str, record: &mut Record) -> bool {
    let colour = delimited(tag("("), alpha1::<&str, ()>, tag(")"));
    let action = take_while1(|c: char| c.is_ascii_alphabetic());
    let Ok((_, (number, _, _, action, colour))) =
        all_consuming((u32, tag("."), space0, action, colour)).parse(entry)
    else {
        return false;
    };
    let Some(side) = colour.chars().next().and_then(Side::from_letter) else {
        return false;
    };
    let kind = match action {
        "Resign" => NoteKind::Resign(side),
        "DrawOffer" => NoteKind::OfferDraw(side),
        "DrawAccept" => NoteKind::AcceptDraw(side),
        "DrawReject" => NoteKind::DeclineDraw(side),
        // Requests of take-backs and aborted games: the history holds only the moves that were kept.
        _ => NoteKind::Comment(format!("{action}({colour})")),
    };
    talk::note(record, number.min(record.plies.len() as u32), kind);
    true
}
