import StrataExport

let path = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "Fountain.gif"
try Exporter.film(makeScene(), to: path, duration: 2, scale: 1)
