//! The text of a position, from outside.

use crate::skep::{run, run_with};

const GAME: &str = "Base+MLP;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP-;wB1 \\wP;bA1 bQ-";
const STATE: &str =
    "Base+MLP/w4/0,-1wB1:0,0wP:1,0bP:2,0bQ:3,0bA1:-1,1wQ/SSBGGGAAAML/SSBBGGGAAML/rests=bA1";

#[test]
fn a_state_is_written_and_read_by_all_commands_for_positions() {
    let state = run(&["show", GAME, "--format", "state"]);
    assert_eq!(
        (state.code, state.out.as_str()),
        (0, format!("{STATE}\n").as_str())
    );
    let again = run(&["show", STATE, "--format", "state"]);
    assert_eq!(again, state);
    // Every command gives the same answer for the state as for the game.
    for command in [
        &["moves"][..],
        &["perft", "--depth", "2"],
        &["perft", "--depth", "1", "--divide"],
        &["solve", "--moves", "1"],
    ] {
        let of = |position| run(&[command, &[position]].concat());
        assert_eq!(of(STATE), of(GAME), "{command:?}");
    }
    let board = |position| {
        let shown = run(&["show", position, "--labels"]).out;
        let (headline, board) = shown.split_once('\n').unwrap();
        // A state does not say which turn led to it, so no move is marked.
        let board = board.replace(">bA1<", " bA1");
        (headline.to_owned(), board)
    };
    assert_eq!(board(STATE).1, board(GAME).1);
    assert_eq!(
        board(STATE).0,
        "Base+MLP, set up after 6 plies; White to move"
    );
}

#[test]
fn a_state_is_a_line_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("states.txt");
    let file = file.to_str().unwrap();
    let lines = format!("{STATE}\n{GAME}\nhex-it/w7/12,-13W:13,-13B\nBase/w1/0,0wQ:1,0bQ\n");
    std::fs::write(file, &lines).unwrap();
    for command in [
        &["show", "--format", "state"][..],
        &["moves"],
        &["perft", "--depth", "2"],
        &["solve", "--moves", "1", "--format", "jsonl"],
    ] {
        let solution = |text: String| {
            let at = text.find("\"variant\"").unwrap_or_default();
            text[at..].to_owned()
        };
        let of = |game| run(&[command, &["--game", game, file]].concat());
        assert_eq!(solution(of("1").out), solution(of("2").out), "{command:?}");
        assert_eq!((of("1").code, of("3").code), (0, 0), "{command:?}");
        // The same through a pipe, and as an argument.
        let piped = run_with(&[command, &["-"]].concat(), format!("{STATE}\n").as_bytes());
        assert_eq!(solution(piped.out), solution(of("1").out), "{command:?}");
    }
    // A position is valid, and has no moves; the last one breaks a rule.
    let check = run(&["check", "--format", "jsonl", file]).json_lines();
    let status: Vec<_> = check.iter().map(|game| game["status"].as_str()).collect();
    assert_eq!(status, ["empty", "ok", "empty", "syntax"].map(Some));
    assert_eq!(check[2]["variant"], "39");
    assert_eq!(
        check[3]["diagnostics"][0]["message"],
        "invalid state: White has more pieces on the board than turns played"
    );
    assert_eq!(run(&["check", STATE]).code, 0);
    // The whole line is written again, and filters see its board.
    let filtered = run(&["filter", "--where", "pattern(\"wB1 wP/\")", file]);
    assert_eq!(
        filtered.out,
        format!("{STATE}\n{GAME}\n"),
        "{}",
        filtered.err
    );
}

#[test]
fn json_lines_and_pgn_hold_a_set_up_position() {
    let json = run(&["convert", "--to", "jsonl", STATE]);
    assert_eq!(json.code, 0, "{}", json.err);
    let game: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(game["start"], STATE);
    let again = run_with(&["convert", "--to", "jsonl"], json.out.as_bytes());
    assert_eq!(again.out, json.out);
    let state = run_with(&["show", "--format", "state"], json.out.as_bytes());
    assert_eq!(state.out, format!("{STATE}\n"));
    let pgn = run(&["convert", "--to", "pgn", STATE]);
    assert_eq!(pgn.code, 0, "{}", pgn.err);
    let state = run_with(&["show", "--format", "state"], pgn.out.as_bytes());
    assert_eq!(state.out, format!("{STATE}\n"));
    for (format, title) in [("uhp", "UHP"), ("sgf", "Boardspace SGF")] {
        let run = run(&["convert", "--to", format, STATE]);
        assert_eq!((run.code, run.out.as_str()), (1, ""));
        let why = format!(
            "{title} cannot hold the position in which the game begins; JSON Lines and PGN can"
        );
        assert!(run.err.contains(&why), "{}", run.err);
    }
    // An invalid state is an error on its line.
    let wrong = json.out.replace("0,-1wB1:", "9,-1wB1:");
    let run = run_with(&["check", "--format", "jsonl"], wrong.as_bytes());
    assert_eq!(run.json_lines()[0]["status"], "syntax");
    assert!(run.out.contains("the hive is not connected"), "{}", run.out);
}

