package engines

import (
	"slices"
	"strings"
	"testing"
)

// The number of nodes is found in what the usual engines print.
func TestNodes(t *testing.T) {
	for text, want := range map[string]int64{
		"===========================\nTotal time (ms) : 1500\nNodes searched  : 1,234,567\nNodes/second    : 823044\n": 1234567,
		"Bench: 4865609 nodes 2345678 nps":                              4865609,
		"info depth 9 seldepth 12 nodes 20 nps 5 time 3\ninfo nodes 77": 77,
		"a2a3: 20\nNodes searched: 8902":                                8902,
		"Perft(5) = 4865609 nodes in 0.3 s":                             4865609,
		"Total nodes: 99'123'456":                                       99123456,
		"right  depth 4  3894594 leaves  29 Mnodes/s  8/8/8 w - - 0 1\n4085603 leaves  31 Mnodes/s\n": 4085603,
		"nothing here": 0,
	} {
		for _, before := range []string{"", "5 nodes\n" + strings.Repeat("info string some text\n", 4_000)} {
			for _, after := range []string{"", strings.Repeat("\ninfo string some text", 4_000)} {
				n, err := newNodesReader("")
				if err != nil {
					t.Fatal(err)
				}
				p := n.print()
				p.Room = 1 << 17 // most is forgotten
				for piece := range slices.Chunk([]byte(before+text+after), 1000) {
					p.Write(piece)
				}
				want := want
				if want == 0 && before != "" {
					want = 5 // of the first line before the text
				}
				if got := p.nodes(); got != want {
					t.Errorf("%q, behind %d bytes and before %d: got %d, want %d", text, len(before), len(after), got, want)
				}
			}
		}
	}
	n, _ := newNodesReader(`visited=(\d+)`)
	p := n.print()
	p.Write([]byte("visited=12 visited=13"))
	if got := p.nodes(); got != 13 {
		t.Errorf("own pattern: got %d", got)
	}
}
