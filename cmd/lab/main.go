// Command lab measures and writes what only maintainers need: experiments about slidebench itself, and pages. Users run cmd/slidebench.
package main

import (
	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/lab/pages"
)

func main() { cli.Main(rootCommand()) }

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "lab",
		Short: "Measure and write what the pages about slidebench need",
		Long: `lab has the experiments about how well slidebench measures, and writes the pages in docs.
The Makefile has a target for each, and for what slidebench bench measures for pages.
Exit status: 0 fine, 2 could not do it.`,
	}
	root.AddCommand(burdenCommand(), noiseCommand(), rehearseCommand(), pagesCommand(), castCommand(), sharesCommand(), measuring.Measure())
	return root
}

func pagesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "pages",
		Short: "Write the generated parts of the pages in docs, and their pictures",
		Long: `pages writes the parts of the pages in docs that stand between markers, and their pictures,
from result files that git tracks and from counts made now. It works in the checkout in which
it is started.`,
		Example: "  lab pages",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return pages.Write(cli.Logf(c)) },
	}
}
