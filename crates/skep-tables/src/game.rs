//! The table of games: each field of a game is a column.

use std::cell::LazyCell;
use std::sync::{Arc, LazyLock};

use arrow_array::cast::AsArray as _;
use arrow_array::{ArrayRef, DictionaryArray, StringArray};
use arrow_schema::DataType;

use super::TableColumn;
use super::build::{
    Build, Count, DateText, Day, Flag, Index, Key, Real, TextColumn, VariantColumn, Word,
};
use super::column::PARTITIONS;
use super::table::dictionary;
use skep_analysis::Facts;
use skep_analysis::filter::{Field, FieldClass, FieldType, Needs, Value, Values};
use skep_analysis::motifs::{Motif, Motifs};
use skep_analysis::openings::OpeningNames;
use skep_records::Source;
use skep_rules::game::Side;

/// The fields of the columns that are made by default, in order. The others follow in the order of the fields.
const USUAL: [Field; 25] = [
    Field::Path,
    Field::Entry,
    Field::Notation,
    Field::Game,
    Field::Date,
    Field::White,
    Field::Black,
    Field::WhiteElo,
    Field::BlackElo,
    Field::Event,
    Field::Kind,
    Field::Site,
    Field::TimeControl,
    Field::Speed,
    Field::Rated,
    Field::Bot,
    Field::Status,
    Field::Result,
    Field::Stated,
    Field::Board,
    Field::Termination,
    Field::Plies,
    Field::Opening,
    Field::Shape,
    Field::OpeningCode,
];

/// The first ply on which a side makes a motif.
const FIRSTS: [(&str, Side, Motif); 12] = [
    ("white_first_gate", Side::White, Motif::Gate),
    ("black_first_gate", Side::Black, Motif::Gate),
    ("white_first_ring", Side::White, Motif::Ring),
    ("black_first_ring", Side::Black, Motif::Ring),
    ("white_first_elbow", Side::White, Motif::Elbow),
    ("black_first_elbow", Side::Black, Motif::Elbow),
    ("white_first_pin", Side::White, Motif::Pin),
    ("black_first_pin", Side::Black, Motif::Pin),
    ("white_first_queen_pin", Side::White, Motif::QueenPin),
    ("black_first_queen_pin", Side::Black, Motif::QueenPin),
    ("white_first_cover", Side::White, Motif::Cover),
    ("black_first_cover", Side::Black, Motif::Cover),
];

/// The words of each field, which all batches share.
static WORDS: LazyLock<Vec<Option<ArrayRef>>> = LazyLock::new(|| {
    let words = |field: Field| match field.field_type() {
        FieldType::Word(words) => {
            let names = StringArray::from_iter_values((words.names)());
            Some(Arc::new(names) as ArrayRef)
        }
        _ => None,
    };
    Field::ALL.map(words).into()
});

/// What a column holds.
#[derive(Clone, Copy)]
enum Of {
    Index,
    Field(Field),
    /// The known part of the date.
    DateText,
    First(Side, Motif),
}

/// The values of a column.
enum Builder {
    Index(Key),
    Text(TextColumn),
    Flag(Flag),
    Number(Index),
    Real(Real),
    Date(Day),
    DateText(DateText),
    Word(Word, Field),
    /// Several names as one text.
    Names(VariantColumn),
    First(Count),
}

/// The columns of games.
pub(crate) struct GameColumns(Vec<(Of, Builder)>);

/// All columns, in order.
fn all() -> impl Iterator<Item = (Of, TableColumn)> {
    let others = Field::ALL.into_iter().filter(|field| {
        let is_partition = PARTITIONS
            .iter()
            .any(|column| column.name == field.as_str());
        let is_of_sides = !field.is_single() && !field.has_several();
        !(USUAL.contains(field) || is_partition || is_of_sides)
    });
    let of_fields = USUAL.into_iter().chain(others).flat_map(|field| {
        let column = (Of::Field(field), column(Of::Field(field), field.as_str()));
        let after = match field {
            Field::Entry => Some((Of::Index, "index")),
            Field::Date => Some((Of::DateText, "date_text")),
            _ => None,
        };
        let after = after.map(|(of, name)| (of, self::column(of, name)));
        std::iter::once(column).chain(after)
    });
    let firsts = FIRSTS.into_iter().map(|(name, side, motif)| {
        let of = Of::First(side, motif);
        (of, column(of, name))
    });
    of_fields.chain(firsts)
}

fn column(of: Of, name: &'static str) -> TableColumn {
    let (by_default, is_tactics) = match of {
        Of::Index | Of::DateText => (true, false),
        Of::Field(field) => (USUAL.contains(&field), field.needs() == Needs::Search),
        Of::First(..) => (false, false),
    };
    TableColumn {
        name,
        by_default,
        is_tactics,
        data_type: match of.builder() {
            Builder::Index(_) => Key::data_type,
            Builder::Text(_) => TextColumn::data_type,
            Builder::Flag(_) => Flag::data_type,
            Builder::Number(_) => Index::data_type,
            Builder::Real(_) => Real::data_type,
            Builder::Date(_) => Day::data_type,
            Builder::DateText(_) => DateText::data_type,
            Builder::Word(..) => || dictionary(DataType::Int8),
            Builder::Names(_) => VariantColumn::data_type,
            Builder::First(_) => Count::data_type,
        },
        nullable: true,
    }
}

