/// Adds stops to a gradient, so that the renderer's interpolation in sRGB follows one in another colour space.
///
/// A section between two stops is halved until its middle is right to a quarter of an 8-bit level. The worst case,
/// black to white in linear light, takes some thirty stops, most of them near black.
struct GradientRefinement {
  private let encoding: ColorEncoding
  /// The largest error of a component in the middle of a section.
  private static let tolerance: Float = 0.25 / 255
  /// The largest number of times that a section is halved.
  private static let depth = 8

  /// Creates a refinement; nil for a space whose interpolation is that of sRGB.
  init?(_ encoding: ColorEncoding) {
    guard encoding.model != .rgb || !encoding.isStandard else { return nil }
    self.encoding = encoding
  }

  /// Returns the stops, which are in ascending order, with those added that the space needs.
  func refined(_ stops: [CGGradient.Stop]) -> [CGGradient.Stop] {
    let points = stops.map { Point(location: $0.location, components: components(of: $0.color)) }
    guard var last = points.first else { return [] }
    var result = [stop(at: last)]
    for point in points.dropFirst() {
      if point.location > last.location { divide(last, point, Self.depth, into: &result) }
      result.append(stop(at: point))
      last = point
    }
    return result
  }

  /// A place of the gradient with the components of the space, followed by alpha.
  private struct Point {
    var location: Double
    var components: [Double]
  }

  private func components(of color: SIMD4<Float>) -> [Double] {
    let levels = SIMD3(Double(color.x), Double(color.y), Double(color.z))
    return encoding.components(ofExtendedSRGB: levels) + [Double(color.w)]
  }

  private func stop(at point: Point) -> CGGradient.Stop {
    let color = SIMD3<Float>(encoding.extendedSRGB(point.components.dropLast()))
    return CGGradient.Stop(
      location: point.location,
      color: SIMD4(color, Float(point.components.last ?? 1))
    )
  }

  /// Appends the stops that are needed between two points.
  private func divide(_ from: Point, _ to: Point, _ depth: Int, into result: inout [CGGradient.Stop]) {
    guard depth > 0 else { return }
    let middle = Point(
      location: (from.location + to.location) / 2,
      components: zip(from.components, to.components).map { ($0 + $1) / 2 }
    )
    let color = stop(at: middle).color
    let error = color - (stop(at: from).color + stop(at: to).color) / 2
    // A NaN ends the division too.
    guard max(error.max(), -error.min()) > Self.tolerance else { return }
    divide(from, middle, depth - 1, into: &result)
    result.append(CGGradient.Stop(location: middle.location, color: color))
    divide(middle, to, depth - 1, into: &result)
  }
}
