package techniques_test

import (
	"bufio"
	"errors"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques"
)

// tables is what a technique's package says of its tables, once more and by hand, because it is TableBytes and Reads that they are
// compared with. The lines stand in reads.go:
//
//	//slidebench:tables ROOK, BISHOP            bytes of the tables, and where it is not their sum, those of a queen
//	//slidebench:reads ROOK, BISHOP | WORDS     bytes that lead to the attacks, and what else shape says
//
// Behind tables-without and reads-without stands what holds where the processor lacks what the technique needs.
type tables struct {
	bytes [len(board.Pieces)]int
	shape shape
}

// answers are what shape's answer may be.
var answers = map[string]func(p board.Piece, sq int, occ uint64, list []read) uint64{
	"anded": anded, "covered": covered, "filledUp": filledUp, "lastOne": lastOne, "lastTwo": lastTwo, "mirrored": mirrored,
	"onAllFiles": onAllFiles, "oneRank": oneRank, "ored": ored, "reversedLanes": reversedLanes, "second": second, "seen": seen,
	"spread": spread, "unhidden": unhidden, "walked": walked, "xored": xored,
}

// tablesOf returns what a technique's package says, for this machine.
func tablesOf(t *testing.T, e *techniques.Entry) tables {
	t.Helper()
	said, err := readTables(filepath.Join("../..", e.Folder()), e.Available() == nil)
	if err != nil {
		t.Fatalf("%s: %v", e.Folder(), err)
	}
	return said
}

// readTables reads the lines in a folder.
func readTables(folder string, available bool) (said tables, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	lines := map[string]string{}
	for _, file := range files {
		text, err := os.Open(file)
		if err != nil {
			return said, err
		}
		for s := bufio.NewScanner(text); s.Scan(); {
			if line, ok := strings.CutPrefix(s.Text(), "//slidebench:"); ok {
				key, value, _ := strings.Cut(line, " ")
				lines[key] = value
			}
		}
		text.Close()
	}
	for _, key := range []string{"tables", "reads"} {
		if without, ok := lines[key+"-without"]; ok && !available {
			lines[key] = without
		}
	}
	if lines["tables"] != "" {
		err = errors.Join(err, said.readBytes(lines["tables"]))
	}
	if lines["reads"] != "" {
		err = errors.Join(err, said.shape.read(lines["reads"]))
	}
	return said, err
}

func (t *tables) readBytes(line string) error {
	sizes, err := numbers(line)
	if err != nil || len(sizes) < 2 || len(sizes) > 3 {
		return fmt.Errorf("//slidebench:tables %s: want the bytes of a rook's tables, a bishop's, and if they share any, a queen's (%v)", line, err)
	}
	t.bytes = [...]int{sizes[0], sizes[1], sizes[0] + sizes[1]}
	copy(t.bytes[:], sizes)
	return nil
}

func (s *shape) read(line string) error {
	facts, words, _ := strings.Cut(line, "|")
	sizes, err := numbers(facts)
	if err != nil || len(sizes) != 2 {
		return fmt.Errorf("//slidebench:reads %s: want bytes for a rook and a bishop (%v)", line, err)
	}
	s.facts = [2]int(sizes)
	flags := map[string]*bool{
		"shared": &s.shared, "lines": &s.lines, "still": &s.still, "alike": &s.alike, "vectors": &s.vectors,
		"whole": &s.whole, "apart": &s.apart, "tail": &s.tail, "numbers": &s.numbers,
	}
	for word := range strings.FieldsSeq(words) {
		key, value, _ := strings.Cut(word, "=")
		switch {
		case flags[key] != nil:
			*flags[key] = true
		case key == "overlay":
			if s.overlay, err = strconv.Atoi(value); err != nil {
				return err
			}
		case key == "answer" && answers[value] != nil:
			s.answer = answers[value]
		default:
			return fmt.Errorf("//slidebench:reads %s: unknown word %q (see techniques/tables_test.go)", line, word)
		}
	}
	return nil
}

// numbers returns the values of constant expressions with commas between them. Names in them are of sums over all squares: the
// relevant squares, all squares on lines, and the bytes of a word for each set of relevant squares.
func numbers(list string) (values []int, err error) {
	scope := types.NewPackage("tables", "tables")
	define := func(name string, value int) {
		scope.Scope().Insert(types.NewConst(token.NoPos, scope, name, types.Typ[types.UntypedInt], constant.MakeInt64(int64(value))))
	}
	define("pointer", strconv.IntSize/8)
	for i, piece := range []string{"rook", "bishop"} {
		var relevant, onLines, subsets int
		for sq := range 64 {
			mask := bits.OnesCount64(board.Mask(board.Piece(i), sq))
			relevant += mask
			subsets += 1 << mask
			onLines += bits.OnesCount64(board.Lines(board.Piece(i), sq))
		}
		define(piece+"Masks", relevant)
		define(piece+"Lines", onLines)
		define(piece+"Table", 8*subsets)
	}
	for expression := range strings.SplitSeq(list, ",") {
		value, err := types.Eval(token.NewFileSet(), scope, token.NoPos, expression)
		if err != nil {
			return nil, err
		}
		n, exact := constant.Int64Val(constant.ToInt(value.Value))
		if !exact {
			return nil, fmt.Errorf("%s is no whole number", expression)
		}
		values = append(values, int(n))
	}
	return values, nil
}

func TestTableBytes(t *testing.T) {
	if bits.UintSize != 64 {
		t.Skip("sizes are stated for 64-bit machines: pointers and alignment differ")
	}
	for _, e := range append(techniques.Catalogue(), techniques.Controls()...) {
		t.Run(e.Name, func(t *testing.T) {
			want := tablesOf(t, e).bytes
			for _, p := range board.Pieces {
				if got := e.TableBytes(p); got != want[p] {
					t.Errorf("%v: TableBytes says %d, and %s/reads.go %d: correct one, or write a line //slidebench:tables ROOK, BISHOP there",
						p, got, e.Folder(), want[p])
				}
			}
		})
	}
}

func TestReadTablesErrors(t *testing.T) {
	for text, want := range map[string]string{
		"//slidebench:tables 1":               "want the bytes of a rook's tables",
		"//slidebench:tables 1, x":            "undefined: x",
		"//slidebench:tables 1, 2.5":          "no whole number",
		"//slidebench:reads 1, 2, 3":          "want bytes for a rook and a bishop",
		"//slidebench:reads 1, 2 | bright":    `unknown word "bright"`,
		"//slidebench:reads 1, 2 | answer=no": `unknown word "answer=no"`,
		"//slidebench:reads 1, 2 | overlay=x": "invalid syntax",
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "reads.go"), []byte(text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readTables(folder, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", text, err, want)
		}
	}
}
