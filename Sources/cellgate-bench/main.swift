internal import CellgateBenchmark
internal import Glibc

exit(Program.run(Array(CommandLine.arguments.dropFirst())))
