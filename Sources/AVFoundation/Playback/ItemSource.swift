#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import Logging
  import StrataMedia
  import Synchronization

  /// The pictures of a player item, opened when they are first needed.
  ///
  /// Exact hosts wait for a picture. Live ones take the last one that is ready, and a thread of the source opens and decodes.
  final class ItemSource: Sendable {
    private let make: @Sendable () throws(AVError) -> any TimedPictures
    /// Held while the pictures are opened.
    private let opening = Mutex(())
    private let opened = Mutex<Result<any TimedPictures, AVError>?>(nil)
    private let live = Mutex<LiveVideo?>(nil)
    private let isOpening = Mutex(false)

    init(_ make: @escaping @Sendable () throws(AVError) -> any TimedPictures) { self.make = make }

    /// Opens the pictures, if that was not done.
    ///
    /// - Throws: ``AVError``, the same one each time.
    func open() throws(AVError) -> any TimedPictures {
      let result = opening.withLock { _ -> Result<any TimedPictures, AVError> in
        if let known { return known }
        let result = Result { () throws(AVError) in try make() }
        if case .failure(let error) = result { Logger(label: "strata.media").warning("\(error)") }
        opened.withLock { $0 = result }
        return result
      }
      return try result.get()
    }

    /// The result of opening; nil while the pictures are not open.
    var known: Result<any TimedPictures, AVError>? { opened.withLock { $0 } }

    /// The picture of a time in seconds, after as long as it takes.
    func picture(at seconds: Double) -> CGImage? {
      guard let pictures = try? open() else { return nil }
      return pictures.number(atSeconds: seconds).flatMap { pictures.picture($0) }
    }

    /// The last picture that is ready for a time in seconds.
    func livePicture(at seconds: Double) -> CGImage? {
      if let live = live.withLock({ $0 }) { return live.picture(at: seconds) }
      prepare()
      return nil
    }

    /// Opens the pictures in the background; calls a closure there when they are open, or cannot be opened.
    func prepare(_ completion: (@Sendable () -> Void)? = nil) {
      let starts = isOpening.withLock { isOpening in
        defer { isOpening = true }
        return !isOpening
      }
      guard starts || completion != nil else { return }
      Self.queue.async { [self] in
        if let pictures = try? open() {
          live.withLock { live in live = live ?? LiveVideo(pictures: pictures) }
        }
        completion?()
      }
    }

    private static let queue = DispatchQueue(label: "strata.items", attributes: .concurrent)

    /// How many pictures of live hosts were not ready in time.
    var lateCount: Int { live.withLock { $0?.lateCount ?? 0 } }

    /// True once a live host showed a picture.
    var hasShownLive: Bool { live.withLock { $0?.hasShown ?? false } }
  }
#endif
