/// What `cellgated --help` prints.
package enum HelpText {
    package static let usage = """
        Usage: cellgated [OPTION]...

        Watches the network interfaces, joins the network path with the table of
        per-app permissions for mobile data, and says in the journal what each app
        may use, what it can reach, and why.

          --config DIR   read cellgated.conf, cellgated.conf.d and apps.d from DIR
                         instead of /etc, /run and /usr/lib/cellgate
          --state DIR    keep the records in DIR
          --journal      write to the journal (the default when systemd started it)
          --json         write each entry as a JSON line to standard output
          --user         answer on the user's bus instead of the system's
          --record FILE  write everything that happens to FILE, for --replay
          --replay FILE  print what a recording leads to, and end
          --scenario     with --replay: print it as a scenario, to edit and keep as a test
          --simulate FILE...
                         run scenarios in virtual time, see what the daemon would
                         say, and whether it is what they expect
          --check        read the configuration, say what is wrong, and end
          --help         show this text
          --version      show the version

        SIGUSR1 reads everything anew and publishes it, SIGUSR2 publishes the state,
        SIGHUP reloads the configuration, SIGTERM and SIGINT end the daemon.

        Exit status: 0 fine, 1 failure or an expectation that failed, 2 usage,
        65 not a scenario, 66 a scenario that cannot be read, 78 unusable configuration.
        More: cellgated(8), cellgated.conf(5), cellgate.scenario(5).

        """
}
