import CoreGraphics

/// The way between straight components of a colour space and the working space.
///
/// Components from 0 to 1 go through the tables of ``SpaceTable``; all others are colours of Core Graphics. A component that is
/// not a number is zero.
struct SpaceConversion: Sendable {
  private let space: CGColorSpace
  private let isPlain: Bool
  private let table: SpaceTable?

  init(_ space: CGColorSpace) {
    self.space = space
    (isPlain, table) = (CIContext.isPlainSRGB(space), SpaceTable.of(space))
  }

  /// The kernel from components in the space, premultiplied or straight, to premultiplied ones of a working space.
  func reading(isPremultiplied: Bool, in working: WorkingSpace) -> RowKernel {
    guard isPremultiplied else { return RowKernel { pixel($0, in: working) } }
    return RowKernel { pixel($0.straight, in: working) }
  }

  /// Returns the premultiplied working pixel of straight components.
  @inline(__always)
  func pixel(_ color: Pixel, in working: WorkingSpace) -> Pixel {
    let color = color.numbers
    guard let light = table?.light(of: color) else { return working.pixel(straightSRGB: sRGB(color)) }
    return (working == .linear ? light : TransferCurve.encoded(light)).premultiplied
  }

  /// The straight colour in extended sRGB of components, without a table.
  private func sRGB(_ color: Pixel) -> Pixel {
    switch space.model {
    case .rgb where isPlain: color
    case .rgb: space.sRGB(color)
    case .monochrome:
      CGColor(colorSpace: space, components: [CGFloat(color.x), CGFloat(color.w)])?.extendedSRGB ?? color
    default: color
    }
  }

  /// Returns the straight components in the space of a premultiplied working pixel: those of gray are three equal ones, and
  /// spaces of other models have only zeros.
  @inline(__always)
  func components(of pixel: Pixel, in working: WorkingSpace) -> Pixel {
    let color = pixel.straight.numbers
    let light = working == .linear || table == nil ? color : TransferCurve.linear(color)
    if let components = table?.components(of: light) { return components }
    return colorComponents(ofSRGB: working == .linear ? TransferCurve.encoded(color) : color)
  }

  /// The components of a straight colour of sRGB, without a table.
  private func colorComponents(ofSRGB color: Pixel) -> Pixel {
    if isPlain, color.min() >= 0, color.max() <= 1 { return color }
    let made = CGColor(extendedSRGB: color).converted(to: space, intent: .defaultIntent, options: nil)
    guard let numbers = made?.components?.map({ Float($0) }) else { return .zero }
    switch numbers.count {
    case 4: return Pixel(numbers[0], numbers[1], numbers[2], color.w).numbers
    case 2: return Pixel(numbers[0], numbers[0], numbers[0], color.w)
    default: return .zero
    }
  }
}
