import Foundation
package import StrataBase

extension CGAffineTransform {
  /// The same map in the form of the renderer.
  package var projective: Projective {
    Projective(a: Double(a), b: Double(b), c: Double(c), d: Double(d), tx: Double(tx), ty: Double(ty))
  }
}
