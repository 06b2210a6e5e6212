#if Inspector
  import StrataInspector
  import Testing

  /// What axe-core finds in the page; skipped where it, or a browser, cannot be had.
  @Suite(
    .serialized,
    .ownThread,
    .enabled(if: BrowserPage.isAvailable, "there is no Chromium"),
    .enabled(if: AxeCore.isAvailable, "axe-core-python cannot be installed by pip")
  )
  struct AccessibilityTests {
    @Test(arguments: [true, false]) func nothingSeriousHindersReaders(isDark: Bool) throws {
      let place = try PreviewPlace()
      let page = try BrowserPage(place.inspector.address, width: 1280, height: 800, isDark: isDark)
      let axe = try AxeCore.text.get()
      try page.click("#paper", x: 0.2, y: 0.5)
      try page.wait("document.querySelector('[data-key=cornerRadius] input')")
      #expect(try page.accessibilityFindings(axe) == [])
      for tab in ["why", "messages", "export"] {
        try page.click("#tab-\(tab)")
        try page.wait("document.getElementById('\(tab)').children.length > 0")
        #expect(try page.accessibilityFindings(axe) == [], "\(tab)")
      }
      try page.click("#tab-messages")
      try page.click("#messages p:last-child .link")
      try page.wait("!document.getElementById('listing').hidden")
      #expect(try page.accessibilityFindings(axe) == [], "lines")
      try page.press("Escape")
      try page.click("#space")
      try page.wait("document.querySelectorAll('#scene canvas').length === 5")
      #expect(try page.accessibilityFindings(axe) == [], "3D")
      try page.resize(360, 740)
      #expect(try page.accessibilityFindings(axe) == [], "narrow")
    }

    @Test func nothingSeriousHindersReadersOfAProgram() throws {
      let program = try InspectedProgram()
      let page = try BrowserPage(program.inspector.address)
      try page.wait("!document.getElementById('program').hidden")
      #expect(try page.accessibilityFindings(try AxeCore.text.get()) == [])
    }
  }
#endif
