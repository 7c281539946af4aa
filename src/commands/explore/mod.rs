//! `skep explore`: a local page to explore games.

mod engine;
#[cfg_attr(not(feature = "full"), path = "in_memory.rs")]
mod gathered;
mod rows;

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;

use crate::cli::info::{CommandGroup, CommandInfo};
use crate::output::{self, Exit, NoMatch, Output, interrupt};
use crate::scan::{Inputs, Scan, Selection};
use crate::text;
use engine::UhpAdviser;
use gathered::{Games, Gathered, Prepared};
use rows::PuzzleGame;
use skep_analysis::GameReader;
use skep_analysis::database::MemoryEntry;
use skep_analysis::filter::Truth;
use skep_explorer::{Origins, Server};
use skep_records::notation::JudgeOptions;
use skep_records::{GameText, Source};

/// Browse positions and their games on a local web page
///
/// Starts a server on this computer and prints the address of its page. On the page, click pieces to play to a
/// position. The page shows what was played there, with results and ratings, and the games. The server also has a JSON
/// API, which /api/openapi.json describes.
///
/// The page also has puzzles: positions of the games in which the player to move can force a win. From a file of skep
/// puzzles, it takes the puzzles of the file, in order. It reads csv, tsv, jsonl, sgf and, for Hive, uhp.
///
/// If the only input is an index, and no option selects games, the server reads the index directly. Games added to the
/// index later appear on the page. From other inputs, up to 100,000 games are kept in memory. For more games, skep
/// makes a temporary index and removes it at the end. To start faster, make an index first.
///
/// The page and the API are read-only. Ctrl-C stops the server.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Explore {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    selection: Selection,

    /// Listen on this port; 0 chooses a free port
    #[arg(long, value_name = "N", default_value_t = 4483)]
    port: u16,

    /// Listen on this address or name of this computer
    ///
    /// Other computers can open the page unless this is a loopback address, such as 127.0.0.1.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    host: String,

    /// Let pages of another site use the API; * allows every site
    ///
    /// Write a site as the header Origin does: https://example.org. Repeat the option for more sites.
    #[arg(long, value_name = "ORIGIN", value_parser = origin, hide_short_help = true)]
    allow_origin: Vec<String>,

    /// Let the page also ask this engine
    ///
    /// PROGRAM is a command that speaks UHP, such as "nokamute uhp". The page shows its best turns, with scores in the
    /// unit of the engine. It gets only positions of plain Hive. It is killed when nobody waits for its answer any
    /// more.
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<String>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,
}

/// Reads an origin (scheme, host, port) and writes it as browsers do: in lower case, without the usual port of the
/// scheme.
fn origin(text: &str) -> Result<String, String> {
    const SCHEMES: [(&str, &str); 2] = [("http://", ":80"), ("https://", ":443")];
    if text == "*" {
        return Ok(text.to_owned());
    }
    let text = text.to_ascii_lowercase();
    let site = text.strip_suffix('/').unwrap_or(&text);
    let host = SCHEMES.iter().find_map(|(scheme, port)| {
        let host = site.strip_prefix(scheme)?;
        Some((scheme, host.strip_suffix(port).unwrap_or(host)))
    });
    match host {
        Some((_, host)) if host.contains('*') => {
            Err("a * stands alone, for every site; repeat the option for more sites".to_owned())
        }
        Some((_, host)) if !host.is_ascii() => Err(
            "write the host as browsers send it: xn--mnchen-3ya.de, not m\u{fc}nchen.de".to_owned(),
        ),
        Some((scheme, host)) if is_host(host) => Ok(format!("{scheme}{host}")),
        _ => Err("expected an origin such as https://example.org, or *".to_owned()),
    }
}

/// Whether a text may be a host with a port.
fn is_host(text: &str) -> bool {
    let is_sign = |b: u8| b.is_ascii_alphanumeric() || b"-._:[]".contains(&b);
    !text.is_empty() && !text.starts_with(':') && text.bytes().all(is_sign)
}

const EXAMPLES: &str = "\
Examples:
  skep explore --open games.zip              games from files
  skep index -o games.skepdb games/          an index, to start at once
  skep explore games.skepdb
  skep explore --where \"year >= 2024\" --port 0 games.skepdb
  skep explore puzzles.csv                   puzzles from skep puzzles
  skep explore --engine \"nokamute uhp\" games.zip
  curl 'http://127.0.0.1:4483/api/explorer?variant=Base%2BMLP'";

impl Explore {
    pub const INFO: CommandInfo = CommandInfo {
        other_names: &["explorer", "serve", "server"],
        exit: [
            "the server was stopped",
            "a file or entry is damaged or has no game",
            "a path could not be read, or the port is in use",
        ],
        ..CommandInfo::new(CommandGroup::Look, 42)
    };

