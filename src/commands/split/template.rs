//! File names made from the data of games.

use std::str::FromStr;

use crate::output::file_name::safe;
use crate::scan::known::KnownFields;
use skep_analysis::GameReader;
use skep_analysis::filter::{Attribute, UnknownField, Values};
use skep_records::GameText;
use skep_rules::game::Side;

/// A template for file names: `{White}/{year}-games`. Without braces, each part is a name: `variant/month`.
#[derive(Clone, Debug)]
pub struct Template {
    /// The names of the folders and of the file, each as its pieces.
    parts: Vec<Vec<TemplatePart>>,
}

#[derive(Clone, Debug)]
enum TemplatePart {
    Text(String),
    Attribute(Attribute),
}

/// The text is not a valid template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTemplateError {
    #[error("a brace is not closed")]
    Open,
    #[error("a name is empty")]
    Empty,
    #[error(
        "a game can have several values of `{0}`; use severity, or convert --where \"{0} = ...\""
    )]
    Several(String),
    #[error("`{0}` is not a field; write '{1}'")]
    Joined(String, String),
    #[error("a name is empty or points outside the folder")]
    NoName,
    #[error(transparent)]
    Unknown(#[from] UnknownField),
}

impl FromStr for Template {
    type Err = ParseTemplateError;

    /// Parses names separated by slashes, or by commas for one file name. Braces contain a field, `tag(NAME)`, `year`
    /// or `month`.
    fn from_str(s: &str) -> Result<Template, ParseTemplateError> {
        if !s.contains('{') {
            let part = |list: &str| {
                let mut part = Vec::new();
                for name in list.split(',') {
                    let piece = piece(name).map_err(|error| joined(name).unwrap_or(error))?;
                    part.extend((!part.is_empty()).then(|| TemplatePart::Text("-".to_owned())));
                    part.push(piece);
                }
                Ok::<_, ParseTemplateError>(part)
            };
            let parts = names(s).into_iter().map(part).collect::<Result<_, _>>()?;
            return Ok(Template { parts });
        }
        let mut parts = vec![Vec::new()];
        let mut rest = s;
        while let Some(at) = rest.find(['{', '/']) {
            if at > 0 {
                parts
                    .last_mut()
                    .expect("never empty")
                    .push(TemplatePart::Text(rest[..at].to_owned()));
            }
            let after = &rest[at + 1..];
            if rest.as_bytes()[at] == b'/' {
                parts.push(Vec::new());
                rest = after;
                continue;
            }
            let (name, after) = after.split_once('}').ok_or(ParseTemplateError::Open)?;
            parts.last_mut().expect("never empty").push(piece(name)?);
            rest = after;
        }
        if !rest.is_empty() {
            parts
                .last_mut()
                .expect("never empty")
                .push(TemplatePart::Text(rest.to_owned()));
        }
        let leads_out = |part: &Vec<TemplatePart>| {
            let texts = part.iter().map(|piece| match piece {
                TemplatePart::Text(text) => text,
                TemplatePart::Attribute(_) => "x",
            });
            safe(&texts.collect::<String>()).is_none()
        };
        if parts.iter().any(leads_out) {
            Err(ParseTemplateError::NoName)
        } else {
            Ok(Template { parts })
        }
    }
}

/// The names between slashes. A number after a slash is the width of bands: `variant/white_elo/200`.
fn names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let (mut begin, mut end) = (0, 0);
    for name in text.split('/') {
        let is_width = end > 0 && !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        if end > 0 && !is_width {
            names.push(&text[begin..end - 1]);
            begin = end;
        }
        end += name.len() + 1;
    }
    names.push(&text[begin..]);
    names
}

/// The error for fields that are joined by hyphens without braces.
fn joined(name: &str) -> Option<ParseTemplateError> {
    let mut fields = name.split('-');
    let in_braces = format!("{{{}}}", name.replace('-', "}-{"));
    (name.contains('-') && fields.all(|field| piece(field).is_ok()))
        .then(|| ParseTemplateError::Joined(name.to_owned(), in_braces))
}

