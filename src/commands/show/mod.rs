use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::args::one_of;
use crate::game_text;
use crate::reader::Reader;
use crate::{Exit, output, output::Output, text};
use skep_records::notation::Verdict;
use skep_records::{Game, GameLine, Playback, Record};
use skep_render::{Animation, Board, Style, TextStyle, Theme};
use skep_rules::closed_list;
use skep_rules::game::Side;

mod plies;

use plies::Plies;

/// Show a position as text, SVG or PNG, or animate a game
///
/// A picture marks the last move and fans out stacks. In Hex-It it also shows prisoners, territories and the score. An
/// invalid game is shown up to its first error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Show {
    /// A GameString, a variant (Base+MLP, hex-it), or a file; - is standard input
    #[arg(value_name = "GAMESTRING|FILE")]
    argument: String,

    /// Use game N of the file
    #[arg(long = "game", value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    number: u64,

    /// Show the position after N plies, or the positions A to B
    #[arg(long, value_name = "N|end|A..B", default_value = "end")]
    ply: Plies,

    /// Choose the output format [default: from the file name, or text]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&ShowFormat::ALL))]
    format: Option<ShowFormat>,

    /// Mark the moves of a piece (wA1) or of a stack of Hex-It (M13)
    #[arg(long, value_name = "PIECE")]
    moves_of: Option<String>,

    /// Label columns and rows as on Boardspace
    #[arg(long)]
    labels: bool,

    /// Use ASCII only (the default if the locale is not UTF-8)
    #[arg(long)]
    ascii: bool,

    /// Write to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Width of a tile in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 64, value_parser = size(), help_heading = "Pictures")]
    size: u32,

    /// Choose the colours
    #[arg(
        long,
        value_name = "THEME",
        default_value = "light",
        value_parser = one_of(&Theme::STANDALONE),
        help_heading = "Pictures"
    )]
    theme: Theme,

    /// Write an animation of the game or of --ply A..B: GIF or SVG
    #[arg(long, help_heading = "Pictures")]
    animate: bool,

    /// Show each position of an animation for MS milliseconds
    #[arg(long, value_name = "MS", default_value_t = 800, value_parser = clap::value_parser!(u32).range(20..=60_000), help_heading = "Pictures")]
    delay: u32,
}

const EXAMPLES: &str = "\
Examples:
  skep show game.sgf                               the last position, as text
  skep show game.sgf --ply 12 --moves-of wA1       where may it go?
  skep show games.zip --game 3 -o end.png          a diagram
  skep show game.sgf --animate -o game.gif         the whole game
  skep show 'Base;InProgress;White[2];wS1;bS1 wS1-' --format svg --labels";

/// The allowed sizes of tiles.
fn size() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(8..=1024)
}

closed_list! {
    enum ShowFormat: "format" {
        Text = "text",
        Svg = "svg",
        Png = "png",
        Gif = "gif",
    }
}

impl ShowFormat {
    /// The format for the extension of a file.
    fn of_file(path: &Path) -> Option<ShowFormat> {
        path.extension()?.to_str()?.parse().ok()
    }
}

impl Show {
    pub fn run(self) -> anyhow::Result<Exit> {
        let format = self.format()?;
        let (record, verdict) = self.read()?;
        let line = GameLine::new(&record, &verdict);
        let playbacks = self.playbacks(format, &line, &verdict)?;
        let exit = complain(&verdict);
        let mut out = Output::to(self.output.as_deref())?;
        match format {
            ShowFormat::Text => self.text(&playbacks, &verdict, &mut out)?,
            ShowFormat::Svg | ShowFormat::Png | ShowFormat::Gif => {
                let boards = playbacks
                    .iter()
                    .map(|p| self.board(p))
                    .collect::<anyhow::Result<Vec<Board>>>()?;
                out.write_all(&self.picture(format, &boards)?)?;
            }
        }
        out.finish()?;
        Ok(exit)
    }

    /// The output format, if it is possible.
    fn format(&self) -> anyhow::Result<ShowFormat> {
        let of_file = || self.output.as_deref().and_then(ShowFormat::of_file);
        let format = match self.format.or_else(of_file) {
            None if self.animate => ShowFormat::Gif,
            None => ShowFormat::Text,
            Some(format) => format,
        };
        if self.animate && !matches!(format, ShowFormat::Gif | ShowFormat::Svg) {
            bail!("an animation is gif or svg, not {}", format.as_str());
        }
        let to_stdout = self.output.as_deref().is_none_or(|p| p == Path::new("-"));
        let binary = matches!(format, ShowFormat::Png | ShowFormat::Gif);
        if binary && to_stdout && io::stdout().is_terminal() {
            bail!("a terminal cannot show {}; use -o FILE", format.as_str());
        }
        let moves = self.animate || format == ShowFormat::Gif;
        if matches!(self.ply, Plies::Range(..)) && !moves && format != ShowFormat::Text {
            bail!("several positions need --animate");
        }
        Ok(format)
    }

