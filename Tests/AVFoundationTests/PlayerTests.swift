#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataRaster
  import StrataRenderServer
  import Synchronization
  import StrataTesting
  import Testing

  /// Players and their layers: exact on recorded time lines, never waiting on live ones.
  @Suite(.serialized) struct PlayerTests {
    private let folder: TemporaryFolder
    private let film: URL

    init() throws {
      folder = try TemporaryFolder()
      film = try NumberedAsset.make("film.mp4", in: folder)
    }

    private func renderer(_ layer: CALayer, _ size: CGSize = CGSize(width: 64, height: 48)) -> OfflineRenderer
    {
      layer.frame = CGRect(origin: .zero, size: size)
      return OfflineRenderer(layer: layer, size: size)
    }

    private func number(_ renderer: OfflineRenderer, _ time: Double) throws -> Int? {
      NumberedAsset.number(in: try renderer.image(at: time))
    }

    @Test func aPlayerLayerShowsTheFrameOfEachMomentInAnyOrder() throws {
      let player = AVPlayer(url: film)
      let layer = AVPlayerLayer(player: player)
      player.play()
      let renderer = renderer(layer)
      for frame in [0, 7, 3, 49, 12, 11, 31, 0] {
        #expect(try number(renderer, (Double(frame) + 0.5) / 25) == frame)
      }
      #expect(try number(renderer, 100) == 49)
    }

    @Test func changesOfAPlayerBelongToTheirMoments() throws {
      let player = AVPlayer(url: film)
      let layer = AVPlayerLayer(player: player)
      let renderer = renderer(layer)
      renderer.change(at: 1) { player.play() }
      renderer.change(at: 1.5) { player.pause() }
      renderer.change(at: 2) { player.seek(to: .frame(40)) }
      renderer.change(at: 3) { player.rate = -2 }
      renderer.change(at: 3.3) { player.rate = 0.5 }
      #expect(try number(renderer, 3.2) == 40 - 10)
      #expect(try number(renderer, 0.5) == 0)
      #expect(try number(renderer, 1.22) == 5)
      #expect(try number(renderer, 1.9) == 12)
      #expect(try number(renderer, 2.5) == 40)
      // 40.5 − 0.3 · 50 frames, then half speed.
      #expect(try number(renderer, 3.3 + 0.4) == 30)
    }

    @Test func ratesThatCannotBePlayedChangeNothing() throws {
      let player = AVPlayer(url: film)
      let layer = AVPlayerLayer(player: player)
      let renderer = renderer(layer)
      renderer.change(at: 0) {
        player.rate = .nan
        player.rate = .infinity
      }
      #expect(player.rate == 0)
      renderer.change(at: 0) { player.rate = 1000 }
      #expect(try number(renderer, 0.0006) == 15)
      #expect(try number(renderer, 1) == 49)
      renderer.change(at: 1) { #expect(player.rate == 0) }
    }

    @Test func seeksEndAtTheEndsOfTheItem() async throws {
      let player = AVPlayer(url: film)
      player.currentItem?.prepareForTests()
      #expect(await player.seek(to: CMTime(value: -5, timescale: 1)))
      #expect(player.currentTime() == .zero)
      #expect(await player.seek(to: CMTime(value: 500, timescale: 1)))
      #expect(player.currentTime() == CMTime(value: 2, timescale: 1))
      #expect(await player.seek(to: .invalid) == false)
      player.seek(to: .frame(13), toleranceBefore: .positiveInfinity, toleranceAfter: .zero)
      #expect(player.currentTime() == .frame(10, plus: 0))
      player.seek(to: .frame(13), toleranceBefore: CMTime(value: 1, timescale: 25), toleranceAfter: .zero)
      #expect(player.currentTime() == .frame(13))
    }

    @Test func aQueueGoesOnAndReportsItsEnds() throws {
      let second = try NumberedAsset.make("second.mp4", in: folder, count: 20, first: 500)
      let items = [AVPlayerItem(url: film), AVPlayerItem(url: second)]
      let player = AVQueuePlayer(items: items)
      let ended = Mutex<[ObjectIdentifier]>([])
      let token = NotificationCenter.default.addObserver(
        forName: .AVPlayerItemDidPlayToEndTime,
        object: nil,
        queue: nil
      ) { note in
        if let item = note.object as? AVPlayerItem { ended.withLock { $0.append(ObjectIdentifier(item)) } }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      let layer = AVPlayerLayer(player: player)
      player.play()
      let renderer = renderer(layer)
      #expect(try number(renderer, 1.98) == 49)
      #expect(try number(renderer, 2.02) == 500)
      #expect(try number(renderer, 2.5) == 512)
      renderer.change(at: 2.5) { #expect(player.currentItem === items[1]) }
      #expect(try number(renderer, 0.5) == 12)
      renderer.change(at: 3) { #expect(player.items().isEmpty) }
      #expect(ended.withLock { $0.filter { id in items.contains { ObjectIdentifier($0) == id } } }.count == 2)
    }

    /// Recorded time does not wait: whatever starts the queue, all of its items are read.
    @Test(arguments: [false, true]) func aLongQueueThatAChangeStartsPlaysToItsEnd(_ seeks: Bool) throws {
      let short = try NumberedAsset.make("short.mp4", in: folder, count: 10)
      let last = try NumberedAsset.make("last.mp4", in: folder, count: 10, first: 700)
      let items = [short, short, short, short, last].map { AVPlayerItem(url: $0) }
      let player = AVQueuePlayer(items: items)
      // So slowly that no item ends by the machine's clock.
      let rate: Float = 1 / 1024
      if seeks { player.rate = rate }
      let root = CALayer()
      let renderer = renderer(root)
      renderer.change(at: 0) {
        if seeks { player.seek(to: .zero) } else { player.rate = rate }
        let layer = AVPlayerLayer(player: player)
        layer.frame = root.bounds
        root.addSublayer(layer)
      }
      #expect(try number(renderer, 1024 * 3.5 / 25) == 3)
      #expect(try number(renderer, 1024 * 42.5 / 25) == 702)
    }

    @Test func aLooperRepeatsWithoutDrift() throws {
      let player = AVQueuePlayer()
      let range = CMTimeRange(start: .frame(10, plus: 0), duration: .frame(15, plus: 0))
      let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: film), timeRange: range)
      let layer = AVPlayerLayer(player: player)
      player.play()
      let renderer = renderer(layer)
      for step in [0, 14, 15, 16, 40, 15 * 1000 + 3] {
        #expect(try number(renderer, (Double(step) + 0.5) / 25) == 10 + step % 15)
      }
      renderer.change(at: 0.6 * 10.5) { #expect(looper.loopCount == 10) }
    }

    @Test func gravitiesPlaceThePicture() throws {
      let player = AVPlayer(url: film)
      let layer = AVPlayerLayer(player: player)
      let renderer = renderer(layer, CGSize(width: 128, height: 48))
      #expect(
        NumberedAsset.number(
          in: try renderer.image(at: 0),
          within: CGRect(x: 32, y: 0, width: 64, height: 48)
        ) == 0
      )
      #expect(layer.videoRect == CGRect(x: 32, y: 0, width: 64, height: 48))
      #expect(layer.isReadyForDisplay)
      layer.videoGravity = .resize
      #expect(layer.videoRect == layer.bounds)
      #expect(NumberedAsset.number(in: try renderer.image(at: 10)) == 0)
      layer.videoGravity = .resizeAspectFill
      #expect(layer.videoRect == CGRect(x: 0, y: -24, width: 128, height: 96))
      let buffer = try #require(layer.displayedPixelBuffer())
      #expect(
        CVPixelBufferGetWidth(buffer) == 64
          && CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA
      )
    }

    @Test func aSynchronizedLayerHasTheTimeOfTheItem() throws {
      let player = AVPlayer(url: film)
      let item = try #require(player.currentItem)
      let synchronized = AVSynchronizedLayer(playerItem: item)
      let block = CALayer()
      block.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      block.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
      let move = CABasicAnimation(keyPath: "position.x")
      (move.fromValue, move.toValue, move.duration) = (CGFloat(5), CGFloat(45), 1)
      move.beginTime = AVCoreAnimationBeginTimeAtZero
      move.isRemovedOnCompletion = false
      move.fillMode = .both
      block.add(move, forKey: nil)
      synchronized.addSublayer(block)
      let renderer = renderer(synchronized)
      func left(_ time: Double) throws -> Int? {
        let pixels = try renderer.image(at: time).pixels
        return (0..<64).first { UnsafeRawPointer(pixels.row(5) + $0 * 4).load(as: UInt8.self) > 200 }
      }
      renderer.change(at: 1) { player.rate = 0.5 }
      renderer.change(at: 2) { player.pause() }
      renderer.change(at: 3) { player.seek(to: CMTime(value: 3, timescale: 4)) }
      #expect(try left(0.5) == 0)
      #expect(try left(1.5) == 10)
      #expect(try left(2.5) == 20)
      #expect(try left(3.5) == 30)
    }

    @Test func observersFollowALivePlayer() async throws {
      let player = AVPlayer(url: film)
      player.currentItem?.prepareForTests()
      let periods = Mutex<[Double]>([])
      let bounds = Mutex(0)
      let queue = DispatchQueue(label: "observers")
      let periodic = player.addPeriodicTimeObserver(forInterval: .frame(5, plus: 0), queue: queue) { time in
        periods.withLock { $0.append(time.seconds) }
      }
      let boundary = player.addBoundaryTimeObserver(
        forTimes: [.frame(8, plus: 0), .frame(12, plus: 0)],
        queue: queue
      ) {
        bounds.withLock { $0 += 1 }
      }
      player.rate = 2
      let began = Date()
      while player.rate != 0, Date().timeIntervalSince(began) < 20 {
        try await Task.sleep(for: .milliseconds(20))
      }
      try await Task.sleep(for: .milliseconds(50))
      #expect(player.rate == 0)
      #expect(player.currentTime() == CMTime(value: 2, timescale: 1))
      #expect(bounds.withLock { $0 } == 2)
      let heard = periods.withLock { $0 }
      for count in 1...9 { #expect(heard.contains { abs($0 - Double(count) / 5) < 1e-6 }) }
      player.removeTimeObserver(periodic)
      player.removeTimeObserver(boundary)
    }

    @Test func anOutputGivesThePictureOfEachTime() throws {
      let player = AVPlayer(url: film)
      let item = try #require(player.currentItem)
      let output = AVPlayerItemVideoOutput(
        pixelBufferAttributes: [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32RGBA]
      )
      #expect(!output.hasNewPixelBuffer(forItemTime: .zero))
      #expect(output.copyPixelBuffer(forItemTime: .zero, itemTimeForDisplay: nil) == nil)
      item.add(output)
      #expect(item.outputs.count == 1)
      item.prepareForTests()
      for frame in [7, 30, 3, 49] {
        #expect(output.hasNewPixelBuffer(forItemTime: .frame(frame)))
        var time = CMTime.invalid
        let buffer = try #require(
          output.copyPixelBuffer(forItemTime: .frame(frame), itemTimeForDisplay: &time)
        )
        #expect(time == .frame(frame, plus: 0))
        #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32RGBA)
        let layer = CALayer()
        layer.contents = buffer
        #expect(try number(renderer(layer), 0) == frame)
        #expect(!output.hasNewPixelBuffer(forItemTime: .frame(frame, plus: 90)))
      }
      #expect(output.copyPixelBuffer(forItemTime: .frame(-3), itemTimeForDisplay: nil) == nil)
      #expect(output.itemTime(forHostTime: .infinity) == .invalid)
      player.seek(to: .frame(9))
      #expect(output.itemTime(forHostTime: CACurrentMediaTime()) == .frame(9))
      AVPlayerItem(url: film).add(output)
      #expect(item.outputs.count == 1)
      item.remove(output)
      #expect(output.itemTime(forHostTime: 0) == .invalid && item.outputs.isEmpty)
    }

    @Test func statusesNameTheFile() async throws {
      let broken = folder.url.appending(path: "broken.mp4")
      try Data("no film".utf8).write(to: broken)
      let item = AVPlayerItem(url: broken)
      #expect(item.status == .unknown)
      let player = AVPlayer(playerItem: item)
      item.prepareForTests()
      #expect(item.status == .failed && player.status == .failed)
      let error = try #require(item.error as? AVError)
      #expect(error.code == .fileFormatNotRecognized)
      #expect(error.localizedDescription.contains(broken.path()))
      let asset = AVURLAsset(url: folder.url.appending(path: "missing.mp4"))
      await #expect(throws: AVError.self) { try await asset.load(.duration) }
      #expect(asset.duration == .invalid)
      #expect(asset.tracks.isEmpty && !asset.isPlayable)
    }
  }

  extension AVPlayerItem {
    /// Reads the item now.
    func prepareForTests() {
      _ = asset.duration
      prepareNow()
      player?.itemChanged()
    }
  }
#endif
