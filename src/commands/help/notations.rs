//! The page of the notations.

use std::fmt::Write as _;

use crate::{rulebook, text};
use anstyle::Style;
use skep_records::notation::{RuleOption, write};
use skep_records::record::{Format, GameKind};

/// The description of a notation, for newcomers.
pub(super) const fn about(format: Format) -> &'static str {
    match format {
        Format::Uhp => {
            "GameStrings of the Universal Hive Protocol, one per line: variant, State, turn and moves, separated by semicolons."
        }
        Format::Moves => {
            "The moves of a GameString without variant, State and turn, one game per line."
        }
        Format::Boardspace => {
            "Files of the Boardspace server and its viewer, of every version since 2006 and in any language. sgf is another \
             name."
        }
        Format::Pgn => "Tags and numbered moves, as Mzinga and hivegame.com write them.",
        Format::Hivegame => "Histories of hivegame.com: piece and place, separated by semicolons.",
        Format::Bga => "Move lists of Board Game Arena, in brackets.",
        Format::Jsonl => "One JSON object per game, with all data of a record.",
        Format::Hxt => {
            "Records of Hex-It: tags and numbered moves such as N14, N14-M13, M13-O13x, *L12+L13."
        }
        Format::HivegameApi => {
            "JSON objects of hivegame.com: a single object, an array, one after another as in the site's archive, or an \
             answer of the site or its bot API. The time used is calculated from the clocks. The page \"Data files and \
             members of JSON\" of the guide lists the members that skep reads."
        }
        Format::BgaLog => {
            "The log of a game as the site sends it, in JSON. The notifications may also be one per line; an empty line \
             ends a game. The result comes from the final ranks of the players, a resignation or an accepted draw. A log has moves only \
             if the site's preference for notation was on."
        }
        Format::Replay => {
            "The JSON file of an episode of Hive. The last GameString in it is the game; agents, rewards and statuses give \
             players, result and termination. A replay may have up to 64 MiB. kaggle and openspiel are other names."
        }
        Format::MoveArray => {
            "Moves as texts in a JSON array: one game, an array of games, or objects with such an array as moves."
        }
        Format::AbstractPlay => {
            "Records of Exxit at AbstractPlay, in JSON: players, results and rounds of moves in axial coordinates."
        }
        Format::Embedded => {
            "GameStrings in cells of CSV, quotes, JSON arrays, Markdown code blocks and logs with times. A result \
             or other text can follow after a | or a tab. Backslashes may be doubled. A cell such as WhiteWins or 1-0 states the result. If the first line of CSV names \
             the columns, the cells of each row are tags. A row is one line. skep knows these names, in any case and with \
             blanks or marks between the words: white, white player, white name, white username, white elo, white rating, \
             rating white and welo, and the same for black (belo); date; utc date, date time, played at, created at and \
             game date, which may have a time after the date (2024-01-30 18:57); time, event, tournament, site, round, \
             termination; result and winner. The result is white, black, draw, white wins, w, WhiteWins, 1-0 and so on, or \
             the name of a player of the row. A date is 2024-03-05, 5-Mar-2024 or 05.03.2024, or 25/03/2024 or 03/25/2024 \
             if a number is greater than 12. Other columns keep their names, and so do dates and results that skep cannot \
             read; check has a remark about them. filter, sort and other commands that write games unchanged write CSV to \
             a .csv file. csv is another name."
        }
        Format::UhpLog => {
            "Sessions with a UHP engine: newgame, play, pass and undo, with the answers of the engine. Each newgame \
             begins a game. Moves that the engine refuses are left out."
        }
        Format::PlayLog => {
            "The list of moves that Boardspace shows: one move per line, in any letter case, with a dot after the piece \
             that another climbs on (BB2 WS1.)."
        }
        Format::Pairs => {
            "Numbered pairs of moves with a comma between them; x is a pass, and # after a move means that it wins."
        }
        Format::Data => {
            "A value of a data file that holds a game, with the names and values beside it. The page \"Data \
             files and members of JSON\" of the guide lists the files and the names that skep reads. filter, sort and \
             other commands that write games unchanged write lines of JSON."
        }
        Format::Analysis => {
            "Files that hivegame.com saves in its analysis: a tree of turns in JSON, with marks on the board and the \
             position in which the game begins. The first turn after each turn belongs to the game, and the others begin \
             variations. Files of version 1 are read and written; those of before August 2026 are read. The node on the \
             screen is the tag Selected. Names, results and comments have no place in a file. hive-analysis and \
             hivegame-analysis are other names."
        }
    }
}

