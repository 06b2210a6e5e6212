import CoreGraphics
import Foundation
import StrataBase

/// Filters that show an image as a camera in another position would have taken it.
///
/// Apple's reference describes them without formulas. They are inferred from the geometry of pictures (Hartley and Zisserman
/// 2004, chapter 8): a camera that turns maps its picture by K · R · K⁻¹. K is the matrix of the focal length, which is meant for a
/// picture whose longer side is 36 mm. The middle of the image stays in its place.
enum CameraRows {
  static let all: [FilterRow] = [
    correction, rotation,
    keystone("CIKeystoneCorrectionCombined", "Combined Keystone Correction") { camera, guides in
      let (up, right) = (
        camera.direction(guides.left, guides.right), camera.direction(guides.bottom, guides.top)
      )
      guard let up = up.map({ $0.y < 0 ? -$0 : $0 }), let right = right.map({ $0.x < 0 ? -$0 : $0 }) else {
        return nil
      }
      return Rotation(up: up, right: right)
    },
    keystone("CIKeystoneCorrectionHorizontal", "Horizontal Keystone Correction") { camera, guides in
      camera.direction(guides.bottom, guides.top).flatMap {
        Rotation(from: $0.x < 0 ? -$0 : $0, to: SIMD3(1, 0, 0))
      }
    },
    keystone("CIKeystoneCorrectionVertical", "Vertical Keystone Correction") { camera, guides in
      camera.direction(guides.left, guides.right).flatMap {
        Rotation(from: $0.y < 0 ? -$0 : $0, to: SIMD3(0, 1, 0))
      }
    },
  ]

  /// The projective map of four points to an upright rectangle at the origin.
  ///
  /// Its sides are as long as opposite sides in the mean.
  private static let correction = FilterRow.of(
    "CIPerspectiveCorrection",
    "Perspective Correction",
    .geometry,
    GeometryRows.cornerInputs + [.flag("inputCrop", true)]
  ) { image, values in
    let corners = GeometryRows.corners(values)
    let p = corners.map { SIMD2(Double($0.x), Double($0.y)) }
    let width = ((p[1] - p[0]).length + (p[2] - p[3]).length) / 2
    let height = ((p[3] - p[0]).length + (p[2] - p[1]).length) / 2
    let rect = CGRect(x: 0, y: 0, width: width, height: height)
    guard width < 1e9, height < 1e9, let map = Projective(rect, to: corners)?.inverted() else {
      return .empty()
    }
    let upright = image.projected(by: map)
    return values.isOn("inputCrop") ? upright.cropped(to: rect) : upright
  }

  private static let focalLength = FilterInput.scalar("inputFocalLength", 28)

  /// Turns about the vertical axis, the horizontal axis, and the axis of view, in this order.
  ///
  /// Positive angles carry the left side away, the top away, and the right side up.
  private static let rotation = FilterRow.of(
    "CIPerspectiveRotate",
    "Perspective Rotate",
    .geometry,
    [
      focalLength, .angle("inputPitch", 0), .angle("inputYaw", 0), .angle("inputRoll", 0),
    ]
  ) { image, values in
    let angles = ["inputYaw", "inputPitch", "inputRoll"].map { values.number($0) }
    guard let camera = Camera(image, values), angles.allSatisfy({ abs($0) < 1e9 }) else { return image }
    let (yaw, pitch, roll) = (angles[0], angles[1], angles[2])
    let turn = Rotation(
      SIMD3(cos(yaw), 0, sin(yaw)),
      SIMD3(sin(pitch) * sin(yaw), cos(pitch), -sin(pitch) * cos(yaw)),
      SIMD3(-cos(pitch) * sin(yaw), sin(pitch), cos(pitch) * cos(yaw))
    )
    let rolled = Rotation(
      turn.x * cos(roll) - turn.y * sin(roll),
      turn.x * sin(roll) + turn.y * cos(roll),
      turn.z
    )
    return camera.turned(image, rolled)
  }

  /// The row of a correction by lines in the picture that are parallel in the world.
  private static func keystone(
    _ name: String,
    _ title: String,
    _ rotation: @escaping @Sendable (Camera, Guides) -> Rotation?
  ) -> FilterRow {
    .of(
      name,
      title,
      .geometry,
      [focalLength] + GeometryRows.cornerInputs.map { $0.empty() }
    ) { image, values in
      guard GeometryRows.cornerInputs.allSatisfy({ values.has($0.key) }),
        let camera = Camera(image, values), let turn = rotation(camera, Guides(values))
      else { return image }
      return camera.turned(image, turn)
    }
  }
}

