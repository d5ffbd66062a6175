package c

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/harness/language"
)

func (inC) Guests() language.Guests {
	return language.Guests{
		Extensions: []string{".c", ".h"}, Function: regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`), Shared: []string{"board/board.h"},
		Forward: forward, Extension: ".h",
	}
}

// defines is a macro by which a header defines what it declares, in one file of a program: a guest's loops and engine are one.
var defines = regexp.MustCompile(`\b\w+_IMPLEMENTATION\b`)

func forward(g language.Guest, source []byte) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Forwards to %s.\n#ifndef SLIDEBENCH_GUEST_%s\n#define SLIDEBENCH_GUEST_%[2]s\n#include \"../../board/board.h\"\n", g.Path, strings.ToUpper(g.Name))
	// An engine in one file has a main, and files for comparison have functions of one name.
	for _, function := range slices.Compact([]string{"main", g.Rook, g.Bishop, g.Queen, g.Init}) {
		if function != "" {
			fmt.Fprintf(&b, "#define %s %s_guest_%[1]s\n", function, g.Name)
		}
	}
	for _, macro := range defines.FindAll(source, -1) {
		fmt.Fprintf(&b, "#define %s\n", macro)
	}
	fmt.Fprintf(&b, "#include %q\n#undef main\n", g.Path)
	args := "sq, occ"
	if g.OccFirst {
		args = "occ, sq"
	}
	for _, piece := range []struct{ name, function string }{{"rook", g.Rook}, {"bishop", g.Bishop}, {"queen", g.Queen}} {
		answer := fmt.Sprintf("%s_rook(sq, occ) | %[1]s_bishop(sq, occ)", g.Name)
		switch {
		case piece.function != "":
			answer = fmt.Sprintf("%s(%s)", piece.function, args)
		case piece.name != "queen":
			answer = fmt.Sprintf("board_%s(sq, occ)", piece.name)
		}
		fmt.Fprintf(&b, "static inline uint64_t %s_%s(int sq, uint64_t occ) { return %s; }\n", g.Name, piece.name, answer)
	}
	call := ""
	if g.Init != "" {
		call = g.Init + "(); "
	}
	fmt.Fprintf(&b, "static inline void %s_init(void) { %s}\n#endif\n", g.Name, call)
	return b.Bytes()
}
