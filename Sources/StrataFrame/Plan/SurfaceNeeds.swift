package import StrataBase
import StrataRaster

/// The pixels of a fragment's surfaces that its planned items need.
///
/// The visible part of an item determines the part of its surface. Effects enlarge it by their reach. A surface whose
/// finished pixels are cached needs nothing below it.
package struct SurfaceNeeds {
  /// What a backend does with the finished pixels of a surface.
  package enum Caching: Sendable {
    /// They are in the cache.
    case cached
    /// They go into the cache, so all of them are drawn.
    case toCache
    /// They are not cached; only visible pixels are drawn.
    case uncached
  }

  /// The needed pixels by pass; empty for passes that no item needs, and for the last one.
  package private(set) var rects: [PixelRect]

  private let fragment: DrawPlan.Fragment
  /// The pass whose items are read now.
  private var user: Int
  /// For each pass a list of the passes that it is the last to show: the head, and the link of each member; -1 ends it.
  private var firstShown: [Int32]
  private var nextShown: [Int32]
  private static let unseen: Int32 = -2

  /// Finds the needs of a fragment of a plan.
  ///
  /// Calls `caching` once for each surface item, with the item's pass if the surface has no effect.
  package init(
    of fragment: DrawPlan.Fragment,
    in plan: DrawPlan,
    _ caching: (SurfaceKey, Index<RenderPass>?) -> Caching
  ) {
    self.fragment = fragment
    let frame = fragment.frame
    rects = Array(repeating: .empty, count: frame.passes.count)
    firstShown = Array(repeating: -1, count: frame.passes.count)
    nextShown = Array(repeating: Self.unseen, count: frame.passes.count)
    user = frame.passes.count - 1
    let box = plan.region.bounds
    for planned in plan.plannedItems[fragment.plannedItems] {
      let item = frame.items[Int(planned.item)]
      add(item, planned.item, seen: item.boundsInDevice.intersection(box), caching)
    }
    for i in frame.passes.indices.dropLast().reversed() where !rects[i].isEmpty {
      let pass = frame.passes[i]
      user = i
      // A backdrop reads around itself and needs the whole pass.
      if frame.hasBackdrops, frame.items(of: pass).contains(where: \.isBackdrop) { rects[i] = pass.bounds }
      for index in pass.items {
        let item = frame.items[Int(index)]
        add(item, index, seen: item.boundsInDevice.intersection(rects[i]), caching)
      }
    }
  }

  private mutating func add(
    _ item: DisplayItem,
    _ index: Int32,
    seen: PixelRect,
    _ caching: (SurfaceKey, Index<RenderPass>?) -> Caching
  ) {
    guard !seen.isEmpty else { return }
    let frame = fragment.frame
    var seen = seen
    frame.forEachPass(readBy: item) { show($0) }
    switch item.payload {
    case .surface(let pass, nil), .bitmap(let pass, _):
      if case .bitmap = item.payload { seen = frame[pass].bounds }
      switch fragment.keys[index].map({ caching($0, pass) }) ?? .uncached {
      case .cached: break
      case .toCache: need(pass, frame[pass].bounds)
      case .uncached: need(pass, seen)
      }
    case .surface(let pass, let effect?):
      let effect = frame[effect]
      switch fragment.keys[index].map({ caching($0, nil) }) ?? .uncached {
      case .cached: return
      case .toCache: seen = item.boundsInDevice
      case .uncached: break
      }
      if let step = effect.transition {
        // A transition filter reads both pictures as a whole.
        for used in [pass, step.old, step.new] { if let used { need(used, frame[used].bounds) } }
      }
      if effect.filters.contains(where: { $0.isProgram }) { seen = frame[pass].bounds }
      let shadow = seen.grown(by: effect.shadow?.reach ?? 0)
      need(pass, shadow.grown(by: effect.filters.reduce(0) { $0 + $1.reach.max() }))
      if let mask = effect.mask { need(mask, shadow) }
    case .backdrop(let index):
      for used in [frame[index].mask, frame[index].transition?.old] {
        if let used { need(used, frame[used].bounds) }
      }
    case .fill, .border, .image, .gradient, .path, .shadow, .particles: break
    }
  }

  /// Notes that the current pass shows another one; the last user comes first.
  private mutating func show(_ pass: Index<RenderPass>) {
    guard nextShown[pass.value] == Self.unseen else { return }
    nextShown[pass.value] = firstShown[user]
    firstShown[user] = Int32(pass.value)
  }

  /// The passes that are not needed any more once `user` is drawn.
  package func passes(lastShownBy user: Int) -> [Int] {
    var result: [Int] = []
    var next = firstShown[user]
    while next >= 0 {
      result.append(Int(next))
      next = nextShown[Int(next)]
    }
    return result
  }

  private mutating func need(_ pass: Index<RenderPass>, _ rect: PixelRect) {
    rects[pass.value] = rects[pass.value].union(rect.intersection(fragment.frame[pass].bounds))
  }
}
