use crate::reader::Reader;
use skep_records::notation::{Played, Verdict};
use skep_records::record::{Format, GameKind};
use skep_rules::game::Position;
use skep_rules::hive::complete as venom;
use skep_rules::{hexit, hive};

/// Reads a written game back and compares every position with that of the game it was written from.
///
/// # Errors
/// The first difference, in words.
pub fn same(
    target: Format,
    written: &str,
    verdict: &Verdict,
    back: &mut Reader,
) -> Result<(), String> {
    back.read_text(target, written);
    let again = &back.verdict;
    if !again.status.is_sound() {
        let why = again
            .diagnostics
            .first()
            .map_or("no reason given", |d| &d.message);
        return Err(format!("what was written is not sound: {why}"));
    }
    if again.title() != verdict.title() {
        return Err(format!(
            "{} was written, {} reads back",
            verdict.title(),
            again.title()
        ));
    }
    if again.plies() != verdict.plies() {
        return Err(format!(
            "{} plies were written, {} read back",
            verdict.plies(),
            again.plies()
        ));
    }
    let difference = match verdict.game {
        GameKind::Hive => first_difference(
            hive::Position::new(verdict.game_type, verdict.opening),
            hive::Position::new(again.game_type, again.opening),
            &verdict.hive,
            &again.hive,
        ),
        GameKind::HexIt => first_difference(
            hexit::Position::start(verdict.hexit_options),
            hexit::Position::start(again.hexit_options),
            &verdict.hexit,
            &again.hexit,
        ),
        GameKind::Venom => first_difference(
            venom::Position::start(verdict.venom_options),
            venom::Position::start(again.venom_options),
            &verdict.venom,
            &again.venom,
        ),
    };
    match difference {
        Some(ply) => Err(format!("the position after ply {ply} is another one")),
        None => Ok(()),
    }
}

/// The first ply, from 1, after which two games stand differently.
fn first_difference<P: Position>(
    mut one: P,
    mut two: P,
    written: &[Played<P::Move>],
    back: &[Played<P::Move>],
) -> Option<usize> {
    let plies = written.iter().zip(back).enumerate();
    plies
        .map(|(i, (a, b))| {
            one.play_unchecked(a.mv);
            two.play_unchecked(b.mv);
            (i + 1, one.key() == two.key())
        })
        .find(|(_, same)| !same)
        .map(|(ply, _)| ply)
}
