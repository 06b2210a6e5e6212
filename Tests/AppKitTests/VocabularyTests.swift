import AppKit
import CoreImage
import StrataViews
import Testing

/// Filters of views, and what programs should not do with views.
@MainActor @Suite struct VocabularyTests {
  @Test(arguments: [true, false]) func filtersAreDrawnWhateverTheViewStates(_ states: Bool) throws {
    let stage = Stage()
    let view = stage.add(Filled(.red), 0, 0, 40, 40)
    view.layerUsesCoreImageFilters = states
    #expect(view.layerUsesCoreImageFilters == states)
    #expect(try stage.pixel(20, 180, at: 0) == red)
    let invert = try #require(CIFilter(name: "CIColorInvert"))
    stage.host.run(at: 1) { view.contentFilters = [invert] }
    #expect(try stage.pixel(20, 180, at: 1) == [0, 255, 255, 255])
    stage.host.run(at: 2) { view.contentFilters = [] }
    #expect(try stage.pixel(20, 180, at: 2) == red)
  }

  @Test func aGroupThatThrowsAwayItsViewsCompletes() {
    let stage = Stage()
    var count = 0
    weak var gone: NSView?
    stage.host.run(at: 0) {
      let view = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
      gone = view
      stage.content.addSubview(view)
    }
    stage.host.run(at: 1) {
      NSAnimationContext.runAnimationGroup { context in
        context.duration = 1
        gone?.animator().alphaValue = 0
      } completionHandler: {
        count += 1
      }
    }
    stage.host.run(at: 1.5) { gone?.removeFromSuperview() }
    stage.host.run(at: 4)
    #expect(gone == nil)
    #expect(count == 1)
  }

  @Test func aViewInItselfEndsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let (a, b) = (NSView(), NSView())
        a.addSubview(b)
        b.addSubview(a)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Can't add <NSView: "), "\(text)")
    #expect(text.contains("a view cannot lie in itself or in one of its subviews"), "\(text)")
  }
}
