import CoreGraphics
import Foundation

/// One input of a filter: its key, the class of its values, its default and its limits.
struct FilterInput: Sendable {
  /// The default, which also says what the input takes.
  enum Value: Sendable {
    case image
    case number(Double)
    case vector([Double])
    case color(Pixel)
    case transform
    case data(Data?)
    case text(String)
    case attributedText
    case space
    /// Any value, and no default; of a program's own filter.
    case any
    /// Vectors of four numbers: two points.
    case lines
  }

  let key: String
  let value: Value
  /// The name of the attribute's type; nil for inputs without one.
  var type: String?
  /// The value with which the filter has no effect; nil if there is none.
  var identity: Double?
  var low: Double?
  var high: Double?
  var slider: ClosedRange<Double>?
  /// The name for people; nil for one that derives from the key.
  var title: String?
  /// False for an input that a new filter leaves empty.
  var hasDefault = true

  /// The name for people.
  var displayName: String {
    if let title { return title }
    var words = ""
    for letter in key.dropFirst("input".count) {
      if letter.isUppercase || letter.isNumber && words.last?.isNumber == false, !words.isEmpty {
        words += " "
      }
      words.append(letter)
    }
    return words
  }

  /// The name of the class of values, as attributes have it.
  var className: String {
    switch value {
    case .image: "CIImage"
    case .number: "NSNumber"
    case .vector: "CIVector"
    case .color: "CIColor"
    case .transform: "NSValue"
    case .data: "NSData"
    case .text: "NSString"
    case .attributedText: "NSAttributedString"
    case .lines: "NSArray"
    case .space, .any: "NSObject"
    }
  }

  /// The default as an object; nil for images and other inputs without one.
  var defaultObject: Any? {
    guard hasDefault else { return nil }
    return switch value {
    case .image, .space, .attributedText, .lines, .any: nil
    case .number(let number): NSNumber(value: number)
    case .vector(let numbers): CIVector(numbers.map { CGFloat($0) })
    case .color(let c):
      CIColor(red: CGFloat(c.x), green: CGFloat(c.y), blue: CGFloat(c.z), alpha: CGFloat(c.w))
    case .transform: NSValue(cgAffineTransform: .identity)
    case .data(let data): data.map { $0 as NSData }
    case .text(let text): text as NSString
    }
  }

  /// The object to keep for a value that a program sets; nil for one of the wrong type.
  func accepted(_ new: Any) -> Any? {
    switch value {
    case .image: return new as? CIImage
    case .number: return Self.number(new).map { NSNumber(value: $0) }
    case .vector: return new as? CIVector ?? Self.vector(new)
    case .color: return new as? CIColor
    case .transform: return Self.transform(new)
    case .data: return (new as? Data).map { $0 as NSData } ?? new as? NSData
    case .text: return (new as? String).map { $0 as NSString } ?? new as? NSString
    case .attributedText:
      return (new as? NSAttributedString).map { NSAttributedString(attributedString: $0) }
    case .space: return new as? CGColorSpace
    case .lines: return new as? [CIVector] ?? (new as? NSArray).flatMap { Array($0) as? [CIVector] }
    case .any: return Self.number(new).map { NSNumber(value: $0) } ?? converted(new) ?? new
    }
  }

  /// A transform in any of the classes that hold one.
  private static func transform(_ value: Any) -> NSValue? {
    switch value {
    case let transform as CGAffineTransform: return NSValue(cgAffineTransform: transform)
    case let value as NSValue:
      return String(cString: value.objCType) == CGAffineTransform._valueCode ? value : nil
    case let object as NSAffineTransform:
      let t = object.transformStruct
      return NSValue(cgAffineTransform: CGAffineTransform(t.m11, t.m12, t.m21, t.m22, t.tX, t.tY))
    default: return nil
    }
  }

  /// The numbers of a point or a rectangle, which may be in an `NSValue`.
  private static func vector(_ value: Any) -> CIVector? {
    if let point = value as? CGPoint { return CIVector(cgPoint: point) }
    return (value as? CGRect).map { CIVector(cgRect: $0) }
  }

