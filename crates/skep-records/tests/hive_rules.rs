//! The rules of Hive one by one: `fixtures/hive/README.md` tells what the tables hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use skep_records::diag::Code;
use skep_records::game::{Game, Hive, Rules as _};
use skep_records::notation::{
    Era, Judge, JudgeOptions, OpeningChoice, RepetitionRule, Status, Verdict,
};
use skep_records::notation::{read, write};
use skep_records::record::{Format, Record, StatedResult, Termination};
use skep_rules::game::{Outcome, Position as _};
use skep_rules::geometry::{Direction, GridRef, Hex, Symmetry};
use skep_rules::hive::{
    Move, Opening, Piece, PieceName, Place, Position, Replay, Rule, Spelling, Written,
};

const RULES: &str = include_str!("../../../fixtures/hive/rules.tsv");
const ILLEGAL: &str = include_str!("../../../fixtures/hive/illegal.tsv");
const REPETITIONS: &str = include_str!("../../../fixtures/hive/repetitions.tsv");

fn lines<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|l| !l.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        fields.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}

fn opening(word: &str) -> Opening {
    [Opening::Tournament, Opening::Open]
        .into_iter()
        .find(|o| o.as_str() == word)
        .unwrap_or_else(|| panic!("{word}"))
}

/// A turn in UHP spelling; a place that UHP cannot name is a cell counted from the first piece on A0.
fn turn(text: &str) -> Written {
    if let Some(spelling) = Spelling::parse(text) {
        return spelling.written;
    }
    let (name, cell) = text.split_once(' ').unwrap_or_else(|| panic!("{text}"));
    let at = cell.parse::<GridRef>().unwrap().to_hex();
    Written::Put {
        piece: name_of(name),
        to: Place::Cell(at.q as i16, at.r as i16),
    }
}

fn name_of(text: &str) -> PieceName {
    match Spelling::parse(text).map(|s| s.written) {
        Some(Written::Put { piece, .. }) => piece,
        other => panic!("{text}: {other:?}"),
    }
}

/// The same turn on a board that is turned or mirrored.
fn seen_by(symmetry: Symmetry, written: Written) -> Written {
    let Written::Put { piece, to } = written else {
        return written;
    };
    let to = match to {
        Place::Beside(direction, of) => Place::Beside(symmetry.apply_direction(direction), of),
        Place::Cell(q, r) => {
            let at = symmetry.apply(Hex::new(q.into(), r.into()));
            Place::Cell(at.q as i16, at.r as i16)
        }
        Place::Unstated | Place::On(_) => to,
    };
    Written::Put { piece, to }
}

/// Plays a game, every turn of which must be legal, and returns its position.
fn replayed(game: &str, opening: Opening, symmetry: Symmetry) -> Position {
    let mut fields = game.split(';');
    let mut replay = Replay::new(fields.next().unwrap().parse().unwrap(), opening);
    for field in fields.filter(|f| !f.is_empty()) {
        let meaning = replay.meaning(seen_by(symmetry, turn(field))).unwrap();
        assert_eq!(replay.check(meaning.mv), Ok(()), "{field} in {game}");
        replay.play(meaning);
    }
    assert!(!replay.is_renumbered(), "{game}");
    replay.position().clone()
}

fn move_of(position: &Position, written: Written) -> Move {
    match written {
        Written::Put { piece, to } => {
            let piece = Piece::from_name(piece).unwrap();
            position.move_to(piece, to).unwrap()
        }
        Written::Pass | Written::EmptyTurn => Move::PASS,
    }
}

fn legal(position: &Position) -> BTreeSet<Move> {
    let mut listed = Vec::new();
    position.legal_moves_into(&mut listed);
    listed.into_iter().collect()
}

/// Every cell on or beside a piece, as a move of `piece`.
fn near_cells(position: &Position, piece: Piece) -> BTreeSet<Move> {
    let mut moves = BTreeSet::new();
    for other in Piece::all().filter(|p| position.is_on_board(*p)) {
        moves.extend(position.move_to(piece, Place::On(other.name())));
        for d in Direction::ALL {
            moves.extend(position.move_to(piece, Place::Beside(d, other.name())));
        }
    }
    moves
}

