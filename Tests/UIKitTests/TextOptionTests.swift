import StrataViews
import Testing
import UIKit

#if Text
  /// Text that is drawn and measured with options.
  @MainActor @Suite struct TextOptionTests {
    private let attributes: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 20)]

    /// The rows of a picture of 100 points that have ink.
    private func inkedRows(_ draw: @escaping () -> Void) -> [Int] {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let image = UIGraphicsImageRenderer(size: CGSize(width: 100, height: 100), format: format).image { _ in
        draw()
      }
      return (0..<100).filter { y in (0..<100).contains { pixels(of: image.cgImage, $0, y)[3] > 64 } }
    }

    @Test func theWidthBreaksLinesWithTheirOrigin() {
      let text = "one two three four"
      let line = text.boundingRect(with: .zero, options: [], attributes: attributes, context: nil)
      let room = CGSize(width: 60, height: CGFloat.greatestFiniteMagnitude)
      let context = NSStringDrawingContext()
      let box = text.boundingRect(
        with: room,
        options: .usesLineFragmentOrigin,
        attributes: attributes,
        context: context
      )
      #expect(line.width > 100 && line.minY < 0)
      #expect(box.width <= 60 && box.height > 2 * line.height)
      #expect(box.origin == .zero)
      #expect(context.totalBounds == box && context.actualScaleFactor == 1)
    }

    @Test func textStandsOnItsBaselineWithoutLines() throws {
      let rect = CGRect(x: 10, y: 50, width: 60, height: 40)
      let above = inkedRows { "HE".draw(with: rect, attributes: attributes) }
      let below = inkedRows {
        "HE".draw(with: rect, options: .usesLineFragmentOrigin, attributes: attributes)
      }
      #expect(try #require(above.last) <= 50)
      #expect(try #require(below.first) >= 50)
    }

    /// The columns that have ink where a line is drawn from its baseline in a width.
    private func inkedColumns(
      _ text: String,
      _ width: CGFloat,
      _ style: NSParagraphStyle
    ) throws -> ClosedRange<Int> {
      var attributes = attributes
      attributes[.paragraphStyle] = style
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let image = UIGraphicsImageRenderer(size: CGSize(width: 300, height: 40), format: format).image { _ in
        text.draw(with: CGRect(x: 0, y: 30, width: width, height: 1), attributes: attributes)
      }
      let columns = (0..<300).filter { x in (0..<40).contains { pixels(of: image.cgImage, x, $0)[3] > 64 } }
      return try #require(columns.first)...#require(columns.last)
    }

    @Test func aLineFromItsBaselineIsAlignedInTheWidth() throws {
      let style = NSMutableParagraphStyle()
      style.alignment = .center
      let ink = try inkedColumns("HEH", 200, style)
      #expect(abs(ink.lowerBound + ink.upperBound - 199) <= 2 && ink.count < 60)
      style.alignment = .right
      #expect(try (190..<200).contains(inkedColumns("HEH", 200, style).upperBound))
      // A line that is longer begins where the width does.
      let long = try inkedColumns("HEHEHE", 30, style)
      #expect(long.lowerBound < 6 && long.upperBound > 60)
      // Without a width, there is nothing to be aligned in.
      #expect(try inkedColumns("HEH", 0, style).lowerBound < 6)
    }

    @Test func aTailIndentFromTheBeginningEndsALineFromItsBaseline() throws {
      let style = NSMutableParagraphStyle()
      (style.alignment, style.tailIndent) = (.right, 100)
      #expect(try (90..<100).contains(inkedColumns("HEH", 200, style).upperBound))
      // A line that is longer begins where the width does.
      #expect(try inkedColumns("HEHEHEHEHE", 200, style).lowerBound < 6)
    }

    @Test func theBoundsOfADrawingAreWhereItsLineIs() throws {
      let style = NSMutableParagraphStyle()
      style.alignment = .center
      var attributes = attributes
      attributes[.paragraphStyle] = style
      let context = NSStringDrawingContext()
      let rect = CGRect(x: 10, y: 30, width: 200, height: 1)
      _ = UIGraphicsImageRenderer(size: CGSize(width: 300, height: 40)).image { [attributes] _ in
        "HEH".draw(with: rect, attributes: attributes, context: context)
      }
      #expect(abs(context.totalBounds.midX - 110) < 0.01 && context.totalBounds.width < 60)
      let bounds = "HEH".boundingRect(with: rect.size, attributes: attributes, context: context)
      #expect(bounds.minX == 0 && context.totalBounds == bounds)
    }

    @Test(arguments: ["HEH\u{0B}HEH", "HEH\u{0C}HEH"])
    func aLineFromItsBaselineHasWhatFollowsAVerticalTab(text: String) throws {
      let free = try inkedColumns(text, 0, .default)
      #expect(free.count > 70)
      #expect(try inkedColumns(text, 200, .default) == free)
      #expect(text.boundingRect(with: CGSize(width: 200, height: 0), attributes: attributes).width > 70)
    }

    @Test(arguments: [NSLineBreakMode.byTruncatingTail, .byTruncatingMiddle, .byTruncatingHead])
    func aLineFromItsBaselineIsTruncated(mode: NSLineBreakMode) throws {
      let style = NSMutableParagraphStyle()
      style.lineBreakMode = mode
      let text = "HEHEHEHEHEHEHE"
      #expect(try inkedColumns(text, 100, style).upperBound <= 100)
      #expect(try inkedColumns(text, 100, .default).upperBound > 150)
      var attributes = attributes
      attributes[.paragraphStyle] = style
      let size = CGSize(width: 100, height: 1)
      let bounds = text.boundingRect(with: size, attributes: attributes)
      #expect(bounds.width <= 100 && bounds.width > 60)
      #expect(bounds.minY < 0 && bounds.height > 15)
      #expect(text.boundingRect(with: size, attributes: self.attributes).width > 150)
    }

    @Test func linesThatDoNotFitAreLeftOutOnDemand() {
      let text = NSAttributedString(string: "one two three four five", attributes: attributes)
      let size = CGSize(width: 60, height: 30)
      let all = text.boundingRect(with: size, options: .usesLineFragmentOrigin)
      let some = text.boundingRect(with: size, options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine])
      #expect(all.height > 30 && some.height <= 30)
    }

    /// Five words, of which a line of 100 points has no two, in a mode.
    private func text(_ mode: NSLineBreakMode) -> NSAttributedString {
      let style = NSMutableParagraphStyle()
      style.lineBreakMode = mode
      return NSAttributedString(
        string: "one twothreefour five sixseveneight nine",
        attributes: [.font: UIFont.systemFont(ofSize: 14), .paragraphStyle: style]
      )
    }

    private func height(_ text: NSAttributedString, _ options: NSStringDrawingOptions = []) -> CGFloat {
      text.boundingRect(with: CGSize(width: 100, height: 52), options: [.usesLineFragmentOrigin, options])
        .height
    }

    @Test func linesBrokenAnywhereStayAsTheyAreWhereTheyFit() {
      let text = text(.byCharWrapping)
      let rect = CGRect(x: 0, y: 0, width: 100, height: 52)
      func drawn(_ options: NSStringDrawingOptions) -> [[UInt8]] {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: rect.size, format: format).image { _ in
          text.draw(with: rect, options: options, context: nil)
        }
        return (0..<52).flatMap { y in (0..<100).map { pixels(of: image.cgImage, $0, y) } }
      }
      #expect(height(text) <= 52)
      #expect(height(text, .truncatesLastVisibleLine) == height(text))
      #expect(
        drawn([.usesLineFragmentOrigin, .truncatesLastVisibleLine]) == drawn(.usesLineFragmentOrigin)
      )
    }

    @Test(arguments: [NSLineBreakMode.byTruncatingTail, .byTruncatingHead, .byTruncatingMiddle, .byClipping])
    func linesThatDoNotBreakIgnoreTheOption(mode: NSLineBreakMode) {
      let line = height(text(mode))
      #expect(line < 20)
      #expect(height(text(mode), .truncatesLastVisibleLine) == line)
      // Nor are later paragraphs left out.
      let paragraphs = NSMutableAttributedString(attributedString: text(mode))
      for _ in 0..<3 {
        paragraphs.append(
          NSAttributedString(string: "\n", attributes: [.font: UIFont.systemFont(ofSize: 14)])
        )
        paragraphs.append(text(mode))
      }
      #expect(height(paragraphs) > 52)
      #expect(height(paragraphs, .truncatesLastVisibleLine) == height(paragraphs))
    }
  }
#endif
