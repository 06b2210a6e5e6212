public import Foundation
import StrataBase
import StrataRaster
import Synchronization

/// A gradient along a line or between two circles, with colours from a function.
public final class CGShading: Hashable, @unchecked Sendable {
  // Sendable: immutable but for a colour table that is made once.
  private let space: CGColorSpace
  private let function: CGFunction
  let geometry: GradientGeometry
  let extendsStart: Bool
  let extendsEnd: Bool
  private let table = Mutex<GradientStops?>(nil)

  private init?(
    space: CGColorSpace,
    function: CGFunction,
    geometry: GradientGeometry,
    extendsStart: Bool,
    extendsEnd: Bool
  ) {
    // One input, and as many outputs as the space has components, followed by alpha.
    guard function.domain.count == 1, function.outputCount == space.numberOfComponents + 1,
      space.model != .pattern
    else { return nil }
    (self.space, self.function, self.geometry) = (space, function, geometry)
    (self.extendsStart, self.extendsEnd) = (extendsStart, extendsEnd)
  }

  /// Creates a shading along a line, in user space.
  ///
  /// The function has one input, which grows from its lowest value at `start` to its highest at `end`, and as many
  /// outputs as the colour space has components, followed by alpha. Returns nil for other functions and for pattern
  /// spaces.
  public convenience init?(
    axialSpace space: CGColorSpace,
    start: CGPoint,
    end: CGPoint,
    function: CGFunction,
    extendStart: Bool,
    extendEnd: Bool
  ) {
    self.init(
      space: space,
      function: function,
      geometry: .axial(start: start.raster, end: end.raster),
      extendsStart: extendStart,
      extendsEnd: extendEnd
    )
  }

  /// Creates a shading between two circles, in user space; see
  /// `init(axialSpace:start:end:function:extendStart:extendEnd:)`.
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
    self.init(
      space: space,
      function: function,
      geometry: geometry,
      extendsStart: extendStart,
      extendsEnd: extendEnd
    )
  }

  /// The function's colours at even steps, without those that linear interpolation between their neighbours gives.
  ///
  /// 512 steps are finer than the steps of 8-bit colours, except where the function jumps.
  var stops: GradientStops {
    if let known = table.withLock({ $0 }) { return known }
    // The program's function runs without the lock; of two threads that come here, the first one's table stays.
    let made = makeStops()
    return table.withLock { table in
      let stops = table ?? made
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

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGShading.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGShading, rhs: CGShading) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGShading: CoreFoundationObject {}
