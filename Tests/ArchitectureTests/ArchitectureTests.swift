import Foundation
import Testing

/// What one side of the library must not know of the other, held by reading the sources.
@Suite struct ArchitectureTests {
  @Test func theRenderSideNeverNamesTheLiveTree() throws {
    for target in ["StrataRenderTree", "StrataCompositor", "StrataCPU", "StrataRenderServer"] {
      for path in Repository.files(in: "Sources/" + target, extensions: ["swift"]) {
        // A class's name as text, such as a document's tag, is not a use of the class.
        let code = String(decoding: try Repository.source(path).code, as: UTF8.self)
        #expect(
          !code.contains(/\bCA(Layer|Animation|Transaction)\b/),
          "\(path) names an object of the live tree"
        )
      }
    }
  }

  /// Programs print `localizedDescription` of an error whose type they do not know, which is an empty phrase otherwise.
  @Test func publicErrorsHaveATextOfTheirOwn() throws {
    var (errors, described): (Set<String>, Set<String>) = ([], [])
    for path in Repository.files(in: "Sources", extensions: ["swift"]) {
      let code = String(decoding: try Repository.source(path).code, as: UTF8.self)
      let declarations = code.matches(of: /public (?:enum|struct|final class|class) (\w+):([^{]*)\{/)
      errors.formUnion(declarations.filter { $0.2.contains(/\bError\b/) }.map { String($0.1) })
      let all = code.matches(of: /(?:enum|struct|class|extension) (\w+):([^{]*)\{/)
      described.formUnion(all.filter { $0.2.contains(/\bLocalizedError\b/) }.map { String($0.1) })
    }
    #expect(errors.count >= 8, "\(errors.sorted())")
    #expect(errors.subtracting(described).isEmpty, "\(errors.subtracting(described).sorted())")
  }
}
