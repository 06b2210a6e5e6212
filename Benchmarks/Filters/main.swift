import CoreGraphics
import CoreImage
import Foundation

// Measures filters over a picture of 1920 × 1080 pixels, from bytes to bytes: `strata-bench-filters <rounds>`.
//
// Prints a line for each filter: its name and the milliseconds of each round, with tabs between them. The context has no
// colour management, as the libraries that it is compared with calculate with the bytes as they are.

let rounds = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 5 : 5
let area = CGRect(x: 0, y: 0, width: 1920, height: 1080)
let context = CIContext(options: [.workingColorSpace: NSNull()])

/// A picture of smooth colours with noise, from a fixed seed; the Python of the other libraries makes the same bytes.
func picture(seed: UInt32) -> CIImage? {
  var state = seed
  var bytes = [UInt8](repeating: 255, count: 1920 * 1080 * 4)
  for i in 0..<1920 * 1080 {
    state = state &* 1_664_525 &+ 1_013_904_223
    let (x, y, noise) = (i % 1920, i / 1920, Int(state >> 27))
    bytes[i * 4] = UInt8((x / 8 + noise) % 256)
    bytes[i * 4 + 1] = UInt8((y / 5 + noise) % 256)
    bytes[i * 4 + 2] = UInt8(((x + y) / 12 + noise) % 256)
  }
  return CGContext(
    data: &bytes,
    width: 1920,
    height: 1080,
    bitsPerComponent: 8,
    bytesPerRow: 1920 * 4,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )?.makeImage().map { CIImage(cgImage: $0) }
}

guard let image = picture(seed: 1), let other = picture(seed: 2) else { exit(1) }
let sepia: [String: Any] = [
  "inputRVector": CIVector(x: 0.393, y: 0.769, z: 0.189, w: 0),
  "inputGVector": CIVector(x: 0.349, y: 0.686, z: 0.168, w: 0),
  "inputBVector": CIVector(x: 0.272, y: 0.534, z: 0.131, w: 0),
]
let turn = CGAffineTransform(translationX: 960, y: 540).rotated(by: .pi / 6).translatedBy(x: -960, y: -540)

/// Filters by the names that the table has, with values.
let cases: [(name: String, filter: String, values: [String: Any])] = [
  ("gaussian", "CIGaussianBlur", ["inputRadius": 10]),
  ("box", "CIBoxBlur", ["inputRadius": 10]),
  ("median", "CIMedianFilter", [:]),
  ("dilate", "CIMorphologyRectangleMaximum", ["inputWidth": 5, "inputHeight": 5]),
  ("matrix", "CIColorMatrix", sepia),
  ("invert", "CIColorInvert", [:]),
  ("unsharp", "CIUnsharpMask", ["inputRadius": 2.5, "inputIntensity": 0.5]),
  ("half", "CILanczosScaleTransform", ["inputScale": 0.5]),
  ("turn", "CIAffineTransform", ["inputTransform": turn]),
  ("multiply", "CIMultiplyBlendMode", ["inputBackgroundImage": other]),
]

for (name, filter, values) in cases {
  let result = image.applyingFilter(filter, parameters: values)
  let part = result.extent.intersection(area)
  var times: [String] = []
  for round in 0...rounds {
    let start = ContinuousClock.now
    guard context.createCGImage(result, from: part) != nil else { exit(1) }
    let time = ContinuousClock.now - start
    // The first round fills caches.
    if round > 0 { times.append(String(format: "%.2f", time / .milliseconds(1))) }
  }
  print(([name] + times).joined(separator: "\t"))
}
