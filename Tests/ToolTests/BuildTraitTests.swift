import Testing

/// Where a build of the tool lacks a command, its error names the trait that brings it.
@Suite struct BuildTraitTests {
  /// Those that bring commands and that this build has.
  static let traits: Set<String> = {
    var traits: Set<String> = []
    #if Media
      traits.insert("Media")
    #endif
    #if Window
      traits.insert("Window")
    #endif
    #if Inspector
      traits.insert("Inspector")
    #endif
    return traits
  }()

  /// Arguments that are an error in every build.
  @Test(arguments: [
    (["overlay"], "Media"), (["view", "--no-such-option"], "Window"),
    (["preview", "--no-such-option"], "Inspector"),
    (["inspect", "--live=nonsense", "a.caml"], "Inspector"),
  ])
  func theErrorNamesTheTraitThatIsAbsent(arguments: [String], trait: String) throws {
    let run = try ToolRun(arguments)
    #expect(run.status == 64, "\(run.errors)")
    let hasTrait = Self.traits.contains(trait)
    #expect(run.errors.contains("it comes with the trait \(trait)") != hasTrait, "\(run.errors)")
  }
}
