// A program for slidebench verify --command './attacks', which is not compiled yet. internal/child/doc.go of slidebench defines its lines. Put your lookups in place of rook and bishop.
import Foundation

func ray(_ square: Int, _ occ: UInt64, _ steps: [(Int, Int)]) -> UInt64 {
    var attacks: UInt64 = 0
    for (dx, dy) in steps {
        var x = square % 8 + dx
        var y = square / 8 + dy
        while x >= 0 && x < 8 && y >= 0 && y < 8 {
            let bit = UInt64(1) << UInt64(8 * y + x)
            attacks |= bit
            if occ & bit != 0 { break }
            x += dx
            y += dy
        }
    }
    return attacks
}

func rook(_ square: Int, _ occ: UInt64) -> UInt64 { return ray(square, occ, [(1, 0), (-1, 0), (0, 1), (0, -1)]) }
func bishop(_ square: Int, _ occ: UInt64) -> UInt64 { return ray(square, occ, [(1, 1), (1, -1), (-1, 1), (-1, -1)]) }

print("ready")
fflush(nil)
while let header = readLine() {
    let words = header.split(separator: " ")
    for _ in 0..<Int(words[1])! {
        let question = readLine()!.split(separator: " ")
        let square = Int(question[0])!
        let occ = UInt64(question[1], radix: 16)!
        print(String(words[0] == "rook" ? rook(square, occ) : bishop(square, occ), radix: 16))
    }
    fflush(nil)
}
