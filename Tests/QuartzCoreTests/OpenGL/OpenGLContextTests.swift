import CoreGraphics
import Foundation
import OpenGL
import QuartzCore
import Synchronization
import Testing

/// Contexts and formats of OpenGL layers, and programs that misuse them (rendering MT-5).
@Suite(.enabled(if: hasOpenGL)) struct OpenGLContextTests {
  @Test func theMethodsOfTheLayerMakeAndReleaseItsContext() throws {
    let log: PaintedLayer.CallLog
    do {
      let layer = PaintedLayer(2, 2) { gl, _ in gl.fill(1, 0, 0) }
      log = layer.calls
      for _ in 0..<3 {
        layer.setNeedsDisplay()
        _ = try Shot(layer, 2, 2)
      }
      #expect(log.names == ["copyFormat", "copyContext"])
    }
    #expect(log.names == ["copyFormat", "copyContext", "releaseContext", "releaseFormat"])
  }

  @Test func aFormatOfTheProgramHasWhatItAskedFor() throws {
    let layer = PaintedLayer(2, 2) { gl, _ in
      // Bits of depth, and the version.
      gl.fill(0, gl.integer(0x821B) >= 3 ? 1 : 0, 0)
    }
    layer.attributes = [
      kCGLPFADepthSize, .init(24), kCGLPFAStencilSize, .init(8), kCGLPFAOpenGLProfile,
      kCGLOGLPVersion_3_2_Core,
    ]
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.green)
    let format = layer.copyCGLPixelFormat(forDisplayMask: 1)
    defer { layer.releaseCGLPixelFormat(format) }
    var value: Int32 = 0
    #expect(CGLDescribePixelFormat(format, 0, kCGLPFADepthSize, &value) == kCGLNoError)
    #expect(value >= 24)
    #expect(CGLDescribePixelFormat(format, 0, kCGLPFAStencilSize, &value) == kCGLNoError)
    #expect(value >= 8)
    #expect(CGLDescribePixelFormat(format, 0, kCGLPFAColorSize, &value) == kCGLNoError)
    #expect(value == 24)
    #expect(CGLDescribePixelFormat(format, 0, .init(4711), &value) == kCGLBadAttribute)
  }

  @Test func layersMayShareOneContext() throws {
    let first = PaintedLayer(2, 2) { gl, _ in gl.fill(1, 0, 0) }
    let format = first.copyCGLPixelFormat(forDisplayMask: 1)
    let context = first.copyCGLContext(forPixelFormat: format)
    CGLReleasePixelFormat(format)
    let second = PaintedLayer(2, 2) { gl, _ in gl.fill(0, 0, 1) }
    second.position = CGPoint(x: 2, y: 0)
    for layer in [first, second] {
      layer.sharedContext = context
      layer.isAsynchronous = true
    }
    let shot = try Shot(stage(4, 2, first, second), 4, 2)
    #expect(shot[0, 0] == RGBA.red)
    #expect(shot[2, 0] == RGBA.blue)
    #expect(CGLDestroyContext(context) == kCGLNoError)
  }

  @Test func threeThreadsDrawWithThreeContexts() async {
    let good = Tally()
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<3 {
        group.addTask {
          await onOwnThread {
            let layer = PaintedLayer(16, 16) { gl, time in gl.fill(Double(thread) * 0.4, time, 0) }
            layer.isAsynchronous = true
            for step in 0..<40 {
              let time = Double(step) / 51
              guard let shot = try? Shot(layer, 16, 16, at: time) else { continue }
              let expected = [Int(Double(thread) * 102), step * 5, 0, 255]
              if close(shot[8, 8], expected) { good.add() }
            }
          }
        }
      }
    }
    #expect(good.count == 120)
  }

  // MARK: Programs that misuse it

  @Test func sizesWithoutPixelsAndBeyondAllBounds() throws {
    let layer = PaintedLayer(0, 3) { gl, _ in gl.fill(1, 0, 0) }
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 4, 4).painted == 0)
    #expect(layer.times.isEmpty)
    layer.bounds.size = CGSize(width: 1e7, height: 2e7)
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 4, 4)[3, 3] == RGBA.red)
    #expect(layer.viewport[3] <= 8192)
    #expect(abs(layer.viewport[2] * 2 - layer.viewport[3]) <= 2)
    layer.bounds.size = CGSize(width: 4, height: 4)
    layer.contentsScale = .infinity
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 4, 4).painted == 0)
    layer.contentsScale = 1
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 4, 4).painted == 16)
  }

  @Test func codeThatDrawsNothingLeavesTransparentPixels() throws {
    var draws = true
    let layer = PaintedLayer(2, 2) { gl, _ in if draws { gl.fill(1, 0, 0) } }
    layer.isAsynchronous = true
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.red)
    draws = false
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.clear)
  }

  @Test func errorsAreTakenAndThePictureIsShown() throws {
    let layer = PaintedLayer(2, 2) { gl, _ in
      gl.fill(0, 1, 0)
      gl.enable(0xFFFF)
    }
    layer.isAsynchronous = true
    for _ in 0..<3 { #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.green) }
  }

  @Test func stateThatCodeLeavesDoesNotChangeWhatIsRead() throws {
    let layer = PaintedLayer(5, 3) { gl, _ in
      gl.fill(0, 1, 0)
      gl.enable(0x0C11)
      gl.scissor(0, 0, 1, 1)
      gl.pixelStore(0x0D05, 8)
      gl.pixelStore(0x0D02, 100)
      gl.pixelStore(0x0D03, 2)
      var framebuffer: UInt32 = 0
      gl.genFramebuffers(1, &framebuffer)
      gl.bindFramebuffer(0x8D40, framebuffer)
    }
    layer.isAsynchronous = true
    layer.paint = { [paint = layer.paint] gl, time in
      gl.bindFramebuffer(0x8D40, 0)
      gl.disable(0x0C11)
      paint(gl, time)
    }
    for _ in 0..<2 {
      let shot = try Shot(layer, 5, 3)
      #expect(shot.painted == 15)
      #expect(shot[4, 2] == RGBA.green)
    }
  }

  @Test func codeThatChangesTheContextOrReleasesIt() throws {
    let other = PaintedLayer(1, 1) { _, _ in }
    let format = other.copyCGLPixelFormat(forDisplayMask: 1)
    let context = other.copyCGLContext(forPixelFormat: format)
    let layer = PaintedLayer(2, 2) { gl, _ in
      gl.fill(0, 1, 0)
      CGLSetCurrentContext(context)
      gl.fill(1, 0, 0)
    }
    layer.isAsynchronous = true
    for _ in 0..<2 { #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.green) }
    #expect(CGLGetCurrentContext() == nil)
    layer.sharedContext = nil
    let careless = PaintedLayer(2, 2) { gl, _ in
      gl.fill(0, 1, 0)
      CGLDestroyContext(CGLGetCurrentContext())
    }
    careless.isAsynchronous = true
    #expect(try Shot(careless, 2, 2)[0, 0] == RGBA.green)
    // The context is gone: the contents stay.
    #expect(try Shot(careless, 2, 2)[0, 0] == RGBA.green)
    #expect(careless.times.count == 1)
    CGLReleaseContext(context)
    CGLReleasePixelFormat(format)
  }

  @Test func codeThatDisplaysItsOwnLayerDrawsOnce() throws {
    var again: () -> Void = {}
    let layer = PaintedLayer(2, 2) { gl, _ in
      gl.fill(0, 0, 1)
      again()
    }
    again = { [unowned layer] in layer.display() }
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.blue)
    #expect(layer.times.count == 1)
  }

  @Test func aContextThatAnotherThreadUsesIsRefused() async throws {
    let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let layer = PaintedLayer(2, 2) { gl, _ in gl.fill(1, 0, 0) }
    let format = layer.copyCGLPixelFormat(forDisplayMask: 1)
    let context = layer.copyCGLContext(forPixelFormat: format)
    layer.sharedContext = context
    nonisolated(unsafe) let shared = context
    Thread {
      CGLSetCurrentContext(shared)
      begun.signal()
      ended.wait()
      CGLSetCurrentContext(nil)
      begun.signal()
    }.start()
    begun.wait()
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.clear)
    ended.signal()
    begun.wait()
    layer.setNeedsDisplay()
    #expect(try Shot(layer, 2, 2)[0, 0] == RGBA.red)
    CGLReleaseContext(context)
    CGLReleasePixelFormat(format)
  }

  @Test func numbersWithoutObjectsAreRefused() throws {
    let missing = try #require(OpaquePointer(bitPattern: 0xDEAD_BEE0))
    var context: CGLContextObj?
    #expect(CGLCreateContext(missing, nil, &context) == kCGLBadPixelFormat)
    #expect(context == nil)
    #expect(CGLSetCurrentContext(missing) == kCGLBadContext)
    #expect(CGLLockContext(missing) == kCGLBadContext)
    #expect(CGLFlushDrawable(missing) == kCGLBadContext)
    #expect(CGLDestroyContext(missing) == kCGLBadContext)
    #expect(CGLDestroyPixelFormat(missing) == kCGLBadPixelFormat)
    #expect(CGLGetPixelFormat(missing) == nil)
    #expect(String(cString: CGLErrorString(kCGLBadContext)) == "invalid context")
    var (format, count): (CGLPixelFormatObj?, Int32) = (nil, 7)
    #expect(CGLChoosePixelFormat([.init(4711), .init(0)], &format, &count) == kCGLBadAttribute)
    #expect(count == 0)
    let profile = [kCGLPFAOpenGLProfile, .init(1), .init(0)]
    #expect(CGLChoosePixelFormat(profile, &format, &count) == kCGLBadValue)
    let endless = [CGLPixelFormatAttribute](repeating: kCGLPFAAccelerated, count: 200)
    #expect(CGLChoosePixelFormat(endless, &format, &count) == kCGLBadAttribute)
    #expect(format == nil)
  }
}
