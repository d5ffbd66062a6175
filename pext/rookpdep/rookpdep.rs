//! PEXT bitboards with PDEP for rooks alone: their slots keep 16 bits, which PDEP puts back on the lines, and bishops keep their words, which are short anyway.
//! 246 KiB, and a square's data for both pieces in one cache line. Needs BMI2; where PEXT is slow, PDEP is slow too.
//!
//! rook   = PDEP(slots[offset + PEXT(occ, mask)], lines)
//! bishop = words[offset + PEXT(occ, mask)]
//!
//! The compiler computes the tables; each lookup checks its index.
//!
//! People: Ciekce, in Stormphrax; PDEP for attacks is Zach Wegner's, 2011.

#[path = "../../board/board.rs"]
mod board;

use core::arch::x86_64::{_pdep_u64, _pext_u64};

/// A square's data: 32 bytes for each piece.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Entry {
    rook_mask: u64,
    rook_lines: u64,
    rook_offset: u64,
    unused: u64,
    bishop_mask: u64,
    bishop_offset: u64,
}

static ENTRIES: [Entry; 64] = entries();
static ROOK_SLOTS: [u16; 102400] = board::slots(board::ROOKS);
static BISHOP_WORDS: [u64; 5248] = board::attacks(board::BISHOPS);

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    let e = &ENTRIES[(sq & 63) as usize];
    // The program is compiled for processors with BMI2, or the module is not.
    unsafe { _pdep_u64(ROOK_SLOTS[e.rook_offset as usize + _pext_u64(occ, e.rook_mask) as usize] as u64, e.rook_lines) }
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    let e = &ENTRIES[(sq & 63) as usize];
    BISHOP_WORDS[e.bishop_offset as usize + unsafe { _pext_u64(occ, e.bishop_mask) } as usize]
}

/// The attacks of a rook and of a bishop: two lookups.
#[inline]
pub fn both(sq: u8, occ: u64) -> (u64, u64) {
    (rook(sq, occ), bishop(sq, occ))
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub fn queen(sq: u8, occ: u64) -> u64 {
    rook(sq, occ) | bishop(sq, occ)
}

/// Each square's slots and words begin where its predecessor's end.
const fn entries() -> [Entry; 64] {
    let mut e = Entry { rook_mask: 0, rook_lines: 0, rook_offset: 0, unused: 0, bishop_mask: 0, bishop_offset: 0 };
    let mut all = [e; 64];
    let mut sq = 0;
    while sq < 64 {
        e.rook_mask = board::ROOK_MASKS[sq];
        e.rook_lines = board::walk(board::FILE, sq, 0) | board::walk(board::RANK, sq, 0);
        e.bishop_mask = board::BISHOP_MASKS[sq];
        all[sq] = e;
        e.rook_offset += 1 << e.rook_mask.count_ones();
        e.bishop_offset += 1 << e.bishop_mask.count_ones();
        sq += 1;
    }
    all
}
