// Package techniques exports nothing. Package conform, below it, proves lookups, and package techniquestest is for tests that do. The techniques
// themselves stand in their families' folders at the root, such as magic, and the catalogue of them with the timed loops in internal/techniques.
package techniques
