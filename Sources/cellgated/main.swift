internal import CellgateDaemon
internal import Glibc

// The signals are blocked as the first thing in there: until then one of them ends the process.
exit(Program.run(Array(CommandLine.arguments.dropFirst())))
