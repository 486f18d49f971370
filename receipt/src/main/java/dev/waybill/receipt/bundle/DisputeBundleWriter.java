package dev.waybill.receipt.bundle;

import dev.waybill.base.Base64Url;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonValue;
import dev.waybill.base.json.JsonWriter;
import dev.waybill.receipt.Receipt;
import dev.waybill.receipt.audit.Presented;
import dev.waybill.receipt.audit.ReceiptSource;
import dev.waybill.receipt.code.Rejected;
import dev.waybill.receipt.jws.JoseHeader;
import dev.waybill.receipt.jws.Wire;
import dev.waybill.receipt.key.KeySet;
import dev.waybill.receipt.key.SigningKey;
import dev.waybill.receipt.key.VerificationKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes Wire 0.2 receipts as a PEAC dispute bundle that PEAC's own reader accepts.
///
/// PEAC's writer sorts by locale and its reader checks by code unit, so some bundles of its own making fail
/// there. Here both are by code unit.
public final class DisputeBundleWriter {

    private final DisputeDraft draft;
    private final Map<String, VerificationKey> keys = new TreeMap<>();
    private final Map<String, Member> members = new LinkedHashMap<>();
    private long bytes;

    /// A receipt and its place in the bundle.
    private record Member(Receipt receipt, String issuedAt) {
        String orderKey() {
            return issuedAt + "|" + receipt.id() + "|" + receipt.ref();
        }

        JsonObject toJson() {
            return JsonObject.of("receipt_id", receipt.id())
                    .with("issued_at", issuedAt)
                    .with("receipt_hash", receipt.ref().toString());
        }
    }

    private DisputeBundleWriter(DisputeDraft draft) {
        this.draft = draft;
    }

    /// Writes the bundle; the file appears whole or not at all.
    ///
    /// @throws DisputeRefused when the receipts or keys cannot stand in a dispute bundle; the message says why
    public static void write(Path target, DisputeDraft draft, ReceiptSource receipts, KeySet keys) throws IOException {
        DisputeBundleWriter writer = new DisputeBundleWriter(draft);
        for (byte[] line = receipts.next(); line != null; line = receipts.next()) {
            writer.add(line);
        }
        keys.all().forEach(writer::add);
        writer.write(target);
    }

