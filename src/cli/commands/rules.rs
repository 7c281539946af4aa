use std::fmt::Write as _;
use std::io::Write as _;

use clap::{Args, ValueEnum};

use super::explain::{self, WIDTH};
use crate::cli::{Exit, output, output::Output, text};

/// Tell the rules in force, and the options where sites and leaflets differ
///
/// Each option stands with its choices, the default first, and why it is there. Then follow the rules by the names
/// that reports print.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Rules {
    /// The game
    #[arg(value_name = "GAME", default_value = "hive")]
    game: Game,
}

const EXAMPLES: &str = "\
Examples:
  skep rules hex-it
  skep rules hive | less";

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    /// Hive with Mosquito, Ladybug and Pillbug
    Hive,
    /// Hex-It, also known as Exxit
    HexIt,
}

/// Something on which sites, programs and leaflets differ.
struct Choice {
    name: &'static str,
    choices: &'static str,
    about: &'static str,
}

const HIVE: &[Choice] = &[
    Choice {
        name: "--opening",
        choices: "auto, tournament, open",
        about: "Whether a queen may enter on a side's first turn. Tournaments and engines forbid it (tournament), \
                the leaflets, Board Game Arena and old Boardspace games allow it (open). By default (auto) a record \
                that has such a queen is judged by the open rule, with a remark.",
    },
    Choice {
        name: "--repetition",
        choices: "remark, draw",
        about: "What the third occurrence of a position means. The leaflets name no end there and real games go past \
                it, so that it is only remarked; hivegame.com ends the game in a draw (draw).",
    },
    Choice {
        name: "--rules",
        choices: "strict, historical",
        about: "Whether moves are accepted that programs allowed in the past: a beetle's slide without contact, and \
                pieces that did not rest after a throw. They are accepted with a remark.",
    },
];

const HEX_IT: &[Choice] = &[
    Choice {
        name: "tiles",
        choices: "39, 29, 19",
        about: "The tiles in the set: the standard game, the quick game (exxit-blitz on Boardspace) and the \
                beginner's game (exxit-beginner). A record states it in its Tiles tag.",
    },
    Choice {
        name: "release-chain",
        choices: "optional, forced",
        about: "How much of a chain of neighbouring prisoners a release frees. The leaflet says that a release may be \
                multiple: the player chooses any connected part of which one cell touches two tiles (optional). \
                Boardspace frees the whole chain, cell by cell in its own order of directions, while tiles last \
                (forced). A record states it in its ReleaseChain tag; records of Boardspace are judged by forced.",
    },
    Choice {
        name: "--repetition",
        choices: "remark, draw",
        about: "What the third occurrence of a position means: the leaflet does not speak of it.",
    },
];

impl Game {
    const fn title(self) -> &'static str {
        match self {
            Game::Hive => "Hive",
            Game::HexIt => "Hex-It",
        }
    }

    const fn choices(self) -> &'static [Choice] {
        match self {
            Game::Hive => HIVE,
            Game::HexIt => HEX_IT,
        }
    }
}

impl Rules {
    pub fn run(self) -> anyhow::Result<Exit> {
        let width = output::width().min(WIDTH);
        let mut page = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "Options of {}, the default first\n",
            self.game.title()
        );
        for choice in self.game.choices() {
            let _ = writeln!(page, "{}: {}\n", choice.name, choice.choices);
            page.push_str(&text::fill(choice.about, width));
            page.push('\n');
        }
        let _ = writeln!(page, "Rules of {}\n", self.game.title());
        for rule in explain::rules()
            .iter()
            .filter(|r| r.game == self.game.title())
        {
            page.push_str(&text::fill(
                &format!("{}: {}", rule.name, rule.sentence),
                width,
            ));
            page.push('\n');
            page.push_str(&text::fill(rule.explanation, width));
            page.push('\n');
        }
        let mut out = Output::stdout();
        out.write_all(page.trim_end().as_bytes())?;
        out.write_all(b"\n")?;
        out.finish()?;
        Ok(Exit::Sound)
    }
}
