import StrataBase
import StrataFrame

/// A fragment of a plan while it is drawn: its frame, the place of its clips among all, and its finished surfaces.
struct PreparedFragment {
  let shared: CopyOnWrite<Frame>
  var frame: Frame { _read { yield shared.value } }
  let keys: [Int32: SurfaceKey]
  let firstClip: Int
  /// The clip edges of its clips among all, by the clips' indices; empty where there are none.
  var clipEdges: [Int32] = []
  var surfaces: [PreparedItem.Surface?]

  init(_ fragment: DrawPlan.Fragment, firstClip: Int) {
    (shared, keys, self.firstClip) = (fragment.shared, fragment.keys, firstClip)
    surfaces = shared.value.passes.count > 1 ? Array(repeating: nil, count: shared.value.passes.count) : []
  }

  var effects: EffectRenderer { EffectRenderer(frame: frame, surfaces: surfaces, wanted: frame.bounds) }
}
