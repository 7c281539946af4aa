use skep_records::record::Format;
use skep_records::{Diagnostic, GameText, Judge, Record, Source, Verdict};

/// A game of a collection, with its record.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The number of the game, which stays the same as long as the game is in the collection. See
    /// [`game_id`](super::game_id).
    pub id: u64,
    /// Every place where it was found; the record is that of the first.
    pub sources: Vec<Source>,
    index: u64,
    line: u64,
    column: u64,
    format: Format,
    text: String,
    findings: Vec<Diagnostic>,
}

impl FoundGame {
    /// A game that was found in these sources. The text is from the first.
    pub fn new(id: u64, sources: Vec<Source>, game: &GameText<'_>) -> FoundGame {
        FoundGame {
            id,
            sources,
            index: game.index,
            line: game.line,
            column: game.column,
            format: game.format,
            text: game.text.to_owned(),
            findings: game.findings.to_vec(),
        }
    }

    /// Calls `with` with the text in the first source.
    pub fn with_text<T>(&self, with: impl FnOnce(&GameText<'_>) -> T) -> T {
        let unknown = Source {
            path: "".into(),
            entry: None,
        };
        with(&GameText {
            source: self.sources.first().unwrap_or(&unknown),
            index: self.index,
            line: self.line,
            column: self.column,
            format: self.format,
            text: &self.text,
            findings: &self.findings,
        })
    }

    /// Reads and judges the record.
    pub fn read(&self) -> (Record, Verdict) {
        let record = self.with_text(|text| text.read());
        let verdict = Judge::default().verdict(&record);
        (record, verdict)
    }

    /// The text of the record, as it was found.
    pub fn text(&self) -> &str {
        &self.text
    }
}
