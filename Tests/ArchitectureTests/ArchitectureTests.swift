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
}
