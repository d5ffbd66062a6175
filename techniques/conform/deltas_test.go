package conform_test

import (
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/techniques/conform"
)

// fault is planted in changing.threats, which finds threats by lookups, as engines do.
type fault int

const (
	faultless fault = iota
	rayNotClosed
	rayNotOpened
	rayClosedAtCapture // a ray that was closed before
	noRays
	kingVictim
	noKnights // and so below: their attacks are left out
	noPawns
	noKings
	ownLeftOut           // threats on men of the same color
	blackAmongThemselves // threats of black men on black men are left out
	twice
	signs
	signsOfRays
	colors // of attackers in threats that appear
	colorOfVictims
	exchangedMen // the attacker is listed as the victim
	pawnsBackwards
	countedFromA8
	captureLeftOld       // threats by a man who is replaced do not vanish
	captureLeftAttackers // nor those on him
	moverOldLeft         // threats by a man who is taken do not vanish
	xrayThrough          // rays are left out on crowded lines
	rareCombination      // one case in a million
	rareMen              // one in ten thousand
	tooLong              // lists end after 24 threats
	emptySet             // a threat is listed though no man attacks the square, as in Stockfish's pull request 6654
	overwrites           // the entry before its own
	writesBoard
	wrongN
	readsSquare // takes the man on the square in men for before
	keepsBoard  // uses the last board while six squares are the same
	crashes     // on crowded boards
	listsNothing
	lastLost
	queensAsRooks
	noNorthEast
	raysOfBlack // those of white are left out
)

// changing lists the threats of a changed square, with a fault.
type changing struct {
	fault
	kept board.Men // for keepsBoard, the last board
}

