use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// How much of a file or entry comes before a place in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Offset {
    pub games: u64,
    pub lines: u64,
}

/// A place that one thread finds out and another waits for.
///
/// The units of one file form a chain of them: each worker counts the games of its unit, waits for the place where the
/// unit begins, and tells the next one where it ends, before it does the long part of its work. Units are taken up
/// in order, so whoever is waited for is already at work.
#[derive(Debug, Default)]
pub(super) struct OffsetCell {
    place: Mutex<Option<Offset>>,
    known: Condvar,
}

impl OffsetCell {
    /// The place, once it is known.
    pub fn wait(&self) -> Offset {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match *place {
                Some(place) => return place,
                None => {
                    place = self
                        .known
                        .wait(place)
                        .unwrap_or_else(PoisonError::into_inner)
                }
            }
        }
    }

    fn tell(&self, place: Offset) {
        self.place
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(place);
        self.known.notify_all();
    }
}

/// The duty to tell a [`OffsetCell`] its place. Dropped untold, as happens when a scan stops, it tells the start, so that
/// nobody waits for ever.
#[derive(Debug)]
pub(super) struct OffsetSetter(Arc<OffsetCell>);

impl OffsetSetter {
    pub fn tell(self, place: Offset) {
        self.0.tell(place);
    }
}

impl Drop for OffsetSetter {
    fn drop(&mut self) {
        self.0.tell(Offset::default());
    }
}

/// Where the reading of a file or entry has got to.
#[derive(Debug)]
pub(super) struct OffsetCursor(Arc<OffsetCell>);

impl OffsetCursor {
    /// A cursor at a known place.
    pub fn at(place: Offset) -> OffsetCursor {
        let link = OffsetCell::default();
        link.tell(place);
        OffsetCursor(Arc::new(link))
    }

    /// Moves on by one unit: gives where it begins, and the duty to tell where it ends.
    pub fn advance(&mut self) -> (Arc<OffsetCell>, OffsetSetter) {
        let end = Arc::new(OffsetCell::default());
        let start = std::mem::replace(&mut self.0, Arc::clone(&end));
        (start, OffsetSetter(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_places_survives_a_dropped_teller() {
        let mut cursor = OffsetCursor::at(Offset { games: 2, lines: 3 });
        let (start, end) = cursor.advance();
        let (middle, dropped) = cursor.advance();
        assert_eq!(start.wait(), Offset { games: 2, lines: 3 });
        end.tell(Offset { games: 5, lines: 9 });
        assert_eq!(middle.wait(), Offset { games: 5, lines: 9 });
        drop(dropped);
        assert_eq!(cursor.advance().0.wait(), Offset::default());
    }
}
