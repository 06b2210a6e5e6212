/// How far a reader goes before it refuses a document.
public struct ReadingLimits: Hashable, Sendable {
  /// The greatest nesting of elements.
  public var depth = 1_024
  /// The greatest number of elements.
  public var elements = 1_000_000
  /// The greatest number of pixels of one image.
  public var imagePixels = 16_384 * 16_384
  /// The greatest number of bytes read in all: markup, manifest and images.
  public var totalBytes = 1 << 30

  /// Limits that every document of a phone or desktop stays far below.
  public init() {}
}

/// What a reader does beyond building the layer tree.
public struct ReadingOptions: Sendable {
  /// How far the reader goes before it refuses a document.
  public var limits = ReadingLimits()
  /// Whether an image that is absent or broken makes the reading fail instead of leaving a warning.
  public var isStrict = false
  /// Whether the states marked as initial are entered on load.
  public var entersInitialStates = true
  /// The state to enter on load instead of the initial ones; nil for none.
  public var state: String?

  /// Lenient reading within the default limits, with initial states entered.
  public init() {}
}
