#if Media
  public import CoreMedia
  public import Foundation

  /// Hears what is wrong with a video composition, and says whether to look on.
  public protocol AVVideoCompositionValidationHandling: NSObjectProtocol {
    /// A property has a value that cannot be used; returns whether to look on.
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidValueForKey key: String
    ) -> Bool
    /// Some times have no instruction; returns whether to look on.
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool
    /// The times of an instruction are no times, or overlap those before; returns whether to look on.
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
        AVVideoCompositionInstruction
    ) -> Bool
    /// An instruction names a track that the asset does not have; returns whether to look on.
    func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
        AVVideoCompositionInstruction,
      layerInstruction: AVVideoCompositionLayerInstruction,
      asset: AVAsset
    ) -> Bool
  }

  extension AVVideoCompositionValidationHandling {
    /// Looks on.
    public func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidValueForKey key: String
    ) -> Bool { true }

    /// Looks on.
    public func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingEmptyTimeRange timeRange: CMTimeRange
    ) -> Bool { true }

    /// Looks on.
    public func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTimeRangeIn videoCompositionInstruction:
        AVVideoCompositionInstruction
    ) -> Bool { true }

    /// Looks on.
    public func videoComposition(
      _ videoComposition: AVVideoComposition,
      shouldContinueValidatingAfterFindingInvalidTrackIDIn videoCompositionInstruction:
        AVVideoCompositionInstruction,
      layerInstruction: AVVideoCompositionLayerInstruction,
      asset: AVAsset
    ) -> Bool { true }
  }

  /// Something that is wrong with a video composition.
  enum CompositionFault {
    case value(key: String, String)
    case gap(CMTimeRange)
    case times(AVVideoCompositionInstruction)
    case track(AVVideoCompositionInstruction, AVVideoCompositionLayerInstruction, AVAsset)

    /// The fault as text.
    var reason: String {
      switch self {
      case .value(_, let reason): reason
      case .gap(let range): "the times \(range.debugDescription) have no instruction"
      case .times: "the instructions do not follow one another"
      case .track(_, let layer, _):
        "an instruction names the track \(layer.trackID), which the asset does not have"
      }
    }

    /// Tells a delegate of the fault; returns whether to look on.
    func report(_ composition: AVVideoComposition, to delegate: any AVVideoCompositionValidationHandling)
      -> Bool
    {
      switch self {
      case .value(let key, _):
        delegate.videoComposition(
          composition,
          shouldContinueValidatingAfterFindingInvalidValueForKey: key
        )
      case .gap(let range):
        delegate.videoComposition(
          composition,
          shouldContinueValidatingAfterFindingEmptyTimeRange: range
        )
      case .times(let instruction):
        delegate.videoComposition(
          composition,
          shouldContinueValidatingAfterFindingInvalidTimeRangeIn: instruction
        )
      case .track(let instruction, let layer, let asset):
        delegate.videoComposition(
          composition,
          shouldContinueValidatingAfterFindingInvalidTrackIDIn: instruction,
          layerInstruction: layer,
          asset: asset
        )
      }
    }
  }

  extension AVVideoComposition {
    /// Looks whether the composition fits an asset: a size, a rate, and instructions without gaps for tracks that it has.
    ///
    /// - Parameters:
    ///   - asset: The asset; nil to look at no tracks.
    ///   - timeRange: Instructions that meet these times are looked at; gaps count within them and the duration of the asset.
    ///   - validationDelegate: Hears of each fault, and says whether to look on; without one the first fault ends the search.
    /// - Returns: True if there is no fault.
    public func isValid(
      for asset: AVAsset?,
      timeRange: CMTimeRange,
      validationDelegate: (any AVVideoCompositionValidationHandling)? = nil
    ) -> Bool {
      var isValid = true
      findFaults(with: asset, in: timeRange) { fault in
        isValid = false
        return validationDelegate.map { fault.report(self, to: $0) } ?? false
      }
      return isValid
    }

    /// What keeps the composition from being drawn; nil if nothing does.
    ///
    /// Times without an instruction are black.
    func problem(with asset: AVAsset?) -> String? {
      var reason: String?
      findFaults(with: asset, in: nil) { fault in
        reason = fault.reason
        return false
      }
      return reason
    }

    /// Calls a closure for each fault until it returns false; without times, gaps are none.
    private func findFaults(
      with asset: AVAsset?,
      in range: CMTimeRange?,
      _ goesOn: (CompositionFault) -> Bool
    ) {
      for fault in valueFaults where !goesOn(fault) { return }
      let whole = asset.map(\.duration).flatMap {
        $0.isNumber ? CMTimeRange(start: .zero, duration: $0) : nil
      }
      let limits = range.map { range in whole.map { range.intersection($0) } ?? range }
      var end = CMTime.negativeInfinity
      for instruction in instructions {
        let times = instruction.timeRange
        let areTimes = times.start.isNumber && times.isValid
        if areTimes, let gap = limits?.gap(from: end, to: times.start) {
          guard goesOn(.gap(gap)) else { return }
        }
        let isMet = range.map { times.start < $0.end && times.end > $0.start } ?? true
        if !areTimes || (isMet && times.start < end) {
          guard goesOn(.times(instruction)) else { return }
        }
        if areTimes { end = CMTimeMaximum(end, times.end) }
        guard isMet || !areTimes, let asset else { continue }
        for layer in instruction.layerInstructions where layer.trackID != animationTool?.trackID {
          guard asset.track(withTrackID: layer.trackID) == nil else { continue }
          guard goesOn(.track(instruction, layer, asset)) else { return }
        }
      }
      if let gap = limits?.gap(from: end, to: .positiveInfinity) { _ = goesOn(.gap(gap)) }
    }

    /// What is wrong with the size and the rate.
    private var valueFaults: [CompositionFault] {
      let (size, frame) = (renderSize, frameDuration)
      let sides = 1...CGFloat(16384)
      let isSize = sides.contains(size.width) && sides.contains(size.height)
      let scale = CGFloat(renderScale)
      let isScale = scale > 0 && sides.contains(max(size.width, size.height) * scale)
      let isRate = frame.isNumber && frame > .zero
      return [
        isSize
          ? nil : .value(key: "renderSize", "the render size is \(size.width) × \(size.height)"),
        isScale ? nil : .value(key: "renderScale", "the render scale is \(renderScale)"),
        isRate ? nil : .value(key: "frameDuration", "the frame duration is not above zero"),
      ].compactMap { $0 }
    }
  }

  extension CMTimeRange {
    /// The times within the range between two times; nil if there are none.
    fileprivate func gap(from start: CMTime, to end: CMTime) -> CMTimeRange? {
      guard isValid else { return nil }
      let (first, last) = (CMTimeMaximum(start, self.start), CMTimeMinimum(end, self.end))
      return first.isNumber && last.isNumber && first < last ? CMTimeRange(start: first, end: last) : nil
    }
  }
#endif