    /// The requested game.
    fn read(&self) -> anyhow::Result<(Record, Verdict)> {
        let mut reader = Reader::new(Default::default());
        match Game::of_variant(self.argument.trim()) {
            Some(game) => reader.verdict.game = game,
            None => game_text::read(&self.argument, self.number, &mut reader)?,
        }
        Ok((reader.record, reader.verdict))
    }

    /// The requested positions.
    fn playbacks(
        &self,
        format: ShowFormat,
        line: &GameLine,
        verdict: &Verdict,
    ) -> anyhow::Result<Vec<Playback>> {
        let plies = line.plies();
        let whole = self.animate || format == ShowFormat::Gif;
        let (first, last) = match self.ply {
            Plies::One(None) if whole => (0, plies),
            Plies::One(Some(n)) if whole => (0, n),
            Plies::One(n) => (n.unwrap_or(plies), n.unwrap_or(plies)),
            Plies::Range(first, last) => (first, last.unwrap_or(plies)),
        };
        for n in [first, last] {
            if n > plies {
                let of = if verdict.status.is_sound() {
                    ""
                } else {
                    " that are legal"
                };
                return Err(anyhow!("the game has no ply {n}; it has {plies}{of}"));
            }
        }
        Ok(line
            .playbacks()
            .skip(first as usize)
            .take((last - first) as usize + 1)
            .collect())
    }

    fn board(&self, playback: &Playback) -> anyhow::Result<Board> {
        Ok(match &self.moves_of {
            Some(mover) => Board::with_moves_of(playback, mover)?,
            None => Board::of(playback),
        })
    }

    fn picture(&self, format: ShowFormat, boards: &[Board]) -> anyhow::Result<Vec<u8>> {
        let style = Style {
            size: self.size,
            theme: self.theme,
            labels: self.labels,
        };
        let animation = Animation {
            boards,
            style,
            frame_ms: self.delay,
        };
        Ok(match (format, boards) {
            #[cfg(not(feature = "pixels"))]
            (ShowFormat::Gif | ShowFormat::Png, _) => {
                bail!("this skep was built without the feature `pixels`; use --format svg")
            }
            #[cfg(feature = "pixels")]
            (ShowFormat::Gif, _) => animation.gif()?,
            (ShowFormat::Svg, _) if self.animate => animation.svg().into_bytes(),
            #[cfg(feature = "pixels")]
            (ShowFormat::Png, [board, ..]) => board.png(&style)?,
            (_, [board, ..]) => board.svg(&style).into_bytes(),
            (_, []) => Vec::new(),
        })
    }

    fn text(
        &self,
        playbacks: &[Playback],
        verdict: &Verdict,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let style = TextStyle {
            ascii: self.ascii || !output::speaks_unicode(),
            colour: self.output.is_none() && output::styled(),
            labels: self.labels,
        };
        for (i, playback) in playbacks.iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            let board = self.board(playback)?;
            writeln!(out, "{}\n", text::clean(&headline(playback, verdict)))?;
            let text = board.text(&style);
            out.write_all(text.as_bytes())?;
            if let Some(mover) = &self.moves_of {
                writeln!(out, "{}", text::clean(&destinations(mover, &board)))?;
            }
        }
        Ok(())
    }
}

/// The heading of a text: the variant, the ply, its turn, and the next side.
fn headline(playback: &Playback, verdict: &Verdict) -> String {
    let played = match playback.last() {
        Some(text) => format!("ply {}, {} {text}", playback.ply(), !playback.turn()),
        None => "before the first ply".to_owned(),
    };
    format!("{}, {played}; {}", verdict.title(), playback.standing())
}

/// The number of marked cells.
fn destinations(mover: &str, board: &Board) -> String {
    match board.destinations.len() {
        0 => {
            let other = match board.turn {
                Some(Side::White) => "b",
                Some(Side::Black) => "w",
                None => "",
            };
            let waits = !other.is_empty() && mover.to_ascii_lowercase().starts_with(other);
            match board.turn.filter(|_| waits && board.score.is_none()) {
                Some(turn) => format!("{mover} has no legal move: it is {turn}'s turn"),
                None => format!("{mover} has no legal move"),
            }
        }
        1 => format!("{mover} has 1 legal move, to *"),
        n => format!("{mover} has {n} legal moves, to *"),
    }
}

/// Reports that an invalid game is shown up to its error.
fn complain(verdict: &Verdict) -> Exit {
    if verdict.status.is_sound() {
        return Exit::Success;
    }
    output::tell(format_args!(
        "the game is invalid and shown up to its error{}",
        game_text::fault(verdict)
    ));
    Exit::Findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_of_a_file_sets_the_format() {
        assert_eq!(
            ShowFormat::of_file(Path::new("a/b.PNG")),
            Some(ShowFormat::Png)
        );
        assert_eq!(ShowFormat::of_file(Path::new("a.jpg")), None);
        assert_eq!(ShowFormat::of_file(Path::new("svg")), None);
    }
}