fn in_words(outcome: Outcome) -> &'static str {
    StatedResult::of_outcome(outcome).as_str()
}

/// Tests all rows of a rule, each on the board as written and on its eleven images.
fn holds(rule: &str) {
    let mut rows = 0;
    for [of, case, opened, game, subject, expected, _] in lines(RULES) {
        if of != rule {
            continue;
        }
        rows += 1;
        for symmetry in Symmetry::ALL {
            let position = replayed(game, opening(opened), symmetry);
            let legal = legal(&position);
            match subject {
                "outcome" => assert_eq!(in_words(position.outcome()), expected, "{case}"),
                "hand" => {
                    let placeable: BTreeSet<Piece> = legal
                        .iter()
                        .filter_map(|mv| mv.piece())
                        .filter(|p| !position.is_on_board(*p))
                        .collect();
                    let names = expected.split(' ').map(name_of);
                    let expected = names.map(|n| Piece::from_name(n).unwrap()).collect();
                    assert_eq!(placeable, expected, "{case}");
                }
                "turn" => {
                    let found = if legal.is_empty() {
                        "none"
                    } else if legal == BTreeSet::from([Move::PASS]) {
                        "pass"
                    } else {
                        assert!(!legal.contains(&Move::PASS), "{case}");
                        "moves"
                    };
                    assert_eq!(found, expected, "{case}");
                }
                _ => {
                    let piece = Piece::from_name(name_of(subject)).unwrap();
                    let expected: BTreeSet<Move> = expected
                        .split(' ')
                        .filter(|w| *w != "none")
                        .map(|place| turn(&format!("{subject} {place}")))
                        .map(|written| move_of(&position, seen_by(symmetry, written)))
                        .collect();
                    let of_piece = |mv: &&Move| mv.piece() == Some(piece);
                    let found: BTreeSet<Move> = legal.iter().filter(of_piece).copied().collect();
                    assert_eq!(found, expected, "rule {rule}, {case}: {game}");
                    for mv in near_cells(&position, piece) {
                        let accepted = position.check(mv).is_ok();
                        assert_eq!(accepted, expected.contains(&mv), "{case}: {mv:?}");
                    }
                }
            }
        }
    }
    assert!(rows >= 3, "rule {rule} has {rows} rows");
}

#[test]
fn rule_01_placement() {
    holds("1");
}

#[test]
fn rule_02_queen_by_turn_four_and_opening() {
    holds("2");
}

#[test]
fn rule_03_nothing_moves_before_the_queen() {
    holds("3");
}

#[test]
fn rule_04_one_hive() {
    holds("4");
}

#[test]
fn rule_05_freedom_to_move() {
    holds("5");
}

#[test]
fn rule_06_gates_at_height() {
    holds("6");
}

#[test]
fn rule_07_movement_of_each_bug() {
    holds("7");
}

#[test]
fn rule_08_mosquito() {
    holds("8");
}

#[test]
fn rule_09_pillbug() {
    holds("9");
}

#[test]
fn rule_10_pass() {
    holds("10");
}

#[test]
fn rule_11_end_of_the_game() {
    holds("11");
}

#[test]
fn every_bug_has_three_positions_and_every_row_its_test() {
    let mut positions: BTreeMap<char, BTreeSet<&str>> = BTreeMap::new();
    for [rule, case, _, game, subject, _, why] in lines(RULES) {
        assert!((1..=11).contains(&rule.parse::<u32>().unwrap()), "{case}");
        assert!(!why.is_empty(), "{case}");
        if subject.starts_with(['w', 'b']) {
            let bug = subject.chars().nth(1).unwrap();
            positions.entry(bug).or_default().insert(game);
        }
    }
    assert_eq!(positions.len(), 8);
    for (bug, games) in positions {
        assert!(games.len() >= 3, "{bug}: {}", games.len());
    }
}

