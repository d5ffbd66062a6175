package command

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
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
	said.Reset()
	show = progress(&said, "proving", true)
	for _, x := range [][2]int{{50, 100}, {49, 100}, {100, 100}, {100, 200}, {100, 200}, {200, 200}} {
		show(x[0], x[1])
	}
	if lines := regexp.MustCompile(`\d+ %`).FindAllString(said.String(), -1); !slices.Equal(lines, []string{"50 %", "50 %"}) || !strings.HasSuffix(said.String(), " \r") {
		t.Errorf("on a terminal, with a total that grows: %q", &said)
	}
}
