package dev.waybill.receipt.bundle;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonNull;
import dev.waybill.base.json.JsonNumber;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonString;
import dev.waybill.base.json.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A PEAC dispute bundle, `peac-bundle/0.1`, read under PEAC's rules and limits.
///
/// Reading checks the container: paths, sizes, hashes, order. [DisputeReport] judges the receipts.
public final class DisputeBundle {

    static final String RECEIPTS = "receipts.ndjson";
    static final String KEYS = "keys/keys.json";
    static final String SIGNATURE = "bundle.sig";
    static final String POLICY = "policy/policy.yaml";
    static final String PEAC_TXT = "policy/peac.txt";
    static final int MAX_RECEIPTS = 10_000;

    static final int MAX_ENTRY = 64 << 20;
    private static final int MAX_SMALL = 16 << 20;

    private final ZipArchive archive;
    private final DisputeManifest manifest;
    private final Map<JsonValue, DisputeJws> receipts = new LinkedHashMap<>();
    private DisputeKeys keys = DisputeKeys.NONE;
    private String signature = "";

    private DisputeBundle(ZipArchive archive) throws IOException {
        this.archive = archive;
        DisputeArchive.check(archive);
        this.manifest = readManifest();
        checkFiles();
        readReceipts();
        readKeys();
        checkPolicy(POLICY, "policy_hash");
        checkPolicy(PEAC_TXT, "peac_txt_hash");
        Optional<ArchiveEntry> sig = archive.find(SIGNATURE);
        if (sig.isPresent()) {
            signature = text(sig.get()).strip();
        }
    }

    /// @throws DisputeRefused when the container breaks a rule
    public static DisputeBundle read(Path file) throws IOException {
        try (ZipArchive archive = ZipArchive.open(file)) {
            return read(archive);
        } catch (ArchiveRefused e) {
            throw DisputeRefused.of(e);
        }
    }

    static DisputeBundle read(ZipArchive archive) throws IOException {
        try {
            return new DisputeBundle(archive);
        } catch (ArchiveRefused e) {
            throw DisputeRefused.of(e);
        }
    }

