import CoreGraphics
import Foundation
import StrataBase
import StrataKernels
import StrataRaster
import StrataRenderTree

/// The plane that a layer's filter works in: the layer's points, enlarged so that a pixel of the surface has side one.
///
/// Axes and signs are those of the layer, so that y points where the layer's y does. Where the layer is not turned,
/// sheared or stretched, pixels of the plane are pixels of the surface, and nothing is sampled: the plane is moved by
/// the fraction of a pixel that the layer's origin lies off the grid. Otherwise the picture is sampled bilinearly on
/// the way to the plane and back.
struct FilterPlane {
  /// The layer's bounds in whole pixels of the plane.
  let bounds: PixelRect
  /// Pixels of the plane per point.
  private let scale: Double
  /// The place of the layer's point (0, 0).
  private let offset: SIMD2<Double>
  /// Pixels of the surface, y down, to those of the plane.
  private let fromSurface: Projective
  private let toSurface: Projective
  /// The surface's pixels in the plane, if they are pixels of the plane.
  private let grid: Grid?
  /// The place of the picture's first pixel on the surface.
  private let origin: SIMD2<Int>
  /// True if what lies outside of the bounds takes no part.
  private let isCut: Bool

  /// How the axes of surface and plane correspond.
  private struct Grid {
    let isFlippedX: Bool
    let isFlippedY: Bool
  }

  /// Creates the plane of the layer's points themselves.
  init(bounds: CGRect) {
    (scale, offset, origin, isCut) = (1, .zero, .zero, true)
    (fromSurface, toSurface, grid) = (.identity, .identity, Grid(isFlippedX: false, isFlippedY: false))
    self.bounds = PixelRect(covering: bounds)
  }

  /// Pixels further away than this have no whole numbers in an image.
  private static let farthest = 1e8

  /// Creates the plane of a call; nil for a layer that is seen edge on, or whose origin is too far away.
  init?(_ call: FilterCall) {
    let map = call.toLayer
    let area = abs(map.m11 * map.m22 - map.m12 * map.m21)
    guard area > 0, area.isFinite else { return nil }
    let scale = 1 / area.squareRoot()
    var toPlane = map.concatenating(.scale(scale, scale))
    var offset = SIMD2<Double>.zero
    let slack = 1e-6
    let isUpright =
      abs(toPlane.m12) < slack && abs(toPlane.m21) < slack && abs(abs(toPlane.m11) - 1) < slack
      && abs(abs(toPlane.m22) - 1) < slack
    if isUpright {
      let moved = SIMD2(toPlane.m31, toPlane.m32).rounded(.toNearestOrAwayFromZero)
      offset = moved - SIMD2(toPlane.m31, toPlane.m32)
      toPlane = Projective(
        a: toPlane.m11 < 0 ? -1 : 1,
        b: 0,
        c: 0,
        d: toPlane.m22 < 0 ? -1 : 1,
        tx: moved.x,
        ty: moved.y
      )
    }
    guard let inverse = toPlane.inverted(), inverse.isFinite, toPlane.isFinite,
      abs(toPlane.m31) < Self.farthest, abs(toPlane.m32) < Self.farthest
    else { return nil }
    (self.scale, self.offset, fromSurface, toSurface) = (scale, offset, toPlane, inverse)
    grid = isUpright ? Grid(isFlippedX: toPlane.m11 < 0, isFlippedY: toPlane.m22 < 0) : nil
    (origin, isCut) = (SIMD2(call.x, call.y), call.isCut)
    let (x, y) = (Double(call.bounds.minX), Double(call.bounds.minY))
    bounds = PixelRect(
      covering: CGRect(
        x: x * scale + offset.x,
        y: y * scale + offset.y,
        width: Double(call.bounds.width) * scale,
        height: Double(call.bounds.height) * scale
      )
    )
  }

  /// The layer's points of a rectangle of the plane.
  func points(of rect: PixelRect) -> CGRect {
    guard !rect.isEmpty else { return .zero }
    return CGRect(
      x: (Double(rect.minX) - offset.x) / scale,
      y: (Double(rect.minY) - offset.y) / scale,
      width: Double(rect.width) / scale,
      height: Double(rect.height) / scale
    )
  }

  // MARK: Values

