import CoreGraphics
import Foundation
import StrataBase
package import StrataFrame
import StrataRaster

/// A slow and simple renderer of frames, in doubles, against which tests compare the fast backends.
///
/// It draws one pixel after the other by the documented rules. It shares only the formulas of blend modes with the fast
/// backends, and these have tests of their own: no kernels, no bands, no caches, no bytes between the steps. It rejects
/// frames with content that has no simple formula.
package struct ReferenceRenderer {
  /// The precision of pixels between one step and the next.
  package enum Precision: Sendable {
    /// Doubles.
    case doubles
    /// Bytes: every step reads bytes, computes in doubles, and rounds its result to bytes.
    ///
    /// For blend modes with steep functions, such as a division by a dark colour. They magnify a level of the destination
    /// to many, so that doubles would measure the format of the target instead of the drawing.
    case bytes
  }

  let frame: Frame
  private let precision: Precision
  private(set) var surfaces: [ReferenceSurface?] = []

  /// The frame has content without a formula.
  struct Unsupported: Error {}

  /// The frame's premultiplied RGBA bytes, row by row from the top; nil if it has content without a formula.
  package static func bytes(of frame: Frame, keeping precision: Precision = .doubles) -> [UInt8]? {
    var reference = ReferenceRenderer(frame: frame, precision: precision)
    return try? reference.draw().bytes
  }

  private init(frame: Frame, precision: Precision) { (self.frame, self.precision) = (frame, precision) }

  /// A colour in the precision of the target.
  func rounded(_ color: SIMD4<Double>) -> SIMD4<Double> {
    precision == .doubles ? color : (color * 255).rounded(.toNearestOrAwayFromZero) / 255
  }

  private mutating func draw() throws -> ReferenceSurface {
    for (index, pass) in frame.passes.enumerated() {
      let isScreen = index == frame.passes.count - 1
      var surface = ReferenceSurface(pass.bounds)
      if isScreen { surface = ReferenceSurface(pass.bounds, premultiplied(frame.background)) }
      var open: [OpenClipEdge] = []
      for item in frame.items(of: pass) {
        try enter(item.clipEdge, of: pass, &open, &surface)
        try draw(item, onto: &surface, of: pass, within: open)
      }
      try enter(pass.clipEdge, of: pass, &open, &surface)
      surfaces.append(surface)
    }
    return surfaces.last.flatMap { $0 } ?? ReferenceSurface(frame.bounds)
  }

  // MARK: Clips that cover once

  /// A clip that covers its contents as one picture, while these are painted.
  private struct OpenClipEdge {
    let name: UInt64
    /// The surface before the contents were painted.
    let before: ReferenceSurface
    let coverage: CoverageMap

    /// Interpolates from the old surface to the painted one by the coverage.
    func close(_ surface: inout ReferenceSurface) {
      for y in coverage.rect.minY..<coverage.rect.maxY {
        for x in coverage.rect.minX..<coverage.rect.maxX {
          let old = before[x, y]
          surface[x, y] = old + (surface[x, y] - old) * coverage[x, y]
        }
      }
    }
  }

  private func name(_ clipEdge: Index<ClipNode>) -> UInt64 { frame[clipEdge].owner ?? UInt64(clipEdge.raw) }

  /// Closes the clips that an item is not in, and opens those that it is in, outermost first.
  private func enter(
    _ clipEdge: Index<ClipNode>?,
    of pass: RenderPass,
    _ open: inout [OpenClipEdge],
    _ surface: inout ReferenceSurface
  ) throws {
    var path: [Index<ClipNode>] = []
    var next = clipEdge
    while let inner = next, pass.clipEdge.map({ name($0) != name(inner) }) ?? true {
      path.insert(inner, at: 0)
      next = frame.clipEdge(of: frame[inner].parent)
    }
    while let last = open.last, open.count > path.count || last.name != name(path[open.count - 1]) {
      last.close(&surface)
      open.removeLast()
    }
    for inner in path[open.count...] {
      var coverage = CoverageMap(frame[inner].boundsInDevice.intersection(surface.rect), filledWith: 1)
      if !coverage.rect.isEmpty { try clip(&coverage, byLink: inner) }
      open.append(OpenClipEdge(name: name(inner), before: surface, coverage: coverage))
    }
  }

  private func premultiplied(_ c: SIMD4<Float>) -> SIMD4<Double> {
    let c = SIMD4<Double>(c).clamped(lowerBound: .zero, upperBound: .one)
    return SIMD4(c.x * c.w, c.y * c.w, c.z * c.w, c.w)
  }

  private func draw(
    _ item: DisplayItem,
    onto target: inout ReferenceSurface,
    of pass: RenderPass,
    within clipEdges: [OpenClipEdge]
  ) throws {
    let area = item.boundsInDevice.intersection(target.rect)
    guard !area.isEmpty else { return }
    guard item.antialiasedEdges & 15 == 15 else { throw Unsupported() }
    var coverage = CoverageMap(area, filledWith: 1)
    if let clip = item.clip { try self.clip(&coverage, by: clip) }
    if case .backdrop(let effect) = item.payload {
      var behind = target
      for clipEdge in clipEdges.reversed() { clipEdge.close(&behind) }
      return try drawBackdrop(
        effect,
        opacity: Double(item.opacity),
        coverage: coverage,
        behind: continued(behind, of: pass, by: frame[effect].backdropReach),
        onto: &target
      )
    }
    let source = try source(of: item, over: area)
    if let own = source.coverage { coverage.multiply(own) }
    let opacity = min(1, max(0, Double(item.opacity)))
    for y in area.minY..<area.maxY {
      for x in area.minX..<area.maxX {
        let share = coverage[x, y]
        guard share > 0 else { continue }
        let below = target[x, y]
        let s = source.color(x, y) * opacity
        let blended =
          item.blend == .normal
          ? s + below * (1 - s.w)
          : SIMD4<Double>(Blending.blended(SIMD4<Float>(s), SIMD4<Float>(below), item.blend))
            .clamped(lowerBound: .zero, upperBound: .one)
        let mixed = (below + (blended - below) * share).clamped(lowerBound: .zero, upperBound: .one)
        target[x, y] = rounded(mixed)
      }
    }
  }

  private func clip(_ coverage: inout CoverageMap, by index: Index<ClipNode>) throws {
    var next: Index<ClipNode>? = index
    while let index = next {
      if !frame[index].coversOnce { try clip(&coverage, byLink: index) }
      next = frame[index].parent
    }
  }

  private func clip(_ coverage: inout CoverageMap, byLink index: Index<ClipNode>) throws {
    let node = frame[index]
    guard node.antialiasedEdges & 15 == 15 else { throw Unsupported() }
    let toDevice = frame[node.space].toDevice
    switch node.shape {
    case .rect(let rect):
      let outline = Outline.rect(minX: rect.minX, minY: rect.minY, width: rect.width, height: rect.height)
      coverage.multiply(try covered(outline, box: rect, under: toDevice, over: coverage.rect))
    case .roundedRect(let rect): coverage.multiply(try covered(rect, toDevice, coverage.rect))
    case .path(let path):
      let resource = frame[path]
      coverage.multiply(
        try covered(resource.outline, rule: resource.rule, under: toDevice, over: coverage.rect)
      )
    case .polygon(let corners):
      var outline = Outline()
      outline.polygon(corners)
      coverage.multiply(try covered(outline, under: .identity, over: coverage.rect))
    }
  }

  private func covered(_ rect: RoundedRect, _ toDevice: Projective, _ area: PixelRect) throws -> CoverageMap {
    let box = PlaneRect(rect.minX, rect.minY, rect.maxX, rect.maxY)
    return try covered(
      .roundedRect(rect),
      box: rect.hasSquareCorners ? box : nil,
      under: toDevice,
      over: area
    )
  }

  /// The coverage of an outline; `box` is the rectangle that the outline is, if it is one.
  private func covered(
    _ outline: Outline,
    rule: FillRule = .nonZero,
    box: PlaneRect? = nil,
    under toDevice: Projective,
    over area: PixelRect
  ) throws -> CoverageMap {
    if let box, toDevice.isAffine, toDevice.m12 == 0, toDevice.m21 == 0 {
      let (a, b) = (toDevice.apply(box.minX, box.minY), toDevice.apply(box.maxX, box.maxY))
      return ReferenceCoverage.map(
        PlaneRect(min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)),
        over: area
      )
    }
    guard let map = ReferenceCoverage.map(outline, rule, toDevice, over: area) else { throw Unsupported() }
    return map
  }

  // MARK: Sources

  /// The colours of an item, and the coverage of its shape if it has one.
  private struct Source {
    var coverage: CoverageMap?
    var color: (Int32, Int32) -> SIMD4<Double>
  }

  /// The colour function of one colour.
  private func plain(_ color: SIMD4<Float>) -> (Int32, Int32) -> SIMD4<Double> {
    let color = premultiplied(color)
    return { _, _ in color }
  }

  private func source(of item: DisplayItem, over area: PixelRect) throws -> Source {
    let toDevice = frame[item.space].toDevice
    switch item.payload {
    case .fill(let rect, let color):
      return Source(coverage: try covered(rect, toDevice, area), color: plain(color))
    case .border(let rect, let width, let color):
      var ring = try covered(rect, toDevice, area)
      if let inner = rect.inset(by: width) {
        let hole = try covered(inner, toDevice, area)
        for i in ring.values.indices { ring.values[i] = max(0, ring.values[i] - hole.values[i]) }
      }
      return Source(coverage: ring, color: plain(color))
    case .path(let index, let color):
      let path = frame[index]
      return Source(
        coverage: try covered(path.outline, rule: path.rule, under: toDevice, over: area),
        color: plain(color)
      )
    case .gradient(let index, let rect):
      return Source(
        coverage: try covered(rect, toDevice, area),
        color: try gradient(frame[index], item, toDevice)
      )
    case .image(let index, let placement):
      let pixels = frame[index].image.pixels
      guard pixels.format == .rgba8 else { throw Unsupported() }
      let read: (Int, Int) -> SIMD4<Double> = { x, y in
        let at = pixels.row(min(max(y, 0), pixels.height - 1)) + min(max(x, 0), pixels.width - 1) * 4
        return SIMD4((0..<4).map { Double((at + $0).load(as: UInt8.self)) / 255 })
      }
      return try sampled(placement, of: item, under: toDevice, over: area, read)
    case .bitmap(let index, let placement):
      guard let surface = surfaces[index.value] else { throw Unsupported() }
      let read: (Int, Int) -> SIMD4<Double> = { surface[Int32($0), Int32($1)] }
      return try sampled(placement, of: item, under: toDevice, over: area, read)
    case .surface(let index, let effect):
      guard var surface = surfaces[index.value] else { throw Unsupported() }
      if let effect { surface = try apply(frame[effect], to: surface) }
      let tint = SIMD4<Double>(item.tint)
      return Source(coverage: nil) { x, y in
        let c = surface[x, y]
        return SIMD4(c.x * tint.x, c.y * tint.y, c.z * tint.z, c.w) * tint.w
      }
    case .shadow(let rect, let sigma, let color):
      let coverage = try shadow(of: rect, sigma: sigma, under: toDevice, over: area)
      return Source(coverage: coverage, color: plain(color))
    case .particles, .backdrop: throw Unsupported()
    }
  }

  /// The coverage of a blurred rectangle.
  private func shadow(
    of rect: RoundedRect,
    sigma: Double,
    under toDevice: Projective,
    over area: PixelRect
  ) throws -> CoverageMap {
    guard let deviation = deviation(sigma, toDevice) else { throw Unsupported() }
    let (reachX, reachY) = (Int32((deviation.x * 4).rounded(.up)), Int32((deviation.y * 4).rounded(.up)))
    let wide = PixelRect(area.minX - reachX, area.minY - reachY, area.maxX + reachX, area.maxY + reachY)
    let sharp = try covered(rect, toDevice, wide)
    var alpha = ReferenceSurface(wide)
    for i in sharp.values.indices { alpha.pixels[i].w = sharp.values[i] }
    let soft = alpha.blurred(deviation.x, deviation.y)
    var coverage = CoverageMap(area)
    for y in area.minY..<area.maxY { for x in area.minX..<area.maxX { coverage[x, y] = soft[x, y].w } }
    return coverage
  }

  /// The standard deviations of a blur along the pixels' axes; nil if the map turns and scales unevenly.
  private func deviation(_ sigma: Double, _ toDevice: Projective) -> SIMD2<Double>? {
    guard toDevice.isAffine else { return nil }
    let (x, y) = (SIMD2(toDevice.m11, toDevice.m12), SIMD2(toDevice.m21, toDevice.m22))
    if toDevice.m12 == 0, toDevice.m21 == 0 { return sigma * SIMD2(abs(toDevice.m11), abs(toDevice.m22)) }
    let (across, along) = ((x * x).sum(), (y * y).sum())
    guard abs((x * y).sum()) < 1e-9 * across, abs(across - along) < 1e-9 * across else { return nil }
    return SIMD2(repeating: sigma * across.squareRoot())
  }

  private func gradient(_ resource: GradientResource, _ item: DisplayItem, _ toDevice: Projective) throws
    -> (Int32, Int32) -> SIMD4<Double>
  {
    guard let inverse = toDevice.inverted() else { throw Unsupported() }
    let (start, end, box) = (resource.start, resource.end, resource.frame)
    let colors = resource.colors.map { SIMD4<Double>($0) * SIMD4<Double>(item.tint) }
    let places = resource.locations.map { Double($0) }
    return { x, y in
      let p = inverse.apply(Double(x) + 0.5, Double(y) + 0.5)
      let (u, v) = ((p.x / p.w - box.minX) / box.width, (p.y / p.w - box.minY) / box.height)
      let t: Double
      switch resource.kind {
      case .axial:
        let axis = end - start
        let length = axis.x * axis.x + axis.y * axis.y
        t = length > 0 ? ((u - start.x) * axis.x + (v - start.y) * axis.y) / length : 2
      case .radial:
        let (a, b) = ((u - start.x) / (end.x - start.x), (v - start.y) / (end.y - start.y))
        t = (a * a + b * b).squareRoot()
      case .conic:
        let turns = (atan2(v - start.y, u - start.x) - atan2(end.y - start.y, end.x - start.x)) / (2 * .pi)
        t = turns - turns.rounded(.down)
      }
      var color = colors[colors.count - 1]
      if t <= places[0] {
        color = colors[0]
      } else if let i = places.firstIndex(where: { t < $0 }), i > 0 {
        color =
          colors[i - 1] + (colors[i] - colors[i - 1]) * ((t - places[i - 1]) / (places[i] - places[i - 1]))
      }
      color = color.clamped(lowerBound: .zero, upperBound: .one)
      return SIMD4(color.x * color.w, color.y * color.w, color.z * color.w, color.w)
    }
  }

  /// The weight of the farther of two pixels: quadratic to the middle and back.
  private func eased(_ t: Double) -> Double { t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t) }

  /// The source of an item that shows pixels; `read` returns the pixel at a column and a row.
  private func sampled(
    _ placement: Placement,
    of item: DisplayItem,
    under toDevice: Projective,
    over area: PixelRect,
    _ read: @escaping (Int, Int) -> SIMD4<Double>
  ) throws -> Source {
    guard let inverse = toDevice.inverted(), placement.sampling.filter != .trilinear,
      !placement.sampling.repeats
    else { throw Unsupported() }
    let toSource = inverse.concatenating(placement.toSource)
    let (part, sampling, tint) = (placement.source, placement.sampling, SIMD4<Double>(item.tint))
    let target = placement.target
    let outline = Outline.rect(
      minX: target.minX,
      minY: target.minY,
      width: target.width,
      height: target.height
    )
    return Source(coverage: try covered(outline, box: target, under: toDevice, over: area)) { x, y in
      let p = toSource.apply(Double(x) + 0.5, Double(y) + 0.5)
      func inside(_ value: Double, _ low: Double, _ high: Double) -> Double {
        high - low < 1 ? (low + high) / 2 : min(max(value, low + 0.5), high - 0.5)
      }
      var c: SIMD4<Double>
      if sampling.filter == .nearest {
        let (u, v) = (
          min(max(p.x / p.w, part.minX), part.maxX - 1e-9), min(max(p.y / p.w, part.minY), part.maxY - 1e-9)
        )
        c = read(Int(u.rounded(.down)), Int(v.rounded(.down)))
      } else {
        let (u, v) = (
          inside(p.x / p.w, part.minX, part.maxX) - 0.5, inside(p.y / p.w, part.minY, part.maxY) - 0.5
        )
        let (i, j) = (u.rounded(.down), v.rounded(.down))
        var (a, b) = (u - i, v - j)
        if sampling.filter == .smooth { (a, b) = (eased(a), eased(b)) }
        let (x0, y0) = (Int(i), Int(j))
        let top = read(x0, y0) * (1 - a) + (a > 0 ? read(x0 + 1, y0) : .zero) * a
        let bottom = b > 0 ? read(x0, y0 + 1) * (1 - a) + (a > 0 ? read(x0 + 1, y0 + 1) : .zero) * a : .zero
        c = top * (1 - b) + bottom * b
      }
      if sampling.isAlphaOnly { c = SIMD4(repeating: c.w) }
      return SIMD4(c.x * tint.x, c.y * tint.y, c.z * tint.z, c.w) * tint.w
    }
  }

  // MARK: Effects

  private func apply(_ effect: Effect, to original: ReferenceSurface) throws -> ReferenceSurface {
    var surface = original
    for filter in effect.filters {
      guard let next = surface.filtered([filter]) else { throw Unsupported() }
      surface = next.mapped(rounded)
    }
    var mask: ReferenceSurface?
    if let index = effect.mask {
      guard let found = surfaces[index.value] else { throw Unsupported() }
      mask = found
    }
    func masked(_ surface: ReferenceSurface) -> ReferenceSurface {
      guard let mask else { return surface }
      var result = surface
      for y in surface.rect.minY..<surface.rect.maxY {
        for x in surface.rect.minX..<surface.rect.maxX { result[x, y] *= mask[x, y].w }
      }
      return result
    }
    surface = masked(surface)
    guard let shadow = effect.shadow else { return surface }
    guard shadow.offset == shadow.offset.rounded(.toNearestOrEven) else { throw Unsupported() }
    let soft = surface.blurred(shadow.sigma.x, shadow.sigma.y)
    let (dx, dy) = (Int32(shadow.offset.x), Int32(shadow.offset.y))
    let color = premultiplied(shadow.color)
    var result = ReferenceSurface(soft.rect.offset(by: dx, dy).union(surface.rect))
    for y in result.rect.minY..<result.rect.maxY {
      for x in result.rect.minX..<result.rect.maxX { result[x, y] = color * soft[x - dx, y - dy].w }
    }
    result = masked(result)
    guard effect.showsPicture else { return result }
    for y in surface.rect.minY..<surface.rect.maxY {
      for x in surface.rect.minX..<surface.rect.maxX {
        let s = surface[x, y]
        result[x, y] = s + result[x, y] * (1 - s.w)
      }
    }
    return result
  }
}
