use std::collections::{BTreeMap, HashSet};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Once;

use anyhow::{anyhow, bail};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::cli::args::one_of;
use crate::cli::game_text::OneOrMoreGames;
use crate::cli::info::{CommandGroup, CommandInfo};
use crate::cli::usage::{FORMAT_NAMES, OUTPUT};
use crate::emit::check_report::human;
use crate::emit::{Outlet, Unit};
use crate::output::{self, Exit, FileTarget, Guard};
use crate::scan::one_game;
use crate::scan::{Job, NumberSpan};
use crate::text;
use skep_collection::Input;
use skep_records::notation::{Site, Verdict};
use skep_records::{GameLine, Playback, Record};
use skep_render::PixelError;
use skep_render::{
    Animation, Board, Caption, Style, TextSpan, TextStyle, Theme, TurnNumbers, View,
};
use skep_rules::closed_list;
use skep_rules::game::Side;
use skep_rules::geometry::{Hex, Symmetry};

mod caption;
mod each;
mod variations;

use caption::Captions;
use variations::{variation, variations};

/// Show a position as text, SVG or PNG, or animate a game
///
/// From one file, folder or archive, skep shows the first game that matches, and says so. With several files, or with --first,
/// --last or --sample, it prints the text of each game. If the output is a folder, skep writes a picture of each game:
/// as SVG, or in the format of --format.
///
/// --format state writes one short text per position, which show, moves, perft, solve and uhp read, and --format hop
/// writes the text of hivegame.com; see skep help notations. --format link writes a link to the analysis board of
/// hivegame.com with the moves of the game; only games of plain Hive have one.
///
/// The text says who plays, which turn it is, and how the game ended. A picture marks the last move, and shows covered
/// bugs as small tiles on their stack. In Hex-It it also shows prisoners, territories and the score. An invalid game is
/// shown up to its first error.
///
/// A GIF is an animation, and with --ply N a still picture. An animation starts with the first piece and shows the number
/// of the ply. Its last position stays for at least 3
/// seconds. It has at most 2,000 positions; --ply A..B animates a part of a longer game.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("output", |arg| arg.value_name("FILE|DIR").help("Write to FILE, or to a folder with a picture of each game").long_help(ABOUT_OUTPUT)))]
pub struct Show {
    #[command(flatten)]
    games: OneOrMoreGames,

    /// Show the position after N plies, or several: 5,10 or 3..9; -10.. is the last 10 plies [default: end]
    #[arg(
        long,
        value_name = "N|end|A..B",
        allow_hyphen_values = true,
        value_delimiter = ','
    )]
    ply: Vec<NumberSpan>,

    /// Show the line of a variation, such as 2 or 2.1
    ///
    /// 2 is the second variation of the game, and 2.1 is the first variation of variation 2. Plies count from the start
    /// of the game.
    #[arg(long, value_name = "PATH")]
    variation: Option<String>,

    /// Set the format [default: from the file name, or text]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&ShowFormat::ALL), help_heading = OUTPUT, aliases = FORMAT_NAMES)]
    format: Option<ShowFormat>,

    /// Mark the moves of a piece (wA1) or of a stack of Hex-It (M13)
    #[arg(long, value_name = "PIECE")]
    moves_of: Option<String>,

    /// Label columns and rows, or with =turns each piece
    ///
    /// Columns and rows have the labels of Boardspace. With turns, each piece has the number of the turn that brought
    /// it to its cell; a piece of a set-up position has none until it moves. For both, use --labels=cells,turns.
    #[arg(
        long,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        value_delimiter = ',',
        default_missing_value = BoardLabel::Cells.as_str(),
        hide_possible_values = true,
        value_parser = one_of(&BoardLabel::ALL)
    )]
    labels: Vec<BoardLabel>,

    /// Turn the board clockwise
    #[arg(long, value_name = "DEGREES", default_value = "0", value_parser = one_of(&Rotation::ALL), hide_short_help = true)]
    rotate: Rotation,

    #[command(flatten)]
    target: FileTarget,

    /// Width of a piece in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = SIZE, value_parser = size(), help_heading = "Pictures", hide_short_help = true)]
    size: u32,

    /// Width of the picture in pixels, instead of --size
    #[arg(
        long,
        value_name = "PIXELS",
        conflicts_with = "size",
        value_parser = clap::value_parser!(u32).range(16..=16_384),
        help_heading = "Pictures"
    )]
    width: Option<u32>,

    /// Choose the colours
    #[arg(
        long,
        value_name = "THEME",
        default_value = "light",
        value_parser = one_of(&Theme::STANDALONE),
        help_heading = "Pictures", hide_short_help = true)]
    theme: Theme,

    /// Write players, result and move above the board
    #[arg(long, help_heading = "Pictures")]
    caption: bool,

    /// Draw the pieces in hand below the board
    #[arg(long, help_heading = "Pictures")]
    hands: bool,

    /// Write an animation of the game or of --ply A..B: GIF or SVG
    #[arg(long, help_heading = "Pictures")]
    animate: bool,

    /// Show each position of an animation for MS milliseconds
    #[arg(long, value_name = "MS", default_value_t = DELAY, value_parser = clap::value_parser!(u32).range(20..=60_000), help_heading = "Pictures", hide_short_help = true)]
    delay: u32,
}

