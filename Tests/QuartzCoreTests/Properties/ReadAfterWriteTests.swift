import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderTree
import Testing

/// A value written under a key is read back, for every key path of every class.
@Suite struct ReadAfterWriteTests {
  @Test(
    "What is written at a key path is read there, for every path of every class",
    arguments: LayerClass.allCases
  )
  func readAfterWrite(layerClass: LayerClass) {
    let table = LayerSchema.table(of: layerClass)
    var written = 0
    for path in table.keys {
      guard let row = table[path] else { continue }
      for seed in 0..<8 as Range<UInt64> {
        let chance = Chance(seed &* 31 &+ UInt64(path.utf8.count))
        guard let sample = row.accept(SampleMaker<LayerState>(chance: chance)) else {
          Issue.record("\(layerClass.name) \(path) has no sample")
          break
        }
        let layer = layerClass.newLayer
        layer.setValue(sample, forKeyPath: path)
        let read = layer.value(forKeyPath: path)
        let isSame = row.accept(SameToRow<LayerState>(a: sample, b: read))
        #expect(isSame, "\(layerClass.name) \(path): \(sample) is read as \(String(describing: read))")
        written += 1
      }
    }
    #expect(written > 1000)
  }

  /// The keys that are read and written as values of Foundation's types only, with two values of each.
  static var ownKeys: [(String, [Any])] {
    [
      ("name", ["one", "two"]), ("needsDisplayOnBoundsChange", [true, false]),
      ("drawsAsynchronously", [true, false]), ("wantsDynamicContentScaling", [true, false]),
      ("wantsExtendedDynamicRangeContent", [true, false]), ("contentsHeadroom", [2.5, 0]),
      ("preferredDynamicRange", ["high", "standard"]), ("toneMapMode", ["never", "automatic"]),
      ("autoresizingMask", [63, 0]), ("frame", [CGRect(x: 1, y: 2, width: 3, height: 4), CGRect.zero]),
      ("style", [["cornerRadius": 4], ["zPosition": 2]]), ("actions", [["position": NSNull()], [:]]),
    ]
  }

