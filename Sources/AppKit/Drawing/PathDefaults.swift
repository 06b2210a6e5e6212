import CoreGraphics
import StrataViews
import Synchronization

/// The style of new paths.
enum PathDefaults {
  private static let shared = Mutex(PathStyle())

  static var style: PathStyle {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }
}

extension NSBezierPath.LineCapStyle {
  init(_ cap: CGLineCap) { self = cap == .round ? .round : cap == .square ? .square : .butt }

  /// Core Graphics' word.
  var cap: CGLineCap { self == .round ? .round : self == .square ? .square : .butt }
}

extension NSBezierPath.LineJoinStyle {
  init(_ join: CGLineJoin) { self = join == .round ? .round : join == .bevel ? .bevel : .miter }

  /// Core Graphics' word.
  var join: CGLineJoin { self == .round ? .round : self == .bevel ? .bevel : .miter }
}

extension NSBezierPath.WindingRule {
  init(_ rule: CGPathFillRule) { self = rule == .evenOdd ? .evenOdd : .nonZero }

  /// Core Graphics' word.
  var fillRule: CGPathFillRule { self == .evenOdd ? .evenOdd : .winding }
}
