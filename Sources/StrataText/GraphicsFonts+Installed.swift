package import CoreGraphics
import Foundation
import Logging
import Synchronization

extension GraphicsFonts {
  /// The fonts of files that were asked for last: to read one takes a map of its file, and FreeType's objects.
  private static let installed = {
    let fonts = ShardedCache<TextLayoutEngine.FontFile, CGFont?>(capacity: 32)
    // A font that is registered may be drawn in place of another.
    TextLayoutEngine.addDependentCache { fonts.removeAll() }
    return fonts
  }()

  /// The paths of files that could not be read, for the log.
  private static let unreadable = Mutex<Set<String>>([])

  /// Returns the font in the file that text is drawn with, which may be a substitute's.
  ///
  /// - Parameter font: The name; any size gives the same font.
  /// - Returns: The font; nil in a build without the trait `Text`, and, which is logged once, if its file cannot be read.
  package static func installedFont(_ font: FontDescription) -> CGFont? {
    guard let file = TextLayoutEngine.file(of: font) else { return nil }
    // A file in memory may soon have the path of another.
    if let own = self.font(ofFile: file.path) { return own.font }
    return installed.value(
      for: file,
      makingIfKept: { isKept in
        let font = read(file)
        // A file may be readable later, such as when there are descriptors again.
        isKept = font != nil
        return font
      }
    )
  }

  private static func read(_ file: TextLayoutEngine.FontFile) -> CGFont? {
    var reason = "it is no OpenType or TrueType font"
    do {
      let data = try Data(contentsOf: URL(fileURLWithPath: file.path), options: .mappedIfSafe)
      if let font = CGFont(data: data, face: file.face) { return font }
    } catch {
      reason = "\(error)"
    }
    if unreadable.withLock({ $0.insert(file.path).inserted }) {
      Logger(label: "strata.text").warning(
        "a font file cannot be read: \(reason)",
        metadata: ["path": "\(file.path)"]
      )
    }
    return nil
  }
}
