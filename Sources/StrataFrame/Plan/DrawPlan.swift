package import StrataBase
import StrataRaster

/// The items to draw so that a region of the target is up to date.
///
/// A picture may consist of several frames that lie over each other. Each has its own spaces, clips and passes; the last
/// pass of each is painted onto the same target.
package struct DrawPlan: Sendable {
  /// A frame with planned items.
  package struct Fragment: Sendable {
    package var frame: Frame { _read { yield shared.value } }
    /// The frame behind one reference, as a plan may hold many small frames.
    package var shared: CopyOnWrite<Frame>
    /// The keys of the surface pixels that its items use, by the items' indices; empty if they are unknown.
    package var keys: [Int32: SurfaceKey]
    /// Its range of the plan's items.
    package var plannedItems: Range<Int>

    package init(shared: CopyOnWrite<Frame>, keys: [Int32: SurfaceKey], plannedItems: Range<Int>) {
      (self.shared, self.keys, self.plannedItems) = (shared, keys, plannedItems)
    }
  }

  /// An item of the target.
  package struct PlannedItem: Sendable {
    package var fragment: Int32
    /// An index into the items of the fragment's frame.
    package var item: Int32

    package init(fragment: Int32, item: Int32) { (self.fragment, self.item) = (fragment, item) }
  }

  /// The pixels of the target.
  package var bounds = PixelRect.empty
  /// The colour that clears the target, in straight extended sRGB.
  package var background = SIMD4<Float>(repeating: 0)
  /// The pixels that are drawn; all others keep their values.
  package var region = PixelRegion()
  /// Back to front.
  package var fragments: [Fragment] = []
  /// The target's items, back to front.
  package var plannedItems: [PlannedItem] = []
  /// The number of the target's items in the region that opaque items hide.
  package var hidden = 0

  package init() {}

  /// Makes the plan that draws a region of a frame, or all of it.
  package init(_ frame: Frame, region: PixelRegion? = nil) {
    var planner = DrawPlanner()
    planner.begin(bounds: frame.bounds, background: frame.background)
    let region = region ?? PixelRegion(frame.bounds)
    let backdrops = Backdrop.all(of: frame)
    planner.plan.region = Backdrop.closure(of: region, backdrops, within: frame.bounds)
    planner.add(CopyOnWrite(frame), [:])
    planner.finish()
    self = planner.plan
  }
}

/// An item that reads the pixels painted behind and around it.
package struct Backdrop: Sendable, Equatable {
  package var bounds: PixelRect
  /// The distance in pixels over which it reads.
  package var reach: Double

  /// The backdrops among the items of a frame's last pass, back to front.
  package static func all(of frame: Frame) -> [Backdrop] {
    guard frame.hasBackdrops, let pass = frame.passes.last else { return [] }
    return frame.items(of: pass).compactMap { item in
      guard case .backdrop(let effect) = item.payload else { return nil }
      return Backdrop(bounds: item.boundsInDevice, reach: frame[effect].backdropReach)
    }
  }

  /// The region that must be drawn to draw `region`.
  ///
  /// A target holds finished pixels, but a backdrop reads those that were there before it was painted. So everything
  /// that a touched backdrop reads is drawn again.
  package static func closure(of region: PixelRegion, _ backdrops: [Backdrop], within limit: PixelRect)
    -> PixelRegion
  {
    var region = region
    var waiting = backdrops
    var hasGrown = !region.isEmpty
    while hasGrown {
      hasGrown = false
      waiting.removeAll { backdrop in
        guard region.touches(backdrop.bounds) else { return false }
        region.formUnion(backdrop.bounds.grown(by: backdrop.reach).intersection(limit))
        hasGrown = true
        return true
      }
    }
    return region
  }
}

