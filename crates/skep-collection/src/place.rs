use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// The amount of a file or entry before some place in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub games: u64,
    pub lines: u64,
}

/// A place that one thread computes and another waits for.
///
/// The units of a file form a chain. Each worker counts the games in its unit, waits for the place where the unit
/// begins, and passes on the place where it ends before it does the long part of its work. Units are started in order,
/// so the worker of the unit before is already running.
#[derive(Debug, Default)]
pub(super) struct Link {
    place: Mutex<Option<Place>>,
    known: Condvar,
}

impl Link {
    /// The place, when it is known.
    pub fn wait(&self) -> Place {
        let mut place = self.place.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match *place {
                Some(place) => return place,
                None => {
                    place = self
                        .known
                        .wait(place)
                        .unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    fn tell(&self, place: Place) {
        self.place
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(place);
        self.known.notify_all();
    }
}

/// Sets the place of a [`Link`]. If it is dropped before that, as when a scan stops, it sets the start, so that no
/// thread waits forever.
#[derive(Debug)]
pub(super) struct Teller(Arc<Link>);

impl Teller {
    pub fn tell(self, place: Place) {
        self.0.tell(place);
    }
}

impl Drop for Teller {
    fn drop(&mut self) {
        self.0.tell(Place::default());
    }
}

/// The current place in a file or entry.
#[derive(Debug)]
pub(super) struct Cursor(Arc<Link>);

impl Cursor {
    /// A cursor at a known place.
    pub fn at(place: Place) -> Cursor {
        let link = Link::default();
        link.tell(place);
        Cursor(Arc::new(link))
    }

    /// Moves forward by one unit. Returns the place where it begins, and a handle to set the place where it ends.
    pub fn advance(&mut self) -> (Arc<Link>, Teller) {
        let end = Arc::new(Link::default());
        let start = std::mem::replace(&mut self.0, Arc::clone(&end));
        (start, Teller(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_places_survives_a_dropped_teller() {
        let mut cursor = Cursor::at(Place { games: 2, lines: 3 });
        let (start, end) = cursor.advance();
        let (middle, dropped) = cursor.advance();
        assert_eq!(start.wait(), Place { games: 2, lines: 3 });
        end.tell(Place { games: 5, lines: 9 });
        assert_eq!(middle.wait(), Place { games: 5, lines: 9 });
        drop(dropped);
        assert_eq!(cursor.advance().0.wait(), Place::default());
    }
}
