import Foundation
import StrataBase
import StrataRaster

/// Glyphs that a vector picture shows as text.
struct VectorText {
  let transcript: GlyphTranscript
  /// The transform from the space of the glyphs' positions, y down, to base space.
  let toBase: CGAffineTransform

  /// Creates text; nil if the glyphs have no transcript or the transform is singular.
  init?(_ glyphs: GlyphRun, toBase: CGAffineTransform) {
    let determinant = toBase.a * toBase.d - toBase.b * toBase.c
    guard let transcript = glyphs.transcript, transcript.font.size > 0, determinant.isFinite, determinant != 0
    else { return nil }
    (self.transcript, self.toBase) = (transcript, toBase)
  }

  /// True if the boxes of neighbouring glyphs overlap, so that transparent text would be darker there.
  var overlaps: Bool {
    var previous: [CGRect] = []
    for mark in transcript.marks {
      guard let bounds = mark.shape?.bounds else { continue }
      let box = CGRect(
        x: bounds.minX + mark.place.x,
        y: bounds.minY + mark.place.y,
        width: bounds.maxX - bounds.minX,
        height: bounds.maxY - bounds.minY
      )
      if previous.contains(where: { !$0.overlap(with: box).isNull }) { return true }
      // Enough for a letter with its combining marks, and the previous letter.
      previous = previous.suffix(3) + [box]
    }
    return false
  }
}
