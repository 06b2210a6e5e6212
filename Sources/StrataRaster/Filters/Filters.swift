import StrataKernels
package import StrataBase

/// Filters over surfaces of RGBA bytes.
package enum Filters {
  /// A surface and the place of its first pixel.
  package typealias Placed = (buffer: PixelBuffer, x: Int, y: Int)

  /// Applies a filter and returns a new surface of bytes; the original does not change.
  ///
  /// Pixels outside of `limit` may be missing from the result, which saves much of the work of wide blurs.
  package static func apply(_ filter: FilterOp, to surface: Placed, within limit: PixelRect? = nil) -> Placed
  {
    switch filter {
    case .gaussianBlur(let sigmaX, let sigmaY):
      let area = limit.map { moved($0, toStartOf: surface) }
      let blurred = Blur.gaussian(surface.buffer, sigmaX: sigmaX, sigmaY: sigmaY, within: area)
      return (blurred.buffer, surface.x - blurred.growX, surface.y - blurred.growY)
    case .colorMatrix, .luminanceCurve: return mapped(surface, [ColorStep(filter)].compactMap { $0 })
    case .bloom(let sigma, let intensity): return bloomed(surface, sigma, intensity, within: limit)
    case .pixellate(let toCells): return pixellated(surface, toCells)
    case .vignette(let toUnit, let intensity): return vignetted(surface, toUnit, intensity)
    case .dropShadow(let shadow): return shadowed(surface, shadow, within: limit)
    case .program(let program):
      let source = picture(for: program, of: surface, within: limit)
      guard let result = program.run(source.buffer, source.x, source.y, nil, limit),
        result.width == source.buffer.width, result.height == source.buffer.height, result.format == .rgba8
      else { return surface }
      return (result, source.x, source.y)
    }
  }

  /// Applies filters in order; pixels outside of `wanted` may be missing from the result.
  package static func apply(_ filters: [FilterOp], to surface: Placed, wanted: PixelRect) -> Placed {
    var result = surface
    var steps: [ColorStep] = []
    for (index, filter) in filters.enumerated() {
      // Consecutive colour steps are rounded once, as the next step may magnify the rounding of the one before.
      if let step = ColorStep(filter) {
        steps.append(step)
        continue
      }
      result = mapped(result, steps)
      steps = []
      let later = filters[(index + 1)...]
      // Code of the program needs whole pictures.
      let limit =
        later.contains(where: \.isProgram)
        ? nil : wanted.grown(by: later.reduce(0) { $0 + $1.reach.max() })
      result = apply(filter, to: result, within: limit)
    }
    return mapped(result, steps)
  }

  /// A rectangle in pixels counted from a surface's first one.
  static func moved(_ rect: PixelRect, toStartOf surface: Placed) -> PixelRect {
    rect.offset(by: Int32(clamping: -surface.x), Int32(clamping: -surface.y))
  }

  /// Applies steps to every straight colour and rounds after the last one.
  private static func mapped(_ surface: Placed, _ steps: [ColorStep]) -> Placed {
    let source = surface.buffer
    let isWide = source.format == .rgba16f
    guard isWide || !steps.isEmpty else { return surface }
    let result = PixelBuffer(width: source.width, height: source.height, format: .rgba8)
    steps.map(\.kernelStep).withUnsafeBufferPointer { steps in
      for y in 0..<source.height {
        let from = source.bytes + y * source.rowBytes
        let to = result.bytes + y * result.rowBytes
        kernels.change_colors(to, from, source.width, isWide ? 1 : 0, steps.baseAddress, steps.count)
      }
    }
    return (result, surface.x, surface.y)
  }

  /// The pixels that a program gets: those of the surface, and room for all that it may draw.
  ///
  /// A frame is cut to what is there already and what is wanted, or for a later program to what is near, so that a huge
  /// layer costs what can be seen of it.
  private static func picture(for program: FilterProgram, of surface: Placed, within limit: PixelRect?)
    -> Placed
  {
    guard let frame = program.frame else {
      let (x, y) = (grown(program.reach.x), grown(program.reach.y))
      return x == 0 && y == 0 ? surface : copy(of: surface, growing: x, y)
    }
    let source = surface.buffer
    let (x, y) = (Int32(clamping: surface.x), Int32(clamping: surface.y))
    let all = PixelRect(x, y, x + Int32(source.width), y + Int32(source.height))
    let area = limit.map { $0.union(all) } ?? all.grown(by: nearness)
    return copy(of: surface, in: frame.union(all).intersection(area))
  }

  /// In pixels.
  private static let nearness = 1024.0

  /// A reach rounded up to whole pixels.
  private static func grown(_ reach: Double) -> Int {
    reach.isFinite && reach > 0 ? Int(min(reach, 4096).rounded(.up)) : 0
  }

  /// A copy with transparent pixels around it.
  static func copy(of surface: Placed, growing x: Int, _ y: Int) -> Placed {
    let source = surface.buffer
    let result = PixelBuffer(width: source.width + 2 * x, height: source.height + 2 * y, format: .rgba8)
    for row in 0..<source.height {
      (result.row(row + y) + x * 4).copyMemory(from: source.row(row), byteCount: source.width * 4)
    }
    return (result, surface.x - x, surface.y - y)
  }

  /// A copy of the part of a surface inside a rectangle, with transparent pixels outside of the surface.
  static func copy(of surface: Placed, in rect: PixelRect) -> Placed {
    let source = surface.buffer
    let result = PixelBuffer(width: rect.width, height: rect.height, format: .rgba8)
    let all = PixelRect(0, 0, Int32(source.width), Int32(source.height))
    let part = moved(rect, toStartOf: surface).intersection(all)
    if !part.isEmpty {
      let (x, y) = (surface.x - Int(rect.minX), surface.y - Int(rect.minY))
      for row in Int(part.minY)..<Int(part.maxY) {
        (result.row(row + y) + (Int(part.minX) + x) * 4)
          .copyMemory(from: source.row(row) + Int(part.minX) * 4, byteCount: part.width * 4)
      }
    }
    return (result, Int(rect.minX), Int(rect.minY))
  }

  /// The picture darkened towards its edges (see ``FilterOp/vignette(toUnit:intensity:)``).
  private static func vignetted(_ surface: Placed, _ toUnit: Projective, _ intensity: Float) -> Placed {
    let source = surface.buffer
    let result = PixelBuffer(width: source.width, height: source.height, format: .rgba8)
    for y in 0..<source.height {
      let (from, to) = (source.row(y), result.row(y))
      for x in 0..<source.width {
        let p = toUnit.apply(Double(surface.x + x) + 0.5, Double(surface.y + y) + 0.5)
        let factor = max(0, 1 - intensity * Float(p.x * p.x + p.y * p.y))
        let color = PixelWord.channels(from.load(fromByteOffset: x * 4, as: UInt32.self)) / 255
        let changed = SIMD4(
          min(color.x * factor, color.w),
          min(color.y * factor, color.w),
          min(color.z * factor, color.w),
          color.w
        )
        to.storeBytes(
          of: PremultipliedColor(premultiplied: changed).rgba8,
          toByteOffset: x * 4,
          as: UInt32.self
        )
      }
    }
    return (result, surface.x, surface.y)
  }
}
