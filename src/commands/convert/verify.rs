use crate::text::counted;
use skep_analysis::GameReader;
use skep_records::game::OfGame;
use skep_records::notation::split;
use skep_records::{Format, Played, Rules, Verdict, each_game};
use skep_rules::game::Position as _;

/// Splits and reads what was written, and compares every position with that of the game it was written from.
///
/// # Errors
/// The first difference, in words.
pub fn same(
    target: Format,
    written: &str,
    verdict: &Verdict,
    has_variations: bool,
    back: &mut GameReader,
) -> Result<(), String> {
    let games: Vec<_> = split::games(target, written.as_bytes()).collect();
    let [game] = &games[..] else {
        return Err(format!("wrote 1 game, read {} back", games.len()));
    };
    back.read_text(target, &written[game.clone()]);
    let again = &back.verdict;
    if !again.status.is_sound() {
        let why = again
            .diagnostics
            .first()
            .map_or("no reason given", |d| &d.message);
        return Err(format!("the output is invalid: {why}"));
    }
    if again.title() != verdict.title() {
        return Err(format!(
            "wrote {}, read {} back",
            verdict.title(),
            again.title()
        ));
    }
    if again.plies() != verdict.plies() {
        return Err(format!(
            "wrote {}, read {} back",
            counted(verdict.plies().into(), "ply", "plies"),
            again.plies()
        ));
    }
    let (difference, same_tree) = each_game!(&verdict.game, Game(game) => {
        let again = OfGame::of(&again.game);
        (
            again.and_then(|again| first_difference(game, again)),
            again.is_some_and(|again| same_variations(game, again)),
        )
    });
    if let Some(ply) = difference {
        return Err(format!("the position after ply {ply} differs"));
    }
    if has_variations && !same_tree {
        return Err("the variations differ".to_owned());
    }
    Ok(())
}

/// Whether two games have the same variations at the same places.
fn same_variations<R: Rules>(written: &Played<R>, back: &Played<R>) -> bool {
    let lines = |game: &Played<R>| -> Vec<_> {
        let lines = game.variations.iter().map(|line| {
            let moves: Vec<R::Move> = line.turns.iter().map(|turn| turn.mv).collect();
            (line.parent, line.leaves, moves)
        });
        lines.collect()
    };
    lines(written) == lines(back)
}

/// The first ply, from 1, after which two games have different positions.
fn first_difference<R: Rules>(written: &Played<R>, back: &Played<R>) -> Option<u32> {
    let (mut one, mut two) = (written.positions(), back.positions());
    while one.advance().is_some() && two.advance().is_some() {
        if one.position().key() != two.position().key() {
            return Some(one.position().ply() - written.first_ply());
        }
    }
    None
}
