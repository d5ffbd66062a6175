// A program that slidebench verify --command 'node attacks.js' proves. Put your lookups in place of rook and bishop.
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

let left = 0, lookup, answers = [];
console.log("ready");
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [first, second] = line.split(" ");
  if (left === 0) return void ([left, lookup] = [Number(second), { rook, bishop }[first]]);
  answers.push(lookup(Number(first), BigInt("0x" + second)).toString(16));
  if (--left === 0) process.stdout.write(answers.splice(0).join("\n") + "\n");
});
