import ArgumentParser
import CoreGraphics
import Foundation

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

/// A state of the document and when to go there, written `Unlock@1.5`.
struct TimedState: ExpressibleByArgument {
  let name: String
  let time: Double

  init?(argument: String) {
    guard let at = argument.lastIndex(of: "@"), let time = Double(argument[argument.index(after: at)...]),
      time.isFinite
    else { return nil }
    (name, self.time) = (String(argument[..<at]), time)
  }
}
