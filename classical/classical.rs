//! The classical approach: loops over the rays. From the slider's square a set of one square takes a step at a time in each direction, up to the edge of the
//! board or the first piece, and is empty when the loop has to end. There are no tables.
//!
//! while x != 0 { attacks |= x; x = step(x & !occ) }        from x = step(1 << sq)
//!
//! People: folklore.
#![forbid(unsafe_code)]

// A loop's set x has one square, which a shift moves. An occupied square leaves the set before the next step, but only after it was added to the attacks. East of
// the h-file lies the a-file of the next rank, so a square at the edge leaves the set too if the step would carry it around. A step over the upper or lower edge
// shifts the square out of the word.
const ALL: u64 = !0;
const NOT_A: u64 = 0xfefefefefefefefe;
const NOT_H: u64 = 0x7f7f7f7f7f7f7f7f;

/// The attacks in the direction of a shift to the left, from the squares of inner alone.
#[inline(always)]
const fn up(sq: u8, occ: u64, shift: u32, inner: u64) -> u64 {
    let (mut attacks, mut x) = (0, ((1 << (sq & 63)) & inner) << shift);
    while x != 0 {
        attacks |= x;
        x = (x & !occ & inner) << shift;
    }
    attacks
}

/// The same of a shift to the right.
#[inline(always)]
const fn down(sq: u8, occ: u64, shift: u32, inner: u64) -> u64 {
    let (mut attacks, mut x) = (0, ((1 << (sq & 63)) & inner) >> shift);
    while x != 0 {
        attacks |= x;
        x = (x & !occ & inner) >> shift;
    }
    attacks
}

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub const fn rook(sq: u8, occ: u64) -> u64 {
    up(sq, occ, 8, ALL) | down(sq, occ, 8, ALL) | up(sq, occ, 1, NOT_H) | down(sq, occ, 1, NOT_A)
}

/// The attacks of a bishop.
#[inline]
pub const fn bishop(sq: u8, occ: u64) -> u64 {
    up(sq, occ, 9, NOT_H) | down(sq, occ, 9, NOT_A) | up(sq, occ, 7, NOT_A) | down(sq, occ, 7, NOT_H)
}

/// The attacks of a rook and of a bishop: two lookups.
#[inline]
pub const fn both(sq: u8, occ: u64) -> (u64, u64) {
    (rook(sq, occ), bishop(sq, occ))
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub const fn queen(sq: u8, occ: u64) -> u64 {
    rook(sq, occ) | bishop(sq, occ)
}
