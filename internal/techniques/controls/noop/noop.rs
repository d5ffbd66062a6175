//! The control that no technique can beat: a lookup that looks nothing up. Its time is that of the loop that asks the questions. The answers are no attacks,
//! but depend on both arguments, so that the loop has to load them.
#![forbid(unsafe_code)]

/// A number in place of a rook's attacks.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    occ.wrapping_add(sq as u64)
}

/// Another number than a rook's, so that a loop that asks for both has to load both arguments.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    occ ^ sq as u64
}

/// A rook's number.
#[inline]
pub fn queen(sq: u8, occ: u64) -> u64 {
    rook(sq, occ)
}

/// The same for a whole set.
#[inline]
pub fn rooks(sliders: u64, occ: u64) -> u64 {
    occ.wrapping_add(sliders)
}

/// The same for a set of bishops.
#[inline]
pub fn bishops(sliders: u64, occ: u64) -> u64 {
    occ ^ sliders
}

/// The same for a set of queens.
#[inline]
pub fn queens(sliders: u64, occ: u64) -> u64 {
    occ.wrapping_add(sliders)
}

/// Lists no threats: an engine that calls it makes its moves all the same.
#[inline]
pub fn threats<D>(_men: &[u8; 64], _sq: usize, _before: u8, _after: u8, _d: &mut D) {}
