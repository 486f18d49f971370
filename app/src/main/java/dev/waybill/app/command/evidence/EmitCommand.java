package dev.waybill.app.command.evidence;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Input;
import dev.waybill.app.cli.Operand;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.host.EnvelopeVariables;
import dev.waybill.base.EvidenceEnvelope;
import dev.waybill.base.json.JsonObject;
import dev.waybill.evidence.ReceiptType;
import dev.waybill.evidence.task.MeshIds;
import dev.waybill.journal.event.Times;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `waybill evidence emit`: completes a record that a program made, and appends it where others look.
///
/// What is there is never changed: only a missing id, time, version, origin or correlation is added.
public final class EmitCommand extends ToldCommand {

    private final Operand<String> file = takes(Operand.text("FILE", "One record, a JSON object; - for standard input.")
            .required("a file with one record, or - for standard input"));
    private final Option<String> origin =
            takes(Option.text("--origin", "REPO/MODULE", "Who made it, if it does not say so itself."));
    private final Option<String> correlation =
            takes(Option.text("--correlation-id", "ID", "The chain it belongs to (default: EWP_CORRELATION_ID)."));
    private final ReceiptTarget target = takes(new ReceiptTarget());

    public EmitCommand(Environment environment) {
        super(
                environment,
                "Append a record of any type to a file, with the identity envelope.",
                "Without a correlation id and parents, the record starts a chain named by its own id.");
    }

    @Override
    public ExitCode call() throws IOException {
        JsonObject given;
        try (Input in = Input.open(file.given(), environment)) {
            given = in.foreignObject("a record, a JSON object", "Pass one object; repeat the command for more.");
        }
        target.write(environment, completed(given));
        return ExitCode.YES;
    }

    private JsonObject completed(JsonObject given) {
        String id = given.string("receipt_id")
                .or(() -> runId(given))
                .orElseGet(() -> new MeshIds(new SecureRandom()).receipt());
        JsonObject record = add(given, "receipt_id", id);
        record = add(record, "timestamp", Times.format(environment.clock().instant()));
        record = add(record, EvidenceEnvelope.VERSION, "0");
        record = add(record, EvidenceEnvelope.ORIGIN, origin.value());
        return add(record, EvidenceEnvelope.CORRELATION_ID, correlation(record, id));
    }

    /// A recommendation is known by the run that made it, which is its correlation id.
    private static Optional<String> runId(JsonObject given) {
        boolean recommends = given.string("type")
                .flatMap(ReceiptType::of)
                .filter(ReceiptType.POLICY_RECOMMENDATION::equals)
                .isPresent();
        return recommends ? given.string(EvidenceEnvelope.CORRELATION_ID) : Optional.empty();
    }

    /// Made at a true root only: a record with parents and no correlation is in the middle of a chain that nobody
    /// named.
    private @Nullable String correlation(JsonObject record, String id) {
        return EnvelopeVariables.member(correlation, environment, EvidenceEnvelope.CORRELATION_ID)
                .orElse(hasParents(record) ? null : id);
    }

    private static boolean hasParents(JsonObject record) {
        return record.array(EvidenceEnvelope.PARENT_IDS)
                .filter(parents -> parents.size() > 0)
                .isPresent();
    }

    private static JsonObject add(JsonObject record, String name, @Nullable String value) {
        return value == null || value.isEmpty() || record.has(name) ? record : record.with(name, value);
    }
}
