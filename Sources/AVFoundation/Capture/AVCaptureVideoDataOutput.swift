#if Media
  import CoreGraphics
  public import CoreMedia
  import CoreVideo
  public import Dispatch
  public import Foundation
  import QuartzCore

  /// What takes the pictures of a session.
  open class AVCaptureOutput: NSObject, @unchecked Sendable {  // The lock guards what changes.
    /// The way of the pictures, while a session has the output and an input.
    let link = Locked<AVCaptureConnection?>(nil)
    /// The session that has the output.
    let owner = Locked(Owner())

    struct Owner {
      weak var session: AVCaptureSession?
    }

    override init() {}

    /// The connections: one, or none without a session and an input.
    open var connections: [AVCaptureConnection] { link.withLock { $0 }.map { [$0] } ?? [] }

    /// Returns the connection of a kind of media; nil without one.
    open func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
      connections.first { $0.inputPorts.contains { $0.mediaType == mediaType } }
    }

    /// Takes a picture as it comes, on the thread that reads the device.
    func take(_ image: CGImage, at time: CMTime) {}
  }

  /// What a ``AVCaptureVideoDataOutput`` calls, on the queue that it was given.
  public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject, Sendable {
    /// Takes a picture, whose time is one of the host's clock.
    func captureOutput(
      _ output: AVCaptureOutput,
      didOutput sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    )

    /// Hears of a picture that was dropped because earlier ones were not done; the sample has its time and no pixels.
    func captureOutput(
      _ output: AVCaptureOutput,
      didDrop sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    )
  }

  extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Does nothing.
    public func captureOutput(
      _ output: AVCaptureOutput,
      didOutput sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    ) {}

    /// Does nothing.
    public func captureOutput(
      _ output: AVCaptureOutput,
      didDrop sampleBuffer: CMSampleBuffer,
      from connection: AVCaptureConnection
    ) {}
  }

  /// Hands the pictures of a session to a delegate, as pixel buffers.
  ///
  /// - Thread: Any; the delegate is called on its queue.
  open class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
    private struct State {
      weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
      var queue: DispatchQueue?
      var discards = true
      var format = kCVPixelFormatType_32BGRA
      /// Pictures that the delegate has not dealt with.
      var pending = 0
    }
    private let state = Locked(State())
    private let mirror = MirroredPicture()

    /// The pictures that wait for a delegate if late ones are kept.
    private static let mostPending = 16

    /// Creates an output without a delegate.
    public override init() { super.init() }

    /// Sets the delegate, which is not kept alive, and the serial queue on which it is called; a nil delegate ends the calls.
    open func setSampleBufferDelegate(
      _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
      queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
      state.withLock { ($0.delegate, $0.queue) = (sampleBufferDelegate, sampleBufferCallbackQueue) }
    }

    /// The delegate.
    open var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
      state.withLock { $0.delegate }
    }

    /// The queue of the delegate.
    open var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    /// True, as at first, to drop a picture that comes while the delegate is busy; otherwise up to 16 wait.
    open var alwaysDiscardsLateVideoFrames: Bool {
      get { state.withLock { $0.discards } }
      set { state.withLock { $0.discards = newValue } }
    }

    /// The pixel formats that pictures can be had in.
    open var availableVideoPixelFormatTypes: [OSType] {
      [
        kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_32ARGB,
        kCVPixelFormatType_32ABGR,
      ]
    }

    /// `kCVPixelBufferPixelFormatTypeKey` names the format, `32BGRA` at first; formats that are not available, and other keys, have no
    /// effect.
    open var videoSettings: [String: Any]? {
      get { [kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: state.withLock { $0.format })] }
      set {
        let value = newValue?[kCVPixelBufferPixelFormatTypeKey as String] as? NSNumber
        let format = value?.uint32Value ?? kCVPixelFormatType_32BGRA
        guard availableVideoPixelFormatTypes.contains(format) else { return }
        state.withLock { $0.format = format }
      }
    }

    override func take(_ image: CGImage, at time: CMTime) {
      guard let connection = link.withLock({ $0 }), connection.isEnabled else { return }
      let (delegate, queue, format, drops) = state.withLock { state in
        let limit = state.discards ? 1 : Self.mostPending
        let drops = state.pending >= limit
        if !drops, state.delegate != nil, state.queue != nil { state.pending += 1 }
        return (state.delegate, state.queue, state.format, drops)
      }
      guard let delegate, let queue else { return }
      guard !drops else {
        // Dropping bounds what waits: no pixels are kept for the delegate.
        let sample = CMSampleBuffer(ofDropped: Self.timing(time))
        return queue.async { [self] in delegate.captureOutput(self, didDrop: sample, from: connection) }
      }
      let shown = connection.isVideoMirrored ? mirror.image(of: image) : image
      let sample = Self.sample(of: shown, format, time)
      queue.async { [self] in
        if let sample { delegate.captureOutput(self, didOutput: sample, from: connection) }
        state.withLock { $0.pending -= 1 }
      }
    }

    private static func timing(_ time: CMTime) -> CMSampleTimingInfo {
      CMSampleTimingInfo(duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid)
    }

    private static func sample(of image: CGImage, _ format: OSType, _ time: CMTime) -> CMSampleBuffer? {
      guard let buffer = CVPixelBuffer.make(of: image, format: format),
        let description = try? CMFormatDescription(imageBuffer: buffer)
      else { return nil }
      return try? CMSampleBuffer(
        imageBuffer: buffer,
        formatDescription: description,
        sampleTiming: timing(time)
      )
    }
  }

  extension AVCaptureSession {
    /// The outputs.
    public var outputs: [AVCaptureOutput] { outputList.withLock { $0 } }

    /// Returns whether an output can be added: it can unless a session has it.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool {
      output.owner.withLock { $0.session == nil }
    }

    /// Adds an output and connects it with the input; nothing happens if it cannot be added.
    public func addOutput(_ output: AVCaptureOutput) {
      let isFree = output.owner.withLock { owner in
        guard owner.session == nil else { return false }
        owner.session = self
        return true
      }
      guard isFree else { return }
      outputList.withLock { $0.append(output) }
      connectOutputs()
    }

    /// Removes an output.
    public func removeOutput(_ output: AVCaptureOutput) {
      let isHere = outputList.withLock { list in
        let count = list.count
        list.removeAll { $0 === output }
        return list.count < count
      }
      guard isHere else { return }
      output.link.withLock { $0 = nil }
      output.owner.withLock { $0.session = nil }
    }

    /// Connects the outputs with the input, if there is one.
    func connectOutputs() {
      let port = inputs.first?.ports.first
      for output in outputs {
        output.link.withLock { link in
          guard let port else { return link = nil }
          if link?.inputPorts.first !== port {
            link = AVCaptureConnection(inputPorts: [port], output: output)
          }
        }
      }
    }

    /// Hands a picture that came just now to the outputs.
    func deliver(_ image: CGImage) {
      let time = CMTime(seconds: CACurrentMediaTime(), preferredTimescale: AVPlayer.timescale)
      for output in outputs { output.take(image, at: time) }
    }
  }
#endif
