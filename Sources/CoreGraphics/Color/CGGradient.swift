public import Foundation

/// Colours at locations from 0 to 1, interpolated in a colour space.
///
/// - Thread: Any.
public final class CGGradient: Hashable, Sendable {
  /// A colour (extended sRGB, straight alpha) at a location, 0 to 1.
  package struct Stop: Hashable, Sendable {
    package var location: Double
    package var color: SIMD4<Float>
  }

  /// The stops in ascending order of their locations, interpolated in sRGB; never empty.
  package let stops: [Stop]

  /// Creates a gradient of colours at locations; without locations they are evenly spaced.
  ///
  /// Nil without colours.
  package convenience init?(colors: [SIMD4<Float>], locations: [Double]?) {
    self.init(colors: colors, locations: locations, encoding: ColorEncoding())
  }

  private init?(colors: [SIMD4<Float>], locations: [Double]?, encoding: ColorEncoding) {
    guard !colors.isEmpty else { return nil }
    let last = Double(max(colors.count - 1, 1))
    let stops = colors.enumerated().map { index, color in
      let location = locations.flatMap { index < $0.count ? $0[index] : nil } ?? Double(index) / last
      return (index, Stop(location: location.isFinite ? min(max(location, 0), 1) : 0, color: color))
    }
    let ordered = stops.sorted { ($0.1.location, $0.0) < ($1.1.location, $1.0) }.map(\.1)
    self.stops = GradientRefinement(encoding).map { $0.refined(ordered) } ?? ordered
  }

  /// Creates a gradient of `count` colours; nil without colours.
  ///
  /// `components` has the components of each colour in the space, followed by its alpha; they are interpolated.
  /// `locations` are 0 to 1; nil spaces the colours evenly.
  public convenience init?(
    colorSpace space: CGColorSpace,
    colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?,
    count: Int
  ) {
    guard count > 0, space.model != .pattern else { return nil }
    let stride = space.numberOfComponents + 1
    let colors = (0..<count).map { index in
      let values = UnsafeBufferPointer(start: components + index * stride, count: stride)
      return CGColor(space: space, values: Array(values))
    }
    self.init(colors, locations, interpolatedIn: space)
  }

  /// Creates a gradient of `CGColor` objects; nil if the array is empty or holds other objects.
  ///
  /// Colours are converted to the space and interpolated there; nil stands for sRGB. Without `locations` the colours are
  /// evenly spaced.
  public convenience init?(
    colorsSpace space: CGColorSpace?,
    colors: CFArray,
    locations: UnsafePointer<CGFloat>?
  ) {
    let objects = colors.compactMap { $0 as? CGColor }
    guard objects.count == colors.count, space?.model != .pattern else { return nil }
    self.init(objects, locations, interpolatedIn: space ?? .standardRGB)
  }

  private convenience init?(
    _ colors: [CGColor],
    _ locations: UnsafePointer<CGFloat>?,
    interpolatedIn space: CGColorSpace
  ) {
    let numbers = locations.map { UnsafeBufferPointer(start: $0, count: colors.count).map(Double.init) }
    self.init(colors: colors.map(\.extendedSRGB), locations: numbers, encoding: space.encoding)
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGGradient.self) }

  /// Returns whether the stops are equal.
  public static func == (lhs: CGGradient, rhs: CGGradient) -> Bool { lhs.stops == rhs.stops }

  /// Feeds the stops into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(stops) }
}

extension CGGradient: CoreFoundationObject {}
