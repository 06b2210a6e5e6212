public import Foundation
package import StrataRenderTree

/// The names of the known timing functions.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates the constant with this name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The same speed throughout.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Begins slowly.
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Ends slowly.
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Begins and ends slowly.
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// The curve of implicit animations.
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")
}

/// A cubic Bézier curve from (0, 0) to (1, 1) that bends progress.
open class CAMediaTimingFunction: NSObject, NSSecureCoding, @unchecked Sendable {  // Immutable.
  /// The curve as a value.
  package final let function: TimingFunction

  /// Creates the curve with these inner control points; the x coordinates should lie in 0...1.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    function = TimingFunction(c1x, c1y, c2x, c2y)
    super.init()
  }

  /// Creates the curve with a name; a name that is not known is a programming error.
  public convenience init(name: CAMediaTimingFunctionName) {
    guard let known = TimingFunction(name: name.rawValue) else {
      raise("unknown timing function name \"\(name.rawValue)\"")
    }
    self.init(known)
  }

  package convenience init(_ function: TimingFunction) {
    let c = function.controls
    self.init(controlPoints: c.x, c.y, c.z, c.w)
  }

  /// Writes x and y of a control point, 0 to 3, to `values`.
  open func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    guard (0...3).contains(idx) else { raise("a timing function has the control points 0 to 3, not \(idx)") }
    let c = function.controls
    let point = [SIMD2(0, 0), SIMD2(c.x, c.y), SIMD2(c.z, c.w), SIMD2(1, 1)][idx]
    ptr[0] = point.x
    ptr[1] = point.y
  }

  /// Returns the height of the curve over `t`.
  public final func _solve(forInput t: Float) -> Float { Float(function(Double(t))) }

  /// The name of a known curve, otherwise its control points.
  open override var description: String {
    let c = function.controls
    return function.name ?? "(\(c.x), \(c.y), \(c.z), \(c.w))"
  }

  /// Returns true if the other function has the same control points.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? CAMediaTimingFunction)?.function == function
  }

  /// A number that equal functions share.
  open override var hash: Int { function.hashValue }

  /// True: archives may name the classes they expect.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the control points.
  open func encode(with coder: NSCoder) {
    let c = function.controls
    for (key, value) in zip(Self.keys, [c.x, c.y, c.z, c.w]) { coder.encode(value, forKey: key) }
  }

  /// Reads the control points.
  public required init?(coder: NSCoder) {
    let c = Self.keys.map { coder.decodeFloat(forKey: $0) }
    function = TimingFunction(c[0], c[1], c[2], c[3])
    super.init()
  }

  private static let keys = ["c1x", "c1y", "c2x", "c2y"]
}