  @Test(
    "animation K-1: what is written under a key that no renderer needs is read there",
    arguments: LayerClass.allCases
  )
  func readAfterWriteOfOtherKeys(layerClass: LayerClass) {
    let layer = layerClass.newLayer
    for (key, values) in Self.ownKeys {
      for value in values {
        layer.setValue(value, forKey: key)
        let (read, reached) = (layer.value(forKey: key), layer.value(forKeyPath: key))
        #expect(isSame(read, value) && isSame(reached, value), "\(layerClass.name) \(key): \(value)")
      }
    }
    for key in ["sublayers", "mask", "delegate", "layoutManager", "constraints", "superlayer"] {
      #expect(CALayer().value(forKey: key) == nil, "\(key)")
    }
    let (child, mask, manager) = (CALayer(), CALayer(), CAConstraintLayoutManager.layoutManager)
    layer.setValue([child], forKey: "sublayers")
    layer.setValue(mask, forKey: "mask")
    layer.setValue(manager, forKey: "layoutManager")
    #expect((layer.value(forKey: "sublayers") as? [CALayer])?.first === child && layer.sublayers?.count == 1)
    #expect(
      layer.value(forKey: "mask") as? CALayer === mask
        && child.value(forKey: "superlayer") as? CALayer === layer
    )
    #expect(layer.value(forKey: "layoutManager") as? CAConstraintLayoutManager === manager)
    let rule = CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .minX)
    layer.setValue([rule], forKey: "constraints")
    #expect((layer.value(forKey: "constraints") as? [CAConstraint])?.first === rule)
  }

  /// Values for each property of the animation classes.
  private static func samples(of key: String, _ chance: Chance) -> Any? {
    func point() -> CGPoint { CGPoint(x: chance.number(-9, 9), y: chance.number(-9, 9)) }
    func numbers(_ count: Int) -> [NSNumber] {
      (0..<count).map { _ in NSNumber(value: chance.number(0, 4) / 4) }
    }
    func curve() -> CAMediaTimingFunction {
      CAMediaTimingFunction(controlPoints: Float(chance.number(0, 1)), 0, 1, Float(chance.number(0, 1)))
    }
    switch key {
    case "beginTime", "timeOffset", "repeatDuration", "duration", "initialVelocity":
      return chance.number(0, 9)
    case "speed", "repeatCount", "startProgress", "endProgress": return Float(chance.number(0, 4))
    case "mass", "stiffness", "damping": return chance.number(1, 99)
    case "autoreverses", "removedOnCompletion", "additive", "cumulative", "allowsOverdamping":
      return chance.happens(0.5)
    case "fillMode": return chance.element(of: ["removed", "forwards", "backwards", "both"])
    case "timingFunction": return curve()
    case "delegate": return nil
    case "preferredFrameRateRange":
      return CAFrameRateRange(
        minimum: Float(chance.below(60)),
        maximum: 120,
        preferred: Float(chance.below(99))
      )
    case "keyPath": return chance.element(of: ["opacity", "position.x", "own"])
    case "valueFunction": return CAValueFunction(name: chance.happens(0.5) ? .rotateX : .scale)
    case "fromValue", "toValue", "byValue":
      return chance.element(of: [chance.number(0, 9), point(), chance.color(), "text"] as [Any])
    case "values": return [chance.number(0, 9), chance.number(0, 9)]
    case "path":
      return CGPath(rect: CGRect(origin: point(), size: CGSize(width: 3, height: 4)), transform: nil)
    case "keyTimes": return numbers(3)
    case "tensionValues", "continuityValues", "biasValues": return numbers(2)
    case "timingFunctions": return [curve(), curve()]
    case "calculationMode": return chance.element(of: ["linear", "paced", "cubic", "discrete", "cubicPaced"])
    case "rotationMode": return chance.element(of: ["auto", "autoReverse"])
    case "type": return chance.element(of: ["fade", "push", "reveal", "ripple"])
    case "subtype": return chance.element(of: ["fromLeft", "fromTop"])
    case "filter": return CAFilter(type: "gaussianBlur")
    case "animations": return [CABasicAnimation(keyPath: "opacity"), CAAnimationGroup()]
    default: return nil
    }
  }

  private static let animationKeys = [
    "beginTime", "timeOffset", "repeatCount", "repeatDuration", "duration", "speed", "autoreverses",
    "fillMode",
    "timingFunction", "removedOnCompletion", "preferredFrameRateRange",
  ]
  private static let propertyKeys = animationKeys + ["keyPath", "additive", "cumulative", "valueFunction"]
  private static let basicKeys = propertyKeys + ["fromValue", "toValue", "byValue"]

  /// The keys of section 11, by class.
  private static var animations: [(make: () -> CAAnimation, keys: [String])] {
    [
      ({ CAAnimation() }, animationKeys), ({ CAPropertyAnimation() }, propertyKeys),
      ({ CABasicAnimation() }, basicKeys),
      (
        { CASpringAnimation() },
        basicKeys + ["mass", "stiffness", "damping", "initialVelocity", "allowsOverdamping"]
      ),
      (
        { CAKeyframeAnimation() },
        propertyKeys + [
          "values", "path", "keyTimes", "timingFunctions", "calculationMode", "rotationMode", "tensionValues",
          "continuityValues", "biasValues",
        ]
      ),
      ({ CATransition() }, animationKeys + ["type", "subtype", "startProgress", "endProgress", "filter"]),
      ({ CAAnimationGroup() }, animationKeys + ["animations"]),
    ]
  }

  @Test(
    "animation K-1, K-3, N-1, Y-1, Y-2: what is written under a key of an animation is read there, in its copies and archives",
    arguments: 0..<30 as Range<UInt64>
  )
  func readAfterWriteOfAnimations(seed: UInt64) throws {
    for (make, keys) in Self.animations {
      let (chance, animation) = (Chance(seed), make())
      var written: [String: Any] = [:]
      for key in keys where chance.happens(0.7) {
        let sample = try #require(Self.samples(of: key, chance), "\(key)")
        animation.setValue(sample, forKey: key)
        #expect(
          isSame(animation.value(forKeyPath: key), sample),
          "\(type(of: animation)) \(key): \(sample)"
        )
        written[key] = sample
      }
      animation.setValue(chance.number(0, 9), forKey: "own")
      let data = try NSKeyedArchiver.archivedData(withRootObject: animation, requiringSecureCoding: true)
      let decoded = try NSKeyedUnarchiver.unarchivedObject(ofClass: CAAnimation.self, from: data)
      let layer = CALayer()
      animation.duration = max(animation.duration, 0.25)
      layer.add(animation, forKey: "added")
      let added = layer.animation(forKey: make() is CATransition ? "transition" : "added")
      for copy in [animation.copy() as? CAAnimation, decoded, added] {
        let copy = try #require(copy)
        #expect(type(of: copy) == type(of: animation) && copy !== animation)
        #expect(copy.value(forKey: "own") as? Double == animation.value(forKey: "own") as? Double)
        for (key, value) in written where key != "duration" {
          #expect(isSame(copy.value(forKey: key), value), "\(type(of: animation)) \(key): \(value)")
        }
      }
      for key in keys {
        animation.setValue(nil, forKey: key)
        let (value, initial) = (animation.value(forKey: key), make().value(forKey: key))
        #expect(isSame(value, initial), "\(type(of: animation)) \(key) is \(String(describing: value))")
      }
    }
  }

  @Test("What is written to a cell under a key is read there, for every key")
  func readAfterWriteOfCells() {
    for row in EmitterCellSchema.table.rows {
      let chance = Chance(UInt64(row.key.utf8.count))
      guard let sample = row.accept(SampleMaker<EmitterCellState>(chance: chance)) else { continue }
      let cell = CAEmitterCell()
      cell.setValue(sample, forKey: row.key)
      let read = cell.value(forKey: row.key)
      #expect(
        row.accept(SameToRow<EmitterCellState>(a: sample, b: read)),
        "\(row.key): \(sample) is read as \(String(describing: read))"
      )
    }
  }
}
