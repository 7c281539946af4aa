//! What engines answer, as values.

use std::fmt;
use std::time::Duration;

/// A turn that an engine considers, with what it says about it. Engines print such lines while they think, as
/// `wA1 bQ-;4;0.25;wA1 bQ-;bS1 wQ/`: the turn, the depth, the score, and the expected line of play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// The turn, as the engine spells it.
    pub turn: String,
    /// How many plies the engine looked ahead.
    pub depth: Option<u32>,
    /// The score in the units of the engine. Higher is better for the side to move.
    pub score: Option<f64>,
    /// The expected line of play, which begins with the turn.
    pub line: Vec<String>,
}

impl fmt::Display for Candidate {
    /// The line that [`Candidate::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.turn)?;
        if self.depth.is_none() && self.score.is_none() && self.line.is_empty() {
            return Ok(());
        }
        f.write_str(";")?;
        if let Some(depth) = self.depth {
            write!(f, "{depth}")?;
        }
        f.write_str(";")?;
        if let Some(score) = self.score {
            write!(f, "{score}")?;
        }
        self.line.iter().try_for_each(|turn| write!(f, ";{turn}"))
    }
}

impl Candidate {
    /// Reads a line of an answer to `bestmove`.
    ///
    /// ```
    /// use skep_engine::Candidate;
    ///
    /// let candidate = Candidate::parse("wA1 bQ-;4;0.25;wA1 bQ-;bS1 wQ/");
    /// assert_eq!((candidate.depth, candidate.score), (Some(4), Some(0.25)));
    /// assert_eq!(candidate.line, ["wA1 bQ-", "bS1 wQ/"]);
    /// assert_eq!(Candidate::parse(&candidate.to_string()), candidate);
    /// assert_eq!(Candidate::parse("pass").turn, "pass");
    /// ```
    pub fn parse(line: &str) -> Candidate {
        let mut fields = line.split(';').map(str::trim);
        let turn = fields.next().unwrap_or_default().to_owned();
        let depth = fields.next().and_then(|field| field.parse().ok());
        let score = fields.next().and_then(|field| field.parse().ok());
        Candidate {
            turn,
            depth,
            score: score.filter(|score: &f64| score.is_finite()),
            line: fields
                .filter(|turn| !turn.is_empty())
                .map(ToOwned::to_owned)
                .collect(),
        }
    }
}

/// The answer to `bestmove`.
#[derive(Clone, Debug, PartialEq)]
pub struct BestMove {
    /// The turn to play, as the engine spells it, with the last score that the engine printed for it.
    pub best: Candidate,
    /// The turns that the engine printed while it was thinking, in its order.
    pub thoughts: Vec<Candidate>,
    /// The time from the command to the answer.
    pub time: Duration,
}

impl BestMove {
    /// The answer with these lines; `None` if they have no turn.
    pub(crate) fn of_lines(lines: &[String], time: Duration) -> Option<BestMove> {
        let mut thoughts: Vec<Candidate> = lines
            .iter()
            .filter(|line| !line.is_empty())
            .map(|line| Candidate::parse(line))
            .collect();
        let mut best = thoughts.pop().filter(|best| !best.turn.is_empty())?;
        // The last line of most engines is only the turn.
        let last = thoughts.iter().rfind(|thought| thought.turn == best.turn);
        if let (None, Some(last)) = (best.score, last) {
            best = last.clone();
        }
        Some(BestMove {
            best,
            thoughts,
            time,
        })
    }

    /// The last line of the engine about each turn that it considered. The turn to play comes first.
    pub fn candidates(&self) -> Vec<&Candidate> {
        let mut candidates = vec![&self.best];
        for thought in self.thoughts.iter().rev() {
            if candidates.iter().all(|known| known.turn != thought.turn) {
                candidates.push(thought);
            }
        }
        candidates
    }
}

/// An option that an engine lists: `NumThreads;int;1;1;1;8`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its type: `bool`, `int`, `double` or `enum`.
    pub kind: String,
    /// Its value now.
    pub value: String,
    /// Its value at the start of the engine.
    pub default: String,
    /// The values of an `enum`, or the least and the greatest number.
    pub values: Vec<String>,
}

impl EngineOption {
    pub(crate) fn parse(line: &str) -> Option<EngineOption> {
        let mut fields = line.split(';').map(|field| field.trim().to_owned());
        Some(EngineOption {
            name: fields.next().filter(|name| !name.is_empty())?,
            kind: fields.next()?,
            value: fields.next()?,
            default: fields.next()?,
            values: fields.collect(),
        })
    }
}
