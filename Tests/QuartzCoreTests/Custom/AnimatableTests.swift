import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// A layer whose initial values are the wrapper's, one of them another in each layer; archives hold its name.
class InitialGauge: CALayer {
  @Animatable("level") var level: CGFloat = 5
  @Animatable("place") var place = CGPoint(x: 1, y: 2)
  @Animatable("tint") var tint: CGColor? = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  @Animatable("title") var title = "none"
  @Animatable var limit: Float
  /// Nobody may read it, as its object is gone.
  private unowned let maker: NSObject

  private static func passing() -> NSObject { NSObject() }

  init(limit: Float) {
    (maker, _limit) = (Self.passing(), Animatable(wrappedValue: limit, "limit"))
    super.init()
  }

  override init(layer: Any) {
    (maker, _limit) = (Self.passing(), Animatable(wrappedValue: 0, "limit"))
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) {
    (maker, _limit) = (Self.passing(), Animatable(wrappedValue: 0, "limit"))
    super.init(coder: coder)
  }
}

private final class Dial: InitialGauge {
  @Animatable("angle") var angle: CGFloat = 3

  override func action(forKey event: String) -> (any CAAction)? {
    guard event == "level" || event == "angle" else { return super.action(forKey: event) }
    let turn = CABasicAnimation(keyPath: event)
    turn.fromValue = presentation()?.value(forKey: event)
    return turn
  }
}

@Suite struct AnimatableTests {
  init() { CATransaction.flush() }

  private func stage(_ layer: CALayer) -> OfflineRenderer {
    OfflineRenderer(layer: layer, size: CGSize(width: 10, height: 10))
  }

  @Test("animation K-16: the initial value of a declared property is read by its key")
  func initialValuesAreReadByKey() {
    let gauges = [InitialGauge(limit: 7), Dial(limit: 8)]
    for gauge in gauges {
      #expect(gauge.value(forKey: "level") as? Double == 5)
      #expect(gauge.value(forKey: "place") as? CGPoint == CGPoint(x: 1, y: 2))
      #expect(gauge.value(forKeyPath: "place.y") as? Double == 2)
      #expect((gauge.value(forKey: "tint") as? CGColor)?.components == [1, 0, 0, 1])
      #expect(gauge.value(forKey: "title") as? String == "none")
    }
    #expect(gauges.map { $0.value(forKey: "limit") as? Float } == [7, 8])
    #expect(gauges.map { $0.value(forKey: "angle") as? Double } == [nil, 3])
  }

  @Test("Properties read what key-value access does: on copies, and where a class has its own access")
  func propertiesReadWhatKeysDo() {
    final class Keyed: InitialGauge {
      override func value(forKey key: String) -> Any? { key == "level" ? 11 : super.value(forKey: key) }
    }
    let (gauge, keyed) = (InitialGauge(limit: 7), Keyed(limit: 7))
    #expect(keyed.level == 11)
    #expect(keyed.place == CGPoint(x: 1, y: 2))
    let renderer = stage(gauge)
    renderer.change(at: 1) {
      let copy = gauge.presentation()
      #expect(copy?.limit == 7)
      #expect(copy?.level == 5)
      gauge.tint = nil
      #expect(gauge.tint == nil)
    }
    #expect(gauge.presentation()?.tint == nil)
  }

  @Test("animation K-3, K-11: a style comes before the initial value, which nil restores")
  func theInitialValueIsTheLast() {
    let gauge = InitialGauge(limit: 0)
    gauge.style = ["level": 9]
    #expect(gauge.level == 9)
    gauge.style = nil
    gauge.level = 2
    gauge.setValue(nil, forKey: "level")
    #expect(gauge.level == 5)
  }

  @Test func anOptionalPropertyCanHaveNoValue() throws {
    let gauge = InitialGauge(limit: 0)
    let renderer = stage(gauge)
    renderer.change(at: 0) { gauge.tint = nil }
    #expect(gauge.tint == nil)
    renderer.change(at: 1) { #expect(gauge.presentation()?.value(forKey: "tint") == nil) }
    let data = try NSKeyedArchiver.archivedData(withRootObject: gauge, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: InitialGauge.self, from: data))
    #expect(copy.tint == nil)
    gauge.tint = CGColor(gray: 0, alpha: 1)
    #expect(gauge.tint != nil)
  }

  @Test("animation N-18: an animation with an end only starts from the initial value")
  func animationsStartFromTheInitialValue() throws {
    let gauge = InitialGauge(limit: 10)
    let renderer = stage(gauge)
    renderer.change(at: 0) {
      for (key, end) in [("level", 105), ("limit", 20)] {
        let rise = CABasicAnimation(keyPath: key)
        (rise.toValue, rise.duration) = (end, 2)
        gauge.add(rise, forKey: key)
      }
    }
    renderer.change(at: 1) {
      #expect(gauge.presentation()?.level == 55)
      #expect(gauge.presentation()?.value(forKey: "limit") as? Double == 15)
    }
  }

