/// The sizes beyond which a reader refuses a document.
public struct ReadingLimits: Hashable, Sendable {
  /// The greatest nesting of elements.
  public var depth = 1_024
  /// The greatest number of elements.
  public var elements = 1_000_000
  /// The greatest number of pixels of one image.
  public var imagePixels = 1 << 26
  /// The greatest number of pixels of all images together; each takes four bytes once it is drawn.
  ///
  /// A file of a few kilobytes can decode to a gigabyte, so the bytes of the files limit nothing.
  public var documentPixels = 1 << 28
  /// The greatest number of bytes read in all: markup, manifest and images, unpacked if they lie in an archive.
  public var totalBytes = 1 << 30
  /// The greatest number of entries of a zip archive.
  public var archiveEntries = 65_534

  /// Creates the default limits, far above every document of a phone or desktop.
  public init() {}
}
