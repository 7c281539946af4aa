//! The page of the filter language.

use std::fmt::Write as _;

use crate::text;
use skep_analysis::filter::Field;

pub(super) fn filters(width: usize) -> String {
    let mut page = text::fill(INTRODUCTION, width);
    for (title, rows) in [("Operators", OPERATORS), ("Tests", TESTS)] {
        let _ = writeln!(page, "\n{title}");
        for (examples, meaning) in rows {
            let _ = writeln!(page, "\n  {}", examples.join(", "));
            for line in text::fill(meaning, width - 6).lines() {
                let _ = writeln!(page, "      {line}");
            }
        }
    }
    page.push_str("\nFields\n\n");
    page.push_str(&fields(width));
    for paragraph in NOTES {
        page.push('\n');
        page.push_str(&text::fill(paragraph, width));
    }
    page
}

/// What an expression is.
pub(super) const INTRODUCTION: &str = "\
    An expression compares fields of a game with values: --where \"player = Ann and date >= 2024-03\". \
    Join tests with and, or, not (also && || !) and parentheses. Put the expression in quotes for the \
    shell, and put text in double or single quotes unless it is a word or a number.";

/// What holds for many fields.
pub(super) const NOTES: &[&str] = &[
    "A field of type word has a fixed list of values. result, stated_result and board_result are white, black, draw \
         or InProgress; 1-0, 0-1 and 1/2-1/2 are the same. Fields without white_ or black_, such as player and elo, match if the value of either player matches. Fields such as queen and mobility describe the last position.",
    "glyph, evaluation (also score) and comment match if they match for any ply of the game; plies of variations do not \
         count. Scores are compared as White sees them, in the unit of the record; a forced win of White is more than any \
         number, and a forced win of Black is less. swing is the greatest fall of the score in a turn: before the turn, a \
         turn has the score of its own evaluation or the score after the turn before it.",
    "In a pattern, each entry is a piece and its place as in UHP, or after @ the piece that it stands on: bB@wQ. A \
         piece without a number matches any number, A and ?A match either colour, w? matches any white piece, ? any \
         piece, and . an empty cell. A piece may be anywhere in a stack. .@wQ: nothing stands on the queen. #1, #2: the \
         first, second entry. @ alone: the previous entry. Pieces of Venom and the packs are named \
         by the face that they show: wSc, Wa.",
    "A field that has a value for each player can name one of them: missed(white) is the same as white_missed, and \
         elo(black) the same as black_elo.",
    "missed and blunders look for wins in 2, like skep annotate --tactics 2; its help defines them. A \
         blunder is a turn that lets the other player force a win although another turn does not. won_in = 3: the \
         winner could already force the win three turns before the end. It is at most 3, and 2 with Venom or packs. These fields are computed by search: about a thousand games per second, and slower with \
         Venom and packs.",
    "Openings, positions and patterns match in any rotation and reflection, and with any numbers on equal bugs. \
         Moves without a variant are those of plain Hive (without Venom and packs).",
    "Missing data is unknown: a game without a date matches neither date >= 2024 nor its negation, and a draw matches \
         neither winner = Ann nor its negation. known(winner) asks. A game without findings has no severity. Of code and the motifs, a game has a list, which can be \
         empty: code != illegal-move matches every game without that finding. A \
         comparison with a value that the field cannot have is an error. If no game has a value for a field, skep prints a warning.",
    "Expressions that use only tags need no replay and are fast.",
    "--first, --last and --sample choose among the games that match. A sample is in input order. The games of --last \
         and --sample are held in memory.",
];

/// A field, its type with its unit, and an example.
pub(super) fn row(field: Field) -> [String; 3] {
    let (field_type, unit) = (field.field_type().as_str(), field.field_type().unit());
    let unit = unit.filter(|unit| *unit != field_type);
    let unit = unit.map(|unit| format!(" ({unit})")).unwrap_or_default();
    [
        field.to_string(),
        format!("{field_type}{unit}"),
        field.example().to_owned(),
    ]
}

