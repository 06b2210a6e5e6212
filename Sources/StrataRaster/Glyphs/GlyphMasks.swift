import StrataKernels
package import StrataBase

/// A cache of rasterized glyphs as bytes of coverage, from which masks of texts are assembled.
///
/// The key is the glyph's outline, the linear part of the map, and the fraction of a pixel. Glyphs stand on the
/// rasterizer's grid of 1/512 pixels, so that one entry serves every place with the same fraction. A cached glyph has the
/// bytes that rasterizing it again would give, so that results do not depend on what the cache contains. When there is no
/// room for another glyph, the cache is emptied after the run.
///
/// - Complexity: A mask costs O(glyphs) look-ups and additions of bytes once its glyphs are cached.
/// - Thread: Owned by one worker at a time, like the scratch that it belongs to.
final class GlyphMasks {
  private struct Key: Equatable {
    var glyph: UInt64
    /// The fractions of both coordinates in 1/512, and a bit for antialiasing.
    var place: UInt64
    var linear: SIMD4<Double>

    var hash: Int {
      let bits = unsafeBitCast(linear, to: SIMD4<UInt64>.self) &* SIMD4(0x9E37_79B9_7F4A_7C15, 3, 5, 7)
      let mixed = (glyph &* 0xFF51_AFD7_ED55_8CCD ^ place &* 0xC2B2_AE3D_27D4_EB4F) &+ bits.wrappedSum()
      let result = (mixed ^ mixed >> 32) &* 0xD6E8_FEB8_6659_FD93
      return Int(truncatingIfNeeded: (result ^ result >> 29) >> 1)
    }
  }

  private struct Entry {
    var key: Key
    /// The glyph's pixels, counted from the pixel that its origin lies in.
    var box: PixelRect
    /// The index of its first byte; -1 marks a free slot.
    var offset: Int
    var stride: Int
  }

  /// A glyph of the run whose mask is being assembled.
  private struct PlacedGlyph {
    var box: PixelRect
    /// The index of its first byte; -1 if it is not cached.
    var offset: Int
    var stride: Int
    /// The index of the glyph in the run.
    var index: Int
    /// The fraction of a pixel of its place.
    var fraction: SIMD2<Double>
  }

  /// Slots of the hash table, which uses open addressing with linear probing and is at most half full.
  private static let slots = 8192
  private static let mostBytes = 1 << 20
  /// Larger glyphs are rasterized each time: painting them takes long, too.
  private static let mostBytesOfGlyph = 1 << 14
  private static let shift = 9

  private let entries: UnsafeMutablePointer<Entry>
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var used = 0
  private var isFull = false
  private var placedGlyphs: UnsafeMutablePointer<PlacedGlyph>
  private var placedCapacity = 64
  private var coverage = Coverage()

  init() {
    entries = .allocate(capacity: Self.slots)
    bytes = .allocate(capacity: Self.mostBytes)
    placedGlyphs = .allocate(capacity: placedCapacity)
    let free = Entry(
      key: Key(glyph: 0, place: 0, linear: .zero),
      box: .empty,
      offset: -1,
      stride: 0
    )
    entries.initialize(repeating: free, count: Self.slots)
  }

  deinit {
    entries.deallocate()
    bytes.deallocate()
    placedGlyphs.deallocate()
  }

  /// The coverage of a run under an affine map; nil if the mask would have too many bytes.
  func mask(
    of run: GlyphRun,
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch,
    reusing spare: inout ShapeMask?
  ) -> ShapeMask? {
    if isFull { removeAll() }
    let linear = SIMD4(map.m11, map.m12, map.m21, map.m22)
    if run.glyphs.count > placedCapacity {
      placedGlyphs.deallocate()
      placedCapacity = run.glyphs.count
      placedGlyphs = .allocate(capacity: placedCapacity)
    }
    return run.glyphs.withUnsafeBufferPointer { glyphs in
      var count = 0
      var box = PixelRect.empty
      for index in glyphs.indices {
        guard
          let glyph = placedGlyph(
            index,
            of: glyphs,
            under: map,
            linear: linear,
            antialias: antialias,
            scratch: scratch
          )
        else { continue }
        box = count == 0 ? glyph.box : Self.union(box, glyph.box)
        (placedGlyphs + count).initialize(to: glyph)
        count += 1
      }
      guard box.width <= ShapeMask.mostBytes, box.width * box.height <= ShapeMask.mostBytes else {
        return nil
      }
      let mask = spare ?? ShapeMask()
      spare = nil
      let target = mask.reset(to: box)
      for number in 0..<count {
        let glyph = placedGlyphs + number
        let (x, y) = (glyph.pointee.box.minX - box.minX, glyph.pointee.box.minY - box.minY)
        let place = target + Int(y) * box.width + Int(x)
        if glyph.pointee.offset >= 0 {
          let source = bytes + glyph.pointee.offset
          let (width, height) = (glyph.pointee.box.width, glyph.pointee.box.height)
          kernels.add_bytes(place, box.width, source, glyph.pointee.stride, width, height)
        } else {
          rasterize(
            glyphs[glyph.pointee.index].shape,
            under: map,
            fraction: glyph.pointee.fraction,
            antialias: antialias,
            scratch: scratch
          )
          coverage.add(to: place, rowBytes: box.width)
        }
      }
      return mask
    }
  }