    private DisputeManifest readManifest() throws IOException {
        ArchiveEntry entry = archive.find(BundleManifest.NAME)
                .orElseThrow(() ->
                        new DisputeRefused(DisputeCode.E_BUNDLE_MANIFEST_MISSING, "the bundle has no manifest.json"));
        try {
            byte[] content = archive.read(entry, MAX_SMALL);
            return DisputeManifest.parse(JsonReader.readObject(content, JsonLimits.DOCUMENT));
        } catch (JsonException e) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_MANIFEST_INVALID, "manifest.json cannot be read: " + e.getMessage());
        }
    }

    private void checkFiles() throws IOException {
        for (BundleFile listed : manifest.files()) {
            ArchiveEntry entry = archive.find(listed.path())
                    .orElseThrow(() -> new DisputeRefused(
                            DisputeCode.E_BUNDLE_INVALID_FORMAT,
                            "the manifest lists " + listed.path() + ", which is not here"));
            BundleFile here = archive.digest(entry);
            if (!here.equals(listed)) {
                throw new DisputeRefused(
                        DisputeCode.E_BUNDLE_HASH_MISMATCH,
                        "the manifest lists %s with %s and %d bytes, it has %s and %d"
                                .formatted(listed.path(), listed.sha256(), listed.size(), here.sha256(), here.size()));
            }
        }
    }

    private void readReceipts() throws IOException {
        Optional<ArchiveEntry> entry = archive.find(RECEIPTS);
        if (entry.isEmpty()) {
            return;
        }
        String last = "";
        try (LineReader lines = new LineReader(archive.open(entry.get()))) {
            int number = 0;
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                number++;
                String text = new String(line, StandardCharsets.UTF_8).strip();
                if (!text.isEmpty()) {
                    last = add(text, number, last);
                }
            }
        }
    }

    private String add(String text, int number, String last) {
        DisputeJws jws = DisputeJws.parse(text)
                .orElseThrow(() -> new DisputeRefused(
                        DisputeCode.E_BUNDLE_RECEIPT_INVALID, "line " + number + " of receipts.ndjson is not a JWS"));
        JsonValue jti = jws.payload().has("jti") ? jws.payload().get("jti") : null;
        JsonValue id = jti == null ? JsonNull.NULL : jti;
        String key = issuedAt(jws.payload(), number) + "|" + shown(id) + "|"
                + Digest.of(text.getBytes(StandardCharsets.UTF_8));
        if (receipts.put(id, jws) != null) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_DUPLICATE_RECEIPT, "line " + number + " repeats receipt id " + shown(id));
        }
        if (receipts.size() > MAX_RECEIPTS) {
            throw new DisputeRefused(DisputeCode.E_BUNDLE_SIZE_EXCEEDED, "more than " + MAX_RECEIPTS + " receipts");
        }
        if (key.compareTo(last) < 0) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_RECEIPTS_UNORDERED,
                    "line " + number + " of receipts.ndjson should stand before the one above it");
        }
        return key;
    }

    private static String shown(JsonValue id) {
        return id instanceof JsonString(var text) ? text : id.toString();
    }

    private static String issuedAt(JsonObject payload, int line) {
        JsonValue iat = payload.get("iat");
        if (iat instanceof JsonNumber number) {
            return IsoTime.ofSeconds(number.doubleValue())
                    .orElseThrow(() -> new DisputeRefused(
                            DisputeCode.E_BUNDLE_RECEIPT_INVALID, "line " + line + " has an iat beyond any calendar"));
        }
        return iat == null ? "undefined" : shown(iat);
    }

    private void readKeys() throws IOException {
        Optional<ArchiveEntry> entry = archive.find(KEYS);
        if (entry.isEmpty()) {
            return;
        }
        try {
            byte[] content = archive.read(entry.get(), MAX_SMALL);
            keys = new DisputeKeys(JsonReader.readObject(content, JsonLimits.DOCUMENT)
                    .array("keys")
                    .orElseThrow(() -> new DisputeRefused(
                            DisputeCode.E_BUNDLE_MANIFEST_INVALID, "keys/keys.json has no array keys")));
        } catch (JsonException e) {
            throw new DisputeRefused(
                    DisputeCode.E_BUNDLE_MANIFEST_INVALID, "keys/keys.json cannot be read: " + e.getMessage());
        }
    }

    private void checkPolicy(String path, String member) throws IOException {
        Optional<ArchiveEntry> entry = archive.find(path);
        String declared = manifest.json().string(member).orElse("");
        if (entry.isPresent() && !declared.isEmpty()) {
            String here = archive.digest(entry.get()).sha256().toString();
            if (!here.equals(declared)) {
                throw new DisputeRefused(
                        DisputeCode.E_BUNDLE_POLICY_HASH_MISMATCH,
                        "the manifest's " + member + " is " + declared + ", " + path + " has " + here);
            }
        }
    }

    private String text(ArchiveEntry entry) throws IOException {
        return new String(archive.read(entry, MAX_ENTRY), StandardCharsets.UTF_8);
    }

    /// Files of the archive that no hash of the manifest covers, beyond those that cannot be covered.
    List<String> unlistedFiles() {
        List<String> unlisted = new ArrayList<>();
        for (ArchiveEntry entry : archive.entries()) {
            String name = entry.name();
            if (!name.equals(BundleManifest.NAME)
                    && !name.equals(SIGNATURE)
                    && entry.plainFile()
                    && manifest.file(name).isEmpty()) {
                unlisted.add(name);
            }
        }
        return unlisted;
    }

    DisputeManifest manifest() {
        return manifest;
    }

    /// The manifest as it is written.
    public JsonObject manifestJson() {
        return manifest.json();
    }

    /// The receipts by their id, in the order of the file.
    Map<JsonValue, DisputeJws> receipts() {
        return receipts;
    }

    DisputeKeys keys() {
        return keys;
    }

    /// The signature over the content hash; empty when the bundle has none.
    String signature() {
        return signature;
    }
}
