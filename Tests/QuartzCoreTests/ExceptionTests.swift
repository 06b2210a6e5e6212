import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Where Core Animation raises an exception, the program ends with the same text.
@Suite struct ExceptionTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  /// Animation Z-1.
  @Test func aPositionThatIsNoNumberStops() async {
    let direct = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().position = CGPoint(x: Double.nan, y: 0)
    }
    #expect(text(direct).contains("CALayerInvalidGeometry"))
    #expect(text(direct).contains("CALayer position contains NaN: [nan 0]"))
    let byFrame = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().frame = CGRect(x: 0, y: Double.nan, width: 1, height: 1)
    }
    #expect(text(byFrame).contains("CALayer position contains NaN: [0.5 nan]"))
    let byPath = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().setValue(Double.nan, forKeyPath: "position.y")
    }
    #expect(text(byPath).contains("CALayer position contains NaN: [0 nan]"))
  }

  /// Animation Z-2.
  @Test func boundsThatAreNoNumbersStop() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().bounds = CGRect(x: Double.nan, y: 0, width: .nan, height: 15)
    }
    #expect(text(result).contains("CALayerInvalidGeometry"))
    #expect(text(result).contains("CALayer bounds contains NaN: [nan 0; nan 15]"))
  }

  /// Animation Z-3.
  @Test func infinitePlacesAreStoredAndNotDrawn() async {
    let layer = CALayer()
    layer.position.x = .infinity
    layer.bounds.size.width = .infinity
    #expect(layer.position.x == .infinity && layer.bounds.size.width == .infinity)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (root, child) = (CALayer(), CALayer())
      child.position = CGPoint(x: Double.infinity, y: .infinity)
      root.addSublayer(child)
      let context = CGContext(
        data: nil,
        width: 2,
        height: 2,
        bitsPerComponent: 8,
        bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
      context.map { root.render(in: $0) }
    }
    #expect(text(result).contains("CALayerInvalidGeometry"))
    #expect(text(result).contains("sublayer with non-finite position [inf inf]"))
  }

  /// Animation Z-4 and L-13.
  @Test func aCycleStops() async {
    let inItself = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    #expect(text(inItself).contains("CALayerInvalid"))
    #expect(text(inItself).contains("is a part of cycle in its layer tree"))
    let inAChild = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (top, middle, bottom) = (CALayer(), CALayer(), CALayer())
      top.addSublayer(middle)
      middle.addSublayer(bottom)
      bottom.sublayers = [top]
    }
    #expect(text(inAChild).contains("is a part of cycle in its layer tree"))
    let asMask = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let layer = CALayer()
      layer.mask = layer
    }
    #expect(text(asMask).contains("is a part of cycle in its layer tree"))
  }

  /// Animation Z-4: a cycle that an action makes while a layer moves stops as well, instead of a tree without an end.
  @Test func aCycleByAnActionStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Mover: NSObject, CALayerDelegate {
        var child: CALayer?
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
          if event == "sublayers", let child {
            self.child = nil
            child.addSublayer(layer)
          }
          return nil
        }
      }
      let (root, parent, child) = (CALayer(), CALayer(), CALayer())
      root.sublayers = [parent, child]
      let mover = Mover()
      (mover.child, parent.delegate) = (child, mover)
      parent.addSublayer(child)
    }
    #expect(text(result).contains("is a part of cycle in its layer tree"))
  }

  /// Animation Z-5.
  @Test func aPresentationCopyIsNoChild() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().addSublayer(CALayer(layer: CALayer()))
    }
    #expect(text(result).contains("CALayerInvalidTree"))
    #expect(text(result).contains("expecting model layer not copy: <CALayer: 0x"))
  }

  /// Animation Z-8.
  @Test func anUnknownFieldStops() async {
    let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CALayer().value(forKeyPath: "position.z")
    }
    #expect(text(read).contains("NSUnknownKeyException") && text(read).contains("position.z"))
    let written = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().setValue(1, forKeyPath: "position.z")
    }
    #expect(text(written).contains("NSUnknownKeyException") && text(written).contains("position.z"))
  }

  /// Animation Z-9.
  @Test func aValueOfTheWrongTypeStops() async {
    let ofALayer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CALayer().setValue("wide", forKey: "borderWidth")
    }
    #expect(text(ofALayer).contains("borderWidth"))
    let ofAnAnimation = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CABasicAnimation().setValue("long", forKey: "duration")
    }
    #expect(text(ofAnAnimation).contains("duration"))
  }

  /// Animation Z-12 and F-5.
  @Test func anUnknownTimingFunctionStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: "bounce"))
    }
    #expect(text(result).contains("bounce"))
  }

  /// Animation F-2.
  @Test func thereIsNoFifthControlPoint() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var point: [Float] = [0, 0]
      CAMediaTimingFunction(name: .linear).getControlPoint(at: 4, values: &point)
    }
    #expect(text(result).contains("control points 0 to 3"))
  }

  /// Animation Z-6: a NaN elsewhere is stored, and drawn as if it had not been set.
  @Test func otherValuesThatAreNoNumbersCountAsAbsent() throws {
    let changes: [(String, (CALayer) -> Void)] = [
      ("opacity", { $0.opacity = .nan }), ("cornerRadius", { $0.cornerRadius = .nan }),
      ("borderWidth", { $0.borderWidth = .nan }), ("shadowRadius", { $0.shadowRadius = .nan }),
      ("shadowOpacity", { $0.shadowOpacity = .nan }), ("zPosition", { $0.zPosition = .nan }),
      ("transform", { $0.transform.m22 = .nan }), ("anchorPointZ", { $0.anchorPointZ = .nan }),
      ("contentsScale", { $0.contentsScale = .nan }),
      ("deep", { ($0.zPosition, $0.transform.m34) = (.nan, -0.01) }),
    ]
    for (name, change) in changes {
      let root = box(0, 0, 8, 8, red)
      change(root)
      let renderer = OfflineRenderer(layer: root, size: CGSize(width: 8, height: 8))
      #expect(try pixel(renderer, at: 0, 0, 0) == [255, 0, 0, 255], "\(name)")
      #expect(try pixel(renderer, at: 0, 7, 7) == [255, 0, 0, 255], "\(name)")
    }
    let layer = CALayer()
    layer.cornerRadius = .nan
    layer.opacity = .nan
    #expect(layer.cornerRadius.isNaN && layer.opacity.isNaN)
    let root = box(0, 0, 8, 8, red)
    let renderer = OfflineRenderer(layer: root, size: CGSize(width: 8, height: 8))
    let slide = CABasicAnimation(keyPath: "position.x")
    (slide.fromValue, slide.toValue, slide.duration) = (Double.nan, 4, 2)
    renderer.change(at: 0) { root.add(slide, forKey: "slide") }
    #expect(try pixel(renderer, at: 1, 0, 0) == [255, 0, 0, 255])
  }

  /// Animation Z-11: once too often does nothing.
  @Test func oneCallTooManyDoesNothing() {
    CATransaction.flush()
    let layer = CALayer()
    layer.removeFromSuperlayer()
    layer.removeAnimation(forKey: "unknown")
    layer.removeAllAnimations()
    CATransaction.commit()
    CATransaction.unlock()
    let link = CADisplayLink { _ in }
    link.invalidate()
    link.invalidate()
    #expect(layer.superlayer == nil)
    #expect(layer.animationKeys() == nil)
    #expect(CATransaction.animationDuration() == 0.25)
  }
}
