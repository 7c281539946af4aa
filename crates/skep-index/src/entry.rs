//! A game as the index keeps it: its record with every source, and the document of the engine.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use skep_analysis::database::{FoundGame, game_id};
use skep_analysis::filter::{Value, Values};
use skep_analysis::motifs::Motifs;
use skep_analysis::{Facts, GameClaims};
use skep_records::diag::{Code, Diagnostic, Span};
use skep_records::record::Format;
use skep_records::{GameText, Judge, Record, Source, Verdict};
use skep_rules::game::Side;
use tantivy::TantivyDocument;

use super::schema::{CountedNumbers, PackedMotifs, Pieces, SchemaFields, TEXTS, packed};
use super::walk;

/// The text of a game in one source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Version<'a> {
    #[serde(borrow)]
    path: Cow<'a, str>,
    #[serde(borrow)]
    entry: Option<Cow<'a, str>>,
    index: u64,
    line: u64,
    column: u64,
    #[serde(borrow)]
    format: Cow<'a, str>,
    #[serde(borrow)]
    findings: Vec<StoredFinding<'a>>,
    /// Empty if it is the same as the first.
    #[serde(borrow)]
    text: Cow<'a, str>,
}

/// A finding from unpacking and decoding a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredFinding<'a> {
    #[serde(borrow)]
    code: Cow<'a, str>,
    #[serde(borrow)]
    message: Cow<'a, str>,
    span: Option<(u32, u32)>,
}

fn owned(text: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(text.into_owned())
}

impl<'a> Version<'a> {
    /// The bytes of its text.
    pub(crate) fn bytes(&self) -> usize {
        self.text.len()
    }

    pub fn new(game: &GameText<'a>) -> Version<'a> {
        Version {
            path: Cow::Borrowed(&game.source.path),
            entry: game.source.entry.as_deref().map(Cow::Borrowed),
            index: game.index,
            line: game.line,
            column: game.column,
            format: Cow::Borrowed(game.format.as_str()),
            findings: (game.findings.iter())
                .map(|finding| StoredFinding {
                    code: Cow::Borrowed(finding.code.as_str()),
                    message: Cow::Borrowed(&finding.message),
                    span: finding.span.map(|span| (span.start, span.end)),
                })
                .collect(),
            text: Cow::Borrowed(game.text),
        }
    }

    pub fn into_owned(self) -> Version<'static> {
        let finding = |finding: StoredFinding<'_>| StoredFinding {
            code: owned(finding.code),
            message: owned(finding.message),
            span: finding.span,
        };
        Version {
            path: owned(self.path),
            entry: self.entry.map(owned),
            index: self.index,
            line: self.line,
            column: self.column,
            format: owned(self.format),
            findings: self.findings.into_iter().map(finding).collect(),
            text: owned(self.text),
        }
    }

    /// Whether it is at the same place as another.
    fn is_at(&self, other: &Version<'_>) -> bool {
        (&self.path, &self.entry, self.index) == (&other.path, &other.entry, other.index)
    }

    pub fn source(&self) -> Source {
        Source {
            path: (&*self.path).into(),
            entry: self.entry.as_deref().map(Into::into),
        }
    }
}

/// The record of a game in the index, with every source.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept<'a> {
    #[serde(borrow)]
    pub versions: Vec<Version<'a>>,
}

