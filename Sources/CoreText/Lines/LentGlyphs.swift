import CoreGraphics
import Foundation
import StrataText

/// The glyphs of a run at fixed addresses, for the functions that return pointers.
final class LentGlyphs: @unchecked Sendable {  // Written once, before it is shared.
  let glyphs: UnsafeMutablePointer<CGGlyph>
  let positions: UnsafeMutablePointer<CGPoint>
  let advances: UnsafeMutablePointer<CGSize>
  let indices: UnsafeMutablePointer<CFIndex>

  init(_ run: TextLayout.Run) {
    func fixed<Value>(_ value: (Int) -> Value) -> UnsafeMutablePointer<Value> {
      let base = UnsafeMutablePointer<Value>.allocate(capacity: max(run.glyphs.count, 1))
      for index in run.glyphs.indices { (base + index).initialize(to: value(index)) }
      return base
    }
    glyphs = fixed(run.glyph)
    positions = fixed { run.positions[$0] }
    advances = fixed(run.advance)
    indices = fixed { run.indices[$0] }
  }

  // The values are plain: nothing of them is to be destroyed.
  deinit {
    glyphs.deallocate()
    positions.deallocate()
    advances.deallocate()
    indices.deallocate()
  }
}

extension TextLayout.Run {
  func glyph(_ index: Int) -> CGGlyph { CGGlyph(truncatingIfNeeded: glyphs[index]) }
  func advance(_ index: Int) -> CGSize { CGSize(width: advances[index], height: 0) }
}
