#if Text
  import StrataViews
  import Testing
  import UIKit

  /// Pictures in the place of characters.
  @MainActor @Suite struct AttachmentTests {
    private func square(_ color: UIColor, _ side: CGFloat = 12) -> UIImage {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      return UIGraphicsImageRenderer(size: CGSize(width: side, height: side), format: format).image {
        color.setFill()
        $0.fill(CGRect(x: 0, y: 0, width: side, height: side))
      }
    }

    private let font = UIFont.systemFont(ofSize: 14)

    /// A text of one attachment, drawn in a picture of 40 by 40 points; its baseline is as far below as the text is high.
    private func drawn(_ attachment: NSTextAttachment, color: UIColor = .black) -> UIImage {
      let text = NSMutableAttributedString(attachment: attachment)
      text.addAttributes([.font: font, .foregroundColor: color], range: NSRange(location: 0, length: 1))
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      return UIGraphicsImageRenderer(size: CGSize(width: 40, height: 40), format: format).image { _ in
        text.draw(at: .zero)
      }
    }

    /// The smallest rectangle around the pixels of a picture that are seen.
    private func ink(_ image: UIImage) -> CGRect {
      var box = CGRect.null
      for y in 0..<40 {
        for x in 0..<40 where pixels(of: image.cgImage, x, y)[3] > 128 {
          box = box.union(CGRect(x: x, y: y, width: 1, height: 1))
        }
      }
      return box
    }

    @Test func aPictureStandsOnTheBaseline() {
      let attachment = NSTextAttachment(image: square(.red, 24))
      let image = drawn(attachment)
      #expect(ink(image) == CGRect(x: 0, y: 0, width: 24, height: 24))
      #expect(pixels(of: image.cgImage, 12, 12) == [255, 0, 0, 255])
      #expect(NSAttributedString(attachment: attachment).string == "\u{FFFC}")
      #expect(NSTextAttachment.character == 0xFFFC)
    }

    @Test func boundsMoveAndStretchThePicture() {
      let attachment = NSTextAttachment(image: square(.red))
      attachment.bounds = CGRect(x: 0, y: -10, width: 30, height: 34)
      #expect(ink(drawn(attachment)) == CGRect(x: 0, y: 0, width: 30, height: 34))
      let size = NSAttributedString(attachment: attachment).size()
      #expect(abs(size.width - 30) < 0.01)
      #expect(abs(size.height - 34) < 0.01)
    }

    @Test func textFollowsThePicture() {
      let text = NSMutableAttributedString(attachment: NSTextAttachment(image: square(.red)))
      text.append(NSAttributedString(string: "ab", attributes: [.font: font]))
      let plain = NSAttributedString(string: "ab", attributes: [.font: font]).size().width
      #expect(abs(text.size().width - plain - 12) < 0.01)
    }

    @Test func aTemplateHasTheColourOfTheText() {
      let template = square(.red, 20).withRenderingMode(.alwaysTemplate)
      let image = drawn(NSTextAttachment(image: template), color: .blue)
      #expect(pixels(of: image.cgImage, 10, 10) == [0, 0, 255, 255])
    }

    @Test func aPictureIsMadeOnce() throws {
      let turned = try UIImage(cgImage: #require(square(.red).cgImage), scale: 1, orientation: .left)
      for image in [square(.red).withRenderingMode(.alwaysTemplate), turned] {
        let attachment = NSTextAttachment(image: image)
        let first = try #require(attachment.inlineBox(in: UIColor.blue.cgColor).image)
        #expect(attachment.inlineBox(in: UIColor.blue.cgColor).image === first)
        attachment.image = square(.green)
        #expect(attachment.inlineBox(in: UIColor.blue.cgColor).image !== first)
      }
    }

    @Test func aTemplateFollowsTheColourOfTheText() {
      let attachment = NSTextAttachment(image: square(.red, 20).withRenderingMode(.alwaysTemplate))
      for color in [UIColor.blue, .green, .blue] {
        let expected: [UInt8] = color == .blue ? [0, 0, 255, 255] : [0, 255, 0, 255]
        #expect(pixels(of: drawn(attachment, color: color).cgImage, 10, 10) == expected)
      }
    }

    @Test func aLabelShowsAttachments() throws {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
      label.attributedText = NSAttributedString(attachment: NSTextAttachment(image: square(.green, 20)))
      #expect(abs(label.intrinsicContentSize.width - 20) <= 1)
      let shown = label.snapshotView(afterScreenUpdates: true)?.layer.contents as? CGImage
      #expect(try pixels(of: #require(shown), 10, 20) == [0, 255, 0, 255])
    }

    #if ImageCodecs
      @Test func contentsAreShownIfTheyArePictures() throws {
        let data = try #require(square(.red, 20).pngData())
        #expect(ink(drawn(NSTextAttachment(data: data, ofType: "public.png"))).width == 20)
        #expect(ink(drawn(NSTextAttachment(data: Data([1, 2, 3]), ofType: nil))).isNull)
      }

      @Test func contentsAreDecodedOnce() throws {
        let attachment = try NSTextAttachment(data: #require(square(.red, 20).pngData()), ofType: nil)
        let first = try #require(attachment.inlineBox(in: nil).image)
        #expect(attachment.inlineBox(in: nil).image === first)
        attachment.contents = try #require(square(.red, 9).pngData())
        #expect(attachment.inlineBox(in: nil).image?.width == 9)
        attachment.contents = nil
        #expect(attachment.inlineBox(in: nil).image == nil)
      }
    #endif

    @Test func anAttachmentIsArchived() throws {
      let attachment = NSTextAttachment(image: square(.red))
      attachment.bounds = CGRect(x: 0, y: -2, width: 20, height: 10)
      let data = try NSKeyedArchiver.archivedData(withRootObject: attachment, requiringSecureCoding: true)
      let copy = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClass: NSTextAttachment.self, from: data)
      )
      #expect(copy.bounds == attachment.bounds)
      #expect(copy.image?.size == CGSize(width: 12, height: 12))
    }
  }
#endif
