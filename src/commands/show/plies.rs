use std::str::FromStr;

/// The positions to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plies {
    One(Option<u32>),
    Range(u32, Option<u32>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of plies, `end`, or a range such as 3..9 or 3..end")]
pub(super) struct ParsePliesError;

impl Plies {
    /// The first and the last ply, in a game with so many.
    pub(super) fn range(self, plies: u32) -> (u32, u32) {
        match self {
            Plies::One(n) => (n.unwrap_or(plies), n.unwrap_or(plies)),
            Plies::Range(first, last) => (first, last.unwrap_or(plies)),
        }
    }

    /// Whether these can be several positions.
    pub(super) fn are_several(all: &[Plies]) -> bool {
        !matches!(all, [Plies::One(_)])
    }
}

impl FromStr for Plies {
    type Err = ParsePliesError;

    fn from_str(s: &str) -> Result<Self, ParsePliesError> {
        fn one(s: &str) -> Result<Option<u32>, ParsePliesError> {
            match s {
                "end" => Ok(None),
                n => n.parse().map(Some).map_err(|_| ParsePliesError),
            }
        }
        let Some((first, last)) = s.split_once("..") else {
            return one(s).map(Plies::One);
        };
        let first = match first {
            "" => 0,
            n => n.parse().map_err(|_| ParsePliesError)?,
        };
        let last = if last.is_empty() { None } else { one(last)? };
        if last.is_some_and(|last| last < first) {
            return Err(ParsePliesError);
        }
        Ok(Plies::Range(first, last))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_one_or_a_range() {
        for (text, plies) in [
            ("12", Plies::One(Some(12))),
            ("end", Plies::One(None)),
            ("3..9", Plies::Range(3, Some(9))),
            ("3..", Plies::Range(3, None)),
            ("..end", Plies::Range(0, None)),
        ] {
            assert_eq!(text.parse(), Ok(plies), "{text}");
        }
        for bad in ["", "-1", "9..3", "a..b", "end..3", "1...2"] {
            assert_eq!(bad.parse::<Plies>(), Err(ParsePliesError), "{bad}");
        }
    }
}
