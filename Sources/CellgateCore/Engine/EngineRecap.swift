/// What the engine was told, in short: for another engine that is to go on in its place.
extension Engine {
    /// Inputs that tell another engine the files, the records and the rest that holds now, but for
    /// the network: that is to be read anew after them.
    ///
    /// What waits is not among them: requests, prompts, advice, and who is on the bus.
    package var recap: [Input] {
        // An app whose file has an error stands as invalid in the table; an error itself would have
        // the whole reading refused.
        let warnings = publication.diagnostics.filter { $0.severity == .warning }
        let reading = PolicyReading(
            configuration: configuration, table: table, diagnostics: warnings)
        var inputs: [Input] = [
            .policy(reading),
            .records(
                RecordReading(records: records, diagnostics: publication.recordDiagnostics)),
            .resolver(supportsDNS: supportsDNS), .radio(radio),
            .metered(metered), .modemLinks(modemLinks), .simulation(simulation?.state),
        ]
        if let apps = installations.known { inputs.append(.installed(apps)) }
        if let bus = publication.bus { inputs.append(.bus(bus)) }
        return inputs
    }
}
