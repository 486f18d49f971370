package dev.waybill.app.command;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.SpooledInput;
import dev.waybill.receipt.bundle.Evidence;
import dev.waybill.receipt.bundle.EvidenceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Opens what a command line names as evidence: files, directories, bundles, or standard input alone.
public final class EvidenceInput {

    private EvidenceInput() {}

    public static Evidence open(Environment environment, List<String> arguments, EvidenceOptions options)
            throws IOException {
        if (!arguments.contains("-")) {
            return Evidence.open(paths(arguments), options);
        }
        if (arguments.size() > 1) {
            throw Failure.usage("- cannot be combined with other paths", "Give files, or only standard input.");
        }
        return Evidence.spool(environment.in(), SpooledInput.MOST, options);
    }

    private static List<Path> paths(List<String> arguments) {
        List<Path> paths = new ArrayList<>();
        for (String argument : arguments) {
            try {
                Path path = Path.of(argument);
                if (Files.notExists(path)) {
                    throw missing(argument);
                }
                paths.add(path);
            } catch (InvalidPathException _) {
                throw missing(argument);
            }
        }
        return paths;
    }

    private static Failure missing(String argument) {
        return new Failure(
                ExitCode.USAGE,
                "input_not_found",
                "there is no file or directory " + argument,
                "Check the path, or give - for standard input.");
    }
}
