package conform

import (
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/board"
)

// diagnoseDeltas returns a line with the first known cause that explains all wrong answers, or with what they have in common, or "".
func diagnoseDeltas(wrong []*DeltaMistake, ask func(deltaQuestion) deltaAnswer) string {
	if len(wrong) == 0 {
		return ""
	}
	var all []*wrongDelta
	for _, m := range wrong {
		if m.Panic != nil || m.Complaint != "" {
			return ""
		}
		w := &wrongDelta{DeltaMistake: m, ask: ask}
		w.before, w.after = m.question.boards()
		w.got = board.ThreatSum(ask(m.question).list)
		all = append(all, w)
	}
	for _, c := range deltaCauses {
		if !slices.ContainsFunc(all, func(w *wrongDelta) bool { return !c.explains(w) }) {
			return "diagnosis: " + c.text + "\n"
		}
	}
	return inCommon(all)
}

// wrongDelta is a wrong answer under diagnosis.
type wrongDelta struct {
	*DeltaMistake
	before, after board.Men
	got           uint64 // the sum of the wrong list
	ask           func(deltaQuestion) deltaAnswer
}

// deltaCause is a possible reason of wrong deltas.
type deltaCause struct {
	text     string
	explains func(w *wrongDelta) bool
}

// mapped is a cause by which every threat of a right list is changed in the same way.
func mapped(text string, change func(t board.Threat) board.Threat) deltaCause {
	return deltaCause{text, func(w *wrongDelta) bool {
		list := slices.Clone(rightDelta(w.question))
		for i := range list {
			list[i] = change(list[i])
		}
		return board.ThreatSum(list) == w.got
	}}
}

// instead is a cause by which the delta of a move is that between other boards. change makes these boards of the right ones, and reports whether the cause is about this move.
func instead(text string, change func(m *DeltaMove, before, after *board.Men) bool) deltaCause {
	return deltaCause{text, func(w *wrongDelta) bool {
		m, is := w.question.(*DeltaMove)
		before, after := w.before, w.after
		return is && change(m, &before, &after) && sumBetween(&before, &after) == w.got
	}}
}

// sumBetween returns the sum of the delta between two boards. Their threats lack Appears, so ThreatSum counts them negatively.
func sumBetween(before, after *board.Men) uint64 {
	return board.ThreatSum(before.Threats()) - board.ThreatSum(after.Threats())
}

// stale is a cause by which a list is made on a wrong board: if leaving, that of the mover's old square on the board after the move, else that of the target on the board before.
func stale(text string, leaving bool) deltaCause {
	return deltaCause{text, func(w *wrongDelta) bool {
		m, is := w.question.(*DeltaMove)
		if !is || m.Special == Castling {
			return false
		}
		leave := Change{m.Men, uint8(m.From), m.Men[m.From], board.NoMan}
		come := Change{m.Men, uint8(m.To), m.Men[m.To], w.after[m.To]}
		got := uint64(0)
		if m.Special == EnPassant {
			taken := Change{m.Men, uint8(m.passed()), m.Men[m.passed()], board.NoMan}
			got = board.ThreatSum(rightDelta(&taken))
			leave.Men[m.passed()], come.Men[m.passed()] = board.NoMan, board.NoMan
		}
		if leaving {
			leave.Men = w.after
			come.Men[m.From] = board.NoMan
		}
		return got+board.ThreatSum(rightDelta(&leave))+board.ThreatSum(rightDelta(&come)) == w.got
	}}
}

// withMen returns a threat with other men.
func withMen(t board.Threat, attacker, victim board.Man) board.Threat {
	return board.NewThreat(attacker, t.From(), victim, t.To()) | t&board.Appears
}

