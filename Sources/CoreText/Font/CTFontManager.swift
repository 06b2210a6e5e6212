public import CoreGraphics
public import Foundation
import StrataText

/// The scope of a font registration; all scopes are the current process here.
public enum CTFontManagerScope: UInt32, Sendable {
  /// Not specified.
  case none = 0
  /// The current process.
  case process = 1
  /// All processes of the user, permanently.
  case persistent = 2
  /// The user's session.
  case session = 3

  /// The same as `persistent`.
  public static let user = CTFontManagerScope.persistent
}

/// Registers the fonts of a file for text in this process.
///
/// - Parameters:
///   - fontURL: A font file.
///   - scope: The scope; has no effect.
///   - error: Receives the error if the result is false: a Cocoa error, `fileReadNoSuchFile` or `fileReadCorruptFile`.
/// - Returns: True if the fonts are available now.
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
  // Fontconfig accepts any file, and reports an unreadable font only when it is used.
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
