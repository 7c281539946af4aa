//! `skep diff` of two folders: game by game, by file name and content.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use tempfile::SpooledTempFile;

use super::Diff;
use super::comparison::Comparison;
use super::reading::RecordToCompare;
use crate::emit::Outlet;
use crate::emit::rows::ReportFormat;
use crate::output::Exit;
use crate::scan::Scan;
use crate::text;
use skep_analysis::{Facts, GameReader, Sameness};
use skep_collection::ByteBudget;
use skep_records::record::{composed, folded};
use skep_records::{Format, Source};
use skep_rules::game::Side;

/// The hashes that match the games of two folders.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Digest {
    text: u64,
    /// Equal for the same moves; none for empty and invalid games.
    moves: Option<u128>,
    /// Equal for the same players and date; none if a player is unknown.
    players: Option<u64>,
    /// Equal for the same first turns; none for empty and invalid games.
    begin: Option<u128>,
}

/// The games among which the version of a game is searched. More would take too long.
const NEAR: usize = 64;

/// The turns by which versions of a game are found.
const BEGIN: u32 = 2;

impl Digest {
    fn new(reader: &GameReader, text: &str) -> Digest {
        let mut hasher = DefaultHasher::new();
        text.trim_end().hash(&mut hasher);
        let facts = reader.facts();
        let mut begin = reader.verdict.clone();
        begin.game.truncate(BEGIN);
        Digest {
            text: hasher.finish(),
            moves: Sameness::Moves.key(&facts),
            players: players(&facts),
            begin: Sameness::Moves.key(&Facts::new(&reader.record, &begin)),
        }
    }

    /// Whether two games may be versions of one.
    fn fits(&self, other: &Digest) -> bool {
        let may = |equal: bool, known: bool| equal || !known;
        may(
            self.players == other.players,
            self.players.is_some() && other.players.is_some(),
        ) && may(
            self.begin == other.begin,
            self.begin.is_some() && other.begin.is_some(),
        )
    }
}

/// The games of a folder.
struct GamesOfFolder {
    /// The games of each file, by its name in the folder.
    files: BTreeMap<String, Vec<Digest>>,
    exit: Exit,
}

/// A game, by its file and its number there, from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
struct GamePlace {
    file: String,
    game: usize,
}

/// Two games that differ.
#[derive(Serialize)]
struct DifferentGames<'a> {
    a: &'a GamePlace,
    b: &'a GamePlace,
    difference: Comparison<'a>,
}

/// Two files with the same games.
#[derive(Serialize)]
struct RenamedFile {
    a: String,
    b: String,
}

/// A difference, as a line of JSON Lines.
#[derive(Serialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
enum DifferenceRow<'a> {
    Renamed {
        #[serde(flatten)]
        renamed: &'a RenamedFile,
    },
    Differ {
        #[serde(flatten)]
        pair: &'a DifferentGames<'a>,
    },
    OnlyA {
        a: &'a GamePlace,
    },
    OnlyB {
        b: &'a GamePlace,
    },
}

/// Writes where two folders differ, one difference after the other.
struct FoldersReport {
    format: ReportFormat,
    out: Outlet,
    /// The number of games that do not differ.
    same: usize,
    /// The number of pairs that differ.
    differ: usize,
}

impl GamesOfFolder {
    fn read(scan: &Scan<'_>, root: &Path) -> anyhow::Result<GamesOfFolder> {
        let mut files: BTreeMap<String, Vec<Digest>> = BTreeMap::new();
        let exit = scan.games(
            |reader, found: &mut Vec<(String, Digest)>, game| {
                reader.judge();
                let digest = Digest::new(reader, game.text);
                found.push((name(root, game.source), digest));
            },
            |_, found| {
                for (name, digest) in found {
                    files.entry(name).or_default().push(digest);
                }
                Ok(())
            },
        )?;
        Ok(GamesOfFolder { files, exit })
    }

