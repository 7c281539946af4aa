use std::fmt;

/// How many bytes of texts may be held at once: games, comments, names, rows.
///
/// Counts of games or rows do not bound memory, because a game can have 4 MiB. A text that does not fit is written to a
/// file, or refused in a message that names an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByteBudget {
    most: usize,
    held: usize,
}

impl ByteBudget {
    /// The bytes of texts that a command holds for one purpose.
    pub const TEXTS: usize = 128 << 20;

    /// A budget of this many bytes.
    pub const fn new(most: usize) -> ByteBudget {
        ByteBudget { most, held: 0 }
    }

    /// Takes bytes. Returns false, and takes nothing, if they do not fit.
    #[must_use]
    pub fn take(&mut self, bytes: usize) -> bool {
        let held = self.held.saturating_add(bytes);
        let fits = held <= self.most;
        if fits {
            self.held = held;
        }
        fits
    }

    /// Gives back bytes that were taken.
    pub fn give_back(&mut self, bytes: usize) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// Gives back everything.
    pub fn clear(&mut self) {
        self.held = 0;
    }
}

impl Default for ByteBudget {
    /// A budget of [`ByteBudget::TEXTS`].
    fn default() -> ByteBudget {
        ByteBudget::new(ByteBudget::TEXTS)
    }
}

/// The size of the budget, such as `128 MiB`.
impl fmt::Display for ByteBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            bytes if bytes >= 1 << 20 => write!(f, "{} MiB", bytes >> 20),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_takes_nothing() {
        let mut budget = ByteBudget::new(10);
        assert!(budget.take(6) && !budget.take(5) && budget.take(4));
        assert!(!budget.take(1) && !budget.take(usize::MAX));
        budget.give_back(4);
        assert!(budget.take(3));
        budget.clear();
        assert!(budget.take(10));
        assert_eq!(ByteBudget::default().to_string(), "128 MiB");
    }
}
