package dev.waybill.receipt.tamper;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonObject;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.anchor.Anchor;
import dev.waybill.receipt.anchor.Witness;
import dev.waybill.receipt.audit.History;
import dev.waybill.receipt.audit.Keys;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// What attacks begin with: an honest run, what others hold of it, and the tools of a forger.
final class Scene {

    static final String NOT_SIGNED =
            "the signature is not one of " + Keys.key("orchestrator").verificationKey() + " over these bytes";

    private Scene() {}

    /// Three steps, signed by the orchestrator.
    static History run() {
        return History.of("run").step("plan").step("search", "plan").step("write", "search");
    }

    /// The partner countersigned a summary, soon after it was made.
    static Anchor witnessed(Receipt summary) {
        Receipt testimony = testimony("partner", summary);
        return new Anchor(summary.compact(), new Anchor.Proof.Witnessed(testimony.compact()));
    }

    static Receipt testimony(String who, Receipt summary) {
        History at = History.of("witness")
                .after(summary.issuedAt() - History.of("witness").now() + 5);
        return new Witness(Keys.issuer(who, Wire.V0_1)).sign(at.nextId(), at.now(), summary);
    }

    /// The partner was given a summary, and keeps it.
    static Anchor kept(Receipt summary) {
        return new Anchor(summary.compact(), new Anchor.Proof.Kept("partner"));
    }

    static List<String> all(List<String> some, List<String> more) {
        return all(some, more.toArray(String[]::new));
    }

    static List<String> all(List<String> some, String... more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(List.of(more));
        return all;
    }

    /// The same texts, one of them changed.
    static List<String> changed(List<String> texts, int index, UnaryOperator<String> change) {
        List<String> changed = new ArrayList<>(texts);
        changed.set(index, change.apply(texts.get(index)));
        return changed;
    }

    /// One segment of a compact JWS, as text.
    static String segment(String receipt, int index) {
        return new String(Base64Url.decode(receipt.split("\\.", -1)[index]), StandardCharsets.UTF_8);
    }

    /// A receipt with one segment in place of another, under the signature that it had.
    static String withSegment(String receipt, int index, String text) {
        String[] segments = receipt.split("\\.", -1);
        segments[index] = Base64Url.encode(text.getBytes(StandardCharsets.UTF_8));
        return String.join(".", segments);
    }

    /// Any text, signed: what a holder of a key can do whose software refuses nothing.
    static String signed(SigningKey key, String payload) {
        String header = JsonObject.builder()
                .put("typ", Wire.V0_1.typ())
                .put("alg", "EdDSA")
                .put("kid", key.verificationKey().kid())
                .build()
                .toString();
        String input = Base64Url.encode(header.getBytes(StandardCharsets.UTF_8)) + "."
                + Base64Url.encode(payload.getBytes(StandardCharsets.UTF_8));
        return input + "." + Base64Url.encode(key.sign(input.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /// A receipt of the orchestrator whose claims were edited and signed again.
    static String resigned(String receipt, UnaryOperator<String> edit) {
        return signed(Keys.key("orchestrator"), edit.apply(segment(receipt, 1)));
    }
}
