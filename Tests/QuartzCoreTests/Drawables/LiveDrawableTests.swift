import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

/// Drawables that other threads present while a live host shows their layer.
@Suite struct LiveDrawableTests {
  @Test(.timeLimit(.minutes(1))) func aThreadPresentsWhileTheLayersThreadIsBusy() async {
    await onOwnThread {
      let layer = metalLayer(4, 4)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 240)
      host.start()
      let presented = Tally()
      // The thread only takes drawables, which any thread may.
      nonisolated(unsafe) let shared = layer
      let done = DispatchSemaphore(value: 0)
      Thread {
        for index in 0..<60 {
          guard let drawable = shared.nextDrawable() else { continue }
          drawable.texture.fill(index == 59 ? BGRA.green : BGRA.red)
          drawable.addPresentedHandler { if $0.presentedTime > 0 { presented.add() } }
          drawable.present()
        }
        done.signal()
      }.start()
      // This thread serves no run loop.
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(host.shows(RGBA.green))
      for _ in 0..<1000 where presented.count < 60 { Thread.sleep(forTimeInterval: 0.005) }
      #expect(presented.count == 60)
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func aHostWithoutNewDrawablesSleeps() async {
    await onOwnThread {
      let layer = metalLayer(4, 4)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 240)
      host.start()
      present(BGRA.red, on: layer)
      #expect(host.shows(RGBA.red))
      let frames = host.frameTimings.count
      Thread.sleep(forTimeInterval: 0.2)
      #expect(host.frameTimings.count == frames)
      present(BGRA.blue, on: layer)
      #expect(host.shows(RGBA.blue))
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func aHostThatStartsAgainShowsWhatWasPresentedMeanwhile() async {
    await onOwnThread {
      let layer = metalLayer(4, 4)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 240)
      present(BGRA.red, on: layer)
      present(BGRA.green, on: layer)
      host.start()
      #expect(host.shows(RGBA.green))
      host.stop()
      present(BGRA.blue, on: layer)
      host.start()
      #expect(host.shows(RGBA.blue))
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func transactionsOfALiveHostShowDrawables() async {
    await onOwnThread {
      let layer = metalLayer(4, 4)
      layer.presentsWithTransaction = true
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 240)
      host.start()
      let shown = Tally()
      guard let drawable = layer.nextDrawable() else {
        Issue.record("there is no drawable")
        return
      }
      drawable.texture.fill(BGRA.red)
      drawable.addPresentedHandler { if $0.presentedTime > 0 { shown.add() } }
      // Another thread's presentation enters a transaction of this one.
      Thread { drawable.present() }.start()
      #expect(runLoop(for: 10) { shown.count == 1 && pixel(host.latestImage, 1, 1) == RGBA.red })
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func aDisplayLinkUpdatesAtTheHostsRate() async {
    await onOwnThread {
      let layer = metalLayer(4, 4)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 120)
      host.start()
      let link = CAMetalDisplayLink(metalLayer: layer)
      let painter = LinkPainter()
      link.delegate = painter
      link.add(to: .current, forMode: .default)
      #expect(runLoop(for: 20) { painter.updates.count >= 10 })
      #expect(runLoop(for: 10) { pixel(host.latestImage, 1, 1) == RGBA.red })
      for update in painter.updates {
        #expect(abs(update.presentation - update.deadline) < 1e-9)
        let frame = update.presentation * 120
        #expect(abs(frame - frame.rounded()) < 1e-3)
      }
      link.invalidate()
      let count = painter.updates.count
      _ = runLoop(for: 0.1)
      #expect(painter.updates.count == count)
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func aDisplayLinkHasNoRateOfAHostThatItsLayerLeft() async {
    await onOwnThread {
      let (root, layer) = (CALayer(), metalLayer(4, 4))
      let host = HeadlessHost(layer: root, size: CGSize(width: 4, height: 4), framesPerSecond: 120)
      host.start()
      root.addSublayer(layer)
      CATransaction.flush()
      let link = CAMetalDisplayLink(metalLayer: layer)
      let painter = LinkPainter()
      link.delegate = painter
      link.add(to: .current, forMode: .default)
      #expect(runLoop(for: 20) { painter.updates.count >= 3 })
      layer.removeFromSuperlayer()
      CATransaction.flush()
      let count = painter.updates.count
      #expect(runLoop(for: 20) { painter.updates.count >= count + 4 })
      for update in painter.updates.dropFirst(count) {
        let frame = update.presentation * 60
        #expect(abs(frame - frame.rounded()) < 1e-3)
      }
      link.invalidate()
      host.stop()
    }
  }

  @Test(.timeLimit(.minutes(1))) func aDisplayLinkRestsWhileNobodySeesItsLayer() async {
    await onOwnThread {
      let layer = metalLayer(4, 4)
      let host = HeadlessHost(layer: layer, size: CGSize(width: 4, height: 4), framesPerSecond: 120)
      host.start()
      let link = CAMetalDisplayLink(metalLayer: layer)
      let painter = LinkPainter()
      link.delegate = painter
      link.add(to: .current, forMode: .default)
      func rests() -> Bool {
        let count = painter.updates.count
        return !runLoop(for: 0.1) { painter.updates.count > count }
      }
      func updates() -> Bool {
        let count = painter.updates.count
        return runLoop(for: 20) { painter.updates.count > count }
      }
      #expect(updates())
      host.live.isVisible = false
      #expect(rests())
      host.live.isVisible = true
      #expect(updates())
      host.stop()
      #expect(rests())
      host.start()
      #expect(updates())
      link.invalidate()
      host.stop()
    }
  }
}

extension HeadlessHost {
  /// Waits until the host shows a colour; false after five seconds.
  fileprivate func shows(_ color: [UInt8]) -> Bool {
    for _ in 0..<1000 where pixel(latestImage, 1, 1) != color { Thread.sleep(forTimeInterval: 0.005) }
    return pixel(latestImage, 1, 1) == color
  }
}
