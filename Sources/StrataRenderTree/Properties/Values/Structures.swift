package import CoreGraphics
package import Foundation

// Structures arrive as themselves or inside value objects, and are read as themselves. The bridging beside the types
// casts one to the other.

extension CGPoint: KeyValueCodable {
  package func mixed(with end: CGPoint, at fraction: Double) -> CGPoint {
    CGPoint(x: mix(Double(x), Double(end.x), fraction), y: mix(Double(y), Double(end.y), fraction))
  }
  package static func unwrapped(from any: Any?) -> CGPoint? {
    guard let any = present(any) else { return nil }
    if let point = any as? CGPoint { return point }
    return (any as? CGSize).map { CGPoint(x: $0.width, y: $0.height) }
  }
  package static var parts: [any ValuePart<CGPoint>] { [Part("x", \CGPoint.x), Part("y", \CGPoint.y)] }
}

extension CGSize: KeyValueCodable {
  package func mixed(with end: CGSize, at fraction: Double) -> CGSize {
    CGSize(
      width: mix(Double(width), Double(end.width), fraction),
      height: mix(Double(height), Double(end.height), fraction)
    )
  }
  package static func unwrapped(from any: Any?) -> CGSize? {
    guard let any = present(any) else { return nil }
    if let size = any as? CGSize { return size }
    return (any as? CGPoint).map { CGSize(width: $0.x, height: $0.y) }
  }
  package static var parts: [any ValuePart<CGSize>] {
    [Part("width", \CGSize.width), Part("height", \CGSize.height)]
  }
}

extension CGRect: KeyValueCodable {
  package func mixed(with end: CGRect, at fraction: Double) -> CGRect {
    CGRect(
      origin: origin.mixed(with: end.origin, at: fraction),
      size: size.mixed(with: end.size, at: fraction)
    )
  }
  package static func unwrapped(from any: Any?) -> CGRect? { present(any) as? CGRect }
  package static var parts: [any ValuePart<CGRect>] {
    [Part("origin", \CGRect.origin), Part("size", \CGRect.size)]
  }
}

extension CATransform3D: KeyValueCodable {
  package func mixed(with end: CATransform3D, at fraction: Double) -> CATransform3D {
    interpolated(to: end, at: fraction)
  }
  package static func unwrapped(from any: Any?) -> CATransform3D? {
    guard let any = present(any) else { return nil }
    if let transform = any as? CATransform3D { return transform }
    return (any as? CGAffineTransform).map { CATransform3DMakeAffineTransform($0) }
  }
  package static var parts: [any ValuePart<CATransform3D>] { TransformParts.all }
}

extension CGAffineTransform: KeyValueCodable {
  /// Moves as the equal transform of space.
  package func mixed(with end: CGAffineTransform, at fraction: Double) -> CGAffineTransform {
    let (a, b) = (CATransform3DMakeAffineTransform(self), CATransform3DMakeAffineTransform(end))
    return CATransform3DGetAffineTransform(a.mixed(with: b, at: fraction))
  }
  package static func unwrapped(from any: Any?) -> CGAffineTransform? {
    guard let any = present(any) else { return nil }
    if let transform = any as? CGAffineTransform { return transform }
    return (any as? CATransform3D).map { CATransform3DGetAffineTransform($0) }
  }
  package static var neutral: CGAffineTransform? { .identity }
  package func adding(_ other: CGAffineTransform) -> CGAffineTransform { concatenating(other) }
  package func subtracting(_ other: CGAffineTransform) -> CGAffineTransform? {
    let inverse = CATransform3DMakeAffineTransform(other).inverse
    return inverse.map { concatenating(CATransform3DGetAffineTransform($0)) }
  }
  package func repeated(_ count: Double) -> CGAffineTransform {
    CATransform3DGetAffineTransform(CATransform3DMakeAffineTransform(self).repeated(count))
  }
  package static var pacing: Pacing { .unsupported }
  package var isUsable: Bool { CATransform3DMakeAffineTransform(self).isFinite }
}
