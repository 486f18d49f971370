package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.write.AppendLog;
import dev.waybill.evidence.write.ForeignStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/// Where a receipt goes: to standard output, and to a file that others may write to at the same time.
final class ReceiptTarget implements Argument {

    private final Option<Path> to = Option.path("--to", "FILE", "Append the receipt to this file, too.");

    void write(Environment environment, JsonObject receipt) throws IOException {
        Path file = to.value();
        if (file != null) {
            require(file);
            try (AppendLog log = AppendLog.open(file, AppendLog.Sync.FORCED)) {
                log.append(receipt);
            }
        }
        new Output(environment, true).line(receipt);
    }

    private static void require(Path file) throws IOException {
        Optional<String> owner = ForeignStore.ownerAround(file);
        if (owner.isPresent()) {
            throw foreign(
                    file + " lies in a data directory of " + owner.get() + ", which is read and never written to");
        }
        if (ForeignStore.isChained(file)) {
            throw foreign(file + " is a chained log of another program: a record of ours would break it");
        }
        if (!ForeignStore.isLinesOfObjects(file)) {
            throw new Failure(
                    ExitCode.NO,
                    "not_json_lines",
                    "--to: expected a new file, or one whose lines are JSON objects, found another one: " + file,
                    "Give --to a file of its own.");
        }
    }

    private static Failure foreign(String what) {
        return new Failure(ExitCode.NO, "foreign_store", what, "Give --to a file of its own.");
    }

    @Override
    public void addTo(CommandSpec spec) {
        to.addTo(spec);
    }
}