// deltaCauses are tried in their order.
var deltaCauses = []deltaCause{
	{"every list is empty", func(w *wrongDelta) bool { return w.got == 0 }},
	mapped("signs are exchanged: threats that vanish are listed as if they appeared, and the other way round", func(t board.Threat) board.Threat {
		return t ^ board.Appears
	}),
	mapped("attacker and victim are exchanged", func(t board.Threat) board.Threat {
		return board.NewThreat(t.Victim(), t.To(), t.Attacker(), t.From()) | t&board.Appears
	}),
	mapped("squares are counted from a8", func(t board.Threat) board.Threat {
		return board.NewThreat(t.Attacker(), t.From()^56, t.Victim(), t.To()^56) | t&board.Appears
	}),
	mapped("colors are exchanged", func(t board.Threat) board.Threat {
		return withMen(t, t.Attacker()^board.ManBlack, t.Victim()^board.ManBlack)
	}),
	mapped("attackers have the wrong color", func(t board.Threat) board.Threat {
		return withMen(t, t.Attacker()^board.ManBlack, t.Victim())
	}),
	mapped("victims have the wrong color", func(t board.Threat) board.Threat {
		return withMen(t, t.Attacker(), t.Victim()^board.ManBlack)
	}),
	mapped("men have no color", func(t board.Threat) board.Threat {
		return withMen(t, t.Attacker().Kind(), t.Victim().Kind())
	}),
	{"colors are mixed: with no regard to the men's colors, all threats are right", func(w *wrongDelta) bool {
		plain := func(list []board.Threat) uint64 {
			list = slices.Clone(list)
			for i, t := range list {
				list[i] = withMen(t, t.Attacker().Kind(), t.Victim().Kind())
			}
			return board.ThreatSum(list)
		}
		return plain(w.Missing) == plain(w.TooMany)
	}},
	{"signs are mixed: threats that appear are listed as if they vanished, or the other way round", func(w *wrongDelta) bool {
		return len(w.Missing) > 0 && !slices.ContainsFunc(w.Missing, func(t board.Threat) bool { return !slices.Contains(w.TooMany, t^board.Appears) }) &&
			!slices.ContainsFunc(w.TooMany, func(t board.Threat) bool { return !slices.Contains(w.Missing, t^board.Appears) })
	}},
	{"pawns attack the wrong way", func(w *wrongDelta) bool {
		turned := func(men board.Men) []board.Threat {
			turn := func(man board.Man) board.Man {
				if man.Kind() == board.ManPawn {
					return man ^ board.ManBlack
				}
				return man
			}
			for sq, man := range men {
				men[sq] = turn(man)
			}
			list := men.Threats()
			for i, t := range list {
				list[i] = withMen(t, turn(t.Attacker()), turn(t.Victim()))
			}
			return list
		}
		return board.ThreatSum(turned(w.before))-board.ThreatSum(turned(w.after)) == w.got
	}},
	{"threats are listed twice", func(w *wrongDelta) bool {
		right := net(rightDelta(w.question))
		return len(w.Missing) == 0 && !slices.ContainsFunc(w.TooMany, func(t board.Threat) bool { return right[t] == 0 })
	}},
	instead("the pawn that is captured in passing stays", func(m *DeltaMove, before, after *board.Men) bool {
		after[m.passed()] = before[m.passed()]
		return m.Special == EnPassant
	}),
	instead("of castling, the king alone moves: his rook stays", func(m *DeltaMove, before, after *board.Men) bool {
		king, rook := m.Castled()
		after[rook] = board.NoMan
		after[m.To] = before[m.To]
		after[king] = before[m.From]
		return m.Special == Castling
	}),
	instead("of castling, the king alone moves: his rook vanishes", func(m *DeltaMove, before, after *board.Men) bool {
		_, rook := m.Castled()
		after[rook] = board.NoMan
		return m.Special == Castling
	}),
	instead("castling is a capture of the king's own rook", func(m *DeltaMove, before, after *board.Men) bool {
		*after = *before
		after[m.From], after[m.To] = board.NoMan, before[m.From]
		return m.Special == Castling
	}),
	instead("a pawn that promotes stays a pawn", func(m *DeltaMove, before, after *board.Men) bool {
		after[m.To] = before[m.From]
		return m.Promotion != board.NoMan
	}),
	instead("every promotion is to a queen", func(m *DeltaMove, before, after *board.Men) bool {
		after[m.To] = board.ManQueen | m.Promotion&board.ManBlack
		return m.Promotion != board.NoMan
	}),
	stale("the board is stale: threats on the target are listed while the mover still stands on his old square", false),
	stale("the board is stale: threats on the mover's old square are listed on the board after the move", true),
	{"the list depends on who stands on the square in men, before or after: neither may matter", func(w *wrongDelta) bool {
		c, is := w.question.(*Change)
		if !is {
			return false
		}
		return slices.ContainsFunc([]board.Man{c.Before, c.After, board.NoMan}, func(there board.Man) bool {
			other := *c
			other.Men[c.Square] = there
			return w.ask(&other).right(&other)
		})
	}},
}

// trait is what wrong threats may have in common, in words, of which inCommon looks for some: a subject (what: "attacks by pawns"), or behind one (all: "by pawns").
type trait struct{ what, all string }

// traitsOf returns a wrong threat's traits, those that say most first.
func traitsOf(q deltaQuestion, t board.Threat) (traits []trait) {
	for _, role := range rolesOf(q, t) {
		traits = append(traits, trait{role, ""})
	}
	add := func(what, all string) { traits = append(traits, trait{what + " " + all, all}) }
	add("attacks", "by "+kindNames[t.Attacker().Kind()])
	add("attacks", "on "+kindNames[t.Victim().Kind()])
	for d, ray := range &rays[t.From()] {
		if slices.Contains(ray, uint8(t.To())) {
			add("attacks", "to the "+directionNames[d])
			if d < 4 {
				add("attacks", "along ranks and files")
			} else {
				add("attacks", "along diagonals")
			}
		}
	}
	by, on := colorNames[t.Attacker()/board.ManBlack], colorNames[t.Victim()/board.ManBlack]
	add("attacks", "by "+by)
	add("attacks", "on "+on)
	if by == on {
		add("threats", "among men of one color")
	} else {
		add("threats", "between men of different colors")
	}
	return append(traits, trait{"", "for " + q.kind()})
}

