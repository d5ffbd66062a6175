// The timed loops of one technique in Rust, as in unit.h. They call functions rook, bishop, queen, rooks, bishops, queens, both and start, which
// stand before this text.

use core::ffi::{c_char, c_void};

// The structs of program.h, field by field.
#[repr(C)]
pub struct Corpus {
    n: usize,
    occs: *const u64,
    squares: *const u8,
    sliders: *const u64,
    changes: *const [u64; 2], // off, on
    lookups: usize,
    before: *const u64,
    positions: *const c_void,
    questions: *const c_void,
    states: *const c_void, // no technique in Rust has states
    keeps: *const c_void,
}

#[repr(C)]
pub struct Pair {
    rook: u64,
    bishop: u64,
}

type Lookup = extern "C" fn(i32, u64) -> u64;
type Loop = unsafe extern "C" fn(&Corpus, usize, usize) -> u64;
type Batch = unsafe extern "C" fn(*mut u64, *const u64, *const u8, usize);
type Set = extern "C" fn(u64, u64) -> u64;
// 144 is BOARD_MOST_THREATS.
type OneDelta = unsafe extern "C" fn(*const u8, u32, *const c_char, *const c_char, *mut [u32; 144]) -> i64;

#[repr(C)]
pub struct Unit {
    name: *const u8,
    init: extern "C" fn(),
    lookup: [Lookup; 3],
    both: extern "C" fn(i32, u64) -> Pair,
    batch: [Batch; 3],
    batch_both: unsafe extern "C" fn(*mut u64, *mut u64, *const u64, *const u8, usize),
    set: [Set; 3],
    moves: [*const c_void; 3], // no technique in Rust leaves out own pieces
    throughput: [Loop; 3],
    latency: [Loop; 3],
    setwise: [Loop; 3],
    incremental: [Loop; 3],
    both_throughput: Loop,
    both_latency: Loop,
    engine: [*const c_void; 8], // the engine is not in Rust, but for deltas
    threats: *const c_void,
    deltas: *const c_void,
    deltas_in_turn: *const c_void,
    delta_batch: *const c_void,
    delta: Option<OneDelta>,
    states: *const c_void,
}

// A unit is a constant, and its pointers lead to constants and functions.
unsafe impl Sync for Unit {}

/// What the sliders of a set attack together, one lookup after the other.
#[allow(dead_code)] // a technique may have a lookup for sets
#[inline(always)]
fn union(one: impl Fn(u8, u64) -> u64, mut sliders: u64, occ: u64) -> u64 {
    let mut all = 0;
    while sliders != 0 {
        all |= one(sliders.trailing_zeros() as u8, occ);
        sliders &= sliders - 1;
    }
    all
}

macro_rules! loops {
    ($one:ident, $all:ident, $lookup:ident, $throughput:ident, $latency:ident, $batch:ident, $set:ident, $setwise:ident, $moves:ident) => {
        extern "C" fn $lookup(sq: i32, occ: u64) -> u64 {
            $one(sq as u8, occ)
        }
        unsafe extern "C" fn $throughput(c: &Corpus, from: usize, to: usize) -> u64 {
            let mut sum = 0;
            for i in from..to {
                sum ^= $one(*c.squares.add(i), *c.occs.add(i));
            }
            sum
        }
        unsafe extern "C" fn $latency(c: &Corpus, from: usize, to: usize) -> u64 {
            let (mut sum, mut answer, mask) = (0, 0, dependency_mask);
            for i in from..to {
                answer = $one(*c.squares.add(i), *c.occs.add(i) | (answer & mask));
                sum ^= answer;
            }
            sum
        }
        unsafe extern "C" fn $batch(dst: *mut u64, occ: *const u64, sq: *const u8, n: usize) {
            for i in 0..n {
                *dst.add(i) = $one(*sq.add(i), *occ.add(i));
            }
        }
        extern "C" fn $set(sliders: u64, occ: u64) -> u64 {
            $all(sliders, occ)
        }
        unsafe extern "C" fn $setwise(c: &Corpus, from: usize, to: usize) -> u64 {
            let mut sum = 0;
            for i in from..to {
                sum ^= $all(*c.sliders.add(i), *c.occs.add(i));
            }
            sum
        }
        unsafe extern "C" fn $moves(c: &Corpus, from: usize, to: usize) -> u64 {
            let (mut sum, mut occ, mut sq) = (0, *c.before.add(from), c.squares.add(from * c.lookups));
            for i in from..to {
                let [off, on] = *c.changes.add(i);
                occ ^= off | on;
                for _ in 0..c.lookups {
                    sum ^= $one(*sq, occ);
                    sq = sq.add(1);
                }
            }
            sum
        }
    };
}
loops!(rook, rooks, lookup_rook, throughput_rook, latency_rook, batch_rook, set_rook, setwise_rook, moves_rook);
loops!(bishop, bishops, lookup_bishop, throughput_bishop, latency_bishop, batch_bishop, set_bishop, setwise_bishop, moves_bishop);
loops!(queen, queens, lookup_queen, throughput_queen, latency_queen, batch_queen, set_queen, setwise_queen, moves_queen);

extern "C" fn lookup_both(sq: i32, occ: u64) -> Pair {
    let (rook, bishop) = both(sq as u8, occ);
    Pair { rook, bishop }
}
unsafe extern "C" fn both_throughput(c: &Corpus, from: usize, to: usize) -> u64 {
    let mut sum = 0;
    for i in from..to {
        let (r, b) = both(*c.squares.add(i), *c.occs.add(i));
        sum ^= r.wrapping_sub(b);
    }
    sum
}
unsafe extern "C" fn both_latency(c: &Corpus, from: usize, to: usize) -> u64 {
    let (mut sum, mut answers, mask) = (0, 0, dependency_mask);
    for i in from..to {
        let (r, b) = both(*c.squares.add(i), *c.occs.add(i) | (answers & mask));
        answers = r ^ b;
        sum ^= r.wrapping_sub(b);
    }
    sum
}
unsafe extern "C" fn batch_both(rooks: *mut u64, bishops: *mut u64, occ: *const u64, sq: *const u8, n: usize) {
    for i in 0..n {
        (*rooks.add(i), *bishops.add(i)) = both(*sq.add(i), *occ.add(i));
    }
}
extern "C" fn init() {
    start()
}

const fn unit(name: &'static str, [threats, deltas, deltas_in_turn, delta_batch]: [*const c_void; 4], delta: Option<OneDelta>) -> Unit {
    Unit {
        name: name.as_ptr(),
        init,
        lookup: [lookup_rook, lookup_bishop, lookup_queen],
        both: lookup_both,
        batch: [batch_rook, batch_bishop, batch_queen],
        batch_both,
        set: [set_rook, set_bishop, set_queen],
        moves: [core::ptr::null(); 3],
        throughput: [throughput_rook, throughput_bishop, throughput_queen],
        latency: [latency_rook, latency_bishop, latency_queen],
        setwise: [setwise_rook, setwise_bishop, setwise_queen],
        incremental: [moves_rook, moves_bishop, moves_queen],
        both_throughput,
        both_latency,
        engine: [core::ptr::null(); 8],
        threats,
        deltas,
        deltas_in_turn,
        delta_batch,
        delta,
        states: core::ptr::null(),
    }
}
