package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// A man page shows the help as it is: no line is a macro, and a backslash stays a backslash.
func TestManPage(t *testing.T) {
	root := &cobra.Command{Use: "program", Short: "Do things"}
	c := &cobra.Command{Use: "copy FILE", Short: "Copy a file", Long: "First *paragraph*\n.with a dot\n'and a quote\n\n  C:\\x  stays\n  as it is", Example: "  program copy a-b", Run: func(*cobra.Command, []string) {}}
	c.Flags().StringP("into", "i", "x", "where to")
	root.AddCommand(c, &cobra.Command{Use: "secret", Hidden: true, Run: c.Run})
	for _, want := range []string{
		"\n.SH NAME\nprogram\\-copy \\- Copy a file\n", "\n.SH SYNOPSIS\nprogram copy FILE [flags]\n", "\n.SH DESCRIPTION\nFirst *paragraph*\n\\&.with a dot\n\\&'and a quote\n",
		"\n.PP\n.nf\n  C:\\ex  stays\n  as it is\n.fi\n", "\n.SH OPTIONS\n.nf\n  \\-i, \\-\\-into string   where to", "\n.SH EXAMPLES\n.nf\n  program copy a\\-b\n.fi\n", "\n.BR program (1)\n",
	} {
		if page := manPage(c); !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if page := manPage(root); !strings.Contains(page, "\n.B copy\nCopy a file\n") || strings.Contains(page, "secret") {
		t.Errorf("the page of all commands:\n%s", page)
	}
}
