/// What a scroll layer adds.
package struct ScrollState: Sendable, Equatable {
  package var scrollMode = CAScrollLayerScrollMode.both

  package init() {}
}
