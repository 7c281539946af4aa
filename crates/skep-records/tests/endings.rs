//! Stated endings: what the board or the moves refute, and what contradicts itself, in each notation.

use skep_records::diag::{Code, Severity};
use skep_records::notation::{Judge, JudgeOptions, RepetitionRule, Verdict};
use skep_records::record::{Format, Record, StatedResult, Termination};

fn judged(format: Format, text: &str) -> (Record, Verdict) {
    let record = Record::read(format, text);
    let verdict = Judge::default().verdict(&record);
    assert!(
        verdict.status.is_sound(),
        "{text}: {:?}",
        verdict.diagnostics
    );
    (record, verdict)
}

/// The findings about the end of a game.
fn found(verdict: &Verdict) -> Vec<Code> {
    let codes = verdict.diagnostics.iter().map(|finding| finding.code);
    let of_ends = [
        Code::ResultMismatch,
        Code::EndingMismatch,
        Code::EndingContradiction,
    ];
    codes.filter(|code| of_ends.contains(code)).collect()
}

const REFUTED: &[Code] = &[Code::EndingMismatch];
const CONTRADICTS: &[Code] = &[Code::EndingContradiction];

/// A game of four plies on hivegame.com.
fn hivegame(conclusion: &str, status: &str, control: &str) -> String {
    format!(
        r#"{{"game_id":"a","game_type":"Base","history":[["wS1","."],["bS1","wS1-"],["wQ","-wS1"],["bQ","bS1-"]],"game_control_history":[{control}],"conclusion":"{conclusion}","game_status":{status},"finished":true,"turn":4}}"#
    )
}

