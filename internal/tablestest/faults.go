package tablestest

import (
	"fmt"
	"maps"
	"math/bits"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// PlantFaults proves that wrong tables are noticed. On several squares it plants faults in the table entries that lookups read, one at a time: flipped bits, numbers one
// too large and one too small, rays a square too short and too long, and sets that contain the slider. The exam of that square must catch every fault that
// changes an answer; to know these, PlantFaults asks every question that the fault could change. Of each entry that all lookups of a piece read, and of slots, at least one fault
// must be found. In the end the tables are right again.
//
// The faults are the same in every run: on six squares if there is time for minutes, else on two; with -short on one if SLIDEBENCH_PROVE is set, else on none.
func PlantFaults(t testing.TB, technique conform.Technique, reads Reads) {
	t.Helper()
	tiertest.Slow(t)
	p := newProver(t, technique, reads)
	p.prove(someSquares())
}

// PlantBeforeFill proves that fill refuses wrong masks, factors and offsets. place sets these, and fill fills the slots that they lead to. It plants the faults of
// PlantFaults in the values that place has set. If fill returns no error and does not panic, the exam must catch a fault that changes an answer. At least one
// fault must be refused. In the end the tables are right again. With -short it runs only if SLIDEBENCH_PROVE is set.
func PlantBeforeFill(
	t testing.TB, technique conform.Technique, reads Reads, place func(), fill func() error,
) {
	t.Helper()
	tiertest.Slow(t)
	p := newProver(t, technique, reads)
	p.proveFill(someSquares(), place, fill)
}

// InAllPlaces returns a technique that asks each question in all places of a batch: in those of a round of vectors, and in the rest behind it. If the answers differ, it
// returns an impossible answer. Without the vectors it asks questions one by one, as all places are alike.
func InAllPlaces(b conform.Batcher, available func() error) conform.Technique {
	if available != nil && available() != nil {
		return conform.One(b)
	}
	return conform.Funcs{RookFunc: inAllPlaces(b.RookBatch), BishopFunc: inAllPlaces(b.BishopBatch)}
}

// inAllPlaces returns a lookup that fills a batch with copies of its question, and compares their answers.
func inAllPlaces(batch func(dst, occ []uint64, sq []uint8)) func(sq int, occ uint64) uint64 {
	var answers, occs [16 + 5]uint64 // a round has at most 16 questions in vectors and four in lookups beside them; the last is the rest
	var squares [len(answers)]uint8
	return func(sq int, occ uint64) uint64 {
		for i := range squares {
			squares[i], occs[i] = uint8(sq), occ
		}
		batch(answers[:], occs[:], squares[:])
		for _, a := range answers {
			if a != answers[0] {
				return ^uint64(0)
			}
		}
		return answers[0]
	}
}

// someSquares returns the squares on which faults are planted: six, or as few as there is time for.
func someSquares() []int {
	squares := []int{36, 63, 0, 3, 31, 60} // centre, corners, edges
	switch {
	case tiertest.Minutes():
		return squares
	case testing.Short():
		return squares[:1]
	}
	return squares[:2]
}

func newProver(t testing.TB, technique conform.Technique, reads Reads) *prover {
	return &prover{TB: t, technique: technique, reads: reads, kinds: map[string]*outcomes{}, entries: map[string]int{}}
}

type prover struct { // plants faults, and counts which are found
	testing.TB
	technique conform.Technique
	reads     Reads
	all       outcomes
	kinds     map[string]*outcomes // by fault.kind
	entries   map[string]int       // how many faults were refused or caught, by entry.name
}

type outcomes struct{ refused, caught, harmless int } // numbers of faults: at which fill fails, that the exam finds, and that seem to change no answer

func (o outcomes) String() string {
	return fmt.Sprintf("%d faults refused, %d caught, %d harmless", o.refused, o.caught, o.harmless)
}

// prove plants faults in the entries that lookups read on some squares, and counts what the exam finds.
func (p *prover) prove(squares []int) {
	p.Helper()
	// A lookup without bounds checks that reads a wrong address panics then, and does not end the program.
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	for _, sq := range squares {
		j := judgeOf(sq)
		entries, many := p.read(sq), 0
		for _, e := range entries {
			many += len(e.faults(sq))
		}
		step := 1 // with too many faults for the time, one in step is planted, and the first of each kind
		switch {
		case tiertest.Minutes(): // all are planted
		case testing.Short(), many > 1000: // lookups that read so much take long
			step += many / 30
		default:
			step += many / 80
		}
		n := 0
		for _, e := range entries {
			unread := -1 // a word that nothing on this square depends on
			plant := func(f fault) {
				if f.word == unread {
					return
				}
				f.swap()
				if e.shared && f.kind == allBits && !j.changes(p.technique, e) {
					unread = f.word
					p.entries[e.name] += 0 // report wants a found fault of each name: some word of the entry must be read
				} else {
					p.judge(j, e, f, f.wrong) // which swap has made the right value
				}
				f.swap()
			}
			var left []fault
			for _, f := range e.faults(sq) {
				if n++; n%step == 0 || f.kind == allBits || p.kinds[f.kind] == nil {
					plant(f)
				} else {
					left = append(left, f)
				}
			}
			for _, f := range left { // if the planted ones happen to do no harm
				if p.entries[e.name] == 0 {
					plant(f)
				}
			}
		}
		if j.catches(p.technique) {
			p.Errorf("a fault on %s has not been taken out", board.SquareName(sq))
		}
	}
	p.report()
}

// proveFill plants faults in the values that place has set, and counts what fill refuses and the exam finds.
func (p *prover) proveFill(squares []int, place func(), fill func() error) {
	p.Helper()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	build := func() {
		place()
		if err := fill(); err != nil {
			p.Fatalf("without any fault: %v", err)
		}
	}
	for _, sq := range squares {
		build()
		var entries []entry
		var faults [][]fault
		for _, e := range p.read(sq) {
			if e.pointer == 0 {
				continue // it begins with the address of a slice, into which fill writes
			}
			if some := e.faults(sq); e.fact || sets(place, some[0]) { // else it is a slot; some[0] is there: a first word without a pointer has allBits
				entries, faults = append(entries, e), append(faults, some)
			}
		}
		j, n := judgeOf(sq), 0
		for i, e := range entries {
			unread := -1 // as in prove
			for _, f := range faults[i] {
				if f.word == unread || f.word == e.pointer { // through a wrong pointer, fill would write elsewhere
					continue
				}
				// Filling takes long: of an entry with a fault that was found, one in three is planted, and the first of each kind.
				if n++; n%3 != 0 && !tiertest.Minutes() && p.entries[e.name] > 0 && p.kinds[f.kind] != nil && f.kind != allBits {
					continue
				}
				place()
				right := slices.Clone(f.bytes)
				copy(f.bytes, f.wrong)
				if refuses(fill) {
					p.count(e, f, func(o *outcomes) { o.refused++ })
				} else if e.shared && f.kind == allBits && !j.changes(p.technique, e) {
					unread = f.word
				} else if slices.Equal(f.bytes, f.wrong) { // fill has not set it itself
					p.judge(j, e, f, right)
				}
				copy(f.bytes, right) // place may only read these bytes, and not set them
			}
		}
		build()
		if j.catches(p.technique) {
			p.Errorf("built anew after the faults, %s is wrong", board.SquareName(sq))
		}
	}
	if p.all.refused == 0 {
		p.Errorf("no fault is ever refused")
	}
	p.report()
}

// sets reports whether place sets the bytes that a fault spoils, so that place would repair it.
func sets(place func(), f fault) bool {
	f.wrong = slices.Clone(f.wrong)
	f.swap()
	place()
	if slices.Equal(f.bytes, f.wrong) { // swap put the right value into wrong, and place has put it into bytes
		return true
	}
	f.swap()
	return false
}

// refuses reports whether fill returns an error or panics.
func refuses(fill func() error) (refused bool) {
	defer func() {
		if recover() != nil {
			refused = true
		}
	}()
	return fill() != nil
}

// report logs how many faults were found, and fails the test if an entry's faults are never found.
func (p *prover) report() {
	p.Helper()
	for _, name := range slices.Sorted(maps.Keys(p.entries)) {
		if p.entries[name] == 0 {
			p.Errorf("none of the faults of %s is ever found", name)
		}
	}
	if len(p.entries) == 0 {
		p.Errorf("no fault was planted")
	}
	var kinds []string
	for _, kind := range slices.Sorted(maps.Keys(p.kinds)) {
		kinds = append(kinds, fmt.Sprintf("%s: %v", kind, *p.kinds[kind]))
	}
	p.Logf("%v\n%s", p.all, strings.Join(kinds, "\n"))
}

// entry is a part of a table that lookups for sliders on a square read.
type entry struct {
	piece   board.Piece
	occ     uint64 // an occupancy under which the piece reads the entry
	address unsafe.Pointer
	bytes   uintptr
	fact    bool   // read for all occupancies: a line, or a mask, factor or offset that leads to slots
	shared  bool   // read for sliders on other squares too
	pointer int    // the word with the address of another table that is read, or -1
	number  int    // the entry's index in the list, by which faults chooses bits
	name    string // such as "rook, read 2, 8 bytes" or "rook, slot of 8 bytes"
}

// ofQueens reports whether only a queen was seen to read a slot, of which perhaps no bit counts.
func (e entry) ofQueens() bool { return e.piece == board.Queen && !e.fact }

// read returns the entries that lookups for sliders on a square read, for some occupancies, each once.
func (p *prover) read(sq int) (entries []entry) {
	at := map[unsafe.Pointer]int{}
	for _, piece := range board.Pieces {
		times := map[unsafe.Pointer]int{}
		occs := someBoards(board.Lines(piece, sq))
		for _, occ := range occs {
			n := 0
			p.reads(piece, sq, occ, func(address unsafe.Pointer, bytes uintptr) {
				n++
				if _, known := at[address]; !known {
					at[address] = len(entries)
					entries = append(entries, entry{piece: piece, occ: occ, address: address, bytes: bytes, name: fmt.Sprintf("%v, read %d, %d bytes", piece, n, bytes)})
				}
				times[address]++
			})
		}
		for address, n := range times {
			if n >= len(occs) {
				entries[at[address]].fact = true
			}
		}
	}
	for _, other := range []int{sq ^ 27, sq ^ 45} { // two squares on other ranks and files, as 27 and 45 (0o33 and 0o55) change both
		for _, piece := range board.Pieces {
			p.reads(piece, other, 0, func(address unsafe.Pointer, _ uintptr) {
				if i, known := at[address]; known {
					entries[i].shared = true
				}
			})
		}
	}
	for i := range entries {
		e := &entries[i]
		e.pointer = -1
		for _, other := range entries {
			for at := uintptr(0); at+unsafe.Sizeof(at) <= min(e.bytes, 64); at += 8 { // for each word; longer entries have no addresses
				if uintptr(other.address)-*(*uintptr)(unsafe.Add(e.address, at)) < 1<<20 { // an address less than 1 MiB before the other entry
					e.pointer = int(at / 8)
				}
			}
		}
		if e.number = i; !e.fact {
			e.name = fmt.Sprintf("%v, slot of %d bytes", e.piece, e.bytes)
		}
	}
	return entries
}

// someBoards returns sets of squares on lines: none, all, and by patterns and random bits. The exam asks all of them.
func someBoards(lines uint64) []uint64 {
	return []uint64{0, lines, lines & 0x55aa55aa55aa55aa, lines & 0x9e3779b97f4a7c15, lines & 0xc2b2ae3d27d4eb4f, lines & 0x00c366663c183c00}
}

// fault is a wrong value for some bytes of a table.
type fault struct {
	kind  string
	bytes []byte // in a table
	wrong []byte // the value that swap puts there
	word  int    // of the entry: their place in it, in words of 8 bytes
}

// swap plants the fault, or takes it out again.
func (f *fault) swap() {
	for i := range f.bytes {
		f.bytes[i], f.wrong[i] = f.wrong[i], f.bytes[i]
	}
}

// allBits is the kind of a fault that flips all bits. It is the first fault of a word that serves several squares: if it does no harm on this square, lookups here do not
// read the word.
const allBits = "all bits flipped"

// faults returns faults of an entry. They differ from square to square and from entry to entry, so that together they flip all bits.
func (e entry) faults(sq int) (faults []fault) {
	all := unsafe.Slice((*byte)(e.address), e.bytes)
	words := (len(all) + 7) / 8
	for w := range words {
		// Of a long array, only the words for this square and for a second square.
		if words > 16 && w != sq%words && w != (sq+9)%words {
			continue
		}
		bytes := all[8*w : min(8*w+8, len(all))]
		plant := func(kind string, change func(wrong []byte)) {
			wrong := slices.Clone(bytes)
			if change(wrong); !slices.Equal(wrong, bytes) {
				faults = append(faults, fault{kind, bytes, wrong, w})
			}
		}
		number, set := numberOf(bytes)
		if w == e.pointer { // a wilder address would also mislead the garbage collector
			plant("a word further", func(wrong []byte) { *(*uintptr)(unsafe.Pointer(&wrong[0])) += 8 })
			continue
		}
		plant(allBits, func(wrong []byte) {
			for i := range wrong {
				wrong[i] = ^wrong[i]
			}
		})
		for i := range bytes {
			if e.fact && !e.shared || i%4 == (sq+e.number)%4 || len(bytes) < 4 { // else one byte in four
				plant("bit flipped", func(wrong []byte) {
					wrong[i] ^= 1 << ((sq + e.number + 3*i + w) % 8)
					if large, _ := numberOf(wrong); number != 0 && number < 1<<16 && large >= 1<<24 { // with such a count a lookup would take forever
						copy(wrong, bytes)
					}
				})
			}
		}
		if set == nil {
			continue
		}
		if e.fact {
			plant("one too large", func(wrong []byte) { set(wrong, number+1) })
			plant("one too small", func(wrong []byte) { set(wrong, number-1) })
		}
		piece, from := e.piece, sq
		if len(bytes) == 1 { // maybe attacks within a rank
			piece, from = board.Rook, sq&7
		}
		if own := uint64(1) << from; number != 0 && number&^(board.Lines(board.Queen, from)|own) == 0 {
			rays := wrongRays(piece, from, number)
			for i, wrong := range rays {
				if e.fact || i%4 == sq%4 {
					plant("ray too short or too long", func(bytes []byte) { set(bytes, wrong) })
				}
			}
			plant("with the slider", func(bytes []byte) { set(bytes, number^own) })
		}
	}
	return faults
}

// wrongRays returns the attacks of a piece on sq with one of its rays a square too short, or a square too long, for each ray for which there is such a set.
func wrongRays(p board.Piece, sq int, attacks uint64) (wrong []uint64) {
	for _, d := range board.Directions(p) {
		ray := attacks & board.Ray(d, sq)
		for s := range board.Squares(ray) {
			beyond := board.Ray(d, s)
			if ray&beyond != 0 {
				continue // not the ray's last square
			}
			wrong = append(wrong, attacks&^(1<<s))
			for next := range board.Squares(beyond) {
				if beyond&^board.Ray(d, next) == 1<<next {
					wrong = append(wrong, attacks|1<<next)
				}
			}
		}
	}
	return wrong
}

// numberOf returns bytes as a number, and a function that writes a number into bytes.
func numberOf(bytes []byte) (number uint64, set func(bytes []byte, number uint64)) {
	switch at := unsafe.Pointer(&bytes[0]); len(bytes) {
	case 1:
		return uint64(bytes[0]), func(bytes []byte, number uint64) { bytes[0] = byte(number) }
	case 2:
		return uint64(*(*uint16)(at)), func(bytes []byte, number uint64) { *(*uint16)(unsafe.Pointer(&bytes[0])) = uint16(number) }
	case 4:
		return uint64(*(*uint32)(at)), func(bytes []byte, number uint64) { *(*uint32)(unsafe.Pointer(&bytes[0])) = uint32(number) }
	case 8:
		return *(*uint64)(at), func(bytes []byte, number uint64) { *(*uint64)(unsafe.Pointer(&bytes[0])) = number }
	}
	return 0, nil
}

// count adds a planted fault to the outcomes of its kind and of its entry. Every entry needs at least one found fault.
func (p *prover) count(e entry, f fault, one func(o *outcomes)) {
	if p.kinds[f.kind] == nil {
		p.kinds[f.kind] = new(outcomes)
	}
	before := p.all.harmless
	one(p.kinds[f.kind])
	one(&p.all)
	if e.ofQueens() {
		return
	}
	if p.entries[e.name] += 0; p.all.harmless == before {
		p.entries[e.name]++
	}
}

// judge counts a fault that is planted in place of the right bytes: if it changes an answer, the exam must catch it. It may catch slots that seem to change none: it asks boards, too many to ask
// here, on which lookups read slots that they read on no other.
func (p *prover) judge(j *judge, e entry, f fault, right []byte) {
	changed := j.changes(p.technique, e)
	if (changed || !e.fact) && j.catches(p.technique) {
		p.count(e, f, func(o *outcomes) { o.caught++ })
		return
	}
	p.count(e, f, func(o *outcomes) { o.harmless++ })
	if changed {
		p.Errorf("%s, %s, word %d: %s, % x in place of % x changes an answer, and the exam does not notice",
			board.SquareName(j.sq), e.name, f.word, f.kind, f.bytes, right)
	}
}

// judge has the right answers for sliders on a square. All techniques share it.
type judge struct {
	sq      int
	exam    *conform.Exam
	answers []answer
}

type answer struct {
	piece        board.Piece
	occ, attacks uint64
}

var judges [64]struct {
	once sync.Once
	judge
}

// judgeOf returns the judge of a square, which it makes at the first call.
func judgeOf(sq int) *judge {
	j := &judges[sq]
	j.once.Do(func() {
		j.judge = judge{sq: sq, exam: conform.NewExam(sq, uint64(sq))}
		for _, piece := range []board.Piece{board.Rook, board.Bishop} {
			for _, occ := range everything(piece, sq) {
				j.answers = append(j.answers, answer{piece, occ, board.Walk(piece, sq, occ)})
			}
		}
	})
	return &j.judge
}

// catches reports whether the exam finds a mistake.
func (j *judge) catches(technique conform.Technique) bool { return j.exam.Check(technique) != nil }

// changes reports whether an entry with a fault makes any answer for sliders on the square wrong. It uses nothing of the exam but the walk, so that each checks the
// other. It first asks the question that was seen to read the entry.
func (j *judge) changes(technique conform.Technique, e entry) (changed bool) {
	defer func() {
		if recover() != nil {
			changed = true
		}
	}()
	ask := [...]func(sq int, occ uint64) uint64{technique.Rook, technique.Bishop}
	if e.piece != board.Queen && ask[e.piece](j.sq, e.occ) != board.Walk(e.piece, j.sq, e.occ) {
		return true
	}
	for _, a := range j.answers {
		if ask[a.piece](j.sq, a.occ) != a.attacks {
			return true
		}
	}
	return false
}

// everything returns occupancies that show whether an answer for a piece on sq has changed:
//   - all sets of squares on the lines, the slider's own among them, in an order in which neighbours differ by one
//     square, with the squares off the lines all clear and all set;
//   - all contents of each rank, with the other ranks empty and full.
//
// These are all that matter for a fault after which a lookup depends on the lines and one square off them, and for a wrong value for one content of one rank.
func everything(piece board.Piece, sq int) (occs []uint64) {
	lines := board.Lines(piece, sq) | 1<<sq
	squares := slices.Collect(board.Squares(lines))
	occ := uint64(0)
	for i := range uint64(1) << len(squares) {
		if i > 0 {
			occ ^= 1 << squares[bits.TrailingZeros64(i)]
		}
		occs = append(occs, occ, occ|^lines)
	}
	for rank := range 8 {
		others := ^(uint64(0xff) << (8 * rank))
		for content := range uint64(256) {
			occs = append(occs, content<<(8*rank), content<<(8*rank)|others)
		}
	}
	return occs
}
