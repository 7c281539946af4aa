//! `skep help`: the help of a command, and pages on topics.

use std::fmt::Write as _;
use std::io::Write;

use anstyle::Style;
use anyhow::bail;
use clap::Args;

use super::info::{Group, Info};
use super::{columns, findings};
use crate::cli::exit::STOPPED;
use crate::cli::game_text::variant_names;
use crate::cli::{not_built, suggest, usage};
use crate::output::Target;
use crate::{Exit, output, rulebook, text};
use skep_analysis::motifs::Motif;
use skep_analysis::openings::Shape;
use skep_analysis::puzzles::Theme;
use skep_analysis::select::{Field, nearest};
use skep_records::Game;
use skep_records::notation::{RuleOption, write};
use skep_records::record::{Format, GameKind};
use skep_rules::closed_list;

/// Explain a command, a finding, a rule, a variant or a topic
///
/// Topics: notations, rules, findings, filters (the language of --where), columns, scores (with ratings, confidence
/// intervals and time trouble), themes (of puzzles), shapes (with motifs) and exit-codes.
///
/// It also explains the columns of tables. For a variant, such as Base+MP, Venom+Predators or hex-it, help prints all
/// rules: the aim, the turns, each piece, the packs, the options where sites and leaflets differ (the default first),
/// the choices of skep where the leaflet is silent, and the notation. Names in square brackets are rules; skep check
/// prints the rule that a turn breaks. The manual page skep-rules(7) contains the rules of all variants.
///
/// explain and rules are other names of this command.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Help {
    /// A command (check), a finding (illegal-move), a rule (one-hive), a variant (Base+MP), a column (plies) or a topic
    #[arg(value_name = "NAME")]
    name: Option<String>,

    #[command(flatten)]
    target: Target,
}

const EXAMPLES: &str = "\
Examples:
  skep help check
  skep help one-hive
  skep help hex-it
  skep help Venom+Guardians+Swarm
  skep help filters";

/// Wider text is hard to read.
pub const WIDTH: usize = 80;

closed_list! {
    /// A page that is not the help of a command. If a command has the same name, `--help` shows its options.
    pub enum Topic: "topic" {
        Notations = "notations" | "notation" | "formats" | "format",
        Rules = "rules",
        Findings = "findings" | "codes",
        Filters = "filters" | "where",
        Columns = "columns",
        Scores = "scores" | "ratings",
        Themes = "themes" | "theme",
        Shapes = "shapes",
        ExitCodes = "exit-codes" | "exit-code" | "exit",
    }
}

impl Topic {
    /// What the page is about.
    pub const fn title(self) -> &'static str {
        match self {
            Topic::Notations => "the notations that skep reads and writes, by example",
            Topic::Rules => "the rules of Hive",
            Topic::Findings => "the findings of skep check, and the rules that moves break",
            Topic::Filters => "the language of --where",
            Topic::Columns => "the columns of CSV, JSON and Parquet output",
            Topic::Scores => "scores, confidence intervals, ratings and time trouble",
            Topic::Themes => "the themes of puzzles",
            Topic::Shapes => "the shapes of openings, and motifs",
            Topic::ExitCodes => "the exit codes",
        }
    }

    /// The page, wrapped to a width. Headings are bold if the output is styled.
    pub fn page(self, width: usize, styled: bool) -> String {
        match self {
            Topic::Notations => notations(width, styled),
            Topic::Rules => rules(width, styled),
            Topic::Findings => findings::list(width),
            Topic::Filters => filters(width),
            Topic::Columns => columns::page(width),
            Topic::Scores => scores(width, styled),
            Topic::Themes => themes(width),
            Topic::Shapes => shapes(width),
            Topic::ExitCodes => exit_codes(width),
        }
    }
}

