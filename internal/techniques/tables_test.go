package techniques_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/techniques"
)

// The package of each technique with tables proves them, with all forms of its lookups: a fault that only one form reads is found only by that form.
func TestTablesAreProved(t *testing.T) {
	for _, e := range techniques.Catalogue() {
		if e.Family == "best" {
			continue // its test says that its tables are blackmagic's
		}
		files, err := filepath.Glob(filepath.Join("../..", e.Folder(), "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		var code, tests strings.Builder
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(file, "_test.go") {
				tests.Write(text)
			} else {
				code.Write(text)
			}
		}
		_, call, proved := strings.Cut(tests.String(), "tablestest.Run(t, tablestest.Technique{")
		if !proved {
			if e.TableBytes(board.Queen) > 0 {
				t.Errorf("%s/reads_test.go wants func TestTables with tablestest.Run, as others have it", e.Folder())
			}
			continue
		}
		for field, declared := range map[string]string{
			"Rook": "func Rook(", "Both": "func Both(", "Batches": "func RookBatch(", "Sets": "func Rooks(", "Available": "func Available(",
		} {
			if field == "Available" && len(e.Needs) == 0 {
				continue // no hidden feature takes anything away
			}
			if strings.Contains(code.String(), "\n"+declared) && !strings.Contains(call, field+": ") {
				t.Errorf("%s/reads_test.go: TestTables wants the field %s", e.Folder(), field)
			}
		}
	}
}

// The packages of techniques test what TableBytes says; the controls have no tests of their own.
func TestControlsTableBytes(t *testing.T) {
	want := map[string][3]int{ // of noop and walk: 0; of load: 512 words; of twice: fancymagic's words, and 32 bytes for each square and piece
		"load":  {512 * 8, 512 * 8, 512 * 8},
		"twice": {board.RookSubsets*8 + 64*32, board.BishopSubsets*8 + 64*32, (board.RookSubsets+board.BishopSubsets)*8 + 2*64*32},
	}
	for _, e := range techniques.Controls() {
		for _, p := range board.Pieces {
			if got := e.TableBytes(p); got != want[e.Name][p] {
				t.Errorf("%s, %v: TableBytes says %d, want %d", e.Name, p, got, want[e.Name][p])
			}
		}
	}
}
