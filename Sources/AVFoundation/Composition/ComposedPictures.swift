#if Media
  import CoreGraphics
  import CoreMedia
  import Foundation
  import StrataFilm
  import StrataMedia
  import StrataRaster

  /// The pictures of a video composition: one for each of its frame durations.
  final class ComposedPictures: TimedPictures {
    let presentationSize: CGSize
    private let composition: AVVideoComposition
    private let tracks: [TrackPictures]
    private let failures = FirstFailure()
    private let duration: CMTime
    /// Draws the tracks that are layers; nil for none.
    private let layerTrack: LayerTrack?
    /// The pixels that are drawn for each pixel of ``presentationSize``, along a side.
    private let scale: CGFloat
    /// Ends the wait for a filter.
    private let cancellation: ExportCancellation
    /// Held while a picture is filtered: programs share filters between the calls of their closure.
    private let filtering = Locked(())

    /// Opens the pictures of an asset under a composition.
    ///
    /// - Throws: ``AVError`` if the composition does not fit, or has another scale, or a file cannot be read.
    init(
      _ asset: AVAsset,
      _ composition: AVVideoComposition,
      layers: LayerTrack? = nil,
      scale: Float = 1,
      cancellation: ExportCancellation = ExportCancellation()
    ) throws(AVError) {
      guard composition.renderScale == scale else {
        let reason = "a renderScale of \(composition.renderScale) is for players; here it must be \(scale)"
        throw AVError(.invalidVideoComposition, reason)
      }
      (self.scale, self.cancellation) = (CGFloat(scale), cancellation)
      if let problem = composition.problem(with: asset) { throw AVError(.invalidVideoComposition, problem) }
      (self.composition, presentationSize, layerTrack) = (composition, composition.renderSize, layers)
      tracks = try TrackPictures.all(of: asset)
      duration = asset.duration
    }

    /// The number of the picture of a time: at the end and later, that of the last one.
    func number(at time: CMTime) -> Int? {
      guard time.isNumber, time >= .zero else { return nil }
      guard duration.isNumber, time >= duration else { return count(before: time, rounded: .down) }
      let pictures = count(before: duration, rounded: .up)
      return pictures > 0 ? pictures - 1 : nil
    }

    /// The number of whole frame durations up to a time, or of those that begin before it.
    private func count(before time: CMTime, rounded rule: FloatingPointRoundingRule) -> Int {
      let frame = composition.frameDuration
      let (units, unit) = (
        Int128(time.value) * Int128(frame.timescale), Int128(time.timescale) * Int128(frame.value)
      )
      return Int(clamping: rule == .up ? (units + unit - 1) / unit : units / unit)
    }

    func number(atSeconds seconds: Double) -> Int? {
      guard seconds.isFinite else { return nil }
      return number(at: CMTime(seconds: seconds + 1e-6, preferredTimescale: AVPlayer.timescale))
    }

    func time(ofPicture number: Int) -> CMTime {
      let frame = composition.frameDuration
      return CMTime(value: frame.value * Int64(number), timescale: frame.timescale)
    }

    func number(after number: Int) -> Int? {
      !duration.isNumeric || time(ofPicture: number + 1) < duration ? number + 1 : nil
    }

    func number(before number: Int) -> Int? { number > 0 ? number - 1 : nil }

    func makePicture(_ number: Int) throws(AVError) -> CGImage? { try compose(at: time(ofPicture: number)) }
    func picture(_ number: Int) -> CGImage? { failures.log { try makePicture(number) } }
    func cheapTime(near time: CMTime, before: CMTime, after: CMTime) -> CMTime? { nil }
    func rest() { for track in tracks { track.rest() } }

    /// Draws a time.
    private func compose(at time: CMTime) throws(AVError) -> CGImage? {
      guard let filter = composition.filter else { return try compose(at: time, presentationSize, scale) }
      let size = Self.wholeSize(presentationSize, scale)
      let source = try compose(at: time, filter.sourceSize, 1)
      return try filtering.withLock { _ throws(AVError) in
        try filter.filtered(source, at: time, presentationSize, to: size, cancellation)
      }
    }

    private static func wholeSize(_ size: CGSize, _ scale: CGFloat) -> CGSize {
      CGSize(width: (size.width * scale).rounded(.up), height: (size.height * scale).rounded(.up))
    }

    private func compose(at time: CMTime, _ size: CGSize, _ scale: CGFloat) throws(AVError) -> CGImage {
      let whole = Self.wholeSize(size, scale)
      let (width, height) = (Int(whole.width), Int(whole.height))
      let pixels = PixelBuffer(width: width, height: height, format: .rgba8)
      let context = CGContext(pixels: pixels)
      let instruction = composition.instruction(at: time)
      context.setFillColor(instruction?.backgroundColor ?? CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
      context.fill(CGRect(x: 0, y: 0, width: width, height: height))
      context.scaleBy(x: scale, y: scale)
      for layer in (instruction?.layerInstructions ?? []).reversed() {
        try draw(layer, at: time, in: context, height: whole.height / scale)
      }
      return CGImage(pixels: pixels)
    }

    private func draw(
      _ layer: AVVideoCompositionLayerInstruction,
      at time: CMTime,
      in context: CGContext,
      height: CGFloat
    ) throws(AVError) {
      let opacity = layer.opacities.value(at: time)
      guard opacity > 0 else { return }
      let image: CGImage?
      var toNatural = CGAffineTransform.identity
      if let layerTrack, layer.trackID == layerTrack.trackID {
        image = try layerTrack.image(at: time)
      } else {
        let track = tracks.first { $0.trackID == layer.trackID }
        let picture = try track?.picture(at: tracks.shown(at: time))
        image = picture?.image
        // Decoded pictures are upright; instructions are written for those of the file.
        if let picture { toNatural = picture.toNatural }
      }
      guard let image else { return }
      context.saveGState()
      defer { context.restoreGState() }
      // Rows are counted from the top here, and from the bottom in contexts.
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: height))
      context.concatenate(layer.transforms.value(at: time))
      let crop = layer.crops.value(at: time)
      if !crop.isInfinite { context.clip(to: crop) }
      context.concatenate(toNatural)
      context.setAlpha(CGFloat(min(opacity, 1)))
      context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(image.height)))
      context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    }
  }

  extension AVVideoComposition {
    /// The instruction of a time; nil for times without one.
    func instruction(at time: CMTime) -> AVVideoCompositionInstruction? {
      instructions.first { $0.timeRange.containsTime(time) }
    }
  }
#endif
