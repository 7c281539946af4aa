//! Addresses of games on sites.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::game::Game;
use crate::notation::Verdict;
use crate::record::Record;
use skep_rules::closed_list;

closed_list! {
    /// A site whose addresses can hold a game.
    pub enum Site: "site" {
        /// The analysis board of hivegame.com.
        Hivegame = "hivegame",
    }
}

/// Characters that are percent-encoded.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

impl Site {
    /// The address of the game on the analysis board of the site; `None` if the site does not play the variant, or the
    /// game begins in a set-up position.
    ///
    /// hivegame.com has read a GameString in the parameter `uhp` since November 2025
    /// (<https://github.com/hiveboardgame/hive/pull/668>).
    ///
    /// # Examples
    /// ```
    /// use skep_records::notation::Site;
    /// use skep_records::{Format, Judge, Record};
    ///
    /// let record = Record::read(Format::Uhp, "Base;InProgress;White[2];wS1;bS1 wS1-");
    /// let verdict = Judge::default().verdict(&record);
    /// let link = Site::Hivegame.link(&verdict.game);
    /// let expected = "https://hivegame.com/analysis?uhp=Base%3BInProgress%3BWhite%5B2%5D%3BwS1%3BbS1%20wS1-";
    /// assert_eq!(link.as_deref(), Some(expected));
    /// ```
    pub fn link(self, game: &Game) -> Option<String> {
        let Site::Hivegame = self;
        let played = game.hive()?.clone();
        let text = Verdict::of_game(played).game_string(&Record::default())?;
        let text = utf8_percent_encode(&text, QUERY);
        Some(format!("https://hivegame.com/analysis?uhp={text}"))
    }
}
