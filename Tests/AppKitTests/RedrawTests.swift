import AppKit
import StrataViews
import Testing

/// Who provides the contents of a view's layer, and when.
@MainActor @Suite struct RedrawTests {
  private final class Updating: NSView {
    var sizes: [NSSize] = []
    override var wantsUpdateLayer: Bool { true }
    override func updateLayer() {
      sizes.append(bounds.size)
      layer?.backgroundColor = NSColor.green.cgColor
    }
  }

  private func grow(_ view: NSView, on stage: Stage, at time: Double) {
    stage.host.run(at: time) { view.setFrameSize(NSSize(width: 80, height: 20)) }
  }

  @Test func aViewIsDrawnWhenItIsMarked() {
    let stage = Stage()
    let view = stage.add(Filled(.red), 0, 0, 40, 20)
    #expect(view.drawn.count == 1)
    stage.host.run(at: 1) { view.needsDisplay = true }
    #expect(view.drawn.count == 2)
    stage.host.run(at: 2) { view.setNeedsDisplay(NSRect(x: 0, y: 0, width: 5, height: 5)) }
    #expect(view.drawn.count == 3)
    stage.host.run(at: 3) { view.alphaValue = 0.5 }
    #expect(view.drawn.count == 3)
  }

  /// rendering V-6.
  @Test func aViewThatWantsToUpdateIsNotDrawn() throws {
    let stage = Stage()
    let view = stage.add(Updating(), 0, 0, 40, 20)
    #expect(view.sizes == [NSSize(width: 40, height: 20)])
    #expect(try stage.pixel(1, 199, at: 0) == green)
    grow(view, on: stage, at: 1)
    #expect(view.sizes.count == 2)
  }

  /// rendering V-5.
  @Test func neverMeansNever() throws {
    let stage = Stage()
    let view = Filled(.red)
    view.layerContentsRedrawPolicy = .never
    _ = stage.add(view, 0, 0, 40, 20)
    stage.host.run(at: 1) { view.needsDisplay = true }
    grow(view, on: stage, at: 2)
    #expect(view.drawn.isEmpty)
    #expect(view.layer?.contents == nil)
  }

  /// rendering V-5.
  @Test func onSetNeedsDisplayIgnoresTheSize() {
    let stage = Stage()
    let view = Filled(.red)
    view.layerContentsRedrawPolicy = .onSetNeedsDisplay
    _ = stage.add(view, 0, 0, 40, 20)
    let count = view.drawn.count
    grow(view, on: stage, at: 1)
    #expect(view.drawn.count == count)
    stage.host.run(at: 2) { view.needsDisplay = true }
    #expect(view.drawn.last?.width == 80)
  }

  /// rendering V-5.
  @Test func duringViewResizeDrawsEachStep() throws {
    let stage = Stage()
    let view = stage.add(Filled(.red), 0, 0, 40, 20)
    let count = view.drawn.count
    stage.host.run(at: 1) {
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 0.5
        context.timingFunction = CAMediaTimingFunction(name: .linear)
        view.animator().setFrameSize(NSSize(width: 80, height: 20))
      }
    }
    stage.host.run(at: 2)
    let widths = view.drawn.dropFirst(count).map(\.width)
    // Half a second has thirty steps; the last drawing is that of the end.
    #expect((30...33).contains(widths.count), "\(widths.count)")
    #expect(widths.contains { abs($0 - 60) < 1 })
    #expect(widths == widths.sorted())
    #expect(widths.last == 80)
    #expect(view.bounds.width == 80)
  }

  /// rendering V-5.
  @Test func beforeViewResizeDrawsOnce() {
    let stage = Stage()
    let view = Filled(.red)
    view.layerContentsRedrawPolicy = .beforeViewResize
    _ = stage.add(view, 0, 0, 40, 20)
    let count = view.drawn.count
    stage.host.run(at: 1) { view.animator().setFrameSize(NSSize(width: 80, height: 20)) }
    stage.host.run(at: 2)
    #expect(view.drawn.dropFirst(count).map(\.width) == [80])
  }

  /// rendering V-5.
  @Test func crossfadeShowsBothContents() throws {
    let stage = Stage()
    let view = Filled(.red)
    view.layerContentsRedrawPolicy = .crossfade
    _ = stage.add(view, 0, 0, 40, 20)
    stage.host.run(at: 1) {
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 2
        context.timingFunction = CAMediaTimingFunction(name: .linear)
        view.color = .blue
        view.animator().setFrameSize(NSSize(width: 80, height: 20))
      }
    }
    let animation = view.layer?.animation(forKey: "contents") as? CABasicAnimation
    #expect(animation?.duration == 2)
    let middle = try stage.pixel(5, 190, at: 2)
    #expect(abs(Int(middle[0]) - 128) <= 2)
    #expect(abs(Int(middle[2]) - 128) <= 2)
    #expect(try stage.pixel(75, 190, at: 3.5) == blue)
  }

  @Test func aNewScaleDrawsAnew() {
    final class Counting: Filled {
      var changes = 0
      override func viewDidChangeBackingProperties() { changes += 1 }
    }
    let stage = Stage()
    let view = Counting(.red)
    _ = stage.add(view, 0, 0, 40, 20)
    let count = view.drawn.count
    stage.host.send(.rescaled(2), at: 1)
    #expect(view.changes == 1)
    #expect(view.layer?.contentsScale == 2)
    #expect(view.drawn.count == count + 1)
  }

  @Test func masksAreDrawnInTheScaleOfTheirWindow() {
    let stage = Stage(scale: 2)
    let (early, late) = (Filled(.red), Filled(.red))
    let view = NSView()
    for other in [view, early, late] { other.wantsLayer = true }
    view.layer?.mask = early.layer
    _ = stage.add(view, 0, 0, 40, 20)
    let other = stage.add(NSView(), 0, 0, 40, 20)
    stage.host.run(at: 1) { other.layer?.mask = late.layer }
    #expect(early.layer?.contentsScale == 2)
    #expect(late.layer?.contentsScale == 2)
    stage.host.send(.rescaled(3), at: 2)
    #expect(early.layer?.contentsScale == 3)
    #expect(late.layer?.contentsScale == 3)
  }

  @Test func layoutComesOnceWithTheCommit() {
    final class Row: NSView {
      var layouts = 0
      override func layout() { layouts += 1 }
    }
    let stage = Stage()
    let view = stage.add(Row(), 0, 0, 10, 10)
    let before = view.layouts
    stage.host.run(at: 1) {
      view.needsLayout = true
      view.setFrameSize(NSSize(width: 20, height: 20))
    }
    #expect(view.layouts == before + 1)
    #expect(!view.needsLayout)
    view.needsLayout = true
    view.layoutSubtreeIfNeeded()
    #expect(view.layouts == before + 2)
  }
}
