#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataMedia
  import StrataRaster
  import StrataRenderServer
  import Synchronization
  import Testing

  /// Layers of samples and of cameras.
  @Suite(.serialized) struct SampleAndCaptureTests {
    private func sample(_ level: UInt8, at seconds: Double) throws -> CMSampleBuffer {
      var buffer: CVPixelBuffer?
      CVPixelBufferCreate(nil, 8, 8, kCVPixelFormatType_32BGRA, nil, &buffer)
      let made = try #require(buffer)
      CVPixelBufferLockBaseAddress(made, [])
      let base = try #require(CVPixelBufferGetBaseAddress(made))
      memset(base, Int32(level), CVPixelBufferGetDataSize(made))
      for y in 0..<8 {
        for x in 0..<8 {
          base.storeBytes(
            of: 255,
            toByteOffset: y * CVPixelBufferGetBytesPerRow(made) + x * 4 + 3,
            as: UInt8.self
          )
        }
      }
      CVPixelBufferUnlockBaseAddress(made, [])
      let format = try CMFormatDescription(imageBuffer: made)
      let time = CMTime(seconds: seconds, preferredTimescale: 1000)
      let timing = CMSampleTimingInfo(
        duration: .invalid,
        presentationTimeStamp: time,
        decodeTimeStamp: .invalid
      )
      return try CMSampleBuffer(imageBuffer: made, formatDescription: format, sampleTiming: timing)
    }

    private func level(_ image: CGImage) -> UInt8 {
      UnsafeRawPointer(image.pixels.row(4) + 16).load(as: UInt8.self)
    }

    @Test func samplesAreShownFromTheirTimesOn() throws {
      let layer = AVSampleBufferDisplayLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
      #expect(layer.status == .unknown && !layer.isReadyForDisplay)
      for (level, time) in [(50, 0.0), (150, 0.2), (100, 0.1)] {
        layer.enqueue(try sample(UInt8(level), at: time))
      }
      #expect(layer.status == .rendering)
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 8, height: 8))
      for (time, expected) in [(0.25, 150), (0.05, 50), (0.15, 100), (0.1, 100), (9, 150)] {
        #expect(Int(level(try renderer.image(at: time))) == expected)
      }
      layer.flush()
      #expect(Int(level(try renderer.image(at: 10))) == 150)
      layer.flushAndRemoveImage()
      #expect(Int(level(try renderer.image(at: 11))) == 0)
    }

    @Test func aTimebaseControlsTheSamples() throws {
      let layer = AVSampleBufferDisplayLayer()
      layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
      for i in 0..<10 { layer.enqueue(try sample(UInt8(20 + i * 20), at: Double(i))) }
      let timebase = CMTimebase(sourceClock: .hostTimeClock)
      layer.controlTimebase = timebase
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 8, height: 8))
      for second in [3, 7, 1] {
        try timebase.setTime(CMTime(value: Int64(second), timescale: 1))
        #expect(Int(level(try renderer.image(at: 0))) == 20 + second * 20)
      }
      #expect(timebase.rate == 0 && layer.timebase === timebase)
      let bad = try sample(1, at: .nan)
      layer.enqueue(bad)
      #expect(layer.status == .failed && layer.error != nil)
      #expect(layer.requiresFlushToResumeDecoding)
      layer.flush()
      #expect(layer.status == .unknown)
    }

    @Test func aSessionShowsAGeneratedPicture() async throws {
      let device = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=30"))
      let session = AVCaptureSession()
      let layer = AVCaptureVideoPreviewLayer(session: session)
      layer.frame = CGRect(x: 0, y: 0, width: 128, height: 48)
      let input = try AVCaptureDeviceInput(device: device)
      session.addInput(input)
      #expect(!session.canAddInput(input))
      #expect(layer.connection != nil && !layer.isPreviewing)
      session.startRunning()
      let began = Date()
      while !layer.isPreviewing, Date().timeIntervalSince(began) < 20 {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(layer.isPreviewing && session.isRunning)
      session.stopRunning()
      let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 128, height: 48))
      func pixel(_ image: CGImage, _ x: Int) -> UInt32 {
        UnsafeRawPointer(image.pixels.row(24) + x * 4).load(as: UInt32.self)
      }
      let image = try renderer.image(at: 0)
      #expect(pixel(image, 10) == 0 && pixel(image, 60) != 0)
      layer.connection?.isVideoMirrored = true
      let mirrored = try renderer.image(at: 0.1)
      for x in [33, 50, 90] { #expect(pixel(mirrored, x) == pixel(image, 127 - x)) }
      layer.connection?.isVideoMirrored = false
      #expect(
        layer.captureDevicePointConverted(fromLayerPoint: CGPoint(x: 64, y: 24)) == CGPoint(x: 0.5, y: 0.5)
      )
      let rect = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      #expect(
        layer.layerRectConverted(fromMetadataOutputRect: rect) == CGRect(x: 48, y: 12, width: 32, height: 24)
      )
      #expect(
        layer.metadataOutputRectConverted(fromLayerRect: CGRect(x: 48, y: 12, width: 32, height: 24)) == rect
      )
    }

    /// Counts pictures, and keeps the delegate's queue busy if it is told so.
    private final class Receiver: AVCaptureVideoDataOutputSampleBufferDelegate {
      let taken = Mutex<[(time: CMTime, buffer: CVPixelBuffer?)]>([])
      let dropped = Mutex<[CMSampleBuffer]>([])
      let delay = Mutex<UInt32>(0)

      func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
      ) {
        taken.withLock { $0.append((sampleBuffer.presentationTimeStamp, sampleBuffer.imageBuffer)) }
        usleep(delay.withLock { $0 })
      }

      func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
      ) { dropped.withLock { $0.append(sampleBuffer) } }
    }

    @Test func anOutputHandsPicturesToItsDelegate() async throws {
      // Red at the left, blue at the right.
      let source = "lavfi:color=red:size=64x48:rate=50,drawbox=x=32:w=32:h=48:color=blue:t=fill"
      let session = AVCaptureSession()
      let (output, receiver) = (AVCaptureVideoDataOutput(), Receiver())
      output.videoSettings = [
        kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: kCVPixelFormatType_32RGBA)
      ]
      output.setSampleBufferDelegate(receiver, queue: DispatchQueue(label: "pictures"))
      #expect(session.canAddOutput(output))
      session.addOutput(output)
      #expect(!session.canAddOutput(output) && !AVCaptureSession().canAddOutput(output))
      #expect(output.connection(with: .video) == nil)
      session.addInput(try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: source))))
      let connection = try #require(output.connection(with: .video))
      func left() throws -> [UInt8]? {
        guard let buffer = receiver.taken.withLock({ $0.last?.buffer }) else { return nil }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        let base = try #require(CVPixelBufferGetBaseAddress(buffer))
        let place = 24 * CVPixelBufferGetBytesPerRow(buffer) + 8 * 4
        return (0..<3).map { base.load(fromByteOffset: place + $0, as: UInt8.self) }
      }
      func until(_ condition: () throws -> Bool) async throws {
        let began = Date()
        while try !condition(), Date().timeIntervalSince(began) < 20 {
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try condition())
      }
      session.startRunning()
      try await until { receiver.taken.withLock { $0.count } > 5 }
      #expect(try left().map { $0[0] > 200 && $0[2] < 50 } == true)
      let times = receiver.taken.withLock { $0.map(\.time) }
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(abs(times[0].seconds - CACurrentMediaTime()) < 60)
      #expect(connection.isActive)
      connection.isVideoMirrored = true
      try await until { try left().map { $0[2] > 200 && $0[0] < 50 } == true }
      // A delegate that is slower than the pictures come misses some.
      receiver.delay.withLock { $0 = 100_000 }
      try await until { receiver.dropped.withLock { $0.count } > 3 }
      let dropped = receiver.dropped.withLock { $0 }
      #expect(dropped.allSatisfy { $0.imageBuffer == nil && $0.presentationTimeStamp.isNumeric })
      session.removeOutput(output)
      #expect(session.outputs.isEmpty && output.connections.isEmpty)
      #expect(session.canAddOutput(output))
      session.stopRunning()
    }

    @Test func aSecondStartChangesNothing() throws {
      let device = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=30"))
      let session = AVCaptureSession()
      session.addInput(try AVCaptureDeviceInput(device: device))
      session.startRunning()
      let stream = try #require(session.stream)
      session.startRunning()
      #expect(session.stream === stream && session.isRunning)
      #expect(!stream.isStopped)
      session.stopRunning()
      #expect(stream.isStopped)
      session.startRunning()
      #expect(session.stream !== stream && session.stream?.isStopped == false)
      session.stopRunning()
    }

    @Test func aSessionThatIsStoppedWhileItStartsReadsNothing() async throws {
      let device = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=30"))
      let session = AVCaptureSession()
      session.addInput(try AVCaptureDeviceInput(device: device))
      let opened = Mutex(false)
      Thread {
        session.startRunning()
        opened.withLock { $0 = true }
      }
      .start()
      // The device takes far longer to open than this takes to see that the session runs.
      while !session.isRunning { await Task.yield() }
      session.stopRunning()
      while !opened.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
      #expect(!session.isRunning)
      #expect(session.stream?.isStopped ?? true)
    }

    @Test func devicesThatAreNotThereOrGoAwaySaySo() async throws {
      #expect(AVCaptureDevice(uniqueID: "/dev/video-none") == nil)
      let ended = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=64x48:rate=30:duration=0.3"))
      let broken = try #require(AVCaptureDevice(uniqueID: "lavfi:nosuchsource"))
      for (device, code) in [(broken, AVError.Code.deviceNotConnected), (ended, .deviceWasDisconnected)] {
        let session = AVCaptureSession()
        session.addInput(try AVCaptureDeviceInput(device: device))
        let errors = Mutex<[AVError]>([])
        let token = NotificationCenter.default.addObserver(
          forName: AVCaptureSession.runtimeErrorNotification,
          object: nil,
          queue: nil
        ) { note in
          if let error = note.userInfo?[AVCaptureSessionErrorKey] as? AVError {
            errors.withLock { $0.append(error) }
          }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        session.startRunning()
        let began = Date()
        while session.isRunning, Date().timeIntervalSince(began) < 20 {
          try await Task.sleep(for: .milliseconds(20))
        }
        #expect(!session.isRunning)
        let error = try #require(errors.withLock { $0.first })
        #expect(
          error.code == code && error.localizedDescription.contains(device.uniqueID.dropFirst("lavfi:".count))
        )
      }
    }
  }
#endif
