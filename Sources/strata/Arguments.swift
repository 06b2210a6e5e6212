import ArgumentParser
import Foundation
import StrataDocuments

/// A size in pixels, written `1920x1080`.
struct PixelSize: ExpressibleByArgument {
  let width: Int
  let height: Int

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  init?(argument: String) {
    guard let (width, height) = pair(argument, in: 1...32768) else { return nil }
    (self.width, self.height) = (width, height)
  }
}

/// The columns and rows of a contact sheet, written `5x4`.
struct MomentGrid: ExpressibleByArgument {
  let columns: Int
  let rows: Int

  init?(argument: String) {
    guard let (columns, rows) = pair(argument, in: 1...1000) else { return nil }
    (self.columns, self.rows) = (columns, rows)
  }
}

/// Two numbers within a range with an `x` between them.
private func pair(_ text: String, in range: ClosedRange<Int>) -> (Int, Int)? {
  let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
  guard parts.count == 2, let first = parts[0], let second = parts[1],
    range.contains(first), range.contains(second)
  else { return nil }
  return (first, second)
}

/// Frames per second, written as a number or as a ratio such as `24000/1001`.
struct FrameRate: ExpressibleByArgument, CustomStringConvertible {
  /// The rate that holds where none is given.
  static let standard = 60.0

  /// Above 0 and at most 1000.
  let value: Double
  let description: String

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(parts.count), let numerator = parts[0],
      let denominator = parts.count == 2 ? parts[1] : 1
    else { return nil }
    value = numerator / denominator
    description = argument
    guard denominator > 0, value > 0, value <= 1000 else { return nil }
  }
}

/// A folder of another machine and the one here that stands for it, written `/var/mobile/Wallpapers=./wallpapers`.
struct AssetMapping: ExpressibleByArgument {
  let folder: AssetFolder

  init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), argument.hasPrefix("/") else { return nil }
    let target = URL(filePath: String(argument[argument.index(after: equals)...]))
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: target.path(percentEncoded: false), isDirectory: &isFolder),
      isFolder.boolValue
    else { return nil }
    folder = AssetFolder(String(argument[..<equals]), folder: target)
  }
}

/// A change of the document's state, written `Unlock@1.5` or, with a duration, `Unlock@1.5:0.8`.
///
/// Without a name it leads back to the base state, the document as written.
struct TimedState: ExpressibleByArgument {
  /// Nil for the base state.
  let name: String?
  /// In seconds.
  let time: Double
  /// The time, in seconds, over which values change that the document has no animation for.
  let duration: Double

  init?(argument: String) {
    guard let at = argument.lastIndex(of: "@") else { return nil }
    let times = argument[argument.index(after: at)...]
      .split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard (1...2).contains(times.count), let time = times[0], time.isFinite,
      let duration = times.count == 2 ? times[1] : 0, duration.isFinite, duration >= 0
    else { return nil }
    name = at == argument.startIndex ? nil : String(argument[..<at])
    (self.time, self.duration) = (time, duration)
  }
}

/// The rules of options that several commands have; each throws in the words of its option.
enum OptionRules {
  static let qualityHelp: ArgumentHelp = "0 (smallest file) to 1 (best picture). Default: 0.8."

  static func check(quality: Double?) throws {
    guard quality.map({ (0...1).contains($0) }) ?? true else {
      throw ValidationError("--quality must be between 0 and 1.")
    }
  }

  static func check(threads: Int?) throws {
    guard threads.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--threads must be between 1 and 256.")
    }
  }

  static func check(scale: Double?) throws {
    guard scale.map({ $0 > 0 && $0 <= 64 }) ?? true else {
      throw ValidationError("--scale must be above 0 and at most 64.")
    }
  }

  /// Standard input can be read once.
  static func check(documents: [String]) throws {
    guard documents.count(where: { $0 == DocumentInput.standardInput }) <= 1 else {
      throw ValidationError("Standard input holds one document.")
    }
  }
}

extension JSONEncoder {
  /// The text that a command prints with `--json`, which is the same for equal values.
  static func text(of value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