var (
	kindNames      = [...]string{board.ManPawn: "pawns", board.ManKnight: "knights", board.ManBishop: "bishops", board.ManRook: "rooks", board.ManQueen: "queens", board.ManKing: "kings", 7: "nobody"}
	directionNames = [...]string{"north", "south", "east", "west", "north-east", "south-west", "north-west", "south-east"}
	colorNames     = [...]string{"white men", "black men"}
)

// inCommon says what all wrong threats have in common. Few have something in common by chance.
func inCommon(all []*wrongDelta) string {
	const enough = 12
	var common []trait
	missing, left := [2]int{}, [2]int{} // how many threats are missing (0) or too many (1) in lists; how many too many (0) or too few (1) are left after moves
	n, ofOne := 0, true
	for _, w := range all {
		ofOne = ofOne && len(w.Missing) == 1 && len(w.TooMany) == 0
		for i, list := range [...][]board.Threat{w.Missing, w.TooMany} {
			for _, t := range list {
				traits := traitsOf(w.question, t)
				if n == 0 {
					common = traits
				}
				common = slices.DeleteFunc(common, func(c trait) bool { return !slices.Contains(traits, c) })
				appears := int(t & board.Appears / board.Appears)
				missing[i]++
				left[i^appears]++ // a vanishing threat is left if the list misses it
				n++
			}
		}
	}
	has := func(begin string) bool {
		return slices.ContainsFunc(common, func(c trait) bool { return strings.HasPrefix(c.all, begin) })
	}
	implied := func(c trait) bool { // by other traits
		return strings.HasPrefix(c.all, "along") && (has("by pawns") || has("by bishops") || has("by rooks") || has("to the")) ||
			strings.HasSuffix(c.all, "of one color") && (has("by white men") || has("by black men"))
	}
	switch {
	case n < enough:
		return ""
	case len(common) == 0 || common[0].what == "": // nothing, or the kind of question alone, which is no subject
		if ofOne {
			return "diagnosis: of every wrong list one threat is missing\n"
		}
		return ""
	case slices.Contains(common, trait{"attacks on kings", "on kings"}):
		return "diagnosis: kings are victims\n"
	}
	subject := common[0].what
	var details []string
	for _, c := range common[1:] {
		if c.all != "" && !implied(c) {
			details = append(details, c.all)
		}
	}
	// If all faults leave too many threats after moves, or all too few, the verb says so: threats do not vanish, or do not appear.
	verb := "are wrong"
	kind := verbs[strings.HasPrefix(subject, "rays")]
	switch only := func(counts [2]int) bool { return counts[0] == 0 || counts[1] == 0 }; {
	case only(missing) && only(left): // all wrong threats are missing, or all are too many; and all appear (missing and too few left, or too many and too many left), or all vanish
		verb = kind[missing[0] > 0][(missing[0] > 0) == (left[0] == 0)]
	case only(left): // some are missing and some too many, but all by one mistake: new ones do not appear, or old ones do not vanish
		verb = kind[true][left[0] == 0]
	case only(missing) && missing[0] > 0:
		verb = "are missing"
	case only(missing):
		verb = "are too many"
	}
	text := fmt.Sprintf("diagnosis: %s %s", subject, verb)
	if details != nil {
		text += ", all " + strings.Join(details, ", ")
	}
	return text + "\n"
}

// verbs says what is wrong about threats, by whether they are rays, whether they are missing or too many, and whether they appear or vanish.
var verbs = map[bool]map[bool]map[bool]string{
	true: {
		true:  {true: "do not open", false: "do not close"},
		false: {true: "open where they stay closed", false: "close where they were closed before"},
	},
	false: {
		true:  {true: "do not appear", false: "do not vanish"},
		false: {true: "appear where there are none", false: "vanish where there were none"},
	},
}

// rolesOf returns the roles of a threat in a question, from the most to the least special: by or on a man who comes or leaves, or a ray through a square that changes.
func rolesOf(q deltaQuestion, t board.Threat) (roles []string) {
	before, after := q.boards()
	changes := func(sq int) bool { return before[sq] != after[sq] }
	end := func(how string, sq int, man board.Man) {
		if !changes(sq) {
			return
		}
		for i, men := range [...]*board.Men{&before, &after} {
			if men[sq] == man {
				roles = append(roles, how+q.who(sq, i == 1))
			}
		}
		roles = append(roles, how+"men on squares that change")
	}
	end("threats by ", t.From(), t.Attacker())
	end("threats on ", t.To(), t.Victim())
	if len(roles) > 0 {
		return roles
	}
	for sq := range board.Squares(between(t.From(), t.To())) {
		if changes(sq) {
			roles = append(roles, "rays through "+q.where(sq))
		}
	}
	return append(roles, "rays")
}
