//! Games that begin in a set-up position: read, judged, and written as JSON Lines.

use crate::common::fixture;
use crate::schema::Schema;
use serde_json::{Value, json};
use skep_records::diag::Code;
use skep_records::game::{HexIt, Hive, Tracker as _, Venom};
use skep_records::notation::write::{self, WriteError};
use skep_records::notation::{JudgeOptions, RepetitionRule};
use skep_records::record::{StatedResult, Termination};
use skep_records::state::state_of;
use skep_records::{
    Format, Game, GameLine, Judge, Played, Record, Rules, Status, Verdict, each_game,
};
use skep_rules::game::{Side, random_game};
use skep_rules::hexit;
use skep_rules::hive::venom::Options;

/// White's queen is beside a Black spider; Black's is beside a White beetle.
const STATE: &str = "Base/w3/-1,0wB1:0,0wQ:1,0bS1:2,0bQ/SSBGGGAAA/SBBGGGAAA/rests=bQ";

fn judged(line: &Value) -> (Record, Verdict) {
    let record = Record::read(Format::Jsonl, &line.to_string());
    let verdict = Judge::default().verdict(&record);
    (record, verdict)
}

fn written(record: &Record, verdict: &Verdict) -> String {
    let mut line = String::new();
    write::write(Format::Jsonl, record, verdict, &mut line).unwrap();
    line
}

fn moves(turns: &[&str]) -> Value {
    turns.iter().map(|turn| json!({"text": turn})).collect()
}

/// The code, the ply, the rule and the message of each finding.
fn findings(verdict: &Verdict) -> Vec<(Code, Option<u32>, Option<&str>, &str)> {
    let all = verdict.diagnostics.iter();
    all.map(|d| (d.code, d.ply, d.rule, d.message.as_str()))
        .collect()
}

/// Cuts a random game in three places. The rest is read again as a game that begins there.
fn cuts<R: Rules>(options: R::Options, seed: u64, plies: u32) {
    let mut played = Vec::new();
    random_game(
        &mut Played::<R>::new(options).start(),
        seed,
        0,
        plies,
        &mut played,
    );
    for cut in [1, played.len() / 3, played.len() - 1] {
        let before = Played::<R>::of_moves(options, played[..cut].iter().copied());
        let mut rest = before.from_here(before.tracked());
        let own = Played::<R>::of_moves(options, played[cut..].iter().copied());
        rest.turns.extend(own.turns);
        let turns: Vec<String> = rest
            .spelled()
            .map(|turn| turn.written.to_string())
            .collect();
        let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
        let start = before.state();
        let line = json!({
            "start": start,
            "moves": moves(&turns),
            "variations": [{"path": "1", "after": 0, "moves": moves(&turns[..1])}],
        });
        let (record, verdict) = judged(&line);
        assert!(
            verdict.status.is_sound(),
            "{line}: {:?}",
            verdict.diagnostics
        );
        assert_eq!(verdict.plies() as usize, turns.len(), "{line}");
        assert_eq!(verdict.game.first_ply() as usize, cut);
        assert_eq!(verdict.game.state(), rest.state());
        assert_eq!(verdict.game.variation_turns(), [(0, 1)]);
        let again = written(&record, &verdict);
        let value: Value = serde_json::from_str(&again).unwrap();
        assert_eq!(value["start"], *start);
        let texts = value["moves"].as_array().unwrap().iter();
        let texts: Vec<&str> = texts.map(|turn| turn["text"].as_str().unwrap()).collect();
        assert_eq!(texts, turns);
        let schema = Schema::new(&fixture("schema/skep-record.schema.json"));
        assert_eq!(schema.errors(&value), Vec::<String>::new());
        let (record, verdict) = judged(&value);
        assert_eq!(written(&record, &verdict), again);
        // Positions of the replay are those of the whole game.
        let line = GameLine::new(&record, &verdict);
        let (mut states, mut tracker) = (Vec::new(), before.tracked());
        for playback in line.playbacks() {
            assert_eq!(playback.ply() as usize, states.len());
            states.push(playback.state());
        }
        for (state, turn) in states
            .iter()
            .zip(std::iter::once(None).chain(played[cut..].iter().map(Some)))
        {
            if let Some(&mv) = turn {
                tracker.play(mv);
            }
            assert_eq!(*state, state_of::<R>(&tracker));
        }
    }
}

