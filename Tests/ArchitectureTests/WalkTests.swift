import Foundation
import Testing

/// The walks of `ARCHITECTURE.md` name functions that are there.
@Suite struct WalkTests {
  private struct Step: CustomStringConvertible {
    let path: String
    let function: String

    var description: String { "\(function) in \(path)" }
  }

  /// The rows of the tables in the section of walks.
  private static func steps() throws -> [Step] {
    let text = try Repository.text(of: "Documentation/ARCHITECTURE.md")
    let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("Two walks") } ?? ""
    return section.matches(of: /\]\(\.\.\/([^)]+)\) \| `(\w+)` \|/).map {
      Step(path: String($0.output.1), function: String($0.output.2))
    }
  }

  @Test func everyStepNamesAFunctionOfItsFile() throws {
    let steps = try Self.steps()
    #expect(steps.count > 20)
    for step in steps {
      let source = try Repository.text(of: step.path)
      let declaration = try Regex("(func|var) \(step.function)\\b")
      #expect(source.contains(declaration), "\(step)")
    }
  }
}
