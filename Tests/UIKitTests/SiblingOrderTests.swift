import Testing
import UIKit

/// The places of views among their siblings.
@MainActor @Suite struct SiblingOrderTests {
  private let views = (0..<5).map { number in
    let view = UIView()
    view.tag = number
    return view
  }

  private func tags(in parent: UIView) -> [Int] { parent.subviews.map(\.tag) }

  @Test func besideItselfAViewStaysWhereItIs() {
    let parent = UIView()
    views.forEach(parent.addSubview)
    parent.insertSubview(views[1], belowSubview: views[1])
    parent.insertSubview(views[3], aboveSubview: views[3])
    #expect(tags(in: parent) == [0, 1, 2, 3, 4])
  }

  @Test func viewsLeaveAndMoveFromEveryPlace() {
    let parent = UIView()
    views.forEach(parent.addSubview)
    for view in views { parent.bringSubviewToFront(view) }
    #expect(tags(in: parent) == [0, 1, 2, 3, 4])
    parent.sendSubviewToBack(views[2])
    views[3].removeFromSuperview()
    #expect(tags(in: parent) == [2, 0, 1, 4])
    for view in [views[4], views[0], views[2], views[1]] { view.removeFromSuperview() }
    #expect(parent.subviews.isEmpty && parent.layer.sublayers?.isEmpty ?? true)
  }
}
