#if GPU
  import StrataRaster

  /// Samples of pictures between pixels, gradients, and maps of colours.
  ///
  /// Places of pictures are 32.32 fixed point as in the kernels, in two words each. A row's first place comes from the
  /// processor, which computes it in double precision; the places in the row are sums of whole numbers.
  enum SamplingShader {
    static let source = """
      uint between(uint a, uint b, uint c, uint d, uint fx, uint fy) {
        uint wd = (fx * fy + 128u) >> 8, wb = fx - wd, wc = fy - wd, wa = 256u + wd - fx - fy;
        uint rb = (a & 0x00ff00ffu) * wa + (b & 0x00ff00ffu) * wb + (c & 0x00ff00ffu) * wc +
                  (d & 0x00ff00ffu) * wd + 0x00800080u;
        uint ga = ((a >> 8) & 0x00ff00ffu) * wa + ((b >> 8) & 0x00ff00ffu) * wb + ((c >> 8) & 0x00ff00ffu) * wc +
                  ((d >> 8) & 0x00ff00ffu) * wd + 0x00800080u;
        return ((rb >> 8) & 0x00ff00ffu) | (ga & 0xff00ff00u);
      }
      uint shifted(uint c, uint memory, uint first, int stride, ivec2 p) {
        uint at = first + uint((p.y + int(lists[c + 9u])) * stride + p.x + int(lists[c + 8u]));
        uint below = at + uint(stride);
        return between(word(memory, at), word(memory, at + 1u), word(memory, below), word(memory, below + 1u),
                       lists[c + 20u], lists[c + 21u]);
      }
      // The pixel of a surface that is nearest to a place.
      uint continued(uint c, uint memory, uint first, int stride, ivec2 p) {
        int x = clamp(p.x, int(lists[c + 20u]), int(lists[c + 22u]));
        int y = clamp(p.y, int(lists[c + 21u]), int(lists[c + 23u]));
        return word(memory, first + uint((y + int(lists[c + 9u])) * stride + x + int(lists[c + 8u])));
      }
      // start + step * x, modulo 2^64: the low and the high word.
      uvec2 place(uint start, uint step, int x) {
        uint high, low, carry;
        umulExtended(values[step], uint(x), high, low);
        high += values[step + 1u] * uint(x);
        if (x < 0) high -= values[step];
        low = uaddCarry(low, values[start], carry);
        return uvec2(low, high + values[start + 1u] + carry);
      }
      uvec2 limited(uvec2 place, int low, int high) {
        int whole = int(place.y);
        if (whole < low) return uvec2(0u, uint(low));
        if (whole > high || (whole == high && place.x > 0u)) return uvec2(0u, uint(high));
        return place;
      }
      uint sampled(uint c, uint memory, uint first, int stride, ivec2 p) {
        uint numbers = lists[c + 20u];
        uint start = numbers + 9u + uint(p.y - int(lists[c + 21u])) * 4u;
        int minX = int(values[numbers + 4u]), minY = int(values[numbers + 5u]);
        int maxX = int(values[numbers + 6u]), maxY = int(values[numbers + 7u]);
        uvec2 u = place(start, numbers, p.x), v = place(start + 2u, numbers + 2u, p.x);
        if (values[numbers + 8u] != 0u) {
          int column = clamp(int(u.y), minX, maxX), row = clamp(int(v.y), minY, maxY);
          return word(memory, first + uint(row * stride + column));
        }
        u = limited(u, minX, maxX);
        v = limited(v, minY, maxY);
        // At the far edge the last two pixels are read, with all weight on the last.
        int lastX = maxX > minX ? maxX - 1 : minX, lastY = maxY > minY ? maxY - 1 : minY;
        uint beyondX = int(u.y) > lastX ? 1u : 0u, beyondY = int(v.y) > lastY ? 1u : 0u;
        uint fx = (u.x >> 24) + (beyondX << 8), fy = (v.x >> 24) + (beyondY << 8);
        uint at = first + (v.y - beyondY) * uint(stride) + u.y - beyondX;
        uint right = maxX > minX ? 1u : 0u, below = at + (maxY > minY ? uint(stride) : 0u);
        return between(word(memory, at), word(memory, at + right), word(memory, below),
                       word(memory, below + right), fx, fy);
      }
      // A place along one axis in 1/256 pixels from the first one, by the kernel's steps in single precision.
      int projectedPlace(uint axis, float advance, int low, int high) {
        float place = uintBitsToFloat(values[axis + 1u]) + uintBitsToFloat(values[axis + 2u]) * advance;
        place = place > -4e6 ? place : -4e6;
        place = place < 4e6 ? place : 4e6;
        float fixedPlace = place * 256.0 + 0.5;
        int whole = int(fixedPlace);
        whole = whole - (float(whole) > fixedPlace ? 1 : 0) + (int(values[axis]) - low) * 256;
        return clamp(whole, 0, (high - low) * 256);
      }
      uint projected(uint c, uint memory, uint first, int stride, ivec2 p) {
        uint numbers = lists[c + 20u];
        int minX = int(values[numbers]), minY = int(values[numbers + 1u]);
        int maxX = int(values[numbers + 2u]), maxY = int(values[numbers + 3u]);
        int blocks = int(values[numbers + 6u]);
        int number = (p.y - int(lists[c + 21u])) * blocks + (p.x >> 6) - int(values[numbers + 5u]);
        uint block = numbers + 7u + uint(number) * 7u;
        float j = float((p.x & 63) - int(values[numbers + 4u]));
        float bottom = 1.0 + uintBitsToFloat(values[block]) * j;
        float advance = j / (bottom > 1e-6 ? bottom : 1e-6);
        int u = projectedPlace(block + 1u, advance, minX, maxX);
        int v = projectedPlace(block + 4u, advance, minY, maxY);
        // At the far edge the last two pixels are read, with all weight on the last.
        int column = min(u >> 8, maxX > minX ? maxX - minX - 1 : 0);
        int row = min(v >> 8, maxY > minY ? maxY - minY - 1 : 0);
        uint fx = uint(u - column * 256), fy = uint(v - row * 256);
        uint at = first + uint((minY + row) * stride + minX + column);
        uint right = maxX > minX ? 1u : 0u, below = at + (maxY > minY ? uint(stride) : 0u);
        return between(word(memory, at), word(memory, at + right), word(memory, below),
                       word(memory, below + right), fx, fy);
      }
      vec4 floats(uint at) {
        return vec4(uintBitsToFloat(values[at]), uintBitsToFloat(values[at + 1u]), uintBitsToFloat(values[at + 2u]),
                    uintBitsToFloat(values[at + 3u]));
      }
      // A colour after maps of its straight channels, by the kernel's steps.
      uint changed(uint c, uint s) {
        vec4 from = channels(s) / 255.0;
        vec4 color = from.a > 0.0 ? vec4(from.rgb / from.a, from.a) : vec4(0.0);
        uint step = lists[c + 20u], end = step + lists[c + 21u] * \(FilterStep.colorWords)u;
        for (; step < end; step += \(FilterStep.colorWords)u) {
          vec4 result;
          if (values[step + 25u] != 0u) {
            float light = clamp(0.2126 * color.r + 0.7152 * color.g + 0.0722 * color.b, 0.0, 1.0) * 3.0;
            uint index = min(uint(light), 2u);
            float low = uintBitsToFloat(values[step + 20u + index]), high = uintBitsToFloat(values[step + 21u + index]);
            float value = low + (high - low) * (light - float(index));
            result = color + (vec4(vec3(value), color.a) - color) * uintBitsToFloat(values[step + 24u]);
          } else {
            result = floats(step) * color.r + floats(step + 4u) * color.g + floats(step + 8u) * color.b +
                     floats(step + 12u) * color.a + floats(step + 16u);
          }
          color = clamp(result, 0.0, 1.0);
        }
        // Alpha is rounded first, halves downwards, and the colour is multiplied by the rounded alpha.
        float exact = color.a * 255.0 - 0.5;
        if (!(exact > 0.0)) return 0u;
        float whole = float(int(exact));
        whole += whole < exact ? 1.0 : 0.0;
        vec4 left = vec4(color.rgb * color.a * (whole / color.a), whole);
        uvec4 bytes = uvec4(clamp(left, 0.0, whole) + 0.5);
        return bytes.r | bytes.g << 8 | bytes.b << 16 | bytes.a << 24;
      }
      // The angle from +x towards +y in turns, by the processor's series in single precision.
      float turns(vec2 v) {
        float x = abs(v.x), y = abs(v.y), high = max(x, y);
        if (!(high > 0.0)) return 0.0;
        float ratio = min(x, y) / high;
        bool isFolded = ratio > 0.41421356;
        if (isFolded) ratio = (ratio - 1.0) / (ratio + 1.0);
        float square = ratio * ratio, series = 0.0;
        for (int k = 12; k >= 0; k--) {
          series = series * square + ((k & 1) == 0 ? 1.0 : -1.0) / float(2 * k + 1);
        }
        float angle = series * ratio + (isFolded ? 0.78539816 : 0.0);
        if (y > x) angle = 1.57079633 - angle;
        if (v.x < 0.0) angle = 3.14159265 - angle;
        return (v.y < 0.0 ? -angle : angle) / 6.28318531;
      }
      // The straight colour of a gradient, limited to 0...1.
      vec4 gradient(uint c, ivec2 p) {
        uint numbers = lists[c + 20u];
        uint start = numbers + 4u + uint(p.y - int(lists[c + 21u])) * 3u;
        float x = float(p.x - int(lists[c + 22u])) + 0.5;
        vec3 at = floats(start).xyz + floats(numbers).xyz * x;
        if (!(at.z > 1e-9)) return vec4(0.0);
        vec2 place = at.xy / at.z;
        uint kind = lists[c + 6u];
        float t = place.x;
        if (kind == 1u) t = sqrt(place.x * place.x + place.y * place.y);
        if (kind == 2u) {
          t = turns(place) - uintBitsToFloat(values[numbers + 3u]);
          t -= floor(t);
          // Places on the ray of parameter 0 may come out just before it.
          if (t > 0.999999) t = 0.0;
        }
        uint piece = lists[c + 7u], last = piece + (lists[c + 23u] - 1u) * 9u;
        while (piece < last && t >= uintBitsToFloat(values[piece])) piece += 9u;
        vec4 base = vec4(uintBitsToFloat(values[piece + 1u]), uintBitsToFloat(values[piece + 2u]),
                         uintBitsToFloat(values[piece + 3u]), uintBitsToFloat(values[piece + 4u]));
        vec4 slope = vec4(uintBitsToFloat(values[piece + 5u]), uintBitsToFloat(values[piece + 6u]),
                          uintBitsToFloat(values[piece + 7u]), uintBitsToFloat(values[piece + 8u]));
        return clamp(base + slope * t, 0.0, 1.0);
      }

      """
  }
#endif
