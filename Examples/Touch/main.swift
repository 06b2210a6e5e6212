// Cards to drag, throw, turn and open. With the name of a file it writes a film of a script instead of opening a window.

import UIKit

let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--report" }
if let path = arguments.first {
  try TouchFilm.write(to: path)
} else {
  TouchDelegate.main()
}
