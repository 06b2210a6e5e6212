#if GPU
  import StrataRaster

  /// The program of one box blur: running means along the columns or rows of a surface.
  ///
  /// Three of them make a Gaussian (see `Blur`). Each invocation computes a stretch of one line. Means have the bytes of the
  /// kernels: sums of at most 256 pixels, plus half of the divisor, are multiplied by a reciprocal of 16 bits, longer ones by
  /// one in 8.24 fixed point.
  enum BlurShader {
    /// The number of lines that a group of invocations works on, and the number of pixels of each.
    static let groupLines = 64
    static let stretch = 64
    /// The most pixels of a mean: the turns of a loop are limited (see `CompositingShader.mostCommandsOfPiece`).
    static let widestBox = 8192

    static let source = """
      #version 310 es
      precision highp int;
      layout(local_size_x = \(groupLines)) in;
      layout(std430, binding = 0) buffer Surfaces { uint surfaces[]; };
      // The first word, the words from one pixel of a line to the next and from one line to the next, and the pixels of a line.
      layout(location = 0) uniform ivec4 from;
      layout(location = 1) uniform ivec4 to;
      // Pixels of a mean, the reciprocal, the shift, and the number of lines.
      layout(location = 2) uniform uvec4 box;
      uvec4 pixel(int line, int index) {
        if (index < 0 || index >= from.w) return uvec4(0u);
        uint p = surfaces[from.x + line * from.z + index * from.y];
        return uvec4(p & 255u, (p >> 8) & 255u, (p >> 16) & 255u, p >> 24);
      }
      void main() {
        int line = int(gl_GlobalInvocationID.x);
        if (line >= int(box.w)) return;
        int first = int(gl_WorkGroupID.y) * \(stretch), end = min(first + \(stretch), to.w);
        int count = int(box.x);
        uvec4 sum = uvec4(box.x > 256u ? 0u : box.x / 2u);
        for (int i = max(first - count + 1, 0); i < first; i++) sum += pixel(line, i);
        for (int i = first; i < end; i++) {
          sum += pixel(line, i);
          uvec4 mean;
          if (box.x > 256u) {
            mean = (sum * box.y + 0x800000u) >> 24;
          } else {
            mean = (box.y != 0u ? (sum * box.y) >> 16 : sum) >> box.z;
          }
          surfaces[to.x + line * to.z + i * to.y] = mean.r | mean.g << 8 | mean.b << 16 | mean.a << 24;
          sum -= pixel(line, i - count + 1);
        }
      }

      """
  }

  /// One box blur of a surface.
  struct BoxDispatch {
    /// The lines of a surface in memory.
    struct Lines {
      var firstWord: Int
      /// The words from one pixel of a line to the next, and from one line to the next.
      var step: Int
      var lineStep: Int
      /// The pixels of a line.
      var length: Int
    }

    var from: Lines
    var to: Lines
    var lineCount: Int
    /// The pixels of a mean.
    var width: Int

    /// The factor and the shift that divide a sum.
    var divisor: (reciprocal: UInt32, shift: UInt32) {
      let d = UInt32(truncatingIfNeeded: width)
      if d > 256 { return ((1 << 24 + d / 2) / d, 0) }
      var shift: UInt32 = 0
      while (2 << shift) <= d { shift += 1 }
      // A power of two needs no product.
      return (1 << shift == d ? 0 : (65536 << shift) / d + 1, shift)
    }
  }
#endif
