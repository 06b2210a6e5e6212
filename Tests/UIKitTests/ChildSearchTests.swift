import StrataViews
import Testing

/// The search for a subview among its siblings, which both modules' views share.
@Suite struct ChildSearchTests {
  private final class Child {}

  @Test func everyObjectIsFoundAtItsIndex() {
    for count in 0..<6 {
      let children = (0..<count).map { _ in Child() }
      for (index, child) in children.enumerated() {
        #expect(children.indexFromEitherEnd(of: child) == index, "\(index) of \(count)")
      }
      #expect(children.indexFromEitherEnd(of: Child()) == nil, "an absent one of \(count)")
    }
  }

  @Test func oneIsTakenOutAndTheOthersStayInOrder() {
    let all = (0..<5).map { _ in Child() }
    for index in all.indices {
      var children = all
      children.removeFromEitherEnd(all[index])
      #expect(children.elementsEqual(all[..<index] + all[(index + 1)...], by: ===), "without \(index)")
      children.removeFromEitherEnd(all[index])
      #expect(children.count == 4, "\(index) is not there any more")
    }
  }
}
