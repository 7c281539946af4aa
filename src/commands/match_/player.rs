//! The engines of a match.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context as _, bail, ensure};

use crate::commands::uhp;
use skep_engine::{Engine, EngineError, EngineLimits, Program};
use skep_rules::hive::GameType;

/// An engine of a match.
pub struct MatchPlayer {
    pub name: String,
    pub program: Program,
    /// What the engine calls itself, with its version. [`introduce`] asks for it.
    pub engine: String,
    /// Names and values of its options.
    settings: Vec<(String, String)>,
}

/// An option of the engines, or of one engine.
#[derive(Clone, Debug)]
pub struct Setting {
    player: Option<String>,
    option: String,
    value: String,
}

impl FromStr for Setting {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Setting, &'static str> {
        let (option, value) = text
            .split_once('=')
            .ok_or("expected OPTION=VALUE or NAME:OPTION=VALUE")?;
        let (player, option) = match option.split_once(':') {
            Some((player, option)) => (Some(player.to_owned()), option),
            None => (None, option),
        };
        Ok(Setting {
            player,
            option: option.to_owned(),
            value: value.to_owned(),
        })
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(player) = &self.player {
            write!(f, "{player}:")?;
        }
        write!(f, "{}={}", self.option, self.value)
    }
}

/// The engines as they are typed, with different names.
pub fn players(engines: &[String], settings: &[Setting]) -> anyhow::Result<Vec<MatchPlayer>> {
    let mut players: Vec<MatchPlayer> = Vec::new();
    for engine in engines {
        let is_name = |name: &str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_alphanumeric() || "._-".contains(c))
        };
        let named = engine.split_once('=').filter(|(name, _)| is_name(name));
        let command = named.map_or(engine.as_str(), |(_, command)| command);
        let program = uhp::program(command)?;
        let name = match named {
            Some((name, _)) => name.to_owned(),
            None => name_of(&program.path),
        };
        let taken = |name: &str| players.iter().any(|player| player.name == name);
        let name = if !taken(&name) {
            name
        } else if named.is_some() {
            bail!("two engines have the name {name}");
        } else {
            let mut numbered = (2..).map(|n| format!("{name}-{n}"));
            numbered.find(|name| !taken(name)).unwrap_or(name)
        };
        players.push(MatchPlayer {
            name,
            program,
            engine: String::new(),
            settings: Vec::new(),
        });
    }
    for setting in settings {
        let is_meant = |player: &&mut MatchPlayer| {
            setting
                .player
                .as_ref()
                .is_none_or(|name| *name == player.name)
        };
        let mut meant = players.iter_mut().filter(is_meant).peekable();
        ensure!(
            meant.peek().is_some(),
            "--set: no engine has the name {}",
            setting.player.as_deref().unwrap_or_default()
        );
        for player in meant {
            let option = (setting.option.clone(), setting.value.clone());
            player.settings.push(option);
        }
    }
    Ok(players)
}

fn name_of(path: &Path) -> String {
    let name = path.file_stem().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

impl MatchPlayer {
    /// Starts the engine, with its options set.
    pub fn start(&self) -> Result<Engine, EngineError> {
        let mut engine = Engine::start(&self.program, EngineLimits::default())?;
        // Records have scores. The options of the user are set last, so they can change this.
        engine.report_scores()?;
        for (option, value) in &self.settings {
            engine.set_option(option, value)?;
        }
        Ok(engine)
    }
}

/// Starts each engine once to learn its name, and to check that it knows the variant and, if needed, `bestmove nodes`.
pub fn introduce(
    players: &mut [MatchPlayer],
    variant: GameType,
    counts_nodes: bool,
) -> anyhow::Result<()> {
    for player in players {
        let mut engine = player.start().with_context(|| player.name.clone())?;
        ensure!(
            engine.knows(variant),
            "{}: the engine does not know {variant}",
            player.name
        );
        if counts_nodes {
            let knows = engine.counts_nodes().with_context(|| player.name.clone())?;
            ensure!(
                knows,
                "{}: the engine does not know bestmove nodes; use --depth or --time",
                player.name
            );
        }
        engine.name().clone_into(&mut player.engine);
        engine.quit();
    }
    Ok(())
}
