#if Media
  import CoreGraphics
  public import CoreVideo
  public import Foundation
  public import QuartzCore
  import StrataRenderTree

  /// A layer that shows the pictures of a player.
  ///
  /// ```swift
  /// let player = AVPlayer(url: url)
  /// let layer = AVPlayerLayer(player: player)
  /// player.play()
  /// ```
  ///
  /// An offline renderer gets exactly the picture of each moment, in any order of moments: the last frame whose time is not later.
  /// A live host never waits; it gets the last picture that is ready. The picture follows the layer's time, so that a tree
  /// with a speed of 0 holds it.
  open class AVPlayerLayer: CALayer {
    private var shownPlayer: AVPlayer?
    private var host: HostKind?
    private var attributes: [String: Any]?

    /// Creates a layer without a player.
    public override init() {
      super.init()
      contentsGravity = .resizeAspect
      prepare()
    }

    /// Creates a layer of a player.
    public convenience init(player: AVPlayer?) {
      self.init()
      self.player = player
    }

    /// Creates a copy for presentation.
    public override init(layer: Any) {
      super.init(layer: layer)
      if let other = layer as? AVPlayerLayer {
        (shownPlayer, host, attributes) = (other.shownPlayer, other.host, other.attributes)
      }
    }

    /// Creates a layer from an archive, without a player.
    public required init?(coder: NSCoder) {
      super.init(coder: coder)
      prepare()
    }

    private func prepare() {
      followHost { [weak self] kind in
        guard let self else { return }
        host = kind
        showPlayback()
      }
    }

    /// The player; nil shows nothing.
    open var player: AVPlayer? {
      get { shownPlayer }
      set {
        guard newValue !== shownPlayer else { return }
        shownPlayer?.remove(self)
        shownPlayer = newValue
        newValue?.add(self)
        playerDidChange()
      }
    }

    /// How the picture is fitted into the bounds; animates as the gravity of contents does.
    open var videoGravity: AVLayerVideoGravity {
      get { pictureGravity }
      set { pictureGravity = newValue }
    }

    /// True if the first picture of the current item can be shown.
    open var isReadyForDisplay: Bool {
      guard let item = shownPlayer?.currentItem, item.status == .readyToPlay else { return false }
      return host == .live ? item.source.hasShownLive : item.presentationSize != .zero
    }

    /// The place of the picture in the layer, in its coordinates; empty until the picture's size is known.
    open var videoRect: CGRect {
      videoGravity.place(of: shownPlayer?.currentItem?.presentationSize ?? .zero, in: bounds)
    }

    /// Options of ``displayedPixelBuffer()``: `kCVPixelBufferPixelFormatTypeKey` names the format, one of those with four bytes
    /// a pixel, `420v` or `420f`; other keys have no effect.
    open var pixelBufferAttributes: [String: Any]? {
      get { attributes }
      set { attributes = newValue }
    }

    /// Returns the picture that is shown now, in the pixel format of ``pixelBufferAttributes``; nil without one.
    open func displayedPixelBuffer() -> CVPixelBuffer? {
      guard let player = shownPlayer, case let playback = player.currentPlayback,
        case let place = playback.place(at: AVPlayer.clock(of: playback)),
        playback.entries.indices.contains(place.entry)
      else { return nil }
      let source = playback.entries[place.entry].source
      let image = host == .live ? source.livePicture(at: place.seconds) : source.picture(at: place.seconds)
      let format = (attributes?[kCVPixelBufferPixelFormatTypeKey as String] as? NSNumber)?.uint32Value
      return image.flatMap { CVPixelBuffer.make(of: $0, format: format ?? kCVPixelFormatType_32BGRA) }
    }

    /// Shows what the player plays; called by the library.
    open override func display() { showPlayback() }

    private func showPlayback() {
      guard let player = shownPlayer else { return showLiveContents(nil) }
      player.joinRecordedTimeLine()
      let playback = player.currentPlayback
      let anchor = convertTime(playback.anchor, from: nil)
      showLiveContents(PlayerPictures(playback.shifted(toAnchor: anchor), waits: host != .live))
    }
  }

  extension AVPlayerLayer: PlayerFollower {
    func playerDidChange() { setNeedsDisplay() }
    func playerDidMoveOn() { if host == .live { setNeedsDisplay() } }
  }

  /// The pictures of a player from one change to the next.
  final class PlayerPictures: LiveContents {
    private let playback: Playback
    /// True to wait for each picture.
    private let waits: Bool

    init(_ playback: Playback, waits: Bool) {
      (self.playback, self.waits) = (playback, waits)
      if !waits { playback.entries.first?.source.prepare() }
    }

    func image(at time: Double) -> CGImage? {
      let place = playback.place(at: time)
      guard playback.entries.indices.contains(place.entry) else { return nil }
      let source = playback.entries[place.entry].source
      return waits ? source.picture(at: place.seconds) : source.livePicture(at: place.seconds)
    }
  }
#endif
