import Testing
import UIKit

/// Surroundings, and colours that depend on them.
@MainActor @Suite struct TraitTests {
  private let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }

  @Test func aColorFollowsTheSurroundingsInWhichItIsUsed() {
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(color.resolvedColor(with: .current) == .black && color.resolvedColor(with: dark) == .white)
    dark.performAsCurrent { #expect(color.cgColor == UIColor.white.cgColor) }
    #expect(color.cgColor == UIColor.black.cgColor)
    #expect(color.withAlphaComponent(0.5).resolvedColor(with: dark) == UIColor(white: 1, alpha: 0.5))
  }

  @Test func aColorThatFollowsTheSurroundingsIsEqualToItselfAlone() {
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(color == color && color.withAlphaComponent(1) != color)
    #expect(color != .black && .black != color)
    let known: Set<UIColor> = [color]
    dark.performAsCurrent { #expect(known.contains(color) && color != .white) }
  }

  @Test func aViewTellsTheBackgroundThatItWasGiven() {
    let view = UIView()
    view.backgroundColor = color
    #expect(view.backgroundColor === color)
    UITraitCollection(userInterfaceStyle: .dark).performAsCurrent { #expect(view.backgroundColor === color) }
    view.layer.backgroundColor = UIColor.red.cgColor
    #expect(view.backgroundColor == .red)
    view.backgroundColor = nil
    #expect(view.backgroundColor == nil)
  }

  @Test func collectionsStateWhatTheyAreMadeWith() {
    let both = UITraitCollection(
      traitsFrom: [UITraitCollection(displayScale: 3), UITraitCollection(userInterfaceStyle: .dark)]
    )
    #expect(both.displayScale == 3 && both.userInterfaceStyle == .dark)
    #expect(UITraitCollection().userInterfaceStyle == .unspecified)
    #expect(UITraitCollection.current.userInterfaceStyle == .light)
  }

  @Test func eachThreadHasItsOwnSurroundings() async {
    let (dark, light) = (
      UITraitCollection(userInterfaceStyle: .dark), UITraitCollection(userInterfaceStyle: .light)
    )
    let others = await withCheckedContinuation { continuation in
      let thread = Thread {
        var styles = [UITraitCollection.current.userInterfaceStyle]
        dark.performAsCurrent {
          light.performAsCurrent { styles.append(UITraitCollection.current.userInterfaceStyle) }
          styles.append(UITraitCollection.current.userInterfaceStyle)
        }
        UITraitCollection.current = dark
        styles.append(UITraitCollection.current.userInterfaceStyle)
        continuation.resume(returning: styles)
      }
      thread.start()
    }
    #expect(others == [.light, .light, .dark, .dark])
    #expect(UITraitCollection.current.userInterfaceStyle == .light)
  }

  @Test func controllersHaveTheTraitsOfTheirViews() {
    let stage = Stage(scale: 3)
    let controller = UIViewController()
    #expect(controller.traitCollection.displayScale == UIScreen.main.scale)
    stage.host.run(at: 0) { stage.window.rootViewController = controller }
    #expect(controller.traitCollection.displayScale == 3)
  }
}
