import CoreGraphics
public import Foundation

/// What filters with typed properties share.
public protocol CIFilterProtocol: AnyObject {
  /// The result of the filter; nil if an image that it needs is missing.
  var outputImage: CIImage? { get }
  /// The attributes of a filter of a program's own.
  static func customAttributes() -> [String: Any]?
}

extension CIFilterProtocol {
  /// Nil: the attributes of built-in filters derive from their declarations.
  public static func customAttributes() -> [String: Any]? { nil }
}

/// A filter: makes an image of others, controlled by the values of its inputs.
///
/// All inputs of a new filter have their defaults, images excepted.
///
/// A program's own filter is a subclass that overrides ``outputImage``, and names its inputs: in ``customAttributes()``, a
/// dictionary for each key that begins with `input`, or in ``inputKeys``. Values of those keys are kept for it, unless it
/// overrides ``value(forKey:)`` and ``setValue(_:forKey:)`` to keep them itself.
///
/// ```swift
/// final class Glow: CIFilter {
///   override class func customAttributes() -> [String: Any]? {
///     ["inputImage": [kCIAttributeClass: "CIImage"],
///       "inputRadius": [
///         kCIAttributeClass: "NSNumber", kCIAttributeDefault: 8, kCIAttributeType: kCIAttributeTypeDistance,
///       ]]
///   }
///
///   override var outputImage: CIImage? {
///     guard let image = value(forKey: "inputImage") as? CIImage,
///       let radius = value(forKey: "inputRadius") as? Double
///     else { return nil }
///     return image.composited(over: image.applyingGaussianBlur(sigma: radius))
///   }
/// }
/// ```
///
/// A layer takes the values of its inputs. Threads that render make objects of the class with `init()`, give them the
/// values and ask for ``outputImage``; so it must depend on the inputs alone. Copies are made with `init()`, too; a class
/// with other initializers therefore overrides it, or has defaults for all of its stored properties.
///
/// - Thread: One at a time; the images that it makes are free to go to other threads.
open class CIFilter: NSObject, NSCopying, NSSecureCoding, CIFilterProtocol {
  /// The declaration of a built-in filter; nil for a program's own.
  private(set) var row: FilterRow?
  /// The objects of the inputs, by key.
  private(set) var objects: [String: Any] = [:]
  private var givenName: String?

  /// True if the filter takes part where a layer has it; the filter itself does not look at it.
  open var isEnabled = true

  /// Creates a filter without inputs, for subclasses.
  public override init() { super.init() }

  /// Creates a built-in filter with default values; returns nil if there is none of this name.
  public convenience init?(name: String) { self.init(name: name, parameters: nil) }

  /// Creates a built-in filter with values by input keys; returns nil if there is none of this name.
  ///
  /// Keys that the filter does not have are ignored, as are values of wrong types.
  public convenience init?(name: String, parameters params: [String: Any]?) {
    guard let row = FilterRegistry.byName[name] else { return nil }
    self.init(row)
    for (key, value) in params ?? [:] { setValue(value, forKey: key) }
  }

  /// Creates the filter of a row.
  convenience init(_ row: FilterRow) {
    self.init()
    self.row = row
    objects = row.defaults
  }

  /// Names the filter of a row for the objects with typed properties.
  ///
  /// - Precondition: There is a filter of this name.
  convenience init(builtIn name: String) {
    guard let row = FilterRegistry.byName[name] else {
      preconditionFailure("there is no row of the filter \(name)")
    }
    self.init(row)
  }

  /// The name: that of the kind of filter, until a program gives another one by which key paths find it.
  open var name: String {
    get { givenName ?? row?.name ?? String(describing: type(of: self)) }
    set { givenName = newValue }
  }

  /// The result of the filter; nil if an image that it needs is missing.
  ///
  /// Nothing is drawn yet: the result keeps the present values, and is drawn by a ``CIContext``.
  open var outputImage: CIImage? { row.flatMap { $0.output(FilterValues(row: $0, objects: objects)) } }

  /// The keys of the inputs.
  open var inputKeys: [String] { row?.inputs.map(\.key) ?? OwnFilters.keys(of: Self.customAttributes()) }

  /// The keys of the results.
  open var outputKeys: [String] { [kCIOutputImageKey] }

  /// The name, the categories, and for each input a dictionary with class, type, default, limits and name.
  open var attributes: [String: Any] {
    row?.attributes ?? Self.customAttributes() ?? [kCIAttributeFilterName: name]
  }

  /// The attributes of a filter of a program's own; nil for built-in filters.
  open class func customAttributes() -> [String: Any]? { nil }

  /// Gives all inputs that have a default their default; images stay.
  open func setDefaults() {
    if let row { return objects.merge(row.defaults) { $1 } }
    for (key, value) in declaration?.defaults ?? [:] { setValue(value, forKey: key) }
  }

  /// The declaration of the filter, or of a program's own class; nil for a filter without inputs.
  var declaration: FilterRow? { row ?? OwnFilters.row(of: self) }

  /// Returns the value of an input, of ``outputImage`` or of ``name``; nil for any other key.
  open func value(forKey key: String) -> Any? {
    switch key {
    case kCIOutputImageKey: outputImage
    case "name": name
    case "enabled", "isEnabled": isEnabled
    default:
      // An own filter's values start with the defaults that its class declares.
      objects[key] ?? (row == nil ? declaration?.input(key)?.defaultObject : nil)
    }
  }

