import StrataExport

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "PushTransition.gif"
let scene = Scene()
try Exporter.film(scene.root, to: path, duration: 1.6, scale: 1, changes: [(0.4, scene.turnPage)])
