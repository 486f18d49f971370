package dev.waybill.app.cli;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/// What a command takes and what its help says.
///
/// @param footer lines below the options
public record Usage(String summary, List<Argument> arguments, List<String> footer) {

    public static Usage of(String summary, Argument... arguments) {
        return new Usage(summary, List.of(arguments), List.of());
    }

    /// The same for the parser, which gives the command back when its words were read.
    public CommandSpec spec(Command command) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        spec.usageMessage().description(summary);
        if (!footer.isEmpty()) {
            spec.usageMessage().footerHeading("%n").footer(footer.toArray(String[]::new));
        }
        arguments.forEach(argument -> argument.addTo(spec));
        return spec;
    }
}