const EXAMPLES: &str = "\
Examples:
  skep show game.sgf                               the last position
  skep show game.sgf --ply 12 --moves-of wA1       the moves of a piece
  skep show games.zip --game 3 -o end.png          a diagram
  skep show game.sgf --caption --hands -o end.svg  with players and hands
  skep show game.sgf --ply 5,10,end -o \"ply-{ply}.png\"
  skep show game.pgn --variation 2.1               the end of a variation
  skep show game.sgf --animate -o game.gif         the whole game
  skep show game.sgf --labels=turns -o turns.svg   the number of each turn
  skep show games.zip more/ -o pictures/           a picture of each game
  skep show \"Base;InProgress;White[2];wS1;bS1 wS1-\" --format svg --labels";

/// The help of `--output`.
const ABOUT_OUTPUT: &str = "\
Write to FILE, or to a folder with a picture of each game [default: standard output]

The extension sets the format; .gz, .zst and .zip compress the file. To name a folder, use an existing folder or end the \
name in a slash. With {ply} in the name, each position of --ply has a file. Files appear when they are complete; \
existing files are replaced only with --force.";

/// The width of a tile in pixels.
const SIZE: u32 = 64;

/// The milliseconds for each position of an animation.
const DELAY: u32 = 800;

/// The most positions of an animation, all of which are in memory.
const MOST_FRAMES: u32 = 2000;

/// The allowed sizes of pieces.
fn size() -> impl TypedValueParser<Value = u32> {
    clap::value_parser!(u32).range(8..=1024)
}

closed_list! {
    enum ShowFormat: "format" {
        Text = "text" | "txt",
        Svg = "svg",
        Png = "png",
        Gif = "gif",
        State = "state",
        Hop = "hop",
        Link = "link",
    }
}

impl ShowFormat {
    /// Whether the output is text with any number of positions, and not a picture.
    const fn is_text(self) -> bool {
        matches!(
            self,
            ShowFormat::Text | ShowFormat::State | ShowFormat::Hop | ShowFormat::Link
        )
    }
}

closed_list! {
    /// What is written on the board.
    enum BoardLabel: "label" {
        /// The names of columns and rows.
        Cells = "cells",
        /// On each piece, the number of the turn that brought it to its cell.
        Turns = "turns" | "moves" | "numbers" | "plies",
    }
}

closed_list! {
    /// A rotation in degrees.
    enum Rotation: "rotation" {
        None = "0",
        Sixth = "60",
        Third = "120",
        Half = "180",
        TwoThirds = "240",
        FiveSixths = "300",
    }
}

impl Rotation {
    fn view(self) -> View {
        View(Symmetry::ALL[self as usize])
    }
}

/// What is shown: a game or one of its variations.
struct ShownGame {
    record: Record,
    verdict: Verdict,
    /// The line that names the variations of the game.
    variations: Option<String>,
}

impl ShownGame {
    /// The text beside the board. `place` says which game it is.
    fn captions<'a>(&'a self, show: &'a Show, place: Option<String>) -> Captions<'a> {
        Captions {
            record: &self.record,
            verdict: &self.verdict,
            place,
            variation: show.variation.as_deref(),
            variations: self.variations.as_deref(),
        }
    }
}

