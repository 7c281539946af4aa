//! Hashing of numbers: SplitMix64 (Steele, Lea and Flood 2014).

/// 2^64 divided by the golden ratio: its multiples are far apart.
pub(crate) const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Spreads the bits of a number over all its bits.
#[inline]
pub(crate) const fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ x >> 31
}
