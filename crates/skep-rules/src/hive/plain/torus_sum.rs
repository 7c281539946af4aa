//! Position keys that do not change when the hive is moved over the plane.
//!
//! The board is a torus whose cells are the residues modulo 1024, so moving the hive adds the same number to every
//! cell. With `g` an element of order 1024 in the field of p = 2^64 − 2^32 + 1 elements, the sum over all pieces of
//! K(kind, colour, level) · g^cell is multiplied by g^t when the hive moves by t: this factor is removed by taking the
//! cell of White's queen (or Black's) as 0. Each moved piece updates the sum with one product.

use super::tables::CELLS;
use crate::mix::{GOLDEN, mix};

/// 2^64 − 2^32 + 1, a prime with 2^32 dividing p − 1.
const P: u64 = 0xFFFF_FFFF_0000_0001;
const EPSILON: u64 = 0xFFFF_FFFF;

#[inline]
pub(super) const fn add(a: u64, b: u64) -> u64 {
    let (sum, over) = a.overflowing_add(b);
    // 2^64 is 2^32 − 1 modulo p; both numbers are below p, so that a second overflow cannot happen.
    let sum = if over { sum.wrapping_add(EPSILON) } else { sum };
    if sum >= P { sum - P } else { sum }
}

#[inline]
pub(super) const fn sub(a: u64, b: u64) -> u64 {
    if a >= b { a - b } else { a + (P - b) }
}

#[inline]
pub(super) const fn mul(a: u64, b: u64) -> u64 {
    let x = a as u128 * b as u128;
    let (low, high) = (x as u64, (x >> 64) as u64);
    let (high_high, high_low) = (high >> 32, high & EPSILON);
    // 2^64 = 2^32 − 1 and 2^96 = −1 modulo p.
    let (mut t, borrow) = low.overflowing_sub(high_high);
    if borrow {
        t = t.wrapping_sub(EPSILON);
    }
    let (mut t2, carry) = t.overflowing_add(high_low * EPSILON);
    if carry {
        t2 = t2.wrapping_add(EPSILON);
    }
    if t2 >= P {
        t2 -= P;
    }
    t2
}

const fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = mul(result, base);
        }
        base = mul(base, base);
        exponent >>= 1;
    }
    result
}

/// g^cell. 7 generates the multiplicative group.
static POWERS: [u64; CELLS] = {
    let g = power(7, (P - 1) / CELLS as u64);
    let mut table = [1; CELLS];
    let mut i = 1;
    while i < CELLS {
        table[i] = mul(table[i - 1], g);
        i += 1;
    }
    table
};

/// K(colour and kind, level).
static FACTORS: [[u64; 8]; 16] = {
    let mut table = [[0; 8]; 16];
    let mut i = 0;
    while i < 128 {
        table[i / 8][i % 8] = mix((i as u64 + 1).wrapping_mul(GOLDEN)) % P;
        i += 1;
    }
    table
};

/// The term of one piece: `kind` is 8 for Black's plus the number of the kind, `level` 0 on the ground.
#[inline]
pub(super) fn term(kind: u8, level: u8, cell: u16) -> u64 {
    mul(
        FACTORS[(kind & 15) as usize][(level & 7) as usize],
        POWERS[cell as usize & (CELLS - 1)],
    )
}

/// What the sum changes by when a piece goes from one cell to another on the same level.
#[inline]
pub(super) fn moved(kind: u8, level: u8, from: u16, to: u16) -> u64 {
    let power = |cell: u16| POWERS[cell as usize & (CELLS - 1)];
    mul(
        FACTORS[(kind & 15) as usize][(level & 7) as usize],
        sub(power(to), power(from)),
    )
}

/// The sum as it would be with `anchor` at cell 0.
#[inline]
pub(super) fn anchored(sum: u64, anchor: u16) -> u64 {
    mul(sum, POWERS[anchor.wrapping_neg() as usize & (CELLS - 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_agrees_with_128_bits() {
        let p = P as u128;
        let mut x = 1u64;
        let mut probes = vec![0, 1, 2, P - 1, P - 2, EPSILON, EPSILON + 1, 1 << 63];
        for _ in 0..200 {
            x = mix(x.wrapping_add(GOLDEN));
            probes.push(x % P);
        }
        for &a in &probes {
            for &b in &probes {
                let (wide_a, wide_b) = (a as u128, b as u128);
                assert_eq!(mul(a, b) as u128, wide_a * wide_b % p, "{a} * {b}");
                assert_eq!(add(a, b) as u128, (wide_a + wide_b) % p, "{a} + {b}");
                assert_eq!(sub(a, b) as u128, (wide_a + p - wide_b) % p, "{a} - {b}");
            }
        }
    }

    #[test]
    fn the_powers_have_order_1024() {
        assert_eq!(mul(POWERS[1023], POWERS[1]), 1);
        assert_ne!(POWERS[512], 1);
        assert_eq!(POWERS[512], P - 1);
    }

    #[test]
    fn moving_all_pieces_changes_nothing_once_anchored() {
        let sum = |t: u16| {
            add(
                term(3, 0, (5 + t) & 1023),
                add(term(9, 1, (900 + t) & 1023), term(0, 0, t & 1023)),
            )
        };
        for t in 0..1024 {
            assert_eq!(anchored(sum(t), t), anchored(sum(0), 0));
        }
    }
}
