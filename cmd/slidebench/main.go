// Command slidebench proves, times and plots the ways to find a chess slider's attacks. Its help says more.
package main

import (
	"github.com/spf13/cobra"

	_ "github.com/slidebench/slidebench/harness/language/all"
	"github.com/slidebench/slidebench/internal/command"
	"github.com/slidebench/slidebench/internal/command/measuring"
)

func main() { command.Main(rootCommand()) }

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "slidebench",
		Short: "Prove, time and plot the ways to find a chess slider's attacks",
		Long: `slidebench holds the known ways to find which squares a rook, bishop or queen
attacks, proves them equal to the slow truth, times them on this machine, and
reports and plots the results.

Results go to standard output, talk to standard error. Exit status: 0 fine,
1 the answer is no (a wrong technique, a regression), 2 could not do it.`,
	}
	root.AddCommand(listCommand(), machineCommand(), verifyCommand(), attacksCommand(), copyCommand(),
		benchCommand(), collectCommand(), reportCommand(), recommendCommand(), plotCommand(), guardCommand(), enginesCommand(), perftCommand(),
		measuring.Measure())
	return root
}
