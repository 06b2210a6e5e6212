#if Media
  public import CoreMedia
  public import CoreVideo
  public import Foundation

  /// Appends pixel buffers to an input of video, and has a pool to make them from.
  ///
  /// - Thread: Any; one at a time appends.
  open class AVAssetWriterInputPixelBufferAdaptor: NSObject, @unchecked Sendable {  // A locked pool.
    /// The input.
    public let assetWriterInput: AVAssetWriterInput
    /// The attributes of buffers of the pool.
    public let sourcePixelBufferAttributes: [String: Any]?
    private let pool = Locked<CVPixelBufferPool?>(nil)

    /// Creates an adaptor; an input of sound ends the program.
    ///
    /// - Parameters:
    ///   - input: An input of video.
    ///   - sourcePixelBufferAttributes: The attributes of buffers of the pool. Without a format they are `32BGRA`, without a size they
    ///     have the film's.
    public init(
      assetWriterInput input: AVAssetWriterInput,
      sourcePixelBufferAttributes: [String: Any]? = nil
    ) {
      demand(input.mediaType == .video, "AVAssetWriterInputPixelBufferAdaptor: the input takes no pictures")
      (assetWriterInput, self.sourcePixelBufferAttributes) = (input, sourcePixelBufferAttributes)
    }

    /// A pool of buffers that suit the input; nil before the writing begins, and after it ended.
    open var pixelBufferPool: CVPixelBufferPool? {
      guard assetWriterInput.writer?.status == .writing else { return nil }
      return pool.withLock { pool in
        if pool == nil { pool = makePool() }
        return pool
      }
    }

    private func makePool() -> CVPixelBufferPool? {
      guard let settings = try? PictureSettings(assetWriterInput.outputSettings ?? [:]) else { return nil }
      let defaults: [String: Any] = [
        kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: kCVPixelFormatType_32BGRA),
        kCVPixelBufferWidthKey as String: NSNumber(value: settings.width),
        kCVPixelBufferHeightKey as String: NSNumber(value: settings.height),
      ]
      let attributes = defaults.merging(sourcePixelBufferAttributes ?? [:]) { $1 }
      var made: CVPixelBufferPool?
      CVPixelBufferPoolCreate(nil, nil, attributes as NSDictionary as CFDictionary, &made)
      return made
    }

    /// Appends a picture.
    ///
    /// What is written into the buffer afterwards does not change the film.
    ///
    /// - Parameters:
    ///   - pixelBuffer: The picture, from the pool or not; one of another size is scaled.
    ///   - presentationTime: When it is shown.
    /// - Returns: False if the writer failed, as with ``AVAssetWriterInput/append(_:)``.
    open func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
      var timing = CMSampleTimingInfo()
      timing.presentationTimeStamp = presentationTime
      guard let format = try? CMFormatDescription(imageBuffer: pixelBuffer),
        let sample = try? CMSampleBuffer(
          imageBuffer: pixelBuffer,
          formatDescription: format,
          sampleTiming: timing
        )
      else { return false }
      return assetWriterInput.append(sample)
    }
  }
#endif
