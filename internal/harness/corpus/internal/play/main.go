// Command play has the engine play games against itself and writes them to games.txt, from which package corpus takes positions.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/harness/corpus"
)

func main() {
	var text strings.Builder
	for seed := range uint64(corpus.GamesPlayed) {
		fmt.Fprintln(&text, strings.Join(corpus.Play(engine.Bound(), corpus.PlayedDepth, seed), " "))
	}
	if err := os.WriteFile("games.txt", []byte(text.String()), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "play:", err)
		os.Exit(1)
	}
}
