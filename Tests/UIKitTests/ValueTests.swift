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

  @Test func pathsOfTwoIndexesNameRows() {
    var path = IndexPath(row: 2, section: 5)
    #expect(path.row == 2 && path.section == 5)
    #expect(path.item == 2)
    (path.row, path.section) = (7, 1)
    #expect(path == IndexPath(item: 7, section: 1))
    let object = NSIndexPath(row: 4, section: 6)
    #expect(object.row == 4 && object.section == 6)
    #expect(object.item == 4)
  }

  @Test func shadowsKeepTheirValues() throws {
    let shadow = NSShadow()
    #expect(shadow.shadowColor as? UIColor == UIColor(white: 0, alpha: 1.0 / 3))
    shadow.shadowOffset = CGSize(width: 3, height: 4)
    shadow.shadowBlurRadius = 5
    shadow.shadowColor = UIColor.blue.cgColor
    let copy = try copied(shadow)
    #expect(copy.shadowOffset == shadow.shadowOffset && copy.shadowBlurRadius == 5)
    #expect(copy.shadowColor as? UIColor == .blue)
    let key = NSAttributedString.Key("NSShadow")
    let text = NSMutableAttributedString(string: "ab", attributes: [key: shadow])
    text.addAttribute(key, value: copy, range: NSRange(location: 1, length: 1))
    #expect(text.length == 2)
  }

  @Test func nothingAsksForLessWork() {
    #expect(!ProcessInfo.processInfo.isLowPowerModeEnabled)
    #expect(ProcessInfo.processInfo.thermalState == .nominal)
  }

  @Test func literalsAreColours() {
    let color: UIColor = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 1)
    #expect(color == UIColor(red: 1, green: 0.5, blue: 0, alpha: 1))
  }
}
