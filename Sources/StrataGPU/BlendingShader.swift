#if GPU
  import StrataRaster

  /// The blend modes and operators, with the steps of `Blending.blended` in the same order.
  ///
  /// It cites the sources. Products and quotients are rounded as the driver does, so that bytes may differ by one.
  enum BlendingShader {
    /// The number of each mode, as the commands have it.
    private static var numbers: String {
      BlendMode.allCases.map { "#define MODE_\($0) \($0.rawValue)u\n" }.joined()
    }

    static var source: String { numbers + channelModes + colorModes + operators + pixels }

    private static let channelModes = """
      float hardLight(float s, float d) {
        float t = 2.0 * s - 1.0;
        return s > 0.5 ? t + d - t * d : 2.0 * s * d;
      }
      float softLight(float s, float d) {
        float curve = d <= 0.25 ? ((16.0 * d - 12.0) * d + 4.0) * d : sqrt(d);
        return s > 0.5 ? d + (2.0 * s - 1.0) * (curve - d) : d - (1.0 - 2.0 * s) * d * (1.0 - d);
      }
      float channel(float s, float d, uint mode) {
        switch (mode) {
          case MODE_multiply: return s * d;
          case MODE_screen: return s + d - s * d;
          case MODE_overlay: return hardLight(d, s);
          case MODE_darken: return min(s, d);
          case MODE_lighten: return max(s, d);
          case MODE_colorDodge: return d <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, d / (1.0 - s));
          case MODE_colorBurn: return d >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - d) / s);
          case MODE_hardLight: return hardLight(s, d);
          case MODE_softLight: return softLight(s, d);
          case MODE_difference: return abs(s - d);
          case MODE_exclusion: return s + d - 2.0 * s * d;
          case MODE_subtract: return max(0.0, d - s);
          case MODE_divide: return s <= 0.0 ? 1.0 : min(1.0, d / s);
          case MODE_linearBurn: return max(0.0, s + d - 1.0);
          case MODE_linearDodge: return min(1.0, s + d);
          case MODE_linearLight: return clamp(d + 2.0 * s - 1.0, 0.0, 1.0);
          case MODE_pinLight: return s <= 0.5 ? min(d, 2.0 * s) : max(d, 2.0 * s - 1.0);
        }
        return s;
      }

      """

    private static let colorModes = """
      float luminosity(vec3 c) { return 0.3 * c.r + 0.59 * c.g + 0.11 * c.b; }
      float lowest(vec3 c) { return min(min(c.r, c.g), c.b); }
      float highest(vec3 c) { return max(max(c.r, c.g), c.b); }
      vec3 withLuminosity(vec3 c, float wanted) {
        vec3 result = c + (wanted - luminosity(c));
        float l = luminosity(result), low = lowest(result), high = highest(result);
        if (low < 0.0) result = l + (result - l) * (l / (l - low));
        if (high > 1.0) result = l + (result - l) * ((1.0 - l) / (high - l));
        return result;
      }
      vec3 withSaturation(vec3 c, float wanted) {
        float low = lowest(c), high = highest(c);
        return high > low ? (c - low) * (wanted / (high - low)) : vec3(0.0);
      }
      vec3 color(vec3 s, vec3 d, uint mode) {
        switch (mode) {
          case MODE_hue:
            return withLuminosity(withSaturation(s, highest(d) - lowest(d)), luminosity(d));
          case MODE_saturation:
            return withLuminosity(withSaturation(d, highest(s) - lowest(s)), luminosity(d));
          case MODE_color: return withLuminosity(s, luminosity(d));
          case MODE_luminosity: return withLuminosity(d, luminosity(s));
        }
        return vec3(channel(s.r, d.r, mode), channel(s.g, d.g, mode), channel(s.b, d.b, mode));
      }

      """

    private static let operators = """
      vec4 remainder(vec4 a, vec4 b) {
        vec4 rest = max(a - b, 0.0);
        return min(rest, vec4(rest.a));
      }
      vec4 combined(vec4 s, vec4 d, uint mode) {
        float sa = s.a, da = d.a;
        switch (mode) {
          case MODE_normal: return s + d * (1.0 - sa);
          case MODE_clear: return vec4(0.0);
          case MODE_copy: return s;
          case MODE_dest: return d;
          case MODE_sourceIn: return s * da;
          case MODE_sourceOut: return s * (1.0 - da);
          case MODE_sourceAtop: return s * da + d * (1.0 - sa);
          case MODE_destOver: return s * (1.0 - da) + d;
          case MODE_destIn: return d * sa;
          case MODE_destOut: return d * (1.0 - sa);
          case MODE_destAtop: return s * (1.0 - da) + d * sa;
          case MODE_xor: return s * (1.0 - da) + d * (1.0 - sa);
          case MODE_plusL: return min(s + d, 1.0);
          case MODE_plusD: return vec4(max(s.rgb + d.rgb - 1.0, 0.0), min(1.0, sa + da));
          case MODE_maximum: return max(s, d);
          case MODE_minimum: return min(s, d);
          case MODE_subtractS: return remainder(d, s);
          case MODE_subtractD: return remainder(s, d);
        }
        if (!(sa > 0.0)) return d;
        if (!(da > 0.0)) return s;
        vec3 both = color(s.rgb / sa, d.rgb / da, mode);
        vec4 result = s * (1.0 - da) + d * (1.0 - sa);
        return vec4(result.rgb + both * (sa * da), sa + da - sa * da);
      }

      """

    private static let pixels = """
      uint source(uint c, uint flags, uint kind, ivec2 p);
      // A pixel after an item of another mode than `normal`, which has its colour unrounded.
      uint blended(uint c, uint flags, uint kind, uint mode, uint share, ivec2 p, uint before) {
        vec4 scale = vec4(uintBitsToFloat(lists[c + 16u]), uintBitsToFloat(lists[c + 17u]),
                          uintBitsToFloat(lists[c + 18u]), uintBitsToFloat(lists[c + 19u]));
        vec4 s = scale;
        if (kind != KIND_COLOR) {
      #ifdef SAMPLES
          if (kind == KIND_GRADIENT) {
            vec4 color = gradient(c, p);
            float alpha = color.a * scale.a;
            s = vec4(color.rgb * alpha, alpha);
          } else
      #endif
          s = channels(source(c, flags, kind, p)) * scale;
        }
        vec4 d = channels(before) * (1.0 / 255.0);
        vec4 result = clamp(combined(s, d, mode), 0.0, 1.0);
        if (share != 255u) result = d + (result - d) * (float(share) / 255.0);
        result = clamp(result, 0.0, 1.0);
        uvec4 bytes = uvec4(min(result, vec4(result.a)) * 255.0 + 0.5);
        return bytes.r | bytes.g << 8 | bytes.b << 16 | bytes.a << 24;
      }

      """
  }
#endif