    /// Disclosures stay behind: PEAC's bundle has no place for them.
    private void add(byte[] presented) {
        Receipt receipt = decode(Presented.of(presented).jws());
        if (receipt.wire() != Wire.V0_2) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_RECEIPT_INVALID,
                    "a dispute bundle names receipts by jti, and receipt " + receipt.ref()
                            + " is on Wire 0.1, which has rid instead; write a Waybill bundle, or issue on Wire 0.2");
        }
        String issuedAt = IsoTime.of(Instant.ofEpochSecond(receipt.issuedAt()));
        if (members.put(receipt.id(), new Member(receipt, issuedAt)) != null) {
            throw new DisputeRefused(DisputeCode.E_BUNDLE_DUPLICATE_RECEIPT, "two receipts are called " + receipt.id());
        }
        if (members.size() > DisputeBundle.MAX_RECEIPTS) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_SIZE_EXCEEDED,
                    "a dispute bundle holds at most " + DisputeBundle.MAX_RECEIPTS + " receipts");
        }
        bytes += receipt.compact().length() + 1L;
        if (bytes > DisputeBundle.MAX_ENTRY) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_SIZE_EXCEEDED,
                    "a dispute bundle holds at most " + (DisputeBundle.MAX_ENTRY >> 20) + " MB of receipts");
        }
    }

    private static Receipt decode(byte[] jws) {
        try {
            return Receipt.decode(jws);
        } catch (Rejected e) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_RECEIPT_INVALID, "not a receipt: " + e.code() + ", " + e.getMessage());
        }
    }

    private void add(VerificationKey key) {
        VerificationKey other = keys.put(key.kid(), key);
        if (other != null && !other.thumbprint().equals(key.thumbprint())) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_MISSING_KEYS,
                    "a dispute bundle finds keys by kid alone, and two keys are called " + key.kid());
        }
    }

    private void write(Path target) throws IOException {
        if (members.isEmpty()) {
            throw new DisputeRefused(DisputeCode.E_BUNDLE_MISSING_RECEIPTS, "there are no receipts to bundle");
        }
        if (keys.isEmpty()) {
            throw new DisputeRefused(DisputeCode.E_BUNDLE_MISSING_KEYS, "there are no keys to bundle");
        }
        SigningKey signer = draft.signer();
        if (signer != null) {
            add(signer.verificationKey());
        }
        try (NewFile file = new NewFile(target)) {
            write(new ZipWriter(file.channel()));
            file.publish();
        }
    }

    private void write(ZipWriter zip) throws IOException {
        List<Member> sorted = members.values().stream()
                .sorted(Comparator.comparing(Member::orderKey))
                .toList();
        content(zip, sorted);
        var manifest = head(sorted);
        policy(zip, manifest, DisputeBundle.POLICY, "policy_hash", draft.policy());
        policy(zip, manifest, DisputeBundle.PEAC_TXT, "peac_txt_hash", draft.peacTxt());
        List<JsonValue> files = new ArrayList<>();
        zip.files().stream().sorted(Comparator.comparing(BundleFile::path)).forEach(file -> files.add(file.toJson()));
        JsonObject body = manifest.put("files", new JsonArray(files)).build();
        String contentHash = DisputeManifest.contentHash(body);
        zip.file(BundleManifest.NAME, JsonWriter.pretty(body.with("content_hash", contentHash)));
        SigningKey signer = draft.signer();
        if (signer != null) {
            zip.file(DisputeBundle.SIGNATURE, signature(signer, contentHash));
        }
        zip.finish();
    }

    private void content(ZipWriter zip, List<Member> sorted) throws IOException {
        zip.begin(DisputeBundle.RECEIPTS);
        for (Member member : sorted) {
            zip.writeLine(member.receipt().compact().getBytes(StandardCharsets.ISO_8859_1));
        }
        zip.end();
        List<JsonValue> jwks = new ArrayList<>();
        keys.values().forEach(key -> jwks.add(key.toJwk()));
        zip.file(DisputeBundle.KEYS, JsonWriter.pretty(JsonObject.of("keys", new JsonArray(jwks))));
    }

    private JsonObject.Builder head(List<Member> sorted) {
        List<JsonValue> listed = new ArrayList<>();
        sorted.forEach(member -> listed.add(member.toJson()));
        List<JsonValue> keyList = new ArrayList<>();
        keys.keySet().forEach(kid -> keyList.add(JsonObject.of("kid", kid).with("alg", "EdDSA")));
        return JsonObject.builder()
                .put("version", DisputeManifest.VERSION)
                .put("kind", draft.kind().wire())
                .put("bundle_id", draft.bundleId())
                .put("refs", draft.refsJson())
                .put("created_by", draft.createdBy())
                .put("created_at", IsoTime.of(draft.createdAt()))
                .put(
                        "time_range",
                        JsonObject.of("start", sorted.getFirst().issuedAt())
                                .with("end", sorted.getLast().issuedAt()))
                .put("receipts", new JsonArray(listed))
                .put("keys", new JsonArray(keyList));
    }

    private static void policy(
            ZipWriter zip, JsonObject.Builder manifest, String path, String member, @Nullable String content)
            throws IOException {
        if (content != null) {
            manifest.put(member, zip.file(path, content).sha256().toString());
        }
    }

    /// PEAC signs bundles under the typ of Wire 0.1, whatever the wire of the receipts.
    private static String signature(SigningKey signer, String contentHash) {
        JsonObject payload = JsonObject.of("content_hash", contentHash);
        String input = Base64Url.encode(JsonWriter.compactBytes(new JoseHeader(Wire.V0_1, signer.kid()).toJson())) + "."
                + Base64Url.encode(JsonWriter.compactBytes(payload));
        return input + "." + Base64Url.encode(signer.sign(input.getBytes(StandardCharsets.US_ASCII)));
    }
}
