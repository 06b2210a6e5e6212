import AppKit
import StrataTesting
import Testing

/// Archives of views, and of the values that views have.
@MainActor @Suite struct ArchiveTests {
  /// Writes an object into an archive and reads it from there.
  private func copied<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
    let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
  }

  /// A picture of one colour.
  private func picture(_ color: NSColor) -> NSImage {
    NSImage(size: NSSize(width: 4, height: 2), flipped: false) { rect in
      color.setFill()
      rect.fill()
      return true
    }
  }

  private func pixel(_ image: NSImage) -> [UInt8] {
    image.cgImage(forProposedRect: nil, context: nil, hints: nil)?.pixel(0, 0) ?? []
  }

  @Test(arguments: [NSColor.red, NSColor(white: 0.25, alpha: 0.5), .systemTeal])
  func colorsAreThoseThatWereWritten(_ color: NSColor) throws {
    #expect(try copied(color) == color)
  }

  @Test func pathsKeepElementsAndStyle() throws {
    let path = NSBezierPath(roundedRect: NSRect(x: 1, y: 2, width: 30, height: 20), xRadius: 4, yRadius: 4)
    path.lineWidth = 3
    path.lineJoinStyle = .round
    path.windingRule = .evenOdd
    let copy = try copied(path)
    #expect(copy.cgPath == path.cgPath)
    #expect(copy.lineWidth == 3 && copy.lineJoinStyle == .round)
    #expect(copy.windingRule == .evenOdd)
  }

  @Test func shadowsKeepTheirValues() throws {
    let shadow = NSShadow()
    shadow.shadowOffset = NSSize(width: 3, height: -4)
    shadow.shadowBlurRadius = 5
    shadow.shadowColor = .blue
    let copy = try copied(shadow)
    #expect(copy.shadowOffset == shadow.shadowOffset && copy.shadowBlurRadius == 5)
    #expect(copy.shadowColor == .blue)
    shadow.shadowColor = nil
    #expect(try copied(shadow).shadowColor == nil)
  }

  @Test func picturesKeepPixelsAndSize() throws {
    let image = picture(.blue)
    image.isTemplate = true
    let archived = try copied(image)
    #expect(archived.size == image.size && archived.isTemplate)
    #expect(pixel(archived) == blue)
    let copy = try #require(image.copy() as? NSImage)
    copy.size = NSSize(width: 8, height: 8)
    #expect(image.size == NSSize(width: 4, height: 2) && copy.isTemplate)
    #expect(pixel(copy) == blue)
  }

  #if Text
    @Test func fontsKeepNameAndSize() throws {
      let font = NSFont.boldSystemFont(ofSize: 19)
      #expect(try copied(font) == font)
    }
  #endif

  private func copiedView(_ view: NSView) throws -> NSView {
    let data = try NSKeyedArchiver.archivedData(withRootObject: view, requiringSecureCoding: false)
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    reader.requiresSecureCoding = false
    return try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? NSView)
  }

  @Test func viewsKeepTurnedBounds() throws {
    let view = NSView(frame: NSRect(x: 10, y: 20, width: 100, height: 50))
    view.bounds = NSRect(x: 3, y: 4, width: 80, height: 70)
    view.boundsRotation = 30
    view.frameRotation = 10
    let copy = try copiedView(view)
    #expect(copy.boundsRotation == 30 && copy.frameRotation == 10)
    #expect(copy.bounds == view.bounds && copy.frame == view.frame)
  }

  @Test func viewsKeepTheirAppearance() throws {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    view.clipsToBounds = true
    view.shadow = NSShadow()
    view.shadow?.shadowBlurRadius = 7
    view.layerContentsRedrawPolicy = .crossfade
    view.layerContentsPlacement = .topLeft
    view.contentFilters = [try #require(CIFilter(name: "CISepiaTone"))]
    view.layerUsesCoreImageFilters = true
    view.postsFrameChangedNotifications = false
    let copy = try copiedView(view)
    #expect(copy.clipsToBounds && copy.shadow?.shadowBlurRadius == 7)
    #expect(copy.layerContentsRedrawPolicy == .crossfade && copy.layerContentsPlacement == .topLeft)
    #expect(copy.layerUsesCoreImageFilters && copy.contentFilters.first is CIFilter)
    #expect(!copy.postsFrameChangedNotifications && copy.postsBoundsChangedNotifications)
  }

  @Test func viewsKeepTheirSubviews() throws {
    let view = NSView(frame: NSRect(x: 10, y: 20, width: 100, height: 50))
    view.alphaValue = 0.5
    view.frameRotation = 30
    view.wantsLayer = true
    let child = NSView(frame: NSRect(x: 1, y: 2, width: 20, height: 10))
    child.bounds = NSRect(x: 5, y: 5, width: 40, height: 20)
    child.autoresizingMask = [.width]
    view.addSubview(child)
    let copy = try copiedView(view)
    #expect(copy.frame == view.frame && copy.alphaValue == 0.5)
    #expect(copy.frameRotation == 30)
    #expect(copy.wantsLayer && copy.subviews.count == 1)
    #expect(copy.subviews.first?.frame == child.frame && copy.subviews.first?.bounds == child.bounds)
    #expect(copy.subviews.first?.autoresizingMask == [.width])
  }
}
