//! The kinds of finding, each with its name, severity and title.

use skep_rules::closed_list;

closed_list! {
    /// How much a finding matters.
    pub enum Severity: "severity" {
        /// Worth knowing. The game is valid.
        Remark = "remark",
        /// The record contradicts itself, or something was lost. The moves are legal.
        Warning = "warning",
        /// The game is invalid or could not be read.
        Error = "error",
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:expr])+ $name:ident $text:literal $severity:ident $title:literal;)+) => {
        skep_rules::closed_list! {
            /// The kinds of finding.
            #[non_exhaustive]
            pub enum Code: "finding" { $($(#[doc = $doc])+ $name = $text,)+ }
        }

        impl Code {
            /// The severity of a finding of this kind.
            pub const fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),+ }
            }

            /// The kind in a few words.
            pub const fn title(self) -> &'static str {
                match self { $(Code::$name => $title),+ }
            }

            /// What the kind means and what to do about it: the page of `skep help NAME`.
            pub const fn explanation(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc, "\n"),+)),+ }
            }
        }
    };
}

codes! {
    /// A move breaks a rule of the game. The finding names the rule; `skep help RULE` explains it. Replay stops at
    /// this ply, because the position after this ply is unknown.
    IllegalMove "illegal-move" Error "illegal move";
    /// A move names a piece that the variant does not have, or more copies than a side owns, such as a third spider.
    UnknownPiece "unknown-piece" Error "piece not in this game";
    /// A move names a piece to show where another goes, but the named piece is not on the board.
    UnknownReference "unknown-reference" Error "reference to a piece that is not on the board";
    /// The game is over on the board, but the record has another move.
    MoveAfterEnd "move-after-end" Error "move after the end of the game";
    /// skep cannot read the text as a move in this notation. Often the file has another notation, or something that is
    /// no move stands between the moves. Look at the marked text; `--from` sets the notation, and `skep help notations`
    /// has examples of each.
    BadMove "bad-move" Error "unreadable move";
    /// A header, tag or field does not have the form that the notation requires here.
    BadHeader "bad-header" Error "unreadable header";
    /// A bracket, brace, quote or game is opened but never closed.
    Unclosed "unclosed" Error "unclosed bracket";
    /// A file or archive entry holds text, but no game in a notation that skep reads, or in the notation that `--from`
    /// names. It may be a note, a page of a site, or a record in another notation. Leave out `--from`, or name the
    /// right notation; `skep help notations` has an example of each.
    NotARecord "not-a-record" Error "no game record";
    /// A file or archive entry is empty, or has only blanks. It may be left from a download or a copy that failed: get
    /// it again, or remove it.
    EmptyFile "empty-file" Error "empty file";
    /// A game is longer than the limit that skep keeps in memory. Real games are far shorter.
    TooLong "too-long" Error "game too long";
    /// An archive is damaged or incomplete, or an entry in it cannot be unpacked. skep reads the entries that it can.
    /// Get the archive again, or test it with another program, such as `unzip -t`.
    DamagedArchive "damaged-archive" Error "damaged archive";
    /// A file or archive entry could not be read: it does not exist, you may not read it, it is encrypted, or the disk
    /// has a fault. The message gives the reason. All other files are read.
    Unreadable "unreadable" Error "unreadable file";
    /// A line of JSON Lines is not JSON, or a field of it has another type than a game record. The message names the
    /// field or the column. A line that was cut off or broken in two gives this error too.
    BadJson "bad-json" Error "invalid JSON record";
    /// skep recognises the variant, such as Boardspace's Ultimate, but does not check its games.
    UnsupportedVariant "unsupported-variant" Error "unsupported variant";
    /// skep recognises the notation but does not read it.
    UnsupportedFormat "unsupported-format" Error "unsupported notation";
    /// The record states a result that contradicts the final position. Where the board decides the game, skep uses the
    /// result on the board.
    ResultMismatch "result-mismatch" Warning "stated result contradicts the board";
    /// The record states an ending that the board or the moves refute. It states an end on the board, but the game is
    /// not over there. Or it states a draw by repetition, but the last position does not occur for the third time. Or
    /// it states a resignation, a loss on time or a draw, but the board ended the game. skep does not count this
    /// ending. In PGN, the termination `normal` does not say that the game ended on the board.
    ///
    /// Without `--repetition`, a third occurrence by any of its rules counts. With it, only the chosen rule counts.
    EndingMismatch "ending-mismatch" Warning "stated ending contradicts the game";
    /// The record lacks something that the check needs, such as the hands and draws of Swarm. From there on, skep
    /// checks the moves as far as it can.
    Unverifiable "unverifiable" Warning "not stated in the record";
    /// A part of the record may be missing. A damaged file or archive ends in or after the game, or the game has more
    /// variations than skep keeps. The message says which. skep keeps what it could read; get a damaged file again.
    Truncated "truncated" Warning "incomplete record";
    /// A variation breaks a rule, or skep cannot read it to its end. The game itself may be valid, and skep keeps the
    /// legal turns of the variation. The finding names the variation by its path: `2.1` is the first variation of
    /// variation 2.
    BadVariation "bad-variation" Warning "illegal or unreadable variation";
    /// The game has no moves, as when a player did not appear, or a site lists a game that did not begin. Its status is
    /// `empty`, and statistics leave it out. Elsewhere, the filter `plies > 0` leaves it out.
    NoMoves "no-moves" Remark "game without moves";
    /// A position, with the same side to move, occurs for the third time. By default the game goes on.
    ///
    /// The leaflets call a game a draw only if the players are forced to repeat. In the leaflet of 2005, the game is a
    /// draw and is played again if both players must repeat the same moves forever to save their queens. In the
    /// leaflets of Hive Pocket and of Hive with all expansions, it is a draw if both players must move the same two
    /// pieces forever. Wikipedia calls it a draw if every turn of each player leads to an endless loop. The leaflet of
    /// Hex-It does not mention repetition. No source gives a count, and the board does not show whether a player is
    /// forced. So skep only adds this remark; the players can agree on a draw.
    ///
    /// `--repetition draw` ends the game at the third occurrence, and `--repetition hivegame` counts as hivegame.com
    /// does. `skep help Base+MLP` describes the option, and which positions are the same.
    Repetition "repetition" Remark "position repeated";
    /// A side placed its queen on its first turn. Tournament rules forbid it; the printed leaflets allow it.
    OpenOpening "open-opening" Remark "queen on the first turn";
    /// Equal bugs entered out of number order, as in records of Board Game Arena. skep renumbered them. Or the record
    /// names bugs of a kind both with and without a number: skep guesses that they are different bugs.
    Renumbered "renumbered" Remark "bugs out of number order";
    /// The State field of a GameString differs from the state that its moves lead to.
    StateMismatch "state-mismatch" Remark "wrong State field";
    /// The Turn field of a GameString differs from the turn that its moves lead to.
    TurnMismatch "turn-mismatch" Remark "wrong Turn field";
    /// The record leaves out a forced pass. skep added it.
    PassImplied "pass-implied" Remark "forced pass left out";
    /// A pass in the record is not a turn (it is an acknowledgement, for instance). skep left it out.
    PassIgnored "pass-ignored" Remark "pass that is not a turn";
    /// The move is illegal under current rules. It was legal under older rules (`--rules historical`), or is legal as
    /// Wikipedia describes the game (`--rules wikipedia`).
    HistoricalRule "historical-rule" Remark "legal only under other rules";
    /// The spelling breaks the rules of the notation, but its meaning is clear.
    LenientSpelling "lenient-spelling" Remark "unusual spelling";
    /// The record uses bugs that its stated variant lacks. skep added them to the variant.
    VariantWidened "variant-widened" Remark "variant widened";
    /// A cell of CSV is not a date or a result that skep can read, so the game has none. A tag keeps the text. skep
    /// does not guess whether 05/03/2024 is 5 March or 3 May.
    UnclearValue "unclear-value" Remark "unclear date or result";
    /// Data of the site about the game are missing, unknown, contradictory or known to be inaccurate. Do not use them
    /// in statistics of times. The moves are read in full.
    UnreliableData "unreliable-data" Remark "unreliable data of the site";
    /// A hint in the record, such as an attachment or a ply number, contradicts the moves or another field. skep
    /// ignored the hint.
    HintMismatch "hint-mismatch" Remark "hint contradicts the record";
    /// Statements about the end of the game contradict each other, and the board does not decide. For example, the
    /// record states that the player who resigned has won, or a draw by agreement has a winner. skep keeps the
    /// statements as they are.
    EndingContradiction "ending-contradiction" Remark "contradictory statements about the ending";
    /// The record lacks text that belongs to the game or stands around it: older states of the game in a session of
    /// hivegame.com, the words of a mail, or the end of a GameString that is cut off.
    LeftOut "left-out" Remark "text left out";
    /// The text is not UTF-8. skep read it as Latin-1.
    Latin1 "latin-1" Remark "read as Latin-1";
    /// An archive has an entry whose path leads outside its own folder. skep never unpacks entries to disk, so this
    /// does no harm.
    UnsafeEntryName "unsafe-entry-name" Remark "archive entry with an unsafe path";
    /// The target notation cannot hold something that the record has. The output leaves it out.
    Loss "loss" Warning "not kept in the target notation";
}
