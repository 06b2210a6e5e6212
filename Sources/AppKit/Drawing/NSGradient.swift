import CoreGraphics
public import Foundation
import StrataViews

/// Colours that change along a line or between circles, drawn into the current context.
///
/// Colours are interpolated in sRGB.
///
/// - Thread: Any.
open class NSGradient: NSObject, NSCopying, @unchecked Sendable {  // Immutable.
  /// Where a gradient goes on beyond its ends, in the colour of the end.
  public struct DrawingOptions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Before the start.
    public static let drawsBeforeStartingLocation = DrawingOptions(rawValue: 1)
    /// After the end.
    public static let drawsAfterEndingLocation = DrawingOptions(rawValue: 2)

    fileprivate var plain: CGGradientDrawingOptions {
      var options: CGGradientDrawingOptions = []
      if contains(.drawsBeforeStartingLocation) { options.insert(.drawsBeforeStartLocation) }
      if contains(.drawsAfterEndingLocation) { options.insert(.drawsAfterEndLocation) }
      return options
    }
  }

  /// The colours, in the order of their locations from 0 to 1.
  private let stops: [(color: NSColor, location: CGFloat)]
  private let gradient: CGGradient

  private init?(stops: [(color: NSColor, location: CGFloat)]) {
    let inside = stops.map { ($0.color, $0.location.isFinite ? min(max($0.location, 0), 1) : 0) }
    let colors = stops.map(\.color.cgColor.extendedSRGB)
    guard let gradient = CGGradient(colors: colors, locations: inside.map { Double($0.1) }) else {
      return nil
    }
    self.gradient = gradient
    // Colours at one place keep their order.
    self.stops = inside.enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map { ($0.element.0, $0.element.1) }
  }

  /// Creates a gradient of two colours.
  public convenience init?(starting startingColor: NSColor, ending endingColor: NSColor) {
    self.init(colors: [startingColor, endingColor])
  }

  /// Creates a gradient of colours at even distances; nil without any.
  public convenience init?(colors colorArray: [NSColor]) {
    let last = CGFloat(max(colorArray.count - 1, 1))
    self.init(stops: colorArray.enumerated().map { ($0.element, CGFloat($0.offset) / last) })
  }

  /// Creates a gradient of colours at locations from 0 to 1; nil without any.
  public convenience init?(colorsAndLocations objects: (NSColor, CGFloat)...) {
    self.init(stops: objects.map { ($0.0, $0.1) })
  }

  /// Creates a gradient of colours at locations from 0 to 1, or at even distances; nil without any.
  ///
  /// The colour space has no effect.
  public convenience init?(
    colors colorArray: [NSColor],
    atLocations locations: UnsafePointer<CGFloat>?,
    colorSpace: NSColorSpace
  ) {
    guard let locations else {
      self.init(colors: colorArray)
      return
    }
    self.init(stops: colorArray.enumerated().map { ($0.element, locations[$0.offset]) })
  }

  // MARK: Asking

  /// The number of colours.
  open var numberOfColorStops: Int { stops.count }

  /// Stores a colour and its location.
  open func getColor(
    _ color: UnsafeMutablePointer<NSColor>?,
    location: UnsafeMutablePointer<CGFloat>?,
    at index: Int
  ) {
    color?.pointee = stops[index].color
    location?.pointee = stops[index].location
  }

  /// Returns the colour at a location from 0 to 1.
  open func interpolatedColor(atLocation location: CGFloat) -> NSColor {
    guard let next = stops.firstIndex(where: { $0.location >= location }) else {
      return stops[stops.count - 1].color
    }
    guard next > 0, stops[next].location > location else { return stops[next].color }
    let (a, b) = (stops[next - 1], stops[next])
    let fraction = (location - a.location) / (b.location - a.location)
    return a.color.blended(withFraction: fraction, of: b.color) ?? a.color
  }

  /// Returns the gradient itself, which does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Drawing

  /// Draws the gradient between two points.
  open func draw(from startingPoint: NSPoint, to endingPoint: NSPoint, options: DrawingOptions = []) {
    ContextStack.current?.context.drawLinearGradient(
      gradient,
      start: startingPoint,
      end: endingPoint,
      options: options.plain
    )
  }

  /// Draws the gradient between two circles.
  open func draw(
    fromCenter startCenter: NSPoint,
    radius startRadius: CGFloat,
    toCenter endCenter: NSPoint,
    radius endRadius: CGFloat,
    options: DrawingOptions = []
  ) {
    ContextStack.current?.context.drawRadialGradient(
      gradient,
      startCenter: startCenter,
      startRadius: startRadius,
      endCenter: endCenter,
      endRadius: endRadius,
      options: options.plain
    )
  }

  /// Fills a rectangle, from one edge or corner to the opposite one.
  ///
  /// The angle is in degrees from the x axis to the y axis: with 0 the gradient begins at the edge of the least x, with 90 at
  /// that of the least y.
  open func draw(in rect: NSRect, angle: CGFloat) {
    fill(rect) {
      let radians = angle * .pi / 180
      let (x, y) = (cos(radians), sin(radians))
      // The corners that are farthest along the line get the colours of the ends.
      let reach = (abs(rect.width * x) + abs(rect.height * y)) / 2
      draw(
        from: NSPoint(x: rect.midX - x * reach, y: rect.midY - y * reach),
        to: NSPoint(x: rect.midX + x * reach, y: rect.midY + y * reach),
        options: [.drawsBeforeStartingLocation, .drawsAfterEndingLocation]
      )
    }
  }

  /// Fills a path, as ``draw(in:angle:)-(NSRect,_)`` fills its bounds.
  open func draw(in path: NSBezierPath, angle: CGFloat) {
    clipped(to: path) { draw(in: path.bounds, angle: angle) }
  }

  /// Fills a rectangle from a point to the circle through its corners.
  ///
  /// The point is given from the rectangle's middle, as a part of half its sides, from -1 to 1.
  open func draw(in rect: NSRect, relativeCenterPosition: NSPoint) {
    fill(rect) {
      let middle = NSPoint(x: rect.midX, y: rect.midY)
      draw(
        fromCenter: NSPoint(
          x: middle.x + relativeCenterPosition.x * rect.width / 2,
          y: middle.y + relativeCenterPosition.y * rect.height / 2
        ),
        radius: 0,
        toCenter: middle,
        radius: hypot(rect.width, rect.height) / 2,
        options: [.drawsBeforeStartingLocation, .drawsAfterEndingLocation]
      )
    }
  }

  /// Fills a path from a point of its bounds, as ``draw(in:relativeCenterPosition:)-(NSRect,_)`` fills these.
  open func draw(in path: NSBezierPath, relativeCenterPosition: NSPoint) {
    clipped(to: path) { draw(in: path.bounds, relativeCenterPosition: relativeCenterPosition) }
  }

  private func fill(_ rect: NSRect, _ paint: () -> Void) {
    guard let context = ContextStack.current?.context, !rect.isEmpty else { return }
    context.saveGState()
    context.clip(to: rect)
    paint()
    context.restoreGState()
  }

  private func clipped(to path: NSBezierPath, _ paint: () -> Void) {
    guard let context = ContextStack.current?.context, !path.isEmpty else { return }
    context.saveGState()
    path.addClip()
    paint()
    context.restoreGState()
  }
}
