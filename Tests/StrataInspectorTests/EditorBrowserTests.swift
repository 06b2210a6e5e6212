#if Inspector
  import CoreGraphics
  import Foundation
  import QuartzCore
  import StrataDocuments
  import StrataInspector
  import Testing

  /// The editors of keyframes, gradients and transforms in a real browser.
  @Suite(.serialized, .ownThread, .enabled(if: BrowserPage.isAvailable)) struct EditorBrowserTests {
    private static let document = """
      <CALayer name="root" bounds="0 0 100 100" position="50 50"><sublayers>
        <CALayer name="runner" bounds="0 0 20 20" position="10 10" backgroundColor="1 0 0" transform="rotate(30deg)"><animations>
          <run type="CAKeyframeAnimation" keyPath="position" duration="2">
            <values><CGPoint value="10 10"/><CGPoint value="90 10"/></values>
          </run>
          <color type="CAKeyframeAnimation" keyPath="backgroundColor" duration="2">
            <values><CGColor value="1 0 0"/><CGColor value="0 0 1"/></values>
          </color>
        </animations></CALayer>
        <CAGradientLayer name="sky" bounds="0 0 50 50" position="50 50">
          <colors><CGColor value="1 0 0"/><CGColor value="0 0 1"/></colors>
        </CAGradientLayer>
      </sublayers></CALayer>
      """

    /// Types a text into the field with a label.
    private func type(_ text: String, into label: String, on page: BrowserPage) throws {
      let field = "document.querySelector('#values [aria-label=\"\(label)\"]')"
      try page.wait(field)
      try page.evaluate(
        """
        (() => { const input = \(field); input.value = '\(text)';
          for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true })); })()
        """
      )
    }

    private func press(_ label: String, on page: BrowserPage) throws {
      let button = "document.querySelector('#values [aria-label=\"\(label)\"]')"
      try page.wait(button)
      try page.evaluate("\(button).click()")
    }

    private func select(_ name: String, on page: BrowserPage) throws {
      try page.wait("page.tree.page.rows.some((row) => row.name === '\(name)')")
      try page.evaluate("page.select(page.tree.page.rows.find((row) => row.name === '\(name)').layer)")
      try page.wait("document.querySelector('#values h2')?.textContent === '\(name)'")
    }

    private func save(_ page: BrowserPage) throws {
      try page.wait("!document.getElementById('save').disabled")
      try page.evaluate("document.activeElement.blur()")
      try page.press("s", modifiers: 2)
      try page.wait("document.getElementById('save').disabled")
    }

    @Test func keyframesAndTransformsAreEditedInTheirFields() throws {
      let place = try PreviewPlace(Self.document)
      let page = try BrowserPage(place.inspector.address)
      try select("runner", on: page)
      try page.wait("document.querySelectorAll('.keyframe').length === 4")
      try type("70", into: "keyframe 2 x", on: page)
      try page.wait("page.facts.canUndo")
      // The first animation in the panel is that of the position.
      try press("add a keyframe after 1", on: page)
      try page.wait("document.querySelectorAll('.keyframe').length === 5")
      try type("0.25", into: "keyframe 2 time", on: page)
      try type("60", into: "transform turn z", on: page)
      try page.wait("page.facts.revision >= 5 && document.querySelector('#values .shown')")
      try save(page)
      try page.screenshot("keyframes")
      let layer = try #require(try Document(contentsOf: place.file).rootLayer?.sublayers?.first)
      let run = try #require(layer.animation(forKey: "run") as? CAKeyframeAnimation)
      #expect(
        run.values as? [CGPoint] == [CGPoint(x: 10, y: 10), CGPoint(x: 10, y: 10), CGPoint(x: 70, y: 10)]
      )
      #expect(run.keyTimes?.map(\.doubleValue) == [0, 0.25, 1])
      #expect(abs(layer.transform.m11 - 0.5) < 1e-9)
      for _ in 0..<4 {
        try page.wait("page.facts.canUndo")
        try page.evaluate("page.command('undo')")
      }
      try page.wait("!page.facts.canUndo")
      #expect(try page.evaluate("document.querySelectorAll('.keyframe').length") as? Int == 4)
    }

    @Test func stopsStandOnABar() throws {
      let place = try PreviewPlace(Self.document)
      let page = try BrowserPage(place.inspector.address)
      try select("sky", on: page)
      try page.wait("document.querySelectorAll('.stop').length === 2")
      try page.click(".ramp", x: 0.5, y: 0.2)
      try page.wait("document.querySelectorAll('.stop').length === 3")
      try page.wait("document.querySelector('.stop.chosen')?.getAttribute('aria-label') === 'stop 2'")
      try page.evaluate("document.querySelector('[aria-label=\"stop 2\"]').focus()")
      for _ in 0..<5 { try page.press("ArrowRight") }
      try page.wait("page.facts.canUndo")
      try page.screenshot("stops")
      try save(page)
      let sky = try #require(
        try Document(contentsOf: place.file).rootLayer?.sublayers?.last as? CAGradientLayer
      )
      let middle = try #require(sky.locations?[1].doubleValue)
      #expect(abs(middle - 0.55) < 0.02)
      #expect(sky.locations?.count == 3)
      // The colour between red and blue.
      let color = try #require((sky.colors?[1] as? CGColor)?.components)
      #expect(abs(color[0] - 0.5) < 0.02 && abs(color[2] - 0.5) < 0.02)
      try page.evaluate("document.querySelector('[aria-label=\"stop 2\"]').focus()")
      try page.press("Delete")
      try page.wait("document.querySelectorAll('.stop').length === 2")
    }
  }
#endif