/// How skep finds the notation, and how it is chosen.
pub(super) const INTRODUCTION: [&str; 2] = [
    "skep detects the notation from the content, not from the file name; --from sets it. It reads files, \
         folders and archives (.zip .gz .zst .tar .tar.gz), also archives in archives, and - is standard input.",
    "skep convert --to writes a notation; --explain-loss lists what it cannot hold. The extension of -o FILE also sets \
         the notation (.uhp .pgn .sgf .jsonl .hxt .json), and .gz, .zst and .zip compress the file. An existing file is \
         replaced only with --force.",
];

/// Whether a notation is read and written, and for which games.
pub(super) fn use_of(format: Format) -> &'static str {
    let writes = |hexit| {
        let mut kinds = GameKind::ALL.into_iter();
        kinds.any(|kind| kind.is_hexit() == hexit && write::holds(format, kind))
    };
    match (writes(false), writes(true)) {
        (true, true) => "read and written",
        (true, false) => "read and written, Hive only",
        (false, true) => "read and written, Hex-It only",
        (false, false) => "read only",
    }
}

/// The section of a notation: what it is, and an example.
pub(super) fn section(format: Format, width: usize, styled: bool) -> String {
    let bold = if styled {
        Style::new().bold()
    } else {
        Style::new()
    };
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "{bold}{format}: {}, {}{bold:#}",
        format.title(),
        use_of(format)
    );
    page.push_str(&text::fill(about(format), width));
    page.push('\n');
    for line in example(format).lines() {
        let _ = writeln!(page, "{}", format!("    {line}").trim_end());
    }
    page
}

pub(super) fn notations(width: usize, styled: bool) -> String {
    let mut page = text::fill(INTRODUCTION[0], width);
    page.push('\n');
    page.push_str(&text::fill(INTRODUCTION[1], width));
    for format in Format::ALL {
        page.push('\n');
        page.push_str(&section(format, width, styled));
    }
    for chapter in rulebook::notation() {
        page.push('\n');
        chapter.render(&mut page, width, styled);
    }
    page.push('\n');
    state(&mut page, width);
    page.push('\n');
    hop(&mut page, width);
    page
}

/// Describes the text of a position.
pub(super) fn state(page: &mut String, width: usize) {
    page.push_str(&text::fill(
        "state: a position as one short text without blanks. show --format state writes it, and the column state of \
         export holds it. Every command reads it where it reads a GameString: as an argument, as a line of a file, \
         and as a cell of CSV. It is read as a record without moves. JSON Lines can hold every \
         state, and moves after it. PGN can hold those of Hive, and analysis files those that a HOP says in full.",
        width,
    ));
    page.push_str(
        "\n    Base/w3/0,0wQ:1,0bQ:2,-1bB1:-1,1wB1/SSBGGGAAA/SSBGGGAAA/rests=bB1\n    \
         VARIANT/TURN/CELLS/HAND/HAND/KEY=VALUE...\n",
    );
    let options: Vec<String> = RuleOption::stated()
        .map(|option| format!("{}=", option.name))
        .collect();
    let options = options.join(" ");
    let options = (
        options.as_str(),
        "Venom and packs: the rules that differ from the defaults, as in the options with the same names",
    );
    parts(STATE, page, width);
    parts(&[options], page, width);
    page.push('\n');
    page.push_str(&text::fill(
        "Reading a state gives exactly its position. A position in one place of the plane has one state. Equal \
         positions of different games can be in different places: compare them by their keys.",
        width,
    ));
}

