package workload

import (
	"sync"

	"github.com/slidebench/slidebench/internal/engine/bound"
	_ "github.com/slidebench/slidebench/internal/ondemand" // fills tables on demand: most programs of the harness ask few techniques, or none
	"github.com/slidebench/slidebench/internal/techniques"
	"github.com/slidebench/slidebench/techniques/conform"
)

// Candidate is a technique under proof: of the catalogue or anybody's, under a name.
type Candidate struct {
	Name string
	conform.Technique
	Batcher    conform.Batcher         // nil: no code for batches
	Setter     conform.Setter          // nil: no code for sets of sliders
	Moves      *conform.MoveFuncs      // nil: no code for moves
	Threats    conform.ThreatsFunc     // nil: no code for threats, and this program's engine is not bound to the technique
	StateCheck func(seed uint64) error // proves a state kept from move to move; nil: no state
	// ThreatStateCheck proves a state that lists threats, with changes of the given squares; nil: no such state.
	ThreatStateCheck func(squares, seed uint64) error
}

// Candidates returns entries of the catalogue as candidates, with their tables filled.
func Candidates(entries []*techniques.Entry) (all []Candidate) {
	for _, e := range entries {
		e.Fill()
		threats := e.Threats()
		if engine, known := bound.Find(e.Name); known {
			threats = engine.Threats // as the engine lists them: by the technique's own function, or by its lookups
		}
		all = append(all, Candidate{e.Name, e, e.Batcher(), e.Setter(), e.Moves(), threats, e.StateCheck(), e.ThreatStateCheck()})
	}
	return all
}

// Proofs has the walk's answers that proofs of all candidates share, as the walk is slower than techniques.
type Proofs struct {
	Seed    uint64
	batches func() *conform.BatchExam
}

// NewProofs returns Proofs for a seed, which chooses noise and order.
func NewProofs(seed uint64) *Proofs {
	return &Proofs{seed, sync.OnceValue(func() *conform.BatchExam { return conform.NewBatchExam(seed, 1) })}
}

// Proof returns the proof of a candidate's own code for the mode, nil if it has none. Lookups themselves are proved square by square, by conform.Exam.
func (m Spec) Proof(s *Proofs, c Candidate) func() error {
	if m.proof == nil {
		return nil
	}
	return m.proof(s, c)
}
