// A program that slidebench verify --command 'java -jar attacks.jar' proves. internal/child/doc.go of slidebench defines its lines. Put your lookups in place of rook and bishop.
fun ray(square: Int, occ: ULong, steps: List<Pair<Int, Int>>): ULong {
    var attacks = 0UL
    for ((dx, dy) in steps) {
        var x = square % 8 + dx
        var y = square / 8 + dy
        while (x in 0..7 && y in 0..7) {
            val bit = 1UL shl (8 * y + x)
            attacks = attacks or bit
            if (occ and bit != 0UL) break
            x += dx
            y += dy
        }
    }
    return attacks
}

val straight = listOf(1 to 0, -1 to 0, 0 to 1, 0 to -1)
val diagonal = listOf(1 to 1, 1 to -1, -1 to 1, -1 to -1)

fun rook(square: Int, occ: ULong) = ray(square, occ, straight)

fun bishop(square: Int, occ: ULong) = ray(square, occ, diagonal)

fun main() {
    val input = System.`in`.bufferedReader()
    val output = System.out.bufferedWriter()
    output.write("ready\n")
    output.flush()
    while (true) {
        val (piece, count) = (input.readLine() ?: break).split(" ")
        repeat(count.toInt()) {
            val (square, occ) = input.readLine().split(" ")
            val attacks = if (piece == "rook") rook(square.toInt(), occ.toULong(16)) else bishop(square.toInt(), occ.toULong(16))
            output.write(attacks.toString(16) + "\n")
        }
        output.flush()
    }
}