impl<'a> Kept<'a> {
    /// Reads the bytes of the engine. `None` if they are damaged.
    pub fn of_bytes(bytes: &'a [u8]) -> Option<Kept<'a>> {
        let kept: Kept<'a> = postcard::from_bytes(bytes).ok()?;
        let first = kept.versions.first()?;
        first.format.parse::<Format>().ok()?;
        Some(kept)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        // Only a failing writer could fail, and this one is a vector.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Adds a source. Returns whether it is new.
    pub fn add(&mut self, mut version: Version<'a>) -> bool {
        if self.versions.iter().any(|known| known.is_at(&version)) {
            return false;
        }
        if self
            .versions
            .first()
            .is_some_and(|first| first.text == version.text)
        {
            version.text = Cow::Borrowed("");
        }
        self.versions.push(version);
        true
    }

    pub fn has(&self, version: &Version<'_>) -> bool {
        self.versions.iter().any(|known| known.is_at(version))
    }

    /// Calls `with` with the text of the first source.
    pub fn with_game<T>(&self, with: impl FnOnce(GameText<'_>) -> T) -> Option<T> {
        let first = self.versions.first()?;
        let findings: Vec<Diagnostic> = (first.findings.iter())
            .filter_map(|finding| {
                let code = Code::ALL.into_iter().find(|c| c.as_str() == finding.code)?;
                let found = Diagnostic::new(code, &*finding.message);
                Some(match finding.span {
                    Some((start, end)) => found.at(Span { start, end }),
                    None => found,
                })
            })
            .collect();
        Some(with(GameText {
            source: &first.source(),
            index: first.index,
            line: first.line,
            column: first.column,
            format: first.format.parse().ok()?,
            text: &first.text,
            findings: &findings,
        }))
    }

    /// What all its sources claim together.
    pub fn claims(&self, judge: &mut Judge) -> GameClaims {
        let first = self.versions.first().map(|version| &version.text);
        let claims = self.versions.iter().filter_map(|version| {
            let text = if version.text.is_empty() {
                first?
            } else {
                &version.text
            };
            let record = Record::read(version.format.parse().ok()?, text);
            let verdict = judge.verdict(&record);
            Some(GameClaims::of(&Facts::new(&record, &verdict)))
        });
        claims.fold(GameClaims::default(), GameClaims::with)
    }

    /// The game with this id. `None` without a source.
    pub fn found(&self, id: u64) -> Option<FoundGame> {
        let sources = self.versions.iter().map(Version::source).collect();
        self.with_game(|game| FoundGame::new(id, sources, &game))
    }

    pub fn into_owned(self) -> Kept<'static> {
        Kept {
            versions: self.versions.into_iter().map(Version::into_owned).collect(),
        }
    }
}

/// The record in the bytes of a document of the engine. It is the only stored field. `None` if the bytes are not such a
/// document.
///
/// The engine itself reads a field byte by byte, which takes longer than judging a short game.
pub fn record_of<'d>(document: &'d [u8], fields: &SchemaFields) -> Option<&'d [u8]> {
    /// The bit that marks the last byte of a number.
    const LAST: u8 = 0x80;
    /// The engine's code for a field of bytes.
    const BYTES: u8 = 4;
    let rest = document.strip_prefix(&[1 | LAST])?;
    let rest = rest.strip_prefix(&fields.record.field_id().to_le_bytes())?;
    let rest = rest.strip_prefix(&[BYTES])?;
    let end = rest.iter().position(|byte| byte & LAST != 0)?;
    let (length, record) = rest.split_at(end + 1);
    let length = length.iter().rev().try_fold(0_usize, |length, byte| {
        let shifted = length.checked_mul(128)?;
        Some(shifted | usize::from(byte & !LAST))
    });
    (length == Some(record.len())).then_some(record)
}

/// A game to add, with everything that the index holds about it.
pub struct IndexedGame {
    /// Equal for the same game from two sources, and for games that contradict each other in what they claim.
    pub id: u64,
    pub(crate) claims: GameClaims,
    pub(crate) version: Version<'static>,
    pub(crate) document: TantivyDocument,
}

impl IndexedGame {
    /// The entry of a judged game.
    pub fn new(game: &GameText<'_>, record: &Record, verdict: &Verdict) -> IndexedGame {
        let facts = Facts::new(record, verdict);
        let fields = SchemaFields::known();
        let counts = verdict.status == skep_records::Status::Ok;
        let walk::GameSteps { steps, hash } = walk::steps(&verdict.game, counts);
        let id = game_id(hash, &facts, game.format, game.text);
        let mut document = TantivyDocument::new();
        let steps: Vec<u8> = steps.iter().flat_map(|step| step.to_bytes()).collect();
        document.add_custom(fields.steps, &steps);
        let ratings = Side::ALL.map(|side| facts.rating(side));
        let numbers = CountedNumbers::new(facts.result(), verdict.plies(), ratings);
        document.add_u64(fields.numbers, numbers.0);
        document.add_u64(fields.date, packed(facts.date()));
        document.add_u64(fields.pieces, Pieces::of(&verdict.game).0);
        let (motifs, history) = Motifs::with_history(&facts).unzip();
        document.add_u64(fields.motifs, PackedMotifs::of(motifs.as_ref()).0);
        if let Some(history) = history {
            document.add_custom(fields.features, history.as_bytes());
        }
        for (field, of_engine) in TEXTS.into_iter().zip(fields.texts) {
            if let Values::One(Some(Value::Text(value))) = field.values(&facts, game.source) {
                document.add_text(of_engine, value);
            }
        }
        IndexedGame {
            id,
            claims: GameClaims::of(&facts),
            version: Version::new(game).into_owned(),
            document,
        }
    }

    /// The entry of a game that the index already has, with more sources.
    pub(crate) fn again(kept: &Kept<'_>, judge: &mut Judge) -> Option<TantivyDocument> {
        kept.with_game(|game| {
            let record = game.read();
            IndexedGame::new(&game, &record, &judge.verdict(&record)).document
        })
    }
}
