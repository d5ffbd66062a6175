package obstructionavx512

import (
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

var batches = techniquestest.BatchFuncs{RookFunc: RookBatch, BishopFunc: BishopBatch, QueenFunc: QueenBatch, BothFunc: BothBatch}

func TestSinglesConform(t *testing.T) { techniquestest.Run(t, conform.One(batches)) }

func TestFaults(t *testing.T) {
	techniquestest.Need(t, "avx512", Available())
	wrongLine := func(p board.Piece, sq int, line *uint64) []conform.Fault {
		faults := conform.FlippedBits("wrong line", sq, line)
		own := uint64(1) << sq
		for _, short := range conform.WrongRays(p, sq, *line&^own) {
			faults = append(faults, conform.Wrong("line too short", "", line, short|own))
		}
		return faults
	}
	techniquestest.ProveFaults(t, conform.Tables{
		Technique: conform.One(batches),
		Fill:      Build,
		Parts: func(p board.Piece, sq int) []conform.Fault {
			file, rank := sq&7, sq>>3
			if p == board.Rook {
				return append(wrongLine(p, sq, &files[file]), wrongLine(p, sq, &ranks[rank])...)
			}
			return append(wrongLine(p, sq, &diagonals[(rank-file)&15]), wrongLine(p, sq, &antidiagonals[rank+file])...)
		},
	})
}

// Each line is where its index says, which the software form does not ask.
func TestLines(t *testing.T) {
	for sq := range 64 {
		file, rank, own := sq&7, sq>>3, uint64(1)<<sq
		if got, want := (files[file]|ranks[rank])&^own, board.Lines(board.Rook, sq); got != want {
			t.Errorf("rook lines through %s: got %#x, want %#x", board.SquareName(sq), got, want)
		}
		if got, want := (diagonals[(rank-file)&15]|antidiagonals[rank+file])&^own, board.Lines(board.Bishop, sq); got != want {
			t.Errorf("bishop lines through %s: got %#x, want %#x", board.SquareName(sq), got, want)
		}
	}
}
