package c

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Copy returns the module of a technique, with the modules inside that it is made of. The module has the copy's name, or else the technique's.
func (inRust) Copy(e *techniques.Entry, o language.CopyOptions) (*language.Copy, error) {
	name := cmp.Or(o.Name, e.Name)
	if err := names.CheckIdentifier(name); err != nil {
		return nil, err
	}
	edit, computed := withData(e), false
	text, err := wholeModule(dialectRust.file(e), func(text string) string {
		if computed = computed || static.MatchString(text); o.Data {
			return edit(text)
		}
		return text
	})
	if err != nil {
		return nil, err
	}
	command, price := copying(e, dialectRust.about.Word, name), ""
	switch {
	case o.Data && !computed:
		return nil, fmt.Errorf("no large tables in %s to have as data (want no --table)", e.Name)
	case o.Data:
		command += " --table"
		price = fmt.Sprintf("rustc reads tables of %.1f MB of source at each build", float64(len(text))/1e6)
	case computed:
		price = "rustc computes the tables at each build, for about 3 s of processor time (--table: numbers in the file, 0.4 s)"
	}
	use := "mod " + name + "; rustc --edition 2021 -O"
	var features []string
	for _, feature := range e.Needs {
		features = append(features, fmt.Sprintf("target_feature = %q", feature))
	}
	if at := strings.Index(text, "\nmod "); len(features) > 0 { // behind the attributes of the module
		use += " -C target-feature=+" + strings.Join(e.Needs, ",+")
		text = fmt.Sprintf("%s\n#[cfg(not(all(%s)))]\ncompile_error!(\"%s.rs needs rustc -Ctarget-feature=+%s, or a -Ctarget-cpu that has it\");\n%s",
			text[:at], strings.Join(features, ", "), name, strings.Join(e.Needs, ",+"), text[at:])
	}
	return &language.Copy{Files: []language.File{{Name: name + ".rs", Text: []byte(language.Generated(command) + text)}}, Use: use, Price: price}, nil
}

var (
	// inner matches a module that has a file of its own.
	inner    = regexp.MustCompile(`(?m)^#\[path = "(.*)"\]\n(mod \w+);\n`)
	indented = regexp.MustCompile(`(?m)^.+`)
	// ofModule matches the names that a part of the board's module declares, in front of a bracket if they are functions'.
	ofModule = regexp.MustCompile(`(?m)^(?:pub )?(?:const fn|const|struct) (\w+[(<]?)`)
	// fromBoard matches a name of the board's module, and whether it is called.
	fromBoard = regexp.MustCompile(`board::\w+(?:::<\w+>)?\(?`)
	// static matches a table of all answers of a piece, with its name, the bits of an element, and what computes it.
	static = regexp.MustCompile(`(?m)^((?:pub\(crate\) )?static (\w+): \[u(\d+); \w+\] = ).*board::(?:ROOKS|BISHOPS).*;$`)
	// computes matches a function that only the compiler calls.
	computes = regexp.MustCompile(`^(?:///.*\n)*const fn (\w+)`)
)

// wholeModule returns an edited module of Rust with the text of all inner ones, and of the board's what it uses: rustc computes unused tables, too.
func wholeModule(at string, edit func(text string) string) (text string, err error) {
	source, err := slidebench.Sources.ReadFile(at)
	text = edit(string(source))
	return inner.ReplaceAllStringFunc(text, func(declared string) string {
		m := inner.FindStringSubmatch(declared)
		file, used := path.Join(path.Dir(at), m[1]), edit
		if file == "board/board.rs" {
			used = func(board string) string {
				return usedBlocks(board, strings.Join(fromBoard.FindAllString(text, -1), " "), ofModule)
			}
		}
		body, failed := wholeModule(file, used)
		err = errors.Join(err, failed)
		return m[2] + " {\n" + indented.ReplaceAllString(strings.TrimSuffix(body, "\n"), "    $0") + "\n}\n"
	}), err
}

// withData returns what puts numbers in place of the code that computes a technique's tables.
func withData(e *techniques.Entry) func(text string) string {
	return func(text string) string {
		if !static.MatchString(text) {
			return text
		}
		text = static.ReplaceAllStringFunc(text, func(declared string) string {
			m := static.FindStringSubmatch(declared)
			return m[1] + "[" + numbers(e, m[2], m[3]) + "\n];"
		})
		blocks := blocksOf(text)
		for i := 0; i < len(blocks); i++ {
			if m := computes.FindStringSubmatch(blocks[i]); m != nil && strings.Count(text, m[1]+"(") == 0 {
				blocks = slices.Delete(blocks, i, i+1)
				i = -1
			}
		}
		return strings.Join(blocks, "\n\n") + "\n"
	}
}

// numbers returns the elements of a table, from the same table in Go. What a lookup reads last is its answer there.
func numbers(e *techniques.Entry, table, bits string) string {
	width, _ := strconv.Atoi(bits)
	first, last, found := uintptr(math.MaxUint), uintptr(0), map[uintptr]uint64{}
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		if other := map[board.Piece]string{board.Rook: "BISHOP", board.Bishop: "ROOK"}[p]; strings.Contains(table, other) {
			continue
		}
		for sq := range 64 {
			for occ := range board.Subsets(board.Mask(p, sq)) {
				var at unsafe.Pointer
				e.Reads(p, sq, occ, func(address unsafe.Pointer, _ uintptr) { at = address })
				if width == 16 {
					found[uintptr(at)] = uint64(*(*uint16)(at))
				} else {
					found[uintptr(at)] = *(*uint64)(at)
				}
				first, last = min(first, uintptr(at)), max(last, uintptr(at))
			}
		}
	}
	var b strings.Builder
	size := uintptr(width / 8)
	for at := first; at <= last; at += size {
		if (at-first)/size%(256/uintptr(width)) == 0 {
			b.WriteString("\n    ")
		} else {
			b.WriteString(" ")
		}
		fmt.Fprintf(&b, "%#x,", found[at])
	}
	return b.String()
}
