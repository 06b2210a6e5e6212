import CoreGraphics
import CoreText
import Foundation
import StrataRaster
import StrataRenderTree

/// Reads and writes the values of an animation in a keyed archive.
enum AnimationArchive {
  private static let customKeys = "strata.keys"
  private static let customPrefix = "strata.key."

  static func encode(_ animation: CAAnimation, into coder: NSCoder) {
    for row in type(of: animation).table.rows
    where animation.shouldArchiveValue(forKey: row.key) || isKept(row, of: animation) {
      // A begin time that was resolved is one of this run, also where the program had set zero.
      if row === AnimationSchema.shared.beginTime, animation.resolvedBeginTime != nil { continue }
      if let value = row.value(of: animation).flatMap({ ArchivedValue.encoded($0, for: coder) }) {
        coder.encode(value, forKey: row.key)
      }
    }
    let custom = animation.state.custom.compactMapValues { ArchivedValue.encoded($0, for: coder) }
    guard !custom.isEmpty else { return }
    let keys = custom.keys.sorted()
    coder.encodeList(keys, forKey: customKeys)
    for key in keys { coder.encode(custom[key], forKey: customPrefix + key) }
  }

  /// True for a value that the public question leaves out and that a copy through an archive would miss.
  private static func isKept(_ row: any AnimationRow, of animation: CAAnimation) -> Bool {
    row.traits.contains(.unlisted) && animation.state.changed.contains(row.number)
  }

  static func decode(into animation: CAAnimation, from coder: NSCoder) {
    for row in type(of: animation).table.rows {
      guard coder.containsValue(forKey: row.key),
        let value = ArchivedValue.decoded(from: coder, forKey: row.key)
      else { continue }
      _ = row.set(value, of: animation)
    }
    for key in coder.decodeStrings(forKey: customKeys) {
      animation.state.custom[key] = ArchivedValue.decoded(from: coder, forKey: customPrefix + key)
    }
  }
}

/// The form of values of any type in an archive: property lists, and objects that archive themselves.
///
/// Structures, colours, paths and images are dictionaries with a kind and numbers or bytes.
enum ArchivedValue {
  static let kindKey = "strata.kind"
  static let dataKey = "data"
  private static let bytesKey = "bytes"

  enum Kind: String {
    case point, size, rect, vector, affineTransform, transform, color, path, image, pixels, frameRateRange
    case font, paragraphStyle, attributedText
  }

  /// Returns the form that a coder takes, or nil if the value cannot be archived with it.
  static func encoded(_ value: Any, for coder: NSCoder) -> Any? {
    guard let value = unwrapped(value) else { return nil }
    switch value {
    case let number as NSNumber: return number
    case let string as String: return string as NSString
    case let data as Data: return data as NSData
    case let point as CGPoint: return form(.point, [point.x, point.y])
    case let size as CGSize: return form(.size, [size.width, size.height])
    case let r as CGRect: return form(.rect, [r.origin.x, r.origin.y, r.size.width, r.size.height])
    case let vector as CGVector: return form(.vector, [vector.dx, vector.dy])
    case let t as CGAffineTransform: return form(.affineTransform, [t.a, t.b, t.c, t.d, t.tx, t.ty])
    case let transform as CATransform3D:
      let (a, b, c, d) = transform.rows
      return form(.transform, [a, b, c, d].flatMap { [$0.x, $0.y, $0.z, $0.w].map { CGFloat($0) } })
    case let color as CGColor: return encoded(color)
    case let path as CGPath: return encoded(path)
    case let range as CAFrameRateRange:
      return form(.frameRateRange, [range.minimum, range.maximum, range.preferred ?? -1].map { CGFloat($0) })
    case let image as CGImage:
      // Half floats are more than a PNG holds, and there are builds without one.
      if image.pixels.format == .rgba8, let data = try? ImageCodec.encode(image.pixels, as: .png) {
        return ArchivedDictionary([kindKey: Kind.image.rawValue, dataKey: data as NSData])
      }
      let (size, bytes) = ArchivedPixels.numbers(of: image.pixels)
      return ArchivedDictionary([kindKey: Kind.pixels.rawValue, dataKey: size, bytesKey: bytes as NSData])
    case let null as NSNull: return null
    case let array as [Any]:
      let elements = array.compactMap { encoded($0, for: coder) }
      return elements.count == array.count ? ArchivedList(elements) : nil
    case let dictionary as [String: Any]:
      // A program's dictionary that looks like one of ours would be misread.
      guard dictionary[kindKey] == nil else { return nil }
      return ArchivedDictionary(dictionary.compactMapValues { encoded($0, for: coder) })
    case let style as NSParagraphStyle: return ArchivedText.form(of: style)
    case let text as NSAttributedString: return ArchivedText.form(of: text, for: coder)
    // A secure archive ends the process for any other object.
    case let object as any NSSecureCoding where type(of: object).supportsSecureCoding: return object
    case let object as any NSCoding: return coder.requiresSecureCoding ? nil : object
    // The fonts of view modules archive themselves; of other subclasses, the font is kept.
    case let font as CTFont: return ArchivedText.form(of: font)
    default: return nil
    }
  }

  private static func form(_ kind: Kind, _ numbers: [CGFloat]) -> ArchivedDictionary {
    ArchivedDictionary([kindKey: kind.rawValue, dataKey: numbers.map { NSNumber(value: Double($0)) }])
  }

  /// The components with the name of their space; a space without a name is written as extended sRGB.
  private static func encoded(_ color: CGColor) -> ArchivedDictionary {
    guard let space = color.colorSpace, let components = color.components, let name = space.name as String?
    else {
      let c = color.extendedSRGB
      return form(.color, [c.x, c.y, c.z, c.w].map { CGFloat($0) })
    }
    let numbers = components.map { NSNumber(value: Double($0)) }
    return ArchivedDictionary([kindKey: Kind.color.rawValue, dataKey: numbers, spaceKey: name])
  }

