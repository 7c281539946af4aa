//! Forced wins in games.

use skep_analysis::tactics::tactics;
use skep_records::notation::{Judge, JudgeOptions, read};
use skep_records::record::Format;
use skep_records::{Game, Record, Verdict};

fn game(moves: &str) -> Game {
    let (mut record, mut verdict) = (Record::default(), Verdict::default());
    read::read(Format::Uhp, moves, &mut record);
    Judge::new(JudgeOptions::default()).judge(&record, &mut verdict);
    assert!(verdict.status.is_sound(), "{:?}", verdict.diagnostics);
    verdict.game
}

#[test]
fn a_game_that_begins_in_a_given_position_has_the_same_wins() {
    let text = r"Base+P;InProgress;White[9];wP;bS1 -wP;wA1 wP/;bP \bS1;wS1 \wA1;bQ /bS1;wQ wP\;bQ bS1\;wG1 wA1/;bG1 /bS1;wA2 \wS1;bB1 \bP;bQ /wS1;bS2 /bP;wG1 /wA2";
    let whole = game(text);
    let mut before = whole.clone();
    before.truncate(12);
    let Ok(Game::Hive(mut set_up)) = Game::of_state(&before.state()) else {
        panic!("{} is a state of Hive", before.state());
    };
    set_up.turns = whole.hive().unwrap().turns[12..].to_vec();
    let reviews = |game: &Game| -> Vec<_> {
        let turns = tactics(game, 2).into_iter();
        turns.map(|turn| turn.review).collect()
    };
    let all = reviews(&whole);
    assert_eq!(all[12].win_in, Some(2));
    assert_eq!(reviews(&Game::Hive(set_up)), all[12..]);
}
