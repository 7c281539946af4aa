use std::any::Any;
use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::encoding::latin1;
use super::offset::{Offset, OffsetCell, OffsetSetter};
use super::sink::{Context, Flow, Origin, Sink, SmallFiles, TextInProgress, Then};

use super::text::{column_after, count_lines};
use super::{GameText, Item, Store, StoredGame, Summary, stream};
use skep_records::Source;
use skep_records::diag::{Code, Diagnostic, Span};
use skep_records::notation::find::GameInText;
use skep_records::notation::split;
use skep_records::record::Format;

/// The weight, in bytes, of a fault or a skipped file when outputs are cut into units.
const ITEM_WEIGHT: usize = 256;

/// A part of a text: whole games.
pub(super) struct TextUnit<'a> {
    pub origin: &'a Origin,
    pub bytes: &'a [u8],
    pub then: Then,
    pub start: Arc<OffsetCell>,
    pub end: OffsetSetter,
}

/// Buffers that a thread keeps from unit to unit.
#[derive(Default)]
pub(super) struct Scratch {
    ranges: Vec<Range<usize>>,
    /// The header and a row of CSV.
    with_header: String,
    findings: Vec<Diagnostic>,
}

/// What the caller of a scan makes of some items.
pub(super) type Output = Box<dyn Any + Send>;

/// Where outputs go, with the counts that belong to them and whether they are the last ones of their task.
pub(super) type Emit<'a> = dyn FnMut(Output, Summary, bool) -> Flow + 'a;

/// What the caller of a scan does with the items of a thread.
pub(super) trait Caller {
    /// Adds an item to the output.
    fn item(&mut self, item: Item<'_>);

    /// Takes the output. The next item begins another one.
    fn output(&mut self) -> Output;
}

/// The functions of a caller.
pub(super) struct Functions<'a, S, O, N, W> {
    pub state: S,
    pub new: &'a N,
    pub work: &'a W,
    /// `None` until there is an item.
    pub output: Option<O>,
}

impl<S, O, N, W> Caller for Functions<'_, S, O, N, W>
where
    O: Send + 'static,
    N: Fn() -> O,
    W: Fn(&mut S, &mut O, Item<'_>),
{
    fn item(&mut self, item: Item<'_>) {
        let output = self.output.get_or_insert_with(self.new);
        (self.work)(&mut self.state, output, item);
    }

    fn output(&mut self) -> Output {
        Box::new(self.output.take().unwrap_or_else(self.new))
    }
}

/// The work of one thread: it splits units into games, decodes them, and hands each game to the caller.
pub(super) struct Worker<'a> {
    context: &'a Context<'a>,
    scratch: &'a mut Scratch,
    caller: &'a mut dyn Caller,
    emit: &'a mut Emit<'a>,
    summary: Summary,
    weight: usize,
    /// The weight at which an output is emitted before its task is done.
    limit: usize,
}

impl<'a> Worker<'a> {
    pub fn new(
        context: &'a Context<'a>,
        scratch: &'a mut Scratch,
        caller: &'a mut dyn Caller,
        emit: &'a mut Emit<'a>,
        limit: usize,
    ) -> Self {
        Worker {
            context,
            scratch,
            caller,
            emit,
            summary: Summary::default(),
            weight: 0,
            limit,
        }
    }

    /// Emits the last output.
    pub fn finish(self) -> Flow {
        (self.emit)(self.caller.output(), self.summary, true)
    }

