import Foundation
import Testing

/// The script that writes the site of the project.
@Suite struct SiteTests {
  /// A Python that has the Markdown library: that of the script's own environment, or the system's.
  static let python = [
    Checkout.root.path + "/.venv/bin/python3", "/usr/bin/python3", "/usr/local/bin/python3",
  ]
  .first { (try? Checkout.run($0, ["-c", "import markdown"]))?.status == 0 }

  /// Writes a site into a folder of its own and hands the folder on.
  private func site(_ check: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-site-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let python = try #require(Self.python)
    let script = Checkout.root.appending(path: "scripts/site").path
    let result = try Checkout.run(python, [script, "--no-reference", "--no-install", "--out", folder.path])
    try #require(result.status == 0, "\(result.text)")
    try check(folder)
  }

  @Test(.enabled(if: python != nil, "no Python with the Markdown library (python3-markdown)"))
  func everyLinkOfTheSiteResolves() throws {
    try site { folder in
      let pages = [
        "index.html", "articles.html", "Documentation/Gallery.html", "Documentation/Rules/index.html",
        "Examples/Fade/index.html", "Sources/QuartzCore/QuartzCore.docc/DrawingMoments.html",
      ]
      for page in pages {
        #expect(FileManager.default.fileExists(atPath: folder.appending(path: page).path), "\(page)")
      }
      let fade = try String(contentsOf: folder.appending(path: "Examples/Fade/index.html"), encoding: .utf8)
      #expect(fade.contains("src=\"../../Documentation/pictures/Fade.gif\""))
      #expect(fade.contains("makeScene"))
    }
  }

  @Test(.enabled(if: python != nil, "no Python with the Markdown library (python3-markdown)"))
  func aBrokenLinkIsNamedWithItsPage() throws {
    try site { folder in
      let page = folder.appending(path: "articles.html")
      let text = try String(contentsOf: page, encoding: .utf8) + "<a href=\"nowhere.html\">nowhere</a>"
      try text.write(to: page, atomically: true, encoding: .utf8)
      let script = """
        import sys
        sys.path.insert(0, sys.argv[1])
        import links
        print(links.problems(sys.argv[2]))
        """
      let arguments = ["-B", "-c", script, Checkout.root.appending(path: "scripts/site").path, folder.path]
      let result = try Checkout.run(try #require(Self.python), arguments)
      #expect(result.text == "['articles.html: nowhere.html: no such file']\n")
    }
  }

  @Test(.enabled(if: python != nil, "no Python with the Markdown library (python3-markdown)"))
  func aFolderThatIsNotASiteIsKept() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "strata-site-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "letter.txt")
    try "Dear".write(to: file, atomically: true, encoding: .utf8)
    let script = Checkout.root.appending(path: "scripts/site").path
    let arguments = [script, "--no-reference", "--no-install", "--out", folder.path]
    let result = try Checkout.run(try #require(Self.python), arguments)
    #expect(result.status != 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == "Dear")
  }
}
