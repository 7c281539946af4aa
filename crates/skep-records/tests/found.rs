//! Games in cells, among labels and inside other texts, with everything that belongs to them.

use crate::common::{found_in, judged, looks_like};
use skep_records::notation::Status;
use skep_records::notation::find::{self, Finder, Renames};
use skep_records::record::{Format, Record};

const ONE: &str = r"Base;InProgress;Black[2];wS1;bS1 wS1-;wQ \wS1";
const OTHER: &str = "Base;InProgress;White[2];wA1;bA1 wA1-";

/// What is expected of a game: its plies, its stated result, and a tag.
type Facts<'a> = (usize, &'a str, Option<&'a str>);

/// The plies, the stated result and a tag of each game of a text.
fn facts<'a>(games: &'a [Record], tag: &str) -> Vec<Facts<'a>> {
    let facts = games.iter().map(|game| {
        let result = game.stated.result.as_str();
        (game.plies.len(), result, game.tags.get(tag))
    });
    facts.collect()
}

fn link(game: &str) -> String {
    let all = percent_encoding::NON_ALPHANUMERIC;
    let encoded = percent_encoding::utf8_percent_encode(game, all);
    format!("https://hivegame.com/analysis?uhp={encoded}")
}

#[test]
fn a_link_in_a_cell_has_the_names_beside_it() {
    let address = link(ONE);
    let relative = address.trim_start_matches("https://hivegame.com");
    let wrapped = [
        address.clone(),
        format!("<{address}>"),
        format!("[game 3]({address})"),
        format!("[game 3]({relative})"),
        format!("**[game]({address} \"open\")**"),
        format!("see [here]({address})"),
        format!("[`{ONE}`]({address})"),
        format!("<a href=\"{address}\">game 3</a>"),
        format!("<a class=x href='{address}' target=_blank><b>{ONE}</b></a>"),
        format!("[[{address}][game 3]]"),
        format!("[{address} game 3]"),
        format!("{address}[game 3]"),
        format!("`game 3 <{address}>`_"),
    ];
    for cell in &wrapped {
        let quoted = cell.replace('"', "\"\"");
        let escaped = cell.replace('\\', "\\\\").replace('"', "\\\"");
        for text in [
            format!("| White | Result | Game |\n|---|---|---|\n| Ann | 1-0 | {cell} |\n"),
            format!("Game | White | Winner\n--- | --- | ---\n{cell} | Ann | white\n"),
            format!("{{|\n! White !! Result !! Game\n|-\n| Ann || 1-0 || {cell}\n|}}\n"),
            format!("|===\n|White |Result |Game\n\n|Ann |1-0 |{cell}\n|===\n"),
            format!("White,Result,Game\nAnn,1-0,\"{quoted}\"\n"),
            format!("{{\"white\": \"Ann\", \"result\": \"1-0\", \"game\": \"{escaped}\"}}\n"),
            format!(
                "<table><tr><th>White</th><th>Result</th><th>Game</th></tr>\n<tr><td>Ann</td><td>1-0</td><td>{cell}</td></tr></table>\n"
            ),
        ] {
            let games = found_in(&text);
            assert_eq!(
                facts(&games, "White"),
                [(3, "WhiteWins", Some("Ann"))],
                "{text}"
            );
        }
    }
    // A game for each cell, and what the link says.
    let text = format!(
        "| White | First | Second |\n|---|---|---|\n| Ann | [1]({}&move=2) | [2]({}) |\n",
        link(ONE),
        link(OTHER)
    );
    let games = found_in(&text);
    assert_eq!(
        facts(&games, "Column"),
        [
            (3, "InProgress", Some("First")),
            (2, "InProgress", Some("Second"))
        ]
    );
    assert_eq!(games[0].tags.get("Ply"), Some("2"));
    assert_eq!(
        games[1].tags.get("Site"),
        Some("https://hivegame.com/analysis")
    );
    assert!(
        games
            .iter()
            .all(|game| game.tags.get("White") == Some("Ann"))
    );
    // The name of a player has the link.
    for text in [
        format!(
            "| White | Black |\n|---|---|\n| [Ann]({}) | Bob |\n",
            link(ONE)
        ),
        format!(
            "<table><tr><th>White</th><th>Black</th></tr><tr><td><a href=\"{}\"><b>Ann</b></a></td><td>Bob</td></tr></table>\n",
            link(ONE)
        ),
    ] {
        let games = found_in(&text);
        assert_eq!(
            facts(&games, "White"),
            [(3, "InProgress", Some("Ann"))],
            "{text}"
        );
        assert_eq!(games[0].tags.get("Black"), Some("Bob"), "{text}");
    }
    for text in [
        "| White | Link |\n|---|---|\n| Ann | [x](https://example.com/?uhp=analysis) |\n",
        "<table><tr><th>White</th><th>Link</th></tr><tr><td>Ann</td><td><a href=\"https://hivegame.com/rules\">x</a></td></tr></table>",
    ] {
        assert_eq!(found_in(text).len(), 0, "{text}");
    }
}

