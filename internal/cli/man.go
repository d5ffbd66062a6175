package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/internal/slidebench"
)

// manCommand returns a hidden command that writes man pages for packages. Cobra's own would read our plain help as Markdown: "*" and "_" would vanish.
func manCommand(root *cobra.Command) *cobra.Command {
	var into string
	c := &cobra.Command{
		Use:    "man -o DIR",
		Short:  "Write man pages",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := os.MkdirAll(into, 0o777); err != nil {
				return err
			}
			for _, page := range append(root.Commands(), root) {
				if page != root && !page.IsAvailableCommand() {
					continue
				}
				file := filepath.Join(into, pageName(page)+".1")
				if err := os.WriteFile(file, []byte(manPage(page)), 0o666); err != nil {
					return err
				}
				fmt.Fprintln(c.OutOrStdout(), file)
			}
			return nil
		},
	}
	c.Flags().StringVarP(&into, "output", "o", "", "folder to write into, which is made if it is not there")
	_ = c.MarkFlagRequired("output") // fails only if the flag is not defined
	return c
}

// pageName returns the name of a command's man page, such as slidebench-bench.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage returns a command's help in the macros of man(7). It has no date: the same program writes the same page.
func manPage(c *cobra.Command) string {
	var b strings.Builder
	name := pageName(c)
	fmt.Fprintf(&b, ".TH %s 1 \"\" \"%s\"\n.SH NAME\n%s \\- %s\n", strings.ToUpper(roff(name)), roff(strings.TrimSpace(c.Root().Name()+" "+slidebench.Version())), roff(name), roff(c.Short))
	b.WriteString(".SH SYNOPSIS\n")
	if c.Runnable() {
		b.WriteString(roff(c.UseLine()) + "\n")
	}
	if c.HasAvailableSubCommands() {
		b.WriteString(".PP\n" + roff(c.CommandPath()) + " COMMAND [flags]\n")
	}
	if c.Long != "" {
		b.WriteString(".SH DESCRIPTION\n")
	}
	for i, p := range strings.Split(strings.TrimSpace(c.Long), "\n\n") {
		switch {
		case strings.Contains("\n"+p, "\n "): // indented lines stay as they are
			fmt.Fprintf(&b, ".PP\n.nf\n%s\n.fi\n", roff(p))
		case i > 0:
			b.WriteString(".PP\n" + roff(p) + "\n")
		default:
			b.WriteString(roff(p) + "\n")
		}
	}
	if c.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(sub.Name()), roff(sub.Short))
			}
		}
	}
	if c.HasAvailableFlags() {
		fmt.Fprintf(&b, ".SH OPTIONS\n.nf\n%s\n.fi\n", roff(strings.TrimPrefix(grouped(c.NonInheritedFlags()), "Flags:\n")))
	}
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", roff(c.Example))
	}
	if c.HasParent() {
		fmt.Fprintf(&b, ".SH SEE ALSO\n.BR %s (1)\n", roff(c.Root().Name()))
	}
	return b.String()
}

// roff escapes a text, so that man shows it as it is: no line is a macro, no backslash an escape, and no minus sign a hyphen.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
