import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// The value type of transforms, as clients see it (rendering section 2 and 3).
@Suite struct TransformValueTests {
  @Test(
    "rendering X-1: sixteen doubles in rows; points are rows; translation is row four, perspective column four"
  )
  func sixteenNumbers() {
    #expect(MemoryLayout<CATransform3D>.size == 128)
    let m = CATransform3D(
      m11: 1,
      m12: 2,
      m13: 3,
      m14: 4,
      m21: 5,
      m22: 6,
      m23: 7,
      m24: 8,
      m31: 9,
      m32: 10,
      m33: 11,
      m34: 12,
      m41: 13,
      m42: 14,
      m43: 15,
      m44: 16
    )
    let rows = withUnsafeBytes(of: m) { Array($0.bindMemory(to: CGFloat.self)) }
    #expect(rows == (1...16).map { CGFloat($0) })
    let layer = CALayer()
    layer.transform.m41 = 30
    #expect(near(layer.convert(at(1, 2), to: nil), 31, 2))
    layer.transform = CATransform3DIdentity
    layer.transform.m14 = 0.5
    #expect(near(layer.convert(at(2, 4), to: nil), 1, 2))
  }

  @Test("rendering X-12: the plane part of a transform of space is none; setting it replaces everything")
  func affineParts() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(2, 3, 4)
    #expect(layer.affineTransform() == .identity)
    layer.setAffineTransform(CGAffineTransform(a: 2, b: 3, c: 4, d: 5, tx: 6, ty: 7))
    #expect(layer.transform.m33 == 1 && layer.transform.m41 == 6)
    #expect(layer.affineTransform() == CGAffineTransform(a: 2, b: 3, c: 4, d: 5, tx: 6, ty: 7))
    layer.transform = CATransform3DMakeRotation(1, 1, 0, 0)
    #expect(layer.affineTransform() == .identity)
  }

  @Test("rendering K-8: a factor of zero stays, whatever is written or animated after it", arguments: 0..<4)
  func factorsOfZero(way: Int) throws {
    let layer = box(10, 10, 40, 40, red)
    let (path, value) = way % 2 == 0 ? ("transform.scale.y", 1.0) : ("transform.rotation.z", 0.5)
    if way < 2 {
      layer.setValue(0, forKeyPath: "transform.scale.x")
      layer.setValue(value, forKeyPath: path)
    } else {
      for (path, value) in [("transform.scale.x", 0), (path, value)] {
        let still = CABasicAnimation(keyPath: path)
        (still.fromValue, still.toValue, still.duration) = (value, value, 10)
        layer.add(still, forKey: path)
      }
    }
    #expect(try Shot(stage(60, 60, layer), 60, 60, at: 1).painted == 0)
  }

  @Test("rendering X-14: transforms are equatable, hashable and sendable, and do not code themselves")
  func conformances() {
    func takes<Value: Hashable & Sendable>(_ value: Value) -> Set<Value> { [value, value] }
    #expect(takes(CATransform3DMakeScale(1, 2, 3)).count == 1)
    #expect(CATransform3DMakeScale(1, 2, 3) == CATransform3DMakeScale(1, 2, 3))
    // That they do not code themselves is shown by a client that makes them (`ModuleIdioms`); every module of the
    // process sees that conformance, so that it cannot be asked for here.
  }

  @Test("rendering X-17: angles are radians")
  func radians() {
    let half = CATransform3DMakeRotation(.pi, 0, 0, 1)
    #expect(abs(half.m11 + 1) < 1e-12)
    let layer = CALayer()
    layer.setValue(CGFloat.pi / 2, forKeyPath: "transform.rotation.z")
    #expect(abs(layer.transform.m12 - 1) < 1e-12)
  }

  @Test("rendering K-1, K-2: the parts of any key that holds a transform")
  func partsOfTransforms() {
    let layer = CALayer()
    let copies = CAReplicatorLayer()
    for (target, key) in [(layer, "transform"), (layer, "sublayerTransform"), (copies, "instanceTransform")] {
      for (part, value) in [
        ("rotation.x", 0.2), ("rotation.y", 0.3), ("rotation.z", 0.4), ("scale.x", 2), ("scale.y", 3),
        ("scale.z", 4),
        ("translation.x", 5), ("translation.y", 6), ("translation.z", 7),
      ] as [(String, CGFloat)] {
        target.setValue(value, forKeyPath: "\(key).\(part)")
        let read = target.value(forKeyPath: "\(key).\(part)") as? CGFloat ?? .nan
        #expect(abs(read - value) < 1e-9, "\(key).\(part)")
      }
      #expect(abs((target.value(forKeyPath: "\(key).scale") as? CGFloat ?? 0) - 3) < 1e-9)
      #expect(abs((target.value(forKeyPath: "\(key).rotation") as? CGFloat ?? 0) - 0.4) < 1e-9)
      #expect(target.value(forKeyPath: "\(key).translation") as? CGSize == CGSize(width: 5, height: 6))
      target.setValue(CGSize(width: 1, height: 2), forKeyPath: "\(key).translation")
      #expect(target.value(forKeyPath: "\(key).translation.z") as? CGFloat == 7)
      target.setValue(2, forKeyPath: "\(key).scale")
      for axis in ["x", "y", "z"] {
        #expect(abs((target.value(forKeyPath: "\(key).scale.\(axis)") as? CGFloat ?? 0) - 2) < 1e-9)
      }
    }
  }

  @Test("rendering K-3: the parts of points, sizes and rectangles")
  func partsOfStructures() {
    let layer = CALayer()
    for (path, value) in [
      ("position.x", 1), ("position.y", 2), ("anchorPoint.x", 0.3), ("anchorPoint.y", 0.4),
      ("bounds.origin.x", 5),
      ("bounds.origin.y", 6), ("bounds.size.width", 7), ("bounds.size.height", 8), ("shadowOffset.width", 9),
      ("shadowOffset.height", 10),
    ] as [(String, CGFloat)] {
      layer.setValue(value, forKeyPath: path)
      #expect(layer.value(forKeyPath: path) as? CGFloat == value, "\(path)")
    }
    #expect(layer.bounds == CGRect(x: 5, y: 6, width: 7, height: 8) && layer.anchorPoint == at(0.3, 0.4))
    #expect(layer.value(forKeyPath: "bounds.origin") as? CGPoint == at(5, 6))
    #expect(layer.value(forKeyPath: "bounds.size") as? CGSize == CGSize(width: 7, height: 8))
    layer.frame = CGRect(x: 20, y: 30, width: 40, height: 50)
    for (path, value) in [
      ("frame.origin.x", 20), ("frame.origin.y", 30), ("frame.size.width", 40), ("frame.size.height", 50),
    ] as [(String, CGFloat)] {
      #expect(abs((layer.value(forKeyPath: path) as? CGFloat ?? .nan) - value) < 1e-9, "\(path)")
    }
    #expect(layer.value(forKeyPath: "frame.size") as? CGSize == CGSize(width: 40, height: 50))
  }
}