#[test]
fn labels_go_to_their_game() {
    const NONE: &str = "InProgress";
    for (labels, expected) in [
        // Below the second game.
        (
            "Game 1: ONE\nGame 2: OTHER\nResult: 1-0\n",
            [(NONE, None), ("WhiteWins", None)],
        ),
        (
            "Game 1: ONE\nGame 2: OTHER\nWhite: Ann\nResult: 0-1\n",
            [(NONE, None), ("BlackWins", Some("Ann"))],
        ),
        // Below each, and above each.
        (
            "Game 1: ONE\nResult: 1-0\nGame 2: OTHER\nResult: 0-1\n",
            [("WhiteWins", None), ("BlackWins", None)],
        ),
        (
            "Result: 1-0\nGame: ONE\nResult: 0-1\nGame: OTHER\n",
            [("WhiteWins", None), ("BlackWins", None)],
        ),
        (
            "White: Ann\nGame 1: ONE\nResult: 1-0\nWhite: Cat\nGame 2: OTHER\nResult: 0-1\n",
            [("WhiteWins", Some("Ann")), ("BlackWins", Some("Cat"))],
        ),
        // With empty lines between them, and without names of the games.
        (
            "White: Ann\nResult: 1-0\nONE\n\nWhite: Cat\nOTHER\n",
            [("WhiteWins", Some("Ann")), (NONE, Some("Cat"))],
        ),
        (
            "Event: Open\n\nONE\nWhite: Ann\n\nOTHER\nWhite: Cat\n",
            [(NONE, Some("Ann")), (NONE, Some("Cat"))],
        ),
        // By numbers.
        (
            "Game 1: ONE\nGame 2: OTHER\nWhite 2: Cat\nResult 1: 1-0\n",
            [("WhiteWins", None), (NONE, Some("Cat"))],
        ),
        // In two ways.
        (
            "White: Ann\nGame 1: ONE\nGame 2: OTHER\n",
            [(NONE, None), (NONE, None)],
        ),
        (
            "Game 1: ONE\nWhite: Ann\nGame 2: OTHER\n",
            [(NONE, None), (NONE, None)],
        ),
    ] {
        let text = labels.replace("ONE", ONE).replace("OTHER", OTHER);
        let games = found_in(&text);
        let [one, other] = expected;
        let expected = [(3, one.0, one.1), (2, other.0, other.1)];
        assert_eq!(facts(&games, "White"), expected, "{text}");
        let mut found = Vec::new();
        Finder::new(text.as_bytes()).feed(text.as_bytes(), true, &mut found);
        let said = found.iter().flat_map(|game| &game.findings);
        let is_said = said
            .filter(|finding| finding.message.contains("`White`"))
            .count()
            == 1;
        let is_lost = labels.contains("White: Ann") && one.1.or(other.1).is_none();
        assert_eq!(is_said, is_lost, "{text}");
    }
    // An event and a date are of all games.
    let text = format!("event: Open\ndate: 2024-05-06\ngames:\n  - '{ONE}'\n  - {OTHER}\n");
    let games = found_in(&text.replace('\'', ""));
    assert_eq!(
        facts(&games, "Event"),
        [(3, NONE, Some("Open")), (2, NONE, Some("Open"))]
    );
    // More games than are held back keep their order and number.
    let lines: String = (0..1000)
        .map(|at| format!("Game {at}: {OTHER}\nResult: 1-0\n"))
        .collect();
    let games = found_in(&lines);
    assert_eq!(games.len(), 1000);
    assert!(
        games
            .iter()
            .all(|game| game.stated.result.as_str() == "WhiteWins")
    );
}

