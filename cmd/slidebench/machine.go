package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/harness/measure"
)

func machineCommand() *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "machine",
		Short: "Show this machine, and what would disturb a measurement on it",
		Long: `machine first watches the machine for two seconds: its clock and how that drifts, for
what share of the time another program works on the same core, which processors share a
core, and how finely times can be read. Then it shows the fingerprint that results carry,
whether PEXT is slow here (by a table of processors, and by timing it against a
multiplication), and the state of the environment, with advice on each warning. Facts that
the system hides are "unknown", which is normal on virtual machines.`,
		Example: "  slidebench machine\n  slidebench machine --format json",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "text" && format != "json" {
				return fmt.Errorf("unknown format %q (want text or json)", format)
			}
			cpu, _ := machine.ChooseCPU() // whatever the reason for it
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
