import Foundation
import Testing
import UIKit

/// Insets, offsets and colour literals.
@Suite struct ValueTests {
  @Test func largeInsetsGiveSizesBelowZero() {
    let rect = CGRect(x: 0, y: 0, width: 10, height: 10)
    let small = rect.inset(by: UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
    #expect(small.origin == CGPoint(x: 8, y: 8))
    #expect(small.size == CGSize(width: -6, height: -6))
  }

  @Test func insetsAndOffsetsAreEncoded() throws {
    func copy<Value: Codable>(_ value: Value) throws -> Value {
      try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
    let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
    #expect(try copy(insets) == insets)
    let offset = UIOffset(horizontal: 5, vertical: 6)
    #expect(try copy(offset) == offset)
    let directional = NSDirectionalEdgeInsets(top: 1, leading: 2, bottom: 3, trailing: 4)
    #expect(try copy(directional) == directional)
  }

  @Test func literalsAreColours() {
    let color: UIColor = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 1)
    #expect(color == UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
  }
}