/// A game that is shown alone.
struct OneShown {
    record: Record,
    verdict: Verdict,
    /// Which game of the input it is.
    place: Option<String>,
    /// The inputs, which must not be written.
    read: Vec<Input>,
}

/// The part of the name of an output that stands for the ply.
const PLY: &str = "{ply}";

impl Show {
    pub const INFO: CommandInfo = CommandInfo {
        common: true,
        other_names: &["draw", "render", "display"],
        tips: &[
            "--size=N --size=WORD: for the size of the picture, use --width 1200; --size is the size of a piece",
            "--link --url: --format link",
            "--format=json --format=jsonl --format=csv: for the text of the position, use --format state; for a row per piece, use skep export --table positions -o positions.csv FILE; for a row per turn, skep export --table plies --game N -o plies.jsonl FILE",
            "--format=uhp --format=gamestring: for a GameString, use skep convert --to uhp --ply N --game N FILE",
            "--mirror --mirrored --reflect: a board can be turned, but not mirrored: --rotate 180",
            "print board position text: show FILE",
            "png svg image picture diagram plot: show FILE -o board.png",
            "gif animate animation: show FILE --animate -o game.gif",
            "-n -r: --game N",
            "--all --every --each --steps --boards: for the board after each ply, use --ply 0..; to step through the game, use skep replay",
            "--coordinates --coords --grid: --labels",
            "--numbers --move-numbers --turn-numbers --numbered: for the number of each turn, use --labels=turns",
            "--last-position --final --end: the last position is shown without an option; leave the option out",
            "--last-move --highlight --mark-last: the last turn is always marked; leave the option out",
            "--tree --variations: skep show lists the variations; for one of them, use --variation N, and for the tree as text, skep convert --to pgn FILE",
            "--moves --movelist --move-list --notation: for the moves of a piece, use --moves-of PIECE; for the turns of a game, use skep convert --to pgn --game N FILE",
            "--reverse --turn-board --orientation: --rotate 180",
        ],
        exit: [
            "the game is valid",
            "the game is invalid and its valid beginning was shown",
            "the game could not be read or shown",
        ],
        ..CommandInfo::new(CommandGroup::Look, 40)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let format = self.format()?;
        let Some(one) = self.one(format)? else {
            return self.each(format);
        };
        let OneShown {
            record,
            verdict,
            place,
            read,
        } = one;
        let wrong = self.wrong(&record, &verdict)?;
        if let Some(wrong) = &wrong {
            output::tell(wrong);
        }
        let shown = self.shown(record, verdict)?;
        let captions = shown.captions(&self, place);
        let playbacks = self.playbacks(format, &shown)?;
        if !self.names_plies() {
            // An output that must not be written is refused before the pictures are made.
            let mut out = self.outlet(format, read)?;
            self.write(&mut out, format, &playbacks, &captions)?;
            out.finish("")?;
            return Ok(exit_of(wrong));
        }
        // With leading zeros, the order of the names is the order of the plies.
        let last = playbacks.iter().map(Playback::ply).max();
        let digits = last.map_or(1, |last| last.to_string().len());
        let pattern = self.target.path().unwrap_or(Path::new(""));
        let pattern = pattern.to_string_lossy();
        let name = |playback: &Playback| {
            PathBuf::from(pattern.replace(PLY, &format!("{:0digits$}", playback.ply())))
        };
        let target = |playback| FileTarget {
            output: Some(name(playback)),
            force: self.target.force,
        };
        let guard = Guard::new(self.target.force, read.clone());
        for playback in &playbacks {
            guard.check(&name(playback))?;
        }
        for playback in &playbacks {
            let mut out = Outlet::answer(&target(playback), read.clone())?;
            self.write(&mut out, format, slice::from_ref(playback), &captions)?;
            out.finish("")?;
        }
        Ok(exit_of(wrong))
    }

