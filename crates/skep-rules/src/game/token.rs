//! Written turns packed into a word, so that records stay small.

/// A written move, packed by its game. Only the `Written` type of that game unpacks it.
///
/// ```
/// use skep_rules::hive::Written;
///
/// let written: Written = "wA1 bQ-".parse()?;
/// assert_eq!(Written::from_token(written.token()), written);
/// # Ok::<(), skep_rules::InvalidText>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Token(pub u64);
