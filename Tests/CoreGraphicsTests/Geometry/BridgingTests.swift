import CoreGraphics
import Testing

/// Reads as clients do that have the type only as a parameter.
private func read<T>(_ value: Any?, as type: T.Type = T.self) -> T? { value as? T }

@Suite struct BridgingTests {
  @Test("SC-25: CGFloat bridges to NSNumber and back, alone and in arrays")
  func floats() {
    let lengths: [CGFloat] = [1, 2.5]
    let numbers = lengths as [NSNumber]
    #expect(numbers.map(\.doubleValue) == [1, 2.5])
    #expect(read(NSNumber(value: Float(0.5)), as: CGFloat.self) == 0.5)
    #expect(read(numbers, as: [CGFloat].self) == lengths)
    #expect(read(lengths, as: [NSNumber].self) == numbers)
    #expect(CGFloat(2) as NSNumber == 2)
    #expect(read(3 as NSNumber, as: CGFloat.self) == 3)
  }

  @Test func numbersOfObjectsMakeFloats() {
    #expect(numbers.map { CGFloat(truncating: $0) } == [0.25, 7, 9_007_199_254_740_992])
    #expect(numbers.map { CGFloat(exactly: $0) } == [0.25, 7, nil])
  }

  /// The last has more digits than a float.
  private let numbers = [NSNumber(value: 0.25), NSNumber(value: 7), NSNumber(value: 9_007_199_254_740_993)]

  @Test("SC-26: structures bridge to NSValue and back, alone and in arrays")
  func structures() {
    let point = CGPoint(x: 1, y: 2)
    #expect(read(NSValue(cgPoint: point), as: CGPoint.self) == point)
    #expect(read(point as Any, as: NSValue.self)?.cgPointValue == point)
    #expect(read([point], as: [NSValue].self)?.first?.pointValue == point)
    let size = CGSize(width: 3, height: 4)
    #expect(read(NSValue(cgSize: size), as: CGSize.self) == size)
    let rect = CGRect(origin: point, size: size)
    #expect(read(NSValue(cgRect: rect), as: CGRect.self) == rect)
    #expect(read(rect as Any, as: NSValue.self)?.cgRectValue == rect)
    let vector = CGVector(dx: 5, dy: 6)
    #expect(read(NSValue(cgVector: vector), as: CGVector.self) == vector)
    #expect((vector as NSValue).cgVectorValue == vector)
    let transform = CGAffineTransform(1, 2, 3, 4, 5, 6)
    #expect(read(NSValue(cgAffineTransform: transform), as: CGAffineTransform.self) == transform)
    #expect((transform as NSValue).cgAffineTransformValue == transform)
  }

  @Test("SC-27: values of different types do not cast to each other")
  func codesAreDistinct() {
    let values: [Any] = [
      NSValue(cgPoint: .zero), NSValue(cgSize: .zero), NSValue(cgRect: .zero), NSValue(cgVector: .zero),
      NSValue(cgAffineTransform: .identity),
    ]
    for (index, value) in values.enumerated() {
      let matches = [
        read(value, as: CGPoint.self) != nil, read(value, as: CGSize.self) != nil,
        read(value, as: CGRect.self) != nil,
        read(value, as: CGVector.self) != nil, read(value, as: CGAffineTransform.self) != nil,
      ]
      #expect(matches.enumerated().allSatisfy { $1 == ($0 == index) }, "value \(index) matches \(matches)")
    }
    #expect(NSValue(cgPoint: .zero).cgRectValue == .zero)
    #expect(NSValue(cgVector: CGVector(dx: 1, dy: 2)) == NSValue(cgVector: CGVector(dx: 1, dy: 2)))
  }

  @Test("SC-24: mixed arrays convert element by element")
  func mixedArrays() {
    let deltaY: CGFloat = 10
    let values: [Any] = [0, deltaY, -deltaY, 0.5]
    #expect(values.compactMap { ($0 as? NSNumber)?.doubleValue } == [0, 10, -10, 0.5])
  }
}
