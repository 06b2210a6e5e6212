#if Media
  package import CoreGraphics
  public import CoreMedia
  import CoreVideo
  public import Dispatch
  public import Foundation
  import StrataRaster
  import StrataRenderTree

  /// Takes the samples that a layer shows.
  ///
  /// - Thread: Any.
  open class AVSampleBufferVideoRenderer: NSObject, @unchecked Sendable {  // The lock guards all state.
    package let pictures = SamplePictures()
    private let state = Locked(State())

    private struct State {
      var failure: AVError?
      var hasSamples = false
      var request: (any DispatchSourceTimer)?
    }

    /// The most samples that wait.
    private static let room = 30

    /// How far the renderer is.
    open var status: AVQueuedSampleBufferRenderingStatus {
      state.withLock { $0.failure != nil ? .failed : $0.hasSamples ? .rendering : .unknown }
    }

    /// Why a sample was not shown.
    open var error: (any Error)? { state.withLock { $0.failure } }

    /// True after a failure, until a flush.
    open var requiresFlushToResumeDecoding: Bool { status == .failed }

    /// True if there is room for more samples.
    open var isReadyForMoreMediaData: Bool { status != .failed && pictures.waiting < Self.room }

    /// True if there are samples for half a second, or as many as there is room for.
    open var hasSufficientMediaDataForReliablePlaybackStart: Bool {
      pictures.waiting >= Self.room || pictures.span >= 0.5
    }

    /// The time line of the samples: the control timebase, or one of the machine's clock.
    open var timebase: CMTimebase { pictures.control ?? Self.machine }

    private static let machine: CMTimebase = {
      let timebase = CMTimebase(sourceClock: .hostTimeClock)
      let now = CMClock.hostTimeClock.time
      try? timebase.setRate(1, time: now, immediateSourceTime: now)
      return timebase
    }()

    /// Shows a sample at its time, in any order; one without a picture or a time is a failure.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) {
      guard status != .failed else { return }
      guard let image = sampleBuffer.imageBuffer?.makePicture(), sampleBuffer.presentationTimeStamp.isNumeric
      else {
        let failure = AVError(.decodeFailed, "a sample has no picture or no time")
        return state.withLock { $0.failure = failure }
      }
      pictures.add(image, sampleBuffer.presentationTimeStamp.seconds)
      pictures.dropPast()
      state.withLock { $0.hasSamples = true }
    }

    /// Drops the samples that were not shown yet; the last picture stays.
    open func flush() { flush(removingDisplayedImage: false) }

    /// Drops the samples that were not shown yet, and the picture if asked.
    ///
    /// The handler is called when that is done.
    open func flush(removingDisplayedImage: Bool, completionHandler handler: (@Sendable () -> Void)? = nil) {
      pictures.flush(removesShown: removingDisplayedImage)
      state.withLock { ($0.failure, $0.hasSamples) = (nil, false) }
      handler?()
    }

    /// Calls a block on a queue while there is room for more samples.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
    {
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now(), repeating: .milliseconds(5), leeway: .milliseconds(1))
      timer.setEventHandler { [weak self] in
        guard let self, isReadyForMoreMediaData else { return }
        pictures.dropPast()
        block()
      }
      state.withLock {
        $0.request?.cancel()
        $0.request = timer
      }
      timer.resume()
    }

    /// Ends these calls.
    open func stopRequestingMediaData() {
      state.withLock {
        $0.request?.cancel()
        $0.request = nil
      }
    }

    deinit { state.withLock { $0.request?.cancel() } }
  }

  /// Samples in the order of their times, as contents of a layer.
  ///
  /// A live host needs the sample that is shown and those that wait; while it draws nothing these are kept within a budget.
  /// Other renderers may go back: for them the past ones are kept within the budget.
  package final class SamplePictures: LiveContents {
    private struct State: Sendable {
      var samples: [(time: Double, image: CGImage)] = []
      /// What is shown before the first sample, after a flush and after samples that were not drawn.
      var kept: CGImage?
      var control: CMTimebase?
      /// The latest time that was shown, in seconds; on a live host the last one, which may lie before others.
      var shown = -Double.infinity
      var isLive = false
      /// When a picture was last asked for, or a live host began, in seconds of the machine's clock.
      var drawn = -Double.infinity

      /// The number of samples up to a time.
      func count(until time: Double) -> Int { samples.prefix { $0.time <= time }.count }

      /// The index from which on the first `count` samples fit into a number of bytes.
      func first(of count: Int, within budget: Int) -> Int {
        var (first, bytes) = (count, 0)
        while first > 0 {
          // The pixels themselves may not have been made yet.
          bytes += samples[first - 1].image.pixelsInMemory * 4
          guard bytes <= budget else { break }
          first -= 1
        }
        return first
      }
    }
    private let state = Locked(State())

    /// The bytes of samples that are kept after they were shown, for renderers that go back, and before they are shown
    /// while a live host draws nothing.
    private let pastBudget: Int

    package init(pastBudget: Int = 256 << 20) { self.pastBudget = pastBudget }

    /// True while a live host shows the samples.
    package var isLive: Bool {
      get { state.withLock { $0.isLive } }
      set { state.withLock { ($0.isLive, $0.drawn) = (newValue, Self.now) } }
    }

    package var control: CMTimebase? {
      get { state.withLock { $0.control } }
      set { state.withLock { $0.control = newValue } }
    }

    package var count: Int { state.withLock { $0.samples.count + ($0.kept == nil ? 0 : 1) } }

    /// The samples that were not shown yet.
    package var waiting: Int { state.withLock { state in state.samples.count { $0.time > state.shown } } }

    /// The seconds from the first sample that waits to the last.
    var span: Double {
      state.withLock { state in
        guard let last = state.samples.last?.time,
          let first = state.samples.first(where: { $0.time > state.shown })?.time
        else { return 0 }
        return last - first
      }
    }

    package func add(_ image: CGImage, _ time: Double) {
      state.withLock { state in
        let place = state.samples.firstIndex { $0.time > time } ?? state.samples.count
        state.samples.insert((time, image), at: place)
      }
    }

    /// The time of the machine's clock in seconds.
    private static var now: Double { CMClock.hostTimeClock.time.seconds }

    /// Drops samples before the one that is shown: on a live host all of them, otherwise the earliest ones beyond the budget.
    ///
    /// Of those that wait for a live host that asked for no picture in the last second, the latest ones within the budget stay.
    ///
    /// - Parameter clock: The time of the machine's clock in seconds; nil for now.
    package func dropPast(clock: Double? = nil) {
      // A control timebase goes on while nothing is drawn, and may have been set back.
      let now = control?.time.seconds
      state.withLock { state in
        let past = max(state.count(until: now ?? state.shown) - 1, 0)
        state.samples.removeFirst(state.isLive ? past : state.first(of: past, within: pastBudget))
        guard state.isLive, now == nil, (clock ?? Self.now) - state.drawn > 1 else { return }
        let first = state.first(of: state.samples.count, within: pastBudget)
        guard first > 0 else { return }
        state.kept = state.samples[first - 1].image
        state.samples.removeFirst(first)
      }
    }

    package func flush(removesShown: Bool) {
      state.withLock { state in
        let shown = state.samples.last { $0.time <= state.shown }?.image ?? state.kept
        state.kept = removesShown ? nil : shown
        // What comes now was not shown, whatever its time is.
        (state.samples, state.shown) = ([], -.infinity)
      }
    }

    package func image(at time: Double) -> CGImage? {
      let control = control
      let seconds = control.map { $0.time.seconds } ?? time
      return state.withLock { state in
        (state.shown, state.drawn) = (state.isLive ? seconds : max(state.shown, seconds), Self.now)
        return state.samples.last { $0.time <= seconds }?.image ?? state.kept
      }
    }
  }

  extension CVBuffer {
    /// The picture of the pixels as they are now.
    fileprivate func makePicture() -> CGImage? { contentsValue.image }
  }
#endif
