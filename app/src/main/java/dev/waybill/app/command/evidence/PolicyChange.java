package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Argument;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.ReceiptType;
import java.io.IOException;
import java.util.Objects;
import java.util.function.BiFunction;
import picocli.CommandLine.Model.CommandSpec;

/// What `apply` and `rollback` share: a receipt to answer, who answers it, and where the answer goes.
final class PolicyChange implements Argument {

    private final ReceiptType from;
    private final Operand<String> file;
    private final Option<String> id =
            Option.text("--id", "ID", "Which one, by its receipt id or correlation id (default: the last).");
    private final Option<String> origin = Option.text("--origin", "REPO/MODULE", "Who does it, such as ccio/guardian.")
            .required();
    private final ReceiptTarget target = new ReceiptTarget();

    /// @param from the type of receipt that is answered
    PolicyChange(ReceiptType from) {
        this.from = from;
        this.file = Operand.text("FILE", "Holds the " + from + ", alone or as a line; - for standard input.")
                .required("a file with the " + from + ", or - for standard input");
    }

    /// @param make the answer, from the receipt and the origin
    ExitCode write(Environment environment, BiFunction<JsonObject, String, JsonObject> make) throws IOException {
        JsonObject found = ReceiptFile.find(environment, file.given(), from, id.value());
        target.write(environment, make.apply(found, Objects.requireNonNull(origin.value())));
        return ExitCode.YES;
    }

    @Override
    public void addTo(CommandSpec spec) {
        file.addTo(spec);
        id.addTo(spec);
        origin.addTo(spec);
        target.addTo(spec);
    }
}
