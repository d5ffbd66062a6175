package anylanguage

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

// parseThreat reads threats in the form in which they are written.
func TestParseThreat(t *testing.T) {
	for _, threat := range []board.Threat{
		board.NewThreat(board.ManRook, 3, board.ManPawn|board.ManBlack, 51), board.NewThreat(board.ManKing|board.ManBlack, 63, board.ManQueen, 54) | board.Appears,
	} {
		if got, err := parseThreat(threat.String()); err != nil || got != threat {
			t.Errorf("%v, %v, want %v", got, err, threat)
		}
	}
	for _, bad := range []string{"", "Rd1xpd7", "-Rd1xpd", "-Rd1xpd77", "*Rd1xpd7", "-Xd1xpd7", "-Rd9xpd7", "-Rd1-pd7", "-.d1xpd7", "-Rd1x.d7"} {
		if _, err := parseThreat(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// The example is right. The error about a planted fault is about wrong answers, with a diagnosis where there is one, or names the rule of the protocol that the fault breaks.
func TestThreatsByLines(t *testing.T) {
	tiertest.Slow(t)
	_, err := exec.LookPath("python3")
	tiertest.Need(t, "python3", err)
	text, err := os.ReadFile("../../../../examples/protocol/threats.py")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, c := range map[string]struct{ before, after, says string }{ // text of the example, its replacement, and part of the error
		"right":        {},
		"kings":        {` and men[square] not in "Kk"`, "", " are wrong: "},
		"passing":      {"        del men[end[0], start[1]]", "        pass", " are wrong: "},
		"knights":      {`"N": JUMPS`, `"N": ()`, "diagnosis: attacks by knights are missing"},
		"pawns":        {`"P": DIAGONAL[:2], "p": DIAGONAL[2:]`, `"P": DIAGONAL[2:], "p": DIAGONAL[:2]`, "diagnosis: pawns attack the wrong way"},
		"seen through": {"and square not in men:", `and men.get(square, "K") in "Kk":`, " are wrong: "},
		"rook stays":   {"abs(start[0] - end[0]) == 2:", "False:", "diagnosis: of castling, the king alone moves: his rook stays"},
		"stays pawn":   {"if len(move) > 4:", "if False:", "diagnosis: a pawn that promotes stays a pawn"},
		"promotion":    {"move[4].upper()", `move[4].upper().replace("N", "Q")`, " are wrong: "},
		"signs":        {`["-" + t for t in before - after] + ["+" + t`, `["+" + t for t in before - after] + ["-" + t`, "diagnosis: signs are exchanged"},
		"exchanged":    {"{man}{name((x, y))}x{men[square]}{name(square)}", "{men[square]}{name(square)}x{man}{name((x, y))}", "diagnosis: attacker and victim are exchanged"},
		"own":          {` and men[square] not in "Kk"`, ` and men[square] not in "Kk" and man.isupper() != men[square].isupper()`, "diagnosis: threats among men of one color are missing"},
		"of none":      {"for t in after - before]", `for t in after - before or {"Ra1xPa2"}]`, " are wrong: 1 too many"}, // as in Stockfish's pull request 6654
		"quits":        {"print(*delta(fields, move))", "if move == \"e4d5\": sys.exit(3)\n            print(*delta(fields, move))", ": the function ends the program: exit status 3\nbefore"},
		"words":        {"print(*delta(", "print(\"threats:\", *delta(", `"threats:" is no threat (want such as -Rd1xpd7`},
		"more":         {"print(*delta(fields, move))", "print(*delta(fields, move), end=\"\\n\\n\")", "too"},
		"silent":       {"ready threats", "ready", "offers no threats"},
	} {
		if !tiertest.Minutes() && !slices.Contains([]string{"passing", "quits", "words", "silent"}, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(folder, name+".py")
			if err := os.WriteFile(file, []byte(strings.Replace(string(text), c.before, c.after, 1)), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := proveThreats(t.Context(), folder, "python3 '"+name+".py'", 1, t.Logf)
			var wrong *conform.DeltaMistake
			switch {
			// The second line of more's answers may be found to be too much, or be taken for the next answer.
			case c.says == "" && err != nil, c.says != "" && (err == nil || name != "more" && !strings.Contains(err.Error(), c.says)):
				t.Errorf("%s: %v, want %q", name, err, c.says)
			case (strings.Contains(c.says, "are wrong") || strings.HasPrefix(c.says, "diagnosis")) && !errors.As(err, &wrong):
				t.Errorf("%s: %v is no wrong answer", name, err)
			}
		})
	}
}