#[test]
fn a_game_goes_on_from_any_position_of_a_random_game() {
    for (seed, name) in ["Base", "Base+MLP", "Base+P"].into_iter().enumerate() {
        cuts::<Hive>(Hive::options_of_variant(name).unwrap(), seed as u64, 60);
    }
    for (seed, name) in [
        "Venom",
        "Base+MLP+[Sc2,Tk]",
        "Venom+Predators+Guardians+Honeycombo",
        "Base+Honeycombo",
    ]
    .into_iter()
    .enumerate()
    {
        cuts::<Venom>(Venom::options_of_variant(name).unwrap(), seed as u64, 50);
    }
    for seed in 0..3 {
        let options = Venom::options_of_variant("Venom+Predators+Swarm").unwrap();
        cuts::<Venom>(Venom::deal(&options, seed, 0), seed, 40);
        // Hands that the record does not name.
        cuts::<Venom>(Options { ..options }, seed, 6);
    }
    for (seed, tiles) in hexit::TileSet::ALL.into_iter().enumerate() {
        let release = hexit::ReleaseChain::ALL[seed % 2];
        cuts::<HexIt>(hexit::Options { tiles, release }, seed as u64, 80);
    }
}

#[test]
fn an_illegal_turn_is_named_with_its_rule() {
    let turns = ["wA1 /wB1", "bA1 bQ/", "pass"];
    let (_, verdict) = judged(&json!({"start": STATE, "moves": moves(&turns)}));
    assert_eq!((verdict.status, verdict.plies()), (Status::Illegal, 2));
    let message = "White passes but has a legal move";
    let expected = (Code::IllegalMove, Some(3), Some("pass"), message);
    assert_eq!(findings(&verdict), [expected]);
    // The piece that moved last rests: a Pillbug cannot throw it.
    let state = "Base+P/w3/0,0wP:1,0wQ:2,0bQ:0,1bS1";
    let throw = |state: &str| judged(&json!({"start": state, "moves": moves(&["bS1 -wP"])})).1;
    assert_eq!(throw(state).status, Status::Ok);
    let resting = throw(&format!("{state}/rests=bS1"));
    assert_eq!(findings(&resting)[0].2, Some("just-moved"));
    // Other games.
    let venom = json!({"start": "Venom/w2/0,0wQ:1,0bQ", "moves": moves(&["wSc1 bQ-"])});
    let (_, verdict) = judged(&venom);
    assert_eq!(findings(&verdict)[0].2, Some("placement-colour"));
    let hexit = json!({"start": "hex-it/w7/12,-13W:13,-13B", "moves": moves(&["A1"])});
    let (_, verdict) = judged(&hexit);
    assert_eq!(
        (verdict.status, findings(&verdict)[0].1),
        (Status::Illegal, Some(1))
    );
    assert!(
        findings(&verdict)[0].2.is_some(),
        "{:?}",
        verdict.diagnostics
    );
}

