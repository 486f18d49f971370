package dev.waybill.evidence.read.assay;

import dev.waybill.base.Digest;
import dev.waybill.base.json.JsonArray;
import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.base.json.JsonValue;
import dev.waybill.evidence.RecordTime;
import dev.waybill.evidence.canonical.AssayJcs;
import dev.waybill.evidence.read.Members;
import dev.waybill.evidence.read.assay.PackVerdict.Kind;
import dev.waybill.evidence.read.assay.PackVerdict.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Judges a proof pack 0.1.0 as `assay verify-pack` does, in the same order and with the same codes.
///
/// Schema and paths come first, and end the matter: a manifest that is none says nothing. Everything else is judged to
/// the end, so that one look tells all. A pack whose hashes and signature hold is authentic; what else is wrong with it
/// makes it not valid, where Assay calls some of that tampering.
public final class ProofPackVerifier {

    private static final int MAX_MANIFEST = 16 << 20;
    private static final int FINGERPRINT = 16;
    private static final List<String> SIDECARS = List.of("_unsigned");

    /// What can be wrong with a pack that nobody has touched since it was signed.
    private static final List<PackCode> FORM = List.of(PackCode.E_SCHEMA_UNKNOWN, PackCode.E_TIMESTAMP_INVALID);

    private final PackFolder folder;
    private final Instant now;
    private final List<PackError> errors = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private JsonObject manifest = JsonObject.EMPTY;
    private JsonObject attestation = JsonObject.EMPTY;
    private @Nullable PackReceipts receipts;
    private boolean authentic;

    private ProofPackVerifier(Path folder, Instant now) {
        this.folder = new PackFolder(folder);
        this.now = now;
    }

    /// Whether a folder claims to be a proof pack.
    public static boolean isPack(Path folder) {
        return Files.exists(folder.resolve(PackFolder.MANIFEST));
    }

    /// @param now what the clock says: a pack of the day after tomorrow is refused
    /// @throws NoSuchFileException when there is no pack here
    public static PackVerdict verify(Path folder, Instant now) throws IOException {
        if (!isPack(folder)) {
            throw new NoSuchFileException(folder.resolve(PackFolder.MANIFEST).toString(), null, "no proof pack");
        }
        return new ProofPackVerifier(folder, now).verify();
    }

    private PackVerdict verify() throws IOException {
        readManifest();
        if (errors.isEmpty()) {
            checkPaths();
        }
        List<PackError> form = errors.isEmpty() ? ManifestSchema.errors(manifest) : List.of();
        if (errors.isEmpty() && form.isEmpty()) {
            checkRest();
        } else if (errors.isEmpty()) {
            // A manifest of another shape says nothing for sure, but what it was signed with can be checked.
            checkFiles();
            new PackSignature(manifest, folder).check(errors);
        }
        authentic = errors.stream().allMatch(error -> FORM.contains(error.code()));
        errors.addAll(0, form);
        return verdict();
    }

    private void readManifest() throws IOException {
        Optional<byte[]> bytes = folder.small(PackFolder.MANIFEST, MAX_MANIFEST);
        try {
            JsonValue json = JsonReader.readAnyNumbers(bytes.orElse(new byte[0]), JsonLimits.DOCUMENT);
            manifest = json.asObject().orElse(JsonObject.EMPTY);
            attestation = manifest.object("attestation").orElse(JsonObject.EMPTY);
        } catch (JsonException e) {
            tampered(PackFolder.MANIFEST, "the manifest is not JSON: " + e.getMessage());
        }
    }

    private void checkPaths() {
        List<String> names = new ArrayList<>(strings("expected_files"));
        files().forEach(file -> names.add(file.string("path").orElse("")));
        for (String name : names) {
            if (!PackFolder.contained(name)) {
                errors.add(PackError.of(
                        PackCode.E_PATH_ESCAPE, name, "the manifest names a file outside the pack: " + name));
            }
        }
    }

    private void checkRest() throws IOException {
        checkEntries();
        checkFiles();
        checkReceipts();
        checkAttestation();
        new PackSignature(manifest, folder).check(errors);
        if (!text(manifest, "pack_root_sha256").equals(text(manifest, "attestation_sha256"))) {
            tampered("pack_root_sha256", "pack_root_sha256 is not attestation_sha256");
        }
        checkTimes();
    }

    /// Who unpacks next to a pack does not change it; whoever relies on the extra file should know that nobody signed
    /// it.
    private void checkEntries() throws IOException {
        List<String> expected = strings("expected_files");
        for (String name : folder.entries()) {
            if (!expected.contains(name) && !SIDECARS.contains(name)) {
                warnings.add(name + " lies in the pack and was not signed");
            }
        }
    }

    private void checkFiles() {
        boolean covered = false;
        for (JsonObject file : files()) {
            String name = text(file, "path");
            covered |= name.equals(PackFolder.RECEIPTS);
            checkFile(name, text(file, "sha256"));
        }
        if (!covered) {
            tampered("files", "the manifest gives no hash of " + PackFolder.RECEIPTS);
        }
        for (String name : strings("expected_files")) {
            if (folder.file(name) == null && errors.stream().noneMatch(error -> name.equals(error.field()))) {
                tampered(name, "expected the file " + name + ", found none");
            }
        }
    }

