package language

import (
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/harness/build"
	"github.com/slidebench/slidebench/internal/harness/grid"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// Offer is a technique in a program's list, with the facts that planning a measurement needs.
type Offer struct {
	Name      string      `json:"name"`
	Available bool        `json:"available"`
	Modes     []mode.Mode `json:"modes"` // that it can be timed in
	// Bytes is how large the tables are that each piece's lookup reads. Programs of older trees do not say it.
	Bytes [len(board.Pieces)]int `json:"pieceBytes,omitzero"`
	// Lacks returns why the build lacks one of the technique's cells, or without a mode all; nil if only Modes are known.
	Lacks func(c grid.Cell) error `json:"-"`
}

// ListCommand are the arguments with which a program lists its techniques as JSON. Each has the fields of an Offer, and may have more.
var ListCommand = []string{"list", "--format", "json"}

// Offers returns an Offer for each technique of this program's catalogue.
func Offers() (all []Offer) {
	for _, e := range techniques.Catalogue() {
		o := Offer{Name: e.Name, Available: e.Available() == nil, Modes: ModesOf(e)}
		for _, p := range board.Pieces {
			o.Bytes[p] = e.TableBytes(p)
		}
		all = append(all, o)
	}
	return all
}

// ModesOf returns the modes that a technique can be timed in: each of them is timed for queens, too.
func ModesOf(e *techniques.Entry) (modes []mode.Mode) {
	for _, s := range workload.All {
		if s.Has(e, grid.Cell{Piece: board.Queen, Mode: s.Mode, Corpus: s.Corpora[0]}) {
			modes = append(modes, s.Mode)
		}
	}
	return modes
}

// Engines returns the techniques that a build's engine has to be bound to for some cells. Go asks the engine for threats, too, unless a technique has Deltas of its own.
func Engines(b build.Build, cells []grid.Cell) (entries []*techniques.Entry) {
	asks := func(m mode.Mode) bool {
		return m.OfEngine() && (b.Language == "" || !slices.Contains(mode.Deltas, m))
	}
	for _, e := range slices.Concat(techniques.Catalogue(), techniques.Controls()) {
		if slices.ContainsFunc(cells, func(c grid.Cell) bool {
			return c.Technique == e.Name && asks(c.Mode) && !(e.Deltas && slices.Contains(mode.Deltas, c.Mode))
		}) {
			entries = append(entries, e)
		}
	}
	return entries
}

// OnlyIn returns the error that plans and languages give where no build is in a technique's language. It names the language.
func OnlyIn(e *techniques.Entry) error {
	about := Named(e.Only).About()
	return fmt.Errorf("its lookups are in %s: it needs a build in %[1]s (one of --build: %s)", about.Name, about.Builds)
}

// NeedsExperiment returns their error where no build has the technique's Experiment, a word of GOEXPERIMENT, which Go's builds alone have.
func NeedsExperiment(e *techniques.Entry) error {
	return fmt.Errorf("it needs a build with GOEXPERIMENT=%s (one of --build)", e.Experiment)
}