    /// The texts of some games.
    fn texts(
        scan: &Scan<'_>,
        root: &Path,
        wanted: &HashSet<&GamePlace>,
    ) -> anyhow::Result<StoredTexts> {
        let mut texts = StoredTexts::new();
        scan.second_pass().unread().games(
            |_, found: &mut Vec<(GamePlace, (Format, String))>, game| {
                let place = GamePlace {
                    file: name(root, game.source),
                    game: game.index as usize,
                };
                if wanted.contains(&place) {
                    found.push((place, (game.format, game.text.to_owned())));
                }
            },
            |_, found| {
                for (place, (format, text)) in found {
                    texts.add(place, format, &text)?;
                }
                Ok(())
            },
        )?;
        Ok(texts)
    }
}

/// The texts of games. If they do not fit in memory, they wait in a temporary file.
struct StoredTexts {
    texts: SpooledTempFile,
    end: u64,
    /// The notation of each game, and where its text is.
    places: HashMap<GamePlace, (Format, Range<u64>)>,
}

impl StoredTexts {
    /// The bytes that stay in memory. There are the texts of A and those of B, and a buffer that grows holds three times
    /// its texts for a moment.
    const MOST: usize = ByteBudget::TEXTS / 8;

    fn new() -> StoredTexts {
        StoredTexts {
            texts: SpooledTempFile::new(StoredTexts::MOST),
            end: 0,
            places: HashMap::new(),
        }
    }

    fn add(&mut self, place: GamePlace, format: Format, text: &str) -> io::Result<()> {
        self.texts.write_all(text.as_bytes())?;
        let start = self.end;
        self.end += text.len() as u64;
        self.places.insert(place, (format, start..self.end));
        Ok(())
    }

    /// The record of a game, judged.
    fn record(&mut self, place: &GamePlace, scan: &Scan<'_>) -> anyhow::Result<RecordToCompare> {
        let found = self.places.get(place).cloned();
        let (format, range) = found.context("the input changed during the run")?;
        self.texts.seek(SeekFrom::Start(range.start))?;
        let mut text = String::new();
        let length = range.end - range.start;
        (&mut self.texts).take(length).read_to_string(&mut text)?;
        let mut reader = scan.reader();
        reader.read_text(format, &text);
        Ok(RecordToCompare::new(reader.record, reader.verdict))
    }
}

/// A hash of the players and the date of a game.
fn players(facts: &Facts<'_>) -> Option<u64> {
    let names = Side::ALL.map(|side| facts.player(side).map(folded));
    let [Some(white), Some(black)] = names else {
        return None;
    };
    let mut hasher = DefaultHasher::new();
    (white, black, facts.date()).hash(&mut hasher);
    Some(hasher.finish())
}

/// The name of a source inside the folder or archive, composed: macOS may write an accent as a character of its own.
fn name(root: &Path, source: &Source) -> String {
    composed(&place(root, source)).into_owned()
}

/// Where a source is inside the folder or archive.
fn place(root: &Path, source: &Source) -> String {
    let path = Path::new(&*source.path);
    let inside = path.strip_prefix(root).unwrap_or(path);
    let is_root = inside.as_os_str().is_empty();
    match &source.entry {
        Some(entry) if is_root => entry.to_string(),
        Some(entry) => format!("{}!{entry}", inside.display()),
        // The input is a single file.
        None if is_root => path
            .file_name()
            .map_or(path, Path::new)
            .display()
            .to_string(),
        None => inside.display().to_string(),
    }
}

/// The files of A, each with the file of B that it is compared with: of the same name, or else with the same games.
fn pairs<'a>(a: &'a GamesOfFolder, b: &'a GamesOfFolder) -> Vec<(&'a str, &'a str)> {
    let same_name = a.files.keys().filter(|name| b.files.contains_key(*name));
    let mut pairs: Vec<(&str, &str)> = same_name.map(|name| (&**name, &**name)).collect();
    let others = |of: &'a GamesOfFolder, than: &GamesOfFolder| -> Vec<(&'a str, &'a [Digest])> {
        let others = of
            .files
            .iter()
            .filter(|(name, _)| !than.files.contains_key(*name));
        others.map(|(name, games)| (&**name, &**games)).collect()
    };
    let (in_a, in_b) = (others(a, b), others(b, a));
    let (mut left_a, mut left_b) = ((0..in_a.len()).collect(), (0..in_b.len()).collect());
    let texts = |games: &[Digest]| Some(games.iter().map(|game| game.text).collect::<Vec<_>>());
    let moves = |games: &[Digest]| {
        games
            .iter()
            .map(|game| game.moves)
            .collect::<Option<Vec<_>>>()
    };
    let (of_a, of_b) = (|i: usize| in_a[i].1, |i: usize| in_b[i].1);
    let mut renamed = take_pairs(
        &mut left_a,
        &mut left_b,
        |i| texts(of_a(i)),
        |i| texts(of_b(i)),
    );
    renamed.extend(take_pairs(
        &mut left_a,
        &mut left_b,
        |i| moves(of_a(i)),
        |i| moves(of_b(i)),
    ));
    pairs.extend(renamed.into_iter().map(|(i, j)| (in_a[i].0, in_b[j].0)));
    pairs.sort_unstable();
    pairs
}

