package dev.waybill.app.command.merkle;

import dev.waybill.app.cli.Environment;
import dev.waybill.app.cli.ExitCode;
import dev.waybill.app.cli.Failure;
import dev.waybill.app.cli.Option;
import dev.waybill.app.cli.Output;
import dev.waybill.app.cli.ToldCommand;
import dev.waybill.app.command.LineOptions;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonBool;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import dev.waybill.receipt.merkle.ConsistencyProof;
import dev.waybill.receipt.merkle.InclusionProof;
import dev.waybill.receipt.merkle.MerkleException;
import dev.waybill.view.text.SafeText;
import dev.waybill.view.text.Style;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// `waybill merkle check`: does this proof lead to that root?
public final class MerkleCheckCommand extends ToldCommand {

    private final LineOptions input = takes(new LineOptions());
    private final Option<String> root = takes(Option.text("--root", "DIGEST", "The root that was signed."));
    private final Option<String> oldRoot =
            takes(Option.text("--old-root", "DIGEST", "The root of the earlier, shorter log."));
    private final Option<String> receipt =
            takes(Option.text("--receipt", "REF", "The receipt: a sha256: reference, or the receipt itself."));
    private final Option<Long> treeSize =
            takes(Option.number("--tree-size", "N", "The number of receipts that was signed."));

    public MerkleCheckCommand(Environment environment) {
        super(
                environment,
                "Check an inclusion or consistency proof.",
                "The document is what 'merkle prove' writes: {\"root\":…,\"receipt\":…,\"proof\":{…}}, or for growth",
                "{\"old_root\":…,\"root\":…,\"proof\":{…}}. Options replace members.",
                "Give --tree-size from the signed summary: a bare root does not bind the size.");
    }

    @Override
    public ExitCode call() {
        if (input.lines()) {
            return input.answerLines(environment, line -> check(document(line)));
        }
        JsonObject answer = check(document(input.document(environment)));
        boolean valid = answer.get("valid") == JsonBool.TRUE;
        new Output(environment, common.json())
                .answer(
                        answer,
                        out -> out.println(common.terminal()
                                        .ansi()
                                        .paint(valid ? Style.GOOD : Style.BAD, valid ? "valid" : "invalid")
                                + answer.string("message")
                                        .map(text -> "  " + SafeText.of(text))
                                        .orElse("")));
        // A proof that leads elsewhere was changed; one that cannot be read is just no proof.
        return valid ? ExitCode.YES : answer.get("error_code") == JsonNull.NULL ? ExitCode.TAMPERED : ExitCode.NO;
    }

    private static JsonObject document(byte[] bytes) {
        try {
            return JsonReader.readObject(bytes, JsonLimits.DOCUMENT);
        } catch (JsonException e) {
            throw Failure.badJson("the proof", e, bytes);
        }
    }

    private JsonObject check(JsonObject document) {
        JsonValue proof =
                document.has("proof") ? document.object("proof").orElse(JsonObject.EMPTY) : proofOnly(document);
        try {
            boolean growth = proof.asObject().orElse(JsonObject.EMPTY).has("old_size") || document.has("old_root");
            return growth ? growth(document, proof) : inclusion(document, proof);
        } catch (MerkleException e) {
            return answer(false, e.code().text(), e.getMessage());
        }
    }

    /// Proofs of other tools come with root and receipt beside the path, in one object.
    private static JsonObject proofOnly(JsonObject document) {
        return document.without("root")
                .without("receipt")
                .without("target_ref")
                .without("valid")
                .without("old_root");
    }

    private JsonObject inclusion(JsonObject document, JsonValue value) {
        InclusionProof proof = InclusionProof.parse(value);
        Digest signed = digest(document, "root", root.value());
        Digest leaf = leaf(document);
        Long size = treeSize.isGiven() ? treeSize.value() : size(document);
        if (size != null && size != proof.treeSize()) {
            return answer(false, null, "the proof is for " + proof.treeSize() + " receipts, the root for " + size);
        }
        return proof.verifies(signed, leaf)
                ? answer(true, null, null)
                : answer(false, null, "the path does not lead from the receipt to the root");
    }

    private JsonObject growth(JsonObject document, JsonValue value) {
        ConsistencyProof proof = ConsistencyProof.parse(value);
        return proof.verifies(digest(document, "old_root", oldRoot.value()), digest(document, "root", root.value()))
                ? answer(true, null, null)
                : answer(false, null, "the later log does not extend the earlier one");
    }

    private static @Nullable Long size(JsonObject document) {
        return document.has("proof") && document.get("tree_size") instanceof JsonNumber number
                ? (Long) number.asInteger().orElse(-1)
                : null;
    }

    private Digest leaf(JsonObject document) {
        String text = receipt.orElse(document.string("receipt")
                .or(() -> document.string("target_ref"))
                .orElse(""));
        if (text.isEmpty() || text.startsWith(Digest.PREFIX)) {
            return digest(document, "receipt", text.isEmpty() ? null : text);
        }
        return Digest.of(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Digest digest(JsonObject document, String name, @Nullable String given) {
        String text = given == null ? document.string(name).orElse("nothing") : given;
        return Digest.tryParse(text)
                .orElseThrow(() -> Failure.unexpected(name, "sha256: and 64 hexadecimal digits", text, null));
    }

    private static JsonObject answer(boolean valid, @Nullable String code, @Nullable String message) {
        return JsonObject.of("valid", valid)
                .with("error_code", code == null ? JsonNull.NULL : new JsonString(code))
                .with("message", message == null ? JsonNull.NULL : new JsonString(message));
    }
}
