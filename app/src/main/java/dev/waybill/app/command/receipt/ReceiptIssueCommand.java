package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.CommonOptions;
import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Output;
import dev.waybill.app.command.LineOptions;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.jws.Wire;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `waybill receipt issue`: signs what a small JSON document says.
@Command(
        description = "Sign a receipt for a step, or for the summary of a workflow.",
        footer = {
            "",
            "The document is a workflow context ({\"workflow_id\":…,\"step_id\":…,\"parent_step_ids\":[…]}),",
            "a summary attestation ({\"type\":\"peac/workflow-summary\",…}), or a draft with more:",
            "{\"workflow\":{…},\"type\":…,\"audience\":…,\"subject\":…,\"payment\":{…},\"trace\":{…},\"extensions\":{…}}."
        })
public final class ReceiptIssueCommand implements Callable<ExitCode> {

    private final Environment environment;

    @Mixin
    CommonOptions common = new CommonOptions();

    @Mixin
    LineOptions input = new LineOptions();

    @Option(
            names = "--key",
            paramLabel = "REF",
            description = "The private JWK: a path, file:PATH or env:VARIABLE (default: your current key).")
    @Nullable
    String key;

    @Option(names = "--issuer", paramLabel = "URL", description = "Who signs (default: a name made from the key).")
    @Nullable
    String issuer;

    @Option(
            names = "--wire",
            paramLabel = "VERSION",
            defaultValue = "0.1",
            description = "0.1, as the specification, or 0.2, as current PEAC tools (default: ${DEFAULT-VALUE}).")
    String wire = "0.1";

    @Option(names = "--now", paramLabel = "EPOCH", description = "Sign for this time, in seconds since 1970.")
    @Nullable
    Long now;

    @Option(names = "--id", paramLabel = "UUID", description = "The receipt's own name (default: a new UUIDv7).")
    @Nullable
    String id;

    @Option(names = "--redactable", description = "Sign the parents so that they can be withheld later.")
    boolean redactable;

    public ReceiptIssueCommand(Environment environment) {
        this.environment = environment;
    }

    @Override
    public ExitCode call() {
        Wire chosen = Wire.ofLabel(wire)
                .orElseThrow(() -> Failure.usage("--wire expects 0.1 or 0.2, found \"" + wire + "\"", null));
        if (input.lines()) {
            NativeCrypto.install();
        }
        var signer = new ReceiptIssuer(new KeyFiles(environment).signingKey(key), chosen, issuer);
        var drafts = new DraftReader(environment, id, now, redactable);
        if (input.lines()) {
            return input.answerLines(
                    environment, line -> drafts.sign(document(line), signer).toJson());
        }
        DraftReader.Signed signed = drafts.sign(document(input.document(environment)), signer);
        new Output(environment, common.json()).answer(signed.toJson(), out -> out.println(signed.presented()));
        return ExitCode.YES;
    }

    private static JsonObject document(byte[] bytes) {
        try {
            return JsonReader.readObject(bytes, JsonLimits.RECEIPT);
        } catch (JsonException e) {
            throw Failure.unexpected("the draft", "a JSON object", "other text: " + e.getMessage(), null);
        }
    }
}
