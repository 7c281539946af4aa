//! How Hive with Venom and packs is judged: options from tags, hands and draws of Swarm.

use super::hive::OPEN_OPENING;
use super::{JudgeOptions, JudgedCase, JudgedRules, OpeningChoice, Replays};
use crate::diag::{Code, Diagnostic};
use crate::game::{Tracker as _, Venom, VenomTracker};
use crate::notation::moves::venom as spelling;
use crate::notation::read::excerpt;
use crate::record::{Ply, Record};
use skep_rules::game::{BySide, Fault, Side};
use skep_rules::hive::venom::{Options, Position, Replay, Written};
use skep_rules::hive::{GameType, Pack, Rule};

impl JudgedRules for Venom {
    type Replay = Replay;

    fn options(
        choices: JudgeOptions,
        record: &Record,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Options {
        let [white, black] = spelling::hands_of(record);
        let options = choices.with_tags(&record.tags).venom.over(&Options {
            game_type: spelling::game_type_of(record),
            opening: choices.first_opening(),
            hands: BySide { white, black },
            ..Options::default()
        });
        remark_on_hands(&options, record, diagnostics);
        options
    }

    fn begin<'a>(replays: &'a mut Replays, options: &Options) -> &'a mut Replay {
        replays.venom.insert(Replay::new(*options))
    }

    fn begin_at<'a>(replays: &'a mut Replays, start: &VenomTracker) -> &'a mut Replay {
        replays.venom.insert(Replay::of(start.position().clone()))
    }

    fn position(replay: &Replay) -> &Position {
        replay.position()
    }

    fn play(case: &mut JudgedCase<'_, Venom>, index: u32, ply: &Ply) -> Result<(), Fault> {
        let written = Written::from_token(ply.token, &case.record.overflow);
        let mv = match case.replay.judge(&written) {
            Err(fault)
                if fault.rule == Some(Rule::OpeningQueen.as_str())
                    && case.options.opening != OpeningChoice::Tournament =>
            {
                case.replay.allow_opening_queen();
                let mv = case.replay.judge(&written)?;
                let number = case.number() + 1;
                case.verdict.diagnostics.push(
                    Diagnostic::new(Code::OpenOpening, OPEN_OPENING)
                        .at(ply.span)
                        .on_ply(number),
                );
                mv
            }
            judged => judged?,
        };
        if case.replay.position().enters_occupied_cell(mv)
            && let Some(action) = written.0.first()
        {
            case.remark_on_climb(ply, action.to);
        }
        let unknown_draw = mv.draws_unknown();
        case.take_turn(mv, Some(index), |replay| replay.play(mv));
        if unknown_draw && !case.verdict.is_unverifiable() {
            let message = "the record does not say which tile was drawn";
            case.remark(Code::Unverifiable, ply, message);
        }
        Ok(())
    }

    fn finish(case: &mut JudgedCase<'_, Venom>, sound: bool) {
        if !case.played.is_set_up() && case.record.variant.parse::<GameType>().is_err() {
            let stated = excerpt(&case.record.variant);
            case.played.set_unknown_type(stated);
        }
        case.played.options.opening = case.replay.position().options().opening;
        if case.replay.is_renumbered() {
            let message = "equal tiles entered out of number order and were renumbered";
            case.remark_on_game(Code::Renumbered, message);
        }
        if sound {
            case.compare_result();
            case.compare_turn();
        }
    }
}

/// Remarks on missing or invalid tags for the hands of Swarm.
fn remark_on_hands(options: &Options, record: &Record, diagnostics: &mut Vec<Diagnostic>) {
    if !options.game_type.has_pack(Pack::Swarm) {
        return;
    }
    for side in Side::ALL
        .into_iter()
        .filter(|&side| options.hands[side].is_none())
    {
        let tag = spelling::HAND_TAGS[side.index()];
        let message = match record.tags.get(tag) {
            Some(text) => format!("{tag} `{text}` does not name three tiles of {side}"),
            None => format!("the record does not name the first hand of {side}"),
        };
        diagnostics.push(
            Diagnostic::new(Code::Unverifiable, message)
                .help(format!("the tag {tag} names three tiles: \"S1 A2 G1\"")),
        );
    }
}