fn piece(name: &str) -> Result<TemplatePart, ParseTemplateError> {
    let name = name.trim();
    if name.is_empty() {
        return Err(ParseTemplateError::Empty);
    }
    let attribute: Attribute = name.parse()?;
    if attribute.has_several() {
        Err(ParseTemplateError::Several(name.to_owned()))
    } else {
        Ok(TemplatePart::Attribute(attribute))
    }
}

/// The text for an unknown value.
const UNKNOWN: &str = "unknown";

impl Template {
    /// The names for a game that was read, not yet safe for file systems: of one file, or of a file for each player if
    /// the template has a field with a value for each, such as `player`.
    pub fn names(
        &self,
        reader: &mut GameReader,
        game: &GameText<'_>,
        known: &KnownFields,
    ) -> Vec<Vec<String>> {
        let mut of_side = |side: Side| {
            let mut i = 0;
            let mut of_piece = |piece: &TemplatePart| {
                let value = piece.value(reader, game, side);
                known.see(i, value.is_some());
                i += 1;
                value.unwrap_or_else(|| UNKNOWN.to_owned())
            };
            let of_part = |part: &Vec<TemplatePart>| part.iter().map(&mut of_piece).collect();
            self.parts.iter().map(of_part).collect::<Vec<String>>()
        };
        let white = of_side(Side::White);
        let mut all = vec![white];
        if self.has_players() {
            let black = of_side(Side::Black);
            if !all.contains(&black) {
                all.push(black);
            }
        }
        all
    }

    /// Whether a game has a file for each player.
    pub fn has_players(&self) -> bool {
        !self.pieces().all(TemplatePart::is_single)
    }

    fn pieces(&self) -> impl Iterator<Item = &TemplatePart> {
        self.parts.iter().flatten()
    }

    /// Watches whether games have values for the fields.
    pub fn known(&self) -> KnownFields {
        KnownFields::new(self.pieces().map(|piece| match piece {
            TemplatePart::Text(text) => text.clone(),
            TemplatePart::Attribute(attribute) => attribute.to_string(),
        }))
    }
}

impl TemplatePart {
    /// Whether it is the same for both players.
    fn is_single(&self) -> bool {
        match self {
            TemplatePart::Text(_) => true,
            TemplatePart::Attribute(attribute) => attribute.is_single(),
        }
    }

    fn value(&self, reader: &mut GameReader, game: &GameText<'_>, side: Side) -> Option<String> {
        match self {
            TemplatePart::Text(text) => Some(text.clone()),
            TemplatePart::Attribute(attribute) => match reader.values(attribute, game.source) {
                Values::One(value) => value.map(|value| value.to_string()),
                Values::Both(values) => values[side.index()].map(|value| value.to_string()),
                _ => None,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_that_name_no_file_are_refused() {
        for right in [
            "{White}",
            "{white}/{Year}-x",
            "{tag(GameName)}",
            "{variant}",
            "variant/month",
            "games/{variant}",
            "variant/white_elo/200",
            "{white_elo/200}",
            "tag(Round)",
            "player",
            "{player}/{Elo}",
        ] {
            assert!(right.parse::<Template>().is_ok(), "{right}");
        }
        for wrong in [
            "",
            "{White",
            "{}",
            "{ }",
            "{code}",
            "code",
            "{White}/..",
            "/{White}",
            "{White}/",
            "a//{White}",
            ".",
            "-",
            "variant/",
            "{whit}",
            "whit",
            "{Annotator}",
        ] {
            assert!(wrong.parse::<Template>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        for (template, help) in [
            ("whit", "did you mean white?"),
            ("{blak}/{year}", "did you mean black?"),
            ("{Annotator}", "tag(Annotator)"),
        ] {
            let error = template.parse::<Template>().unwrap_err().to_string();
            assert!(error.contains(help), "{template}: {error}");
        }
    }
}
