//! What an engine says about the turns of a game: the comments and evaluations of `skep annotate --engine`, evaluations
//! of others, and the chances to win in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use skep_records::notation::Verdict;
use skep_records::record::{EvalScore, Evaluation, NoteKind, Record, ScoreUnit};
use skep_rules::closed_list;
use skep_rules::game::{Outcome, Position as _, Side};
use skep_rules::hive::{Move, Position, Written};

closed_list! {
    /// How good a turn is.
    pub enum TurnMark: "mark" {
        /// A turn that is better than the engine expected, or the only defence.
        Good = "!",
        /// A turn that loses some chances.
        Inaccuracy = "?!",
        /// A turn that loses many chances.
        Mistake = "?",
        /// A turn that loses most chances.
        Blunder = "??",
    }
}

impl TurnMark {
    /// The least part of the chances to win that a turn with each mark loses, the worst mark first. They are those of
    /// hivegame.com and lichess.
    pub const LOSSES: [(f64, TurnMark); 3] = [
        (0.15, TurnMark::Blunder),
        (0.1, TurnMark::Mistake),
        (0.05, TurnMark::Inaccuracy),
    ];

    /// The mark of a turn that loses this part of the chances to win.
    pub fn of_loss(lost: f64) -> Option<TurnMark> {
        // 50 % less 40 % is a little less than a tenth.
        let lost = lost + 1e-9;
        let found = TurnMark::LOSSES.iter().find(|(least, _)| lost >= *least);
        found.map(|(_, mark)| *mark)
    }
}

/// What an engine says about a turn, as a comment: `?? skep plays wA1 bQ- (0.3, 57.4 %)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Remark<'a> {
    /// How good the turn is.
    pub mark: Option<TurnMark>,
    /// The name of the engine, without spaces.
    pub engine: &'a str,
    /// The turn that the engine would play; `None` if it agrees.
    pub plays: Option<&'a str>,
    /// The score before the turn for its player, in units of the engine.
    pub score: Option<f64>,
    /// The chance to win before the turn for its player, if the score stands for a chance.
    pub chance: Option<f64>,
}

impl fmt::Display for Remark<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Pages show a mark at the beginning of a comment beside the turn.
        if let Some(mark) = self.mark {
            write!(f, "{mark} ")?;
        }
        match self.plays {
            None => write!(f, "{} agrees", self.engine)?,
            Some(turn) => write!(f, "{} plays {turn}", self.engine)?,
        }
        match (self.score, self.chance) {
            (Some(score), Some(chance)) => write!(f, " ({score}, {:.1} %)", chance * 100.0),
            (Some(score), None) => write!(f, " ({score})"),
            (None, _) => Ok(()),
        }
    }
}

impl<'a> Remark<'a> {
    /// Reads a remark with a chance. `None` for any other text.
    fn with_chance(text: &'a str) -> Option<Remark<'a>> {
        let (said, numbers) = text.strip_suffix(" %)")?.rsplit_once(" (")?;
        let (score, percent) = numbers.split_once(", ")?;
        let (first, rest) = said.split_once(' ')?;
        let (mark, engine, verb) = match first.parse::<TurnMark>() {
            Ok(mark) => {
                let (engine, verb) = rest.split_once(' ')?;
                (Some(mark), engine, verb)
            }
            Err(_) => (None, first, rest),
        };
        let plays = match verb.strip_prefix("plays ") {
            None if verb == "agrees" => None,
            turn => Some(turn?),
        };
        let percent = percent.parse::<f64>().ok();
        Some(Remark {
            mark,
            engine,
            plays,
            score: Some(score.parse().ok()?),
            chance: Some(percent.filter(|number| (0.0..=100.0).contains(number))? / 100.0),
        })
    }
}

/// What a line of a comment of `skep annotate --engine` says about a turn of a side: notations without evaluations have
/// only the comment. `None` for any other text.
pub fn remarked(text: &str, side: Side) -> Option<Evaluation> {
    let remark = Remark::with_chance(text)?;
    let score = EvalScore::points(remark.chance? * 100.0, ScoreUnit::WinPercent)?;
    Some(Evaluation {
        before: Some(score.of_side(side)),
        best: remark.plays.map(str::to_owned),
        engine: Some(remark.engine.to_owned()),
        ..Evaluation::default()
    })
}

/// A turn about which the record has a chance to win: a remark, or an evaluation in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredTurn {
    /// The number of the turn, from 1.
    pub ply: u32,
    /// Whose turn it is.
    pub side: Side,
    /// How good the turn is.
    pub mark: Option<TurnMark>,
    /// The chance of its player to win before the turn.
    pub before: f64,
    /// The chance of its player to win after the turn: from the evaluation, from what is said about the next turn, or
    /// from the board if the game is over. `None` if nothing says it.
    pub after: Option<f64>,
}

