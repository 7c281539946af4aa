use skep_records::{GameText, Judge, OwnedGameText, Record, Source, Verdict};

/// A game of a collection, with its record.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The number of the game, which stays the same as long as the game is in the collection. See
    /// [`game_id`](super::game_id).
    pub id: u64,
    /// Every place where it was found; the record is that of the first.
    pub sources: Vec<Source>,
    game: OwnedGameText,
}

impl FoundGame {
    /// A game that was found in these sources. The text is from the first.
    pub fn new(id: u64, sources: Vec<Source>, game: &GameText<'_>) -> FoundGame {
        FoundGame {
            id,
            sources,
            game: game.into(),
        }
    }

    /// The game in the first source.
    pub fn game(&self) -> GameText<'_> {
        self.game.borrowed()
    }

    /// Reads and judges the record.
    pub fn read(&self) -> (Record, Verdict) {
        let record = self.game().read();
        let verdict = Judge::default().verdict(&record);
        (record, verdict)
    }

    /// The text of the record, as it was found.
    pub fn text(&self) -> &str {
        self.game().text
    }
}