    private void checkFile(String name, String sha256) {
        Path file = folder.file(name);
        try {
            if (file == null) {
                tampered(name, "expected the file " + name + ", found none");
                return;
            }
            String found = folder.digest(file).hex();
            if (!found.equals(sha256)) {
                tampered(name, "expected " + name + " with hash " + sha256 + ", found " + found);
            }
        } catch (IOException e) {
            tampered(name, name + " cannot be read: " + e.getMessage());
        }
    }

    private void checkReceipts() {
        PackReceipts read;
        try {
            read = PackReceipts.read(folder.file(PackFolder.RECEIPTS), now);
        } catch (IOException | UncheckedIOException e) {
            tampered(PackFolder.RECEIPTS, PackFolder.RECEIPTS + " cannot be read: " + e.getMessage());
            return;
        }
        receipts = read;
        errors.addAll(read.unparsed());
        checkCount("receipt_count_expected", manifest, read);
        checkIntegrityClaim(read);
        if (read.unparsed().isEmpty() && !read.head().equals(text(attestation, "head_hash"))) {
            tampered(
                    "head_hash",
                    "expected head_hash " + text(attestation, "head_hash") + ", the last receipt has " + read.head());
        }
    }

    private void checkCount(String name, JsonObject object, PackReceipts read) {
        long expected = Members.number(object, name);
        if (read.unparsed().isEmpty() && expected != read.count()) {
            errors.add(PackError.of(
                    PackCode.E_PACK_OMISSION_DETECTED,
                    name,
                    "expected " + expected + " receipts, found " + read.count()));
        }
    }

    /// The pack says itself whether its receipts are sound; to say so wrongly is to tamper.
    private void checkIntegrityClaim(PackReceipts read) {
        boolean sound = read.failures().isEmpty() && read.unparsed().isEmpty();
        if (sound != text(attestation, "receipt_integrity").equals("PASS")) {
            String found =
                    read.failures().isEmpty() ? "" : ", but " + read.failures().getFirst();
            tampered("receipt_integrity", "the attestation says " + text(attestation, "receipt_integrity") + found);
        }
    }

    private void checkAttestation() {
        try {
            if (!Digest.of(AssayJcs.canonicalBytes(attestation)).hex().equals(text(manifest, "attestation_sha256"))) {
                tampered("attestation_sha256", "the attestation has another hash than the manifest says");
            }
        } catch (IllegalArgumentException e) {
            tampered("attestation", "the attestation has no canonical bytes: " + e.getMessage());
        }
        for (String name : List.of("pack_id", "suite_hash", "claim_set_id", "claim_set_hash")) {
            if (!text(attestation, name).equals(text(manifest, name))) {
                tampered(name, "manifest and attestation disagree on " + name);
            }
        }
        if (receipts != null) {
            checkCount("n_receipts", attestation, receipts);
        }
    }

    private void checkTimes() {
        for (String name : List.of("timestamp_start", "timestamp_end")) {
            Optional<RecordTime> time = PackTimes.parse(text(attestation, name));
            if (time.isPresent() && PackTimes.ahead(time.get(), now)) {
                errors.add(PackError.of(
                        PackCode.E_TIMESTAMP_INVALID, name, time.get().text() + " is more than a day ahead"));
            }
        }
        if (receipts != null) {
            errors.addAll(receipts.ahead());
            errors.addAll(receipts.types());
        }
    }

    private PackVerdict verdict() {
        PackReceipts read = receipts;
        return new PackVerdict(
                Kind.PROOF_PACK,
                outcome(),
                manifest.string("pack_id").orElse(null),
                attestation.string("run_id").orElse(null),
                signer(),
                errors.stream().anyMatch(error -> error.code() == PackCode.E_PACK_SIG_INVALID)
                        ? null
                        : manifest.string("signer_pubkey_sha256").orElse(null),
                read == null ? 0 : read.count(),
                read == null ? null : read.head(),
                errors,
                warnings);
    }

    private Outcome outcome() {
        if (!errors.isEmpty()) {
            return authentic ? Outcome.INVALID : Outcome.TAMPERED;
        }
        boolean honest = text(attestation, "claim_check").equals("FAIL")
                || text(attestation, "receipt_integrity").equals("FAIL");
        return honest ? Outcome.HONEST_FAIL : Outcome.PASS;
    }

    private @Nullable String signer() {
        String fingerprint = text(manifest, "signer_pubkey_sha256");
        return fingerprint.length() < FINGERPRINT
                ? null
                : text(manifest, "signer_id") + " (" + fingerprint.substring(0, FINGERPRINT) + ")";
    }

    private List<JsonObject> files() {
        return manifest.array("files").orElse(JsonArray.EMPTY).items().stream()
                .flatMap(item -> item.asObject().stream())
                .toList();
    }

    private List<String> strings(String name) {
        return manifest.array(name).orElse(JsonArray.EMPTY).items().stream()
                .flatMap(item -> item.asString().stream())
                .toList();
    }

    private static String text(JsonObject object, String name) {
        return object.string(name).orElse("");
    }

    private void tampered(String field, String message) {
        errors.add(PackError.of(PackCode.E_MANIFEST_TAMPER, field, message));
    }
}