  private static let spaceKey = "space"
  /// Device spaces by the names that older archives have for them.
  private static let formerNames = [
    "device RGB": CGColorSpaceCreateDeviceRGB(), "device gray": CGColorSpaceCreateDeviceGray(),
    "device CMYK": CGColorSpaceCreateDeviceCMYK(),
  ]

  private static func color(_ components: [CGFloat], space name: Any?) -> CGColor? {
    guard let name = name as? String else {
      guard components.count == 4 else { return nil }
      let c = components.map { Float($0) }
      return CGColor(extendedSRGB: SIMD4(c[0], c[1], c[2], c[3]))
    }
    guard let space = formerNames[name] ?? CGColorSpace(name: name as CFString),
      components.count == space.numberOfComponents + 1
    else { return nil }
    return CGColor(colorSpace: space, components: components)
  }

  private static func encoded(_ path: CGPath) -> ArchivedDictionary {
    let outline = path.outline
    return ArchivedDictionary([
      kindKey: Kind.path.rawValue, "verbs": outline.verbs.map { NSNumber(value: Int($0.rawValue)) },
      dataKey: outline.points.flatMap { [NSNumber(value: $0.x), NSNumber(value: $0.y)] },
    ])
  }

  /// The classes that a list or the form of a value may contain.
  static let classes: [AnyClass] =
    [
      NSNumber.self, NSString.self, NSData.self, NSNull.self, NSValue.self, ArchivedList.self,
      ArchivedDictionary.self, CAMediaTimingFunction.self, CAValueFunction.self, CAAnimation.self,
      CAEmitterCell.self, CAFilter.self, CAEmitterBehavior.self, CAConstraint.self, CALayer.self, NSDate.self,
      NSURL.self,
    ] + classesOfOtherModules

  /// Classes of modules above this one that a program may have linked; their objects archive themselves.
  private static let classesOfOtherModules = [
    "CoreImage.CIFilter", "UIKit.UIColor", "UIKit.UIFont", "UIKit.UIBezierPath", "UIKit.UIImage",
    "AppKit.NSColor", "AppKit.NSFont", "AppKit.NSBezierPath", "AppKit.NSImage", "AppKit.NSShadow",
    "UIKit.NSShadow",
  ].compactMap { NSClassFromString($0) }

  /// Reads the value under a key, or nil if there is none that is valid.
  static func decoded(from coder: NSCoder, forKey key: String) -> Any? {
    coder.decodeNested(of: classes, forKey: key).flatMap(decoded)
  }

  static func decoded(_ value: Any) -> Any? {
    if let number = value as? NSNumber { return number }
    if let string = value as? String { return string }
    if let list = value as? ArchivedList { return list.elements.compactMap(decoded) }
    guard let dictionary = (value as? ArchivedDictionary)?.entries else { return value }
    guard let kind = dictionary[kindKey] as? String else { return dictionary.compactMapValues(decoded) }
    return Kind(rawValue: kind).flatMap { decoded($0, dictionary) }
  }

  private static func decoded(_ kind: Kind, _ dictionary: [String: Any]) -> Any? {
    let n = ArchivedList.elements(of: dictionary[dataKey]).compactMap { CGFloat.unwrapped(from: $0) }
    func has(_ count: Int) -> Bool { n.count == count }
    switch kind {
    case .point: return has(2) ? CGPoint(x: n[0], y: n[1]) : nil
    case .size: return has(2) ? CGSize(width: n[0], height: n[1]) : nil
    case .rect: return has(4) ? CGRect(x: n[0], y: n[1], width: n[2], height: n[3]) : nil
    case .vector: return has(2) ? CGVector(dx: n[0], dy: n[1]) : nil
    case .affineTransform:
      return has(6) ? CGAffineTransform(a: n[0], b: n[1], c: n[2], d: n[3], tx: n[4], ty: n[5]) : nil
    case .transform:
      guard has(16) else { return nil }
      func row(_ i: Int) -> SIMD4<Double> {
        SIMD4(Double(n[i]), Double(n[i + 1]), Double(n[i + 2]), Double(n[i + 3]))
      }
      return CATransform3D(rows: (row(0), row(4), row(8), row(12)))
    case .color: return color(n, space: dictionary[spaceKey])
    case .frameRateRange:
      guard has(3) else { return nil }
      return CAFrameRateRange(
        minimum: Float(n[0]),
        maximum: Float(n[1]),
        preferred: n[2] < 0 ? nil : Float(n[2])
      )
    case .path:
      let verbs = ArchivedList.elements(of: dictionary["verbs"]).compactMap {
        UInt32.unwrapped(from: $0).flatMap { Outline.Verb(rawValue: UInt8(truncatingIfNeeded: $0)) }
      }
      guard n.count % 2 == 0 else { return nil }
      let points = stride(from: 0, to: n.count, by: 2).map { SIMD2(Double(n[$0]), Double(n[$0 + 1])) }
      return Outline(verbs: verbs, points: points).map { CGPath(outline: $0) }
    case .image:
      return (dictionary[dataKey] as? Data).flatMap { try? ImageCodec.decode($0) }.map { CGImage(pixels: $0) }
    case .font: return ArchivedText.font(dictionary, n)
    case .paragraphStyle: return ArchivedText.paragraphStyle(n)
    case .attributedText: return ArchivedText.attributedText(dictionary)
    case .pixels:
      return (dictionary[bytesKey] as? Data).flatMap { ArchivedPixels.image(n, bytes: $0) }
    }
  }
}