/// The last move of each row is refused with the rule that the row names, by the position and by the judge.
#[test]
fn every_rule_refuses_the_move_that_breaks_it() {
    let mut refused = BTreeSet::new();
    for [rule, opened, game, mv, why] in lines(ILLEGAL) {
        for symmetry in Symmetry::ALL {
            let position = replayed(game, opening(opened), symmetry);
            let mv = move_of(&position, seen_by(symmetry, turn(mv)));
            let found = position.check(mv).expect_err(why);
            assert_eq!(found.as_str(), rule, "{mv:?} after {game}: {why}");
            assert!(!legal(&position).contains(&mv), "{mv:?} after {game}");
            refused.insert(found);
        }
        judge_refuses(rule, opened, game, mv);
    }
    let plain = Rule::ALL.into_iter().filter(|rule| rule.is_plain());
    let all: BTreeSet<Rule> = plain.collect();
    assert_eq!(refused, all);
}

fn judge_refuses(rule: &str, opened: &str, game: &str, mv: &str) {
    // A record's numbers are put in order; cells have no spelling in UHP.
    if rule == Rule::NumberOrder.as_str() || Spelling::parse(mv).is_none() {
        return;
    }
    let (game_type, played) = game.split_once(';').unwrap();
    let plies = played.split(';').filter(|f| !f.is_empty()).count();
    let separator = if plies == 0 { "" } else { ";" };
    let text = format!("{game_type};InProgress;White[1];{played}{separator}{mv}");
    let choice = match opening(opened) {
        Opening::Tournament => OpeningChoice::Tournament,
        Opening::Open => OpeningChoice::Open,
    };
    let options = JudgeOptions {
        opening: choice,
        ..JudgeOptions::default()
    };
    let verdict = judged(&record(Format::Uhp, &text), options);
    assert_eq!(verdict.status, Status::Illegal, "{text}");
    assert_eq!(verdict.plies() as usize, plies, "{text}");
    assert_eq!(fault(&verdict), (Some(rule), Some(plies as u32 + 1)));
}

/// The rule that a verdict's error names, and its ply.
fn fault(verdict: &Verdict) -> (Option<&str>, Option<u32>) {
    let last = verdict.diagnostics.iter().rfind(|d| d.rule.is_some());
    last.map_or((None, None), |d| (d.rule, d.ply))
}

fn record(format: Format, text: &str) -> Record {
    let mut record = Record::default();
    read::read(format, text, &mut record);
    record
}

fn judged(record: &Record, options: JudgeOptions) -> Verdict {
    let mut verdict = Verdict::default();
    Judge::new(options).judge(record, &mut verdict);
    verdict
}

/// The plies on which a verdict remarks on a third occurrence.
fn repetitions(verdict: &Verdict) -> Vec<u32> {
    let remarks = verdict.diagnostics.iter();
    remarks
        .filter(|d| d.code == Code::Repetition)
        .filter_map(|d| d.ply)
        .collect()
}

/// The plies of no remark.
const NEVER: [u32; 0] = [];

/// Two queens and two ants in a row.
const CARAVAN: &str = "wA1;bA1 wA1-;wQ -wA1;bQ bA1-";
/// From there into step; then four plies that end in the same position one cell further east.
const INTO_STEP: &str = "wQ /wA1;bQ bA1\\";
const STRIDE: &str = "wQ wA1\\;bA1 bQ/;wA1 -bA1;bQ bA1\\";

fn walk(strides: usize, symmetry: Symmetry) -> String {
    let mut text = String::from("Base;InProgress;White[1]");
    let strides = std::iter::repeat_n(STRIDE, strides);
    for field in [CARAVAN, INTO_STEP]
        .into_iter()
        .chain(strides)
        .flat_map(|s| s.split(';'))
    {
        text += &format!(";{}", seen_by(symmetry, turn(field)));
    }
    text
}

