//! The pages of scores, themes, shapes and what counts as the same.

use std::fmt::Write as _;

use crate::cli::columns;
use crate::text;
use anstyle::Style;
use skep_analysis::filter::Field;
use skep_analysis::motifs::Motif;
use skep_analysis::openings::Shape;
use skep_analysis::puzzles::PuzzleTheme;

/// Explains the numbers of several commands.
pub(super) fn scores(width: usize, styled: bool) -> String {
    let bold = if styled {
        Style::new().bold()
    } else {
        Style::new()
    };
    let mut page = String::new();
    for (i, (title, paragraphs)) in SCORES.iter().enumerate() {
        if i > 0 {
            page.push('\n');
        }
        // Writing to a string cannot fail.
        let _ = writeln!(page, "{bold}{title}{bold:#}");
        for paragraph in *paragraphs {
            page.push('\n');
            page.push_str(&text::fill(paragraph, width));
        }
    }
    page
}

/// The chapters about scores.
pub(super) const SCORES: &[(&str, &[&str])] = &[
    (
        "Scores",
        &[
            "A score is the percentage of points in games with a known result; a draw is half a point. White moves first: \
             the part of White's score above 50 % is the advantage of the first move.",
            "\"95 %\" is the confidence interval of the score (Wilson): with fewer games it is wider. csv, tsv, json, \
             jsonl and parquet have scores and their limits between 0 and 1.",
            "\"LOS\" (superiority) is the likelihood of superiority, as in tests of engines: the probability that the \
             player is better than the opponent, which is the normal distribution at (won - lost) / sqrt(won + lost). Draws \
             do not matter.",
            "A median or another percentile is a length or time that a game has: of two values in the middle, the lower \
             one.",
            "A streak is a series of wins, of games without a loss, or of losses. The games are ordered by date and \
             time, and games of the same time by name, so the order of the input does not matter. Games without a \
             date are not in a streak.",
        ],
    ),
    (
        "Set-up positions",
        &[
            "A game can begin in a set-up position. Its results count, and its length is that of its own turns. It has \
             no opening name and no opening shape, and the table of bugs leaves it out. skep openings counts it at the \
             positions that it reaches, but not at the start of its variant.",
        ],
    ),
    (
        "Ratings",
        &[
            "skep players computes ratings from the games that it reads, also those of other players than --player. They are not the ratings of a site or \
             federation. They fit all results best (Bradley-Terry model). A difference of 400 points means odds of 10 to \
             1. Each player gets one extra draw against 1500, so players who won every game also have a rating. Colour \
             and date do not matter. Ratings of players without common opponents, direct or indirect, are hard to \
             compare.",
            "A line of the file of --aliases gives players a fixed rating: rating 1800, WeakBot. One such rating moves \
             all ratings by the same amount. With several, the other ratings fit best between them. The rating \
             of the extra draws is then fitted too.",
            "Names such as guest and Anonymous are not players: they have no row and no rating, and a game against one \
             counts for the opponent as a game against somebody unknown. A line of the file of --aliases replaces the list: \
             not a player, guest#, Anonymous. A name with # at its end also stands for the name with a number, as in \
             Guest17. The line without names makes every name a player.",
            "rating_low and rating_high (csv, tsv, json, jsonl, parquet) are the limits of the 95 % confidence interval of a \
             rating, from its own games and as if the ratings of the opponents were exact: with few games, the \
             interval is wide. A fixed rating has none.",
            "\"performance\": the rating with which a player is expected to get these points against opponents with \
             the same mean rating. skep adds a draw to the games. Without it, a player who won every game \
             would have no performance.",
            "--table upsets uses the ratings of the records (WhiteElo, BlackElo). The expected score of the winner is \
             1 / (1 + 10^(difference / 400)).",
            "--table accuracy uses the chances to win that a record states, such as those of skep annotate --engine. In \
             PGN they are marks: [%before 57.4 win%] and [%score 45.3 win%]. In SGF they are comments: (0.3, 57.4 %) \
             is the score S of skep before the turn, and the chance 1 / (1 + exp(-S)). A turn counts if the chances \
             before and after it are known: after it, from its own mark, from the next turn, or from the board if \
             the game is over. The accuracy of a turn that loses the part L of the chances (0 to 1) is \
             1.031668 * exp(-4.354 * L) - 0.031669, the formula of lichess.org/page/accuracy. A gain counts as no loss. \
             The table shows means. The opening is plies 1 to 12, and the middle is plies 13 to 30. A player without a scored turn has no row. \
             Compare only games with the scores of the same engine and limit.",
            "In plain Hive, the chances of skep are fitted to 552 games of people: of positions called 75 %, 77 % were \
             won. The error is 2.6 points on average, in games to which they were not fitted. With Venom and packs, the \
             chances are a guess.",
        ],
    ),
    (
        "Bugs",
        &[
            "Each row of the bug table of skep stats counts only games whose variant has the bug. For each player \
             it shows in how many games the bug is placed, and the mean ply of its first placement. \"moves\" is the \
             mean number of turns on which it changes its cell, also when a Pillbug throws it. The scores are those \
             of its owner in games with and without an entry. A high score does not mean that the bug wins games: longer games use more bugs.",
        ],
    ),
    (
        "Time trouble",
        &[
            "A player is in time trouble if a turn ends with less than 10 % of the initial time left. The time that \
             the turn adds does not count. --trouble sets another limit. The time left is the time of the time control, and \
             what the earlier turns added, less the time used. It needs a time control such as 600+10 or \"PlusTime \
             1200000 20000\".",
            "A low score in time trouble does not mean that the clock loses games: long and bad games use more time.",
        ],
    ),
];

