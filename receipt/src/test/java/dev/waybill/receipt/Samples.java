package dev.waybill.receipt;

import dev.waybill.base.Base64Url;
import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.code.Code;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.workflow.StepId;
import dev.waybill.receipt.workflow.WorkflowContext;
import dev.waybill.receipt.workflow.WorkflowId;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Keys, drafts and hand-made receipts for tests.
final class Samples {

    static final long NOW = 1_794_700_000;
    static final String ISSUER = "https://orchestrator.example.com";
    static final String RECEIPT_ID = "019abc12-def3-7890-abcd-ef1234567890";
    static final WorkflowId WORKFLOW = new WorkflowId("wf_01HXZ5NWJQ8QJXKZ3V5N7BMGHC");
    static final StepId STEP = new StepId("step_01HXZ5NWJQ8QJXKZ3V5N7BMGHD");
    static final StepId PARENT = new StepId("step_01HXZ5NWJQ8QJXKZ3V5N7BMGHA");

    static final SigningKey KEY = key("key-2026", "one");
    static final SigningKey OTHER_KEY = key("key-2027", "two");

    private Samples() {}

    /// A key of a readable seed: the same on every run.
    static SigningKey key(String kid, String seed) {
        return SigningKey.ofSeed(
                kid, Digest.of(seed.getBytes(StandardCharsets.UTF_8)).toBytes());
    }

    static ReceiptIssuer issuer(Wire wire) {
        return new ReceiptIssuer(KEY, wire, ISSUER);
    }

    static ReceiptDraft.Builder draft() {
        return ReceiptDraft.builder(RECEIPT_ID, NOW).workflow(context());
    }

    static WorkflowContext context() {
        return WorkflowContext.builder(WORKFLOW, STEP)
                .parents(List.of(PARENT))
                .orchestratorId("agent:orchestrator@example.com")
                .toolName("web_search")
                .framework("mcp")
                .build();
    }

    static ReceiptVerifier verifier() {
        return verifier(KeySet.of(ISSUER, KEY.verificationKey()));
    }

    static ReceiptVerifier verifier(KeySet keys) {
        return new ReceiptVerifier(keys, VerifierOptions.at(NOW));
    }

    static JsonObject json(String text) {
        return JsonReader.readObject(text.getBytes(StandardCharsets.UTF_8), JsonLimits.DOCUMENT);
    }

    /// A JWS whatever its parts say, signed well.
    static String sign(SigningKey key, String header, String payload) {
        return sign(key, header.getBytes(StandardCharsets.UTF_8), payload.getBytes(StandardCharsets.UTF_8));
    }

    static String sign(SigningKey key, byte[] header, byte[] payload) {
        String input = Base64Url.encode(header) + "." + Base64Url.encode(payload);
        return input + "." + Base64Url.encode(key.sign(input.getBytes(StandardCharsets.US_ASCII)));
    }

    static String header(Wire wire) {
        return "{\"typ\":\"" + wire.typ() + "\",\"alg\":\"EdDSA\",\"kid\":\"" + KEY.kid() + "\"}";
    }

    static ReceiptCheck.Valid valid(ReceiptCheck check) {
        if (check instanceof ReceiptCheck.Valid valid) {
            return valid;
        }
        throw new AssertionError("expected a valid receipt, found " + check);
    }

    static ReceiptCheck.Invalid invalid(ReceiptCheck check) {
        if (check instanceof ReceiptCheck.Invalid invalid) {
            return invalid;
        }
        throw new AssertionError("expected a refused receipt, found " + check);
    }

    static Code code(ReceiptCheck check) {
        return invalid(check).code();
    }
}
