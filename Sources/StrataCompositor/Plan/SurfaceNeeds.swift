package import StrataBase
import StrataRaster

/// Which pixels of a fragment's surfaces must be drawn so that its planned items can be.
///
/// What is seen of an item is carried down: through an effect that reaches further it becomes larger, and where the finished
/// pixels of a surface are at hand nothing below is needed.
package struct SurfaceNeeds {
  /// What a backend says of the finished pixels of a surface.
  package enum Supply: Sendable {
    /// They are at hand.
    case kept
    /// They are to be kept, so all of them are to be drawn.
    case wanted
    /// Only those that are seen are of use.
    case part
  }

  /// By pass; empty for those that nobody needs, and for the last one.
  package private(set) var rects: [PixelRect]

  private let fragment: DrawPlan.Fragment
  /// The pass whose items are asked what they need.
  private var user: Int
  /// By pass: the first of those that it is the last to show, and after each of these the next one; -1 ends a list.
  private var firstShown: [Int32]
  private var nextShown: [Int32]
  private static let unseen: Int32 = -2

  /// Finds the needs of a fragment of a plan; `supply` is asked for each surface item once, with its pass where no effect
  /// comes between.
  package init(
    of fragment: DrawPlan.Fragment,
    in plan: DrawPlan,
    _ supply: (SurfaceKey, Index<RenderPass>?) -> Supply
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
      add(item, planned.item, seen: item.boundsInDevice.intersection(box), supply)
    }
    for i in frame.passes.indices.dropLast().reversed() where !rects[i].isEmpty {
      let pass = frame.passes[i]
      user = i
      // A part of a pass is not enough for what reads around itself.
      if frame.hasBackdrops, frame.items(of: pass).contains(where: \.isBackdrop) { rects[i] = pass.bounds }
      for index in pass.items {
        let item = frame.items[Int(index)]
        add(item, index, seen: item.boundsInDevice.intersection(rects[i]), supply)
      }
    }
  }

  private mutating func add(
    _ item: DisplayItem,
    _ index: Int32,
    seen: PixelRect,
    _ supply: (SurfaceKey, Index<RenderPass>?) -> Supply
  ) {
    guard !seen.isEmpty else { return }
    let frame = fragment.frame
    var seen = seen
    switch item.payload {
    case .surface(let pass, nil), .bitmap(let pass, _):
      show(pass)
      if case .bitmap = item.payload { seen = frame[pass].bounds }
      switch fragment.keys[index].map({ supply($0, pass) }) ?? .part {
      case .kept: break
      case .wanted: need(pass, frame[pass].bounds)
      case .part: need(pass, seen)
      }
    case .surface(let pass, let effect?):
      let effect = frame[effect]
      for used in [pass, effect.mask, effect.transition?.old, effect.transition?.new] { show(used) }
      switch fragment.keys[index].map({ supply($0, nil) }) ?? .part {
      case .kept: return
      case .wanted: seen = item.boundsInDevice
      case .part: break
      }
      if let step = effect.transition {
        // Filters of two pictures are given both whole.
        for used in [pass, step.old, step.new] { if let used { need(used, frame[used].bounds) } }
      }
      if effect.filters.contains(where: { $0.isProgram }) { seen = frame[pass].bounds }
      let shadow = seen.grown(by: effect.shadow?.reach ?? 0)
      need(pass, shadow.grown(by: effect.filters.reduce(0) { $0 + $1.reach.max() }))
      if let mask = effect.mask { need(mask, shadow) }
    case .backdrop(let index):
      guard let mask = frame[index].mask else { return }
      show(mask)
      need(mask, frame[mask].bounds)
    case .fill, .border, .image, .gradient, .path, .shadow, .particles: break
    }
  }

  /// Notes a use; users are asked from the last one on.
  private mutating func show(_ pass: Index<RenderPass>?) {
    guard let pass, nextShown[pass.value] == Self.unseen else { return }
    nextShown[pass.value] = firstShown[user]
    firstShown[user] = Int32(pass.value)
  }

  /// Calls `body` with the passes that are not shown any more when one of them is drawn.
  package func forEachPass(lastShownBy user: Int, _ body: (Int) -> Void) {
    var next = firstShown[user]
    while next >= 0 {
      body(Int(next))
      next = nextShown[Int(next)]
    }
  }

  private mutating func need(_ pass: Index<RenderPass>, _ rect: PixelRect) {
    rects[pass.value] = rects[pass.value].union(rect.intersection(fragment.frame[pass].bounds))
  }
}

extension DisplayItem {
  /// Whether the item reads what is painted behind it.
  var isBackdrop: Bool { if case .backdrop = payload { true } else { false } }
}
