use crate::collection::GameText;
use crate::notation::{Judge, JudgeOptions, Verdict, read};
use crate::record::{Format, Record};

/// Reads and judges one game after the other into the same buffers.
pub struct Reader {
    judge: Judge,
    /// The last game as read.
    pub record: Record,
    /// The last game as judged.
    pub verdict: Verdict,
}

impl Reader {
    /// A reader that judges by these rules.
    pub fn new(rules: JudgeOptions) -> Reader {
        Reader {
            judge: Judge::new(rules),
            record: Record::default(),
            verdict: Verdict::default(),
        }
    }

    /// Reads and judges a game.
    pub fn read(&mut self, game: &GameText<'_>) {
        read::read(game.format, game.text, &mut self.record);
        let findings = game.findings.iter().cloned();
        self.record.diagnostics.splice(0..0, findings);
        self.judge.judge(&self.record, &mut self.verdict);
    }

    /// Reads and judges a text that comes from no file.
    pub fn read_text(&mut self, format: Format, text: &str) {
        read::read(format, text, &mut self.record);
        self.judge.judge(&self.record, &mut self.verdict);
    }
}
