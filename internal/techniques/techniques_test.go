package techniques_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/facts"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

func TestFind(t *testing.T) {
	all, err := techniques.Find()
	if err != nil || !slices.Equal(all, techniques.Catalogue()) {
		t.Errorf("no names: got %d entries, %v", len(all), err)
	}
	found, err := techniques.Find("pext", "classical")
	if err != nil || len(found) != 2 || found[0].Name != "pext" || found[1].Name != "classical" {
		t.Errorf("pext, classical: got %v, %v", found, err)
	}
}

func TestFindUnknown(t *testing.T) {
	var names []string
	for _, e := range techniques.Catalogue() {
		names = append(names, e.Name)
	}
	have := "have: " + strings.Join(names, ", ") + ")"
	for _, c := range []struct{ name, want string }{
		{"magik", `unknown technique "magik" (did you mean "magic"? ` + have},
		{"PEXT", `unknown technique "PEXT" (did you mean "pext"? ` + have},
		{"fancymagics", `unknown technique "fancymagics" (did you mean "fancymagic"? ` + have},
		{"sherwinbits", `unknown technique "sherwinbits" (did you mean "sherwinbytes"? ` + have},
		{"x", `unknown technique "x" (` + have},
		{"", `unknown technique "" (` + have},
		{"noop", `unknown technique "noop" (` + have},
		{"a\nb", `unknown technique "a\nb" (` + have},
	} {
		found, err := techniques.Find("classical", c.name)
		if err == nil || err.Error() != c.want || found != nil {
			t.Errorf("%q: got %v, %v, want %s", c.name, found, err, c.want)
		}
	}
}

// SetGuests puts described guests first in the catalogue, with the loops of their pieces and with their sizes, until other guests take their place.
func TestSetGuests(t *testing.T) {
	text := `[{"Name": "mine", "Family": "guest", "Pieces": "rook", "Both": true, "Bytes": [8, 0, 8]}, {"Name": "other", "Family": "guest", "SizeUnknown": true, "Data": 77}]`
	var guests []techniques.Guest
	if err := json.Unmarshal([]byte(text), &guests); err != nil {
		t.Fatal(err)
	}
	before := len(techniques.Catalogue())
	techniques.SetGuests(guests)
	defer techniques.SetGuests(nil)
	if got := techniques.Guests(); !reflect.DeepEqual(got, guests) {
		t.Errorf("guests %+v, want %+v", got, guests)
	}
	found, err := techniques.Find("mine", "other")
	if err != nil || techniques.Catalogue()[0] != found[0] {
		t.Fatalf("not at the head of the catalogue: %v", err)
	}
	mine, other := found[0], found[1]
	if mine.Kernel(mode.Throughput, board.Rook) == nil || mine.Kernel(mode.Throughput, board.Bishop) != nil || !mine.HasBoth() ||
		mine.TableBytes(board.Queen) != 8 || mine.Rook(0, 0) != board.Walk(board.Rook, 0, 0) {
		t.Errorf("%+v", mine)
	}
	if other.Kernel(mode.Throughput, board.Bishop) == nil || other.HasBoth() || !other.SizeUnknown || other.Data != 77 || !other.Bindable() {
		t.Errorf("%+v", other)
	}
	techniques.SetGuests(guests[:1], "pext", "unknown") // one entry more, and pext's less: no technique is called unknown
	if _, err := techniques.Find("other"); err == nil || len(techniques.Catalogue()) != before {
		t.Errorf("a guest of before is left: %v", err)
	}
	if _, err := techniques.Find("pext"); err == nil {
		t.Error("what the programs lack is left")
	}
	techniques.SetGuests(guests[:1])
	if found, err := techniques.Find("pext"); err != nil || len(techniques.Catalogue()) != before+1 {
		t.Errorf("%v, %v", found, err)
	}
	if mine := techniques.Facts()["mine"]; mine.Family != facts.Guest {
		t.Errorf("%+v", mine)
	}
}
