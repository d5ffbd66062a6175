package correlation

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	masks := [...]*[64]uint64{&rookMasks, &bishopMasks}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Place:     place,
		Fill:      fill,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			return append(
				conform.WrongMasks(p, sq, func(square int) { masks[p][sq] ^= 1 << square }),
				wrongFactors(p, sq)...,
			)
		},
		Slots: func(p board.Piece, sq int) []uint64 {
			if p == board.Rook {
				return rookTable[sq][:]
			}
			return bishopTable[sq][:]
		},
	})
}

// wrongFactors returns faults of a square's factor, which serves its neighbours as well.
func wrongFactors(p board.Piece, sq int) []conform.Fault {
	size, factor := 2, &rookFactors[sq>>1]
	if p == board.Bishop {
		size, factor = 8, &bishopFactors[sq>>3]
	}
	faults := conform.FlippedBits("wrong factor", sq, factor)
	for i := range faults {
		for neighbour := range size {
			faults[i].Squares = append(faults[i].Squares, sq&^(size-1)+neighbour)
		}
	}
	return faults
}

// The search leads to the same factors when it is repeated.
func TestFactorsAreFoundAgain(t *testing.T) {
	tiertest.Slow(t)
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs the go command to run the search: ", err)
	}
	fresh := filepath.Join(t.TempDir(), "factors_gen.go")
	cmd := exec.Command(goTool, "run", "./internal/gen", "-o", fresh)
	cmd.Env = append(os.Environ(), "GOOS=", "GOARCH=") // the search runs here, whatever the test was built for
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want, err := os.ReadFile(fresh)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("factors_gen.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("factors_gen.go is not what the search finds: run go generate ./magic/correlation")
	}
}
