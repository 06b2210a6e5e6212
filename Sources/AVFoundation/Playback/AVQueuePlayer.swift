#if Media
  public import CoreMedia
  public import Foundation

  /// Plays items one after the other.
  ///
  /// The current item and the two after it are read; the status of later ones is unknown until then.
  open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
    /// Creates a player of items in their order.
    public init(items: [AVPlayerItem]) {
      super.init()
      actionAtItemEnd = .advance
      setItems(items)
    }

    /// Creates a player without items.
    public override convenience init() { self.init(items: []) }

    /// Creates a player of an item.
    public override convenience init(playerItem item: AVPlayerItem?) {
      self.init(items: item.map { [$0] } ?? [])
    }

    /// The current item and those that follow.
    public func items() -> [AVPlayerItem] {
      settle()
      return state.withLock { $0.items }
    }

    /// Goes on to the next item at once.
    public func advanceToNextItem() {
      let now = items()
      setItems(Array(now.dropFirst()))
    }

    /// Returns whether an item can be put after another one: it can unless a player has it.
    public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
      item.player == nil && (afterItem == nil || items().contains { $0 === afterItem })
    }

    /// Puts an item after another one, or at the end; nothing happens if it cannot be put there.
    public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
      guard canInsert(item, after: afterItem) else { return }
      var list = items()
      let place = list.firstIndex { $0 === afterItem }.map { $0 + 1 } ?? list.count
      list.insert(item, at: place)
      setItems(list)
    }

    /// Takes an item out; the current one is followed by the next.
    public func remove(_ item: AVPlayerItem) { setItems(items().filter { $0 !== item }) }

    /// Takes all items out.
    public func removeAllItems() { setItems([]) }
  }

  /// An item that repeats, and how often it did; the player's lock guards it.
  final class LoopedItem {
    let item: AVPlayerItem
    /// The times that are repeated, in seconds.
    let range: (start: Double, end: Double)
    /// The rounds before the anchor of the player's playback.
    var rounds = 0

    init(_ item: AVPlayerItem, _ range: (start: Double, end: Double)) {
      (self.item, self.range) = (item, range)
    }
  }

  extension AVPlayer.State {
    /// Counts the rounds of a playback whose course has changed at a time of the clock, and drops a loop whose item has left.
    mutating func noteRounds(of former: Playback, at clock: Double) {
      if let loop, !playback.hasCourse(of: former) { loop.rounds += former.rounds(until: clock) }
      dropLoop()
    }

    /// Ends the loop of an item that has left the queue.
    mutating func dropLoop() {
      if let loop, !items.contains(where: { $0 === loop.item }) { self.loop = nil }
    }
  }

  /// Repeats an item of a queue, without a gap.
  ///
  /// The picture of any time follows from a formula, so that no round adds an error.
  open class AVPlayerLooper: NSObject {
    /// The status of a looper: whether it can repeat its item.
    public enum Status: Int, Sendable {
      /// It is not known yet.
      case unknown
      /// It can.
      case ready
      /// It cannot.
      case failed
      /// It was stopped.
      case cancelled
    }

    private weak var player: AVQueuePlayer?
    private let loop: LoopedItem
    private var item: AVPlayerItem { loop.item }
    private var isCancelled = false

    /// Puts a copy of an item into a queue in place of what is there, and repeats it.
    ///
    /// - Parameters:
    ///   - player: The queue.
    ///   - itemToLoop: The item that is copied.
    ///   - loopRange: The part that is repeated; an invalid range is all of it.
    public init(
      player: AVQueuePlayer,
      templateItem itemToLoop: AVPlayerItem,
      timeRange loopRange: CMTimeRange = .invalid
    ) {
      self.player = player
      let isPart = loopRange.isValid && loopRange.start.isNumeric && loopRange.duration.isNumeric
      let range = isPart ? (loopRange.start.seconds, loopRange.end.seconds) : (0, Double.infinity)
      let item = itemToLoop.copy() as? AVPlayerItem ?? AVPlayerItem(asset: itemToLoop.asset)
      loop = LoopedItem(item, range)
      super.init()
      if isPart { item.storedTime = loopRange.start }
      // A former looper's item leaves first, with its rounds.
      player.setItems([item])
      player.state.withLock { $0.loop = loop }
      player.itemChanged()
    }

    /// The items that are repeated.
    open var loopingPlayerItems: [AVPlayerItem] { isCancelled ? [] : [item] }

    /// How often the item was played to its end, also before pauses and seeks.
    open var loopCount: Int {
      guard let player else { return loop.rounds }
      player.settle()
      return player.state.withLock { state in
        guard state.loop === loop else { return loop.rounds }
        return loop.rounds + state.playback.rounds(until: AVPlayer.clock(of: state.playback))
      }
    }

    /// The status of the looper.
    open var status: Status {
      if isCancelled { return .cancelled }
      return switch item.status {
      case .unknown: .unknown
      case .readyToPlay: .ready
      case .failed: .failed
      }
    }

    /// Why the item cannot be repeated.
    open var error: (any Error)? { item.error }

    /// Stops repeating: the item is played to its end.
    open func disableLooping() {
      guard !isCancelled, let player else { return }
      isCancelled = true
      guard player.state.withLock({ $0.loop === loop }) else { return }
      // The time within the round is the item's from now on.
      player.setRate(player.rate, time: player.currentTime(), atHostTime: .invalid)
      player.state.withLock { $0.loop = nil }
      player.itemChanged()
    }
  }
#endif