#[test]
fn a_game_string_goes_on_after_marks_of_other_languages() {
    let moves = r"wS1;bS1 wS1-;wQ \wS1;bQ bS1-;wA1 /wQ";
    let game = format!("Base;InProgress;Black[3];{moves}");
    let each = |wrap: &dyn Fn(&str) -> String| {
        let moves: Vec<String> = moves.split(';').map(wrap).collect();
        format!("Base;InProgress;Black[3];{}", moves.join(";"))
    };
    let mut texts = vec![
        // Tags, entities and comments of HTML.
        format!("<p>{}</p>", each(&|mv| format!("<b>{mv}</b>"))),
        format!(
            "<p>{}</p>",
            each(&|mv| format!(
                "<span class=\"m\">{}</span>",
                mv.replacen(' ', "</span> <i>", 1)
                    .replace("</span> <i>", "</span> <span>")
            ))
        ),
        format!("<p>{} won.</p>", game.replace(';', ";<wbr>")),
        format!("<p>{}</p>", game.replacen(';', ";<br>\n", 3)),
        format!("<p>{}</p>", game.replace(';', "<!-- next -->;")),
        format!(
            "<p><i>Base</i>;<i>InProgress</i>;<i>Black[3]</i>;{}</p>",
            moves.replace("wS1", "<b>wS1</b>")
        ),
        format!("<p>{}</p>", game.replace(' ', "&nbsp;")),
        format!(
            "<p>{}</p>",
            game.replace(';', "&shy;;").replace(' ', "&ensp;")
        ),
    ];
    // Comments between literals.
    let escaped = game.replace('\\', "\\\\");
    let at = escaped.match_indices(';').nth(3).expect("a move").0 + 1;
    let (head, tail) = escaped.split_at(at);
    for between in [
        " /* next */ ",
        " // next\n  ",
        "\n  // next\n  /* and */\n  ",
        "  # next\n  ",
        " + // next\n",
        " .. -- next\n",
    ] {
        texts.push(format!("g = (\"{head}\"{between}\"{tail}\") # end\n"));
    }
    // Characters without width, in text and in values.
    for unseen in [
        '\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{2060}', '\u{feff}',
    ] {
        for mark in [";", " ", "S1", "-"] {
            let marked = game.replacen(mark, &format!("{unseen}{mark}"), 9);
            texts.push(format!("I saw {marked} and lost.\n"));
            texts.push(format!(
                "{{\"game\": \"{}\"}}\n",
                marked.replace('\\', "\\\\")
            ));
            texts.push(format!("white,game\nAnn,{marked}\n"));
            texts.push(format!("game: {marked}\n"));
        }
    }
    for text in &texts {
        let games = found_in(text);
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(games[0].plies.len(), 5, "{text}");
        assert_eq!(judged(&games[0]).status, Status::Ok, "{text}");
    }
    // Other cells, dashes and words are no part of it.
    let two = "Base;InProgress;White[2];wS1;bS1 wS1";
    for after in [
        "</td><td>-</td>",
        "<br>- nice",
        "<p>;wQ -wS1</p>",
        " // and\nmore",
        "<b> is short</b>",
    ] {
        let games = found_in(&format!("<p>{two}{after}\n"));
        assert_eq!(games.len(), 1, "{after}");
        assert_eq!(judged(&games[0]).status, Status::Illegal, "{after}");
    }
}

/// The games of a text whose names are explained.
fn explained(text: &str, names: &str) -> Vec<Record> {
    let names: Renames = names.parse().expect("names");
    let mut games = Vec::new();
    let mut finder = Finder::new(text.as_bytes()).with_names(&names);
    finder.feed(text.as_bytes(), true, &mut games);
    let read = |game: &find::GameInText| {
        crate::common::read_as(game.format, str::from_utf8(&game.text).expect("UTF-8"))
    };
    games.iter().map(read).collect()
}

