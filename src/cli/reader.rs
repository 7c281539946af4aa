use crate::analysis::Facts;
use crate::analysis::select::{Filter, Truth};
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

/// What a filter says of a game that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perused {
    /// It is not selected.
    Rejected,
    /// It is selected.
    Selected {
        /// Whether it took a judgement to tell, so that the reader's verdict is that of the game.
        judged: bool,
    },
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
        self.read_record(game);
        self.judge();
    }

    /// Reads a game and tells whether a filter selects it. A game that is selected is judged; one that is not may
    /// be left without.
    pub fn read_selected(&mut self, game: &GameText<'_>, filter: Option<&Filter>) -> bool {
        match self.peruse(game, filter) {
            Perused::Rejected => false,
            Perused::Selected { judged: true } => true,
            Perused::Selected { judged: false } => {
                self.judge();
                true
            }
        }
    }

    /// Reads a game and tells whether a filter selects it. The game is judged only if that is needed to tell.
    pub fn peruse(&mut self, game: &GameText<'_>, filter: Option<&Filter>) -> Perused {
        self.read_record(game);
        let Some(filter) = filter else {
            return Perused::Selected { judged: false };
        };
        match filter.test(&Facts::of_record(&self.record), game.source) {
            Truth::True => return Perused::Selected { judged: false },
            Truth::False | Truth::Unknown => return Perused::Rejected,
            Truth::Pending => {}
        }
        self.judge.judge(&self.record, &mut self.verdict);
        match filter.test(&Facts::new(&self.record, &self.verdict), game.source) {
            Truth::True => Perused::Selected { judged: true },
            Truth::False | Truth::Unknown | Truth::Pending => Perused::Rejected,
        }
    }

    /// Judges the last game read.
    pub fn judge(&mut self) {
        self.judge.judge(&self.record, &mut self.verdict);
    }

    fn read_record(&mut self, game: &GameText<'_>) {
        read::read(game.format, game.text, &mut self.record);
        let findings = game.findings.iter().cloned();
        self.record.diagnostics.splice(0..0, findings);
    }

    /// Reads and judges a text that comes from no file.
    pub fn read_text(&mut self, format: Format, text: &str) {
        read::read(format, text, &mut self.record);
        self.judge.judge(&self.record, &mut self.verdict);
    }
}
