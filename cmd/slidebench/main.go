// Command slidebench proves, times and plots the ways to find a chess slider's attacks. Each command has a file here with its flags; the work is in internal/harness.
package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/cli/measuring"
	_ "github.com/slidebench/slidebench/internal/harness/language/all"
	"github.com/slidebench/slidebench/internal/harness/workload"
	"github.com/slidebench/slidebench/internal/techniques"
)

func main() {
	if bundled != "" { // this program is slidebench-bench, in a bundle
		cli.Main(inBundle())
	}
	cli.Main(rootCommand())
}

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
		benchCommand(), bundleCommand(), collectCommand(), reportCommand(), recommendCommand(), plotCommand(), guardCommand(), enginesCommand(), perftCommand(),
		measuring.Measure())
	for _, c := range root.Commands() {
		complete(c)
		if c.Flags().Lookup("package") != nil { // the commands with many flags
			cli.Group(c, flagGroups...)
		}
	}
	return root
}

// flagGroups groups the flags, in the help of commands that take a user's own lookups.
var flagGroups = []cli.FlagGroup{
	{Heading: "What is asked", Names: []string{"technique", "piece", "mode", "corpus", "questions", "seed", "all", "build", "without", "reference"}},
	{Heading: "How long it takes", Names: []string{"rounds", "budget", "time", "cap", "cpu"}},
	{Heading: "Your own lookups (docs/your-engine.md explains)", Names: []string{"package", "source", "command", "rook", "bishop", "queen", "both", "threats", "setup", "args", "init", "bytes",
		"std", "compile", "link", "include", "define", "flags", "compile-commands", "checkout"}},
}

// complete makes shells complete the names of techniques, pieces, modes and builds.
func complete(c *cobra.Command) {
	var names []string
	for _, e := range techniques.Catalogue() {
		names = append(names, e.Name)
	}
	for flag, words := range map[string][]string{
		"technique": names, "piece": {"rook", "bishop", "queen"}, "mode": strings.Split(workload.Names(workload.All), ", "), "build": {"main", "all", "c-gcc", "c-clang"},
	} {
		if c.Flags().Lookup(flag) != nil {
			_ = c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)) // fails only if the flag is not defined, or is registered twice
		}
	}
	if c.Name() == "copy" {
		c.ValidArgsFunction = cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
	}
}