#[test]
fn rule_12_repetition_is_a_remark_and_an_end_by_option() {
    // The position of ply 6 stands again, moved east, at plies 10, 14 and 18.
    let game = record(Format::Uhp, &walk(3, Symmetry::IDENTITY));
    let verdict = judged(&game, JudgeOptions::default());
    assert_eq!(verdict.status, Status::Ok);
    assert_eq!(repetitions(&verdict), [14]);
    assert_eq!(verdict.outcome, Outcome::Undecided);
    assert_eq!(verdict.termination, Termination::Unknown);

    let draw = JudgeOptions {
        repetition: RepetitionRule::Draw,
        ..JudgeOptions::default()
    };
    let verdict = judged(&game, draw);
    assert_eq!(
        verdict.status,
        Status::Illegal,
        "the game goes on after its end"
    );
    assert_eq!(verdict.plies(), 14);
    let end = record(Format::Uhp, &walk(2, Symmetry::IDENTITY));
    let verdict = judged(&end, draw);
    assert_eq!(verdict.status, Status::Ok);
    assert_eq!(verdict.outcome, Outcome::Draw);
    assert_eq!(verdict.termination, Termination::Repetition);

    let twice = record(Format::Uhp, &walk(1, Symmetry::IDENTITY));
    assert_eq!(repetitions(&judged(&twice, draw)), NEVER);
}

/// The plies of the remarks on a game that goes on from the caravan.
fn repetitions_after(tail: &str) -> Vec<u32> {
    let text = format!("Base;InProgress;White[1];{CARAVAN}{tail}");
    let verdict = judged(&record(Format::Uhp, &text), JudgeOptions::default());
    assert_eq!(verdict.status, Status::Ok, "{:?}", verdict.diagnostics);
    repetitions(&verdict)
}

#[test]
fn rule_12_a_placement_begins_a_new_count() {
    let there_and_back = ";wQ \\wA1;bQ bA1/;wQ -wA1;bQ bA1-";
    assert_eq!(repetitions_after(there_and_back), NEVER);
    assert_eq!(repetitions_after(&there_and_back.repeat(2)), [12]);
    assert_eq!(repetitions_after(&there_and_back.repeat(9)), [12]);
    let placed = format!("{there_and_back};wS1 /wA1;bS1 bA1\\{there_and_back}");
    assert_eq!(repetitions_after(&placed), NEVER);
    assert_eq!(
        repetitions_after(&format!("{placed}{there_and_back}")),
        [18]
    );
}

#[test]
fn rule_12_the_side_to_move_is_part_of_the_position() {
    // The cells of ply 6 are occupied alike at plies 11, 16, 21 and 26, with White to move at 16 and 26 only.
    let placed = ";wA2 -wQ;bA2 bQ-";
    let white_three = ";wA2 /wQ;bA2 bQ/;wA2 \\wQ;bA2 bQ-;wA2 -wQ";
    let black_three = ";bA2 bQ/;wA2 /wQ;bA2 bQ\\;wA2 -wQ;bA2 bQ-";
    let round = format!("{white_three}{black_three}");
    assert_eq!(repetitions_after(&format!("{placed}{round}")), NEVER);
    assert_eq!(repetitions_after(&format!("{placed}{round}{round}")), [26]);
}

#[test]
fn rule_12_numbers_of_equal_bugs_are_ignored() {
    // From ply 7 on the white ants change places every six plies: at ply 19 each has come back for the first time, but
    // their two cells are taken by ants for the third.
    let placed = ";wA2 -wQ;bA2 bQ\\;wA3 \\wQ;bA2 bQ-";
    let first = ";wA2 /wQ;bA2 bQ/;wA3 -wQ;bA2 bQ\\;wA2 \\wQ;bA2 bQ-";
    let second = ";wA3 /wQ;bA2 bQ/;wA2 -wQ;bA2 bQ\\;wA3 \\wQ;bA2 bQ-";
    assert_eq!(repetitions_after(&format!("{placed}{first}")), NEVER);
    assert_eq!(repetitions_after(&format!("{placed}{first}{second}")), [19]);
}

/// A game of the table, as a GameString with this State field.
fn stating(state: &str, game: &str) -> Record {
    let (game_type, moves) = game.split_once(';').unwrap();
    record(
        Format::Uhp,
        &format!("{game_type};{state};White[1];{moves}"),
    )
}

fn by(repetition: RepetitionRule) -> JudgeOptions {
    JudgeOptions {
        repetition,
        ..JudgeOptions::default()
    }
}

