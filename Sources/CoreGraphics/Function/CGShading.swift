public import Foundation
import StrataBase
import StrataRaster
import Synchronization

/// Colours that a function gives along a line or between two circles.
public final class CGShading: Hashable, @unchecked Sendable {
  // Sendable: never changes but for a colour table made once.
  private let space: CGColorSpace
  private let function: CGFunction
  let geometry: GradientGeometry
  let extendsStart: Bool
  let extendsEnd: Bool
  private let table = Mutex<GradientStops?>(nil)

  private init?(
    _ space: CGColorSpace,
    _ function: CGFunction,
    _ geometry: GradientGeometry,
    _ extendsStart: Bool,
    _ extendsEnd: Bool
  ) {
    // One input, and as many outputs as the space has components, followed by alpha.
    guard function.domain.count == 1, function.outputCount == space.numberOfComponents + 1,
      space.model != .pattern
    else { return nil }
    (self.space, self.function, self.geometry) = (space, function, geometry)
    (self.extendsStart, self.extendsEnd) = (extendsStart, extendsEnd)
  }

  /// Creates a shading along a line; nil unless the function makes colours of the space, with alpha, of one number.
  ///
  /// The line's start stands for the lowest input of the function, its end for the highest.
  public convenience init?(
    axialSpace space: CGColorSpace,
    start: CGPoint,
    end: CGPoint,
    function: CGFunction,
    extendStart: Bool,
    extendEnd: Bool
  ) {
    self.init(space, function, .axial(start: start.raster, end: end.raster), extendStart, extendEnd)
  }

  /// Creates a shading between two circles; nil unless the function makes colours of the space, with alpha, of one
  /// number.
  public convenience init?(
    radialSpace space: CGColorSpace,
    start: CGPoint,
    startRadius: CGFloat,
    end: CGPoint,
    endRadius: CGFloat,
    function: CGFunction,
    extendStart: Bool,
    extendEnd: Bool
  ) {
    let geometry = GradientGeometry.circles(
      start: start.raster,
      startRadius: Double(startRadius),
      end: end.raster,
      endRadius: Double(endRadius)
    )
    self.init(space, function, geometry, extendStart, extendEnd)
  }

  /// The function's colours at even steps, without those that lie on the line between their neighbours.
  ///
  /// 512 steps are finer than the steps of 8-bit colours wherever the function does not jump.
  var stops: GradientStops {
    table.withLock { table in
      if let table { return table }
      let stops = makeStops()
      table = stops
      return stops
    }
  }

  private func makeStops() -> GradientStops {
    let steps = 512
    let domain = function.domain[0]
    let colors = (0...steps).map { step in
      let share = CGFloat(step) / CGFloat(steps)
      let input = domain.lowerBound + (domain.upperBound - domain.lowerBound) * share
      return CGColor(space: space, values: function.outputs(for: [input])).extendedSRGB
    }
    var kept = [0]
    for step in 1..<steps {
      let from = kept[kept.count - 1]
      // A quarter of the smallest visible difference may add up over a long straight run.
      let share = Float(step - from) / Float(step + 1 - from)
      let between = colors[from] + (colors[step + 1] - colors[from]) * share
      let error = colors[step] - between
      if (error * error).max() > 1e-7 || step - from > 64 { kept.append(step) }
    }
    kept.append(steps)
    return GradientStops(colors: kept.map { colors[$0] }, locations: kept.map { Float($0) / Float(steps) })
  }

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGShading.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGShading, rhs: CGShading) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGShading: CoreFoundationObject {}
