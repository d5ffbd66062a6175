package techniques_test

import (
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
