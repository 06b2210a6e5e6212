import StrataBase

/// The same pixels, which transforms and distortions take as they are instead of mixing neighbours.
final class NearestNode: ImageNode {
  let extent: PixelRect
  let sources: NodeInputs

  init(_ input: any ImageNode) { (sources, extent) = (NodeInputs([input]), input.extent) }

  func region(of input: Int, for rect: PixelRect) -> PixelRect { rect }

  func rows(_ rect: PixelRect, _ inputs: [RowReader], _ pass: RenderPass) -> RowReader {
    RowReader(rect, from: inputs) { inputs[0].copy(row: $0, from: $1, count: $2, to: $3) }
  }
}
