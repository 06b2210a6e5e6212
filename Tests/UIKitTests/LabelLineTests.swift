#if Text
  import StrataViews
  import Testing
  import UIKit

  /// The lines of labels: where they break, how the last one ends, and what the label asks for.
  @MainActor @Suite struct LabelLineTests {
    private struct Ink: Equatable {
      let x: Int
      let y: Int
      let color: [UInt8]
    }

    /// The pixels of a view that are not nearly transparent.
    private func ink(_ view: UIView) throws -> [Ink] {
      let image = try #require(view.snapshotView(afterScreenUpdates: true)?.layer.contents as? CGImage)
      var found: [Ink] = []
      for y in 0..<image.height {
        for x in 0..<image.width {
          let color = pixels(of: image, x, y)
          if color[3] > 40 { found.append(Ink(x: x, y: y, color: color)) }
        }
      }
      return found
    }

    private func label(_ text: String, lines: Int, width: CGFloat = 100, height: CGFloat = 80) -> UILabel {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: width, height: height))
      label.text = text
      label.numberOfLines = lines
      return label
    }

    @Test func aForcedBreakEndsTheLastLine() throws {
      #expect(try ink(label("One\nTwo", lines: 1)) == ink(label("One…", lines: 1)))
      #expect(try ink(label("One\nTwo\nThree", lines: 2)) == ink(label("One\nTwo…", lines: 2)))
      #expect(try ink(label("One\n", lines: 1)) == ink(label("One", lines: 1)))
      #expect(
        label("One\nTwo", lines: 1).intrinsicContentSize == label("One…", lines: 1).intrinsicContentSize
      )
      let words = label("One\nTwo", lines: 1)
      words.lineBreakMode = .byWordWrapping
      #expect(try ink(words) == ink(label("One", lines: 1)))
    }

    @Test func linesBreakBetweenCharacters() {
      let part = label("aaaa bb", lines: 1).intrinsicContentSize.width
      let whole = label("aaaa bbbb", lines: 0)
      whole.lineBreakMode = .byWordWrapping
      #expect(whole.sizeThatFits(CGSize(width: part, height: 0)).width < part - 4)
      whole.lineBreakMode = .byCharWrapping
      #expect(whole.sizeThatFits(CGSize(width: part, height: 0)).width > part - 2)
    }

    @Test func clippingCutsAtTheEdge() throws {
      final class Narrow: UILabel {
        override func drawText(in rect: CGRect) {
          super.drawText(in: CGRect(x: 0, y: 0, width: 30, height: rect.height))
        }
      }
      let plain = label("M MMMMMMMMM", lines: 1, width: 50)
      plain.lineBreakMode = .byClipping
      #expect(try ink(plain).map(\.x).max() ?? 0 > 42)
      let narrow = Narrow(frame: plain.frame)
      narrow.text = plain.text
      narrow.lineBreakMode = .byClipping
      let edge = try ink(narrow).map(\.x).max() ?? 0
      #expect(edge > 22 && edge < 30)
      #expect(plain.textRect(forBounds: plain.bounds, limitedToNumberOfLines: 1).width == 50)
    }

    @Test func linesThatAreTooLowAreLeftOut() throws {
      let line = label("One", lines: 1).intrinsicContentSize.height
      let height = (2.6 * line).rounded()
      let low = label("One\nTwo\nThree", lines: 0, height: height)
      #expect(try ink(low) == ink(label("One\nTwo…", lines: 0, height: height)))
      // The first line is shown in any case.
      #expect(try !ink(label("One\nTwo", lines: 0, height: 8)).isEmpty)
    }

    @Test func theEllipsisLooksLikeItsPlace() throws {
      let text = NSMutableAttributedString(
        string: "mmmmmmmmmmmm",
        attributes: [.foregroundColor: UIColor.green]
      )
      text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 0, length: 1))
      let label = label("", lines: 1, width: 70)
      label.attributedText = text
      let right = try ink(label).filter { $0.x > 30 }
      #expect(right.map(\.x).max() ?? 0 > 50)
      #expect(right.allSatisfy { $0.color[1] > $0.color[0] })
      text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 11, length: 1))
      text.addAttribute(.foregroundColor, value: UIColor.green, range: NSRange(location: 0, length: 1))
      label.attributedText = text
      label.lineBreakMode = .byTruncatingHead
      #expect(try ink(label).filter { $0.x < 20 }.allSatisfy { $0.color[1] > $0.color[0] })
    }

    @Test func fontAndColourAreThoseOfTheWholeText() {
      let label = UILabel()
      let text = NSMutableAttributedString(
        string: "ab",
        attributes: [.font: UIFont.systemFont(ofSize: 30), .foregroundColor: UIColor.red]
      )
      text.addAttribute(.kern, value: 2, range: NSRange(location: 1, length: 1))
      label.attributedText = text
      #expect(label.font.pointSize == 30)
      #expect(label.textColor == .red)
      let height = label.intrinsicContentSize.height
      label.textColor = .blue
      label.font = .systemFont(ofSize: 10)
      #expect(label.textColor == .blue)
      #expect(label.intrinsicContentSize.height < height)
      let last = label.attributedText?.attributes(at: 1, effectiveRange: nil)
      #expect(last?[.foregroundColor] as? UIColor == .blue)
      #expect((last?[.font] as? UIFont)?.pointSize == 10)
      #expect(last?[.kern] != nil)
      // The text that was set stays as it is.
      #expect(text.attribute(.foregroundColor, at: 0, effectiveRange: nil) as? UIColor == .red)
    }

    @Test func anEmptyFirstLineHasNoEllipsisOfItsOwn() throws {
      let label = label("\nHello", lines: 1)
      for width in [-32, -1, 0, 1] {
        _ = label.textRect(
          forBounds: CGRect(x: 0, y: 0, width: width, height: 10),
          limitedToNumberOfLines: 1
        )
        _ = UIGraphicsImageRenderer(size: CGSize(width: 9, height: 9)).image { _ in
          label.drawText(in: CGRect(origin: .zero, size: CGSize(width: width, height: -8)))
        }
      }
      #expect(try !ink(label).isEmpty)
    }

    @Test func theHighlightedColourReplacesTheLabels() throws {
      let label = label("", lines: 1)
      label.highlightedTextColor = .green
      label.isHighlighted = true
      label.attributedText = NSAttributedString(string: "mmm")
      #expect(try ink(label).allSatisfy { $0.color[0] == 0 && $0.color[1] > 0 })
      label.textColor = .red
      #expect(label.textColor == .red)
      #expect(try ink(label).allSatisfy { $0.color[0] == 0 && $0.color[1] > 0 })
      label.isHighlighted = false
      #expect(try ink(label).allSatisfy { $0.color[0] > 0 && $0.color[1] == 0 })
    }

    @Test func anOverriddenRectangleMakesRoom() {
      final class Padded: UILabel {
        static let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        override func textRect(forBounds bounds: CGRect, limitedToNumberOfLines lines: Int) -> CGRect {
          let inner = bounds.inset(by: Self.insets)
          var rect = super.textRect(forBounds: inner, limitedToNumberOfLines: lines)
          rect.size.width += 6
          rect.size.height += 4
          return rect
        }
        override func drawText(in rect: CGRect) { super.drawText(in: rect.inset(by: Self.insets)) }
      }
      let (plain, padded) = (label("some words", lines: 1), Padded())
      padded.text = plain.text
      let size = plain.intrinsicContentSize
      let expected = CGSize(width: size.width + 6, height: size.height + 4)
      #expect(padded.intrinsicContentSize == expected)
      #expect(padded.sizeThatFits(.zero) == expected)
      padded.sizeToFit()
      #expect(padded.bounds.size == expected)
    }
  }
#endif
