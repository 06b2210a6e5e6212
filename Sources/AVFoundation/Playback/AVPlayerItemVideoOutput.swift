#if Media
  public import CoreMedia
  public import CoreVideo
  public import Foundation
  import Logging
  import QuartzCore

  /// What takes something of a player item besides its player.
  open class AVPlayerItemOutput: NSObject, @unchecked Sendable {  // The item is set by its owner.
    /// The item that has the output.
    weak var item: AVPlayerItem?

    override init() {}

    /// Returns the time that the item has at a time of the clock, in seconds; invalid for an item that is not the current one of a
    /// player.
    open func itemTime(forHostTime hostTimeInSeconds: CFTimeInterval) -> CMTime {
      guard let item, let player = item.player, player.currentItem === item, hostTimeInSeconds.isFinite else {
        return .invalid
      }
      let playback = player.currentPlayback
      let place = playback.place(at: hostTimeInSeconds)
      guard place.entry == 0 else { return .invalid }
      return CMTime(seconds: place.seconds, preferredTimescale: AVPlayer.timescale)
    }
  }

  /// Gives the pictures of an item as pixel buffers.
  ///
  /// ```swift
  /// let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
  /// item.add(output)
  /// let buffer = output.copyPixelBuffer(forItemTime: time, itemTimeForDisplay: nil)
  /// ```
  ///
  /// - Thread: Any.
  open class AVPlayerItemVideoOutput: AVPlayerItemOutput, @unchecked Sendable {
    private let format: OSType
    /// The number of the picture that was copied last.
    private let last = Locked<(source: ObjectIdentifier, number: Int)?>(nil)

    /// Creates an output.
    ///
    /// - Parameter pixelBufferAttributes: `kCVPixelBufferPixelFormatTypeKey` names the format: one of those with four bytes a pixel, or
    ///   `420v` or `420f`, and `32BGRA` without it; other keys have no effect. Another format has no pictures, which is logged.
    public init(pixelBufferAttributes: [String: Any]?) {
      let value = pixelBufferAttributes?[kCVPixelBufferPixelFormatTypeKey as String] as? NSNumber
      format = value?.uint32Value ?? kCVPixelFormatType_32BGRA
      super.init()
      if !CVPixelBuffer.imageFormats.contains(format) {
        Logger(label: "strata.media").warning("a video output makes no pictures of the format \(format)")
      }
    }

    /// Returns whether a time has another picture than the one that was copied last.
    ///
    /// Pictures of an item that was not read yet are not there; this call does not wait for them.
    open func hasNewPixelBuffer(forItemTime itemTime: CMTime) -> Bool {
      guard let source = item?.source, case .success(let pictures) = source.known,
        let number = pictures.number(at: itemTime)
      else { return false }
      return last.withLock { $0.map { $0 != (ObjectIdentifier(source), number) } ?? true }
    }

    /// Decodes the picture of a time, exactly: the last one whose time is not later.
    ///
    /// - Parameters:
    ///   - itemTime: The time of the item.
    ///   - outItemTimeForDisplay: Receives the time at which the picture begins.
    /// - Returns: The picture; nil before the first one, and if it cannot be decoded.
    /// - Complexity: Waits for the decoder.
    open func copyPixelBuffer(
      forItemTime itemTime: CMTime,
      itemTimeForDisplay outItemTimeForDisplay: UnsafeMutablePointer<CMTime>?
    ) -> CVPixelBuffer? {
      guard let source = item?.source, let pictures = try? source.open(),
        let number = pictures.number(at: itemTime), let image = try? pictures.makePicture(number)
      else { return nil }
      last.withLock { $0 = (ObjectIdentifier(source), number) }
      outItemTimeForDisplay?.pointee = pictures.time(ofPicture: number)
      return CVPixelBuffer.make(of: image, format: format)
    }
  }

  extension AVPlayerItem {
    /// Adds an output, which belongs to this item until it is removed; nothing happens if another item has it.
    public func add(_ output: AVPlayerItemOutput) {
      guard output.item == nil else { return }
      output.item = self
      outputList.withLock { $0.append(output) }
    }

    /// Removes an output.
    public func remove(_ output: AVPlayerItemOutput) {
      guard output.item === self else { return }
      output.item = nil
      outputList.withLock { list in list.removeAll { $0 === output } }
    }

    /// The outputs, in the order in which they were added.
    public var outputs: [AVPlayerItemOutput] { outputList.withLock { $0 } }
  }
#endif