    pub fn run(self) -> anyhow::Result<Exit> {
        self.inputs.require_paths()?;
        gathered::remove_stale();
        // A taken port and a wrong engine are reported before the games are read.
        let server = self.bind()?;
        let engine = self.engine.as_deref().map(UhpAdviser::new).transpose()?;
        let (games, exit) = self.games()?;
        if games.number() == 0 {
            return Err(NoMatch("no games to explore".to_owned()).into());
        }
        let number = text::counted(games.number(), "game", "games");
        let (explorer, _scratch) = games.explorer(self.sources());
        let explorer = explorer.with_origins(Origins(self.allow_origin.clone()));
        let explorer = match engine {
            Some(engine) => explorer.with_engine(Arc::new(engine)),
            None => explorer,
        };
        let stopper = server.stopper();
        interrupt::instead(move || stopper.stop());
        if !server.is_local() {
            output::tell("warning: other computers can open the page and see the games");
        }
        let url = server.url();
        let mut out = Output::stdout();
        writeln!(out, "{url}")?;
        out.finish()?;
        output::note(format_args!("{number}; Ctrl-C stops the server"));
        if self.open
            && let Err(error) = open::that_detached(&url)
        {
            output::tell(format_args!("warning: cannot open a browser: {error}"));
        }
        server.run(explorer)?;
        Ok(exit)
    }

    fn bind(&self) -> anyhow::Result<Server> {
        let (host, port) = (&self.host, self.port);
        match Server::bind(host, port) {
            Ok(server) => Ok(server),
            Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
                "port {port} is in use; choose another with --port N, or let skep choose one with --port 0"
            ),
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                // Windows has no low ports for administrators, but reserves ports for itself and for virtual machines.
                let which = if cfg!(windows) {
                    "another"
                } else {
                    "1024 or higher"
                };
                bail!(
                    "no permission for port {port}; choose {which} with --port N, or let skep choose one with --port 0"
                )
            }
            Err(error) => bail!(
                "cannot listen on {}: {}",
                text::clean(host),
                output::reason(&error)
            ),
        }
    }

    /// The games to answer from.
    fn games(&self) -> anyhow::Result<(Games, Exit)> {
        let is_whole = self.inputs.paths.places.is_empty()
            && self.selection.text().is_empty()
            && self.selection.is_whole();
        if let ([path], true) = (self.inputs.paths.as_slice(), is_whole)
            && let Some(games) = Games::of_index(Path::new(path))?
        {
            return Ok((games, Exit::Success));
        }
        let (rows, inputs) = self.rows();
        if !self.inputs.paths.places.is_empty() && !rows.is_empty() {
            bail!("a line after a path chooses a game, and not a row of puzzles");
        }
        if self.selection.slice.is_some() && !rows.is_empty() {
            bail!("--first, --last and --sample choose games, and not rows of puzzles");
        }
        let scan = if inputs.paths.is_empty() && !rows.is_empty() {
            None
        } else {
            Some(Scan::by_rules(
                &inputs,
                &self.selection,
                JudgeOptions::default(),
            )?)
        };
        let mut gathered = Gathered::new(&self.inputs);
        let mut reader = GameReader::new(JudgeOptions::default());
        for (path, puzzles) in rows {
            for entry in self.entries(&path, &puzzles, &mut reader)? {
                gathered.add(Prepared::from(entry))?;
            }
        }
        let Some(scan) = scan else {
            return Ok((gathered.finish()?, Exit::Success));
        };
        let prepare = gathered.prepare();
        let exit = scan.games(
            |reader, batch: &mut Vec<Prepared>, game| {
                // The text of the game has these names.
                reader.restore_names(game);
                reader.judge();
                batch.push(prepare(game, &reader.record, &reader.verdict));
            },
            |_, batch| batch.into_iter().try_for_each(|game| gathered.add(game)),
        )?;
        Ok((gathered.finish()?, exit))
    }

    /// The puzzles of the inputs whose rows are not games, by path, and the other inputs.
    fn rows(&self) -> (Vec<(String, Vec<PuzzleGame>)>, Inputs) {
        let mut inputs = self.inputs.clone();
        let mut rows = Vec::new();
        inputs
            .paths
            .list
            .retain(|path| match rows::puzzles(Path::new(path)) {
                Some(puzzles) => {
                    let path = path.to_string_lossy().into_owned();
                    if puzzles.others > 0 {
                        let rows = text::counted(puzzles.others, "row", "rows");
                        output::note(format_args!("{path}: left out {rows} without a puzzle"));
                    }
                    rows.push((path, puzzles.found));
                    false
                }
                None => true,
            });
        (rows, inputs)
    }

    /// The puzzles of a file that match --where, as games.
    fn entries(
        &self,
        path: &str,
        puzzles: &[PuzzleGame],
        reader: &mut GameReader,
    ) -> anyhow::Result<Vec<MemoryEntry>> {
        let filter = self.selection.filter()?;
        let source = Source {
            path: path.into(),
            entry: None,
        };
        let mut entries = Vec::new();
        for (puzzle, index) in puzzles.iter().zip(1..) {
            let game = GameText {
                source: &source,
                index,
                line: puzzle.line,
                column: 1,
                format: puzzle.format,
                text: &puzzle.text,
                findings: &[],
            };
            reader.read_text(game.format, game.text);
            let facts = reader.facts();
            let matches =
                (filter.as_ref()).is_none_or(|filter| filter.test(&facts, &source) == Truth::True);
            if matches
                && self
                    .selection
                    .numbers()
                    .is_none_or(|numbers| numbers.contains(index))
            {
                entries.push(MemoryEntry::new(&game, &reader.record, &reader.verdict));
            }
        }
        Ok(entries)
    }

    /// The inputs, as given on the command line.
    fn sources(&self) -> Vec<String> {
        let paths = self.inputs.paths.iter();
        paths
            .map(|path| path.to_string_lossy().into_owned())
            .collect()
    }
}
