#if Media
  import CoreGraphics
  public import CoreImage
  public import CoreMedia
  import Dispatch
  public import Foundation
  import StrataFilm

  /// A picture of a film that a program filters with Core Image.
  ///
  /// See ``AVVideoComposition/init(asset:applyingCIFiltersWithHandler:)``. The program finishes the request with an
  /// image or an error, on any thread. A request that is released unfinished counts as finished with an error.
  open class AVAsynchronousCIImageFilteringRequest: NSObject, @unchecked Sendable {
    // Fixed values and a lock.
    /// The picture, upright: its first video track in front, in pixels from the lower left corner.
    public let sourceImage: CIImage
    /// The time of the picture.
    public let compositionTime: CMTime
    /// The size of the filtered picture, in pixels.
    public let renderSize: CGSize
    private let answer: PictureFilter.Answer

    init(_ sourceImage: CIImage, at time: CMTime, renderSize: CGSize, _ answer: PictureFilter.Answer) {
      (self.sourceImage, compositionTime, self.renderSize) = (sourceImage, time, renderSize)
      self.answer = answer
    }

    deinit { answer.give(.failure(PictureFilter.unfinished)) }

    /// Gives the filtered picture.
    ///
    /// What lies between the origin and ``renderSize`` is shown, over black.
    ///
    /// - Parameters:
    ///   - filteredImage: The image.
    ///   - context: Draws the image; nil for a context that filters in linear light.
    open func finish(with filteredImage: CIImage, context: CIContext?) {
      answer.give(.success((filteredImage, context)))
    }

    /// Says why there is no picture: an export ends with the error; images of the time fail.
    ///
    /// A player on a live host keeps the picture before, and does not ask again until its item gets another
    /// composition; other hosts show nothing at the time.
    ///
    /// An error of another type than ``AVError`` becomes one with its text.
    open func finish(with error: any Error) {
      answer.give(.failure(error as? AVError ?? AVError(.unknown, error.localizedDescription)))
    }
  }

  /// What filters the pictures of a video composition.
  struct PictureFilter: Sendable {
    /// The size of the pictures before they are filtered.
    let sourceSize: CGSize
    let apply: @Sendable (AVAsynchronousCIImageFilteringRequest) -> Void

    fileprivate static let unfinished = AVError(
      .unknown,
      "a picture was not filtered: its request was not finished"
    )

    /// The first answer to a request.
    final class Answer: Sendable {
      typealias Filtered = (image: CIImage, context: CIContext?)
      private let result = Locked<Result<Filtered, AVError>?>(nil)
      private let isGiven = DispatchSemaphore(value: 0)

      func give(_ new: Result<Filtered, AVError>) {
        let isFirst = result.withLock { result in
          defer { result = result ?? new }
          return result == nil
        }
        if isFirst { isGiven.signal() }
      }

      /// Waits for the answer; a cancellation is one, too.
      func wait(_ cancellation: ExportCancellation) throws(AVError) -> Filtered {
        let cancelled = AVError(ExportError.cancelled)
        do throws(ExportError) {
          try cancellation.withAction({ self.give(.failure(cancelled)) }) { isGiven.wait() }
        } catch {
          throw cancelled
        }
        guard let result = result.withLock({ $0 }) else { throw PictureFilter.unfinished }
        return try result.get()
      }
    }

    private static let context = CIContext()

    /// Filters a picture.
    ///
    /// - Parameters:
    ///   - picture: The picture.
    ///   - time: Its time.
    ///   - renderSize: The size that the program is told.
    ///   - size: The size to draw in pixels: the other one in another scale.
    ///   - cancellation: Ends the wait for the program, with its error.
    /// - Returns: The filtered picture.
    /// - Throws: The error that finished the request, or that of a picture that is too large.
    func filtered(
      _ picture: CGImage,
      at time: CMTime,
      _ renderSize: CGSize,
      to size: CGSize,
      _ cancellation: ExportCancellation
    ) throws(AVError) -> CGImage {
      let answer = Answer()
      let source = CIImage(cgImage: picture)
      apply(AVAsynchronousCIImageFilteringRequest(source, at: time, renderSize: renderSize, answer))
      var (image, context) = try answer.wait(cancellation)
      let area = CGRect(origin: .zero, size: size)
      if size != renderSize {
        let scale = CGAffineTransform(
          scaleX: size.width / renderSize.width,
          y: size.height / renderSize.height
        )
        image = image.transformed(by: scale)
      }
      image = image.composited(over: CIImage(color: .black)).cropped(to: area)
      guard
        let result = (context ?? Self.context).createCGImage(
          image,
          from: area,
          format: .RGBA8,
          colorSpace: nil
        )
      else {
        throw AVError(.unknown, "a picture of \(size.width) × \(size.height) pixels cannot be filtered")
      }
      return result
    }
  }
#endif
