import ArgumentParser
import CoreGraphics
import Foundation
import StrataDocuments

/// A size in pixels, written `1920x1080`.
struct PixelSize: ExpressibleByArgument {
  let width: Int
  let height: Int

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x").map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1],
      (1...32768).contains(width), (1...32768).contains(height)
    else { return nil }
    (self.width, self.height) = (width, height)
  }
}

/// A colour, written `#rgb`, `#rrggbb` or `#rrggbbaa`.
struct HexColor: ExpressibleByArgument {
  private let channels: [UInt8]

  init?(argument: String) {
    var digits = argument.hasPrefix("#") ? String(argument.dropFirst()) : argument
    if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
    if digits.count == 6 { digits += "ff" }
    guard digits.count == 8, let number = UInt32(digits, radix: 16) else { return nil }
    channels = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  var color: CGColor {
    let values = channels.map { CGFloat($0) / 255 }
    return CGColor(srgbRed: values[0], green: values[1], blue: values[2], alpha: values[3])
  }

  var bytes: (red: UInt8, green: UInt8, blue: UInt8) { (channels[0], channels[1], channels[2]) }
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