/// What each command takes for the same games, or for similar ones.
pub(super) const SAME: &[(&str, &str)] = &[
    (
        "dedup",
        "Whole games with equal moves. --key players+moves: the same players, too, and no contradiction in results or \
         dates. moves: any players. canonical: any players, also if the board is rotated or mirrored. --beginnings: \
         also a game that is the beginning of a longer one.",
    ),
    (
        "index",
        "Whole games with equal moves and the same players, also if the board is rotated or mirrored. Two invalid games \
         are the same only if their texts are. The explorer counts games in the same way.",
    ),
    (
        "diff",
        "Two games ply by ply. A rotated or mirrored board is the same, and skep names the rotation.",
    ),
    (
        "openings",
        "Positions, in any order of moves (transpositions) and in any orientation. The field reaches(GAME) and the \
         command novelty use the same positions.",
    ),
    (
        "related",
        "A run of positions, one after the other, that two games share: copies, games that were cut, and games that \
         repeat a part of another. Orientation and the order of a few moves do not matter, and in plain Hive the \
         colours can be exchanged.",
    ),
    (
        "list --like",
        "Games with a position that looks like another one: the same pieces around the queens and the same pinned \
         pieces. The positions are similar, not equal; only plain Hive (without Venom and packs).",
    ),
];

/// The paragraphs before and after that list.
pub(super) const ABOUT_SAME: &str = "Several commands look for games or positions that are the same. For all of them, the \
     notation and the numbers of equal bugs (wA1, wA2) do not matter, and an invalid game equals no other (but see index).";
pub(super) const AFTER_SAME: &str = "To remove copies, use dedup. To find copies with changes, use related. To search for a \
     position, use --where 'reaches(GAME)'; for similar positions, list --like.";

/// Lists what is the same for each command.
pub(super) fn same(width: usize) -> String {
    let mut page = text::fill(ABOUT_SAME, width);
    page.push('\n');
    page.push_str(&text::glossary(SAME, width));
    page.push('\n');
    page.push_str(&text::fill(AFTER_SAME, width));
    page
}

/// Lists the themes of puzzles.
pub(super) fn themes(width: usize) -> String {
    let mut page = text::fill(ABOUT_THEMES, width);
    page.push('\n');
    let rows = PuzzleTheme::ALL.map(|theme| (theme.as_str(), theme.meaning()));
    page.push_str(&text::glossary(&rows, width));
    page
}

/// The cells that decide a shape.
pub(super) const SHAPES: &str = "
    C             Z            I            J              F

  W   B         W                              B        W
   w b           w b        W w b B       W w b          w b B
                    B

W and B are the queens, w and b the first bugs.
";

pub(super) fn shapes(width: usize) -> String {
    let mut page = text::fill(ABOUT_SHAPES, width);
    page.push_str(SHAPES);
    page.push('\n');
    let rows = Shape::ALL.map(|shape| (shape.as_str(), shape.meaning()));
    page.push_str(&text::glossary(&rows, width));
    page.push('\n');
    page.push_str(&text::fill(SHAPE_FIELDS, width));
    page.push('\n');
    page.push_str(&text::fill(ABOUT_MOTIFS, width));
    page.push('\n');
    let rows = Motif::ALL.map(|motif| (motif.as_str(), motif.meaning()));
    page.push_str(&text::glossary(&rows, width));
    page.push('\n');
    page.push_str(&text::fill(MOTIF_FIELDS, width));
    page
}

