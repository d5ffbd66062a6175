//go:build !linux

package machine

import "errors"

// Moves says whether running programs can be moved to another CPU on this system.
const Moves = false

// Move returns an error: only on Linux can running programs be moved.
func Move(pid, cpu int) error { return errors.ErrUnsupported }