impl Help {
    pub const INFO: Info = Info {
        common: true,
        other_names: &["explain", "rules"],
        tips: &[
            "rule rulebook: help rules",
            "fields columns schema schemas: help columns",
            "version: --version",
            "doc docs manual usage topics: help",
        ],
        ..Info::new(Group::Help, 70)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        let styled = output::styled() && self.target.path().is_none();
        let width = output::width().min(WIDTH);
        let mut command = super::program();
        command.build();
        let name = self.name.unwrap_or_default();
        // A rule can have the other name of a command: draw.
        let is_command = |name: &str, program: &clap::Command| {
            program
                .get_subcommands()
                .any(|command| command.get_name() == name)
        };
        let of_command = |command: &mut clap::Command| {
            let page = command.render_long_help();
            usage::compact(&if styled {
                page.ansi().to_string()
            } else {
                page.to_string()
            })
        };
        let page = if name.is_empty() {
            of_command(&mut command)
        } else if let Ok(topic) = name.parse::<Topic>() {
            topic.page(width, styled)
        } else if super::not_built().contains(&name) {
            bail!(not_built(format_args!("skep {name}")));
        } else if let Some(page) = page(&name, width, styled)
            && !is_command(&name, &command)
        {
            page
        } else if let Some(found) = command.find_subcommand_mut(&name) {
            of_command(found)
        } else {
            bail!("there is no page for {name}; {}", unknown(&name, &command));
        };
        let mut out = self.target.open([])?;
        if self.target.path().is_none() {
            out.coloured();
            out.paged();
        }
        out.write_all(page.as_bytes())?;
        out.finish()?;
        Ok(Exit::Success)
    }
}

/// The page of a finding, a rule, a variant or a column.
fn page(name: &str, width: usize, styled: bool) -> Option<String> {
    let page = findings::page(name, width);
    if !page.is_empty() {
        return Some(page);
    }
    if name.eq_ignore_ascii_case("hive") {
        return Some(rulebook::overview().render(width, styled));
    }
    let of_game = |game: Game| match game.hexit() {
        Some(game) => Some(rulebook::of_hexit(game.options().tiles)),
        None => Some(rulebook::of_hive(game.variant().parse().ok()?)),
    };
    match Game::of_variant(name).and_then(of_game) {
        Some(page) => Some(page.render(width, styled)),
        None => columns::entry(name, width),
    }
}

