import Foundation
import StrataRenderTree

extension FrameBuilder {
  /// What an emitter was while the particles that can be seen at a local time were born (rendering EM-18).
  func spans(of emitter: EmitterState, _ id: LayerID, tree: Int32, at time: Double) -> [EmitterSpan] {
    trees[Int(tree)].withNode(id) { node in
      EmitterCourse(node.state, node.animations, after: node.emitterSpans).spans(until: time)
    } ?? [EmitterSpan(state: emitter)]
  }
}