    /// Processes the games of one unit.
    pub fn unit(&mut self, unit: TextUnit<'_>) -> Flow {
        let TextUnit {
            origin,
            bytes,
            then,
            ..
        } = unit;
        let scratch = &mut *self.scratch;
        scratch.ranges.clear();
        scratch.ranges.extend(split::games(origin.format, bytes));
        let games = scratch.ranges.len() as u64;
        let start = unit.start.wait();
        let mut headers = Headers::new(origin.format, bytes, &scratch.ranges, &start, then);
        unit.end.tell(headers.offset_after(&start));

        // Most units are UTF-8. If a unit is not, each game is tested.
        let whole = std::str::from_utf8(bytes).ok();
        let mut line = start.lines + 1;
        let mut column = start.column;
        let mut counted = 0;
        let max = self.context.options.longest(origin.format);
        let mut too_long = 0;
        for (i, range) in scratch.ranges.iter().enumerate() {
            if self.context.stop.load(Relaxed) {
                return Break(());
            }
            let passed = &bytes[counted..range.start];
            line += count_lines(passed);
            column = column_after(column, passed);
            counted = range.start;
            scratch.findings.clear();
            let index = start.games + i as u64 + 1;
            if origin.unsafe_name && index == 1 {
                scratch.findings.push(unsafe_name());
            }
            if range.len() > max {
                too_long += 1;
                let source = &origin.source;
                let diagnostic = passed_over(index, line, max);
                self.summary.fault(&diagnostic);
                let item = Item::Fault { source, diagnostic };
                self.caller.item(item);
                continue;
            }
            let game = &bytes[range.clone()];
            let decoded;
            let text = match whole.and_then(|text| text.get(range.clone())) {
                Some(text) => text,
                None => match std::str::from_utf8(game) {
                    Ok(text) => text,
                    Err(_) => {
                        decoded = latin1(game);
                        scratch.findings.push(read_as_latin1(&decoded));
                        &decoded
                    }
                },
            };
            if then == Then::Damage && i + 1 == scratch.ranges.len() {
                scratch.findings.push(Diagnostic::new(
                    Code::Truncated,
                    "the archive or file ends in or after this game, so the end of the game may be missing",
                ));
            }
            let mut game = GameText {
                source: &origin.source,
                index,
                line,
                column: column + 1,
                format: origin.format,
                text,
                findings: &scratch.findings,
            };
            if let Some(header) = headers.of(i).filter(|_| column == 0) {
                scratch.with_header.clear();
                for part in [&header, "\n", text] {
                    scratch.with_header.push_str(part);
                }
                game.text = &scratch.with_header;
                // The row is the second line of the text.
                game.line -= 1;
            }
            self.caller.item(Item::Game(game));
        }
        self.context.progress.add_games(games);
        self.summary.games += games - too_long;
        self.summary.bytes += bytes.len() as u64;
        self.weight += bytes.len();
        let is_empty = then == Then::End && start.games + games == 0;
        if is_empty && !split::is_only_header(origin.format, bytes) {
            // The text may hold only comments.
            if origin.required {
                let message = format!("no game in {}", origin.format.title());
                self.report(&origin.source, Diagnostic::new(Code::NotARecord, message));
            } else {
                self.skip(&origin.source);
            }
        }
        Continue(())
    }

    /// Processes a batch of a store.
    fn stored(&mut self, store: &dyn Store, batch: usize, source: &Source) -> Flow {
        let mut flow = Continue(());
        let read = store.read(batch, &mut |stored| {
            if flow.is_break() || self.context.stop.load(Relaxed) {
                return;
            }
            match stored {
                StoredGame::Game(game) => {
                    self.context.progress.add_games(1);
                    self.summary.games += 1;
                    self.summary.bytes += game.text.len() as u64;
                    self.weight += game.text.len();
                    self.caller.item(Item::Game(game));
                }
                StoredGame::Rejected(games) => {
                    self.summary.games += games;
                    self.caller.item(Item::Rejected { games });
                }
            }
            // The games of a batch can be long.
            flow = self.flush_if_full();
        });
        flow?;
        if let Err(diagnostic) = read {
            self.report(source, diagnostic);
        }
        self.flush_if_full()
    }

