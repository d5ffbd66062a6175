package techniques_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// wide matches YMM and ZMM registers, and cleared a VZEROUPPER at the end of a text.
var (
	comment = regexp.MustCompile(`//.*|(?s:/\*.*?\*/)`)
	wide    = regexp.MustCompile(`\b[YZ]([0-9]|[12][0-9]|3[01])\b`)
	returns = regexp.MustCompile(`\bRET\b`)
	cleared = regexp.MustCompile(`\bVZEROUPPER[\s;\\]*$`)
)

// unclearedReturns counts the returns in assembly that uses YMM or ZMM registers which do not directly follow a VZEROUPPER.
func unclearedReturns(source string) (n int) {
	source = comment.ReplaceAllString(source, "")
	if !wide.MatchString(source) {
		return 0
	}
	for _, at := range returns.FindAllStringIndex(source, -1) {
		if !cleared.MatchString(source[:at[0]]) {
			n++
		}
	}
	return n
}

// Without a VZEROUPPER, answers are right, but the caller is slow: its first SSE instruction was seen to take a hundred nanoseconds, in whichever row was timed
// next.
func TestWideAssemblyClearsUpperHalves(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".s") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if wide.Match(text) {
			files++
		}
		if n := unclearedReturns(string(text)); n > 0 {
			t.Errorf("%s: %d returns without VZEROUPPER before", path, n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 4 {
		t.Errorf("%d files of assembly use wide registers: the search is not looking where they are", files)
	}
	for source, want := range map[string]int{
		"VPAND Y1, Y2, Y3\nVZEROUPPER\nRET":                            0,
		"VPAND Y1, Y2, Y3\nVZEROUPPER // so\n\n\tRET":                  0,
		"#define END \\\n VZEROUPPER; \\\n RET\nVPAND Z1, Z2, Z3\nEND": 0,
		"VPAND Y1, Y2, Y3\n// VZEROUPPER\nRET":                         1,
		"VPAND Z31, Z2, Z3\nVZEROUPPER\nMOVQ AX, BX\nRET":              1,
		"VPAND Y1, Y2, Y3\nVZEROUPPER\nRET\nf:\nRET":                   1,
		"VPAND X1, X2, X3\nRET":                                        0,
	} {
		if got := unclearedReturns(source); got != want {
			t.Errorf("%q: %d returns, want %d", source, got, want)
		}
	}
}