impl ScoredTurn {
    /// The part of the chances to win that the turn loses, if that is known. A gain is no loss.
    pub fn lost(&self) -> Option<f64> {
        self.after.map(|after| (self.before - after).max(0.0))
    }
}

/// What an engine says about a turn of a record.
enum Said<'a> {
    Words(Remark<'a>),
    /// An evaluation, and the glyph of its turn.
    Data(&'a Evaluation, Option<TurnMark>),
}

impl Said<'_> {
    fn engine(&self) -> &str {
        match self {
            Said::Words(remark) => remark.engine,
            Said::Data(found, _) => found.engine.as_deref().unwrap_or_default(),
        }
    }

    /// Whether the engine would play this move, too.
    fn agrees(&self, position: &Position, mv: Move) -> bool {
        let best = match self {
            Said::Words(remark) => match remark.plays {
                Some(best) => best,
                None => return true,
            },
            Said::Data(found, _) => found.best.as_deref().unwrap_or_default(),
        };
        let best = best.parse::<Written>().ok();
        best.is_some_and(|best| position.interpret(&best).ok() == Some(mv))
    }

    /// How good the turn of a side is, and the chances of the side before and after it.
    fn chances(&self, side: Side) -> (Option<TurnMark>, Option<f64>, Option<f64>) {
        match self {
            Said::Words(remark) => (remark.mark, remark.chance, None),
            Said::Data(found, mark) => {
                let chance = |score: Option<EvalScore>| score?.chance(side);
                (*mark, chance(found.before), chance(found.score))
            }
        }
    }
}

/// What engines whose scores are chances say about the turns of a record, with the numbers of the written turns.
fn said_about(record: &Record) -> Vec<(u32, Said<'_>)> {
    let is_percent = |score: Option<EvalScore>| {
        let unit = score.and_then(EvalScore::unit);
        unit == Some(ScoreUnit::WinPercent)
    };
    let engines: BTreeSet<Option<&str>> = (record.notes.iter())
        .filter_map(|note| match &note.kind {
            NoteKind::Evaluation(found) if is_percent(found.before) => {
                Some(found.engine.as_deref())
            }
            _ => None,
        })
        .collect();
    let marks = record.notes.iter().filter_map(|note| match note.kind {
        NoteKind::Glyph(glyph) => Some((note.after, glyph.to_string().parse().ok()?)),
        _ => None,
    });
    let marks: BTreeMap<u32, TurnMark> = marks.collect();
    let mut all = Vec::new();
    for note in &record.notes {
        let Some(ply) = note.after.checked_sub(1) else {
            continue;
        };
        match &note.kind {
            NoteKind::Comment(text) => {
                let remarks = text.lines().filter_map(Remark::with_chance);
                all.extend(remarks.map(|remark| (ply, Said::Words(remark))));
            }
            NoteKind::Evaluation(found) if engines.contains(&found.engine.as_deref()) => {
                all.push((ply, Said::Data(found, marks.get(&note.after).copied())));
            }
            _ => {}
        }
    }
    all
}

