// How loops and the engine ask a technique. The harness writes files that define T as the technique's name, HEADER as the path of its header, and HAS_...
// for each kind of function in the header. Builds with +calls define CALLS: there each lookup is a call with arguments and answers in memory.
#ifndef SLIDEBENCH_SLIDERS_H
#define SLIDEBENCH_SLIDERS_H

#include HEADER

#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define OWN(function) PASTE(T, function) // _rook: fancymagic_rook

#ifdef HAS_LOOKUPS

#ifdef CALLS
// Volatile, so that arguments and answers stay in memory and the compiler makes no second version that takes registers.
struct frame {
	int sq;
	uint64_t occ, answer, other; // other: the bishop's of a pair
};
#define CALL(piece) \
	static __attribute__((noinline)) void call##piece(volatile struct frame *f) { f->answer = OWN(piece)(f->sq, f->occ); } \
	static inline uint64_t called##piece(int sq, uint64_t occ) { \
		volatile struct frame f; \
		f.sq = sq; \
		f.occ = occ; \
		call##piece(&f); \
		return f.answer; \
	}
CALL(_rook)
CALL(_bishop)
CALL(_queen)
#define LOOKUP(piece) called##piece
#else
#define LOOKUP(piece) OWN(piece)
#endif

#if defined(HAS_BOTH) && defined(CALLS)
static __attribute__((noinline)) void call_both(volatile struct frame *f) {
	struct board_pair p = OWN(_both)(f->sq, f->occ);
	f->answer = p.rook;
	f->other = p.bishop;
}
static inline struct board_pair both(int sq, uint64_t occ) {
	volatile struct frame f;
	struct board_pair p;
	f.sq = sq;
	f.occ = occ;
	call_both(&f);
	p.rook = f.answer;
	p.bishop = f.other;
	return p;
}
#define BOTH both
#elif defined(HAS_BOTH)
#define BOTH OWN(_both)
#else
static inline struct board_pair both(int sq, uint64_t occ) {
	struct board_pair p;
	p.rook = LOOKUP(_rook)(sq, occ);
	p.bishop = LOOKUP(_bishop)(sq, occ);
	return p;
}
#define BOTH both
#endif

#define ENGINE_ROOK LOOKUP(_rook)
#define ENGINE_BISHOP LOOKUP(_bishop)
#define ENGINE_QUEEN LOOKUP(_queen)
#define ENGINE_BOTH BOTH
// An answer may have squares of own pieces: whoever asks leaves them out. Builds with calls time calls of lookups alone.
#if defined(HAS_MOVES) && !defined(CALLS)
#define ENGINE_MOVES(piece, sq, own, occ) OWN(piece##_moves)(sq, own, occ)
#else
#define ENGINE_MOVES(piece, sq, own, occ) LOOKUP(piece)(sq, occ)
#endif
#ifdef HAS_SETS
#define ENGINE_ROOKS OWN(_rooks)
#define ENGINE_BISHOPS OWN(_bishops)
#endif

#endif

#ifdef HAS_THREATS
#define ENGINE_THREATS(b, sq, before, after, d) OWN(_threats)((b)->men, sq, before, after, d)
#endif
#ifdef HAS_MOVED // quiet moves, both squares at once
#define ENGINE_MOVED(b, from, to, before, after, d) OWN(_moved)((b)->men, from, to, before, after, d)
#endif

#endif
