import UIKit

/// A card with two sides; a mark in its corner turns it over.
final class Card: UIView {
  static let size = CGSize(width: 130, height: 170)
  static let cornerRadius: CGFloat = 18

  let title: String
  let color: UIColor
  /// Called when the card has turned.
  var turned: () -> Void = {}
  /// Moves the card after a throw.
  var flight: UIViewPropertyAnimator?

  /// Both sides turn in this view, which cuts off their corners.
  private let face = UIView(frame: CGRect(origin: .zero, size: Card.size))
  private let front: UIView
  private let back: UIView
  private var isFrontUp = true

  init(title: String, color: UIColor, text: String) {
    (self.title, self.color) = (title, color)
    front = Card.side(color, title, textColor: .white, fontSize: 22)
    back = Card.side(UIColor(white: 0.96, alpha: 1), text, textColor: .darkGray, fontSize: 13)
    super.init(frame: CGRect(origin: .zero, size: Card.size))
    layer.shadowOpacity = 0.35
    layer.shadowRadius = 8
    layer.shadowOffset = CGSize(width: 0, height: 4)
    layer.shadowPath = UIBezierPath(roundedRect: bounds, cornerRadius: Card.cornerRadius).cgPath
    face.layer.cornerRadius = Card.cornerRadius
    face.clipsToBounds = true
    face.addSubview(front)
    addSubview(face)
    for side in [front, back] {
      let mark = UIView(frame: CGRect(x: bounds.width - 38, y: bounds.height - 38, width: 28, height: 28))
      mark.layer.cornerRadius = 14
      mark.backgroundColor = UIColor(white: 0, alpha: 0.25)
      mark.addGestureRecognizer(UITapGestureRecognizer(target: self, action: Card.turn))
      side.addSubview(mark)
    }
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  private static func side(_ color: UIColor, _ text: String, textColor: UIColor, fontSize: CGFloat) -> UIView
  {
    let side = UIView(frame: CGRect(origin: .zero, size: size))
    side.backgroundColor = color
    let label = UILabel(frame: CGRect(x: 14, y: 14, width: size.width - 28, height: size.height - 60))
    (label.text, label.textColor, label.numberOfLines) = (text, textColor, 0)
    label.font = .boldSystemFont(ofSize: fontSize)
    label.frame.size = label.sizeThatFits(label.bounds.size)
    side.addSubview(label)
    return side
  }

  /// Turns the card over in space.
  func turn() {
    UIView.transition(
      from: isFrontUp ? front : back,
      to: isFrontUp ? back : front,
      duration: 0.6,
      options: isFrontUp ? .transitionFlipFromLeft : .transitionFlipFromRight
    ) { [weak self] _ in self?.turned() }
    isFrontUp.toggle()
  }

  /// Lifts the card off the board, or puts it down.
  func lift(_ isLifted: Bool) {
    // A card that is let go soon is still rising: the shadow goes on from where it is.
    let options: UIView.AnimationOptions = [.allowUserInteraction, .beginFromCurrentState]
    UIView.animate(springDuration: 0.3, bounce: 0.2, options: options) {
      transform = isLifted ? CGAffineTransform(scaleX: 1.08, y: 1.08) : .identity
      layer.shadowRadius = isLifted ? 16 : 8
    }
  }
}
