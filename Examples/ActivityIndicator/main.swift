import StrataExport

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "ActivityIndicator.gif"
try Exporter.film(makeScene(), to: path, duration: 1, scale: 1)