  @Test("animation A-13: the first change animates from the initial value", arguments: [true, false])
  func theFirstChangeAnimates(ofSuperclass: Bool) throws {
    let key = ofSuperclass ? "level" : "angle"
    let dial = Dial(limit: 0)
    let renderer = stage(dial)
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(2)
      dial.setValue(25, forKey: key)
    }
    renderer.change(at: 2) {
      let shown = dial.presentation()?.value(forKey: key) as? Double
      #expect(shown == (ofSuperclass ? 15 : 14))
    }
  }

  @Test("animation A-13: an action without values starts from what is on screen")
  func bareActionsStartFromWhatIsShown() {
    let gauge = InitialGauge(limit: 0)
    gauge.actions = ["level": CABasicAnimation()]
    let renderer = stage(gauge)
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(2)
      gauge.level = 25
    }
    renderer.change(at: 2) {
      #expect(gauge.presentation()?.level == 15)
      gauge.level = 0
    }
    let last = gauge.animation(forKey: "level") as? CABasicAnimation
    #expect(last?.fromValue as? Double == 15)
  }

  @Test("animation P-4: what is not yet committed is not in the presentation")
  func presentationsShowTheCommittedValue() {
    let gauge = InitialGauge(limit: 0)
    let renderer = stage(gauge)
    renderer.change(at: 1) {
      gauge.level = 9
      gauge.title = "new"
      gauge.setValue(7, forKey: "raw")
      let shown = gauge.presentation()
      #expect(shown?.level == 5)
      #expect(shown?.title == "none")
      #expect(shown?.value(forKey: "raw") == nil)
      // A program's own copy has the values of the layer.
      #expect(InitialGauge(layer: gauge).value(forKey: "raw") as? Int == 7)
    }
    renderer.change(at: 2) {
      gauge.title = "newer"
      gauge.setValue(nil, forKey: "raw")
      let shown = gauge.presentation()
      #expect(shown?.level == 9)
      #expect(shown?.title == "new")
      #expect(shown?.value(forKey: "raw") as? Int == 7)
    }
    renderer.change(at: 3) {
      #expect(gauge.presentation()?.title == "newer")
      #expect(gauge.presentation()?.value(forKey: "raw") == nil)
    }
  }

  @Test("animation I-15, K-16: arrays of numbers move by element, and not where their lengths differ")
  func arraysOfNumbersMove() {
    final class Chart: CALayer {
      @Animatable("bars") var bars: [Double] = [3, 4]
      @Animatable("floats") var floats: [Float] = [0, 0]
      @Animatable("counts") var counts: [Int]? = nil
      @Animatable("names") var names = ["a", "b"]
    }
    let chart = Chart()
    let renderer = stage(chart)
    renderer.change(at: 0) {
      let ends: [(String, Any?, Any)] = [
        ("bars", [0, 10], [10, 30]), ("floats", nil, [0.2, 1]), ("counts", [0, 0], [2, 4]),
        ("undeclared", [1], [3]),
      ]
      for (key, from, to) in ends {
        let rise = CABasicAnimation(keyPath: key)
        (rise.fromValue, rise.toValue, rise.duration) = (from, to, 2)
        chart.add(rise, forKey: key)
      }
    }
    renderer.change(at: 1) {
      let shown = chart.presentation()
      #expect(shown?.bars == [5, 20])
      #expect(shown?.floats == [0.1, 0.5])
      #expect(shown?.counts == [1, 2])
      #expect(shown?.names == ["a", "b"])
      #expect(shown?.value(forKey: "undeclared") as? [Double] == [2])
      #expect(chart.bars == [3, 4])
      let unequal = CABasicAnimation(keyPath: "bars")
      (unequal.fromValue, unequal.toValue, unequal.duration) = ([0], [1, 2], 2)
      chart.add(unequal, forKey: "bars")
    }
    renderer.change(at: 2) {
      #expect(chart.presentation()?.bars == [3, 4])
      chart.actions = ["bars": CABasicAnimation()]
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      chart.bars = [5, 0]
    }
    renderer.change(at: 3) { #expect(chart.presentation()?.bars == [4, 2]) }
  }

  @Test("animation K-6, K-16, N-18: a key path animates a part of a structure under a custom key")
  func partsOfStructuresMove() {
    let gauge = InitialGauge(limit: 0)
    gauge.setValue(CATransform3DMakeScale(1, 1, 1), forKey: "pose")
    let renderer = stage(gauge)
    func add(_ keyPath: String, _ from: Double?, to: Double) {
      let animation = CABasicAnimation(keyPath: keyPath)
      (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
      gauge.add(animation, forKey: keyPath)
    }
    renderer.change(at: 0) {
      add("place.x", nil, to: 5)
      add("place.y", 10, to: 20)
      add("place.z", 10, to: 20)
      add("pose.scale", 1, to: 3)
      add("level.x", 1, to: 3)
    }
    renderer.change(at: 1) {
      let shown = gauge.presentation()
      #expect(shown?.place == CGPoint(x: 3, y: 15))
      #expect(shown?.value(forKeyPath: "place.x") as? Double == 3)
      #expect(shown?.value(forKeyPath: "pose.scale") as? Double == 2)
      #expect(shown?.level == 5)
    }
    renderer.change(at: 3) { #expect(gauge.presentation()?.place == CGPoint(x: 1, y: 2)) }
  }
}
