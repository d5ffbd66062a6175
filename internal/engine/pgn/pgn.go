// Package pgn reads positions out of files: of games in Portable Game Notation, or of lines in Forsyth-Edwards notation.
package pgn

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/slidebench/slidebench/internal/engine"
	"github.com/slidebench/slidebench/internal/engine/position"
)

// Most is how many positions are read at most.
const Most = 1_000_000

// Positions returns all positions of a text: of a game, those before each move and after the last one; else those of its lines. The beginning shows
// whether the text has games. Errors about a part of the text name the line, or the game and the move.
func Positions(text string) (all []position.Position, err error) {
	begin := strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	if strings.HasPrefix(begin, "[") || strings.HasPrefix(begin, "1.") {
		all, err = games(begin)
	} else {
		all, err = lines(text)
	}
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, errors.New("no positions (want lines in FEN or EPD, or games in PGN)")
	}
	return all, nil
}

var errMost = fmt.Errorf("more than %d positions", Most)

// lines reads a position from each line, in four fields or more. Operations after the fields are passed over.
func lines(text string) (all []position.Position, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		p, err := position.ParseFEN(strings.Join(fields[:min(4, len(fields))], " "))
		switch {
		case err != nil:
			return nil, fmt.Errorf("line %d: %w", n, err)
		case len(all) == Most:
			return nil, errMost
		}
		all = append(all, p)
	}
	return all, nil
}

// token matches the parts of a game; groups 1 and 2 are a tag's name and value. noMove matches words without a move: numbers, dots, and e.p. behind a capture.
var token = regexp.MustCompile(`(?s)\{[^}]*\}|;[^\n]*|\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]|\$\d+|[()]|\d+\.+|[^\s{}();\[\]$]+|.`)
var noMove = regexp.MustCompile(`^(?:\d*\.*|e\.?p\.?)$`)

// games reads all games of a text.
func games(text string) (all []position.Position, err error) {
	p, game, tagged, moved, depth := position.MustFEN(position.Start), 1, false, false, 0 // the game has a tag, or a move; depth: open parentheses
	finish := func() {                                                                    // so that p is the start of the next game, until a tag says another
		game, tagged, moved, p = game+1, false, false, position.MustFEN(position.Start)
	}
	for _, m := range token.FindAllStringSubmatch(text, -1) {
		word := m[0]
		switch {
		case depth > 0 && m[1] != "" || depth == 0 && word == ")":
			return nil, fmt.Errorf("game %d: a parenthesis without its partner", game)
		case m[1] != "":
			if moved || tagged && strings.EqualFold(m[1], "Event") { // the last game had no result; Event is a game's first tag
				finish()
			}
			tagged = true
			if strings.EqualFold(m[1], "FEN") {
				if p, err = position.ParseFEN(m[2]); err != nil {
					return nil, fmt.Errorf("game %d: %w", game, err)
				}
			}
		case word == "(":
			depth++
		case word == ")":
			depth--
		case depth > 0 || strings.TrimSpace(word) == "" || strings.ContainsAny(word[:1], "{;$") || noMove.MatchString(word): // variations, blanks, comments, annotations such as $1
		case word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*":
			if tagged || moved {
				finish()
			}
		case len(all) >= Most:
			return nil, errMost
		default:
			move, err := Move(&p, word)
			if err != nil {
				return nil, fmt.Errorf("game %d, in %s: %w", game, p.String(), err)
			}
			if !moved {
				all, moved = append(all, p), true
			}
			var after position.Position
			p.Make(move, &after)
			all, p = append(all, after), after
		}
	}
	if depth > 0 {
		err = fmt.Errorf("game %d: a parenthesis without its partner", game)
	}
	return all, err
}

// san matches a move in standard algebraic notation, without castling. Its groups are those of matches.
var san = regexp.MustCompile(`^([KQRBN])?([a-h])?([1-8])?[x:-]?([a-h])([1-8])(?:=?\(?([QRBNqrbn])\)?)?(?:e\.?p\.?)?$`)

// Move returns the legal move that standard algebraic notation stands for, such as Nf3, exd6, e8=Q+ or O-O.
func Move(p *position.Position, text string) (position.Move, error) {
	word := strings.TrimRight(text, "+#!?")
	parts := san.FindStringSubmatch(word)
	castling := strings.ReplaceAll(word, "0", "O")
	if parts == nil && castling != "O-O" && castling != "O-O-O" {
		return 0, fmt.Errorf("%.20q is no move", text)
	}
	var found []position.Move
	for _, m := range engine.Legal(p) {
		if parts == nil {
			if m.IsCastling() && (m.To() > m.From()) == (castling == "O-O") {
				found = append(found, m)
			}
		} else if !m.IsCastling() && matches(m, parts) {
			found = append(found, m)
		}
	}
	switch len(found) {
	case 0:
		return 0, fmt.Errorf("%q is not legal", text)
	case 1:
		return found[0], nil
	}
	return 0, fmt.Errorf("%q may be %v or %v", text, found[0], found[1])
}

// matches compares a move with the parts 1 to 6 of its notation: piece, file and rank that it leaves, file and rank of the target, and promotion.
func matches(m position.Move, parts []string) bool {
	const pieces = "PNBRQK"
	piece, promotion := cmp.Or(parts[1], "P"), cmp.Or(strings.ToUpper(parts[6]), "P")
	return pieces[m.Piece()] == piece[0] && pieces[m.Promotion()] == promotion[0] &&
		(parts[2] == "" || m.From()&7 == int(parts[2][0]-'a')) && (parts[3] == "" || m.From()>>3 == int(parts[3][0]-'1')) &&
		m.To()&7 == int(parts[4][0]-'a') && m.To()>>3 == int(parts[5][0]-'1')
}
