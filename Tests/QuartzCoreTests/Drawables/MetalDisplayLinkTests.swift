import CoreGraphics
import Foundation
import Metal
import QuartzCore
import StrataRenderServer
import Testing

/// The updates of display links on recorded time lines.
@Suite struct MetalDisplayLinkTests {
  private let layer = metalLayer(2, 2)
  private let renderer: OfflineRenderer
  private let link: CAMetalDisplayLink
  private let painter = LinkPainter()

  init() {
    renderer = OfflineRenderer(layer: layer, size: CGSize(width: 2, height: 2))
    link = CAMetalDisplayLink(metalLayer: layer)
    painter.color = { [UInt8($0), 0, 0, 255] }
    link.delegate = painter
    link.add(to: .current, forMode: .default)
  }

  private func blue(at time: Double) throws -> UInt8 { try pixel(renderer, at: time, 0, 0)[2] }

  @Test func eachFrameHasItsOwnUpdate() throws {
    renderer.play(until: 1)
    #expect(painter.updates.count == 61)
    for (number, update) in painter.updates.enumerated() {
      #expect(abs(update.presentation - Double(number + 1) / 60) < 1e-9)
      #expect(update.deadline == update.presentation)
    }
    #expect(try pixel(renderer, at: 0, 0, 0) == RGBA.clear)
    for frame in stride(from: 60, to: 0, by: -7) {
      #expect(try blue(at: Double(frame) / 60) == UInt8(frame - 1), "frame \(frame)")
    }
    link.invalidate()
  }

  @Test func aRateRangeAndALatencySpaceUpdates() throws {
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 30, maximum: 30, preferred: 30)
    link.preferredFrameLatency = 2
    renderer.play(until: 0.5)
    #expect(painter.updates.count == 16)
    #expect(abs(painter.updates[3].presentation - 5.0 / 30) < 1e-9)
    #expect(abs(painter.updates[3].deadline - 4.0 / 30) < 1e-9)
    #expect(try blue(at: 5.0 / 30) == 3)
    link.invalidate()
  }

  @Test func aPausedOrRemovedLinkMakesNoUpdates() {
    link.isPaused = true
    renderer.play(until: 1)
    #expect(painter.updates.isEmpty)
    link.isPaused = false
    link.remove(from: .current, forMode: .default)
    renderer.play(until: 2)
    #expect(painter.updates.isEmpty)
    link.add(to: .current, forMode: .default)
    renderer.play(until: 2.05)
    #expect(painter.updates.count == 4)
    link.invalidate()
    link.add(to: .current, forMode: .default)
    renderer.play(until: 3)
    #expect(painter.updates.count == 4)
  }

  @Test func playingWithoutEndIgnoresLinks() {
    renderer.play(until: .infinity)
    #expect(painter.updates.isEmpty)
    link.invalidate()
  }

  @Test func aLinkIsRetainedWhileItIsAdded() {
    weak var known: CAMetalDisplayLink?
    let painter = LinkPainter()
    do {
      let other = CAMetalDisplayLink(metalLayer: layer)
      other.delegate = painter
      other.add(to: .current, forMode: .default)
      known = other
    }
    #expect(known != nil)
    known?.invalidate()
    #expect(known == nil)
    link.invalidate()
  }
}
