package markdown_test

import (
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/markdown"
)

// Tables have heads for numbers or for words, and a picture's text is escaped.
func TestText(t *testing.T) {
	var text markdown.Text
	text.Head("name", "ns")
	text.Row("a", "1")
	text.Words("name", "people")
	const want = "| name | ns |\n| --- | --: |\n| a | 1 |\n| name | people |\n| --- | --- |\n"
	if got := text.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := markdown.Picture(`a "b"`, "plots/x"); !strings.Contains(got, `srcset="plots/x-dark.svg"`) || !strings.Contains(got, `alt="a &#34;b&#34;" src="plots/x.svg"`) {
		t.Error(got)
	}
}
