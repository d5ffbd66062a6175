package cli

import "os"

var hangups []os.Signal // WebAssembly has none
