import CStrataKernels
package import StrataBase

/// Glyphs as bytes of coverage, by outline, map and fraction of a pixel: texts are put together from them.
///
/// Glyphs stand on the rasterizer's grid of 1/512 pixels, so a glyph is drawn alike wherever its fraction is the same. What is
/// kept is what would be drawn: bytes do not depend on what was drawn before. When there is no room for another glyph, all
/// are forgotten after the run.
///
/// - Thread: owned by one worker at a time, like the scratch that it belongs to.
final class GlyphMasks {
  private struct Key: Equatable {
    var glyph: UInt64
    /// The fractions of both coordinates in 1/512, and whether edges are smooth.
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
    /// The pixels from the whole place of the glyph.
    var box: PixelRect
    /// Where its bytes begin; -1 marks a free slot.
    var offset: Int
    var stride: Int
  }

  /// A glyph of the run that is being put together.
  private struct Piece {
    var box: PixelRect
    /// Where its bytes begin; -1: it is not kept.
    var offset: Int
    var stride: Int
    /// The glyph in the run.
    var index: Int
    /// The fraction of its place.
    var fraction: SIMD2<Double>
  }

  private static let slots = 8192
  private static let mostBytes = 1 << 20
  /// Glyphs of more bytes are drawn anew each time: they take long to paint, too.
  private static let mostBytesOfGlyph = 1 << 14
  private static let shift = 9

  private let entries: UnsafeMutablePointer<Entry>
  private let bytes: UnsafeMutablePointer<UInt8>
  private var count = 0
  private var used = 0
  private var isFull = false
  private var pieces: UnsafeMutablePointer<Piece>
  private var mostPieces = 64
  private var coverage = Coverage()

  init() {
    entries = .allocate(capacity: Self.slots)
    bytes = .allocate(capacity: Self.mostBytes)
    pieces = .allocate(capacity: mostPieces)
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
    pieces.deallocate()
  }

  func mask(
    of run: GlyphRun,
    under map: Projective,
    antialias: Bool,
    scratch: RasterizerScratch,
    reusing spare: inout ShapeMask?
  ) -> ShapeMask? {
    if isFull { forgetAll() }
    let linear = SIMD4(map.m11, map.m12, map.m21, map.m22)
    if run.glyphs.count > mostPieces {
      pieces.deallocate()
      mostPieces = run.glyphs.count
      pieces = .allocate(capacity: mostPieces)
    }
    return run.glyphs.withUnsafeBufferPointer { glyphs in
      var count = 0
      var box = PixelRect.empty
      for index in glyphs.indices {
        guard let piece = piece(glyphs, index, map, linear, antialias, scratch) else { continue }
        box = count == 0 ? piece.box : Self.union(box, piece.box)
        (pieces + count).initialize(to: piece)
        count += 1
      }
      guard box.width <= ShapeMask.mostBytes, box.width * box.height <= ShapeMask.mostBytes else {
        return nil
      }
      let mask = spare ?? ShapeMask()
      spare = nil
      let target = mask.reset(to: box)
      for number in 0..<count {
        let piece = pieces + number
        let (x, y) = (piece.pointee.box.minX - box.minX, piece.pointee.box.minY - box.minY)
        let place = target + Int(y) * box.width + Int(x)
        if piece.pointee.offset >= 0 {
          let source = bytes + piece.pointee.offset
          let (width, height) = (piece.pointee.box.width, piece.pointee.box.height)
          kernels.add_bytes(place, box.width, source, piece.pointee.stride, width, height)
        } else {
          rasterize(glyphs[piece.pointee.index].shape, map, piece.pointee.fraction, antialias, scratch)
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

  private func piece(
    _ glyphs: UnsafeBufferPointer<GlyphRun.Glyph>,
    _ index: Int,
    _ map: Projective,
    _ linear: SIMD4<Double>,
    _ antialias: Bool,
    _ scratch: RasterizerScratch
  ) -> Piece? {
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
        return Piece(
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
    var piece = Piece(
      box: Self.moved(box, wholeX, wholeY),
      offset: -1,
      stride: (box.width + 15) & ~15,
      index: index,
      fraction: fraction
    )
    let size = piece.stride * box.height
    guard size <= Self.mostBytesOfGlyph else { return piece }
    guard used + size <= Self.mostBytes, count < Self.slots / 2 else {
      isFull = true
      return piece
    }
    rasterize(shape, map, fraction, antialias, scratch)
    let target = bytes + used
    target.initialize(repeating: 0, count: size)
    coverage.add(to: target, rowBytes: piece.stride)
    piece.offset = used
    entries[slot] = Entry(key: key, box: box, offset: used, stride: piece.stride)
    used += size
    count += 1
    return piece
  }

  private func rasterize(
    _ glyph: GlyphOutline,
    _ map: Projective,
    _ fraction: SIMD2<Double>,
    _ antialias: Bool,
    _ scratch: RasterizerScratch
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

  private func forgetAll() {
    for slot in 0..<Self.slots { entries[slot].offset = -1 }
    (count, used, isFull) = (0, 0, false)
  }
}

extension GlyphRun {
  /// The coverage under an affine map; nil where the mask would have too many bytes.
  ///
  /// `spare` is a mask that nobody uses any more, whose memory may serve.
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
  /// Adds its bytes, at most 255 in sum, to rows of bytes; the first is that of the first pixel of the bounds.
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