/// The games of two files that belong together, and those without a partner. Games are numbered from 0.
#[derive(Default)]
struct Matched {
    same: usize,
    to_compare: Vec<(usize, usize)>,
    only_a: Vec<usize>,
    only_b: Vec<usize>,
}

impl Matched {
    /// Matches games by text, then by moves, then by players and date. The others are matched in their order,
    /// unless their players or first turns differ.
    fn new(a: &[Digest], b: &[Digest]) -> Matched {
        let mut matched = Matched::default();
        let (mut left_a, mut left_b): (Vec<usize>, Vec<usize>) =
            ((0..a.len()).collect(), (0..b.len()).collect());
        let by_text = take_pairs(
            &mut left_a,
            &mut left_b,
            |i| Some(a[i].text),
            |i| Some(b[i].text),
        );
        matched.same = by_text.len();
        matched.to_compare = take_pairs(&mut left_a, &mut left_b, |i| a[i].moves, |i| b[i].moves);
        let of_players = take_pairs(&mut left_a, &mut left_b, |i| a[i].players, |i| b[i].players);
        matched.to_compare.extend(of_players);
        // A file of one game and its namesake hold versions of it.
        let is_alone = a.len() == 1 && b.len() == 1;
        let mut free: VecDeque<usize> = left_b.into();
        for i in left_a {
            let near = free
                .iter()
                .take(NEAR)
                .position(|&j| is_alone || a[i].fits(&b[j]));
            match near.and_then(|at| free.remove(at)) {
                Some(j) => matched.to_compare.push((i, j)),
                None => matched.only_a.push(i),
            }
        }
        matched.only_b = free.into();
        matched.to_compare.sort_unstable();
        matched
    }
}

/// Pairs the games that are left of both sides, whatever their files: one side can have a file for each game, and the
/// other all games in one file. Returns the number of games with equal texts; those with equal moves, or with
/// equal players and dates, are to compare.
fn across(
    left_a: &mut Vec<(GamePlace, Digest)>,
    left_b: &mut Vec<(GamePlace, Digest)>,
    to_compare: &mut Vec<(GamePlace, GamePlace)>,
) -> usize {
    let mut pair = |key: fn(&Digest) -> Option<u128>| {
        let (mut a, mut b) = ((0..left_a.len()).collect(), (0..left_b.len()).collect());
        let key_a = |i: usize| key(&left_a[i].1);
        let key_b = |i: usize| key(&left_b[i].1);
        let pairs = take_pairs(&mut a, &mut b, key_a, key_b);
        let places = pairs.iter();
        let places = places.map(|&(i, j)| (left_a[i].0.clone(), left_b[j].0.clone()));
        let places: Vec<(GamePlace, GamePlace)> = places.collect();
        for (left, stay) in [(&mut *left_a, a), (&mut *left_b, b)] {
            *left = stay.into_iter().map(|i: usize| left[i].clone()).collect();
        }
        places
    };
    let same = pair(|game| Some(game.text.into())).len();
    to_compare.extend(pair(|game| game.moves));
    to_compare.extend(pair(|game| game.players.map(u128::from)));
    same
}

