package c

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/names"
	"github.com/slidebench/slidebench/internal/slidebench"
	"github.com/slidebench/slidebench/internal/techniques"
)

// Copy returns the module of a technique as one file, with its inner modules inside. It has the copy's name, by default the technique's.
func (inRust) Copy(e *techniques.Entry, o language.CopyOptions) (*language.Copy, error) {
	name := cmp.Or(o.Name, e.Name)
	if err := names.CheckIdentifier(name); err != nil {
		return nil, err
	}
	computed := false
	text, err := wholeModule(dialectRust.file(e), func(file, text string) (string, error) {
		if computed = computed || static.MatchString(text); o.Data {
			return withData(file, text)
		}
		return text, nil
	})
	if err != nil {
		return nil, err
	}
	command, price := commandOf(e, dialectRust.about.Word, name), ""
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
	// static matches a table of all answers of a piece or of both, with the bits of an element, and the code that computes it, such as table(&ROOKS, board::ROOKS).
	static = regexp.MustCompile(`(?m)^((?:pub\(crate\) )?static \w+: \[u(\d+); \w+\] = )(.*board::(?:ROOKS|BISHOPS).*);$`)
	// computes matches a function that only the compiler calls.
	computes = regexp.MustCompile(`^(?:///.*\n)*const fn (\w+)`)
)

// wholeModule returns a module of Rust, edited, with its inner modules inside. Of the board's it keeps only the used parts, as rustc would compute unused tables, too.
func wholeModule(at string, edit func(file, text string) (string, error)) (text string, err error) {
	source, err := slidebench.Sources.ReadFile(at)
	if err != nil {
		return "", err
	}
	text, err = edit(at, string(source))
	return inner.ReplaceAllStringFunc(text, func(declared string) string {
		m := inner.FindStringSubmatch(declared)
		file, used := path.Join(path.Dir(at), m[1]), edit
		if file == "board/board.rs" {
			used = func(_, board string) (string, error) {
				return usedBlocks(board, strings.Join(fromBoard.FindAllString(text, -1), " "), ofModule), nil
			}
		}
		body, failed := wholeModule(file, used)
		err = errors.Join(err, failed)
		return m[2] + " {\n" + indented.ReplaceAllString(strings.TrimSuffix(body, "\n"), "    $0") + "\n}\n"
	}), err
}

// withData returns a module's text, from a file, with numbers in place of the code that computes its tables, and without the functions that nothing calls any more.
func withData(file, text string) (string, error) {
	if !static.MatchString(text) {
		return text, nil
	}
	var failed error
	text = static.ReplaceAllStringFunc(text, func(declared string) string {
		m := static.FindStringSubmatch(declared)
		numbers, err := elements(file, text, m[3])
		failed = errors.Join(failed, err)
		width, _ := strconv.Atoi(m[2])
		var b strings.Builder
		for i, x := range numbers {
			if i%(256/width) == 0 { // 256 bits a line
				b.WriteString("\n   ")
			}
			fmt.Fprintf(&b, " %#x,", x)
		}
		return m[1] + "[" + b.String() + "\n];"
	})
	kept := slices.DeleteFunc(blocksOf(text), func(block string) bool {
		m := computes.FindStringSubmatch(block)
		return m != nil && !strings.Contains(text, m[1]+"(") // a declaration counts as a call unless type parameters stand before its bracket
	})
	return strings.Join(kept, "\n\n") + "\n", failed
}

// elements returns the table that the code computes: the answers to all subsets of each square's relevant squares, either in PEXT's order, square by square, or at the
// index by the module's factors.
func elements(file, module, code string) (table []uint64, err error) {
	n := 0
	for _, p := range []board.Piece{board.Rook, board.Bishop} {
		if !strings.Contains(code, "board::"+strings.ToUpper(p.String())+"S") {
			continue
		}
		slot := func(int, uint64) int { return n } // in the order of the loops
		if !strings.HasPrefix(code, "board::") {   // a function of the module itself, by its factors
			if slot, err = hashed(file, module, p); err != nil {
				return nil, err
			}
		}
		for sq := range 64 {
			for occ := range board.Subsets(board.Mask(p, sq)) {
				answer := board.Walk(p, sq, occ)
				if strings.HasPrefix(code, "board::slots") { // whose tables hold packed answers
					answer = packed(answer, board.Lines(p, sq))
				}
				i := slot(sq, occ)
				table = append(table, make([]uint64, max(0, i+1-len(table)))...)
				table[i] = answer
				n++
			}
		}
	}
	return table, nil
}

// packed returns the bits of a set on some squares, moved together at the low end in their order, as PEXT does.
func packed(set, squares uint64) (low uint64) {
	i := 0
	for sq := range board.Squares(squares) {
		low |= set >> sq & 1 << i
		i++
	}
	return low
}

// hashed returns the function from a square and a subset of its relevant squares to the slot in a module with magics. The file beside it has the factors, and the offsets
// if all squares of a piece have one shift; else tables lie end to end.
func hashed(file, module string, p board.Piece) (slot func(sq int, occ uint64) int, err error) {
	text, err := slidebench.Sources.ReadFile(path.Join(path.Dir(file), "factors_gen.rs"))
	if err != nil {
		return nil, err
	}
	factors, offsets := numbersOf(text, p, "FACTORS"), numbersOf(text, p, "OFFSETS")
	fixed, black := offsets != nil, strings.Contains(module, "occ | self.not_mask") // one shift for all squares; black magics
	most, end := 0, uint64(0)
	for sq := range 64 {
		n := bits.OnesCount64(board.Mask(p, sq))
		if most = max(most, n); !fixed {
			offsets = append(offsets, end)
			end += 1 << n
		}
	}
	return func(sq int, occ uint64) int {
		mask, n := board.Mask(p, sq), most
		if !fixed {
			n = bits.OnesCount64(mask)
		}
		if black {
			occ |= ^mask
		}
		return int(uint32(offsets[sq] + occ*factors[sq]>>(64-n))) // 32 bits, as in the module with one shift
	}, nil
}

// numbersOf returns the numbers of a piece's constant array in a text of Rust, none if it has no such array.
func numbersOf(text []byte, p board.Piece, name string) (numbers []uint64) {
	_, array, _ := strings.Cut(string(text), "pub const "+strings.ToUpper(p.String())+"_"+name+": ")
	_, array, _ = strings.Cut(array, "= [")
	array, _, _ = strings.Cut(array, "]")
	for field := range strings.FieldsFuncSeq(array, func(c rune) bool { return c == ',' || unicode.IsSpace(c) }) {
		x, _ := strconv.ParseUint(field, 0, 64)
		numbers = append(numbers, x)
	}
	return numbers
}
