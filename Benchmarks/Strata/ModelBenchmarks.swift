import CAllocations
import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataCompositor
import StrataFrame
import StrataRenderServer
import StrataRenderTree

/// Measures everything before pixels: properties, commits, evaluation, building frames, memory, and idling.
///
/// A time is that of all operations of a round; `content` has their number. The first row is a figure of the machine: the
/// time of a thousand plain stores.
struct ModelBenchmarks {
  let duration: Double
  /// The selected rows; nil for all.
  let rows: Set<String>?

  /// Runs the benchmarks and reports each result as soon as it is measured.
  func run(_ report: (Measurement) -> Void) throws {
    func add(_ result: Measurement?) { if let result { report(result) } }
    properties(add)
    animations(add)
    for count in [10_000, 1_000_000] {
      add(commit(100, of: count, "commit-\(count)", goal: count > 10_000 ? 0.1 : 0.05))
    }
    add(commit(10_000, of: 10_000, "commit-all", goal: 1))
    add(evaluation())
    add(runningFrame())
    add(memory())
    add(try shownMemory())
    add(liveMemory())
    add(rest())
    if wants("still") { add(try stillFrame()) }
    if wants("groups") { add(try nestedGroups()) }
    for count in [1000, 10_000, 100_000, 1_000_000] where wants("one-over-\(count)") {
      add(try movingLayer(over: count))
    }
    if wants("scroll") { add(try scrolledList()) }
    if wants("large") { add(try largeLayers()) }
    for pattern in PatternCase.allCases { add(try patterns(pattern)) }
  }

  private func wants(_ name: String) -> Bool { rows?.contains(name) ?? true }

  private func model(_ name: String, _ content: String, goal: Double? = nil, _ body: (Int) -> Void)
    -> Measurement?
  {
    guard wants(name) else { return nil }
    let watch = Stopwatch(duration: duration)
    let times = watch.measure { number in watch.time { body(number) } }
    var result = Measurement(name, "model", content, times: times, goal: goal)
    allocations_begin()
    body(-1)
    let allocations = allocations_end()
    result.allocations = allocations < 0 ? nil : Double(allocations)
    return result
  }

  // MARK: Properties

  private func properties(_ report: (Measurement?) -> Void) {
    let layer = CALayer()
    let (hosted, renderer) = tree(1)
    var sum: CGFloat = 0
    let cells = UnsafeMutablePointer<CGPoint>.allocate(capacity: 1000)
    cells.initialize(repeating: .zero, count: 1000)
    defer { cells.deallocate() }
    report(
      model("store", "1,000 plain stores of a point to memory: the machine") { number in
        for i in 0..<1000 { cells[i] = CGPoint(x: i, y: number) }
        sum += cells[abs(number) % 1000].x
      }
    )
    report(
      model("set", "1,000 sets of a free layer's position", goal: 0.025) { number in
        for i in 0..<1000 { layer.position = CGPoint(x: i, y: number) }
      }
    )
    report(
      model("set-hosted", "1,000 sets of a shown layer's position in one transaction, actions off") {
        number in
        renderer.change(at: 0) {
          CATransaction.setDisableActions(true)
          for i in 0..<1000 { hosted[0].position = CGPoint(x: i, y: number) }
        }
      }
    )
    report(
      model("get", "1,000 reads of a layer's position", goal: 0.010) { _ in
        for _ in 0..<1000 { sum += layer.position.x }
      }
    )
    report(
      model("set-key-path", "1,000 sets by the key path position.x", goal: 0.25) { number in
        for i in 0..<1000 { layer.setValue(CGFloat(i + number), forKeyPath: "position.x") }
      }
    )
    report(
      model("get-key-path", "1,000 reads by the key path position.x") { _ in
        for _ in 0..<1000 where layer.value(forKeyPath: "position.x") != nil { sum += 1 }
      }
    )
    withExtendedLifetime((layer, renderer)) {}
    precondition(sum.isFinite)
  }

  // MARK: Animations

