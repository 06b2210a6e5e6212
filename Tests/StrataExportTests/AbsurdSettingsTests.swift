import CoreGraphics
import Foundation
import QuartzCore
import StrataExport
import StrataRenderServer
import StrataTesting
import Testing

/// Sizes, times and numbers that no film can have are errors, and leave no file.
@Suite struct AbsurdSettingsTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url }
  private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

  init() throws { temporary = try TemporaryFolder() }

  private func renderer(side: CGFloat) -> OfflineRenderer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: side, height: side)
    return OfflineRenderer(layer: layer, size: layer.bounds.size)
  }

  @Test(arguments: [ExportFormat.mp4, .gif, .apng, .rawRGBA, .png], [false, true])
  func anEnormousPictureIsRefused(format: ExportFormat, isSheet: Bool) throws {
    if isSheet, format.isAnimation { return }
    var settings = ExportSettings(format: format, duration: 0.1)
    if isSheet { settings.contactSheet = (2, 2) }
    let exporter = try Exporter(renderer(side: 1e300), settings: settings)
    let error = ExportError.cannotRender(
      reason: RenderError.pictureTooLarge(width: 1_000_000_000, height: 1_000_000_000).description
    )
    #expect(throws: error) { try exporter.write(to: folder.appending(path: "a")) }
    #expect(names.isEmpty)
  }

  @Test func anEmptyPictureIsRefused() throws {
    let exporter = try Exporter(renderer(side: 0), settings: ExportSettings(format: .rawRGBA))
    let error = ExportError.cannotRender(reason: RenderError.emptyPicture.description)
    #expect(throws: error) { try exporter.write(to: folder.appending(path: "a")) }
  }

  @Test func framesOfAFilmOfTheProgramAreBounded() {
    let error = ExportError.cannotRender(
      reason: RenderError.pictureTooLarge(width: .max, height: 1).description
    )
    #expect(throws: error) {
      _ = try FrameFilm(ExportSettings(format: .mp4), width: .max, height: 1) { _, _ in }
    }
  }

  @Test func partsOfEndlessFilmsAreCounted() {
    var settings = ExportSettings(format: .mp4, duration: 1e300)
    let frames = settings.frameCount
    #expect(settings.frames(ofPart: 9_999_999, of: 10_000_000).upperBound == frames)
    #expect(settings.frames(ofPart: .max - 1, of: .max).upperBound == frames)
    settings.duration = 10
    #expect(settings.frames(ofPart: 1, of: 7) == 85..<171)
    #expect(settings.frames(ofPart: 0, of: 1) == 0..<600)
  }

  @Test(arguments: [(Int.max, Int.max), (1, .max), (32_769, 1), (0, 1), (1, .min)])
  func aSheetOfTooManyCellsIsRefused(columns: Int, rows: Int) {
    var settings = ExportSettings(format: .png)
    settings.contactSheet = (columns, rows)
    expectRefusal(of: settings, "contact sheet")
  }

  @Test func aSlowGIFHasNoMoreFramesThanOthers() {
    // At the slowest rate of a GIF these are 10²⁹⁷ frames.
    expectRefusal(of: ExportSettings(format: .gif, duration: 1e300, framesPerSecond: 1e-299), "duration")
  }

  @Test func aFilmHasAnEnd() {
    let settings = ExportSettings(format: .mp4, start: 1e308, duration: 1e308, framesPerSecond: 1e-307)
    expectRefusal(of: settings, "duration")
  }

  private func expectRefusal(
    of settings: ExportSettings,
    _ name: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    do {
      _ = try Exporter(renderer(side: 4), settings: settings)
      Issue.record("there is no error", sourceLocation: sourceLocation)
    } catch {
      guard case .invalidSetting(name, _) = error else {
        Issue.record(error, sourceLocation: sourceLocation)
        return
      }
    }
  }
}
