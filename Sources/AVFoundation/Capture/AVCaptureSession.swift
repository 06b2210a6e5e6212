#if Media
  public import Foundation
  package import StrataMedia

  /// What gives a session its pictures.
  open class AVCaptureInput: NSObject, @unchecked Sendable {  // Fixed values.
    /// A stream of an input.
    public final class Port: NSObject, @unchecked Sendable {  // Fixed values.
      /// The input.
      public private(set) weak var input: AVCaptureInput?
      /// What the stream holds.
      public let mediaType: AVMediaType
      init(_ input: AVCaptureInput) { (self.input, mediaType) = (input, .video) }
    }

    /// The streams.
    open private(set) lazy var ports: [Port] = [Port(self)]
  }

  /// An input of a device.
  open class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
    /// The device.
    public let device: AVCaptureDevice

    /// Creates an input; the device is opened when a session runs.
    ///
    /// - Throws: ``AVError`` if the device is not there.
    public init(device: AVCaptureDevice) throws {
      guard device.isConnected else {
        throw AVError(.deviceNotConnected, "\(device.uniqueID): the device is not there")
      }
      self.device = device
    }
  }

  /// The way of an input's pictures to a layer or an output.
  open class AVCaptureConnection: NSObject, @unchecked Sendable {  // The lock guards what changes.
    /// The streams.
    public let inputPorts: [AVCaptureInput.Port]
    /// The layer; nil if it was released.
    public private(set) weak var videoPreviewLayer: AVCaptureVideoPreviewLayer?
    /// The output; nil for a layer's connection, and if it was released.
    public private(set) weak var output: AVCaptureOutput?
    private let state = Locked((enabled: true, mirrored: false))
    fileprivate let orientation = Locked(AVCaptureVideoOrientation.landscapeRight)

    /// Connects a stream with a layer.
    public init(inputPort port: AVCaptureInput.Port, videoPreviewLayer layer: AVCaptureVideoPreviewLayer) {
      (inputPorts, videoPreviewLayer) = ([port], layer)
    }

    /// Connects streams with an output; a session does so for the outputs that it has.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
      (inputPorts, self.output) = (ports, output)
    }

    /// True while pictures go through.
    open var isEnabled: Bool {
      get { state.withLock { $0.enabled } }
      set { state.withLock { $0.enabled = newValue } }
    }

    /// True while both ends are there.
    open var isActive: Bool {
      guard inputPorts.first?.input != nil, isEnabled else { return false }
      let session = videoPreviewLayer?.session ?? output?.owner.withLock { $0.session }
      return session?.isRunning == true
    }

    /// True: pictures can be mirrored.
    open var isVideoMirroringSupported: Bool { true }

    /// True to turn pictures as in a mirror, left to right.
    open var isVideoMirrored: Bool {
      get { state.withLock { $0.mirrored } }
      set {
        state.withLock { $0.mirrored = newValue }
        videoPreviewLayer?.mirroringChanged()
      }
    }
  }

  extension AVCaptureConnection {
    /// False: pictures are not turned.
    public var isVideoOrientationSupported: Bool { false }

    /// Kept for the program, without effect; see ``isVideoOrientationSupported``.
    public var videoOrientation: AVCaptureVideoOrientation {
      get { orientation.withLock { $0 } }
      set { orientation.withLock { $0 = newValue } }
    }
  }

  /// Reads the pictures of an input.
  ///
  /// - Thread: Any. Starting blocks until the device is open or failed, up to ten seconds.
  open class AVCaptureSession: NSObject, @unchecked Sendable {  // The lock guards all state.
    private struct State {
      var inputs: [AVCaptureInput] = []
      var stream: CaptureStream?
      /// True while the stream is open and has not failed.
      var isReading = false
      var isRunning = false
      var failure: AVError?
      var preset = Preset.high
    }
    private let state = Locked(State())
    /// Held while a device is opened.
    private let opening = Locked(())

    private struct Preview {
      weak var layer: AVCaptureVideoPreviewLayer?
    }
    private let previews = Locked<[Preview]>([])
    /// What takes the pictures.
    let outputList = Locked<[AVCaptureOutput]>([])

    /// Connects a layer with inputs that come later.
    func add(_ layer: AVCaptureVideoPreviewLayer) {
      previews.withLock { previews in
        previews.removeAll { $0.layer == nil || $0.layer === layer }
        previews.append(Preview(layer: layer))
      }
    }

    /// Connects a layer no more.
    func remove(_ layer: AVCaptureVideoPreviewLayer) {
      previews.withLock { previews in previews.removeAll { $0.layer == nil || $0.layer === layer } }
    }

    /// Creates a session without inputs.
    public override init() {}

    /// The inputs.
    open var inputs: [AVCaptureInput] { state.withLock { $0.inputs } }

    /// Returns whether an input can be added: a session shows one.
    open func canAddInput(_ input: AVCaptureInput) -> Bool { state.withLock { $0.inputs.isEmpty } }

    /// Adds an input; nothing happens if it cannot be added.
    open func addInput(_ input: AVCaptureInput) {
      let isAdded = state.withLock { state -> Bool in
        guard state.inputs.isEmpty else { return false }
        state.inputs.append(input)
        return true
      }
      guard isAdded else { return }
      previews.withLock { $0.compactMap(\.layer) }.forEach { $0.connect() }
      connectOutputs()
      if isRunning { start() }
    }

    /// Removes an input; a session that runs shows nothing then.
    open func removeInput(_ input: AVCaptureInput) {
      state.withLock { state in
        state.inputs.removeAll { $0 === input }
        guard state.inputs.isEmpty else { return }
        state.stream?.stop()
        (state.stream, state.isReading) = (nil, false)
      }
      connectOutputs()
    }

    /// True while pictures are read.
    open var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Opens the device and reads its pictures; nothing happens if they are read already.
    ///
    /// A device that cannot be opened, or goes away later, stops the session and posts ``runtimeErrorNotification`` with the
    /// ``AVError`` under ``AVCaptureSessionErrorKey``.
    open func startRunning() {
      state.withLock { $0.isRunning = true }
      start()
    }

    /// Ends reading; the last picture stays.
    open func stopRunning() {
      state.withLock { state in
        (state.isRunning, state.isReading) = (false, false)
        state.stream?.stop()
      }
    }

    /// Opens the device of a session that runs and reads nothing; a second caller waits for the first.
    private func start() {
      let failure = opening.withLock { _ -> AVError? in
        let inputs = state.withLock { $0.isRunning && !$0.isReading ? $0.inputs : [] }
        guard let input = inputs.lazy.compactMap({ $0 as? AVCaptureDeviceInput }).first else { return nil }
        // A camera is busy until the child that had it is gone.
        state.withLock { $0.stream }?.stop(waiting: 1)
        do throws(MediaError) {
          var source = input.device.source
          source.wanted = sessionPreset.size
          let stream = try CaptureStream(source) { [weak self] in self?.streamChanged() }
          take(stream, source.wanted, of: input)
          return nil
        } catch {
          return AVError(error, opening: input.device)
        }
      }
      if let failure { fail(failure) }
    }

    /// Reads a stream that was opened, unless the session was stopped, lost the input or got a preset of another size
    /// meanwhile; who set that is about to open the device again.
    private func take(_ stream: CaptureStream, _ size: CaptureSource.Size?, of input: AVCaptureInput) {
      let isWanted = state.withLock { state -> Bool in
        guard state.isRunning, state.preset.size == size else { return false }
        guard state.inputs.contains(where: { $0 === input }) else { return false }
        state.stream?.stop()
        (state.stream, state.isReading) = (stream, true)
        return true
      }
      if !isWanted { stream.stop(waiting: 1) }
    }

    private func streamChanged() {
      guard let stream = state.withLock({ $0.isReading ? $0.stream : nil }) else { return }
      guard let failure = stream.failure else {
        if let image = stream.image { deliver(image) }
        return
      }
      fail(AVError(.deviceWasDisconnected, failure.description))
    }

    private func fail(_ error: AVError) {
      let isNews = state.withLock { state -> Bool in
        guard state.isRunning else { return false }
        (state.isRunning, state.isReading, state.failure) = (false, false, error)
        return true
      }
      guard isNews else { return }
      NotificationCenter.default.post(
        name: Self.runtimeErrorNotification,
        object: self,
        userInfo: [AVCaptureSessionErrorKey: error]
      )
    }

    /// The size of the pictures; that of the device at first.
    ///
    /// A session that runs opens its device again for another size, and setting it blocks as ``startRunning()`` does;
    /// previews keep the last picture meanwhile. Presets that ``canSetSessionPreset(_:)`` refuses are ignored.
    open var sessionPreset: Preset {
      get { state.withLock { $0.preset } }
      set {
        guard canSetSessionPreset(newValue) else { return }
        let reopens = state.withLock { state in
          let isOther = state.preset.size != newValue.size
          state.preset = newValue
          guard isOther, state.isRunning else { return false }
          state.stream?.stop()
          state.isReading = false
          return true
        }
        if reopens { start() }
      }
    }

    /// The source of the pictures; nil before the first start.
    package var stream: CaptureStream? { state.withLock { $0.stream } }

    /// Why the session stopped by itself; nil if it did not.
    var failure: AVError? { state.withLock { $0.failure } }

    deinit { state.withLock { $0.stream?.stop() } }
  }

  extension AVCaptureSession {
    /// Posted when a session, its object, cannot go on.
    public static let runtimeErrorNotification = Notification.Name("AVCaptureSessionRuntimeErrorNotification")
  }

  /// The key of the error in a notification.
  public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

  extension AVError {
    /// The error of a device that could not be opened.
    init(_ error: MediaError, opening device: AVCaptureDevice) {
      let text = error.description
      let code: Code =
        if text.contains("busy") { .deviceInUseByAnotherApplication } else if case .toolMissing = error {
          .decoderNotFound
        } else { .deviceNotConnected }
      self.init(code, text)
    }
  }
#endif