func (f *changing) threats(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
	occ := men.Occ() &^ (1 << sq)
	if f.fault == listsNothing {
		return
	}
	if f.fault == keepsBoard {
		if men[0] == f.kept[0] && men[63] == f.kept[63] && men[7] == f.kept[7] && men[56] == f.kept[56] && men[27] == f.kept[27] && men[36] == f.kept[36] {
			occ = f.kept.Occ() &^ (1 << sq)
		} else {
			f.kept = *men
		}
	}
	if f.fault == crashes && bits.OnesCount64(occ) > 50 {
		panic("index out of range")
	}
	if f.fault == readsSquare && men[sq] != board.NoMan {
		before = men[sq]
		if before == after {
			before = board.NoMan
		}
	}
	var straight, diagonal, attackers uint64
	for s := range board.Squares(conform.Walk(board.Rook, sq, occ) & occ) {
		if k := men[s].Kind(); k == board.ManRook || k == board.ManQueen {
			straight |= 1 << s
		}
	}
	for s := range board.Squares(conform.Walk(board.Bishop, sq, occ) & occ) {
		if k := men[s].Kind(); k == board.ManBishop || k == board.ManQueen {
			diagonal |= 1 << s
		}
	}
	attackers = straight | diagonal
	for s := range board.Squares(occ) {
		man := men[s]
		switch k := man.Kind(); {
		case k == board.ManKnight && f.fault == noKnights, k == board.ManKing && f.fault == noKings, k == board.ManPawn && f.fault == noPawns:
			continue
		case k == board.ManPawn && f.fault == pawnsBackwards:
			man ^= board.ManBlack
		}
		if k := man.Kind(); (k == board.ManPawn || k == board.ManKnight || k == board.ManKing) && man.Attacks(s, occ)>>sq&1 != 0 {
			attackers |= 1 << s
		}
	}
	add := func(attacker board.Man, from int, victim board.Man, to int, sign board.Threat) {
		if victim.Kind() == board.ManKing && f.fault != kingVictim {
			return
		}
		switch f.fault {
		case ownLeftOut:
			if attacker&board.ManBlack == victim&board.ManBlack {
				return
			}
		case blackAmongThemselves:
			if attacker&victim&board.ManBlack != 0 {
				return
			}
		case signs:
			sign ^= board.Appears
		case colors:
			if sign != 0 {
				attacker ^= board.ManBlack
			}
		case colorOfVictims:
			victim ^= board.ManBlack
		case exchangedMen:
			attacker, from, victim, to = victim, to, attacker, from
		case countedFromA8:
			from, to = from^56, to^56
		case captureLeftOld: // the man who leaves still attacks
			if from == sq && sign == 0 && after != board.NoMan {
				return
			}
		case captureLeftAttackers:
			if to == sq && sign == 0 && after != board.NoMan {
				return
			}
		case moverOldLeft:
			if from == sq && sign == 0 && after == board.NoMan {
				return
			}
		case queensAsRooks:
			if attacker.Kind() == board.ManQueen && from&7 != to&7 && from>>3 != to>>3 {
				return
			}
		case noNorthEast:
			if to > from && (to-from)%9 == 0 && to&7 > from&7 {
				return
			}
		case raysOfBlack:
			if from != sq && to != sq && attacker&board.ManBlack == 0 {
				return
			}
		case twice:
			if from == sq && bits.OnesCount64(occ) > 20 && attacker.Kind() == board.ManQueen {
				d.Add(board.NewThreat(attacker, from, victim, to) | sign)
			}
		case rareMen:
			if attacker == board.ManKnight|board.ManBlack && victim == board.ManBishop && sq == 28 && sign != 0 {
				return
			}
		}
		d.Add(board.NewThreat(attacker, from, victim, to) | sign)
	}
	list := func(man board.Man, sign board.Threat) {
		attacks := man.Attacks(sq, occ) & occ
		if man.Kind() == board.ManPawn && f.fault == pawnsBackwards {
			attacks = (man^board.ManBlack).Attacks(sq, occ) & occ
		}
		if man.Kind() == board.ManPawn && f.fault == noPawns || man.Kind() == board.ManKnight && f.fault == noKnights || man.Kind() == board.ManKing && f.fault == noKings {
			attacks = 0
		}
		for to := range board.Squares(attacks) {
			add(man, sq, men[to], to, sign)
		}
		for from := range board.Squares(attackers) {
			add(men[from], from, man, sq, sign)
		}
		if f.fault == emptySet && attackers == 0 && attacks != 0 {
			from := bits.TrailingZeros64(attacks)
			d.Add(board.NewThreat(men[from], from, man, sq) | sign)
		}
	}
	start := d.N
	if before != board.NoMan {
		list(before, 0)
	}
	if after != board.NoMan {
		list(after, board.Appears)
	}
	if before == board.NoMan || after == board.NoMan || f.fault == rayClosedAtCapture {
		sign := board.Threat(0)
		if after == board.NoMan {
			sign = board.Appears
		}
		if f.fault == rayNotClosed && sign == 0 || f.fault == rayNotOpened && sign != 0 || f.fault == noRays {
			return
		}
		if f.fault == signsOfRays {
			sign ^= board.Appears
		}
		for from := range board.Squares(straight | diagonal) {
			// Beyond the square lies what the slider sees if it is empty.
			p := board.Queen
			switch {
			case straight>>from&1 != 0 && men[from].Kind() == board.ManRook:
				p = board.Rook
			case diagonal>>from&1 != 0 && men[from].Kind() == board.ManBishop:
				p = board.Bishop
			}
			beyond := conform.Walk(p, from, occ) &^ conform.Walk(p, from, occ|1<<sq) & occ
			for to := range board.Squares(beyond) {
				if f.fault == rareCombination && sign != 0 && sq == 28 && men[from] == board.ManBishop && from == 55 && to == 1 && men[to] == board.ManRook|board.ManBlack {
					continue
				}
				if f.fault == xrayThrough && bits.OnesCount64(straight|diagonal) > 4 {
					continue
				}
				add(men[from], from, men[to], to, sign)
			}
		}
	}
	switch f.fault {
	case lastLost:
		d.N = max(start, d.N-1)
	case tooLong:
		d.N = min(d.N, start+24)
	case overwrites:
		if start > 0 {
			d.List[start-1] = 0
		}
	case writesBoard:
		men[sq] = after
	case wrongN:
		if d.N == start {
			d.N = start - 1
		}
	}
}

