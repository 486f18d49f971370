package dev.waybill.receipt.bundle;

import dev.waybill.base.json.JsonException;
import dev.waybill.base.json.JsonLimits;
import dev.waybill.base.json.JsonObject;
import dev.waybill.base.json.JsonReader;
import dev.waybill.receipt.audit.Finding;
import dev.waybill.receipt.audit.Severity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Opens a zip file as the kind of bundle that it is.
final class ArchivePart {

    private static final int MAX_MANIFEST = 16 << 20;

    private ArchivePart() {}

    static EvidencePart open(Path file, EvidenceOptions options) throws IOException {
        ZipArchive archive;
        try {
            archive = ZipArchive.open(file);
        } catch (ArchiveRefused e) {
            return EvidencePart.Memory.remark(EvidenceKind.BUNDLE, BundleCode.finding(e));
        }
        if (archive.find(BundleManifest.NAME).isEmpty()
                && archive.find(BundleWriter.RECEIPTS).isEmpty()) {
            archive.close();
            throw new UnreadableEvidence(
                    EvidenceFile.EXPECTED, "a zip file without manifest and receipts in " + file, "Give a bundle.");
        }
        return isDispute(archive) ? dispute(archive, options) : bundle(archive);
    }

    private static EvidencePart bundle(ZipArchive archive) throws IOException {
        try {
            return new EvidencePart.Bundle(BundleReader.open(archive));
        } catch (ArchiveRefused e) {
            return EvidencePart.Memory.remark(EvidenceKind.BUNDLE, BundleCode.finding(e));
        }
    }

    private static EvidencePart dispute(ZipArchive archive, EvidenceOptions options) throws IOException {
        try (archive) {
            DisputeBundle bundle = DisputeBundle.read(archive);
            return DisputeEvidence.of(bundle, options);
        } catch (DisputeRefused e) {
            return EvidencePart.Memory.remark(
                    EvidenceKind.DISPUTE_BUNDLE,
                    new Finding(
                            e.code().name(),
                            Severity.ERROR,
                            null,
                            null,
                            e.getMessage(),
                            e.code().next()));
        }
    }

    private static boolean isDispute(ZipArchive archive) throws IOException {
        Optional<JsonObject> manifest = manifest(archive);
        if (manifest.isPresent() && BundleManifest.isOurs(manifest.get())) {
            return false;
        }
        return manifest.flatMap(json -> json.string("version")).orElse("").startsWith("peac-bundle/")
                || DisputeArchive.looksLike(archive);
    }

    private static Optional<JsonObject> manifest(ZipArchive archive) throws IOException {
        Optional<ArchiveEntry> entry = archive.find(BundleManifest.NAME);
        try {
            return entry.isEmpty()
                    ? Optional.empty()
                    : Optional.of(JsonReader.readObject(archive.read(entry.get(), MAX_MANIFEST), JsonLimits.DOCUMENT));
        } catch (ArchiveRefused | JsonException _) {
            return Optional.empty();
        }
    }
}