/// What a motif, a theme of puzzles or a shape is.
pub(super) fn word(name: &str, width: usize) -> Option<String> {
    let mut page = String::new();
    let mut add = |word: &str, meaning: &str, what: &str| {
        page.push_str(&text::glossary(&[(word, meaning)], width));
        page.push_str(&text::fill(what, width));
    };
    if let Ok(motif) = name.parse::<Motif>() {
        let word = motif.as_str();
        let what = format!("A motif: --where \"motif = {word}\". See skep help shapes.");
        add(word, motif.meaning(), &what);
    }
    if let Ok(theme) = name.parse::<PuzzleTheme>() {
        let word = theme.as_str();
        let what =
            format!("A theme of puzzles: skep puzzles --themes {word}. See skep help themes.");
        add(word, theme.meaning(), &what);
    }
    (!page.is_empty()).then_some(page)
}

/// The field with a closed list of values that has this value.
pub(super) fn field_of_value(name: &str) -> Option<Field> {
    let has = |field: &Field| {
        let mut choices = field.choices().into_iter().flatten();
        choices.any(|value| value.eq_ignore_ascii_case(name))
    };
    Field::ALL.into_iter().find(has)
}

/// The meanings of words in the columns status and termination.
pub(super) const VALUES: [(&str, &str); 13] = [
    ("ok", "Every turn is legal."),
    (
        "illegal",
        "A turn breaks a rule. The game is used up to it. See skep help illegal-move.",
    ),
    (
        "syntax",
        "The text could not be read to its end. The game is used up to there.",
    ),
    (
        "unsupported",
        "skep knows the variant or the notation, but does not support it.",
    ),
    (
        "empty",
        "The game has no turns; it is neither valid nor invalid.",
    ),
    (
        "unverifiable",
        "The record leaves out something that the check needs: the hands and draws of Swarm.",
    ),
    (
        "mismatch",
        "Only in filters: the stated result contradicts the board. The status is ok. See skep help result-mismatch.",
    ),
    ("board", "The game ended by the rules, on the board."),
    ("resignation", "A player resigned."),
    ("time", "A player used up the time."),
    ("agreement", "The players agreed on a draw."),
    (
        "repetition",
        "A position occurred for the third time, which is a draw.",
    ),
    ("adjudication", "An arbiter decided."),
];

/// The page of a value of a field: what it means, and the field.
pub(super) fn value(name: &str, width: usize) -> Option<String> {
    let is_status = name
        .eq_ignore_ascii_case("mismatch")
        .then_some(Field::Status);
    let field = field_of_value(name).or(is_status)?;
    let known = VALUES
        .iter()
        .find(|(word, _)| word.eq_ignore_ascii_case(name));
    let mut page = known.map_or(String::new(), |(_, meaning)| {
        text::fill(meaning, width) + "\n"
    });
    page.push_str(&text::fill(&format!("A value of {field}:"), width));
    Some(format!(
        "{page}\n{}",
        columns::entry(field.as_str(), &crate::commands::catalogue(), width)?
    ))
}

/// What themes are.
pub(super) const ABOUT_THEMES: &str = "\
    The themes of puzzles say what happens in the solution. The solution is the line in which the other \
    player resists longest. skep puzzles --themes selects puzzles by theme, and the column themes lists \
    the themes of each puzzle. Puzzles of Hex-It have no themes.";

/// What shapes are.
pub(super) const ABOUT_SHAPES: &str = "\
    The shape of an opening of Hive describes where the two queens were placed, relative to the first \
    two bugs. A queen is inline if the queen, the player's own first bug and the other player's first \
    bug are on a straight line. It is an elbow if the line bends at its player's first bug. Rotation and \
    reflection do not matter, and pieces that move later do not change the shape. The shapes C, Z, I, J, \
    F and X are those of the book Play Hive Like a Champion by R. Ingersoll; Q is added.";

/// The fields of filters for shapes.
pub(super) const SHAPE_FIELDS: &str = "\
    The field shape of --where is the shape: shape = Z. The field opening_code also has the first bugs \
    of White and Black: opening_code = Z:L-L is the shape Z in which both began with a ladybug. These \
    games have no shape: games without both queens, games from a given position, and games of Venom and \
    packs. If a first bug is moved before the second queen comes, a game may fit no shape.";

/// What motifs are.
pub(super) const ABOUT_MOTIFS: &str =
    "A motif is something that a turn of plain Hive (without Venom and packs) makes on the board:";

/// The tests of filters for motifs.
pub(super) const MOTIF_FIELDS: &str = "\
    A piece is pinned if it cannot move because the hive would split. In --where, motif = gate is true if a turn of \
    either player makes a gate, and motif(white) = pin if a turn of White makes a pin. first(gate) is the first ply \
    that makes a gate: first(gate) <= 12. skep stats --table motifs counts motifs.";