#[test]
fn endings_of_hivegame_are_checked() {
    let white = r#"{"Finished":{"Winner":"White"}}"#;
    let draw = r#"{"Finished":"Draw"}"#;
    let resigns = |side: &str| format!(r#"[4,{{"Resign":"{side}"}}]"#);
    for (conclusion, status, control, codes, ending) in [
        ("Board", white, String::new(), REFUTED, Termination::Unknown),
        (
            "Repetition",
            draw,
            String::new(),
            REFUTED,
            Termination::Unknown,
        ),
        (
            "Draw",
            white,
            String::new(),
            CONTRADICTS,
            Termination::Agreement,
        ),
        (
            "Timeout",
            draw,
            String::new(),
            CONTRADICTS,
            Termination::Time,
        ),
        (
            "Resigned",
            draw,
            String::new(),
            CONTRADICTS,
            Termination::Resignation,
        ),
        (
            "Resigned",
            white,
            resigns("White"),
            CONTRADICTS,
            Termination::Resignation,
        ),
        (
            "Timeout",
            white,
            resigns("Black"),
            CONTRADICTS,
            Termination::Time,
        ),
        (
            "Resigned",
            white,
            resigns("Black"),
            &[],
            Termination::Resignation,
        ),
        ("Draw", draw, String::new(), &[], Termination::Agreement),
        ("Timeout", white, String::new(), &[], Termination::Time),
        (
            "Committee",
            white,
            String::new(),
            &[],
            Termination::Adjudication,
        ),
        ("Unknown", white, String::new(), &[], Termination::Unknown),
    ] {
        let (_, verdict) = judged(Format::HivegameApi, &hivegame(conclusion, status, &control));
        let place = format!("{conclusion} {status} {control}");
        assert_eq!(found(&verdict), codes, "{place}: {:?}", verdict.diagnostics);
        assert_eq!(verdict.termination, ending, "{place}");
        for finding in &verdict.diagnostics {
            let severity = match finding.code {
                Code::EndingMismatch => Severity::Warning,
                Code::EndingContradiction => Severity::Remark,
                _ => continue,
            };
            assert_eq!(finding.severity, severity, "{place}");
        }
    }
}

#[test]
fn endings_of_pgn_are_checked() {
    for (result, termination, codes, ending) in [
        ("1-0", "agreement", CONTRADICTS, Termination::Agreement),
        ("1-0", "Repetition", REFUTED, Termination::Unknown),
        ("1/2-1/2", "Repetition", REFUTED, Termination::Unknown),
        (
            "1-0",
            "White resigned",
            CONTRADICTS,
            Termination::Resignation,
        ),
        ("1-0", "Ann resigned", CONTRADICTS, Termination::Resignation),
        ("1-0", "Bob won on time", CONTRADICTS, Termination::Time),
        ("1/2-1/2", "time forfeit", CONTRADICTS, Termination::Time),
        ("*", "resignation", CONTRADICTS, Termination::Resignation),
        ("0-1", "White resigned", &[], Termination::Resignation),
        (
            "1-0",
            "White won by resignation",
            &[],
            Termination::Resignation,
        ),
        (
            "1/2-1/2",
            "Game drawn by agreement",
            &[],
            Termination::Agreement,
        ),
        ("0-1", "adjudication", &[], Termination::Adjudication),
        // Any usual end is normal in PGN.
        ("1-0", "normal", &[], Termination::Unknown),
        ("1-0", "as it should be", &[], Termination::Unknown),
    ] {
        let text = format!(
            "[GameType \"Base\"]\n[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n1. wS1\n2. bS1 wS1-\n3. wQ -wS1\n4. bQ bS1-\n{result}\n"
        );
        let (_, verdict) = judged(Format::Pgn, &text);
        assert_eq!(
            found(&verdict),
            codes,
            "{result} {termination}: {:?}",
            verdict.diagnostics
        );
        assert_eq!(verdict.termination, ending, "{result} {termination}");
    }
}

#[test]
fn a_tag_states_the_result_that_is_missing() {
    let text = "[GameType \"Base\"]\n[Termination \"White resigned\"]\n\n1. wS1\n2. bS1 wS1-\n";
    let (record, verdict) = judged(Format::Pgn, text);
    assert_eq!(record.stated.result, StatedResult::BlackWins);
    assert_eq!(found(&verdict), []);
    // The words stay.
    assert_eq!(record.tags.get("Termination"), Some("White resigned"));
}

#[test]
fn commands_of_boardspace_are_compared_with_the_sentence() {
    for (end, sentence, codes) in [
        ("; P0[7 Resign]", "Game won by Ann", CONTRADICTS),
        ("; P1[7 WinOnTime]", "Game won by Ann", CONTRADICTS),
        ("; P1[7 Resign]", "The game is a draw", CONTRADICTS),
        ("; P0[7 Resign]", "Game won by Bob", &[]),
        ("; P1[7 Resign]", "Game won by Ann", &[]),
        ("; P0[7 Resign]", "?", &[]),
    ] {
        let text = format!(
            "(;GM[27]VV[1]P0[id \"Ann\"]P1[id \"Bob\"]SU[hive]RE[{sentence}]\n; P0[0 Start P0]\n; P0[1 dropb wS1 N 13 .]\n; P0[2 done]\n; P1[3 dropb bS1 O 13 wS1-]\n; P1[4 done]\n; P0[5 dropb wQ M 13 -wS1]\n; P0[6 done]\n{end}\n)\n"
        );
        let (record, verdict) = judged(Format::Boardspace, &text);
        assert_eq!(
            found(&verdict),
            codes,
            "{end} {sentence}: {:?}",
            verdict.diagnostics
        );
        assert!(record.stated.result.is_final(), "{end}");
    }
}

/// White closes the last cell beside its own queen.
const OWN: &str = r"wS1;bG1 wS1-;wG1 -wS1;bQ bG1-;wQ -wG1;bG2 bQ-;wG2 \wG1;bG3 bG2-;wG3 -wG2;bA1 bG3-;wA1 /wG3;bA2 bA1-;wA2 wA1\;bA3 bA2-;wA3 wQ\";

#[test]
fn an_end_on_the_board_refutes_others() {
    for (termination, codes) in [
        ("White resigned", REFUTED),
        ("time forfeit", REFUTED),
        ("agreement", REFUTED),
        ("repetition", REFUTED),
        ("normal", &[][..]),
        ("adjudication", &[]),
    ] {
        let moves = OWN.replace(';', "\n");
        let text = format!(
            "[GameType \"Base\"]\n[Result \"0-1\"]\n[Termination \"{termination}\"]\n\n{moves}\n"
        );
        let (_, verdict) = judged(Format::Pgn, &text);
        assert_eq!(
            verdict.termination,
            Termination::Board,
            "{termination}: {:?}",
            verdict.diagnostics
        );
        assert_eq!(found(&verdict), codes, "{termination}");
    }
}

#[test]
fn any_rule_on_repetitions_can_be_that_of_the_site() {
    // Both queens go to and fro.
    let moves = "wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-;wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-";
    let mut record = Record::read(Format::Uhp, &format!("Base;Draw;White[7];{moves}"));
    record.stated.termination = Termination::Repetition;
    for repetition in RepetitionRule::ALL {
        let rules = JudgeOptions {
            repetition,
            ..JudgeOptions::default()
        };
        let verdict = Judge::new(rules).verdict(&record);
        assert_eq!(
            found(&verdict),
            [],
            "{repetition}: {:?}",
            verdict.diagnostics
        );
        assert_eq!(verdict.termination, Termination::Repetition, "{repetition}");
    }
    record.plies.pop();
    let verdict = Judge::default().verdict(&record);
    assert_eq!(found(&verdict), REFUTED);
}

// The order in which endings are looked at, as the page of the guide on endings lists it.

/// Fourteen plies after which one cell is free beside both queens.
const BOTH: &str = r"wG1;bP wG1-;wQ /wG1;bQ bP\;wS1 -wG1;bS1 bQ/;wS2 /wS1;bS2 bS1\;wA1 wS2\;bA1 bQ\;wA2 wQ\;bA2 bS2\;wG2 \wG1;bA2 /bQ";

/// The first four of these plies, with the position after them twice more, and then the others.
fn with_a_third_occurrence() -> String {
    let turns: Vec<&str> = BOTH.split(';').collect();
    let shuffle = r"wQ -wG1;bQ bP-;wQ /wG1;bQ bP\";
    [
        &turns[..4].join(";"),
        shuffle,
        shuffle,
        &turns[4..].join(";"),
    ]
    .join(";")
}

fn record_of(state: &str, moves: &str) -> Record {
    let mut record = Record::read(Format::Uhp, &format!("Base+MLP;{state};White[1];{moves}"));
    record.stated_turn = None;
    record
}

fn by(repetition: RepetitionRule, record: &Record) -> Verdict {
    let rules = JudgeOptions {
        repetition,
        ..JudgeOptions::default()
    };
    Judge::new(rules).verdict(record)
}

fn result_of(verdict: &Verdict) -> (StatedResult, Termination) {
    (
        StatedResult::of_outcome(verdict.outcome),
        verdict.termination,
    )
}

#[test]
fn a_turn_that_surrounds_both_queens_draws_by_a_move_or_by_a_throw() {
    let by_move = format!(r"{BOTH};wG2 wG1\");
    let by_throw = format!(r"{BOTH};wG3 /wS2;bA3 bP/;wB1 -wS1;bA3 wG1\");
    for moves in [by_move, by_throw] {
        let verdict = by(RepetitionRule::Remark, &record_of("Draw", &moves));
        assert_eq!(
            result_of(&verdict),
            (StatedResult::Draw, Termination::Board),
            "{:?}",
            verdict.diagnostics
        );
        assert_eq!(found(&verdict), []);
    }
}

#[test]
fn the_side_whose_queen_is_surrounded_loses_whoever_closes_the_last_cell() {
    // Black's Pillbug throws White's Grasshopper beside White's queen.
    let thrown = r"wG1;bP \wG1;wS1 /wG1;bM \bP;wQ wG1-;bQ /bM;wS1 -bQ;bA1 bP/;wG2 wG1\;bM wQ-;wG2 -bA1;bA1 wG1\;wG3 wG2/;bB1 bM/;wA1 -wG3;bB1 \bM;wG3 wS1\;bG1 bM/;wA1 bG1-;bL \bG1;wB1 wG2/;bL wQ\;wB1 bP/;wG2 wB1\";
    let verdict = by(RepetitionRule::Remark, &record_of("BlackWins", thrown));
    assert_eq!(
        result_of(&verdict),
        (StatedResult::BlackWins, Termination::Board),
        "{:?}",
        verdict.diagnostics
    );

    let verdict = by(RepetitionRule::Remark, &record_of("InProgress", OWN));
    let last = verdict.game.plies();
    assert!(
        verdict.status.is_sound(),
        "{last}: {:?}",
        verdict.diagnostics
    );
    assert_eq!(
        result_of(&verdict),
        (StatedResult::BlackWins, Termination::Board),
        "{last}"
    );
}

#[test]
fn a_third_occurrence_comes_after_the_board_and_ends_only_by_its_rule() {
    let moves = with_a_third_occurrence();
    let won = format!(r"{moves};wG2 wG1\");
    // The record goes on, and the board ends the game.
    for rule in [RepetitionRule::Remark, RepetitionRule::Hivegame] {
        let verdict = by(rule, &record_of("Draw", &won));
        assert_eq!(
            result_of(&verdict),
            (StatedResult::Draw, Termination::Board),
            "{rule}: {:?}",
            verdict.diagnostics
        );
        assert!(
            verdict
                .diagnostics
                .iter()
                .any(|d| d.code == Code::Repetition),
            "{rule}"
        );
    }
    for rule in [RepetitionRule::Draw, RepetitionRule::Hivegame2024] {
        let verdict = by(rule, &record_of("Draw", &won));
        assert_eq!(
            result_of(&verdict),
            (StatedResult::Draw, Termination::Repetition),
            "{rule}"
        );
        assert!(
            verdict
                .diagnostics
                .iter()
                .any(|d| d.code == Code::MoveAfterEnd),
            "{rule}"
        );
    }
}

#[test]
fn a_resignation_at_a_third_occurrence_counts_unless_the_rule_ends_the_game() {
    let turns: Vec<String> = with_a_third_occurrence()
        .split(';')
        .map(str::to_owned)
        .collect();
    let mut record = record_of("WhiteWins", &turns[..12].join(";"));
    record.stated.termination = Termination::Resignation;
    for rule in RepetitionRule::ALL {
        let verdict = by(rule, &record);
        let ends = matches!(rule, RepetitionRule::Draw | RepetitionRule::Hivegame2024);
        let expected = if ends {
            (StatedResult::Draw, Termination::Repetition)
        } else {
            (StatedResult::InProgress, Termination::Resignation)
        };
        assert_eq!(
            result_of(&verdict),
            expected,
            "{rule}: {:?}",
            verdict.diagnostics
        );
        assert_eq!(
            verdict.result(&record),
            if ends {
                StatedResult::Draw
            } else {
                StatedResult::WhiteWins
            }
        );
        // The stated win contradicts the draw of the rule.
        let codes: &[Code] = if ends { &[Code::ResultMismatch] } else { &[] };
        assert_eq!(found(&verdict), codes, "{rule}");
    }
}

#[test]
fn a_draw_that_is_only_stated_is_a_repetition_at_a_third_occurrence() {
    let turns: Vec<String> = with_a_third_occurrence()
        .split(';')
        .map(str::to_owned)
        .collect();
    for (plies, ending) in [(12, Termination::Repetition), (11, Termination::Unknown)] {
        let record = record_of("Draw", &turns[..plies].join(";"));
        assert_eq!(
            by(RepetitionRule::Remark, &record).termination,
            ending,
            "{plies}"
        );
        let mut agreed = record;
        agreed.stated.termination = Termination::Agreement;
        let verdict = by(RepetitionRule::Remark, &agreed);
        assert_eq!(verdict.termination, Termination::Agreement, "{plies}");
    }
}

#[test]
fn no_turn_follows_an_end_on_the_board() {
    let moves = format!(r"{BOTH};wG2 wG1\;bS2 bA1\");
    let verdict = by(RepetitionRule::Remark, &record_of("Draw", &moves));
    assert!(
        verdict
            .diagnostics
            .iter()
            .any(|d| d.code == Code::MoveAfterEnd),
        "{:?}",
        verdict.diagnostics
    );
    assert_eq!(verdict.game.plies(), 15);
}
