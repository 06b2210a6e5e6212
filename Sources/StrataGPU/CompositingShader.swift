#if GPU
  /// The program that composites a pass.
  ///
  /// Each group of invocations draws one piece of the pass, at most 16 by 16 pixels: each invocation carries one pixel
  /// through the commands of the piece, in painting order, and stores it at the end. So a pass is one call, in which blend
  /// modes read what lies behind for free, and bytes are computed with the whole numbers of the processor's kernels.
  enum CompositingShader {
    /// What a pass needs beyond rectangles, masks and pictures pixel upon pixel; programs without it are shorter.
    struct Features: OptionSet, Hashable {
      let rawValue: UInt8
      /// Blend modes and operators other than `normal`, in floating point.
      static let modes = Features(rawValue: 1)
      /// Pictures between pixels, gradients, and maps of colours.
      static let samples = Features(rawValue: 2)
      /// Clips that cover their contents once.
      static let edges = Features(rawValue: 4)
    }

    /// The side of a piece, in pixels.
    static let pieceSide: Int32 = 16
    /// The number of rows of a piece that a group of invocations draws.
    static let groupRows: Int32 = 8
    /// The number of pieces along the first side of a grid of groups.
    static let piecesInRow: UInt32 = 32768
    /// The number of clip edges whose pixels a program holds at once.
    static let mostOpenEdges = 4
    /// The number of commands of a piece in one call.
    ///
    /// Mesa's renderers on the processor end the loops of an invocation after 65,535 turns, which other loops share, and some
    /// before.
    static let mostCommandsOfPiece = 4096

    static func source(_ features: Features) -> String {
      var text = "#version 310 es\n"
      if features.contains(.modes) { text += "#define MODES\n" }
      if features.contains(.samples) { text += "#define SAMPLES\n" }
      if features.contains(.edges) { text += "#define EDGES\n" }
      text += "#define COMMAND \(Command.words)u\n#define PIECE \(PieceLists.words)u\n"
      text += "#define IN_ROW \(piecesInRow)u\n#define OPEN \(mostOpenEdges)\n"
      for kind in Command.Kind.allCases { text += "#define KIND_\(kind.name) \(kind.rawValue)u\n" }
      text += declarations + arithmetic
      if features.contains(.samples) { text += SamplingShader.source }
      if features.contains(.modes) { text += BlendingShader.source }
      return text + body
    }

    private static let declarations = """
      precision highp float;
      precision highp int;
      layout(local_size_x = \(pieceSide), local_size_y = \(groupRows)) in;
      layout(std430, binding = 0) buffer Surfaces { uint surfaces[]; };
      layout(std430, binding = 1) readonly buffer Pictures { uint pictures[]; };
      layout(std430, binding = 2) readonly buffer Lists { uint lists[]; };
      layout(std430, binding = 3) readonly buffer Values { uint values[]; };
      // The first pixel of the surface, its first word, and the words of a row.
      layout(location = 0) uniform ivec4 surface;
      // The first words of commands and pieces, the number of pieces, and the colour at the start.
      layout(location = 1) uniform uvec4 table;
      // Not zero if the pixels of the surface take the place of that colour.
      layout(location = 2) uniform uint goesOn;

      """

    /// The arithmetic of the kernels on four bytes in a word.
    private static let arithmetic = """
      uint scaled(uint p, uint factor) {
        uint rb = (p & 0x00ff00ffu) * factor + 0x00800080u;
        uint ga = ((p >> 8) & 0x00ff00ffu) * factor + 0x00800080u;
        rb = ((rb + ((rb >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
        ga = (ga + ((ga >> 8) & 0x00ff00ffu)) & 0xff00ff00u;
        return rb | ga;
      }
      uint divided(uint x) { x += 128u; return (x + (x >> 8)) >> 8; }
      uint multiplied(uint p, uint f) {
        return divided((p & 255u) * (f & 255u)) | divided(((p >> 8) & 255u) * ((f >> 8) & 255u)) << 8 |
               divided(((p >> 16) & 255u) * ((f >> 16) & 255u)) << 16 | divided((p >> 24) * (f >> 24)) << 24;
      }
      uint added(uint a, uint b) {
        uint rb = (a & 0x00ff00ffu) + (b & 0x00ff00ffu);
        uint ga = ((a >> 8) & 0x00ff00ffu) + ((b >> 8) & 0x00ff00ffu);
        rb = (rb | (((rb >> 8) & 0x00010001u) * 255u)) & 0x00ff00ffu;
        ga = (ga | (((ga >> 8) & 0x00010001u) * 255u)) & 0x00ff00ffu;
        return rb | ga << 8;
      }
      uint over(uint d, uint s) { return added(s, scaled(d, 255u - (s >> 24))); }
      uint mixed(uint d, uint s, uint c) {
        uint rest = 255u - c;
        uint rb = (s & 0x00ff00ffu) * c + (d & 0x00ff00ffu) * rest + 0x00800080u;
        uint ga = ((s >> 8) & 0x00ff00ffu) * c + ((d >> 8) & 0x00ff00ffu) * rest + 0x00800080u;
        rb = ((rb + ((rb >> 8) & 0x00ff00ffu)) >> 8) & 0x00ff00ffu;
        ga = (ga + ((ga >> 8) & 0x00ff00ffu)) & 0xff00ff00u;
        return rb | ga;
      }
      vec4 channels(uint p) {
        return vec4(float(p & 255u), float((p >> 8) & 255u), float((p >> 16) & 255u), float(p >> 24));
      }
      uint word(uint memory, uint place) {
        return memory == 0u ? surfaces[place] : memory == 1u ? pictures[place] : values[place];
      }
      uint coverage(uint c, uint flags, ivec2 p) {
        uint form = (flags >> 16) & 3u;
        if (form == 0u) return 255u;
        if (form == 3u) return lists[c + 10u];
        int row = p.y - int(lists[c + 13u]);
        int first = int(lists[c + 14u]), equal = int(lists[c + 15u]);
        if (row >= first) row = row < first + equal ? first : equal > 0 ? row - equal + 1 : row;
        uint place = lists[c + 10u] * 4u + uint(row * int(lists[c + 11u]) + p.x - int(lists[c + 12u]));
        return (word(form, place >> 2) >> ((place & 3u) * 8u)) & 255u;
      }

      """

    private static let body = """
      // A colour times the alpha of a surface.
      uint masked(uint c, uint s, ivec2 p) {
        int place = (p.y + int(lists[c + 23u])) * int(lists[c + 21u]) + p.x + int(lists[c + 22u]);
        return scaled(s, surfaces[lists[c + 20u] + uint(place)] >> 24);
      }
      uint source(uint c, uint flags, uint kind, ivec2 p) {
        uint s;
        if (kind == KIND_COLOR) {
          s = lists[c + 5u];
          return (flags & 0x1000000u) == 0u ? s : masked(c, s, p);
        }
        uint memory = (flags >> 20) & 3u;
        uint first = lists[c + 6u];
        int stride = int(lists[c + 7u]);
      #ifdef SAMPLES
        if (kind == KIND_SHIFTED) {
          s = shifted(c, memory, first, stride, p);
        } else if (kind == KIND_SAMPLED) {
          s = sampled(c, memory, first, stride, p);
        } else if (kind == KIND_PROJECTED) {
          s = projected(c, memory, first, stride, p);
        } else if (kind == KIND_CONTINUED) {
          s = continued(c, memory, first, stride, p);
        } else
      #endif
        s = word(memory, first + uint((p.y + int(lists[c + 9u])) * stride + p.x + int(lists[c + 8u])));
      #ifdef SAMPLES
        if (kind == KIND_CHANGED) s = changed(c, s);
      #endif
        if ((flags & 0x1000000u) != 0u) s = masked(c, s, p);
        uint factors = lists[c + 5u];
        return factors == 0xffffffffu ? s : multiplied(s, factors);
      }

      void main() {
        uint number = gl_WorkGroupID.y * IN_ROW + gl_WorkGroupID.x;
        if (number >= table.z) return;
        uint piece = table.y + number * PIECE;
        ivec2 p = ivec2(int(lists[piece]), int(lists[piece + 1u])) + ivec2(gl_LocalInvocationID.xy);
        p.y += int(gl_WorkGroupID.z * gl_WorkGroupSize.y);
        if (p.x >= int(lists[piece + 2u]) || p.y >= int(lists[piece + 3u])) return;
        uint i = lists[piece + 4u], end = lists[piece + 5u];
        uint at = uint(surface.z + (p.y - surface.y) * surface.w + p.x - surface.x);
        uint d = goesOn != 0u ? surfaces[at] : table.w;
      #ifdef EDGES
        uint saved[OPEN];
        for (int n = 0; n < OPEN; n++) saved[n] = 0u;
      #endif
        for (; i < end; i++) {
          uint c = table.x + lists[i] * COMMAND;
          if (p.x < int(lists[c]) || p.y < int(lists[c + 1u]) || p.x >= int(lists[c + 2u]) ||
              p.y >= int(lists[c + 3u])) continue;
          uint flags = lists[c + 4u];
          uint kind = flags & 255u;
      #ifdef EDGES
          if (kind == KIND_OPEN) {
            saved[lists[c + 20u]] = d;
            continue;
          }
          if (kind == KIND_CLOSE) {
            d = mixed(d, saved[lists[c + 20u]], 255u - coverage(c, flags, p));
            continue;
          }
          if (kind == KIND_RESTORE) {
            int place = (p.y + int(lists[c + 9u])) * int(lists[c + 7u]) + p.x + int(lists[c + 8u]);
            d = mixed(d, surfaces[lists[c + 6u] + uint(place)], 255u - coverage(c, flags, p));
            continue;
          }
      #endif
          uint share = coverage(c, flags, p);
          if (share == 0u) continue;
      #ifdef MODES
          uint mode = (flags >> 8) & 255u;
          if (mode != 0u) {
            d = blended(c, flags, kind, mode, share, p, d);
            continue;
          }
      #endif
          uint s;
      #ifdef SAMPLES
          if (kind == KIND_GRADIENT) {
            vec4 color = gradient(c, p);
            float scale = color.w * 255.0;
            uvec4 bytes = uvec4(vec4(color.rgb * scale, scale) + 0.5);
            s = bytes.r | bytes.g << 8 | bytes.b << 16 | bytes.a << 24;
          } else
      #endif
          s = source(c, flags, kind, p);
          uint alpha = lists[c + 24u];
          if (alpha != 255u) s = scaled(s, alpha);
          d = over(d, scaled(s, share));
        }
        surfaces[at] = d;
      }

      """
  }
#endif
