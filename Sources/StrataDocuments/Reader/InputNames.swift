/// The inputs of the renderer's filters and of behaviours of particles, by type.
///
/// Their values are kept whatever their names; a name that is not here has no effect. Types without an entry are those of
/// programs, whose inputs are not known.
enum InputNames {
  /// The inputs of filters with the kinds of their values.
  static let filters: [String: [String: ValueKind]] = {
    var result: [String: [String: ValueKind]] = [:]
    for (types, inputs) in filterInputs {
      for type in types { result[type] = inputs }
    }
    return result
  }()

  /// Inputs of any filter that say how exactly it is drawn.
  static let quality: Set<String> = [
    "inputDither", "inputHardEdges", "inputIntermediateBitDepth", "inputLinear", "inputNormalizeEdges",
    "inputQuality", "inputReversed",
  ]

  /// The inputs of behaviours.
  static let behaviors: [String: Set<String>] = [
    "drag": ["drag"],
    "wave": ["force", "frequency"],
    "alignToMotion": ["rotation", "preservesDepth"],
    "valueOverLife": ["keyPath", "values", "locations"],
    "colorOverLife": ["colors", "locations"],
    "attractor": [
      "attractorType", "falloff", "orientationLatitude", "orientationLongitude", "position", "radius",
      "stiffness", "zPosition",
    ],
    "simpleAttractor": ["falloff", "position", "radius", "stiffness", "zPosition"],
  ]

  /// Apple's two spellings of a filter's type have the same inputs.
  private static let filterInputs: [([String], [String: ValueKind])] = [
    (["gaussianBlur", "CIGaussianBlur"], ["inputRadius": .number]),
    (
      ["bloom", "CIBloom"],
      ["inputRadius": .number, "inputIntensity": .number, "inputAmount": .number]
    ),
    (["pixellate", "CIPixellate"], ["inputScale": .number, "inputCenter": .point]),
    (
      ["vignette", "CIVignette"],
      ["inputRadius": .number, "inputIntensity": .number, "inputAmount": .number]
    ),
    (
      ["dropShadow"],
      [
        "inputOffset": .point, "inputRadius": .number, "inputColor": .color, "inputAmount": .number,
        "inputOpacity": .number,
      ]
    ),
    (
      ["colorMatrix", "CIColorMatrix"],
      [
        "inputColorMatrix": .colorMatrix, "inputRVector": .numbers, "inputGVector": .numbers,
        "inputBVector": .numbers, "inputAVector": .numbers, "inputBiasVector": .numbers,
      ]
    ),
    (["colorSaturate", "colorBrightness", "colorContrast"], ["inputAmount": .number]),
    (["colorHueRotate", "CIHueAdjust"], ["inputAngle": .number]),
    (["colorInvert", "CIColorInvert", "luminanceToAlpha"], [:]),
    (["colorAdd", "colorSubtract", "multiplyColor"], ["inputColor": .color]),
    (
      ["colorMonochrome", "CIColorMonochrome"],
      [
        "inputColor": .color, "inputAmount": .number, "inputIntensity": .number, "inputBias": .number,
      ]
    ),
    (
      ["colorControls", "CIColorControls"],
      ["inputSaturation": .number, "inputBrightness": .number, "inputContrast": .number]
    ),
    (["sepiaTone", "CISepiaTone"], ["inputIntensity": .number]),
    (["luminanceCurveMap"], ["inputValues": .numbers, "inputAmount": .number]),
  ]
}
