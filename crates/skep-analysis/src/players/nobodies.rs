//! Names that do not say who played.

use std::sync::LazyLock;

use skep_records::record::folded;

/// Names of nobody: `guest` and `Anonymous` are many people. Case and surrounding blanks do not matter. A name of the
/// list with `#` at its end also stands for names with a number there: `guest#` is `guest`, `Guest17` and `guest-17`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nobodies(Vec<String>);

static USUAL: LazyLock<Nobodies> = LazyLock::new(|| {
    let lines = include_str!("nobodies.txt").lines();
    Nobodies::new(lines.filter(|line| !line.starts_with('#')))
});

impl Nobodies {
    /// A list of names.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Nobodies {
        Nobodies(names.into_iter().map(bare).collect())
    }

    /// Adds names.
    pub fn extend<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        self.0.extend(names.into_iter().map(bare));
    }

    /// The names that count as nobody if no other list is given.
    pub fn usual() -> &'static Nobodies {
        &USUAL
    }

    /// Whether the list has a name.
    pub fn has(&self, name: &str) -> bool {
        let name = bare(name);
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let stem = stem.trim_end_matches([' ', '-', '_', '#', '.']);
        self.0.iter().any(|own| match own.strip_suffix('#') {
            Some(own) => own == stem || own == name,
            None => *own == name,
        })
    }
}

fn bare(name: &str) -> String {
    folded(name.trim())
}