#[test]
fn variations_leave_the_game_and_each_other() {
    let line = json!({
        "start": STATE,
        "moves": [{"text": "wA1 /wB1", "comment": "main", "clock_ms": 5}, {"text": "bA1 bQ/"}],
        "notes": [{"after": 0, "kind": "comment", "text": "set up"}],
        "variations": [
            {"path": "1", "after": 0, "moves": moves(&["wG1 /wB1", "bG1 bQ/"])},
            {"path": "1.1", "after": 1, "moves": moves(&["bA1 bQ/", "wA1 /wG1", "bS1 wQ"])},
            {"path": "2", "after": 2, "moves": moves(&["wS1 -wA1"])},
        ],
    });
    let (record, verdict) = judged(&line);
    assert_eq!(verdict.status, Status::Ok);
    let message = "variation 1.1: ";
    let [(Code::BadVariation, Some(4), Some(_), found)] = findings(&verdict)[..] else {
        panic!("{:?}", verdict.diagnostics);
    };
    assert!(found.starts_with(message), "{found}");
    assert_eq!(verdict.game.variation_turns(), [(0, 2), (1, 2), (2, 1)]);
    assert_eq!(verdict.game.legal_variations(), [true, false, true]);
    let text = written(&record, &verdict);
    let (again, its_verdict) = judged(&serde_json::from_str(&text).unwrap());
    assert_eq!(written(&again, &its_verdict), text);
    // The line of a variation begins in the same position.
    let (whole, alone) = verdict.of_variation(&record, 1);
    assert_eq!(alone.game.first_ply(), 4);
    assert_eq!(alone.plies(), 3);
    let value: Value = serde_json::from_str(&written(&whole, &alone)).unwrap();
    assert_eq!(
        (&value["start"], &value["moves"][2]["text"]),
        (&json!(STATE), &json!("wA1 /wG1"))
    );
    let judged_again = Judge::default().verdict(&whole);
    assert_eq!(judged_again.game.state(), alone.game.state());
    // A variation of a position without moves.
    let (_, verdict) = judged(&json!({
        "start": STATE,
        "moves": [],
        "variations": [{"path": "1", "after": 0, "moves": moves(&["wG1 /wB1"])}],
    }));
    assert_eq!(
        (verdict.status, verdict.game.variation_turns()),
        (Status::Empty, vec![(0, 1)])
    );
}

#[test]
fn an_invalid_state_has_no_turns() {
    let state = STATE.replace("1,0bS1", "3,0bS1");
    let (record, verdict) = judged(&json!({
        "start": state,
        "moves": moves(&["wA1 /wB1"]),
        "variations": [{"path": "1", "after": 0, "moves": moves(&["wG1 /wB1"])}],
    }));
    assert_eq!((verdict.status, verdict.plies()), (Status::Syntax, 0));
    assert_eq!(verdict.diagnostics.len(), 1, "{:?}", verdict.diagnostics);
    assert_eq!(record.diagnostics[0].code, Code::BadJson);
    let help = record.diagnostics[0].help.as_deref();
    assert_eq!(help, Some("the hive is not connected"));
}

#[test]
fn the_state_decides_the_variant_and_the_game() {
    // A HOP, and a record that says another variant.
    let hop = Game::of_state(STATE).unwrap().hop().unwrap();
    let (record, verdict) = judged(&json!({
        "game": "hex-it", "variant": "39", "start": hop, "moves": moves(&["wA1 wB1-"]),
    }));
    assert!(record.variant == "Base" && verdict.game.hive().is_some());
    assert_eq!(verdict.diagnostics[0].code, Code::HintMismatch);
    let (_, verdict) = judged(&json!({"variant": "Base", "start": STATE, "moves": []}));
    let found = findings(&verdict);
    assert!(matches!(found[..], [(Code::NoMoves, ..)]), "{found:?}");
}

#[test]
fn the_position_of_the_start_counts_as_an_occurrence() {
    let state = "Base/w3/-1,0wA1:0,0wQ:1,0bQ:2,0bA1";
    let round = ["wA1 \\wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-"];
    let twice = [round, round].concat();
    let (record, verdict) = judged(&json!({"start": state, "moves": moves(&twice)}));
    assert_eq!(verdict.status, Status::Ok, "{:?}", verdict.diagnostics);
    let third =
        |verdict: &Verdict| matches!(findings(verdict)[..], [(Code::Repetition, Some(8), ..)]);
    assert!(third(&verdict), "{:?}", verdict.diagnostics);
    for repetition in [RepetitionRule::Draw, RepetitionRule::Hivegame] {
        let options = JudgeOptions {
            repetition,
            ..JudgeOptions::default()
        };
        let verdict = Judge::new(options).verdict(&record);
        assert!(third(&verdict), "{repetition}: {:?}", verdict.diagnostics);
        assert_eq!(verdict.termination, Termination::Repetition, "{repetition}");
        each_game!(&verdict.game, Game(game) => assert!(game.is_drawn(repetition)));
    }
}

