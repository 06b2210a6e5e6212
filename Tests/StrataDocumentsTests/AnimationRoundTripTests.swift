import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import Testing

/// Every row of every animation class goes through a document and through an archive.
///
/// The samples follow from the types of the rows, so that a new property is tested without a line here.
@Suite struct AnimationRoundTripTests {
  private static var classes: [() -> CAAnimation] {
    [
      { CABasicAnimation() }, { CASpringAnimation() }, { CAKeyframeAnimation() }, { CATransition() },
      { CAAnimationGroup() },
    ]
  }

  /// A value that differs from the default and from that of every other row.
  private func sample(of row: any AnimationRow) throws -> Any? {
    let number = Double(row.number) + 1.5
    switch row.form {
    case .endpoint: return NSNumber(value: number)
    case .keyframes: return [NSNumber(value: number), NSNumber(value: number + 0.25)]
    case .numbers: return [NSNumber(value: number / 128), NSNumber(value: 0.75)]
    case .timingFunctions: return [curve(number)]
    case .members: return [CABasicAnimation(keyPath: "opacity"), CATransition()]
    case .none, .attribute, .element: break
    }
    switch row.valueType {
    case is Bool.Type: return NSNumber(value: !(try #require(row.initialValue as? Bool)))
    case is Float.Type, is Double.Type, is CGFloat.Type: return NSNumber(value: number)
    case is String.Type: return "zPosition"
    case is CAMediaTimingFunction.Type: return curve(number)
    case is CAValueFunction.Type: return CAValueFunction(name: .rotateX)
    case is CGPath.Type: return CGPath(rect: CGRect(x: number, y: 1, width: 2, height: 3), transform: nil)
    case is CAFrameRateRange.Type: return CAFrameRateRange(minimum: Float(number), maximum: 99)
    case is any RawRepresentable<String>.Type: return "name\(row.number)"
    default: return row.key == "filter" ? CAFilter(type: "gaussianBlur") : nil
    }
  }

  private func curve(_ number: Double) -> CAMediaTimingFunction {
    CAMediaTimingFunction(controlPoints: Float(number / 128), 0, 0.5, 1)
  }

  /// A comparable form of a value.
  private func print(_ value: Any?) -> String {
    switch value {
    case nil: "none"
    case let members as [CAAnimation]: members.map { "\(type(of: $0))" }.joined(separator: " ")
    case let path as CGPath: "\(path.boundingBoxOfPath)"
    case let filter as CAFilter: filter.type
    case let value?: "\(value)"
    }
  }

  private func sampled(_ make: () -> CAAnimation) throws -> CAAnimation {
    let animation = make()
    for row in type(of: animation).table.rows {
      guard let value = try sample(of: row) else { continue }
      #expect(row.set(value, of: animation) && !row.isInitial(in: animation), "\(row.key)")
    }
    return animation
  }

  @Test func everyRowHasASample() throws {
    for row in AnimationTable.all.rows where row !== AnimationSchema.shared.delegate {
      #expect(try sample(of: row) != nil, "\(row.key)")
    }
  }

  @Test func everyRowComesBackFromADocument() throws {
    for make in Self.classes {
      let animation = try sampled(make)
      let layer = CALayer()
      layer.add(animation, forKey: "test")
      let text = try Document(rootLayer: layer).markupText()
      let document = try Document(data: Data(text.utf8))
      // Sampled values need not fit together; whether they have an effect is no matter here.
      let remarks = document.diagnostics.filter { $0.kind != .notHonoured }
      #expect(remarks.isEmpty, "\(remarks)")
      let key = animation is CATransition ? "transition" : "test"
      let copy = try #require(document.rootLayer?.animation(forKey: key), "\(text)")
      for row in type(of: animation).table.rows where row.form != .none {
        #expect(
          print(row.value(of: copy)) == print(row.value(of: animation)),
          "\(type(of: animation)) \(row.key)"
        )
      }
    }
  }

  @Test func defaultsAreLeftOutOfDocuments() throws {
    for make in Self.classes {
      let animation = make()
      let layer = CALayer()
      animation.duration = 1
      layer.add(animation, forKey: "test")
      // The list of the layer's animations has the name of a property of groups.
      let markup = try Document(rootLayer: layer).markupText()
      let text = try #require(markup.components(separatedBy: "<animations").last)
      let schema = AnimationSchema.shared
      for row in type(of: animation).table.rows where row !== schema.duration && row !== schema.transitionType
      {
        #expect(!text.contains(" \(row.documentKey)=") && !text.contains("<\(row.documentKey)"), "\(row.key)")
      }
    }
  }

  @Test func everyRowComesBackFromAnArchive() throws {
    for make in Self.classes {
      let animation = try sampled(make)
      let data = try NSKeyedArchiver.archivedData(withRootObject: animation, requiringSecureCoding: true)
      let decoded = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAAnimation.self, from: data)
      let copy = try #require(decoded)
      for row in type(of: animation).table.rows {
        #expect(
          print(row.value(of: copy)) == print(row.value(of: animation)),
          "\(type(of: animation)) \(row.key)"
        )
      }
    }
  }
}
