package raysavx2

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx2", Available())
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: conform.OfBoth(both),
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			faults := parts(p, sq)
			// The shifts serve all squares; one lane of the piece's.
			for _, shifts := range []*[4]uint64{&all.one, &all.two, &all.four} {
				at := &shifts[int(p)+sq&2]
				wrong := conform.Wrong("wrong shift", "", at, *at+1)
				wrong.Squares = []int{56, 63} // a8 and h8, which have the longest rays to lower squares
				faults = append(faults, wrong)
			}
			return faults
		},
	})
}

func TestFaultsOfTheSoftwareForm(t *testing.T) {
	techniquestest.ProveFaults(t, conform.Tables{Technique: conform.OfBoth(softBoth), Fill: Build, Parts: parts})
}

// parts returns the faults of the rays of a piece: lanes 0 and 2 are those of a rook, 1 and 3 those of a bishop.
func parts(p board.Piece, sq int) (faults []conform.Fault) {
	e := &all.entries[sq]
	for i := int(p); i < len(e.up); i += 2 {
		for _, ray := range []*uint64{&e.up[i], &e.down[i]} {
			faults = append(faults, conform.WrongSet("ray", p, sq, ray)...)
		}
	}
	return faults
}
