import Foundation
import StrataRaster

/// The line attributes of a state as PDF and SVG write them, with the meaning that they have in a bitmap.
struct VectorLine {
  let width: String
  let miterLimit: String
  /// An even number of lengths, and the distance into them at which a line begins, not negative; nil for a solid line.
  let dash: (lengths: String, phase: String)?

  /// Returns nil for a width that paints nothing; a PDF would have the thinnest line of the device for it.
  init?(_ state: GraphicsState) {
    guard StrokeStyle(width: Double(state.lineWidth)).hasArea else { return nil }
    width = VectorNotation.number(Double(state.lineWidth))
    guard width != "0" else { return nil }
    miterLimit = state.miterLimit >= 1 ? VectorNotation.number(min(Double(state.miterLimit), 1e7)) : "1"
    let pattern = DashPattern(state.dash.lengths.map(Double.init), phase: Double(state.dash.phase))
    let lengths = pattern.map { $0.lengths.map(VectorNotation.number) } ?? []
    // Lengths that are all written as 0 are no pattern.
    dash =
      lengths.contains { $0 != "0" }
      ? (lengths.joined(separator: " "), VectorNotation.number(pattern?.phase ?? 0)) : nil
  }
}
