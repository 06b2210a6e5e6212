import StrataExport

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "PerspectiveCube.gif"
try Exporter.film(makeScene(), to: path, duration: 4, scale: 1)
