import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import StrataRenderTree
import Testing

/// Makes a change that animates for a second along a straight line.
func linear(_ renderer: OfflineRenderer, at time: Double, _ body: () -> Void) {
  renderer.change(at: time) {
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    body()
  }
}

/// The bytes of one pixel of a picture.
func pixel(_ renderer: OfflineRenderer, at time: Double, _ x: Int, _ y: Int) throws -> [UInt8] {
  let bytes = UnsafeMutableRawBufferPointer.allocate(
    byteCount: renderer.pixelWidth * renderer.pixelHeight * 4,
    alignment: 16
  )
  defer { bytes.deallocate() }
  try renderer.render(at: time, into: bytes)
  let start = (y * renderer.pixelWidth + x) * 4
  return Array(bytes[start..<start + 4])
}

let red = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
let green = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
let blue = CGColor(red: 0, green: 0, blue: 1, alpha: 1)

/// A layer with bounds of this size whose anchor point is its corner.
func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: CGColor? = nil) -> CALayer {
  let layer = CALayer()
  layer.anchorPoint = .zero
  layer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
  layer.position = CGPoint(x: x, y: y)
  layer.backgroundColor = color
  return layer
}

@Suite struct OfflineRendererTests {
  @Test func aColouredLayerFillsItsFrame() throws {
    let root = box(0, 0, 20, 10, red)
    root.addSublayer(box(5, 2, 5, 5, blue))
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 20, height: 10))
    #expect(try pixel(renderer, at: 0, 0, 0) == [255, 0, 0, 255])
    #expect(try pixel(renderer, at: 0, 5, 2) == [0, 0, 255, 255])
    #expect(try pixel(renderer, at: 0, 9, 6) == [0, 0, 255, 255])
    #expect(try pixel(renderer, at: 0, 10, 7) == [255, 0, 0, 255])
  }

  @Test func anAnimationAddedBeforeHostingBeginsAtZero() throws {
    let root = box(0, 0, 100, 10)
    let mover = box(0, 0, 10, 10, green)
    root.addSublayer(mover)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (0, 80, 2)
    mover.add(move, forKey: "move")
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 100, height: 10))
    #expect(try pixel(renderer, at: 1, 45, 5) == [0, 255, 0, 255])
    #expect(try pixel(renderer, at: 1, 5, 5) == [0, 0, 0, 0])
    #expect(try pixel(renderer, at: 3, 5, 5) == [0, 255, 0, 255])
    #expect(try pixel(renderer, at: 0.5, 25, 5) == [0, 255, 0, 255])
  }

  @Test func aChangeAnimatesImplicitly() throws {
    let root = box(0, 0, 100, 10)
    let mover = box(0, 0, 10, 10, green)
    root.addSublayer(mover)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 100, height: 10))
    renderer.change(at: 1) {
      #expect(CACurrentMediaTime() == 1)
      CATransaction.setAnimationDuration(2)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      mover.position.x = 80
    }
    #expect(try pixel(renderer, at: 0.9, 5, 5) == [0, 255, 0, 255])
    #expect(try pixel(renderer, at: 2, 45, 5) == [0, 255, 0, 255])
    #expect(try pixel(renderer, at: 3, 85, 5) == [0, 255, 0, 255])
    #expect(mover.animation(forKey: "position")?.beginTime == 1)
    renderer.play(until: 3)
    #expect(mover.animationKeys() == nil)
  }

  @Test func callbacksComeInTheOrderOfTime() throws {
    final class Recorder: NSObject, CAAnimationDelegate {
      var events: [String] = []
      func animationDidStart(_ anim: CAAnimation) {
        events.append("start \(anim.value(forKey: "tag") ?? "") \(CACurrentMediaTime())")
      }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        events.append("stop \(anim.value(forKey: "tag") ?? "") \(flag) \(CACurrentMediaTime())")
      }
    }
    let recorder = Recorder()
    let root = box(0, 0, 10, 10)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
    renderer.change(at: 1) {
      CATransaction.setCompletionBlock { recorder.events.append("done \(CACurrentMediaTime())") }
      for (tag, duration) in [("slow", 2.0), ("quick", 0.5)] {
        let animation = CABasicAnimation(keyPath: "opacity")
        animation.duration = duration
        animation.delegate = recorder
        animation.setValue(tag, forKey: "tag")
        root.add(animation, forKey: tag)
      }
    }
    renderer.play(until: 10)
    #expect(
      recorder.events == [
        "start slow 1.0", "start quick 1.0", "stop quick true 1.5", "stop slow true 3.0", "done 3.0",
      ]
    )
  }

  @Test func aPictureShowsPendingChanges() throws {
    let root = box(0, 0, 10, 10)
    let layer = box(0, 0, 10, 10, red)
    root.addSublayer(layer)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.opacity = 0
    #expect(try pixel(renderer, at: 0, 5, 5) == [255, 0, 0, 255])
    #expect(close(try pixel(renderer, at: 0.5, 5, 5), [128, 0, 0, 128]))
    #expect(try pixel(renderer, at: 1, 5, 5) == [0, 0, 0, 0])
    renderer.play(until: 4)
    CATransaction.setDisableActions(true)
    layer.opacity = 1
    #expect(try pixel(renderer, at: 4, 5, 5) == [255, 0, 0, 255])
    #expect(try pixel(renderer, at: 3.9, 5, 5) == [0, 0, 0, 0])
  }

  @Test func playingWithoutEndReturns() throws {
    let root = box(0, 0, 10, 10, red)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 10, height: 10))
    renderer.change(at: 1) {
      CATransaction.setAnimationDuration(2)
      root.opacity = 0
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      (turn.toValue, turn.duration, turn.repeatCount) = (1, 1, .infinity)
      root.add(turn, forKey: "turn")
    }
    renderer.play(until: .infinity)
    #expect(root.animationKeys() == ["turn"])
    renderer.change(at: 10) { #expect(CACurrentMediaTime() == 10) }
  }
}
