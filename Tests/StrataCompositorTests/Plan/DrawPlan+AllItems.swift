import StrataBase
import StrataFrame

extension DrawPlan {
  /// The plan that draws every item of a frame, also those that opaque items hide.
  init(allItemsOf frame: Frame) {
    self.init(frame)
    guard let pass = frame.passes.last, !fragments.isEmpty else { return }
    plannedItems = pass.items
      .filter { !frame.items[Int($0)].boundsInDevice.intersection(pass.bounds).isEmpty }
      .map { PlannedItem(fragment: 0, item: $0) }
    fragments[0].plannedItems = plannedItems.indices
  }
}
