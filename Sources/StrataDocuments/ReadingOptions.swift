/// The sizes beyond which a reader refuses a document.
public struct ReadingLimits: Hashable, Sendable {
  /// The greatest nesting of elements.
  public var depth = 1_024
  /// The greatest number of elements.
  public var elements = 1_000_000
  /// The greatest number of pixels of one image.
  public var imagePixels = 16_384 * 16_384
  /// The greatest number of bytes read in all: markup, manifest and images.
  public var totalBytes = 1 << 30

  /// Creates the default limits, far above every document of a phone or desktop.
  public init() {}
}

/// Options of a reading.
public struct ReadingOptions: Sendable {
  /// The sizes beyond which the reader refuses a document.
  public var limits = ReadingLimits()
  /// True if an absent or broken image is an error instead of a warning.
  public var isStrict = false
  /// True to enter the states marked as initial on load.
  public var entersInitialStates = true
  /// The state to enter on load instead of the initial ones; nil for none.
  public var state: String?

  /// Creates the options of a lenient reading within the default limits that enters initial states.
  public init() {}
}