// CheckThreatsOn finds each fault, and names it where one cause explains all wrong lists. Fewer answers than usual are counted, to save time.
func TestWrongThreats(t *testing.T) {
	defer conform.SetCounting(6_000)()
	for _, c := range []struct {
		fault
		want string // a part of the error
	}{
		{faultless, ""},
		{rayNotClosed, "diagnosis: rays through the square do not close"},
		{rayNotOpened, "diagnosis: rays through the square do not open"},
		{noRays, "diagnosis: rays through the square are missing"},
		{rayClosedAtCapture, "diagnosis: rays through the square close where they were closed before, all for men replaced"},
		{kingVictim, "diagnosis: kings are victims"},
		{noKnights, "diagnosis: attacks by knights are missing"},
		{noPawns, "diagnosis: attacks by pawns are missing"},
		{noKings, "diagnosis: attacks by kings are missing"},
		{ownLeftOut, "diagnosis: threats among men of one color are missing"},
		{blackAmongThemselves, "diagnosis: attacks by black men are missing, all on black men\n"}, // and no word of one color, which follows
		{twice, "diagnosis: threats are listed twice"},
		{signs, "diagnosis: signs are exchanged"},
		{signsOfRays, "diagnosis: signs are mixed"},
		{colors, "diagnosis: colors are mixed"},
		{colorOfVictims, "diagnosis: victims have the wrong color"},
		{exchangedMen, "diagnosis: attacker and victim are exchanged"},
		{pawnsBackwards, "diagnosis: pawns attack the wrong way"},
		{countedFromA8, "diagnosis: squares are counted from a8"},
		{captureLeftOld, "diagnosis: threats by the man who leaves do not vanish, all for men replaced"},
		{captureLeftAttackers, "diagnosis: threats on the man who leaves do not vanish, all for men replaced"},
		{moverOldLeft, "diagnosis: threats by the man who leaves do not vanish, all for men taken"},
		{xrayThrough, "diagnosis: rays"},
		{rareCombination, "rb1"}, // part of the threat that is missing
		{rareMen, "ne4xB"},
		{tooLong, "missing"},
		{emptySet, "diagnosis: threats on men on squares that change are too many"},
		{overwrites, ": entry 95 of the list is overwritten"}, // the first list that is asked for begins at entry 96
		{writesBoard, ": the board is changed"},
		{wrongN, ": N is 95 after the call (want 96 to 128)"},
		{readsSquare, "diagnosis: the list depends on who stands on the square"},
		{keepsBoard, "they depend on the calls before"},
		{crashes, ": the function panics: index out of range"},
		{listsNothing, "diagnosis: every list is empty"},
		{lastLost, "diagnosis: of every wrong list one threat is missing"},
		{queensAsRooks, "diagnosis: attacks by queens are missing, all along diagonals"},
		{noNorthEast, "diagnosis: attacks to the north-east are missing"},
		{raysOfBlack, "diagnosis: rays through the square are missing, all by white men"},
	} {
		t.Run(fmt.Sprint(c.fault), func(t *testing.T) {
			err := conform.CheckThreatsOn((&changing{fault: c.fault}).threats, 1<<28, 1) // e4
			if c.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if err == nil {
				t.Fatalf("nothing is wrong (want %q)", c.want)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got\n%v\nwant %q", err, c.want)
			} else {
				t.Log(err)
			}
		})
	}
}

// slip is planted in deltaOf's functions for whole moves, whose changes of one square are right.
type slip int

const (
	captureNotClosed slip = iota // a capture opens rays through its target, and does not close them
	fromNotOpened                // no rays open through the square that a move leaves
	passantPawnStays
	rookStays
	rookVanishes
	castlingTakesRook
	pawnStaysPawn
	alwaysQueen
	oldThreatsStay // threats by the mover on his old square do not vanish
	capturedStays  // nor threats by the captured man
	victimStays    // nor threats on him
	staleTarget    // threats on the target are listed with the mover still on his old square
	staleFrom      // threats on the old square are listed with the mover already on the target
	raysOfEither   // rays whose line has both squares of the move are left out, even if only one lies between the men
	overlap        // castling puts the king before it takes the rook, who may stand there
	rareRank       // one case in a million
	rareKnight     // one in ten thousand
	notReset       // the list begins behind an entry that is not written
)

