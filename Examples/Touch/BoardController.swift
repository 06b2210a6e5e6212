import StrataRenderServer
import StrataViews
import UIKit

/// The board: cards are dragged and thrown over it, and opened by a tap.
final class BoardController: UIViewController {
  static let size = CGSize(width: 360, height: 440)

  /// Called with a line for each thing that the user has done.
  var report: (String) -> Void = { _ in }

  private var cards: [Card] = []
  private var detail: CardDetail?
  /// Where the dragged card was when the drag began.
  private var grip = CGPoint.zero

  private static let texts = [
    ("Drag", UIColor(red: 1, green: 0.2, blue: 0.2, alpha: 1), "Any card follows the finger."),
    ("Throw", UIColor(red: 0, green: 0.6, blue: 0.6, alpha: 1), "Let go while it moves: it flies on."),
    ("Turn", UIColor(red: 0.4, green: 0.2, blue: 0.8, alpha: 1), "The mark in the corner turns a card over."),
    ("Open", UIColor(red: 1, green: 0.6, blue: 0, alpha: 1), "A tap opens a card, and another closes it."),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(white: 0.13, alpha: 1)
    for (index, (title, color, text)) in Self.texts.enumerated() {
      let card = Card(title: title, color: color, text: text)
      card.center = CGPoint(x: index % 2 == 0 ? 95 : 265, y: index < 2 ? 115 : 325)
      card.addGestureRecognizer(UIPanGestureRecognizer(target: self, action: BoardController.drag))
      card.addGestureRecognizer(UITapGestureRecognizer(target: self, action: BoardController.open))
      card.turned = { [weak self] in self?.report("turned") }
      view.addSubview(card)
      cards.append(card)
    }
  }

  override func viewDidAppear(_ animated: Bool) { report("appeared") }

  // MARK: Dragging and throwing

  private func drag(_ pan: UIPanGestureRecognizer) {
    guard let card = pan.view as? Card else { return }
    switch pan.state {
    case .began:
      card.flight?.stopAnimation(true)
      card.flight = nil
      grip = card.center
      view.bringSubviewToFront(card)
      card.lift(true)
      fallthrough
    case .changed:
      let way = pan.translation(in: view)
      card.center = CGPoint(x: grip.x + way.x, y: grip.y + way.y)
    case .ended, .cancelled:
      card.lift(false)
      throwCard(card, at: pan.velocity(in: view))
    case .possible, .failed: break
    }
  }

  /// Lets a card fly on at a velocity, in points per second, to where friction would stop it, but not off the board.
  private func throwCard(_ card: Card, at velocity: CGPoint) {
    let room = view.bounds.insetBy(dx: Card.size.width / 2 + 8, dy: Card.size.height / 2 + 8)
    let (start, friction) = (card.center, CGFloat(4))
    let landing = CGPoint(
      x: min(max(start.x + velocity.x / friction, room.minX), room.maxX),
      y: min(max(start.y + velocity.y / friction, room.minY), room.maxY)
    )
    /// The speed along one axis in whole ways per second, as springs count it.
    func speed(_ velocity: CGFloat, _ way: CGFloat) -> CGFloat {
      abs(way) < 1 ? 0 : min(max(velocity / way, -40), 40)
    }
    let spring = UISpringTimingParameters(
      mass: 1,
      stiffness: 90,
      damping: 15,
      initialVelocity: CGVector(
        dx: speed(velocity.x, landing.x - start.x),
        dy: speed(velocity.y, landing.y - start.y)
      )
    )
    let flight = UIViewPropertyAnimator(duration: 0, timingParameters: spring)
    flight.addAnimations { card.center = landing }
    let before = view.window?.host.frameTimings.last?.presentedTime ?? 0
    flight.addCompletion { [weak self, weak card] _ in
      card?.flight = nil
      self?.reportFlight(since: before)
    }
    report("thrown")
    flight.startAnimation()
    card.flight = flight
  }

  private func reportFlight(since start: Double) {
    let times = (view.window?.host.frameTimings ?? []).map(\.presentedTime).filter { $0 > start }
    guard let first = times.first, let last = times.last, last > first else { return report("landed") }
    report("landed \((Double(times.count - 1) / (last - first)).rounded()) pictures per second")
  }

  // MARK: Opening

  /// Lets a card grow to the whole window; the colour and the title are those of the card all the way.
  private func open(_ tap: UITapGestureRecognizer) {
    guard let card = tap.view as? Card, detail == nil, card.flight == nil else { return }
    let detail = CardDetail(of: card, in: view)
    detail.addGestureRecognizer(UITapGestureRecognizer(target: self, action: BoardController.close))
    self.detail = detail
    view.addSubview(detail)
    card.isHidden = true
    UIView.animate(springDuration: 0.5, bounce: 0.15) {
      detail.open(in: view.bounds)
    } completion: { [weak self] _ in
      self?.report("opened")
    }
  }

  private func close() {
    guard let detail else { return }
    UIView.animate(springDuration: 0.45, bounce: 0.1) {
      detail.close()
    } completion: { [weak self] _ in
      detail.removeFromSuperview()
      detail.card.isHidden = false
      self?.detail = nil
      self?.report("closed")
    }
  }
}
