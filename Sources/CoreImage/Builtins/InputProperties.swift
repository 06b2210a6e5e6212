import CoreGraphics
import Foundation

/// The typed properties of all filters, each once; a protocol says which of them a filter has.
///
/// The key of an input is the name of its property, with `input` before it if it does not begin so.
extension CIFilter {
  var aVector: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var alphaCoefficients: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var amount: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var angle: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var aspectRatio: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var bVector: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var backgroundImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var backsideImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var barOffset: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var barcodeHeight: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var bias: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var biasVector: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var blueCoefficients: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var bottomHeight: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var bottomLeft: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var bottomRight: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var breakpoint0: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var breakpoint1: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var brightness: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var center: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var color: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var color0: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var color1: CIColor {
    get { input() }
    set { setInput(newValue) }
  }
  var colorSpace: CGColorSpace? {
    get { input() }
    set { setInput(newValue) }
  }
  var compactStyle: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var compression: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var contrast: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var cubeData: Data {
    get { input() }
    set { setInput(newValue) }
  }
  var cubeDimension: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var edgeIntensity: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var ev: Float {
    get { input(key: "inputEV") }
    set { setInput(newValue, key: "inputEV") }
  }
  var extent: CGRect {
    get { input() }
    set { setInput(newValue) }
  }
  var fadeThreshold: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var falloff: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var foldShadowAmount: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var gVector: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var gradientImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var grayComponentReplacement: Float {
    get { input(key: "inputGCR") }
    set { setInput(newValue, key: "inputGCR") }
  }
  var greenCoefficients: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var growAmount: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var height: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var inputImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var intensity: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var layers: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var levels: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var maskImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var maxComponents: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var maxStriationRadius: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var message: Data {
    get { input() }
    set { setInput(newValue) }
  }
  var minComponents: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var neutral: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var nrNoiseLevel: Float {
    get { input(key: "inputNRNoiseLevel") }
    set { setInput(newValue, key: "inputNRNoiseLevel") }
  }
  var nrSharpness: Float {
    get { input(key: "inputNRSharpness") }
    set { setInput(newValue, key: "inputNRSharpness") }
  }
  var numberOfFolds: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var opacity: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var parameterB: Float {
    get { input(key: "inputB") }
    set { setInput(newValue, key: "inputB") }
  }
  var parameterC: Float {
    get { input(key: "inputC") }
    set { setInput(newValue, key: "inputC") }
  }
  var point0: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var point1: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var point2: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var point3: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var point4: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var power: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var quietSpace: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var rVector: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var radius: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var radius0: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var radius1: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var redCoefficients: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var saturation: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var scale: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var shadingImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var shadowAmount: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var shadowDensity: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var shadowExtent: CGRect {
    get { input() }
    set { setInput(newValue) }
  }
  var shadowOffset: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var shadowRadius: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var shadowSize: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var sharpness: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var striationContrast: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var striationStrength: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var targetImage: CIImage? {
    get { input() }
    set { setInput(newValue) }
  }
  var targetNeutral: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var threshold: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var time: Float {
    get { input() }
    set { setInput(newValue) }
  }
  var topLeft: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var topRight: CGPoint {
    get { input() }
    set { setInput(newValue) }
  }
  var transform: CGAffineTransform {
    get { input() }
    set { setInput(newValue) }
  }
  var underColorRemoval: Float {
    get { input(key: "inputUCR") }
    set { setInput(newValue, key: "inputUCR") }
  }
  var weights: CIVector {
    get { input() }
    set { setInput(newValue) }
  }
  var width: Float {
    get { input() }
    set { setInput(newValue) }
  }
}

extension CIFilter {
  /// The value of the input that a property is named after.
  func input<Value: InputValue>(_ property: String = #function, key: String? = nil) -> Value {
    Value(inputObject: value(forKey: key ?? Self.key(of: property)))
  }

  /// Sets the input that a property is named after.
  func setInput<Value: InputValue>(
    _ value: Value,
    _ property: String = #function,
    key: String? = nil
  ) {
    setValue(value.inputObject, forKey: key ?? Self.key(of: property))
  }

  private static func key(of property: String) -> String {
    property.hasPrefix("input") ? property : "input" + property.prefix(1).uppercased() + property.dropFirst()
  }
}
