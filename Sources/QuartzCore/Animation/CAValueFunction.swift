public import Foundation
package import StrataRenderTree

/// The names of the functions that turn numbers into transforms.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String

  /// Creates the constant with this name, known or not.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An angle in radians about x.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// An angle in radians about y.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// An angle in radians about z.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// An array of three factors.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A factor along x.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A factor along y.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A factor along z.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// An array of three distances in points.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A distance along x, in points.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A distance along y, in points.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// A distance along z, in points.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}

/// A function from animated numbers to a transform.
open class CAValueFunction: NSObject, NSSecureCoding, @unchecked Sendable {  // Immutable.
  /// The function as a value.
  package final let function: ValueFunction

  private init(_ function: ValueFunction) {
    self.function = function
    super.init()
  }

  /// Creates the function with a name, or nil if the name is not known.
  public convenience init?(name: CAValueFunctionName) {
    guard let known = ValueFunction(rawValue: name.rawValue) else { return nil }
    self.init(known)
  }

  /// The name of the function.
  open var name: CAValueFunctionName { CAValueFunctionName(rawValue: function.rawValue) }

  /// The name of the function.
  open override var description: String { function.rawValue }

  /// Returns true if the other function has the same name.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CAValueFunction)?.function == function }

  /// A number that equal functions share.
  open override var hash: Int { function.hashValue }

  /// True: archives may name the classes they expect.
  open class var supportsSecureCoding: Bool { true }

  /// Writes the name.
  open func encode(with coder: NSCoder) { coder.encode(function.rawValue as NSString, forKey: "name") }

  /// Reads the name; nil if it is not known.
  public required init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String?,
      let known = ValueFunction(rawValue: name)
    else { return nil }
    function = known
    super.init()
  }
}
