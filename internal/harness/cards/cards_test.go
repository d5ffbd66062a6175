package cards_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/cards"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
)

// Each technique's card has its idea, a drawing or formula, its cost, when to use it, people with references, and code.
func TestCardsAreWhole(t *testing.T) {
	all, err := cards.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, card := range all {
		for _, part := range []string{"<p>Package " + card.Name + " ", "<pre>", "<p><b>Cost:</b> ", "<p><b>When:</b> ", "<p><b>People:</b> ", "REFERENCES.md#"} {
			if !strings.Contains(string(card.About), part) {
				t.Errorf("the card of %s lacks %q", card.Name, part)
			}
		}
		if code := card.Code["Go: import "+card.Package()]; !strings.HasPrefix(code, "package "+card.Name+"\n") {
			t.Errorf("the card of %s lacks its code", card.Name)
		}
	}
	if len(all) < 80 { // else hardly anything was checked
		t.Errorf("%d cards", len(all))
	}
}