/// Takes the pairs of games with equal keys out of two lists, in order.
fn take_pairs<K: Hash + Eq>(
    a: &mut Vec<usize>,
    b: &mut Vec<usize>,
    key_a: impl Fn(usize) -> Option<K>,
    key_b: impl Fn(usize) -> Option<K>,
) -> Vec<(usize, usize)> {
    let mut free: HashMap<K, Vec<usize>> = HashMap::new();
    for &i in b.iter().rev() {
        if let Some(key) = key_b(i) {
            free.entry(key).or_default().push(i);
        }
    }
    let mut pairs = Vec::new();
    a.retain(|&i| {
        let partner = key_a(i).and_then(|key| free.get_mut(&key)?.pop());
        pairs.extend(partner.map(|partner| (i, partner)));
        partner.is_none()
    });
    let taken: HashSet<usize> = pairs.iter().map(|(_, i)| *i).collect();
    b.retain(|i| !taken.contains(i));
    pairs
}

/// Compares two folders, archives or files with several games.
pub fn run(
    diff: &Diff,
    scan_a: &Scan<'_>,
    scan_b: &Scan<'_>,
    format: ReportFormat,
    out: Outlet,
) -> anyhow::Result<Exit> {
    let roots = [&diff.a, &diff.b].map(Path::new);
    let a = GamesOfFolder::read(scan_a, roots[0])?;
    let b = GamesOfFolder::read(scan_b, roots[1])?;
    let both_files =
        !roots.iter().any(|root| root.is_dir()) && a.files.len() == 1 && b.files.len() == 1;

    let mut report = FoldersReport {
        format,
        out,
        same: 0,
        differ: 0,
    };
    let mut renamed = Vec::new();
    let mut to_compare = Vec::new();
    let pairs = match (a.files.keys().next(), b.files.keys().next()) {
        (Some(file_a), Some(file_b)) if both_files => vec![(&**file_a, &**file_b)],
        _ => pairs(&a, &b),
    };
    let place = |file: &str, i: usize| GamePlace {
        file: file.to_owned(),
        game: i + 1,
    };
    let (mut left_a, mut left_b) = (Vec::new(), Vec::new());
    for &(in_a, in_b) in &pairs {
        if in_a != in_b && !both_files {
            renamed.push(RenamedFile {
                a: in_a.to_owned(),
                b: in_b.to_owned(),
            });
        }
        let (games_a, games_b) = (&a.files[in_a], &b.files[in_b]);
        let matched = Matched::new(games_a, games_b);
        report.same += matched.same;
        let both = matched.to_compare.into_iter();
        to_compare.extend(both.map(|(i, j)| (place(in_a, i), place(in_b, j))));
        left_a.extend(
            matched
                .only_a
                .into_iter()
                .map(|i| (place(in_a, i), games_a[i])),
        );
        left_b.extend(
            matched
                .only_b
                .into_iter()
                .map(|i| (place(in_b, i), games_b[i])),
        );
    }
    let paired_a: HashSet<&str> = pairs.iter().map(|pair| pair.0).collect();
    let paired_b: HashSet<&str> = pairs.iter().map(|pair| pair.1).collect();
    for (folder, paired, left) in [(&a, paired_a, &mut left_a), (&b, paired_b, &mut left_b)] {
        for (file, games) in folder
            .files
            .iter()
            .filter(|(f, _)| !paired.contains(f.as_str()))
        {
            let games = games.iter().enumerate();
            left.extend(games.map(|(i, game)| (place(file, i), *game)));
        }
    }
    report.same += across(&mut left_a, &mut left_b, &mut to_compare);
    let only = [left_a, left_b].map(|left| {
        let mut places: Vec<GamePlace> = left.into_iter().map(|(place, _)| place).collect();
        places.sort_unstable_by(GamePlace::order);
        places
    });

    let (wanted_a, wanted_b) = to_compare.iter().map(|(a, b)| (a, b)).unzip();
    let mut texts_a = GamesOfFolder::texts(scan_a, roots[0], &wanted_a)?;
    let mut texts_b = GamesOfFolder::texts(scan_b, roots[1], &wanted_b)?;
    report.begin(&renamed)?;
    for (a, b) in &to_compare {
        let x = texts_a.record(a, scan_a)?;
        let y = texts_b.record(b, scan_b)?;
        let difference = Comparison::new(&x, &y, !diff.moves_only);
        if difference.differs() {
            report.push(&DifferentGames { a, b, difference }, diff.spelling)?;
        } else {
            report.same += 1;
        }
    }
    let differs = report.differ > 0 || only.iter().any(|places| !places.is_empty());
    report.finish(&only)?;
    let of_games = if differs {
        Exit::Findings
    } else {
        Exit::Success
    };
    Ok(a.exit.and(b.exit).and(of_games))
}

