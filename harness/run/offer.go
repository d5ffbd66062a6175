package run

import (
	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques"
	"github.com/slidebench/slidebench/techniques/facts"
	"github.com/slidebench/slidebench/techniques/mode"
)

// Offer is a technique of the catalogue as a program lists it, as far as whoever wants it measured has to know.
type Offer struct {
	Name      string   `json:"name"`
	Available bool     `json:"available"`
	Modes     []string `json:"modes"` // that it can be timed in
}

// ListCommand are the arguments with which a program lists its techniques as JSON, each with what an Offer has at least.
var ListCommand = []string{"list", "--format", "json"}

// Offers returns what this program can measure.
func Offers() (all []Offer) {
	for _, e := range techniques.Catalogue() {
		all = append(all, Offer{e.Name, e.Available() == nil, ModesOf(e)})
	}
	return all
}

// ModesOf returns the modes that a technique can be timed in.
func ModesOf(e *techniques.Entry) (modes []string) {
	for _, m := range mode.All {
		if e.Has(m, board.Queen) || m == mode.Init && e.TableBytes(board.Queen) > 0 && e.Family != facts.Picker {
			modes = append(modes, string(m))
		}
	}
	return modes
}
