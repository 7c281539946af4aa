//! The keys, as `?` shows them.

/// A heading and its keys, each with what it does.
type Keys = (&'static str, &'static [(&'static str, &'static str)]);

pub const LIST: Keys = (
    "Keys in the list",
    &[
        ("↑ ↓ PgUp PgDn", "select a game"),
        ("Home End", "first, last game"),
        ("Enter →", "open the game"),
        ("/", "narrow the list while you type"),
        ("r", "show or hide results"),
        ("e", "next game with an error"),
        ("Esc", "show all games again"),
        ("q", "quit"),
    ],
);

pub const GAME: Keys = (
    "Keys in a game",
    &[
        ("← →", "one ply back, forward"),
        ("↑ ↓ PgUp PgDn", "2 plies, 20 plies"),
        ("Home End", "start, end"),
        ("Space p", "play, pause"),
        ("+ -", "play faster, slower"),
        ("t", "try a move from here"),
        ("/ n N", "search, next, previous match"),
        ("e", "next finding"),
        ("v", "next variation; Esc returns to the game"),
        ("[ ]", "previous, next game"),
        ("r", "show or hide the result"),
        ("i", "tags or moves"),
        ("f l", "flip the board, label rows"),
        ("< >", "scroll a board that is cut"),
        ("c", "copy the GameString so far"),
        ("q Esc", "back"),
    ],
);

pub const CHOICE: Keys = (
    "Keys while you try moves",
    &[
        ("a move", "narrow the legal moves"),
        ("↑ ↓ Tab", "select a move"),
        ("Enter", "play the selected move"),
        ("Esc", "play no move"),
        ("t", "try another move"),
        ("←", "take the last move back"),
        ("Esc", "return to the game"),
    ],
);
