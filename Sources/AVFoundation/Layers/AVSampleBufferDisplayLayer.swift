#if Media
  public import CoreMedia
  public import Dispatch
  public import Foundation
  public import QuartzCore
  import StrataRenderTree

  /// How far a layer or a renderer of samples is.
  public enum AVQueuedSampleBufferRenderingStatus: Int, Sendable {
    /// Nothing was enqueued yet.
    case unknown
    /// Samples are shown.
    case rendering
    /// A sample could not be shown; a flush goes on after it.
    case failed
  }

  /// A layer that shows samples at their times.
  ///
  /// A sample is shown from its time on until the next one. Without a ``controlTimebase`` its times are those of the layer, which for a
  /// tree of ordinary timing are media times; so an offline renderer shows the sample of each moment.
  ///
  /// On a live host samples are dropped once they were shown; while it draws nothing, in a hidden window, the latest ones are kept that
  /// 256 MB hold. Other renderers can go back over as many.
  open class AVSampleBufferDisplayLayer: CALayer {
    private var renderer = AVSampleBufferVideoRenderer()

    /// Creates a layer without samples.
    public override init() {
      super.init()
      contentsGravity = .resizeAspect
      prepare()
    }

    /// Creates a copy for presentation.
    public override init(layer: Any) {
      super.init(layer: layer)
      if let other = layer as? AVSampleBufferDisplayLayer { renderer = other.renderer }
    }

    /// Creates a layer from an archive, without samples.
    public required init?(coder: NSCoder) {
      super.init(coder: coder)
      prepare()
    }

    private func prepare() {
      let pictures = renderer.pictures
      showLiveContents(pictures)
      // A stream may go on when the layer was taken out of a live host.
      followHost { kind in if let kind { pictures.isLive = kind == .live } }
    }

    /// What takes the samples.
    open var sampleBufferRenderer: AVSampleBufferVideoRenderer { renderer }

    /// The time line of the samples; nil for the layer's time.
    open var controlTimebase: CMTimebase? {
      get { renderer.pictures.control }
      set { renderer.pictures.control = newValue }
    }

    /// How the picture is fitted into the bounds.
    open var videoGravity: AVLayerVideoGravity {
      get { pictureGravity }
      set { pictureGravity = newValue }
    }

    /// True once a sample is there to be shown.
    open var isReadyForDisplay: Bool { renderer.pictures.count > 0 }

    /// Kept; nothing captures the screen here.
    open var preventsCapture = false
    /// Kept; displays do not sleep here.
    open var preventsDisplaySleepDuringVideoPlayback = true
    /// Kept; programs are not moved to a background here.
    open var preventsAutomaticBackgroundingDuringVideoPlayback = true
    /// False: displays have no protection here.
    open var isOutputObscuredDueToInsufficientExternalProtection: Bool { false }

    // MARK: Samples

    /// Shows a sample at its time, in any order.
    open func enqueue(_ sampleBuffer: CMSampleBuffer) { renderer.enqueue(sampleBuffer) }
    /// Drops the samples that were not shown yet; the last picture stays.
    open func flush() { renderer.flush() }
    /// Drops all samples and the picture.
    open func flushAndRemoveImage() { renderer.flush(removingDisplayedImage: true) }
    /// True if there is room for more samples.
    open var isReadyForMoreMediaData: Bool { renderer.isReadyForMoreMediaData }
    /// Calls a block on a queue while there is room for more samples.
    open func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
    {
      renderer.requestMediaDataWhenReady(on: queue, using: block)
    }
    /// Ends these calls.
    open func stopRequestingMediaData() { renderer.stopRequestingMediaData() }
    /// How far the layer is.
    open var status: AVQueuedSampleBufferRenderingStatus { renderer.status }
    /// Why a sample was not shown.
    open var error: (any Error)? { renderer.error }
    /// True after a failure, until a flush.
    open var requiresFlushToResumeDecoding: Bool { renderer.requiresFlushToResumeDecoding }
    /// True if there are samples for half a second, or as many as there is room for.
    open var hasSufficientMediaDataForReliablePlaybackStart: Bool {
      renderer.hasSufficientMediaDataForReliablePlaybackStart
    }
    /// The time line of the samples: the control timebase, or one of the machine's clock.
    open var timebase: CMTimebase { renderer.timebase }
  }
#endif
