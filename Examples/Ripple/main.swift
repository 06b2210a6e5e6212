import StrataExport

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "Ripple.gif"
try Exporter.film(makeScene(), to: path, duration: 2, scale: 1)
