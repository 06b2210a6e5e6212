/// The traits of the package, which decide what a build of the tool has.
enum BuildTraits {
  /// The traits of this build.
  static let enabled: [String] = {
    var traits: [String] = []
    #if Text
      traits.append("Text")
    #endif
    #if ImageCodecs
      traits.append("ImageCodecs")
    #endif
    #if BarCodes
      traits.append("BarCodes")
    #endif
    #if Window
      traits.append("Window")
    #endif
    #if Inspector
      traits.append("Inspector")
    #endif
    #if Media
      traits.append("Media")
    #endif
    #if GPU
      traits.append("GPU")
    #endif
    return traits
  }()

  /// Commands and options that come with a trait.
  private static let parts: [(command: String, option: String?, trait: String)] = [
    ("overlay", nil, "Media"), ("view", nil, "Window"), ("preview", nil, "Inspector"),
    ("inspect", "--live", "Inspector"),
  ]

  /// Says which trait brings a command or an option that this build lacks; nil if the arguments name none.
  static func hint(for arguments: [String]) -> String? {
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    for part in parts where words.first == part.command && !enabled.contains(part.trait) {
      guard let option = part.option else { return hint(part.command, part.trait) }
      // The value may stand behind an equals sign.
      guard words.contains(where: { $0.split(separator: "=").first == option[...] }) else { continue }
      return hint("\(part.command) \(option)", part.trait)
    }
    return nil
  }

  private static func hint(_ words: String, _ trait: String) -> String {
    "strata: this build has no \(words); it comes with the trait \(trait) of the package"
  }
}
