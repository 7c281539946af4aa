//! `skep show` from outside.

use std::fs;

use crate::skep::{run, run_with, skep, slashes};
use insta::assert_snapshot;

const GAME: &str = "Base+MLP;InProgress;White[4];wP;bP wP-;wQ /wP;bQ bP-;wB1 \\wP;bA1 bQ-";
const HEXIT: &str = "fixtures/hexit/games/standard-last-tile.hxt";

#[test]
fn a_position_as_text_with_moves_marked() {
    let run = run(&["show", GAME, "--moves-of", "wB1"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_snapshot!(run.out);
    // A file tells the same as a GameString.
    let file = run_with(&["show", "-", "--moves-of", "wB1"], GAME.as_bytes());
    assert_eq!(file, run);
    let mut ascii = skep(&["show", GAME, "--labels", "--ply", "5"]);
    let ascii = ascii.env("LC_ALL", "C").output().unwrap();
    assert!(ascii.stdout.is_ascii());
    assert_snapshot!(String::from_utf8(ascii.stdout).unwrap());
}

#[test]
fn a_locale_without_unicode_gets_ascii() {
    let game =
        "Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bB1 bQ-;wB1 wQ;bB1 bQ";
    let text = |locale: &str| {
        let output = skep(&["show", game])
            .env("LC_ALL", locale)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(text("C").is_ascii());
    assert!(text("de_DE.UTF-8").contains("wB1²"));
}

#[test]
fn a_range_of_plies_is_shown_one_after_the_other() {
    let several = ["4,2", "4,2,2..2"].map(|plies| run(&["show", GAME, "--ply", plies]).out);
    let repeated = run(&["show", GAME, "--ply", "4", "--ply", "2"]).out;
    let (fourth, second) = (repeated.find("ply 4 of 6"), repeated.find("ply 2 of 6"));
    assert!(fourth.is_some() && fourth < second, "{repeated}");
    assert_eq!(several, [repeated.as_str(); 2]);
    let run = run(&["show", GAME, "--ply", "2..4"]);
    let plies: Vec<&str> = run.out.lines().filter(|l| l.starts_with("Base")).collect();
    assert_eq!(
        plies,
        [
            "Base+MLP, ply 2 of 6, Black bP wP-; White to move",
            "Base+MLP, ply 3 of 6, White wQ /wP; Black to move",
            "Base+MLP, ply 4 of 6, Black bQ bP-; White to move",
        ]
    );
}

/// All boards of an animation are in memory, so their number is limited. A part of the game can be shown.
#[test]
fn a_long_game_is_animated_in_parts() {
    let cycle = "wQ \\wS1;bQ bS1/;wQ -wS1;bQ bS1-;";
    let long = format!("Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;{}", cycle.repeat(600));
    let long = long.trim_end_matches(';');
    for format in ["svg", "gif"] {
        let run = run_with(
            &["show", "-", "--animate", "--format", format],
            long.as_bytes(),
        );
        assert_eq!(run.code, 2, "{}", run.err);
        let reason =
            "an animation of 2,404 positions is too long; choose at most 2,000 with --ply A..B";
        assert!(run.err.contains(reason), "{}", run.err);
    }
    let part = [
        "show",
        "-",
        "--animate",
        "--format",
        "svg",
        "--ply",
        "2390..2404",
    ];
    let run = run_with(&part, long.as_bytes());
    assert!(run.out.starts_with("<svg"), "{}", run.err);
    assert_eq!(run.out.matches("animation-delay").count(), 15);
}

#[test]
fn an_invalid_game_is_shown_up_to_its_error() {
    let run = run(&["show", "fixtures/cli/faults.uhp", "--game", "2"]);
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("ply 2 of 2, Black bS1 wS1-"),
        "{}",
        run.out
    );
    insta::assert_snapshot!(run.err, @"the game is invalid and shown up to its error on ply 3: wA1 may not enter beside bS1: a new piece may not touch an enemy");
}

#[test]
fn the_name_of_the_file_sets_the_format() {
    let folder = tempfile::tempdir().unwrap();
    for (name, first) in [
        ("a.png", &b"\x89PNG"[..]),
        ("a.svg", b"<svg "),
        ("a.gif", b"GIF89a"),
        ("a.txt", b"Base+MLP, ply 6 of 6"),
    ] {
        let path = folder.path().join(name);
        let size: &[&str] = match name {
            "a.txt" => &[],
            _ => &["--size", "24"],
        };
        let run = run(&[&["show", GAME, "-o", path.to_str().unwrap()], size].concat());
        assert_eq!(
            (run.code, run.out.as_str(), run.err.as_str()),
            (0, "", ""),
            "{name}"
        );
        assert!(fs::read(&path).unwrap().starts_with(first), "{name}");
    }
    let svg = run(&[
        "show",
        HEXIT,
        "--format",
        "svg",
        "--animate",
        "--ply",
        "..9",
    ]);
    assert_eq!(svg.out.matches("<g class=").count(), 10);
}

#[test]
fn pictures_do_not_depend_on_the_order_of_arguments_or_the_time() {
    let args = [
        "show", HEXIT, "--ply", "50", "--format", "svg", "--theme", "dark",
    ];
    assert_eq!(run(&args), run(&args));
    let size = |n: &str| {
        run(&["show", HEXIT, "--format", "svg", "--size", n])
            .out
            .len()
    };
    assert_eq!(size("24"), size("32"));
}

#[test]
fn a_position_that_cannot_be_shown_is_refused_with_the_reason() {
    let mut told = String::new();
    for args in [
        &["show", GAME, "--ply", "7"][..],
        &["show", GAME, "--game", "2"],
        &["show", "fixtures/cli/sound.uhp", "--game", "4"],
        &["show", GAME, "--moves-of", "wX1"],
        &["show", HEXIT, "--moves-of", "wA1"],
        &["show", GAME, "--format", "png", "--ply", "1,2"],
        &["show", GAME, "--animate", "--format", "png"],
        &["show", GAME, "--ply", "x"],
        &["show", GAME, "--size", "4"],
        &["show", "nothing-here"],
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        told += &run.err;
    }
    insta::assert_snapshot!(told, @"
    error: the game has no ply 7; it has 6
    error: there is no game 2; the input has 1 game
    error: there is no game 4; the input has 3 games
    error: the game has no piece wX1
    error: wA1 is not a cell; name a stack of Hex-It by its cell, such as M13
    error: --ply names several positions: add --animate, or {ply} to the name of the output
    error: an animation is gif or svg, not png
    error: invalid value 'x' for '--ply <N|end|A..B>': expected a number of plies, `end`, -3 for 3 plies before the end, or a range such as 3..9 or -10..

    For more information, try '--help'.
    error: invalid value '4' for '--size <PIXELS>': expected a whole number from 8 to 1024

      tip: for the size of the picture, use --width 1200; --size is the size of a piece

    For more information, try '--help'.
    error: nothing-here: no such file, and not a variant or a GameString
    ");
}

/// A game with players that ends by resignation.
const RESIGNED: &str = r#"[White "Zoë"]
[Black "Bob"]
[Date "2024.03.01"]
[Result "0-1"]
[Termination "resignation"]
[GameType "Base"]

1. wS1 2. bS1 wS1- 3. wQ -wS1 4. bQ bS1- 0-1
"#;

#[test]
fn the_text_says_who_plays_and_how_the_game_ended() {
    let show = |args: &[&str]| run_with(&[&["show", "-"], args].concat(), RESIGNED.as_bytes()).out;
    let text = show(&[]);
    assert!(
        text.starts_with(
            "Zoë – Bob, 2024-03-01\n\
             Base, ply 4 of 4, Black bQ bS1-; Black has won by resignation\n"
        ),
        "{text}"
    );
    // Before the end, the heading has the result.
    let text = show(&["--ply", "3"]);
    assert!(
        text.starts_with(
            "Zoë – Bob, 0-1, 2024-03-01\nBase, ply 3 of 4, White wQ -wS1; Black to move\n"
        ),
        "{text}"
    );
    let zip = run(&["show", "fixtures/games/league.zip", "--game", "24"]);
    let first = zip.out.lines().next().unwrap();
    assert_eq!(
        first,
        "Ada – Fumi, 2024-09-14, Autumn League, game 24 of 30"
    );
}

#[test]
fn a_picture_has_a_caption_and_hands() {
    let svg = |args: &[&str]| {
        let run = run_with(
            &[&["show", "-", "--format", "svg"], args].concat(),
            RESIGNED.as_bytes(),
        );
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
        run.out
    };
    // One line of the caption for the players, and three for the game.
    let lines = |svg: &str| svg.matches(")scale(1.000)").count();
    assert_eq!(lines(&svg(&[])), 0);
    assert_eq!(lines(&svg(&["--caption"])), 4);
    assert_eq!(lines(&svg(&["--hands"])), 2);
    let tiles = |svg: &str| svg.matches("<use href=\"#skep-wA\"").count();
    // The hand shows a kind of bug once, with their number.
    assert_eq!((tiles(&svg(&[])), tiles(&svg(&["--hands"]))), (0, 1));
    let height = |svg: &str| -> u32 {
        let (_, rest) = svg.split_once("height=\"").unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    assert!(height(&svg(&["--caption", "--hands"])) > height(&svg(&["--hands"])));
    // Letters without strokes are left to the viewer, and boxes in pixels.
    let chinese = RESIGNED.replace("Bob", "李");
    let folder = tempfile::tempdir().unwrap();
    let show = |name: &str| {
        let path = folder.path().join(name);
        let args = ["show", "-", "--caption", "-o", path.to_str().unwrap()];
        let run = run_with(&args, chinese.as_bytes());
        (run.err, fs::read(&path).unwrap())
    };
    let (note, svg) = show("a.svg");
    assert_eq!(note, "");
    assert!(String::from_utf8(svg).unwrap().contains(">李</text>"));
    let (note, _) = show("a.png");
    insta::assert_snapshot!(note, @"note: some letters are drawn as boxes; use SVG to show them");
}

#[test]
fn the_width_of_a_picture_is_exact() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.png");
    let args = ["show", GAME, "--width", "333", "--caption", "-o"];
    assert_eq!(
        run(&[&args[..], &[path.to_str().unwrap()]].concat()).code,
        0
    );
    let png = fs::read(&path).unwrap();
    assert_eq!(png[16..20], 333_u32.to_be_bytes());
    let both = run(&["show", GAME, "--width", "333", "--size", "50"]);
    assert_eq!(both.code, 2);
}

#[test]
fn a_board_is_turned() {
    let turned = |degrees: &str| run(&["show", GAME, "--rotate", degrees]).out;
    assert_eq!(turned("0"), run(&["show", GAME]).out);
    // Half a turn reverses the order of the rows.
    let row = |text: &str, piece: &str| text.lines().position(|l| l.contains(piece)).unwrap();
    let (straight, half) = (turned("0"), turned("180"));
    assert!(row(&straight, "wB1") < row(&straight, "wQ"));
    assert!(row(&half, "wB1") > row(&half, "wQ"));
    let wrong = run(&["show", GAME, "--rotate", "90"]);
    assert_eq!(wrong.code, 2);
    insta::assert_snapshot!(wrong.err, @"
    error: invalid value '90' for '--rotate <DEGREES>'
      [possible values: 0, 60, 120, 180, 240, 300]

    For more information, try '--help'.
    ");
}

#[test]
fn each_ply_has_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().join("frame-{ply}.svg");
    let name = name.to_str().unwrap();
    let write = |args: &[&str]| run(&[&["show", GAME, "-o", name], args].concat());
    assert_eq!(write(&["--ply", "3,1..2"]).code, 0);
    let mut names: Vec<_> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["frame-1.svg", "frame-2.svg", "frame-3.svg"]);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let third = run(&["show", GAME, "--ply", "3", "--format", "svg"]).out;
    assert_eq!(read("frame-3.svg"), third);
    let animation = write(&["--animate"]);
    assert_eq!(animation.code, 2);
    insta::assert_snapshot!(animation.err, @"error: an animation is one file; remove {ply} from its name");
    // The names are in the order of the plies.
    let padded = folder.path().join("p{ply}.txt");
    let args = ["show", HEXIT, "--ply", "99..100", "-o"];
    assert_eq!(
        run(&[&args[..], &[padded.to_str().unwrap()]].concat()).code,
        0
    );
    assert!(folder.path().join("p099.txt").exists());
}

#[test]
fn an_animation_starts_with_the_first_piece_and_counts_plies() {
    let svg = run(&[
        "show",
        GAME,
        "--animate",
        "--format",
        "svg",
        "--delay",
        "200",
    ])
    .out;
    let frames: Vec<&str> = svg.split("<g class=").skip(1).collect();
    assert_eq!(frames.len(), 6);
    assert_eq!(frames[0].matches("<use").count(), 1);
    // Each frame has a line with its number.
    assert!(frames.iter().all(|frame| frame.contains("<g transform=")));
    // 5 frames of 0.2 seconds, and 3 seconds at the end.
    assert!(svg.contains("skep-l 4s"), "{}", &svg[..800]);
    // Hex-It starts with tiles on the table.
    let hexit = run(&["show", HEXIT, "--animate", "--format", "svg", "--ply", "3"]);
    assert_eq!(hexit.out.matches("<g class=").count(), 4);
    // A stated range is shown whole, from ply 0.
    let whole = run(&["show", GAME, "--animate", "--format", "svg", "--ply", ".."]);
    assert_eq!(whole.out.matches("<g class=").count(), 7);
}

/// Every game of the corpus fits a terminal of 80 columns.
#[test]
fn usual_games_fit_80_columns() {
    let Some(corpus) = skep_testing::shared("corpus/pairs") else {
        return;
    };
    for game in fs::read_dir(corpus).unwrap().map(|g| g.unwrap().path()) {
        let run = run(&["show", game.to_str().unwrap()]);
        let board = run.out.lines().skip_while(|l| !l.is_empty()).skip(1);
        let board = board.take_while(|l| !l.is_empty());
        let widest = board.map(|l| l.chars().count()).max();
        assert!(
            widest.is_some_and(|w| w <= 80),
            "{}: {widest:?}",
            game.display()
        );
    }
}

#[test]
fn options_for_pictures_are_refused_if_there_is_none() {
    let show = |args: &[&str]| run_with(&[&["show", "-"], args].concat(), RESIGNED.as_bytes());
    let refused = show(&["--caption", "--theme", "dark"]);
    assert_eq!(refused.code, 2);
    assert_eq!(
        refused.err,
        "error: --theme does not apply to --format text; use --format svg\n"
    );
    assert_eq!(show(&["--caption", "--format", "svg"]).err, "");
}

#[test]
fn a_picture_has_the_title_of_the_game() {
    let show = |args: &[&str]| {
        run_with(
            &[&["show", "-", "--format", "svg"], args].concat(),
            RESIGNED.as_bytes(),
        )
        .out
    };
    let title = "<title>Zoë – Bob, 2024-03-01: Base, ply 4 of 4, Black bQ bS1-; Black has won by resignation</title>";
    assert!(show(&[]).contains(title), "{}", show(&[]));
    assert!(show(&["--ply", "3"]).contains("<title>Zoë – Bob, 0-1, 2024-03-01: Base, ply 3 of 4"));
}

#[test]
fn a_board_wider_than_the_screen_gets_a_tip() {
    let mut game = "Base;InProgress;White[4];wS1;bS1 wS1-".to_owned();
    for mv in ["wG1 -wS1", "bG1 bS1-", "wQ -wG1", "bQ bG1-"] {
        game.push(';');
        game.push_str(mv);
    }
    let wide = run_with(&["show", "-"], game.as_bytes());
    assert_eq!((wide.code, &*wide.err), (0, ""));
    let narrow = skep(&["show", &game])
        .env("COLUMNS", "30")
        .output()
        .unwrap();
    let note = String::from_utf8(narrow.stderr).unwrap();
    assert!(note.starts_with("note: the board is "), "{note}");
    insta::assert_snapshot!(note, @"note: the board is 35 columns wide; turn it with --rotate 60, or write a picture with -o FILE.svg");
    let file = tempfile::tempdir().unwrap();
    let path = file.path().join("board.txt");
    let written = skep(&["show", &game, "-o", path.to_str().unwrap()])
        .env("COLUMNS", "30")
        .output()
        .unwrap();
    assert!(written.stderr.is_empty());
}

#[test]
fn no_match_ends_with_1() {
    let zip = "fixtures/games/league.zip";
    for command in ["show", "list"] {
        for args in [
            &["--where", "player = Nobody"][..],
            &["--game", "2", "--where", "player = Ada"],
        ] {
            let none = run(&[&[command, zip], args].concat());
            assert_eq!(none.code, 1, "{command:?} {args:?}: {}", none.err);
            assert!(none.err.contains("match"), "{}", none.err);
        }
    }
}

#[test]
fn several_games_are_shown_one_after_the_other() {
    let three = "fixtures/cli/sound.uhp";
    let first = run(&["show", "--first", "2", three]);
    assert_eq!(first.code, 0, "{}", first.err);
    let heads = |out: &str| {
        let lines = out
            .lines()
            .filter(|line| line.starts_with("fixtures") || line.starts_with("Base"));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let two = heads(&first.out);
    assert_eq!(two.len(), 4, "{}", first.out);
    assert_eq!(two[2], "fixtures/cli/sound.uhp, game 2 of the file");
    // Several files, an archive, and a GameString.
    let all = run(&[
        "show",
        three,
        "fixtures/games/league.zip",
        GAME,
        "--format",
        "state",
    ]);
    assert_eq!(
        (all.code, all.out.lines().count()),
        (0, 3 + 30 + 1),
        "{}",
        all.err
    );
    // Variants and states, too.
    let state = "Base/w2/0,0wS1:1,0bS1/QSBBGGGAAA/QSBBGGGAAA/rests=bS1";
    let starts = ["show", "--format", "state", "Base+P", "hex-it", state];
    let starts = run(&starts);
    assert_eq!(starts.code, 0, "{}", starts.err);
    let lines: Vec<&str> = starts.out.lines().collect();
    assert!(lines[0].starts_with("Base+P/w1/-/") && lines[1].starts_with("hex-it/w1/"));
    assert_eq!(lines[2..], [state]);
    let chosen = run(&[
        "show",
        three,
        GAME,
        "--where",
        "plies = 6",
        "--format",
        "state",
    ]);
    assert_eq!(chosen.out, run(&["show", GAME, "--format", "state"]).out);
    for words in [
        &["--format", "png"][..],
        &["-o", "x.svg"],
        &["--animate"],
        &["-o", "{ply}.txt"],
    ] {
        let refused = run(&[&["show", three, GAME], words].concat());
        assert_eq!((refused.code, &*refused.out), (2, ""), "{words:?}");
    }
    // An invalid game is shown up to its error, and one that is too short is not.
    let faults = ["show", "--first", "100", "fixtures/cli/faults.uhp"];
    let shown = run(&faults);
    assert_eq!(shown.code, 1);
    insta::assert_snapshot!(shown.err, @"
    fixtures/cli/faults.uhp, game 2 of the file: the game is invalid and shown up to its error on ply 3: wA1 may not enter beside bS1: a new piece may not touch an enemy
    fixtures/cli/faults.uhp, game 5 of the file: the game is invalid and shown up to its error: `Pause?` is not a State
    fixtures/cli/faults.uhp, game 6 of the file: the game is invalid and shown up to its error on ply 3: cannot read `wS2 south of wS1` as a move
    ");
    let faults = run(&[&faults[..], &["--ply", "10"]].concat());
    assert_eq!(faults.code, 1);
    insta::assert_snapshot!(faults.err, @"
    error: fixtures/cli/faults.uhp, game 2 of the file: the game has no ply 10; it has 2 that are legal
    error: fixtures/cli/faults.uhp, game 4 of the file: the game has no ply 10; it has 2
    error: fixtures/cli/faults.uhp, game 5 of the file: the game has no ply 10; it has 2 that are legal
    error: fixtures/cli/faults.uhp, game 6 of the file: the game has no ply 10; it has 2 that are legal
    ");
}

#[test]
fn a_folder_gets_a_picture_of_each_game() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    fs::create_dir_all(games.join("b")).unwrap();
    let record = fs::read("fixtures/cli/sound.uhp").unwrap();
    fs::write(games.join("a.uhp"), &record).unwrap();
    fs::write(games.join("b").join("a.uhp"), &record).unwrap();
    let games = games.to_str().unwrap();
    let names = |folder: &std::path::Path| {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let pictures = folder.path().join("pictures");
    let slashed = slashes(&format!("{}/", pictures.display()));
    let made = run(&["show", games, "-o", &slashed]);
    assert_eq!((made.code, &*made.out), (0, ""), "{}", made.err);
    assert_eq!(made.err, format!("6 files written to {slashed}\n"));
    let expected: Vec<String> = (1..=6).map(|i| format!("00000{i}-a.svg")).collect();
    assert_eq!(names(&pictures), expected);
    let picture = fs::read_to_string(pictures.join("000001-a.svg")).unwrap();
    assert!(picture.starts_with("<svg"), "{picture}");
    // Nothing is replaced without --force.
    let again = run(&["show", games, "-o", &slashed]);
    assert_eq!(again.code, 2);
    insta::assert_snapshot!(crate::skep::stable(&again.err), @"error: DIR/pictures/000001-a.svg exists; replace it with --force");
    assert_eq!(
        run(&["show", games, "-o", &slashed, "--force", "--labels"]).code,
        0
    );
    assert_ne!(
        fs::read_to_string(pictures.join("000001-a.svg")).unwrap(),
        picture
    );
    // One game, other formats, and animations.
    let texts = folder.path().join("texts");
    let to = format!("{}/", texts.display());
    let game = ["show", GAME, "-o", &to];
    for more in [
        &["--format", "state"][..],
        &["--format", "png"],
        &["--animate"],
    ] {
        assert_eq!(run(&[&game, more].concat()).code, 0, "{more:?}");
    }
    assert_eq!(
        names(&texts),
        [
            "000001-GameString.gif",
            "000001-GameString.png",
            "000001-GameString.txt"
        ]
    );
    let none = folder.path().join("none");
    let nothing = run(&[
        "show",
        games,
        "--where",
        "plies > 999",
        "-o",
        &format!("{}/", none.display()),
    ]);
    assert_eq!(nothing.code, 1);
    assert!(!none.exists());
}

/// The number of the last turn of each piece, in the text and in a picture.
#[test]
fn pieces_have_the_numbers_of_their_turns() {
    let game = "Base;InProgress;Black[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wQ \\wS1";
    let shown = run(&["show", "--labels=turns", game]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    let line = shown.out.lines().find(|line| line.starts_with("Turns: "));
    assert_eq!(
        line,
        Some("Turns: 1 wS1, 2 bS1, 4 bQ, 5 wQ"),
        "{}",
        shown.out
    );
    let before = run(&["show", "--labels=cells,turns", "--ply", "3", game]).out;
    assert!(before.contains("Turns: 1 wS1, 2 bS1, 3 wQ\n"), "{before}");
    assert!(!run(&["show", "--labels", game]).out.contains("Turns: "));
    let boxes = |labels: &[&str]| {
        let svg = run(&[&["show", "--format", "svg"], labels, &[game]].concat()).out;
        svg.matches("rx=\"10\"").count()
    };
    assert_eq!(boxes(&["--labels=turns"]), boxes(&[]) + 4);
    let hexit = run(&["show", "--labels=turns", "fixtures/games/exxit.hxt"]).out;
    assert!(hexit.contains("Turns: "), "{hexit}");
    let set_up = run(&["show", "--labels=turns", "Base+MLP"]);
    assert_eq!((set_up.code, set_up.out.contains("Turns: ")), (0, false));
}

/// One ply is one position in every format of pictures. A GIF is an animation otherwise.
#[test]
fn one_ply_is_a_still_picture() {
    let folder = tempfile::tempdir().unwrap();
    for (options, frames) in [
        (&["--ply", "3"][..], 1),
        (&["--ply", "end"], 1),
        (&["--ply", "3..5"], 3),
        (&["--ply", "3", "--animate"], 3),
        (&["--animate"], 6),
        (&[], 6),
    ] {
        let gif = folder.path().join("x.gif");
        let gif = gif.to_str().unwrap();
        let shown = run(&[
            &["show", GAME, "-o", gif, "--force", "--size", "16"],
            options,
        ]
        .concat());
        assert_eq!(shown.code, 0, "{options:?}: {}", shown.err);
        let bytes = fs::read(gif).unwrap();
        let controls = bytes.windows(3).filter(|bytes| *bytes == b"\x21\xf9\x04");
        assert_eq!(controls.count(), frames, "{options:?}");
    }
    let svg = |options: &[&str]| run(&[&["show", GAME, "--format", "svg"], options].concat()).out;
    assert!(svg(&["--ply", "3", "--animate"]).contains("animation"));
    assert!(!svg(&["--ply", "3"]).contains("animation"));
}
