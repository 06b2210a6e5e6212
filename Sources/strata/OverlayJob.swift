#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import QuartzCore
  import StrataDocuments
  import StrataExport
  import StrataMedia
  import StrataOverlay
  import StrataRenderServer

  /// The film and the documents of one `strata overlay`.
  struct OverlayJob {
    let command: OverlayCommand

    func run() throws {
      let cancellation = Interruption.shared.cancellation
      let url = URL(filePath: command.output)
      try OutputFile.checkFolder(of: url)
      let documents = try command.documents.map { try command.source.open($0, quietly: command.quiet) }
      let video = URL(filePath: command.video)
      if FilePlace.first(of: [video], at: url) != nil {
        throw ExportError.invalidSetting(name: "--output", reason: "\(command.output) would replace the film")
      }
      for document in documents { try document.check(output: url) }
      let clip = try VideoClip(contentsOf: video)
      let format = ExportFormat(pathExtension: url.pathExtension) ?? .mp4
      var line = ProgressLine()
      var last: ExportProgress?
      func show(_ progress: ExportProgress) {
        last = progress
        if !command.quiet { line.show(progress) }
      }
      if command.behind {
        guard clip.hasAlpha else {
          throw ExportError.invalidSetting(
            name: "--behind",
            reason: "\(command.video) has no alpha, so that nothing behind it would be seen"
          )
        }
        let renderer = renderer(of: documents, clip, inFrontOf: clip)
        var settings = ExportSettings(
          format: format,
          duration: clip.duration.isNumeric ? clip.duration.seconds : 1,
          framesPerSecond: clip.averageFrameRate > 0 ? min(clip.averageFrameRate, 1000) : 25
        )
        if let quality = command.quality { settings.quality = quality }
        try Exporter(renderer, settings: settings).write(to: url, cancellation: cancellation, progress: show)
      } else {
        var settings = OverlaySettings(format: format, isLossless: command.lossless)
        if let quality = command.quality { settings.quality = quality }
        let overlay = try FilmOverlay(clip, renderer(of: documents, clip), settings: settings)
        try overlay.write(to: url, cancellation: cancellation, progress: show)
      }
      guard let last, !command.quiet else { return }
      let (width, height) = OverlaySettings(format: format, isLossless: command.lossless)
        .storedSize(width: Int(clip.pixelSize.width), height: Int(clip.pixelSize.height))
      let text = "\(command.output): \(last.finishedFrames) frames of \(width)x\(height)"
      say(text + String(format: ", written at %.1f fps", last.framesPerSecond))
    }

    /// An element of a list of options, which is given once for all documents or once for each.
    private func option<Value>(_ list: [Value], _ index: Int) -> Value? {
      list.count > 1 ? list[index] : list.first
    }

    /// A renderer of the documents at their places and times, in the pixels of a film.
    private func renderer(
      of documents: [Document],
      _ clip: VideoClip,
      inFrontOf film: VideoClip? = nil
    ) -> OfflineRenderer {
      let (pixels, seen) = (clip.pixelSize, clip.displaySize)
      let root = CALayer()
      root.bounds = CGRect(origin: .zero, size: pixels)
      root.anchorPoint = .zero
      // Documents are placed in square pixels.
      let stage = CALayer()
      stage.bounds = CGRect(origin: .zero, size: seen)
      stage.anchorPoint = .zero
      stage.transform = CATransform3DMakeScale(pixels.width / seen.width, 1, 1)
      root.addSublayer(stage)
      if let film {
        let layer = CALayer()
        layer.frame = root.bounds
        layer.contents = film
        root.addSublayer(layer)
      }
      let renderer = OfflineRenderer(layer: root, size: pixels, threads: command.threads ?? 1)
      let shown = documents.enumerated().map { index, document in
        PlacedDocument(
          document,
          in: stage,
          at: option(command.place, index).map { CGPoint(x: $0.x, y: $0.y) } ?? .zero,
          size: option(command.size, index).map { CGSize(width: $0.width, height: $0.height) },
          depth: index,
          times: PlacedDocument.Times(
            begin: option(command.begin, index) ?? 0,
            duration: option(command.duration, index),
            fade: option(command.fade, index) ?? 0
          )
        )
      }
      let changes = shown.flatMap(\.changes).sorted { $0.time < $1.time }
      for change in changes { renderer.change(at: change.time, change.make) }
      renderer.followStates(of: documents)
      return renderer
    }
  }

  /// A document that comes at its time and goes at its time.
  private final class PlacedDocument {
    struct Times {
      var begin: Double
      var duration: Double?
      var fade: Double
    }

    private let document: Document
    private let stage: CALayer
    private let times: Times
    private let box = CALayer()

    init(_ document: Document, in stage: CALayer, at place: CGPoint, size: CGSize?, depth: Int, times: Times)
    {
      (self.document, self.stage, self.times) = (document, stage, times)
      let canvas = document.canvasSize
      let target = size ?? canvas
      let fit =
        canvas.width > 0 && canvas.height > 0
        ? min(target.width / canvas.width, target.height / canvas.height) : 1
      box.anchorPoint = .zero
      box.bounds = CGRect(origin: .zero, size: canvas)
      box.position = CGPoint(
        x: place.x + (target.width - canvas.width * fit) / 2,
        y: place.y + (target.height - canvas.height * fit) / 2
      )
      box.transform = CATransform3DMakeScale(fit, fit, 1)
      box.zPosition = CGFloat(depth)
      // The film's rows run down.
      box.isGeometryFlipped = !document.isGeometryFlipped
    }

    /// How long it appears and disappears, in seconds: neither takes more than half of the time.
    private var fadeTime: Double { min(times.fade, (times.duration ?? .infinity) / 2) }

    /// What happens when.
    var changes: [(time: Double, make: () -> Void)] {
      var list: [(Double, () -> Void)] = [(times.begin, { [self] in appear() })]
      if let duration = times.duration {
        let end = times.begin + duration
        if fadeTime > 0 { list.append((end - fadeTime, { [self] in fade(from: 1, to: 0) })) }
        list.append((end, { [self] in disappear() }))
      }
      return list
    }

    private func appear() {
      CATransaction.setDisableActions(true)
      box.addSublayer(document.canvasLayer)
      stage.addSublayer(box)
      document.start(at: times.begin)
      if fadeTime > 0 { fade(from: 0, to: 1) }
    }

    private func disappear() {
      // Without the fade of a layer that leaves.
      CATransaction.setDisableActions(true)
      box.removeFromSuperlayer()
    }

    private func fade(from: Float, to: Float) {
      let animation = CABasicAnimation(keyPath: "opacity")
      (animation.fromValue, animation.toValue, animation.duration) = (from, to, fadeTime)
      animation.timingFunction = CAMediaTimingFunction(name: .linear)
      animation.fillMode = .both
      animation.isRemovedOnCompletion = to == 1
      box.add(animation, forKey: "fade")
    }
  }
#endif
