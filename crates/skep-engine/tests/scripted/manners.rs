//! Ways to misbehave.

use std::io::Write as _;
use std::time::Duration;

use skep_rules::closed_list;
use skep_rules::game::Position as _;
use skep_rules::hive::Written;

use crate::board::Board;

closed_list! {
    /// How the engine behaves.
    pub enum Manner: "manner" {
        /// As the protocol says.
        Good = "good",
        /// It ends before its greeting.
        EndsAtStart = "ends-at-start",
        /// It never says a word.
        Silent = "silent",
        /// Its greeting has no name.
        Nameless = "nameless",
        /// It does not answer `bestmove`.
        Hangs = "hangs",
        /// It ends at `bestmove`, with a complaint.
        Crashes = "crashes",
        /// It answers `bestmove` with bytes that are no text.
        Binary = "binary",
        /// It answers `bestmove` with words.
        Words = "words",
        /// It answers `bestmove` with an illegal move.
        Illegal = "illegal",
        /// It answers `bestmove` with a line that does not end.
        EndlessLine = "endless-line",
        /// It answers `bestmove` with lines that do not end.
        EndlessLines = "endless-lines",
        /// It refuses `bestmove`.
        Refuses = "refuses",
        /// It ends at `bestmove` and leaves a process behind that keeps its output open.
        Leaves = "leaves",
        /// It waits some seconds and ends: the process that is left behind.
        Naps = "naps",
        /// It reads nothing after its greeting.
        Deaf = "deaf",
        /// It answers `bestmove` without a move.
        NoMove = "no-move",
        /// It does not end when it is asked to.
        Stubborn = "stubborn",
        /// It says `ok` twice.
        TwoOks = "two-oks",
        /// It prints a byte from time to time and never finishes.
        Dribbles = "dribbles",
        /// It writes very much to standard error.
        Complains = "complains",
        /// It spells in its own way, with another end of lines, other numbers and lower case.
        Spells = "spells",
        /// It prints a byte order mark, blank lines after answers, and a colour in its name.
        Decorates = "decorates",
        /// It thinks aloud before `bestmove` is answered.
        Thinks = "thinks",
        /// It answers `bestmove` after a second, whatever the limit.
        Slow = "slow",
        /// It crashes in the sixth turn.
        CrashesLate = "crashes-late",
        /// It plays an illegal move in the fourth turn.
        IllegalLate = "illegal-late",
        /// It refuses fractions of a second.
        WholeSeconds = "whole-seconds",
    }
}

/// Long enough for every limit of a test.
const LONG: Duration = Duration::from_secs(120);

impl Manner {
    pub fn at_start(self) {
        match self {
            Manner::EndsAtStart => std::process::exit(3),
            Manner::Silent => std::thread::sleep(LONG),
            Manner::Naps => {
                std::thread::sleep(Duration::from_secs(4));
                std::process::exit(0)
            }
            Manner::Complains => {
                let line = "nothing is as it should be\n".repeat(1 << 12);
                // Nobody may read it.
                let _ = std::io::stderr().write_all(line.as_bytes());
            }
            _ => {}
        }
    }

    pub fn greeting(self) -> String {
        match self {
            Manner::Nameless => "hello\nok\n".to_owned(),
            Manner::Deaf => {
                crate::say("id deaf\nok\n");
                std::thread::sleep(LONG);
                String::new()
            }
            Manner::Decorates => {
                "\u{feff}id \u{1b}[31mscripted 1.0\nMosquito;Ladybug;Pillbug\nok\n\n".to_owned()
            }
            _ => self.spelled("id scripted 1.0\nMosquito;Ladybug;Pillbug\nok\n".to_owned()),
        }
    }

    /// Whether `exit` ends it.
    pub fn exits(self) -> bool {
        self != Manner::Stubborn
    }

    pub fn at_end(self) {
        if self == Manner::Stubborn {
            std::thread::sleep(LONG);
        }
    }

    /// Its own answer to a command.
    pub fn answer(self, line: &str, board: &Board) -> Option<String> {
        if line == "exit" {
            return Some(String::new());
        }
        let position = board.position()?;
        if !line.starts_with("bestmove") {
            return None;
        }
        let spelled = |mv| position.spell(mv).to_string();
        let answer = match self {
            Manner::Hangs => {
                std::thread::sleep(LONG);
                String::new()
            }
            Manner::Crashes => {
                eprintln!("out of ideas");
                std::process::exit(7);
            }
            Manner::CrashesLate if position.ply() >= 10 => std::process::exit(7),
            Manner::Binary => {
                let mut out = std::io::stdout();
                // The client has gone away.
                let _ = out
                    .write_all(b"\xff\xfe\x00\nok\n")
                    .and_then(|()| out.flush());
                String::new()
            }
            Manner::Words => "let me see\nok\n".to_owned(),
            Manner::Illegal => "wQ\nok\n".to_owned(),
            Manner::IllegalLate if position.ply() >= 6 => {
                let piece = position
                    .pieces()
                    .find(|piece| piece.side() == position.turn());
                format!("{0} {0}-\nok\n", piece?)
            }
            Manner::EndlessLine => loop {
                crate::say(&"wA1 ".repeat(1 << 12));
            },
            Manner::EndlessLines => loop {
                crate::say(&"wA1;1;0\n".repeat(1 << 10));
            },
            Manner::Refuses => "err no\nok\n".to_owned(),
            Manner::Leaves => leave(),
            Manner::NoMove => "ok\n".to_owned(),
            Manner::TwoOks => format!("{}\nok\nok\n", spelled(board.some_move()?)),
            Manner::Dribbles => loop {
                crate::say("w");
                std::thread::sleep(Duration::from_millis(10));
            },
            Manner::Spells => {
                let mv = board.some_move()?;
                let is_new = mv.piece().is_some_and(|piece| !position.is_on_board(piece));
                own_spelling(position.spell(mv), is_new)
            }
            Manner::Thinks => {
                let (first, best) = (board.moves()[0], board.some_move()?);
                let (first, best) = (spelled(first), spelled(best));
                format!("{first};1;-0.5;{first}\n{best};2;1.25;{best}\n{best}\nok\n")
            }
            Manner::Slow => {
                std::thread::sleep(Duration::from_secs(1));
                return None;
            }
            Manner::WholeSeconds if line.contains('.') => "err not a time\nok\n".to_owned(),
            _ => return None,
        };
        Some(answer)
    }

    pub fn spelled(self, answer: String) -> String {
        match self {
            Manner::Spells => answer.replace('\n', "\r\n"),
            Manner::Decorates => answer + "\n \n",
            _ => answer,
        }
    }
}

/// Ends, and leaves a process with the same streams.
fn leave() -> ! {
    let me = std::env::current_exe().expect("a program knows its path");
    let left = std::process::Command::new(me)
        .arg(Manner::Naps.as_str())
        .spawn();
    if let Ok(left) = &left {
        eprintln!("left {}", left.id());
    }
    std::process::exit(i32::from(left.is_err()))
}

/// Another case, and another number for a piece from the hand.
fn own_spelling(turn: Written, is_new: bool) -> String {
    let text = turn.to_string();
    let text = match text.split_once('1') {
        Some((piece, place)) if is_new && piece.len() == 2 => format!("{piece}2{place}"),
        _ => text,
    };
    format!("{}\nok\n", text.replacen('w', "W", 1))
}