impl GamePlace {
    fn order(&self, other: &GamePlace) -> std::cmp::Ordering {
        (&self.file, self.game).cmp(&(&other.file, other.game))
    }
}

impl FoldersReport {
    /// Writes what comes before the differences: the files with other names.
    fn begin(&mut self, renamed: &[RenamedFile]) -> io::Result<()> {
        if self.format == ReportFormat::Json {
            self.out
                .write_all(br#"{"schema":"skep-diff-folders/1","renamed":"#)?;
            serde_json::to_writer(&mut self.out, renamed)?;
            return self.out.write_all(br#","differ":["#);
        }
        for renamed in renamed {
            let RenamedFile { a, b } = renamed;
            if self.format == ReportFormat::Text {
                self.line(&format!("renamed: {a} in A is {b} in B"))?;
            } else {
                self.row(&DifferenceRow::Renamed { renamed })?;
            }
        }
        Ok(())
    }

    /// Writes a pair that differs, in text with every spelling difference if `spelling` is set.
    fn push(&mut self, pair: &DifferentGames<'_>, spelling: bool) -> io::Result<()> {
        self.differ += 1;
        match self.format {
            ReportFormat::Text => self.pair_for_people(pair, spelling),
            ReportFormat::Json => {
                if self.differ > 1 {
                    self.out.write_all(b",")?;
                }
                Ok(serde_json::to_writer(&mut self.out, pair)?)
            }
            _ => self.row(&DifferenceRow::Differ { pair }),
        }
    }

    fn pair_for_people(&mut self, pair: &DifferentGames<'_>, spelling: bool) -> io::Result<()> {
        let DifferentGames { a, b, difference } = pair;
        let in_b = match (a.file == b.file, a.game == b.game) {
            (true, true) => String::new(),
            (true, false) => format!(" in A, game {} in B", b.game),
            (false, _) => format!(" in A, {}: game {} in B", b.file, b.game),
        };
        self.line(&format!("{}: game {}{in_b}", a.file, a.game))?;
        let mut text = Vec::new();
        difference.write(spelling, &mut text)?;
        let text = String::from_utf8_lossy(&text);
        text.lines()
            .try_for_each(|difference| self.line(&format!("  {difference}")))
    }

    /// Writes what comes after the differences: the games that only A or only B has, and the numbers.
    fn finish(mut self, [only_a, only_b]: &[Vec<GamePlace>; 2]) -> anyhow::Result<()> {
        match self.format {
            ReportFormat::Text => {
                for (folder, places) in [("A", only_a), ("B", only_b)] {
                    for GamePlace { file, game } in places {
                        self.line(&format!("only in {folder}: {file}: game {game}"))?;
                    }
                }
                self.line(&format!(
                    "{} the same, {}, {} only in A, {} only in B",
                    text::counted(self.same as u64, "game is", "games are"),
                    text::counted(self.differ as u64, "differs", "differ"),
                    text::count(only_a.len() as u64),
                    text::count(only_b.len() as u64),
                ))?;
            }
            ReportFormat::Json => {
                let [only_a, only_b] = [only_a, only_b].map(serde_json::to_string);
                let (only_a, only_b, same) = (only_a?, only_b?, self.same);
                let end = format!("],\"only_a\":{only_a},\"only_b\":{only_b},\"same\":{same}}}\n");
                self.out.write_all(end.as_bytes())?;
            }
            _ => {
                let only_a = only_a.iter().map(|a| DifferenceRow::OnlyA { a });
                let only_b = only_b.iter().map(|b| DifferenceRow::OnlyB { b });
                only_a.chain(only_b).try_for_each(|row| self.row(&row))?;
            }
        }
        self.out.finish("")?;
        Ok(())
    }

    /// Writes a difference on a line of its own, as JSON.
    fn row(&mut self, row: &DifferenceRow<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, row)?;
        self.out.write_all(b"\n")
    }

    /// Writes a line for people. File names and tags can hold anything.
    fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{}", text::clean(text))
    }
}