#[test]
fn repetitions_on_hivegame_come_out_as_the_site_says() {
    let mut games = 0;
    for [case, draw, _, draw_2024, _, _, game, _] in lines(REPETITIONS) {
        games += 1;
        let game = stating("InProgress", game);
        let plies = game.plies.len() as u32;
        let draw: Vec<u32> = draw.parse().into_iter().collect();
        let verdict = judged(&game, by(RepetitionRule::Hivegame));
        assert_eq!(verdict.status, Status::Ok, "{case}");
        assert_eq!(verdict.plies(), plies, "{case}");
        assert_eq!(repetitions(&verdict), draw, "{case}");
        let ends_there = draw == [plies];
        let is_drawn = verdict.termination == Termination::Repetition;
        assert_eq!(is_drawn, ends_there, "{case}");
        assert_eq!(verdict.outcome == Outcome::Draw, ends_there, "{case}");
        let rule = RepetitionRule::Hivegame;
        let played = verdict.game.hive().unwrap();
        let drawn_after = played.drawn_after(rule).map(|plies| plies as u32);
        assert_eq!(drawn_after.as_slice(), draw, "{case}");
        assert_eq!(played.is_drawn(rule), ends_there, "{case}");

        let verdict = judged(&game, by(RepetitionRule::Hivegame2024));
        match draw_2024 {
            "-" => {}
            "none" => assert_eq!(repetitions(&verdict), NEVER, "{case}"),
            ply => assert_eq!(
                repetitions(&verdict),
                [ply.parse::<u32>().unwrap()],
                "{case}"
            ),
        }
    }
    assert_eq!(games, 16);
}

#[test]
fn a_stored_game_goes_on_after_a_repetition_on_hivegame() {
    let game = |case: &str| {
        let mut rows = lines::<8>(REPETITIONS);
        rows.find(|row| row[0] == case).unwrap()[6]
    };
    let hivegame = by(RepetitionRule::Hivegame);
    let mismatches = |verdict: &Verdict| {
        let findings = verdict.diagnostics.iter();
        let codes =
            findings.filter(|d| matches!(d.code, Code::ResultMismatch | Code::EndingMismatch));
        codes.count()
    };
    let won = stating("WhiteWins", game("missed_repetition"));
    let verdict = judged(&won, hivegame);
    assert_eq!(verdict.status, Status::Ok);
    assert_eq!(verdict.result(&won), StatedResult::WhiteWins);
    assert_eq!((repetitions(&verdict), mismatches(&verdict)), (vec![34], 0));

    // A result of its own stays even if the last position is a third occurrence.
    let resigned = stating("BlackWins", game("shuffle_check"));
    let verdict = judged(&resigned, hivegame);
    assert_eq!(verdict.result(&resigned), StatedResult::BlackWins);
    assert_eq!(verdict.outcome, Outcome::Undecided);
    for state in ["InProgress", "Draw"] {
        let drawn = stating(state, game("shuffle_check"));
        let verdict = judged(&drawn, hivegame);
        assert_eq!(verdict.termination, Termination::Repetition);
        assert_eq!(verdict.outcome, Outcome::Draw);
    }

    // The site drew a game without a third occurrence.
    for (case, expected) in [("false_draw_by_stunned_cell", 1), ("shuffle_check", 0)] {
        let mut drawn = stating("Draw", game(case));
        drawn.stated.termination = Termination::Repetition;
        assert_eq!(mismatches(&judged(&drawn, hivegame)), expected);
        assert_eq!(mismatches(&judged(&drawn, JudgeOptions::default())), 0);
    }
}

#[test]
fn a_position_from_a_text_has_occurred_once() {
    let Ok(Game::Hive(mut game)) = Game::of_state("Qq,w") else {
        panic!("a position of Hive");
    };
    let mut position = game.start();
    for _ in 0..4 {
        let moves = position.legal_moves().into_iter();
        let mut slides = moves.filter(|mv| position.is_on_board(mv.piece().unwrap()));
        let mv = slides.next().unwrap();
        position.play_unchecked(mv);
        game.push(mv);
    }
    assert_eq!(game.drawn_after(RepetitionRule::Hivegame), Some(4));
}

