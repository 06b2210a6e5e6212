package import CoreGraphics
package import Foundation

/// The table of emitter cells.
package struct EmitterCellSchema: Sendable {
  package let name = Property("name", \EmitterCellState.name, .content)
  package let isEnabled = Property(
    "enabled",
    \EmitterCellState.isEnabled,
    .content,
    .explicit,
    alias: "isEnabled",
    stored: true
  )
  package let birthRate = Property("birthRate", \EmitterCellState.birthRate, .content, .explicit)
  package let lifetime = Property("lifetime", \EmitterCellState.lifetime, .content, .explicit)
  package let lifetimeRange = Property("lifetimeRange", \EmitterCellState.lifetimeRange, .content, .explicit)
  package let emissionLatitude = Property(
    "emissionLatitude",
    \EmitterCellState.emissionLatitude,
    .content,
    .explicit
  )
  package let emissionLongitude = Property(
    "emissionLongitude",
    \EmitterCellState.emissionLongitude,
    .content,
    .explicit
  )
  package let emissionRange = Property("emissionRange", \EmitterCellState.emissionRange, .content, .explicit)
  package let velocity = Property("velocity", \EmitterCellState.velocity, .content, .explicit)
  package let velocityRange = Property("velocityRange", \EmitterCellState.velocityRange, .content, .explicit)
  package let xAcceleration = Property("xAcceleration", \EmitterCellState.xAcceleration, .content, .explicit)
  package let yAcceleration = Property("yAcceleration", \EmitterCellState.yAcceleration, .content, .explicit)
  package let zAcceleration = Property("zAcceleration", \EmitterCellState.zAcceleration, .content, .explicit)
  package let scale = Property("scale", \EmitterCellState.scale, .content, .explicit, stored: true)
  package let scaleRange = Property("scaleRange", \EmitterCellState.scaleRange, .content, .explicit)
  package let scaleSpeed = Property("scaleSpeed", \EmitterCellState.scaleSpeed, .content, .explicit)
  package let spin = Property("spin", \EmitterCellState.spin, .content, .explicit)
  package let spinRange = Property("spinRange", \EmitterCellState.spinRange, .content, .explicit)
  package let color = Property("color", \EmitterCellState.color, .content, .explicit, stored: true)
  package let redRange = Property("redRange", \EmitterCellState.redRange, .content, .explicit)
  package let greenRange = Property("greenRange", \EmitterCellState.greenRange, .content, .explicit)
  package let blueRange = Property("blueRange", \EmitterCellState.blueRange, .content, .explicit)
  package let alphaRange = Property("alphaRange", \EmitterCellState.alphaRange, .content, .explicit)
  package let redSpeed = Property("redSpeed", \EmitterCellState.redSpeed, .content, .explicit)
  package let greenSpeed = Property("greenSpeed", \EmitterCellState.greenSpeed, .content, .explicit)
  package let blueSpeed = Property("blueSpeed", \EmitterCellState.blueSpeed, .content, .explicit)
  package let alphaSpeed = Property("alphaSpeed", \EmitterCellState.alphaSpeed, .content, .explicit)
  package let contents = Property("contents", \EmitterCellState.contents, .content, .explicit)
  package let contentsRect = Property(
    "contentsRect",
    \EmitterCellState.contentsRect,
    .content,
    .explicit,
    stored: true
  )
  package let contentsScale = Property(
    "contentsScale",
    \EmitterCellState.contentsScale,
    .content,
    stored: true
  )
  package let minificationFilter = Property(
    "minificationFilter",
    \EmitterCellState.minificationFilter,
    .content,
    stored: true
  )
  package let magnificationFilter = Property(
    "magnificationFilter",
    \EmitterCellState.magnificationFilter,
    .content,
    stored: true
  )
  package let minificationFilterBias = Property(
    "minificationFilterBias",
    \EmitterCellState.minificationFilterBias,
    .content
  )
  package let emitterCells = Property("emitterCells", \EmitterCellState.cells, .content)
  package let contentsFrameCount = Property(
    "contentsFrameCount",
    \EmitterCellState.contentsFrameCount,
    .content
  )
  package let contentsFramesPerRow = Property(
    "contentsFramesPerRow",
    \EmitterCellState.contentsFramesPerRow,
    .content
  )
  package let contentsFramesPerSecond = Property(
    "contentsFramesPerSecond",
    \EmitterCellState.contentsFramesPerSecond,
    .content
  )
  package let contentsFrameMode = Property("contentsFrameMode", \EmitterCellState.contentsFrameMode, .content)
  package let particleType = Property("particleType", \EmitterCellState.particleType, .content)
  package let mass = Property("mass", \EmitterCellState.mass, .content)
  package let massRange = Property("massRange", \EmitterCellState.massRange, .content)
  package let rotation = Property("rotation", \EmitterCellState.rotation, .content)
  package let rotationRange = Property("rotationRange", \EmitterCellState.rotationRange, .content)
  package let orientationLatitude = Property(
    "orientationLatitude",
    \EmitterCellState.orientationLatitude,
    .content
  )
  package let orientationLongitude = Property(
    "orientationLongitude",
    \EmitterCellState.orientationLongitude,
    .content
  )
  package let orientationRange = Property("orientationRange", \EmitterCellState.orientationRange, .content)
  package let beginTime = Property("beginTime", \EmitterCellState.timing.beginTime, .timing)
  package let timeOffset = Property("timeOffset", \EmitterCellState.timing.timeOffset, .timing)
  package let speed = Property("speed", \EmitterCellState.timing.speed, .timing, stored: true)
  package let duration = Property("duration", \EmitterCellState.timing.duration, .timing, stored: true)
  package let repeatCount = Property("repeatCount", \EmitterCellState.timing.repeatCount, .timing)
  package let repeatDuration = Property("repeatDuration", \EmitterCellState.timing.repeatDuration, .timing)
  package let autoreverses = Property("autoreverses", \EmitterCellState.timing.autoreverses, .timing)
  package let fillMode = Property("fillMode", \EmitterCellState.timing.fillMode, .timing, stored: true)

  package static let shared = EmitterCellSchema()
  package static let table = PropertyTable(
    [("CAEmitterCell", shared)],
    initial: EmitterCellState()
  )
}
