package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/harness/corpus"
	"github.com/slidebench/slidebench/internal/harness/run"
	"github.com/slidebench/slidebench/internal/harness/workload"
)

// selectionFlags adds the flags that choose the cells of a measurement.
func selectionFlags(c *cobra.Command, s *run.Selection) {
	f := c.Flags()
	f.StringSliceVar(&s.Techniques, "technique", nil, "techniques to measure (default all that are available)")
	f.StringSliceVar(&s.Pieces, "piece", nil, "rook, bishop, queen (default all, in mode incremental queen)")
	f.StringSliceVar(&s.Modes, "mode", nil, workload.Names(workload.All)+" (default "+workload.Names(workload.Usual())+")")
	f.StringSliceVar(&s.Corpora, "corpus", nil, "random0 to random64: pieces on the board (default "+corpus.Usual[0]+"), "+strings.Join(corpus.Engines, ", ")+", or positions of yours, file:PATH; in mode setwise sliders1 to sliders32: sliders in a set, on average (default "+
		corpus.UsualSets[0]+"); in mode incremental replay1 to replay1024: lookups after a move (default "+strings.Join(corpus.UsualReplays, ", ")+"); in modes of the engine "+
		strings.Join(corpus.UsualGames, ", ")+"; in mode netsearch "+strings.Join(corpus.UsualNetGames, ", ")+"; in modes of threats "+strings.Join(corpus.UsualDeltas, ", ")+"; in mode pressure "+strings.Join(corpus.UsualCrowds, ", "))
}
