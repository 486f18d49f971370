package dev.waybill.app.cli;

import picocli.CommandLine.Model.CommandSpec;

/// Words that a command takes: an option, an operand, or several that belong together.
///
/// They are declared in code and not by annotations: reading annotations took a third of a short start, and
/// the JVM's start-up cache cannot keep what it finds.
public interface Argument {

    void addTo(CommandSpec spec);
}
