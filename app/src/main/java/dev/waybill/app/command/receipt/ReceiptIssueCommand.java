package dev.waybill.app.command.receipt;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.KeyFiles;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.LineOptions;
import dev.waybill.app.command.NativeCrypto;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.ReceiptIssuer;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.Wire;

/// `waybill receipt issue`: signs what a small JSON document says.
public final class ReceiptIssueCommand extends ToldCommand {

    private final LineOptions input = takes(new LineOptions());
    private final Option<String> key = takes(Option.text(
            "--key", "REF", "The private JWK: a path, file:PATH or env:VARIABLE (default: your current key)."));
    private final Option<String> issuer =
            takes(Option.text("--issuer", "URL", "Who signs (default: a name made from the key)."));
    private final Option<String> wire = takes(Option.text(
            "--wire", "VERSION", "0.1, as in the specification, or 0.2, as current PEAC tools read (default: 0.1)."));
    private final Option<Long> now =
            takes(Option.number("--now", "EPOCH", "Sign for this time, in seconds since 1970."));
    private final Option<String> id =
            takes(Option.text("--id", "UUID", "The receipt's own id (default: a new UUIDv7)."));
    private final Option<Boolean> redactable =
            takes(Option.flag("--redactable", "Sign the parents so that they can be withheld later."));

    public ReceiptIssueCommand(Environment environment) {
        super(
                environment,
                "Sign a receipt for a step, or for the summary of a workflow.",
                "The document is a workflow context ({\"workflow_id\":…,\"step_id\":…,\"parent_step_ids\":[…]}),",
                "a summary attestation ({\"type\":\"peac/workflow-summary\",…}), or a draft with more:",
                "{\"workflow\":{…},\"type\":…,\"audience\":…,\"subject\":…,\"payment\":{…},\"trace\":{…},\"extensions\":{…}}.");
    }

    @Override
    public ExitCode call() {
        String version = wire.orElse("0.1");
        Wire chosen = Wire.ofLabel(version)
                .orElseThrow(() -> Failure.usage("--wire expects 0.1 or 0.2, found \"" + version + "\"", null));
        if (input.lines()) {
            NativeCrypto.install();
        }
        var signer = new ReceiptIssuer(new KeyFiles(environment).signingKey(key.value()), chosen, issuer.value());
        var drafts = new DraftReader(environment, id.value(), now.value(), redactable.isGiven());
        if (input.lines()) {
            return input.answerLines(
                    environment, line -> signed(drafts, line, signer).toJson());
        }
        DraftReader.Signed signed = signed(drafts, input.document(environment), signer);
        answer(signed.toJson(), out -> out.println(signed.presented()));
        if (!common.json()) {
            signed.remarks().forEach(remark -> environment.err().println("waybill: note: " + remark.message()));
        }
        return ExitCode.YES;
    }

    /// A code's next step speaks to whoever was given a receipt; here it is for the author of one.
    private static DraftReader.Signed signed(DraftReader drafts, byte[] bytes, ReceiptIssuer signer) {
        try {
            return drafts.sign(document(bytes), signer);
        } catch (Rejected e) {
            boolean forAuthors = e.code().name().startsWith("E_WORKFLOW_");
            throw new Failure(
                    ExitCode.NO,
                    e.code().name(),
                    String.valueOf(e.getMessage()),
                    forAuthors
                            ? e.code().next()
                            : "Correct the document; 'waybill receipt issue --help' shows its members.");
        }
    }

    private static JsonObject document(byte[] bytes) {
        try {
            return JsonReader.readObject(bytes, JsonLimits.DOCUMENT);
        } catch (JsonException e) {
            throw Failure.badJson("the draft", e, bytes);
        }
    }
}
