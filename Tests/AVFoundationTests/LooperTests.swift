#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataRenderServer
  import StrataTesting
  import Testing

  /// What a looper says and does while its player is paused, moved, or taken by another looper.
  @Suite(.serialized) struct LooperTests {
    private let folder: TemporaryFolder
    private let film: URL
    private let player = AVQueuePlayer()

    init() throws {
      folder = try TemporaryFolder()
      film = try NumberedAsset.make("film.mp4", in: folder, count: 50)
    }

    /// Repeats fifteen frames, which are 0.6 s.
    private func looper(from first: Int) -> AVPlayerLooper {
      let range = CMTimeRange(start: .frame(first, plus: 0), duration: .frame(15, plus: 0))
      return AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: film), timeRange: range)
    }

    private func renderer() -> OfflineRenderer {
      let layer = AVPlayerLayer(player: player)
      layer.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
      return OfflineRenderer(layer: layer, size: layer.bounds.size)
    }

    private func number(_ renderer: OfflineRenderer, _ time: Double) throws -> Int? {
      NumberedAsset.number(in: try renderer.image(at: time))
    }

    @Test func roundsAreCountedOverPausesAndSeeks() throws {
      let looper = looper(from: 10)
      player.play()
      let renderer = renderer()
      #expect(try number(renderer, 0) == 10)
      renderer.change(at: 0.6 * 10.5) {
        player.pause()
        #expect(looper.loopCount == 10)
      }
      renderer.change(at: 20) {
        #expect(looper.loopCount == 10)
        player.play()
      }
      renderer.change(at: 20 + 0.6) {
        #expect(looper.loopCount == 11)
        player.seek(to: .frame(10, plus: 0))
        #expect(looper.loopCount == 11)
        player.rate = 2
      }
      renderer.change(at: 20.6 + 0.3 * 2.5) {
        #expect(looper.loopCount == 13)
        looper.disableLooping()
        #expect(looper.loopCount == 13)
      }
    }

    @Test func aFormerLooperLeavesTheNextOneAlone() throws {
      let former = looper(from: 10)
      player.play()
      let renderer = renderer()
      #expect(try number(renderer, 0) == 10)
      var next: AVPlayerLooper?
      renderer.change(at: 0.6 * 3.5) { next = looper(from: 30) }
      let start = 0.6 * 3.5
      #expect(try number(renderer, start + 0.02) == 30)
      renderer.change(at: start + 0.6 * 2.5) {
        #expect(former.loopCount == 3)
        #expect(next?.loopCount == 2)
        former.disableLooping()
        #expect(next?.loopCount == 2)
      }
      #expect(try number(renderer, start + 0.6 * 5 + 0.02) == 30)
      renderer.change(at: start + 0.6 * 5.5) { #expect(next?.loopCount == 5) }
    }

    @Test func anItemThatFollowsALooperIsPlayedOnce() throws {
      let looper = looper(from: 10)
      player.play()
      let renderer = renderer()
      #expect(try number(renderer, 0) == 10)
      renderer.change(at: 0.9) { player.replaceCurrentItem(with: AVPlayerItem(url: film)) }
      #expect(try number(renderer, 0.9 + 1.02) == 25)
      renderer.change(at: 2) { #expect(looper.loopCount == 1) }
    }
  }
#endif
