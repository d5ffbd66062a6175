package techniques_test

import (
	"math/bits"
	"os"
	"regexp"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// Every technique has its own conformance line in its own folder; this is the catalogue's, which shows that each entry is
// wired to what its name says and answers right behind the interface.
func TestCatalogueConforms(t *testing.T) {
	for _, e := range techniques.Catalogue() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			squares := []int{0, 7, 27, 62} // enough to tell one technique or piece from another
			switch foreign := os.Getenv("SLIDEBENCH_FOREIGN"); {
			case !testing.Short() || foreign == "native": // other processors have no other proof by day
				techniquestest.Run(t, e)
				return
			case foreign == "emulated": // the rest at night
				squares = []int{0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60} // of every file and rank
			}
			for _, sq := range squares {
				if err := conform.CheckSquare(e, sq, 1); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func FuzzCatalogue(f *testing.F) {
	for _, sq := range []byte{0, 7, 28, 56, 63} {
		f.Add(sq, uint64(0))
		f.Add(sq, ^uint64(0))
	}
	f.Fuzz(func(t *testing.T, square byte, occ uint64) {
		for _, e := range techniques.Catalogue() {
			for _, p := range board.Pieces {
				sq := int(square & 63)
				if got, want := e.Attacks(p, sq, occ), board.Walk(p, sq, occ); got != want {
					t.Errorf("%s: %v", e.Name, &conform.Mistake{Piece: p, Square: sq, Occ: occ, Want: want, Got: got})
				}
			}
		}
	})
}

// Build may be called again, and once more, and leaves the same tables.
func TestBuildIsRepeatable(t *testing.T) {
	for _, e := range append(techniques.Catalogue(), techniques.Controls()...) {
		before := e.Queen(28, 1<<44)
		for range 2 {
			if err := e.Build(); err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
		}
		if after := e.Queen(28, 1<<44); after != before {
			t.Errorf("%s: answer %#x before, %#x after", e.Name, before, after)
		}
	}
	for _, e := range techniques.Catalogue() {
		for _, sq := range []int{0, 28, 61} {
			if err := conform.CheckSquare(e, sq, 1); err != nil {
				t.Errorf("%s: %v", e.Name, err)
			}
		}
	}
}

// Names become parts of benchmark names, flags and file names.
func TestFacts(t *testing.T) {
	word := regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	seen := map[string]bool{}
	for _, e := range append(techniques.Catalogue(), techniques.Controls()...) {
		if !word.MatchString(e.Name) || seen[e.Name] {
			t.Errorf("name %q is taken or not a word of lower-case letters and digits", e.Name)
		}
		seen[e.Name] = true
	}
	for _, e := range techniques.Catalogue() {
		if e.Family == "" || e.People == "" || e.Source == "" {
			t.Errorf("%s: wants family, people and source, has %q, %q, %q", e.Name, e.Family, e.People, e.Source)
		}
	}
}

func TestTableBytes(t *testing.T) {
	if bits.UintSize != 64 {
		t.Skip("sizes are stated for 64-bit machines: pointers and alignment differ")
	}
	const (
		rookTable     = 102_400 * 8 // a word for every relevant subset
		bishopTable   = 5_248 * 8
		denseRooks    = 88_064 // slots: a bit fewer on 15 squares
		denseBishop   = 4_800  // and on 24
		groupsTable   = 12_284 * 8
		torusTable    = 1 << 14    // slots of all rooks
		fixedTable    = 99_013 * 8 // shared by all squares of both pieces
		blackTable    = 87_912 * 8
		overlayTable  = 34_961 * 8
		adjacentTable = 21_863 * 8
	)
	// Some forms with an instruction need constants for it, and some without need tables instead.
	ifIs := func(name string, available bool, bytes int) int {
		entries, err := techniques.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		if (entries[0].Available() == nil) == available {
			return bytes
		}
		return 0
	}
	noPEXT := ifIs("pext", false, 64*7*8)
	noPDEP := ifIs("pdep", false, 64*2*7*8)
	noLine := ifIs("linepdep", false, 64*2*2*7*8)
	noNetwork := ifIs("bitnetwork", false, 64*2*7*8)
	network := ifIs("bitnetwork", true, 48) + noNetwork
	noByteboard := ifIs("byteboard", false, 64*8)
	type sizes [len(board.Pieces)]int
	sum := func(rook, bishop int) sizes { return sizes{rook, bishop, rook + bishop} }
	alike := func(bytes int) sizes { return sizes{bytes, bytes, bytes} }
	want := map[string]sizes{
		"classical":       sum(0, 0),
		"naive":           sum(64*(4+1+12+3)+rookTable, 64*(4+1+12+3)+bishopTable), // 3 bytes of padding
		"magic":           sum(64*(8+8)+64*4096*8, 64*(8+8)+64*512*8),
		"magic32":         sum(64*6*4+rookTable, 64*6*4+bishopTable),
		"fancymagic":      sum(64*4*8+rookTable, 64*4*8+bishopTable),
		"persquare":       sum(64*(8+8+1+3*8)+rookTable, 64*(8+8+1+3*8)+bishopTable), // 3 words are a slice's header
		"unchecked":       sum(64*4*8+rookTable, 64*4*8+bishopTable),
		"dense":           sum(64*4*8+denseRooks*8, 64*4*8+denseBishop*8),
		"overlay":         {64*5*8 + overlayTable, 64*5*8 + overlayTable, 2*64*5*8 + overlayTable},
		"overlayadjacent": {64*6*8 + adjacentTable, 64*6*8 + adjacentTable, 2*64*6*8 + adjacentTable},
		"torus":           {64*3*8 + torusTable*8, 64*4*8 + torusTable*8, 64*(3+4)*8 + torusTable*8},
		"torusgroups":     {64*6*8 + groupsTable, 64*4*8 + groupsTable, 64*(6+4)*8 + groupsTable},
		"bytes":           {64*4*8 + denseRooks + 4900*8, 64*4*8 + denseBishop + 4900*8, 2*64*4*8 + denseRooks + denseBishop + 4900*8},
		"words16":         sum(64*3*8+torusTable*2, 64*4*8+bishopTable/8*2),
		"fixedshift":      {64*3*8 + fixedTable, 64*3*8 + fixedTable, 2*64*3*8 + fixedTable},
		"blackmagic":      {64*3*8 + blackTable, 64*3*8 + blackTable, 2*64*3*8 + blackTable},
		"pext":            sum(64*(8+8)+noPEXT+rookTable, 64*(8+8)+noPEXT+bishopTable),
		"softpext":        sum(64*8*8+rookTable, 64*8*8+bishopTable),
		"pextload":        sum(64*(8+8)+rookTable, 64*(8+8)+bishopTable),
		"pdep":            sum(64*4*8+noPDEP+rookTable/4, 64*4*8+noPDEP+bishopTable/4), // a word of 4 is padding
		"sherwin":         sum(64*8*256*4+rookTable, 64*6*64*2+bishopTable),
		"sherwinbytes":    sum(64*8*256*4+rookTable, 64*6*64*2+bishopTable),
		"quintessence":    sum(64*8+64*8, 64*2*8),
		"dual":            {64*4*8 + 64*8, 64 * 4 * 8, 64*4*8 + 64*8 + ifIs("dual", true, 16)},
		"dualsimd":        {64*3*32 + 256*8, 64 * 3 * 32, 64*3*32 + 256*8 + ifIs("dualsimd", true, 32)},
		"gfni":            alike(64*8*8 + ifIs("gfni", true, 16+8)), // two words of 8 are padding
		"gfnisimd":        alike(64*8*8 + ifIs("gfnisimd", true, 32+32)),
		"reversal":        alike(64 * 4 * 8),
		"obstruction":     sum(0, 0),
		"obstructionavx2": {ifIs("obstructionavx2", true, 8*32), ifIs("obstructionavx2", true, 5*32), ifIs("obstructionavx2", true, 8*32)},
		"obstructionavx512": {ifIs("obstructionavx512", true, 2*64), ifIs("obstructionavx512", true, 4*64),
			ifIs("obstructionavx512", true, 6*64)},
		"gather":               {64*3*8 + rookTable + ifIs("gather", true, 32), 64*3*8 + bishopTable + ifIs("gather", true, 32), 2*64*3*8 + rookTable + bishopTable + ifIs("gather", true, 32)},
		"rays":                 alike(64 * 8 * 8), // of which a rook and a bishop read half each
		"raysentinel":          sum(65*(4+2)*8, 65*(4+2)*8),
		"unrolled":             sum(0, 0),
		"abovebelow":           sum(64*4*8, 64*4*8),
		"blockers":             {64*2*8 + 64*64*8, 64*2*8 + 64*64*8, 2*64*2*8 + 64*64*8},
		"inbetween":            {64*8 + 64*64*8, 64*8 + 64*64*8, 2*64*8 + 64*64*8},
		"shifted":              sum(64*4*8, 64*4*8),
		"attacktable":          sum(64*4*8, 64*4*8), // a State is 2*64*8 besides
		"dumb7":                sum(0, 0),
		"koggestone":           sum(0, 0),
		"koggestoneavx2":       alike(3 * 4 * 8),
		"avxshift":             alike(3 * 4 * 8),
		"shared":               sum(64*4*8+65_536*8, 64*4*8+1_792*8),
		"obstructionloaded":    alike(64 * 4 * 3 * 8),
		"quintessencecomputed": sum(0, 0),
		"slidearith":           alike(64 * 4 * 8),
		"sbamg":                alike(64 * 4 * 2 * 8),
		"qbb":                  sum(0, 0),
		"genetic8ray":          sum(0, 0),
		"raysavx2":             alike(64*8*8 + ifIs("raysavx2", true, 3*32)),
		"linepdep":             {64*48 + noLine + 512, 64*48 + noLine + 512, 2*64*48 + 2*noLine + 512},
		"bitnetwork":           {64*4*8 + 896*32 + network, 64*4*8 + 560*32 + network, 2*64*4*8 + (896+560)*32 + network + noNetwork},
		"byteboard":            {64*256 + 64*8 + noByteboard, 64*256 + 64*8 + noByteboard, 64*256 + 2*noByteboard},
		"rotated":              sum(2*64*64*8, 2*64*64*8),                                                                           // a State is 4*8 besides
		"incremental":          {64*256 + 64*4 + rookTable, 64*256 + 64*4 + bishopTable, 64*256 + 2*64*4 + rookTable + bishopTable}, // a State is 256 besides
		"sissy":                {1<<20 + 64*16, 1<<20 + 64*16, 1 << 20},
		"spectral":             {64*16 + 265_315*8, 64*16 + 265_315*8, 2*64*16 + 265_315*8},
		"correlation":          sum(64*8+32*8+64*4096*8, 64*8+8*8+64*512*8),
		"hashmap":              sum(64*16+2*102_400*16, 64*16+2*5_248*16),
		"kindergarten":         sum(64*2*64*8, 64*2*8+64*2*64*8),
		"kgssb":                sum(64*2*64*8, 64*2*8+64*2*64*8),
		"fillup":               {2 * 8 * 64 * 8, 8*64*8 + 64*2*8, 2*8*64*8 + 64*2*8},
		"compressed":           {8*64*8 + 8*2*8 + 192*8, 8*64*8 + 64*2*8, 8*64*8 + 8*2*8 + 192*8 + 64*2*8},
		"sharedrank":           {8 * 64, 8*64 + 64*2*8, 8*64 + 64*2*8},
		"kindergarten32":       sum(64*8+64*2*64*8, 64*2*8+64*2*64*8),
		"collapsed":            sum(64*2*64*8, 64*2*8+64*2*64*8),
		"splitpext":            sum(64*8+64*2*64*8, 64*2*8+64*2*64*8),
		"exploding":            sum(64*4*8, 64*2*8),
		"preschool":            sum(64*4096*8, 64*2*8+64*4096*8),
		"foldinghash":          alike(64*4*16 + 8192*8),
		"modulo":               sum(64*8+64*(64+73)*8, 64*2*8+64*(85+65)*8),
		"castingout":           {2 * 8 * 64 * 8, 8*64*8 + 64*2*8, 2*8*64*8 + 64*2*8},
		"reversebitboards":     alike(64 * 8 * 8), // a State is 2*8 besides

		"best":   {64*8 + 64*8, 64 * 2 * 8, 64*8 + 64*8 + 64*2*8}, // quintessence
		"picked": {64*8 + 64*8, 64 * 2 * 8, 64*8 + 64*8 + 64*2*8},
		"noop":   sum(0, 0),
		"load":   {512 * 8, 512 * 8, 512 * 8},
		"walk":   sum(0, 0),
	}
	for _, e := range append(techniques.Catalogue(), techniques.Controls()...) {
		for _, p := range board.Pieces {
			if got := e.TableBytes(p); got != want[e.Name][p] {
				t.Errorf("%s, %v: %d bytes, want %d", e.Name, p, got, want[e.Name][p])
			}
		}
	}
}
