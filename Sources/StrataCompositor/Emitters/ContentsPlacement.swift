import CoreGraphics
import Foundation
import StrataBase
package import StrataFrame
package import StrataRenderTree

/// Where the pieces of a contents image lie: rectangles of source pixels over rectangles of the layer.
///
/// Coordinates along y are counted from the edge that lies along `minY` of the layer, which is the image's first row
/// where contents are flipped and its last row elsewhere (rendering G-12, C-8).
package struct ContentsPlacement: Sendable {
  package struct Piece: Sendable, Equatable {
    package var source: PlaneRect
    package var target: PlaneRect
  }

  /// The pieces row by row, in each from the left to the right; only one, as most pictures have, needs no list.
  package struct Pieces: RandomAccessCollection, Sendable {
    fileprivate var only: Piece?
    fileprivate var list: [Piece] = []

    package var startIndex: Int { 0 }
    package var endIndex: Int { only == nil ? list.count : 1 }
    package subscript(index: Int) -> Piece { only ?? list[index] }
  }

  package private(set) var pieces = Pieces()
  /// The rectangle that all pieces fill.
  private var target = PlaneRect(0, 0, 0, 0)

  /// The most pieces that a repeated centre is cut into; with more it stretches.
  package static let mostRepeats = 4096

  package init(_ state: borrowing LayerState, width: Int, height: Int, _ bounds: PlaneRect, isFlipped: Bool) {
    let (w, h) = (Double(width), Double(height))
    let whole = PlaneRect(0, 0, 1, 1)
    let unit = PlaneRect(state.contentsRect)
    guard w > 0, h > 0, !unit.isEmpty, !bounds.isEmpty || !Self.stretches(state.contentsGravity) else {
      return
    }
    let scale = state.contentsScale > 0 && state.contentsScale.isFinite ? Double(state.contentsScale) : 1
    let size = SIMD2(unit.width * w, unit.height * h)
    guard size.x.isFinite, size.y.isFinite else { return }
    let originY = isFlipped ? unit.minY * h : (1 - unit.maxY) * h
    let source = PlaneRect(unit.minX * w, originY, unit.minX * w + size.x, originY + size.y)
    let target = Self.target(state.contentsGravity, size / scale, in: bounds)
    guard !target.isEmpty, target.width.isFinite, target.height.isFinite else { return }
    self.target = target
    let center = PlaneRect(state.contentsCenter)
    guard Self.stretches(state.contentsGravity), center != whole else {
      guard !source.isEmpty else { return }
      pieces.only = Piece(source: source, target: target)
      return
    }
    let xs = Self.cuts(size.x, over: target.width, from: center.minX, to: center.maxX, scale: scale)
    let ys = Self.cuts(
      size.y,
      over: target.height,
      from: center.minY,
      to: center.maxY,
      scale: scale
    )
    let repeats = state.contentsScaling == .repeat
    var columns = Self.spans(xs, scale, repeats: repeats)
    var rows = Self.spans(ys, scale, repeats: repeats)
    if columns.count * rows.count > Self.mostRepeats {
      columns = Self.spans(xs, scale, repeats: false)
      rows = Self.spans(ys, scale, repeats: false)
    }
    append(columns, rows, from: source, to: target, isFlipped: isFlipped)
  }

  /// The edges of a piece that are edges of the whole, as bits of `CAEdgeAntialiasingMask`; along the others a pixel
  /// belongs to one piece or the other (rendering R-27).
  func outerEdges(of piece: Piece) -> UInt8 {
    var edges: UInt8 = 0
    if piece.target.minX <= target.minX { edges |= 1 }
    if piece.target.maxX >= target.maxX { edges |= 2 }
    if piece.target.minY <= target.minY { edges |= 4 }
    if piece.target.maxY >= target.maxY { edges |= 8 }
    return edges
  }

  /// The cuts of an axis in source pixels and in points of the target, each from its own minimum.
  package struct Cuts: Sendable, Equatable {
    package var source: SIMD4<Double>
    package var target: SIMD4<Double>
  }

  /// Cuts an axis in three (rendering C-9 … C-11).
  package static func cuts(
    _ pixels: Double,
    over length: Double,
    from: Double,
    to: Double,
    scale: Double
  ) -> Cuts {
    var low = max(0, min(1, from)) * pixels
    var high = max(0, min(1, to)) * pixels
    if !(high > low) {
      // An empty centre becomes one pixel centred there.
      let middle = (low + high) / 2
      (low, high) = (max(0, middle - 0.5), min(pixels, middle + 0.5))
    }
    var first = low / scale
    var last = (pixels - high) / scale
    if first + last > length, first + last > 0 {
      let k = length / (first + last)
      (first, last) = (first * k, last * k)
    }
    return Cuts(source: SIMD4(0, low, high, pixels), target: SIMD4(0, first, length - last, length))
  }

  private struct Span {
    var source: SIMD2<Double>
    var target: SIMD2<Double>
  }

  /// The spans of an axis; a repeated centre becomes as many spans of its own size as fit, the last one cut.
  private static func spans(_ cuts: Cuts, _ scale: Double, repeats: Bool) -> [Span] {
    var result: [Span] = []
    let (s, t) = (cuts.source, cuts.target)
    func add(_ a: Double, _ b: Double, _ c: Double, _ d: Double) {
      if b > a, d > c { result.append(Span(source: SIMD2(a, b), target: SIMD2(c, d))) }
    }
    add(s[0], s[1], t[0], t[1])
    let period = (s[2] - s[1]) / scale
    let copies = (t[2] - t[1]) / period
    if repeats, period > 0, copies > 1, copies <= Double(mostRepeats) {
      for i in 0..<Int(copies.rounded(.up)) {
        let at = t[1] + Double(i) * period
        let end = min(t[2], at + period)
        add(s[1], s[1] + (end - at) * scale, at, end)
      }
    } else {
      add(s[1], s[2], t[1], t[2])
    }
    add(s[2], s[3], t[2], t[3])
    return result
  }

  private mutating func append(
    _ columns: [Span],
    _ rows: [Span],
    from source: PlaneRect,
    to target: PlaneRect,
    isFlipped: Bool
  ) {
    pieces.list.reserveCapacity(columns.count * rows.count)
    for row in rows {
      let y0 = isFlipped ? source.minY + row.source.x : source.maxY - row.source.y
      let y1 = isFlipped ? source.minY + row.source.y : source.maxY - row.source.x
      for column in columns {
        let piece = Piece(
          source: PlaneRect(source.minX + column.source.x, y0, source.minX + column.source.y, y1),
          target: PlaneRect(
            target.minX + column.target.x,
            target.minY + row.target.x,
            target.minX + column.target.y,
            target.minY + row.target.y
          )
        )
        // A sliver that is thinner than the spacing of numbers there is empty.
        if !piece.source.isEmpty, !piece.target.isEmpty { pieces.list.append(piece) }
      }
    }
  }

  private static func stretches(_ gravity: CALayerContentsGravity) -> Bool {
    gravity == .resize || gravity == .resizeAspect || gravity == .resizeAspectFill
  }

  /// The rectangle that contents of a size, in points, fill in the bounds (rendering C-4, C-5).
  package static func target(_ gravity: CALayerContentsGravity, _ size: SIMD2<Double>, in b: PlaneRect)
    -> PlaneRect
  {
    func placed(_ size: SIMD2<Double>, _ x: Double, _ y: Double) -> PlaneRect {
      let minX = b.minX + (b.width - size.x) * x
      let minY = b.minY + (b.height - size.y) * y
      return PlaneRect(minX, minY, minX + size.x, minY + size.y)
    }
    switch gravity {
    case .resize: return b
    case .resizeAspect, .resizeAspectFill:
      guard size.x > 0, size.y > 0 else { return PlaneRect(0, 0, 0, 0) }
      let (kx, ky) = (b.width / size.x, b.height / size.y)
      return placed(size * (gravity == .resizeAspect ? min(kx, ky) : max(kx, ky)), 0.5, 0.5)
    case .top: return placed(size, 0.5, 1)
    case .bottom: return placed(size, 0.5, 0)
    case .left: return placed(size, 0, 0.5)
    case .right: return placed(size, 1, 0.5)
    case .topLeft: return placed(size, 0, 1)
    case .topRight: return placed(size, 1, 1)
    case .bottomLeft: return placed(size, 0, 0)
    case .bottomRight: return placed(size, 1, 0)
    default: return placed(size, 0.5, 0.5)
    }
  }
}
