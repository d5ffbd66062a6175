package search

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/findmagic/factors"
	"github.com/slidebench/slidebench/internal/names"
)

// Layout determines how many index bits the squares have and where their slots lie in the table.
type Layout uint8

// The layouts.
const (
	Plain Layout = iota // as many bits on every square as the piece needs at most, ranges end to end
	Fancy               // as many bits as the mask has, ranges end to end
	Dense               // as Fancy, but one bit fewer where such magics are known in the white form and are found quickly
	Fixed               // as many bits on every square as the piece needs at most, ranges overlapping
)

var layoutNames = [...]string{Plain: "plain", Fancy: "fancy", Dense: "dense", Fixed: "fixed"}

// String returns the layout's name as flags spell it.
func (l Layout) String() string { return layoutNames[l] }

// ParseLayout is the inverse of Layout.String.
func ParseLayout(s string) (Layout, error) { return names.Parse[Layout]("layout", s, layoutNames[:]) }

// The largest masks: of a rook in a corner, and of a bishop in the centre.
const (
	rookBits   = 12
	bishopBits = 9
)

// dense holds the squares whose magics have one bit fewer than the mask in the layout Dense.
var dense = [2]uint64{
	board.Rook: board.MustParse(`
		x x x x x . x x
		x x x x x x x x
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .`),
	board.Bishop: board.MustParse(`
		x x . . . . x x
		x x . . . . x x
		x x . . . . x x
		. . . . . . . .
		. . . . . . . .
		x x . . . . x x
		x x . . . . x x
		x x . . . . x x`),
}

// Bits returns the number of index bits of a rook or bishop on sq.
func (l Layout) Bits(piece board.Piece, sq int) int {
	switch {
	case l == Dense:
		return Fancy.Bits(piece, sq) - int(dense[piece]>>sq&1)
	case l == Fancy:
		return bits.OnesCount64(board.Mask(piece, sq))
	case piece == board.Rook:
		return rookBits
	}
	return bishopBits
}

// Params say which magics are wanted, and from which generator candidates come. The same params find the same magics.
type Params struct {
	Form      factors.Form
	Layout    Layout
	Generator Generator
	Seed      uint64
	Pieces    []board.Piece // rook, bishop or both; nil stands for both
	Squares   []int         // nil stands for all
	Bits      int           // index bits of every square; 0 stands for the layout's numbers
	Shard     int           // number of the shard, from 0; every target is in one shard
	Shards    int           // number of shards; 0 stands for 1
}

var pieces = [...]board.Piece{board.Rook, board.Bishop}

// Flag is a parameter as the command line spells it.
type Flag struct{ Name, Value string }

// Flags returns all params as flags, defaults included: calling Set with every flag restores the Params.
func (p *Params) Flags() []Flag {
	piece, square, width := "both", "all", "layout"
	if len(p.Pieces) == 1 {
		piece = p.Pieces[0].String()
	}
	if len(p.Squares) > 0 {
		var names []string
		for _, sq := range p.Squares {
			names = append(names, board.SquareName(sq))
		}
		square = strings.Join(names, ",")
	}
	if p.Bits > 0 {
		width = strconv.Itoa(p.Bits)
	}
	return []Flag{
		{"form", p.Form.String()}, {"layout", p.Layout.String()}, {"generator", p.Generator.String()},
		{"seed", strconv.FormatUint(p.Seed, 10)}, {"piece", piece}, {"square", square}, {"bits", width},
		{"shard", fmt.Sprintf("%d/%d", p.Shard, max(1, p.Shards))},
	}
}