#[test]
fn rule_13_an_end_outside_the_rules_is_no_verdict_of_the_board() {
    let text = format!("Base;BlackWins;White[3];{CARAVAN}");
    let game = record(Format::Uhp, &text);
    let verdict = judged(&game, JudgeOptions::default());
    assert_eq!(verdict.status, Status::Ok);
    assert_eq!(verdict.outcome, Outcome::Undecided);
    assert_ne!(verdict.termination, Termination::Board);
    assert_eq!(verdict.result(&game), StatedResult::BlackWins);
}

/// Reads a game that another notation wrote.
fn through(format: Format, game: &Record) -> Record {
    let mut text = String::new();
    let verdict = judged(game, JudgeOptions::default());
    write::write(format, game, &verdict, &mut text).unwrap();
    record(format, &text)
}

fn in_uhp(game: &Record) -> String {
    let mut text = String::new();
    let verdict = judged(game, JudgeOptions::default());
    assert_eq!(verdict.status, Status::Ok, "{:?}", verdict.diagnostics);
    write::write(Format::Uhp, game, &verdict, &mut text).unwrap();
    text
}

fn cell_of_ply(game: &Record, index: usize) -> Hex {
    match game.written::<Hive>(&game.plies[index]) {
        Written::Put {
            to: Place::Cell(q, r),
            ..
        } => Hex::new(q.into(), r.into()),
        other => panic!("{other:?}"),
    }
}

/// The board is folded at 32 columns and 32 rows: a hive that walks on and on crosses the fold in every direction.
#[test]
fn a_hive_that_walks_away_is_checked_like_any_other() {
    const STRIDES: usize = 300;
    for symmetry in Symmetry::ALL {
        let game = record(Format::Uhp, &walk(STRIDES, symmetry));
        let verdict = judged(&game, JudgeOptions::default());
        assert_eq!(verdict.status, Status::Ok, "{:?}", verdict.diagnostics);
        assert_eq!(verdict.plies() as usize, 6 + 4 * STRIDES);
        assert_eq!(repetitions(&verdict), [14]);
        let text = in_uhp(&game);

        let sgf = through(Format::Boardspace, &game);
        assert_eq!(in_uhp(&sgf), text);
        // The last ply and ply 6 put the same piece on the same side of the hive.
        let walked = cell_of_ply(&sgf, 5 + 4 * STRIDES) - cell_of_ply(&sgf, 5);
        let ahead = symmetry.apply(Hex::new(STRIDES as i32, 0));
        assert_eq!(walked, ahead);

        // After the walk a piece at the wrong place is refused as at the start.
        let astray = format!("{};wS1 \\bQ", walk(STRIDES, symmetry));
        let verdict = judged(&record(Format::Uhp, &astray), JudgeOptions::default());
        assert_eq!(verdict.plies() as usize, 6 + 4 * STRIDES);
        assert_eq!(verdict.status, Status::Illegal);
    }
}

/// Cells that lie on one another on the folded board are far apart in a record that writes cells.
#[test]
fn a_cell_far_away_is_not_taken_for_the_one_that_it_folds_onto() {
    let cases = [("wQ /wA1", "contact"), ("wA2 -wQ", "placement-contact")];
    for (last, rule) in cases {
        let uhp = format!("Base;InProgress;White[1];{CARAVAN};{last}");
        let game = record(Format::Uhp, &uhp);
        let mut text = String::new();
        let verdict = judged(&game, JudgeOptions::default());
        write::write(Format::Boardspace, &game, &verdict, &mut text).unwrap();
        let sound = record(Format::Boardspace, &text);
        assert_eq!(judged(&sound, JudgeOptions::default()).status, Status::Ok);

        let at = cell_of_ply(&sound, 4);
        let written = |h: Hex| {
            let grid = GridRef::from_hex(h);
            format!(" {} {} ", grid.column_name(), grid.row)
        };
        let place = text.rfind(&written(at)).unwrap();
        let folds = [(32, -1), (-32, 1), (0, 32), (0, -32), (64, -2), (1024, 0)];
        let strays = [(32, 0), (-32, 0), (1, 31), (5, 5)];
        for (q, r) in folds.into_iter().chain(strays) {
            let mut far = text.clone();
            let there = written(at + Hex::new(q, r));
            far.replace_range(place..place + written(at).len(), &there);
            let game = record(Format::Boardspace, &far);
            assert_eq!(cell_of_ply(&game, 4), at + Hex::new(q, r));
            let verdict = judged(&game, JudgeOptions::default());
            assert_eq!(verdict.status, Status::Illegal, "{far}");
            assert_eq!(verdict.plies(), 4);
            if folds.contains(&(q, r)) {
                assert_eq!(fault(&verdict), (Some(rule), Some(5)), "{there}");
            }
        }
    }
}