/// Describes the position text of hivegame.com.
pub(super) fn hop(page: &mut String, width: usize) {
    page.push_str(&text::fill(
        "hop: HOP (Hive Open Position), the text of a position of plain Hive (without Venom and packs) on hivegame.com and pepeke.app. show \
         --format hop writes it as hivegame.com does, and the column hop of export holds it. It is read wherever a \
         state is. In a cell of CSV it needs quotes, because it has commas.",
        width,
    ));
    page.push_str("\n    base,A+Q+b-S!3=b2-q,w\n    SET,WALK,PLAYER\n");
    parts(HOP, page, width);
    page.push('\n');
    page.push_str(&text::fill(
        "A HOP does not hold the numbers of bugs and turns, the orientation, or the turns before. skep \
         numbers equal bugs in the order of the text. A position and its mirror image have two texts, so do not use HOP to find repetitions. \
         If skep refuses a HOP, the message ends with the name of the error on hivegame.com.",
        width,
    ));
}

/// The parts of a HOP.
const HOP: &[(&str, &str)] = &[
    (
        "SET",
        "base, or base+ with the letters of both players: base+Mm, base+MLml. Without a set and its comma, it is \
         Base+MLP. base+m, as hivegame.com wrote it in its first weeks, has a remark.",
    ),
    (
        "WALK",
        "the bugs, one step after another, from any cell and in any direction. A large letter is White's. + turns left \
         and - turns right before a step. 3=b puts a beetle on the third bug, and 3+ goes on beside it. Brackets \
         begin a walk whose bugs count from 1. ! is after the bug that moved last.",
    ),
    (
        "PLAYER",
        "the player to move: w or b. A digit and m after it turn and mirror a drawing; they are ignored.",
    ),
];

/// Describes the parts of a text.
fn parts(parts: &[(&str, &str)], page: &mut String, width: usize) {
    for (part, about) in parts {
        let _ = writeln!(page, "\n  {part}");
        for line in text::fill(about, width - 6).lines() {
            let _ = writeln!(page, "      {line}");
        }
    }
}

/// The parts of a state.
const STATE: &[(&str, &str)] = &[
    (
        "VARIANT",
        "as in a GameString, or hex-it, hex-it-blitz (29 tiles), hex-it-beginner (19), hex-it-pro (expert start); Hex-It 29 and hexit-29 are other names",
    ),
    (
        "TURN",
        "the side to move, and which of its turns it is: w1, b1, w2",
    ),
    (
        "CELLS",
        "q,r and the pieces of a cell from the bottom to the top, with dots between them: 2,1bQ.wB1. Colons \
         separate cells, and - is an empty board. Cells are in rows: by r, then by q. q grows to the east, r to the \
         south-east. The first piece of a game of Hive enters at 0,0. In Hex-It, 0,0 is column A and row 0; W, B (a \
         tile) or X (prisoners) follows, and then w or b for each piece: 12,-13Wbw.",
    ),
    (
        "HAND",
        "White's hand, then Black's: the codes of the bugs, or - if it is empty. In Swarm they are names with dots \
         between them: wQ.wA1.bG2. Hex-It has no hands. Except in Swarm, you can leave both hands out of a \
         state that you write: they then hold the rest of the set.",
    ),
    ("rests=wA1", "the piece that moved last (plain Hive)"),
    (
        "opening=open",
        "a queen may enter on a player's first turn (Hive, while it matters)",
    ),
    (
        "passes=1, release=forced",
        "Hex-It: the turn before was a pass (2 ends the game); chains of prisoners are released whole",
    ),
    (
        "placed= moved= thrown= flipped= stung=",
        "Venom and packs: the pieces that the last action affected. After a double turn, first-placed=, first-moved= \
         and first-stung= are those of its first action.",
    ),
    (
        "honeycombo=w, turned=Hc, actions=2",
        "the white side of the Honeycombo is up; the last turn turned it over; this turn has two actions",
    ),
    (
        "removed=wA1.bQ, unknown-w=3,0",
        "Swarm: pieces out of the game; the number of unknown tiles in White's hand, from the first hand and drawn",
    ),
];

