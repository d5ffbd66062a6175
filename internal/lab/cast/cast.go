// Package cast runs commands and draws what they print as an animated picture of a terminal.
package cast

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/slidebench/slidebench/internal/process"
)

// Screen is a command with its output.
type Screen struct {
	Command string
	Lines   []Line
}

// Line is a line of output, and the delay after the previous line.
type Line struct {
	Text  string
	After time.Duration
}

// recorder receives output and keeps its lines, with the delay of each.
type recorder struct {
	sync.Mutex
	last  time.Time
	part  []byte // the beginning of a line
	lines []Line
}

// Write takes a part of the output, and notes the time at which each line ends.
func (r *recorder) Write(text []byte) (int, error) {
	r.Lock()
	defer r.Unlock()
	r.part = append(r.part, text...)
	for {
		line, rest, whole := bytes.Cut(r.part, []byte("\n"))
		if !whole {
			return len(text), nil
		}
		now := time.Now()
		r.lines = append(r.lines, Line{string(line), now.Sub(r.last)})
		r.last, r.part = now, rest
	}
}

// Record runs a command line in a terminal of some columns. Exit status 1 is no error here: it means that the command's answer is no.
func Record(ctx context.Context, line string, columns int) (Screen, error) {
	cmd := process.Tool(ctx, "sh", "-c", line)
	cmd.Env = append(os.Environ(), fmt.Sprintf("COLUMNS=%d", columns))
	r := &recorder{last: time.Now()}
	cmd.Stdout, cmd.Stderr = r, r
	err := cmd.Run()
	if exit, is := errors.AsType[*exec.ExitError](err); is && exit.ExitCode() == 1 {
		err = nil
	}
	if err != nil {
		return Screen{}, fmt.Errorf("%s: %w: %s", line, err, r.part)
	}
	return Screen{line, r.lines}, nil
}

// Pauses of the picture: nobody waits for a measurement, and everybody reads an answer.
const (
	typing  = 25 * time.Millisecond  // a letter
	longest = 700 * time.Millisecond // of a delay between lines
	reading = 3 * time.Second        // behind a screen
)

// SVG draws screens one after the other. The last one stays; viewers who turn off motion see only that. Long delays are cut short.
func SVG(title string, screens []Screen, columns, rows int) []byte {
	const width, height, margin, below = 7.8, 17, 12, 4 // in pixels, for letters of size 13: of a letter, of a line, around all lines, and of a line below its letters' base
	var b bytes.Buffer
	// Lines have a class: p if their screen passes, l if it is the last; commands are c, too.
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 %.0f %d" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="13">
<title>%s</title>
<style>
svg{background:#f6f8fa}text{fill:#1f2328;white-space:pre}.c{font-weight:bold}.p{visibility:hidden}
@media (prefers-color-scheme:dark){svg{background:#151b23}text{fill:#e6edf3}}
@media (prefers-reduced-motion:no-preference){.l{animation:late 1ms backwards}.p{animation:while 1ms}}
@keyframes late{from{visibility:hidden}}
@keyframes while{from,to{visibility:visible}}
</style>
`, float64(columns)*width+2*margin, rows*height+2*margin, html.EscapeString(title))
	at := time.Second / 2 // the present time in the picture
	for i, s := range screens {
		class := "p"
		if i == len(screens)-1 {
			class = "l"
		}
		lines := append([]Line{{"$ " + s.Command, 0}}, s.Lines...)
		starts := make([]time.Duration, len(lines))
		for j, line := range lines {
			switch j {
			case 0: // the command, before it is typed
			case 1:
				at += time.Duration(utf8.RuneCountInString(s.Command))*typing + min(line.After, longest)
			default:
				at += min(line.After, longest)
			}
			starts[j] = at
		}
		at += reading
		if hidden := len(lines) - rows; hidden > 0 { // the command and the last lines
			lines, starts = append(lines[:1], lines[1+hidden:]...), append(starts[:1], starts[1+hidden:]...)
		}
		for j, line := range lines {
			bold := ""
			if j == 0 {
				bold = " c"
			}
			style := fmt.Sprintf("animation-delay:%.2fs", starts[j].Seconds())
			if class == "p" {
				style += fmt.Sprintf(";animation-duration:%.2fs", (at - starts[j]).Seconds())
			}
			text := cmp.Or(line.Text, " ")
			if utf8.RuneCountInString(text) > columns {
				text = string([]rune(text)[:columns-1]) + "…"
			}
			fmt.Fprintf(&b, "<text class=\"%s%s\" x=\"%d\" y=\"%d\" style=\"%s\">%s</text>\n", class, bold, margin, margin+(j+1)*height-below, style, html.EscapeString(strings.TrimRight(text, " ")))
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
