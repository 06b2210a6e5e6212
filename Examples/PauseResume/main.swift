import StrataExport

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "PauseResume.gif"
let scene = Scene()
try Exporter.film(
  scene.root,
  to: path,
  duration: 4,
  scale: 1,
  changes: [(1, scene.pause), (2, scene.resume)]
)
