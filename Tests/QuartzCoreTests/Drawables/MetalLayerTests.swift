import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

/// How a Metal layer makes drawables (rendering MT-1 to MT-3).
@Suite struct MetalLayerTests {
  @Test("rendering MT-2, C-15: a new layer has Apple's values")
  func defaults() {
    let layer = CAMetalLayer()
    #expect(layer.device == nil)
    #expect(layer.pixelFormat == .bgra8Unorm)
    #expect(layer.colorspace == nil)
    #expect(layer.framebufferOnly)
    #expect(layer.isOpaque)
    #expect(!layer.presentsWithTransaction)
    #expect(layer.displaySyncEnabled)
    #expect(layer.allowsNextDrawableTimeout)
    #expect(!layer.wantsExtendedDynamicRangeContent)
    #expect(layer.drawableSize == .zero)
    #expect(layer.contents == nil)
  }

  @Test("rendering E-420: three drawables by default, two at least")
  func counts() {
    let layer = CAMetalLayer()
    #expect(layer.maximumDrawableCount == 3)
    layer.maximumDrawableCount = 2
    #expect(layer.maximumDrawableCount == 2)
    layer.setValue(3, forKey: "maximumDrawableCount")
    #expect(layer.maximumDrawableCount == 3)
    layer.setValue(115, forKey: "pixelFormat")
    #expect(layer.pixelFormat == .rgba16Float)
  }

  @Test("rendering MT-2: drawables follow bounds and scale until their size is set")
  func sizes() throws {
    let layer = metalLayer(8, 4)
    layer.contentsScale = 2
    #expect(layer.drawableSize == CGSize(width: 16, height: 8))
    #expect(try #require(layer.nextDrawable()).texture.width == 16)
    layer.setValue(6, forKeyPath: "bounds.size.height")
    #expect(try #require(layer.nextDrawable()).texture.height == 12)
    layer.style = ["contentsScale": 3]
    layer.drawableSize = CGSize(width: 5, height: 7)
    layer.bounds.size.width = 100
    let texture = try #require(layer.nextDrawable()).texture
    #expect(texture.width == 5)
    #expect(texture.height == 7)
    #expect(texture.usage == .renderTarget)
    layer.framebufferOnly = false
    #expect(try #require(layer.nextDrawable()).texture.usage.contains(.shaderRead))
  }

  @Test("rendering MT-1: there is no drawable at once for a layer without a device or without pixels")
  func impossible() {
    let layer = CAMetalLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    #expect(layer.nextDrawable() == nil)
    layer.device = layer.preferredDevice
    #expect(layer.nextDrawable() != nil)
    layer.drawableSize = .zero
    #expect(layer.nextDrawable() == nil)
    layer.drawableSize = CGSize(width: 20_000, height: 1)
    #expect(layer.nextDrawable() == nil)
    layer.drawableSize = CGSize(width: CGFloat.nan, height: -1)
    #expect(layer.nextDrawable() == nil)
  }

  @Test("rendering MT-1: with all drawables in use the wait ends after a second")
  func timeout() throws {
    let layer = metalLayer(2, 2)
    layer.maximumDrawableCount = 2
    var held = [try #require(layer.nextDrawable()), try #require(layer.nextDrawable())]
    #expect(held.map(\.drawableID) == [1, 2])
    let start = Date()
    #expect(layer.nextDrawable() == nil)
    let waited = Date().timeIntervalSince(start)
    #expect(waited >= 0.99)
    held.removeLast()
    #expect(layer.nextDrawable()?.drawableID == 3)
    // A larger pool has room at once.
    held.append(try #require(layer.nextDrawable()))
    layer.maximumDrawableCount = 3
    #expect(layer.nextDrawable() != nil)
  }

  @Test("rendering MT-1: a waiting thread gets the drawable that another one releases")
  func waiting() async throws {
    let layer = metalLayer(2, 2)
    layer.maximumDrawableCount = 2
    layer.allowsNextDrawableTimeout = false
    let held = Mutex([try #require(layer.nextDrawable()), try #require(layer.nextDrawable())])
    let releaser = Thread {
      Thread.sleep(forTimeInterval: 0.05)
      held.withLock { _ = $0.popLast() }
    }
    releaser.start()
    #expect(layer.nextDrawable() != nil)
    #expect(held.withLock { $0.count } == 1)
  }

  @Test func tenThousandDrawablesUseThreeTextures() throws {
    let layer = metalLayer(4, 4)
    var textures: Set<ObjectIdentifier> = []
    for index in 0..<10_000 {
      let drawable = try #require(layer.nextDrawable())
      textures.insert(ObjectIdentifier(drawable.texture))
      // Every third one is never presented.
      if index % 3 != 0 { drawable.present() }
    }
    #expect(textures.count <= 3)
    #expect(layer.residencySet.allocationCount <= 3)
    #expect(layer.residencySet.allocatedSize <= 3 * 64)
  }

  @Test func aResidencySetHoldsTheTexturesOfThePool() throws {
    let layer = metalLayer(4, 4)
    let set = layer.residencySet
    #expect(set.allocationCount == 0)
    let drawable = try #require(layer.nextDrawable())
    #expect(set.containsAllocation(drawable.texture))
    #expect(set.allocatedSize == 64)
  }

  @Test func valuesThatRowsHoldComeBackFromAnArchive() throws {
    let layer = metalLayer(8, 8)
    layer.drawableSize = CGSize(width: 3, height: 5)
    layer.presentsWithTransaction = true
    layer.allowsNextDrawableTimeout = false
    present(BGRA.red, on: layer)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CAMetalLayer.self, from: data))
    #expect(copy.drawableSize == CGSize(width: 3, height: 5))
    #expect(copy.presentsWithTransaction)
    #expect(!copy.allowsNextDrawableTimeout)
    #expect(copy.contents == nil)
  }

  @Test func objectsAreReadAndWrittenByKey() {
    let layer = metalLayer(8, 8)
    layer.setValue(CAEDRMetadata.hlg, forKey: "edrMetadata")
    #expect(layer.edrMetadata == CAEDRMetadata.hlg)
    layer.developerHUDProperties = ["mode": "default"]
    #expect(layer.developerHUDProperties?["mode"] as? String == "default")
    layer.setValue(nil, forKey: "device")
    #expect(layer.nextDrawable() == nil)
  }

  @Test func imagesShowUntilTheNextDrawableAndOtherContentsAreIgnored() throws {
    let layer = metalLayer(2, 2)
    present(BGRA.red, on: layer)
    layer.contents = ContentsBuffer(width: 2, height: 2)
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.red)
    layer.contents = try #require(solid([1, 2, 3, 255]))
    #expect(try Shot(layer, 2, 2)[0, 0] == [1, 2, 3, 255])
    layer.contents = nil
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.clear)
    layer.style = ["cornerRadius": 0]
    present(BGRA.green, on: layer)
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.green)
  }

  @Test func aPresentationHasThePictureOfAnAnimation() throws {
    let layer = metalLayer(2, 2)
    present(BGRA.red, on: layer)
    let image = try #require(solid([1, 2, 3, 255]))
    let renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
    renderer.change(at: 0) {
      let animation = CABasicAnimation(keyPath: "contents")
      (animation.fromValue, animation.toValue, animation.duration) = (image, image, 1)
      layer.add(animation, forKey: nil)
    }
    renderer.change(at: 0.5) {
      #expect(layer.presentation()?.contents as? CGImage === image)
      #expect(layer.contents as? CGImage !== image)
    }
    renderer.change(at: 2) {
      #expect((layer.presentation()?.contents as? CGImage).map { $0 !== image } ?? false)
    }
  }
}
