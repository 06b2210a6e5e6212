#if Text
  import CPango
  import CoreGraphics
  import Foundation

  extension PangoEngine {
    /// Gives a layout the tab stops of its request; `isLimited` is true if the layout has the request's width and indents.
    func setTabs(
      of layout: OpaquePointer,
      _ request: TextLayoutRequest,
      _ text: ShapingText,
      isLimited: Bool
    ) {
      guard text.string.utf8.contains(0x09) else { return }
      // Pango counts from the left end of the line with the smaller indent; stops count from the edge of the box.
      let stops = PlacedTabs(request.paragraph.tabs).stops(after: indent(of: request, isLimited: isLimited))
      guard let array = pango_tab_array_new(gint(stops.count), 0) else { return }
      for (index, stop) in stops.enumerated() {
        pango_tab_array_set_tab(array, gint(index), alignment(of: stop), text.units(stop.location))
        guard let point = text.string.unicodeScalars.first(where: stop.terminators.contains) else { continue }
        pango_tab_array_set_decimal_point(array, gint(index), point.value)
        pango_tab_array_set_tab(array, gint(index), PANGO_TAB_DECIMAL, text.units(stop.location))
      }
      pango_layout_set_tabs(layout, array)
      pango_tab_array_free(array)
    }

    private func indent(of request: TextLayoutRequest, isLimited: Bool) -> Double {
      guard let width = request.width, width.isFinite else { return 0 }
      let indents = LineIndents(request.paragraph, width: width)
      return isLimited ? min(indents.first, indents.others) : indents.first
    }

    private func alignment(of stop: TabStops.Stop) -> PangoTabAlign {
      switch stop.alignment {
      case .right: PANGO_TAB_RIGHT
      case .center: PANGO_TAB_CENTER
      case .left, .natural, .justified: PANGO_TAB_LEFT
      }
    }
  }

  /// Tab stops in their order, with enough of those after the last one for Pango to go on with their distance.
  private struct PlacedTabs {
    private var stops: [TabStops.Stop]

    init(_ tabs: TabStops?) {
      func usable(_ length: Double) -> Double { length.isFinite ? min(max(length, 0), 1e6) : 0 }
      stops = (tabs?.stops ?? []).filter { usable($0.location) > 0 }.sorted { $0.location < $1.location }
      for index in stops.indices { stops[index].location = usable(stops[index].location) }
      let last = stops.last?.location ?? 0
      let interval = usable(tabs?.interval ?? 0)
      if interval > 0 {
        let next = (last / interval).rounded(.down) + 1
        stops += [TabStops.Stop(next * interval), TabStops.Stop((next + 1) * interval)]
      } else if stops.count < 2 {
        let distance = last > 0 ? last : TabStops.defaultDistance
        stops += [TabStops.Stop(last + distance), TabStops.Stop(last + 2 * distance)]
      }
    }

    /// Returns the stops beyond a distance from the edge of the box, measured from there.
    func stops(after start: Double) -> [TabStops.Stop] {
      let distance = stops[stops.count - 1].location - stops[stops.count - 2].location
      var result = stops
      // Beyond the last stop, the distance of the last two goes on.
      if distance > 0, let last = stops.last?.location, last <= start {
        let next = ((start - last) / distance).rounded(.down) + 1
        result = [1, 2].map { TabStops.Stop(last + (next + $0 - 1) * distance) }
      }
      for index in result.indices { result[index].location -= start }
      result.removeAll { $0.location <= 0 }
      // Pango takes the place of a lone stop for the distance.
      if distance > 0, let only = result.first, result.count == 1 {
        result.append(TabStops.Stop(only.location + distance))
      }
      return result
    }
  }
#endif
