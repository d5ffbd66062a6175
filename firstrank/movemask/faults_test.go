package movemask

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/internal/lines/linestest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "sse2", Available())
	proveFaults(t, conform.OfBoth(both))
}

func TestFaultsOfTheSoftwareForm(t *testing.T) { proveFaults(t, conform.OfBoth(softBoth)) }

func proveFaults(t *testing.T, technique techniquestest.Technique) {
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: technique,
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			file, rank := sq&7, sq>>3
			if p == board.Bishop {
				d := &all.diagonals[sq]
				return linestest.WrongDiagonals(sq, &d.diagonal, &d.antidiagonal)
			}
			// The slots serve all squares of a rank, the bytes all squares of a file.
			var onRanks []conform.Fault
			for inner := file; inner < len(all.ranks); inner += 13 {
				onRanks = append(onRanks, conform.FlippedBits("wrong attacks within a rank", sq+inner, &all.ranks[inner][file])...)
			}
			return append(linestest.WrongSlots(sq, all.onFiles[rank][:], 0xff<<(8*rank)), conform.Everywhere(fileA<<file, onRanks)...)
		},
	})
}
