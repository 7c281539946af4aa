//! Names of members and columns that the user explains.

use std::str::FromStr;

/// What names of members and columns mean: `white=p1,result=outcome` reads `p1` as `white`, and `outcome` as `result`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renames(Vec<(String, String)>);

/// The text is not a list of `NAME=COLUMN`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected NAME=COLUMN, such as white=p1,result=outcome")]
pub struct ParseRenamesError;

impl FromStr for Renames {
    type Err = ParseRenamesError;

    fn from_str(text: &str) -> Result<Renames, ParseRenamesError> {
        let pair = |pair: &str| {
            let (name, column) = pair.split_once('=').ok_or(ParseRenamesError)?;
            let (name, column) = (name.trim(), column.trim());
            let is_pair = !name.is_empty() && !column.is_empty();
            is_pair
                .then(|| (column.to_owned(), name.to_owned()))
                .ok_or(ParseRenamesError)
        };
        text.split(',')
            .map(pair)
            .collect::<Result<_, _>>()
            .map(Renames)
    }
}

impl Renames {
    /// What a name means.
    pub fn meaning<'a>(&'a self, name: &'a str) -> &'a str {
        let found = self.0.iter().find(|(column, _)| column == name);
        found.map_or(name, |(_, name)| name)
    }

    /// Whether a name is that of a member of an object in another: `players.white.name`.
    pub(super) fn has_paths(&self) -> bool {
        self.0.iter().any(|(column, _)| column.contains('.'))
    }

    /// What the name of a member of an object in another means, if it is explained.
    pub(super) fn of_path(&self, path: &str) -> Option<&str> {
        let found = self.0.iter().find(|(column, _)| column == path);
        found.map(|(_, name)| &**name)
    }

    /// The names of a header with their meanings; `None` if each means itself.
    pub(super) fn all(&self, names: &[String]) -> Option<Vec<String>> {
        let is_renamed = |name: &String| self.0.iter().any(|(column, _)| column == name);
        let known = || names.iter().map(|name| self.meaning(name).to_owned());
        names.iter().any(is_renamed).then(|| known().collect())
    }
}
