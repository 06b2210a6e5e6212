import CoreGraphics
import Foundation

/// The typed properties of looks, lights, palettes and histograms; see `InputProperties`.
extension CIFilter {
  var centerColor1: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var centerColor2: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var centerColor3: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var closeness1: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var closeness2: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var closeness3: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var concentration: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var contrast1: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var contrast2: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var contrast3: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var cube0Data: Data {
    get { input() }
    set { setInput(newValue) }
  }
  var cube1Data: Data {
    get { input() }
    set { setInput(newValue) }
  }
  var curvesData: Data {
    get { input() }
    set { setInput(newValue) }
  }
  var curvesDomain: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var highLimit: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var highlightAmount: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var image2: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var inputImage2: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var inputMeans: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var lightPointsAt: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var lightPosition: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var lowLimit: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var lumaSigma: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var mask: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var noiseLevel: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var paletteImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var passes: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var perceptual: Bool {
    get { input() }
    set { setInput(newValue) }
  }
  var replacementColor1: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var replacementColor2: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var replacementColor3: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var ringAmount: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var ringSize: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var smallImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var spatialSigma: Float {
    get { input() }
    set { setInput(newValue) }
  }
}
