package linepdep

import (
	"slices"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/pext/internal/compress"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "bmi2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: Rook, BishopFunc: Bishop, QueenFunc: Queen},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			for i := range 2 {
				l := &[...]*[64]pair{&rookPairs, &bishopPairs}[p][sq][i]
				faults = slices.Concat(faults,
					conform.FlippedBits("wrong inner squares", sq, &l.inner),
					conform.FlippedBits("wrong line", sq, &l.line),
					[]conform.Fault{conform.Wrong("wrong place", "", &l.offset, l.offset^64)},
				)
			}
			return append(faults, wrongRows(sq)...)
		},
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: techniquestest.Funcs{RookFunc: softRook, BishopFunc: softBishop},
		Fill:      Build,
		Parts: func(p board.Piece, sq int) (faults []conform.Fault) {
			for i := range 2 {
				l := &[...]*[64]pair{&rookPairs, &bishopPairs}[p][sq][i]
				s := &[...]*[64][2]softLine{&rookSoft, &bishopSoft}[p][sq][i]
				faults = append(faults,
					conform.Wrong("wrong inner squares", "", &s.inner, compress.New(l.inner&(l.inner-1))),
					conform.Wrong("wrong line", "", &s.line, compress.New(l.line&(l.line-1))),
					conform.Wrong("wrong place", "", &l.offset, l.offset^64),
				)
			}
			return append(faults, wrongRows(sq)...)
		},
	})
}

// wrongRows returns faults of the table, which serves all squares.
func wrongRows(sq int) (faults []conform.Fault) {
	place := sq & 7
	for inner := place; inner < 64; inner += 17 {
		faults = append(faults, conform.FlippedBits("wrong attacks within a row", inner, &table[place][inner])...)
	}
	return conform.Everywhere(^uint64(0), faults)
}
