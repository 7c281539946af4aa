//! Answers that are kept for equal requests.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hasher as _};

use hyper::body::Bytes;

use crate::answers::Answer;

/// The largest total size of the answers and their requests, in bytes.
const MOST: usize = 16 << 20;
/// The largest size of an answer and its request that are kept, in bytes.
const LARGEST: usize = 256 << 10;

/// An answer on its way. Clones share the content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub kind: &'static str,
    pub name: Option<&'static str>,
    pub bytes: Bytes,
    /// A hash of the content, by which a browser knows an answer that it has.
    pub tag: u64,
}

/// The hash of a content.
pub fn tag(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

impl From<Answer> for Sent {
    fn from(answer: Answer) -> Sent {
        Sent {
            tag: tag(&answer.bytes),
            kind: answer.kind,
            name: answer.name,
            bytes: answer.bytes.into(),
        }
    }
}

/// Answers by their requests, for one state of the collection.
#[derive(Debug, Default)]
pub struct AnswerMemory {
    /// How often the collection was replaced.
    generation: u64,
    size: usize,
    answers: HashMap<String, Sent>,
}

impl AnswerMemory {
    pub fn get(&self, generation: u64, request: &str) -> Option<Sent> {
        let is_current = generation == self.generation;
        self.answers.get(request).filter(|_| is_current).cloned()
    }

    /// Keeps an answer. If there is no room, the others are forgotten.
    pub fn put(&mut self, generation: u64, request: String, answer: &Sent) {
        let size = request.len() + answer.bytes.len();
        // A slow answer can be from an earlier state.
        if size > LARGEST || generation < self.generation {
            return;
        }
        if generation > self.generation || self.size + size > MOST {
            self.answers.clear();
            self.size = 0;
            self.generation = generation;
        }
        if self.answers.insert(request, answer.clone()).is_none() {
            self.size += size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(bytes: impl Into<Bytes>) -> Sent {
        Sent {
            tag: 0,
            kind: crate::answers::JSON,
            name: None,
            bytes: bytes.into(),
        }
    }

    #[test]
    fn answers_of_an_earlier_state_are_forgotten() {
        let mut memory = AnswerMemory::default();
        let [old, new] = [sent("old"), sent("new")];
        memory.put(0, "a".to_owned(), &old);
        assert_eq!(memory.get(0, "a"), Some(old.clone()));
        assert_eq!(memory.get(1, "a"), None);
        memory.put(1, "b".to_owned(), &new);
        memory.put(0, "c".to_owned(), &old);
        assert_eq!((memory.get(1, "a"), memory.get(1, "b")), (None, Some(new)));
        assert_eq!(memory.get(1, "c"), None);
    }

    #[test]
    fn the_size_is_bounded() {
        let mut memory = AnswerMemory::default();
        let answer = sent(vec![0; LARGEST - 10]);
        for number in 0..200 {
            memory.put(0, number.to_string(), &answer);
            assert!(memory.size <= MOST);
        }
        assert!(memory.get(0, "199").is_some());
        memory.put(0, "large".to_owned(), &sent(vec![0; LARGEST]));
        assert!(memory.get(0, "large").is_none());
    }
}