/// The lines between four points.
private struct Guides {
  let left, right, bottom, top: (SIMD2<Double>, SIMD2<Double>)

  init(_ values: FilterValues) {
    let (low, high) = (values.place("inputBottomLeft"), values.place("inputTopRight"))
    left = (low, values.place("inputTopLeft"))
    right = (values.place("inputBottomRight"), high)
    bottom = (low, values.place("inputBottomRight"))
    top = (values.place("inputTopLeft"), high)
  }
}

/// The camera that took an image: its middle is the axis of view.
private struct Camera {
  private let middle: SIMD2<Double>
  /// The distance of the picture from the lens, in pixels.
  private let distance: Double

  /// Creates the camera of a focal length; nil for an image that is empty or endless.
  init?(_ image: CIImage, _ values: FilterValues) {
    let area = image.extent
    guard !area.isNull, !area.isInfinite else { return nil }
    middle = SIMD2(Double(area.midX), Double(area.midY))
    let side = Double(max(area.width, area.height))
    distance = values.number("inputFocalLength").clamped(1, 1e5) / 36 * side
  }

  /// The direction in the world of two lines that are parallel there: that of their vanishing point.
  func direction(
    _ a: (SIMD2<Double>, SIMD2<Double>),
    _ b: (SIMD2<Double>, SIMD2<Double>)
  ) -> SIMD3<Double>? {
    func ray(_ p: SIMD2<Double>) -> SIMD3<Double> { SIMD3((p - middle) / distance, 1) }
    // The planes through the lens that hold the lines.
    let planes = [a, b].map { ray($0.0).cross(ray($0.1)) }
    return planes[0].cross(planes[1]).unit
  }

  /// The image after a turn of the camera; empty where the axis of view points away from it.
  func turned(_ image: CIImage, _ r: Rotation) -> CIImage {
    guard r.z.z > 1e-6 else { return .empty() }
    let turn = Projective(
      m11: r.x.x,
      m12: r.y.x,
      m13: r.z.x,
      m21: r.x.y,
      m22: r.y.y,
      m23: r.z.y,
      m31: r.x.z,
      m32: r.y.z,
      m33: r.z.z
    )
    let moved = SIMD2(r.x.z, r.y.z) / r.z.z * distance
    let map = Projective.translation(-middle.x, -middle.y)
      .concatenating(.scale(1 / distance, 1 / distance))
      .concatenating(turn)
      .concatenating(.scale(distance, distance))
      .concatenating(.translation(middle.x - moved.x, middle.y - moved.y))
    return image.projected(by: map)
  }
}

/// A turn in space, by the rows of its matrix.
private struct Rotation {
  let x, y, z: SIMD3<Double>

  init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

  /// Creates the smallest turn of a unit vector to another one (Rodrigues 1840); nil for opposite ones.
  init?(from a: SIMD3<Double>, to b: SIMD3<Double>) {
    let (axis, cosine) = (a.cross(b), (a * b).sum())
    guard cosine > -1 + 1e-9 else { return nil }
    func row(_ i: Int) -> SIMD3<Double> {
      var unit = SIMD3<Double>.zero
      unit[i] = 1
      // The row of the matrix of v ↦ axis × v is unit × axis.
      return unit * cosine + unit.cross(axis) + axis * (axis[i] / (1 + cosine))
    }
    self.init(row(0), row(1), row(2))
  }

  /// Creates the turn that makes a direction vertical, and then another one as horizontal as can be.
  init?(up: SIMD3<Double>, right: SIMD3<Double>) {
    guard let x = (right - up * (right * up).sum()).unit else { return nil }
    self.init(x, up, x.cross(up))
  }
}

extension SIMD3<Double> {
  fileprivate func cross(_ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }

  /// The vector of length 1; nil for the zero vector and numbers that are not finite.
  fileprivate var unit: SIMD3<Double>? {
    let length = (self * self).sum().squareRoot()
    return length > 1e-12 && length.isFinite ? self / length : nil
  }
}
