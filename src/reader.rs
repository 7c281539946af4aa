//! A reader of games that reuses its buffers.

use skep_analysis::Facts;
use skep_analysis::select::{Attribute, Filter, Truth, Values};
use skep_collection::GameText;
use skep_records::Source;
use skep_records::notation::{Judge, JudgeOptions, Verdict, read};
use skep_records::record::{Format, Record};

/// Reads and judges games one by one into the same buffers.
pub struct Reader {
    judge: Judge,
    /// The last game as read.
    pub record: Record,
    /// The verdict on the last game, once it is judged.
    pub verdict: Verdict,
    judged: bool,
}

impl Reader {
    /// A reader that judges by these rules.
    pub fn new(rules: JudgeOptions) -> Reader {
        Reader {
            judge: Judge::new(rules),
            record: Record::default(),
            verdict: Verdict::default(),
            judged: false,
        }
    }

    /// Reads a game and returns whether a filter matches it. Judges the game only if the filter needs that.
    pub fn read_and_filter(&mut self, game: &GameText<'_>, filter: Option<&Filter>) -> bool {
        self.read_record(game);
        let Some(filter) = filter else {
            return true;
        };
        match filter.test(&Facts::of_record(&self.record), game.source) {
            Truth::True => return true,
            Truth::False | Truth::Unknown => return false,
            Truth::Pending => {}
        }
        self.judge();
        filter.test(&Facts::new(&self.record, &self.verdict), game.source) == Truth::True
    }

    /// Judges the last game, if it is not judged yet.
    pub fn judge(&mut self) {
        if !self.judged {
            self.judge.judge(&self.record, &mut self.verdict);
            self.judged = true;
        }
    }

    /// The value of a field or tag in the last game. Judges the game only if the field needs that.
    pub fn values<'a>(&'a mut self, field: &Attribute, source: &'a Source) -> Values<'a> {
        if field.values(&Facts::of_record(&self.record), source) == Values::Pending {
            self.judge();
        }
        match self.judged {
            true => field.values(&Facts::new(&self.record, &self.verdict), source),
            false => field.values(&Facts::of_record(&self.record), source),
        }
    }

    fn read_record(&mut self, game: &GameText<'_>) {
        self.judged = false;
        read::read(game.format, game.text, &mut self.record);
        let findings = game.findings.iter().cloned();
        self.record.diagnostics.splice(0..0, findings);
    }

    /// Reads and judges a text that does not come from a file.
    pub fn read_text(&mut self, format: Format, text: &str) {
        read::read(format, text, &mut self.record);
        self.judged = false;
        self.judge();
    }
}