/// What to say about a name that nothing has.
fn unknown(name: &str, command: &clap::Command) -> String {
    let it_is = |what: &str, topic: Topic| format!("it is {what}: see skep help {topic}");
    if name.parse::<Format>().is_ok() {
        return it_is("a notation", Topic::Notations);
    }
    if let Some(tip) = suggest::tip_for_command(name) {
        return tip;
    }
    if let Some(game_type) = rulebook::game_type_with(name) {
        return format!("{name} is a bug; for its rules, use skep help {game_type}");
    }
    // `MLP` is meant as `Base+MLP`.
    if let Some(game) = Game::of_variant(&format!("Base+{name}")) {
        return format!("did you mean {}?", game.variant());
    }
    let commands = command.get_subcommands().filter(|c| !c.is_hide_set());
    let mut names: Vec<String> = commands.map(|c| c.get_name().to_owned()).collect();
    names.extend(Topic::ALL.map(|topic| topic.to_string()));
    names.extend(findings::names().iter().map(ToString::to_string));
    names.extend(variant_names().map(|name| name.get_name().to_owned()));
    let word = name.to_lowercase();
    let with_word = names.iter().filter(|name| name.contains(&word));
    let with_word: Vec<&str> = with_word.map(String::as_str).collect();
    if !with_word.is_empty() {
        return format!("names with this word: {}", with_word.join(", "));
    }
    if name.parse::<Field>().is_ok() {
        return it_is("a field of --where", Topic::Filters);
    }
    if name.parse::<Theme>().is_ok() {
        return it_is("a theme of puzzles", Topic::Themes);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match nearest(name, &names) {
        Some(near) => format!("did you mean {near}?"),
        None => format!(
            "the topics are {}; findings lists all findings and rules",
            text::list(&Topic::ALL.map(Topic::as_str))
        ),
    }
}

/// The description of a notation, for newcomers.
const fn about(format: Format) -> &'static str {
    match format {
        Format::Uhp => {
            "GameStrings of the Universal Hive Protocol, one per line: variant, State, turn and moves, separated by semicolons."
        }
        Format::Moves => {
            "The moves of a GameString without variant, State and turn, one game per line."
        }
        Format::Boardspace => {
            "Files of the Boardspace server and its viewer, of every version since 2006 and in any language. sgf is another \
             name."
        }
        Format::Pgn => "Tags and numbered moves, as Mzinga and hivegame.com write them.",
        Format::Hivegame => "Histories of hivegame.com: piece and place, separated by semicolons.",
        Format::Bga => "Move lists of Board Game Arena, in brackets.",
        Format::Jsonl => {
            "One JSON object per game, with all data of a record. json is another name."
        }
        Format::Hxt => {
            "Records of Hex-It: tags and numbered moves such as N14, N14-M13, M13-O13x, *L12+L13."
        }
        Format::HivegameApi => {
            "JSON objects of hivegame.com: a single object, an array, one after another as in the site's archive, or an \
             answer of the site or its bot API. The time used is calculated from the clocks. The chapter Notations of the guide lists the members \
             that skep reads."
        }
        Format::BgaLog => {
            "The log of a game as the site sends it, in JSON. The notifications may also be one per line; an empty line \
             ends a game. The result comes from the final ranks of the players, a resignation or an accepted draw. A log has moves only \
             if the site's preference for notation was on."
        }
        Format::Replay => {
            "The JSON file of an episode of Hive. The last GameString in it is the game; agents, rewards and statuses give \
             players, result and termination. A replay may have up to 64 MiB. kaggle and openspiel are other names."
        }
        Format::MoveArray => {
            "Moves as texts in a JSON array: one game, an array of games, or objects with such an array as moves."
        }
        Format::AbstractPlay => {
            "Records of Exxit at AbstractPlay, in JSON: players, results and rounds of moves in axial coordinates."
        }
        Format::Embedded => {
            "GameStrings in cells of CSV, in quotes, in JSON arrays, in Markdown code blocks, in logs with times, or with a \
             result or other text after a | or a tab. \
             Backslashes may be doubled. A cell such as WhiteWins or 1-0 states the result. If the first line of CSV names \
             the columns, the cells of each row are tags. A row is one line. skep knows these names, in any case and with \
             blanks or marks between the words: white, white player, white name, white username, white elo, white rating, \
             rating white and welo, and the same for black (belo); date; utc date, date time, played at, created at and \
             game date, which may have a time after the date (2024-01-30 18:57); time, event, tournament, site, round, \
             termination; result and winner. The result is white, black, draw, white wins, w, WhiteWins, 1-0 and so on, or \
             the name of a player of the row. A date is 2024-03-05, 5-Mar-2024 or 05.03.2024, or 25/03/2024 or 03/25/2024 \
             if a number is greater than 12. Other columns keep their names, and so do dates and results that skep cannot \
             read; check has a remark about them. filter, sort and other commands that write games unchanged write CSV to \
             a .csv file. csv is another name."
        }
        Format::UhpLog => {
            "Sessions with a UHP engine: newgame, play, pass and undo, with the answers of the engine. Each newgame \
             begins a game. Moves that the engine refuses are left out."
        }
        Format::PlayLog => {
            "The list of moves that Boardspace shows: one move per line, in any letter case, with a dot after the piece \
             that another climbs on (BB2 WS1.)."
        }
        Format::Pairs => {
            "Numbered pairs of moves with a comma between them; x is a pass, and # after a move means that it wins."
        }
        Format::Analysis => {
            "Files that hivegame.com saves in its analysis: a tree of turns in JSON. The first turn after each turn belongs \
             to the game, and the others begin variations. hivegame-analysis is another name."
        }
    }
}

fn notations(width: usize, styled: bool) -> String {
    let bold = if styled {
        Style::new().bold()
    } else {
        Style::new()
    };
    let mut page = text::fill(
        "skep detects the notation from the content, not from the file name; --from sets it. It reads files, \
         folders and archives (.zip .gz .zst .tar .tar.gz), also archives in archives, and - is standard input.",
        width,
    );
    page.push('\n');
    page.push_str(&text::fill(
        "skep convert --to writes a notation; --explain-loss lists what it cannot hold. The extension of -o FILE also sets \
         the notation (.uhp .pgn .sgf .jsonl .hxt), and .gz, .zst and .zip compress the file. An existing file is replaced \
         only with --force.",
        width,
    ));
    for format in Format::ALL {
        let writes = |hexit| {
            let mut kinds = GameKind::ALL.into_iter();
            kinds.any(|kind| kind.is_hexit() == hexit && write::holds(format, kind))
        };
        let games = match (writes(false), writes(true)) {
            (true, true) => "read and written",
            (true, false) => "read and written, Hive only",
            (false, true) => "read and written, Hex-It only",
            (false, false) => "read only",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "\n{bold}{format}: {}, {games}{bold:#}",
            format.title()
        );
        page.push_str(&text::fill(about(format), width));
        page.push('\n');
        for line in example(format).lines() {
            let _ = writeln!(page, "{}", format!("    {line}").trim_end());
        }
    }
    for chapter in rulebook::notation() {
        page.push('\n');
        chapter.render(&mut page, width, styled);
    }
    page.push('\n');
    state(&mut page, width);
    page.push('\n');
    hop(&mut page, width);
    page
}

