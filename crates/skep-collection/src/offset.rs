use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The amount of a file or entry before some place in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offset {
    pub games: u64,
    pub lines: u64,
    /// The number of characters on the last line.
    pub column: u64,
    /// The last header: the line of CSV that names the columns.
    pub header: Option<Arc<str>>,
}

/// A place that one thread computes and another waits for.
///
/// The units of a file form a chain. Each worker counts the games in its unit, waits for the place where the unit
/// begins, and passes on the place where it ends before it does the long part of its work. Units are started in order,
/// so the worker of the unit before is already running.
#[derive(Debug, Default)]
pub(super) struct OffsetCell {
    place: Mutex<Option<Offset>>,
    known: Condvar,
}

/// The place, when it is known.
impl OffsetCell {
    pub fn wait(&self) -> Offset {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match &*place {
                Some(place) => return place.clone(),
                None => {
                    place = self
                        .known
                        .wait(place)
                        .unwrap_or_else(PoisonError::into_inner);
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

/// Sets the place of a [`OffsetCell`]. If it is dropped before that, as when a scan stops, it sets the start, so that
/// no thread waits forever.
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

/// The current place in a file or entry.
#[derive(Debug)]
pub(super) struct OffsetCursor(Arc<OffsetCell>);

impl OffsetCursor {
    /// A cursor at a known place.
    pub fn at(place: Offset) -> OffsetCursor {
        let link = OffsetCell::default();
        link.tell(place);
        OffsetCursor(Arc::new(link))
    }

    /// Moves forward by one unit. Returns the place where it begins, and a handle to set the place where it ends.
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
        let mut cursor = OffsetCursor::at(Offset {
            games: 2,
            lines: 3,
            ..Offset::default()
        });
        let (start, end) = cursor.advance();
        let (middle, dropped) = cursor.advance();
        assert_eq!(
            start.wait(),
            Offset {
                games: 2,
                lines: 3,
                ..Offset::default()
            }
        );
        end.tell(Offset {
            games: 5,
            lines: 9,
            column: 4,
            header: Some("white,black".into()),
        });
        assert_eq!(
            middle.wait(),
            Offset {
                games: 5,
                lines: 9,
                column: 4,
                header: Some("white,black".into()),
            }
        );
        drop(dropped);
        assert_eq!(cursor.advance().0.wait(), Offset::default());
    }
}
