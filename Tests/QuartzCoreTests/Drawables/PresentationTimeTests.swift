import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

/// When presented drawables show on recorded time lines (rendering MT-3).
@Suite struct PresentationTimeTests {
  private let layer = metalLayer(2, 2)
  private let renderer: OfflineRenderer

  init() { renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2)) }

  private func color(at time: Double) throws -> [UInt8] { try pixel(renderer, at: time, 0, 0) }

  @Test("rendering MT-3: a drawable shows from the time at which it was presented, without an animation")
  func momentOfPresentation() throws {
    renderer.change(at: 1) { present(BGRA.red, on: layer) }
    renderer.change(at: 2) { present(BGRA.green, on: layer) }
    #expect(try color(at: 2) == RGBA.green)
    #expect(try color(at: 1.999) == RGBA.red)
    #expect(try color(at: 1) == RGBA.red)
    #expect(try color(at: 0.999) == RGBA.clear)
    #expect(layer.animationKeys() == nil)
  }

  @Test func theLastDrawableOfAMomentShows() throws {
    let times = Mutex<[Double]>([])
    renderer.change(at: 1) {
      for color in [BGRA.red, BGRA.green, BGRA.blue] {
        guard let drawable = layer.nextDrawable() else { return }
        drawable.texture.fill(color)
        drawable.addPresentedHandler { shown in times.withLock { $0.append(shown.presentedTime) } }
        drawable.present()
      }
    }
    #expect(try color(at: 1) == RGBA.blue)
    #expect(times.withLock { $0 } == [0, 0, 1])
  }

  @Test func aDrawableShowsAtTheTimeThatTheProgramAsksFor() throws {
    renderer.change(at: 0) {
      guard let now = layer.nextDrawable(), let later = layer.nextDrawable() else { return }
      now.texture.fill(BGRA.red)
      now.present()
      later.texture.fill(BGRA.green)
      later.present(at: 1.5)
    }
    renderer.change(at: 1) {
      guard let last = layer.nextDrawable() else { return }
      last.texture.fill(BGRA.blue)
      last.present(afterMinimumDuration: 2)
    }
    renderer.play(until: 4)
    #expect(try color(at: 0) == RGBA.red)
    #expect(try color(at: 1.49) == RGBA.red)
    #expect(try color(at: 1.5) == RGBA.green)
    #expect(try color(at: 3.49) == RGBA.green)
    #expect(try color(at: 3.5) == RGBA.blue)
  }

  @Test func aCommandBufferPresentsAtTheTimeOfItsCommit() throws {
    let queue = try #require(layer.device?.makeCommandQueue())
    for step in 1...4 {
      renderer.change(at: Double(step)) {
        guard let drawable = layer.nextDrawable(), let commands = queue.makeCommandBuffer() else { return }
        let pass = MTLRenderPassDescriptor()
        pass.colorAttachments[0].texture = drawable.texture
        pass.colorAttachments[0].loadAction = .clear
        pass.colorAttachments[0].clearColor = MTLClearColorMake(Double(step) / 255, 0, 0, 1)
        commands.addScheduledHandler { _ in Thread.sleep(forTimeInterval: 0.02) }
        commands.makeRenderCommandEncoder(descriptor: pass)?.endEncoding()
        commands.present(drawable)
        commands.commit()
      }
    }
    for step in 1...4 {
      #expect(try color(at: Double(step) + 0.5) == [UInt8(step), 0, 0, 255])
    }
  }

  @Test func anotherThreadPresentsAtTheTimeThatWasPlayedLast() async throws {
    renderer.play(until: 3)
    let done = DispatchSemaphore(value: 0)
    let (red, drawable) = (BGRA.red, try #require(layer.nextDrawable()))
    Thread {
      drawable.texture.fill(red)
      drawable.present()
      done.signal()
    }.start()
    done.wait()
    #expect(try color(at: 3) == RGBA.red)
    #expect(try color(at: 2.9) == RGBA.clear)
    #expect(drawable.presentedTime == 3)
  }

  @Test func transactionsShowDrawablesWithTheirChanges() throws {
    layer.presentsWithTransaction = true
    renderer.change(at: 1) {
      present(BGRA.red, on: layer)
      CATransaction.setDisableActions(true)
      layer.opacity = 0
    }
    renderer.change(at: 2) {
      CATransaction.setDisableActions(true)
      layer.opacity = 1
    }
    #expect(try color(at: 1.5) == RGBA.clear)
    #expect(try color(at: 2) == RGBA.red)
    layer.presentsWithTransaction = false
    renderer.change(at: 3) { present(BGRA.green, on: layer) }
    #expect(try color(at: 3) == RGBA.green)
  }

  @Test func aSecondPresentationIsIgnoredAndLateHandlersAreCalled() throws {
    let drawable = try #require(layer.nextDrawable())
    drawable.texture.fill(BGRA.red)
    renderer.change(at: 1) { drawable.present() }
    renderer.change(at: 2) {
      drawable.texture.fill(BGRA.green)
      drawable.present()
    }
    #expect(try color(at: 2) == RGBA.red)
    let times = Mutex<[Double]>([])
    drawable.addPresentedHandler { shown in times.withLock { $0.append(shown.presentedTime) } }
    #expect(times.withLock { $0 } == [1])
  }

  @Test func aLayerThatLeavesKeepsItsLastPicture() throws {
    renderer.change(at: 1) { present(BGRA.red, on: layer) }
    let other = CALayer()
    other.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
    other.addSublayer(layer)
    #expect(try Shot(other, 2, 2)[0, 0] == RGBA.red)
  }
}
