import QuartzCore
import StrataRenderTree

/// A type of names, only some of which have a meaning.
protocol KnownName {
  /// True if the name has a meaning.
  static func knows(_ name: String) -> Bool
}

/// A type that lists the names that have a meaning.
protocol NameList: KnownName, RawRepresentable where RawValue == String {
  /// The names that have a meaning.
  static var known: [Self] { get }
}

extension NameList {
  static func knows(_ name: String) -> Bool { known.contains { $0.rawValue == name } }
}

extension NameList where Self: CaseIterable {
  static var known: [Self] { Array(allCases) }
}

// MARK: Layers

extension CALayerContentsGravity: KnownName {
  static func knows(_ name: String) -> Bool { Self(rawValue: name).known.rawValue == name }
}

extension CALayerCornerCurve: KnownName {
  static func knows(_ name: String) -> Bool { Self(rawValue: name).known.rawValue == name }
}

extension CALayerContentsFilter: NameList {
  /// The last two are private names of Apple's, of samplings that are close to the linear one.
  static let known: [Self] = [
    .linear, .nearest, .trilinear, Self(rawValue: "box"), Self(rawValue: "lanczos"),
  ]
}

extension FillMode: NameList {}

extension CAShapeLayerFillRule: NameList {
  static let known: [Self] = [.nonZero, .evenOdd]
}

extension CAShapeLayerLineJoin: NameList {
  static let known: [Self] = [.miter, .round, .bevel]
}

extension CAShapeLayerLineCap: NameList {
  static let known: [Self] = [.butt, .round, .square]
}

extension CAGradientLayerType: NameList {
  static let known: [Self] = [.axial, .radial, .conic]
}

extension CATextLayerTruncationMode: NameList {
  static let known: [Self] = [.none, .start, .end, .middle]
}

extension CATextLayerAlignmentMode: NameList {
  static let known: [Self] = [.natural, .left, .right, .center, .justified]
}

extension CAScrollLayerScrollMode: NameList {
  static let known: [Self] = [.none, .vertically, .horizontally, .both]
}

extension CAEmitterLayerEmitterShape: NameList {
  static let known: [Self] = [.point, .line, .rectangle, .cuboid, .circle, .sphere]
}

extension CAEmitterLayerEmitterMode: NameList {
  static let known: [Self] = [.points, .outline, .surface, .volume]
}

extension CAEmitterLayerRenderMode: NameList {
  static let known: [Self] = [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
}

/// How a particle stands in space.
enum ParticleType: String, CaseIterable, NameList { case sprite, plane, point }

/// Which frames of its image a particle shows.
enum ContentsFrameMode: String, CaseIterable, NameList { case single, random, sequential }

// MARK: Animations

extension CAMediaTimingFillMode: KnownName {
  static func knows(_ name: String) -> Bool { FillMode.knows(name) }
}

extension CAAnimationRotationMode: KnownName {
  static func knows(_ name: String) -> Bool { RotationMode(rawValue: name) != nil }
}

extension CATransitionType: NameList {
  static let known: [Self] = [.fade, .moveIn, .push, .reveal, .flip, .pageCurl, .pageUnCurl]
}

extension CATransitionSubtype: NameList {
  static let known: [Self] = [.fromRight, .fromLeft, .fromTop, .fromBottom]
}

// MARK: Keys

/// Opens the type of a row.
private struct NameVisitor<Root>: RowVisitor {
  func visit<Value: KeyValueCodable>(_ row: Property<Root, Value>) -> (any KnownName.Type)? {
    Value.self as? any KnownName.Type
  }
}

extension PropertyRow {
  /// The names that the property takes; nil if it takes other values, or any text.
  var names: (any KnownName.Type)? { accept(NameVisitor<Root>()) }
}

extension CALayer {
  func names(ofKey key: String) -> (any KnownName.Type)? { propertyTable[key]?.names }
}

extension CAAnimation {
  func names(ofKey key: String) -> (any KnownName.Type)? {
    AnimationTable.all[key]?.valueType as? any KnownName.Type
  }
}

extension CAEmitterCell {
  func names(ofKey key: String) -> (any KnownName.Type)? {
    switch key {
    case "particleType": ParticleType.self
    case "contentsFrameMode": ContentsFrameMode.self
    default: EmitterCellSchema.table[key]?.names
    }
  }
}