  /// A number of any of Swift's types, or a truth value.
  static func number(_ value: Any) -> Double? {
    switch value {
    case let number as NSNumber: number.doubleValue
    case let number as Double: number
    case let number as Float: Double(number)
    case let number as CGFloat: Double(number)
    case let number as Int: Double(number)
    case let flag as Bool: flag ? 1 : 0
    default: nil
    }
  }

  /// The entry of the input in a filter's attributes.
  var attributes: [String: Any] {
    var result: [String: Any] = [kCIAttributeClass: className, kCIAttributeDisplayName: displayName]
    if let type { result[kCIAttributeType] = type }
    if let object = defaultObject { result[kCIAttributeDefault] = object }
    if let identity { result[kCIAttributeIdentity] = NSNumber(value: identity) }
    if let low { result[kCIAttributeMin] = NSNumber(value: low) }
    if let high { result[kCIAttributeMax] = NSNumber(value: high) }
    if let slider {
      result[kCIAttributeSliderMin] = NSNumber(value: slider.lowerBound)
      result[kCIAttributeSliderMax] = NSNumber(value: slider.upperBound)
    }
    return result
  }
}

extension FilterInput {
  /// An image; the transparent one of infinite extent stands in for a missing background.
  static func image(_ key: String = kCIInputImageKey) -> FilterInput {
    FilterInput(key: key, value: .image, type: kCIAttributeTypeImage)
  }

  static var background: FilterInput { .image(kCIInputBackgroundImageKey) }
  static var target: FilterInput { .image(kCIInputTargetImageKey) }
  static var mask: FilterInput { .image(kCIInputMaskImageKey) }

  /// A number without a unit.
  static func scalar(
    _ key: String,
    _ value: Double,
    identity: Double? = nil,
    min low: Double? = nil,
    max high: Double? = nil,
    slider: ClosedRange<Double>? = nil
  ) -> FilterInput {
    FilterInput(
      key: key,
      value: .number(value),
      type: kCIAttributeTypeScalar,
      identity: identity,
      low: low,
      high: high,
      slider: slider
    )
  }

  /// A switch.
  static func flag(_ key: String, _ isOn: Bool) -> FilterInput {
    FilterInput(key: key, value: .number(isOn ? 1 : 0), type: kCIAttributeTypeBoolean, low: 0, high: 1)
  }

  /// A distance in pixels.
  static func distance(
    _ key: String,
    _ value: Double,
    identity: Double? = nil,
    min low: Double? = 0,
    slider: ClosedRange<Double>? = nil
  ) -> FilterInput {
    var input = scalar(key, value, identity: identity, min: low, slider: slider)
    input.type = kCIAttributeTypeDistance
    return input
  }

  /// An angle in radians.
  static func angle(
    _ key: String,
    _ value: Double,
    identity: Double? = 0,
    slider: ClosedRange<Double> = -Double.pi ... .pi
  ) -> FilterInput {
    var input = scalar(key, value, identity: identity, slider: slider)
    input.type = kCIAttributeTypeAngle
    return input
  }

  /// The progress of a transition, 0 to 1.
  static var time: FilterInput {
    var input = scalar(kCIInputTimeKey, 0, identity: 0, min: 0, max: 1, slider: 0...1)
    input.type = kCIAttributeTypeTime
    return input
  }

  /// A row of numbers.
  static func vector(_ key: String, _ values: [Double], type: String? = nil) -> FilterInput {
    FilterInput(key: key, value: .vector(values), type: type)
  }

  static func position(_ key: String, _ x: Double, _ y: Double) -> FilterInput {
    vector(key, [x, y], type: kCIAttributeTypePosition)
  }

  /// The centre that most filters have.
  static var center: FilterInput { position(kCIInputCenterKey, 150, 150) }

  static func rectangle(_ key: String, _ x: Double, _ y: Double, _ width: Double, height: Double)
    -> FilterInput
  {
    vector(key, [x, y, width, height], type: kCIAttributeTypeRectangle)
  }

  static func color(
    _ key: String,
    _ value: Pixel,
    type: String? = kCIAttributeTypeColor,
    title: String? = nil
  ) -> FilterInput {
    FilterInput(key: key, value: .color(value), type: type, title: title)
  }

