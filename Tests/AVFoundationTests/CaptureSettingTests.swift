#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataMedia
  import Testing

  /// What programs ask and set before they read a camera.
  @Suite(.serialized) struct CaptureSettingTests {
    @Test func accessIsWhatTheFilesOfTheDevicesAllow() async {
      let status = AVCaptureDevice.status(ofDevices:canOpen:)
      #expect(status([]) { _ in false } == .authorized)
      #expect(status(["a", "b"]) { $0 == "b" } == .authorized)
      #expect(status(["a", "b"]) { _ in false } == .denied)
      let isAuthorized = AVCaptureDevice.authorizationStatus(for: .video) == .authorized
      #expect(await AVCaptureDevice.requestAccess(for: .video) == isAuthorized)
      let answer = await withCheckedContinuation { continuation in
        AVCaptureDevice.requestAccess(for: .video) { continuation.resume(returning: $0) }
      }
      #expect(answer == isAuthorized)
      #expect(AVCaptureDevice.authorizationStatus(for: .audio) == .restricted)
    }

    @Test func anyKindOfCameraIsTheFirstOne() {
      let first = AVCaptureDevice.default(for: .video)?.uniqueID
      let back = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
      #expect(back?.uniqueID == first)
      #expect(AVCaptureDevice.default(.external, for: .audio, position: .unspecified) == nil)
    }

    private func sides(_ session: AVCaptureSession) -> [Int] {
      session.stream.map { [$0.size.width, $0.size.height] } ?? []
    }

    @Test func presetsAreSizesOfPictures() async throws {
      let device = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=100x48:rate=30"))
      let session = AVCaptureSession()
      session.beginConfiguration()
      session.addInput(try AVCaptureDeviceInput(device: device))
      session.commitConfiguration()
      #expect(session.sessionPreset == .high)
      session.startRunning()
      #expect(sides(session) == [100, 48])
      // A session that runs opens its device again.
      session.sessionPreset = .low
      #expect(sides(session) == [192, 144])
      let unknown = AVCaptureSession.Preset(rawValue: "none")
      #expect(session.canSetSessionPreset(.hd1280x720) && !session.canSetSessionPreset(unknown))
      session.sessionPreset = unknown
      #expect(session.sessionPreset == .low && session.isRunning)
      session.stopRunning()
      session.sessionPreset = .vga640x480
      #expect(!session.isRunning)
      session.startRunning()
      #expect(sides(session) == [640, 480])
      session.stopRunning()
    }

    private func input() throws -> AVCaptureDeviceInput {
      let device = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=100x48:rate=30"))
      return try AVCaptureDeviceInput(device: device)
    }

    @Test func aPreviewLeavesItsFormerSession() throws {
      let (former, session) = (AVCaptureSession(), AVCaptureSession())
      session.addInput(try input())
      let layer = AVCaptureVideoPreviewLayer(session: former)
      layer.session = session
      let connection = try #require(layer.connection)
      connection.isVideoMirrored = true
      former.addInput(try input())
      #expect(layer.connection === connection && connection.isVideoMirrored)
    }

    @Test func aPreviewWithoutAConnectionGetsNone() throws {
      let session = AVCaptureSession()
      let layer = AVCaptureVideoPreviewLayer(session: session)
      layer.setSessionWithNoConnection(session)
      session.addInput(try input())
      #expect(layer.connection == nil && layer.session === session)
    }

    @Test func aPresetThatIsSetWhileTheDeviceOpensIsTaken() async throws {
      let device = try #require(AVCaptureDevice(uniqueID: "lavfi:testsrc2=size=100x48:rate=30"))
      let session = AVCaptureSession()
      session.addInput(try AVCaptureDeviceInput(device: device))
      let (started, end) = AsyncStream.makeStream(of: Void.self)
      DispatchQueue.global().async {
        session.startRunning()
        end.finish()
      }
      while !session.isRunning { try await Task.sleep(for: .milliseconds(1)) }
      session.sessionPreset = .low
      #expect(sides(session) == [192, 144])
      for await _ in started {}
      #expect(sides(session) == [192, 144])
      session.stopRunning()
    }
  }
#endif
