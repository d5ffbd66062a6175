// A program that slidebench verify --command 'node attacks.js' proves, and bench times. internal/child/doc.go of slidebench defines its lines. Put your lookups in place of rook and bishop.
const ray = (square, occ, steps) => {
  let attacks = 0n;
  for (const [dx, dy] of steps) {
    for (let x = (square & 7) + dx, y = (square >> 3) + dy; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
      const bit = 1n << BigInt(8 * y + x);
      attacks |= bit;
      if (occ & bit) break;
    }
  }
  return attacks;
};
const rook = (square, occ) => ray(square, occ, [[1, 0], [-1, 0], [0, 1], [0, -1]]);
const bishop = (square, occ) => ray(square, occ, [[1, 1], [1, -1], [-1, 1], [-1, -1]]);

const lookups = { rook, bishop, queen: (square, occ) => rook(square, occ) | bishop(square, occ) };

const squares = [], occs = []; // of the last block
const throughput = (lookup, from, to) => {
  let sum = 0n;
  for (let i = from; i < to; i++) sum ^= lookup(squares[i], occs[i]);
  return sum;
};
const latency = (lookup, from, to, mask) => {
  let sum = 0n;
  for (let i = from, attacks = 0n; i < to; i++) sum ^= attacks = lookup(squares[i], occs[i] | (attacks & mask));
  return sum;
};
const loops = { throughput, latency };

let left = 0, lookup;
console.log("ready queen throughput latency");
const answer = (line) => {
  const [first, second, from, to, mask] = line.split(" ");
  if (left > 0) {
    squares.push(Number(first));
    occs.push(BigInt("0x" + second));
    if (--left === 0) process.stdout.write(squares.map((square, i) => lookup(square, occs[i]).toString(16) + "\n").join(""));
  } else if (first in loops) {
    const began = process.hrtime.bigint();
    const sum = loops[first](lookups[second], Number(from), Number(to), BigInt("0x" + (mask ?? 0)));
    process.stdout.write(`${sum.toString(16)} ${process.hrtime.bigint() - began}\n`);
  } else {
    [left, lookup] = [Number(second), lookups[first]];
    squares.length = occs.length = 0;
  }
};
import("node:readline").then(({ createInterface }) => createInterface({ input: process.stdin }).on("line", answer)); // in a module and in a script