    /// The game, if only one is shown: the one that is named, or the only one of those that are chosen, if the output
    /// can hold only one.
    fn one(&self, format: ShowFormat) -> anyhow::Result<Option<OneShown>> {
        if self.is_for_folder() {
            return Ok(None);
        }
        if let Some(game) = self.games.single() {
            let (record, verdict) = game.read()?;
            return Ok(Some(OneShown {
                record,
                verdict,
                place: caption::number(&game),
                read: game.input().into_iter().collect(),
            }));
        }
        if format.is_text() && !self.names_plies() {
            return Ok(None);
        }
        let inputs = self.games.inputs();
        let mut one: Option<OneShown> = None;
        let mut several = false;
        let job = Job::new(
            || (),
            |reader, (), unit: &mut Unit<Vec<OneShown>>, game| {
                reader.judge();
                unit.counts.push(OneShown {
                    record: std::mem::take(&mut reader.record),
                    verdict: std::mem::take(&mut reader.verdict),
                    place: Some(human::place(game)),
                    read: inputs.inputs(),
                });
                unit.is_last = unit.counts.len() > 1;
            },
        );
        let scan = self.games.scan(&inputs)?.repeatable()?.silent();
        scan.run_until(job, |_, unit| {
            for game in unit.counts {
                several |= one.is_some();
                one.get_or_insert(game);
            }
            Ok(if several {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            })
        })?;
        if several && self.names_plies() {
            bail!("{PLY} in the output name works with one game only; choose a game with --game N");
        }
        if several {
            bail!(
                "a file can hold the picture of one game only; to write a picture of each game, use a folder: -o pictures/"
            );
        }
        Ok(one)
    }

    /// What to say of a game, or of the variation to show, that is invalid and shown up to its error.
    fn wrong(&self, record: &Record, verdict: &Verdict) -> anyhow::Result<Option<String>> {
        let Some(path) = &self.variation else {
            return Ok((!verdict.status.is_sound()).then(|| {
                let fault = one_game::fault(verdict);
                format!("the game is invalid and shown up to its error{fault}")
            }));
        };
        let at = variation(path, record)?;
        let is_legal = verdict.game.legal_variations().get(at) == Some(&true);
        Ok((!is_legal).then(|| format!("variation {path} is invalid and shown up to its error")))
    }

    /// The game or the variation to show.
    fn shown(&self, record: Record, verdict: Verdict) -> anyhow::Result<ShownGame> {
        let Some(path) = &self.variation else {
            let variations = variations(&record, &verdict);
            return Ok(ShownGame {
                record,
                verdict,
                variations,
            });
        };
        let (record, verdict) = verdict.of_variation(&record, variation(path, &record)?);
        Ok(ShownGame {
            record,
            verdict,
            variations: None,
        })
    }

    /// Writes positions in the output format.
    fn write(
        &self,
        out: &mut dyn Write,
        format: ShowFormat,
        playbacks: &[Playback],
        captions: &Captions<'_>,
    ) -> anyhow::Result<()> {
        match format {
            ShowFormat::Link => {
                for playback in playbacks {
                    let mut game = captions.verdict.game.clone();
                    game.truncate(playback.ply());
                    let Some(link) = Site::Hivegame.link(&game) else {
                        bail!(
                            "hivegame.com opens only games of plain Hive from the starting position"
                        );
                    };
                    writeln!(out, "{link}")?;
                }
            }
            ShowFormat::Text => out.write_all(self.text(playbacks, captions)?.as_bytes())?,
            ShowFormat::State => {
                for playback in playbacks {
                    writeln!(out, "{}", playback.state())?;
                }
            }
            ShowFormat::Hop => {
                for playback in playbacks {
                    let Some(hop) = playback.hop() else {
                        bail!("HOP has only the bugs of plain Hive; use --format state");
                    };
                    writeln!(out, "{hop}")?;
                }
            }
            ShowFormat::Svg | ShowFormat::Png | ShowFormat::Gif => {
                self.picture(out, format, playbacks, captions)?;
            }
        }
        Ok(())
    }

    /// Whether each position has a file of its own.
    fn names_plies(&self) -> bool {
        let name = self.target.path().map(Path::to_string_lossy);
        name.is_some_and(|name| name.contains(PLY))
    }

    /// Whether the output is an animation: a GIF is one unless a single position is chosen.
    fn moves(&self, format: ShowFormat) -> bool {
        let is_one = matches!(self.ply[..], [NumberSpan::One(_)]);
        self.animate || format == ShowFormat::Gif && !is_one
    }

