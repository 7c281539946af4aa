//! The readings of the rules: the same options in every command, and messages about rules.

use crate::skep::{run, run_with};
use ::skep_records::notation::RuleOption;

/// Plies 8, 12 and 16 have the same board, but another piece rests at ply 8: they have 51, 55 and 55 legal turns.
const RESTING: &str = "Base+MLP;InProgress;White[9];wL;bL wL-;wQ \\wL;bQ bL\\;wP \\wQ;bA1 bQ-;wA1 /wL;bA1 wQ/;\
                       wA1 \\wP;bQ bL-;wA1 /wL;bQ bL\\;wA1 \\bA1;bQ bL-;wA1 /wL;bQ bL\\";
/// The same, once more around.
const ONCE_MORE: &str = ";wA1 \\bA1;bQ bL-;wA1 /wL;bQ bL\\";
/// A walk in which nothing rests: the position of ply 6 occurs again at plies 10 and 14.
const WALK: &str = "Base;InProgress;White[7];wA1;bA1 wA1-;wQ \\wA1;bQ bA1/;wQ -wA1;bQ bA1-;wQ \\wA1;bQ bA1/;wQ -wA1;\
                    bQ bA1-;wQ \\wA1;bQ bA1/";

#[test]
fn a_resting_piece_makes_another_position() {
    for (ply, turns) in [(8, 51), (12, 55), (16, 55)] {
        let moves = run(&["moves", "--ply", &ply.to_string(), RESTING]);
        assert_eq!(moves.out.lines().count(), turns, "ply {ply}");
    }
    let audit = run(&["audit", "--rules", "default,draw", RESTING]);
    assert_eq!(audit.code, 0);
    assert_eq!(audit.out, "default and draw: 0 of 1 game change result\n");
    let longer = format!("{RESTING}{ONCE_MORE}").replace("White[9]", "White[11]");
    let audit = run(&["audit", "--rules", "default,draw", &longer]);
    assert_eq!(audit.code, 1, "{}", audit.out);
    insta::assert_snapshot!(audit.out, @"
    default says  ply  rule  draw says  ply  rule        game
    InProgress     20  –     Draw        19  repetition  GameString

    default and draw: 1 of 1 game changes result
    ");
}

#[test]
fn a_draw_by_repetition_has_no_moves() {
    assert_ne!(run(&["moves", WALK]).out, "");
    for rule in ["draw", "hivegame", "hivegame-2024"] {
        let moves = run(&["moves", "--repetition", rule, WALK]);
        assert_eq!((moves.code, moves.out.as_str()), (0, ""), "{rule}");
        let perft = run(&["perft", "--depth", "1", "--repetition", rule, WALK]);
        assert_eq!(perft.out, "1\t0\n", "{rule}");
        let check = run(&["check", "--format", "jsonl", "--repetition", rule, WALK]);
        assert!(
            check.out.contains(r#""termination":"repetition""#),
            "{}",
            check.out
        );
    }
}

#[test]
fn every_command_takes_the_options_for_rules() {
    // docs/src/rules.md names them.
    let without = ["completions", "explore", "help", "index", "match"];
    let pages = std::fs::read_dir("docs/src/reference").unwrap();
    let pages = pages.map(|page| page.unwrap().file_name().into_string().unwrap());
    let mut commands = 0;
    for page in pages.filter(|page| page.starts_with("skep-")) {
        let command = &page["skep-".len()..page.len() - ".md".len()];
        let help = run(&[command, "--help"]).out;
        let has_options = help.contains("see skep help VARIANT");
        assert_eq!(has_options, !without.contains(&command), "{help}");
        commands += 1;
    }
    assert!(commands > 20, "{commands} commands");
    for command in ["check", "moves", "random", "perft", "uhp", "show"] {
        for option in RuleOption::ALL {
            let flag = format!("--{}", option.name);
            let wrong = run(&[command, &flag, "wrong"]).err;
            assert!(wrong.contains("invalid value 'wrong'"), "{wrong}");
        }
    }
}

#[test]
fn moves_perft_and_random_know_the_open_opening() {
    let open = ["--opening", "open"];
    let with = |args: &[&str]| run(&[args, &open].concat()).out;
    assert!(with(&["moves", "Base"]).lines().any(|mv| mv == "wQ"));
    assert!(with(&["moves", "Venom"]).lines().any(|mv| mv == "wQ"));
    assert_eq!(with(&["perft", "--depth", "1", "Base"]), "1\t5\n");
    let games = with(&["random", "Base", "-n", "40", "--max-plies", "1"]);
    assert!(games.lines().any(|game| game.ends_with(";wQ")), "{games}");
    let same = run(&["random", "Base", "-n", "40", "--max-plies", "1"]).out;
    assert!(!same.contains(";wQ"));
}

#[test]
fn venom_can_be_played_without_the_extra_tiles_or_on_its_venom_side() {
    let moves = run(&["moves", "Venom-MLP", "--flip", "venom"]).out;
    assert_eq!(moves, "wSc1\nwFf1\nwDf1\nwFl1\n");
    let games = run(&[
        "random",
        "Venom-MLP+Predators",
        "--flip",
        "venom",
        "-n",
        "5",
    ])
    .out;
    let check = run_with(&["check", "-q", "--flip", "venom", "-"], games.as_bytes());
    assert_eq!((check.code, check.out.as_str()), (0, ""), "{}", check.out);
    let check = run_with(&["check", "-q", "--flip", "none", "-"], games.as_bytes());
    assert_eq!(check.code, 1);
    let wrong = run(&["check", "Venom+MLP;InProgress;White[1];wS1"]);
    assert!(
        wrong.out.contains("game 1 of the file, Venom+MLP"),
        "{}",
        wrong.out
    );
    let why = "Venom has these tiles; to leave them out, write Venom-MLP";
    assert!(wrong.out.contains(why), "{}", wrong.out);
}

#[test]
fn readings_of_the_leaflet_change_what_is_legal() {
    // A Wasp that is not beside the enemy.
    let far = "Venom;InProgress;White[4];wG1;bG1 wG1-;wQ -wG1;bQ bG1-;wQ ~;bA1 bQ-";
    let stings = |reach| {
        let moves = run(&["moves", "--sting", reach, far]).out;
        moves.lines().filter(|mv| mv.starts_with("wWa !")).count()
    };
    assert_eq!((stings("adjacent"), stings("any")), (0, 3));
    // The beetle of 2005 passes between two pieces.
    let gap = "Base;InProgress;Black[7];wA1;bA1 -wA1;wQ wA1/;bQ -bA1;wS1 wQ-;bG1 -bQ;wS2 wA1\\;bG2 -bG1;wG1 wS2-;\
               bG3 -bG2;wB1 wA1-;bA2 -bG3;wB1 wS1\\";
    let strict = run(&["check", gap]);
    let historical = run(&["check", "--rules", "historical", gap]);
    assert_eq!((strict.code, historical.code), (1, 0), "{}", strict.out);
    assert!(strict.out.contains("freedom-to-move"), "{}", strict.out);
}

#[test]
fn a_resignation_counts_the_points_if_the_rules_say_so() {
    let game = "[Game \"Hex-It\"]\n[Tiles \"39\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\n1. M13 N14 0-1\n";
    let result = |rule| {
        let args = ["list", "--format", "csv", "--resignation", rule, "-"];
        let list = run_with(&args, game.as_bytes());
        assert_eq!(list.code, 0, "{}", list.err);
        list.out
    };
    insta::assert_snapshot!(result("loss"), @"
    number,date,white,black,variant,result,status,plies,shape,opening_code,path,entry,index
    1,,,,Hex-It 39,BlackWins,ok,2,,,-,,1
    ");
    // White has two tiles side by side: 2 points against 1.
    insta::assert_snapshot!(result("count"), @"
    number,date,white,black,variant,result,status,plies,shape,opening_code,path,entry,index
    1,,,,Hex-It 39,WhiteWins,ok,2,,,-,,1
    ");
}

#[test]
fn the_protocol_has_the_options_for_rules() {
    let talk = "options\noptions set Repetition draw\noptions set sting any\noptions set Flip sideways\n\
                options get StinkBugShield\nexit\n";
    let run = run_with(&["uhp", "--opening", "open"], talk.as_bytes());
    let out = run.out.split_once("ok\n").unwrap().1;
    assert_eq!(
        out,
        "Rules;enum;strict;strict;strict;wikipedia;historical
Opening;enum;open;tournament;tournament;open
Repetition;enum;remark;remark;remark;draw;hivegame;hivegame-2024
Flip;enum;free;free;free;locked;none;venom
HoneycomboContact;enum;yes;yes;yes;no
Exchange;enum;free;free;free;strict
StinkBugShield;enum;any;any;any;friends
Sting;enum;adjacent;adjacent;adjacent;any
ReportIntermediateBestMoves;bool;False;False
MultiPV;int;1;1;1;100
Threads;int;1;1;1;1024
ok
Repetition;enum;draw;remark;remark;draw;hivegame;hivegame-2024
ok
Sting;enum;any;adjacent;adjacent;any
ok
err unknown value: sideways
ok
StinkBugShield;enum;any;any;any;friends
ok
"
    );
}

#[test]
fn the_protocol_ends_a_game_at_a_repetition() {
    let talk = format!(
        "options set Repetition draw\nnewgame {WALK}\nvalidmoves\nplay wQ \\wA1\nundo\nplay bQ bA1/\nexit\n"
    );
    let run = run_with(&["uhp"], talk.as_bytes());
    let answers: Vec<&str> = run.out.split("ok\n").collect();
    assert!(answers[2].starts_with("Base;Draw;"), "{}", answers[2]);
    assert_eq!(answers[3], "");
    assert!(answers[4].starts_with("invalidmove"), "{}", answers[4]);
    assert!(answers[5].starts_with("Base;InProgress;"), "{}", answers[5]);
    assert!(answers[6].starts_with("Base;Draw;"), "{}", answers[6]);
}

#[test]
fn a_position_of_the_protocol_has_occurred_once() {
    let slide = "play wQ \\bQ\nplay bQ wQ-\n";
    let talk = format!(
        "options set Repetition hivegame\nnewgame base,Qq,w\n{slide}{slide}validmoves\nundo\nvalidmoves\nexit\n"
    );
    let run = run_with(&["uhp"], talk.as_bytes());
    let answers: Vec<&str> = run.out.split("ok\n").collect();
    assert_eq!(answers[7], "", "{}", run.out);
    assert_ne!(answers[9], "", "{}", run.out);
}

#[test]
fn a_climb_names_the_piece_in_the_protocol_and_may_name_a_neighbour_in_records() {
    let game = r"Base;InProgress;Black[4];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \wS1;bB1 bQ-;wB1 wS1";
    let commands = format!("newgame {game}\nplay bB1 bS1-\nplay bB1 bQ\n");
    let done = run_with(&["uhp"], commands.as_bytes());
    let answers: Vec<&str> = done.out.lines().filter(|line| *line != "ok").collect();
    assert!(
        answers.contains(&"invalidmove bB1 bS1-: the cell is occupied; to climb, write bB1 bQ"),
        "{answers:?}"
    );
    assert!(
        answers.last().unwrap().ends_with(";wB1 wS1;bB1 bQ"),
        "{answers:?}"
    );
    let record = format!("{};bB1 bS1-", game.replace("Black[4]", "White[5]"));
    let check = run(&["check", "--remarks", &record]);
    assert_eq!(check.code, 0, "{}", check.err);
    assert!(
        check
            .out
            .contains("goes onto a piece but names a neighbour"),
        "{}",
        check.out
    );
}

#[test]
fn the_protocol_takes_a_record_that_goes_on_after_a_repetition() {
    let longer = format!("{WALK};wQ -wA1");
    let talk = |rule: &str| {
        let talk = format!("options set Repetition {rule}\nnewgame {longer}\nplay bQ bA1-\nexit\n");
        run_with(&["uhp"], talk.replace("White[7]", "Black[7]").as_bytes()).out
    };
    assert!(talk("hivegame-2024").contains("err "));
    let goes_on = talk("hivegame");
    assert!(!goes_on.contains("err "), "{goes_on}");
}

#[test]
fn the_protocol_counts_lines_of_play() {
    let talk = "perft 1\nnewgame Base\nperft 3\nperft 2 divide\nperft 0\nexit\n";
    let run = run_with(&["uhp"], talk.as_bytes());
    let out = run.out.split_once("ok\n").unwrap().1;
    assert_eq!(
        out,
        "err no game in progress; try newgame
ok
Base;NotStarted;White[1]
ok
1\t4
2\t96
3\t1440
ok
wS1\t24
wB1\t24
wG1\t24
wA1\t24
total\t96
ok
err expected perft N or perft N divide, with 1 to 255 plies
ok
"
    );
}

#[test]
fn unknown_game_types_are_refused_with_all_that_work() {
    let all = "Base or Base+ with letters of MLP; Venom or Venom- with letters of MLP";
    let engine = run_with(&["uhp"], b"newgame Foo\nnewgame hex-it\n");
    assert_eq!(engine.out.matches(all).count(), 2, "{}", engine.out);
    for wrong in ["Foo", "Venom+Foo"] {
        let random = run(&["random", wrong]);
        assert_eq!(random.code, 2);
        assert!(random.err.contains(all), "{}", random.err);
    }
}

#[test]
fn draws_from_the_bag_that_cannot_be_are_explained() {
    let hands = "Venom+Swarm(A1 A2 B1|S1 A1 G1);InProgress;White[1];wA1";
    for (game, why) in [
        (
            format!("{hands} ?wA2"),
            "it is not in the bag, but in the hand of White",
        ),
        (format!("{hands} ?wA1"), "it is not in the bag, but"),
        (
            "Base+MLP+Predators;InProgress;White[1];wA1 ?wA2".to_owned(),
            "only games with Swarm have a bag",
        ),
        (
            "Venom;InProgress;White[3];wG1;bL -wG1;wQ wG1-;bM /bL;$wA1".to_owned(),
            "only games with Swarm have steals",
        ),
    ] {
        let check = run(&["check", &game]);
        assert_eq!(check.code, 1, "{game}");
        assert!(check.out.contains(why), "{}", check.out);
    }
}

#[test]
fn numbers_beyond_the_pieces_are_errors() {
    for game in [
        "Base;InProgress;White[1];wS3",
        "Base;InProgress;White[2];wS1;bS7 wS1-",
        "Venom;InProgress;White[1];wS3",
        "Venom+Swarm;InProgress;White[1];wA4",
    ] {
        let check = run(&["check", game]);
        assert_eq!(check.code, 1, "{game}");
        assert!(check.out.contains("too many"), "{}", check.out);
    }
    // Numbers in another order are renumbered.
    assert_eq!(
        run(&["check", "-q", "Base;InProgress;Black[1];wA3"]).code,
        0
    );
}

#[test]
fn a_direction_onto_a_piece_is_an_unusual_spelling() {
    for game in ["Base", "Venom"] {
        let check = |to: &str| {
            let moves = "wA1;bS1 wA1-;wQ -wA1;bQ bS1-;wB1 -wQ;bA1 bQ-;wB1";
            let check = run(&[
                "check",
                "--remarks",
                &format!("{game};InProgress;Black[4];{moves} {to}"),
            ]);
            assert_eq!(check.code, 0, "{}", check.out);
            check.out
        };
        assert!(!check("wQ").contains("lenient-spelling"), "{}", check("wQ"));
        let told = check("-wA1");
        assert!(told.contains("lenient-spelling"), "{told}");
        assert!(told.contains("ply 7"), "{told}");
    }
}

#[test]
fn text_after_a_puzzle_is_reported() {
    let check = |tail: &str| {
        let game = format!("Base;InProgress;White[2];wS1;bG1 wS1- {tail}");
        run(&["check", "--remarks", &game]).out
    };
    let told = "`3 rubbish here` after the moves is not a solution";
    assert!(
        check("3 rubbish here").contains(told),
        "{}",
        check("3 rubbish here")
    );
    assert!(!check("1 wQ -wS1;bQ bG1-").contains("solution"));
}

#[test]
fn json_without_a_game_is_not_a_record() {
    for json in [
        "{\"hello\": 3, \"a\": [1, 2]}\n{\"more\": 1}\n",
        "{\"hello\": 3}",
        "{\n  \"name\": \"x\"\n}\n",
        "{\"name\": \"x\",\n \"version\": 1}\n",
    ] {
        let check = run_with(&["check", "-"], json.as_bytes());
        assert!(check.out.contains("not-a-record"), "{json}: {}", check.out);
        assert!(!check.out.contains("bad-json"), "{json}: {}", check.out);
    }
}

#[test]
fn moves_of_swarm_with_unknown_hands_are_accepted() {
    let game = "Base+M+Swarm;InProgress;White[1]";
    let moves = run(&["moves", game]).out;
    assert!(!moves.contains("wM ?wM"), "{moves}");
    for mv in moves.lines() {
        let check = run(&["check", &format!("{game};{mv}")]);
        assert!(check.out.contains("unverifiable"), "{mv}: {}", check.out);
        assert!(!check.out.contains("error["), "{mv}: {}", check.out);
    }
}

#[test]
fn reasons_are_said_once() {
    for (game, said) in [
        (
            "Venom;InProgress;White[3];wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wS1 wQ/",
            "lifting wS1 splits the hive\n",
        ),
        (
            "Base;InProgress;White[2];wS1;bG1 wS1-;wA1 bG1-",
            "wA1 may not enter beside bG1: a new piece may not touch an enemy\n",
        ),
        (
            "Venom;InProgress;White[2];wS1;bG1 wS1-;wA1 bG1-",
            "wA1 may not enter beside bG1: a new piece may not touch an enemy\n",
        ),
    ] {
        let run = run(&["check", game]);
        assert!(
            run.code == 1 && run.out.contains(said),
            "{game}: {}",
            run.out
        );
    }
    let page = run(&["explain", "one-hive"]).out;
    assert!(
        page.starts_with("rule[one-hive] (Hive, Venom, packs): "),
        "{page}"
    );
}
