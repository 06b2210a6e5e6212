public import CoreGraphics
public import Foundation
import StrataText

/// How far the registration of a font reaches.
public enum CTFontManagerScope: UInt32, Sendable {
  /// Not said, which is this process.
  case none = 0
  /// This process.
  case process = 1
  /// What would be all processes of the user; here it is this process.
  case persistent = 2
  /// What would be the user's session; here it is this process.
  case session = 3

  /// What would be all processes of the user; here it is this process.
  public static let user = CTFontManagerScope.persistent
}

/// Makes the fonts of a file available to text in this process.
///
/// - Parameters:
///   - fontURL: A font file.
///   - scope: How far the registration reaches.
///   - error: Where an error goes when the result is false; nil when it is not wanted.
/// - Returns: Whether the fonts are available now.
@discardableResult
public func CTFontManagerRegisterFontsForURL(
  _ fontURL: CFURL,
  _ scope: CTFontManagerScope,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  let url = fontURL as URL
  guard url.isFileURL, FileManager.default.isReadableFile(atPath: url.path) else {
    error?.pointee = failure(.fileReadNoSuchFile, url)
    return false
  }
  // Fontconfig takes any file and only later finds no font in it.
  guard let data = try? Data(contentsOf: url, options: .mappedIfSafe), CGFont(data: data) != nil,
    TextLayoutEngine.register(fontFile: url.path)
  else {
    error?.pointee = failure(.fileReadCorruptFile, url)
    return false
  }
  return true
}

private func failure(_ code: CocoaError.Code, _ url: URL) -> Unmanaged<CFError> {
  let error = NSError(
    domain: NSCocoaErrorDomain,
    code: code.rawValue,
    userInfo: [NSFilePathErrorKey: url.path]
  )
  return Unmanaged.passRetained(error)
}

/// An error object.
public typealias CFError = NSError
