import CoreGraphics
import Foundation

/// The typed properties of tiles, warps, cameras and generators; see the other extension of these.
extension CIFilter {
  var acuteAngle: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var centerStretchAmount: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var count: Int {
    get { input() }
    set { setInput(newValue) }
  }
  var crop: Bool {
    get { input() }
    set { setInput(newValue) }
  }
  var cropAmount: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var crossAngle: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var crossOpacity: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var crossScale: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var crossWidth: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var decay: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var displacementImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var dither: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var epsilon: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var flipYTiles: Bool {
    get { input() }
    set { setInput(newValue) }
  }
  var focalLength: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var fontName: String {
    get { input() }
    set { setInput(newValue) }
  }
  var fontSize: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var haloOverlap: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var haloRadius: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var haloWidth: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var insetPoint0: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var insetPoint1: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var mesh: [Any] {
    get { input() }
    set { setInput(newValue) }
  }
  var padding: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var periodicity: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var pitch: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var point: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var refraction: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var roll: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var rotation: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var scaleFactor: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var softness: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var strands: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var sunRadius: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var textureImage: CIImage? {
    get { input(key: "inputTexture") }
    set { setInput(newValue, key: "inputTexture") }
  }
  var value: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var yaw: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var zoom: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var dataColumns: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var maxHeight: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var maxWidth: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var minHeight: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var minWidth: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var preferredAspectRatio: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var rows: Float {
    get { input() }
    set { setInput(newValue) }
  }
}
