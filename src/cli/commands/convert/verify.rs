use crate::cli::reader::Reader;
use crate::hive::Position;
use crate::notation::Verdict;
use crate::record::Format;

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
    if again.game_type != verdict.game_type {
        return Err(format!(
            "{} was written, {} reads back",
            verdict.game_type, again.game_type
        ));
    }
    if again.plies() != verdict.plies() {
        return Err(format!(
            "{} plies were written, {} read back",
            verdict.plies(),
            again.plies()
        ));
    }
    let mut one = Position::new(verdict.game_type, verdict.opening);
    let mut two = Position::new(again.game_type, again.opening);
    for (ply, (a, b)) in verdict.hive.iter().zip(&again.hive).enumerate() {
        one.play_unchecked(a.mv);
        two.play_unchecked(b.mv);
        if one.key() != two.key() {
            return Err(format!("the position after ply {} is another one", ply + 1));
        }
    }
    Ok(())
}
