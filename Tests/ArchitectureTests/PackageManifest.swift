import Foundation

/// The targets of `Package.swift`, read from its text.
struct PackageManifest {
  struct Target {
    /// The function that declares it, such as `module` or `systemLibrary`.
    var kind: String
    var name: String
    /// Targets and products, by the names of their modules.
    var dependencies: Set<String>
    /// The folder, from the repository's root.
    var path: String
  }

  private(set) var targets: [Target] = []
  private let source: SourceText
  /// The lists of dependencies that the manifest names, such as `codecs`.
  private var constants: [String: Set<String>] = [:]

  init() throws {
    source = try Repository.source("Package.swift")
    let code = String(decoding: source.code, as: UTF8.self)
    for match in code.matches(of: /(?m)^let (\w+)[^\n]*Target\.Dependency(?:[^\n]|\n[ }])*/) {
      constants[String(match.output.1)] = names(in: offsets(of: match.range, in: code))
    }
    // All examples have the same dependencies, which the function that declares them lists.
    if let match = code.firstMatch(of: /func example[^}]*dependencies: (\[[^\]]*\])/) {
      constants["example"] = names(
        in: offsets(of: match.output.1.startIndex..<match.output.1.endIndex, in: code)
      )
    }
    guard let list = code.firstRange(of: "targets: [\n    .systemLibrary") else { return }
    var at = offsets(of: list, in: code).lowerBound + "targets: [".utf8.count
    while let call = nextCall(from: at) {
      targets.append(target(of: call))
      at = call.arguments.upperBound + 1
    }
  }

  private typealias Call = (name: String, arguments: Range<Int>)

  private func offsets(of range: Range<String.Index>, in text: String) -> Range<Int> {
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    return start..<start + text.utf8.distance(from: range.lowerBound, to: range.upperBound)
  }

  /// The next call of the list, before the list ends.
  private func nextCall(from start: Int) -> Call? {
    let code = source.code
    guard
      let open = code[start...].firstIndex(where: { [UInt8(ascii: "("), UInt8(ascii: "]")].contains($0) }),
      code[open] == UInt8(ascii: "("), let end = code.closing(of: open)
    else { return nil }
    let name = code[start..<open].reversed().prefix(while: \.isNamePart).reversed()
    return (String(decoding: name, as: UTF8.self), open + 1..<end)
  }

  private func target(of call: Call) -> Target {
    var target = Target(kind: call.name, name: "", dependencies: [], path: "")
    for (index, argument) in source.code.parts(of: call.arguments).enumerated() {
      let text = String(decoding: source.code[argument], as: UTF8.self).drop(while: \.isWhitespace)
      let label = text.firstMatch(of: /^(\w+):/).map { String($0.output.1) }
      switch label {
      case "dependencies": target.dependencies = names(in: argument)
      case "path": target.path = strings(in: argument).first ?? ""
      case nil where index == 0, "name": target.name = strings(in: argument).first ?? ""
      case nil: target.dependencies = names(in: argument)
      default: break
      }
    }
    if call.name == "example" {
      target.path = "Examples/\(target.name)"
      target.dependencies = constants["example"] ?? []
    } else if target.path.isEmpty {
      target.path = (["tests", "testTarget"].contains(call.name) ? "Tests/" : "Sources/") + target.name
    }
    return target
  }

  /// The modules that a list of dependencies names, by text or by a constant.
  private func names(in range: Range<Int>) -> Set<String> {
    var found = Set(strings(in: range))
    for match in String(decoding: source.code[range], as: UTF8.self).matches(of: /\w+/) {
      found.formUnion(constants[String(match.output)] ?? [])
    }
    return found
  }

  /// The strings of a range, without those of packages, traits and products' addresses.
  private func strings(in range: Range<Int>) -> [String] {
    var found: [String] = []
    var at = range.lowerBound
    while let open = source.code[at..<range.upperBound].firstIndex(of: .quote),
      let close = source.code[(open + 1)..<range.upperBound].firstIndex(of: .quote)
    {
      let before = String(decoding: source.code[max(range.lowerBound, open - 9)..<open], as: UTF8.self)
      if !before.hasSuffix("package: ") && !before.hasSuffix("traits: [") {
        found.append(String(decoding: source.strings[(open + 1)..<close], as: UTF8.self))
      }
      at = close + 1
    }
    return found
  }
}

extension [UInt8] {
  /// The bracket that closes the one at a place.
  func closing(of open: Int) -> Int? {
    var depth = 0
    for place in open..<count {
      switch self[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
    }
    return nil
  }

  /// The parts of a range between its commas that stand in no bracket, a generic's among them.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    var (depth, start, found) = (0, range.lowerBound, [Range<Int>]())
    for place in range {
      switch self[place] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ">") where self[place - 1] != UInt8(ascii: "-"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        found.append(start..<place)
        start = place + 1
      default: break
      }
    }
    if self[start..<range.upperBound].contains(where: { $0 != .space && $0 != .lineBreak }) {
      found.append(start..<range.upperBound)
    }
    return found
  }
}
