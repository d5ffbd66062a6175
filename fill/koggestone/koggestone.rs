//! The Kogge-Stone fill: as in the carry network of an adder, three rounds instead of seven steps lead all sliders through the empty squares, because each round
//! doubles the distance. It answers for many sliders as for one. There are no tables.
//!
//! g = sliders, p = empty squares, without the file where a step around the edge of the board would end
//! g |= p & g << step,      p &= p << step
//! g |= p & g << 2*step,    p &= p << 2*step
//! g |= p & g << 4*step
//! attacks = g << step, without that file                          step: 8, 1, 9 or 7; >> in the four other directions
//!
//! People: Steffan Westcott, 2002; the adder is Peter M. Kogge's and Harold S. Stone's, 1973.
#![forbid(unsafe_code)]

// East of the h-file lies the a-file of the next rank, and west of the a-file the h-file: each direction leaves out the file on which a step around the edge
// would end.
const ALL: u64 = !0;
const NOT_A: u64 = 0xfefefefefefefefe;
const NOT_H: u64 = 0x7f7f7f7f7f7f7f7f;

/// The attacks in the direction of a step to higher squares, on the squares of inside alone. Before the three rounds p is the set of squares that can be entered
/// from 1, 2 and 4 squares away over empty squares, and after them g is the set of squares reached within 1, 3 and 7 steps. The attacks go a step further.
#[inline(always)]
const fn up(sliders: u64, occ: u64, step: u32, inside: u64) -> u64 {
    let (mut g, mut p) = (sliders, !occ & inside);
    g |= p & g << step;
    p &= p << step;
    g |= p & g << (2 * step);
    p &= p << (2 * step);
    g |= p & g << (4 * step);
    g << step & inside
}

/// The same with steps to lower squares.
#[inline(always)]
const fn down(sliders: u64, occ: u64, step: u32, inside: u64) -> u64 {
    let (mut g, mut p) = (sliders, !occ & inside);
    g |= p & g >> step;
    p &= p >> step;
    g |= p & g >> (2 * step);
    p &= p >> (2 * step);
    g |= p & g >> (4 * step);
    g >> step & inside
}

/// The union of the attacks of rooks on all squares of a set, with pieces on the squares in occ, whether or not the rooks are among them. Sliders in occ block
/// each other, which makes no difference to the union: behind a slider that blocks, its own attacks continue.
#[inline]
pub const fn rooks(sliders: u64, occ: u64) -> u64 {
    up(sliders, occ, 8, ALL) | down(sliders, occ, 8, ALL) | up(sliders, occ, 1, NOT_A) | down(sliders, occ, 1, NOT_H)
}

/// The same for bishops.
#[inline]
pub const fn bishops(sliders: u64, occ: u64) -> u64 {
    up(sliders, occ, 9, NOT_A) | down(sliders, occ, 9, NOT_H) | up(sliders, occ, 7, NOT_H) | down(sliders, occ, 7, NOT_A)
}

/// The same for queens.
#[inline]
pub const fn queens(sliders: u64, occ: u64) -> u64 {
    rooks(sliders, occ) | bishops(sliders, occ)
}

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub const fn rook(sq: u8, occ: u64) -> u64 {
    rooks(1 << (sq & 63), occ)
}

/// The attacks of a bishop.
#[inline]
pub const fn bishop(sq: u8, occ: u64) -> u64 {
    bishops(1 << (sq & 63), occ)
}

/// The attacks of a rook and of a bishop: two lookups.
#[inline]
pub const fn both(sq: u8, occ: u64) -> (u64, u64) {
    (rook(sq, occ), bishop(sq, occ))
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub const fn queen(sq: u8, occ: u64) -> u64 {
    queens(1 << (sq & 63), occ)
}
