package import CoreGraphics
import Foundation
import Synchronization

#if Text
  import CPango
#endif

/// The names by which text finds fonts that programs have as objects.
///
/// A font that is installed keeps its PostScript name. Any other gets a name of its own, so that it does not take the place of
/// an installed one.
package enum GraphicsFonts {
  private struct Known {
    var names: [CGFont: String] = [:]
    var fonts: [String: CGFont] = [:]
    var namesByFile: [String: String] = [:]
    var count = 0
  }

  private static let known = Mutex(Known())

  /// The number of fonts that are kept; each takes memory and a descriptor for as long as the program runs.
  private static let capacity = 256

  /// Returns the name by which text finds a font; its own if there is no other.
  package static func name(of font: CGFont) -> String {
    if let name = known.withLock({ $0.names[font] }) { return name }
    let own = (font.postScriptName ?? font.fullName).map { $0 as String } ?? ""
    let name = isInstalled(font, own) ? own : register(font, own) ?? own
    return known.withLock { known in
      let first = known.names[font] ?? name
      if known.names.count < capacity { known.names[font] = first }
      return first
    }
  }

  /// Returns the font that has a name of its own.
  package static func font(named name: String) -> CGFont? { known.withLock { $0.fonts[name] } }

  /// Returns the name of the font in a file that was made for it.
  static func name(ofFile path: String) -> String? { known.withLock { $0.namesByFile[path] } }

  private static func isInstalled(_ font: CGFont, _ name: String) -> Bool {
    guard !name.isEmpty, TextLayoutEngine.isKnown(font: name),
      let file = TextLayoutEngine.file(of: FontDescription(name: name, size: 12)), file.face == font.face,
      let data = try? Data(contentsOf: URL(fileURLWithPath: file.path), options: .mappedIfSafe)
    else { return false }
    return data == font.data
  }

  /// Makes a font available under a new name; nil if it cannot be read.
  private static func register(_ font: CGFont, _ own: String) -> String? {
    #if Text
      let number = known.withLock { known -> Int? in
        guard known.count < capacity else { return nil }
        known.count += 1
        return known.count
      }
      guard let number else { return nil }
      let descriptor = font.data.withUnsafeBytes { strata_memory_file($0.baseAddress, $0.count) }
      guard descriptor >= 0 else { return nil }
      let (path, name) = ("/proc/self/fd/\(descriptor)", "\(own.filter { $0 != "\0" })#\(number)")
      let face = Int32(clamping: font.face)
      // Known before text can find it.
      known.withLock { ($0.namesByFile[path], $0.fonts[name]) = (name, font) }
      if TextLayoutEngine.register(fontFile: path, face: face, family: "Strata font \(number)", name: name) {
        return name
      }
      known.withLock { ($0.namesByFile[path], $0.fonts[name]) = (nil, nil) }
      close(descriptor)
    #endif
    return nil
  }
}
