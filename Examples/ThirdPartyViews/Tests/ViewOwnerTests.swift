import StrataViews
import Testing
import UIKit

/// An object that no actor isolates keeps views, as programs in Swift 5 have them.
private final class Owner {
  lazy var label = UILabel()
  let view = UIView()
  let controller = UIViewController()
  let animator = UIViewPropertyAnimator()
  let responder = UIResponder()
  let host = OfflineWindowHost(size: CGSize(width: 20, height: 10))
  let tap = UITapGestureRecognizer(target: nil, action: nil)
}

/// Classes of UIKit are made outside of the main actor in Swift 5, where the compiler does not ask for it.
@MainActor @Suite struct ViewOwnerTests {
  @Test func viewsAreMadeOutsideOfTheMainActor() {
    let owner = Owner()
    owner.label.text = "Hello"
    owner.view.addSubview(owner.label)
    #expect(owner.view.subviews.first === owner.label)
    #expect(owner.host.size.width == 20 && owner.animator.state == .inactive)
  }
}