  /// An input's object in the plane.
  func placed(_ object: Any, _ measure: FilterInput.Measure) -> Any {
    switch (measure, object) {
    case (.length, let number as NSNumber): return NSNumber(value: number.doubleValue * scale)
    case (.position, let vector as CIVector):
      // A third number is a height over the plane.
      return changed(vector) { i, n in i < 2 ? n * scale + offset[i] : n * scale }
    case (.offset, let vector as CIVector): return changed(vector) { _, n in n * scale }
    case (.rectangle, let vector as CIVector):
      return changed(vector) { i, n in i < 2 ? n * scale + offset[i] : n * scale }
    case (.transform, let value as NSValue):
      let toPlane = CGAffineTransform(
        CGFloat(scale),
        0,
        0,
        CGFloat(scale),
        CGFloat(offset.x),
        CGFloat(offset.y)
      )
      let inner = toPlane.inverted().concatenating(value.cgAffineTransformValue)
      return NSValue(cgAffineTransform: inner.concatenating(toPlane))
    case (.image, let image as CIImage):
      return image.projected(
        by: Projective(a: scale, b: 0, c: 0, d: scale, tx: offset.x, ty: offset.y)
      )
    default: return object
    }
  }

  private func changed(_ vector: CIVector, _ change: (Int, Double) -> Double) -> CIVector {
    CIVector(vector.numbers.enumerated().map { CGFloat(change($0.offset, $0.element)) })
  }

  // MARK: Pictures

  /// The picture of a surface as an image of the plane.
  ///
  /// Unless the filter is local, the extent is that of the layer's bounds and of what is painted beyond them. Where the
  /// layer is turned it is that of the bounds.
  func image(of buffer: PixelBuffer, isLocal: Bool) -> CIImage {
    let place = surfaceRect(buffer.width, buffer.height)
    guard let grid else {
      let node = BufferNode(buffer, place, isFlippedX: false, isFlippedY: false)
      let image = CIImage(node: node).projected(by: fromSurface)
      if isLocal { return image }
      // The extent is exact, though all beyond the picture is transparent.
      return CIImage(node: FrameNode(image.node, extent: bounds))
    }
    let rect = planeRect(place)
    let node = BufferNode(buffer, rect, isFlippedX: grid.isFlippedX, isFlippedY: grid.isFlippedY)
    if isLocal { return CIImage(node: node) }
    return CIImage(node: FrameNode(node, extent: isCut ? bounds : bounds.union(painted(buffer, rect, grid))))
  }

  /// The smallest rectangle around the pixels outside of the bounds that are not transparent.
  private func painted(_ buffer: PixelBuffer, _ rect: PixelRect, _ grid: Grid) -> PixelRect {
    var result = PixelRect.empty
    let inner = bounds.intersection(rect)
    for row in 0..<buffer.height {
      let y = Int(grid.isFlippedY ? rect.maxY - 1 : rect.minY) + (grid.isFlippedY ? -row : row)
      let pixels = buffer.row(row).assumingMemoryBound(to: UInt32.self)
      func isPainted(_ x: Int) -> Bool {
        pixels[grid.isFlippedX ? Int(rect.maxX) - 1 - x : x - Int(rect.minX)] >> 24 != 0
      }
      let isBeside = !inner.isEmpty && y >= Int(inner.minY) && y < Int(inner.maxY)
      let left = Int(rect.minX)..<(isBeside ? Int(inner.minX) : Int(rect.maxX))
      let right = (isBeside ? Int(inner.maxX) : Int(rect.maxX))..<Int(rect.maxX)
      guard let first = left.first(where: isPainted) ?? right.first(where: isPainted),
        let last = right.last(where: isPainted) ?? left.last(where: isPainted)
      else { continue }
      result = result.union(
        PixelRect(
          Int32(clamping: first),
          Int32(clamping: y),
          Int32(clamping: last + 1),
          Int32(clamping: y + 1)
        )
      )
    }
    return result
  }

