import CoreGraphics
public import Foundation
import StrataViews

/// Transforms of the current context's coordinates.
extension NSAffineTransform {
  private var plane: CGAffineTransform {
    let t = transformStruct
    return CGAffineTransform(a: t.m11, b: t.m12, c: t.m21, d: t.m22, tx: t.tX, ty: t.tY)
  }

  /// Transforms what is drawn from now on, before the transforms so far.
  public func concat() { ContextStack.current?.context.concatenate(plane) }

  /// Transforms what is drawn from now on, in place of the transforms since drawing began.
  public func set() {
    guard let entry = ContextStack.current else { return }
    entry.context.concatenate(entry.context.ctm.inverted())
    entry.context.concatenate(entry.base)
    entry.context.concatenate(plane)
  }
}
