// Package licence has the line with which files written for other programs name their licence.
package licence

// Line names the licence of the sources, and whose they are. Tools that collect licences look for the words before MIT.
const Line = "Copyright (c) 2026 The slidebench authors, https://github.com/slidebench/slidebench; SPDX-License-Identifier: MIT"
