// Command past writes past.csv in the folder of package digest anew, from the repository's history: the digests of the commits in the file, and of those in its arguments.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/slidebench/slidebench/internal/harness/digest"
	"github.com/slidebench/slidebench/internal/harness/digest/history"
)

func main() {
	commits := digest.Commits()
	for _, commit := range os.Args[1:] {
		if !slices.Contains(commits, commit) {
			commits = append(commits, commit)
		}
	}
	var all []digest.Parts
	for _, commit := range commits {
		p, err := history.At(commit)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		all = append(all, p)
	}
	if err := os.WriteFile("past.csv", []byte(digest.Table(commits, all)), 0o666); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
