import CoreGraphics
import Foundation

/// The parts of a transform that key paths name, such as `rotation.z`, `scale`, `translation.x` and `m34`.
///
/// Writing one part takes the matrix apart, replaces the part and puts the matrix together again; the others, skew
/// and perspective among them, stay. A matrix that cannot be taken apart, as its last entry is zero, answers its row
/// lengths as scales and no rotation, and a rotation or scale written to it starts from its translation alone.
enum TransformParts {
  static let all: [any ValuePart<CATransform3D>] = rotations + scales + shears + translations + entries

  private static let rotations: [any ValuePart<CATransform3D>] = [
    angle("rotation.x", 0), angle("rotation.y", 1), angle("rotation.z", 2), angle("rotation", 2),
  ]

  private static let scales: [any ValuePart<CATransform3D>] = [
    scale("scale.x", [0]), scale("scale.y", [1]), scale("scale.z", [2]), scale("scale.xy", [0, 1]),
    scale("scale", [0, 1, 2]),
  ]

  /// The skew of the decomposition: the move of x for each unit of y, before the rotation.
  private static let shears: [any ValuePart<CATransform3D>] = [
    Part(
      "shear.x",
      Lens<CATransform3D, CGFloat>(
        get: { CGFloat(TransformDecomposition($0)?.skew.x ?? 0) },
        set: { transform, shear in transform.editParts { $0.skew.x = Double(shear) } }
      )
    )
  ]

  private static let translations: [any ValuePart<CATransform3D>] = [
    Part("translation.x", \CATransform3D.m41), Part("translation.y", \CATransform3D.m42),
    Part("translation.z", \CATransform3D.m43),
    Part(
      "translation",
      Lens(
        get: { CGSize(width: $0.m41, height: $0.m42) },
        set: { ($0.m41, $0.m42) = ($1.width, $1.height) }
      )
    ),
  ]

  private static let entries: [any ValuePart<CATransform3D>] = [
    Part("m11", \CATransform3D.m11), Part("m12", \CATransform3D.m12), Part("m13", \CATransform3D.m13),
    Part("m14", \CATransform3D.m14), Part("m21", \CATransform3D.m21), Part("m22", \CATransform3D.m22),
    Part("m23", \CATransform3D.m23), Part("m24", \CATransform3D.m24), Part("m31", \CATransform3D.m31),
    Part("m32", \CATransform3D.m32), Part("m33", \CATransform3D.m33), Part("m34", \CATransform3D.m34),
    Part("m41", \CATransform3D.m41), Part("m42", \CATransform3D.m42), Part("m43", \CATransform3D.m43),
    Part("m44", \CATransform3D.m44),
  ]

  private static func angle(_ name: String, _ axis: Int) -> any ValuePart<CATransform3D> {
    Part(
      name,
      Lens<CATransform3D, CGFloat>(
        get: { CGFloat(TransformDecomposition($0)?.rotation.angles[axis] ?? 0) },
        set: { transform, angle in
          transform.editParts { parts in
            var angles = parts.rotation.angles
            angles[axis] = Double(angle)
            parts.rotation = TransformDecomposition.Rotation(angles: angles)
          }
        }
      )
    )
  }

  private static func scale(_ name: String, _ axes: [Int]) -> any ValuePart<CATransform3D> {
    Part(
      name,
      Lens<CATransform3D, CGFloat>(
        get: { transform in
          let factors = TransformDecomposition(transform)?.scale ?? transform.rowLengths
          return CGFloat(axes.reduce(0) { $0 + factors[$1] } / Double(axes.count))
        },
        set: { transform, factor in
          transform.editParts { parts in
            for axis in axes { parts.scale[axis] = Double(factor) }
          }
        }
      )
    )
  }
}

extension CATransform3D {
  fileprivate mutating func editParts(_ edit: (inout TransformDecomposition) -> Void) {
    guard isFinite else { return }
    let translation = CATransform3D(translationX: m41, y: m42, z: m43)
    guard var parts = TransformDecomposition(self) ?? TransformDecomposition(translation) else { return }
    edit(&parts)
    self = parts.transform
  }

  fileprivate var rowLengths: SIMD3<Double> {
    let r = rows
    return SIMD3(r.0.xyz.length, r.1.xyz.length, r.2.xyz.length)
  }
}

extension TransformDecomposition.Rotation {
  /// The angles about x, y and z, in radians, taken in this order: the rotation is Rx * Ry * Rz.
  ///
  /// Of the two triples that make the rotation this is the one without more than a quarter turn about both x and z: a
  /// turn about y alone is not one about the others.
  var angles: SIMD3<Double> {
    let folded = foldedAngles
    let most = Double.pi / 2 + 1e-9
    guard abs(folded.x) > most, abs(folded.z) > most else { return folded }
    let y = folded.y < 0 ? -.pi - folded.y : .pi - folded.y
    return SIMD3(Self.opposite(folded.x), y, Self.opposite(folded.z))
  }

  /// The triple with at most a quarter turn about y.
  var foldedAngles: SIMD3<Double> {
    let y = asin(min(max(-x.z, -1), 1))
    guard abs(cos(y)) > 1e-7 else {
      return SIMD3(atan2(y > 0 ? self.y.x : -self.y.x, self.y.y), y, 0)
    }
    return SIMD3(atan2(self.y.z, z.z), y, atan2(x.y, x.x))
  }

  /// The angle half a turn away, from -π to π.
  private static func opposite(_ angle: Double) -> Double { angle > 0 ? angle - .pi : angle + .pi }

  init(angles: SIMD3<Double>) {
    let (sa, ca) = (sin(angles.x), cos(angles.x))
    let (sb, cb) = (sin(angles.y), cos(angles.y))
    let (sc, cc) = (sin(angles.z), cos(angles.z))
    x = SIMD3(cb * cc, cb * sc, -sb)
    y = SIMD3(sa * sb * cc - ca * sc, sa * sb * sc + ca * cc, sa * cb)
    z = SIMD3(ca * sb * cc + sa * sc, ca * sb * sc - sa * cc, ca * cb)
  }
}