    /// Processes games that were found in a text. `read` is the number of bytes that they were found in.
    fn found(&mut self, origin: &Origin, first: u64, games: &[GameInText], read: usize) -> Flow {
        for (found, index) in games.iter().zip(first..) {
            if self.context.stop.load(Relaxed) {
                return Break(());
            }
            let scratch = &mut *self.scratch;
            scratch.findings.clear();
            if origin.unsafe_name && index == 1 {
                scratch.findings.push(unsafe_name());
            }
            scratch.findings.extend(found.findings.iter().cloned());
            let decoded;
            let text = match std::str::from_utf8(&found.text) {
                Ok(text) => text,
                Err(_) => {
                    decoded = latin1(&found.text);
                    scratch.findings.push(read_as_latin1(&decoded));
                    &*decoded
                }
            };
            self.caller.item(Item::Game(GameText {
                source: &origin.source,
                index,
                line: found.line,
                column: found.column,
                format: found.format,
                text,
                findings: &scratch.findings,
            }));
        }
        self.context.progress.add_games(games.len() as u64);
        self.summary.games += games.len() as u64;
        self.summary.bytes += read as u64;
        self.weight += read;
        self.flush_if_full()
    }

    /// Reports a game that was skipped.
    pub fn passed_over(
        &mut self,
        origin: &Origin,
        lines: u64,
        start: &OffsetCell,
        end: OffsetSetter,
    ) {
        let at = start.wait();
        end.tell(offset_after_long(&at, lines));
        let max = self.context.options.longest(origin.format);
        self.report(&origin.source, passed_over(at.games + 1, at.lines + 1, max));
    }

    /// Reports a fault.
    pub fn report(&mut self, source: &Source, diagnostic: Diagnostic) {
        self.summary.fault(&diagnostic);
        self.weight += ITEM_WEIGHT;
        let item = Item::Fault { source, diagnostic };
        self.caller.item(item);
    }

    /// Reports a file that is not a record.
    pub fn skip(&mut self, source: &Source) {
        self.summary.skipped += 1;
        self.weight += ITEM_WEIGHT;
        self.caller.item(Item::Skipped { source });
    }

    /// Emits the output if it is large enough.
    fn flush_if_full(&mut self) -> Flow {
        if self.weight < self.limit {
            return Continue(());
        }
        self.weight = 0;
        let summary = std::mem::take(&mut self.summary);
        (self.emit)(self.caller.output(), summary, false)
    }
}

/// The headers of a unit: the lines of CSV that name the columns.
struct Headers<'a> {
    format: Format,
    bytes: &'a [u8],
    ranges: &'a [Range<usize>],
    is_first: bool,
    then: Then,
    now: Option<Arc<str>>,
}

impl<'a> Headers<'a> {
    fn new(
        format: Format,
        bytes: &'a [u8],
        ranges: &'a [Range<usize>],
        start: &Offset,
        then: Then,
    ) -> Headers<'a> {
        Headers {
            format,
            bytes,
            ranges,
            is_first: start.games == 0,
            then,
            now: start.header.clone(),
        }
    }

    /// The header before a game, or after the last game.
    fn before(&self, game: usize) -> Option<Arc<str>> {
        let from = game.checked_sub(1).map_or(0, |last| self.ranges[last].end);
        let to = self
            .ranges
            .get(game)
            .map_or(self.bytes.len(), |next| next.start);
        let is_first = self.is_first && game == 0;
        let header = split::header(self.format, &self.bytes[from..to], is_first)?;
        Some(String::from_utf8_lossy(header).into())
    }

    /// The header after the unit.
    fn last(&self) -> Option<Arc<str>> {
        if self.format != Format::Embedded {
            return None;
        }
        let all = (0..=self.ranges.len()).rev();
        all.map(|game| self.before(game))
            .find(Option::is_some)
            .unwrap_or(self.now.clone())
    }

    /// The place after the unit.
    fn offset_after(&self, start: &Offset) -> Offset {
        Offset {
            games: start.games + self.ranges.len() as u64,
            lines: start.lines + count_lines(self.bytes),
            column: column_after(start.column, self.bytes),
            header: self.last(),
        }
    }

    /// The header of a game. It must be called for all games in order. A row with more than one game has no header.
    fn of(&mut self, game: usize) -> Option<Arc<str>> {
        if self.format != Format::Embedded {
            return None;
        }
        if let Some(header) = self.before(game) {
            self.now = Some(header);
        }
        let rest = &self.bytes[self.ranges[game].end..];
        let blank = |b: &&u8| matches!(b, b' ' | b'\t' | b'\r');
        let is_whole_row = match rest.iter().find(|b| !blank(b)) {
            Some(next) => *next == b'\n',
            // A unit in the middle of a text ends after a line, or within a row of several games.
            None => self.then != Then::More,
        };
        self.now.clone().filter(|_| is_whole_row)
    }
}

