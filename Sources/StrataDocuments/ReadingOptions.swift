public import Foundation
public import StrataCAML

/// Options of a reading.
public struct ReadingOptions: Sendable {
  /// The sizes beyond which the reader refuses a document.
  public var limits = ReadingLimits()
  /// True if an absent or broken image is an error instead of a warning.
  public var isStrict = false
  /// True to decode every image while reading, which finds broken ones that drawing would find later.
  ///
  /// A strict reading always does. Otherwise long sequences are decoded when they are drawn.
  public var checksAllImages = false
  /// Folders here that stand for folders of another machine, to which absolute paths of images lead.
  ///
  /// Of several that hold a path the longest counts. Without any, absolute paths are not followed.
  public var assetFolders: [AssetFolder] = []
  /// True to enter the states marked as initial on load.
  public var entersInitialStates = true
  /// The state to enter on load instead of the initial ones; nil for none.
  public var state: String?

  /// Opens a film that a layer has as its contents, as by `VideoClip(contentsOf:)`; nil reads films as images.
  ///
  /// Films are recognized by their suffix. The result becomes the layer's contents.
  ///
  /// The film of an archive is unpacked into a temporary file, which stays while the result is in use: it goes when a
  /// document is read after that, or when the process exits. That of a result that is not an object stays until then.
  public var openFilm: (@Sendable (URL) throws -> Any)?

  /// Creates the options of a lenient reading within the default limits that enters initial states.
  public init() {}
}
