#if Media
  /// Ends the program with a reason where Apple's classes raise an exception, in optimised programs, too.
  func demand(_ condition: Bool, _ reason: @autoclosure () -> String) {
    if !condition { fatalError(reason()) }
  }
#endif