#[test]
fn a_turn_may_name_a_cell_of_the_state() {
    let line = json!({
        "start": STATE,
        "moves": [{"written": "wA1", "cell": [-2, 0]}, {"written": "bA1", "cell": [3, 0]}],
    });
    let (record, verdict) = judged(&line);
    assert_eq!(verdict.status, Status::Ok, "{:?}", verdict.diagnostics);
    assert!(
        verdict.game.state().contains("-2,0wA1:"),
        "{}",
        verdict.game.state()
    );
    assert!(
        verdict.game.state().contains("3,0bA1"),
        "{}",
        verdict.game.state()
    );
    let value: Value = serde_json::from_str(&written(&record, &verdict)).unwrap();
    assert_eq!(value["moves"][1]["cell"], json!([3, 0]));
}

#[test]
fn a_queen_on_the_first_turn_is_remarked_on() {
    let line = json!({"start": "Base/b1/0,0wS1", "moves": moves(&["bQ wS1-"])});
    let (_, verdict) = judged(&line);
    let found = findings(&verdict);
    assert!(
        matches!(found[..], [(Code::OpenOpening, Some(1), ..)]),
        "{found:?}"
    );
    let line = json!({"start": "Base/w2/0,0wS1:1,0bS1", "moves": moves(&["wQ -wS1", "bQ bS1-"])});
    assert_eq!(findings(&judged(&line).1), []);
}

#[test]
fn few_notations_hold_it() {
    let line = json!({"start": STATE, "moves": moves(&["wA1 /wB1"])});
    let (record, verdict) = judged(&line);
    for target in [Format::Uhp, Format::Analysis, Format::Boardspace] {
        let refused = write::write(target, &record, &verdict, &mut String::new()).unwrap_err();
        assert_eq!(refused, WriteError::SetUp(target));
    }
    for target in [Format::Jsonl, Format::Pgn] {
        let losses = write::write(target, &record, &verdict, &mut String::new());
        assert!(losses.unwrap().is_empty());
    }
    assert_eq!(verdict.game_string(&record), None);
    let mut short = verdict.clone();
    short.game.truncate(0);
    let beginning = short.beginning(&record);
    assert_eq!(
        (beginning.start.as_deref(), beginning.plies.len()),
        (Some(STATE), 0)
    );
    assert_eq!(verdict.game.state().split('/').nth(1), Some("b3"));
    let line = GameLine::new(&record, &verdict);
    assert_eq!(
        (line.start().ply(), line.at(9).ply(), line.at(9).turn()),
        (0, 1, Side::Black)
    );
    assert_eq!(verdict.game.first_ply(), 4);
}

/// What players say among their turns is said by the side to move, also if Black begins.
#[test]
fn words_among_the_turns_are_those_of_the_side_to_move() {
    let black = "Base/b2/-1,0wQ:0,0wS1:1,0bS1/SBBGGGAAA/QSBBGGGAAA/rests=wQ";
    for (state, turn, before, after) in [
        (STATE, "wS1 -wB1", Side::White, Side::Black),
        (black, "bQ bS1/", Side::Black, Side::White),
    ] {
        let game = Game::of_state(state).unwrap();
        assert_eq!(Record::of_game(&game).side_after(0), before);
        let resigned = |turns: &str| {
            let text = format!(
                "[GameType \"Base\"]\n[SetUp \"1\"]\n[Start \"{state}\"]\n\n{turns} resign\n"
            );
            Record::read(Format::Pgn, &text).stated
        };
        for (turns, loser) in [("", before), (turn, after)] {
            let stated = resigned(turns);
            assert_eq!(stated.termination, Termination::Resignation, "{turns}");
            assert_eq!(stated.result, StatedResult::win(!loser), "{turns}");
        }
    }
}
