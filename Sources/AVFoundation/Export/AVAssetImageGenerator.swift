#if Media
  public import CoreGraphics
  public import CoreMedia
  public import Foundation
  import StrataRaster
  import Synchronization

  /// Gets an image, the time asked for, the time at which its frame begins, and how the request ended.
  public typealias AVAssetImageGeneratorCompletionHandler =
    @Sendable (
      _ requestedTime: CMTime, _ image: CGImage?, _ actualTime: CMTime,
      _ result: AVAssetImageGenerator.Result, _ error: (any Error)?
    ) -> Void

  /// Makes images of an asset at given times.
  ///
  /// With tolerances of zero the image is exactly that of the time: the last frame that is not later. With wider ones it may be
  /// a keyframe nearby, which is found faster.
  open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
    // Properties are set before images are asked for.
    /// How a request ended.
    public enum Result: Int, Sendable {
      /// With an image.
      case succeeded
      /// With an error.
      case failed
      /// It was cancelled.
      case cancelled
    }

    /// The asset.
    public let asset: AVAsset
    /// True to turn images upright; false to leave them as they are in the file.
    open var appliesPreferredTrackTransform = false
    /// The size that images are scaled down to, in their proportions; a side of 0 sets no limit.
    open var maximumSize = CGSize.zero
    /// How video tracks become one picture; nil shows the first track.
    open var videoComposition: AVVideoComposition? {
      didSet { pictures.withLock { $0 = nil } }
    }
    /// How much earlier than asked an image may be; any time at first.
    open var requestedTimeToleranceBefore = CMTime.positiveInfinity
    /// How much later than asked an image may be; any time at first.
    open var requestedTimeToleranceAfter = CMTime.positiveInfinity

    private let pictures = Mutex<(any TimedPictures)?>(nil)
    private let generation = Mutex(0)
    private let queue = DispatchQueue(label: "strata.images")

    /// Creates a generator; nothing is read yet.
    public init(asset: AVAsset) { self.asset = asset }

    /// Makes an image.
    ///
    /// - Parameters:
    ///   - requestedTime: The time.
    ///   - actualTime: Gets the time at which the frame of the image begins.
    /// - Returns: The image.
    /// - Throws: ``AVError``, which names the file or says that there is no picture at the time.
    open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws
      -> CGImage
    {
      let (image, time) = try make(requestedTime)
      actualTime?.pointee = time
      return image
    }

    /// Makes an image on another thread; returns it with the time at which its frame begins.
    ///
    /// - Throws: ``AVError``, as ``copyCGImage(at:actualTime:)``.
    open func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
      try await withCheckedThrowingContinuation { continuation in
        queue.async { [self] in continuation.resume(with: Swift.Result { try make(time) }) }
      }
    }

    /// Makes images on another thread, in order, and calls a closure there for each one.
    ///
    /// - Parameters:
    ///   - requestedTimes: The times, as value objects; an object of something else counts as an invalid time.
    ///   - handler: Gets for each time the image, the time at which its frame begins, and how the request ended.
    open func generateCGImagesAsynchronously(
      forTimes requestedTimes: [NSValue],
      completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) {
      let began = generation.withLock { $0 }
      let times = requestedTimes.map(\.timeValue)
      queue.async { [self] in
        for time in times {
          guard generation.withLock({ $0 }) == began else {
            let error = AVError(.operationCancelled, "the images were cancelled")
            handler(time, nil, .invalid, .cancelled, error)
            continue
          }
          do {
            let (image, actual) = try make(time)
            handler(time, image, actual, .succeeded, nil)
          } catch {
            handler(time, nil, .invalid, .failed, error)
          }
        }
      }
    }

    /// Cancels all images that were not made yet.
    open func cancelAllCGImageGeneration() { generation.withLock { $0 += 1 } }

    private func open() throws(AVError) -> any TimedPictures {
      try pictures.withLock { (known) throws(AVError) in
        if let known { return known }
        let made: any TimedPictures
        if let composition = videoComposition?.copy() as? AVVideoComposition {
          made = try ComposedPictures(asset, composition)
        } else {
          made = try asset.makePictures()
        }
        known = made
        return made
      }
    }

    private func make(_ time: CMTime) throws(AVError) -> (CGImage, CMTime) {
      let pictures = try open()
      let (before, after) = (requestedTimeToleranceBefore, requestedTimeToleranceAfter)
      let isExact = before == .zero && after == .zero
      let chosen = isExact ? nil : pictures.cheapTime(near: time, before: before, after: after)
      guard let number = pictures.number(at: chosen ?? time), let image = try pictures.makePicture(number)
      else {
        let name = asset.file?.url.path ?? "the composition"
        throw AVError(.noImageAtTime, "\(name): there is no picture at \(time.seconds) s")
      }
      return (fitted(oriented(image)), pictures.time(ofPicture: number))
    }

    /// An image as it lies in the file, if that is asked for.
    private func oriented(_ image: CGImage) -> CGImage {
      guard !appliesPreferredTrackTransform, videoComposition == nil,
        let track = asset.tracks(withMediaType: .video).first
      else { return image }
      return image.turned(by: track.preferredTransform.inverted())
    }

    /// An image that is not larger than asked.
    private func fitted(_ image: CGImage) -> CGImage {
      let (width, height) = (CGFloat(image.width), CGFloat(image.height))
      let scale = min(
        maximumSize.width > 0 ? maximumSize.width / width : 1,
        maximumSize.height > 0 ? maximumSize.height / height : 1
      )
      guard scale < 1 else { return image }
      let size = (
        width: max(Int((width * scale).rounded()), 1), height: max(Int((height * scale).rounded()), 1)
      )
      let pixels = PixelBuffer(width: size.width, height: size.height, format: .rgba8)
      let context = CGContext(pixels: pixels)
      context.interpolationQuality = .high
      context.draw(image, in: CGRect(x: 0, y: 0, width: size.width, height: size.height))
      return CGImage(pixels: pixels)
    }
  }

  extension AVAssetImageGenerator {
    /// Makes images at times that are not wrapped into objects; otherwise the same as with objects.
    @_disfavoredOverload
    public func generateCGImagesAsynchronously(
      forTimes requestedTimes: [CMTime],
      completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
    ) {
      generateCGImagesAsynchronously(
        forTimes: requestedTimes.map { NSValue(time: $0) },
        completionHandler: handler
      )
    }
  }
#endif