    /// The output format, if it is possible.
    fn format(&self) -> anyhow::Result<ShowFormat> {
        let path = self.target.path();
        let file = path.filter(|_| !self.is_for_folder());
        let format = output::format(file, "--format", self.format, &ShowFormat::ALL)?;
        let format = match format {
            None if self.animate => ShowFormat::Gif,
            None if self.is_for_folder() => ShowFormat::Svg,
            None => ShowFormat::Text,
            Some(format) => format,
        };
        if self.animate && !matches!(format, ShowFormat::Gif | ShowFormat::Svg) {
            bail!("an animation is gif or svg, not {}", format.as_str());
        }
        let binary = matches!(format, ShowFormat::Png | ShowFormat::Gif);
        if binary && path.is_none() && io::stdout().is_terminal() {
            bail!("a terminal cannot show {}; use -o FILE", format.as_str());
        }
        let moves = self.moves(format);
        if moves && self.names_plies() {
            bail!("an animation is one file; remove {PLY} from its name");
        }
        let text = format.is_text();
        let single = moves || self.names_plies() || text;
        if !matches!(self.ply[..], [] | [NumberSpan::One(_)]) && !single {
            bail!(
                "--ply names several positions: add --animate, or {PLY} to the name of the output"
            );
        }
        Ok(format)
    }

    /// The requested positions.
    fn playbacks(&self, format: ShowFormat, shown: &ShownGame) -> anyhow::Result<Vec<Playback>> {
        let verdict = &shown.verdict;
        let line = GameLine::new(&shown.record, verdict);
        let plies = u64::from(line.plies());
        let whole = self.moves(format);
        // An empty table says nothing.
        let begin = u64::from(Board::of(&line.start()).cells().is_empty()).min(plies);
        let ranges: Vec<(u64, u64)> = match *self.ply {
            [] if whole => vec![(begin, plies)],
            [] => vec![(plies, plies)],
            [NumberSpan::One(last)] if whole => vec![(begin.min(last.of(plies)), last.of(plies))],
            ref all => all.iter().map(|chosen| chosen.ends(plies)).collect(),
        };
        for n in ranges.iter().flat_map(|&(first, last)| [first, last]) {
            if n > plies {
                let of = if verdict.status.is_sound() {
                    ""
                } else {
                    " that are legal"
                };
                return Err(anyhow!("the game has no ply {n}; it has {plies}{of}"));
            }
        }
        let frames: u64 = ranges.iter().map(|(first, last)| last - first + 1).sum();
        if whole && frames > MOST_FRAMES.into() {
            bail!(
                "an animation of {} positions is too long; choose at most {} with --ply A..B",
                text::count(frames),
                text::count(MOST_FRAMES.into())
            );
        }
        let mut shown = HashSet::new();
        let ranges = ranges.into_iter().flat_map(|(first, last)| {
            let all = line.playbacks().skip(first as usize);
            all.take((last - first) as usize + 1)
        });
        Ok(ranges
            .filter(|playback| shown.insert(playback.ply()))
            .collect())
    }

    fn board(&self, playback: &Playback) -> anyhow::Result<Board> {
        let mut board = match &self.moves_of {
            Some(mover) => Board::with_moves_of(playback, mover)?,
            None => Board::of(playback),
        };
        board.view = self.rotate.view();
        Ok(board)
    }

    /// The numbers of the turns in these positions, by ply, if they are asked for.
    fn turn_numbers(
        &self,
        playbacks: &[Playback],
        captions: &Captions<'_>,
    ) -> BTreeMap<u32, TurnNumbers> {
        if !self.labels.contains(&BoardLabel::Turns) {
            return BTreeMap::new();
        }
        let plies: HashSet<u32> = playbacks.iter().map(Playback::ply).collect();
        let last = plies.iter().max().copied().unwrap_or_default();
        let line = GameLine::new(captions.record, captions.verdict);
        let mut numbers = TurnNumbers::default();
        let mut wanted = BTreeMap::new();
        for playback in line.playbacks().take(last as usize + 1) {
            if playback.ply() > 0 {
                numbers.add(&playback);
            }
            if plies.contains(&playback.ply()) {
                wanted.insert(playback.ply(), numbers.clone());
            }
        }
        wanted
    }

