#if Media
  public import CoreGraphics
  public import CoreMedia
  public import Foundation

  /// How a part of a video composition's time is drawn.
  open class AVVideoCompositionInstruction: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    // Compositions copy what they are given.
    fileprivate(set) var range = CMTimeRange.invalid
    fileprivate(set) var color: CGColor?
    fileprivate(set) var isPostProcessed = true
    fileprivate(set) var layers: [AVVideoCompositionLayerInstruction] = []

    override init() {}

    /// The times that the instruction is for.
    open var timeRange: CMTimeRange { range }
    /// The colour behind all tracks; black if it is nil.
    open var backgroundColor: CGColor? { color }
    /// How tracks are drawn, the topmost first.
    open var layerInstructions: [AVVideoCompositionLayerInstruction] { layers }
    /// True to draw the layers of the composition's animation tool around the pictures; false shows the pictures alone.
    open var enablePostProcessing: Bool { isPostProcessed }
    /// The tracks that are drawn.
    open var requiredSourceTrackIDs: [NSNumber] { layers.map { NSNumber(value: $0.trackID) } }

    /// Returns an instruction that does not change.
    public func copy(with zone: NSZone? = nil) -> Any { frozen() }

    /// Returns an instruction that can be changed without this one, with the same instructions of tracks.
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
      let copy = AVMutableVideoCompositionInstruction()
      (copy.range, copy.color, copy.layers) = (range, color, layers)
      copy.isPostProcessed = isPostProcessed
      return copy
    }

    func frozen() -> AVVideoCompositionInstruction {
      let copy = AVVideoCompositionInstruction()
      (copy.range, copy.color, copy.isPostProcessed) = (range, color, isPostProcessed)
      copy.layers = layers.map { $0.frozen() }
      return copy
    }
  }

  /// An instruction that can be changed.
  open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction, @unchecked Sendable {
    /// Creates an instruction without times and tracks.
    public override init() { super.init() }

    /// The times that the instruction is for.
    open override var timeRange: CMTimeRange {
      get { range }
      set { range = newValue }
    }
    /// The colour behind all tracks; black if it is nil.
    open override var backgroundColor: CGColor? {
      get { color }
      set { color = newValue }
    }
    /// How tracks are drawn, the topmost first.
    open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
      get { layers }
      set { layers = newValue }
    }
    /// True to draw the layers of the composition's animation tool around the pictures; false shows the pictures alone.
    open override var enablePostProcessing: Bool {
      get { isPostProcessed }
      set { isPostProcessed = newValue }
    }
  }

  /// How a track is drawn: its opacity, its place and its crop, which may change over time.
  open class AVVideoCompositionLayerInstruction: NSObject, NSCopying, NSMutableCopying,
    @unchecked Sendable
  {
    // Compositions copy what they are given.
    fileprivate(set) var number: CMPersistentTrackID
    fileprivate(set) var opacities = RampList<Float>(initial: 1)
    fileprivate(set) var transforms = RampList<CGAffineTransform>(initial: .identity)
    fileprivate(set) var crops = RampList<CGRect>(initial: .infinite)

    init(_ trackID: CMPersistentTrackID) { number = trackID }

    /// The number of the track.
    open var trackID: CMPersistentTrackID { number }

    /// Finds the ramp of the opacity of a time; false if the time is before all of them.
    open func getOpacityRamp(
      for time: CMTime,
      startOpacity: UnsafeMutablePointer<Float>?,
      endOpacity: UnsafeMutablePointer<Float>?,
      timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool { opacities.get(time, startOpacity, endOpacity, timeRange) }

    /// Finds the ramp of the transform of a time; false if the time is before all of them.
    open func getTransformRamp(
      for time: CMTime,
      start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
      end endTransform: UnsafeMutablePointer<CGAffineTransform>?,
      timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool { transforms.get(time, startTransform, endTransform, timeRange) }

    /// Finds the ramp of the crop of a time; false if the time is before all of them.
    open func getCropRectangleRamp(
      for time: CMTime,
      startCropRectangle: UnsafeMutablePointer<CGRect>?,
      endCropRectangle: UnsafeMutablePointer<CGRect>?,
      timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool { crops.get(time, startCropRectangle, endCropRectangle, timeRange) }

    /// Returns an instruction that does not change.
    public func copy(with zone: NSZone? = nil) -> Any { frozen() }

    /// Returns an instruction that can be changed without this one.
    public func mutableCopy(with zone: NSZone? = nil) -> Any {
      filled(AVMutableVideoCompositionLayerInstruction(number))
    }

    func frozen() -> AVVideoCompositionLayerInstruction { filled(AVVideoCompositionLayerInstruction(number)) }

    private func filled(_ copy: AVVideoCompositionLayerInstruction) -> AVVideoCompositionLayerInstruction {
      (copy.opacities, copy.transforms, copy.crops) = (opacities, transforms, crops)
      return copy
    }
  }

  /// How a track is drawn, to be changed.
  open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction,
    @unchecked Sendable
  {
    /// Creates an instruction for a track: opaque, untransformed, whole.
    public convenience init(assetTrack track: AVAssetTrack) { self.init(track.trackID) }

    /// Creates an instruction for no track.
    public convenience init() { self.init(kCMPersistentTrackID_Invalid) }

    override init(_ trackID: CMPersistentTrackID) { super.init(trackID) }

    /// The number of the track.
    open override var trackID: CMPersistentTrackID {
      get { number }
      set { number = newValue }
    }

    /// Sets the opacity from a time on, 0 to 1.
    public func setOpacity(_ opacity: Float, at time: CMTime) { opacities.set(opacity, at: time) }

    /// Changes the opacity evenly over a time.
    public func setOpacityRamp(
      fromStartOpacity startOpacity: Float,
      toEndOpacity endOpacity: Float,
      timeRange: CMTimeRange
    ) {
      opacities.set(startOpacity, endOpacity, timeRange)
    }

    /// Sets the transform from a time on: from pixels of the track to those of the picture, from the upper left corners.
    public func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
      transforms.set(transform, at: time)
    }

    /// Changes the transform evenly over a time, number by number.
    public func setTransformRamp(
      fromStart startTransform: CGAffineTransform,
      toEnd endTransform: CGAffineTransform,
      timeRange: CMTimeRange
    ) {
      transforms.set(startTransform, endTransform, timeRange)
    }

    /// Sets the part of the track that is drawn from a time on, in its pixels.
    public func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
      crops.set(cropRectangle, at: time)
    }

    /// Changes the part of the track that is drawn evenly over a time.
    public func setCropRectangleRamp(
      fromStartCropRectangle startCropRectangle: CGRect,
      toEndCropRectangle endCropRectangle: CGRect,
      timeRange: CMTimeRange
    ) {
      crops.set(startCropRectangle, endCropRectangle, timeRange)
    }
  }

  /// A value over time: steps, and ramps between two values.
  struct RampList<Value: RampValue>: Sendable {
    private struct Ramp: Sendable {
      var start: Value
      var end: Value
      var range: CMTimeRange
    }

    private let initial: Value
    /// In order of their starts.
    private var ramps: [Ramp] = []

    init(initial: Value) { self.initial = initial }

    mutating func set(_ value: Value, at time: CMTime) {
      set(value, value, CMTimeRange(start: time, duration: .zero))
    }

    mutating func set(_ start: Value, _ end: Value, _ range: CMTimeRange) {
      guard range.start.isNumeric, range.duration.isNumeric else { return }
      ramps.removeAll { $0.range.start == range.start }
      let place = ramps.firstIndex { $0.range.start > range.start } ?? ramps.count
      ramps.insert(Ramp(start: start, end: end, range: range), at: place)
    }

    /// The value at a time: that of the last ramp that began by then, or the initial one.
    func value(at time: CMTime) -> Value {
      guard let ramp = ramps.last(where: { $0.range.start <= time }) else {
        return initial
      }
      guard time < ramp.range.end else { return ramp.end }
      let part = CMTimeSubtract(time, ramp.range.start).seconds / ramp.range.duration.seconds
      return Value.between(ramp.start, ramp.end, part)
    }

    func get(
      _ time: CMTime,
      _ start: UnsafeMutablePointer<Value>?,
      _ end: UnsafeMutablePointer<Value>?,
      _ range: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
      guard let ramp = ramps.last(where: { $0.range.start <= time }) else { return false }
      start?.pointee = ramp.start
      end?.pointee = ramp.end
      range?.pointee = ramp.range
      return true
    }
  }

  extension RampList<Float> {
    /// The value as an expression of the encoder in a variable `t`, which is the time after a start in seconds; nil if it is
    /// always the initial one, 1.
    func expression(start: Double) -> String? {
      guard !ramps.isEmpty else { return nil }
      var terms = ["\(initial)*lt(t,\(ramps[0].range.start.seconds - start))"]
      for (index, ramp) in ramps.enumerated() {
        let (from, length) = (ramp.range.start.seconds - start, ramp.range.duration.seconds)
        let value =
          length > 0
          ? "(\(ramp.start)+(\(ramp.end - ramp.start))*min((t-(\(from)))/\(length),1))" : "\(ramp.end)"
        let next = index + 1 < ramps.count ? "*lt(t,\(ramps[index + 1].range.start.seconds - start))" : ""
        terms.append("gte(t,\(from))\(next)*\(value)")
      }
      return terms.joined(separator: "+")
    }
  }

  /// A value that a ramp changes evenly.
  protocol RampValue: Sendable {
    static func between(_ a: Self, _ b: Self, _ part: Double) -> Self
  }

  extension Float: RampValue {
    static func between(_ a: Float, _ b: Float, _ part: Double) -> Float { a + (b - a) * Float(part) }
  }

  extension CGAffineTransform: RampValue {
    static func between(_ a: CGAffineTransform, _ b: CGAffineTransform, _ part: Double) -> CGAffineTransform {
      func mix(_ x: CGFloat, _ y: CGFloat) -> CGFloat { x + (y - x) * part }
      return CGAffineTransform(
        a: mix(a.a, b.a),
        b: mix(a.b, b.b),
        c: mix(a.c, b.c),
        d: mix(a.d, b.d),
        tx: mix(a.tx, b.tx),
        ty: mix(a.ty, b.ty)
      )
    }
  }

  extension CGRect: RampValue {
    static func between(_ a: CGRect, _ b: CGRect, _ part: Double) -> CGRect {
      func mix(_ x: CGFloat, _ y: CGFloat) -> CGFloat { x + (y - x) * part }
      return CGRect(
        x: mix(a.minX, b.minX),
        y: mix(a.minY, b.minY),
        width: mix(a.width, b.width),
        height: mix(a.height, b.height)
      )
    }
  }
#endif
