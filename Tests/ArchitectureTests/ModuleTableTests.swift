import Foundation
import Testing

/// The targets: what the sources import, what `Package.swift` declares, and the order in `ARCHITECTURE.md` agree.
@Suite struct ModuleTableTests {
  /// The modules of the toolchain, which need no declaration.
  static let toolchain: Set = [
    "CoreFoundation", "Darwin", "Dispatch", "Foundation", "Glibc", "Musl", "Synchronization", "Testing",
  ]

  /// The rows of the table of targets, from below to above.
  static func table() throws -> [[String]] {
    let text = try Repository.text(of: "Documentation/ARCHITECTURE.md")
    let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("Targets") } ?? ""
    return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|")[0].matches(of: /`(\w+)`/).map { String($0.output.1) }
    }
  }

  /// The modules that a Swift source imports, one for each `import` line.
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

  @Test func everyImportIsDeclaredAndEveryDependencyImported() throws {
    let targets = try PackageManifest().targets
    #expect(targets.count > 40)
    let programs = Set(targets.filter { $0.kind == "executableTarget" }.map(\.name))
    for target in targets where target.kind != "systemLibrary" {
      var imported: Set<String> = []
      for path in Repository.files(in: target.path, extensions: ["swift"]) {
        let modules = Self.imports(in: String(decoding: try Repository.source(path).code, as: UTF8.self))
        let undeclared = Set(modules).subtracting(target.dependencies).subtracting(Self.toolchain)
        #expect(
          undeclared.isEmpty,
          "\(path) imports \(undeclared.sorted()), which \(target.name) does not declare"
        )
        imported.formUnion(modules)
      }
      // A test target depends on a program to run it, and examples share one list.
      guard target.kind != "example" else { continue }
      let unused = target.dependencies.subtracting(imported).subtracting(programs)
      #expect(unused.isEmpty, "\(target.name) declares \(unused.sorted()) and does not import it")
    }
  }

  /// What `strata doctor` says of its build names each trait that the package declares.
  @Test func theToolKnowsEveryTrait() throws {
    let declared = try Repository.text(of: "Package.swift").matches(of: /\.trait\(\s*name: "(\w+)"/)
    let known = try Repository.text(of: "Sources/strata/BuildTraits.swift")
      .matches(of: /#if (\w+)\s+traits\.append\("(\w+)"\)/)
    #expect(known.map(\.output.1) == declared.map(\.output.1))
    #expect(known.allSatisfy { $0.output.1 == $0.output.2 })
  }

  @Test func theTableNamesEveryTargetOfTheSources() throws {
    let targets = try PackageManifest().targets.filter { $0.path == "Sources/" + $0.name }
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "Sources").path()
    )
    #expect(Set(folders) == Set(targets.map(\.name)))
    let named = try Self.table().flatMap { $0 }
    #expect(named.count == Set(named).count)
    #expect(Set(named) == Set(targets.filter { $0.kind != "systemLibrary" }.map(\.name)))
  }

  @Test func aTargetUsesOnlyWhatStandsAboveItInTheTable() throws {
    let table = try Self.table()
    let rows = Dictionary(
      uniqueKeysWithValues: table.enumerated().flatMap { row, names in names.map { ($0, row) } }
    )
    for target in try PackageManifest().targets {
      guard let row = rows[target.name] else { continue }
      for dependency in target.dependencies {
        guard let other = rows[dependency] else { continue }
        #expect(other < row, "\(target.name) uses \(dependency), which does not stand above it")
      }
    }
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

  @Test func theReaderOfTheManifestSeesConstantsProductsAndConditions() throws {
    let targets = try PackageManifest().targets
    func dependencies(of name: String) throws -> Set<String> {
      try #require(targets.first { $0.name == name }).dependencies
    }
    #expect(try dependencies(of: "simd") == [])
    #expect(try dependencies(of: "CoreGraphics").isSuperset(of: ["CPNG", "CZlib", "CFreeType", "Logging"]))
    #expect(try dependencies(of: "StrataProcess").isSuperset(of: ["Subprocess", "SystemPackage"]))
    #expect(try !dependencies(of: "StrataProcess").contains("swift-subprocess"))
    #expect(try dependencies(of: "StrataTesting").contains("CZlib"))
  }
}