/// The turns of a judged game with a chance to win. If several engines have judged the game, the last counts; of
/// several lines of an engine, the first.
pub fn scored_turns(record: &Record, verdict: &Verdict) -> Vec<ScoredTurn> {
    let Some(game) = verdict.game.hive() else {
        return Vec::new();
    };
    let said = said_about(record);
    let Some((_, last)) = said.last() else {
        return Vec::new();
    };
    let own = said.iter().filter(|(_, one)| one.engine() == last.engine());
    let own: BTreeMap<u32, &Said<'_>> = own.rev().map(|(ply, one)| (*ply, one)).collect();
    let mut turns: Vec<ScoredTurn> = Vec::new();
    let mut agrees: Vec<bool> = Vec::new();
    let mut positions = game.positions();
    while let Some(turn) = positions.next_turn() {
        let side = positions.position().turn();
        let said = turn.ply.and_then(|ply| own.get(&ply));
        let is_best = said.is_some_and(|said| said.agrees(positions.position(), turn.mv));
        positions.advance();
        let Some(said) = said else {
            continue;
        };
        let (mark, Some(before), after) = said.chances(side) else {
            continue;
        };
        let ply = positions.position().ply();
        if let Some(last) = turns.last_mut()
            && last.ply + 1 == ply
        {
            let own = if last.side == side {
                before
            } else {
                1.0 - before
            };
            last.after.get_or_insert(own);
        }
        turns.push(ScoredTurn {
            ply,
            side,
            mark,
            before,
            after,
        });
        agrees.push(is_best);
    }
    if let Some(last) = turns.last_mut()
        && last.ply == positions.position().ply()
    {
        last.after = last_chance(positions.position()).or(last.after);
    }
    // hivegame.com says chances only. Nobody has marked such a game.
    if turns.iter().all(|turn| turn.mark.is_none()) {
        for (turn, agrees) in turns.iter_mut().zip(agrees) {
            let lost = turn.lost().filter(|_| !agrees);
            turn.mark = lost.and_then(TurnMark::of_loss);
        }
    }
    turns
}

/// The plies, from 1, of the turns that the remarks of an engine, or glyphs, mark as blunders. A remark without a score
/// counts too.
pub fn blunders(record: &Record, verdict: &Verdict) -> Vec<u32> {
    let is_blunder = |text: &str| {
        let mut words = text.split(' ');
        let is_marked = words.next() == Some(TurnMark::Blunder.as_str());
        let (engine, verb) = (words.next(), words.next());
        is_marked && engine.is_some() && matches!(verb, Some("agrees" | "plays"))
    };
    let marked = record.notes.iter().filter_map(|note| match &note.kind {
        NoteKind::Comment(text) if text.lines().any(is_blunder) => note.after.checked_sub(1),
        NoteKind::Glyph(glyph) if glyph.to_string() == TurnMark::Blunder.as_str() => {
            note.after.checked_sub(1)
        }
        _ => None,
    });
    let marked: BTreeSet<u32> = marked.collect();
    let turns = (1..).zip(verdict.game.written());
    let plies = turns.filter(|(_, written)| written.is_some_and(|ply| marked.contains(&ply)));
    plies.map(|(ply, _)| ply).collect()
}

/// The chance to win of the player of the last turn, if the board decides the game in this position.
pub fn last_chance(position: &Position) -> Option<f64> {
    match position.outcome() {
        Outcome::Win(winner) if winner == position.turn() => Some(0.0),
        Outcome::Win(_) => Some(1.0),
        Outcome::Draw => Some(0.5),
        Outcome::Undecided => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_with_a_chance_is_read_as_it_is_written() {
        for (mark, plays) in [
            (None, None),
            (Some(TurnMark::Inaccuracy), Some("bA1 wQ-")),
            (Some(TurnMark::Blunder), Some("pass")),
        ] {
            let remark = Remark {
                mark,
                engine: "skep",
                plays,
                score: Some(-1.25),
                chance: Some(0.5),
            };
            let text = remark.to_string();
            assert_eq!(Remark::with_chance(&text), Some(remark), "{text}");
        }
    }

    #[test]
    fn a_loss_has_the_mark_of_its_percent() {
        for (before, after, mark) in [
            (52.0, 48.0, None),
            (55.0, 50.0, Some(TurnMark::Inaccuracy)),
            (50.0, 40.0, Some(TurnMark::Mistake)),
            (60.0, 45.0, Some(TurnMark::Blunder)),
            (40.0, 60.0, None),
        ] {
            let lost = before / 100.0 - after / 100.0;
            assert_eq!(TurnMark::of_loss(lost), mark, "{before} {after}");
        }
    }

    #[test]
    fn other_comments_are_no_remarks() {
        for text in [
            "",
            "skep agrees",
            "skep agrees (1.5)",
            "skep agrees (1.5, 157.4 %)",
            "skep agrees (1.5, NaN %)",
            "skep wins (1.5, 57.4 %)",
            "?? plays (1.5, 57.4 %)",
            "34 moves",
        ] {
            assert_eq!(Remark::with_chance(text), None, "{text}");
        }
    }
}