    fn picture(
        &self,
        out: &mut dyn Write,
        format: ShowFormat,
        playbacks: &[Playback],
        captions: &Captions<'_>,
    ) -> anyhow::Result<()> {
        let style = Style {
            size: self.size,
            width: self.width,
            theme: self.theme,
            labels: self.labels.contains(&BoardLabel::Cells),
            hands: self.hands,
        };
        let moves = self.moves(format);
        let mut boards = Vec::new();
        let numbers = self.turn_numbers(playbacks, captions);
        for playback in playbacks {
            let mut board = self.board(playback)?;
            board.turns = numbers_on(&numbers, playback, &board);
            board.title = Some(captions.title(playback));
            board.caption = match (self.caption, moves) {
                (true, _) => Some(captions.caption(playback, moves)),
                (false, true) => Some(captions.counter(playback)),
                (false, false) => None,
            };
            boards.push(board);
        }
        let captions = || boards.iter().filter_map(|board| board.caption.as_ref());
        if format != ShowFormat::Svg && captions().any(Caption::has_boxes) {
            static TOLD: Once = Once::new();
            TOLD.call_once(|| {
                output::note("some letters are drawn as boxes; use SVG to show them");
            });
        }
        let animation = Animation {
            boards: &boards,
            style,
            frame_ms: self.delay,
        };
        match (format, boards.as_slice()) {
            (ShowFormat::Gif, _) => animation.write_gif(out).map_err(|error| match error {
                // What the system says is told like the errors of other outputs.
                PixelError::Io(error) => anyhow::Error::from(error),
                error => error.into(),
            })?,
            (ShowFormat::Svg, _) if self.animate => animation.write_svg(out)?,
            (ShowFormat::Png, [board, ..]) => out.write_all(&board.png(&style)?)?,
            (_, [board, ..]) => out.write_all(board.svg(&style).as_bytes())?,
            (_, []) => {}
        }
        Ok(())
    }

    fn text(&self, playbacks: &[Playback], captions: &Captions<'_>) -> anyhow::Result<String> {
        let style = TextStyle {
            ascii: !output::speaks_unicode(),
            colour: self.target.path().is_none() && output::styled(),
            labels: self.labels.contains(&BoardLabel::Cells),
        };
        let mut out = String::new();
        let numbers = self.turn_numbers(playbacks, captions);
        let mut widest = 0;
        if let Some(heading) = captions.heading(playbacks, style.ascii) {
            out.push_str(&heading);
            out.push('\n');
        }
        for (i, playback) in playbacks.iter().enumerate() {
            if i > 0 {
                out.push('\n');
            }
            let mut board = self.board(playback)?;
            board.turns = numbers_on(&numbers, playback, &board);
            out.push_str(&text::clean(&captions.headline(playback)));
            out.push_str("\n\n");
            let lines = board.lines(&style);
            let columns =
                |line: &Vec<TextSpan>| line.iter().map(|span| text::columns(&span.text)).sum();
            widest = lines.iter().map(columns).fold(widest, usize::max);
            out.push_str(&board.text(&style));
            if let Some(mover) = &self.moves_of {
                out.push_str(&text::clean(&destinations(mover, &board)));
                out.push('\n');
            }
        }
        if let Some(variations) = &captions.variations {
            out.push_str(&text::fill(variations, output::width()));
        }
        let room = output::stated_width().filter(|_| self.target.path().is_none());
        if room.is_some_and(|room| widest > room) {
            static TOLD: Once = Once::new();
            TOLD.call_once(|| output::note(format_args!(
                "the board is {widest} columns wide; turn it with --rotate 60, or write a picture with -o FILE.svg"
            )));
        }
        Ok(out)
    }
}

/// The numbers of the turns on the board of a position.
fn numbers_on(
    numbers: &BTreeMap<u32, TurnNumbers>,
    playback: &Playback,
    board: &Board,
) -> Vec<(Hex, u32)> {
    let numbers = numbers.get(&playback.ply());
    numbers.map_or_else(Vec::new, |numbers| numbers.on(board))
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

/// The exit code of a game that may be wrong.
fn exit_of(wrong: Option<String>) -> Exit {
    match wrong {
        None => Exit::Success,
        Some(_) => Exit::Findings,
    }
}
