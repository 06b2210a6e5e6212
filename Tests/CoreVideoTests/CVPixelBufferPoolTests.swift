import CoreGraphics
import CoreVideo
import Foundation
import StrataRaster
import Testing

/// Pools reuse memory, within the limits of their attributes.
@Suite struct CVPixelBufferPoolTests {
  private func makePool(_ attributes: [String: Any] = [:]) throws -> CVPixelBufferPool {
    var pool: CVPixelBufferPool?
    let buffers: [String: Any] = [
      kCVPixelBufferPixelFormatTypeKey as String: [0x7878_7878, kCVPixelFormatType_32BGRA],
      kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 32,
    ]
    let code = CVPixelBufferPoolCreate(nil, attributes as CFDictionary, buffers as CFDictionary, &pool)
    #expect(code == kCVReturnSuccess)
    return try #require(pool)
  }

  private func makeBuffer(_ pool: CVPixelBufferPool) throws -> CVPixelBuffer {
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
    return try #require(buffer)
  }

  @Test func buffersHaveTheShapeOfThePool() throws {
    let buffer = try makeBuffer(makePool())
    #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA)
    #expect(CVPixelBufferGetWidth(buffer) == 64)
    #expect(CVPixelBufferGetHeight(buffer) == 32)
  }

  @Test func memoryOfReleasedBuffersIsUsedAgain() throws {
    let pool = try makePool([kCVPixelBufferPoolMinimumBufferCountKey as String: 1])
    var first: CVPixelBuffer? = try makeBuffer(pool)
    first?.fill(bytes: 4) { _, _, _ in 77 }
    let address = first.flatMap { CVPixelBufferGetBaseAddress($0) }
    first = nil
    let second = try makeBuffer(pool)
    #expect(CVPixelBufferGetBaseAddress(second) == address)
    let third = try makeBuffer(pool)
    #expect(CVPixelBufferGetBaseAddress(third) != address)
  }

  @Test func memoryThatAnImageShowsIsNotUsedAgain() throws {
    let pool = try makePool([kCVPixelBufferPoolMinimumBufferCountKey as String: 4])
    var first: CVPixelBuffer? = try makeBuffer(pool)
    first?.fill(bytes: 4) { _, _, _ in 77 }
    let image = try #require(first?.layerImage)
    first = nil
    let second = try makeBuffer(pool)
    second.fill(bytes: 4) { _, _, _ in 11 }
    #expect(UnsafeRawPointer(image.pixels.base).load(as: UInt8.self) == 77)
  }

  @Test func aThresholdLimitsTheBuffersInUse() throws {
    let pool = try makePool()
    let held = [try makeBuffer(pool), try makeBuffer(pool)]
    var buffer: CVPixelBuffer?
    func code(threshold: Int) -> CVReturn {
      let attributes = [kCVPixelBufferPoolAllocationThresholdKey as String: threshold] as CFDictionary
      return CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, attributes, &buffer)
    }
    #expect(code(threshold: 2) == kCVReturnWouldExceedAllocationThreshold)
    #expect(buffer == nil)
    #expect(code(threshold: 3) == kCVReturnSuccess)
    #expect(held.count == 2)
  }

  @Test func oldMemoryGoes() throws {
    let pool = try makePool([kCVPixelBufferPoolMaximumBufferAgeKey as String: 0])
    var address: UnsafeMutableRawPointer?
    var buffer: CVPixelBuffer? = try makeBuffer(pool)
    buffer?.fill(bytes: 4) { _, _, _ in 77 }
    address = buffer.flatMap { CVPixelBufferGetBaseAddress($0) }
    buffer = nil
    #expect(address != nil)
    // Memory that was dropped comes back as zeros.
    #expect(try makeBuffer(pool).shownPixel(0, 0) == [0, 0, 0, 0])
  }

  @Test func aFlushDropsAllUnusedMemory() throws {
    let pool = try makePool([kCVPixelBufferPoolMinimumBufferCountKey as String: 4])
    var buffer: CVPixelBuffer? = try makeBuffer(pool)
    buffer?.fill(bytes: 4) { _, _, _ in 77 }
    buffer = nil
    CVPixelBufferPoolFlush(pool, .excessBuffers)
    #expect(try makeBuffer(pool).shownPixel(0, 0) == [0, 0, 0, 0])
  }

  @Test func attributesThatContradictAreErrors() {
    var pool: CVPixelBufferPool?
    let size: [String: Any] = [
      kCVPixelBufferWidthKey as String: 64, kCVPixelBufferHeightKey as String: 32,
    ]
    #expect(CVPixelBufferPoolCreate(nil, nil, nil, &pool) == kCVReturnInvalidPixelBufferAttributes)
    #expect(
      CVPixelBufferPoolCreate(nil, nil, size as CFDictionary, &pool) == kCVReturnInvalidPixelBufferAttributes
    )
    var whole = size
    whole[kCVPixelBufferPixelFormatTypeKey as String] = 5
    #expect(CVPixelBufferPoolCreate(nil, nil, whole as CFDictionary, &pool) == kCVReturnInvalidPixelFormat)
    whole[kCVPixelBufferPixelFormatTypeKey as String] = kCVPixelFormatType_32BGRA
    let age = [kCVPixelBufferPoolMaximumBufferAgeKey as String: -1] as CFDictionary
    #expect(CVPixelBufferPoolCreate(nil, age, whole as CFDictionary, &pool) == kCVReturnInvalidPoolAttributes)
    #expect(pool == nil)
  }
}
