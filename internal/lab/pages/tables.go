package pages

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
)

// readCounts reads a table of counts: its heads, and its rows by name.
func readCounts(path string) (heads []string, names []string, counts [][]float64) {
	rows, err := csv.NewReader(bytes.NewReader(must(os.ReadFile(path)))).ReadAll()
	check(err)
	for _, row := range rows[1:] {
		names = append(names, row[0])
		var numbers []float64
		for _, field := range row[1:] {
			numbers = append(numbers, must(strconv.ParseFloat(field, 64)))
		}
		counts = append(counts, numbers)
	}
	return rows[0], names, counts
}

// writeAsked writes how many lookups of each kind the engine's searches make at a node.
func writeAsked(p *page) {
	_, names, counts := readCounts(p.pattern)
	p.Head("for each node", "pairs", "single rooks", "bishops", "queens", "nodes a position")
	for i, n := range counts {
		positions, nodes := n[0], n[1]
		cells := []string{"`" + names[i] + "`"}
		for _, asked := range n[2:] {
			cells = append(cells, fmt.Sprintf("%.2f", asked/nodes))
		}
		p.Row(append(cells, fmt.Sprintf("%.0f", nodes/positions))...)
	}
}

// writeCaches writes a row for each kind of lookups that Stockfish was built with: instructions and cache misses for a node, and the difference from the first row, for
// instructions in per cent.
func writeCaches(p *page) {
	heads, names, counts := readCounts(p.pattern)
	p.Head(heads...)
	for i, n := range counts {
		cells := []string{"`" + names[i] + "`"}
		for k, count := range n {
			text := fmt.Sprintf("%.5g", count)
			if first := counts[0][k]; i > 0 && k == 0 {
				text += fmt.Sprintf(" (%+.1f %%)", 100*(count/first-1))
			} else if i > 0 {
				text += fmt.Sprintf(" (%+.1f)", count-first)
			}
			cells = append(cells, text)
		}
		p.Row(cells...)
	}
	p.Printf("\nFrom %s.\n", raw(p.pattern))
}
