import StrataViews
import Testing
import UIKit

@MainActor @Suite struct LabelTests {
  private func ink(_ view: UIView) throws -> CGRect {
    let image = try #require(view.snapshotView(afterScreenUpdates: true)?.layer.contents as? CGImage)
    var box = CGRect.null
    for y in 0..<image.height {
      for x in 0..<image.width where pixels(of: image, x, y)[3] > 40 {
        box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
      }
    }
    return box
  }

  #if Text
    @Test func theTextIsInTheMiddle() throws {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 60))
      label.text = "xx"
      label.textAlignment = .center
      let box = try ink(label)
      #expect(abs(box.midX - 30) < 2)
      #expect(abs(box.midY - 32) < 4)
      label.textAlignment = .right
      #expect(try ink(label).maxX > 55)
    }

    @Test func theSizeGrowsWithText() {
      let label = UILabel()
      label.text = "one"
      let one = label.intrinsicContentSize
      label.text = "one and two and three"
      #expect(label.intrinsicContentSize.width > 2 * one.width)
      #expect(label.intrinsicContentSize.height == one.height)
      label.numberOfLines = 0
      let wrapped = label.sizeThatFits(CGSize(width: one.width * 2, height: 0))
      #expect(wrapped.height >= 2 * one.height - 1)
      #expect(wrapped.width <= one.width * 2)
    }

    @Test func attributesOfUIKitAreDrawn() throws {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
      let big = UIFont.systemFont(ofSize: 30)
      label.attributedText = NSAttributedString(
        string: "■",
        attributes: [.font: big, .foregroundColor: UIColor.red]
      )
      #expect(label.intrinsicContentSize.height > UIFont.systemFont(ofSize: 17).lineHeight)
      #expect(try !ink(label).isNull)
      #expect(label.text == "■")
    }

    @Test func aSmallLabelShrinksItsFont() throws {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
      label.text = "wide enough"
      label.lineBreakMode = .byClipping
      label.adjustsFontSizeToFitWidth = true
      let box = try ink(label)
      #expect(box.maxX <= 40)
      #expect(box.height < 12)
    }

    @Test func fontsHaveMeasures() {
      let font = UIFont.systemFont(ofSize: 20, weight: .bold)
      #expect(font.pointSize == 20)
      #expect(font.ascender > 0)
      #expect(font.descender < 0)
      #expect(font.lineHeight >= font.ascender - font.descender)
      #expect(font.withSize(10).pointSize == 10)
      #expect(UIFont.preferredFont(forTextStyle: .title1).pointSize == 28)
    }
  #endif

  @Test func anEmptyLabelHasNoExtent() {
    #expect(UILabel().intrinsicContentSize == .zero)
    #expect(UILabel().text == nil)
  }
}
