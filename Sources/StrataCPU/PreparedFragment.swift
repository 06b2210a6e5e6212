import StrataBase
import StrataFrame
import StrataRaster

/// A fragment of a plan while it is drawn: its frame, the place of its clips among all, and its finished surfaces.
struct PreparedFragment {
  let shared: CopyOnWrite<Frame>
  var frame: Frame { _read { yield shared.value } }
  let keys: [Int32: SurfaceKey]
  let firstClip: Int
  /// The clip edges of its clips among all, by the clips' indices; empty where there are none.
  var clipEdges: [Int32] = []
  /// The finished surfaces by pass.
  private(set) var surfaces: [PreparedItem.Surface?]
  /// The bytes of all finished surfaces.
  private(set) var surfaceBytes = 0

  init(_ fragment: DrawPlan.Fragment, firstClip: Int) {
    (shared, keys, self.firstClip) = (fragment.shared, fragment.keys, firstClip)
    surfaces = shared.value.passes.count > 1 ? Array(repeating: nil, count: shared.value.passes.count) : []
  }

  /// Adds the finished surface of a pass.
  mutating func add(_ surface: PreparedItem.Surface?, of pass: Int) {
    free(pass)
    surfaces[pass] = surface
    surfaceBytes += surface?.buffer.byteCount ?? 0
  }

  /// Drops the surface of a pass that nothing reads any more.
  mutating func free(_ pass: Int) {
    surfaceBytes -= surfaces[pass]?.buffer.byteCount ?? 0
    surfaces[pass] = nil
  }

  var effects: EffectRenderer { EffectRenderer(frame: frame, surfaces: surfaces, wanted: frame.bounds) }
}
