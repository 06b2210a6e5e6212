#if Inspector
  import Foundation
  import StrataInspector
  import Testing

  /// The page in a real browser; skipped on machines without one.
  @Suite(.serialized, .ownThread, .enabled(if: BrowserPage.isAvailable)) struct PageBrowserTests {
    private let selectedName = "document.querySelector('.row[aria-selected=true] .label')?.textContent"

    @Test func aLayerIsSelectedByAClickEditedAndSaved() throws {
      let place = try PreviewPlace()
      let page = try BrowserPage(place.inspector.address)
      try page.wait("document.querySelectorAll('.row').length === 5")
      try page.wait("document.getElementById('canvas').dataset.time === '0'")
      // The middle of the red layer: 40 of 200 points from the left.
      try page.click("#paper", x: 0.2, y: 0.5)
      try page.wait("\(selectedName) === 'red'")
      try page.wait("document.querySelector('#overlay .bounds')")
      try page.wait("document.querySelector('[data-key=cornerRadius] input')")
      try page.evaluate(
        """
        (() => { const input = document.querySelector('[data-key=cornerRadius] input'); input.value = '3';
          input.dispatchEvent(new Event('change', { bubbles: true })); })()
        """
      )
      try page.wait("!document.getElementById('save').disabled")
      try page.press("s", modifiers: 2)
      try page.wait("document.getElementById('save').disabled")
      #expect(try place.text.contains("cornerRadius=\"3\""))
      #expect(try place.text.contains("mica_note"))
    }

    @Test func aColourThatIsChosenWhereThereWasNoneIsOpaque() throws {
      let place = try PreviewPlace("<CALayer name=\"plain\" bounds=\"0 0 100 100\" position=\"50 50\"/>")
      let page = try BrowserPage(place.inspector.address)
      try page.click("#paper")
      try page.wait("\(selectedName) === 'plain'")
      try page.wait("document.querySelector('#values .bar input')")
      try page.click("#values .bar input")
      let field = "document.querySelector('[data-key=backgroundColor] input[type=color]')"
      try page.wait(field)
      try page.evaluate(
        """
        (() => { const input = \(field); input.value = '#ff0000';
          for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true })); })()
        """
      )
      try page.wait("!document.getElementById('save').disabled")
      try page.press("s", modifiers: 2)
      try page.wait("document.getElementById('save').disabled")
      #expect(try place.text.contains("backgroundColor=\"1 0 0\""))
    }

    @Test func alphaLeavesTheColourAsItIs() throws {
      let place = try PreviewPlace(
        "<CALayer name=\"bright\" bounds=\"0 0 100 100\" position=\"50 50\" backgroundColor=\"1.2 0.5 0\"/>"
      )
      let page = try BrowserPage(place.inspector.address)
      try page.click("#paper")
      let field = "document.querySelector('[data-key=backgroundColor] input[type=range]')"
      try page.wait(field)
      try page.evaluate(
        """
        (() => { const input = \(field); input.value = '0.9';
          for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true })); })()
        """
      )
      try page.wait("!document.getElementById('save').disabled")
      try page.press("s", modifiers: 2)
      try page.wait("document.getElementById('save').disabled")
      let saved = try place.text
      #expect(saved.contains("<backgroundColor opacity=\"0.9\" value=\"1.2 0.5 0\"/>"), "\(saved)")
    }

    @Test func aRefusalStaysOnShow() throws {
      let place = try PreviewPlace()
      let page = try BrowserPage(place.inspector.address)
      // A document has no speed.
      let said = "page.program.setSpeed(0.5).then(() => document.getElementById('status').textContent)"
      let reason = try #require(try page.evaluate(said) as? String)
      #expect(!reason.isEmpty && !reason.contains("of their speed"))
    }

    @Test func timeIsScrubbedPlayedAndStepped() throws {
      let place = try PreviewPlace()
      let page = try BrowserPage(place.inspector.address)
      try page.evaluate(
        """
        (() => { const scrubber = document.getElementById('scrubber'); scrubber.value = 1.5;
          scrubber.dispatchEvent(new Event('input')); })()
        """
      )
      try page.wait("document.getElementById('canvas').dataset.time === '1.5'")
      try page.click("#forward")
      try page.wait("Number(document.getElementById('canvas').dataset.time) > 1.5")
      // The space bar presses the button that has the focus, and plays when none has it.
      try page.evaluate("document.activeElement.blur()")
      try page.press(" ")
      try page.wait("document.getElementById('play').textContent === 'Pause'")
      let before = try page.evaluate("page.time") as? Double
      try page.wait("page.time !== \(before ?? 0)")
      try page.press(" ")
      try page.wait("document.getElementById('play').textContent === 'Play'")
      #expect(try page.evaluate("document.querySelectorAll('.track button').length") as? Int == 1)
    }

    @Test func layersStandInSpace() throws {
      let place = try PreviewPlace()
      let page = try BrowserPage(place.inspector.address)
      try page.click("#space")
      try page.wait("document.querySelectorAll('#scene canvas').length === 5")
      try page.click("#flat")
      try page.wait("!document.getElementById('paper').hidden")
    }

    @Test func costsStatesAndMessagesAreShown() throws {
      let place = try PreviewPlace()
      let page = try BrowserPage(place.inspector.address, isDark: true)
      try page.click("#tab-why")
      try page.wait("document.getElementById('why').textContent.includes('parts that overlap')")
      try page.click("#tab-messages")
      try page.click("#messages p:last-child .link:nth-of-type(2)")
      try page.wait("\(selectedName) === 'right'")
      try page.click("#messages p:last-child .link")
      try page.wait("document.querySelector('#listing .meant')?.textContent.includes('wobble')")
      #expect(
        try page.evaluate("document.getElementById('listing-name').textContent") as? String
          == "card.caml, line 16 of 26"
      )
      try page.press("Escape")
      try page.wait("document.getElementById('listing').hidden")
      try page.evaluate(
        """
        (() => { const state = document.getElementById('state'); state.value = 'Far';
          state.dispatchEvent(new Event('change')); })()
        """
      )
      try page.wait("page.facts.state === 'Far'")
      #expect(try page.evaluate("document.getElementById('state').value") as? String == "Far")
    }

    @Test func aSavedDocumentKeepsTimeAndSelection() throws {
      let place = try PreviewPlace()
      let page = try BrowserPage(place.inspector.address)
      try page.evaluate("page.setTime(1)")
      try page.click("#paper", x: 0.76, y: 0.5)
      try page.wait(selectedName)
      let name = try page.evaluate(selectedName) as? String
      try place.write("<caml>")
      place.inspector.reload()
      try page.wait("!document.getElementById('problem').hidden")
      try place.write(
        PreviewPlace.document.replacingOccurrences(of: "cornerRadius=\"8\"", with: "cornerRadius=\"2\"")
      )
      place.inspector.reload()
      try page.wait("document.getElementById('problem').hidden")
      #expect(try page.evaluate("page.time") as? Double == 1)
      try page.wait("\(selectedName) === '\(name ?? "")'")
    }

    @Test func aNarrowPageWorks() throws {
      let place = try PreviewPlace()
      let page = try BrowserPage(place.inspector.address, width: 360, height: 740, isDark: true)
      try page.click("#paper", x: 0.2, y: 0.5)
      try page.wait("\(selectedName) === 'red'")
      #expect(try page.evaluate("document.documentElement.scrollWidth <= 360") as? Bool == true)
    }
  }
#endif