// deltaOf returns a function for deltas of moves, with a slip.
func deltaOf(s slip) conform.DeltaFunc {
	return func(m *conform.DeltaMove, d *board.Delta) {
		d.N = 0
		if s == notReset {
			d.N = 1
		}
		men, after := m.Men, m.After()
		// change lists the threats of one square that changes: rays through it if rays, and vanishing threats of its man if of, and on him if on.
		change := func(sq int, to board.Man, rays, of, on bool) {
			before := men[sq]
			var part board.Delta
			c := conform.Change{Men: men, Square: uint8(sq), Before: before, After: to}
			c.List(&part)
			for _, t := range part.All() {
				isRay := t.From() != sq && t.To() != sq
				if isRay && !rays || t&board.Appears == 0 && (t.From() == sq && !of || t.To() == sq && !on) {
					continue
				}
				if s == raysOfEither && isRay && m.Special == conform.Ordinary {
					// other is the move's other square.
					if other := m.From ^ m.To ^ sq; board.Ray(direction(t.From(), sq), t.From())>>other&1 != 0 {
						continue
					}
				}
				d.Add(t)
			}
			men[sq] = to
		}
		step := func(sq int, to board.Man) { change(sq, to, true, true, true) }
		mover, captured := m.Men[m.From], m.Men[m.To]
		if m.Special == conform.Castling {
			king, rook := m.Castled()
			switch s {
			case rookStays:
				if m.To != king { // else the king needs the rook's square
					step(m.From, 0)
					step(king, mover)
					return
				}
			case castlingTakesRook:
				step(m.From, 0)
				step(m.To, mover)
				return
			case overlap:
				step(m.From, 0)
				step(king, mover)
				step(m.To, 0)
				step(rook, captured)
				return
			}
			step(m.From, 0)
			step(m.To, 0)
			step(king, mover)
			if s != rookVanishes {
				step(rook, captured)
			}
			return
		}
		if m.Special == conform.EnPassant && s != passantPawnStays {
			step(m.From&^7|m.To&7, 0) // on the mover's rank and the target's file
		}
		becomes := after[m.To]
		if m.Promotion != 0 && s == pawnStaysPawn {
			becomes = mover
		}
		if m.Promotion != 0 && s == alwaysQueen {
			becomes = board.ManQueen | mover&board.ManBlack
		}
		switch s {
		case fromNotOpened:
			change(m.From, 0, captured != 0, true, true)
			step(m.To, becomes)
		case captureNotClosed:
			if captured != 0 {
				step(m.To, 0)
			}
			step(m.From, 0)
			change(m.To, becomes, captured == 0, true, true)
		case oldThreatsStay:
			change(m.From, 0, true, false, true)
			step(m.To, becomes)
		case capturedStays:
			step(m.From, 0)
			change(m.To, becomes, true, false, true)
		case victimStays:
			step(m.From, 0)
			change(m.To, becomes, true, true, false)
		case staleTarget:
			step(m.From, 0)
			men[m.From] = mover
			step(m.To, becomes)
		case staleFrom:
			men[m.To] = becomes
			step(m.From, 0)
			men[m.To] = captured
			step(m.To, becomes)
		case rareKnight:
			if m.Promotion == board.ManKnight|board.ManBlack && captured == board.ManRook && m.To == 7 {
				becomes = board.ManKnight
			}
			step(m.From, 0)
			step(m.To, becomes)
		default:
			step(m.From, 0)
			step(m.To, becomes)
		}
		// In one capture in passing, from f5 to e6, the ray from a rook on b5 to a knight on h5 does not open.
		if s == rareRank && m.Special == conform.EnPassant && m.From == 37 && m.To == 44 && m.Men[33] == board.ManRook|board.ManBlack {
			for i, t := range d.All() {
				if t == board.NewThreat(m.Men[33], 33, board.ManKnight, 39)|board.Appears {
					d.List[i] = d.List[d.N-1]
					d.N--
					break
				}
			}
		}
	}
}

// direction returns the direction from a square to another one of its lines.
func direction(from, to int) board.Direction {
	for d := range board.Direction(8) {
		if board.Ray(d, from)>>to&1 != 0 {
			return d
		}
	}
	return 0
}

// CheckDeltas finds each slip, and names it where one cause explains all wrong lists.
func TestWrongDeltas(t *testing.T) {
	defer conform.SetCounting(4_000)()
	for _, c := range []struct {
		slip
		want string // a part of the error
	}{
		{captureNotClosed, "diagnosis: rays through the square that the move goes to open where they stay closed"},
		{fromNotOpened, "diagnosis: rays through the square that the move leaves do not open"},
		{passantPawnStays, "diagnosis: the pawn that is captured in passing stays"},
		{rookStays, "diagnosis: of castling, the king alone moves: his rook stays"},
		{rookVanishes, "diagnosis: of castling, the king alone moves: his rook vanishes"},
		{castlingTakesRook, "diagnosis: castling is a capture of the king's own rook"},
		{pawnStaysPawn, "diagnosis: a pawn that promotes stays a pawn"},
		{alwaysQueen, "diagnosis: every promotion is to a queen"},
		{oldThreatsStay, "diagnosis: threats by the moving man on his old square do not vanish"},
		{capturedStays, "diagnosis: threats by the captured man do not vanish"},
		{victimStays, "diagnosis: threats on the captured man do not vanish"},
		{staleTarget, "diagnosis: the board is stale: threats on the target are listed while the mover still stands on his old square"},
		{staleFrom, "diagnosis: the board is stale: threats on the mover's old square are listed on the board after the move"},
		{raysOfEither, "diagnosis: threats on the captured man vanish where there were none"}, // by rays that open when the mover leaves: the list lacks this, and has that they vanish
		{overlap, "castling: "}, // as the counts name it
		{rareRank, "+rb5xNh5"},  // the threat that is missing
		{rareKnight, "position: "},
		{notReset, ": entry 0 is counted by N, and not written"},
	} {
		t.Run(fmt.Sprint(c.slip), func(t *testing.T) {
			err := conform.CheckDeltas(deltaOf(c.slip), 1)
			if err == nil {
				t.Fatalf("nothing is wrong (want %q)", c.want)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got\n%v\nwant %q", err, c.want)
			} else {
				t.Log(err)
			}
		})
	}
}

