//! Hyperbola quintessence in AVX2 lanes: three lines at once, one in each 64-bit lane of a register. A lookup gives the attacks of a rook and of a bishop, or their
//! union; a rook alone or a bishop alone does not fill the lanes and is computed without them.
//!
//! lanes   = file, diagonal, -, anti-diagonal
//! x       = occ & lanes                                                  in each lane
//! attacks = ((x - b) ^ swap(swap(x) - swap(b))) & lanes                  b = 1 << sq
//! rook    = attacks[0] | ranks[inner squares of sq's rank][file of sq] << first square of the rank
//! bishop  = attacks[1] | attacks[3]
//!
//! The compiler computes the tables.
//!
//! People: the idea of the lanes, and of the rank table beside them, is that of Stockfish's developers, 2026 (anematode on GitHub, the table cut down to the inner
//! squares by Niklas Fiekas); quintessence itself: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007.

#[path = "../../board/board.rs"]
mod board;

use core::arch::x86_64::*;

/// A square's data for a lookup: four lanes. The lines are without the square itself. The third lane holds b, so that an entry is 32 bytes; as a line, b gives no
/// attacks.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Entry {
    file: u64,
    diagonal: u64,
    b: u64,
    antidiagonal: u64,
}

static ENTRIES: [Entry; 64] = entries();
/// The attacks within a rank, indexed by its inner squares b to g and the slider's file: the squares of a rank lie in one byte, and a byte swap does not reverse
/// them.
static RANKS: [[u8; 8]; 64] = board::first_rank();

/// The attacks within one line whose squares lie in different bytes, so that a byte swap reverses their order. Subtracting b from the blockers above it borrows
/// from the lowest of them: the difference has ones from sq up to just below that blocker, whose own bit becomes 0. The exclusive or with the other direction
/// leaves the squares that changed, and these are the attacks. Each direction's difference leaves the blockers of the other direction unchanged, so they cancel.
#[inline(always)]
fn swapped(line: u64, b: u64, occ: u64) -> u64 {
    let x = occ & line;
    (x.wrapping_sub(b) ^ x.swap_bytes().wrapping_sub(b.swap_bytes()).swap_bytes()) & line
}

/// The attacks within a slider's rank.
#[inline(always)]
fn on_rank(sq: u8, occ: u64) -> u64 {
    let first = sq & 56; // the rank's square on the a-file
    (RANKS[(occ >> first >> 1 & 63) as usize][(sq & 7) as usize] as u64) << first
}

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    let e = &ENTRIES[(sq & 63) as usize];
    swapped(e.file, e.b, occ) | on_rank(sq, occ)
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    let e = &ENTRIES[(sq & 63) as usize];
    swapped(e.diagonal, e.b, occ) | swapped(e.antidiagonal, e.b, occ)
}

/// The attacks in all lanes, by the formula of swapped, and the two halves of these combined. The byte swap in all lanes is one shuffle.
#[inline(always)]
fn lanes(sq: u8, occ: u64) -> (__m128i, __m128i) {
    let e = &ENTRIES[(sq & 63) as usize];
    // The program is compiled for processors with AVX2, or the module is not; an entry is four lanes.
    unsafe {
        let swap = _mm256_broadcastsi128_si256(_mm_setr_epi8(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8));
        let (lanes, b) = (_mm256_load_si256((e as *const Entry).cast()), _mm256_set1_epi64x(e.b as i64));
        let x = _mm256_and_si256(_mm256_set1_epi64x(occ as i64), lanes);
        let lower = _mm256_sub_epi64(_mm256_shuffle_epi8(x, swap), _mm256_shuffle_epi8(b, swap));
        let x = _mm256_and_si256(_mm256_xor_si256(_mm256_sub_epi64(x, b), _mm256_shuffle_epi8(lower, swap)), lanes);
        let low = _mm256_castsi256_si128(x);
        (low, _mm_or_si128(low, _mm256_extracti128_si256::<1>(x)))
    }
}

/// The attacks of a rook and of a bishop at once.
#[inline]
pub fn both(sq: u8, occ: u64) -> (u64, u64) {
    let (low, halves) = lanes(sq, occ);
    unsafe { (_mm_cvtsi128_si64(low) as u64 | on_rank(sq, occ), _mm_extract_epi64::<1>(halves) as u64) }
}

/// The attacks of a queen: all lanes together, and the rank. The lane of b has no attacks.
#[inline]
pub fn queen(sq: u8, occ: u64) -> u64 {
    let (_, halves) = lanes(sq, occ);
    unsafe { _mm_cvtsi128_si64(_mm_or_si128(halves, _mm_unpackhi_epi64(halves, halves))) as u64 | on_rank(sq, occ) }
}

const fn entries() -> [Entry; 64] {
    let mut all = [Entry { file: 0, diagonal: 0, b: 0, antidiagonal: 0 }; 64];
    let lines = board::lines::<4>(board::FILE);
    let mut sq = 0;
    while sq < 64 {
        let [file, _, diagonal, antidiagonal] = lines[sq];
        all[sq] = Entry { file, diagonal, b: 1 << sq, antidiagonal };
        sq += 1;
    }
    all
}
