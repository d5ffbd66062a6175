// A program for slidebench verify --command './attacks', in Zig 0.16: zig build-exe -O ReleaseFast attacks.zig. internal/child/doc.go of slidebench defines its lines. Put your lookups in place of rook and bishop.
const std = @import("std");

fn ray(square: u6, occ: u64, steps: [4][2]i8) u64 {
    var attacks: u64 = 0;
    for (steps) |step| {
        var x: i8 = @as(i8, square & 7) + step[0];
        var y: i8 = @as(i8, square >> 3) + step[1];
        while (x >= 0 and x < 8 and y >= 0 and y < 8) {
            const bit = @as(u64, 1) << @as(u6, @intCast(8 * y + x));
            attacks |= bit;
            if (occ & bit != 0) break;
            x += step[0];
            y += step[1];
        }
    }
    return attacks;
}

fn rook(square: u6, occ: u64) u64 {
    return ray(square, occ, .{ .{ 1, 0 }, .{ -1, 0 }, .{ 0, 1 }, .{ 0, -1 } });
}

fn bishop(square: u6, occ: u64) u64 {
    return ray(square, occ, .{ .{ 1, 1 }, .{ 1, -1 }, .{ -1, 1 }, .{ -1, -1 } });
}

pub fn main(init: std.process.Init) !void {
    var in_buffer: [65536]u8 = undefined;
    var out_buffer: [65536]u8 = undefined;
    var reader = std.Io.File.stdin().reader(init.io, &in_buffer);
    var writer = std.Io.File.stdout().writer(init.io, &out_buffer);
    const in = &reader.interface;
    const out = &writer.interface;
    try out.writeAll("ready\n");
    try out.flush();
    while (in.takeDelimiterInclusive('\n')) |line| {
        var header = std.mem.splitScalar(u8, line[0 .. line.len - 1], ' ');
        const is_rook = std.mem.eql(u8, header.next().?, "rook");
        var left = try std.fmt.parseInt(usize, header.next().?, 10);
        while (left > 0) : (left -= 1) {
            const asked = try in.takeDelimiterInclusive('\n');
            var question = std.mem.splitScalar(u8, asked[0 .. asked.len - 1], ' ');
            const square = try std.fmt.parseInt(u6, question.next().?, 10);
            const occ = try std.fmt.parseInt(u64, question.next().?, 16);
            try out.print("{x}\n", .{if (is_rook) rook(square, occ) else bishop(square, occ)});
        }
        try out.flush();
    } else |err| if (err != error.EndOfStream) return err;
}