/// The place after a unit of games at these ranges.
pub(super) fn offset_after(
    format: Format,
    bytes: &[u8],
    ranges: &[Range<usize>],
    start: &Offset,
    then: Then,
) -> Offset {
    Headers::new(format, bytes, ranges, start, then).offset_after(start)
}

/// The place after a game that was skipped because it is too long. It has `lines` line ends.
pub(super) fn offset_after_long(start: &Offset, lines: u64) -> Offset {
    Offset {
        games: start.games + 1,
        lines: start.lines + lines,
        column: 0,
        header: start.header.clone(),
    }
}

/// The fault of a game longer than `max` bytes.
fn passed_over(index: u64, line: u64, max: usize) -> Diagnostic {
    let message = format!(
        "game {index}, which begins on line {line}, is longer than {max} bytes and was skipped"
    );
    Diagnostic::new(Code::TooLong, message)
}

/// The remark on the first game of an archive entry.
fn unsafe_name() -> Diagnostic {
    let message = "the name of the entry leads out of the folder of the archive";
    Diagnostic::new(Code::UnsafeEntryName, message)
}

/// The remark on a game that is not UTF-8. Its span is the first character that is not ASCII.
fn read_as_latin1(text: &str) -> Diagnostic {
    let start = text.bytes().position(|b| !b.is_ascii()).unwrap_or(0);
    let length = text[start..].chars().next().map_or(0, char::len_utf8);
    Diagnostic::new(Code::Latin1, "not UTF-8; read as Latin-1").at(Span::new(start, start + length))
}

/// Processes units immediately, on the reading thread.
impl Sink for Worker<'_> {
    fn games(
        &mut self,
        text: &mut TextInProgress,
        buffer: &mut Vec<u8>,
        cut: usize,
        then: Then,
    ) -> Flow {
        let (start, end) = text.cursor.advance();
        self.unit(TextUnit {
            origin: &text.origin,
            bytes: &buffer[..cut],
            then,
            start,
            end,
        })?;
        buffer.drain(..cut);
        self.flush_if_full()
    }

    fn too_long(&mut self, text: &mut TextInProgress, lines: u64) -> Flow {
        let (start, end) = text.cursor.advance();
        self.passed_over(&text.origin, lines, &start, end);
        self.flush_if_full()
    }

    fn fault(&mut self, source: &Arc<Source>, diagnostic: Diagnostic) -> Flow {
        self.report(source, diagnostic);
        self.flush_if_full()
    }

    fn skipped(&mut self, source: &Arc<Source>) -> Flow {
        self.skip(source);
        self.flush_if_full()
    }

    fn batch(&mut self, batch: SmallFiles, _weight: usize) -> Flow {
        match batch {
            SmallFiles::Files(files) => files
                .iter()
                .try_for_each(|(path, node)| stream::read_file(self.context, path, node, self)),
            SmallFiles::Entries(zip, indices) => zip.read_entries(self.context, &indices, self),
            SmallFiles::Found(origin, first, games, read) => {
                self.found(&origin, first, &games, read)
            }
            SmallFiles::Stored(store, batch, source) => self.stored(&*store, batch, &source),
        }
    }
}
