#if Inspector
  import Foundation
  import StrataDocuments
  import StrataInspector
  import Testing

  /// The pictures of the page in Documentation/pictures; `scripts/screenshots` takes them, ordinary runs do not.
  @Suite(
    .serialized,
    .ownThread,
    .enabled(if: ProcessInfo.processInfo.environment["STRATA_SCREENSHOTS"] != nil, "scripts/screenshots"),
    .enabled(if: BrowserPage.isAvailable, "there is no Chromium")
  )
  struct PreviewPictures {
    private func page(isDark: Bool = false) throws -> (Inspector, BrowserPage) {
      let inspector = try Inspector.preview(named: "Demo") { try Document(contentsOf: PreviewPlace.demo) }
      let page = try BrowserPage(inspector.address, width: 1400, height: 860, isDark: isDark)
      try page.evaluate("page.setTime(1.5)")
      try page.wait("document.getElementById('canvas').dataset.time === '1.5'")
      return (inspector, page)
    }

    private func selectLayer(_ page: BrowserPage) throws {
      try page.click("#paper", x: 0.2, y: 0.55)
      try page.wait("document.querySelector('#values .value')")
      try page.wait("document.querySelector('#overlay .bounds')")
    }

    @Test func light() throws {
      let (inspector, page) = try page()
      defer { inspector.stop() }
      try selectLayer(page)
      try page.screenshot("Preview")
    }

    @Test func dark() throws {
      let (inspector, page) = try page(isDark: true)
      defer { inspector.stop() }
      try selectLayer(page)
      try page.screenshot("PreviewDark")
    }

    @Test func inSpace() throws {
      let (inspector, page) = try page()
      defer { inspector.stop() }
      try page.click("#space")
      try page.wait("document.querySelectorAll('#scene canvas').length > 3")
      try page.screenshot("Preview3D")
    }

    @Test func why() throws {
      let (inspector, page) = try page(isDark: true)
      defer { inspector.stop() }
      try page.click("#heat")
      try page.click("#tab-why")
      try page.wait("document.querySelectorAll('#why table').length > 2")
      try page.wait("!document.getElementById('heatmap').hidden")
      try page.screenshot("PreviewWhy")
    }
  }
#endif
