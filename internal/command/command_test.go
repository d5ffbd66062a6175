package command

import (
	"bytes"
	"testing"
)

// Where nobody watches, progress is a line for every fifth, even where the total grows on the way.
func TestProgress(t *testing.T) {
	var said bytes.Buffer
	show := Progress(&said, "proving")
	for done := range 51 {
		show(done, 100)
	}
	show(51, 200)
	show(200, 200)
	if want := "proving: 20 %, 0s left\nproving: 40 %, 0s left\nproving: 100 %, 0s left\n"; said.String() != want {
		t.Errorf("%q, want %q", &said, want)
	}
}
