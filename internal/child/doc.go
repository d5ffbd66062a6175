// Package child is the client of programs that answer questions about lookups: users' programs in any language, the program that C, C++ and Rust are compiled into, the prover
// of Go packages, and the measuring process. It starts them, asks, ends those that are late, and says how a program ended and with which question.
//
// # The wire form
//
// A program first writes the line "ready", followed by words for what it has. Then it answers requests, one after the other, until its input ends, and ends, too.
//
// A request is a line of words, which questions may follow. The answer is a line, or one for each question; the program flushes its output after each request. The answer
// "error" with a text refuses a request. Nothing else is written there; standard error is free.
//
// A program that shares memory gets the name of a file as its first argument. The file has room for large data, and then 24 bytes for each note: of the program, and of its
// workers if it has several. A note is three words of 64 bits, in the order of the machine. The first word has the number, from 1, of the question that a lookup is just
// asked, or 0 for none; 2^64-1 while tables are filled; 2^64-2, which stands there at the start, until then; and 2^64-3 when all is done. The other two words tell more about
// the question. From notes slidebench knows which question ended the program, and ends one in which a note stays for too long.
//
// # Users' programs
//
// They know no shared memory. Requests come on standard input, and answers go to standard output. The words behind "ready" are "queen" if the program has a lookup for queens,
// "binary" if it takes the binary form, and "throughput" and "latency" if it has these timed loops. The questions of a block follow a line with a piece and their number, such
// as "rook 4096". Each is a line: the square in decimal, a1 = 0, b1 = 1, h8 = 63, and the occupancy as 16 hexadecimal digits, whose bit 0 is a1:
//
//	27 00000800f7080808
//
// The answer is a line for each question: the attacks as at most 16 hexadecimal digits, without a sign.
//
// In the binary form the line with piece and number stays. Behind it come all occupancies of the block, eight bytes each with the lowest first, and then all squares, a byte
// each. Each answer is eight bytes, the lowest first.
//
// A program with timed loops keeps the questions of the last block, numbered from 0, and looks some of them up again after a line such as
//
//	throughput rook 128 4096
//	latency rook 128 4096 0
//
// which ask for the numbers from 128 to 4095; there may be none. It answers by a line with the exclusive or of their attacks, in hexadecimal, and the nanoseconds that the
// loop took, in decimal, by its own clock: nothing but the loop, and no reading or writing. In the loop latency each lookup waits for the one before: before the question is
// asked, the attacks of the question before it, 0 for the first, are ANDed with the last number of the line, which is hexadecimal, and ORed into its occupancy.
//
// A program with a function for the delta of a move writes the word "threats" behind "ready", too. A block of these questions is a line such as "threats 256", and then a line
// for each move: the position before it in Forsyth-Edwards notation, in six fields, and the move as engines send it, in a seventh:
//
//	4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1 e4d5
//
// The program writes a line for each: the threats that vanish (-) and appear (+), in any order, divided by spaces, each as man and square of the attacker, "x", and man and
// square of the victim. Men of white have capital letters. It is empty if no threat changes. The answer here is
//
//	-Pe4xpd5 -pd5xPe4
//
// If such a program writes "throughput" behind "ready", it has a timed loop for deltas, too. It keeps the moves of the last block, may prepare what its function takes, and answers lines such as
//
//	throughput threats 128 4096
//
// by the exclusive or of all threats in these deltas, in hexadecimal, and the nanoseconds. A threat is a number of 32 bits: from its lowest byte the attacker, its square, the
// victim, and the victim's square, with 128 added if it appears. Men are 1 to 6 for a white pawn, knight, bishop, rook, queen and king, and 9 to 14 for black ones.
//
// # The program in C, C++ or Rust
//
// Requests come from its file 3 and answers go to file 4, since lookups may read standard input and print. Questions stand in the file that it shares, and answers take their
// place, so that nobody writes and reads millions of them as text. It has all techniques with their loops inlined, so requests name one; internal/harness/language/c/program/main.c
// lists them. Its answer to a loop is that of users' programs.
//
// # The prover of Go packages
//
// Its arguments are its one request, and the text at the beginning of the file that it shares is the answer: a package may read and print while it is initialised, and Windows
// has no files 3 and 4. Several workers ask at once, as lookups are to be safe for that; the words behind a worker's piece are the square and the occupancy.
//
// # The measuring process
//
// The first line that it reads, its setup, comes before "ready", since it can say only then whether it measures the same way; other packages may print before main. A request
// and its answer are lines of JSON, a cell and a visit. It refuses by an end with a message on standard error, as nothing that it timed later could be believed. Answers may
// take any time: a visit proves its cell first.
package child
