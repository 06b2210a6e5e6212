import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// The random values of property-based tests, a function of the seed.
struct SeededRandom {
  var bits: SplitMix64

  init(_ seed: UInt64) { bits = SplitMix64(seed: seed) }

  mutating func number(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(bits.unitFloat())
  }

  mutating func below(_ count: Int) -> Int { Int(bits.next() % UInt64(max(1, count))) }

  mutating func matrix() -> CATransform3D {
    var m = CATransform3DMakeTranslation(
      CGFloat(number(-50, 50)),
      CGFloat(number(-50, 50)),
      CGFloat(number(-50, 50))
    )
    m = CATransform3DRotate(
      m,
      CGFloat(number(-3, 3)),
      CGFloat(number(-1, 1)),
      CGFloat(number(-1, 1)),
      CGFloat(number(-1, 1))
    )
    m = CATransform3DScale(
      m,
      CGFloat(number(0.2, 3)),
      CGFloat(number(-3, -0.2)),
      CGFloat(number(0.2, 3))
    )
    m.m14 = CGFloat(number(-0.001, 0.001))
    m.m34 = CGFloat(number(-0.002, 0.002))
    m.m12 += CGFloat(number(-0.3, 0.3))
    return m
  }
}