// A function that is missing, hangs, or writes where it must not is refused, with its question.
func TestUnrulyThreats(t *testing.T) {
	defer conform.SetLimits(time.Second, 2*time.Second)()
	defer conform.SetCounting(1000)()
	right := func(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
		c := conform.Change{Men: *men, Square: uint8(sq), Before: before, After: after}
		c.List(d)
	}
	forever := make(chan bool)
	for name, c := range map[string]struct {
		f    conform.ThreatsFunc
		want string
	}{
		"missing": {nil, "there is nothing to prove: it is nil"},
		"hangs": {func(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
			if men[9] == board.ManQueen && before == board.ManKing {
				<-forever
			}
			right(men, sq, before, after, d)
		}, "no answer within 1s"},
		"writes 17 behind the end": {func(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
			right(men, sq, before, after, d)
			d.List[min(d.N+16, board.MostThreats-1)] = 1
		}, "(want at most 16 behind the end)"},
		"ends the goroutine": {func(men *board.Men, sq int, before, after board.Man, d *board.Delta) { runtime.Goexit() }, "the technique ends the goroutine"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := conform.CheckThreatsOn(c.f, 1<<28, 1); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
		err := conform.CheckThreatsOn(func(men *board.Men, sq int, before, after board.Man, d *board.Delta) {
			right(men, sq, before, after, d)
			*(*board.Threat)(unsafe.Add(unsafe.Pointer(d), unsafe.Sizeof(*d))) = 1
		}, 1<<28, 1)
		if err == nil || !strings.Contains(err.Error(), "panic") {
			t.Errorf("behind the list: got %v, want a panic", err)
		}
	}
}

// Asked in bulk, 4096 questions at once, a function has the same diagnoses, and answers that are too few or too long are refused.
func TestWrongInBulk(t *testing.T) {
	defer conform.SetCounting(200)()
	answers := func(f conform.DeltaFunc) func([]conform.DeltaMove) ([]board.Delta, error) {
		return func(moves []conform.DeltaMove) ([]board.Delta, error) {
			d := make([]board.Delta, len(moves))
			for i := range moves {
				f(&moves[i], &d[i])
			}
			return d, nil
		}
	}
	gone := errors.New("the program is gone")
	for name, c := range map[string]struct {
		ask  func([]conform.DeltaMove) ([]board.Delta, error)
		want string
	}{
		"wrong":    {answers(deltaOf(passantPawnStays)), "diagnosis: the pawn that is captured in passing stays"},
		"too few":  {func(moves []conform.DeltaMove) ([]board.Delta, error) { return make([]board.Delta, 1), nil }, "1 answers to 4096 questions"},
		"too long": {answers(func(m *conform.DeltaMove, d *board.Delta) { d.N = 145 }), "N is 145 (want 0 to 144)"},
		"gone":     {func([]conform.DeltaMove) ([]board.Delta, error) { return nil, gone }, gone.Error()},
	} {
		if err := conform.CheckDeltasBulk(c.ask, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
	err := conform.CheckThreatsBulk(func(changes []conform.Change) ([]board.Delta, error) {
		f, d := changing{fault: kingVictim}, make([]board.Delta, len(changes))
		for i, c := range changes {
			f.threats(&c.Men, int(c.Square), c.Before, c.After, &d[i])
		}
		return d, nil
	}, 1)
	if want := "diagnosis: kings are victims"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("changes: got %v, want %q", err, want)
	}
}
