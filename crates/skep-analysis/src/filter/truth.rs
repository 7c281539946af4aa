//! Truth with unknown values, as in SQL, and with tests that need a replay.

/// The answer of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The test fails.
    False,
    /// The data is missing from the record and the game.
    Unknown,
    /// The test succeeds.
    True,
    /// The answer needs a replay.
    Pending,
}

/// Values that an expression combines: the truth for one game, or for many games at once.
pub trait Logic: Sized {
    /// False for each game.
    const FALSE: Self;

    /// Both hold.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// Either holds.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// The negation.
    #[must_use]
    fn not(self) -> Self;

    /// Whether it is certainly true for each game, so that other tests do not matter.
    fn is_true(&self) -> bool {
        false
    }

    /// Whether it is certainly false for each game, so that other tests do not matter.
    fn is_false(&self) -> bool {
        false
    }
}

impl Logic for Truth {
    const FALSE: Truth = Truth::False;

    fn and(self, other: Truth) -> Truth {
        self.and(other)
    }

    fn or(self, other: Truth) -> Truth {
        self.or(other)
    }

    fn not(self) -> Truth {
        self.not()
    }

    fn is_true(&self) -> bool {
        *self == Truth::True
    }

    fn is_false(&self) -> bool {
        *self == Truth::False
    }
}

impl Truth {
    /// The answer for a known truth value.
    pub const fn of(holds: bool) -> Truth {
        if holds { Truth::True } else { Truth::False }
    }

    /// Both hold.
    #[must_use]
    pub const fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::Pending, _) | (_, Truth::Pending) => Truth::Pending,
            (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
            (Truth::True, Truth::True) => Truth::True,
        }
    }

    /// Either holds.
    #[must_use]
    pub const fn or(self, other: Truth) -> Truth {
        self.not().and(other.not()).not()
    }

    /// The negation.
    #[must_use]
    pub const fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::True => Truth::False,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Truth::{self, False, Pending, True, Unknown};

    #[test]
    fn a_decided_value_does_not_wait_and_an_unknown_one_stays_unknown() {
        assert_eq!(False.and(Pending), False);
        assert_eq!(True.or(Pending), True);
        assert_eq!(Unknown.or(True), True);
        assert_eq!(Unknown.and(Pending), Pending);
        assert_eq!(Unknown.or(False), Unknown);
        assert_eq!(Unknown.not(), Unknown);
        for a in [False, Unknown, True, Pending] {
            assert_eq!(a.not().not(), a);
            assert_eq!(a.and(True), a);
            assert_eq!(a.or(False), a);
            assert_eq!(a.and(Truth::of(false)), False);
        }
    }
}