  /// The pixels of an image of the plane on the surface of a call; nil if they would take too much memory.
  ///
  /// What the call does not want is transparent.
  func picture(of image: CIImage, _ call: FilterCall) -> PixelBuffer? {
    let place = surfaceRect(call.source.width, call.source.height)
    let part = call.wanted.map { place.intersection($0) } ?? place
    let result = PixelBuffer(width: place.width, height: place.height, format: .rgba8)
    guard !part.isEmpty else { return result }
    let (width, left, top) = (part.width, Int(part.minX - place.minX), Int(part.minY - place.minY))
    let rect = grid == nil ? part : planeRect(part)
    let node = grid == nil ? image.projected(by: toSurface).node : image.node
    let pass = RenderPass(space: .encoded, pool: RenderPass.sharedPool)
    guard let drawn = RenderPlan.render(node, rect, pass) else { return nil }
    let writer = PixelWriter(space: .encoded, format: .RGBA8, target: nil)
    let (isFlippedX, isFlippedY) = (grid?.isFlippedX ?? false, grid?.isFlippedY ?? false)
    pass.rows(of: rect) { y in
      let row = isFlippedY ? Int(rect.maxY) - 1 - y : y - Int(rect.minY)
      withRowMemory(width) { line in
        drawn.copy(row: y, from: Int(rect.minX), count: width, to: line)
        if isFlippedX { line.reverse(width) }
        writer.write(line, width, to: result.row(top + row) + left * 4)
      }
    }
    return result
  }

  private func surfaceRect(_ width: Int, _ height: Int) -> PixelRect {
    PixelRect(
      Int32(clamping: origin.x),
      Int32(clamping: origin.y),
      Int32(clamping: origin.x + width),
      Int32(clamping: origin.y + height)
    )
  }

  /// The pixels of the plane that are a rectangle of the surface, where both have one grid.
  private func planeRect(_ rect: PixelRect) -> PixelRect {
    let a = fromSurface.apply(Double(rect.minX), Double(rect.minY))
    let b = fromSurface.apply(Double(rect.maxX), Double(rect.maxY))
    return PixelRect(
      Int32(clamping: Int(min(a.x, b.x))),
      Int32(clamping: Int(min(a.y, b.y))),
      Int32(clamping: Int(max(a.x, b.x))),
      Int32(clamping: Int(max(a.y, b.y)))
    )
  }
}

extension UnsafeMutablePointer<Pixel> {
  /// Turns the order of pixels round.
  fileprivate func reverse(_ count: Int) {
    for i in 0..<count / 2 { swap(&self[i], &self[count - 1 - i]) }
  }
}

/// The pixels of a surface of the compositor.
final class BufferNode: ImageNode {
  let extent: PixelRect
  let sources = NodeInputs.none
  private let buffer: PixelBuffer?
  private let isFlippedX: Bool
  private let isFlippedY: Bool

  /// Creates a node without pixels, which stands for those of any surface.
  init(extent: PixelRect) {
    (self.extent, buffer, isFlippedX, isFlippedY) = (extent, nil, false, false)
  }

  /// Creates a node of a buffer's bytes in a place of the same size.
  init(_ buffer: PixelBuffer, _ place: PixelRect, isFlippedX: Bool, isFlippedY: Bool) {
    (extent, self.buffer) = (place, buffer)
    (self.isFlippedX, self.isFlippedY) = (isFlippedX, isFlippedY)
  }

  var hasReadyRows: Bool { true }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { .empty }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    guard let buffer else { return RowReader(Tile(rect)) }
    let (extent, isFlippedX, isFlippedY) = (extent, isFlippedX, isFlippedY)
    return RowReader(rect) { y, x, count, to in
      let line = y - Int(extent.minY)
      let row = buffer.row(isFlippedY ? buffer.height - 1 - line : line).assumingMemoryBound(to: UInt8.self)
      let left = x - Int(extent.minX)
      let from = isFlippedX ? buffer.width - left - count : left
      kernels.floats_of_bytes(to.floats, row + from * 4, count * 4)
      if isFlippedX { to.reverse(count) }
    }
  }
}

/// An image with another extent: cut where it is smaller, transparent where it is larger.
final class FrameNode: ImageNode {
  let extent: PixelRect
  let sources: NodeInputs

  init(_ input: any ImageNode, extent: PixelRect) { (sources, self.extent) = (NodeInputs([input]), extent) }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { rect }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    RowReader(rect, from: inputs) { inputs[0].copy(row: $0, from: $1, count: $2, to: $3) }
  }
}