  /// Sets the value of an input; nil removes it.
  ///
  /// A key that the filter does not have is ignored and reported once, where Apple's framework raises an exception. So is
  /// a value of a wrong type. Numbers may have any of Swift's types of numbers.
  open func setValue(_ value: Any?, forKey key: String) {
    if key == "name" || key == "enabled" || key == "isEnabled" {
      if key == "name", let text = value as? String { givenName = text }
      if key != "name", let flag = value as? Bool { isEnabled = flag }
      return
    }
    guard let input = declaration?.input(key) else {
      Diagnostics.report("\(row?.name ?? name) has no input \(key); the value is ignored")
      return
    }
    guard let value, !(value is NSNull) else {
      objects[key] = nil
      return
    }
    guard let object = input.accepted(value) ?? input.converted(value) else {
      Diagnostics.report(
        "\(key) of \(row?.name ?? name) takes \(input.className); \(type(of: value)) is ignored"
      )
      return
    }
    objects[key] = object
  }

  /// Returns the value at a key path; filters have plain keys only.
  open func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

  /// Sets the value at a key path; filters have plain keys only.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard row == nil, let value, let input = declaration?.input(keyPath) else {
      return setValue(value, forKey: keyPath)
    }
    // A class of a program's own gets objects, as from Apple's key-value coding.
    setValue(input.accepted(value) ?? input.converted(value) ?? value, forKey: keyPath)
  }

  /// Returns a filter of the same kind with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let result = _FilterFactory.make(type(of: self))
    (result.row, result.objects, result.givenName) = (row, objects, givenName)
    result.isEnabled = isEnabled
    if row == nil {
      for key in inputKeys { value(forKey: key).map { result.setValue($0, forKey: key) } }
    }
    return result
  }

  /// True: filters can be archived securely.
  public static var supportsSecureCoding: Bool { true }

  /// Creates a filter from an archive; returns nil if there is none of the archived name.
  public required init?(coder: NSCoder) {
    super.init()
    if coder.containsValue(forKey: "CI_class") {
      guard let kind = coder.decodeObject(of: NSString.self, forKey: "CI_class") as String?,
        let row = FilterRegistry.byName[kind]
      else { return nil }
      (self.row, objects) = (row, row.defaults)
    }
    for input in declaration?.inputs ?? [] {
      if let object = decoded(input, coder) { setValue(object, forKey: input.key) }
    }
    if coder.containsValue(forKey: "CI_name") {
      givenName = coder.decodeObject(of: NSString.self, forKey: "CI_name") as String?
    }
    isEnabled = !coder.decodeBool(forKey: "CI_disabled")
  }

  /// Writes the kind of filter and the values of its inputs into an archive, but for images, colour spaces and attributed
  /// text.
  open func encode(with coder: NSCoder) {
    if let row { coder.encode(row.name as NSString, forKey: "CI_class") }
    if let givenName { coder.encode(givenName as NSString, forKey: "CI_name") }
    coder.encode(!isEnabled, forKey: "CI_disabled")
    for input in declaration?.inputs ?? [] { encode(input, coder) }
  }

  private func encode(_ input: FilterInput, _ coder: NSCoder) {
    guard let object = value(forKey: input.key) else { return }
    switch input.value {
    case .image, .space, .attributedText: break
    case .lines:
      let numbers = (object as? [CIVector] ?? []).flatMap { v in (0..<4).map { v.value(at: $0) } }
      coder.encode(CIVector(numbers), forKey: input.key)
    case .transform:
      let transform = (object as? NSValue)?.cgAffineTransformValue ?? .identity
      coder.encode(CIVector(cgAffineTransform: transform), forKey: input.key)
    case .number, .vector, .color, .data, .text: coder.encode(input.accepted(object), forKey: input.key)
    case .any:
      let object = input.accepted(object)
      if let object = object as? NSObject, Self.plainClasses.contains(where: { object.isKind(of: $0) }) {
        coder.encode(object, forKey: input.key)
      }
    }
  }

  /// The classes of values of any kind that archives hold.
  private static let plainClasses: [AnyClass] = [
    NSNumber.self, CIVector.self, CIColor.self, NSData.self, NSString.self,
  ]

  private func decoded(_ input: FilterInput, _ coder: NSCoder) -> Any? {
    let key = input.key
    guard coder.containsValue(forKey: key) else { return nil }
    switch input.value {
    case .image, .space, .attributedText: return nil
    case .lines:
      return coder.decodeObject(of: CIVector.self, forKey: key).flatMap { input.object($0.filterInput) }
    case .number: return coder.decodeObject(of: NSNumber.self, forKey: key)
    case .vector: return coder.decodeObject(of: CIVector.self, forKey: key)
    case .color: return coder.decodeObject(of: CIColor.self, forKey: key)
    case .data: return coder.decodeObject(of: NSData.self, forKey: key)
    case .text: return coder.decodeObject(of: NSString.self, forKey: key)
    case .transform:
      return coder.decodeObject(of: CIVector.self, forKey: key).map {
        NSValue(cgAffineTransform: $0.cgAffineTransformValue)
      }
    case .any: return coder.decodeObject(of: Self.plainClasses, forKey: key)
    }
  }
}
