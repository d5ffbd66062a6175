package engine

import (
	"os"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/engine/position"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
	"github.com/slidebench/slidebench/techniques/techniquestest"
)

// TestMakeDelta proves the deltas of moves, and that the position after a move is the one that Make writes.
func TestMakeDelta(t *testing.T) {
	left := 10_000 // of so many moves, the positions and their spellings are compared, too: that is slow
	if tiertest.Minutes() {
		left = 1 << 20
	}
	techniquestest.RunDeltas(t, func(m *conform.DeltaMove, d *board.Delta) {
		p := position.Placed(&m.Men)
		p.Castling, p.EnPassant = m.Castling, m.EnPassant
		if m.Black {
			p.Turn = position.Black
		}
		var after position.Mailbox
		MakeDelta(&p, position.Move(m.Packed()), &after, d)
		if left--; left > 0 {
			var want position.Position
			if p.Make(position.Move(m.Packed()), &want); after != position.NewMailbox(&want) {
				t.Errorf("%s after %v: another position", p.String(), m)
			}
			if fen := p.String(); fen != m.FEN() {
				t.Errorf("position %s is written as %s", fen, m.FEN())
			}
			if text := position.Move(m.Packed()).String(); text != m.String() {
				t.Errorf("%s: move %s is written as %v", m.FEN(), text, m)
			}
			if _, err := position.ParseFEN(m.FEN()); err != nil {
				t.Error(err)
			}
		}
	})
}

// The boards and deltas of docs/threats.md are right. A block has eight lines of two boards, before and after a move, the position, the move, and its delta.
func TestThreatsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/threats.md")
	if err != nil {
		t.Skip("no documents here: ", err)
	}
	blocks := strings.Split(string(page), "```text\n")[1:]
	for _, block := range blocks {
		text, _, _ := strings.Cut(block, "```")
		lines := strings.Split(text, "\n")
		p := position.MustFEN(lines[8])
		before := position.NewMailbox(&p)
		for _, m := range Legal(&p) {
			if m.String() != lines[9] {
				continue
			}
			var d, want board.Delta
			var after position.Mailbox
			MakeDelta(&before, m, &after, &d)
			for i, men := range [...]*board.Men{&before.Men, &after.Men} {
				for row := range 8 {
					drawn := ""
					for _, man := range men[56-8*row : 64-8*row] { // rank 8 first
						drawn += man.String()
					}
					if strings.Fields(lines[row])[i] != drawn {
						t.Errorf("%s: %q (want %s)", lines[9], lines[row], drawn)
					}
				}
			}
			all := map[string]board.Threat{}
			for i, men := range [...]*board.Men{&before.Men, &after.Men} {
				for _, threat := range men.Threats() {
					threat |= board.Threat(i) * board.Appears
					all[threat.String()] = threat
				}
			}
			for _, word := range strings.Fields(strings.Join(lines[10:], " ")) {
				want.Add(all[word])
			}
			if len(lines) < 11 || want.N < 2 || want.Sum() != d.Sum() {
				t.Errorf("%s: %v is not the delta %v", lines[9], lines[10:], d.All())
			}
			lines[9] = "" // the move is found
		}
		if lines[9] != "" {
			t.Errorf("no move %s", lines[9])
		}
	}
	if len(blocks) != 3 {
		t.Errorf("%d boards", len(blocks))
	}
}

// TestChange proves the threats that a change of one square lists: of d4, or in make check of every square.
func TestChange(t *testing.T) {
	squares := uint64(1) << 27 // d4
	if tiertest.Minutes() {
		squares = ^uint64(0)
	}
	if err := conform.CheckThreatsOn(changed, squares, 1); err != nil {
		t.Error(err)
	}
}

func FuzzChange(f *testing.F) { techniquestest.FuzzThreats(f, changed) }

// changed is change as a conform.ThreatsFunc: it first puts the man before on his square, where men may have another one.
func changed(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	there := *men
	there[sq] = before
	p := position.Placed(&there)
	change(&p, sq, before, after, d)
}
