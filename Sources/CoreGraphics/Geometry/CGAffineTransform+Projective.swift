import Foundation
package import StrataBase

extension CGAffineTransform {
  /// The transform as the renderer's type.
  package var projective: Projective {
    Projective(a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
  }
}
