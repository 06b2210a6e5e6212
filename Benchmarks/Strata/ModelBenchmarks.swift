import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataCPU
import StrataCompositor
import StrataRaster
import StrataRenderServer
import StrataRenderTree

/// Measures what happens before pixels: properties, commits, evaluation, building frames.
///
/// Times are of all operations together; the content says how many there are.
struct ModelBenchmarks {
  let patience: Double

  func all() throws -> [Measurement] {
    properties() + [commit(), evaluation(), runningFrame()]
      + (try [1000, 10_000, 100_000, 1_000_000].map(movingLayer))
      + [try scrolledList()]
  }

  private func model(_ name: String, _ content: String, goal: Double? = nil, _ body: (Int) -> Void)
    -> Measurement
  {
    let watch = Stopwatch(patience: patience)
    let times = watch.measure { number in watch.time { body(number) } }
    return Measurement(name, "model", content, times: times, goal: goal)
  }

  // MARK: Properties

  private func properties() -> [Measurement] {
    let layer = CALayer()
    let (_, hosted, renderer) = tree(1)
    var sum: CGFloat = 0
    let results = [
      model("set", "1,000 sets of a free layer's position") { number in
        for i in 0..<1000 { layer.position = CGPoint(x: i, y: number) }
      },
      model("set-hosted", "1,000 sets of a shown layer's position in one transaction, actions off") {
        number in
        renderer.change(at: 0) {
          CATransaction.setDisableActions(true)
          for i in 0..<1000 { hosted[0].position = CGPoint(x: i, y: number) }
        }
      },
      model("get", "1,000 reads of a layer's position") { _ in
        for _ in 0..<1000 { sum += layer.position.x }
      },
      model("set-key-path", "1,000 sets by the key path position.x") { number in
        for i in 0..<1000 { layer.setValue(CGFloat(i + number), forKeyPath: "position.x") }
      },
      model("get-key-path", "1,000 reads by the key path position.x") { _ in
        for _ in 0..<1000 where layer.value(forKeyPath: "position.x") != nil { sum += 1 }
      },
      model("add-animation", "100 animations added to shown layers and committed") { number in
        renderer.change(at: 0) {
          for i in 0..<100 {
            let animation = CABasicAnimation(keyPath: "opacity")
            animation.fromValue = 0
            animation.duration = 10
            hosted[0].add(animation, forKey: "fade\(i)")
          }
        }
      },
    ]
    withExtendedLifetime((layer, renderer)) {}
    precondition(sum.isFinite)
    return results
  }

  // MARK: Commits and evaluation

  /// A committed tree of small layers.
  private func tree(_ count: Int) -> (Stage, [CALayer], OfflineRenderer) {
    var layers: [CALayer] = []
    let stage = Stage(count) { i in
      let layer = CALayer(width: 8, height: 8, color: Numbers.color(i))
      layer.position = CGPoint(x: Numbers.x(i, 0, 8), y: Numbers.y(i, 0, 8))
      layers.append(layer)
      return layer
    } show: { _, _ in
    }
    let size = CGSize(width: Numbers.width, height: Numbers.height)
    return (stage, layers, OfflineRenderer(layer: stage.root, size: size))
  }

  private func commit() -> Measurement {
    let (_, layers, renderer) = tree(10_000)
    return model("commit", "100 of 10,000 layers moved, from the first set to the changed tree", goal: 0.05) {
      number in
      renderer.change(at: 0) {
        CATransaction.setDisableActions(true)
        for i in 0..<100 { layers[i * 100].position = CGPoint(x: i, y: number) }
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

  private func evaluation() -> Measurement {
    let (_, layers, renderer) = tree(1000)
    animate(layers, renderer)
    let tree = renderer.tree(at: 0) ?? RenderTree()
    let ids = tree.root.flatMap { tree[$0]?.children } ?? []
    var sum: CGFloat = 0
    let result = model("evaluate", "1,000 running animations evaluated", goal: 0.1) { number in
      for id in ids { sum += tree.moment(of: id, parentTime: Double(number))?.state.position.x ?? 0 }
    }
    precondition(sum > 0, "the animations run")
    return result
  }

  private func runningFrame() -> Measurement {
    let (_, layers, renderer) = tree(1000)
    animate(layers, renderer)
    var items = 0
    let result = model("frame", "a frame of 1,000 running animations built") { number in
      items += renderer.frame(at: Double(number)).items.count
    }
    precondition(items > 0)
    return result
  }

  /// One layer over still ones: what a frame costs that hardly changes.
  ///
  /// The still ones lie in rows far beyond the picture, so that as many are near the moving one whatever their number.
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

  private func fullFrames(
    _ name: String,
    _ content: String,
    _ stage: Stage,
    _ renderer: OfflineRenderer,
    goal: Double? = nil
  ) throws -> Measurement {
    let watch = Stopwatch(patience: patience)
    let times = try watch.measure { number in
      try watch.time {
        renderer.change(at: 0) {
          CATransaction.setDisableActions(true)
          stage.show(number)
        }
        try renderer.draw(at: 0)
      }
    }
    var result = Measurement(name, "model", content, times: times, goal: goal)
    result.pixels = renderer.redrawnPixels
    return result
  }
}