/// Games of Hive, Venom and Hex-It that begin in a set-up position, with variations.
const SET_UP: &str = "fixtures/jsonl/set-up.jsonl";

#[test]
fn a_game_goes_on_from_a_set_up_position() {
    let text = std::fs::read_to_string(SET_UP).unwrap();
    let again = run_with(&["convert", "--to", "jsonl"], text.as_bytes());
    assert_eq!((again.code, again.out), (0, text.clone()));
    let verified = run(&["convert", "--verify", "--to", "jsonl", SET_UP]);
    assert_eq!((verified.code, verified.out), (0, text.clone()));
    let refused = run(&["convert", "--to", "uhp", SET_UP]);
    let why = "UHP cannot hold the position in which the game begins; JSON Lines and PGN can";
    assert!(
        refused.out.is_empty() && refused.err.contains(why),
        "{}",
        refused.err
    );
    // Findings and show count plies from the set-up position.
    let illegal = text.replace("\"text\":\"wA1 bA1/\"", "\"text\":\"pass\"");
    let found = run_with(&["check", "--format", "jsonl"], illegal.as_bytes());
    let finding = &found.json_lines()[0]["diagnostics"][0];
    assert_eq!(
        (&finding["ply"], &finding["rule"]),
        (&3.into(), &"pass".into())
    );
    let shown = run(&["show", "--game", "1", "--ply", "0..2", SET_UP]).out;
    insta::assert_snapshot!(shown, @"
    Ann – ?, Study, game 1 of 3
    Base, set up after 4 plies; White to move

     wB1   wQ    bS1   bQ

    White in hand: S1 S2 B2 G1 G2 G3 A1 A2 A3
    Black in hand: S2 B1 B2 G1 G2 G3 A1 A2 A3

    Base, ply 1 of 3, White wA1 /wB1; Black to move

        wB1   wQ    bS1   bQ
    >wA1<

    White in hand: S1 S2 B2 G1 G2 G3 A2 A3
    Black in hand: S2 B1 B2 G1 G2 G3 A1 A2 A3

    Base, ply 2 of 3, Black bA1 bQ/; White to move

                            >bA1<
        wB1   wQ    bS1   bQ
     wA1

    White in hand: S1 S2 B2 G1 G2 G3 A2 A3
    Black in hand: S2 B1 B2 G1 G2 G3 A2 A3
    Variations: 1 (ply 1), 1.1 (ply 2)
    ");
    let state = |arguments: &[&str]| {
        let shown = run(&[&["show", "--game", "1", "--format", "state"], arguments].concat());
        shown.out.trim_end().to_owned()
    };
    let (before, after) = (state(&["--ply", "0", SET_UP]), state(&[SET_UP]));
    assert_eq!(
        before,
        "Base/w3/-1,0wB1:0,0wQ:1,0bS1:2,0bQ/SSBGGGAAA/SBBGGGAAA"
    );
    assert!(after.starts_with("Base/b4/"), "{after}");
    let variation = state(&["--variation", "1.1", SET_UP]);
    assert!(
        variation.contains("wG1") && variation.starts_with("Base/b4/"),
        "{variation}"
    );
    let listed = run(&[
        "list",
        "--columns",
        "variant,plies",
        "--format",
        "csv",
        SET_UP,
    ]);
    assert_eq!(listed.out, "variant,plies\nBase,3\nVenom,2\nHex-It 39,2\n");
    // Each row of a table has the position after its ply.
    let columns = ["--columns", "ply,side,state", "--format", "jsonl"];
    let plies = run(&[&["export", "--table", "plies"], &columns[..], &[SET_UP]].concat());
    let rows = plies.json_lines();
    assert_eq!((rows.len(), &rows[2]["state"]), (7, &after.as_str().into()));
    assert_eq!(rows[3]["side"], "Black");
    // The last positions of a whole game and of a game that begins later have the same key.
    let whole = "Base;wB1;bS1 wB1-;wQ -wB1;bQ bS1-;wA1 -wQ;bA1 bQ-";
    let cut = "{\"start\":\"Base/w3/0,0wB1:1,0bS1:-1,0wQ:2,0bQ\",\"moves\":[{\"text\":\"wA1 -wQ\"},{\"text\":\"bA1 bQ-\"}]}";
    let last = |game: &str| {
        let table = [
            "export",
            "--table",
            "plies",
            "--columns",
            "key",
            "--format",
            "csv",
        ];
        let rows = run_with(&table, format!("{game}\n").as_bytes());
        rows.out.lines().next_back().unwrap().to_owned()
    };
    assert_eq!(last(whole), last(cut));
}

#[test]
fn statistics_say_what_they_do_with_set_up_positions() {
    // Such a game has no opening name and no shape, and is not counted at the start of its variant.
    let whole = "Base;wA1;bA1 wA1-;wQ -wA1;bQ bA1-";
    let start = run(&["show", "--format", "state", "--ply", "2", whole]).out;
    let cut = format!(
        "{{\"start\":\"{}\",\"moves\":[{{\"text\":\"wQ -wA1\"}},{{\"text\":\"bQ bA1-\"}}]}}",
        start.trim_end()
    );
    let both = format!(
        "{cut}\n{{\"moves\":[{{\"text\":\"wA1\"}},{{\"text\":\"bA1 wA1-\"}},{{\"text\":\"wQ -wA1\"}},{{\"text\":\"bQ bA1-\"}}]}}\n"
    );
    let with = |arguments: &[&str]| run_with(arguments, both.as_bytes());
    let listed = with(&[
        "list",
        "--columns",
        "opening_code,shape,plies",
        "--format",
        "csv",
    ]);
    assert_eq!(listed.out, "opening_code,shape,plies\n,,2\nI:A-A,I,4\n");
    let names = ["stats", "--by", "opening", "--table", "results"];
    let names = with(
        &[
            &names[..],
            &["--columns", "opening,games", "--format", "csv"],
        ]
        .concat(),
    );
    assert_eq!(names.out, "opening,games\n,1\nAnt opening,1\n");
    let openings = [
        "openings",
        "--min-games",
        "1",
        "--columns",
        "depth,reached",
        "--format",
        "csv",
    ];
    let all = with(&openings);
    assert_eq!(
        all.out, "depth,reached\n0,1\n1,1\n2,2\n3,2\n4,2\n",
        "{}",
        all.err
    );
    let from = with(&[&openings[..], &["--from-game", start.trim_end()]].concat());
    assert_eq!(from.out, "depth,reached\n0,2\n1,2\n2,2\n", "{}", from.err);
    let bugs = with(&[
        "stats",
        "--table",
        "bugs",
        "--columns",
        "bug,side,entered",
        "--format",
        "csv",
    ]);
    assert!(bugs.out.contains("queen,White,1\n"), "{}", bugs.out);
    // The pieces of the position are used, and the position is reached.
    for (filter, games) in [
        ("uses(wA)", 2),
        ("uses(wQ)", 2),
        ("reaches(\"wA1;bA1 wA1-\")", 2),
        ("opening = \"wA1\"", 1),
        ("pattern(\"wA; bA wA-\")", 2),
    ] {
        let found = with(&[
            "list",
            "--where",
            filter,
            "--columns",
            "plies",
            "--format",
            "csv",
        ]);
        assert_eq!(
            found.out.lines().count(),
            games + 1,
            "{filter}: {}",
            found.err
        );
    }
    // Games with equal moves from different positions are not duplicates.
    let spiders = "{\"start\":\"Base/w2/0,0wS1:1,0bS1\",\"moves\":[{\"text\":\"wQ -wS1\"},{\"text\":\"bQ bS1-\"}]}";
    for key in ["moves", "canonical", "players+moves"] {
        let dedup = run_with(
            &["dedup", "--key", key],
            format!("{cut}\n{spiders}\n{cut}\n").as_bytes(),
        );
        assert!(
            dedup.err.contains("2 unique, 1 duplicate"),
            "{key}: {}",
            dedup.err
        );
    }
}

#[test]
fn the_column_state_of_export_can_be_read() {
    let table = [
        "export",
        "--table",
        "plies",
        "--columns",
        "ply,state,variant",
    ];
    for format in ["csv", "jsonl"] {
        let rows = run(&[&table, &["--format", format, GAME][..]].concat());
        assert_eq!(rows.code, 0, "{}", rows.err);
        let last = run_with(
            &["show", "--game", "6", "--format", "state"],
            rows.out.as_bytes(),
        );
        assert_eq!(last.out, format!("{STATE}\n"), "{}", last.err);
    }
}

#[test]
fn uhp_plays_on_from_a_state() {
    let session = |start: &str| {
        let input = format!("newgame {start}\nplay wB1 wP\nundo\nplay wB1 wP\nvalidmoves\n");
        run_with(&["uhp"], input.as_bytes()).out
    };
    let (of_state, of_game) = (session(STATE), session(GAME));
    assert!(of_state.contains("/rests=wB1\n"), "{of_state}");
    assert_eq!(of_state.lines().nth(3), Some(STATE));
    let moves = |text: &str| text.lines().rev().nth(1).map(str::to_owned);
    assert_eq!(moves(&of_state), moves(&of_game));
    assert!(moves(&of_state).is_some_and(|moves| moves.contains(';')));
    let refused = run_with(&["uhp"], b"newgame hex-it/w1/12,-13W\n").out;
    assert!(
        refused.contains("err UHP does not support Hex-It"),
        "{refused}"
    );
}

#[test]
fn a_wrong_state_says_what_is_wrong() {
    for (state, why) in [
        (
            "Base/w3/0,0wQ:1,0bQ.bA1:2,0bS1",
            "bA1 cannot be on top of another piece",
        ),
        ("Base/w3/0,0wQ:1,0wQ:2,0bQ", "wQ is named twice"),
        ("Base/w3/0,0wQ:9,0bQ", "the hive is not connected"),
        ("Base/w3/0,0wQ:32,0bQ", "the hive is not connected"),
        ("Base/w3/0,0wM:1,0bQ", "wM is not in the variant Base"),
        ("Base/w3/0,0wA4:1,0bQ", "wA4 is not in the variant Base"),
        (
            "Base/w3/0,0wQ:1,0",
            "`1,0` is not a cell with its pieces, such as 0,-1wQ.bB1",
        ),
        (
            "Base/w3/0,0wQ:01,0bQ",
            "`01,0bQ` is not a cell with its pieces, such as 0,-1wQ.bB1",
        ),
        ("Base/w3/0,0wQ:99999,0bQ", "cell 99999,0 is too far away"),
        (
            "Base/w2/0,0wQ:1,0bQ/SSBBGGGAA/SSBBGGGAAA",
            "White has 2 of A in hand, but 3 are left of the set",
        ),
        (
            "Base/w2/0,0wQ:1,0bQ/SSBBGGGAAA",
            "is not a state: Black's hand is missing",
        ),
        (
            "Base/w2/0,0wQ:1,0bQ/rests=wA1",
            "wA1 cannot have moved last: it is in the hand or covered",
        ),
        ("Base/w2/0,0wQ:1,0bQ/colour=red", "unknown key `colour`"),
        (
            "Base/w2/0,0wQ:1,0bQ/rests=bQ/rests=bQ",
            "`rests` is given twice",
        ),
        (
            "Base/w1/0,0wQ:1,0bQ",
            "White has more pieces on the board than turns played",
        ),
        ("Venom/w3/0,0wQ:64,0bQ", "the hive is not connected"),
        ("Venom/w3/0,0wQ:64,1bQ", "the hive is not connected"),
        ("Venom/w3/0,0wQ:1,0wWa", "wQ is named twice"),
        (
            "Venom/w2/0,0wA2:1,0bQ/QSSBBGGGAAMLP/SSBBGGGAAAMLP",
            "wA2 is on the board, but an equal piece with a lower number is in the hand",
        ),
        (
            "Venom+Honeycombo/w2/0,0wQ:1,0bQ",
            "the Honeycombo is not on the table",
        ),
        (
            "Venom+Swarm/w2/0,0wQ:1,0bQ",
            "a state of Swarm needs the hands",
        ),
        (
            "hex-it/w1/12,-13Wwwwwwwwww",
            "one side has more than 8 pieces",
        ),
        ("hex-it/w1/12,-13W:20,-13B", "the tiles are not connected"),
        (
            "hex-it/w1/12,-13Y",
            "`Y` is not the contents of a cell, such as W, Bwb or Xw",
        ),
    ] {
        let run = run(&["moves", state]);
        assert_eq!(run.code, 2, "{state}");
        let message = format!("{why}\n");
        assert!(
            run.err.starts_with("error: invalid state: ") && run.err.ends_with(&message),
            "{state}: {}",
            run.err
        );
    }
}

/// The position of a game on hivegame.com.
const HOP: &str = "AB1+(qQ+p-l3=b!1+(b1=M)2-P),w";

#[test]
fn a_hop_is_read_wherever_a_state_is() {
    let state = run(&["show", "--format", "state", HOP]).out;
    let state = state.trim_end();
    for command in [
        &["show", "--format", "hop"][..],
        &["show"],
        &["moves"],
        &["perft", "--depth", "2"],
        &["solve", "--moves", "1"],
        &["convert", "--to", "jsonl"],
    ] {
        let of = |position: &str| run(&[command, &[position]].concat());
        assert_eq!(of(HOP), of(state), "{command:?}");
        let piped = |position: &str| {
            run_with(
                &[command, &["-"]].concat(),
                format!("{position}\n").as_bytes(),
            )
        };
        assert_eq!(piped(HOP), piped(state), "{command:?}");
        let cell = format!("id,position\n7,\"{HOP}\"\n");
        let cell = run_with(&[command, &["-"]].concat(), cell.as_bytes());
        assert_eq!((cell.code, cell.out.is_empty()), (0, false), "{command:?}");
    }
    assert_eq!(
        run(&["show", "--format", "hop", HOP]).out,
        format!("{HOP}\n")
    );
    let session = |position: &str| {
        let commands = format!("newgame {position}\nvalidmoves\nexit\n");
        run_with(&["uhp"], commands.as_bytes()).out
    };
    assert_eq!(session(HOP), session(state));
    assert!(session(HOP).contains(state));
}

#[test]
fn a_hop_is_refused_by_name() {
    let mut told = String::new();
    for text in ["QA3=b,w", "base,QM,w", "base+M,Q,b"] {
        let shown = run(&["show", text]);
        assert_eq!(shown.code, 2, "{text}");
        told += &shown.err;
        let checked = run(&["check", "--format", "jsonl", text]);
        assert_eq!(checked.json_lines()[0]["status"], "syntax", "{text}");
    }
    insta::assert_snapshot!(told, @"
    error: invalid HOP: 3 is not the number of a bug before it in its brackets (BadChainRef)
    error: invalid HOP: White has no mosquito in this set (PieceNotInGameType)
    error: invalid HOP: `base+M` is not a set of HOP, such as base or base+Mm (UnsupportedGameType)
    ");
    let other = run(&["show", "--format", "hop", "hex-it"]);
    assert_eq!(other.code, 2);
    assert!(
        other.err.contains("HOP has only the bugs of plain Hive"),
        "{}",
        other.err
    );
    let old = run(&["check", "--format", "jsonl", "base+m,Q,b"]).json_lines();
    assert_eq!(old[0]["diagnostics"][0]["code"], "lenient-spelling");
}

#[test]
fn export_writes_the_hop_of_each_ply() {
    let export = [
        "export",
        "--table",
        "plies",
        "--columns",
        "ply,hop",
        "--format",
        "csv",
    ];
    let rows = run(&[&export[..], &["Base;wS1;bS1 wS1-"]].concat());
    assert_eq!(rows.out, "ply,hop\n1,\"base,S!,b\"\n2,\"base,S+s!,w\"\n");
    let rows = run(&[
        &export[..],
        &["fixtures/hexit/games/blitz-forced-chains.hxt"],
    ]
    .concat());
    assert!(
        rows.out.lines().skip(1).all(|row| row.ends_with(',')),
        "{}",
        rows.out
    );
    // The table is read again: each row is a position.
    let rows = run(&[&export[..], &[GAME]].concat());
    let shown = run_with(
        &["show", "--game", "6", "--format", "hop"],
        rows.out.as_bytes(),
    );
    assert_eq!(shown.out, run(&["show", "--format", "hop", GAME]).out);
}

#[test]
fn a_link_opens_the_game_on_the_analysis_board() {
    let game = "Base;InProgress;White[2];wS1;bS1 wS1-";
    let link = |path: &[&str]| run(&[&["show", "--format", "link"], path].concat());
    let start = "https://hivegame.com/analysis?uhp=Base%3BInProgress";
    assert_eq!(
        link(&[game, "--ply", "1.."]).out,
        format!("{start}%3BBlack%5B1%5D%3BwS1\n{start}%3BWhite%5B2%5D%3BwS1%3BbS1%20wS1-\n")
    );
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("board.png");
    for option in [
        &["--animate"][..],
        &["--moves-of", "wS1"],
        &["--labels"],
        &["--rotate", "60"],
        &["-o", picture.to_str().unwrap()],
    ] {
        let refused = link(&[option, &[game]].concat());
        assert_eq!((refused.code, &*refused.out), (2, ""), "{option:?}");
    }
    assert!(!picture.exists());
    for other in [HOP, "hex-it", "Venom"] {
        let refused = link(&[other]);
        assert_eq!((refused.code, &*refused.out), (2, ""), "{other}");
        let reason =
            "error: hivegame.com opens only games of plain Hive from the starting position";
        assert!(refused.err.contains(reason), "{}", refused.err);
    }
}
