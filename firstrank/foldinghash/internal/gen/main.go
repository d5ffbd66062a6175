// Command gen finds the factors and offsets of package foldinghash, and writes them as Go source. The same seed finds the
// same factors and offsets.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"log"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/firstrank/foldinghash/internal/fold"
	"github.com/slidebench/slidebench/firstrank/internal/lines"
)

const (
	tries = 30_000 // random factors to try for each line, and as many neighbours of the best factors
	kept  = 8      // best factors of each line; the place decides among them
)

func main() {
	log.SetFlags(0)
	out := flag.String("o", "factors_gen.go", "`file` to write")
	seed := flag.Uint64("seed", 1, "seed of the candidates")
	flag.Parse()
	source, err := generate(*seed, tries)
	if err != nil {
		log.Fatal("gen: ", err)
	}
	if err := os.WriteFile(*out, source, 0o644); err != nil {
		log.Fatal("gen: ", err)
	}
}

// image holds the attacks of a line by the index that a factor gives them.
type image struct {
	factor uint32
	used   uint64 // the set of indices that subsets have
	slots  [1 << fold.Bits]uint64
}

func (m *image) size() int { return bits.OnesCount64(m.used) }

// line is a line through a square, with its best images and its place in the table.
type line struct {
	fold.Line
	subsets []uint64 // the relevant subsets
	attacks []uint64 // the attacks of each subset
	images  []image  // the smallest images found
}

func newLine(l lines.Line, sq int) *line {
	mask := l.Mask(sq)
	n := &line{Line: fold.Line{Outside: ^mask}}
	for sub := range board.Subsets(mask) {
		n.subsets = append(n.subsets, sub)
		n.attacks = append(n.attacks, l.Attacks(sq, sub))
	}
	return n
}

// empty reports whether the line has no squares, like a diagonal in its corner. Such a line can use any word that is 0.
func (l *line) empty() bool { return l.attacks[0] == 0 }

// image returns the image of the line under a factor, and false if an index would need two answers.
func (l *line) image(factor uint32) (m image, ok bool) {
	m.factor = factor
	at0 := fold.Line{Outside: l.Outside, Factor: factor}
	for i, sub := range l.subsets {
		index := at0.Index(sub)
		if m.used>>index&1 != 0 && m.slots[index] != l.attacks[i] {
			return m, false
		}
		m.used |= 1 << index
		m.slots[index] = l.attacks[i]
	}
	return m, true
}

// search looks for factors with small images: first among random factors, then among factors that differ from one of the best so far in two
// bits. (If the two are the same bit, the factor is that one itself, which keep passes over.)
func (l *line) search(rng *rand.Rand, tries int) {
	for n := range 2 * tries {
		factor := rng.Uint32()
		if n >= tries && len(l.images) > 0 {
			factor = l.images[n%len(l.images)].factor ^ 1<<rng.IntN(32) ^ 1<<rng.IntN(32)
		}
		if m, ok := l.image(factor); ok {
			l.keep(m)
		}
	}
}

// keep inserts an image among the smallest images, if it is small enough.
func (l *line) keep(m image) {
	if slices.ContainsFunc(l.images, func(other image) bool { return other.factor == m.factor }) {
		return
	}
	i := 0
	for i < len(l.images) && l.images[i].size() < m.size() {
		i++ // insert before images of equal size, so that the search goes on with new images
	}
	l.images = slices.Insert(l.images, i, m)
	l.images = l.images[:min(len(l.images), kept)]
}

// pack sorts the lines, and chooses factors and offsets: large images first, each where it takes the fewest unused words. Word 0 stays free,
// as the empty lines read it. pack returns the number of words in use.
func pack(all []*line) (used int, err error) {
	slices.SortStableFunc(all, func(a, b *line) int { return b.images[0].size() - a.images[0].size() })
	var table [fold.Words]uint64
	for _, l := range all {
		fewest := fold.Words
		var best *image
		for i := range l.images {
			for offset := range uint32(fold.Words) {
				if n := fresh(&table, &l.images[i], offset, fewest); n < fewest {
					fewest, best, l.Offset = n, &l.images[i], offset
				}
			}
		}
		if best == nil {
			return 0, fmt.Errorf("no room for a line of %d words in %d, of which %d are in use", l.images[0].size(), fold.Words, used)
		}
		l.Factor = best.factor
		for index := range board.Squares(best.used) {
			table[(l.Offset+uint32(index))%fold.Words] = best.slots[index]
		}
		used += fewest
	}
	return used, nil
}

// fresh returns how many unused words an image would take at an offset. It returns enough if the image does not fit there or
// takes that many words.
func fresh(table *[fold.Words]uint64, m *image, offset uint32, enough int) (n int) {
	for left := m.used; left != 0; left &= left - 1 {
		index := uint32(bits.TrailingZeros64(left))
		at := (offset + index) % fold.Words
		if at == 0 || table[at] != 0 && table[at] != m.slots[index] {
			return enough
		}
		if table[at] == 0 {
			if n++; n == enough {
				return enough
			}
		}
	}
	return n
}

// generate returns the source of factors_gen.go, with the best of twice as many factors as tries.
func generate(seed uint64, tries int) ([]byte, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	var all []*line
	for sq := range 64 {
		for l := lines.Rank; l <= lines.Antidiagonal; l++ {
			all = append(all, newLine(l, sq))
		}
	}
	var searched []*line
	for i, l := range all {
		if l.empty() {
			continue // factor 0, offset 0
		}
		l.search(rng, tries)
		if len(l.images) == 0 {
			return nil, fmt.Errorf("%v of %s: no factor among %d", lines.Line(i%4), board.SquareName(i/4), 2*tries)
		}
		searched = append(searched, l)
	}
	used, err := pack(searched)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// Code generated by \"go run ./internal/gen -seed %d\"; DO NOT EDIT.\n\npackage foldinghash\n\n", seed)
	b.WriteString("// found holds factor and offset of each line through each square: rank, file, diagonal, antidiagonal.\n")
	fmt.Fprintf(&b, "// The table has %d words, of which %d are in use.\n", fold.Words, used)
	b.WriteString("var found = [64][4]place{\n")
	for i, l := range all {
		if i%4 == 0 {
			b.WriteString("{")
		}
		fmt.Fprintf(&b, "{0x%08x, %d}", l.Factor, l.Offset)
		if i%4 == 3 {
			b.WriteString("},\n")
		} else {
			b.WriteString(", ")
		}
	}
	b.WriteString("}\n")
	return format.Source(b.Bytes())
}
