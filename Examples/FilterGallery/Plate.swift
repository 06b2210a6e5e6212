import CoreGraphics
import CoreImage
import Foundation

/// A filter at several values of its main input, or a transition at several times.
struct Plate {
  let name: String
  /// The key and the values of the input that changes; nil for a filter without numbers.
  let input: (key: String, values: [Double])?

  init?(_ name: String) {
    guard let filter = CIFilter(name: name) else { return nil }
    self.name = name
    func attributes(_ key: String) -> [String: Any] { filter.attributes[key] as? [String: Any] ?? [:] }
    let numbers = filter.inputKeys.filter { attributes($0)[kCIAttributeClass] as? String == "NSNumber" }
    if numbers.contains(kCIInputTimeKey) {
      input = (kCIInputTimeKey, [0.1, 0.3, 0.5, 0.7, 0.9])
      return
    }
    let first = [
      kCIInputRadiusKey, kCIInputScaleKey, kCIInputIntensityKey, "inputAmount", kCIInputWidthKey,
    ]
    let key = first.first { numbers.contains($0) } ?? numbers.first { $0 != "inputCubeDimension" }
    guard let key else {
      input = nil
      return
    }
    let facts = attributes(key)
    func number(_ key: String, _ usual: Double) -> Double { (facts[key] as? NSNumber)?.doubleValue ?? usual }
    let isLength = facts[kCIAttributeType] as? String == kCIAttributeTypeDistance || name == "CIGaussianBlur"
    let (low, high) = (number(kCIAttributeSliderMin, 0), number(kCIAttributeSliderMax, 1))
    let values = isLength ? [4, 12, 40] : [0.15, 0.5, 0.9].map { low + (high - low) * $0 }
    input = (key, values.map { max($0, number(kCIAttributeMin, -.infinity)) })
  }

  /// The pictures, left to right.
  var images: [CIImage] { (input?.values ?? [0]).map { image(at: $0) } }

  private func image(at value: Double) -> CIImage {
    guard let filter = CIFilter(name: name) else { return .empty() }
    let pictures: [String: CIImage] = [
      kCIInputImageKey: Samples.landscape, kCIInputBackgroundImageKey: Samples.lights,
      kCIInputTargetImageKey: Samples.lights, kCIInputMaskImageKey: Samples.mask,
      kCIInputGradientImageKey: Samples.ramp, "inputBacksideImage": Samples.mask,
    ]
    let places: [String: (Double, Double)] = [
      "inputTopLeft": (12, 84), "inputTopRight": (120, 74), "inputBottomRight": (128, 6),
      "inputBottomLeft": (4, 14), "inputBreakpoint0": (40, 30), "inputBreakpoint1": (90, 60),
      "inputPoint0": (20, 20), "inputPoint1": (110, 70),
    ]
    for key in filter.inputKeys {
      let facts = filter.attributes[key] as? [String: Any]
      if let picture = pictures[key] {
        // A picture with holes over the other one shows what composites do with alpha.
        let isComposite = filter.inputKeys.contains(kCIInputBackgroundImageKey) && key == kCIInputImageKey
        filter.setValue(isComposite ? holed(picture) : picture, forKey: key)
        continue
      }
      switch facts?[kCIAttributeType] as? String {
      case kCIAttributeTypePosition:
        let place = places[key] ?? (66, 44)
        filter.setValue(CIVector(x: place.0, y: place.1), forKey: key)
      case kCIAttributeTypeRectangle:
        if key != "inputShadowExtent" {
          let isTransition = filter.inputKeys.contains(kCIInputTimeKey)
          let area = isTransition ? Samples.rect : Samples.rect.insetBy(dx: 24, dy: 16)
          filter.setValue(CIVector(cgRect: area), forKey: key)
        }
      case kCIAttributeTypeDistance: filter.setValue(lengths[key] ?? 24, forKey: key)
      case kCIAttributeTypeTransform:
        filter.setValue(CGAffineTransform(0.8, 0.2, -0.2, 0.8, 20, 4), forKey: key)
      default: break
      }
      if key == "inputMessage" { filter.setValue(Data("strata".utf8), forKey: key) }
    }
    for (key, value) in Self.samples[name] ?? [:] { filter.setValue(value, forKey: key) }
    if let input { filter.setValue(value, forKey: input.key) }
    return filter.outputImage ?? .empty()
  }

  /// Values of filters whose defaults change nothing.
  private static var samples: [String: [String: Any]] {
    [
      "CIVignette": ["inputIntensity": 0.9],
      "CIColorMatrix": [
        "inputRVector": CIVector(x: 0, y: 1, z: 0, w: 0), "inputGVector": CIVector(x: 1, y: 0, z: 0, w: 0),
      ],
      "CIColorPolynomial": [
        "inputRedCoefficients": CIVector(x: 0, y: 0, z: 3, w: -2),
        "inputBlueCoefficients": CIVector(x: 1, y: -1, z: 0, w: 0),
      ],
      "CIColorCrossPolynomial": ["inputRedCoefficients": CIVector(string: "[0 0 0 0 0 0 1 0 1 0]")],
      "CIToneCurve": ["inputPoint1": CIVector(x: 0.25, y: 0.08), "inputPoint3": CIVector(x: 0.75, y: 0.96)],
      "CITemperatureAndTint": ["inputTargetNeutral": CIVector(x: 3500, y: 0)],
      "CIColorClamp": ["inputMaxComponents": CIVector(x: 0.6, y: 0.6, z: 0.6, w: 1)],
      "CIWhitePointAdjust": ["inputColor": CIColor(red: 1, green: 0.75, blue: 0.5)],
      "CIColorCube": ["inputCubeDimension": 2, "inputCubeData": swapped],
      "CIColorCubeWithColorSpace": ["inputCubeDimension": 2, "inputCubeData": swapped],
    ]
  }

  /// A colour cube of two steps a side in which red and blue change places.
  private static let swapped: Data = {
    var values: [Float] = []
    for i in 0..<8 { values += [Float(i >> 2 & 1), Float(i >> 1 & 1), Float(i & 1), 1] }
    return values.withUnsafeBytes { Data($0) }
  }()

  private let lengths: [String: Double] = [
    "inputBarOffset": 6, "inputWidth": 10, "inputScale": 14, "inputShadowRadius": 4, "inputRadius0": 6,
    "inputRadius1": 50, "inputBottomHeight": 10, "inputCompression": 60,
  ]

  /// The picture without the discs of the other one's middle.
  private func holed(_ image: CIImage) -> CIImage {
    let values: [String: Any] = ["inputCenter": CIVector(x: 90, y: 40), "inputRadius": 18]
    return image.applyingFilter("CIHoleDistortion", parameters: values).cropped(to: Samples.rect)
  }
}