  private func animations(_ report: (Measurement?) -> Void) {
    let (layers, renderer) = tree(100)
    func fade() -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: "opacity")
      animation.fromValue = 0
      animation.duration = 10
      return animation
    }
    report(
      model("add-animation", "100 animations made, added to 100 shown layers and committed", goal: 0.3) { _ in
        renderer.change(at: 0) {
          for layer in layers { layer.add(fade(), forKey: "fade") }
        }
      }
    )
    report(
      model("add-to-one", "100 animations made, added to one shown layer and committed") { _ in
        renderer.change(at: 0) {
          for i in 0..<100 { layers[0].add(fade(), forKey: "fade\(i)") }
        }
      }
    )
  }

  // MARK: Commits and evaluation

  /// A committed tree of small layers.
  private func tree(_ count: Int) -> ([CALayer], OfflineRenderer) {
    var layers: [CALayer] = []
    let stage = Stage(count) { i in
      let layer = CALayer(width: 8, height: 8, color: Numbers.color(i))
      layer.position = CGPoint(x: Numbers.x(i, 0, 8), y: Numbers.y(i, 0, 8))
      layers.append(layer)
      return layer
    } show: { _, _ in
    }
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    return (layers, OfflineRenderer(layer: stage.root, size: size))
  }

  private func commit(_ moved: Int, of count: Int, _ name: String, goal: Double) -> Measurement? {
    guard wants(name) else { return nil }
    let (layers, renderer) = tree(count)
    return model(
      name,
      "\(moved) of \(count) layers moved, from the first set to the changed tree",
      goal: goal
    ) { number in
      renderer.change(at: 0) {
        CATransaction.setDisableActions(true)
        for i in 0..<moved { layers[i * (count / moved)].position = CGPoint(x: i, y: number) }
      }
    }
  }

  private func animate(_ layers: [CALayer], _ renderer: OfflineRenderer) {
    renderer.change(at: 0) {
      for (i, layer) in layers.enumerated() {
        let animation = CABasicAnimation(keyPath: "position.x")
        animation.fromValue = 0
        animation.toValue = CGFloat(1 + i % 1900)
        animation.duration = 1e6
        layer.add(animation, forKey: "move")
      }
    }
  }

  private func evaluation() -> Measurement? {
    guard wants("evaluate") else { return nil }
    let (layers, renderer) = tree(1000)
    animate(layers, renderer)
    let tree = renderer.tree(at: 0) ?? RenderTree()
    let ids = tree.root.flatMap { tree[$0]?.children } ?? []
    var sum: CGFloat = 0
    let result = model("evaluate", "1,000 running animations evaluated", goal: 0.1) { number in
      for id in ids {
        sum += tree.moment(of: id, parentTime: Double(number))?.state.position.x ?? 0
      }
    }
    precondition(sum > 0, "the animations run")
    return result
  }

  private func runningFrame() -> Measurement? {
    guard wants("frame") else { return nil }
    let (layers, renderer) = tree(1000)
    animate(layers, renderer)
    var items = 0
    let result = model("frame", "a frame of 1,000 running animations built") { number in
      items += renderer.frame(at: Double(number)).items.count
    }
    precondition(items > 0)
    return result
  }

  // MARK: Memory and rest

  /// The memory of a layer with default values, in the model and in the render tree.
  private func memory() -> Measurement? {
    guard wants("memory"), heap_bytes() >= 0 else { return nil }
    let count = 100_000
    let samples = (0..<3).map { _ in
      let before = heap_bytes()
      let root = Stage.emptyRoot()
      for _ in 0..<count { root.addSublayer(CALayer()) }
      let renderer = OfflineRenderer(layer: root, size: CGSize(width: 8, height: 8))
      return withExtendedLifetime(renderer) { Double(heap_bytes() - before) / Double(count) }
    }
    return Measurement(
      "memory",
      "model",
      "memory for each of \(count) layers with default values, model and render tree",
      unit: "bytes",
      times: samples,
      goal: 1024
    )
  }

  /// The memory of many layers that are shown.
  private func shownMemory() throws -> Measurement? {
    guard wants("memory-shown") else { return nil }
    let count = 100_000
    let before = heap_bytes()
    let (layers, renderer) = tree(count)
    try renderer.draw(at: 0)
    let bytes = withExtendedLifetime((layers, renderer)) { heap_bytes() - before }
    return Measurement(
      "memory-shown",
      "model",
      "memory of \(count) plain layers shown: model, render tree, frame, a picture of 1920 x 1080",
      unit: "MiB",
      times: [Double(bytes) / Double(1 << 20)],
      goal: 200
    )
  }

  /// The memory of a layer with default values that is shown live, the retained frame included.
  private func liveMemory() -> Measurement? {
    guard wants("memory-live"), heap_bytes() >= 0 else { return nil }
    let count = 100_000
    let samples = (0..<3).map { _ in
      let before = heap_bytes()
      let root = Stage.emptyRoot()
      for _ in 0..<count { root.addSublayer(CALayer()) }
      let host = HeadlessHost(layer: root, size: CGSize(width: 8, height: 8))
      host.start()
      while host.latestImage == nil { Thread.sleep(forTimeInterval: 0.01) }
      Thread.sleep(forTimeInterval: 0.1)
      let bytes = Double(heap_bytes() - before) / Double(count)
      host.stop()
      return bytes
    }
    return Measurement(
      "memory-live",
      "model",
      "memory for each of \(count) layers with default values shown live",
      unit: "bytes",
      times: samples,
      goal: 1024
    )
  }

  /// The number of wake-ups of a host's threads while it shows a still layer.
  private func rest() -> Measurement? {
    guard wants("idle"), other_threads_sleeps() >= 0 else { return nil }
    let root = Stage.emptyRoot()
    root.addSublayer(CALayer(width: 8, height: 8, color: Numbers.color(1)))
    let host = HeadlessHost(layer: root, size: CGSize(width: 64, height: 64))
    host.start()
    CATransaction.flush()
    Thread.sleep(forTimeInterval: 0.5)
    let before = other_threads_sleeps()
    Thread.sleep(forTimeInterval: 1)
    let wakes = other_threads_sleeps() - before
    host.stop()
    return Measurement(
      "idle",
      "model",
      "wake-ups in a second of a live host in which nothing moves",
      unit: "times",
      times: [Double(wakes)],
      goal: 0
    )
  }

  // MARK: One moving layer

  /// The cost of a frame in which one layer moves over still ones.
  ///
  /// The still layers fill rows far beyond the picture, so that the number near the moving one is always the same.
  private func movingLayer(over count: Int) throws -> Measurement {
    var mover: CALayer?
    let stage = Stage(count + 1) { i in
      let layer = CALayer(width: 8, height: 8, color: Numbers.color(i))
      layer.position = CGPoint(x: 9 * (i % 200), y: 9 * (i / 200))
      if i == count { mover = layer }
      return layer
    } show: { _, number in
      mover?.position = CGPoint(x: number % 1900, y: 20)
    }
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    let renderer = OfflineRenderer(layer: stage.root, size: size)
    return try fullFrames("one-over-\(count)", "one moving layer over \(count) still ones", stage, renderer)
  }

  /// A list of 10,000 rows in a window, scrolled by a pixel in each frame.
  private func scrolledList() throws -> Measurement {
    let list = CALayer(width: Numbers.width, height: Numbers.height)
    list.masksToBounds = true
    for i in 0..<10_000 {
      let row = CALayer(width: Numbers.width, height: 40, color: Numbers.color(i))
      row.position = CGPoint(x: 0, y: 41 * i)
      list.addSublayer(row)
    }
    let stage = Stage(1) { _ in
      list
    } show: { _, number in
      list.bounds.origin.y = CGFloat(number)
    }
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    let renderer = OfflineRenderer(layer: stage.root, size: size)
    return try fullFrames("scroll", "a list of 10,000 rows scrolled by a pixel", stage, renderer, goal: 2)
  }

  /// Frames without a change.
  private func stillFrame() throws -> Measurement {
    let (layers, renderer) = tree(10_000)
    try renderer.draw(at: 0)
    let stage = Stage(0) { _, _ in }
    let content = "a frame of 10,000 layers in which nothing changed"
    return try withExtendedLifetime(layers) { try fullFrames("still", content, stage, renderer, goal: 0.01) }
  }

  /// A hundred nested groups, each with a surface of its own, and one small layer that moves in the innermost.
  ///
  /// Measures the pixels drawn in each surface for each damaged pixel.
  private func nestedGroups() throws -> Measurement {
    let count = 100
    let leaf = CALayer(width: 16, height: 16, color: Numbers.color(1))
    var inner = leaf
    for i in 0..<count {
      let group = CALayer(width: Numbers.width, height: Numbers.height)
      group.opacity = 0.99
      group.addSublayer(CALayer(width: Numbers.width, height: Numbers.height / 2, color: Numbers.color(i)))
      group.addSublayer(inner)
      inner = group
    }
    let stage = Stage(1) { _ in
      inner
    } show: { _, number in
      leaf.position = CGPoint(x: 16 + number % 2 * 16, y: 100)
    }
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    let renderer = OfflineRenderer(layer: stage.root, size: size)
    let viewport = Viewport(width: Numbers.width, height: Numbers.height, origin: .topLeft)
    let retained = RetainedFrame()
    let shares = (0..<12).map { number -> Double in
      change(stage, renderer, to: number)
      let damage = retained.update(to: renderer.tree(at: 0) ?? RenderTree(), at: 0, viewport: viewport)
      var drawn = 0
      retained.draw(damage) { plan in
        drawn += plan.region.area
        for fragment in plan.fragments {
          let needs = SurfaceNeeds(of: fragment, in: plan) { _, _ in .uncached }
          for rect in needs.rects { drawn += rect.width * rect.height }
        }
      }
      return Double(drawn) / Double(damage.area) / Double(count + 1)
    }
    return Measurement(
      "groups",
      "model",
      "pixels drawn for each damaged one and each of \(count) nested opacity groups in which a leaf moves",
      unit: "pixels",
      times: Array(shares.dropFirst(4)),
      goal: 1
    )
  }

  private func change(_ stage: Stage, _ renderer: OfflineRenderer, to number: Int) {
    renderer.change(at: 0) {
      CATransaction.setDisableActions(true)
      stage.show(number)
    }
  }

  /// Layers that are much larger than the picture; every pixel changes.
  private func largeLayers() throws -> Measurement {
    let stage = Stage.largeLayers()
    let renderer = OfflineRenderer(layer: stage.root, size: CGSize(width: 1000, height: 1000), threads: 1)
    let content = "gradients of 20,000 points a side under an even-odd mask of 200,000"
    return try fullFrames("large", content, stage, renderer, goal: 50)
  }

  /// Cells of patterns, in one thread.
  private func patterns(_ pattern: PatternCase) throws -> Measurement? {
    guard wants(pattern.rawValue) else { return nil }
    if let fill = pattern.fill { return model(pattern.rawValue, pattern.content) { fill(abs($0)) } }
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    let stage = pattern.stage
    let renderer = OfflineRenderer(layer: stage.root, size: size, threads: 1)
    return try fullFrames(pattern.rawValue, pattern.content, stage, renderer)
  }

  private func fullFrames(
    _ name: String,
    _ content: String,
    _ stage: Stage,
    _ renderer: OfflineRenderer,
    goal: Double? = nil
  ) throws -> Measurement {
    let watch = Stopwatch(duration: duration)
    let times = try watch.measure { number in
      try watch.time {
        change(stage, renderer, to: number)
        try renderer.draw(at: 0)
      }
    }
    var result = Measurement(name, "model", content, times: times, goal: goal)
    allocations_begin()
    change(stage, renderer, to: times.count + Stopwatch.warmUp)
    try renderer.draw(at: 0)
    let allocations = allocations_end()
    if allocations >= 0 { result.allocations = Double(allocations) }
    result.pixels = renderer.redrawnPixels
    return result
  }
}
