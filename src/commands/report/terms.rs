//! Explanations of the words in the headings of the page.

/// What a column means, by its key. Ordinary words have no explanation.
pub fn explain(key: &str) -> Option<&'static str> {
    Some(match key {
        "plies" => "A ply is one turn of one player.",
        "ok" | "valid" => "Games in which every turn obeys the rules.",
        "illegal" => "Games with a turn that breaks a rule.",
        "syntax" => "Games with text that skep cannot read.",
        "unsup-\nported" | "unsupported" => {
            "Games of a variant or notation that skep cannot check."
        }
        "empty" => "Records without a turn.",
        "unveri-\nfiable" | "unverifiable" => {
            "Records that lack the facts to check them, such as the hands of Swarm."
        }
        "result\nmismatch" | "result mismatch" => {
            "Games in which the stated result differs from the board."
        }
        "remarks" => "Games with a remark. A remark is not an error.",
        "open" => "Games without a result.",
        "white_share" => "White's wins, in percent of the games with a result.",
        "draw_share" => "Draws, in percent of the games with a result.",
        "black_share" => "Black's wins, in percent of the games with a result.",
        "white_score" => {
            "White's score: a win counts 1, a draw ½. 50 % means that White and Black are equal."
        }
        "95 %" => {
            "The 95 % confidence interval of the score (Wilson). Few games give a wide interval."
        }
        "mean_plies" => "The mean length in plies. A ply is one turn of one player.",
        "p10_plies" => "10 % of the games are no longer than this number of plies.",
        "median_plies" => "Half of the games are no longer than this number of plies.",
        "p90_plies" => "90 % of the games are no longer than this number of plies.",
        "max_plies" => "The longest game, in plies.",
        "termination" => "How the game ended. “board” means that the rules ended it.",
        "share" => "Percent of the games.",
        "entered" => "Games in which the player placed this bug.",
        "entered_share" => "Percent of the games in which the player placed this bug.",
        "mean_entry_ply" => "The mean ply on which this bug enters.",
        "moves_per_game" => "Moves of this bug in a game in which it entered, on average.",
        "score_with" => {
            "The player's score in games with this bug on the board: a win counts 1, a draw ½."
        }
        "score_without" => "The player's score in games in which this bug stayed in the hand.",
        "score" => "Percent of the possible points: a win counts 1, a draw ½.",
        "score_white" => "The score in games with White, in percent.",
        "score_black" => "The score in games with Black, in percent.",
        "opponents" => "The number of different opponents.",
        "longest_won" => "The most wins in a row, by date.",
        "longest_unbeaten" => "The most games in a row without a loss, by date.",
        "longest_lost" => "The most losses in a row, by date.",
        "rating" => "A rating computed from these games only. 1500 is an average player.",
        "performance" => {
            "The rating that fits the player's results against the ratings of the opponents."
        }
        "times" => "How often the finding occurs. A game can have it several times.",
        "results" => "The bar shows White's wins (light), draws (grey) and Black's wins (dark).",
        "reached" => "Games that reach the position, in any order of moves and in any orientation.",
        "median" => "Half of the games are no longer.",
        _ => return None,
    })
}