  @inline(__always)
  private static func union(_ a: PixelRect, _ b: PixelRect) -> PixelRect {
    PixelRect(min(a.minX, b.minX), min(a.minY, b.minY), max(a.maxX, b.maxX), max(a.maxY, b.maxY))
  }

  @inline(__always)
  private static func moved(_ a: PixelRect, _ x: Int32, _ y: Int32) -> PixelRect {
    PixelRect(a.minX &+ x, a.minY &+ y, a.maxX &+ x, a.maxY &+ y)
  }

  /// Places a glyph of a run, and adds it to the cache if it is not there; nil for a glyph that covers nothing.
  private func placedGlyph(
    _ index: Int,
    of glyphs: UnsafeBufferPointer<GlyphRun.Glyph>,
    under map: Projective,
    linear: SIMD4<Double>,
    antialias: Bool,
    scratch: RasterizerScratch
  ) -> PlacedGlyph? {
    let (id, origin) = (glyphs[index].id, glyphs[index].place)
    guard id != 0 else { return nil }
    let place = SIMD2(
      linear.x * origin.x + linear.z * origin.y + map.m31,
      linear.y * origin.x + linear.w * origin.y + map.m32
    )
    let limit = CellGrid.guardEdge / 2
    guard place.x > -limit, place.x < limit, place.y > -limit, place.y < limit else { return nil }
    let (column, row) = (Int(CellGrid.fixed(place.x)), Int(CellGrid.fixed(place.y)))
    let (restX, restY) = (column & (CellGrid.one - 1), row & (CellGrid.one - 1))
    let (wholeX, wholeY) = (Int32(column >> Self.shift), Int32(row >> Self.shift))
    let fraction = SIMD2(Double(restX), Double(restY)) / Double(CellGrid.one)
    let key = Key(
      glyph: id,
      place: UInt64(restX) | UInt64(restY) << 16 | (antialias ? 1 << 32 : 0),
      linear: linear
    )
    var slot = key.hash & (Self.slots - 1)
    while entries[slot].offset >= 0 {
      if entries[slot].key == key {
        let entry = entries + slot
        return PlacedGlyph(
          box: Self.moved(entry.pointee.box, wholeX, wholeY),
          offset: entry.pointee.offset,
          stride: entry.pointee.stride,
          index: index,
          fraction: fraction
        )
      }
      slot = (slot + 1) & (Self.slots - 1)
    }
    let shape = glyphs[index].shape
    let box = Self.placed(shape, map, fraction).pixels
    guard !box.isEmpty else { return nil }
    var glyph = PlacedGlyph(
      box: Self.moved(box, wholeX, wholeY),
      offset: -1,
      stride: (box.width + 15) & ~15,
      index: index,
      fraction: fraction
    )
    let size = glyph.stride * box.height
    guard size <= Self.mostBytesOfGlyph else { return glyph }
    guard used + size <= Self.mostBytes, count < Self.slots / 2 else {
      isFull = true
      return glyph
    }
    rasterize(shape, under: map, fraction: fraction, antialias: antialias, scratch: scratch)
    let target = bytes + used
    target.initialize(repeating: 0, count: size)
    coverage.add(to: target, rowBytes: glyph.stride)
    glyph.offset = used
    entries[slot] = Entry(key: key, box: box, offset: used, stride: glyph.stride)
    used += size
    count += 1
    return glyph
  }

  /// Rasterizes a glyph into `coverage`, its origin at a fraction of pixel 0.
  private func rasterize(
    _ glyph: GlyphOutline,
    under map: Projective,
    fraction: SIMD2<Double>,
    antialias: Bool,
    scratch: RasterizerScratch
  ) {
    let placed = Self.placed(glyph, map, fraction)
    Rasterizer.rasterize(
      placed,
      rule: .nonZero,
      clip: placed.pixels,
      antialias: antialias,
      scratch: scratch,
      into: &coverage
    )
  }

  private static func placed(_ glyph: GlyphOutline, _ map: Projective, _ fraction: SIMD2<Double>)
    -> PlacedOutline
  {
    var near = map
    (near.m31, near.m32) = (fraction.x, fraction.y)
    return PlacedOutline(glyph.outline, under: near)
  }

  private func removeAll() {
    for slot in 0..<Self.slots { entries[slot].offset = -1 }
    (count, used, isFull) = (0, 0, false)
  }
}

extension GlyphRun {
  /// The coverage under an affine map; nil if the mask would have too many bytes.
  ///
  /// `spare` is an unused mask whose memory may be reused.
  package func mask(
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch,
    reusing spare: inout ShapeMask?
  ) -> ShapeMask? {
    scratch.glyphs.mask(of: self, under: map, antialias: antialias, scratch: scratch, reusing: &spare)
  }
}

extension Coverage {
  /// Adds the coverage to rows of bytes that begin at the first pixel of the bounds; sums saturate at 255.
  fileprivate func add(to target: UnsafeMutablePointer<UInt8>, rowBytes: Int) {
    for y in bounds.minY..<bounds.maxY {
      let row = target + Int(y - bounds.minY) * rowBytes
      for span in spans(inRow: y) {
        let place = row + Int(span.x - bounds.minX)
        for index in 0..<Int(span.length) {
          let value = span.value != 0 ? span.value : alphas[Int(span.offset) + index]
          place[index] = UInt8(min(255, UInt16(place[index]) + UInt16(value)))
        }
      }
    }
  }
}
