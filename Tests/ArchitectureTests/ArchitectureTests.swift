import Foundation
import Testing

/// The order of the targets, held by reading the sources: a target imports only what stands below it.
@Suite struct ArchitectureTests {
  /// The targets by storey; a target may import any of a lower storey that the table grants it.
  static let allowed: [String: Set<String>] = {
    let raster: Set = ["StrataBase", "CStrataKernels"]
    let graphics: Set = ["StrataBase", "StrataRaster", "CPNG", "CJPEG", "CWebP", "CZlib", "CFreeType"]
    let text: Set = ["StrataBase", "StrataRaster", "CoreGraphics", "CPango", "CFreeType"]
    let tree: Set = ["StrataBase", "StrataRaster", "CoreGraphics"]
    let compositor: Set = ["StrataBase", "StrataRaster", "CoreGraphics", "StrataText", "StrataRenderTree"]
    let cpu: Set = [
      "StrataBase", "StrataRaster", "CStrataKernels", "CoreGraphics", "StrataCompositor", "StrataRenderTree",
    ]
    let server = compositor.union(["StrataCompositor", "StrataCPU"])
    let quartz = server.union(["StrataRenderServer", "CoreText", "ImageIO", "simd", "Metal"])
    return [
      "simd": [],
      "Metal": [],
      "StrataBase": [],
      "StrataRaster": raster,
      "CoreGraphics": graphics,
      "StrataText": text,
      "StrataRenderTree": tree,
      "CoreText": ["StrataBase", "StrataRaster", "CoreGraphics", "StrataText"],
      "ImageIO": ["StrataBase", "CoreGraphics"],
      "StrataCompositor": compositor,
      "StrataCPU": cpu,
      "StrataRenderServer": server,
      "QuartzCore": quartz,
      "StrataDocuments": [
        "StrataBase", "CoreGraphics", "StrataRenderTree", "ImageIO", "StrataRenderServer", "QuartzCore",
      ],
      "StrataExport": ["StrataRaster", "CoreGraphics", "StrataRenderServer", "QuartzCore"],
      "strata": [
        "CoreGraphics", "ImageIO", "StrataRenderServer", "QuartzCore", "StrataDocuments", "StrataExport",
      ],
    ]
  }()

  /// Modules of the toolchain and of packages, with the targets that may use them.
  static let outside: [String: Set<String>?] = [
    "Foundation": nil, "Synchronization": nil, "Dispatch": nil, "Glibc": nil, "Musl": nil, "Darwin": nil,
    "CoreFoundation": ["CoreGraphics", "QuartzCore"],
    "Logging": ["CoreGraphics", "StrataText", "StrataRenderTree", "QuartzCore", "Metal"],
    "Subprocess": ["StrataExport"], "SystemPackage": ["StrataExport"],
    "ArgumentParser": ["strata"],
  ]

  static let sources = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources")

  /// The modules that a Swift source imports, one per `import` line.
  static func imports(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
        words[..<at].allSatisfy({
          ["@_exported", "public", "package", "internal", "private", "fileprivate", "@preconcurrency"]
            .contains($0)
        })
      else { return nil }
      let kinds: Set = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
      let name = kinds.contains(words[at + 1]) && at + 2 < words.count ? words[at + 2] : words[at + 1]
      return name.split(separator: ".").first.map(String.init)
    }
  }

  @Test(arguments: allowed.keys.sorted())
  func aTargetImportsOnlyWhatStandsBelowIt(target: String) throws {
    let folder = Self.sources.appending(path: target)
    let granted = try #require(Self.allowed[target])
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var seen = 0
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      seen += 1
      for module in Self.imports(in: try String(contentsOf: file, encoding: .utf8)) {
        if let users = Self.outside[module] {
          #expect(users?.contains(target) ?? true, "\(target) imports \(module) in \(file.lastPathComponent)")
        } else {
          #expect(granted.contains(module), "\(target) imports \(module) in \(file.lastPathComponent)")
        }
      }
    }
    #expect(seen > 0, "no sources of \(target)")
  }

  @Test func everyTargetOfTheSourcesIsInTheTable() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path())
    let systems: Set = [
      "CPango", "CFreeType", "CPNG", "CJPEG", "CWebP", "CZlib", "CStrataKernels", "StrataTesting",
    ]
    #expect(Set(folders).subtracting(systems) == Set(Self.allowed.keys))
  }

  @Test func theReaderOfImportsSeesEveryForm() {
    let text = """
      import A
      public import B
      @_exported import struct C.D
        import E
      // import F
      let x = "import G"
      """
    #expect(Self.imports(in: text) == ["A", "B", "C", "E"])
  }

  @Test func theRenderSideNeverNamesTheLiveTree() throws {
    for target in ["StrataRenderTree", "StrataCompositor", "StrataCPU", "StrataRenderServer"] {
      let files = FileManager.default.enumerator(
        at: Self.sources.appending(path: target),
        includingPropertiesForKeys: nil
      )
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let code = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
          .filter { !$0.drop(while: { $0 == " " }).hasPrefix("//") }
          // A class's name as text, such as a document's tag, is no use of the class.
          .map { $0.replacing(/"[^"]*"/, with: "") }
        let names = code.contains { $0.contains(/\bCA(Layer|Animation|Transaction)\b/) }
        #expect(!names, "\(file.lastPathComponent) names an object of the live tree")
      }
    }
  }
}
