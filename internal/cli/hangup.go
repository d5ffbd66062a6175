//go:build !js

package cli

import (
	"os"
	"syscall"
)

// hangups are the signals that a program gets when its terminal is closed.
var hangups = []os.Signal{syscall.SIGHUP}
