//! Sets of documents as bits.

use skep_analysis::filter::{Logic, Truth};

/// A set of documents of a segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Docs(Vec<u64>);

impl Docs {
    pub fn none(size: u32) -> Docs {
        Docs(vec![0; size.div_ceil(64) as usize])
    }

    pub fn all(size: u32) -> Docs {
        let mut docs = Docs(vec![u64::MAX; size.div_ceil(64) as usize]);
        if let (Some(last), 1..) = (docs.0.last_mut(), size % 64) {
            *last = (1 << (size % 64)) - 1;
        }
        docs
    }

    pub fn has(&self, doc: u32) -> bool {
        self.0[doc as usize / 64] >> (doc % 64) & 1 == 1
    }

    pub fn add(&mut self, doc: u32) {
        self.0[doc as usize / 64] |= 1 << (doc % 64);
    }

    pub fn remove(&mut self, doc: u32) {
        self.0[doc as usize / 64] &= !(1 << (doc % 64));
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub fn len(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(i as u32 * 64 + bit)
            })
        })
    }

    fn zip(mut self, other: &Docs, with: impl Fn(u64, u64) -> u64) -> Docs {
        for (word, &other) in self.0.iter_mut().zip(&other.0) {
            *word = with(*word, other);
        }
        self
    }

    pub fn and(self, other: &Docs) -> Docs {
        self.zip(other, |a, b| a & b)
    }

    pub fn or(self, other: &Docs) -> Docs {
        self.zip(other, |a, b| a | b)
    }

    pub fn and_not(self, other: &Docs) -> Docs {
        self.zip(other, |a, b| a & !b)
    }
}

/// The truth of a test for each document of a segment.
#[derive(Clone, Debug)]
pub enum Truths {
    /// The same for all.
    All(Truth),
    /// Documents that are in no set are unknown.
    Sets { yes: Docs, no: Docs, pending: Docs },
}

impl Truths {
    /// Sets of `size` documents, all unknown.
    pub fn unknown(size: u32) -> Truths {
        Truths::Sets {
            yes: Docs::none(size),
            no: Docs::none(size),
            pending: Docs::none(size),
        }
    }

    pub fn set(&mut self, doc: u32, truth: Truth) {
        if let Truths::Sets { yes, no, pending } = self {
            match truth {
                Truth::True => yes.add(doc),
                Truth::False => no.add(doc),
                Truth::Pending => pending.add(doc),
                Truth::Unknown => {}
            }
        }
    }
}

impl Logic for Truths {
    const FALSE: Truths = Truths::All(Truth::False);

    fn and(self, other: Truths) -> Truths {
        use Truths::{All, Sets};
        match (self, other) {
            (All(a), All(b)) => All(Truth::and(a, b)),
            (All(Truth::True), sets) | (sets, All(Truth::True)) => sets,
            (All(Truth::False), _) | (_, All(Truth::False)) => All(Truth::False),
            // What is true or pending becomes unknown or pending; pending stays.
            (All(Truth::Unknown), Sets { yes, no, pending })
            | (Sets { yes, no, pending }, All(Truth::Unknown)) => Sets {
                yes: yes.zip(&no, |_, _| 0),
                no,
                pending,
            },
            (All(Truth::Pending), Sets { yes, no, .. })
            | (Sets { yes, no, .. }, All(Truth::Pending)) => Sets {
                yes: yes.zip(&no, |_, _| 0),
                pending: no.clone().zip(&no, |a, _| !a),
                no,
            },
            (
                Sets { yes, no, pending },
                Sets {
                    yes: yes2,
                    no: no2,
                    pending: pending2,
                },
            ) => {
                let no = no.or(&no2);
                Sets {
                    yes: yes.and(&yes2),
                    pending: pending.or(&pending2).and_not(&no),
                    no,
                }
            }
        }
    }

    fn or(self, other: Truths) -> Truths {
        self.not().and(other.not()).not()
    }

    fn not(self) -> Truths {
        match self {
            Truths::All(truth) => Truths::All(truth.not()),
            Truths::Sets { yes, no, pending } => Truths::Sets {
                yes: no,
                no: yes,
                pending,
            },
        }
    }

    fn is_true(&self) -> bool {
        matches!(self, Truths::All(Truth::True))
    }

    fn is_false(&self) -> bool {
        matches!(self, Truths::All(Truth::False))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Truth; 4] = [Truth::False, Truth::Unknown, Truth::True, Truth::Pending];

    fn truth(truths: &Truths, doc: u32) -> Truth {
        match truths {
            Truths::All(truth) => *truth,
            Truths::Sets { yes, no, pending } => match (yes.has(doc), no.has(doc)) {
                (true, _) => Truth::True,
                (_, true) => Truth::False,
                _ if pending.has(doc) => Truth::Pending,
                _ => Truth::Unknown,
            },
        }
    }

    #[test]
    fn sets_combine_as_single_truths_do() {
        let (mut first, mut second) = (Truths::unknown(100), Truths::unknown(100));
        for (i, (a, b)) in ALL.iter().flat_map(|a| ALL.map(|b| (*a, b))).enumerate() {
            first.set(60 + i as u32, a);
            second.set(60 + i as u32, b);
        }
        let all_of = |truth| [first.clone(), Truths::All(truth)];
        for one in ALL.into_iter().flat_map(all_of) {
            for other in ALL
                .into_iter()
                .flat_map(|t| [second.clone(), Truths::All(t)])
            {
                for doc in 60..76 {
                    let (a, b) = (truth(&one, doc), truth(&other, doc));
                    assert_eq!(truth(&one.clone().and(other.clone()), doc), a.and(b));
                    assert_eq!(truth(&one.clone().or(other.clone()), doc), a.or(b));
                    assert_eq!(truth(&one.clone().not(), doc), a.not());
                }
            }
        }
    }

    #[test]
    fn a_set_lists_what_was_added() {
        let mut docs = Docs::none(130);
        for doc in [0, 63, 64, 129] {
            docs.add(doc);
        }
        docs.remove(63);
        assert_eq!(docs.iter().collect::<Vec<_>>(), [0, 64, 129]);
        assert_eq!((docs.len(), docs.is_empty()), (3, false));
        for size in [0, 1, 63, 64, 130] {
            let all: Vec<u32> = Docs::all(size).iter().collect();
            assert_eq!(all, (0..size).collect::<Vec<_>>());
        }
    }
}