  /// The input without a default.
  func empty() -> FilterInput {
    var result = self
    result.hasDefault = false
    return result
  }

  static func transform(type: String? = nil) -> FilterInput {
    FilterInput(key: kCIInputTransformKey, value: .transform, type: type)
  }
}

/// The values of a filter's inputs, as the function of its row reads them.
///
/// Numbers are limited to the input's minimum and maximum; a NaN counts as the value without effect, else as the default.
struct FilterValues {
  let row: FilterRow
  let objects: [String: Any]

  private func input(_ key: String) -> FilterInput? { row.inputs.first { $0.key == key } }

  func image(_ key: String = kCIInputImageKey) -> CIImage? { objects[key] as? CIImage }

  func number(_ key: String) -> Double {
    guard let input = input(key), case .number(let usual) = input.value else { return 0 }
    var value = (objects[key] as? NSNumber)?.doubleValue ?? usual
    if value.isNaN { value = input.identity ?? usual }
    return min(max(value, input.low ?? -.greatestFiniteMagnitude), input.high ?? .greatestFiniteMagnitude)
  }

  func float(_ key: String) -> Float { Float(number(key)) }

  /// True if the input has a value.
  func has(_ key: String) -> Bool { objects[key] != nil }

  func isOn(_ key: String) -> Bool { number(key) != 0 }

  /// The numbers of a vector, as many as the default has; missing ones are 0, and numbers that are not finite.
  func numbers(_ key: String) -> [Double] {
    guard let input = input(key), case .vector(let usual) = input.value else { return [] }
    guard let vector = objects[key] as? CIVector else { return usual }
    return usual.indices.map {
      let value = Double(vector.value(at: $0))
      return value.isNaN ? 0 : value
    }
  }

  func pixel(_ key: String) -> Pixel {
    let n = numbers(key).map { Float($0) }
    return n.count >= 4 ? Pixel(n[0], n[1], n[2], n[3]) : .zero
  }

  func point(_ key: String) -> SIMD2<Double> {
    let n = numbers(key)
    return n.count >= 2 ? SIMD2(n[0], n[1]) : .zero
  }

  /// A point of the plane, its coordinates limited to a billion pixels.
  func place(_ key: String) -> SIMD2<Double> {
    point(key).clamped(lowerBound: SIMD2(repeating: -1e9), upperBound: SIMD2(repeating: 1e9))
  }

  /// A rectangle with sizes of zero and more, its edges limited to those of the plane.
  func rect(_ key: String) -> CGRect {
    let n = numbers(key)
    guard n.count >= 4 else { return .null }
    let (start, size) = (SIMD2(n[0], n[1]), SIMD2(n[2], n[3]))
    let isEndless = (size .== .infinity) .| (size .== -.infinity)
    let end = (start + size).replacing(with: size, where: isEndless)
    let most = SIMD2(repeating: 0x1p30)
    let corners = [start, end].map { $0.clamped(lowerBound: -most, upperBound: most) }
    if corners == [start, end], size.min() >= 0 {
      return CGRect(x: n[0], y: n[1], width: n[2], height: n[3])
    }
    return CGRect(around: corners)
  }

  /// A colour in straight extended sRGB.
  func color(_ key: String) -> Pixel {
    if let color = objects[key] as? CIColor { return color.straightSRGB }
    guard let input = input(key), case .color(let usual) = input.value else { return .zero }
    return usual
  }

  func transform(_ key: String) -> CGAffineTransform {
    (objects[key] as? NSValue)?.cgAffineTransformValue ?? .identity
  }

  func text(_ key: String) -> String { (objects[key] as? NSString).map { $0 as String } ?? "" }

  func data(_ key: String) -> Data? { (objects[key] as? NSData)?.copiedBytes }

  /// Calls `body` with the bytes of a table where they are; returns nil without a table.
  func withBytes<Result>(_ key: String, _ body: (UnsafeRawBufferPointer) -> Result?) -> Result? {
    guard let data = objects[key] as? NSData else { return nil }
    return withExtendedLifetime(data) {
      body(UnsafeRawBufferPointer(start: data.bytes, count: data.length))
    }
  }

  func space(_ key: String) -> CGColorSpace? { objects[key] as? CGColorSpace }
}
