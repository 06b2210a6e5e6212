#if Media
  public import Foundation
  public import QuartzCore
  import StrataRenderTree

  /// A layer whose time is that of a player item: animations below it follow play, pauses and seeks.
  ///
  /// The layer sets its `speed`, `beginTime` and `timeOffset` when the player changes, and on live time lines when an
  /// item ends; on recorded ones its time goes on after the end. An animation that begins at item time 0 has a
  /// `beginTime` of ``AVCoreAnimationBeginTimeAtZero``. While the layer is in the tree of an
  /// ``AVVideoCompositionCoreAnimationTool``, an export draws it with the export's time.
  open class AVSynchronizedLayer: CALayer {
    private var item: AVPlayerItem?
    private weak var followed: AVPlayer?
    private var host: HostKind?
    /// True while an export draws the layer, which has the time of the export then.
    var isInExport = false {
      didSet { if isInExport != oldValue { synchronize() } }
    }

    /// Creates a layer without an item.
    public override init() {
      super.init()
      prepare()
    }

    /// Creates a layer of an item; the item needs a player.
    public convenience init(playerItem: AVPlayerItem) {
      self.init()
      self.playerItem = playerItem
    }

    /// Creates a copy for presentation.
    public override init(layer: Any) {
      super.init(layer: layer)
      item = (layer as? AVSynchronizedLayer)?.item
    }

    /// Creates a layer from an archive, without an item.
    public required init?(coder: NSCoder) {
      super.init(coder: coder)
      prepare()
    }

    private func prepare() {
      followHost { [weak self] kind in
        guard let self else { return }
        host = kind
        if kind != nil { synchronize() }
      }
    }

    /// The item whose time the layer has; nil stands still at 0.
    open var playerItem: AVPlayerItem? {
      get { item }
      set {
        item?.remove(self)
        item = newValue
        newValue?.add(self)
        follow(newValue?.player)
        synchronize()
        setNeedsDisplay()
      }
    }

    /// Takes the time of the item; called by the library.
    open override func display() { synchronize() }

    private func follow(_ player: AVPlayer?) {
      guard player !== followed else { return }
      followed?.remove(self)
      followed = player
      player?.add(self)
    }

    private func synchronize() {
      if isInExport {
        (speed, beginTime, timeOffset) = (1, 0, 0)
        return
      }
      // An item without a player may come back to its last one.
      if let player = item?.player { follow(player) }
      guard let player = followed, let item else {
        (speed, beginTime, timeOffset) = (0, 0, 0)
        return
      }
      player.joinRecordedTimeLine()
      let playback = player.currentPlayback
      guard player.currentItem === item else {
        (speed, beginTime, timeOffset) = (0, 0, item.currentTime().seconds)
        return
      }
      let place = playback.place(at: AVPlayer.clock(of: playback))
      if host == .live, place.entry == 0, place.hasEnded {
        (speed, beginTime, timeOffset) = (0, 0, place.seconds)
        return
      }
      (speed, timeOffset) = (Float(playback.rate), playback.time.seconds)
      beginTime = superlayer?.convertTime(playback.anchor, from: nil) ?? playback.anchor
    }
  }

  extension AVSynchronizedLayer: PlayerFollower {
    func playerDidChange() { setNeedsDisplay() }
    func playerDidMoveOn() { if host == .live { setNeedsDisplay() } }
  }

  /// The begin time of animations that begin with the film: a `beginTime` of 0 means now.
  public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100
#endif
