package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/harness/machine"
	"github.com/slidebench/slidebench/harness/measure"
)

func machineCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "machine",
		Short: "Show what this machine is, and what would disturb a measurement on it",
		Long: `machine shows the fingerprint that results carry, whether PEXT is slow here (by a
table of processors, and by timing it against a multiplication), and checks the
environment: what it warns of comes with what to do about it. What the system does
not tell is "unknown", which is normal on virtual machines. Before that it watches for two
seconds what the machine is doing now: the clock and how it drifts, for what share of the
time another program works on the same core, which processors share a core, and how finely
times are read.`,
		Example: "  slidebench machine\n  slidebench machine --format json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return fmt.Errorf("unknown format %q (want text or json)", format)
			}
			cpu, _ := machine.ChooseCPU()
			survey, err := measure.NewSurvey(c.Context(), cpu)
			if err != nil {
				return err
			}
			if format == "text" {
				if err := survey.WriteText(c.OutOrStdout()); err != nil {
					return err
				}
				return machine.WriteText(c.OutOrStdout(), machine.Inspect())
			}
			out := json.NewEncoder(c.OutOrStdout())
			out.SetIndent("", "  ")
			return out.Encode(struct {
				machine.Report
				Now measure.Survey `json:"now"`
			}{machine.Inspect(), survey})
		},
	}
	c.Flags().StringVar(&format, "format", "text", "text or json")
	return c
}
