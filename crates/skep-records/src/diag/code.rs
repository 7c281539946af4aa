//! The kinds of finding, each with its name, severity and title.

use skep_rules::closed_list;

closed_list! {
    /// How much a finding matters.
    pub enum Severity: "severity" {
        /// Worth knowing; the game is sound.
        Remark = "remark",
        /// The record contradicts itself, or something was lost; the moves are sound.
        Warning = "warning",
        /// The game is not sound.
        Error = "error",
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:expr])+ $name:ident $text:literal $severity:ident $title:literal;)+) => {
        skep_rules::closed_list! {
            /// The kinds of finding.
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

            /// What the kind means and what to do about it: the page of `skep explain`.
            pub const fn explanation(self) -> &'static str {
                match self { $(Code::$name => concat!($($doc, "\n"),+)),+ }
            }
        }
    };
}

codes! {
    /// A move breaks a rule of the game. The finding names the rule; `skep explain RULE` tells what the rule
    /// says. Replay stops at this ply: what follows has no position to be judged in.
    IllegalMove "illegal-move" Error "illegal move";
    /// A move names a piece that the game type does not have, or a copy beyond the number a side owns (a third
    /// spider, say).
    UnknownPiece "unknown-piece" Error "piece not in this game";
    /// A move says where a piece goes by naming a piece that is not on the board.
    UnknownReference "unknown-reference" Error "reference to a piece that is not on the board";
    /// A move follows although the game is over on the board.
    MoveAfterEnd "move-after-end" Error "move after the end of the game";
    /// The text of a move cannot be read as a move in this notation.
    BadMove "bad-move" Error "unreadable move";
    /// A header, tag or field is not what the format has at this place.
    BadHeader "bad-header" Error "unreadable header";
    /// A bracket, brace, quote or game is opened and never closed.
    Unclosed "unclosed" Error "unclosed bracket";
    /// A file or entry holds text, but no game in any notation that skep reads.
    NotARecord "not-a-record" Error "no game record";
    /// A file or entry holds nothing at all.
    EmptyFile "empty-file" Error "empty file";
    /// One game is longer than skep is willing to hold in memory. No real game comes near the limit.
    TooLong "too-long" Error "game too long";
    /// An archive is damaged or cut short, or an entry in it cannot be unpacked.
    DamagedArchive "damaged-archive" Error "damaged archive";
    /// A file or entry could not be read.
    Unreadable "unreadable" Error "unreadable file";
    /// JSON Lines: the line is not the object that the schema describes.
    BadJson "bad-json" Error "not a record in JSON";
    /// The record is of a variant that skep recognises and does not judge, such as Boardspace's Ultimate.
    UnsupportedVariant "unsupported-variant" Error "unsupported variant";
    /// The record is in a notation that skep recognises and does not read.
    UnsupportedFormat "unsupported-format" Error "unsupported notation";
    /// The stated result contradicts the position at the end of the game, where the board decides. The board's
    /// verdict stands.
    ResultMismatch "result-mismatch" Warning "stated result contradicts the board";
    /// Something that the record does not say is needed to be sure of its moves, such as the hands and draws of Swarm.
    /// From there on the moves are checked as far as the record tells.
    Unverifiable "unverifiable" Warning "not told by the record";
    /// The record was cut short: what could be read was kept.
    Truncated "truncated" Warning "cut short";
    /// A game without any move.
    NoMoves "no-moves" Remark "game without a move";
    /// The same position, with the same side to move, stands for the third time. Neither Hive nor Hex-It has a rule
    /// that ends a game there by default, and sites differ.
    Repetition "repetition" Remark "position repeated";
    /// A queen is placed on a side's first turn, which tournament rules forbid and the leaflets allow.
    OpenOpening "open-opening" Remark "queen on the first turn";
    /// Equal bugs entered out of number order, as Board Game Arena records have them; they were renumbered.
    Renumbered "renumbered" Remark "bugs out of number order";
    /// The State field of a GameString is not the state of the position that its moves lead to.
    StateMismatch "state-mismatch" Remark "wrong State field";
    /// The Turn field of a GameString is not the turn that its moves lead to.
    TurnMismatch "turn-mismatch" Remark "wrong Turn field";
    /// A forced pass is missing from the record; it was put in.
    PassImplied "pass-implied" Remark "forced pass left out";
    /// A pass in the record is no turn (an acknowledgement, for instance); it was left out.
    PassIgnored "pass-ignored" Remark "pass that is no turn";
    /// A move that today's rules forbid and the rules of its time allowed (`--rules historical`).
    HistoricalRule "historical-rule" Remark "legal under older rules only";
    /// A spelling outside the notation's rule that has one plain meaning.
    LenientSpelling "lenient-spelling" Remark "unusual spelling";
    /// The game type stated in the record lacks bugs that the moves use; it was widened.
    VariantWidened "variant-widened" Remark "game type widened";
    /// A hint in the record (an attachment, a ply number) contradicts what is authoritative there.
    HintMismatch "hint-mismatch" Remark "hint contradicts the record";
    /// The text is not UTF-8; it was read as Latin-1.
    Latin1 "latin-1" Remark "read as Latin-1";
    /// An archive names an entry outside its own folder. Nothing is ever unpacked to disk, so it does no harm here.
    UnsafeEntryName "unsafe-entry-name" Remark "archive entry with a path outside";
    /// The target notation cannot hold something that the record has; it was left out of the output.
    Loss "loss" Warning "not kept in the target notation";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_name_and_a_page() {
        let mut names: Vec<_> = Code::ALL.iter().map(|c| c.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Code::ALL.len());
        for c in Code::ALL {
            assert_eq!(c.as_str().parse(), Ok(c));
            assert!(c.explanation().len() > c.title().len(), "{c}");
        }
    }
}
