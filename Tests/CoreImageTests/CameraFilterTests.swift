import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Cameras that turn: rays are traced one by one, and guides become parallel.
@Suite struct CameraFilterTests {
  private static let frame = CGRect(x: 0, y: 0, width: 128, height: 128)
  private static let corners: [(String, SIMD2<Double>)] = [
    ("inputTopLeft", SIMD2(30, 104)), ("inputTopRight", SIMD2(92, 98)), ("inputBottomRight", SIMD2(112, 16)),
    ("inputBottomLeft", SIMD2(18, 10)),
  ]

  private static var guides: [String: Any] {
    Dictionary(
      uniqueKeysWithValues: corners.map { ($0.0, CIVector(x: CGFloat($0.1.x), y: CGFloat($0.1.y)) as Any) }
    )
  }

  @Test func correctionsUndoPerspective() {
    var values = Self.guides
    // Sides of 62.29 and 94.19, 94.75 and 84.40 pixels: 78.24 × 89.58 in the mean.
    let image = PlacePicture.image.applyingFilter("CIPerspectiveCorrection", parameters: values)
    #expect(image.extent == CGRect(x: 0, y: 0, width: 79, height: 90))
    let picture = Picture(image)
    for (x, y, key) in [(0, 0, 3), (77, 0, 2), (77, 88, 1), (0, 88, 0)] {
      let place = PlacePicture.place(picture[x, y])
      #expect(place.map { distance($0, Self.corners[key].1) < 2 } == true)
    }
    // Straight lines stay straight: the diagonals meet where they met.
    let middle = PlacePicture.place(picture[38, 44])
    #expect(middle.map { distance($0, Self.crossing) < 1 } == true)
    values["inputCrop"] = false
    let whole = PlacePicture.image.applyingFilter("CIPerspectiveCorrection", parameters: values)
    #expect(whole.extent.contains(CGRect(x: 0, y: 0, width: 78, height: 89)) && whole.extent.width > 100)
  }

  /// Where the diagonals of the four points meet.
  private static var crossing: SIMD2<Double> {
    let p = corners.map(\.1)
    let (a, b) = (p[1] - p[3], p[2] - p[0])
    let d = p[0] - p[3]
    return p[3] + a * ((d.x * b.y - d.y * b.x) / (a.x * b.y - a.y * b.x))
  }

  @Test func noTurnChangesNothing() {
    let image = PlacePicture.image.applyingFilter("CIPerspectiveRotate")
    #expect(difference(Picture(image, Self.frame), Picture(PlacePicture.image)) < 1e-5)
    let plain = PlacePicture.image.applyingFilter("CIKeystoneCorrectionVertical")
    #expect(difference(Picture(plain, Self.frame), Picture(PlacePicture.image)) < 1e-6)
  }

  /// Each ray is turned back about one axis after the other.
  @Test(arguments: [(0.3, 0.0, 0.0), (0, 0.4, 0), (0, 0, 0.5), (0.2, -0.3, 0.7)])
  func raysTurn(pitch: Double, yaw: Double, roll: Double) {
    let values: [String: Any] = [
      "inputPitch": pitch, "inputYaw": yaw, "inputRoll": roll, "inputFocalLength": 36,
    ]
    func spin(_ a: Double, _ b: Double, _ angle: Double) -> (Double, Double) {
      (a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle))
    }
    func turned(_ p: SIMD3<Double>, back: Bool) -> SIMD3<Double> {
      var q = p
      let sign = back ? -1.0 : 1
      for axis in back ? [2, 1, 0] : [0, 1, 2] {
        switch axis {
        case 0: (q.z, q.x) = spin(q.z, q.x, sign * yaw)
        case 1: (q.y, q.z) = spin(q.y, q.z, sign * pitch)
        default: (q.x, q.y) = spin(q.x, q.y, sign * roll)
        }
      }
      return q
    }
    // A focal length of 36 mm is the side of the picture: 128 pixels. The middle stays.
    let middle = turned(SIMD3(0, 0, 128), back: false)
    let moved = SIMD2(middle.x, middle.y) / middle.z * 128
    let shown = PlacePicture.places("CIPerspectiveRotate", values, Self.frame)
    var checked = 0
    for y in stride(from: 3, to: 128, by: 11) {
      for x in stride(from: 3, to: 128, by: 11) {
        let p = SIMD2(Double(x) - 63.5, Double(y) - 63.5) + moved
        let ray = turned(SIMD3(p.x, p.y, 128), back: true)
        let source = SIMD2(ray.x, ray.y) / ray.z * 128 + 64
        guard ray.z > 0, source.min() > 1, source.max() < 127 else { continue }
        #expect(shown(x, y).map { distance($0, source) < 0.02 } == true, "\(x) \(y)")
        checked += 1
      }
    }
    #expect(checked > 30)
  }

  /// The columns of the result show lines of the image that meet where the guides meet; so do the rows.
  @Test(arguments: [("Vertical", true, false), ("Horizontal", false, true), ("Combined", true, false)])
  func guidesBecomeParallel(kind: String, hasColumns: Bool, hasRows: Bool) {
    let name = "CIKeystoneCorrection" + kind
    let shown = PlacePicture.places(name, Self.guides, Self.frame)
    let p = Self.corners.map(\.1)
    func meeting(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>, _ d: SIMD2<Double>) -> SIMD2<
      Double
    > {
      let (u, v, w) = (b - a, d - c, c - a)
      return a + u * ((w.x * v.y - w.y * v.x) / (u.x * v.y - u.y * v.x))
    }
    var checked = 0
    if hasColumns {
      let vanishing = meeting(p[3], p[0], p[2], p[1])
      for x in stride(from: 20, to: 110, by: 15) {
        guard let low = shown(x, 40), let high = shown(x, 90) else { continue }
        checked += isLine(low, high, vanishing)
      }
    }
    if hasRows {
      let vanishing = meeting(p[3], p[2], p[0], p[1])
      for y in stride(from: 20, to: 110, by: 15) {
        guard let left = shown(40, y), let right = shown(90, y) else { continue }
        checked += isLine(left, right, vanishing)
      }
    }
    #expect(checked > 3)
  }

  private func isLine(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Int {
    let (u, v) = (b - a, c - a)
    #expect(abs(u.x * v.y - u.y * v.x) / distance(a, b) / distance(a, c) < 2e-3)
    return 1
  }
}