// Set sets the parameter that a flag names. The error says which values are valid.
func (p *Params) Set(name, value string) (err error) {
	switch name {
	case "form":
		p.Form, err = factors.ParseForm(value)
	case "layout":
		p.Layout, err = ParseLayout(value)
	case "generator":
		p.Generator, err = ParseGenerator(value)
	case "seed":
		if p.Seed, err = strconv.ParseUint(value, 10, 64); err != nil {
			err = fmt.Errorf("not a seed: %q (want 0 to %d)", value, uint64(1<<64-1))
		}
	case "piece":
		p.Pieces = nil
		if value != "both" {
			p.Pieces = make([]board.Piece, 1)
			if p.Pieces[0], err = board.ParsePiece(value); err != nil || p.Pieces[0] == board.Queen {
				err = fmt.Errorf("unknown piece %q (want rook, bishop or both)", value)
			}
		}
	case "square":
		p.Squares = nil
		if value != "all" {
			for name := range strings.SplitSeq(value, ",") {
				sq, err := board.ParseSquare(name)
				if err != nil {
					return err
				}
				if slices.Contains(p.Squares, sq) {
					return fmt.Errorf("square %s twice in %q", name, value)
				}
				p.Squares = append(p.Squares, sq)
			}
			slices.Sort(p.Squares)
		}
	case "bits":
		p.Bits = 0
		if value != "layout" {
			if p.Bits, err = strconv.Atoi(value); err != nil || p.Bits < 1 { // check refuses too many
				err = fmt.Errorf("not a number of index bits: %q (want 1 to %d)", value, rookBits)
			}
		}
	case "shard":
		i, n, _ := strings.Cut(value, "/")
		p.Shard, err = strconv.Atoi(i)
		if err == nil {
			p.Shards, err = strconv.Atoi(n)
		}
		if err != nil || p.Shard < 0 || p.Shard >= p.Shards {
			err = fmt.Errorf("not a shard: %q (want i/n with i from 0 to n-1)", value)
		}
	default:
		err = fmt.Errorf("unknown parameter %q", name)
	}
	return err
}

// Command returns the command of the whole search, without its shard. It leaves out flags with default values, except for the form, the layout and the seed.
func (p *Params) Command() string {
	command := "findmagic search"
	defaults := (&Params{}).Flags()
	for i, f := range p.Flags() {
		always := i < 2 || f.Name == "seed" // --form and --layout come first
		if always || f != defaults[i] && f.Name != "shard" {
			command += " --" + f.Name + " " + f.Value
		}
	}
	return command
}

// check returns an error if no search can find magics for the params.
func (p *Params) check() error {
	switch {
	case p.Form == factors.Torus:
		return errors.New("a torus magic belongs to all squares at once (want white, black or 32bit)")
	case p.Layout == Fixed:
		return errors.New("a fixed set is packed as a whole")
	case p.Layout == Dense && p.Form != factors.White:
		return fmt.Errorf("the dense layout has no %v form (want white)", p.Form)
	case p.Generator == Places && p.Form != factors.White:
		return fmt.Errorf("the generator places makes no magic of the %v form (want white)", p.Form)
	case p.Generator == Places && p.Layout == Dense:
		return errors.New("the generator places needs an index bit for each square of a mask (want --layout fancy or plain)")
	case p.Layout == Dense && p.Bits > 0:
		return errors.New("the dense layout has its own numbers of bits (want --bits with another)")
	}
	if p.Bits == 0 {
		return nil
	}
	for _, t := range p.all() {
		// Every attack set needs an index of its own: as many bits as the largest number of an attack set.
		least := bits.Len8(slices.Max(factors.AttackSets(t.Piece, t.Square)))
		if p.Generator == Places {
			least = Fancy.Bits(t.Piece, t.Square)
		}
		if p.Bits < least || p.Bits > rookBits {
			return fmt.Errorf("%d index bits for %v (want %d to %d)", p.Bits, t, least, rookBits)
		}
	}
	return nil
}

// bits returns the number of index bits of a target.
func (p *Params) bits(t Target) int {
	if p.Bits > 0 {
		return p.Bits
	}
	return p.Layout.Bits(t.Piece, t.Square)
}

// all returns the targets of all shards together, by piece and square.
func (p *Params) all() []Target {
	var all []Target
	for _, piece := range pieces {
		for sq := range 64 {
			if (len(p.Pieces) == 0 || slices.Contains(p.Pieces, piece)) && (len(p.Squares) == 0 || slices.Contains(p.Squares, sq)) {
				all = append(all, Target{piece, sq})
			}
		}
	}
	return all
}

// targets returns the targets of the shard, by piece and square. Targets are dealt to the shards like cards, the largest masks
// first: their searches take longest, and so every shard gets as many of them.
func (p *Params) targets() []Target {
	deck := p.all()
	slices.SortStableFunc(deck, func(a, b Target) int {
		return cmp.Compare(Fancy.Bits(b.Piece, b.Square), Fancy.Bits(a.Piece, a.Square))
	})
	var hand []Target
	for i, t := range deck {
		if i%max(1, p.Shards) == p.Shard {
			hand = append(hand, t)
		}
	}
	slices.SortFunc(hand, Target.compare)
	return hand
}
