//go:build !js

package cli

import (
	"os"
	"syscall"
)

var hangups = []os.Signal{syscall.SIGHUP}
