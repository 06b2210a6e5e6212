import UIKit

/// A card that is open: it has the card's colour and title, and grows from the card's place to the whole window.
final class CardDetail: UIView {
  let card: Card
  private let title = UILabel()
  private let text = UILabel()
  private let origin: CGRect

  init(of card: Card, in board: UIView) {
    self.card = card
    origin = card.frame
    super.init(frame: origin)
    backgroundColor = card.color
    clipsToBounds = true
    layer.cornerRadius = Card.cornerRadius
    (title.text, title.textColor, title.font) = (card.title, .white, .boldSystemFont(ofSize: 22))
    title.frame = CGRect(origin: CGPoint(x: 14, y: 14), size: title.sizeThatFits(board.bounds.size))
    addSubview(title)
    text.text = "A shared element: what was a card is the whole window now. Tap to put it back."
    (text.textColor, text.numberOfLines, text.alpha) = (.white, 0, 0)
    text.frame = CGRect(x: 28, y: 90, width: board.bounds.width - 56, height: 120)
    addSubview(text)
  }

  @available(*, unavailable) required init?(coder: NSCoder) { nil }

  /// Takes the whole board; called in an animation block.
  func open(in bounds: CGRect) {
    frame = bounds
    layer.cornerRadius = 0
    title.transform = CGAffineTransform(scaleX: 1.5, y: 1.5)
    title.center = CGPoint(x: 28 + title.bounds.width * 0.75, y: 56)
    text.alpha = 1
  }

  /// Goes back to the card's place; called in an animation block.
  func close() {
    frame = origin
    layer.cornerRadius = Card.cornerRadius
    title.transform = .identity
    title.center = CGPoint(x: 14 + title.bounds.width / 2, y: 14 + title.bounds.height / 2)
    text.alpha = 0
  }
}
