package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a package answers is found in all of its files, and half of a face is an error that says what is missing.
func TestFaces(t *testing.T) {
	const (
		one   = "func Rook() {}; func Bishop() {}; func Queen() {}\n"
		sets  = "func Rooks() {}; func Bishops() {}; func Queens() {}\n"
		batch = "func RookBatch() {}; func BishopBatch() {}; func QueenBatch() {}; func BothBatch() {}\n"
		state = "type State struct{}\nfunc (*State) Prepare() {}; func (s *State) Add() {}; func (*State) Remove() {}\n" +
			"func (*State) Rook() {}; func (*State) Bishop() {}; func (*State) Queen() {}\n"
	)
	for _, c := range []struct {
		source string
		want   technique
		says   string // "" for no error
	}{
		{"", technique{}, ""},
		{"type State interface{ Rook() }\n", technique{}, ""},
		{one, technique{HasOne: true}, ""},
		{one + "func Both() {}; func Done() {}", technique{HasOne: true, HasBoth: true, HasDone: true}, ""},
		{batch, technique{HasBatch: true}, ""},
		{one + sets, technique{HasOne: true, HasSets: true}, ""},
		{one + state, technique{HasOne: true, HasState: true}, ""},
		{"func Rook() {}; func Queen() {}", technique{}, "x/y has no Bishop (want all of Rook, Bishop, Queen, or none)"},
		{strings.Replace(batch, "BothBatch", "Batch", 1), technique{}, "has no BothBatch"},
		{one + "func Queens() {}", technique{}, "has no Rooks, Bishops"},
		{one + strings.Replace(state, "Remove", "Delete", 1), technique{}, "has no State.Remove"},
		{one + strings.Replace(state, "(*State) Queen", "(*Other) Queen", 1), technique{}, "has no State.Queen"},
		{one + "type State struct{}", technique{}, "has no State.Prepare"},
	} {
		folder := t.TempDir()
		lines := strings.SplitAfter(c.source, "\n")
		for i, name := range []string{"a.go", "b.go"} {
			part := strings.Join(lines[:len(lines)/2], "")
			if i == 1 {
				part = strings.Join(lines[len(lines)/2:], "")
			}
			if err := os.WriteFile(filepath.Join(folder, name), []byte("package y\n"+part), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		declared, err := declarations(folder)
		if err != nil {
			t.Fatal(err)
		}
		got, err := faceOf("x/y", declared)
		if c.says != "" {
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q: got %v, want %q", c.source, err, c.says)
			}
			continue
		}
		c.want.Path, c.want.Name = "x/y", "y"
		if err != nil || got != c.want {
			t.Errorf("%q: got %+v, %v, want %+v", c.source, got, err, c.want)
		}
	}
}
