import StrataBase
import StrataRaster

/// Invariants of every frame: a backend may rely on them without a check.
///
/// - Passes come before the items that use them, and the last pass is the target.
/// - The item ranges of passes do not overlap and lie in the frame.
/// - Indices are in bounds; a clip's parent comes before it.
/// - A clip that covers an item together with other items is a clip that covers once.
/// - An item's bounds are not empty and lie in the bounds of its pass, save where a surface's were cut to what can be
///   seen; a clip's bounds lie in its parent's.
/// - Summaries, where there are any, are those of the items.
/// - Matrices, radii and colours are finite; opacities lie in 0 … 1.
package struct FrameInvariants {
  private let frame: Frame
  package private(set) var violations: [String] = []

  /// Looks at a whole frame.
  package init(_ frame: Frame) {
    self.frame = frame
    checkPasses()
    checkClips()
    if !frame.summaries.isEmpty, frame.summaries != frame.items.map({ ItemSummary($0, in: frame.spaces) }) {
      fail("summaries are not those of the items")
    }
    for (i, space) in frame.spaces.enumerated() where !space.toDevice.isFinite {
      fail("space \(i) is not finite")
    }
    for (i, pass) in frame.passes.enumerated() where isValid(pass.items) {
      for item in frame.items(of: pass) { check(item, of: i) }
    }
  }

  private mutating func fail(_ text: String) {
    if violations.count < 32 { violations.append(text) }
  }

  private func isValid(_ range: Range<Int32>) -> Bool {
    range.lowerBound >= 0 && Int(range.upperBound) <= frame.items.count
  }

  private mutating func checkPasses() {
    guard let last = frame.passes.last else { return fail("there is no pass for the target") }
    if last.bounds != frame.bounds || last.isLocal { fail("the last pass is not the target") }
    var end: Int32 = 0
    for (i, pass) in frame.passes.enumerated() {
      if !isValid(pass.items) { fail("pass \(i) has items beyond the frame's") }
      if pass.items.lowerBound < end { fail("pass \(i) shares items with one before it") }
      end = pass.items.upperBound
      if pass.bounds.isEmpty, i < frame.passes.count - 1 { fail("pass \(i) is empty") }
    }
  }

  private mutating func checkClips() {
    for (i, clip) in frame.clips.enumerated() {
      if clip.space.value >= frame.spaces.count { fail("clip \(i) has no space") }
      guard let parent = clip.parent else { continue }
      if parent.value >= i {
        fail("clip \(i) comes before its parent")
      } else if !frame[parent].boundsInDevice.contains(clip.boundsInDevice) {
        fail("clip \(i) is larger than its parent")
      }
    }
  }

  private mutating func check(_ item: DisplayItem, of pass: Int) {
    let name = "item \(item.layer.index).\(item.part) of pass \(pass)"
    if item.space.value >= frame.spaces.count { fail("\(name) has no space") }
    if let clip = item.clip {
      if clip.value >= frame.clips.count {
        fail("\(name) has no clip")
      } else if !frame[clip].boundsInDevice.contains(item.boundsInDevice) {
        fail("\(name) is larger than its clip")
      }
    }
    if let clipEdge = item.clipEdge, clipEdge.value >= frame.clips.count || !frame[clipEdge].coversOnce {
      fail("\(name) lies in a clip that does not cover once")
    }
    if item.boundsInDevice.isEmpty { fail("\(name) is empty") }
    if !(item.opacity >= 0 && item.opacity <= 1) { fail("\(name) has the opacity \(item.opacity)") }
    if !isFinite(item.tint) { fail("\(name) has a tint that is not finite") }
    switch item.payload {
    case .fill(_, let color), .border(_, _, let color), .shadow(_, _, let color):
      if !isFinite(color) { fail("\(name) has a colour that is not finite") }
    case .path(let index, let color):
      if !isFinite(color) { fail("\(name) has a colour that is not finite") }
      if index.value >= frame.paths.count { fail("\(name) has no path") }
    case .image(let index, let placement):
      if index.value >= frame.images.count { fail("\(name) has no image") }
      if placement.target.isEmpty || placement.source.isEmpty { fail("\(name) has an empty placement") }
    case .gradient(let index, _):
      if index.value >= frame.gradients.count { fail("\(name) has no gradient") }
    case .particles(let index):
      if index.value >= frame.particles.count { fail("\(name) has no particles") }
    case .surface(let index, let effect):
      checkUse(index, local: false, name, pass)
      if let effect { check(effect, name, pass) }
    case .bitmap(let index, _): checkUse(index, local: true, name, pass)
    case .backdrop(let effect):
      check(effect, name, pass)
      if !frame.hasBackdrops { fail("\(name) is a backdrop that the frame does not know of") }
    }
  }

  private mutating func checkUse(_ used: Index<RenderPass>, local: Bool, _ name: String, _ pass: Int) {
    if used.value >= pass {
      fail("\(name) uses pass \(used.raw), which is not finished")
    } else if frame[used].isLocal != local {
      fail("\(name) takes pass \(used.raw) for another kind")
    }
  }

  private mutating func check(_ effect: Index<Effect>, _ name: String, _ pass: Int) {
    guard effect.value < frame.effects.count else { return fail("\(name) has no effect") }
    if let mask = frame[effect].mask { checkUse(mask, local: false, name, pass) }
    for used in [frame[effect].transition?.old, frame[effect].transition?.new] {
      if let used { checkUse(used, local: false, name, pass) }
    }
  }

  private func isFinite(_ c: SIMD4<Float>) -> Bool { (c * 0).sum() == 0 }
}
