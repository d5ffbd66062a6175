// Package licence has the line by which source files that slidebench writes for other programs name their licence.
package licence

// Line names the licence of our sources and their owner. Tools that collect licences search for SPDX-License-Identifier.
const Line = "Copyright (c) 2026 The slidebench authors, https://github.com/slidebench/slidebench; SPDX-License-Identifier: MIT"
