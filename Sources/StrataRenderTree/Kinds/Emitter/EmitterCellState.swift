package import CoreGraphics
package import Foundation

/// A kind of particle.
///
/// A value with a range r is drawn evenly from half of r below to half of r above it.
package struct EmitterCellState: Sendable, Equatable {
  /// The handle in key paths such as `emitterCells.spark.birthRate`.
  package var name: String?
  package var isEnabled = true
  /// Particles a second.
  package var birthRate = Float(0)
  /// Seconds that a particle lives.
  package var lifetime = Float(0)
  package var lifetimeRange = Float(0)
  /// The angle of emission out of the xy plane, in radians.
  package var emissionLatitude = CGFloat(0)
  /// The angle of emission in the xy plane, in radians.
  package var emissionLongitude = CGFloat(0)
  /// The cone around the direction of emission, in radians.
  package var emissionRange = CGFloat(0)
  package var velocity = CGFloat(0)
  package var velocityRange = CGFloat(0)
  package var xAcceleration = CGFloat(0)
  package var yAcceleration = CGFloat(0)
  package var zAcceleration = CGFloat(0)
  package var scale = CGFloat(1)
  package var scaleRange = CGFloat(0)
  package var scaleSpeed = CGFloat(0)
  /// Radians a second.
  package var spin = CGFloat(0)
  package var spinRange = CGFloat(0)
  package var color: CGColor? = .stateWhite
  package var redRange = Float(0)
  package var greenRange = Float(0)
  package var blueRange = Float(0)
  package var alphaRange = Float(0)
  package var redSpeed = Float(0)
  package var greenSpeed = Float(0)
  package var blueSpeed = Float(0)
  package var alphaSpeed = Float(0)
  package var contents = ContentsValue.none
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsScale = CGFloat(1)
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  package var minificationFilterBias = Float(0)
  /// Particles that particles of this kind emit.
  package var cells: [EmitterCellState] = []
  package var timing = TimingState.layer
  /// The layout of documents' sprite sheets: number of frames, frames in a row, frames a second.
  package var contentsFrameCount = UInt32(0)
  package var contentsFramesPerRow = UInt32(0)
  package var contentsFramesPerSecond = Float(0)
  /// The choice of a particle's frame: `single`, `random` or `sequential`.
  package var contentsFrameMode: String?
  /// `sprite`, `plane` or `point`.
  package var particleType = "sprite"
  package var mass = Float(0)
  package var massRange = Float(0)
  /// The angle at birth, in radians.
  package var rotation = CGFloat(0)
  package var rotationRange = CGFloat(0)
  package var orientationLatitude = CGFloat(0)
  package var orientationLongitude = CGFloat(0)
  package var orientationRange = CGFloat(0)

  package init() {}
}

/// An object of the public API that stands for a kind of particle.
package protocol EmitterCellRepresentable {
  var cellState: EmitterCellState { get }
}