/// The fields with their types and examples, as a table, each with its meaning below.
fn fields(width: usize) -> String {
    let rows = Field::ALL.map(row);
    let wide = |i: usize| rows.iter().map(|row| row[i].len()).max().unwrap_or(0);
    let widths = [wide(0), wide(1), wide(2)];
    let mut page = String::new();
    for (field, row) in Field::ALL.into_iter().zip(rows) {
        let mut line = String::new();
        for (word, width) in row.iter().zip(widths) {
            let _ = write!(line, "{word:width$}  ");
        }
        let _ = writeln!(page, "{}", line.trim_end());
        for line in text::fill(field.meaning(), width - 6).lines() {
            let _ = writeln!(page, "      {line}");
        }
    }
    page
}

/// The operators, with their meanings.
pub(super) const OPERATORS: &[(&[&str], &str)] = &[
    (
        &["white = Ann", "white != Ann"],
        "Equal and not equal; case is ignored. == is the same as =.",
    ),
    (
        &["event ~ cup", "event !~ cup"],
        "The text contains the value (~) or does not (!~). Case is ignored.",
    ),
    (
        &["event ~ /^(spring|autumn) cup/"],
        "The text matches a regular expression, or with !~ does not. Case is ignored unless the expression begins with \
         (?-i).",
    ),
    (
        &["plies < 20", "20 <= plies < 40"],
        "Compare numbers and dates: < <= > >=. Numbers can be negative and have decimals. The value can come first.",
    ),
    (
        &["plies = 20..30", "plies in 20..30", "date = 2024-03.."],
        "A number or a date from the first to the last; one end can be missing.",
    ),
    (
        &[
            "white_elo > black_elo",
            "white = black",
            "date = tag(EventDate)",
        ],
        "Compare fields and tags of a game with each other.",
    ),
    (
        &["white in (Ann, Bob)"],
        "The value is one of several; not in excludes them.",
    ),
];

/// The tests beyond a field and a value, with their meanings.
pub(super) const TESTS: &[(&[&str], &str)] = &[
    (
        &["date >= 2024-03"],
        "A year, a month or a day, also as 26.04.2024, April 2024, 2024-W14 or 2024Q2, or counted from today in UTC: today, \
         yesterday, last month, last 30 days, 3 months ago, today - 30. date = 2024-03 matches every day of March 2024, and \
         so does date ~ 2024-03. month = 3 is March of any year.",
    ),
    (
        &["status = mismatch"],
        "The stated result contradicts the board (finding result-mismatch). The column status of such a game is ok, because \
         the game is valid.",
    ),
    (
        &["winner = white"],
        "White won; winner = Ann: Ann won. To find a player called White: winner ~ /^white$/.",
    ),
    (
        &["white = Ann and white_motif = ring"],
        "Ann made the motif as White. In player = Ann and motif = ring, Ann or the opponent made it.",
    ),
    (
        &["tag(Round) > 3", "tag(Event) ~ cup"],
        "Any tag of the record: a number or a date where it is written as one, otherwise a text.",
    ),
    (&["known(date)"], "The record states the field."),
    (
        &["opening = \"Ant opening\"", "opening = \"wL bL wL-\""],
        "The game has an opening of this name, as skep openings lists it, or begins with this line. Only openings of \
         plain Hive have names.",
    ),
    (
        &[
            "reaches(\"wS1;bG1 wS1-;wQ -wS1\")",
            "reaches(\"wS1;bG1 wS1-\", either)",
        ],
        "The game reaches the last position of this GameString or line, or this state, by any order of moves. With either, the \
         colours can be exchanged (plain Hive). In the place of the line, a file can have many positions: states, HOPs or \
         games, of which the last positions count. A line of Venom, packs or \
         Hex-It begins with the variant: reaches(\"Venom;wS1;bS1 wS1-\"), opening = \"hex-it;M13\".",
    ),
    (&["uses(wP)"], "The piece is placed in the game."),
    (
        &["max(queen) >= 5"],
        "The largest value after any ply; min(...) is the smallest. The fields are white_queen, black_queen, queen, \
         mobility, stack, white_hand, black_hand, hand, white_points, black_points and points.",
    ),
    (
        &["first(gate) <= 12"],
        "A turn at ply 12 or earlier makes a gate. skep help shapes lists the motifs.",
    ),
    (
        &["pattern(\"bA wQ-; . -wQ\")"],
        "In some position the pieces are in this relation: a black ant beside the white queen, and an empty cell on the \
         opposite side of the queen. endpattern(...) looks at the last position only.",
    ),
];
