#if GPU
  /// What a backend did since it was made.
  package struct GPUReport: Sendable, Equatable, CustomStringConvertible {
    /// Frames that the device drew.
    package var frames = 0
    /// Frames that the processor drew, by reason.
    package var framesOfProcessor: [ProcessorReason: Int] = [:]
    /// Frames that the processor drew because the device failed.
    package var failedFrames = 0
    /// Calls of programs: one for each pass, and six for each blur.
    package var calls = 0
    package var commands = 0
    /// Surfaces, and paints of items, whose pixels the processor computed for the device.
    package var surfacesOfProcessor = 0
    package var paintsOfProcessor = 0
    /// Filters of what is behind that the processor computed, between two calls.
    package var filtersOfProcessor = 0
    /// Frames that were drawn in parts, each division counted once, as all did not fit into the device's memory.
    package var dividedFrames = 0
    /// Pictures of other contexts that were copied within the device.
    package var sharedPictures = 0
    package var uploadedBytes = 0
    package var readBytes = 0
    /// Memory and programs of the device in use.
    package var device = ComputeDevice.Counts()
    /// The device's time for all frames, in seconds; nil if it is not measured.
    package var deviceSeconds: Double?

    package init() {}

    package var description: String {
      let processor = framesOfProcessor.values.reduce(failedFrames, +)
      return "\(frames) frames and \(processor) by the processor; \(calls) calls of \(commands) commands, "
        + "\(surfacesOfProcessor) surfaces and \(paintsOfProcessor) paints by the processor; "
        + "\(sharedPictures) shared pictures, \(uploadedBytes) bytes up, \(readBytes) down"
    }
  }
#endif
