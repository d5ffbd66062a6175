package pages

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/findmagic/search"
)

// No stored set is below the bound of its layout, and the bounds are what the numbers of attack sets say: the most of any square,
// and of all squares together, less those that two squares have in common: one each of the bishops on a1 and h8, and on a8 and h1.
func TestLeast(t *testing.T) {
	for _, l := range layouts {
		s := l.set()
		words := length(s)
		if least := l.freedom.least(words); least > words || l.published > 0 && least > l.published || least < 1 {
			t.Errorf("%s: at least %d words, and %d are enough", l.name, least, min(words, l.published))
		}
		if l.freedom == apart && s.Used() < apart.least(0) {
			t.Errorf("%s: %d words used, want at least %d", l.name, s.Used(), apart.least(0))
		}
	}
	most, sum := 0, 0
	owners := map[uint64]int{} // how many sliders and squares have an attack set
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		for sq := range 64 {
			numbers, seen := factors.AttackSets(p, sq), map[uint8]bool{}
			i := 0
			for sub := range board.Subsets(board.Mask(p, sq)) {
				if !seen[numbers[i]] {
					owners[board.Walk(p, sq, sub)]++
				}
				seen[numbers[i]] = true
				i++
			}
			most, sum = max(most, len(seen)), sum+len(seen)
		}
	}
	common := 0
	for _, n := range owners {
		common += n - 1
	}
	if common != 2 || shared.least(0) != most || apart.least(0) != sum-common || sum != 4900+1428 { // the attack sets of rooks and of bishops on all squares
		t.Errorf("bounds %d and %d, want %d and %d; %d attack sets", shared.least(0), apart.least(0), most, sum-common, sum)
	}
	if none.least(5) != 5 || ranges.least(0) < sum {
		t.Errorf("bounds %d and %d", none.least(5), ranges.least(0))
	}
}

// The text has the number of bishops whose shortest index is proved.
func TestBishopsProved(t *testing.T) {
	page, err := os.ReadFile("../docs/smallest-tables.md")
	if err != nil {
		t.Fatal(err)
	}
	proved := 0
	for _, fewest := range search.FewestBits {
		proved += min(fewest, 1) // 0 where nothing is proved
	}
	if want := fmt.Sprintf("of bishops on %d squares (all but", proved); !strings.Contains(string(page), want) {
		t.Errorf("the page lacks %q", want)
	}
}