#[test]
fn games_of_other_engines_are_valid_and_have_the_stated_result() {
    let Some(folder) = skep_testing::shared("reference") else {
        return;
    };
    let mut games = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !(name.starts_with("random-") && name.ends_with(".uhp")) {
            continue;
        }
        for (index, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let game = record(Format::Uhp, line);
            let verdict = judged(&game, JudgeOptions::default());
            let place = format!("{name}:{}", index + 1);
            assert_eq!(
                verdict.status,
                Status::Ok,
                "{place}: {:?}",
                verdict.diagnostics
            );
            assert_eq!(verdict.plies() as usize, game.plies.len(), "{place}");
            assert_eq!(
                in_words(verdict.outcome),
                game.stated.result.as_str(),
                "{place}"
            );
            let other = verdict
                .diagnostics
                .iter()
                .find(|d| d.code != Code::Repetition);
            assert_eq!(other, None, "{place}");
            games += 1;
        }
    }
    assert_eq!(games, 1160);
}

#[test]
fn repetitions_are_remarked_on_the_ply_that_others_found() {
    let Some(path) = skep_testing::shared("reference/repetition.tsv") else {
        return;
    };
    let text = fs::read_to_string(path).unwrap();
    let mut rows = 0;
    for line in text.lines().filter(|l| !l.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [place, ply, _, game] = fields[..] else {
            panic!("{line}");
        };
        let verdict = judged(&record(Format::Uhp, game), JudgeOptions::default());
        assert_eq!(verdict.status, Status::Ok, "{place}");
        assert_eq!(
            repetitions(&verdict),
            [ply.parse::<u32>().unwrap()],
            "{place}"
        );
        rows += 1;
    }
    assert_eq!(rows, 7);
}

#[test]
fn moves_of_the_past_are_those_that_the_judge_accepts() {
    let rules = broken_under(Era::Historical);
    let expected = ["contact", "freedom-to-move", "height-gate", "just-moved"];
    assert_eq!(rules, expected.into());
    assert_eq!(broken_under(Era::Wikipedia), ["height-gate"].into());
    assert_eq!(broken_under(Era::Strict), [].into());
}

/// The rules that accepted moves break. The judge accepts exactly the moves that are listed.
fn broken_under(era: Era) -> BTreeSet<&'static str> {
    let rules = JudgeOptions {
        era,
        ..JudgeOptions::default()
    };
    let mut broken = BTreeSet::new();
    for [_, opened, game, ..] in lines::<5>(ILLEGAL) {
        let position = replayed(game, opening(opened), Symmetry::IDENTITY);
        let (game_type, played) = game.split_once(';').unwrap();
        let strict = legal(&position);
        let past: BTreeSet<Move> = Hive::moves(&position, era).into_iter().collect();
        assert!(past.is_superset(&strict), "{game}");
        let placed = Piece::all().filter(|piece| position.is_on_board(*piece));
        let near = placed.flat_map(|piece| near_cells(&position, piece));
        for mv in near.chain(past.iter().copied()).collect::<BTreeSet<_>>() {
            if position.outcome().is_over() || strict.contains(&mv) {
                continue;
            }
            let text = format!(
                "{game_type};InProgress;White[1];{played};{}",
                position.spell(mv)
            );
            let verdict = judged(&record(Format::Uhp, &text), rules);
            assert_eq!(verdict.status == Status::Ok, past.contains(&mv), "{text}");
            let remark = verdict
                .diagnostics
                .iter()
                .find(|d| d.code == Code::HistoricalRule);
            broken.extend(remark.and_then(|remark| remark.rule));
        }
    }
    broken
}