/// A short game in a notation, as people find it in files.
pub(super) const fn example(format: Format) -> &'static str {
    match format {
        Format::Uhp => "Base+MLP;InProgress;White[3];wL;bL wL-;wQ -wL;bQ bL-",
        Format::Moves => "wL;bL wL-;wQ -wL;bQ bL-",
        Format::Boardspace => {
            "\
(;GM[27]VV[1]
SU[hive-plm]
P0[id \"Ann\"]
P1[id \"Bob\"]
;P0[1 Pick W 6 wL1]
;P0[2 Dropb wL1 N 13 .]
;P0[3 Done]
;P1[4 Pick B 6 bL1]
;P1[5 Dropb bL1 O 13 wL-]
;P1[6 Done]
)"
        }
        Format::Pgn => {
            "\
[GameType \"Base+MLP\"]
[White \"Ann\"]
[Black \"Bob\"]
[Result \"InProgress\"]

1. wL
2. bL wL-
3. wQ -wL {a comment}
4. bQ bL-"
        }
        Format::Hivegame => "wL ;bL wL-;wQ -wL;bQ bL-;",
        Format::Bga => "[wL ] [bL wL-] [wQ -wL] [bQ bL-]",
        Format::Jsonl => {
            "{\"variant\":\"Base+MLP\",\"moves\":[{\"text\":\"wL\"},{\"text\":\"bL wL-\"}]}"
        }
        Format::Hxt => {
            "\
[Game \"Hex-It\"]
[White \"Ann\"]
[Black \"Bob\"]
[Tiles \"39\"]

1. N13 M14 2. M13 M14-M13 *"
        }
        Format::HivegameApi => {
            "\
{\"game_id\":\"x\",\"game_type\":\"MLP\",
 \"white_player\":{\"username\":\"Ann\"},\"black_player\":{\"username\":\"Bob\"},
 \"history\":[[\"wL\",\".\"],[\"bL\",\"wL-\"],[\"wQ\",\"-wL\"],[\"bQ\",\"bL-\"]]}"
        }
        Format::BgaLog => {
            "\
[{\"table_id\":\"1\",\"data\":[{\"type\":\"tokenPlayed\",
  \"args\":{\"player_name\":\"Ann\",\"notation\":\"[wL ]\"}}]}]"
        }
        Format::Replay => {
            "\
{\"name\":\"open_spiel_hive\",\"rewards\":[0,0],\"steps\":[[
 {\"observation\":{\"observationString\":
  \"{\\\"uhp\\\":\\\"Base;InProgress;White[2];wS1;bS1 wS1-\\\"}\"}}]]}"
        }
        Format::MoveArray => "[\"wL\",\"bL wL-\",\"wQ -wL\",\"bQ bL-\"]",
        Format::AbstractPlay => {
            "\
{\"header\":{\"game\":{\"name\":\"Exxit\"},
  \"players\":[{\"name\":\"Ann\"},{\"name\":\"Bob\"}]},
 \"moves\":[[\"0,0\",\"1,-2\"],[\"0,-1\",\"1,-2-0,-1\"]]}"
        }
        Format::Embedded => {
            "\
white,black,game,result
Ann,Bob,\"Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\",1-0"
        }
        Format::UhpLog => {
            "\
newgame Base
Base;NotStarted;White[1]
ok
play wS1
Base;InProgress;Black[1];wS1
ok"
        }
        Format::PlayLog => "wS1\nbS1 wS1-\nwQ -wS1\nbQ bS1-\nwB1 -wQ\nbB1 bQ-\nwB1 wQ.",
        Format::Pairs => "1. wS1, bS1 wS1- 2. wQ -wS1, bQ bS1-",
        Format::Data => {
            "\
[
 {\"player_white\": \"Ann\", \"player_black\": \"Bob\", \"winner\": \"Ann\",
  \"uhp_string\": \"Base;WhiteWins;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\"}
]"
        }
        Format::Analysis => {
            "\
{\"format\":\"hive-analysis\",\"version\":1,\"game_type\":\"Base\",
\"root_id\":0,\"selected_node_id\":1,\"nodes\":[
{\"id\":0,\"parent\":null,\"children\":[1,2],
\"move_delta\":null,\"position_hash\":null},
{\"id\":1,\"parent\":0,\"children\":[],
\"move_delta\":{\"turn\":1,\"piece\":\"wS1\",\"position\":\"\"},
\"position_hash\":17065528434090161003},
{\"id\":2,\"parent\":0,\"children\":[],
\"move_delta\":{\"turn\":1,\"piece\":\"wG1\",\"position\":\"\"},
\"position_hash\":null}],\"annotations\":{},\"start_hop\":null}"
        }
    }
}
