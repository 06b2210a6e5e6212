#if Media
  import CoreGraphics
  public import CoreMedia
  public import Foundation
  package import StrataMedia

  /// The kind of a track.
  public struct AVMediaType: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a kind of its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Pictures.
    public static let video = AVMediaType(rawValue: "vide")
    /// Sound.
    public static let audio = AVMediaType(rawValue: "soun")
    /// Subtitles.
    public static let subtitle = AVMediaType(rawValue: "sbtl")
  }

  /// Pictures and sound with times: a file, or a composition.
  ///
  /// Properties list the streams of the file when they are first read, which takes a child process and some 50 ms; `load`
  /// does so without holding up the caller. A file that cannot be read has no tracks and an invalid duration; ``load(_:)`` throws the
  /// reason, and the ``AVPlayerItem/status`` of an item fails with it.
  ///
  /// - Thread: Any.
  open class AVAsset: NSObject, NSCopying, @unchecked Sendable {  // Fixed values and locks.
    let file: AssetFile?
    /// The tracks of the file, made when they are first asked for.
    private let fileTracks = Locked<[AVAssetTrack]?>(nil)

    /// Opens a file, as an ``AVURLAsset``; nothing is read yet.
    public convenience init(url: URL) {
      self.init(replacedBy: unsafeDowncast(AVURLAsset(url: url), to: Self.self))
    }

    /// An asset that is not one file.
    override init() { file = nil }

    /// The asset of a file.
    init(file: AssetFile) { self.file = file }

    /// Returns an asset that does not change: here this one.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: Tracks

    /// The tracks in the order of the file, the same objects each time.
    open var tracks: [AVAssetTrack] {
      guard let file, let list = try? file.list() else { return [] }
      return fileTracks.withLock { known in
        if let known { return known }
        let made = list.tracks.map { AVAssetTrack($0, of: self) }
        known = made
        return made
      }
    }

    /// Returns the tracks of a kind.
    @_disfavoredOverload
    public func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
      tracks.filter { $0.mediaType == mediaType }
    }

    /// Returns the track of a number; nil if there is none.
    open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? {
      tracks.first { $0.trackID == trackID }
    }

    /// Returns the tracks of a kind, read on another thread.
    ///
    /// - Throws: ``AVError``.
    public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
      try await load(.tracks).filter { $0.mediaType == mediaType }
    }

    /// Returns the track of a number, read on another thread; nil if there is none.
    ///
    /// - Throws: ``AVError``.
    public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
      try await load(.tracks).first { $0.trackID == trackID }
    }

    /// Returns a number that no track of the asset has.
    public func unusedTrackID() -> CMPersistentTrackID {
      let used = tracks.map(\.trackID)
      return (1...CMPersistentTrackID.max).first { !used.contains($0) } ?? kCMPersistentTrackID_Invalid
    }

    /// Returns a number that no track of the asset has, read on another thread.
    ///
    /// - Throws: ``AVError``.
    public func findUnusedTrackID() async throws -> CMPersistentTrackID {
      _ = try await load(.tracks)
      return unusedTrackID()
    }

    // MARK: Facts

    /// The length; indefinite for a picture, invalid for a file that cannot be read.
    open var duration: CMTime {
      guard let file else { return .zero }
      return (try? file.list().duration) ?? .invalid
    }

    /// The rate at which the asset plays by default: 1.
    public var preferredRate: Float { 1 }

    /// The volume at which the asset plays by default: 1.
    public var preferredVolume: Float { 1 }

    /// The transform of the asset, which is that of its tracks.
    public var preferredTransform: CGAffineTransform { .identity }

    /// True if the duration is exact, which the table of frames gives.
    public var providesPreciseDurationAndTiming: Bool { true }

    /// True if the content is encrypted; such files cannot be read.
    public var hasProtectedContent: Bool { (failure as? AVError)?.code == .contentIsProtected }

    /// True if the file can be read.
    public var isReadable: Bool { failure == nil }

    /// True if a player can show or play the asset.
    public var isPlayable: Bool { failure == nil && !tracks.isEmpty }

    /// True if an export session can write the asset.
    public var isExportable: Bool { isPlayable }

    /// True if a composition may hold parts of the asset.
    public var isComposable: Bool { isPlayable }

    /// Why the asset cannot be read; nil if it can.
    package var failure: (any Error)? {
      guard let file else { return nil }
      do {
        _ = try file.list()
        return nil
      } catch { return error }
    }

    /// The pictures of the asset, for one use of it.
    func makePictures() throws(AVError) -> any TimedPictures {
      guard let file else { throw AVError(.contentIsUnavailable, "the asset has no video") }
      return try file.makeClip()
    }
  }

  /// A type whose initializer may return an object of a subclass.
  private protocol Replaceable {}

  extension Replaceable {
    /// Takes another object in place of the new one.
    fileprivate init(replacedBy other: @autoclosure () -> Self) { self = other() }
  }

  extension AVAsset: Replaceable {}

  /// An asset that is a file.
  open class AVURLAsset: AVAsset, @unchecked Sendable {
    /// The file.
    public let url: URL

    /// Opens a file; nothing is read yet.
    ///
    /// The options have no effect: timing is always precise.
    public init(url: URL, options: [String: Any]? = nil) {
      self.url = url
      super.init(file: AssetFile(url))
    }

    /// Opens a file with programs other than the usual ones.
    package init(url: URL, tools: MediaTools) {
      self.url = url
      super.init(file: AssetFile(url, tools: tools))
    }
  }

  /// The option of a precise duration; it always is.
  public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"
#endif
