/// A written move, packed by the game that it belongs to. Only that game's `Written` type looks inside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Token(pub u64);