#[test]
fn a_member_is_explained_by_its_path() {
    let game = OTHER;
    let list = "[\"wA1\", \"bA1 wA1-\"]";
    for (text, names) in [
        (
            format!("{{\"p\": [{{\"n\": \"Ann\"}}], \"load\": {{\"x\": \"{game}\"}}}}"),
            "white=p.0.n,game=load.x",
        ),
        (
            format!("{{\"load\": {{\"r\": {{\"x\": \"{game}\"}}}}, \"p\": {{\"n\": \"Ann\"}}}}"),
            "white=p.n,game=load.r.x",
        ),
        (
            format!("[{{\"sides\": [\"Ann\", \"Bob\"], \"load\": {{\"x\": {list}}}}}]"),
            "white=sides.0,moves=load.x",
        ),
        (
            format!("[{{\"load\": {{\"x\": {list}}}, \"p\": \"Ann\"}}]"),
            "white=p,game=load.x",
        ),
        (
            r#"{"a": [{"load": {"x": "wA1;bA1 wA1-"}, "p": {"n": "Ann"}}]}"#.to_owned(),
            "white=p.n,moves=load.x",
        ),
        (
            format!("- p:\n    n: Ann\n  load:\n    x: {game}\n"),
            "white=p.n,game=load.x",
        ),
        (format!("p: Ann\nx: {game}\n"), "white=p,game=x"),
        (format!("p.n,load.x\nAnn,{game}\n"), "white=p.n,game=load.x"),
    ] {
        let games = explained(&text, names);
        let found: Vec<_> = facts(&games, "White")
            .into_iter()
            .map(|(plies, _, white)| (plies, white))
            .collect();
        assert_eq!(found, [(2, Some("Ann"))], "{text}");
    }
    // Nothing is invented.
    assert_eq!(
        explained(
            "{\"load\": {\"x\": \"no game\"}, \"p\": {\"n\": \"Ann\"}}",
            "white=p.n,game=load.x"
        )
        .len(),
        0
    );
}

#[test]
fn columns_of_plies_are_explained() {
    for (text, expected) in [
        (
            "game_id,ply,side,move,note\n7,1,white,wS1,\n7,2,black,bS1 wS1-,good\n",
            vec![
                "move: moves",
                "ply: the number",
                "side: the side",
                "game_id: [GameId]",
            ],
        ),
        (
            "match,nr,bug,to\n7,1,wS1,\n7,2,bS1,wS1-\n",
            vec![
                "bug: the piece",
                "to: the place",
                "nr: the number",
                "match: the game",
            ],
        ),
        (
            "white,black,move1,move2\nAnn,Bob,wS1,bS1 wS1-\n",
            vec!["move1, ..., move2: moves", "white: [White]"],
        ),
        (
            "[{\"n\": 1, \"move\": \"wS1\"}, {\"n\": 2, \"move\": \"bS1 wS1-\"}]",
            vec!["move: moves", "n: the number"],
        ),
    ] {
        let mut games = Vec::new();
        Finder::new(text.as_bytes()).feed(text.as_bytes(), true, &mut games);
        assert_eq!(games.len(), 1, "{text}");
        let told = find::columns(
            games[0].format,
            str::from_utf8(&games[0].text).expect("UTF-8"),
        );
        let told: Vec<String> = told
            .iter()
            .map(|(name, what)| format!("{name}: {what}"))
            .collect();
        for words in expected {
            assert!(
                told.iter().any(|told| told.starts_with(words)),
                "{words}: {told:?}"
            );
        }
        assert!(
            !told.iter().any(|told| told.contains("GameString")),
            "{told:?}"
        );
    }
}

#[test]
fn a_table_of_games_without_moves_is_named() {
    let what = Some("a table of games without their moves");
    for text in [
        "game_id,white,black,result\n7,Ann,Bob,1-0\n",
        "id;player_white;date\n7;Ann;2024-05-06\n",
    ] {
        assert_eq!(looks_like(text), what, "{text}");
    }
    for text in [
        "id,name,wins\n7,Ann,3\n",
        "white,black,result\nAnn,Bob,1-0\n",
    ] {
        assert_eq!(looks_like(text), None, "{text}");
    }
}

#[test]
fn numbers_of_a_start_may_have_gaps() {
    let root = "Base~0~3~wQ:0:0:0,bQ:1:0:0,wA2:-1:0:0,bS2:2:0:0~";
    let text = format!(
        "[GameType \"Base\"]\n[FoulBroodRoot \"{root}\"]\n\n1. wA1 -wA2 2. bS1 bS2- 3. wA3 \\wA2\n"
    );
    let record = crate::common::read_as(Format::Pgn, &text);
    let verdict = judged(&record);
    assert_eq!(verdict.status, Status::Ok, "{:?}", verdict.diagnostics);
    assert!(verdict.diagnostics.is_empty(), "{:?}", verdict.diagnostics);
    // It comes back from every notation that can hold a start.
    for format in [Format::Pgn, Format::Jsonl] {
        let again = crate::common::read_as(format, &crate::common::written(format, &record));
        let own = judged(&again);
        assert_eq!(own.status, Status::Ok, "{format}: {:?}", own.diagnostics);
        assert_eq!(own.game.state(), verdict.game.state(), "{format}");
    }
}
