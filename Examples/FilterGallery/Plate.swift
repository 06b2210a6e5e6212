import CoreGraphics
import CoreImage
import CoreText
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
    if let main = Self.mains[name] {
      input = main
      return
    }
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
    let isTile = key == kCIInputWidthKey && name.hasSuffix("Tile")
    let isBias = key == kCIInputBiasKey
    let values =
      isTile
      ? Self.tileWidths
      : isLength ? [4, 12, 40] : isBias ? [-0.3, 0, 0.3] : [0.15, 0.5, 0.9].map { low + (high - low) * $0 }
    input = (key, values.map { max($0, number(kCIAttributeMin, -.infinity)) })
  }

  /// The main inputs of filters where it is not the first length or scale, or where other values show more.
  private static let mains: [String: (key: String, values: [Double])] = [
    "CIKaleidoscope": ("inputCount", [3, 6, 12]), "CITriangleKaleidoscope": ("inputSize", [20, 40, 80]),
    "CIOpTile": (kCIInputScaleKey, [1.5, 2.8, 5]), "CIDroste": ("inputStrands", [0, 1, 2]),
    "CILightTunnel": ("inputRotation", [0, 0.6, 1.5]),
    "CIGlassLozenge": (kCIInputRefractionKey, [1.2, 1.7, 3]),
    "CITorusLensDistortion": (kCIInputRefractionKey, [1.2, 1.7, 3]),
    "CIGlassDistortion": (kCIInputScaleKey, [20, 60, 200]),
    "CIStretchCrop": ("inputCropAmount", [0, 0.5, 1]),
    "CINinePartTiled": ("inputFlipYTiles", [0, 1]), "CIPerspectiveCorrection": ("inputCrop", [1, 0]),
    "CIPerspectiveRotate": ("inputPitch", [-0.6, 0.4, 0.8]),
    "CIKeystoneCorrectionCombined": ("inputFocalLength", [14, 28, 50]),
    "CIKeystoneCorrectionHorizontal": ("inputFocalLength", [14, 28, 50]),
    "CIKeystoneCorrectionVertical": ("inputFocalLength", [14, 28, 50]),
    "CISunbeamsGenerator": ("inputSunRadius", [6, 12, 20]),
    "CILenticularHaloGenerator": ("inputHaloOverlap", [0, 0.5, 0.9]),
    "CIMeshGenerator": (kCIInputWidthKey, [0.5, 1.5, 4]),
    "CITextImageGenerator": ("inputFontSize", [24, 32, 44]),
    "CIAttributedTextImageGenerator": ("inputScaleFactor", [1, 1.4, 1.8]),
    "CIPDF417BarcodeGenerator": ("inputDataColumns", [1, 2, 3]),
    "CIHueSaturationValueGradient": ("inputValue", [0.4, 0.7, 1]),
    "CIAreaHistogram": ("inputCount", [16, 64, 128]), "CIKMeans": ("inputCount", [2, 4, 8]),
    "CIGuidedFilter": (kCIInputRadiusKey, [1, 3, 8]), "CIPalettize": ("inputPerceptual", [0, 1]),
    "CIHighlightShadowAdjust": ("inputShadowAmount", [-0.8, 0.4, 0.9]),
    "CIPaletteCentroid": ("inputPerceptual", [0, 1]), "CISpotColor": ("inputCloseness1", [0.05, 0.15, 0.4]),
    "CIBicubicScaleTransform": (kCIInputScaleKey, [0.2675, 0.775, 1.355]),
  ]

  /// Sides of tiles.
  private static let tileWidths = [14.0, 24, 44]

  /// The pictures, left to right.
  var images: [CIImage] { (input?.values ?? [0]).map { image(at: $0) } }

  private func image(at value: Double) -> CIImage {
    guard let filter = CIFilter(name: name) else { return .empty() }
    let pictures: [String: CIImage] = [
      kCIInputImageKey: Samples.landscape, kCIInputBackgroundImageKey: Samples.lights,
      kCIInputTargetImageKey: Samples.lights, kCIInputMaskImageKey: Samples.mask,
      kCIInputGradientImageKey: Samples.ramp, "inputBacksideImage": Samples.mask, "inputMask": Samples.mask,
      "inputImage2": Samples.lights, kCIInputShadingImageKey: Samples.ball,
      "inputGuideImage": Samples.landscape,
      "inputPaletteImage": Samples.palette, "inputSmallImage": Samples.small,
      "inputDisplacementImage": Samples.mask, "inputTexture": Samples.mask,
    ]
    let places: [String: (Double, Double)] = [
      "inputTopLeft": (12, 84), "inputTopRight": (120, 74), "inputBottomRight": (128, 6),
      "inputBottomLeft": (4, 14), "inputBreakpoint0": (40, 30), "inputBreakpoint1": (90, 60),
      "inputPoint0": (20, 20), "inputPoint1": (110, 70), "inputInsetPoint0": (22, 24),
      "inputInsetPoint1": (55, 46), "inputSize": (132, 60),
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
        // The pattern of a tile begins beside the house.
        let isTile = key == kCIInputCenterKey && name.hasSuffix("Tile") && name != "CIOpTile"
        let place = places[key] ?? (isTile ? (30, 14) : (66, 44))
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
    return shown(filter.outputImage ?? .empty())
  }

  /// The image as it can be seen: some results have numbers beyond those of colours, or shares as their alpha.
  private func shown(_ image: CIImage) -> CIImage {
    switch name {
    case "CIAreaHistogram", "CIKMeans": image.settingAlphaOne(in: image.extent)
    case "CILabDeltaE": image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -6])
    case "CIPaletteCentroid": image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -7])
    default: image
    }
  }

  /// Values of filters whose defaults change nothing, or that need an image of a kind.
  private static var samples: [String: [String: Any]] {
    [
      "CIAreaHistogram": [kCIInputScaleKey: 12], "CIBokehBlur": ["inputRingAmount": 0.8],
      "CIDocumentEnhancer": [kCIInputImageKey: Samples.page],
      "CIColorThresholdOtsu": [kCIInputImageKey: Samples.page],
      "CIColorCurves": ["inputCurvesData": bytes([0, 0, 0.3, 0.7, 0.4, 0.5, 1, 1, 0.7])],
      "CIColorCubesMixedWithMask": ["inputCube1Data": swapped],
      "CIGuidedFilter": [kCIInputImageKey: Samples.small, "inputEpsilon": 0.001],
      "CIHeightFieldFromMask": [kCIInputImageKey: Samples.shapes],
      "CIHistogramDisplayFilter": [
        kCIInputImageKey: Samples.landscape.applyingFilter(
          "CIAreaHistogram",
          parameters: [kCIInputExtentKey: CIVector(cgRect: Samples.rect), "inputCount": 128]
        ),
        "inputHighLimit": 0.8, "inputLowLimit": 0.2,
      ],
      "CIShadedMaterial": [
        kCIInputImageKey: Samples.shapes.applyingFilter(
          "CIHeightFieldFromMask",
          parameters: [kCIInputRadiusKey: 8]
        )
      ],
      "CISpotColor": [
        "inputCenterColor1": CIColor(red: 0.2, green: 0.6, blue: 0.25),
        "inputReplacementColor1": CIColor(red: 0.8, green: 0.6, blue: 0.9),
        "inputCloseness2": 0, "inputCloseness3": 0,
      ],
      "CISpotLight": [
        "inputLightPosition": CIVector(x: 120, y: 90, z: 60),
        "inputLightPointsAt": CIVector(x: 60, y: 40, z: 0),
        "inputConcentration": 0.4,
      ],
      "CIVignette": ["inputIntensity": 0.9],
      "CIGlassLozenge": [
        "inputPoint0": CIVector(x: 40, y: 36), "inputPoint1": CIVector(x: 92, y: 54), "inputRadius": 26,
      ],
      "CITorusLensDistortion": ["inputRadius": 38, "inputWidth": 26],
      "CIAffineTile": ["inputTransform": CGAffineTransform(0.4, 0.1, -0.1, 0.4, 40, 20)],
      "CIAffineClamp": ["inputTransform": CGAffineTransform(0.4, 0.1, -0.1, 0.4, 40, 20)],
      "CIFourfoldReflectedTile": ["inputAcuteAngle": 1.2],
      "CIFourfoldTranslatedTile": ["inputAcuteAngle": 1.2],
      "CIParallelogramTile": ["inputAcuteAngle": 0.9],
      "CINinePartTiled": ["inputGrowAmount": CIVector(x: 0, y: 40)],
      "CIPerspectiveCorrection": [
        "inputTopLeft": CIVector(x: 24, y: 46), "inputTopRight": CIVector(x: 50, y: 46),
        "inputBottomRight": CIVector(x: 60, y: 20), "inputBottomLeft": CIVector(x: 10, y: 20),
      ],
      "CIStarShineGenerator": ["inputEpsilon": -1, "inputCrossWidth": 2],
      "CILenticularHaloGenerator": ["inputHaloRadius": 12, "inputHaloWidth": 28],
      "CIMeshGenerator": ["inputMesh": mesh], "CITextImageGenerator": ["inputText": "Strata"],
      "CIAttributedTextImageGenerator": ["inputText": attributedText],
      "CIHueSaturationValueGradient": ["inputRadius": 42],
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

  /// The edges of a pyramid.
  private static let mesh: [CIVector] = {
    let top = (66.0, 78.0)
    let base = [(16.0, 20.0), (80, 8), (116, 30), (52, 40)]
    return base.indices.flatMap { i in
      let (a, b) = (base[i], base[(i + 1) % 4])
      return [CIVector(x: a.0, y: a.1, z: b.0, w: b.1), CIVector(x: a.0, y: a.1, z: top.0, w: top.1)]
    }
  }()

  /// A word of two colours.
  private static var attributedText: NSAttributedString {
    let text = NSMutableAttributedString(
      string: "Strata",
      attributes: [
        .font: CTFontCreateWithName("HelveticaNeue", 26, nil),
        .foregroundColor: CGColor(srgbRed: 0.8, green: 0.3, blue: 0.25, alpha: 1),
      ]
    )
    let blue = CGColor(srgbRed: 0.2, green: 0.4, blue: 0.8, alpha: 1)
    text.addAttribute(.foregroundColor, value: blue, range: NSRange(location: 0, length: 3))
    return text
  }

  /// A colour cube of two steps a side in which red and blue change places.
  private static let swapped: Data = {
    var values: [Float] = []
    for i in 0..<8 { values += [Float(i >> 2 & 1), Float(i >> 1 & 1), Float(i & 1), 1] }
    return bytes(values)
  }()

  private static func bytes(_ values: [Float]) -> Data { values.withUnsafeBytes { Data($0) } }

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