/// Finds the items to draw for a region, from front to back, and drops those that opaque items hide.
///
/// The items of each last pass are read from front to back with the opaque rectangles met so far (`Occluders`). An item
/// is dropped if it lies outside the region, or if one occluder or several together hold it. A backdrop filter reads
/// pixels that later items cover, so the occluders start anew behind one. A surface that no planned item shows has no
/// needs (`SurfaceNeeds`), so its own items are dropped with it.
///
/// - Complexity: O(items · occluders); there are at most 16 occluders.
package struct DrawPlanner {
  package var plan = DrawPlan()
  private var occluders = Occluders()
  private var limit = PixelRect.empty
  private var box = PixelRect.empty
  /// True if the region is one rectangle.
  private var isWhole = false

  package init() {}

  /// Starts anew and keeps the memory.
  package mutating func begin(bounds: PixelRect, background: SIMD4<Float>) {
    (plan.bounds, plan.background) = (bounds, background)
    plan.fragments.removeAll(keepingCapacity: true)
    plan.plannedItems.removeAll(keepingCapacity: true)
    plan.hidden = 0
    occluders.begin(pixels: bounds.width * bounds.height)
  }

  /// Adds a frame behind those added before; `keys` are those of the surface pixels that its items use.
  package mutating func add(_ shared: CopyOnWrite<Frame>, _ keys: [Int32: SurfaceKey]) {
    guard let pass = shared.value.passes.last, !pass.items.isEmpty else { return }
    limit = pass.bounds
    box = plan.region.bounds.intersection(limit)
    isWhole = plan.region.rects.count == 1
    let before = plan.plannedItems.count
    let fragment = Int32(plan.fragments.count)
    // The room for all items is made once, so that appending one checks nothing.
    var plannedItems: [DrawPlan.PlannedItem] = []
    swap(&plannedItems, &plan.plannedItems)
    plannedItems.append(
      contentsOf: repeatElement(DrawPlan.PlannedItem(fragment: 0, item: 0), count: pass.items.count)
    )
    var count = before
    plannedItems.withUnsafeMutableBufferPointer { plannedItems in
      Frame.allSummaries(of: shared).withUnsafeBufferPointer { summaries in
        guard let first = summaries.baseAddress else { return }
        let overlap = OverlapTest(box)
        var index = Int(pass.items.upperBound)
        while index > Int(pass.items.lowerBound) {
          index -= 1
          guard overlap.mayTouch(first + index), isSeen(first + index) else { continue }
          plannedItems[count] = DrawPlan.PlannedItem(
            fragment: fragment,
            item: Int32(truncatingIfNeeded: index)
          )
          count &+= 1
        }
      }
    }
    plannedItems.removeLast(plannedItems.count - count)
    swap(&plannedItems, &plan.plannedItems)
    guard count > before else { return }
    plan.fragments.append(
      DrawPlan.Fragment(shared: shared, keys: keys, plannedItems: before..<plan.plannedItems.count)
    )
  }

  /// True if a pixel of an item is visible; notes an item that hides others.
  @inline(__always)
  private mutating func isSeen(_ summary: UnsafePointer<ItemSummary>) -> Bool {
    let seen = summary.pointee.bounds.intersection(box)
    guard !seen.isEmpty, isWhole || plan.region.touches(seen) else { return false }
    if !occluders.isEmpty, occluders.hide(seen) {
      plan.hidden += 1
      return false
    }
    let traits = summary.pointee.traits
    if traits.contains(.isBackdrop) {
      occluders.removeAll()
    } else if traits.contains(.hides), occluders.wants(summary.pointee.bounds) {
      occluders.add(summary.pointee.bounds.intersection(limit))
    }
    return true
  }

  /// Compares many rectangles with one, all four edges at once.
  private struct OverlapTest {
    // Rectangles overlap if the near edges of each lie before the far edges of the other. The complement of a number
    // turns the order around, so that one comparison serves all four edges.
    private let mask = SIMD4<Int32>(-1, -1, 0, 0)
    private let edges: SIMD4<Int32>

    init(_ box: PixelRect) { edges = SIMD4(~box.maxX, ~box.maxY, box.minX, box.minY) }

    /// True if a rectangle that is not empty shares a pixel.
    @inline(__always)
    func mayTouch(_ summary: UnsafePointer<ItemSummary>) -> Bool {
      // The bounds come first in a summary: least x and y, greatest x and y.
      let bounds = UnsafeRawPointer(summary).loadUnaligned(as: SIMD4<Int32>.self) ^ mask
      return all(bounds .> edges)
    }
  }

  /// Ends the plan: puts fragments and planned items in order from back to front.
  package mutating func finish() {
    plan.plannedItems.withUnsafeMutableBufferPointer { $0.reverse() }
    guard plan.fragments.count > 1 else { return }
    plan.fragments.reverse()
    let last = Int32(plan.fragments.count - 1)
    for i in plan.plannedItems.indices {
      plan.plannedItems[i].fragment = last - plan.plannedItems[i].fragment
    }
    let count = plan.plannedItems.count
    for i in plan.fragments.indices {
      let plannedItems = plan.fragments[i].plannedItems
      plan.fragments[i].plannedItems = (count - plannedItems.upperBound)..<(count - plannedItems.lowerBound)
    }
  }
}

/// Makes plans of whole frames, one after the other, in the same memory.
package struct FramePlanner {
  private var planner = DrawPlanner()
  private var shared = CopyOnWrite(Frame())
  private var region = PixelRegion()

  package init() {}

  /// Calls `body` with the plan that draws all of a frame.
  package mutating func plan<Failure: Error>(
    _ frame: Frame,
    _ body: (DrawPlan) throws(Failure) -> Void
  ) throws(Failure) {
    if region.rects.first != frame.bounds { region = PixelRegion(frame.bounds) }
    shared.value = frame
    planner.begin(bounds: frame.bounds, background: frame.background)
    planner.plan.region = Backdrop.closure(of: region, Backdrop.all(of: frame), within: frame.bounds)
    planner.add(shared, [:])
    planner.finish()
    defer {
      planner.begin(bounds: .empty, background: .zero)
      shared.value = Frame()
    }
    try body(planner.plan)
  }
}
