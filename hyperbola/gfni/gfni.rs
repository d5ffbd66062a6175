//! Hyperbola quintessence with GFNI: all four lines at once, one in each 64-bit lane of an AVX2 register, with the order of all 64 bits reversed. A lookup gives the
//! attacks of a rook and of a bishop; one of them alone costs as much as both. Needs GFNI and AVX2, and not AVX-512.
//!
//! lanes   = rank, diagonal, file, anti-diagonal
//! x       = occ & lanes                                                  in each lane
//! attacks = ((x - b) ^ reverse(reverse(x) - reverse(b))) & lanes         b = 1 << sq
//! rook, bishop = attacks[0] | attacks[2], attacks[1] | attacks[3]
//!
//! The compiler computes the table.
//!
//! People: idea of Daniel Inführ, 2023, for AVX-512.

#[path = "../../board/board.rs"]
mod board;

use core::arch::x86_64::*;

/// A square's data for a lookup, 64 bytes: four lanes, without the square itself, and the values that all lanes share, the square itself and the square with all
/// bits reversed.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Entry {
    lanes: [u64; 4],
    b: u64,
    reversed: u64,
}

static ENTRIES: [Entry; 64] = entries();

/// The attacks of a rook and of a bishop on sq, 0 to 63, with pieces on the squares in occ, in the two halves of a register. Subtracting b from the blockers above
/// it changes the bits from sq up to the lowest of them; the difference of the reversed board does the same downwards. Blockers of the other direction stay in
/// both, and cancel.
#[inline(always)]
fn pair(sq: u8, occ: u64) -> __m128i {
    let e = &ENTRIES[(sq & 63) as usize];
    // The program is compiled for processors with GFNI and AVX2, or the module is not; an entry begins with four lanes.
    unsafe {
        // All 64 bits of each lane in the other order. VGF2P8AFFINEQB multiplies each byte, a vector of eight bits, by a matrix of 8x8 bits: the matrix whose ones
        // stand on the other diagonal reverses the bits within bytes, and a shuffle reverses the order of bytes.
        let matrix = _mm256_set1_epi64x(0x8040201008040201u64 as i64);
        let swap = _mm256_broadcastsi128_si256(_mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
        let reverse = |x| _mm256_shuffle_epi8(_mm256_gf2p8affine_epi64_epi8::<0>(x, matrix), swap);
        let (lanes, b) = (_mm256_load_si256(e.lanes.as_ptr().cast()), _mm256_set1_epi64x(e.b as i64));
        let x = _mm256_and_si256(_mm256_set1_epi64x(occ as i64), lanes);
        let lower = reverse(_mm256_sub_epi64(reverse(x), _mm256_set1_epi64x(e.reversed as i64)));
        let x = _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(x, b), lower), lanes);
        _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x))
    }
}

/// The attacks of a rook.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    unsafe { _mm_cvtsi128_si64(pair(sq, occ)) as u64 }
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    unsafe { _mm_extract_epi64::<1>(pair(sq, occ)) as u64 }
}

/// The attacks of a rook and of a bishop at once.
#[inline]
pub fn both(sq: u8, occ: u64) -> (u64, u64) {
    let halves = pair(sq, occ);
    unsafe { (_mm_cvtsi128_si64(halves) as u64, _mm_extract_epi64::<1>(halves) as u64) }
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub fn queen(sq: u8, occ: u64) -> u64 {
    let (rook, bishop) = both(sq, occ);
    rook | bishop
}

const fn entries() -> [Entry; 64] {
    let mut all = [Entry { lanes: [0; 4], b: 0, reversed: 0 }; 64];
    let lines = board::lines::<4>(board::FILE);
    let mut sq = 0;
    while sq < 64 {
        let [file, rank, diagonal, antidiagonal] = lines[sq];
        all[sq] = Entry { lanes: [rank, diagonal, file, antidiagonal], b: 1 << sq, reversed: 1 << (63 - sq) };
        sq += 1;
    }
    all
}