/// Explains the numbers of several commands.
fn scores(width: usize, styled: bool) -> String {
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
const SCORES: &[(&str, &[&str])] = &[
    (
        "Scores",
        &[
            "A score is the percentage of points in games with a known result; a draw is half a point. White moves first: \
             the part of White's score above 50 % is the advantage of the first move.",
            "\"95 %\" is the confidence interval of the score (Wilson): with fewer games it is wider. csv, tsv, json, \
             jsonl and parquet have scores and their limits between 0 and 1.",
            "\"LOS\" (superiority) is the likelihood of superiority, as in tests of engines: the probability that the \
             player is better than the opponent, Φ((won − lost) / √(won + lost)) with the normal distribution Φ. Draws \
             do not matter.",
            "A streak is a series of wins, of games without a loss, or of losses. The games are ordered by date and \
             time, and games of the same time by name, so the order of the input does not matter. Games without a \
             date are not in a streak.",
        ],
    ),
    (
        "Ratings",
        &[
            "skep players computes ratings from the games that it reads. They are not the ratings of a site or \
             federation. They fit all results best (Bradley-Terry model). A difference of 400 points means odds of 10 to \
             1. Each player gets one extra draw against 1500, so players who won every game also have a rating. Colour \
             and date do not matter. Ratings of players without common opponents, direct or indirect, are hard to \
             compare.",
            "\"performance\": a player with this rating is expected to get the player's score against opponents with \
             the same mean rating.",
            "--table upsets uses the ratings of the records (WhiteElo, BlackElo). The expected score of the winner is \
             1 / (1 + 10^(difference / 400)).",
        ],
    ),
    (
        "Bugs",
        &[
            "Each row of the bug table of skep stats counts only games whose variant has the bug. For each player it \
             shows the games in which the bug is placed, the mean ply of its first placement, the mean number of turns on \
             which it changes its cell (also when thrown by a Pillbug), and the owner's score in games with and without \
             an entry. A high score does not mean that the bug wins games: longer games use more bugs.",
        ],
    ),
    (
        "Time trouble",
        &[
            "A player is in time trouble if a turn ends with less than 10 % of the initial time left, not counting the \
             time that the turn adds. --trouble sets another limit. The time left is the time of the time control, and \
             what the earlier turns added, less the time used. It needs a time control such as 600+10 or \"PlusTime \
             1200000 20000\".",
            "A low score in time trouble does not mean that the clock loses games: long and bad games use more time.",
        ],
    ),
];

/// Lists the themes of puzzles.
fn themes(width: usize) -> String {
    let mut page = text::fill(
        "The themes of puzzles say what happens in the solution. The solution is the line in which the other player \
         resists longest. skep puzzles --theme selects puzzles by theme, and the column themes lists the themes of \
         each puzzle. Puzzles of Hex-It have no themes.",
        width,
    );
    page.push('\n');
    let rows = Theme::ALL.map(|theme| (theme.as_str(), theme.meaning()));
    page.push_str(&text::glossary(&rows, width));
    page
}

/// The cells that decide a shape.
const SHAPES: &str = "
    C             Z            I            J              F

  W   B         W                              B        W
   w b           w b        W w b B       W w b          w b B
                    B

W and B are the queens, w and b the first bugs.
";

fn shapes(width: usize) -> String {
    let mut page = text::fill(
        "The shape of an opening of Hive describes where the two queens were placed, relative to the first two \
         bugs. A queen is inline if the queen, the player's own first bug and the other player's first bug are on a \
         straight line. It is an elbow if the line bends at its player's first bug. Rotation and reflection do not matter, and \
         pieces that move later do not change the shape. The shapes C, Z, I, J, F and X are those of the book Play Hive \
         Like a Champion by R. Ingersoll; Q is added.",
        width,
    );
    page.push_str(SHAPES);
    page.push('\n');
    let rows = Shape::ALL.map(|shape| (shape.as_str(), shape.meaning()));
    page.push_str(&text::glossary(&rows, width));
    page.push('\n');
    page.push_str(&text::fill(
        "The field shape of --where is the shape: shape = Z. The field opening_code also has the first bugs of White and \
         Black: opening_code = Z:L-L is the shape Z in which both began with a ladybug. These games have no shape: \
         games without both queens, games from a given position, and games of Venom and packs. If a first bug is moved \
         before the second queen comes, a game may fit no shape.",
        width,
    ));
    page.push('\n');
    page.push_str(&text::fill(
        "A motif is something that a turn of plain Hive (without Venom and packs) makes on the board:",
        width,
    ));
    page.push('\n');
    let rows = Motif::ALL.map(|motif| (motif.as_str(), motif.meaning()));
    page.push_str(&text::glossary(&rows, width));
    page.push('\n');
    page.push_str(&text::fill(
        "A piece is pinned if it cannot move because the hive would split. In --where, motif = gate tests whether a turn of \
         either player makes a gate, motif(white) = pin whether a turn of White makes a pin, and first(gate) <= 12 the \
         first ply that makes a gate. skep stats --table motifs counts motifs.",
        width,
    ));
    page
}

/// Describes the text of a position.
fn state(page: &mut String, width: usize) {
    page.push_str(&text::fill(
        "state: a position as one short text without blanks. show --format state writes it, and the column state of \
         export holds it. Every command reads it where it reads a GameString: as an argument, as a line of a file, \
         and as a cell of CSV. It is read as a record without moves, which only JSON Lines can hold.",
        width,
    ));
    page.push_str(
        "\n    Base/w3/0,0wQ:1,0bQ:2,-1bB1:-1,1wB1/SSBGGGAAA/SSBGGGAAA/rests=bB1\n    \
         VARIANT/TURN/CELLS/HAND/HAND/KEY=VALUE...\n",
    );
    let options: Vec<String> = RuleOption::stated()
        .map(|option| format!("{}=", option.name))
        .collect();
    let options = options.join(" ");
    let options = (
        options.as_str(),
        "Venom and packs: the rules that differ from the defaults, as in the options with the same names",
    );
    parts(STATE, page, width);
    parts(&[options], page, width);
    page.push('\n');
    page.push_str(&text::fill(
        "Reading a state gives exactly its position. A position in one place of the plane has one state. Equal \
         positions of different games can be in different places: compare them by their keys.",
        width,
    ));
}

/// Describes the position text of hivegame.com.
fn hop(page: &mut String, width: usize) {
    page.push_str(&text::fill(
        "hop: HOP (Hive Open Position), the text of a position of plain Hive (without Venom and packs) on hivegame.com and pepeke.app. show \
         --format hop writes it as hivegame.com does, and the column hop of export holds it. It is read wherever a \
         state is. In a cell of CSV it needs quotes, because it has commas.",
        width,
    ));
    page.push_str("\n    base,A+Q+b-S!3=b2-q,w\n    SET,WALK,PLAYER\n");
    parts(HOP, page, width);
    page.push('\n');
    page.push_str(&text::fill(
        "A HOP does not hold the numbers of bugs and turns, the orientation, or the turns before. skep \
         numbers equal bugs in the order of the text. A position and its mirror image have two texts, so do not use HOP to find repetitions. \
         If skep refuses a HOP, the message ends with the name of the error on hivegame.com.",
        width,
    ));
}

/// The parts of a HOP.
const HOP: &[(&str, &str)] = &[
    (
        "SET",
        "base, or base+ with the letters of both players: base+Mm, base+MLml. Without a set and its comma, it is \
         Base+MLP. base+m, as hivegame.com wrote it in its first weeks, has a remark.",
    ),
    (
        "WALK",
        "the bugs, one step after another, from any cell and in any direction. A large letter is White's. + turns left \
         and - turns right before a step. 3=b puts a beetle on the third bug, and 3+ goes on beside it. Brackets \
         begin a walk whose bugs count from 1. ! is after the bug that moved last.",
    ),
    (
        "PLAYER",
        "the player to move: w or b. A digit and m after it turn and mirror a drawing; they are ignored.",
    ),
];

/// Describes the parts of a text.
fn parts(parts: &[(&str, &str)], page: &mut String, width: usize) {
    for (part, about) in parts {
        let _ = writeln!(page, "\n  {part}");
        for line in text::fill(about, width - 6).lines() {
            let _ = writeln!(page, "      {line}");
        }
    }
}

/// The parts of a state.
const STATE: &[(&str, &str)] = &[
    (
        "VARIANT",
        "as in a GameString, or hex-it, hex-it-blitz (29 tiles), hex-it-beginner (19); Hex-It 29 and hexit-29 are other names",
    ),
    (
        "TURN",
        "the side to move, and which of its turns it is: w1, b1, w2",
    ),
    (
        "CELLS",
        "q,r and the pieces of a cell from the bottom to the top, with dots between them: 2,1bQ.wB1. Colons \
         separate cells, and - is an empty board. Cells are in rows: by r, then by q. q grows to the east, r to the \
         south-east. The first piece of a game of Hive enters at 0,0. In Hex-It, 0,0 is column A and row 0; W, B (a \
         tile) or X (prisoners) follows, and then w or b for each piece: 12,-13Wbw.",
    ),
    (
        "HAND",
        "White's hand, then Black's: the codes of the bugs, or - if it is empty. In Swarm they are names with dots \
         between them: wQ.wA1.bG2. Hex-It has no hands. Except in Swarm, you can leave both hands out of a \
         state that you write: they then hold the rest of the set.",
    ),
    ("rests=wA1", "the piece that moved last (plain Hive)"),
    (
        "opening=open",
        "a queen may enter on a player's first turn (Hive, while it matters)",
    ),
    (
        "passes=1, release=forced",
        "Hex-It: the turn before was a pass (2 ends the game); chains of prisoners are released whole",
    ),
    (
        "placed= moved= thrown= flipped= stung=",
        "Venom and packs: the pieces that the last action affected. After a double turn, first-placed=, first-moved= \
         and first-stung= are those of its first action.",
    ),
    (
        "honeycombo=w, turned=Hc, actions=2",
        "the white side of the Honeycombo is up; the last turn turned it over; this turn has two actions",
    ),
    (
        "removed=wA1.bQ, unknown-w=3,0",
        "Swarm: pieces out of the game; the number of unknown tiles in White's hand, from the first hand and drawn",
    ),
];

/// A short game in a notation, as people find it in files.
const fn example(format: Format) -> &'static str {
    match format {
        Format::Uhp => "Base+MLP;InProgress;White[3];wL;bL wL-;wQ -wL;bQ bL-",
        Format::Moves => "wL;bL wL-;wQ -wL;bQ bL-",
        Format::Boardspace => {
            "\
(;GM[27]VV[1]
SU[hive-plm]
P0[id \"Ann\"]
P1[id \"Bob\"]
;P0[1 Pick W 6 wL1]
;P0[2 Dropb wL1 N 13 .]
;P0[3 Done]
;P1[4 Pick B 6 bL1]
;P1[5 Dropb bL1 O 13 wL-]
;P1[6 Done]
)"
        }
        Format::Pgn => {
            "\
[GameType \"Base+MLP\"]
[White \"Ann\"]
[Black \"Bob\"]
[Result \"InProgress\"]

1. wL
2. bL wL-
3. wQ -wL {a comment}
4. bQ bL-"
        }
        Format::Hivegame => "wL ;bL wL-;wQ -wL;bQ bL-;",
        Format::Bga => "[wL ] [bL wL-] [wQ -wL] [bQ bL-]",
        Format::Jsonl => {
            "{\"variant\":\"Base+MLP\",\"moves\":[{\"text\":\"wL\"},{\"text\":\"bL wL-\"}]}"
        }
        Format::Hxt => {
            "\
[Game \"Hex-It\"]
[White \"Ann\"]
[Black \"Bob\"]
[Tiles \"39\"]

1. N13 M14 2. M13 M14-M13 *"
        }
        Format::HivegameApi => {
            "\
{\"game_id\":\"x\",\"game_type\":\"MLP\",
 \"white_player\":{\"username\":\"Ann\"},\"black_player\":{\"username\":\"Bob\"},
 \"history\":[[\"wL\",\".\"],[\"bL\",\"wL-\"],[\"wQ\",\"-wL\"],[\"bQ\",\"bL-\"]]}"
        }
        Format::BgaLog => {
            "\
[{\"table_id\":\"1\",\"data\":[{\"type\":\"tokenPlayed\",
  \"args\":{\"player_name\":\"Ann\",\"notation\":\"[wL ]\"}}]}]"
        }
        Format::Replay => {
            "\
{\"name\":\"open_spiel_hive\",\"rewards\":[0,0],\"steps\":[[
 {\"observation\":{\"observationString\":
  \"{\\\"uhp\\\":\\\"Base;InProgress;White[2];wS1;bS1 wS1-\\\"}\"}}]]}"
        }
        Format::MoveArray => "[\"wL\",\"bL wL-\",\"wQ -wL\",\"bQ bL-\"]",
        Format::AbstractPlay => {
            "\
{\"header\":{\"game\":{\"name\":\"Exxit\"},
  \"players\":[{\"name\":\"Ann\"},{\"name\":\"Bob\"}]},
 \"moves\":[[\"0,0\",\"1,-2\"],[\"0,-1\",\"1,-2-0,-1\"]]}"
        }
        Format::Embedded => {
            "\
white,black,game,result
Ann,Bob,\"Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-\",1-0"
        }
        Format::UhpLog => {
            "\
newgame Base
Base;NotStarted;White[1]
ok
play wS1
Base;InProgress;Black[1];wS1
ok"
        }
        Format::PlayLog => "wS1\nbS1 wS1-\nwQ -wS1\nbQ bS1-\nwB1 -wQ\nbB1 bQ-\nwB1 wQ.",
        Format::Pairs => "1. wS1, bS1 wS1- 2. wQ -wS1, bQ bS1-",
        Format::Analysis => {
            "\
{\"current_node\":null,\"tree\":{\"name\":\"analysis\",\"nodes\":[
{\"node_id\":0,\"value\":{\"turn\":1,\"piece\":\"wL\",\"position\":\".\"},\"parent\":-1},
{\"node_id\":1,\"value\":{\"turn\":2,\"piece\":\"bL\",\"position\":\"wL-\"},\"parent\":0},
{\"node_id\":2,\"value\":{\"turn\":2,\"piece\":\"bG1\",\"position\":\"wL-\"},\"parent\":0}
]},\"hashes\":{},\"game_type\":\"MLP\"}"
        }
    }
}

fn rules(width: usize, styled: bool) -> String {
    let mut page = rulebook::overview().render(width, styled);
    page.push('\n');
    page.push_str(&text::fill(
        "skep help VARIANT prints the rules of another variant, such as Base+MP, Venom+Predators or hex-it.",
        width,
    ));
    page
}

fn filters(width: usize) -> String {
    let mut page = text::fill(
        "An expression compares fields of a game with values: --where 'player = Ann and date >= 2024-03'. Join tests \
         with and, or, not (also && || !) and parentheses. Put the expression in quotes for the shell, and put text in \
         double or single quotes unless it is a word or a number.",
        width,
    );
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
    for paragraph in [
        "A field of type word has a fixed list of values. result, stated_result and board_result are white, black, draw \
         or InProgress; 1-0, 0-1 and 1/2-1/2 are the same. Fields without white_ or black_, such as player and elo, match if the value of either player matches. Fields such as queen and mobility describe the last position.",
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
        "Missing data is unknown: a game without a date matches neither date >= 2024 nor its negation. A \
         comparison with a value that the field cannot have is an error. If no game has a value for a field, skep prints a warning.",
        "Expressions that use only tags need no replay and are fast.",
        "--first, --last and --sample choose among the games that match. A sample is in input order. The games of --last \
         and --sample are held in memory.",
    ] {
        page.push('\n');
        page.push_str(&text::fill(paragraph, width));
    }
    page
}

/// The fields with their types and examples, as a table, each with its meaning below.
fn fields(width: usize) -> String {
    let rows = Field::ALL.map(|f| [f.as_str(), f.type_name(), f.example()]);
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
const OPERATORS: &[(&[&str], &str)] = &[
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
        &["plies < 20", "plies >= 40"],
        "Compare numbers and dates: < <= > >=.",
    ),
    (
        &["white in (Ann, Bob)"],
        "The value is one of several; not in excludes them.",
    ),
];

/// The tests beyond a field and a value, with their meanings.
const TESTS: &[(&[&str], &str)] = &[
    (
        &["date >= 2024-03"],
        "A year, a month or a day. date = 2024-03 matches every day of March 2024. month = 3 is March of any year.",
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
    (&["tag(Round) = 3"], "Any tag of the record, as a text."),
    (&["known(date)"], "The record states the field."),
    (
        &["opening = \"Ant opening\"", "opening = \"wL bL wL-\""],
        "The game has an opening of this name, as skep openings lists it, or begins with this line. Only openings of \
         plain Hive have names.",
    ),
    (
        &["reaches(\"wS1;bG1 wS1-;wQ -wS1\")"],
        "The game reaches the last position of this GameString or line, by any order of moves. A line of Venom, packs or \
         Hex-It begins with the variant: reaches(\"Venom;wS1;bS1 wS1-\"), opening = \"hex-it;M13\".",
    ),
    (&["uses(wP)"], "The piece is placed in the game."),
    (
        &["max(queen) >= 5"],
        "The largest value after any ply; min(...) is the smallest. The fields are white_queen, black_queen, queen, \
         mobility, stack, white_points, black_points and points.",
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

fn exit_codes(width: usize) -> String {
    let mut page = "Code  Meaning\n".to_owned();
    let mut row = |code: &str, meaning: &str| {
        for (i, line) in text::fill(meaning, width - 6).lines().enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(page, "{:<4}  {line}", if i == 0 { code } else { "" });
        }
    };
    for exit in Exit::ALL {
        row(&exit.code().to_string(), exit.meaning());
    }
    row("128+", STOPPED);
    let program = super::program();
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for command in program.get_subcommands().filter(|c| !c.is_hide_set()) {
        let (name, codes) = (command.get_name(), usage::exit_codes(command, width));
        match groups.iter_mut().find(|(known, _)| *known == codes) {
            Some((_, names)) => names.push(name),
            None => groups.push((codes, vec![name])),
        }
    }
    for (codes, names) in groups {
        let names = text::fill(&format!("skep {}:", names.join(", ")), width);
        let _ = write!(page, "\n{names}{codes}");
    }
    page.push('\n');
    page.push_str(&text::fill(
        "Remarks, warnings and the format of a report do not change the exit code. A closed pipe, as in skep check \
         games | head, is not an error.",
        width,
    ));
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use skep_analysis::select::Filter;

    #[test]
    fn pages_are_complete_and_fit() {
        for topic in Topic::ALL {
            assert_eq!(topic.as_str().parse(), Ok(topic));
            for width in [40, 80] {
                let page = topic.page(width, false);
                assert!(page.lines().all(|l| l.chars().count() <= 80), "{page}");
                assert!(!page.contains('\u{1b}'), "{page}");
            }
        }
        let page = filters(80);
        for field in Field::ALL {
            let line = page
                .lines()
                .find(|l| l.split(' ').next() == Some(field.as_str()));
            assert!(line.is_some_and(|l| l.contains(field.example())), "{field}");
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words(&page).contains(&words(field.meaning())), "{field}");
            assert!(Filter::parse(field.example()).is_ok(), "{field}");
            assert!(field.example().contains(field.as_str()), "{field}");
        }
        let examples = OPERATORS.iter().chain(TESTS).flat_map(|row| row.0);
        for example in examples {
            assert!(Filter::parse(example).is_ok(), "{example}");
        }
        let page = notations(80, false);
        for format in Format::ALL {
            assert!(page.contains(&format!("\n{format}: ")), "{format}");
        }
        assert!(
            page.contains("hxt: a Hex-It record, read and written, Hex-It only\n"),
            "{page}"
        );
        assert!(
            page.contains("bga: a Board Game Arena move list, read only\n"),
            "{page}"
        );
    }
}
