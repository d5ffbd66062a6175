package main

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/techniques"
)

func attacksCommand() *cobra.Command {
	var name, pieceName, square, occHex, fen string
	c := &cobra.Command{
		Use:   "attacks (--occ HEX | --fen FEN)",
		Short: "Show one technique's answer to one question",
		Example: `  slidebench attacks --technique magic --piece rook --square e4 --occ 0x0000001000400010
  slidebench attacks --technique pext --piece bishop --square c1 --fen "rnbqkbnr/pppppppp/8/8/8/8/PPP1PPPP/RNBQKBNR w"`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			entries, err := techniques.Find(name)
			if err != nil {
				return err
			}
			piece, err := board.ParsePiece(pieceName)
			if err != nil {
				return err
			}
			sq, err := board.ParseSquare(square)
			if err != nil {
				return err
			}
			var occ uint64
			if c.Flags().Changed("fen") {
				occ, err = board.ParseFEN(fen)
			} else if occ, err = strconv.ParseUint(occHex, 0, 64); err != nil {
				err = fmt.Errorf("bad occupancy %q (want a number below 2^64 such as 0x8100000000000081)", occHex)
			}
			if err != nil {
				return err
			}
			attacks := entries[0].Attacks(piece, sq, occ)
			fmt.Fprintf(c.OutOrStdout(), "%s: %v on %s, occupancy %#016x\n%s\nattacks %d squares: %#016x\n%s", name, piece, square, occ,
				board.Picture(occ), bits.OnesCount64(attacks), attacks, board.Picture(attacks))
			if want := board.Walk(piece, sq, occ); attacks != want {
				return cli.Answer(errors.New("the walk says otherwise:\n" + board.Picture(want)))
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVar(&name, "technique", "", "technique to ask")
	f.StringVar(&pieceName, "piece", "", "rook, bishop or queen")
	f.StringVar(&square, "square", "", "the slider's square, a1 to h8")
	f.StringVar(&occHex, "occ", "", "occupied squares as a number, bit 0 = a1, bit 63 = h8")
	f.StringVar(&fen, "fen", "", "position whose squares are occupied")
	for _, required := range []string{"technique", "piece", "square"} {
		_ = c.MarkFlagRequired(required) // fails only if the flag is not defined
	}
	c.MarkFlagsMutuallyExclusive("occ", "fen")
	c.MarkFlagsOneRequired("occ", "fen")
	return c
}
