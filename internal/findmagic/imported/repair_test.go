package imported_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/imported"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// damaged changes a digit of a magic in a file so that the file is wrong. It finds the magic by trying the spellings of all files; ok is false if it is not there,
// or if the file stays right whichever digit changes.
func damaged(t *testing.T, text string, factor uint64) (bad string, ok bool) {
	hex := fmt.Sprintf("%016x", factor)
	for _, digits := range []string{hex, strings.TrimLeft(hex, "0"), strings.ToUpper(hex), strings.ToUpper(strings.TrimLeft(hex, "0")),
		strings.ToUpper(hex[:4] + "_" + hex[4:8] + "_" + hex[8:12] + "_" + hex[12:]), strings.ToUpper(hex[:4] + "'" + hex[4:8] + "'" + hex[8:12] + "'" + hex[12:]),
		fmt.Sprint(factor), fmt.Sprint(-int64(factor)), fmt.Sprintf("%x", -factor), fmt.Sprintf("%x", ^factor),
		fmt.Sprintf("%x", uint32(factor)), fmt.Sprint(uint32(factor)), fmt.Sprint(int32(factor))} {
		at := strings.LastIndex(text, digits)
		if at < 0 || len(digits) < 6 { // so few digits may be those of another number
			continue
		}
		for k := len(digits) - 1; k > 0; k-- {
			digit := "7" // another digit, in every base from 8 up
			switch c := text[at+k]; {
			case c == '_' || c == '\'':
				continue
			case c >= '6':
				digit = "1"
			}
			bad = text[:at+k] + digit + text[at+k+1:]
			if _, _, err := imported.Guess(t.Context(), bad, imported.Options{}); err != nil {
				return bad, true
			}
		}
	}
	return text, false
}

// shape returns a line with # in place of each number and its sign.
func shape(line string) string {
	return regexp.MustCompile(`-?[0-9a-fA-F]+`).ReplaceAllString(line, "#")
}

// In every spelling, Repair replaces a wrong magic by a right one and changes nothing else in its line.
func TestRepairSpellings(t *testing.T) {
	for i, c := range append(spellings(t), foreignSpellings(t)...) {
		t.Run(c.name, func(t *testing.T) {
			if i%5 != 0 { // all take minutes
				tiertest.Long(t)
			}
			at := len(c.set.Entries) - 64 + e4 // an entry of the last piece
			bad, ok := damaged(t, c.text, c.set.Entries[at].Factor)
			if !ok {
				t.Fatalf("%#x is not in the file, or every digit may be another", c.set.Entries[at].Factor)
			}
			r, err := imported.Repair(t.Context(), bad, imported.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if again, said, err := imported.Guess(t.Context(), r.Text, imported.Options{}); err != nil || !slices.Equal(again.Entries, r.Set.Entries) {
				t.Errorf("%v, %q", err, said)
			}
			before, after := strings.Split(c.text, "\n"), strings.Split(r.Text, "\n")
			changed := 0
			for i := range before {
				if i < len(after) && before[i] != after[i] {
					changed++
					if c.name != "words, computed" && shape(before[i]) != shape(after[i]) { // in computed words, a number takes the place of an expression
						t.Errorf("%q is written as %q", before[i], after[i])
					}
				}
			}
			if len(before) != len(after) || changed > 2 { // the line of the magic, and perhaps that of its offset
				t.Errorf("%d lines changed\n%q", changed, r.Said)
			}
		})
	}
}

// Repair changes only wrong numbers of the set: none of a table that looks like its masks, and no hash keys.
func TestRepairLeavesTheRest(t *testing.T) {
	right := usual(t)
	for _, l := range layouts() {
		switch l.name {
		case "attacks called masks", "hash keys called rook", "right in the last arm", "memory", "bytes", "octal", "a closing 0":
		default:
			continue
		}
		t.Run(l.name, func(t *testing.T) {
			bad := l.text(flipped(t, right, board.Rook, e4, false))
			r, err := imported.Repair(t.Context(), bad, imported.Options{})
			if err != nil || len(r.Text) != len(bad) && l.name != "octal" { // the new number may need more octal digits
				t.Fatalf("%v, %v", err, r)
			}
			before, after := strings.Split(bad, ","), strings.Split(r.Text, ",")
			changed := 0
			for i := range before {
				if before[i] != after[i] {
					changed++
				}
			}
			if changed == 0 || changed > 8 /* the bytes of a magic */ || !strings.Contains(strings.Join(r.Said, "\n"), " on e4, had 0x") {
				t.Errorf("%d numbers changed: %q", changed, r.Said)
			}
		})
	}
}