impl Of {
    fn builder(self) -> Builder {
        let field = match self {
            Of::Index => return Builder::Index(Key::default()),
            Of::DateText => return Builder::DateText(DateText::default()),
            Of::First(..) => return Builder::First(Count::default()),
            Of::Field(field)
                if field.has_several() && matches!(field.field_type(), FieldType::Word(_)) =>
            {
                return Builder::Names(VariantColumn::default());
            }
            Of::Field(field) if field.has_several() => {
                return Builder::Text(TextColumn::default());
            }
            Of::Field(field) => field,
        };
        let field_type = field.field_type();
        match (&field_type, field_type.class()) {
            (FieldType::Word(_), _) => Builder::Word(Word::default(), field),
            (FieldType::Flag, _) => Builder::Flag(Flag::default()),
            (FieldType::Number(_), _) => Builder::Number(Index::default()),
            (FieldType::Date, _) => Builder::Date(Day::default()),
            (_, FieldClass::Number) => Builder::Real(Real::default()),
            // A month is a text, as 2024-03.
            (_, FieldClass::Text | FieldClass::Word | FieldClass::Date | FieldClass::Tag) => {
                Builder::Text(TextColumn::default())
            }
        }
    }
}

impl GameColumns {
    /// The columns, in order.
    pub(crate) fn columns() -> Vec<TableColumn> {
        all().map(|(_, column)| column).collect()
    }

    pub(crate) fn new(columns: &super::TableColumns) -> GameColumns {
        let made = all().filter(|(_, column)| columns.has(column.name));
        GameColumns(made.map(|(of, _)| (of, of.builder())).collect())
    }

    /// The rows so far, as columns in order.
    pub(crate) fn finish(&mut self) -> Vec<ArrayRef> {
        self.0
            .iter_mut()
            .map(|(_, builder)| builder.finish())
            .collect()
    }

    /// Adds a game.
    pub fn push(&mut self, facts: &Facts<'_>, source: &Source, index: u64, names: &OpeningNames) {
        // Motifs take much time, and most tables do not have them.
        let motifs = LazyCell::new(|| Motifs::of_game(facts));
        for (of, builder) in &mut self.0 {
            match (of, builder) {
                (Of::Index, Builder::Index(column)) => column.push(index),
                (Of::DateText, Builder::DateText(column)) => column.push(facts.date()),
                (Of::First(side, motif), Builder::First(column)) => {
                    let ply = (*motifs).and_then(|motifs| motifs.made(*side, *motif).first);
                    column.push(ply.and_then(|ply| u16::try_from(ply).ok()));
                }
                // With the names that the caller knows.
                (Of::Field(Field::Opening), Builder::Text(column)) => {
                    column.push(names.of_game(facts));
                }
                (Of::Field(field), builder) => builder.push(&field.values(facts, source)),
                _ => {}
            }
        }
    }
}

impl Builder {
    fn push(&mut self, values: &Values<'_>) {
        let value = match values {
            Values::One(value) => *value,
            _ => None,
        };
        match self {
            Builder::Text(column) => match value {
                Some(Value::Text(text)) => column.push(text),
                _ => column.push(values.text().as_deref()),
            },
            Builder::Names(column) => column.push(values.text().as_deref()),
            Builder::Flag(column) => column.push(match value {
                Some(Value::Flag(flag)) => Some(flag),
                _ => None,
            }),
            Builder::Number(column) => column.push(match value {
                Some(Value::Number(number)) => Some(number),
                _ => None,
            }),
            Builder::Real(column) => column.push(value.and_then(|value| value.number())),
            Builder::Date(column) => column.push(match value {
                Some(Value::Date(date)) => Some(date),
                _ => None,
            }),
            Builder::Word(column, field) => {
                column.push(match value {
                    Some(Value::Text(word)) => key(*field, word),
                    _ => None,
                });
            }
            Builder::Index(_) | Builder::DateText(_) | Builder::First(_) => {}
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Builder::Index(column) => column.finish(),
            Builder::Text(column) => column.finish(),
            Builder::Flag(column) => column.finish(),
            Builder::Number(column) => column.finish(),
            Builder::Real(column) => column.finish(),
            Builder::Date(column) => column.finish(),
            Builder::DateText(column) => column.finish(),
            Builder::Names(column) => column.finish(),
            Builder::First(column) => column.finish(),
            Builder::Word(column, field) => {
                let words = WORDS[*field as usize].clone();
                let words = words.unwrap_or_else(|| Arc::new(StringArray::new_null(0)));
                let array = DictionaryArray::try_new(column.array(), words);
                Arc::new(array.expect("every key has a word"))
            }
        }
    }
}

/// The key of a word in the dictionary of its field.
fn key(field: Field, word: &str) -> Option<i8> {
    let words = WORDS[field as usize].as_ref()?.as_string::<i32>();
    let place = words.iter().position(|name| name == Some(word))?;
    i8::try_from(place).ok()
}
