// Package child is the client of programs that answer questions about lookups: users' programs, that of C, C++ and Rust, the prover of Go packages, and the
// measuring process. It starts programs by package process, asks them, ends those that are late, and says how and at which question one ended.
//
// # The wire form
//
// A program first writes the line "ready", followed by words for what it has. Then it answers requests, one after the other, and ends when its input ends.
//
// A request is a line of words, which questions may follow. The answer is a line, or one for each question; the program flushes its output after each request. The answer
// "error" with a text refuses a request. The program writes nothing else among its answers, but may print on standard error.
//
// A program that shares memory gets the name of a file as its first argument. The file has room for large data, and then 24 bytes for each note: of the program, and of its
// workers if it has several. A note is three words of 64 bits, in the order of the machine. The first word has the number, from 1, of the question that a lookup is
// answering, or 0 for none; 2^64-2 at the start; 2^64-1 while tables are filled; and 2^64-3 at the end of all work. The other two words tell more about
// the question. By the notes slidebench knows which question ended the program, and ends a program in which a note does not change for too long.
//
// # Users' programs
//
// They have no shared file. Requests come on standard input, and answers go to standard output. The words behind "ready" are "queen" if the program has a lookup for queens,
// "binary" if it takes the binary form, and "throughput" and "latency" if it has these timed loops. The questions of a block follow a line with a piece and their number, such
// as "rook 4096". Each is a line: the square in decimal, a1 = 0, b1 = 1, h8 = 63, and the occupancy as 16 hexadecimal digits, whose bit 0 is a1:
//
//	27 00000800f7080808
//
// The answer is a line for each question: the attacks as at most 16 hexadecimal digits, without a sign.
//
// In the binary form the line with piece and number is the same. After it come all occupancies of the block, eight bytes each with the lowest first, and then all squares, a
// byte each. Each answer is eight bytes, the lowest first.
//
// A program with timed loops keeps the questions of the last block, numbered from 0, and looks some of them up again after a line such as
//
//	throughput rook 128 4096
//	latency rook 128 4096 0
//
// which ask for the numbers from 128 to 4095; there may be none. It answers by a line with the exclusive or of their attacks, in hexadecimal, and the nanoseconds that the
// loop took, in decimal, by its own clock: nothing but the loop, and no reading or writing. In the loop latency each lookup waits for the previous one: the
// attacks of the previous question, 0 for the first, are ANDed with the last number of the line, which is hexadecimal, and ORed into the question's occupancy before it is asked.
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
// It reads requests from file 3 and writes answers to file 4, since lookups may read standard input and print. Questions are in the shared file, and answers replace them there,
// so that millions of them are not written as text. It has all techniques with their loops inlined, so a request names its technique; main.c in
// internal/harness/language/c/program lists the requests. It answers a timed loop like users' programs.
//
// # The prover of Go packages
//
// Its arguments are its only request, and it writes its answer as a text at the beginning of the shared file: a package may read and print while it is initialised, and
// Windows has no files 3 and 4. Several workers ask at once, as lookups must be safe for that. A worker's note has a word for the piece, the square and the occupancy.
//
// # The measuring process
//
// It reads its setup, a line, before it writes "ready", and ends if it cannot measure by that setup. A request and its answer are lines of JSON: a cell, and a visit. To refuse a
// request, it ends with a message on standard error, as nothing that it timed later could be believed. Answers may take any time, because a visit proves its cell first.
package child
