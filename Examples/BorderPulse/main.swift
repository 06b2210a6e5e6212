import StrataExport

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "BorderPulse.gif"
try Exporter.film(makeScene(), to: path, duration: 1.6, scale: 1)
