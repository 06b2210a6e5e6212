import CoreGraphics
import CoreImage
import Foundation
import Testing

@Suite struct CIVectorTests {
  @Test func aVectorGivesBackItsNumbers() {
    let vector = CIVector(x: 1, y: 2, z: 3, w: 4)
    #expect(vector.cgRectValue == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(vector.cgPointValue == CGPoint(x: 1, y: 2))
    #expect(vector.value(at: 9) == 0)
    #expect(vector.count == 4)
  }

  @Test func textGivesTheSameVector() {
    let vector = CIVector(x: 1.5, y: -0.1, z: 1e20)
    #expect(CIVector(string: vector.stringRepresentation) == vector)
    #expect(CIVector(x: 1, y: 2).stringRepresentation == "[1 2]")
  }

  @Test func transformsAreKept() {
    let transform = CGAffineTransform(1, 2, 3, 4, 5, 6)
    #expect(CIVector(cgAffineTransform: transform).cgAffineTransformValue == transform)
  }

  @Test func anArchiveGivesTheSameVector() throws {
    let vector = CIVector(x: 0.1, y: 1.0 / 3)
    let data = try NSKeyedArchiver.archivedData(withRootObject: vector, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: CIVector.self, from: data) == vector)
  }
}
